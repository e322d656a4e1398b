"""Several people leave at once (S15): names and count before, one step back that restores exactly."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tournament.actors import Actor
from tournament.enums import RoundState
from tournament.errors import Conflict
from tournament.models import Entry, LogEntry, Tournament
from tournament.selectors.entries import seatable_entries
from tournament.services.entries import entries_withdraw, entry_change_take_back, entry_return, entry_withdraw

pytestmark = pytest.mark.django_db

ELEVEN = range(3, 14)


@pytest.fixture
def sixteen(tournament: Tournament) -> Tournament:
    """Sixteen players, the first round closed, number 16 withdrawn before it."""
    factories.entries(tournament, 16)
    Entry.objects.filter(number=16).update(withdrawn_after=0)
    factories.drawn_round(tournament, state=RoundState.CLOSED, seated=tournament.entries.all()[:12])
    return tournament


def fields(tournament: Tournament) -> dict[int, dict[str, Any]]:
    """Everything of every player but the version, which counts changes."""
    return {
        row["number"]: row | {"version": 0} for row in Entry.objects.filter(tournament=tournament).values()
    }


def test_eleven_at_once_are_put_back_exactly(sixteen: Tournament, desk: Actor) -> None:
    """S15"""
    before = fields(sixteen)

    change = entries_withdraw(tournament=sixteen, by=desk, numbers=ELEVEN)

    assert change is not None
    assert (change.action, change.subject) == ("tournament.entries.withdrawn", "11 hráčů")
    assert (change.old, change.new) == ({str(n): None for n in ELEVEN}, {str(n): 1 for n in ELEVEN})
    assert [entry.number for entry in seatable_entries(sixteen)] == [1, 2, 14, 15]
    entry_change_take_back(tournament=sixteen, by=desk, log_id=change.id)
    assert fields(sixteen) == before


def test_who_left_before_keeps_when_he_left(sixteen: Tournament, desk: Actor) -> None:
    change = entries_withdraw(tournament=sixteen, by=desk, numbers=[15, 16])

    assert change is not None
    assert change.old == {"15": None}
    entry_change_take_back(tournament=sixteen, by=desk, log_id=change.id)
    assert Entry.objects.get(number=16).withdrawn_after == 0


def test_who_came_back_in_between_is_left_alone(sixteen: Tournament, desk: Actor) -> None:
    change = entries_withdraw(tournament=sixteen, by=desk, numbers=[3, 4])
    assert change is not None
    entry_return(entry=Entry.objects.get(number=3), by=desk)
    Entry.objects.filter(number=4).update(withdrawn_after=0)

    with pytest.raises(Conflict):
        entry_change_take_back(tournament=sixteen, by=desk, log_id=change.id)

    assert Entry.objects.get(number=4).withdrawn_after == 0


def test_nobody_left_is_no_change(sixteen: Tournament, desk: Actor) -> None:
    entry_withdraw(entry=Entry.objects.get(number=3), by=desk)

    assert entries_withdraw(tournament=sixteen, by=desk, numbers=[3, 16, 99]) is None
    assert LogEntry.objects.count() == 1


class TestPages:
    def test_names_and_count_stand_before_the_act(
        self, sixteen: Tournament, organiser_client: Client
    ) -> None:
        """S15"""
        choose = reverse("tournament:players_leaving", args=[sixteen.slug])
        shown = organiser_client.get(choose, {"number": list(ELEVEN)}).content.decode()
        assert "Odstoupí 11 hráčů" in shown
        names = Entry.objects.filter(number__in=ELEVEN).values_list("name", flat=True)
        assert all(name in shown for name in names)
        assert re.findall(r'name="number" value="(\d+)"', shown) == [str(number) for number in ELEVEN]
        assert not LogEntry.objects.exists()

        done = organiser_client.post(
            reverse("tournament:players_withdraw", args=[sixteen.slug]), {"number": list(ELEVEN)}, follow=True
        ).content.decode()
        assert "11 hráčů: odstoupení z turnaje" in done
        change = LogEntry.objects.get()
        organiser_client.post(
            reverse("tournament:player_take_back", args=[sixteen.slug]), {"change": str(change.id)}
        )

        assert set(Entry.objects.filter(withdrawn_after=None).values_list("number", flat=True)) == set(
            range(1, 16)
        )

    def test_who_still_sits_somewhere_is_named(self, sixteen: Tournament, organiser_client: Client) -> None:
        factories.drawn_round(sixteen, number=2, seated=sixteen.entries.all()[:8])
        numbers = {"number": ["8", "9"]}

        shown = organiser_client.get(reverse("tournament:players_leaving", args=[sixteen.slug]), numbers)
        done = organiser_client.post(
            reverse("tournament:players_withdraw", args=[sixteen.slug]), numbers, follow=True
        )

        eight = str(Entry.objects.get(number=8))
        assert f"V neuzavřeném kole ještě sedí: {eight}." in " ".join(shown.content.decode().split())
        assert f"Místo v kole ještě mají: {eight}." in done.content.decode()

    def test_who_has_left_is_not_offered(self, sixteen: Tournament, organiser_client: Client) -> None:
        shown = organiser_client.get(reverse("tournament:players_leaving", args=[sixteen.slug]))

        offered = re.findall(r'name="number" value="(\d+)"', shown.content.decode())
        assert sorted(map(int, offered)) == list(range(1, 16))

    @pytest.mark.parametrize("numbers", [[], ["99"], ["x"], ["16"]])
    def test_nobody_chosen(self, sixteen: Tournament, organiser_client: Client, numbers: list[str]) -> None:
        answer = organiser_client.post(
            reverse("tournament:players_withdraw", args=[sixteen.slug]), {"number": numbers}
        )

        assert (answer.status_code, LogEntry.objects.count()) == (302, 0)
