"""Latecomers, no-shows, withdrawals and returns: only the tables a change touches are re-seated."""

from collections.abc import Collection, Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import seating
from rules.seating import CannotSeat
from tournament.actors import Actor
from tournament.enums import SEAT_NAMES, Presence
from tournament.errors import Refused
from tournament.journal.actions import ROUNDS, SeenBy, declare
from tournament.journal.write import change_keep, log_write
from tournament.lib.counting import in_round
from tournament.lifecycle import Act, require
from tournament.models import Entry, Round, Seat
from tournament.selectors.rounds import Mismatch, mismatch_of
from tournament.selectors.seating import (
    current_draw,
    entrants_from,
    history_before,
    preferred_of,
    seats_of,
    tables_from,
    tables_of,
    weights_of,
)
from tournament.services.entries import entry_set_presence, entry_withdraw
from tournament.services.rounds import locked_round, refuse_later_round
from tournament.services.seating import (
    Snapshot,
    begun_numbers,
    check_version,
    refuse_begun,
    seat_with,
    seating_store,
    subject_text,
)
from tournament.services.writes import change_expected

RESEATED = declare(
    "tournament.seats.reseated", gettext_lazy("Stoly přesazeny"), area=ROUNDS, seen_by=SeenBy.SEATING
)


def reseat_proposals(*, round_: Round, change: Mismatch | None = None) -> tuple[seating.Reseating, ...]:
    """Ways to seat those who came and do without those who left, the one that touches least first.

    The seed comes from the draw and the round's version, so what is shown is what is then stored. Tables that
    have begun stay as they are. Raises ``Refused``.
    """
    wanted = mismatch_of(round_) if change is None else change
    if not wanted:
        raise Refused(
            _("Všichni přítomní %(in_round)s sedí a nikdo nechybí; přesazovat není co.")
            % {"in_round": in_round(round_.number)},
            code="nothing_to_reseat",
        )
    seats = list(seats_of(round_))
    begun = begun_numbers(round_=round_)
    _refuse_leaving_begun(seats, wanted, begun)
    try:
        proposals = _proposals(round_, seats, wanted, begun)
    except CannotSeat as error:
        raise Refused(str(error), code=error.code) from error
    if not proposals:
        raise _all_play()
    return proposals


def _proposals(
    round_: Round, seats: Sequence[Seat], change: Mismatch, begun: Collection[int]
) -> tuple[seating.Reseating, ...]:
    """What the engine offers for the tables that may change."""
    draw = current_draw(round_)
    leaving = {entry.number for entry in change.leaving}
    staying = [seat.entry for seat in seats if seat.entry.number not in leaving]
    return seating.reseat(
        tables_from(seats),
        round_=round_.number,
        entrants=entrants_from([*staying, *change.arriving]),
        history=history_before(round_.tournament, round_.number),
        leaving=leaving,
        arriving=[entry.number for entry in change.arriving],
        preferred=preferred_of(round_, draw),
        weights=weights_of(draw),
        seed=f"{draw.seed if draw else round_.pk}/{round_.version}",
        settled=begun,
    )


def tables_to_join(*, round_: Round) -> tuple[int, ...]:
    """Numbers of the tables with a free seat that have not begun: where a latecomer may be put."""
    begun = begun_numbers(round_=round_)
    return tuple(
        table.number
        for table in tables_of(round_)
        if len(table.seats) < len(SEAT_NAMES) and table.number not in begun
    )


def latecomer_seat(
    *, round_: Round, number: int, table: int, by: Actor, reason: str = "", expected: int | None = None
) -> seating.Reseating:
    """Seat somebody who came late at the table the organiser chose, on its free seat; nobody else moves.

    Raises ``Refused`` and ``Conflict``.
    """
    with transaction.atomic():
        fresh = locked_round(round_id=round_.pk)
        require(Act.RESEAT, state=fresh.state, number=fresh.number)
        refuse_later_round(round_=fresh)
        check_version(round_=fresh, expected=expected)
        late = next((one for one in mismatch_of(fresh).arriving if one.number == number), None)
        if late is None:
            raise Refused(
                _("Číslo %(number)s na místo nečeká: už sedí, nebo není mezi přítomnými.")
                % {"number": number},
                code="not_waiting",
            )
        refuse_begun(touched={table}, begun=begun_numbers(round_=fresh))
        return _store(
            fresh, _joined(fresh, late, table), Mismatch(leaving=(), arriving=(late,)), by=by, reason=reason
        )


def _joined(round_: Round, late: Entry, table: int) -> seating.Reseating:
    seats = list(seats_of(round_))
    draw = current_draw(round_)
    try:
        return seating.join(
            tables_from(seats),
            key=late.number,
            table=table,
            round_=round_.number,
            entrants=entrants_from([*(seat.entry for seat in seats), late]),
            history=history_before(round_.tournament, round_.number),
            preferred=preferred_of(round_, draw),
            weights=weights_of(draw),
        )
    except CannotSeat as error:
        raise Refused(str(error), code=error.code) from error


