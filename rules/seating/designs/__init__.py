"""Designs, schedules with few or no repeats: what is known, a history found in one, people put in place."""
