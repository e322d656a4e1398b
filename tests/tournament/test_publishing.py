"""Publishing a draw when it is not those who are here who sit in it (S42)."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests import factories
from tournament.actors import Actor
from tournament.enums import Presence, RoundState
from tournament.errors import Refused
from tournament.models import Entry, Round, Tournament
from tournament.selectors.rounds import mismatch_of
from tournament.services.entries import entry_set_presence, entry_withdraw
from tournament.services.rounds import round_publish

pytestmark = pytest.mark.django_db

ADDRESS = reverse("tournament:round_publish", args=["jarni-turnaj", 1])


@pytest.fixture
def draft(small_tournament: Tournament) -> Round:
    """Players 1–8 at two tables, not published."""
    return factories.drawn_round(small_tournament, state=RoundState.DRAFT)


@pytest.fixture
def mismatched(draft: Round, desk: Actor) -> Round:
    """Player 1 has withdrawn, player 2 did not come, player 9 has no seat."""
    people = draft.tournament.entries
    entry_withdraw(entry=people.get(number=1), by=desk)
    entry_set_presence(entry=people.get(number=2), by=desk, presence=Presence.ABSENT)
    factories.EntryFactory(tournament=draft.tournament, name="Pozdní Karel")
    return draft


def state_of(round_: Round) -> str:
    return Round.objects.get(pk=round_.pk).state


def test_nobody_is_asked_when_everybody_sits(draft: Round, organiser_client: Client) -> None:
    answer = organiser_client.post(ADDRESS, {"expected": "1"})
    assert (answer.status_code, state_of(draft)) == (302, RoundState.PUBLISHED)


def test_asks_who_is_gone_and_who_has_no_seat(mismatched: Round, organiser_client: Client) -> None:
    asked = organiser_client.post(ADDRESS, {"expected": "1"})

    html = asked.content.decode()
    assert (asked.status_code, state_of(mismatched)) == (422, RoundState.DRAFT)
    for words in ("1 Novák Jan", "odstoupení", "2 Čech Petr", "neúčast", "9 Pozdní Karel"):
        assert words in html
    assert "3 Cibulka Karel" not in html
    assert reverse("tournament:reseat", args=["jarni-turnaj", 1]) in html
    assert 'name="seen" value="1,2;9"' in html

    organiser_client.post(ADDRESS, {"expected": "1", "seen": "1,2;9"})
    assert state_of(mismatched) == RoundState.PUBLISHED


def test_asks_again_when_the_list_has_changed(mismatched: Round, organiser_client: Client) -> None:
    """S42: a stale confirmation and a crafted one publish nothing."""
    factories.EntryFactory(tournament=mismatched.tournament, name="Ještě Pozdnější")

    asked = organiser_client.post(ADDRESS, {"expected": "1", "seen": "1,2;9"})

    assert (asked.status_code, state_of(mismatched)) == (422, RoundState.DRAFT)
    assert 'name="seen" value="1,2;9,10"' in asked.content.decode()
    assert "Od poslední otázky se to změnilo." in asked.content.decode()
    assert organiser_client.post(ADDRESS, {"seen": "cokoli"}).status_code == 422
    assert state_of(mismatched) == RoundState.DRAFT


def test_a_confirmation_of_what_is_no_longer_so_asks_too(
    mismatched: Round, organiser_client: Client, desk: Actor
) -> None:
    Entry.objects.filter(number__in=(1, 2)).update(withdrawn_after=None, presence=Presence.PRESENT)
    Entry.objects.get(number=9).delete()
    asked = organiser_client.post(ADDRESS, {"expected": "1", "seen": "1,2;9"})
    assert (asked.status_code, state_of(mismatched)) == (422, RoundState.DRAFT)
    assert "Nejdřív přesadit" not in asked.content.decode()


def test_the_service_asks_only_who_was_at_a_screen(mismatched: Round, desk: Actor) -> None:
    assert mismatch_of(mismatched).key == "1,2;9"
    with pytest.raises(Refused, match=r"Rozesazení 1\. kola neodpovídá") as refused:
        round_publish(round_=mismatched, by=desk, seen="")
    assert refused.value.code == "mismatch"
    assert round_publish(round_=mismatched, by=desk).state == RoundState.PUBLISHED


def test_the_command_warns_and_goes_on(
    mismatched: Round, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """S42: somebody came or left while the command was drawing."""
    command = "tournament.management.commands.draw.round_draw"
    monkeypatch.setattr(command, lambda **_arguments: mismatched)

    call_command("draw", "jarni-turnaj", "--round", "1", "--publish")

    assert state_of(mismatched) == RoundState.PUBLISHED
    assert capsys.readouterr().err == (
        "Pozor, rozesazení 1. kola neodpovídá tomu, kdo je přítomen: sedí, ale není tu: 1 Novák Jan,"
        " 2 Čech Petr; je tu, ale nesedí: 9 Pozdní Karel.\n"
    )
