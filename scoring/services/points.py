"""An organiser's own bodovací tabulka: a new version from a sheet or by one row, and which one is played."""

import re
import uuid
from typing import Any

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.errors import InvalidTable
from rules.points_sheet import table_from_json, table_from_sheet
from rules.points_table import PointsTable, find_points_table, points_table_ids
from scoring.models import PointsTable as StoredTable
from scoring.selectors.points import read_stored, table_named
from scoring.services.guards import require_organiser
from tournament.actors import Actor, signed
from tournament.errors import Conflict, Refused
from tournament.journal.actions import SETTINGS, declare
from tournament.journal.write import log_write
from tournament.lib.package import UnreadableFile
from tournament.lib.workbooks import read_first_sheet
from tournament.models import Tournament
from tournament.services.founding import settings_change
from tournament.services.writes import lock_tournament, run_once

STORED = declare("scoring.points_table.stored", gettext_lazy("Bodovací tabulka uložena"), area=SETTINGS)
OWN = "vlastni-"
"""How keys of own tables begin, so that none is ever taken for a published one."""


class WrongCells(Refused):
    """A table that cannot be stored; ``cells`` are (place, sentence) of each place that is wrong."""

    def __init__(self, error: InvalidTable) -> None:
        # A word nobody knows also leaves its cell empty; the first sentence says what to do.
        first = {problem.path: problem.text for problem in reversed(error.problems)}
        self.cells = tuple((path, first[path]) for path in sorted(first, key=_place))
        super().__init__(
            _("V tabulce je co opravit; neuložilo se nic."),
            code="invalid_points_table",
            fields=dict(self.cells),
        )


def own_key(*, name: str) -> str:
    """The key of an own table: the same name is the same table, whatever its capitals and accents."""
    return f"{OWN}{slugify(name)[:50] or 'tabulka'}"


def points_table_read(*, content: bytes, name: str, source: str = "", date: str = "") -> PointsTable:
    """The table of a workbook's first sheet, not stored yet.

    Raises ``WrongCells`` with every cell that is wrong, ``Refused`` for a file that is no workbook.
    """
    try:
        found = dict(read_first_sheet(content))
    except UnreadableFile as error:
        raise Refused(
            _(
                "Soubor se nedá přečíst jako sešit .xlsx. Stáhněte si tabulku tady, upravte ji v Excelu"
                " nebo LibreOffice, uložte ji jako .xlsx a nahrajte."
            ),
            code="unreadable_sheet",
        ) from error
    # Blank rows are not read, but the cells below them keep their names.
    cells = [found.get(number, ()) for number in range(1, max(found, default=0) + 1)]
    try:
        return table_from_sheet(
            cells, table_id=own_key(name=name), version=1, name=name, source=source, date=date
        )
    except InvalidTable as error:
        raise WrongCells(error) from error


def points_table_store(
    *,
    tournament: Tournament,
    table: PointsTable,
    by: Actor,
    name: str,
    joins: str = "",
    choose: bool = False,
    submission: uuid.UUID | None = None,
) -> StoredTable:
    """Store the rows of ``table`` as a new version of the own table ``name``; ``choose``: play by it.

    ``joins`` is the published table that the rows join: only those that differ from it are kept. A published
    table is never changed: its rows under an own name are an own table. Rows equal to the current version
    make no new one. Raises ``Refused``, ``NotAllowed``, ``Conflict``.
    """
    require_organiser(by=by)
    if joins:
        table = table._replace(rows=table.beside(_published(joins)))
    if not name.strip():
        raise Refused(_("Pojmenujte tabulku."), code="no_name", fields={"name": _("Pojmenujte tabulku.")})
    key = own_key(name=name)

    def create() -> StoredTable:
        # The row of the tournament keeps two organisers in a queue, so both get a number of their own.
        lock_tournament(tournament=tournament)
        stored = _new_version(tournament, key, name.strip(), table, joins, by)
        if choose:
            _choose(tournament, key, by)
        return stored

    return run_once(submission=submission, action=STORED, model=StoredTable, create=create)


