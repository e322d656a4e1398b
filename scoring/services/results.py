"""Results of tables: handed in, entered from paper or taken from the hands, confirmed, corrected.

A result is never changed: each change is a new version, the older ones stay readable and can be restored.
"""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import format_crowns
from scoring.adapters import MONEY_LIMIT, crowns_problems, proposed_crowns
from scoring.enums import Approval, ResultSource
from scoring.logged import RESULTS
from scoring.models import SeatResult, TableResult
from scoring.selectors.awards import awarded_at, lacks_awards
from scoring.selectors.disputes import keeps_words, open_at, row_of
from scoring.selectors.results import waits_for_another
from scoring.selectors.tables import (
    current_result,
    hand_totals,
    result_difference,
    result_lines,
    same_figures_at,
    waiting_correction,
)
from scoring.services.disputes import set_aside_locked
from scoring.services.guards import (
    locked_table,
    place_of,
    reason_given,
    refuse_without_result,
    require_corrector,
    require_desk,
    require_organiser,
    require_unfinished,
    require_writable,
    require_writer,
    seat_letters,
)
from scoring.services.penalties import propose_for_sheets
from scoring.services.standings import Republished, standings_republish
from tournament.actors import Actor, signed
from tournament.enums import RoundState, TableState
from tournament.errors import Conflict, Refused
from tournament.journal.actions import Action, SeenBy, declare
from tournament.journal.write import log_write
from tournament.lib.names import normalise
from tournament.lifecycle import Act, TableAct, allowed, allowed_at, require
from tournament.models import Round, Table, next_version
from tournament.services.rounds import round_mark_playing, when_text
from tournament.services.writes import answer_once, change_expected, conflict_about, run_once

ENTERED = declare(
    "scoring.result.entered",
    gettext_lazy("Výsledek stolu zapsán"),
    area=RESULTS,
    seen_by=SeenBy.TABLE,
    public=False,
)
CORRECTED = declare(
    "scoring.result.corrected", gettext_lazy("Výsledek stolu opraven"), area=RESULTS, seen_by=SeenBy.TABLE
)
CONFIRMED = declare(
    "scoring.result.confirmed",
    gettext_lazy("Výsledek stolu potvrzen"),
    area=RESULTS,
    seen_by=SeenBy.TABLE,
    public=False,
)
UNCONFIRMED = declare(
    "scoring.result.unconfirmed",
    gettext_lazy("Potvrzení výsledku zrušeno"),
    area=RESULTS,
    seen_by=SeenBy.TABLE,
    public=False,
)
HANDED_IN = declare(
    "scoring.table.handed_in",
    gettext_lazy("Lístek odevzdán"),
    area=RESULTS,
    seen_by=SeenBy.TABLE,
    public=False,
)
TAKEN_BACK = declare(
    "scoring.table.taken_back",
    gettext_lazy("Lístek vzat zpět"),
    area=RESULTS,
    seen_by=SeenBy.TABLE,
    public=False,
)
PROPOSED = declare(
    "scoring.result.correction_proposed",
    gettext_lazy("Oprava výsledku zapsána, čeká na potvrzení"),
    area=RESULTS,
    seen_by=SeenBy.TABLE,
)
UNCHANGED = gettext_lazy("Čísla jsou stejná jako předtím, nic se nezměnilo.")
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
    R-001, ``accept_same`` the figures of another table (S40). ``signed``, ``noted``: the sheet (B/1).
    ``awards_included``: the sheet holds already what a referee has ruled as amounts.
    """

    seats: Mapping[str, SeatFigures]
    source: ResultSource = ResultSource.PAPER
    signed: bool = True
    noted: bool = True
    zero_reason: str = ""
    rounding_reason: str = ""
    accept_same: bool = False
    awards_included: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction did; ``text`` says it.

    ``result`` is the version that was made – in two-person mode it waits – or, where nothing ``changed``, the
    one in force. ``published`` are the standings that followed.
    """

    result: TableResult
    text: str
    changed: bool = True
    published: tuple[Republished, ...] = ()


