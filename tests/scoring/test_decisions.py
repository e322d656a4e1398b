"""Rulings: laid over the record, superseded, cancelled; what they move (S29, D1–D6)."""

import uuid
from typing import Any

import pytest

from scoring.adapters import InvalidRecord, rulebook_of, stored_hand
from scoring.enums import ResultSource
from scoring.models import Decision, Hand, StandingsPublication, TableResult
from scoring.selectors.decisions import ruling_list
from scoring.selectors.standings import last_publication, published_of
from scoring.selectors.tables import current_result, hand_totals, result_lines, table_account
from scoring.services.closing import round_close
from scoring.services.decisions import decision_cancel, decision_make, decision_preview
from scoring.services.hands import hand_correct, hand_record, hand_remove
from scoring.services.results import Figures, SeatFigures, result_confirm, result_enter
from scoring.services.standings import standings_publish
from tests.factories import actor
from tests.scoring.records import (
    BETL_WON,
    CHIEF,
    DESK,
    NOTHING,
    REFEREE,
    STRANGER,
    betl,
    durch,
    scribe_of,
)
from tournament.actors import Actor
from tournament.enums import Role, RoundState, TableState
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.journal.words import subject_words
from tournament.models import LogEntry, Round, Table, Tournament

pytestmark = pytest.mark.django_db

RENONC_B = {"renonce": [{"by": "B", "article": "C1"}]}
"""A defender did not follow suit: the hand is lost by him alone and he pays the paušál (C1, D1)."""


@pytest.fixture
def hand(table: Table) -> Hand:
    """A betl lost by A."""
    return hand_record(table=table, record=betl(won=False), by=scribe_of(table))


def rule(hand: Hand, patch: dict[str, Any] = RENONC_B, by: Actor = REFEREE, **fields: Any) -> Decision:
    return decision_make(hand=hand, patch=patch, reason="uznáno po prohlédnutí zdvihů", by=by, **fields)


def test_ruling_pays_the_hand_anew_and_leaves_the_record(hand: Hand, table: Table) -> None:
    """C1, D1: B loses for all, 3 × 3,00 to A, and 2,00 to each of the others."""
    decision = rule(hand, claim="nepřiznal barvu")

    hand.refresh_from_db()
    assert hand.money == {"A": 900 + 200, "B": -900 - 600, "C": 200, "D": 200}
    assert "renonce" not in hand.record
    assert (decision.number, decision.current, decision.patch, decision.claim, decision.decided_by) == (
        1,
        True,
        RENONC_B,
        "nepřiznal barvu",
        "Radek Rozhodčí",
    )
    assert hand_totals(table, "ABCD").money == hand.money
    logged = LogEntry.objects.get(action="scoring.hand.ruled")
    assert (subject_words(logged), logged.reason, logged.old["money"]["A"], logged.new["money"]["A"]) == (
        "1. kolo, stůl 1, hra 1",
        "uznáno po prohlédnutí zdvihů",
        -900,
        1100,
    )


def test_preview_saves_nothing(hand: Hand, tournament: Tournament) -> None:
    written = stored_hand(hand.record, rulebook_of(tournament))
    preview = decision_preview(written=written, patch=RENONC_B)
    assert preview.money == {"A": 2000, "B": -1800, "C": -100, "D": -100}
    assert preview.after.settlement.lines
    hand.refresh_from_db()
    assert (hand.money["A"], hand.version, Decision.objects.count()) == (-900, 1, 0)


def test_playout_pays_its_result_and_the_pausal(hand: Hand) -> None:
    """D3: the outcome given is that of the playout."""
    rule(hand, {"renonce": [{"by": "B", "article": "C1", "playout": True}], "outcome": {"betl": "lost"}})
    hand.refresh_from_db()
    assert hand.money == {"A": -900 + 200, "B": 300 - 600, "C": 500, "D": 500}


def test_new_ruling_supersedes_the_old_one(hand: Hand) -> None:
    first = rule(hand)
    second = rule(hand, {"renonce": [{"by": "C", "article": "C6"}]}, by=CHIEF)
    first.refresh_from_db()
    hand.refresh_from_db()
    assert (first.current, first.patch, second.number, second.current) == (False, RENONC_B, 2, True)
    assert hand.money["C"] == -1500


def test_cancelled_ruling_stays_with_its_reason_and_has_no_effect(hand: Hand) -> None:
    first = rule(hand)
    cancelling = decision_cancel(hand=hand, reason="odvolání uznáno", by=CHIEF)
    hand.refresh_from_db()
    first.refresh_from_db()
    assert hand.money == {"A": -900, "B": 300, "C": 300, "D": 300}
    assert (first.current, first.reason) == (False, "uznáno po prohlédnutí zdvihů")
    assert (cancelling.cancels, cancelling.patch, cancelling.reason) == (True, {}, "odvolání uznáno")


