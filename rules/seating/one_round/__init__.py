"""One round: where a method puts people, the cheapest seating of it, seats; swaps and changes by hand."""
