"""Seating lists and standings laid out for paper: pages and columns of names, the columns of a ranking."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.money import format_amount
from rules.ranking import format_bp
from tournament.lib.collation import czech_key
from tournament.lib.names import filing_name, normalise
from tournament.lib.print_data import (
    SeatingPlan,
    SeatingSeat,
    SeatingTable,
    StandingsCell,
    StandingsPrint,
    StandingsRow,
)
from tournament.lib.sheet_layout import signed

# A longer name is set smaller in the list by name.
_LONG_NAME = 20

# With more rounds only what decides is shown of each.
_DETAILED_ROUNDS = 4
_SMALL_FROM_COLUMNS = 16


@dataclass(frozen=True)
class Person:
    """A player in the list by name; ``initial`` only where a new letter begins."""

    initial: str
    seat: SeatingSeat
    table: int

    @property
    def long(self) -> bool:
        """Whether the name needs smaller type."""
        return len(self.seat.name) > _LONG_NAME


@dataclass(frozen=True)
class ShownRow:
    """A line of the standings as texts, those of rounds and totals in the order of the headings."""

    rank: str
    number: int
    name: str
    club: str
    remark: str
    changed: bool
    rounds: tuple[tuple[str, ...], ...]
    totals: tuple[str, ...]


@dataclass(frozen=True)
class StandingsShape:
    """The columns a ranking needs and its lines. ``small``: many columns, smaller type."""

    round_columns: tuple[str, ...]
    total_columns: tuple[str, ...]
    rows: tuple[ShownRow, ...]
    small: bool
    notes: tuple[str, ...]


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
    with_bp = any(row.bp is not None for row in standings.rows)
    with_penalty = any(row.penalty for row in standings.rows)
    detailed = len(standings.rounds) <= _DETAILED_ROUNDS
    # The column that decides is the last one.
    decisive = ["SB", "BP"] if standings.order == "bp" else ["BP", "SB"]
    shown = [column for column in decisive if with_bp or column != "BP"]
    round_columns = (*(("ZB", "PB") if detailed else ()), *shown)
    total_columns = (_("zisk Kč"), "ZB", "PB", *((_("tresty"),) if with_penalty else ()), *shown)
    rows = tuple(_shown_row(row, round_columns, with_penalty, shown) for row in standings.rows)
    columns = 3 + len(round_columns) * len(standings.rounds) + len(total_columns)
    changed = any(row.changed for row in standings.rows)
    marked = (_("Podbarvené řádky se proti předchozí verzi změnily."),) if changed else ()
    return StandingsShape(
        round_columns, total_columns, rows, columns > _SMALL_FROM_COLUMNS, (*standings.notes, *marked)
    )


def _shown_row(
    row: StandingsRow, round_columns: Sequence[str], with_penalty: bool, shown: Sequence[str]
) -> ShownRow:
    decisive = {"SB": signed(row.sb), "BP": _bp(row.bp)}
    penalty = (signed(row.penalty) if row.penalty else "",) if with_penalty else ()
    return ShownRow(
        rank=f"{row.rank}.",
        number=row.number,
        name=row.name,
        club=row.club,
        remark=_("odstoupil(a)") if row.withdrawn else "",
        changed=row.changed,
        rounds=tuple(_cell(cell, round_columns) for cell in row.rounds),
        totals=(
            format_amount(row.money, sign=True),
            signed(row.zb),
            signed(row.premium),
            *penalty,
            *(decisive[column] for column in shown),
        ),
    )


def _cell(cell: StandingsCell | None, columns: Sequence[str]) -> tuple[str, ...]:
    if cell is None:
        return ("–",) * len(columns)
    texts = {"ZB": signed(cell.zb), "PB": signed(cell.premium), "SB": signed(cell.sb), "BP": _bp(cell.bp)}
    return tuple(texts[column] for column in columns)


def _bp(bp: int | None) -> str:
    return "" if bp is None else format_bp(bp)
