"""Undo: the last change of a seating is put back exactly, with all that belonged to it."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actors import Actor
from tournament.errors import Refused
from tournament.journal.actions import ROUNDS, SeenBy, declare
from tournament.journal.write import log_write
from tournament.lifecycle import Act, require
from tournament.models import Entry, LogEntry, Round
from tournament.selectors.rounds import undoable_change
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
from tournament.services.writes import change_expected, conflict_about

UNDONE = declare(
    "tournament.seats.undone",
    gettext_lazy("Změna rozesazení vrácena"),
    area=ROUNDS,
    seen_by=SeenBy.SEATING,
)

Values = dict[str, Any]
"""What stood before or after a change, see ``models.KeptChange``."""


def seating_undo(*, round_: Round, by: Actor, expected: int | None = None) -> LogEntry:
    """Put back exactly what the last change of the seating changed; asked again, the one before it.

    Gives the log entry of the change that was undone. Raises ``Refused`` when there is nothing to undo or the
    state of the round no longer allows the change, ``Conflict`` when somebody changed the same people since.
    """
    with transaction.atomic():
        fresh = locked_round(round_id=round_.pk)
        require(Act.UNDO, state=fresh.state, number=fresh.number)
        refuse_later_round(round_=fresh)
        check_version(round_=fresh, expected=expected)
        change = undoable_change(fresh)
        if change is None:
            raise Refused(
                _("Rozesazení %(number)s. kola nemá změnu, která by se dala vrátit.")
                % {"number": fresh.number},
                code="nothing_to_undo",
            )
        old: Values = change.before or {}
        new: Values = change.after
        if "draw" in old:
            require(Act.DRAW, state=fresh.state, number=fresh.number)
        _put_tables_back(fresh, old, new)
        _put_entries_back(fresh, old, new, by)
        _put_substitutes_back(fresh, old)
        _put_draw_back(fresh, old)
        change_expected(row=fresh, expected=None)
        change.put_back = True
        change.save(update_fields=["put_back"])
        log_write(
            tournament=fresh.tournament,
            by=by,
            action=UNDONE,
            subject=change.entry.subject,
            round_=fresh,
            table=change.entry.table_number,
            object_id=fresh.pk,
            old=new,
            new=old,
        )
    return change.entry


def _put_tables_back(round_: Round, old: Values, new: Values) -> None:
    before = {table["table"]: table for table in old.get("tables", ())}
    after = {table["table"]: table for table in new.get("tables", ())}
    present = {table.number: table for table in tables_of(round_)}
    touched = before.keys() | after.keys()
    if any(snap(table=present.get(number)) != after.get(number, {}) for number in touched):
        raise conflict_about(row=round_)
    refuse_begun(touched=touched, begun=begun_numbers(round_=round_))
    kept = [table for number, table in present.items() if number not in touched]
    seating_store(round_=round_, wanted=[*kept, *(unsnap(snapshot=one) for one in before.values())])


def _put_entries_back(round_: Round, old: Values, new: Values, by: Actor) -> None:
    for before, after in zip(old.get("entries", ()), new.get("entries", ()), strict=True):
        entry = Entry.objects.get(tournament=round_.tournament, number=before["number"])
        if entry_snap(entry=entry) != after:
            raise conflict_about(row=entry)
        values = {name: value for name, value in before.items() if name != "number"}
        change_expected(row=entry, expected=None, **values)
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
        change_expected(row=seat_with(round_=round_, number=int(number)), expected=None, substitute=name)


def _put_draw_back(round_: Round, old: Values) -> None:
    if "draw" in old:
        round_.draws.update(current=False)
        round_.draws.filter(sequence=old["draw"]).update(current=True)
