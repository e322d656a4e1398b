"""Closing a round and correcting it afterwards (S06, S21, S31, B/1)."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.models import Penalty, StandingsPublication, TableResult
from scoring.selectors.standings import last_publication, published_of, standings_of
from scoring.selectors.tables import current_result
from scoring.services.closing import Closing, round_close
from scoring.services.hands import hand_record
from scoring.services.penalties import penalty_apply, penalty_reject
from scoring.services.results import Figures, SeatFigures, result_confirm, result_correct, result_enter
from scoring.services.standings import standings_publish
from tests import factories
from tests.scoring.races import in_threads
from tests.scoring.records import CHIEF, DESK, OTHER_DESK, REFEREE, betl, durch, penalty_create, scribe_of
from tournament.actors import Actor
from tournament.enums import RoundState, TableState
from tournament.errors import NotAllowed, Refused
from tournament.journal.words import subject_words
from tournament.models import LogEntry, Round, Seat, Table, Tournament
from tournament.services.founding import tournament_finish

pytestmark = pytest.mark.django_db


def figures(*money: int, premium: tuple[int, ...] = (0, 0, 0, 0), **fields: Any) -> Figures:
    seats = {
        letter: SeatFigures(amount, points)
        for letter, amount, points in zip("ABCD", money, premium, strict=True)
    }
    return Figures(seats=seats, **fields)


def states(round_: Round) -> tuple[str, list[str]]:
    round_.refresh_from_db()
    return round_.state, list(round_.tables.order_by("number").values_list("state", flat=True))


@pytest.fixture
def closed(drawn: Round, table: Table, second_table: Table) -> Round:
    """Round 1 with a betl won by player 1 and a durch won by player 5, closed and published."""
    hand_record(table=table, record=betl(), by=scribe_of(table))
    hand_record(table=second_table, record=durch(), by=scribe_of(second_table))
    round_close(round_=drawn, by=DESK)
    standings_publish(round_=drawn, by=DESK)
    drawn.refresh_from_db()
    return drawn


def test_closing_confirms_what_has_hands(drawn: Round, table: Table, second_table: Table) -> None:
    hand_record(table=table, record=betl(), by=scribe_of(table))
    result_confirm(table=table, by=OTHER_DESK)
    hand_record(table=second_table, record=durch(), by=scribe_of(second_table))

    done = round_close(round_=drawn, by=DESK)

    assert done == Closing(
        "1. kolo je uzavřené, výsledky se počítají do pořadí.", already=False, confirmed=(2,)
    )
    assert states(drawn) == (RoundState.CLOSED, [TableState.CLOSED] * 2)
    assert [current_result(one).confirmed_by for one in (table, second_table)] == [
        "Ota Druhý",
        "Olga Pořadatelová",
    ]
    assert drawn.closed_by == DESK.name
    logged = LogEntry.objects.get(action="scoring.round.closed")
    assert (subject_words(logged), logged.old, logged.new) == (
        "1. kolo",
        {"state": "playing"},
        {"state": "closed"},
    )


def test_closed_already_says_by_whom(closed: Round) -> None:
    done = round_close(round_=closed, by=OTHER_DESK)
    assert done.already
    assert "1. kolo už je uzavřené: Olga Pořadatelová" in done.text
    assert LogEntry.objects.filter(action="scoring.round.closed").count() == 1


def paper_differs(table: Table) -> None:
    hand_record(table=table, record=betl(), by=scribe_of(table))
    result_enter(table=table, figures=figures(900, -300, -600, 0), by=DESK)


OBSTACLES: dict[str, tuple[Callable[[Table], Any], str]] = {
    "no hands and no result": (lambda table: None, "chybí hry i výsledek"),
    "paper waits for confirmation": (
        lambda table: result_enter(table=table, figures=figures(100, -100, 0, 0), by=DESK),
        "výsledek z lístku čeká na potvrzení",
    ),
    "paper and hands differ": (paper_differs, r"papír a hry se liší \(C −3,00, D \+3,00\)"),
}


@pytest.mark.parametrize(("prepare", "why"), OBSTACLES.values(), ids=OBSTACLES)
def test_obstacle_names_the_table_and_its_players_and_changes_nothing(
    drawn: Round, table: Table, second_table: Table, prepare: Callable[[Table], Any], why: str
) -> None:
    """S06: unconfirmed numbers are never used; the sentence says which table and who sits there."""
    hand_record(table=second_table, record=durch(), by=scribe_of(second_table))
    prepare(table)
    before = states(drawn)

    with pytest.raises(
        Refused, match=rf"stůl 1 \(Novák Jan, Čech Petr, Cibulka Karel a Dvořáková Věra\): {why}"
    ) as refused:
        round_close(round_=drawn, by=DESK)

    assert set(refused.value.fields) == {"1"}
    assert states(drawn) == before
    assert not TableResult.objects.exclude(confirmed_by="").exists()


def test_two_person_mode_names_tables_the_caller_typed(
    drawn: Round, table: Table, second_table: Table
) -> None:
    """S28 at closing."""
    Tournament.objects.update(two_person_mode=True)
    hand_record(table=table, record=betl(), by=DESK)
    hand_record(table=second_table, record=betl(), by=scribe_of(second_table))
    with pytest.raises(Refused, match="zápis je váš"):
        round_close(round_=drawn, by=DESK)
    assert round_close(round_=drawn, by=OTHER_DESK).confirmed == (1, 2)


def test_difference_confirmed_with_a_reason_no_longer_blocks(
    drawn: Round, table: Table, second_table: Table
) -> None:
    hand_record(table=second_table, record=durch(), by=scribe_of(second_table))
    paper_differs(table)
    result_confirm(table=table, by=DESK, reason="platí lístek")
    assert round_close(round_=drawn, by=DESK).confirmed == (2,)


def test_draft_is_not_closed(small_tournament: Tournament) -> None:
    draft = factories.drawn_round(small_tournament, state=RoundState.DRAFT)
    with pytest.raises(Refused, match="není zveřejněné"):
        round_close(round_=draft, by=DESK)


def test_round_without_tables_is_not_closed(tournament: Tournament) -> None:
    empty = factories.RoundFactory(tournament=tournament, number=1, state=RoundState.PLAYING)
    with pytest.raises(Refused) as refused:
        round_close(round_=empty, by=DESK)
    assert refused.value.text == "1. kolo nemá žádný stůl, není co uzavřít."
    assert (refused.value.code, Round.objects.get().state) == ("no_tables", RoundState.PLAYING)


@pytest.mark.django_db(transaction=True)
def test_two_organisers_close_at_once(drawn: Round, table: Table, second_table: Table) -> None:
    """S21: one closing, the other one is told by whom and when it was done."""
    for one in (table, second_table):
        hand_record(table=one, record=betl(), by=scribe_of(one))
    people = [DESK, OTHER_DESK]

    answers = in_threads(2, lambda place: round_close(round_=drawn, by=people[place]))

    assert sorted(answer.already for answer in answers) == [False, True]
    first, second = sorted(answers, key=lambda answer: answer.already)
    drawn.refresh_from_db()
    assert first.confirmed == (1, 2)
    assert drawn.closed_by in second.text
    assert LogEntry.objects.filter(action="scoring.round.closed").count() == 1
    assert TableResult.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_last_hand_and_closing_at_once(drawn: Round, table: Table, second_table: Table) -> None:
    """Whichever is first, the closed result and the hands agree."""
    for one in (table, second_table):
        hand_record(table=one, record=betl(), by=scribe_of(one))
    acts: list[Callable[[], Any]] = [
        lambda: round_close(round_=drawn, by=DESK),
        lambda: hand_record(table=table, record=durch(), by=scribe_of(table)),
    ]

    answers = in_threads(2, lambda place: acts[place]())

    money = {line.seat.position: line.money for line in current_result(table).seats.all()}
    written = not isinstance(answers[1], Refused)
    assert money["A"] == (2700 if written else 900)


def test_missing_signature_is_proposed_for_the_whole_table(
    drawn: Round, table: Table, second_table: Table
) -> None:
    """B/1: never blocks, never decides about points."""
    hand_record(table=second_table, record=durch(), by=scribe_of(second_table))
    result_enter(table=table, figures=figures(100, -100, 0, 0, signed=False), by=DESK)
    result_confirm(table=table, by=DESK)

    assert round_close(round_=drawn, by=DESK).proposed == 4

    proposed = Penalty.objects.order_by("entry__number")
    assert [(one.entry.number, one.state, one.points, one.article, one.round_id) for one in proposed] == [
        (number, "proposed", 0, "B/1", drawn.pk) for number in (1, 2, 3, 4)
    ]
    assert [row.penalty for row in standings_of(drawn.tournament, drawn).rows] == [0] * 8


def correct(table: Table, by: Actor = OTHER_DESK, reason: str = "přehozené číslice") -> TableResult:
    done = result_correct(table=table, figures=figures(1100, -500, -300, -300), reason=reason, by=by)
    return done.result


def test_correction_makes_versions_of_result_and_standings(closed: Round, table: Table) -> None:
    """S31: +2/−2 at a table of a closed round; the public sees it at once, with the reason."""
    before = last_publication(closed.tournament)

    result = correct(Table.objects.select_related("round__tournament").get(pk=table.pk))

    assert (result.number, result.reason, result.confirmed_by) == (2, "přehozené číslice", "Ota Druhý")
    assert states(closed) == (RoundState.REVISED, [TableState.CORRECTED, TableState.CLOSED])
    after = last_publication(closed.tournament)
    assert (after.number, after.reason) == (2, "1. kolo, stůl 1: přehozené číslice")
    assert {row.number: row.money for row in published_of(after).rows} == {
        5: 1800, 1: 1100, 3: -300, 4: -300, 2: -500, 6: -600, 7: -600, 8: -600,
    }  # fmt: skip
    before.refresh_from_db()
    assert {row.number: row.money for row in published_of(before).rows}[1] == 900
    logged = LogEntry.objects.get(action="scoring.result.corrected")
    assert (logged.actor_name, logged.reason, logged.old["money"]["A"], logged.new["money"]["A"]) == (
        "Ota Druhý",
        "přehozené číslice",
        900,
        1100,
    )


def test_correction_recomputes_later_standings_and_leaves_later_seats(closed: Round, table: Table) -> None:
    """S31: a round drawn since then keeps its tables; standings after it follow."""
    tournament = Tournament.objects.get(pk=closed.tournament_id)
    second = factories.drawn_round(tournament, number=2)
    for one in Table.objects.filter(round=second):
        hand_record(table=one, record=betl(), by=scribe_of(one))
    round_close(round_=second, by=DESK)
    standings_publish(round_=second, by=DESK)
    third = factories.drawn_round(tournament, number=3)
    seats = list(Seat.objects.filter(round__in=(second, third)).order_by("pk").values())

    correct(Table.objects.select_related("round__tournament").get(pk=table.pk))

    assert list(Seat.objects.filter(round__in=(second, third)).order_by("pk").values()) == seats
    published = StandingsPublication.objects.order_by("round__number", "number")
    assert list(published.values_list("round__number", "number")) == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    ]
    newest = published_of(last_publication(tournament, 2))
    assert {row.number: row.money for row in newest.rows}[1] == 1100 + 900
    second.refresh_from_db()
    assert second.state == RoundState.CLOSED


LOWER = {"referee": REFEREE, "chief referee": CHIEF}


@pytest.mark.parametrize("by", LOWER.values(), ids=LOWER)
def test_lower_role_does_not_correct(closed: Round, table: Table, by: Actor) -> None:
    """S31"""
    with pytest.raises(NotAllowed):
        correct(table, by)
    assert TableResult.objects.filter(table=table).count() == 1


def test_correction_needs_a_reason(closed: Round, table: Table) -> None:
    with pytest.raises(Refused, match="Napište důvod"):
        correct(table, reason="  ")
    assert states(closed)[0] == RoundState.CLOSED


def test_open_round_is_not_corrected(drawn: Round, table: Table) -> None:
    with pytest.raises(Refused, match="ještě není uzavřené"):
        correct(table)


def test_finished_tournament_is_not_corrected(closed: Round, table: Table) -> None:
    tournament_finish(tournament=closed.tournament, by=DESK)
    with pytest.raises(Refused, match="Turnaj je ukončený"):
        correct(Table.objects.select_related("round__tournament").get(pk=table.pk))


def test_unpublished_standings_stay_unpublished_by_a_correction(
    drawn: Round, table: Table, second_table: Table
) -> None:
    for one in (table, second_table):
        hand_record(table=one, record=betl(), by=scribe_of(one))
    round_close(round_=drawn, by=DESK)
    correct(Table.objects.select_related("round__tournament").get(pk=table.pk))
    assert not StandingsPublication.objects.exists()


def test_penalty_is_applied_with_its_points_and_published_at_once(closed: Round) -> None:
    entry = closed.tournament.entries.get(number=5)
    penalty = penalty_create(
        round_=closed, entry=entry, points=-10, reason="pozdní příchod", article="§9 DŘ", by=DESK
    )

    rows = {row.number: row for row in published_of(last_publication(closed.tournament)).rows}
    assert (rows[5].sb, rows[5].penalty, rows[5].zb) == (8, -10, 18)
    assert last_publication(closed.tournament).reason == "trest: 5 Chalupa Josef – pozdní příchod"

    penalty_reject(penalty=penalty, by=OTHER_DESK, reason="omyl")
    rows = {row.number: row for row in published_of(last_publication(closed.tournament)).rows}
    assert (rows[5].sb, rows[5].penalty) == (18, 0)
    assert last_publication(closed.tournament).number == 3
    actions = LogEntry.objects.filter(action__startswith="scoring.penalty").order_by("at")
    assert list(actions.values_list("action", flat=True)) == [
        "scoring.penalty.created",
        "scoring.penalty.rejected",
    ]


def test_proposed_penalty_counts_once_it_is_applied(closed: Round) -> None:
    penalty = factories.PenaltyFactory(entry=closed.tournament.entries.get(number=1), round=closed)
    assert {row.number: row.sb for row in standings_of(closed.tournament, closed).rows}[1] == 9
    penalty_apply(penalty=penalty, points=-5, by=DESK, expected=1)
    assert {row.number: row.sb for row in standings_of(closed.tournament, closed).rows}[1] == 4


def test_penalty_is_no_reward(closed: Round) -> None:
    entry = closed.tournament.entries.get(number=1)
    with pytest.raises(Refused, match="nula nebo záporný"):
        penalty_create(round_=closed, entry=entry, points=5, reason="omyl", by=DESK)
    assert not Penalty.objects.exists()


def test_penalty_for_the_same_article_is_not_doubled(closed: Round) -> None:
    entry = closed.tournament.entries.get(number=1)
    penalty_create(round_=closed, entry=entry, points=-5, reason="podpis", article="B/1", by=DESK)
    with pytest.raises(Refused, match="už za B/1"):
        penalty_create(round_=closed, entry=entry, points=-5, reason="podpis", article="B/1", by=DESK)


def test_referee_does_not_punish(closed: Round) -> None:
    entry = closed.tournament.entries.get(number=1)
    with pytest.raises(NotAllowed):
        penalty_create(round_=closed, entry=entry, points=-5, reason="podpis", by=REFEREE)