def test_nothing_to_cancel(hand: Hand) -> None:
    with pytest.raises(Refused, match="není co zrušit"):
        decision_cancel(hand=hand, reason="omyl", by=CHIEF)


def test_three_rulings_one_cancelled(table: Table) -> None:
    """S29: to the opponents, paušál 2, points only; the last one cancelled. The table stays zero."""
    to_opponents = hand_record(table=table, record=betl(), by=DESK)
    pausal = hand_record(table=table, record=durch(), by=DESK)
    points = hand_record(table=table, record=betl(premium=[{"to": "A", "points": 10}]), by=DESK)
    rule(to_opponents, {"renonce": [{"by": "A", "article": "C3"}]})
    rule(pausal, {"renonce": [{"by": "B", "article": "REF", "pausal": 2, "lost": False}]})
    rule(points, {"premium": None})
    decision_cancel(hand=points, reason="body platí", by=CHIEF)

    rulings = ruling_list(table.round.tournament, DESK)

    shown = [
        (row.sequence, row.in_force, {one.seat.letter: one.money for one in row.amounts})
        for row in rulings.rows
    ]
    assert shown == [
        (3, False, {}),
        (3, False, {}),
        (2, True, {"A": 1000, "B": -3000, "C": 1000, "D": 1000}),
        (1, True, {"A": -900 - 900 - 600, "B": 800, "C": 800, "D": 800}),
    ]
    assert (rulings.money_moved, rulings.money_sum, rulings.premium_moved) == (5400, 0, 0)
    assert rulings.rows[0].ruling.reason == "body platí"
    account = table_account(table)
    assert account.money_sum == 0
    assert account.totals.premium == {"A": 10, "B": 0, "C": 0, "D": 0}


def test_list_needs_the_same_queries_for_one_ruling_and_for_three(
    table: Table, django_assert_num_queries: Any
) -> None:
    for count in (1, 2):
        for _more in range(count):
            rule(hand_record(table=table, record=betl(), by=DESK))
        with django_assert_num_queries(6):
            rulings = ruling_list(table.round.tournament, DESK)
    assert len(rulings.rows) == 3


def test_referee_of_other_tables_sees_and_decides_nothing(hand: Hand, table: Table) -> None:
    rule(hand)
    other = actor("Jiný", Role.REFEREE, tables=frozenset({2}), chief_appointed=True)
    assert ruling_list(table.round.tournament, other).rows == ()
    with pytest.raises(NotAllowed, match="O hrách stolu 1"):
        rule(hand, by=other)


ORGANISER_BESIDE_CHIEF = actor("Olga", Role.ORGANISER, chief_appointed=True)
NOT_REFEREES = {"stranger": STRANGER, "organiser where a chief is appointed": ORGANISER_BESIDE_CHIEF}


@pytest.mark.parametrize("by", NOT_REFEREES.values(), ids=NOT_REFEREES)
def test_who_may_not_decide(hand: Hand, by: Actor) -> None:
    with pytest.raises(NotAllowed):
        rule(hand, by=by)
    assert not Decision.objects.exists()


def test_scribe_does_not_decide(hand: Hand, table: Table) -> None:
    with pytest.raises(NotAllowed):
        rule(hand, by=scribe_of(table))


def test_organiser_decides_where_no_chief_is_appointed(hand: Hand) -> None:
    assert rule(hand, by=DESK).decided_by == DESK.name


WRONG_PATCHES: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "who sat is not decided": ({"declarer": "B"}, Refused, "nedá změnit declarer"),
    "C14 of a defender": ({"renonce": [{"by": "B", "article": "C14"}]}, InvalidRecord, "C14"),
    "unknown article": ({"renonce": [{"by": "B", "article": "C99"}]}, InvalidRecord, "C99"),
    "somebody else": ({"renonce": [{"by": "E", "article": "C1"}]}, InvalidRecord, "nesedí"),
}


