"""What the public takes away: data, a calendar, a whole web."""
