"""How few repeats a schedule can have at all: what counting proves, to measure the draws by."""

from collections.abc import Sequence
from math import ceil, comb


def least_repeats(
    sizes: Sequence[int], rounds: int, unmet: Sequence[int] | None = None, last_tables: int = 0
) -> int:
    """A number of repeats that no schedule of so many rounds with these tables can go below.

    A repeat is a pair's meeting after its first. Two bounds are taken: people have no more others to meet
    than there are, and a table that is larger than the number of tables repeats pairs of every other round.
    In a running tournament `unmet` says how many of the present each of them has not met yet, `last_tables`
    how many tables the round before had, if everybody present played it.

    >>> least_repeats((4, 4, 4), 3), least_repeats((4, 4, 4), 5)
    (6, 24)
    >>> least_repeats((4, 4, 4), 4, unmet=[8] * 12, last_tables=3)
    24
    """
    people = sum(sizes)
    by_tables = _shared(sizes, len(sizes)) * (rounds - 1)
    if last_tables:
        by_tables += _shared(sizes, last_tables)
    return max(_by_people(sizes, rounds, [people - 1] * people if unmet is None else unmet), by_tables)


def _by_people(sizes: Sequence[int], rounds: int, unmet: Sequence[int]) -> int:
    """Everybody's meetings above the number of others, when seats at smaller tables take one from each."""
    large = max(sizes)
    small_seats = rounds * sum(size for size in sizes if size < large)
    above = sum(max(rounds * (large - 1) - others, 0) for others in unmet)
    return ceil(max(above - small_seats, 0) / 2)


def _shared(sizes: Sequence[int], tables: int) -> int:
    """Pairs of a round that have met in another round of so many tables, for people come from no more tables
    than there are.

    Over all pairs of rounds that is shared · C(rounds, 2); a pair with c meetings is counted C(c, 2) times
    there and makes c - 1 <= rounds - 1 repeats, so there are at least shared · (rounds - 1) repeats.
    """
    shared = 0
    for size in sizes:
        each, more = divmod(size, tables)
        shared += (tables - more) * comb(each, 2) + more * comb(each + 1, 2)
    return shared


def least_second_visits(sizes: Sequence[int], odd: int, rounds: int) -> int:
    """Visits to odd tables after people's first that so many rounds must have: their seats above the people.

    >>> least_second_visits((4, 4, 4, 4, 4, 3, 3), 3, 4), least_second_visits((4, 4, 4, 4, 4, 3, 3), 3, 5)
    (0, 4)
    """
    return max(rounds * sum(size for size in sizes if size == odd) - sum(sizes), 0)


def needed_meetings(sizes: Sequence[int], rounds: int) -> int:
    """How often the pair that meets most must meet: all meetings shared out evenly, at least 2 with forced
    repeats.
    """
    people = sum(sizes)
    meetings = rounds * sum(comb(size, 2) for size in sizes)
    even = ceil(meetings / comb(people, 2))
    return max(even, 2 if least_repeats(sizes, rounds) else 1)