@pytest.mark.parametrize(("patch", "error", "message"), WRONG_PATCHES.values(), ids=WRONG_PATCHES)
def test_wrong_ruling_is_refused(
    hand: Hand, patch: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        rule(hand, patch)
    hand.refresh_from_db()
    assert (hand.money["A"], Decision.objects.count()) == (-900, 0)


def test_ruling_needs_a_reason(hand: Hand) -> None:
    with pytest.raises(Refused) as refused:
        decision_make(hand=hand, patch=RENONC_B, reason=" ", by=REFEREE)
    assert set(refused.value.fields) == {"reason"}


def test_hand_changed_in_between_is_a_conflict(hand: Hand, table: Table) -> None:
    hand_correct(hand=hand, record=durch(), by=scribe_of(table))
    with pytest.raises(Conflict, match="zapisovatel stolu 1"):
        rule(hand, expected=1)


def test_double_click_is_one_ruling(hand: Hand) -> None:
    """S22"""
    key = uuid.uuid4()
    assert rule(hand, submission=key, expected=1) == rule(hand, submission=key, expected=1)
    assert Decision.objects.count() == 1


def test_scribe_no_longer_changes_a_hand_that_was_ruled_on(hand: Hand, table: Table) -> None:
    rule(hand)
    for change in (
        lambda: hand_correct(hand=hand, record=durch(), by=scribe_of(table)),
        lambda: hand_remove(hand=hand, by=scribe_of(table)),
    ):
        with pytest.raises(NotAllowed, match=r"je rozhodnuto: Radek Rozhodčí"):
            change()


def test_scribe_changes_a_hand_again_once_its_ruling_is_cancelled(hand: Hand, table: Table) -> None:
    rule(hand)
    decision_cancel(hand=hand, by=REFEREE, reason="spletl jsem se")
    hand_correct(hand=hand, record=durch(), by=scribe_of(table))
    hand.refresh_from_db()
    assert (hand.record["contract"], hand.money) == ("durch", {"A": 1800, "B": -600, "C": -600, "D": -600})
    assert hand_remove(hand=hand, by=scribe_of(table)).removed


@pytest.mark.parametrize("by", [DESK, ORGANISER_BESIDE_CHIEF], ids=["no chief", "beside a chief"])
def test_organiser_corrects_the_record_under_a_ruling(hand: Hand, by: Actor) -> None:
    rule(hand)
    hand_correct(hand=hand, record=durch(dealer="D"), by=by)
    hand.refresh_from_db()
    assert hand.money == {"A": 1800 + 200, "B": -1800 - 600, "C": 200, "D": 200}


def test_correction_that_contradicts_the_ruling_is_refused(hand: Hand) -> None:
    rule(hand, {"renonce": [{"by": "A", "article": "C9"}]})
    with pytest.raises(Refused, match="S rozhodnutím rozhodčího"):
        hand_correct(hand=hand, record=betl(declarer="B"), by=DESK)


def test_hand_taken_back_is_not_ruled_on(hand: Hand, table: Table) -> None:
    hand_remove(hand=hand, by=scribe_of(table))
    with pytest.raises(Refused, match="vzatá zpět"):
        rule(hand)


def test_confirmed_table_waits_for_its_confirmation_again(hand: Hand, table: Table) -> None:
    result_confirm(table=table, by=DESK)
    rule(hand)
    table.refresh_from_db()
    result = current_result(table)
    assert (table.state, result.confirmed_by, result.number) == (TableState.HANDED_IN, "", 2)
    assert result_lines(result)[0].money == 1100


def test_ruling_that_moves_nothing_leaves_the_confirmation(hand: Hand, table: Table) -> None:
    result_confirm(table=table, by=DESK)
    decision_make(hand=hand, patch={}, reason="námitka zamítnuta", by=REFEREE)
    table.refresh_from_db()
    assert (table.state, TableResult.objects.count()) == (TableState.CONFIRMED, 1)


@pytest.fixture
def closed(hand: Hand, table: Table, second_table: Table) -> Round:
    hand_record(table=second_table, record=betl(), by=scribe_of(second_table))
    round_close(round_=table.round, by=DESK)
    standings_publish(round_=table.round, by=DESK)
    return table.round


def test_after_closing_only_the_chief_referee_decides(closed: Round, hand: Hand) -> None:
    with pytest.raises(NotAllowed, match="už jen hlavní rozhodčí"):
        rule(hand)
    rule(hand, by=CHIEF)

    closed.refresh_from_db()
    assert closed.state == RoundState.REVISED
    newest = last_publication(closed.tournament)
    assert newest.number == 2
    assert {row.number: row.money for row in published_of(newest).rows}[1] == 1100
    assert "rozhodnutí o hře 1" in newest.reason


def test_ruling_beside_a_paper_result_shows_the_difference(table: Table, second_table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=scribe_of(table))
    hand_record(table=second_table, record=betl(), by=scribe_of(second_table))
    seats = {letter: SeatFigures(money, 0) for letter, money in BETL_WON.items()}
    result_enter(table=table, figures=Figures(seats=seats, source=ResultSource.PAPER), by=DESK)
    result_confirm(table=table, by=DESK)
    round_close(round_=table.round, by=DESK)
    standings_publish(round_=table.round, by=DESK)

    rule(Hand.objects.select_related("table__round__tournament").get(pk=hand.pk), by=CHIEF)

    account = table_account(table)
    assert [one.letter for one in account.difference] == ["A", "B", "C", "D"]
    assert StandingsPublication.objects.count() == 1


def test_points_follow_the_ruling(table: Table) -> None:
    """D5: who committed a renonc gets no premium points."""
    hand = hand_record(table=table, record=betl(premium=[{"to": "A", "points": 10}]), by=DESK)
    assert hand.premium == NOTHING | {"A": 10}
    rule(hand, {"renonce": [{"by": "A", "article": "C3"}]})
    hand.refresh_from_db()
    assert hand.premium == NOTHING
