"""Pages of persons: the list, one of them, merging, splitting, the way back; who sees them."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.markup import squeezed
from tournament.models import Account, Entry, PersonChange, Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def earlier(organiser: Account) -> Tournament:
    """An earlier tournament of the same organiser."""
    earlier = factories.TournamentFactory(slug="lonsky", name="Loňský turnaj")
    factories.MembershipFactory(tournament=earlier, account=organiser)
    return earlier


@pytest.fixture
def petr(tournament: Tournament) -> Player:
    """Plays in the tournament."""
    return factories.EntryFactory(tournament=tournament, name="Čech Petr", club="Žatec").player


@pytest.fixture
def other(earlier: Tournament) -> Player:
    """Plays in the earlier one under another name."""
    return factories.EntryFactory(tournament=earlier, name="Čech Petřík", club="Žatec", card="07").player


def address(name: str, *arguments: Any, **query: str) -> str:
    people = [one.pk if isinstance(one, Player) else one for one in arguments]
    return reverse(f"tournament:{name}", args=people, query=query or None)


def sent(person: Player, other: Player | None = None) -> dict[str, str]:
    """What the form of a preview sends."""
    versions = {"expected": str(person.version), "submission": str(uuid.uuid4())}
    return versions | ({"expected_other": str(other.version)} if other else {})


def whose(*people: Player) -> list[Player]:
    """Who has the starts that the people had at first."""
    return [Entry.objects.get(name=person.name).player for person in people]


def test_the_list_is_searched_without_diacritics(
    petr: Player, other: Player, organiser_client: Client
) -> None:
    Player.objects.filter(pk=other.pk).update(labels=["senioři"])

    def found(**query: str) -> list[str]:
        page = organiser_client.get(address("persons", **query))
        return [one.person.name for one in page.context["page"].object_list]

    assert found() == ["Čech Petr", "Čech Petřík"]
    assert found(q="cech petrik") == found(q="07") == found(kategorie="senioři") == ["Čech Petřík"]
    assert found(q="zzz") == []
    html = squeezed(organiser_client.get(address("persons")).content.decode())
    assert "2 lidé" in html
    assert "1 turnaj · naposledy Loňský turnaj" in html


def test_likely_ones_are_suggested_and_told_apart(
    petr: Player, earlier: Tournament, organiser_client: Client
) -> None:
    twin = factories.EntryFactory(tournament=earlier, name="Cech Petr", club="Žatec").player
    page = organiser_client.get(address("persons")).content.decode()
    assert "stejné jméno a klub" in page
    assert f"/sloucit/{petr.pk}/" in page or f"/sloucit/{twin.pk}/" in page

    answer = organiser_client.post(address("person_differs", petr, twin))

    assert answer.url == address("persons")
    assert "stejné jméno a klub" not in organiser_client.get(answer.url).content.decode()


def test_two_are_merged_after_a_look_and_put_back(
    petr: Player, other: Player, organiser_client: Client
) -> None:
    choice = organiser_client.get(address("person_merge_with", petr, q="petrik"))
    assert [one.person for one in choice.context["others"]] == [other]
    preview = squeezed(organiser_client.get(address("person_merge", petr, other)).content.decode())
    assert "Sloučit, zůstane Čech Petr" in preview
    assert "Loňský turnaj" in preview
    assert "07" in preview, "the card that comes along"
    assert whose(petr, other) == [petr, other]

    answer = organiser_client.post(address("person_merge_make", petr, other), sent(petr, other))
    assert answer.url == address("person", petr)
    assert whose(petr, other) == [petr, petr]
    page = organiser_client.get(answer.url).content.decode()
    assert "Sloučeno: Čech Petřík (Žatec, průkaz 07)" in page

    back = organiser_client.post(address("person_change_put_back", PersonChange.objects.get().id))
    assert back.url == address("person", petr)
    assert whose(petr, other) == [petr, other]
    assert "vráceno zpět" in organiser_client.get(back.url).content.decode()


def test_who_met_cannot_be_merged(petr: Player, tournament: Tournament, organiser_client: Client) -> None:
    twin = factories.EntryFactory(tournament=tournament, name="Čech Pavel").player

    page = squeezed(organiser_client.get(address("person_merge", petr, twin)).content.decode())
    assert "Jarní turnaj: 1 Čech Petr, 2 Čech Pavel" in page
    assert "/potvrdit/" not in page
    answer = organiser_client.post(address("person_merge_make", petr, twin), sent(petr, twin))
    assert answer.status_code == 422
    assert "Hrají spolu v jednom turnaji" in answer.content.decode()
    assert whose(petr, twin) == [petr, twin]


def test_a_merge_seen_too_early_shows_what_is_now(
    petr: Player, other: Player, organiser_client: Client
) -> None:
    old = sent(petr, other)
    Player.objects.filter(pk=petr.pk).update(version=7)

    late = organiser_client.post(address("person_merge_make", petr, other), old)

    assert late.status_code == 422
    assert "Mezitím" in late.content.decode()
    assert 'name="expected" value="7"' in late.content.decode()
    assert whose(petr, other) == [petr, other]


def test_a_person_is_split_after_a_look(petr: Player, earlier: Tournament, organiser_client: Client) -> None:
    start = factories.EntryFactory(tournament=earlier, name="Čech Pavel", player=petr, card="8")
    look = organiser_client.get(f"{address('person_split', petr)}?start={start.pk}")
    html = squeezed(look.content.decode())
    assert "Nová osoba" in html
    assert f'name="start" value="{start.pk}"' in html

    answer = organiser_client.post(address("person_split_make", petr), sent(petr) | {"start": str(start.pk)})

    assert answer.url == address("person", petr)
    new = Entry.objects.get(pk=start.pk).player
    assert (new.name, new.card, new == petr) == ("Čech Pavel", "8", False)
    assert "Odděleno: Čech Pavel" in organiser_client.get(answer.url).content.decode()


def test_a_split_of_nothing_or_everything_leads_back(petr: Player, organiser_client: Client) -> None:
    for start in ("", "neni", str(Entry.objects.get().pk)):
        answer = organiser_client.get(f"{address('person_split', petr)}?start={start}")
        assert answer.url == address("person", petr)
    answer = organiser_client.post(address("person_split_make", petr), sent(petr))
    assert answer.url == address("person", petr)
    assert "aspoň jeden musí osobě zůstat" in organiser_client.get(answer.url).content.decode()


def test_a_person_is_corrected(petr: Player, organiser_client: Client) -> None:
    typed = {"name": "Čech Petr st.", "birth_year": "1948", "labels": "senioři, členové;", "expected": "1"}

    answer = organiser_client.post(address("person_edit", petr), typed)

    assert answer.url == address("person", petr)
    petr.refresh_from_db()
    assert (petr.name, petr.club, petr.birth_year, petr.labels) == (
        "Čech Petr st.",
        "",
        1948,
        ["senioři", "členové"],
    )
    html = organiser_client.get(answer.url).content.decode()
    assert 'value="senioři, členové"' in html


WRONG = {
    "no year": ({"birth_year": "x"}, "Napište rok čtyřmi číslicemi"),
    "year of nobody": ({"birth_year": "1890"}, "Rok narození je číslo od 1900"),
    "label twice": ({"labels": "ženy, Ženy"}, "Každá kategorie se píše jednou."),
    "no name": ({"name": " "}, "Toto pole"),
    "hostile": ({"name": "<b>x</b>", "birth_year": "1"}, "&lt;b&gt;x&lt;/b&gt;"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_told_and_stays_typed(petr: Player, organiser_client: Client, case: str) -> None:
    typed, text = WRONG[case]

    answer = organiser_client.post(address("person_edit", petr), {"name": "Čech", "expected": "1"} | typed)

    assert (answer.status_code, text in answer.content.decode()) == (422, True)
    assert Player.objects.get(pk=petr.pk).version == 1


@pytest.mark.parametrize("who", ["visitor", "stranger", "referee"])
def test_nobody_else_learns_of_the_people(
    petr: Player, other: Player, request: pytest.FixtureRequest, who: str
) -> None:
    """An account without a tournament has an empty list; nothing else is there for it."""
    client = request.getfixturevalue(f"{who}_client")
    pages = [
        address("persons"),
        address("persons", q="cech"),
        address("person", petr),
        address("person_merge_with", petr),
        address("person_merge", petr, other),
        address("person_split", petr),
        reverse("tournament:registry", args=["jarni-turnaj"], query={"q": "cech"}),
    ]

    for page in pages:
        answer = client.get(page)
        assert (answer.status_code == 200) == (page in pages[:2] and who != "visitor"), page
        assert "Čech" not in answer.content.decode(), page


def test_a_preview_with_somebody_elses_person_says_nothing(
    petr: Player, stranger: Account, organiser_client: Client
) -> None:
    theirs = factories.EntryFactory(tournament=Tournament.objects.get(slug="cizi-turnaj"), name="Cizí Josef")

    answer = organiser_client.get(address("person_merge", petr, theirs.player))

    assert answer.url == address("person", petr)
    assert "Cizí Josef" not in organiser_client.get(answer.url).content.decode()
