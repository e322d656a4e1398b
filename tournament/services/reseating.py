"""Latecomers, no-shows, withdrawals and returns: only the tables a change touches are re-seated."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import count

from django.db import transaction
from django.utils.translation import gettext as _

from rules import seating
from rules.seating import CannotSeat, DrawnTable
from tournament.actors import Actor
from tournament.enums import Presence
from tournament.errors import Refused
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
    weights_of,
)
from tournament.services.entries import entry_set_presence, entry_withdraw
from tournament.services.rounds import locked_round, refuse_later_round
from tournament.services.seating import (
    Snapshot,
    begun_numbers,
    check_version,
    seat_with,
    seating_store,
    subject_text,
)
from tournament.services.writes import change_expected, log_write

RESEATED = "tournament.seats.reseated"


def reseat_proposals(*, round_: Round, change: Mismatch | None = None) -> tuple[seating.Proposal, ...]:
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
    begun = begun_numbers(round_)
    _refuse_leaving_begun(seats, wanted, begun)
    open_seats = [seat for seat in seats if seat.table.number not in begun]
    settled = [table for table in tables_from(seats) if table.number in begun]
    try:
        proposals = _proposals(round_, open_seats, wanted)
    except CannotSeat as error:
        if settled:
            raise _all_play() from error
        raise Refused(str(error), code=error.code) from error
    if not proposals:
        raise _all_play()
    return tuple(_beside(settled, open_seats, proposal) for proposal in proposals)


def _proposals(round_: Round, seats: Sequence[Seat], change: Mismatch) -> tuple[seating.Proposal, ...]:
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
    )


def _beside(
    settled: Sequence[DrawnTable], open_seats: Sequence[Seat], proposal: seating.Proposal
) -> seating.Proposal:
    """The proposal together with the tables that stay; a new table gets a number none of them has."""
    if not settled:
        return proposal
    known = {seat.table.number for seat in open_seats}
    taken = {table.number for table in settled} | known
    fresh = (number for number in count(1) if number not in taken)
    number_of = {
        table.number: table.number if table.number in known else next(fresh) for table in proposal.tables
    }
    moved = [replace(table, number=number_of[table.number]) for table in proposal.tables]
    return replace(
        proposal,
        tables=tuple(sorted((*settled, *moved), key=lambda table: table.number)),
        touched=tuple(sorted(number_of.get(number, number) for number in proposal.touched)),
        moves=tuple(
            replace(move, new=(number_of[move.new[0]], move.new[1])) if move.new else move
            for move in proposal.moves
        ),
    )


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
) -> seating.Proposal:
    """Take the proposal number ``choice`` of ``reseat_proposals``: only the tables it touches change.

    ``change`` limits it to some of those who came or left. Raises ``Refused``, ``Conflict``.
    """
    with transaction.atomic():
        fresh = locked_round(round_.pk)
        require(Act.RESEAT, state=fresh.state, number=fresh.number)
        refuse_later_round(fresh)
        check_version(fresh, expected)
        wanted = mismatch_of(fresh) if change is None else change
        return _reseat(fresh, wanted, by=by, choice=choice, reason=reason)


def player_leave(
    *, round_: Round, number: int, by: Actor, withdrawn: bool, reason: str = "", expected: int | None = None
) -> seating.Proposal:
    """Somebody seated did not come or withdraws: noted with him, and only the tables concerned re-seated.

    Both are one change and are undone together. Raises ``Refused``, ``Conflict``; then he stays as he was.
    """
    with transaction.atomic():
        fresh = locked_round(round_.pk)
        require(Act.RESEAT, state=fresh.state, number=fresh.number)
        refuse_later_round(fresh)
        check_version(fresh, expected)
        entry = seat_with(fresh, number).entry
        before = entry_snap(entry)
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
            entries=([before], [entry_snap(entry)]),
        )


def _reseat(
    round_: Round,
    change: Mismatch,
    *,
    by: Actor,
    choice: int = 0,
    reason: str = "",
    entries: tuple[Sequence[Snapshot], Sequence[Snapshot]] = ((), ()),
) -> seating.Proposal:
    proposals = reseat_proposals(round_=round_, change=change)
    leaving = seats_of(round_).filter(entry__in=change.leaving).exclude(substitute="")
    substitutes = {str(seat.entry.number): seat.substitute for seat in leaving}
    if not 0 <= choice < len(proposals):
        raise Refused(_("Takové přesazení v nabídce není; vyberte jedno z nabízených."), code="no_proposal")
    change_expected(round_, expected=None)
    stored = seating_store(round_, proposals[choice].tables)
    log_write(
        tournament=round_.tournament,
        by=by,
        action=RESEATED,
        subject=subject_text(f"{round_}: {_who_changed(change)}"),
        object_id=round_.pk,
        old={"tables": stored.old, "entries": list(entries[0]), "substitutes": substitutes},
        new={"tables": stored.new, "entries": list(entries[1])},
        reason=reason,
    )
    return proposals[choice]


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
                _(
                    "Stůl %(table)s už hraje, %(player)s u něj zůstává zapsaný(á);"
                    " může za něj dohrát náhradník."
                )
                % {"table": seat.table.number, "player": seat.entry.name},
                code="tables_begun",
            )


def entry_snap(entry: Entry) -> Snapshot:
    """What a player's leaving changes with him, as it goes into the log."""
    return {
        "number": entry.number,
        "presence": str(entry.presence),
        "withdrawn_after": entry.withdrawn_after,
    }
