"""Pages of players: list with the door, adding, one player, registry (docs/design.md; S15, S17, S22)."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tournament.enums import Presence, RoundState
from tournament.models import Account, Entry, LogEntry, Tournament
from tournament.selectors.entries import entries_of

pytestmark = pytest.mark.django_db


def address(name: str, *arguments: Any, **query: str) -> str:
    return reverse(f"tournament:{name}", args=["jarni-turnaj", *arguments], query=query or None)


def listed(page: Any) -> list[int]:
    """Start numbers in the order of the list."""
    return [int(number) for number in re.findall(r'<tr id="hrac-(\d+)"', page.content.decode())]


def pressed(page: Any, number: int) -> list[str]:
    """Words of the pressed buttons in a player's line."""
    line = re.search(rf'<tr id="hrac-{number}".*?</tr>', page.content.decode(), re.DOTALL)
    assert line
    return re.findall(r'aria-pressed="true">([^<]+)<', line.group())


# The list


def test_the_list_stands_in_czech_order(small_tournament: Tournament, organiser_client: Client) -> None:
    page = organiser_client.get(address("players"))

    # Cibulka, Čech, Dvořáková, Hora, Chalupa, Novák, Řehoř, Žák
    assert listed(page) == [3, 2, 4, 6, 5, 1, 7, 8]


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("number", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("-number", [8, 7, 6, 5, 4, 3, 2, 1]),
        # no club, bez klubu, Karlín (Chalupa, Novák), Šakvice, Žatec (Čech, Hora)
        ("club", [8, 4, 5, 1, 3, 7, 2, 6]),
        ("neni", [3, 2, 4, 6, 5, 1, 7, 8]),
    ],
)
def test_the_list_is_sorted_by_its_headings(
    small_tournament: Tournament, organiser_client: Client, sort: str, order: list[int]
) -> None:
    assert listed(organiser_client.get(address("players", sort=sort))) == order


@pytest.mark.parametrize(
    ("query", "found"),
    [("CIBUL", [3]), ("zatec", [2, 6]), ("rehor sak", [7]), ("4", [4]), ("nikdo", [])],
)
def test_search_works_without_scripts(
    small_tournament: Tournament, organiser_client: Client, query: str, found: list[int]
) -> None:
    page = organiser_client.get(address("players", q=query))

    assert listed(page) == found
    assert ("neodpovídá žádný hráč" in page.content.decode()) == (not found)


def test_an_empty_list_says_what_to_do(tournament: Tournament, organiser_client: Client) -> None:
    html = organiser_client.get(address("players")).content.decode()

    assert "Zatím nikdo není přihlášený" in html
    assert address("import_start") in html
    assert '<details class="add" id="pridat" open>' in html


def test_a_referee_reads_the_list_and_has_no_buttons(
    small_tournament: Tournament, referee_client: Client
) -> None:
    html = referee_client.get(address("players")).content.decode()

    assert "Cibulka Karel" in html
    assert "aria-pressed" not in html
    assert "Přidat hráče" not in html


@pytest.mark.parametrize("players", [1, 3])
def test_the_list_costs_the_same_for_any_number_of_players(
    tournament: Tournament, organiser_client: Client, players: int, django_assert_num_queries: Any
) -> None:
    factories.entries(tournament, players)

    # session, account, tournament, members, entries, counts
    with django_assert_num_queries(6):
        organiser_client.get(address("players"))


# Adding


def add(client: Client, name: str, **values: str) -> Any:
    return client.post(address("player_add"), {"name": name, "submission": str(uuid.uuid4())} | values)


def test_a_player_is_added_and_the_line_stays_open_for_the_next(
    tournament: Tournament, organiser_client: Client
) -> None:
    answer = add(organiser_client, "ČECH PETR", club="Žatec", card="7")

    assert (answer.status_code, answer.url) == (302, address("players") + "?pridat=1#pridat")
    page = organiser_client.get(answer.url)
    assert "Čech Petr má startovní číslo 1." in page.content.decode()
    assert '<details class="add" id="pridat" open>' in page.content.decode()
    entry = entries_of(tournament).get()
    assert (entry.name, entry.club, entry.card) == ("Čech Petr", "Žatec", "7")


def test_a_namesake_is_asked_about_and_then_registered(
    tournament: Tournament, organiser_client: Client
) -> None:
    """S17"""
    add(organiser_client, "Novák Jan", club="Karlín")

    asked = add(organiser_client, "NOVAK Jan", club="Žatec")
    html = asked.content.decode()
    assert asked.status_code == 422
    assert "Přihlášen už je Novák Jan (č. 1, Karlín)." in html
    assert 'name="known_namesake" value="on"' in html
    assert 'value="NOVAK Jan"' in html, "what was typed stays"
    assert entries_of(tournament).count() == 1

    add(organiser_client, "NOVAK Jan", club="Žatec", known_namesake="on")
    assert list(entries_of(tournament).values_list("number", "club")) == [(1, "Karlín"), (2, "Žatec")]


