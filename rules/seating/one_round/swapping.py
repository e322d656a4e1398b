"""Two seats swapped by hand, and what that does to the quality."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rules.seating.errors import CannotSeat
from rules.seating.quality import assess
from rules.seating.records import DrawnTable, Entrant, Key, PastTable, Quality, Weights
from rules.seating.sizes import FOUR


def swap(tables: Sequence[DrawnTable], a: Key, b: Key) -> tuple[DrawnTable, ...]:
    """The tables with two people in each other's seats; a scribe who leaves his table hands the pen to the
    other.

    Raises CannotSeat when one of them has no seat or both are the same person.
    """
    seated = {key for table in tables for key in table.seats}
    for key in (a, b):
        if key not in seated:
            raise CannotSeat(
                "not-seated", f"Hráč č. {key} v tomto kole nesedí u žádného stolu; vyberte jiného."
            )
    if a == b:
        raise CannotSeat("same-player", "Vyměnit místa mohou dva různí hráči; vyberte druhého.")
    other = {a: b, b: a}
    return tuple(_renamed(table, other) for table in tables)


def _renamed(table: DrawnTable, other: dict[Key, Key]) -> DrawnTable:
    seats = tuple(other.get(key, key) for key in table.seats)
    scribe = table.scribe if table.scribe in seats else other[table.scribe]
    return replace(table, seats=seats, scribe=scribe)


@dataclass(frozen=True, slots=True)
class SwapEffect:
    """What a change by hand does: the quality before and after and one Czech sentence."""

    tables: tuple[DrawnTable, ...]
    before: Quality
    after: Quality
    text: str

    @property
    def better(self) -> bool:
        return self.after.penalty < self.before.penalty

    @property
    def worse(self) -> bool:
        return self.after.penalty > self.before.penalty


def swap_effect(
    tables: Sequence[DrawnTable],
    a: Key,
    b: Key,
    *,
    round_: int,
    entrants: Iterable[Entrant],
    history: Iterable[PastTable] = (),
    weights: Weights | None = None,
    preferred: int = FOUR,
) -> SwapEffect:
    """Swap two people and compare; raises CannotSeat as `swap` does."""
    people, past = tuple(entrants), tuple(history)
    after = swap(tables, a, b)
    qualities = [
        assess(seating, people, past, round_=round_, weights=weights, preferred=preferred)
        for seating in (tables, after)
    ]
    names = {entrant.key: entrant.label for entrant in people}
    return SwapEffect(after, qualities[0], qualities[1], _compared(qualities[0], qualities[1], names))


def _compared(before: Quality, after: Quality, names: dict[Key, str]) -> str:
    """The first clash that the change brings, else the first that it takes away, else that nothing
    changes.
    """
    old, new = before.clashes(names), after.clashes(names)
    brought = [text for text in new if text not in old]
    gone = [text for text in old if text not in new]
    if brought:
        more = f" (a další: {len(brought) - 1})" if len(brought) > 1 else ""
        return f"Výměna přinese: {brought[0]}{more}"
    if gone:
        more = f" (a další: {len(gone) - 1})" if len(gone) > 1 else ""
        return f"Výměna odstraní: {gone[0]}{more}"
    if after.penalty != before.penalty:
        return f"Dvojice se nezmění; místa u stolů budou rozdělena {_how(before, after)}."
    return "Výměna na kvalitě losování nic nemění."


def _how(before: Quality, after: Quality) -> str:
    return "rovnoměrněji" if after.penalty < before.penalty else "méně rovnoměrně"
