"""Results of tables: handed in, entered from paper or taken from the hands, confirmed, corrected.

A result is never changed: each change is a new version, the older ones stay readable and can be restored.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from rules import format_crowns
from scoring.adapters import MONEY_LIMIT, crowns_problems, proposed_crowns
from scoring.enums import ResultSource
from scoring.models import SeatResult, TableResult
from scoring.selectors.results import typists_of
from scoring.selectors.tables import (
    current_result,
    hand_totals,
    result_difference,
    result_lines,
    same_figures_at,
)
from scoring.services.guards import (
    locked_table,
    reason_given,
    require_organiser,
    require_play,
    require_unfinished,
    require_writable,
    require_writer,
    seat_letters,
    subject_of,
)
from scoring.services.standings import standings_republish
from tournament.actors import Actor
from tournament.enums import CLOSED_STATES, RoundState, TableState
from tournament.errors import Conflict, Refused
from tournament.lib.names import normalise
from tournament.lifecycle import Act, require
from tournament.models import Round, Table, next_version
from tournament.services.rounds import round_mark_playing, when_text
from tournament.services.writes import conflict_about, log_write, run_once

ENTERED = "scoring.result.entered"
PREMIUM_LIMIT = 100_000


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """One player's figures as they were typed: haléře, points, agreed crowns (``None``: as proposed)."""

    money: int
    premium: int
    zb: int | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    """A result as it is entered. With the source ``HANDS`` money and points are those of the hands.

    ``zero_reason`` lets a sum stand that is not zero, ``rounding_reason`` crowns out of the bounds of
    R-001, ``accept_same`` the figures of another table (S40).
    """

    seats: Mapping[str, SeatFigures]
    source: ResultSource = ResultSource.PAPER
    signed: bool = True
    zero_reason: str = ""
    rounding_reason: str = ""
    accept_same: bool = False


def table_hand_in(*, table: Table, by: Actor) -> Table:
    """The scribe hands the sheet in: open → handed in. Again by anybody: nothing more happens."""
    require_writer(table, by)
    return _move(table, by, TableState.OPEN, TableState.HANDED_IN, "scoring.table.handed_in")


def table_take_back(*, table: Table, by: Actor) -> Table:
    """The scribe takes the sheet back before it is confirmed: handed in → open."""
    require_writer(table, by)
    return _move(table, by, TableState.HANDED_IN, TableState.OPEN, "scoring.table.taken_back")


def result_enter(
    *,
    table: Table,
    figures: Figures,
    by: Actor,
    expected: int | None = None,
    submission: uuid.UUID | None = None,
) -> TableResult:
    """A new version of the result of a table that is not confirmed yet; the sheet counts as handed in.

    ``expected`` is the number of the version the form showed (0: none). Raises ``Refused`` with the fields
    ``money_A`` …, ``zb_A`` …, ``zero_reason``, ``rounding_reason``, ``accept_same``; ``Conflict``.
    """
    require_organiser(by)

    def create() -> TableResult:
        place = locked_table(table)
        require_writable(place)
        result = _new_version(place, figures, by=by, expected=expected)
        Table.objects.filter(pk=place.pk).update(state=TableState.HANDED_IN, version=next_version())
        round_mark_playing(round_=place.round, by=by)
        return result

    return run_once(submission=submission, action=ENTERED, model=TableResult, create=create)


def result_confirm(*, table: Table, by: Actor, expected: int | None = None, reason: str = "") -> TableResult:
    """An organiser confirms the result, taken from the hands where none was entered.

    A difference between result and hands needs a ``reason``. In two-person mode the person who typed the
    figures is refused (S28). Raises ``Conflict`` when somebody else has confirmed it (S21).
    """
    require_organiser(by)
    with transaction.atomic():
        place = locked_table(table)
        require_play(place.round)
        result = current_result(place)
        if place.state == TableState.CONFIRMED and result is not None:
            return _confirmed_before(result, by)
        if result is None:
            result = _from_hands(place, by)
        elif expected is not None and result.number != expected:
            raise conflict_about(result)
        if result_difference(result, hand_totals(place, seat_letters(place))):
            reason = _difference_reason(reason)
        return confirm_locked(place, result, by=by, reason=normalise(reason))


def result_unconfirm(*, table: Table, by: Actor) -> Table:
    """Take a confirmation back while the round is not closed; the table is handed in again."""
    require_organiser(by)
    with transaction.atomic():
        place = locked_table(table)
        require_play(place.round)
        _lapse(place, by, "")
    return place


