"""Small helpers that know nothing of tournaments."""
