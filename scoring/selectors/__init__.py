"""Reads: each selector owns its joins, so that a page has a constant number of queries."""