def table_hand_in(*, table: Table, by: Actor) -> Table:
    """The scribe hands the sheet in: open → handed in. Again by anybody: nothing more happens."""
    require_writer(table=table, by=by)
    return _move(table, by, TableAct.HAND_IN, TableState.HANDED_IN, HANDED_IN)


def table_take_back(*, table: Table, by: Actor) -> Table:
    """The scribe takes the sheet back before it is confirmed: handed in → open."""
    require_writer(table=table, by=by)
    return _move(table, by, TableAct.TAKE_BACK, TableState.OPEN, TAKEN_BACK)


def result_enter(
    *,
    table: Table,
    figures: Figures,
    by: Actor,
    expected: int | None = None,
    submission: uuid.UUID | None = None,
) -> TableResult:
    """A new version of the result of a table that is not confirmed yet; the sheet counts as handed in.

    The figures of the version in force make no new one, it is returned. ``expected`` is the number of the
    version the form showed (0: none). Raises ``Refused`` with the fields
    ``money_A`` …, ``zb_A`` …, ``zero_reason``, ``rounding_reason``, ``accept_same``; ``Conflict``.
    """
    require_organiser(by=by)

    def create() -> TableResult:
        place = locked_table(table=table)
        require_writable(table=place)
        result = _new_version(place, _with_awards(place, figures), by=by, expected=expected)
        Table.objects.filter(pk=place.pk).update(state=TableState.HANDED_IN, version=next_version())
        round_mark_playing(round_=place.round, by=by)
        return result

    return run_once(submission=submission, action=ENTERED, model=TableResult, create=create)


def result_confirm(*, table: Table, by: Actor, expected: int | None = None, reason: str = "") -> TableResult:
    """An organiser confirms the result, taken from the hands where none was entered.

    An open dispute and a difference between result and hands need a ``reason``. In two-person mode the
    person who typed the figures is refused (S28). Raises ``Conflict`` when somebody else has confirmed it
    (S21).
    """
    require_organiser(by=by)
    with transaction.atomic():
        place = locked_table(table=table)
        require(Act.CONFIRM_RESULT, state=place.round.state, number=place.round.number)
        refuse_without_result(table=place)
        result = current_result(place)
        if result is not None and not allowed_at(TableAct.CONFIRM, place.state):
            return _confirmed_before(result, by)
        if result is None:
            result = _from_hands(place, by)
        elif expected is not None and result.number != expected:
            raise conflict_about(row=result)
        reason = _reason_to_go_on(place, result, reason, by)
        return confirm_locked(table=place, result=result, by=by, reason=normalise(reason))


def result_unconfirm(*, table: Table, by: Actor) -> Table:
    """Take a confirmation back while the round is not closed; the table is handed in again."""
    require_organiser(by=by)
    with transaction.atomic():
        place = locked_table(table=table)
        require(Act.CONFIRM_RESULT, state=place.round.state, number=place.round.number)
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
) -> Correction:
    """Correct a table of a closed round: a new version with its reason, the round becomes revised.

    While the revision of the round runs, an organiser does it, afterwards the chief referee (``NotAllowed``).
    What changes nothing makes no version (S48): the one in force is returned. Published standings of this and
    later rounds get a new version at once (S31); draws stay as they are. In two-person mode it first waits
    for somebody else (``scoring.services.corrections``), and while it does, another one is ``Refused``.

    The first entry of a table that was closed without a result is no correction: it needs no reason, and its
    round and table are as if it had come in time.
    """
    require_desk(by=by)

    def create() -> dict[str, Any]:
        place = locked_table(table=table)
        require(Act.CORRECT_RESULT, state=place.round.state, number=place.round.number)
        require_unfinished(tournament=place.round.tournament)
        require_corrector(table=place, by=by)
        needed = not allowed_at(TableAct.AWAIT, place.state) or reason.strip()
        why = reason_given(reason=reason) if needed else ""
        said = _with_awards(place, figures)
        return _answer(_correct(place, said, by=by, expected=expected, reason=why))

    return _answered(answer_once(submission=submission, action=CORRECTED, create=create))


