"""Pages of players: list with the door, adding, one player, registry (docs/design.md; S15, S17, S22)."""

import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.markup import squeezed
from tournament.enums import Presence, RoundState
from tournament.models import Account, LogEntry, Payment, Tournament
from tournament.selectors.entries import entries_of
from tournament.services.entries import Details, entry_create
from tournament.services.payments import payment_take
from tournament.tables import DoorRow, FeeCell, door_line

pytestmark = pytest.mark.django_db


def address(name: str, *arguments: Any, **query: str) -> str:
    return reverse(f"tournament:{name}", args=["jarni-turnaj", *arguments], query=query or None)


def listed(page: Any) -> list[int]:
    """Start numbers in the order of the list."""
    return [int(number) for number in re.findall(r'<tr id="hrac-(\d+)"', page.content.decode())]


def adding(html: str) -> bool:
    """Whether the form for one more player is open."""
    [attributes] = re.findall(r'<section class="add" id="pridat"([^>]*)>', html)
    return "hidden" not in attributes


def cursor(html: str) -> list[str]:
    """Names of the fields that the cursor is put into."""
    return [name for name in re.findall(r'<input[^>]*?name="(\w+)"[^>]*\sautofocus', html) if adding(html)]


def pressed(page: Any, number: int) -> list[str]:
    """Words of the pressed buttons in a player's line."""
    line = re.search(rf'<tr id="hrac-{number}".*?</tr>', squeezed(page.content.decode()))
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
    assert adding(html)


def test_a_referee_reads_the_list_and_has_no_buttons(
    small_tournament: Tournament, referee_client: Client
) -> None:
    html = referee_client.get(address("players")).content.decode()

    assert "Cibulka Karel" in html
    assert "aria-pressed" not in html
    assert "Přidat hráče" not in html


@pytest.mark.parametrize("taps", [True, False])
@pytest.mark.parametrize(
    ("presence", "gone", "sends"),
    [("expected", "", "0-20000"), ("present", "", ""), ("absent", "", ""), ("present", "odstoupení", "")],
)
def test_a_line_is_what_its_template_makes_of_its_player(
    presence: str, gone: str, sends: str, taps: bool
) -> None:
    """The template is asked once for all who are alike; nothing of one gets into the line of the next one."""
    fee = FeeCell(words="Vybrat 200 Kč", sends=sends, state="")
    for name in ("Novák Jan", "<b>&amp;</b>\"'", "\ue000club\ue001", "{{ row.club }}"):
        row = DoorRow(
            number=7,
            name=name,
            club=name[::-1],
            gone=gone,
            address="/t/x/hraci/7/",
            presence=presence,
            fee=fee,
            fee_paid=False,
            name_key="1",
            club_key="2",
            search=name.lower(),
        )
        itself = render_to_string("tournament/includes/door_row.html", {"row": row, "taps": taps})
        assert door_line(row, taps=taps) == itself


@pytest.mark.parametrize("players", [1, 3])
def test_the_list_costs_the_same_for_any_number_of_players(
    tournament: Tournament, organiser_client: Client, players: int, django_assert_num_queries: Any
) -> None:
    factories.entries(tournament, players)

    # session, account, tournament, members, entries, counts, categories of fees, payments, applications
    with django_assert_num_queries(11):
        organiser_client.get(address("players"))


def figures(html: str) -> dict[str, int]:
    """The figures above the list."""
    return {words: int(count) for count, words in re.findall(r"<b>(\d+)</b>\s*([^<]+)</a>", squeezed(html))}


NOBODY_PAID = {"odstoupilo": 0, "nezaplaceno": 8}


@pytest.mark.parametrize(
    ("group", "who"),
    [
        ("", [3, 2, 4, 6, 5, 1, 7, 8]),
        ("all", [3, 2, 4, 6, 5, 1, 7, 8]),
        ("expected", [4, 6, 7, 8]),
        ("present", [3, 1]),
        ("absent", [2]),
        ("withdrawn", [5]),
        ("unpaid", [3, 2, 4, 6, 7, 8]),
        ("neni", [3, 2, 4, 6, 5, 1, 7, 8]),
    ],
)
def test_a_figure_shows_those_it_counts(
    small_tournament: Tournament, organiser_client: Client, group: str, who: list[int]
) -> None:
    for number, presence in ((1, "present"), (3, "present"), (2, "absent")):
        organiser_client.post(address("player_presence", number), {"presence": presence})
    organiser_client.post(address("player_fee", 1), {"fee": "0-0"})
    organiser_client.post(address("player_withdraw", 5))

    page = organiser_client.get(address("players", stav=group))

    assert listed(page) == who
    assert figures(page.content.decode()) == {
        "přihlášeno": 8,
        "čeká se": 4,
        "je tady": 2,
        "není tu": 1,
        "odstoupilo": 1,
        "nezaplaceno": 6,
    }