def result_correct(
    *,
    table: Table,
    figures: Figures,
    reason: str,
    by: Actor,
    expected: int | None = None,
    submission: uuid.UUID | None = None,
) -> TableResult:
    """Correct a table of a closed round: a new version with its reason, the round becomes revised.

    Published standings of this and later rounds get a new version at once (S31). Draws stay as they are.
    """
    require_organiser(by)
    why = reason_given(reason)

    def create() -> TableResult:
        place = locked_table(table)
        require(Act.CORRECT_RESULT, state=place.round.state, number=place.round.number)
        require_unfinished(place.round.tournament)
        result = _new_version(place, figures, by=by, expected=expected, reason=why)
        _revise(place, result, by=by, reason=why)
        return result

    return run_once(
        submission=submission, action="scoring.result.corrected", model=TableResult, create=create
    )


def result_restore(*, table: Table, number: int, by: Actor, reason: str = "") -> TableResult:
    """Put the figures of an older version in force again, as a new version (S40)."""
    older = TableResult.objects.filter(table=table, number=number).prefetch_related("seats__seat").first()
    if older is None:
        raise Refused(
            _("Verze %(number)d výsledku stolu %(table)d není.") % {"number": number, "table": table.number},
            code="unknown_version",
        )
    figures = Figures(
        seats={line.letter: SeatFigures(line.money, line.premium, line.zb) for line in result_lines(older)},
        source=ResultSource.PAPER,
        signed=older.signed,
        zero_reason=older.zero_reason,
        rounding_reason=older.rounding_reason,
        accept_same=True,
    )
    if table.round.state in CLOSED_STATES:
        return result_correct(table=table, figures=figures, reason=reason, by=by)
    return result_enter(table=table, figures=figures, by=by)


def confirm_locked(table: Table, result: TableResult, *, by: Actor, reason: str = "") -> TableResult:
    """Confirm under the lock of the round; the table is written and not confirmed yet."""
    if table.round.tournament.two_person_mode and by.name in typists_of(table, result):
        raise Refused(
            _("Lístek stolu %(table)d jste zapsal(a) vy, potvrdit ho musí někdo jiný.")
            % {"table": table.number},
            code="same_person",
        )
    result.confirmed_by, result.confirmed_at = by.name, timezone.now()
    if reason:
        result.reason = reason
    result.version += 1
    result.save(update_fields=["confirmed_by", "confirmed_at", "reason", "version"])
    old = table.state
    Table.objects.filter(pk=table.pk).update(state=TableState.CONFIRMED, version=next_version())
    table.state = TableState.CONFIRMED
    log_write(
        tournament=table.round.tournament,
        by=by,
        action="scoring.result.confirmed",
        subject=subject_of(table),
        object_id=result.pk,
        old={"state": old},
        new={"state": TableState.CONFIRMED, "number": result.number},
        reason=reason,
    )
    return result


def result_from_hands(table: Table, *, by: Actor) -> TableResult:
    """The first result of a table that has hands only, with the proposed crowns; under the lock."""
    return _new_version(table, Figures(seats={}, source=ResultSource.HANDS), by=by)


def follow_hands(*, table: Table, by: Actor, why: str) -> TableResult | None:
    """A result taken from hands follows them: a new version where the hands have changed.

    Called under the lock of the round by everything that changes a hand. The agreed crowns give way to the
    proposal, since what was agreed on is gone. Returns the new version.
    """
    result = current_result(table)
    if result is None or result.source != ResultSource.HANDS:
        return None
    totals = hand_totals(table, seat_letters(table))
    if all(
        line.money == totals.money[line.letter] and line.premium == totals.premium[line.letter]
        for line in result_lines(result)
    ):
        return None
    figures = Figures(seats={}, source=ResultSource.HANDS, signed=result.signed)
    return _new_version(table, figures, by=by, reason=why)


def follow_ruling(*, table: Table, by: Actor, why: str) -> None:
    """What a ruling means for the result, by the state of the table.

    A confirmed table waits for its confirmation again; in a closed round the result is corrected at once
    where it was taken from the hands, otherwise the difference shows and the organiser decides.
    """
    result = follow_hands(table=table, by=by, why=why)
    if table.state == TableState.CONFIRMED:
        _lapse(table, by, why)
    elif result is not None and table.round.state in CLOSED_STATES:
        _revise(table, result, by=by, reason=why)


def result_values(result: TableResult) -> dict[str, Any]:
    """A result as the log keeps it."""
    lines = result_lines(result)
    return {
        "number": result.number,
        "source": result.source,
        "money": {line.letter: line.money for line in lines},
        "zb": {line.letter: line.zb for line in lines},
        "premium": {line.letter: line.premium for line in lines},
        "signed": result.signed,
        "zero_reason": result.zero_reason,
        "rounding_reason": result.rounding_reason,
    }