def _all_play() -> Refused:
    return Refused(
        _("Stoly, kterých by se přesazení týkalo, už hrají; tyto hráče losujte až v dalším kole."),
        code="tables_begun",
    )


def round_reseat(
    *,
    round_: Round,
    by: Actor,
    choice: int = 0,
    change: Mismatch | None = None,
    reason: str = "",
    expected: int | None = None,
) -> seating.Reseating:
    """Take the proposal number ``choice`` of ``reseat_proposals``: only the tables it touches change.

    ``change`` limits it to some of those who came or left. Raises ``Refused``, ``Conflict``.
    """
    with transaction.atomic():
        fresh = locked_round(round_id=round_.pk)
        require(Act.RESEAT, state=fresh.state, number=fresh.number)
        refuse_later_round(round_=fresh)
        check_version(round_=fresh, expected=expected)
        wanted = mismatch_of(fresh) if change is None else change
        return _reseat(fresh, wanted, by=by, choice=choice, reason=reason)


def player_leave(
    *, round_: Round, number: int, by: Actor, withdrawn: bool, reason: str = "", expected: int | None = None
) -> seating.Reseating:
    """Somebody seated did not come or withdraws: noted with him, and only the tables concerned re-seated.

    Both are one change and are undone together. Raises ``Refused``, ``Conflict``; then he stays as he was.
    """
    with transaction.atomic():
        fresh = locked_round(round_id=round_.pk)
        require(Act.RESEAT, state=fresh.state, number=fresh.number)
        refuse_later_round(round_=fresh)
        check_version(round_=fresh, expected=expected)
        entry = seat_with(round_=fresh, number=number).entry
        before = entry_snap(entry=entry)
        if withdrawn:
            entry_withdraw(entry=entry, by=by)
        else:
            entry_set_presence(entry=entry, by=by, presence=Presence.ABSENT)
        entry.refresh_from_db()
        return _reseat(
            fresh,
            Mismatch(leaving=(entry,), arriving=()),
            by=by,
            reason=reason,
            entries=([before], [entry_snap(entry=entry)]),
        )


def _reseat(
    round_: Round,
    change: Mismatch,
    *,
    by: Actor,
    choice: int = 0,
    reason: str = "",
    entries: tuple[Sequence[Snapshot], Sequence[Snapshot]] = ((), ()),
) -> seating.Reseating:
    proposals = reseat_proposals(round_=round_, change=change)
    if not 0 <= choice < len(proposals):
        raise Refused(_("Takové přesazení v nabídce není; vyberte jedno z nabízených."), code="no_proposal")
    return _store(round_, proposals[choice], change, by=by, reason=reason, entries=entries)


def _store(
    round_: Round,
    chosen: seating.Reseating,
    change: Mismatch,
    *,
    by: Actor,
    reason: str,
    entries: tuple[Sequence[Snapshot], Sequence[Snapshot]] = ((), ()),
) -> seating.Reseating:
    leaving = seats_of(round_).filter(entry__in=change.leaving).exclude(substitute="")
    substitutes = {str(seat.entry.number): seat.substitute for seat in leaving}
    change_expected(row=round_, expected=None)
    stored = seating_store(round_=round_, wanted=chosen.tables)
    change_keep(
        entry=log_write(
            tournament=round_.tournament,
            by=by,
            action=RESEATED,
            subject=subject_text(text=f"{round_}: {_who_changed(change)}"),
            round_=round_,
            object_id=round_.pk,
            old={"tables": stored.old, "entries": list(entries[0]), "substitutes": substitutes},
            new={"tables": stored.new, "entries": list(entries[1])},
            reason=reason,
        )
    )
    return chosen


def _who_changed(change: Mismatch) -> str:
    words = []
    if change.leaving:
        words.append(_("odchází %(who)s") % {"who": ", ".join(map(str, change.leaving))})
    if change.arriving:
        words.append(_("přichází %(who)s") % {"who": ", ".join(map(str, change.arriving))})
    return "; ".join(words)


def _refuse_leaving_begun(seats: Iterable[Seat], change: Mismatch, begun: Collection[int]) -> None:
    leaving = {entry.number for entry in change.leaving}
    for seat in seats:
        if seat.entry.number in leaving and seat.table.number in begun:
            raise Refused(
                _("Stůl %(table)s už hraje, %(player)s u něj zůstává v zápisu; může za něj dohrát náhradník.")
                % {"table": seat.table.number, "player": seat.entry.name},
                code="tables_begun",
            )


def entry_snap(*, entry: Entry) -> Snapshot:
    """What a player's leaving changes with him, as it goes into the log."""
    return {
        "number": entry.number,
        "presence": str(entry.presence),
        "withdrawn_after": entry.withdrawn_after,
    }
