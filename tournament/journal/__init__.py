"""The journal of a tournament: what can be done, how it is written down, how it is read."""
