"""Who sits where at one table and who writes there, given the rounds before."""

from collections.abc import Sequence
from itertools import permutations

from rules.seating.generator import Generator
from rules.seating.quality import Past
from rules.seating.records import SEATS, Key


def seat_table(members: Sequence[Key], past: Past, generator: Generator) -> tuple[Key, ...]:
    """The order of seats that repeats people's earlier seats least; equal orders are drawn among."""
    drawn = generator.shuffled(members)
    counts = {key: past.seats.get(key, [0] * len(SEATS)) for key in members}
    return min(
        permutations(drawn),
        key=lambda seats: sum(
            counts[key][seat] ** 2 * 2 + counts[key][seat] for seat, key in enumerate(seats)
        ),
    )


def scribe_of(seats: Sequence[Key], past: Past, generator: Generator) -> Key:
    """One of those at the table who have written least often."""
    least = min(past.scribes.get(key, 0) for key in seats)
    return generator.choice([key for key in seats if past.scribes.get(key, 0) == least])
