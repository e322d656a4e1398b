"""Bodovací tabulky of a tournament: the one in force, those it may choose, what a new version changes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from rules import RulesError, format_points
from rules.contracts import CONTRACT_NAMES
from rules.points_sheet import table_from_json
from rules.points_table import PointsTable, Row, find_points_table, points_table_ids
from scoring.models import PointsTable as StoredTable
from tournament.errors import Refused
from tournament.models import Tournament

TIMES = {"aces": "× es", "suits": "× barev", "fleks": "× fleků"}


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table that can be chosen: where it comes from and whether the tournament plays by it."""

    table: PointsTable
    chosen: bool
    own: bool


@dataclass(frozen=True, slots=True)
class RowLine:
    """A row as people read it; ``mark`` says what a new version did to it, or that it is the organiser's own;
    ``was`` are its old figures."""

    row: Row
    lead: str
    no_lead: str
    to_flekker: bool
    mark: str = ""
    was: str = ""


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """Points claimed for a hand: whose, how many, for what."""

    to: str
    points: int
    words: str


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows of the same contracts under one heading."""

    contracts: str
    rows: tuple[RowLine, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """What a new table changes against the one in force: numbers of rows, the rows, those left out."""

    added: int
    changed: int
    same: int
    groups: tuple[RowGroup, ...]
    removed: tuple[RowLine, ...]

    @property
    def any(self) -> bool:
        """Whether anything differs at all."""
        return bool(self.added or self.changed or self.removed)


def table_in_force(tournament: Tournament) -> PointsTable:
    """The table premium points of this tournament are proposed from. Raises ``Refused`` where it is lost."""
    return table_named(tournament, tournament.premium_table_id)


def trump_contracts(tournament: Tournament) -> str:
    """The contracts, with spaces, for which the table in force asks for trumps; none of a lost table."""
    try:
        rows = table_in_force(tournament).rows
    except Refused:
        return ""
    asked = {name for row in rows if row.trumps_from or row.trumps_to for name in row.contracts}
    return " ".join(sorted(asked))


def table_named(tournament: Tournament, key: str) -> PointsTable:
    """A published table or the newest version of an own one. Raises ``Refused`` for any other key."""
    if key in points_table_ids():
        return find_points_table(key)
    stored = StoredTable.objects.filter(tournament=tournament, key=key, current=True).first()
    if stored is None:
        raise Refused(
            _("Bodovací tabulku „%(key)s“ turnaj nemá. Vyberte jinou v Nastavení.") % {"key": key[:60]},
            code="unknown_points_table",
        )
    return read_stored(stored)


def read_stored(stored: StoredTable) -> PointsTable:
    """A stored version as ``rules`` reads it, with the published rows it joins.

    Raises ``Refused`` for rows that are no table.
    """
    heading: dict[str, Any] = {
        "id": stored.key,
        "version": stored.number,
        "name": stored.name,
        "source": stored.source,
        "date": stored.date,
    }
    try:
        own = table_from_json({**heading, "rows": stored.rows})
        return find_points_table(stored.joins).joined(own)._replace(**heading) if stored.joins else own
    except RulesError as error:
        raise Refused(
            _("Bodovací tabulka „%(name)s“ je poškozená: %(why)s") % {"name": stored.name, "why": error},
            code="broken_points_table",
        ) from error


def tables_to_choose(tournament: Tournament) -> tuple[TableLine, ...]:
    """Published tables, then own ones in their newest version."""
    own = StoredTable.objects.filter(tournament=tournament, current=True).order_by("key")
    tables = [(find_points_table(key), False) for key in points_table_ids()]
    tables += [(read_stored(stored), True) for stored in own]
    return tuple(
        TableLine(table, chosen=table.id == tournament.premium_table_id, own=is_own)
        for table, is_own in tables
    )


def versions_of(tournament: Tournament, key: str) -> list[StoredTable]:
    """Versions of an own table, the newest first; none of a published one."""
    return list(StoredTable.objects.filter(tournament=tournament, key=key).order_by("-number"))


def row_groups(table: PointsTable) -> tuple[RowGroup, ...]:
    """The rows of a table under the contracts they belong to, in the order of the table."""
    return _grouped(_line(row, "own" if row.id in table.own else "") for row in table.rows)


def changes_between(old: PointsTable, new: PointsTable) -> Changes:
    """What the rows of ``new`` change against ``old``, by their codes."""
    before = {row.id: row for row in old.rows}
    lines = [_compared(before.get(row.id), row) for row in new.rows]
    kept = {row.id for row in new.rows}
    return Changes(
        added=sum(line.mark == "added" for line in lines),
        changed=sum(line.mark == "changed" for line in lines),
        same=sum(not line.mark for line in lines),
        groups=_grouped(lines),
        removed=tuple(_line(row, "removed") for row in old.rows if row.id not in kept),
    )


def claims_in_words(record: Mapping[str, Any], tournament: Tournament) -> tuple[ClaimLine, ...]:
    """The premium points claimed in a record, with the words of their rows where the table has them."""
    claims = record.get("premium") or []
    if not claims:
        return ()
    try:
        table: PointsTable | None = table_in_force(tournament)
    except Refused:
        # The words are a help; a table that was lost takes nobody his points.
        table = None
    return tuple(
        ClaimLine(claim["to"], claim["points"], _row_words(table, claim.get("row") or "")) for claim in claims
    )


def _row_words(table: PointsTable | None, row_id: str) -> str:
    row = table.row(row_id) if table else None
    return row.text if row else row_id


def _compared(before: Row | None, row: Row) -> RowLine:
    if before is None:
        return _line(row, "added")
    if before == row:
        return _line(row)
    figures = (before.s, before.bez) != (row.s, row.bez)
    return _line(row, "changed", " / ".join(_figures(before)) if figures else "")


def _grouped(lines: Iterable[RowLine]) -> tuple[RowGroup, ...]:
    return tuple(
        RowGroup(_contracts(contracts), tuple(rows))
        for contracts, rows in groupby(lines, key=lambda line: line.row.contracts)
    )


def _contracts(contracts: Sequence[str]) -> str:
    names = {str(contract): name for contract, name in CONTRACT_NAMES.items()}
    return " · ".join(names[contract] for contract in contracts)


def _line(row: Row, mark: str = "", was: str = "") -> RowLine:
    lead, no_lead = _figures(row)
    return RowLine(row, lead, no_lead, row.to == "flekker", mark, was)


def _figures(row: Row) -> Iterator[str]:
    """The two figures in words; what the source does not show is said so."""
    for figure in (row.s, row.bez):
        if row.times == "half_of_sto":
            yield _("½ bodů za sto")
        elif figure is None:
            yield _("neuvedeno")
        else:
            points = format_points(figure)
            yield f"{points} {TIMES[row.times]}" if row.times else points