def result_restore(*, table: Table, number: int, by: Actor, reason: str = "") -> Correction:
    """Put the figures of an older version in force again, as a new version (S40).

    Where they are in force already, nothing happens: that version is returned.
    """
    older = TableResult.objects.filter(table=table, number=number).prefetch_related("seats__seat").first()
    if older is None:
        raise Refused(
            _("Verze %(number)d výsledku stolu %(table)d není.") % {"number": number, "table": table.number},
            code="unknown_version",
        )
    in_force = current_result(table)
    again = in_force is not None and result_lines(in_force) == result_lines(older)
    figures = Figures(
        seats={line.letter: SeatFigures(line.money, line.premium, line.zb) for line in result_lines(older)},
        source=ResultSource(in_force.source) if in_force and again else ResultSource.PAPER,
        signed=older.signed,
        noted=older.noted,
        zero_reason=older.zero_reason,
        rounding_reason=older.rounding_reason,
        accept_same=True,
        awards_included=True,
    )
    if allowed(Act.CORRECT_RESULT, table.round.state):
        return result_correct(table=table, figures=figures, reason=reason, by=by)
    entered = result_enter(table=table, figures=figures, by=by)
    changed = entered != in_force
    text = _("Verze %(n)d zase platí.") % {"n": number} if changed else str(UNCHANGED)
    return Correction(entered, text, changed=changed)


def confirm_locked(*, table: Table, result: TableResult, by: Actor, reason: str = "") -> TableResult:
    """Confirm under the lock of the round; the table is written and not confirmed yet."""
    if waits_for_another(table, result, by):
        raise Refused(
            _("Lístek stolu %(table)d je zapsaný vámi, potvrdit ho musí někdo jiný.")
            % {"table": table.number},
            code="same_person",
        )
    change_expected(
        row=result,
        expected=None,
        confirmed_at=timezone.now(),
        reason=reason or result.reason,
        **signed("confirmed_by", by),
    )
    old = table.state
    Table.objects.filter(pk=table.pk).update(state=TableState.CONFIRMED, version=next_version())
    table.state = TableState.CONFIRMED
    log_write(
        tournament=table.round.tournament,
        by=by,
        action=CONFIRMED,
        **place_of(target=table),
        object_id=result.pk,
        old={"state": old},
        new={"state": TableState.CONFIRMED, "number": result.number},
        reason=reason,
    )
    return result


def result_from_hands(*, table: Table, by: Actor) -> TableResult:
    """The first result of a table that has hands only, with the proposed crowns; under the lock."""
    return _new_version(table, Figures(seats={}, source=ResultSource.HANDS), by=by)


def follow_hands(*, table: Table, by: Actor, why: str) -> TableResult | None:
    """A result taken from hands follows them: a new version where the hands have changed.

    Called under the lock of the round by everything that changes a hand. The agreed crowns give way to the
    proposal, since what was agreed on is gone. Returns the new version.
    """
    figures = _figures_of_hands(table)
    return _new_version(table, figures, by=by, reason=why) if figures is not None else None


def follow_ruling(*, table: Table, by: Actor, why: str) -> None:
    """What a ruling means for the result, by the state of the table.

    A confirmed table waits for its confirmation again; in a closed round the result is corrected where it was
    taken from the hands, otherwise the difference shows and the organiser decides. Published standings follow
    in any case: the best hand of a player may decide them. Of a table without a result nothing counts.
    """
    if allowed_at(TableAct.AWAIT, table.state):
        return
    if allowed(Act.CORRECT_RESULT, table.round.state):
        figures = _figures_of_hands(table)
        if figures is not None:
            _correct(table, figures, by=by, reason=why)
        _republish(table, by=by, reason=why)
        return
    follow_hands(table=table, by=by, why=why)
    _lapse(table, by, why)


def follow_award(*, table: Table, by: Actor, why: str, changes: Mapping[str, SeatFigures]) -> None:
    """What a ruling as amounts means for the result, where there is one: a version with ``changes`` added.

    Of a table whose result is not entered yet it is added then (``_with_awards``); what was written at a
    table without a result may count yet. ``Refused`` while a correction waits, which does not hold it.
    """
    _refuse_second_correction(table)
    result = current_result(table)
    if result is None:
        return
    seats = {
        line.letter: SeatFigures(
            line.money + changes[line.letter].money, line.premium + changes[line.letter].premium
        )
        for line in result_lines(result)
    }
    figures = Figures(
        seats=seats,
        signed=result.signed,
        noted=result.noted,
        zero_reason=result.zero_reason,
        accept_same=True,
    )
    counts = not allowed_at(TableAct.AWAIT, table.state)
    if counts and allowed(Act.CORRECT_RESULT, table.round.state):
        _correct(table, figures, by=by, reason=why)
        return
    _new_version(table, figures, by=by, reason=why)
    _lapse(table, by, why)


