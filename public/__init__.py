"""What only the public has: the state for live pages, screen, phones, data for other programs."""
