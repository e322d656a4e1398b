"""One day at two tables as the journal tells it: each act once, each entry in full (S27)."""

import pytest
from django.utils import timezone

from rules.points_table import find_points_table
from scoring.enums import ResultSource
from scoring.models import TableResult
from scoring.services.closing import round_close
from scoring.services.corrections import correction_confirm, correction_reject
from scoring.services.decisions import decision_cancel, decision_make
from scoring.services.hands import hand_correct, hand_record, hand_remove, hand_restore
from scoring.services.penalties import penalty_reject
from scoring.services.points import points_table_store
from scoring.services.results import (
    Figures,
    SeatFigures,
    result_confirm,
    result_correct,
    result_enter,
    result_restore,
    result_unconfirm,
    table_hand_in,
    table_take_back,
)
from scoring.services.standings import standings_publish
from scoring.services.without_result import result_await, result_give_up
from tests import journal
from tests.scoring.records import CHIEF, DESK, OTHER_DESK, REFEREE, betl, durch, penalty_create, scribe_of
from tournament.models import Round, Table, Tournament

pytestmark = pytest.mark.django_db


def paper(*money: int, **fields: object) -> Figures:
    seats = {letter: SeatFigures(amount, 0) for letter, amount in zip("ABCD", money, strict=True)}
    return Figures(seats=seats, **fields)


def at(table: Table) -> Table:
    return Table.objects.select_related("round__tournament").get(pk=table.pk)


def hands_of_a_table(table: Table) -> None:
    scribe = scribe_of(table)
    first = hand_record(table=table, record=betl(), by=scribe)
    second = hand_record(table=table, record=durch(), by=scribe)
    first = hand_correct(hand=first, record=betl(won=False), by=DESK, reason="přeslech")
    first = hand_restore(hand=hand_remove(hand=first, by=scribe), by=scribe)
    ruling = decision_make(
        hand=second,
        patch={"renonce": [{"by": "B", "article": "C1"}]},
        reason="uznáno",
        claim="nepřiznal",
        by=REFEREE,
    )
    decision_cancel(hand=ruling.hand, reason="odvolání", by=CHIEF)
    table_hand_in(table=table, by=scribe)
    table_take_back(table=table, by=scribe)


def results_of_tables(table: Table, second: Table) -> None:
    result_enter(table=table, figures=Figures(seats={}, source=ResultSource.HANDS), by=DESK)
    hand_record(table=table, record=betl(), by=DESK)
    result_confirm(table=table, by=OTHER_DESK)
    decision_make(
        hand=table.hands.get(sequence=3),
        patch={"renonce": [{"by": "C", "article": "C1"}]},
        reason="uznáno",
        by=REFEREE,
    )
    result_confirm(table=at(table), by=DESK, reason="  dohodnuto ")
    result_enter(table=second, figures=paper(100, 0, 0, 0, zero_reason="koruna chybí"), by=DESK)
    result_enter(table=second, figures=paper(300, -300, 0, 0, signed=False), by=OTHER_DESK)
    result_restore(table=second, number=1, by=DESK)
    result_give_up(table=second, reason="lístek se ztratil", by=DESK)
    result_await(table=at(second), by=OTHER_DESK)
    result_confirm(table=at(second), by=DESK)
    result_unconfirm(table=at(second), by=DESK)


def corrections_of_a_closed_round(table: Table, second: Table) -> None:
    result_confirm(table=at(second), by=OTHER_DESK)
    round_close(round_=table.round, by=DESK)
    round_ = Round.objects.select_related("tournament").get()
    standings_publish(round_=round_, by=DESK)
    result_correct(table=at(second), figures=paper(500, -500, 0, 0), reason="přehozené číslice", by=DESK)
    penalty = penalty_create(
        round_=round_,
        entry=second.seats.get(position="A").entry,
        points=-5,
        article="§9",
        reason="hádka",
        by=CHIEF,
    )
    penalty_reject(penalty=penalty, reason="usmířili se", by=DESK)
    Tournament.objects.update(two_person_mode=True)
    result_correct(table=at(second), figures=paper(600, -600, 0, 0), reason="špatný součet", by=DESK)
    correction_reject(table=at(second), reason="součet je dobře", by=OTHER_DESK)
    result_correct(table=at(second), figures=paper(700, -700, 0, 0), reason="sedmička", by=DESK)
    correction_confirm(table=at(second), by=OTHER_DESK)
    points_table_store(
        tournament=round_.tournament,
        table=find_points_table("csm-2014"),
        name=" Naše ",
        by=DESK,
        choose=True,
    )


def test_story(table: Table, second_table: Table) -> None:
    before = timezone.now()
    hands_of_a_table(table)
    results_of_tables(table, second_table)
    corrections_of_a_closed_round(table, second_table)

    assert journal.told() == journal.story("scoring")
    assert all(result.confirmed_at >= before for result in TableResult.objects.exclude(confirmed_by=""))