def _move(table: Table, by: Actor, start: str, end: str, action: str) -> Table:
    with transaction.atomic():
        place = locked_table(table)
        require_writable(place)
        if place.state == start:
            Table.objects.filter(pk=place.pk).update(state=end, version=next_version())
            log_write(
                tournament=place.round.tournament,
                by=by,
                action=action,
                subject=subject_of(place),
                object_id=place.pk,
                old={"state": start},
                new={"state": end},
            )
        place.refresh_from_db(fields=["state", "version"])
    return place


def _from_hands(table: Table, by: Actor) -> TableResult:
    if not hand_totals(table, seat_letters(table)).count:
        raise Refused(
            _("Stůl %(table)d nemá zapsanou žádnou hru ani výsledek. Nejdřív zapište výsledek z lístku.")
            % {"table": table.number},
            code="nothing_to_confirm",
        )
    return result_from_hands(table, by=by)


def _confirmed_before(result: TableResult, by: Actor) -> TableResult:
    if result.confirmed_by == by.name:
        return result
    raise Conflict(
        _("Výsledek stolu %(table)d už potvrdil(a) %(who)s (%(when)s).")
        % {
            "table": result.table.number,
            "who": result.confirmed_by,
            "when": when_text(result.confirmed_at),
        },
        code="already_confirmed",
    )


def _difference_reason(reason: str) -> str:
    try:
        return reason_given(reason)
    except Refused as error:
        raise Refused(
            _("Výsledek a zapsané hry se liší. Opravte je, nebo napište, proč má výsledek platit."),
            code="difference",
            fields=error.fields,
        ) from error


def _new_version(
    table: Table, figures: Figures, *, by: Actor, expected: int | None = None, reason: str = ""
) -> TableResult:
    """Store the next version and make it the one in force. The round is locked."""
    before = current_result(table)
    if expected is not None and (before.number if before else 0) != expected:
        raise conflict_about(before or table)
    checked = _checked(table, figures, _seat_figures(table, figures))
    TableResult.objects.filter(table=table, current=True).update(current=False, version=next_version())
    highest = TableResult.objects.filter(table=table).aggregate(highest=Max("number"))["highest"] or 0
    result = TableResult.objects.create(
        table=table,
        number=highest + 1,
        source=figures.source,
        signed=figures.signed,
        zero_reason=_kept(figures.zero_reason, _total(checked) != 0, "zero_reason"),
        rounding_reason=_kept(figures.rounding_reason, bool(_rounding_problems(checked)), "rounding_reason"),
        reason=reason,
        entered_by=by.name,
    )
    SeatResult.objects.bulk_create(
        SeatResult(result=result, seat=seat, **_columns(checked[seat.position])) for seat in table.seats.all()
    )
    result = TableResult.objects.prefetch_related("seats__seat").get(pk=result.pk)
    result.table = table
    log_write(
        tournament=table.round.tournament,
        by=by,
        action=ENTERED if table.round.state not in CLOSED_STATES else "scoring.result.corrected",
        subject=subject_of(table),
        object_id=result.pk,
        old=result_values(before) if before else None,
        new=result_values(result),
        reason=reason,
    )
    return result


def _columns(figures: SeatFigures) -> dict[str, Any]:
    return {"money": figures.money, "zb": figures.zb, "premium": figures.premium}


def _kept(reason: str, needed: bool, field: str) -> str:
    """A reason is kept only with what it excuses, or it would be shown beside a sound result."""
    return reason_given(reason, field=field) if needed else ""


def _total(seats: Mapping[str, SeatFigures]) -> int:
    return sum(one.money for one in seats.values())


def _seat_figures(table: Table, figures: Figures) -> dict[str, SeatFigures]:
    letters = seat_letters(table)
    if figures.source == ResultSource.PAPER:
        if set(figures.seats) != set(letters):
            raise Refused(
                _("Výsledek má mít místa %(seats)s.") % {"seats": ", ".join(letters)}, code="other_seats"
            )
        return {letter: figures.seats[letter] for letter in letters}
    totals = hand_totals(table, letters)
    agreed = {letter: one.zb for letter, one in figures.seats.items()}
    return {
        letter: SeatFigures(totals.money[letter], totals.premium[letter], agreed.get(letter))
        for letter in letters
    }


