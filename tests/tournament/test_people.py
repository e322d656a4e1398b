"""People over the years: whose they are, who is recognised, asked about, never joined (S17, S57)."""

from typing import Any

import pytest

from tests import factories
from tournament.actors import Actor, command_line_actor
from tournament.errors import Refused
from tournament.models import Account, Entry, Player, Tournament
from tournament.selectors.people import (
    KnownPeople,
    differ_in_one_letter,
    known_people,
    likely_people,
)
from tournament.selectors.returning import returning_people
from tournament.services.entries import Details, entry_create
from tournament.services.returning import entries_take_over

pytestmark = pytest.mark.django_db

JOINED, ASKED, NEW = "joined", "asked about", "new"


@pytest.fixture
def olga(organiser: Account) -> Actor:
    """The organiser as services see him, with his account."""
    return organiser.person


@pytest.fixture
def earlier(organiser: Account) -> Tournament:
    """An earlier tournament of the same organiser."""
    earlier = factories.TournamentFactory(slug="lonsky", name="Loňský turnaj")
    factories.MembershipFactory(tournament=earlier, account=organiser)
    return earlier


def register(
    tournament: Tournament, by: Actor, name: str, club: str = "", card: str = "", **more: Any
) -> Entry:
    details = Details(name=name, club=club, card=card)
    return entry_create(tournament=tournament, by=by, details=details, **more)


RECOGNISED = {
    "all the same": (("Čech Petr", "Žatec", "7"), ("Čech Petr", "Žatec", "7"), JOINED),
    "card and name, another club": (("Čech Petr", "Žatec", "7"), ("Petr Čech", "Karlín", "7"), JOINED),
    "card without its zeros": (("Čech Petr", "Žatec", "0007"), ("Čech Petr", "", "7"), JOINED),
    "card, name without diacritics": (("Čech Petr", "Žatec", "7"), ("CECH Petr", "", "7"), JOINED),
    "card, a letter wrong": (("Čechura Petr", "Žatec", "7"), ("Čechora Petr", "", "7"), JOINED),
    "name and club, typed otherwise": (("Čech Petr", "Žatec", ""), ("ČECH Petr", "žatec", "7"), JOINED),
    "name and club, card known only here": (("Čech Petr", "Žatec", "7"), ("Čech Petr", "Žatec", ""), JOINED),
    "another club": (("Čech Petr", "Žatec", ""), ("ČECH Petr", "MK Žatec", ""), ASKED),
    "without a club now": (("Čech Petr", "Žatec", ""), ("Čech Petr", "", ""), ASKED),
    "never with a club": (("Čech Petr", "", ""), ("Čech Petr", "bez klubu", ""), ASKED),
    "name and club, another card": (("Čech Petr", "Žatec", "8"), ("Čech Petr", "Žatec", "7"), ASKED),
    "card under another name": (("Hora Milan", "Žatec", "7"), ("Čech Petr", "Žatec", "7"), ASKED),
    "name without diacritics": (("Čech Petr", "Žatec", ""), ("Cech Petr", "Žatec", ""), ASKED),
    "name with a title": (("Čech Petr", "Žatec", ""), ("Ing. Čech Petr", "Žatec", ""), ASKED),
    "a letter wrong": (("Čechura Petr", "Žatec", ""), ("Čechora Petr", "Žatec", ""), ASKED),
    "letters changed places": (("Čechura Petr", "Žatec", ""), ("Čechuar Petr", "", ""), ASKED),
    "a letter wrong, another club": (("Čechura Petr", "Žatec", ""), ("Čechora Petr", "Karlín", ""), NEW),
    "a letter wrong, another card": (("Čechura Petr", "Žatec", "7"), ("Čechora Petr", "Žatec", "8"), NEW),
    "short names a letter apart": (("Ho An", "Žatec", ""), ("Ho Ai", "Žatec", ""), NEW),
    "father and son": (("Čech Petr st.", "Žatec", ""), ("Čech Petr ml.", "Žatec", ""), NEW),
    "somebody else": (("Hora Milan", "Žatec", ""), ("Čech Petr", "Žatec", ""), NEW),
    "nobody has a card": (("Hora Milan", "Žatec", ""), ("Čech Petr", "Karlín", ""), NEW),
}
"""A person of an earlier tournament, what is typed now, whether it is he."""


@pytest.mark.parametrize("case", RECOGNISED)
def test_a_known_person_is_joined_or_asked_about(
    tournament: Tournament, earlier: Tournament, olga: Actor, case: str
) -> None:
    (name, club, card), typed, outcome = RECOGNISED[case]
    before = factories.EntryFactory(tournament=earlier, name=name, club=club, card=card)

    if outcome == ASKED:
        with pytest.raises(Refused) as asked:
            register(tournament, olga, *typed)
        assert (asked.value.code, Player.objects.count()) == ("likely_person", 1)
        assert f"{name} ({club or 'bez klubu'}" in asked.value.fields["name"]
        assert [*likely_people(tournament, olga, Details(*typed))] == [before.player]
        assert register(tournament, olga, *typed, new_person=True).player_id != before.player_id
    else:
        assert (register(tournament, olga, *typed).player_id == before.player_id) == (outcome == JOINED)
    before.refresh_from_db()
    assert (before.name, before.club, before.card) == (name, club, card), "the earlier tournament stays"


