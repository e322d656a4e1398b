"""Undo: the last change of a seating is put back exactly, with all that belonged to it."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.errors import Refused
from tournament.lifecycle import Act, require
from tournament.models import Entry, LogEntry, Round
from tournament.selectors.rounds import UNDONE, undoable_change
from tournament.selectors.seating import tables_of
from tournament.services.entries import TAKEN_BACK as ENTRY_TAKEN_BACK
from tournament.services.reseating import entry_snap
from tournament.services.rounds import locked_round, refuse_later_round
from tournament.services.seating import (
    begun_numbers,
    check_version,
    refuse_begun,
    seat_with,
    seating_store,
    snap,
    unsnap,
)
from tournament.services.writes import change_expected, conflict_about, log_write

Values = dict[str, Any]
"""What a line of the log says of before or after, see ``services.seating``."""


def seating_undo(*, round_: Round, by: Actor, expected: int | None = None) -> LogEntry:
    """Put back exactly what the last change of the seating changed; asked again, the one before it.

    Gives the log entry of the change that was undone. Raises ``Refused`` when there is nothing to undo or the
    state of the round no longer allows the change, ``Conflict`` when somebody changed the same people since.
    """
    with transaction.atomic():
        fresh = locked_round(round_.pk)
        require(Act.UNDO, state=fresh.state, number=fresh.number)
        refuse_later_round(fresh)
        check_version(fresh, expected)
        change = undoable_change(fresh)
        if change is None:
            raise Refused(
                _("Rozesazení %(number)s. kola nemá změnu, která by se dala vrátit.")
                % {"number": fresh.number},
                code="nothing_to_undo",
            )
        old: Values = change.old or {}
        new: Values = change.new or {}
        if "draw" in old:
            require(Act.DRAW, state=fresh.state, number=fresh.number)
        _put_tables_back(fresh, old, new)
        _put_entries_back(fresh, old, new, by)
        _put_substitutes_back(fresh, old)
        _put_draw_back(fresh, old)
        change_expected(fresh, expected=None)
        log_write(
            tournament=fresh.tournament,
            by=by,
            action=UNDONE,
            subject=change.subject,
            object_id=fresh.pk,
            old=change.new,
            new={**old, "undone": str(change.pk)},
        )
    return change


def _put_tables_back(round_: Round, old: Values, new: Values) -> None:
    before = {table["table"]: table for table in old.get("tables", ())}
    after = {table["table"]: table for table in new.get("tables", ())}
    present = {table.number: table for table in tables_of(round_)}
    touched = before.keys() | after.keys()
    if any(snap(present.get(number)) != after.get(number, {}) for number in touched):
        raise conflict_about(round_)
    refuse_begun(touched, begun_numbers(round_))
    kept = [table for number, table in present.items() if number not in touched]
    seating_store(round_, [*kept, *map(unsnap, before.values())])


def _put_entries_back(round_: Round, old: Values, new: Values, by: Actor) -> None:
    for before, after in zip(old.get("entries", ()), new.get("entries", ()), strict=True):
        entry = Entry.objects.get(tournament=round_.tournament, number=before["number"])
        if entry_snap(entry) != after:
            raise conflict_about(entry)
        values = {name: value for name, value in before.items() if name != "number"}
        change_expected(entry, expected=None, **values)
        log_write(
            tournament=round_.tournament,
            by=by,
            action=ENTRY_TAKEN_BACK,
            subject=str(entry),
            object_id=entry.pk,
            old=after,
            new=before,
        )


def _put_substitutes_back(round_: Round, old: Values) -> None:
    for number, name in old.get("substitutes", {}).items():
        change_expected(seat_with(round_, int(number)), expected=None, substitute=name)


def _put_draw_back(round_: Round, old: Values) -> None:
    if "draw" in old:
        round_.draws.update(current=False)
        round_.draws.filter(sequence=old["draw"]).update(current=True)
