"""Who sits where: storing a seating, swapping, re-seating what a change touches, substitutes, undo.

Every change is kept in the log as ``{"tables": […], "entries": […], "substitutes": {…}}`` before and after,
only what it touched, by start numbers; so the last one can be put back exactly.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import seating
from rules.seating import CannotSeat, DrawnTable
from tournament import ports
from tournament.actors import Actor
from tournament.enums import SEAT_NAMES
from tournament.errors import Refused
from tournament.journal.actions import ROUNDS, SeenBy, declare
from tournament.journal.write import change_keep, log_write
from tournament.lib.counting import in_round
from tournament.lib.names import normalise, same_person_key
from tournament.lifecycle import Act, allowed, require
from tournament.models import Entry, LogEntry, Round, Seat, Table
from tournament.selectors.seating import (
    SeatingEffect,
    change_between,
    current_draw,
    entrants_from,
    history_before,
    preferred_of,
    seats_of,
    tables_from,
    weights_of,
)
from tournament.services.links import links_create
from tournament.services.rounds import locked_round, refuse_later_round
from tournament.services.writes import change_expected, conflict_about

SWAPPED = declare(
    "tournament.seats.swapped", gettext_lazy("Místa prohozena"), area=ROUNDS, seen_by=SeenBy.SEATING
)
SUBSTITUTED = declare(
    "tournament.seat.substituted", gettext_lazy("Náhradník"), area=ROUNDS, seen_by=SeenBy.SEATING
)
LONGEST_SUBJECT: int = LogEntry._meta.get_field("subject").max_length or 0
MAXIMAL_NAME: int = Seat._meta.get_field("substitute").max_length or 0

Snapshot = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TouchedTables:
    """What storing a seating changed: the touched tables before and after, as they go into the log."""

    old: list[Snapshot]
    new: list[Snapshot]


def seating_store(*, round_: Round, wanted: Sequence[DrawnTable]) -> TouchedTables:
    """Make the tables of the round those ``wanted``, leaving every table that is the same untouched.

    Inside the caller's transaction, under the lock of the round. A seat keeps its id and its substitute when
    its player moves within the round.
    """
    seats = list(seats_of(round_))
    before = {table.number: table for table in tables_from(seats)}
    after = {table.number: table for table in wanted}
    touched = {
        number
        for number in before.keys() | after.keys()
        if snap(table=before.get(number)) != snap(table=after.get(number))
    }
    if touched:
        _write(round_, [seat for seat in seats if seat.table.number in touched], after, touched)
    return TouchedTables(
        old=[snap(table=before[number]) for number in sorted(touched & before.keys())],
        new=[snap(table=after[number]) for number in sorted(touched & after.keys())],
    )


def snap(*, table: DrawnTable | None) -> Snapshot:
    """A table as it goes into the log; empty for a table that does not exist."""
    if table is None:
        return {}
    return {"table": table.number, "seats": list(table.seats), "scribe": table.scribe}


def unsnap(*, snapshot: Mapping[str, Any]) -> DrawnTable:
    """The table of a log entry."""
    return DrawnTable(snapshot["table"], tuple(snapshot["seats"]), snapshot["scribe"])


def _write(
    round_: Round, leaving: Sequence[Seat], after: Mapping[int, DrawnTable], touched: Collection[int]
) -> None:
    """Replace the seats of the touched tables; the old ones go first, for nobody may sit twice at once."""
    kept: dict[seating.Key, Seat] = {seat.entry.number: seat for seat in leaving}
    wanted = [after[number] for number in sorted(touched) if number in after]
    Seat.objects.filter(pk__in=[seat.pk for seat in leaving]).delete()
    round_.tables.filter(number__in=[number for number in touched if number not in after]).delete()
    tables = _tables(round_, wanted)
    keys = [key for drawn in wanted for key in drawn.seats]
    entries: dict[seating.Key, Entry] = {
        entry.number: entry
        for entry in Entry.objects.filter(tournament_id=round_.tournament_id, number__in=keys)
    }
    Seat.objects.bulk_create(
        _seat(round_, tables[drawn.number], letter, entries[key], kept.get(key))
        for drawn in wanted
        for letter, key in zip(SEAT_NAMES, drawn.seats, strict=False)
    )
    if allowed(Act.NEW_LINK, round_.state):
        links_create(round_=round_)


def _tables(round_: Round, wanted: Sequence[DrawnTable]) -> dict[int, Table]:
    """The rows of these tables with their scribes set, made where there are none."""
    existing = {table.number: table for table in round_.tables.all()}
    made = [Table(round=round_, number=drawn.number) for drawn in wanted if drawn.number not in existing]
    changed = [existing[drawn.number] for drawn in wanted if drawn.number in existing]
    tables = {table.number: table for table in (*changed, *made)}
    for drawn in wanted:
        tables[drawn.number].scribe_seat = SEAT_NAMES[drawn.seats.index(drawn.scribe)]
    for table in changed:
        table.version += 1
    Table.objects.bulk_create(made)
    Table.objects.bulk_update(changed, ["scribe_seat", "version"])
    return tables


def _seat(round_: Round, table: Table, letter: str, entry: Entry, before: Seat | None) -> Seat:
    seat = Seat(table=table, round=round_, position=letter, entry=entry)
    if before is not None:
        seat.pk, seat.created_at, seat.substitute = before.pk, before.created_at, before.substitute
        seat.version = before.version + 1
    return seat


def seating_clear(*, round_: Round) -> TouchedTables:
    """Take everybody out of the round."""
    return seating_store(round_=round_, wanted=())


def seat_swap(
    *, round_: Round, first: int, second: int, by: Actor, reason: str = "", expected: int | None = None
) -> SeatingEffect:
    """Swap the seats of two start numbers and say what it did to the quality of the draw.

    The warning comes with the effect, not before it: the change can be undone. Raises ``Refused``,
    ``Conflict``.
    """
    with transaction.atomic():
        fresh = locked_round(round_id=round_.pk)
        require(Act.SWAP, state=fresh.state, number=fresh.number)
        check_version(round_=fresh, expected=expected)
        effect = _swap_effect(round_=fresh, first=first, second=second)
        refuse_later_round(round_=fresh)
        change_expected(row=fresh, expected=None)
        stored = seating_store(round_=fresh, wanted=effect.tables)
        refuse_begun(touched=[table["table"] for table in stored.new], begun=begun_numbers(round_=fresh))
        names = _names(fresh)
        change_keep(
            entry=log_write(
                tournament=fresh.tournament,
                by=by,
                action=SWAPPED,
                subject=subject_text(
                    text=_("%(round)s: prohozeni %(first)s a %(second)s")
                    % {"round": fresh, "first": names[first], "second": names[second]}
                ),
                round_=fresh,
                object_id=fresh.pk,
                old={"tables": stored.old},
                new={"tables": stored.new},
                reason=reason,
            )
        )
    return change_between(effect.before, effect.after, names)


def _swap_effect(*, round_: Round, first: int, second: int) -> seating.SwapEffect:
    seats = list(seats_of(round_))
    draw = current_draw(round_)
    try:
        return seating.swap_effect(
            tables_from(seats),
            first,
            second,
            round_=round_.number,
            entrants=entrants_from(seat.entry for seat in seats),
            history=history_before(round_.tournament, round_.number),
            weights=weights_of(draw),
            preferred=preferred_of(round_, draw),
        )
    except CannotSeat as error:
        raise Refused(str(error), code=error.code) from error


def _names(round_: Round) -> dict[seating.Key, str]:
    return {
        number: f"{number} {name}"
        for number, name in seats_of(round_).values_list("entry__number", "entry__name")
    }


def seat_substitute(
    *,
    round_: Round,
    number: int,
    name: str,
    by: Actor,
    sits_elsewhere: bool = False,
    reason: str = "",
    expected: int | None = None,
) -> Seat:
    """Somebody plays this round for the player with this number; an empty ``name``: he plays himself.

    It belongs to the seat of this round, the result stays the player's (S18). Refuses ``sits_elsewhere`` when
    somebody of that name sits in the round already, for himself or for another, unless it is said that he
    does (S51). Raises ``Refused`` and ``Conflict``.
    """
    text = normalise(name)
    if len(text) > MAXIMAL_NAME:
        sentence = _("Jméno náhradníka má mít nejvýš %(most)s písmen.") % {"most": MAXIMAL_NAME}
        raise Refused(sentence, code="name_long", fields={"name": sentence})
    with transaction.atomic():
        fresh = locked_round(round_id=round_.pk)
        require(Act.SUBSTITUTE, state=fresh.state, number=fresh.number)
        seat = seat_with(round_=fresh, number=number)
        check_version(round_=fresh, expected=expected)
        if seat.substitute == text:
            return seat
        if text and not sits_elsewhere:
            _ask_about_seats(seat, text)
        change_expected(row=fresh, expected=None)
        old = seat.substitute
        change_expected(row=seat, expected=None, substitute=text)
        change_keep(
            entry=log_write(
                tournament=fresh.tournament,
                by=by,
                action=SUBSTITUTED,
                subject=subject_text(
                    text=_("%(round)s: náhradník za %(player)s") % {"round": fresh, "player": seat.entry}
                ),
                round_=fresh,
                table=seat.table.number,
                object_id=fresh.pk,
                old={"substitutes": {str(number): old}},
                new={"substitutes": {str(number): text}},
                reason=reason,
            )
        )
    return seat


def _ask_about_seats(replaced: Seat, name: str) -> None:
    """Refuse a substitute who sits at another place of the round as well: one person plays at one table."""
    key = same_person_key(name)
    for seat in seats_of(replaced.round).exclude(pk=replaced.pk):
        if same_person_key(seat.substitute or seat.entry.name) != key:
            continue
        where = (
            _("už v tomto kole hraje za hráče %(player)s") % {"player": seat.entry}
            if seat.substitute
            else _("už v tomto kole sedí")
        )
        sentence = _("%(who)s %(where)s (stůl %(table)s, místo %(letter)s). Má hrát i tady?") % {
            "who": seat.substitute or seat.entry,
            "where": where,
            "table": seat.table.number,
            "letter": seat.position,
        }
        raise Refused(sentence, code="sits_elsewhere", fields={"name": sentence})


def begun_numbers(*, round_: Round) -> set[int]:
    """Numbers of the tables that have a hand or a result."""
    begun = ports.tables_begun(round_)
    return set(round_.tables.filter(pk__in=begun).values_list("number", flat=True)) if begun else set()


def refuse_begun(*, touched: Collection[int], begun: Collection[int]) -> None:
    """Who has played at a table stays at it."""
    playing = sorted(set(touched) & set(begun))
    if playing:
        raise Refused(
            _("Stůl %(number)s už hraje, jeho hráči zůstávají na místech.") % {"number": playing[0]},
            code="tables_begun",
        )


def check_version(*, round_: Round, expected: int | None) -> None:
    """Answer a form about an older seating before anything is computed from the present one."""
    if expected is not None and expected != round_.version:
        raise conflict_about(row=round_)


def subject_text(*, text: str) -> str:
    """A subject that fits into the log, however long the names are."""
    return text if len(text) <= LONGEST_SUBJECT else f"{text[: LONGEST_SUBJECT - 1]}…"


def seat_with(*, round_: Round, number: int) -> Seat:
    """The seat of a start number in the round; ``Refused`` when it has none."""
    seat = seats_of(round_).filter(entry__number=number).first()
    if seat is None:
        raise Refused(
            _("Číslo %(number)s %(in_round)s nesedí; vyberte hráče z tohoto kola.")
            % {"number": number, "in_round": in_round(round_.number)},
            code="not_seated",
        )
    return seat
