"""Hands as they are written: stored once, corrected, taken back and put back."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules import Settlement
from scoring.adapters import InvalidRecord, normalised, notation_of, rulebook_of, settlement_of
from scoring.auctions import Calls, auction_words, checked_calls
from scoring.models import Decision, Hand
from scoring.selectors.tables import next_sequence
from scoring.services.guards import (
    locked_table,
    require_play,
    require_writable,
    require_writer,
    seat_letters,
    subject_of,
)
from scoring.services.results import follow_hands
from tournament.actors import Actor
from tournament.errors import DeskError, NotAllowed, Refused
from tournament.models import LogEntry, Round, Table
from tournament.services.rounds import locked_round, round_mark_playing
from tournament.services.writes import change_expected, log_write, run_once

RECORDED = "scoring.hand.recorded"
CORRECTED = "scoring.hand.corrected"
EXTERNAL_ID_LENGTH = 100


@dataclass(frozen=True, slots=True)
class HandLine:
    """One line of a file of hands: where it stands in the file, its table, the record, its id or ``None``."""

    line: int
    table: int
    record: object
    external_id: str | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """What a file of hands did: newly stored hands and hands that were there already."""

    stored: int
    repeated: int


def hand_record(
    *,
    table: Table,
    record: object,
    by: Actor,
    external_id: str | None = None,
    submission: uuid.UUID | None = None,
    auction: Calls = (),
) -> Hand:
    """Store a hand and what it is paid; the first hand of a round marks the round as played.

    ``auction`` are the calls where they were written down; they must end as the record says. The same
    ``external_id`` or ``submission`` with the same content gives the hand stored first, with other content it
    is refused. Raises ``InvalidRecord``, ``Refused`` (state), ``NotAllowed``.
    """
    require_writer(table, by)

    def create() -> Hand:
        place = locked_table(table)
        require_play(place.round)
        hand, new = _store(place, record, by, external_id, auction)
        if new:
            _after_new(place, by)
        return hand

    hand = run_once(submission=submission, action=RECORDED, model=Hand, create=create)
    if submission is not None:
        _require_same(hand, table, record)
    return hand


def hands_record_many(*, round_: Round, lines: Iterable[HandLine], by: Actor) -> Stored:
    """Store the hands of a file, all or nothing; a refusal names the lines of the file (``fields``: by line).

    Raises ``Refused``.
    """
    with transaction.atomic():
        fresh = locked_round(round_.pk)
        require_play(fresh)
        tables = {table.number: table for table in fresh.tables.prefetch_related("seats")}
        for table in tables.values():
            table.round = fresh
        stored, touched, problems = [], {}, {}
        for line in lines:
            try:
                stored.append(_store_line(tables, line, by))
            except DeskError as error:
                problems[line.line] = error.text
                continue
            if stored[-1]:
                touched[line.table] = tables[line.table]
        if problems:
            raise refused_lines(problems)
        for table in touched.values():
            _after_new(table, by)
    return Stored(stored=stored.count(True), repeated=stored.count(False))


def hand_correct(
    *,
    hand: Hand,
    record: object,
    by: Actor,
    expected: int | None = None,
    reason: str = "",
    auction: Calls | None = None,
) -> Hand:
    """Replace what was written; a ruling stays laid over the new record.

    ``auction``: the calls, ``None`` leaves those that are there as long as they fit the new record. Raises
    ``Conflict`` when the hand is no longer at version ``expected``, ``InvalidRecord``, ``Refused``.
    """
    require_writer(hand.table, by)
    with transaction.atomic():
        table = locked_table(hand.table)
        require_writable(table)
        fresh = Hand.objects.get(pk=hand.pk)
        fresh.table = table
        ruling = _ruling_for_writer(fresh, by)
        rulebook = rulebook_of(table.round.tournament)
        wanted = normalised(record, rulebook, seat_letters(table))
        settlement = _paid_with_ruling(wanted, ruling, rulebook)
        old = hand_values(fresh)
        calls = checked_calls(fresh.auction if auction is None else auction, wanted, rulebook)
        if (wanted, calls) == (fresh.record, fresh.auction):
            return fresh
        change_expected(
            fresh,
            expected=expected,
            record=wanted,
            notation=notation_of(wanted, rulebook),
            auction=calls,
            **paid(settlement),
        )
        log_write(
            tournament=table.round.tournament,
            by=by,
            action=CORRECTED,
            subject=subject_of(fresh),
            object_id=fresh.pk,
            old=old,
            new=hand_values(fresh),
            reason=reason,
        )
        follow_hands(table=table, by=by, why=_("opravená hra %(n)d") % {"n": fresh.sequence})
    return fresh


def hand_remove(*, hand: Hand, by: Actor, expected: int | None = None) -> Hand:
    """Take a hand back; it stays stored, counts for nothing and can be put back."""
    return _set_removed(hand, by=by, expected=expected, removed=True)


def hand_restore(*, hand: Hand, by: Actor, expected: int | None = None) -> Hand:
    """Put a hand that was taken back into the account again, at its old place."""
    return _set_removed(hand, by=by, expected=expected, removed=False)


def paid(settlement: Settlement) -> dict[str, Any]:
    """The columns of a hand that follow from its settlement."""
    return {
        "money": dict(settlement.money),
        "premium": dict(settlement.premium),
        "limited": settlement.limited,
    }


def hand_values(hand: Hand) -> dict[str, Any]:
    """A hand as the log keeps it."""
    values = {
        "record": hand.record,
        "money": hand.money,
        "premium": hand.premium,
        "removed": hand.removed,
    }
    words = {"notation": hand.notation, "auction": auction_words(hand.auction)}
    return values | {name: value for name, value in words.items() if value}


def _store(
    table: Table, record: object, by: Actor, external_id: str | None, auction: Calls = ()
) -> tuple[Hand, bool]:
    """The stored hand, and whether it is new: what was stored before may be sent again at any time.

    The round is locked and its state checked.
    """
    rulebook = rulebook_of(table.round.tournament)
    wanted = normalised(record, rulebook, _letters(table))
    if external_id is not None:
        earlier = Hand.objects.filter(table=table, external_id=_external_id(external_id)).first()
        if earlier is not None:
            _require_content(earlier, wanted, external_id)
            return earlier, False
    require_writable(table)
    hand = Hand.objects.create(
        table=table,
        sequence=next_sequence(table),
        external_id=external_id,
        record=wanted,
        notation=notation_of(wanted, rulebook),
        auction=checked_calls(auction, wanted, rulebook),
        written_by=by.name,
        **paid(settlement_of(wanted, None, rulebook)),
    )
    log_write(
        tournament=table.round.tournament,
        by=by,
        action=RECORDED,
        subject=subject_of(hand),
        object_id=hand.pk,
        new=hand_values(hand),
    )
    return hand, True


def _after_new(table: Table, by: Actor) -> None:
    """What follows from new hands: the round is being played, a result taken from hands grows with them."""
    round_mark_playing(round_=table.round, by=by)
    follow_hands(table=table, by=by, why=_("zapsané hry"))


def _letters(table: Table) -> tuple[str, ...]:
    """Seats of a table that may have them loaded already."""
    return tuple(sorted(seat.position for seat in table.seats.all()))


def _store_line(tables: Mapping[int, Table], line: HandLine, by: Actor) -> bool:
    table = tables.get(line.table)
    if table is None:
        raise Refused(
            _("Stůl %(number)s v tomto kole není, jsou tu stoly %(known)s.")
            % {"number": line.table, "known": ", ".join(map(str, sorted(tables))) or "–"},
            code="unknown_table",
        )
    require_writer(table, by)
    return _store(table, line.record, by, line.external_id)[1]


def _external_id(value: str) -> str:
    if not 1 <= len(value) <= EXTERNAL_ID_LENGTH or not value.isprintable():
        raise Refused(
            _("Označení hry (id) má mít 1 až %(most)d tisknutelných znaků.") % {"most": EXTERNAL_ID_LENGTH},
            code="external_id",
        )
    return value


def _same_content(hand: Hand, wanted: dict[str, Any]) -> bool:
    """Was this content sent before? A hand corrected since then is compared as it was first written."""
    if hand.record == wanted:
        return True
    first = LogEntry.objects.filter(object_id=hand.pk, action=RECORDED).order_by("at").first()
    return first is not None and (first.new or {}).get("record") == wanted


def _require_content(hand: Hand, wanted: dict[str, Any], external_id: str) -> None:
    if not _same_content(hand, wanted):
        raise Refused(
            _(
                "Hra s označením „%(id)s“ je u stolu %(table)d už zapsaná s jiným obsahem."
                " Nová hra potřebuje nové označení, zapsanou hru opravte u stolu."
            )
            % {"id": external_id, "table": hand.table.number},
            code="other_content",
        )


def _require_same(hand: Hand, table: Table, record: object) -> None:
    """A form that was already used for another hand must not swallow what is typed in it now."""
    wanted = normalised(record, rulebook_of(table.round.tournament), seat_letters(table))
    if hand.table_id != table.pk or not _same_content(hand, wanted):
        raise Refused(
            _("Tento formulář už uložil hru %(n)d s jiným obsahem. Opravte ji, nebo zapište novou hru.")
            % {"n": hand.sequence},
            code="submission_used",
        )


def refused_lines(problems: Mapping[int, str]) -> Refused:
    """The refusal of a file: the first wrong line with its sentence, the numbers of the others."""
    first = min(problems)
    text = _("Řádek %(line)d: %(problem)s") % {"line": first, "problem": problems[first]}
    if len(problems) > 1:
        others = ", ".join(str(line) for line in sorted(problems)[1:11])
        dots = ", …" if len(problems) > 11 else ""
        where = ngettext(
            "Chyba je i na řádku %(lines)s.", "Chyba je i na řádcích %(lines)s.", len(problems) - 1
        )
        text += " " + where % {"lines": others + dots}
    return Refused(
        text + " " + _("Neuložilo se nic."),
        code="lines",
        fields={str(line): problem for line, problem in problems.items()},
    )


def _ruling_for_writer(hand: Hand, by: Actor) -> Decision | None:
    """The ruling in force; who may not decide may not touch a hand that was ruled on."""
    ruling = hand.decisions.filter(current=True, cancels=False).first()
    if ruling is not None and not (by.is_organiser or by.may_decide(hand.table.number)):
        raise NotAllowed(
            _("O hře %(n)d rozhodl(a) %(who)s. Změnit ji může už jen pořadatel.")
            % {"n": hand.sequence, "who": ruling.decided_by},
            code="ruled",
        )
    return ruling


def _paid_with_ruling(record: dict[str, Any], ruling: Decision | None, rulebook: Any) -> Settlement:
    try:
        return settlement_of(record, ruling.patch if ruling else None, rulebook)
    except InvalidRecord as error:
        if ruling is None:
            raise
        raise Refused(
            _("S rozhodnutím rozhodčího (%(who)s) se oprava nesnáší: %(problem)s")
            % {"who": ruling.decided_by, "problem": error.text},
            code="against_ruling",
            fields=error.fields,
        ) from error


def _set_removed(hand: Hand, *, by: Actor, expected: int | None, removed: bool) -> Hand:
    require_writer(hand.table, by)
    with transaction.atomic():
        table = locked_table(hand.table)
        require_writable(table)
        fresh = Hand.objects.get(pk=hand.pk)
        fresh.table = table
        _ruling_for_writer(fresh, by)
        if fresh.removed == removed:
            return fresh
        change_expected(fresh, expected=expected, removed=removed)
        log_write(
            tournament=table.round.tournament,
            by=by,
            action="scoring.hand.removed" if removed else "scoring.hand.restored",
            subject=subject_of(fresh),
            object_id=fresh.pk,
            old={"removed": not removed},
            new={"removed": removed},
        )
        why = _("hra %(n)d vzata zpět") if removed else _("hra %(n)d vrácena")
        follow_hands(table=table, by=by, why=why % {"n": fresh.sequence})
    return fresh
