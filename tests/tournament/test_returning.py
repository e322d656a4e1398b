"""People of earlier tournaments: looked for, ticked, registered many at once (S17, S22)."""

import datetime
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.models import Account, Entry, LogEntry, Player, Tournament
from tournament.selectors.returning import doubts_about, earlier_tournaments, returning_people
from tournament.services.returning import entries_take_over

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(organiser: Account) -> Actor:
    """The organiser with his account."""
    return organiser.person


@pytest.fixture
def earlier(organiser: Account) -> Tournament:
    """Last year's tournament of the same organiser with the eight of ``factories.PEOPLE``."""
    earlier = factories.TournamentFactory(slug="lonsky", name="Loňský turnaj", date=datetime.date(2025, 3, 1))
    factories.MembershipFactory(tournament=earlier, account=organiser)
    factories.entries(earlier, 8)
    return earlier


def person(name: str) -> Player:
    return Player.objects.get(name=name)


def registered(tournament: Tournament) -> list[tuple[int, str, str, str]]:
    values = tournament.entries.order_by("number").values_list("number", "name", "club", "card")
    return [*values]


def test_people_of_last_year_are_registered_at_once(
    tournament: Tournament, earlier: Tournament, olga: Actor
) -> None:
    """With what each had last, in Czech order; who is registered stays as he is."""
    factories.EntryFactory(tournament=tournament, player=person("Žák Vít"), name="Žák Vít")
    Player.objects.filter(name="Novák Jan").update(club="Louny", card="07", labels=["senioři"])
    chosen = [person(name).pk for name in ("Žák Vít", "Novák Jan", "Chalupa Josef", "Čech Petr")]

    numbers = entries_take_over(tournament=tournament, by=olga, people=chosen)

    assert numbers == [2, 3, 4]
    assert registered(tournament) == [
        (1, "Žák Vít", "", ""),
        (2, "Čech Petr", "Žatec", ""),
        (3, "Chalupa Josef", "Karlín", ""),
        (4, "Novák Jan", "Louny", "07"),
    ]
    assert {entry.player_id for entry in tournament.entries.all()} == set(chosen)
    assert Player.objects.get(name="Novák Jan").labels == ["senioři"]
    lines = LogEntry.objects.filter(tournament=tournament).order_by("sequence")
    assert [(line.action, line.subject, line.actor_name) for line in lines] == [
        ("tournament.entry.created", f"{number} {name}", olga.name)
        for number, name, _club, _card in registered(tournament)[1:]
    ]


def test_a_form_sent_twice_registers_once(tournament: Tournament, earlier: Tournament, olga: Actor) -> None:
    key, chosen = uuid.uuid4(), [person("Novák Jan").pk]

    made = [
        entries_take_over(tournament=tournament, by=olga, people=chosen, submission=key) for _click in "12"
    ]

    assert made == [[1], [1]]
    assert len(registered(tournament)) == 1


ASKED = {
    "namesake is registered": (
        {"name": "NOVAK Jan", "club": "Louny"},
        {},
        "Přihlášku už má NOVAK Jan (č. 1, Louny).",
    ),
    "card is somebody's": (
        {"name": "Hora Josef", "card": "007"},
        {"card": "7"},
        "Přihlášku už má Hora Josef",
    ),
    "with a title": ({"name": "Ing. Novák Jan"}, {}, "Přihlášku už má Ing. Novák Jan (č. 1, bez klubu)."),
}


@pytest.mark.parametrize("case", ASKED)
def test_who_may_be_registered_already_is_asked_about(
    tournament: Tournament, earlier: Tournament, olga: Actor, case: str
) -> None:
    """Nobody is written until everybody is decided about; then the same card stays with who has it."""
    values, known, text = ASKED[case]
    factories.EntryFactory(tournament=tournament, **values)
    Player.objects.filter(name="Novák Jan", entries__tournament=earlier).update(**known)
    jan = Player.objects.get(name="Novák Jan", entries__tournament=earlier)
    chosen = [jan.pk, person("Chalupa Josef").pk]

    assert {
        key: doubt[: len(text)]
        for key, doubt in doubts_about(tournament, [jan, person("Chalupa Josef")]).items()
    } == {jan.pk: text}
    with pytest.raises(Refused) as refused:
        entries_take_over(tournament=tournament, by=olga, people=chosen)
    assert refused.value.code == "likely_registered"
    assert "u 1 jména, jestli je to někdo jiný: Novák Jan." in refused.value.text
    assert len(registered(tournament)) == 1

    entries_take_over(tournament=tournament, by=olga, people=chosen, others=[jan.pk])
    assert registered(tournament)[1:] == [(2, "Chalupa Josef", "Karlín", ""), (3, "Novák Jan", "Karlín", "")]


def test_two_of_one_name_are_asked_about(tournament: Tournament, earlier: Tournament, olga: Actor) -> None:
    factories.EntryFactory(tournament=earlier, name="Novák Jan", club="Louny")
    namesakes = list(Player.objects.filter(name="Novák Jan"))

    doubts = doubts_about(tournament, namesakes)

    assert list(doubts) == [namesakes[1].pk]
    assert "Vybraná je i Novák Jan" in doubts[namesakes[1].pk]


