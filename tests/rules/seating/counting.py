"""Counts made independently of the package, and the cast: players by start number."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from rules.seating import Draw, DrawnTable, Entrant, Key, PastTable


def entrants(count: int) -> tuple[Entrant, ...]:
    """Players 1 to `count`, ranked by their number."""
    return tuple(Entrant(number, f"Hráč {number}", rank=number) for number in range(1, count + 1))


def seats_of(draws: Iterable[Draw]) -> list[list[tuple[Key, ...]]]:
    return [[table.seats for table in draw.tables] for draw in draws]


def meetings(rounds: Iterable[Iterable[Sequence[object]]]) -> Counter[frozenset[object]]:
    """How often each two sat at one table."""
    return Counter(frozenset(two) for tables in rounds for table in tables for two in combinations(table, 2))


def repeats(rounds: Iterable[Iterable[Sequence[object]]]) -> int:
    """Meetings after the first of each pair."""
    return sum(times - 1 for times in meetings(rounds).values())


def as_history(round_: int, tables: Iterable[DrawnTable]) -> tuple[PastTable, ...]:
    return tuple(PastTable(round_, table.number, table.seats, table.scribe) for table in tables)


def everybody_sits_once(tables: Iterable[Sequence[Key]], people: Iterable[Key]) -> bool:
    return sorted(map(str, (key for table in tables for key in table))) == sorted(map(str, people))
