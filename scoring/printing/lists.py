"""Seating lists and standings laid out for paper: pages and columns of names, the columns of a ranking."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules.money import format_amount, format_points
from rules.ranking import format_bp
from scoring.columns import Column, Kind, Listing, standing_remark
from scoring.printing.records import (
    SeatingPlan,
    SeatingTable,
    StandingsPrint,
)
from scoring.selectors.standings import figure_key
from scoring.selectors.tables import SeatLine
from tournament.lib.collation import czech_key
from tournament.lib.names import filing_name, normalise

# A longer name is set smaller in the list by name.
_LONG_NAME = 20

# With more rounds only what decides is shown of each.
_DETAILED_ROUNDS = 4
_SMALL_FROM_COLUMNS = 16


@dataclass(frozen=True)
class Person:
    """A player in the list by name; ``initial`` only where a new letter begins."""

    initial: str
    seat: SeatLine
    table: int

    @property
    def long(self) -> bool:
        """Whether the name needs smaller type."""
        return len(self.seat.name) > _LONG_NAME


@dataclass(frozen=True)
class Shown:
    """A heading or a cell: its text, the class it is set with, whether a correction changed it."""

    text: str
    style: str
    changed: bool = False


@dataclass(frozen=True)
class ShownRow:
    """A line of the standings, everything in the order of the headings.

    ``club`` and ``remark`` stand beside the name.
    """

    who: tuple[Shown, ...]
    club: str
    remark: str
    parts: tuple[tuple[Shown, ...], ...]
    totals: tuple[Shown, ...]


@dataclass(frozen=True)
class StandingsShape:
    """The columns that standings need and their lines. ``small``: many columns, smaller type."""

    who: tuple[Shown, ...]
    part: tuple[str, ...]
    total: tuple[str, ...]
    rows: tuple[ShownRow, ...]
    small: bool
    notes: tuple[str, ...]
    legend: tuple[tuple[str, str], ...]


def pairs(tables: Sequence[SeatingTable]) -> tuple[tuple[SeatingTable, ...], ...]:
    """Tables two by two, as they stand beside each other."""
    return tuple(tuple(tables[at : at + 2]) for at in range(0, len(tables), 2))


def people_by_name(plan: SeatingPlan) -> list[Person]:
    """Everybody in Czech order by surname, namesakes by start number."""
    seated = [(seat, table.number) for table in plan.tables for seat in table.seats]
    seated.sort(key=lambda item: (czech_key(filing_name(item[0].name)), item[0].number))
    people: list[Person] = []
    last = ""
    for seat, table in seated:
        initial = _initial(filing_name(seat.name))
        people.append(Person("" if initial == last else initial, seat, table))
        last = initial
    return people


def _initial(name: str) -> str:
    """The letter a name is looked up under: Á under A, CH and Č letters of their own."""
    plain = normalise(name).upper()
    if plain.startswith("CH"):
        return "Ch"
    first = plain[:1]
    if first in "ČŘŠŽ":
        return first
    return next((letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if _same_letter(letter, first)), first)


def _same_letter(letter: str, other: str) -> bool:
    # The first level of the sorting key, two digits, is the letter without its accents.
    return bool(other) and czech_key(letter)[:2] == czech_key(other)[:2]


def standings_shape(standings: StandingsPrint) -> StandingsShape:
    """Which columns there are and what stands in them."""
    listing = standings.listing
    who = listing.shown(listing.columns.who, "paper")
    part = listing.shown(listing.columns.part, "paper")
    if len(listing.parts) > _DETAILED_ROUNDS:
        part = [column for column in part if column.decisive]
    total = listing.shown(listing.columns.total, "paper")
    changed = any(standings.changes.get(row.number) for row in listing.rows)
    marked = (_("Podbarvené údaje se proti předchozí verzi změnily."),) if changed else ()
    return StandingsShape(
        who=tuple(Shown(str(one.paper), _STYLES[one.kind].split()[0]) for one in who),
        part=tuple(str(column.paper) for column in part),
        total=tuple(str(column.paper) for column in total),
        rows=tuple(
            _shown_row(row, who, part, total, listing, standings.changes.get(row.number, frozenset()))
            for row in listing.rows
        ),
        small=len(who) + len(part) * len(listing.parts) + len(total) > _SMALL_FROM_COLUMNS,
        notes=(*standings.notes, *marked),
        legend=tuple(listing.legend("paper")),
    )


def _shown_row(
    row: Any,
    who: Sequence[Column],
    part: Sequence[Column],
    total: Sequence[Column],
    listing: Listing,
    changes: frozenset[str],
) -> ShownRow:
    def cell(column: Column, source: Any, style: str = "number") -> Shown:
        key = column.key if source is row or source is None else figure_key(source.round, column.key)
        return Shown(_text(column, source), style, source is not None and key in changes)

    return ShownRow(
        who=tuple(cell(column, row, _STYLES[column.kind]) for column in who),
        club=row.club,
        remark=standing_remark(row),
        parts=tuple(tuple(cell(column, one) for column in part) for one in listing.parts_of(row)),
        totals=tuple(cell(column, row) for column in total),
    )


def _text(column: Column, source: Any) -> str:
    """What stands on paper in a column of a line or of a part of it."""
    if source is None:
        return "–"
    value = getattr(source, column.key)
    return _TEXTS[column.kind](value) if value or not column.rare else ""


def _signed(points: int) -> str:
    return format_points(points, sign=True)


_TEXTS: dict[Kind, Callable[[Any], str]] = {
    Kind.TEXT: str,
    Kind.PERSON: str,
    Kind.PLACE: "{}.".format,
    Kind.NUMBER: str,
    Kind.MONEY: lambda amount: format_amount(amount, sign=True),
    Kind.CROWNS: _signed,
    Kind.POINTS: _signed,
    Kind.BP: format_bp,
}
"""How paper writes each kind of column."""

_STYLES: dict[Kind, str] = {kind: "text" if kind.is_text else "number" for kind in Kind} | {
    Kind.PERSON: "who",
    Kind.PLACE: "number rank",
}
"""The classes of a column before the rounds; its heading has the first."""