def _checked(table: Table, figures: Figures, seats: Mapping[str, SeatFigures]) -> dict[str, SeatFigures]:
    """The figures with every ZB filled in. Raises ``Refused`` with every problem at its field."""
    _refuse_huge(seats)
    total = _total(seats)
    if total and not figures.zero_reason.strip():
        raise Refused(
            _("Zisky dávají dohromady %(total)s, mají dát nulu. Opravte je, nebo napište důvod.")
            % {"total": format_crowns(total, sign=True)},
            code="not_zero",
            fields={
                "zero_reason": _("Součet zisků je %(total)s. Opravte čísla, nebo napište důvod.")
                % {"total": format_crowns(total, sign=True)}
            },
        )
    proposal = proposed_crowns({letter: one.money for letter, one in seats.items()})
    checked = {
        letter: replace(one, zb=proposal[letter] if one.zb is None else one.zb)
        for letter, one in seats.items()
    }
    problems = _rounding_problems(checked)
    if problems and not figures.rounding_reason.strip():
        fields = {f"zb_{letter}" if letter else "rounding_reason": text for letter, text in problems.items()}
        raise Refused(
            _("Zaokrouhlení na koruny nesedí. Opravte ZB, nebo napište důvod."),
            code="rounding",
            fields={"rounding_reason": _("Bez důvodu platí meze zaokrouhlení."), **fields},
        )
    _refuse_same(table, figures, checked)
    return checked


def _rounding_problems(seats: Mapping[str, SeatFigures]) -> dict[str, str]:
    money = {letter: one.money for letter, one in seats.items()}
    return crowns_problems(money, {letter: one.zb or 0 for letter, one in seats.items()})


def _refuse_huge(seats: Mapping[str, SeatFigures]) -> None:
    fields = {}
    for letter, one in seats.items():
        if abs(one.money) > MONEY_LIMIT:
            fields[f"money_{letter}"] = _("Nejvýš %(most)s.") % {"most": format_crowns(MONEY_LIMIT)}
        if one.zb is not None and abs(one.zb) > MONEY_LIMIT // 100:
            fields[f"zb_{letter}"] = _("Nejvýš %(most)s.") % {"most": format_crowns(MONEY_LIMIT)}
        if abs(one.premium) > PREMIUM_LIMIT:
            fields[f"premium_{letter}"] = _("Nejvýš %(most)d bodů.") % {"most": PREMIUM_LIMIT}
    if fields:
        raise Refused(_("Některé číslo je příliš velké, nejspíš překlep."), code="huge", fields=fields)


def _refuse_same(table: Table, figures: Figures, seats: Mapping[str, SeatFigures]) -> None:
    if figures.accept_same or figures.source == ResultSource.HANDS:
        return
    other = same_figures_at(
        table,
        {letter: one.money for letter, one in seats.items()},
        {letter: one.premium for letter, one in seats.items()},
    )
    if other is None:
        return
    text = _("Stejná čísla má stůl %(other)d.") % {"other": other}
    raise Refused(
        text + " " + _("Jestli je to opravdu tak, potvrďte to a uložte znovu."),
        code="same_as_other",
        fields={"accept_same": _("%(same)s Je-li to tak, zaškrtněte to.") % {"same": text}},
    )


def _lapse(table: Table, by: Actor, why: str) -> None:
    """A confirmation ends: by hand, or because a ruling changed what was confirmed. Under the lock."""
    if table.state != TableState.CONFIRMED:
        return
    TableResult.objects.filter(table=table, current=True).update(
        confirmed_by="", confirmed_at=None, version=next_version()
    )
    Table.objects.filter(pk=table.pk).update(state=TableState.HANDED_IN, version=next_version())
    table.state = TableState.HANDED_IN
    log_write(
        tournament=table.round.tournament,
        by=by,
        action="scoring.result.unconfirmed",
        subject=subject_of(table),
        object_id=table.pk,
        old={"state": TableState.CONFIRMED},
        new={"state": TableState.HANDED_IN},
        reason=why,
    )


def _revise(table: Table, result: TableResult, *, by: Actor, reason: str) -> None:
    """A corrected table of a closed round: states, then the standings that were published with it."""
    TableResult.objects.filter(pk=result.pk).update(confirmed_by=by.name, confirmed_at=timezone.now())
    result.refresh_from_db(fields=["confirmed_by", "confirmed_at"])
    Table.objects.filter(pk=table.pk).update(state=TableState.CORRECTED, version=next_version())
    Round.objects.filter(pk=table.round_id).update(state=RoundState.REVISED, version=next_version())
    table.state, table.round.state = TableState.CORRECTED, RoundState.REVISED
    standings_republish(round_=table.round, by=by, reason=f"{subject_of(table)}: {reason}"[:300])