def _with_awards(table: Table, figures: Figures) -> Figures:
    """The first figures from the sheet with what a referee ruled as amounts before they were entered.

    The agreed crowns give way to the proposal, since what was agreed on is gone.
    """
    awarded = awarded_at(table)
    if figures.source != ResultSource.PAPER or figures.awards_included or not awarded:
        return figures
    if current_result(table) is not None:
        return figures
    seats = {
        letter: SeatFigures(one.money + awarded[letter].money, one.premium + awarded[letter].premium)
        if letter in awarded
        else one
        for letter, one in figures.seats.items()
    }
    return replace(figures, seats=seats)


def revise_locked(*, table: Table, result: TableResult, by: Actor, reason: str) -> tuple[Republished, ...]:
    """Under the lock of the round: a corrected result is in force, confirmed by ``by``.

    The round and the table change their states, except by a first entry, which is no correction. The
    standings published with them get their next version; what the sheet lacks is proposed as a penalty.
    """
    confirmation = {"confirmed_at": timezone.now(), **signed("confirmed_by", by)}
    TableResult.objects.filter(pk=result.pk).update(**confirmation)
    result.refresh_from_db(fields=[*confirmation])
    is_first = allowed_at(TableAct.AWAIT, table.state)
    table.state = TableState.CLOSED if is_first else TableState.CORRECTED
    Table.objects.filter(pk=table.pk).update(state=table.state, version=next_version())
    if not is_first:
        table.round.state = RoundState.REVISED
        Round.objects.filter(pk=table.round_id).update(state=table.round.state, version=next_version())
    propose_for_sheets(round_=table.round, results={table: result}, by=by)
    return _republish(table, by=by, reason=reason or _("výsledek doplněn"))


def _republish(table: Table, *, by: Actor, reason: str) -> tuple[Republished, ...]:
    """The next version of the standings that a table of a closed round has changed."""
    round_ = table.round
    why = f"{round_}, {table}: {reason}"[:300]
    return standings_republish(tournament=round_.tournament, first=round_.number, by=by, reason=why)


def in_force_text(*, published: Iterable[Republished]) -> str:
    """What the organiser reads about a correction that is in force."""
    return " ".join([_("Oprava platí."), *map(str, published)])


def _correct(
    table: Table, figures: Figures, *, by: Actor, reason: str, expected: int | None = None
) -> Correction:
    """A correction under the lock of the round."""
    _refuse_second_correction(table)
    before = current_result(table)
    waits = table.round.tournament.two_person_mode
    result = _new_version(table, figures, by=by, expected=expected, reason=reason, waits=waits)
    if result == before:
        return Correction(result, str(UNCHANGED), changed=False)
    if waits:
        text = _("Oprava čeká, až ji potvrdí jiný pořadatel. Do té doby platí dosavadní čísla.")
        return Correction(result, text)
    published = revise_locked(table=table, result=result, by=by, reason=reason)
    return Correction(result, in_force_text(published=published), published=published)


def _refuse_second_correction(table: Table) -> None:
    waiting = waiting_correction(table)
    if waiting is not None:
        raise Refused(
            _(
                "U stolu %(table)d už čeká na potvrzení oprava (zápis: %(who)s). Nejdřív ji na"
                " stránce výsledku potvrďte, nebo zamítněte."
            )
            % {"table": table.number, "who": waiting.entered_by},
            code="correction_waits",
        )


def _answer(done: Correction) -> dict[str, Any]:
    """What a correction did, kept for the same form sent again."""
    published = [[one.round, one.version, one.rows] for one in done.published]
    return {"result": str(done.result.pk), "text": done.text, "changed": done.changed, "published": published}