# Adding


def add(client: Client, name: str, **values: str) -> Any:
    return client.post(address("player_add"), {"name": name, "submission": str(uuid.uuid4())} | values)


def test_a_player_is_added_and_the_line_stays_open_for_the_next(
    tournament: Tournament, organiser_client: Client
) -> None:
    answer = add(organiser_client, "ČECH PETR", club="Žatec", card="7")

    # Without a place in the address: it would keep the cursor out of the name.
    assert (answer.status_code, answer.url) == (302, address("players", pridat="1"))
    html = organiser_client.get(answer.url).content.decode()
    assert "Čech Petr má startovní číslo 1. V minulých turnajích zatím není." in html
    assert adding(html)
    assert cursor(html) == ["name"]
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


def test_a_live_page_gets_the_line_and_the_form_for_the_next_one(
    small_tournament: Tournament, organiser: Account, organiser_client: Client
) -> None:
    earlier = factories.TournamentFactory(name="Zimní turnaj")
    factories.MembershipFactory(tournament=earlier, account=organiser)
    known = factories.EntryFactory(tournament=earlier, name="Moudrý <b>Jan</b>", club="Karlín", card="07")
    key = str(uuid.uuid4())
    values = {"name": known.name, "club": known.club, "card": known.card, "submission": key}

    answer = organiser_client.post(address("player_add"), values, headers={"HX-Request": "true"})

    html = answer.content.decode()
    assert (answer.status_code, listed(answer)) == (200, [9])
    assert entries_of(small_tournament).get(number=9).player_id == known.player_id
    assert (
        "Moudrý &lt;b&gt;Jan&lt;/b&gt; má startovní číslo 9. Z minulých turnajů: naposledy Zimní turnaj."
        in html
    )
    assert key not in html, "the next one is another record"
    assert re.findall(r'name="(?:name|club|card)" value=', html) == []
    assert figures(html)["přihlášeno"] == 9
    assert "<html" not in html
    assert "Bartoň" not in html


def test_the_first_player_of_a_live_page_brings_the_list(
    tournament: Tournament, organiser_client: Client
) -> None:
    values = {"name": "Čech Petr", "submission": str(uuid.uuid4())}

    answer = organiser_client.post(address("player_add"), values, headers={"HX-Request": "true"})

    assert answer.headers["HX-Redirect"] == address("players", pridat="1")
    page = organiser_client.get(answer.headers["HX-Redirect"])
    assert listed(page) == [1]
    assert "Čech Petr má startovní číslo 1." in page.content.decode()