def test_double_click_adds_one_player(tournament: Tournament, organiser_client: Client) -> None:
    """S22"""
    key = str(uuid.uuid4())

    answers = [add(organiser_client, "Čech Petr", submission=key) for _click in "12"]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert entries_of(tournament).count() == 1


@pytest.mark.parametrize(
    ("values", "field", "text"),
    [
        ({"name": ""}, "name", "třeba vyplnit"),
        ({"name": "x" * 101}, "name", "100"),
        ({"name": "Hora Milan", "card": "7"}, "card", "Průkaz 7 už v turnaji má Čech Petr"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(
    tournament: Tournament, organiser_client: Client, values: dict[str, str], field: str, text: str
) -> None:
    factories.EntryFactory(tournament=tournament, name="Čech Petr", card="7")

    page = organiser_client.post(address("player_add"), values)

    assert page.status_code == 422
    assert text in page.context["form"].errors[field][0]
    assert page.context["form"]["name"].value() == values["name"]
    assert entries_of(tournament).count() == 1


# The door


@pytest.mark.parametrize(
    ("name", "data", "now", "text"),
    [
        ("player_presence", {"presence": "present"}, ["Je tady"], "2 Čech Petr: je tady"),
        ("player_presence", {"presence": "absent"}, ["Není tu"], "2 Čech Petr: není tu"),
        ("player_fee", {"fee": "paid"}, ["Zaplaceno"], "2 Čech Petr: startovné zaplaceno"),
    ],
)
def test_one_tap_without_scripts_and_back(
    small_tournament: Tournament,
    organiser_client: Client,
    name: str,
    data: dict[str, str],
    now: list[str],
    text: str,
) -> None:
    answer = organiser_client.post(address(name, 2), data | {"q": "zatec"})

    change = LogEntry.objects.get()
    assert answer.url == address("players", q="zatec", zmena=str(change.pk)) + "#hrac-2"
    page = organiser_client.get(answer.url)
    assert (listed(page), pressed(page, 2)) == ([2, 6], now)
    assert text in page.content.decode()

    back = organiser_client.post(address("player_take_back"), {"change": str(change.pk)}, follow=True)
    assert pressed(back, 2) == []
    assert "všechno je jako předtím" in back.content.decode()


def test_one_tap_on_a_live_page_changes_the_line_alone(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    answer = organiser_client.post(
        address("player_presence", 2), {"presence": "present"}, headers={"HX-Request": "true"}
    )

    html = answer.content.decode()
    assert (answer.status_code, listed(answer), pressed(answer, 2)) == (200, [2], ["Je tady"])
    assert "<html" not in html
    # Whatever is not a line of the table waits in a template: in a table the browser would lose the form.
    line, _template, rest = html.partition("<template>")
    assert line.strip().endswith("</tr>")
    assert re.findall(r'id="([a-z-]+)" hx-swap-oob="true"', rest) == ["pocty", "zmena", "ceka-se"]
    assert "jsou tady (7 hráčů)" in rest
    assert "2 Čech Petr</span>" not in rest, "he is no more among those who are waited for"


def test_a_tap_that_changes_nothing_offers_nothing_back(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    answer = organiser_client.post(address("player_presence", 2), {"presence": "expected"})

    assert answer.url == address("players") + "#hrac-2"
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("presence", ["", "odpoledne"])
def test_a_crafted_presence_is_refused(
    small_tournament: Tournament, organiser_client: Client, presence: str
) -> None:
    answer = organiser_client.post(address("player_presence", 2), {"presence": presence})

    assert answer.status_code == 400
    assert "Prezence může být jen" in answer.content.decode()
    assert not LogEntry.objects.exists()


def test_all_present_shows_names_and_count_and_is_taken_back(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    """S15"""
    organiser_client.post(address("player_presence", 1), {"presence": "absent"})
    html = organiser_client.get(address("players")).content.decode()
    assert "Označit jako přítomné: 7 hráčů" in html
    shown = re.findall(r'name="number" value="(\d+)"', html)
    assert sorted(shown) == ["2", "3", "4", "5", "6", "7", "8"]

    page = organiser_client.post(address("players_present"), {"number": shown}, follow=True)
    assert "7 hráčů označeno jako přítomní" in page.content.decode()
    assert entries_of(small_tournament).filter(presence=Presence.PRESENT).count() == 7

    change = LogEntry.objects.get(action="tournament.entries.marked_present")
    organiser_client.post(address("player_take_back"), {"change": str(change.pk)})
    assert [entry.presence for entry in entries_of(small_tournament)] == ["absent"] + ["expected"] * 7


@pytest.mark.parametrize("change", ["", "neni-uuid", str(uuid.UUID(int=7))])
def test_what_cannot_be_taken_back_is_refused(
    small_tournament: Tournament, organiser_client: Client, change: str
) -> None:
    assert organiser_client.post(address("player_take_back"), {"change": change}).status_code == 400


# One player


def test_a_player_is_edited(small_tournament: Tournament, organiser_client: Client) -> None:
    values = {
        "name": "Cibulka Karel",
        "club": "Karlín",
        "fixed_table": "2",
        "note": "špatně chodí",
        "expected": "1",
    }

    page = organiser_client.post(address("player_edit", 3), values, follow=True)

    assert page.redirect_chain == [(address("player", 3), 302)]
    entry = entries_of(small_tournament).get(number=3)
    assert (entry.club, entry.fixed_table, entry.note) == ("Karlín", 2, "špatně chodí")
    assert [(line.action, len(line.changes)) for line in page.context["history"]] == [
        ("Údaje hráče změněny", 3)
    ]


def test_an_edit_that_came_too_late_keeps_what_was_typed_and_can_be_sent_again(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    typed = {"name": "Cibulka Karel", "club": "Karlín", "expected": "1"}
    organiser_client.post(address("player_edit", 3), typed)

    late = organiser_client.post(address("player_edit", 3), typed | {"club": "Žatec"})

    assert late.status_code == 422
    assert "Mezitím to změnil(a) Olga Pořadatelová" in late.content.decode()
    form = late.context["form"]
    assert (form["club"].value(), form["expected"].value()) == ("Žatec", 2)
    assert entries_of(small_tournament).get(number=3).club == "Karlín"

    organiser_client.post(address("player_edit", 3), typed | {"club": "Žatec", "expected": "2"})
    assert entries_of(small_tournament).get(number=3).club == "Žatec"


def test_who_leaves_with_a_seat_points_to_his_table(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    """S14"""
    factories.drawn_round(small_tournament, number=1, state=RoundState.CLOSED)
    factories.drawn_round(small_tournament, number=2)

    page = organiser_client.post(address("player_withdraw", 5), follow=True)

    html = page.content.decode()
    assert "Chalupa Josef má místo ve 2. kole u stolu 2." in html
    assert "5 Chalupa Josef: odstoupení z turnaje" in html
    assert "odstoupení po 1. kole" in html
    assert entries_of(small_tournament).get(number=5).withdrawn_after == 1

    back = organiser_client.post(address("player_return", 5), follow=True)
    assert "5 Chalupa Josef: hraje dál" in back.content.decode()
    assert entries_of(small_tournament).get(number=5).withdrawn_after is None


def test_a_player_who_is_not_there_is_404(small_tournament: Tournament, organiser_client: Client) -> None:
    assert organiser_client.get(address("player", 99)).status_code == 404


# The registry


def test_somebody_of_an_earlier_tournament_is_registered_by_one_tap(
    tournament: Tournament, organiser: Account, organiser_client: Client
) -> None:
    earlier = factories.TournamentFactory()
    factories.MembershipFactory(tournament=earlier, account=organiser)
    known = factories.EntryFactory(tournament=earlier, name="Řehoř Tomáš", club="Šakvice", card="7")

    page = organiser_client.get(address("registry", q="rehor"))
    assert [(one.player.name, one.played) for one in page.context["found"]] == [("Řehoř Tomáš", "1 turnaj")]

    answer = organiser_client.post(address("registry_add"), {"player": str(known.player_id), "q": "rehor"})
    assert answer.url == address("registry", q="rehor")
    entry = entries_of(tournament).get()
    assert (entry.player_id, entry.name, entry.club, entry.card) == (
        known.player_id,
        "Řehoř Tomáš",
        "Šakvice",
        "7",
    )
    assert "není, nebo už tu přihlášku má" in organiser_client.get(answer.url).content.decode()


def test_a_namesake_of_the_registry_is_asked_about(
    tournament: Tournament, organiser: Account, organiser_client: Client
) -> None:
    """S17"""
    earlier = factories.TournamentFactory()
    factories.MembershipFactory(tournament=earlier, account=organiser)
    known = factories.EntryFactory(tournament=earlier, name="Novák Jan", club="Žatec")
    factories.EntryFactory(tournament=tournament, name="Novák Jan", club="Karlín")
    data = {"player": str(known.player_id), "q": "novak"}

    asked = organiser_client.post(address("registry_add"), data)
    assert asked.status_code == 422
    assert "Přihlášen už je Novák Jan (č. 1, Karlín)" in asked.content.decode()
    assert Entry.objects.filter(tournament=tournament).count() == 1

    organiser_client.post(address("registry_add"), data | {"known_namesake": "on"})
    assert entries_of(tournament).get(number=2).player_id == known.player_id


@pytest.mark.parametrize("player", ["", "neni-uuid"])
def test_a_crafted_person_is_refused(tournament: Tournament, organiser_client: Client, player: str) -> None:
    assert organiser_client.post(address("registry_add"), {"player": player}).status_code == 400
