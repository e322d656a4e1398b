"""A whole round discarded by mistake or on purpose (S12): the right, the name typed, nothing lost, logged."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Decision, Hand, Penalty, StandingsPublication, TableResult
from scoring.selectors.decisions import ruling_list
from scoring.selectors.scribes import scribe_link_by_code
from scoring.selectors.standings import counted_rounds, last_publication, publications_of, standings_of
from scoring.selectors.tables import table_of
from scoring.services.archive import tournament_import
from scoring.services.hands import hand_record
from tests import factories
from tests.archives import tournament_archive
from tests.scoring.records import betl
from tournament.actors import Actor
from tournament.enums import Presence, Role, RoundState, TableState
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.journal.words import subject_words
from tournament.models import Entry, LogEntry, Player, Round, Seat, Table, TableLink, Tournament
from tournament.selectors.access import scribe_link
from tournament.selectors.entries import next_round_number, open_seat
from tournament.selectors.overview import facts_of
from tournament.selectors.rounds import discarded_rounds, round_named, rounds_of
from tournament.selectors.seating import history_before
from tournament.services.discarding import round_discard, round_restore
from tournament.services.drawing import draft_discard, round_draw, seed_announce
from tournament.services.founding import hands_are_stored, tournament_finish
from tournament.services.rounds import round_publish

pytestmark = pytest.mark.django_db

KEPT = (Hand, Decision, TableResult, StandingsPublication, Penalty, Table, Seat, TableLink)
"""What a round holds."""


def played_round(tournament: Tournament, number: int, state: RoundState = RoundState.PLAYING) -> Round:
    """A round with a row of everything a round can hold, its tables confirmed or closed with it."""
    closed = TableState.CLOSED if state == RoundState.CLOSED else TableState.CONFIRMED
    drawn = factories.drawn_round(tournament, number=number, state=state, table_state=closed, links=True)
    for table in drawn.tables.all():
        factories.DecisionFactory(hand=factories.HandFactory(table=table))
        factories.table_result(table, [(60, 1, 7), (-20, 0, 0), (-20, 0, -3), (-20, -1, 0)])
    frozen = {"round": number, "rounds": [number], "order": "sb", "rows": [], "notes": []}
    factories.StandingsPublicationFactory(round=drawn, number=1, rows=frozen)
    factories.PenaltyFactory(
        entry=tournament.entries.get(number=1), round=drawn, points=-5, state=Penalty.State.APPLIED
    )
    return drawn


@pytest.fixture
def three_tables(tournament: Tournament) -> Tournament:
    """Twelve players, the first round closed, the second played with its three tables confirmed."""
    factories.entries(tournament, 12)
    played_round(tournament, 1, RoundState.CLOSED)
    played_round(tournament, 2)
    return tournament


@pytest.fixture
def second(three_tables: Tournament) -> Round:
    return Round.objects.get(tournament=three_tables, number=2)


def everything(tournament: Tournament) -> dict[str, Any]:
    """The tournament as its archive holds it, without what discarding and restoring are themselves."""
    data = json.loads(tournament_archive(tournament))
    data.pop("log")
    for row in data["rounds"]:
        row.pop("version")
    return data


def test_nothing_is_deleted_and_everything_comes_back(second: Round, desk: Actor) -> None:
    before = everything(second.tournament)
    counts = [model.objects.count() for model in KEPT]

    gone = round_discard(round_=second, by=desk, typed="2. kolo", reason="losováno se starým seznamem")
    assert [model.objects.count() for model in KEPT] == counts
    back = round_restore(round_=gone, by=desk)

    assert (back.pk, back.state, back.discarded_at, back.discarded_by) == (
        second.pk,
        RoundState.PLAYING,
        None,
        "",
    )
    assert everything(second.tournament) == before


def test_counts_nowhere_while_discarded(second: Round, desk: Actor) -> None:
    tournament = second.tournament
    link = TableLink.objects.get(table__round=second, table__number=1)
    assert next_round_number(tournament) is None

    round_discard(round_=second, by=desk, typed="2. kolo")

    assert [card.round.number for card in rounds_of(tournament, drafts=True)] == [1]
    assert round_named(tournament, 2) is None
    assert table_of(tournament.slug, 2, 1) is None
    assert next_round_number(tournament) == 2
    assert {past.round for past in history_before(tournament, 3)} == {1}
    assert open_seat(Entry.objects.get(tournament=tournament, number=1)) is None
    assert scribe_link(link.token) is None
    assert scribe_link_by_code(link.code) is None
    assert [one.number for one in facts_of(tournament).rounds] == [1]
    assert [one.round.number for one in publications_of(tournament)] == [1]
    assert last_publication(tournament, 2) is None
    assert len(ruling_list(tournament, desk).rows) == 3
    assert hands_are_stored(tournament=tournament)
    assert [(one.round.number, one.summary) for one in discarded_rounds(tournament)] == [
        (2, "3 stoly, 12 hráčů, potvrzeno 3")
    ]


def test_standings_forget_results_and_penalties_of_a_discarded_round(
    three_tables: Tournament, desk: Actor
) -> None:
    first = Round.objects.get(tournament=three_tables, number=1)
    second = Round.objects.get(tournament=three_tables, number=2)
    alone = standings_of(three_tables, first)
    Round.objects.filter(pk=second.pk).update(state=RoundState.CLOSED)
    with_both = standings_of(three_tables, Round.objects.get(pk=second.pk))

    round_discard(round_=second, by=desk, typed="2. kolo")

    assert counted_rounds(three_tables) == [first]
    assert standings_of(three_tables, first) == alone
    penalties = [{row.number: row.penalty for row in standings.rows}[1] for standings in (alone, with_both)]
    assert penalties == [-5, -10]


def test_both_acts_are_logged(second: Round, desk: Actor) -> None:
    gone = round_discard(round_=second, by=desk, typed="2. kolo", reason="omylem")
    round_restore(round_=gone, by=desk)

    lines = LogEntry.objects.filter(object_id=second.pk).order_by("at")
    assert [
        (line.action, line.actor_name, subject_words(line), line.old, line.new, line.reason) for line in lines
    ] == [
        (
            "tournament.round.discarded",
            "Olga Pořadatelová",
            "2. kolo",
            {"discarded": False, "state": "playing", "table_count": 3},
            {"discarded": True},
            "omylem",
        ),
        (
            "tournament.round.restored",
            "Olga Pořadatelová",
            "2. kolo",
            {"discarded": True, "discarded_by": "Olga Pořadatelová"},
            {"discarded": False, "state": "playing"},
            "",
        ),
    ]


@pytest.mark.parametrize("typed", ["", "2", "1. kolo", "kolo 2", "2. kolo ne"])
def test_the_name_must_be_typed(second: Round, desk: Actor, typed: str) -> None:
    with pytest.raises(Refused, match=r"Napište přesně název kola: 2\. kolo\.") as refused:
        round_discard(round_=second, by=desk, typed=typed)

    assert (refused.value.code, list(refused.value.fields)) == ("name_typed", ["typed"])
    assert Round.objects.get(pk=second.pk).discarded_at is None


@pytest.mark.parametrize("typed", ["2. kolo", " 2.  Kolo ", "2.kolo", "2. KOLO"])
def test_spaces_and_capitals_do_not_matter(second: Round, desk: Actor, typed: str) -> None:
    assert round_discard(round_=second, by=desk, typed=typed).discarded_by == "Olga Pořadatelová"


@pytest.mark.parametrize("role", [Role.CHIEF_REFEREE, Role.REFEREE, None])
def test_only_an_organiser_may(second: Round, desk: Actor, role: Role | None) -> None:
    other = factories.actor("Radek Rozhodčí", *([role] if role else []))

    with pytest.raises(NotAllowed, match="jen pořadatel"):
        round_discard(round_=second, by=other, typed="2. kolo")
    gone = round_discard(round_=second, by=desk, typed="2. kolo")
    with pytest.raises(NotAllowed, match="jen pořadatel"):
        round_restore(round_=gone, by=other)

    assert Round.with_discarded.get(pk=second.pk).discarded_by == "Olga Pořadatelová"


class TestRefusedDiscarding:
    def test_a_later_round_is_published(self, three_tables: Tournament, desk: Actor) -> None:
        first = Round.objects.get(tournament=three_tables, number=1)

        with pytest.raises(Refused, match=r"Po 1\. kole je už zveřejněné 2\. kolo, .* nejdřív zahoďte to"):
            round_discard(round_=first, by=desk, typed="1. kolo")

        assert Round.objects.filter(tournament=three_tables).count() == 2

    def test_a_later_round_is_a_draft(self, small_tournament: Tournament, desk: Actor) -> None:
        first = factories.drawn_round(small_tournament)
        round_draw(tournament=small_tournament, number=2, by=desk)

        with pytest.raises(Refused, match=r"už vylosované 2\. kolo; nejdřív zahoďte jeho návrh"):
            round_discard(round_=first, by=desk, typed="1. kolo")

        draft_discard(round_=Round.objects.get(number=2), by=desk)
        assert round_discard(round_=first, by=desk, typed="1. kolo").discarded_at is not None

    def test_a_draft_is_thrown_away_by_its_own_button(
        self, small_tournament: Tournament, desk: Actor
    ) -> None:
        draft = round_draw(tournament=small_tournament, number=1, by=desk)

        with pytest.raises(Refused, match=r"1\. kolo je zatím jen návrh; zahoďte jeho návrh losování"):
            round_discard(round_=draft, by=desk, typed="1. kolo")

    def test_the_tournament_is_finished(self, small_tournament: Tournament, desk: Actor) -> None:
        closed = factories.drawn_round(small_tournament, state=RoundState.CLOSED)
        factories.StandingsPublicationFactory(round=closed)
        tournament_finish(tournament=small_tournament, by=desk)

        with pytest.raises(Refused, match="Turnaj je ukončený"):
            round_discard(round_=closed, by=desk, typed="1. kolo")

    def test_somebody_changed_it_since_it_was_shown(self, second: Round, desk: Actor) -> None:
        with pytest.raises(Conflict):
            round_discard(round_=second, by=desk, typed="2. kolo", expected=second.version + 1)

        assert Round.objects.get(pk=second.pk).discarded_at is None

    def test_twice(self, second: Round, desk: Actor) -> None:
        round_discard(round_=second, by=desk, typed="2. kolo")

        with pytest.raises(Conflict, match=r"2\. kolo je zahozené: Olga Pořadatelová \("):
            round_discard(round_=second, by=factories.actor("Petr", *desk.roles), typed="2. kolo")


def test_who_still_holds_the_sheet_is_told_that_the_round_is_gone(second: Round, desk: Actor) -> None:
    table = second.tables.get(number=1)
    round_discard(round_=second, by=desk, typed="2. kolo")

    with pytest.raises(Conflict, match=r"2\. kolo je zahozené: Olga Pořadatelová"):
        hand_record(table=table, record=betl(), by=desk)

    assert Hand.objects.filter(table=table).count() == 1


class TestRestoring:
    def test_refused_while_a_new_round_of_the_number_is_drawn(self, second: Round, desk: Actor) -> None:
        gone = round_discard(round_=second, by=desk, typed="2. kolo")
        new = round_draw(tournament=second.tournament, number=2, by=desk)

        with pytest.raises(Refused, match=r"2\. kolo se mezitím vylosovalo znovu; nejdřív zahoďte to nové"):
            round_restore(round_=gone, by=desk)

        assert Round.objects.get(tournament=second.tournament, number=2) == new

    def test_once_the_new_round_is_gone_the_old_one_comes_back(self, second: Round, desk: Actor) -> None:
        gone = round_discard(round_=second, by=desk, typed="2. kolo")
        new = round_publish(round_=round_draw(tournament=second.tournament, number=2, by=desk), by=desk)
        round_discard(round_=new, by=desk, typed="2. kolo")

        round_restore(round_=gone, by=desk)

        assert Round.objects.get(tournament=second.tournament, number=2) == second
        assert [one.round for one in discarded_rounds(second.tournament)] == [new]

    @pytest.mark.parametrize("empty", ["discarded draft", "announced seed"])
    def test_a_new_round_that_seats_nobody_gives_way(self, second: Round, desk: Actor, empty: str) -> None:
        gone = round_discard(round_=second, by=desk, typed="2. kolo")
        if empty == "announced seed":
            new = seed_announce(tournament=second.tournament, number=2, by=desk)
        else:
            new = draft_discard(round_=round_draw(tournament=second.tournament, number=2, by=desk), by=desk)

        round_restore(round_=gone, by=desk)

        assert Round.objects.get(tournament=second.tournament, number=2) == second
        assert Round.with_discarded.get(pk=new.pk).discarded_by == "Olga Pořadatelová"
        assert discarded_rounds(second.tournament) == []
        assert LogEntry.objects.get(action="tournament.round.restored").new["put_aside"] == str(new.pk)

    def test_rounds_come_back_in_order(self, second: Round, desk: Actor) -> None:
        gone = round_discard(round_=second, by=desk, typed="2. kolo")
        first = round_discard(round_=Round.objects.get(number=1), by=desk, typed="1. kolo")

        with pytest.raises(Refused, match=r"2\. kolo navazuje na 1\. kolo; nejdřív obnovte to"):
            round_restore(round_=gone, by=desk)
        round_restore(round_=first, by=desk)
        round_restore(round_=gone, by=desk)

        assert list(second.tournament.rounds.values_list("number", flat=True)) == [1, 2]

    def test_a_shorter_tournament(self, second: Round, desk: Actor) -> None:
        gone = round_discard(round_=second, by=desk, typed="2. kolo")
        Tournament.objects.filter(pk=second.tournament_id).update(rounds_planned=1)
        gone = Round.with_discarded.select_related("tournament").get(pk=gone.pk)

        with pytest.raises(Refused, match=r"kola 1 až 1; nejdřív v nastavení přidejte 2\. kolo"):
            round_restore(round_=gone, by=desk)

    def test_twice(self, second: Round, desk: Actor) -> None:
        gone = round_discard(round_=second, by=desk, typed="2. kolo")
        round_restore(round_=gone, by=desk)

        with pytest.raises(Conflict, match=r"2\. kolo už je zpátky v turnaji"):
            round_restore(round_=gone, by=desk)


def test_the_archive_holds_discarded_rounds(second: Round, desk: Actor) -> None:
    tournament = second.tournament
    round_discard(round_=second, by=desk, typed="2. kolo")
    round_publish(round_=round_draw(tournament=tournament, number=2, by=desk), by=desk)
    content = tournament_archive(tournament)

    held = json.loads(content)
    assert [len(held[name]) for name in ("rounds", "tables", "hands", "seat_results")] == [3, 9, 6, 6]

    tournament.log.all().delete()
    tournament.publications.all().delete()
    tournament.penalties.all().delete()
    Round.with_discarded.filter(tournament=tournament).delete()
    tournament.delete()
    Player.objects.all().delete()
    again = tournament_import(content=content)

    assert tournament_archive(again) == content
    assert [one.round.pk for one in discarded_rounds(again)] == [second.pk]


class TestPages:
    """The way through the pages: the name asked for, a mistake told, the round back by one button."""

    def test_discarded_and_restored(self, second: Round, organiser_client: Client) -> None:
        page = reverse("tournament:round_discard", args=[second.tournament.slug, 2])
        send = reverse("tournament:round_discard_make", args=[second.tournament.slug, 2])
        asked = organiser_client.get(page).content.decode()
        assert "3 stoly, 12 hráčů, potvrzeno 3" in asked
        assert "„2. kolo“" in asked

        wrong = organiser_client.post(send, {"typed": "kolo", "expected": second.version})
        assert (wrong.status_code, "Napište přesně název kola: 2. kolo." in wrong.content.decode()) == (
            422,
            True,
        )
        right = organiser_client.post(send, {"typed": "2. kolo", "expected": second.version}, follow=True)
        assert "Zahozená kola" in right.content.decode()

        back = reverse("tournament:round_restore", args=[second.tournament.slug, second.pk])
        restored = organiser_client.post(back, follow=True).content.decode()
        assert "2. kolo je zpátky" in restored
        assert "Zahozená kola" not in restored

    def test_a_draft_is_led_to_its_own_button(
        self, small_tournament: Tournament, desk: Actor, organiser_client: Client
    ) -> None:
        round_draw(tournament=small_tournament, number=1, by=desk)

        page = reverse("tournament:round_discard", args=[small_tournament.slug, 1])

        assert "Zahodit návrh losování" in organiser_client.get(page).content.decode()

    def test_a_round_of_another_tournament(
        self, second: Round, desk: Actor, stranger_client: Client, organiser_client: Client
    ) -> None:
        round_discard(round_=second, by=desk, typed="2. kolo")

        foreign = reverse("tournament:round_restore", args=["cizi-turnaj", second.pk])
        mine = reverse("tournament:round_restore", args=[second.tournament.slug, second.pk])

        assert stranger_client.post(foreign).status_code == 400
        assert stranger_client.post(mine).status_code == 404
        assert Round.with_discarded.get(pk=second.pk).discarded_at is not None

    def test_the_public_sees_nothing_of_a_discarded_round(
        self, second: Round, desk: Actor, visitor_client: Client
    ) -> None:
        gone = [
            reverse(f"tournament:{name}", args=[second.tournament.slug, 2]) for name in ("round", "protocol")
        ]
        assert [visitor_client.get(page).status_code for page in gone] == [200, 200]

        round_discard(round_=second, by=desk, typed="2. kolo")

        assert [visitor_client.get(page).status_code for page in gone] == [403, 403]
        rounds = visitor_client.get(reverse("tournament:rounds", args=[second.tournament.slug]))
        assert "Zahozená" not in rounds.content.decode()


def test_a_player_of_a_discarded_round_is_drawn_again(second: Round, desk: Actor) -> None:
    Entry.objects.filter(tournament=second.tournament, number=12).update(presence=Presence.ABSENT)
    round_discard(round_=second, by=desk, typed="2. kolo")

    new = round_draw(tournament=second.tournament, number=2, by=desk)

    assert sorted(new.seats.values_list("entry__number", flat=True)) == list(range(1, 12))