def test_a_refused_player_of_a_live_page_gets_the_form_back(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    values = {"name": "cech petr", "submission": str(uuid.uuid4())}

    answer = organiser_client.post(address("player_add"), values, headers={"HX-Request": "true"})

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "<html" not in html
    assert 'value="cech petr"' in html
    assert 'name="known_namesake" value="on"' in html
    assert entries_of(small_tournament).count() == 8


# The door


@pytest.mark.parametrize(
    ("name", "data", "now", "text"),
    [
        ("player_presence", {"presence": "present"}, ["Je tady"], "2 Čech Petr: je tady"),
        ("player_presence", {"presence": "absent"}, ["Není tu"], "2 Čech Petr: není tu"),
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
    assert answer.url == address("players", q="zatec", zmena=str(change.id)) + "#hrac-2"
    page = organiser_client.get(answer.url)
    assert (listed(page), pressed(page, 2)) == ([2, 6], now)
    assert text in page.content.decode()

    back = organiser_client.post(address("player_take_back"), {"change": str(change.id)}, follow=True)
    assert pressed(back, 2) == []
    assert "všechno je jako předtím" in back.content.decode()


def test_the_fee_is_taken_by_one_tap_and_given_back_by_another(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    """Whoever taps twice has taken it once; the tap says what he saw."""
    Tournament.objects.update(fee=200_00)
    shown = organiser_client.get(address("players")).content.decode()
    assert 'name="fee" value="0-20000"' in shown

    answers = [organiser_client.post(address("player_fee", 2), {"fee": "0-20000"}) for _tap in "12"]

    payment = Payment.objects.get()
    assert {answer.url for answer in answers} == {address("players", zmena=str(payment.id)) + "#hrac-2"}
    assert (payment.amount, payment.how, payment.taken_by) == (200_00, "cash", "Olga Pořadatelová")
    page = organiser_client.get(answers[0].url).content.decode()
    assert "2 Čech Petr: přijato 200\xa0Kč hotově" in page
    assert "zaplaceno 200\xa0Kč" in page

    back = organiser_client.post(address("player_take_back"), {"change": str(payment.id)}, follow=True)
    assert "všechno je jako předtím" in back.content.decode()
    assert [(one.amount, one.note) for one in Payment.objects.order_by("number")] == [
        (200_00, ""),
        (-200_00, "vráceno hned u prezence"),
    ]
    assert not entries_of(small_tournament).get(number=2).fee_paid


def test_a_fee_tapped_by_somebody_else_before_is_told(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    Tournament.objects.update(fee=200_00)
    entry = entries_of(small_tournament).get(number=2)
    payment_take(entry=entry, by=factories.actor("Petr"), amount=200_00)

    answer = organiser_client.post(address("player_fee", 2), {"fee": "0-20000"})

    assert answer.status_code == 409
    assert "mezitím přibyla platba č. 1 (200\xa0Kč hotově, Petr," in answer.content.decode()
    assert Payment.objects.count() == 1


@pytest.mark.parametrize("fee", ["", "paid", "0", "0--5", "x-1", "0-9999999999"])
def test_a_crafted_fee_is_refused(small_tournament: Tournament, organiser_client: Client, fee: str) -> None:
    answer = organiser_client.post(address("player_fee", 2), {"fee": fee})

    assert (answer.status_code, Payment.objects.count()) == (400, 0)


def test_what_was_paid_is_the_organisers_alone(small_tournament: Tournament, referee_client: Client) -> None:
    entry_create(
        tournament=small_tournament,
        by=factories.actor("Olga"),
        details=Details(name="Nový Karel"),
        fee_paid=True,
    )

    for page in (address("players"), address("player", 9), address("log")):
        html = referee_client.get(page).content.decode().lower()
        assert "nový karel" in html
        assert "zaplac" not in html
        assert "startovné" not in html


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
    assert re.findall(r'id="([a-z-]+)" hx-swap-oob="true"', rest) == ["pocty", "zmena"]
    assert figures(rest) == {"přihlášeno": 8, "čeká se": 7, "je tady": 1, "není tu": 0} | NOBODY_PAID


def test_who_comes_after_the_seating_was_published_is_said_to_have_no_seat(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    """A latecomer: marked absent before the draw, he comes when the first round is played."""
    organiser_client.post(address("player_presence", 8), {"presence": "absent"})
    factories.drawn_round(small_tournament, number=1)
    late = small_tournament.rounds.get()
    late.seats.filter(entry__number=8).delete()

    answers = [
        organiser_client.post(
            address("player_presence", number), {"presence": "present"}, headers={"HX-Request": "true"}
        ).content.decode()
        for number in (7, 8)
    ]

    assert "Místo" not in answers[0]
    assert "8 Žák Vít: je tady · Místo v 1. kole zatím nemá." in squeezed(answers[1])
    assert f'href="{address("draw", 1)}"' in answers[1]


def test_a_tap_costs_the_same_for_any_number_of_players(
    tournament: Tournament, organiser_client: Client
) -> None:
    asked = []
    for number in (1, 2, 3):
        factories.entries(tournament, number)
        with CaptureQueriesContext(connection) as queries:
            organiser_client.post(
                address("player_presence", number), {"presence": "present"}, headers={"HX-Request": "true"}
            )
        asked.append(len(queries))

    assert set(asked[1:]) == {asked[0]}
    # session, account, tournament, members; the write with its log; figures, the line, what may be taken back
    assert asked[0] <= 23


def test_a_tap_that_changes_nothing_offers_nothing_back(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    answer = organiser_client.post(address("player_presence", 2), {"presence": "expected"})

    assert answer.url == address("players") + "#hrac-2"
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("shown", ["expected", "absent"])
def test_two_at_the_door_do_not_overwrite_each_other(
    small_tournament: Tournament, organiser_client: Client, shown: str
) -> None:
    organiser_client.post(address("player_presence", 2), {"presence": "present"})

    late = organiser_client.post(
        address("player_presence", 2, videno=shown),
        {"presence": "absent" if shown == "expected" else "expected"},
        headers={"HX-Request": "true"},
    )

    html = late.content.decode()
    assert (late.status_code, listed(late), pressed(late, 2)) == (422, [2], ["Je tady"])
    assert "Mezitím se to změnilo: Olga Pořadatelová" in html
    assert "Vrátit zpět" not in html
    assert entries_of(small_tournament).get(number=2).presence == Presence.PRESENT
    plain = organiser_client.post(address("player_presence", 2, videno=shown), {"presence": "absent"})
    assert plain.status_code == 409
    assert LogEntry.objects.count() == 1


def test_two_at_the_door_who_saw_the_same_agree(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    for _desk in "12":
        answer = organiser_client.post(
            address("player_presence", 2, videno="expected"),
            {"presence": "present"},
            headers={"HX-Request": "true"},
        )

    assert (answer.status_code, pressed(answer, 2)) == (200, ["Je tady"])
    assert LogEntry.objects.count() == 1


def test_somebody_who_is_not_there_can_come_after_all(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    for presence, shown in (("absent", "expected"), ("present", "absent"), ("expected", "present")):
        page = organiser_client.post(
            address("player_presence", 2, videno=shown),
            {"presence": presence},
            headers={"HX-Request": "true"},
        )
        assert f"videno={presence}" in page.content.decode()
        assert entries_of(small_tournament).get(number=2).presence == presence


@pytest.mark.parametrize("presence", ["", "odpoledne"])
def test_a_crafted_presence_is_refused(
    small_tournament: Tournament, organiser_client: Client, presence: str
) -> None:
    answer = organiser_client.post(address("player_presence", 2), {"presence": presence})

    assert answer.status_code == 400
    assert "Prezence může být jen" in answer.content.decode()
    crafted = address("player_presence", 2, videno="odpoledne")
    assert organiser_client.post(crafted, {"presence": "present"}).status_code == 400
    assert not LogEntry.objects.exists()


def test_all_present_shows_names_and_count_and_is_taken_back(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    """S15"""
    organiser_client.post(address("player_presence", 1), {"presence": "absent"})
    html = organiser_client.get(address("players_waiting")).content.decode()
    assert "Označit jako přítomné: 7 hráčů" in html
    assert "Cibulka Karel" in html
    shown = re.findall(r'name="number" value="(\d+)"', html)
    assert sorted(shown) == ["2", "3", "4", "5", "6", "7", "8"]

    page = organiser_client.post(address("players_present"), {"number": shown}, follow=True)
    assert "7 hráčů označeno jako přítomní" in page.content.decode()
    assert entries_of(small_tournament).filter(presence=Presence.PRESENT).count() == 7

    change = LogEntry.objects.get(action="tournament.entries.marked_present")
    organiser_client.post(address("player_take_back"), {"change": str(change.id)})
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
    assert "Mezitím se to změnilo: Olga Pořadatelová" in late.content.decode()
    form = late.context["form"]
    assert (form["club"].value(), form["expected"].value()) == ("Žatec", "2")
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


# Known people


def test_a_likely_person_is_asked_about_after_the_namesake(
    tournament: Tournament, organiser: Account, organiser_client: Client
) -> None:
    """S17: each question has its own answer, and the answers stay together."""
    earlier = factories.TournamentFactory()
    factories.MembershipFactory(tournament=earlier, account=organiser)
    known = factories.EntryFactory(tournament=earlier, name="Novák Jan", club="Žatec", card="07")
    factories.EntryFactory(tournament=tournament, name="Novák Jan", club="Karlín")

    first = add(organiser_client, "Novák Jan", club="Louny")
    assert "Přihlášen už je Novák Jan (č. 1, Karlín)" in first.content.decode()
    second = add(organiser_client, "Novák Jan", club="Louny", known_namesake="on")
    html = second.content.decode()
    assert second.status_code == 422
    assert "Novák Jan (Žatec, průkaz 07)" in html
    assert '<input type="hidden" name="known_namesake" value="on">' in html
    assert f'name="person" value="{known.player_id}"' in html
    assert 'name="person" value="nova"' in html
    assert entries_of(tournament).count() == 1

    add(organiser_client, "Novák Jan", club="Louny", known_namesake="on", person=str(known.player_id))
    assert entries_of(tournament).get(number=2).player_id == known.player_id
    add(organiser_client, "Novák Jan", club="Praha", known_namesake="on", person="nova")
    assert entries_of(tournament).get(number=3).player_id != known.player_id


def test_a_crafted_answer_about_a_person_is_refused(tournament: Tournament, organiser_client: Client) -> None:
    answer = add(organiser_client, "Novák Jan", person="neni-uuid")
    assert (answer.status_code, entries_of(tournament).count()) == (422, 0)