def test_the_one_who_was_asked_about_is_joined_by_an_answer(
    tournament: Tournament, earlier: Tournament, olga: Actor
) -> None:
    before = factories.EntryFactory(tournament=earlier, name="Čech Petr", club="Žatec")

    entry = register(tournament, olga, "Čech Petr", "Karlín", player_id=before.player_id)

    assert (entry.player, entry.club) == (before.player, "Karlín")
    assert (entry.player.club, Player.objects.count()) == ("Karlín", 1)


def test_two_who_fit_are_asked_about_both(tournament: Tournament, earlier: Tournament, olga: Actor) -> None:
    for number in (1, 2):
        factories.EntryFactory(tournament=earlier, name="Čech Petr", club="Žatec", number=number)

    with pytest.raises(Refused) as asked:
        register(tournament, olga, "Čech Petr", "Žatec")

    assert asked.value.text.count("Čech Petr (Žatec)") == 2


def test_people_are_recognised_in_bulk_and_each_once(
    tournament: Tournament, earlier: Tournament, olga: Actor, django_assert_num_queries: Any
) -> None:
    petr = factories.EntryFactory(tournament=earlier, name="Čech Petr", club="Žatec", card="07").player
    milan = factories.EntryFactory(tournament=earlier, name="Hora Milan", club="Žatec").player
    typed = [
        Details("Čech Petr", "Žatec", "7"),
        Details("Čech Petr", "Žatec"),
        Details("Hora Milan", "Karlín"),
        Details("Nová Eva"),
    ]

    with django_assert_num_queries(1):
        found = known_people(tournament, olga, typed * 50)

    assert [(one.person, one.likely) for one in found[:4]] == [
        (petr, ()),
        (None, ()),
        (None, (milan,)),
        (None, ()),
    ]
    assert [one.person for one in found[4:]] == [None] * 196


ONE_LETTER = {
    "another letter": ("novak josef", "novak jozef", True),
    "a letter more": ("novak josef", "novakk josef", True),
    "a letter less": ("novak josef", "novk josef", True),
    "changed places": ("novak josef", "novka josef", True),
    "at the end": ("josef novak", "josef novaka", True),
    "equal": ("novak josef", "novak josef", False),
    "two letters": ("novak josef", "novka jozef", False),
    "far": ("novak josef", "dvorak jan", False),
    "short": ("kos jan", "kos jana", False),
}


@pytest.mark.parametrize("case", ONE_LETTER)
def test_names_a_letter_apart(case: str) -> None:
    one, other, apart = ONE_LETTER[case]
    assert differ_in_one_letter(one, other) == differ_in_one_letter(other, one) == apart
    known = KnownPeople([Player(name=one, club="Žatec")])
    assert bool(known.recognise(Details(other, "Žatec")).likely) == apart


# Whose people they are


@pytest.fixture
def karel(stranger: Account) -> Player:
    """Somebody whom only another organiser knows."""
    other = Tournament.objects.get(slug="cizi-turnaj")
    return factories.EntryFactory(tournament=other, name="Čech Petr", club="Žatec", card="7").player


def test_people_of_a_stranger_are_neither_offered_nor_joined(
    tournament: Tournament, karel: Player, olga: Actor
) -> None:
    assert returning_people(tournament, olga, of=None) == []
    assert known_people(tournament, olga, [Details("Čech Petr", "Žatec", "7")])[0].person is None
    with pytest.raises(Refused) as refusal:
        entries_take_over(tournament=tournament, by=olga, people=[karel.pk])
    assert refusal.value.code == "unknown_player"
    with pytest.raises(Refused) as refusal:
        register(tournament, olga, "Čech Petr", player_id=karel.pk)
    assert refusal.value.code == "unknown_player"
    assert register(tournament, olga, "Čech Petr", "Žatec", "7").player != karel


def test_who_makes_somebody_an_organiser_does_not_get_his_people(
    tournament: Tournament, karel: Player, olga: Actor, stranger: Account
) -> None:
    """The stranger did not agree to anything; he himself has his people here too."""
    factories.MembershipFactory(tournament=tournament, account=stranger)

    assert returning_people(tournament, olga, of=None) == []
    assert [one.person for one in returning_people(tournament, stranger.person, of=None)] == [karel]
    assert register(tournament, olga, "Čech Petr", "Žatec", "7").player != karel


def test_the_command_line_knows_the_people_of_the_organisers(
    tournament: Tournament, earlier: Tournament, karel: Player
) -> None:
    before = factories.EntryFactory(tournament=earlier, name="Čech Petr", club="Žatec", card="7")

    assert (
        known_people(tournament, command_line_actor(), [Details("Čech Petr", "Žatec")])[0].person
        == before.player
    )