def test_earlier_tournaments_are_the_organisers_own(
    tournament: Tournament, earlier: Tournament, olga: Actor, stranger: Account, organiser: Account
) -> None:
    newer = factories.TournamentFactory(slug="zimni", date=datetime.date(2026, 1, 1))
    factories.MembershipFactory(tournament=newer, account=organiser)
    factories.EntryFactory(tournament=newer)
    empty = factories.TournamentFactory(slug="prazdny")
    factories.MembershipFactory(tournament=empty, account=organiser)
    factories.EntryFactory(tournament=Tournament.objects.get(slug="cizi-turnaj"))

    assert earlier_tournaments(tournament, olga) == [newer, earlier]


@pytest.mark.parametrize("count", [1, 30])
def test_the_list_asks_the_same_number_of_questions(
    tournament: Tournament, earlier: Tournament, olga: Actor, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        factories.EntryFactory(tournament=earlier, name=f"Hora Milan {number}")

    with django_assert_num_queries(2):
        found = returning_people(tournament, olga, of=earlier)
    assert len(found) == 8 + count


# The page


def address(**query: str) -> str:
    return reverse("tournament:registry", args=["jarni-turnaj"], query=query or None)


def send(client: Client, *people: Player, **more: Any) -> Any:
    data = {"player": [str(one.pk) for one in people], "submission": str(uuid.uuid4())} | more
    return client.post(reverse("tournament:registry_add", args=["jarni-turnaj"]), data)


def test_the_last_tournament_is_offered_whole(
    tournament: Tournament, earlier: Tournament, organiser_client: Client
) -> None:
    factories.EntryFactory(tournament=tournament, player=person("Hora Milan"), name="Hora Milan")

    page = organiser_client.get(address(vse="1"))

    html = page.content.decode()
    assert page.context["of"] == earlier
    assert [one.person.name for one in page.context["people"]][:3] == [
        "Cibulka Karel",
        "Čech Petr",
        "Dvořáková Věra",
    ]
    assert html.count(" checked") == 7
    assert "už přihlášku má, č. 1" in html
    assert "Označit všechny (7 hráčů)" in html
    assert organiser_client.get(address()).content.decode().count(" checked") == 0


def test_a_search_is_without_diacritics_and_over_all_tournaments(
    tournament: Tournament, earlier: Tournament, organiser_client: Client
) -> None:
    def found(**query: str) -> list[str]:
        return [one.person.name for one in organiser_client.get(address(**query)).context["people"]]

    assert found(q="rehor") == ["Řehoř Tomáš"]
    assert found(q="zatec") == ["Čech Petr", "Hora Milan"]
    assert found(turnaj="lonsky", q="rehor") == ["Řehoř Tomáš"]
    factories.EntryFactory(tournament=tournament, player=person("Čech Petr"), name="Čech Petr")
    assert found(q="zatec") == ["Hora Milan"], "who is registered here is left out"
    assert "„zzz“ v minulých turnajích není" in organiser_client.get(address(q="zzz")).content.decode()


def test_who_is_ticked_is_registered_and_told_about(
    tournament: Tournament, earlier: Tournament, organiser_client: Client
) -> None:
    answer = send(organiser_client, person("Novák Jan"), person("Čech Petr"), turnaj="lonsky")

    assert answer.url == address(turnaj="lonsky")
    assert [name for _number, name, *_rest in registered(tournament)] == ["Čech Petr", "Novák Jan"]
    assert "Přihlášeno: 2 hráči, startovní čísla 1–2." in organiser_client.get(answer.url).content.decode()


def test_a_question_stands_first_and_is_answered_in_the_page(
    tournament: Tournament, earlier: Tournament, organiser_client: Client
) -> None:
    factories.EntryFactory(tournament=tournament, name="Novák Jan", club="Louny")
    jan = Player.objects.get(name="Novák Jan", entries__tournament=earlier)
    both = jan, person("Čech Petr")

    asked = send(organiser_client, *both)
    html = asked.content.decode()
    assert asked.status_code == 422
    assert asked.context["people"][0].person == jan
    assert "Přihlášku už má Novák Jan (č. 1, Louny)." in html
    assert html.count(" checked") == 2, "who was ticked stays so"
    assert len(registered(tournament)) == 1

    send(organiser_client, *both, **{f"answer-{jan.pk}": "skip"})
    assert [name for _number, name, *_rest in registered(tournament)] == ["Novák Jan", "Čech Petr"]
    send(organiser_client, jan, **{f"answer-{jan.pk}": "other"})
    assert tournament.entries.get(number=3).player == jan


@pytest.mark.parametrize("player", [[], ["neni-uuid"]])
def test_nobody_ticked_is_told(
    tournament: Tournament, earlier: Tournament, organiser_client: Client, player: list[str]
) -> None:
    answer = send(organiser_client, player=player)

    assert answer.status_code == 422
    assert "Zaškrtněte aspoň jednoho hráče." in answer.content.decode()
    assert not Entry.objects.filter(tournament=tournament).exists()


def test_people_of_a_stranger_are_refused(
    tournament: Tournament, earlier: Tournament, stranger: Account, organiser_client: Client
) -> None:
    theirs = factories.EntryFactory(tournament=Tournament.objects.get(slug="cizi-turnaj"), name="Cizí Josef")

    answer = send(organiser_client, theirs.player, person("Novák Jan"))

    assert answer.status_code == 422
    assert "Cizí Josef" not in answer.content.decode()
    assert registered(tournament) == []


def test_without_an_earlier_tournament_the_page_says_so(
    tournament: Tournament, organiser_client: Client
) -> None:
    assert "Zatím nemáte minulý turnaj" in organiser_client.get(address()).content.decode()
