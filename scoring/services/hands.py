"""Hands as they are written: stored once, corrected, taken back and put back."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules import Settlement
from scoring.adapters import InvalidRecord, ReadHand, read_hand, rulebook_of
from scoring.auctions import Calls, auction_words, checked_calls
from scoring.logged import HANDS
from scoring.models import Decision, Hand
from scoring.selectors.tables import NewHand, NextHand, counted_hands, next_hand, next_sequence
from scoring.services.guards import (
    LockedTable,
    holds_ruling,
    locked_for_hand,
    locked_table,
    place_of,
    refuse_ruling,
    require_play,
    require_writable,
    require_writer,
    seat_letters,
)
from scoring.services.questions import Announced, ask_about, ask_about_doubts
from scoring.services.results import follow_hands
from tournament.actors import Actor, signed
from tournament.errors import DeskError, NotAllowed, Refused
from tournament.journal.actions import SeenBy, declare
from tournament.journal.write import log_write
from tournament.models import LogEntry, Round, Table
from tournament.services.rounds import locked_round, round_mark_playing
from tournament.services.writes import change_expected, run_once

# The first hand starts its round, which is an entry of its own.
RECORDED = declare(
    "scoring.hand.recorded", gettext_lazy("Hra zapsána"), area=HANDS, seen_by=SeenBy.TABLE, public=False
)
CORRECTED = declare("scoring.hand.corrected", gettext_lazy("Hra opravena"), area=HANDS, seen_by=SeenBy.TABLE)
REMOVED = declare("scoring.hand.removed", gettext_lazy("Hra vzata zpět"), area=HANDS, seen_by=SeenBy.TABLE)
RESTORED = declare("scoring.hand.restored", gettext_lazy("Hra vrácena"), area=HANDS, seen_by=SeenBy.TABLE)
EXTERNAL_ID_LENGTH = 100


@dataclass(frozen=True, slots=True)
class HandLine:
    """One line of a file of hands: where it stands in the file, its table, the record, its id or ``None``."""

    line: int
    table: int
    record: object
    external_id: str | None = None


@dataclass(frozen=True, slots=True)
class Sent:
    """A hand that was sent: the stored row, and whether the same sending had stored it before.

    ``new``: what a page learns with it, where a person has sent it now.
    """

    hand: Hand
    repeated: bool
    new: NewHand | None = None


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
    """``hand_send`` for who writes down what happened and is asked nothing."""
    return hand_send(
        table=table, record=record, by=by, external_id=external_id, submission=submission, auction=auction
    ).hand


def hand_send(
    *,
    table: Table,
    record: object,
    by: Actor,
    external_id: str | None = None,
    submission: uuid.UUID | None = None,
    auction: Calls = (),
    announced: Announced | None = None,
) -> Sent:
    """Store a hand and what it is paid; the first hand of a round marks the round as played.

    ``record`` is a ``ReadHand`` where a door has read it already, otherwise the record as it came.
    ``auction`` are the calls where they were written down; they must end as the record says. The same
    ``external_id`` or ``submission`` with the same content gives the hand stored first, with other content it
    is refused. A door with a person in front of it says what its form ``announced`` and may be asked. Raises
    ``InvalidRecord``, ``Asked``, ``Refused`` (state), ``NotAllowed``.
    """
    require_writer(table=table, by=by)
    made: list[Sent] = []
    made_id = uuid.uuid4()

    def create() -> Hand:
        place = locked_for_hand(table=table)
        require_play(round_=place.table.round)
        made.append(_store(place, record, by, external_id, auction, made_id=made_id, announced=announced))
        if not made[0].repeated:
            _after_new(place, by)
        return made[0].hand

    hand = run_once(submission=submission, action=RECORDED, model=Hand, create=create, made_id=made_id)
    if made:
        return Sent(hand, repeated=False, new=made[0].new)
    _require_same(hand, table, record)
    return Sent(hand, repeated=True)


def hands_record_many(*, round_: Round, lines: Iterable[HandLine], by: Actor) -> Stored:
    """Store the hands of a file, all or nothing; a refusal names the lines of the file (``fields``: by line).

    Raises ``Refused``.
    """
    with transaction.atomic():
        fresh = locked_round(round_id=round_.pk)
        require_play(round_=fresh)
        tables = {}
        for table in fresh.tables.prefetch_related("seats"):
            table.round = fresh
            letters = tuple(sorted(seat.position for seat in table.seats.all()))
            tables[table.number] = LockedTable(table, letters)
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
            raise refused_lines(problems=problems)
        for place in touched.values():
            _after_new(place, by)
    return Stored(stored=stored.count(True), repeated=stored.count(False))


def hand_correct(
    *,
    hand: Hand,
    record: object,
    by: Actor,
    expected: int | None = None,
    reason: str = "",
    auction: Calls | None = None,
    announced: Announced | None = None,
) -> Hand:
    """Replace what was written; a ruling stays laid over the new record.

    ``auction``: the calls, ``None`` leaves those that are there as long as they fit the new record. Raises
    ``Conflict`` when the hand is no longer at version ``expected``, ``InvalidRecord``, ``Asked``,
    ``Refused``.
    """
    require_writer(table=hand.table, by=by)
    with transaction.atomic():
        table = locked_table(table=hand.table)
        require_writable(table=table)
        fresh = Hand.objects.get(pk=hand.pk)
        fresh.table = table
        ruling = _ruling_for_writer(fresh, by)
        rulebook = rulebook_of(table.round.tournament)
        read = read_hand(record, rulebook, seat_letters(table=table))
        settlement = _paid_with_ruling(read, ruling)
        misdealer = _misdealer(fresh)
        calls = checked_calls(fresh.auction if auction is None else auction, read.record, rulebook)
        if (read.record, calls) == (fresh.record, fresh.auction):
            return fresh
        refuse_ruling(record=read.record, by=by)
        if announced is not None:
            ask_about_doubts(read=read, announced=announced)
        _rewrite(fresh, read, settlement, by, expected=expected, reason=reason, auction=calls)
        _count_misdeals_after(fresh, misdealer, by)
        follow_hands(table=table, by=by, why=_("opravená hra %(n)d") % {"n": fresh.sequence})
    return fresh


def hand_remove(*, hand: Hand, by: Actor, expected: int | None = None) -> Hand:
    """Take a hand back; it stays stored, counts for nothing and can be put back."""
    return _set_removed(hand, by=by, expected=expected, removed=True)


def hand_restore(*, hand: Hand, by: Actor, expected: int | None = None) -> Hand:
    """Put a hand that was taken back into the account again, at its old place."""
    return _set_removed(hand, by=by, expected=expected, removed=False)


def paid(*, settlement: Settlement) -> dict[str, Any]:
    """The columns of a hand that follow from its settlement."""
    return {
        "money": dict(settlement.money),
        "premium": dict(settlement.premium),
        "limited": settlement.limited,
    }


def _rewrite(
    hand: Hand,
    read: ReadHand,
    settlement: Settlement,
    by: Actor,
    *,
    expected: int | None = None,
    reason: str = "",
    **changes: Any,
) -> None:
    """Write a stored hand anew, with its entry in the journal."""
    old = _hand_values(hand)
    written = {"record": read.record, "notation": read.notation, **paid(settlement=settlement)}
    change_expected(row=hand, expected=expected, **written, **changes)
    log_write(
        tournament=hand.table.round.tournament,
        by=by,
        action=CORRECTED,
        **place_of(target=hand),
        object_id=hand.pk,
        old=old,
        new=_hand_values(hand),
        reason=reason,
    )


def _misdealer(hand: Hand) -> str:
    """Who dealt wrongly, empty where nobody did or the hand does not count."""
    misdealt = hand.record.get("kind") == "misdeal" and not hand.removed
    return str(hand.record["dealer"]) if misdealt else ""


def _count_misdeals_after(hand: Hand, before: str, by: Actor) -> None:
    """A misdeal that came or went (``before``: whose it was) changes the count of the later ones (B/5)."""
    after = _misdealer(hand)
    for dealer, step in ((before, -1), (after, 1)):
        if not dealer or before == after:
            continue
        rulebook = rulebook_of(hand.table.round.tournament)
        for later in counted_hands(hand.table).filter(sequence__gt=hand.sequence):
            if _misdealer(later) != dealer:
                continue
            later.table = hand.table
            count = max(0, later.record.get("prior_misdeals", 0) + step)
            record = {**later.record, "prior_misdeals": count}
            read = read_hand(record, rulebook, record["players"], stored=True)
            if read.record != later.record:
                reason = _("přepočet chybných rozdání, hra %(n)d") % {"n": hand.sequence}
                _rewrite(later, read, _paid_with_ruling(read, _ruling_of(later)), by, reason=reason)


def _hand_values(hand: Hand) -> dict[str, Any]:
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
    place: LockedTable,
    record: object,
    by: Actor,
    external_id: str | None,
    auction: Calls = (),
    *,
    announced: Announced | None = None,
    made_id: uuid.UUID | None = None,
    from_file: bool = False,
) -> Sent:
    """The stored hand, new or not: what was stored before may be sent again at any time.

    The round is locked and its state checked. What stands in a file was written down earlier.
    """
    table = place.table
    rulebook = rulebook_of(table.round.tournament)
    read = read_hand(record, rulebook, place.letters, stored=from_file)
    if external_id is not None:
        earlier = Hand.objects.filter(table=table, external_id=_external_id(external_id)).first()
        if earlier is not None:
            _require_content(earlier, read, external_id)
            return Sent(earlier, repeated=True)
    require_writable(table=table)
    refuse_ruling(record=read.record, by=by)
    after = _next_after(place, read, announced)
    read = _counted_misdeal(read, after)
    hand = Hand.objects.create(
        id=made_id or uuid.uuid4(),
        table=table,
        sequence=after.number if after else next_sequence(table),
        external_id=external_id,
        record=read.record,
        notation=read.notation,
        auction=checked_calls(auction, read.record, rulebook),
        **signed("written_by", by),
        **paid(settlement=read.settlement),
    )
    entry = log_write(
        tournament=table.round.tournament,
        by=by,
        action=RECORDED,
        **place_of(target=hand),
        object_id=hand.pk,
        new=_hand_values(hand),
    )
    if after is None:
        return Sent(hand, repeated=False)
    marks = (place.mark, entry.sequence)
    return Sent(hand, False, NewHand(hand, read, marks, after.with_hand(hand), place.has_result))


def _next_after(place: LockedTable, read: ReadHand, announced: Announced | None) -> NextHand | None:
    """What the hand follows on, once the person who sends it has answered what is asked; ``None``: nobody."""
    if announced is None:
        return None
    after = next_hand(place.table, place.letters)
    ask_about(read=read, table=place.table, after=after, announced=announced)
    return after


def _counted_misdeal(read: ReadHand, after: NextHand | None) -> ReadHand:
    """A misdeal counts all that are written by now (B/5), also what another phone wrote meanwhile."""
    written = after.misdeals[read.hand.dealer] if after and read.hand.kind == "misdeal" else 0
    return read.patched({"prior_misdeals": written}) if read.hand.prior_misdeals < written else read


def _after_new(place: LockedTable, by: Actor) -> None:
    """What follows from new hands: the round is being played, a result taken from hands grows with them."""
    round_mark_playing(round_=place.table.round, by=by)
    if place.has_result:
        follow_hands(table=place.table, by=by, why=_("zapsané hry"))


def _store_line(tables: Mapping[int, LockedTable], line: HandLine, by: Actor) -> bool:
    place = tables.get(line.table)
    if place is None:
        raise Refused(
            _("Stůl %(number)s v tomto kole není, jsou tu stoly %(known)s.")
            % {"number": line.table, "known": ", ".join(map(str, sorted(tables))) or "–"},
            code="unknown_table",
        )
    require_writer(table=place.table, by=by)
    return not _store(place, line.record, by, line.external_id, from_file=True).repeated


def _external_id(value: str) -> str:
    if not 1 <= len(value) <= EXTERNAL_ID_LENGTH or not value.isprintable():
        raise Refused(
            _("Označení hry (id) má mít 1 až %(most)d tisknutelných znaků.") % {"most": EXTERNAL_ID_LENGTH},
            code="external_id",
        )
    return value


def _same_content(hand: Hand, read: ReadHand) -> bool:
    """Was this content sent before? A hand corrected since then is compared as it was first written."""
    if hand.record == read.record:
        return True
    first = LogEntry.objects.filter(object_id=hand.pk, action=RECORDED).order_by("sequence").first()
    return first is not None and (first.new or {}).get("record") == read.record


def _require_content(hand: Hand, read: ReadHand, external_id: str) -> None:
    if not _same_content(hand, read):
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
    read = read_hand(record, rulebook_of(table.round.tournament), seat_letters(table=table))
    # A misdeal sent again counts itself among those that are written.
    same = _same_content(hand, read) or _same_content(hand, read.patched({"prior_misdeals": _counted(hand)}))
    if hand.table_id != table.pk or not same:
        raise Refused(
            _("Tento formulář už uložil hru %(n)d s jiným obsahem. Opravte ji, nebo zapište novou hru.")
            % {"n": hand.sequence},
            code="submission_used",
        )


def _counted(hand: Hand) -> int | None:
    prior: int | None = hand.record.get("prior_misdeals")
    return prior


def refused_lines(*, problems: Mapping[int, str]) -> Refused:
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


def _ruling_of(hand: Hand) -> Decision | None:
    return hand.decisions.filter(current=True, cancels=False).first()


def _ruling_for_writer(hand: Hand, by: Actor) -> Decision | None:
    """The ruling in force; a scribe may not touch a hand that was ruled on."""
    ruling = _ruling_of(hand)
    if ruling is not None and not by.is_organiser:
        raise NotAllowed(
            _("O hře %(n)d je rozhodnuto: %(who)s. Změnit ji může už jen pořadatel.")
            % {"n": hand.sequence, "who": ruling.decided_by},
            code="ruled",
        )
    if holds_ruling(record=hand.record) and not by.is_organiser:
        text = _("V zápisu hry %(n)d stojí, co určil rozhodčí. Změnit ji může už jen pořadatel.")
        raise NotAllowed(text % {"n": hand.sequence}, code="ruled")
    return ruling


def _paid_with_ruling(read: ReadHand, ruling: Decision | None) -> Settlement:
    if ruling is None:
        return read.settlement
    try:
        return read.patched(ruling.patch).settlement
    except InvalidRecord as error:
        raise Refused(
            _("S rozhodnutím rozhodčího (%(who)s) se oprava nesnáší: %(problem)s")
            % {"who": ruling.decided_by, "problem": error.text},
            code="against_ruling",
            fields=error.fields,
        ) from error


def _set_removed(hand: Hand, *, by: Actor, expected: int | None, removed: bool) -> Hand:
    require_writer(table=hand.table, by=by)
    with transaction.atomic():
        table = locked_table(table=hand.table)
        require_writable(table=table)
        fresh = Hand.objects.get(pk=hand.pk)
        fresh.table = table
        _ruling_for_writer(fresh, by)
        if fresh.removed == removed:
            return fresh
        misdealer = _misdealer(fresh)
        change_expected(row=fresh, expected=expected, removed=removed)
        log_write(
            tournament=table.round.tournament,
            by=by,
            action=REMOVED if removed else RESTORED,
            **place_of(target=fresh),
            object_id=fresh.pk,
            old={"removed": not removed},
            new={"removed": removed},
        )
        _count_misdeals_after(fresh, misdealer, by)
        why = _("hra %(n)d vzata zpět") if removed else _("hra %(n)d vrácena")
        follow_hands(table=table, by=by, why=why % {"n": fresh.sequence})
    return fresh