def _answered(answer: Mapping[str, Any]) -> Correction:
    result = TableResult.objects.select_related("table").get(pk=answer["result"])
    published = tuple(Republished(*one) for one in answer["published"])
    return Correction(result, answer["text"], changed=answer["changed"], published=published)


def _figures_of_hands(table: Table) -> Figures | None:
    """What a result that was taken from hands has to be now; ``None`` where it says the same, or is none."""
    result = current_result(table)
    if result is None or result.source != ResultSource.HANDS:
        return None
    totals = hand_totals(table, seat_letters(table=table))
    if all(
        line.money == totals.money[line.letter] and line.premium == totals.premium[line.letter]
        for line in result_lines(result)
    ):
        return None
    return Figures(seats={}, source=ResultSource.HANDS, signed=result.signed, noted=result.noted)


def result_values(*, result: TableResult) -> dict[str, Any]:
    """A result as the log keeps it."""
    lines = result_lines(result)
    return {
        "number": result.number,
        "source": result.source,
        "money": {line.letter: line.money for line in lines},
        "zb": {line.letter: line.zb for line in lines},
        "premium": {line.letter: line.premium for line in lines},
        "signed": result.signed,
        # Said only where it is worth a word: most results have nothing to note.
        **({} if result.noted else {"noted": False}),
        "zero_reason": result.zero_reason,
        "rounding_reason": result.rounding_reason,
    }


def _move(table: Table, by: Actor, act: TableAct, end: TableState, action: Action) -> Table:
    with transaction.atomic():
        place = locked_table(table=table)
        require_writable(table=place)
        if allowed_at(act, place.state):
            Table.objects.filter(pk=place.pk).update(state=end, version=next_version())
            log_write(
                tournament=place.round.tournament,
                by=by,
                action=action,
                **place_of(target=place),
                object_id=place.pk,
                old={"state": place.state},
                new={"state": end},
            )
        place.refresh_from_db(fields=["state", "version"])
    return place


def _from_hands(table: Table, by: Actor) -> TableResult:
    if not hand_totals(table, seat_letters(table=table)).count:
        raise Refused(
            _("Stůl %(table)d nemá zapsanou žádnou hru ani výsledek. Nejdřív zapište výsledek z lístku.")
            % {"table": table.number},
            code="nothing_to_confirm",
        )
    return result_from_hands(table=table, by=by)


def _confirmed_before(result: TableResult, by: Actor) -> TableResult:
    if result.confirmed_by_key == by.key:
        return result
    raise Conflict(
        _("Výsledek stolu %(table)d už je potvrzený: %(who)s (%(when)s).")
        % {
            "table": result.table.number,
            "who": result.confirmed_by,
            "when": when_text(moment=result.confirmed_at),
        },
        code="already_confirmed",
    )


def _reason_to_go_on(table: Table, result: TableResult, reason: str, by: Actor) -> str:
    """The reason where something speaks against confirming; open disputes are set aside with it."""
    disputes = open_at(table)
    differs = result_difference(result, hand_totals(table, seat_letters(table=table)))
    lacks = lacks_awards(table, result)
    if not disputes and not differs and not lacks:
        return reason
    try:
        why = reason_given(reason=reason)
    except Refused as error:
        texts = []
        if disputes:
            texts.append(
                _(
                    "U stolu %(table)d je %(disputes)s."
                    " Počkejte na rozhodčího, nebo napište, proč se pokračuje."
                )
                % {"table": table.number, "disputes": keeps_words(row_of(one, table) for one in disputes)}
            )
        if differs:
            texts.append(
                _("Výsledek a zapsané hry se liší. Opravte je, nebo napište, proč má výsledek platit.")
            )
        if lacks:
            texts.append(
                _(
                    "U stolu %(table)d platí rozhodnutí rozhodčího o částkách, výsledek z her ho nemá."
                    " Zapište výsledek z lístku, nebo napište, proč má platit tenhle."
                )
                % {"table": table.number}
            )
        code = "dispute_open" if disputes else "difference"
        raise Refused(" ".join(texts), code=code, fields=error.fields) from error
    set_aside_locked(disputes=disputes, reason=why, by=by)
    return why


