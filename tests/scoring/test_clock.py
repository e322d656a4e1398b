"""The clock is put back two hours in the middle of the day: what came last is still the last (S60)."""

from datetime import datetime, timedelta, tzinfo
from typing import Protocol

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Hand
from scoring.selectors.decisions import ruling_list
from scoring.selectors.history import table_history
from scoring.selectors.standings import standings_of
from scoring.selectors.tables import board_rows
from scoring.services.decisions import decision_make
from scoring.services.hands import hand_record
from tests import factories
from tests.scoring.records import CHIEF, DESK, betl, penalty_create, scribe_of
from tournament.enums import Presence, RoundState
from tournament.journal.reading import log_page
from tournament.models import Entry, LogEntry, Round, Table, Tournament
from tournament.selectors.rounds import discarded_rounds
from tournament.selectors.seating import tables_of
from tournament.services.discarding import round_discard
from tournament.services.drawing import round_draw
from tournament.services.entries import entry_change_take_back, entry_set_presence
from tournament.services.seating import seat_swap

pytestmark = pytest.mark.django_db


class Clock(Protocol):
    def __call__(self) -> None: ...


@pytest.fixture
def put_back(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Called once, everything that is written from then on is two hours older."""

    class Slow(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return datetime.now(tz) - timedelta(hours=2)

    def turn() -> None:
        before = timezone.now()
        monkeypatch.setattr("django.utils.timezone.datetime", Slow)
        assert timezone.now() < before - timedelta(minutes=119)

    return turn


def test_undo_takes_back_the_swap_that_came_last(
    small_tournament: Tournament, organiser_client: Client, put_back: Clock
) -> None:
    round_ = round_draw(tournament=small_tournament, number=1, by=DESK, seed="1")
    start = tables_of(round_)
    seat_swap(round_=round_, first=1, second=2, by=DESK)
    between = tables_of(round_)
    put_back()
    seat_swap(round_=round_, first=3, second=4, by=DESK)

    undo = reverse("tournament:seating_undo", args=(small_tournament.slug, 1))
    seatings = []
    for _press in range(2):
        round_.refresh_from_db()
        organiser_client.post(undo, {"expected": round_.version})
        seatings.append(tables_of(round_))

    assert seatings == [between, start]


def test_log_and_history_of_a_table_begin_with_what_came_last(table: Table, put_back: Clock) -> None:
    hand_record(table=table, record=betl(), by=scribe_of(table))
    put_back()
    hand_record(table=table, record=betl(won=False, dealer="B"), by=scribe_of(table))

    lines = log_page(table.round.tournament, reader=DESK).lines
    assert [line.subject for line in lines if line.action == "Hra zapsána"] == [
        "1. kolo, stůl 1, hra 2",
        "1. kolo, stůl 1, hra 1",
    ]
    history = table_history(table)
    assert [line.subject for line in history] == ["1. kolo, stůl 1, hra 2", "1. kolo, stůl 1, hra 1"]
    assert history[0].at < history[1].at


def test_board_tells_the_time_of_the_last_change_as_the_clock_showed_it(
    table: Table, second_table: Table, put_back: Clock
) -> None:
    hand_record(table=table, record=betl(), by=scribe_of(table))
    hand_record(table=second_table, record=betl(), by=scribe_of(second_table))
    put_back()
    last = hand_record(table=table, record=betl(won=False, dealer="B"), by=scribe_of(table))

    changes = {row.table.number: row.last_change for row in board_rows(table.round)}
    written = LogEntry.objects.filter(action="scoring.hand.recorded")
    assert changes == {1: written.get(object_id=last.pk).at, 2: written.get(table_number=2).at}
    assert changes[1] < changes[2]


def test_rulings_and_penalties_stand_in_the_order_they_were_made(table: Table, put_back: Clock) -> None:
    tournament = table.round.tournament
    hands = [hand_record(table=table, record=betl(dealer=dealer), by=scribe_of(table)) for dealer in "CD"]
    player = tournament.entries.get(number=1)

    def rule(hand: Hand, article: str) -> None:
        decision_make(
            hand=hand, patch={"renonce": [{"by": "B", "article": article}]}, reason=article, by=CHIEF
        )
        penalty_create(entry=player, round_=table.round, points=-5, reason=article, by=CHIEF)

    rule(hands[0], "C1")
    put_back()
    rule(hands[1], "C2")
    rule(hands[0], "C3")

    assert [row.ruling.reason for row in ruling_list(tournament, CHIEF).rows] == ["C3", "C2", "C1"]
    Round.objects.filter(pk=table.round_id).update(state=RoundState.CLOSED)
    notes = standings_of(tournament, Round.objects.get(pk=table.round_id)).notes
    assert [note[-2:] for note in notes] == ["C1", "C2", "C3"]


def test_tap_taken_back_is_the_one_that_was_offered(small_tournament: Tournament, put_back: Clock) -> None:
    entry = Entry.objects.get(tournament=small_tournament, number=1)
    entry_set_presence(entry=entry, by=DESK, presence=Presence.PRESENT)
    put_back()
    second = entry_set_presence(entry=entry, by=DESK, presence=Presence.ABSENT)

    assert second is not None
    entry_change_take_back(tournament=small_tournament, by=DESK, log_id=second.id)

    entry.refresh_from_db()
    assert entry.presence == Presence.PRESENT


def test_rounds_discarded_last_stand_first(small_tournament: Tournament, put_back: Clock) -> None:
    for number in (1, 2):
        factories.drawn_round(small_tournament, number=number)
    first, second = Round.objects.filter(tournament=small_tournament)
    round_discard(round_=second, by=DESK, typed="2. kolo")
    put_back()
    round_discard(round_=first, by=DESK, typed="1. kolo")

    assert [one.round.number for one in discarded_rounds(small_tournament)] == [1, 2]
