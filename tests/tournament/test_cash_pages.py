"""Pages of the till: at a glance, payments of one player, what starts cost; the organisers' alone."""

import re
import uuid
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from tests import factories
from tests.markup import text_of_page
from tests.test_access import addresses, answer, arguments, build_world
from tournament.enums import PaymentHow, Presence, RoundState
from tournament.models import Entry, FeeCategory, LogEntry, Payment, TillCount, Tournament
from tournament.services.entries import entry_set_presence
from tournament.services.fees import entry_charge, fee_category_add
from tournament.services.payments import payment_cancel, payment_return, payment_take

pytestmark = pytest.mark.django_db

PETR = factories.actor("Petr")


def address(name: str, *arguments: Any, of: str = "tournament", **named: Any) -> str:
    if named:
        return reverse(f"{of}:{name}", kwargs={"slug": "jarni-turnaj", **named})
    return reverse(f"{of}:{name}", args=["jarni-turnaj", *arguments])


def by_number(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.get(number=number)


@pytest.fixture
def till(small_tournament: Tournament) -> Tournament:
    """Two have paid, one too much, a guest a part, one is free, one away, one cancelled."""
    Tournament.objects.update(fee=200_00)
    small_tournament.refresh_from_db()
    guest = fee_category_add(tournament=small_tournament, by=PETR, name="host", amount=300_00)
    entries = {number: by_number(small_tournament, number) for number in range(1, 9)}
    payment_take(entry=entries[1], by=PETR, amount=200_00)
    payment_take(entry=entries[2], by=PETR, amount=200_00, how=PaymentHow.TRANSFER, note="=účet klubu")
    payment_take(entry=entries[3], by=PETR, amount=500_00)
    payment_return(entry=entries[3], by=PETR, amount=200_00)
    entry_charge(entry=entries[4], by=PETR, category=guest)
    payment_take(entry=entries[4], by=PETR, amount=100_00)
    entry_charge(entry=entries[5], by=PETR, free_reason="rozhodčí")
    entry_set_presence(entry=entries[6], by=PETR, presence=Presence.ABSENT)
    mistaken = payment_take(entry=entries[7], by=PETR, amount=200_00)
    payment_cancel(payment=mistaken, by=PETR, reason="platil jiný hráč")
    return small_tournament


def sent(client: Client, where: str, *arguments: Any, **values: Any) -> Any:
    return client.post(address(where, *arguments), {"submission": str(uuid.uuid4())} | values)


# The till


def test_the_till_at_a_glance(till: Tournament, organiser_client: Client) -> None:
    page = organiser_client.get(address("cash"))

    text = text_of_page(page)
    # Two of eight pay nothing, one is a guest: 5 × 200 + 300.
    assert "1 300 Kč má se vybrat" in text or "má se vybrat 1 300 Kč" in text
    assert "Kdo dluží (3)" in text
    assert re.findall(r"č\. (\d) · (\S+)", text.partition("Co by šlo")[0]) == [
        ("4", "host"),
        ("7", "základní"),
        ("8", "základní"),
    ]
    assert "Co by šlo vrátit (100 Kč)" in text
    assert "hotově: Petr vybráno 800 Kč, vráceno 200 Kč 600 Kč" in text
    assert "převodem 200 Kč" in text
    assert "zaplaceno celkem 800 Kč" in text


@pytest.mark.parametrize("players", [1, 8])
def test_the_till_costs_the_same_for_any_number_of_players(
    tournament: Tournament, organiser_client: Client, players: int, django_assert_num_queries: Any
) -> None:
    for entry in factories.entries(tournament, players):
        payment_take(entry=entry, by=PETR, amount=200_00)

    # session, account, tournament, members; entries, categories, payments summed, payments, counts
    with django_assert_num_queries(9):
        organiser_client.get(address("cash"))


@pytest.mark.parametrize(
    ("counted", "starting", "said"),
    [
        ("600", "", "Pokladna je spočítaná a sedí."),
        ("1 100,00", "500", "Pokladna je spočítaná a sedí."),
        ("590", "", "Pokladna je spočítaná, rozdíl je −10 Kč."),
    ],
)
def test_the_till_is_counted(
    till: Tournament, organiser_client: Client, counted: str, starting: str, said: str
) -> None:
    page = organiser_client.get(
        sent(organiser_client, "till_count", counted=counted, starting_cash=starting).url
    )

    assert said in text_of_page(page)
    count = TillCount.objects.get()
    assert count.expected == 600_00 + (500_00 if starting else 0)
    assert f"{count.counted_by}" in text_of_page(page)


@pytest.mark.parametrize(
    ("name", "arguments", "values", "text"),
    [
        pytest.param("till_count", (), {"counted": ""}, "třeba vyplnit", id="nothing counted"),
        pytest.param("till_count", (), {"counted": "asi 500"}, "Napište částku v korunách", id="a guess"),
        pytest.param("payment_take", (8,), {"amount": "sto"}, "Napište částku", id="an amount in words"),
        pytest.param("payment_take", (8,), {"amount": "0"}, "Nejmenší částka", id="nothing"),
        pytest.param("payment_take", (8,), {"how": "šekem"}, "šekem", id="another way"),
        pytest.param("payment_take", (8,), {"expected": ""}, "není z této stránky", id="not seen"),
        pytest.param(
            "payment_return", (1,), {"amount": "201", "expected": "1"}, "nejvýš to, co je", id="too much back"
        ),
        pytest.param("payment_cancel", (1, 1), {"reason": ""}, "proč se platba ruší", id="no reason"),
        pytest.param("player_charge", (8,), {"fee": "zdarma"}, "proč hraje zdarma", id="free for nothing"),
        pytest.param("player_charge", (8,), {"fee": "neco"}, "neco", id="another fee"),
        pytest.param("fee_add", (), {"name": " "}, "pro koho startovné platí", id="nobody's fee"),
        pytest.param("fee_add", (), {"name": "host"}, "už v turnaji je", id="the same fee"),
        pytest.param("fee_add", (), {"amount": ""}, "třeba vyplnit", id="no amount"),
    ],
)
def test_what_is_wrong_stands_on_the_page_and_nothing_is_written(
    till: Tournament,
    organiser_client: Client,
    name: str,
    arguments: tuple[int, ...],
    values: dict[str, str],
    text: str,
) -> None:
    before = (Payment.objects.count(), TillCount.objects.count(), LogEntry.objects.count())
    seen = {"player_charge": "1", "fee_add": ""}.get(name, "0")
    sound = {"amount": "100", "how": "cash", "expected": seen, "fee": "zakladni", "name": "junior"}

    page = sent(organiser_client, name, *arguments, **(sound | values))

    assert page.status_code == 422
    assert text in text_of_page(page)
    assert (Payment.objects.count(), TillCount.objects.count(), LogEntry.objects.count()) == before


# Payments of one player


def test_a_payment_is_taken_returned_and_cancelled(till: Tournament, organiser_client: Client) -> None:
    shown = text_of_page(organiser_client.get(address("player_payments", 8)))
    assert "200 Kč má zaplatit" in shown or "má zaplatit 200 Kč" in shown

    for _click in "12":
        page = sent(
            organiser_client,
            "payment_take",
            8,
            amount="200",
            how="transfer",
            note="účet",
            expected="0",
            submission="0b8a5f4e-5b0c-4a44-9a2f-1f0d2f6f2d11",
        )
        assert page.status_code == 302
    sent(organiser_client, "payment_return", 8, amount="50", how="cash", expected="1")
    last = by_number(till, 8).payments.order_by("number").last()
    assert last is not None
    sent(organiser_client, "payment_cancel", 8, last.number, reason="vrátilo se jinému")

    payments = by_number(till, 8).payments.order_by("number")
    assert [(one.amount, one.how, one.taken_by, one.note) for one in payments] == [
        (200_00, "transfer", "Olga Pořadatelová", "účet"),
        (-50_00, "cash", "Olga Pořadatelová", ""),
        (50_00, "cash", "Olga Pořadatelová", "vrátilo se jinému"),
    ]
    text = text_of_page(organiser_client.get(address("player_payments", 8)))
    assert f"zrušena platbou č. {last.number + 1}" in text
    assert f"ruší platbu č. {last.number}" in text


def test_who_came_second_sees_what_the_first_took(till: Tournament, organiser_client: Client) -> None:
    payment_take(entry=by_number(till, 8), by=PETR, amount=200_00)

    page = sent(organiser_client, "payment_take", 8, amount="200", how="cash", expected="0")

    assert page.status_code == 422
    assert re.search(r"mezitím přibyla platba č\. \d+ \(200 Kč hotově, Petr, ", text_of_page(page))
    assert page.context["take"]["expected"].value() == "1", "sent again, it is meant"


def test_what_a_player_pays_is_changed(till: Tournament, organiser_client: Client) -> None:
    guest = FeeCategory.objects.get()
    for fee, reason, kept in (
        (str(guest.pk), "", (guest, "")),
        ("zdarma", "vyhrál loni", (None, "vyhrál loni")),
        ("zakladni", "zbylo tu", (None, "")),
    ):
        entry = by_number(till, 8)
        page = sent(organiser_client, "player_charge", 8, fee=fee, reason=reason, expected=str(entry.version))
        assert page.status_code == 302
        entry.refresh_from_db()
        assert (entry.fee_category, entry.fee_free_reason) == kept


# What starts cost


def test_fees_are_added_changed_and_removed(tournament: Tournament, organiser_client: Client) -> None:
    assert sent(organiser_client, "fee_add", name="host", amount="300").status_code == 302
    host = FeeCategory.objects.get()
    assert 'value="host"' in organiser_client.get(address("fees")).content.decode()

    sent(organiser_client, "fee_change", host.pk, name="hosté", amount="350", expected="1")
    host.refresh_from_db()
    assert (host.name, host.amount) == ("hosté", 350_00)

    stale = sent(organiser_client, "fee_change", host.pk, name="přátelé", amount="350", expected="1")
    assert (stale.status_code, FeeCategory.objects.get().name) == (422, "hosté")
    assert "Mezitím se to změnilo: Olga Pořadatelová" in text_of_page(stale)

    sent(organiser_client, "fee_remove", host.pk)
    assert not FeeCategory.objects.exists()


def test_who_pays_a_fee_is_ticked(till: Tournament, organiser_client: Client) -> None:
    guest = FeeCategory.objects.get()
    page = organiser_client.get(address("fee_people", guest.pk)).content.decode()
    ticked, shown = r'value="(\d)" checked', r'name="shown" value="(\d)"'
    assert re.findall(ticked, page) == re.findall(shown, page) == ["4"]

    saved = sent(organiser_client, "fee_people_save", guest.pk, number=["7", "8", "x"], shown=["4"])

    assert "Startovné změněno: 3 hráči." in text_of_page(organiser_client.get(saved.url))
    held = till.entries.filter(fee_category=guest).order_by("number").values_list("number", flat=True)
    assert list(held) == [7, 8]


def test_a_fee_somebody_has_is_not_removed(till: Tournament, organiser_client: Client) -> None:
    page = sent(organiser_client, "fee_remove", FeeCategory.objects.get().pk)

    assert page.status_code == 400
    assert "Startovné „host“ má 4 Dvořáková Věra" in text_of_page(page)


# To take away


def test_the_list_of_payers_as_print(till: Tournament, organiser_client: Client) -> None:
    answer = organiser_client.get(address("cash_list", of="scoring", form="pdf"))

    text = " ".join(
        " ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages).split()
    ).replace("\xa0", " ")
    for name, _club in factories.PEOPLE:
        assert name in text
    assert "zdarma: rozhodčí" in text
    assert "hotově v pokladně 600 Kč" in text


def test_the_list_of_payers_as_a_workbook(till: Tournament, organiser_client: Client) -> None:
    """Amounts are numbers; what somebody typed is text, never a formula."""
    answer = organiser_client.get(address("cash_list", of="scoring", form="xlsx"))

    book = load_workbook(BytesIO(answer.content))
    assert book.sheetnames == ["Kdo zaplatil", "Platby", "Pokladna", "Spočítání pokladny"]
    rows = {row[0]: row[3:8] for row in book["Kdo zaplatil"].iter_rows(min_row=3, values_only=True)}
    assert rows == {
        1: ("základní", 200, 200, 0, 0),
        2: ("základní", 200, 200, 0, 0),
        3: ("základní", 200, 300, 0, 100),
        4: ("host", 300, 100, 200, 0),
        5: ("zdarma: rozhodčí", 0, 0, 0, 0),
        6: ("základní", 0, 0, 0, 0),
        7: ("základní", 200, 0, 200, 0),
        8: ("základní", 200, 0, 200, 0),
    }
    payments = list(book["Platby"].iter_rows(min_row=2))
    assert [(row[0].value, row[2].value, row[4].value, row[8].value) for row in payments] == [
        (1, 1, 200, None),
        (2, 2, 200, None),
        (3, 3, 500, None),
        (4, 3, -200, None),
        (5, 4, 100, None),
        (6, 7, 200, None),
        (7, 7, -200, 6),
    ]
    note = payments[1][7]
    assert (note.value, note.data_type) == ("=účet klubu", "s")


def test_receipts_six_to_a_page(till: Tournament, organiser_client: Client) -> None:
    """Who got money back has one too; what was cancelled has none."""
    payment_take(entry=by_number(till, 8), by=PETR, amount=100_00)
    payment_take(entry=by_number(till, 8), by=PETR, amount=100_00)

    pages = PdfReader(
        BytesIO(organiser_client.get(address("receipts", of="scoring", form="pdf")).content)
    ).pages

    texts = [" ".join(page.extract_text().split()).replace("\xa0", " ") for page in pages]
    assert [len(re.findall(r"Potvrzení o", text)) for text in texts] == [6, 1]
    assert re.findall(r"č\. (\d+) (\d+) Kč ?slovy", " ".join(texts)) == [
        ("1", "200"),
        ("2", "200"),
        ("3", "500"),
        ("4", "200"),
        ("5", "100"),
        ("8", "100"),
        ("9", "100"),
    ]
    assert "Potvrzení o vrácení č. 4 200 Kčslovy: dvě stě korun Komu Cibulka Karel" in texts[0]
    assert "startovné (host), hotově" in texts[0]


@pytest.mark.parametrize(("number", "status"), [(1, 200), (6, 404), (7, 404), (99, 404)])
def test_the_receipt_of_one_payment(
    till: Tournament, organiser_client: Client, number: int, status: int
) -> None:
    answer = organiser_client.get(address("receipt", of="scoring", number=number, form="html"))

    assert answer.status_code == status
    if status == 200:
        text = text_of_page(answer)
        assert "Od koho Novák Jan (č. 1, Karlín)" in text
        assert "Kdo převzal Petr, " in text


# Nobody else's


@pytest.mark.parametrize("role", ["visitor", "stranger", "scribe", "referee"])
def test_nothing_of_it_is_anybody_elses(
    tournament: Tournament,
    organiser_client: Client,
    request: pytest.FixtureRequest,
    role: str,
) -> None:
    """Every address, pages and files: neither a payment nor who has paid."""
    build_world(tournament, RoundState.PLAYING, public=True)
    first = by_number(tournament, 1)
    payment_take(entry=first, by=factories.actor("Kryštof Pokladník"), amount=4_321_00, note="zálohou")
    secrets = ["Kryštof", "4\xa0321", "Zaplaceno", "zaplaceno", "přeplatek"]
    client = Client() if role == "scribe" else request.getfixturevalue(f"{role}_client")
    shown = organiser_client.get(address("player_payments", 1)).content.decode()
    assert all(secret in shown for secret in ("Kryštof", "4\xa0321", "zaplaceno"))
    if role == "scribe":
        client.get(f"/l/{arguments(tournament)['token']}/")

    leaks = {
        one.path: [secret for secret in secrets if secret in text]
        for one in addresses(tournament)
        if not one.path.endswith(".pdf")
        and "/pravidla/" not in one.path
        and (text := answer(client, "get", one.path).getvalue().decode(errors="replace"))
    }

    assert {path: found for path, found in leaks.items() if found} == {}