def points_row_store(
    *, tournament: Tournament, row: dict[str, Any], by: Actor, base: str, seen: int
) -> StoredTable:
    """Add a row to the table ``base``, or replace the one of the same code; what results is played.

    ``seen`` is the version of the base that was on the screen. Rows added to a published table are kept under
    a name of its own and join it, together with those that joined it before. Raises ``WrongCells`` with the
    row's fields, ``Conflict``.
    """
    require_organiser(by=by)
    with transaction.atomic():
        lock_tournament(tournament=tournament)
        table = table_named(tournament, base)
        if table.version != seen:
            raise Conflict(
                _("Tabulku mezitím změnil někdo jiný. Podívejte se na ni a řádek přidejte znovu."),
                code="changed",
            )
        name = completed_name(table=table)
        own = StoredTable.objects.filter(tournament=tournament, key=own_key(name=name), current=True).first()
        joins = own.joins if own else ""
        if base in points_table_ids():
            table, joins = (read_stored(own) if own and own.joins == base else table), base
        return points_table_store(
            tournament=tournament, table=_with_row(table, row), by=by, name=name, joins=joins, choose=True
        )


def _published(key: str) -> PointsTable:
    if key not in points_table_ids():
        raise Refused(_("Připojit řádky jde jen k vyvěšené tabulce."), code="unknown_points_table")
    return find_points_table(key)


def completed_name(*, table: PointsTable) -> str:
    """The name of the own table that rows added to ``table`` go to."""
    if table.id not in points_table_ids():
        return table.name
    return _("%(name)s – doplněná") % {"name": table.name}


def points_table_choose(*, tournament: Tournament, key: str, by: Actor, expected: int | None = None) -> None:
    """Play by the table of this key from now on; points already claimed stay as they were written."""
    require_organiser(by=by)
    table_named(tournament, key)
    settings_change(tournament=tournament, by=by, changes={"premium_table_id": key}, expected=expected)


def _choose(tournament: Tournament, key: str, by: Actor) -> None:
    fresh = Tournament.objects.get(pk=tournament.pk)
    settings_change(tournament=fresh, by=by, changes={"premium_table_id": key})


def _new_version(
    tournament: Tournament, key: str, name: str, table: PointsTable, joins: str, by: Actor
) -> StoredTable:
    rows = [row.to_json() for row in table.rows]
    current = StoredTable.objects.filter(tournament=tournament, key=key, current=True).first()
    wanted = {"name": name, "source": table.source, "date": table.date, "rows": rows, "joins": joins}
    if current is not None:
        if all(getattr(current, field) == value for field, value in wanted.items()):
            return current
        StoredTable.objects.filter(pk=current.pk).update(current=False)
    stored = StoredTable.objects.create(
        tournament=tournament,
        key=key,
        number=current.number + 1 if current else 1,
        **signed("made_by", by),
        **wanted,
    )
    log_write(
        tournament=tournament,
        by=by,
        action=STORED,
        subject=f"{name}, verze {stored.number}",
        object_id=stored.pk,
        old=_logged(current) if current else None,
        new=_logged(stored),
    )
    return stored


def _logged(stored: StoredTable) -> dict[str, Any]:
    """A version as the log keeps it: its rows stand in the table itself and are never edited there."""
    logged = {"points_rows": len(stored.rows), "points_source": stored.source, "points_date": stored.date}
    return logged | ({"points_joins": find_points_table(stored.joins).name} if stored.joins else {})


def _place(path: str) -> tuple[int, int, str]:
    """Where a cell stands, row by row; a field of a row has no place and stays by its name."""
    found = re.fullmatch(r"([A-Z]+)(\d+)", path)
    return (int(found[2]), len(found[1]), found[1]) if found else (0, 0, path)


def _with_row(table: PointsTable, row: dict[str, Any]) -> PointsTable:
    """The table with one row more, or with the row of the same code replaced in its place."""
    data = table.to_json()
    places = [place for place, one in enumerate(data["rows"]) if one["id"] == row.get("id")]
    place = places[0] if places else len(data["rows"])
    data["rows"][place : place + 1] = [row]
    try:
        return table_from_json(data)
    except InvalidTable as error:
        raise WrongCells(_of_fields(error, f"rows[{place}]")) from error


def _of_fields(error: InvalidTable, where: str) -> InvalidTable:
    """Problems of one row under the names of its fields."""
    return InvalidTable(
        [problem._replace(path=problem.path.removeprefix(f"{where}.")) for problem in error.problems]
    )
