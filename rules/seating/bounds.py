"""How few repeats a schedule can have at all: what counting proves, to measure the draws by."""

from collections.abc import Sequence
from math import ceil, comb


def least_repeats(sizes: Sequence[int], rounds: int) -> int:
    """A number of repeats that no schedule of so many rounds with these tables can go below.

    A repeat is a pair's meeting after its first. Two bounds are taken: people have no more others to meet
    than there are, and a table that is larger than the number of tables repeats pairs of every other round.

    >>> least_repeats((4, 4, 4), 3), least_repeats((4, 4, 4), 5)
    (6, 24)
    """
    people = sum(sizes)
    return max(_by_people(sizes, people, rounds), _by_tables(sizes) * (rounds - 1))


def _by_people(sizes: Sequence[int], people: int, rounds: int) -> int:
    """Everybody's meetings above the number of others, when odd tables are shared out evenly."""
    large = max(sizes)
    small_seats = rounds * sum(size for size in sizes if size < large)
    least, more = divmod(small_seats, people)
    surplus = rounds * (large - 1) - (people - 1)
    above = (people - more) * max(surplus - least, 0) + more * max(surplus - least - 1, 0)
    return ceil(above / 2)


def _by_tables(sizes: Sequence[int]) -> int:
    """Pairs that any two rounds share: a table's people come from no more tables than there are.

    Over all pairs of rounds that is shared · C(rounds, 2); a pair with c meetings is counted C(c, 2) times
    there and makes c - 1 <= rounds - 1 repeats, so there are at least shared · (rounds - 1) repeats.
    """
    tables = len(sizes)
    shared = 0
    for size in sizes:
        each, more = divmod(size, tables)
        shared += (tables - more) * comb(each, 2) + more * comb(each + 1, 2)
    return shared


def needed_meetings(sizes: Sequence[int], rounds: int) -> int:
    """How often the pair that meets most must meet: all meetings shared out evenly, at least 2 with forced
    repeats.
    """
    people = sum(sizes)
    meetings = rounds * sum(comb(size, 2) for size in sizes)
    even = ceil(meetings / comb(people, 2))
    return max(even, 2 if least_repeats(sizes, rounds) else 1)