def _new_version(
    table: Table,
    figures: Figures,
    *,
    by: Actor,
    expected: int | None = None,
    reason: str = "",
    waits: bool = False,
) -> TableResult:
    """Store the next version and make it the one in force, unless it says the same. The round is locked.

    One that ``waits`` is stored beside the one in force.
    """
    before = current_result(table)
    if expected is not None and (before.number if before else 0) != expected:
        raise conflict_about(row=before or table)
    checked = _checked(table, figures, _seat_figures(table, figures))
    # What was written at a table without a result counts nowhere: supplied, it is a version of its own.
    counts = not allowed_at(TableAct.AWAIT, table.state)
    if before is not None and counts and _says(before, figures, checked):
        before.table = table
        return before
    if not waits:
        TableResult.objects.filter(table=table, current=True).update(current=False, version=next_version())
    highest = TableResult.objects.filter(table=table).aggregate(highest=Max("number"))["highest"] or 0
    result = TableResult.objects.create(
        table=table,
        number=highest + 1,
        current=not waits,
        approval=Approval.WAITING if waits else "",
        source=figures.source,
        signed=figures.signed,
        noted=figures.noted,
        zero_reason=_zero_reason(figures, checked),
        rounding_reason=_rounding_reason(figures, checked),
        reason=reason,
        **signed("entered_by", by),
    )
    SeatResult.objects.bulk_create(
        SeatResult(result=result, seat=seat, **_columns(checked[seat.position])) for seat in table.seats.all()
    )
    result = TableResult.objects.prefetch_related("seats__seat").get(pk=result.pk)
    result.table = table
    corrects = counts and allowed(Act.CORRECT_RESULT, table.round.state)
    log_write(
        tournament=table.round.tournament,
        by=by,
        action=PROPOSED if waits else CORRECTED if corrects else ENTERED,
        **place_of(target=table),
        object_id=result.pk,
        old=result_values(result=before) if before else None,
        new=result_values(result=result),
        reason=reason,
    )
    return result


def _says(result: TableResult, figures: Figures, checked: Mapping[str, SeatFigures]) -> bool:
    """Whether a result already says what was typed, to the last reason.

    One from before there were keys does not: typed anew, it says who typed it.
    """
    lines = {line.letter: SeatFigures(line.money, line.premium, line.zb) for line in result_lines(result)}
    return (
        lines == checked
        and result.entered_by_key is not None
        and (result.source, result.signed, result.noted) == (figures.source, figures.signed, figures.noted)
        and (result.zero_reason, result.rounding_reason)
        == (_zero_reason(figures, checked), _rounding_reason(figures, checked))
    )


def _columns(figures: SeatFigures) -> dict[str, Any]:
    return {"money": figures.money, "zb": figures.zb, "premium": figures.premium}


def _zero_reason(figures: Figures, seats: Mapping[str, SeatFigures]) -> str:
    return _kept(figures.zero_reason, _total(seats) != 0, "zero_reason")


def _rounding_reason(figures: Figures, seats: Mapping[str, SeatFigures]) -> str:
    return _kept(figures.rounding_reason, bool(_rounding_problems(seats)), "rounding_reason")


def _kept(reason: str, needed: bool, field: str) -> str:
    """A reason is kept only with what it excuses, or it would be shown beside a sound result."""
    return reason_given(reason=reason, field=field) if needed else ""


def _total(seats: Mapping[str, SeatFigures]) -> int:
    return sum(one.money for one in seats.values())


def _seat_figures(table: Table, figures: Figures) -> dict[str, SeatFigures]:
    letters = seat_letters(table=table)
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
    if not allowed_at(TableAct.UNCONFIRM, table.state):
        return
    TableResult.objects.filter(table=table, current=True).update(
        **signed("confirmed_by", None), confirmed_at=None, version=next_version()
    )
    Table.objects.filter(pk=table.pk).update(state=TableState.HANDED_IN, version=next_version())
    table.state = TableState.HANDED_IN
    log_write(
        tournament=table.round.tournament,
        by=by,
        action=UNCONFIRMED,
        **place_of(target=table),
        object_id=table.pk,
        old={"state": TableState.CONFIRMED},
        new={"state": TableState.HANDED_IN},
        reason=why,
    )
