"""What the factories promise to the tests that stand on them."""

import pytest
from django.db.models import F

from tests import factories
from tournament.models import Entry, Seat

pytestmark = pytest.mark.django_db


def test_entries_take_the_next_start_numbers() -> None:
    tournament = factories.TournamentFactory()

    factories.entries(tournament, 10)

    tournament.refresh_from_db()
    assert tournament.next_number == 11
    assert list(Entry.objects.values_list("number", "name"))[:2] == [(1, "Novák Jan"), (2, "Čech Petr")]
    assert list(Entry.objects.values_list("number", flat=True)) == list(range(1, 11))
    assert not Entry.objects.exclude(name=F("player__name")).exists()


def test_everybody_of_a_drawn_round_sits_once() -> None:
    tournament = factories.TournamentFactory()
    factories.entries(tournament, 7)

    drawn = factories.drawn_round(tournament, sizes=(4, 3), links=True)

    assert list(
        Seat.objects.order_by("table__number", "position").values_list(
            "table__number", "position", "entry__number"
        )
    ) == [(1, "A", 1), (1, "B", 2), (1, "C", 3), (1, "D", 4), (2, "A", 5), (2, "B", 6), (2, "C", 7)]
    assert [table.links.count() for table in drawn.tables.all()] == [1, 1]


def test_a_hand_and_a_result_of_a_table_of_three() -> None:
    tournament = factories.TournamentFactory()
    factories.entries(tournament, 3)
    table = factories.drawn_round(tournament, sizes=(3,)).tables.get()

    hand = factories.HandFactory(table=table)
    result = factories.table_result(table, [(40, 0, 0), (-20, 0, 0), (-20, 0, 7)])

    assert hand.money == {"A": 40, "B": -20, "C": -20}
    assert hand.record["dealer"] == "C"
    assert [
        (line.seat.position, line.money, line.sb) for line in result.seats.order_by("seat__position")
    ] == [
        ("A", 40, 0),
        ("B", -20, 0),
        ("C", -20, 7),
    ]
