"""Prints: their records, how sheets and lists are laid out, what each of them holds."""
