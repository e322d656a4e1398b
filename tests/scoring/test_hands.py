"""Hands: stored once, paid, corrected, taken back; who may and when (S20, S22, S23, S25)."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from scoring.adapters import InvalidRecord
from scoring.enums import ResultSource
from scoring.models import Hand, TableResult
from scoring.selectors.tables import current_result, hand_totals, next_hand, result_lines, table_account
from scoring.services.hands import (
    HandLine,
    hand_correct,
    hand_record,
    hand_remove,
    hand_restore,
    hand_send,
    hands_record_many,
)
from scoring.services.questions import Announced
from scoring.services.results import Figures, result_confirm, result_enter
from tests import factories
from tests.scoring.races import in_threads
from tests.scoring.records import (
    BETL_LOST,
    BETL_WON,
    CHIEF,
    DESK,
    NOTHING,
    OTHER_DESK,
    REFEREE,
    STRANGER,
    betl,
    durch,
    scribe_of,
)
from tournament.actors import Actor
from tournament.enums import RoundState, TableState
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.journal.words import subject_words
from tournament.models import LogEntry, Round, Submission, Table, Tournament

pytestmark = pytest.mark.django_db

LETTERS = ("A", "B", "C", "D")


def test_first_hand_is_paid_logged_and_starts_the_round(table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=scribe_of(table))

    assert (hand.sequence, hand.money, hand.premium, hand.limited, hand.written_by) == (
        1,
        BETL_WON,
        NOTHING,
        False,
        "zapisovatel stolu 1",
    )
    assert hand.record == {"format": "licitovany-hand/1", **betl()}
    assert hand.notation == "ABCD/D A:betl betl+"
    table.round.refresh_from_db()
    assert table.round.state == RoundState.PLAYING
    logged = LogEntry.objects.get(action="scoring.hand.recorded")
    assert (subject_words(logged), logged.actor_name, logged.object_id, logged.old) == (
        "1. kolo, stůl 1, hra 1",
        "zapisovatel stolu 1",
        hand.pk,
        None,
    )
    assert logged.new == {
        "record": hand.record,
        "money": BETL_WON,
        "premium": NOTHING,
        "removed": False,
        "notation": "ABCD/D A:betl betl+",
    }


def test_account_runs_and_sums_to_zero_at_any_moment(table: Table) -> None:
    """S24: the sum is zero after each hand; whoever dealt last, the next seat deals."""
    hand_record(table=table, record=betl(dealer="A", declarer="B"), by=DESK)
    hand_record(table=table, record=betl(dealer="B", declarer="A", won=False), by=DESK)

    account = table_account(table)

    running = [[amount.running for amount in row.amounts] for row in account.hands]
    assert running == [[-300, 900, -300, -300], [-1200, 1200, 0, 0]]
    assert account.totals.money == {"A": -1200, "B": 1200, "C": 0, "D": 0}
    assert account.money_sum == 0
    assert next_hand(table, LETTERS).dealer == "C"


def test_after_a_misdeal_the_same_player_deals(table: Table) -> None:
    """B/5"""
    hand_record(table=table, record={"players": list(LETTERS), "dealer": "B", "kind": "misdeal"}, by=DESK)
    assert next_hand(table, LETTERS).dealer == "B"


def test_misdeal_counts_what_another_phone_wrote_meanwhile(table: Table) -> None:
    """S63, B/5: both read the table when there was none."""
    first = {"players": list(LETTERS), "dealer": "B", "kind": "misdeal"}
    hands = [
        hand_send(table=table, record=first, by=DESK, announced=Announced(number=2)).hand for _again in "ab"
    ]
    assert [hand.record.get("prior_misdeals", 0) for hand in hands] == [0, 1]
    assert [hand.money["B"] for hand in hands] == [0, -600]


MISDEAL = {"players": list(LETTERS), "dealer": "B", "kind": "misdeal"}
CHANGED_MISDEALS: dict[str, tuple[Callable[[Hand], Any], list[int]]] = {
    "taken back": (lambda hand: hand_remove(hand=hand, by=DESK), [0, -600]),
    "it was no misdeal": (lambda hand: hand_correct(hand=hand, record=betl(), by=DESK), [0, -600]),
    "another player's": (
        lambda hand: hand_correct(hand=hand, record={**MISDEAL, "dealer": "C"}, by=DESK),
        [0, -600],
    ),
    "taken back and put back": (
        lambda hand: hand_restore(hand=hand_remove(hand=hand, by=DESK), by=DESK),
        [-600, -600],
    ),
}


@pytest.mark.parametrize(("change", "paid"), CHANGED_MISDEALS.values(), ids=CHANGED_MISDEALS)
def test_later_misdeals_follow_one_that_changed(
    table: Table, change: Callable[[Hand], Any], paid: list[int]
) -> None:
    """S63, B/5: with an entry in the log; the third one counts one more that nobody wrote down."""
    first = hand_record(table=table, record=MISDEAL, by=DESK)
    for prior in (1, 3):
        hand_record(table=table, record={**MISDEAL, "prior_misdeals": prior}, by=DESK)

    change(first)

    later = list(Hand.objects.filter(sequence__gt=1).order_by("sequence"))
    assert [hand.money["B"] for hand in later] == paid
    assert [hand.record.get("prior_misdeals", 0) for hand in later] == ([0, 2] if paid[0] == 0 else [1, 3])
    reasons = LogEntry.objects.filter(object_id=later[0].pk, action="scoring.hand.corrected")
    assert {entry.reason for entry in reasons} == {"přepočet chybných rozdání, hra 1"}


def test_hand_taken_back_does_not_decide_who_deals(table: Table) -> None:
    hand = hand_record(table=table, record=betl(dealer="A", declarer="B"), by=DESK)
    hand_remove(hand=hand, by=DESK)
    assert next_hand(table, LETTERS).dealer == "A"


WRONG_RECORDS: dict[str, tuple[object, set[str]]] = {
    "S23 declarer is also a defender": (betl(fleks={"betl": ["A"]}), {"fleks.betl[0]"}),
    "S23 declarer not at the table": (betl(declarer="E"), {"declarer"}),
    "S23 the one sitting out declares": (betl(declarer="D"), {"declarer"}),
    "players in another order": (betl(players=["B", "A", "C", "D"], dealer="D"), {"players"}),
    "three of four players": (betl(players=["A", "B", "C"], dealer="C"), {"players"}),
    "other rulebook": (betl(rulebook="pub"), {"rulebook"}),
    "own rates": (betl(rulebook={"base": "csm", "base_rate": 50}), {"rulebook"}),
    "two problems at once": (betl(contract="pexeso", dealer="X"), {"contract", "dealer"}),
    "no object": (["A"], {""}),
}


@pytest.mark.parametrize(("record", "paths"), WRONG_RECORDS.values(), ids=WRONG_RECORDS)
def test_wrong_record_is_refused_with_every_problem(table: Table, record: object, paths: set[str]) -> None:
    with pytest.raises(InvalidRecord) as refused:
        hand_record(table=table, record=record, by=DESK)

    assert set(refused.value.fields) == paths
    assert (Hand.objects.count(), LogEntry.objects.count()) == (0, 0)
    table.round.refresh_from_db()
    assert table.round.state == RoundState.PUBLISHED


def test_record_naming_the_tournaments_rulebook_is_stored_without_it(table: Table) -> None:
    hand = hand_record(table=table, record=betl(rulebook="csm"), by=DESK)
    assert "rulebook" not in hand.record


NOT_WRITERS = {"referee": REFEREE, "chief referee": CHIEF, "stranger": STRANGER}


@pytest.mark.parametrize("by", NOT_WRITERS.values(), ids=NOT_WRITERS)
def test_who_does_not_write_is_refused(table: Table, by: Actor) -> None:
    with pytest.raises(NotAllowed, match="zapisuje jeho zapisovatel nebo pořadatel"):
        hand_record(table=table, record=betl(), by=by)
    assert not Hand.objects.exists()


def test_scribe_of_another_table_is_refused(table: Table, second_table: Table) -> None:
    with pytest.raises(NotAllowed, match="Hry stolu 1"):
        hand_record(table=table, record=betl(), by=scribe_of(second_table))


STATES: dict[str, tuple[RoundState, TableState, str]] = {
    "draft": (RoundState.DRAFT, TableState.OPEN, "není zveřejněné"),
    "closed": (RoundState.CLOSED, TableState.CLOSED, "je uzavřené"),
    "revised": (RoundState.REVISED, TableState.CORRECTED, "je uzavřené"),
    "confirmed table": (RoundState.PLAYING, TableState.CONFIRMED, "stolu 1 už je potvrzený"),
}


@pytest.mark.parametrize(("round_state", "table_state", "message"), STATES.values(), ids=STATES)
def test_state_that_takes_no_hand(
    table: Table, round_state: RoundState, table_state: TableState, message: str
) -> None:
    Round.objects.update(state=round_state)
    Table.objects.update(state=table_state)
    with pytest.raises(Refused, match=message):
        hand_record(table=table, record=betl(), by=scribe_of(table))
    assert not Hand.objects.exists()


def test_handed_in_sheet_is_still_written(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(state=TableState.HANDED_IN)
    assert hand_record(table=table, record=betl(), by=scribe_of(table)).sequence == 1


def test_same_external_id_is_the_same_hand(table: Table, second_table: Table) -> None:
    first = hand_record(table=table, record=betl(), by=DESK, external_id="x-1")
    again = hand_record(table=table, record=betl(), by=OTHER_DESK, external_id="x-1")
    elsewhere = hand_record(table=second_table, record=betl(), by=DESK, external_id="x-1")

    assert again == first
    assert elsewhere != first
    assert LogEntry.objects.filter(action="scoring.hand.recorded").count() == 2


def test_same_external_id_with_other_content_is_refused(table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK, external_id="x-1")
    with pytest.raises(Refused, match="„x-1“ je u stolu 1 už zapsaná s jiným obsahem"):
        hand_record(table=table, record=durch(), by=DESK, external_id="x-1")
    assert Hand.objects.get().money == BETL_WON


def test_what_was_sent_again_late_is_the_hand_that_was_corrected_since(table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=DESK, external_id="x-1")
    hand_correct(hand=hand, record=durch(), by=DESK)
    Table.objects.update(state=TableState.CONFIRMED)

    again = hand_record(table=table, record=betl(), by=DESK, external_id="x-1")

    assert again == hand
    assert Hand.objects.get().record["contract"] == "durch"


def test_double_click_of_the_form_is_one_hand(table: Table) -> None:
    """S22"""
    key = uuid.uuid4()
    first = hand_record(table=table, record=betl(), by=DESK, submission=key)
    again = hand_record(table=table, record=betl(), by=DESK, submission=key)
    assert first == again
    assert Hand.objects.count() == 1


def test_used_form_does_not_swallow_another_hand(table: Table) -> None:
    key = uuid.uuid4()
    hand_record(table=table, record=betl(), by=DESK, submission=key)
    with pytest.raises(Refused, match="už uložil hru 1 s jiným obsahem"):
        hand_record(table=table, record=durch(), by=DESK, submission=key)


def test_refused_form_can_be_sent_again(table: Table) -> None:
    key = uuid.uuid4()
    with pytest.raises(InvalidRecord):
        hand_record(table=table, record=betl(declarer="D"), by=DESK, submission=key)
    assert not Submission.objects.exists()
    assert hand_record(table=table, record=betl(), by=DESK, submission=key).sequence == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("key", ["external_id", "submission"])
def test_same_hand_posted_three_times_two_of_them_at_once(table: Table, key: str) -> None:
    """S20: one hand, three equal answers."""
    identity: Any = "x-1" if key == "external_id" else uuid.uuid4()

    def post(_place: int = 0) -> Hand:
        return hand_record(table=table, record=betl(), by=DESK, **{key: identity})

    answers = [*in_threads(2, post), post()]

    assert [(hand.pk, hand.sequence) for hand in answers] == [(answers[0].pk, 1)] * 3
    assert Hand.objects.count() == 1
    assert LogEntry.objects.filter(action="scoring.hand.recorded").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_hands_at_once_get_two_numbers(table: Table) -> None:
    answers = in_threads(2, lambda place: hand_record(table=table, record=[betl(), durch()][place], by=DESK))
    assert sorted(hand.sequence for hand in answers) == [1, 2]
    assert LogEntry.objects.filter(action="tournament.round.started").count() == 1


def test_correction_pays_anew_and_keeps_old_and_new(table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=DESK)

    hand_correct(hand=hand, record=betl(won=False), by=scribe_of(table), expected=1)

    hand.refresh_from_db()
    assert (hand.money, hand.version, hand.written_by) == (BETL_LOST, 2, DESK.name)
    logged = LogEntry.objects.get(action="scoring.hand.corrected")
    assert (logged.actor_name, logged.old["money"], logged.new["money"]) == (
        "zapisovatel stolu 1",
        BETL_WON,
        BETL_LOST,
    )


def test_correction_that_came_too_late_names_who_was_first(table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=DESK)
    hand_correct(hand=hand, record=durch(), by=OTHER_DESK, expected=1)
    with pytest.raises(Conflict, match="Ota Druhý"):
        hand_correct(hand=hand, record=betl(won=False), by=DESK, expected=1)
    assert Hand.objects.get().record["contract"] == "durch"


def test_correction_without_a_change_writes_nothing(table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=DESK)
    hand_correct(hand=hand, record=betl(), by=OTHER_DESK, expected=1)
    assert Hand.objects.get().version == 1
    assert not LogEntry.objects.filter(action="scoring.hand.corrected").exists()


def test_last_hand_is_taken_back_after_the_sheet_was_handed_in(table: Table) -> None:
    """S25: time is up, the sheet is not confirmed; its scribe can still take the hand back, and undo that."""
    hand_record(table=table, record=betl(), by=scribe_of(table))
    last = hand_record(table=table, record=durch(), by=scribe_of(table))
    Table.objects.filter(pk=table.pk).update(state=TableState.HANDED_IN)

    hand_remove(hand=last, by=scribe_of(table), expected=1)
    assert hand_totals(table, LETTERS).money == BETL_WON
    assert Hand.objects.count() == 2

    hand_restore(hand=last, by=scribe_of(table), expected=2)
    assert hand_totals(table, LETTERS).money == {"A": 2700, "B": -900, "C": -900, "D": -900}
    actions = LogEntry.objects.order_by("at").values_list("action", flat=True)
    assert list(actions)[-2:] == ["scoring.hand.removed", "scoring.hand.restored"]


def test_number_of_a_hand_taken_back_is_not_given_again(table: Table) -> None:
    hand_remove(hand=hand_record(table=table, record=betl(), by=DESK), by=DESK)
    assert hand_record(table=table, record=betl(), by=DESK).sequence == 2


def test_taking_back_twice_is_taking_back_once(table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=DESK)
    hand_remove(hand=hand, by=DESK, expected=1)
    hand_remove(hand=hand, by=DESK, expected=1)
    assert LogEntry.objects.filter(action="scoring.hand.removed").count() == 1


LATE_CHANGES: dict[str, Callable[[Hand, Actor], Any]] = {
    "correction": lambda hand, by: hand_correct(hand=hand, record=durch(), by=by),
    "taking back": lambda hand, by: hand_remove(hand=hand, by=by),
}


@pytest.mark.parametrize("change", LATE_CHANGES.values(), ids=LATE_CHANGES)
def test_confirmed_sheet_only_reads(table: Table, change: Callable[[Hand, Actor], Any]) -> None:
    hand = hand_record(table=table, record=betl(), by=scribe_of(table))
    result_confirm(table=table, by=DESK)
    with pytest.raises(Refused, match="stolu 1 už je potvrzený"):
        change(hand, scribe_of(table))
    hand.refresh_from_db()
    assert (hand.money, hand.removed) == (BETL_WON, False)


def test_result_taken_from_hands_follows_them(table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=DESK)
    result_enter(table=table, figures=Figures(seats={}, source=ResultSource.HANDS, signed=False), by=DESK)

    hand_correct(hand=hand, record=betl(won=False), by=OTHER_DESK)

    results = TableResult.objects.order_by("number")
    lines = [{line.seat.position: line.money for line in result.seats.all()} for result in results]
    assert lines == [BETL_WON, BETL_LOST]
    newest = results.last()
    assert (newest.current, newest.signed, newest.entered_by, newest.reason) == (
        True,
        False,
        "Ota Druhý",
        "opravená hra 1",
    )


def test_result_taken_from_hands_follows_points_alone(tournament: Tournament) -> None:
    """The money stays as it was; what changes for everybody is the premium."""
    factories.entries(tournament, 3)
    table = factories.drawn_round(tournament, sizes=[3]).tables.get()
    at_three = {"players": ["A", "B", "C"], "dealer": "C"}
    hand = hand_record(table=table, record=betl(**at_three), by=DESK)
    result_enter(table=table, figures=Figures(seats={}, source=ResultSource.HANDS), by=DESK)
    points = {"A": 7, "B": 5, "C": 3}

    claims = [{"to": letter, "points": more} for letter, more in points.items()]
    hand_correct(hand=hand, record=betl(**at_three, premium=claims), by=DESK)

    lines = result_lines(current_result(table))
    assert {line.letter: line.premium for line in lines} == points
    assert {line.letter: line.money for line in lines} == {"A": 600, "B": -300, "C": -300}


NEW_HANDS = {
    "one at the table": lambda table: hand_record(table=table, record=betl(), by=OTHER_DESK),
    "a file": lambda table: hands_record_many(
        round_=table.round, lines=[HandLine(line=1, table=1, record=betl())], by=OTHER_DESK
    ),
}


@pytest.mark.parametrize("record_new", NEW_HANDS.values(), ids=NEW_HANDS)
def test_result_taken_from_hands_grows_with_new_ones(
    table: Table, record_new: Callable[[Table], Any]
) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    result_enter(table=table, figures=Figures(seats={}, source=ResultSource.HANDS), by=DESK)

    record_new(table)

    results = TableResult.objects.order_by("number")
    lines = [{line.seat.position: line.money for line in result.seats.all()} for result in results]
    assert lines == [BETL_WON, {seat: 2 * money for seat, money in BETL_WON.items()}]
    newest = results.last()
    assert (newest.current, newest.entered_by, newest.reason) == (True, "Ota Druhý", "zapsané hry")
