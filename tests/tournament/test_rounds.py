"""Publishing a round, taking it back, its beginning (S21)."""

import threading

import pytest
from django.db import connection, transaction

from tests import factories
from tests.refusals import said
from tournament.actors import Actor
from tournament.enums import RoundState
from tournament.errors import Conflict, DeskError, Refused
from tournament.models import LogEntry, Round, TableLink, Tournament
from tournament.selectors.access import scribe_link
from tournament.selectors.entries import next_round_number
from tournament.selectors.rounds import unfinished_before
from tournament.services.drawing import round_draw
from tournament.services.rounds import round_ahead, round_mark_playing, round_publish, round_take_back
from tournament.services.writes import lock_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(small_tournament: Tournament, desk: Actor) -> Round:
    """The first round, drawn."""
    return round_draw(tournament=small_tournament, number=1, by=desk, seed="1")


class TestPublish:
    def test_shows_the_round_and_gives_every_table_a_link(self, draft: Round, desk: Actor) -> None:
        round_ = round_publish(round_=draft, by=desk)

        assert (round_.state, round_.published_by) == (RoundState.PUBLISHED, "Olga Pořadatelová")
        assert round_.published_at is not None
        links = list(TableLink.objects.filter(active=True).select_related("table"))
        assert sorted(link.table.number for link in links) == [1, 2]
        assert all(scribe_link(link.token) == link for link in links)
        entry = LogEntry.objects.get(action="tournament.round.published")
        assert (entry.old, entry.new) == ({"state": "draft"}, {"state": "published", "tables": 2})

    def test_second_organiser_is_told_by_whom_it_was_done(self, draft: Round, desk: Actor) -> None:
        round_publish(round_=draft, by=desk)

        with pytest.raises(Conflict, match=r"1\. kolo už je zveřejněné: Olga Pořadatelová \("):
            round_publish(round_=draft, by=factories.actor("Petr Druhý"))

        assert Round.objects.get().published_by == "Olga Pořadatelová"

    def test_changed_since_it_was_shown(self, draft: Round, desk: Actor) -> None:
        seen = draft.version
        round_draw(tournament=draft.tournament, number=1, by=desk, seed="2")

        with pytest.raises(Conflict, match="Olga Pořadatelová"):
            round_publish(round_=draft, by=factories.actor("Petr Druhý"), expected=seen)

        assert Round.objects.get().state == RoundState.DRAFT

    def test_without_a_draw(self, tournament: Tournament, desk: Actor) -> None:
        round_ = factories.RoundFactory(tournament=tournament)

        with pytest.raises(Refused, match=r"1\. kolo ještě není vylosované"):
            round_publish(round_=round_, by=desk)

    def test_rounds_in_order(self, small_tournament: Tournament, desk: Actor) -> None:
        factories.drawn_round(small_tournament, state=RoundState.DRAFT)
        second = factories.drawn_round(small_tournament, number=2, state=RoundState.DRAFT)

        with pytest.raises(Refused, match=r"Nejdřív zveřejněte 1\. kolo"):
            round_publish(round_=second, by=desk)

    @pytest.mark.django_db(transaction=True)
    def test_two_at_once(self, draft: Round, desk: Actor) -> None:
        """S21."""
        start = threading.Barrier(2)
        outcomes: list[object] = []

        def press(by: Actor) -> None:
            start.wait()
            try:
                outcomes.append(round_publish(round_=draft, by=by))
            except DeskError as refusal:
                outcomes.append(refusal)
            connection.close()

        threads = [threading.Thread(target=press, args=(by,)) for by in (desk, factories.actor("Petr"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "Round"]
        assert TableLink.objects.count() == 2


class TestTakeBack:
    def test_makes_it_a_draft_and_switches_links_off(self, draft: Round, desk: Actor) -> None:
        round_publish(round_=draft, by=desk)
        token = TableLink.objects.first().token

        round_ = round_take_back(round_=draft, by=desk, reason="chyba v prezenci")

        assert (round_.state, round_.published_at, round_.published_by) == (RoundState.DRAFT, None, "")
        assert scribe_link(token) is None
        entry = LogEntry.objects.get(action="tournament.round.taken_back")
        assert (entry.reason, entry.old["published_by"]) == ("chyba v prezenci", "Olga Pořadatelová")

    def test_next_publication_makes_new_links(self, draft: Round, desk: Actor) -> None:
        round_publish(round_=draft, by=desk)
        old = set(TableLink.objects.values_list("token", flat=True))
        round_take_back(round_=draft, by=desk)
        round_publish(round_=draft, by=desk)

        new = set(TableLink.objects.filter(active=True).values_list("token", flat=True))
        assert (len(new), new & old) == (2, set())

    @pytest.mark.parametrize(
        ("state", "words"),
        [
            (RoundState.DRAFT, "ještě není zveřejněné"),
            (RoundState.PLAYING, "se už hraje"),
            (RoundState.CLOSED, "je uzavřené"),
        ],
    )
    def test_only_while_no_hand_is_written(
        self, draft: Round, desk: Actor, state: RoundState, words: str
    ) -> None:
        Round.objects.update(state=state)

        with pytest.raises(Refused, match=words):
            round_take_back(round_=draft, by=desk)

        assert Round.objects.get().state == state

    def test_not_under_a_later_published_round(self, small_tournament: Tournament, desk: Actor) -> None:
        first = factories.drawn_round(small_tournament)
        factories.drawn_round(small_tournament, number=2)

        with pytest.raises(Refused, match=r"už zveřejněné 2\. kolo"):
            round_take_back(round_=first, by=desk)


class TestMarkPlaying:
    def test_first_hand_starts_the_round_once(self, draft: Round, desk: Actor) -> None:
        round_ = round_publish(round_=draft, by=desk)

        with transaction.atomic():
            lock_tournament(tournament=round_.tournament)
            assert [round_mark_playing(round_=round_, by=desk) for _hand in range(2)] == [True, False]
        assert (Round.objects.get().state, round_.state) == (RoundState.PLAYING, RoundState.PLAYING)
        assert LogEntry.objects.filter(action="tournament.round.started").count() == 1

    @pytest.mark.parametrize("state", [RoundState.DRAFT, RoundState.CLOSED])
    def test_other_states_stay(self, draft: Round, desk: Actor, state: RoundState) -> None:
        Round.objects.update(state=state)

        assert not round_mark_playing(round_=draft, by=desk)
        assert Round.objects.get().state == state


class TestAhead:
    """Something is said of a round before it is drawn."""

    def test_the_next_round_is_made_once_without_tables(self, tournament: Tournament) -> None:
        Tournament.objects.update(round_minutes=90)
        tournament.refresh_from_db()

        made = [round_ahead(tournament=tournament, number=1) for _time in range(2)]

        assert made[0] == made[1] == Round.objects.get()
        assert (made[0].number, made[0].state, made[0].minutes) == (1, RoundState.DRAFT, 90)
        assert made[0].tables.count() == 0

    def test_one_that_is_drawn_is_that_one(self, draft: Round) -> None:
        assert round_ahead(tournament=draft.tournament, number=1) == draft

    @pytest.mark.parametrize("number", [0, 2, 3])
    def test_any_other_is_refused(self, tournament: Tournament, number: int) -> None:
        with pytest.raises(Refused) as refused:
            round_ahead(tournament=tournament, number=number)

        assert said(refused.value) == f"Refused round_number\n  {number}. kolo v turnaji není."
        assert not Round.objects.exists()


def test_next_round_number(tournament: Tournament) -> None:
    factories.entries(tournament, 8)
    numbers = [next_round_number(tournament)]
    for number in (1, 2):
        factories.drawn_round(tournament, number=number)
        numbers.append(next_round_number(tournament))

    assert numbers == [1, 2, None]


@pytest.mark.parametrize("rounds", [1, 3])
def test_unfinished_tables_in_one_query(
    tournament: Tournament, rounds: int, django_assert_num_queries: object
) -> None:
    factories.entries(tournament, 8)
    for number in range(1, rounds + 1):
        factories.drawn_round(tournament, number=number, state=RoundState.PLAYING)

    with django_assert_num_queries(1):
        found = unfinished_before(tournament, rounds + 1)

    assert [(table.round, table.number) for table in found] == [
        (number, table) for number in range(1, rounds + 1) for table in (1, 2)
    ]
