"""Answers to the public."""
