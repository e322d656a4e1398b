"""Tables of four or of three where the number of players allows both (S05)."""

import pytest
from django.test import Client
from django.urls import reverse

from rules.seating import Forecast
from tests import factories
from tournament.actors import Actor
from tournament.enums import Presence, RoundState
from tournament.models import Entry, Round, Tournament
from tournament.selectors.seating import quality_of, tables_of
from tournament.selectors.sizes import SizeOffer, size_offers
from tournament.services.drawing import DrawOptions, round_draw
from tournament.services.reseating import player_leave
from tournament.services.rounds import round_publish
from tournament.services.seating import seat_swap

pytestmark = pytest.mark.django_db

FOURS = SizeOffer(4, (4, 4, 4), Forecast(24, 24))
THREES = SizeOffer(3, (3, 3, 3, 3), Forecast(0, 3))


def with_players(tournament: Tournament, count: int) -> Tournament:
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=5)
    tournament.refresh_from_db()
    factories.entries(tournament, count)
    return tournament


def test_twelve_players_are_told_what_each_size_costs(tournament: Tournament) -> None:
    """12 players as fours, 5 rounds: 24 repeats; as threes: 3."""
    offers = size_offers(with_players(tournament, 12), 1)

    assert offers == (FOURS, THREES)
    assert [offer.text for offer in offers] == [
        "3 stoly po čtyřech: do konce turnaje nejméně 24 opakovaných dvojic,"
        " při losování všech kol najednou 24",
        "4 stoly po třech: při losování všech kol najednou 3 opakované dvojice",
    ]


def test_the_size_of_the_tournament_stands_first(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(table_size=3)

    assert size_offers(with_players(tournament, 12), 1) == (THREES, FOURS)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        pytest.param(3, [], id="one table"),
        pytest.param(5, [], id="nobody can sit"),
        pytest.param(9, [], id="threes only"),
        pytest.param(14, [], id="two and two either way"),
        pytest.param(13, [], id="one four and three threes either way"),
        pytest.param(15, [(4, 4, 4, 3), (3, 3, 3, 3, 3)], id="fifteen"),
        pytest.param(16, [(4, 4, 4, 4), (3, 3, 3, 3, 4)], id="sixteen"),
    ],
)
def test_offered_only_where_the_tables_differ(
    tournament: Tournament, players: int, sizes: list[tuple[int, ...]]
) -> None:
    assert [offer.sizes for offer in size_offers(with_players(tournament, players), 1)] == sizes


def test_what_was_played_counts(tournament: Tournament, desk: Actor) -> None:
    """One round at fours behind them: four rounds at threes meet just the eight others, fours meet again."""
    round_ = round_draw(tournament=with_players(tournament, 12), number=1, by=desk, seed="1")
    round_publish(round_=round_, by=desk)

    fours, threes = size_offers(tournament, 2)

    assert (fours.sizes, threes.sizes) == ((4, 4, 4), (3, 3, 3, 3))
    assert (fours.repeats, threes.repeats) == (Forecast(24, None), Forecast(0, None))
    assert [offer.text for offer in (fours, threes)] == [
        "3 stoly po čtyřech: do konce turnaje nejméně 24 opakovaných dvojic",
        "4 stoly po třech",
    ]


def test_fourteen_of_sixteen_sit_at_two_fours_and_two_threes(tournament: Tournament, desk: Actor) -> None:
    """S05: a plan for 16, only 14 came; the draw goes on without asking anything."""
    with_players(tournament, 16)
    Entry.objects.filter(tournament=tournament, number__in=(3, 11)).update(presence=Presence.ABSENT)

    round_ = round_draw(tournament=tournament, number=1, by=desk)

    assert [len(table.seats) for table in tables_of(round_)] == [4, 4, 3, 3]
    assert not {3, 11} & set(round_.seats.values_list("entry__number", flat=True))


class TestChosen:
    @pytest.fixture
    def threes(self, tournament: Tournament, desk: Actor) -> Round:
        """Twelve players at tables of three in a tournament that prefers fours."""
        return round_draw(
            tournament=with_players(tournament, 12),
            number=1,
            by=desk,
            seed="1",
            options=DrawOptions(preferred=3),
        )

    def test_holds_for_that_round(self, threes: Round, desk: Actor) -> None:
        assert [len(table.seats) for table in tables_of(threes)] == [3, 3, 3, 3]
        assert threes.draws.get().protocol["preferred"] == 3
        round_publish(round_=threes, by=desk)
        second = round_draw(tournament=threes.tournament, number=2, by=desk)
        assert [len(table.seats) for table in tables_of(second)] == [4, 4, 4]

    def test_its_tables_stay_of_three_when_seats_change(self, threes: Round, desk: Actor) -> None:
        first, second = tables_of(threes)[:2]

        seat_swap(round_=threes, first=first.seats[0], second=second.seats[0], by=desk)
        player_leave(round_=threes, number=first.seats[1], by=desk, withdrawn=False)

        assert sorted(len(table.seats) for table in tables_of(threes)) == [3, 4, 4]
        assert quality_of(threes).odd_again == ()


class TestForm:
    def test_the_draw_asks_and_obeys(self, tournament: Tournament, organiser_client: Client) -> None:
        with_players(tournament, 12)
        page = organiser_client.get(reverse("tournament:rounds", args=[tournament.slug])).content.decode()
        assert FOURS.text in page
        assert THREES.text in page

        organiser_client.post(
            reverse("tournament:draw_make", args=[tournament.slug, 1]),
            {"method": "random", "expected": 0, "table_size": "3"},
        )

        drawn = Round.objects.get()
        assert (drawn.state, drawn.tables.count()) == (RoundState.DRAFT, 4)
        again = organiser_client.get(reverse("tournament:draw", args=[tournament.slug, 1])).content.decode()
        assert 'value="3" id="id_table_size_1" checked' in " ".join(again.replace("required", "").split())

    @pytest.mark.parametrize("size", ["5", "x"])
    def test_another_size_is_refused(
        self, tournament: Tournament, organiser_client: Client, size: str
    ) -> None:
        with_players(tournament, 12)

        answer = organiser_client.post(
            reverse("tournament:draw_make", args=[tournament.slug, 1]),
            {"method": "random", "expected": 0, "table_size": size},
        )

        assert (answer.status_code, Round.objects.count()) == (422, 0)

    def test_nothing_is_asked_where_there_is_no_choice(
        self, tournament: Tournament, organiser_client: Client
    ) -> None:
        with_players(tournament, 14)
        page = organiser_client.get(reverse("tournament:rounds", args=[tournament.slug])).content.decode()
        assert "table_size" not in page
