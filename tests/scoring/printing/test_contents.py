"""Prints and files show the figures of the screens (S24, S32, S34, S38); money in haléře."""

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring import exports
from scoring.printing import contents
from scoring.selectors.standings import standings_of
from scoring.selectors.tables import round_accounts
from scoring.services.closing import round_close
from scoring.services.decisions import decision_make
from scoring.services.hands import hand_record
from scoring.services.results import result_confirm
from scoring.services.standings import standings_publish
from tests import factories
from tests.scoring.records import CHIEF, DESK, betl, durch
from tournament.enums import RoundState
from tournament.lib.qr import qr_svg
from tournament.models import Round, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed(drawn: Round, table: Table, second_table: Table) -> Round:
    """The first round closed: a betl at table 1, a durch with points at table 2."""
    hand_record(table=table, record=betl(), by=DESK)
    hand_record(table=second_table, record=durch(premium=[{"to": "A", "points": 60}]), by=DESK)
    round_close(round_=drawn, by=DESK)
    return Round.objects.select_related("tournament").get(pk=drawn.pk)


def text_of(pdf: bytes) -> list[str]:
    """The text of each page."""
    return [leaf.extract_text() for leaf in PdfReader(io.BytesIO(pdf)).pages]


def print_sheets(round_: Round, path: Path, **options: Any) -> list[str]:
    call_command("print_sheets", round_.tournament.slug, round=round_.number, output=str(path), **options)
    return text_of(path.read_bytes())


def test_blank_sheets_one_page_a_table_names_whole(small_tournament: Tournament, tmp_path: Path) -> None:
    """S34: long names, table 100, a tournament name of 90 letters."""
    long_name = "Nejedlá-Křečkovská Ing. Maxmiliána"
    small_tournament.name = "Velká cena města " + "Ž" * 73
    small_tournament.save()
    small_tournament.entries.update(name=long_name)
    drawn = factories.drawn_round(small_tournament, links=True)
    drawn.tables.filter(number=2).update(number=100)
    pages = print_sheets(drawn, tmp_path / "sheets.pdf")
    assert len(pages) == 2
    for page, number in zip(pages, ("1", "100"), strict=True):
        flat = re.sub(r"\s+", " ", page)
        assert flat.count(long_name) == 4
        assert f"Stůl {number}" in flat
    link = drawn.tables.get(number=100).links.get()
    assert link.code in pages[1]
    assert link.token not in pages[1]
    assert "http://127.0.0.1:8000/l/" in pages[1], "the address for a phone that reads no QR"


def test_filled_sheet_has_the_hands_and_the_result(closed: Round, tmp_path: Path) -> None:
    first, second = print_sheets(closed, tmp_path / "sheets.pdf", filled=True)
    # Betl of A: 3,00 from each of three; durch 6,00 with 60 points, which B/1 wants written apart.
    assert "betl" in first
    assert "+9,00" in first
    assert first.count("−3,00") >= 3
    assert "durch" in second
    assert "+18,00" in second
    assert second.count("60") >= 2


WHOLE_ROUNDS = [
    pytest.param(round_accounts, 6, id="accounts"),
    pytest.param(contents.blank_sheets, 4, id="blank sheets"),
    pytest.param(contents.filled_sheets, 9, id="filled sheets"),
    pytest.param(contents.explanations, 7, id="explanations"),
]
"""What is made for a whole round, and how many queries it takes."""


@pytest.mark.parametrize("tables", [1, 3, 7])
@pytest.mark.parametrize(("made", "queries"), WHOLE_ROUNDS)
def test_a_whole_round_needs_the_same_queries_for_any_number_of_tables(
    tournament: Tournament,
    made: Callable[[Round], Sequence[object]],
    queries: int,
    tables: int,
    django_assert_num_queries: Any,
) -> None:
    factories.entries(tournament, 4 * tables)
    played = factories.drawn_round(tournament, links=True)
    for table in played.tables.select_related("round__tournament"):
        hand = hand_record(table=table, record=betl(), by=DESK)
        decision_make(hand=hand, patch={}, reason="námitka zamítnuta", by=CHIEF)
        result_confirm(table=table, by=DESK)
    round_ = Round.objects.select_related("tournament").get(pk=played.pk)
    with django_assert_num_queries(queries):
        content = made(round_)
    assert len(getattr(content, "tables", content)) == tables


def test_one_sheet_for_a_table_with_a_new_link(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    factories.drawn_round(small_tournament, links=True)
    address = f"/t/{small_tournament.slug}/tisk/kolo-1/listky.pdf?stul="
    [page] = text_of(organiser_client.get(f"{address}2").content)
    assert "Stůl 2" in re.sub(r"\s+", " ", page)
    assert organiser_client.get(f"{address}3").status_code == 404


def test_closed_sheet_has_no_address(closed: Round) -> None:
    """A closed table's link answers 404."""
    sheets = contents.blank_sheets(closed)
    assert [(sheet.entry_url, sheet.short_code, sheet.door_url) for sheet in sheets] == [("", "", "")] * 2


def test_standings_are_the_same_everywhere(closed: Round, organiser_client: Client) -> None:
    """S24 and S32: one function computes the rows of screen, PDF, XLSX and CSV."""
    tournament = closed.tournament
    rows = standings_of(tournament, closed).rows
    assert sum(row.money for row in rows) == 0
    base = f"/t/{tournament.slug}/tisk/poradi-po-1"
    sheet = load_workbook(io.BytesIO(organiser_client.get(f"{base}.xlsx").content)).worksheets[0]
    cells = list(sheet.iter_rows(values_only=True))
    heading = next(number for number, row in enumerate(cells) if row[0] == "Pořadí")
    wanted = [(row.rank, row.number, row.name) for row in rows]
    assert [row[:3] for row in cells[heading + 1 : heading + 1 + len(rows)]] == wanted
    money = cells[heading].index("Zisk")
    amounts = [row[money] for row in cells[heading + 1 : heading + 1 + len(rows)]]
    assert [round(Decimal(str(amount)) * 100) for amount in amounts] == [row.money for row in rows]
    lines = list(
        csv.reader(
            io.StringIO(organiser_client.get(f"{base}.csv").content.decode("utf-8-sig")), delimiter=";"
        )
    )
    assert [(int(line[0]), int(line[1]), line[2]) for line in lines[1:]] == wanted
    flat = re.sub(r"\s+", " ", " ".join(text_of(organiser_client.get(f"{base}.pdf").content)))
    places = [flat.index(row.name) for row in rows]
    assert places == sorted(places)


def test_names_are_text_and_losses_numbers(closed: Round) -> None:
    """S38: a name that looks like a formula stays a name."""
    tournament = closed.tournament
    tournament.entries.filter(number=1).update(name='=HYPERLINK("x")', club="+Karlín")
    standings = standings_of(tournament, closed)
    book = load_workbook(io.BytesIO(exports.standings_workbook(tournament, standings)))
    cells = {
        cell.value: cell for row in book.worksheets[0].iter_rows() for cell in row if cell.value is not None
    }
    assert (cells['=HYPERLINK("x")'].data_type, cells["+Karlín"].data_type) == ("s", "s")
    assert [cell.data_type for value, cell in cells.items() if value == -3] == ["n"]
    line = next(row for row in exports.standings_csv(standings).splitlines() if "HYPERLINK" in row)
    assert ";\"'=HYPERLINK(" in line
    assert ";'+Karlín;" in line


def test_json_of_the_standings(closed: Round) -> None:
    """The form of docs/tournament.md: every field of a row."""
    first = json.loads(exports.standings_json(standings_of(closed.tournament, closed)))[0]
    assert first == {
        "rank": 1,
        "number": first["number"],
        "name": first["name"],
        "club": first["club"],
        "money": 1800,
        "zb": 18,
        "pb": 60,
        "penalty": 0,
        "sb": 78,
        "bp": 8,
        "rounds": [{"round": 1, "table": 2, "money": 1800, "zb": 18, "pb": 60, "sb": 78, "rank": 1, "bp": 8}],
    }


SEATING = ("rozesazeni-stoly", "rozesazeni-jmena")


@pytest.mark.parametrize("name", SEATING)
def test_seating_is_public_once_published(drawn: Round, visitor_client: Client, name: str) -> None:
    """S33: before publishing no name goes out, in no form."""
    address = f"/t/{drawn.tournament.slug}/tisk/kolo-1/{name}"
    Round.objects.filter(pk=drawn.pk).update(state=RoundState.DRAFT)
    for form in ("pdf", "html"):
        answer = visitor_client.get(f"{address}.{form}")
        assert answer.status_code == 403
        assert "Novák" not in answer.content.decode()
    Round.objects.filter(pk=drawn.pk).update(state=RoundState.PUBLISHED)
    shown = text_of(visitor_client.get(f"{address}.pdf").content)
    assert all(entry.name in " ".join(shown) for entry in drawn.tournament.entries.all())


def test_public_takes_the_published_standings(closed: Round, visitor_client: Client) -> None:
    """What was published stays until a new version is published, whatever the desk does meanwhile."""
    address = f"/t/{closed.tournament.slug}/tisk/poradi-po-1.csv"
    assert visitor_client.get(address).status_code == 403
    standings_publish(round_=closed, by=DESK)
    published = visitor_client.get(address).content
    closed.tournament.entries.filter(number=1).update(name="Přejmenovaný Jan")
    assert visitor_client.get(address).content == published
    assert b"P\xc5\x99ejmenovan" not in published


@pytest.mark.parametrize("tables", [1, 3])
def test_query_count_does_not_grow_with_tables(
    tournament: Tournament, tables: int, django_assert_num_queries: Any
) -> None:
    factories.entries(tournament, 4 * tables)
    drawn = factories.drawn_round(tournament, links=True)
    with django_assert_num_queries(4):
        assert len(contents.blank_sheets(drawn)) == tables


REFUSALS = {
    "round not drawn": (1, "nemá. Kola: zatím žádné"),
    "round 0": (0, "nemá"),
}


@pytest.mark.parametrize(("number", "message"), REFUSALS.values(), ids=REFUSALS)
def test_print_sheets_refuses_with_one_sentence(
    tournament: Tournament, tmp_path: Path, number: int, message: str
) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("print_sheets", tournament.slug, round=number, output=str(tmp_path / "a.pdf"))
    assert list(tmp_path.iterdir()) == []


def test_print_sheets_needs_tables(tournament: Tournament, tmp_path: Path) -> None:
    factories.RoundFactory(tournament=tournament)
    with pytest.raises(CommandError, match="ještě nemá stoly"):
        call_command("print_sheets", tournament.slug, round=1, output=str(tmp_path / "a.pdf"))


def test_every_line_leads_to_what_it_says(closed: Round, organiser_client: Client) -> None:
    """With standings after a later round too, no line of an earlier one may lead to them."""
    second = factories.drawn_round(closed.tournament, number=2)
    for table in second.tables.all():
        hand_record(table=table, record=betl(), by=DESK)
    round_close(round_=second, by=DESK)
    page = organiser_client.get(f"/t/{closed.tournament.slug}/tisk/").content.decode()
    first = page.index('id="round-1"')
    standings = re.compile(r"poradi-po-(\d)\.(\w+)")
    assert set(standings.findall(page[:first])) == {("2", form) for form in ("pdf", "html", "xlsx", "csv")}
    assert set(standings.findall(page[first:])) == {("1", form) for form in ("pdf", "html", "xlsx", "csv")}
    lines = re.findall(r"<li>.*?</li>", page[first:], re.DOTALL)
    with_standings = [line for line in lines if "poradi-po-1" in line]
    assert len(with_standings) == 1
    assert "Pořadí po 1. kole" in with_standings[0]


INVITED = {
    "home_open": True,
    "home_text": "Prezence od 8:30.\n\nVolejte Olze.",
    "home_until": datetime(2026, 3, 29, 1, 0, tzinfo=UTC),
    "fee": 30000,
}


@pytest.mark.parametrize(
    ("public", "code", "says"),
    [
        ("https://marias.example.cz", True, "https://marias.example.cz/t/jarni-turnaj/prihlaska/"),
        ("http://192.168.1.20:8000", True, "platí jen v síti sálu"),
        ("http://127.0.0.1:8000", False, "ještě není nastavená"),
    ],
)
def test_an_invitation_leads_to_the_form_or_says_that_nobody_gets_there(
    tournament: Tournament, organiser_client: Client, settings: Any, public: str, code: bool, says: str
) -> None:
    """The clocks go forward in the night in which it closes: at one o'clock UTC it is three."""
    Tournament.objects.filter(pk=tournament.pk).update(**INVITED)
    settings.PUBLIC_URL = public

    page = organiser_client.get("/t/jarni-turnaj/tisk/pozvanka.html").content.decode()
    [text] = text_of(organiser_client.get("/t/jarni-turnaj/tisk/pozvanka.pdf").content)

    words = " ".join(text.split())
    for said in ("Jarní turnaj", "sobota 14. března 2026", "Hospoda U Lípy", "300 Kč", "Prezence od 8:30."):
        assert said in words
    assert says in words.replace("- ", "-").replace("/ ", "/")
    assert (qr_svg(f"{public}/t/jarni-turnaj/prihlaska/") in page) == code
    assert ("Přihlášky do 29. 3. 2026 03:00" in words) == code
    prints = organiser_client.get("/t/jarni-turnaj/tisk/").content.decode()
    assert ("nikdo nedostane" in prints) == (public != "https://marias.example.cz")


PHONES = {
    "everywhere": ("https://marias.example.cz", True, "https://marias.example.cz/t/jarni-turnaj/"),
    "in the hall": ("http://192.168.1.20:8000", True, "jen v síti sálu"),
    "no address yet": ("http://127.0.0.1:8000", False, "nastavte PUBLIC_URL a vytiskněte rozesazení znovu."),
}


@pytest.mark.parametrize("by", ["stoly", "jmena"])
@pytest.mark.parametrize(("public", "code", "says"), PHONES.values(), ids=PHONES)
def test_a_seating_leads_phones_to_the_tournament_or_says_that_it_cannot(
    small_tournament: Tournament, settings: Any, by: str, public: str, code: bool, says: str
) -> None:
    factories.drawn_round(small_tournament)
    settings.PUBLIC_URL = public

    path = f"/t/jarni-turnaj/tisk/kolo-1/rozesazeni-{by}"
    page = Client().get(f"{path}.html").content.decode()
    [text] = text_of(Client().get(f"{path}.pdf").content)

    assert says in " ".join(text.split()).replace("- ", "-").replace("/ ", "/")
    assert (qr_svg(f"{public}/t/jarni-turnaj/") in page) == code
    assert ("kde sedím, kolik zbývá času, jak si vedu" in " ".join(text.split())) == code


def test_a_hostile_and_endless_invitation_stays_on_its_paper(
    tournament: Tournament, organiser_client: Client
) -> None:
    name = "<b>" + "Ž" * 117
    changes = {"name": name, "place": "&" * 120, "home_text": "<script>alert(1)</script>" + "y" * 975}
    Tournament.objects.filter(pk=tournament.pk).update(**INVITED | changes)

    page = organiser_client.get("/t/jarni-turnaj/tisk/pozvanka.html").content.decode()
    texts = text_of(organiser_client.get("/t/jarni-turnaj/tisk/pozvanka.pdf").content)

    assert "<script>alert" not in page
    assert name in "".join(texts).replace("\n", "")
    assert len(texts) <= 2


def test_there_is_no_invitation_where_nobody_registers_from_home(
    tournament: Tournament, organiser_client: Client
) -> None:
    assert organiser_client.get("/t/jarni-turnaj/tisk/pozvanka.html").status_code == 404
    assert "pozvanka" not in organiser_client.get("/t/jarni-turnaj/tisk/").content.decode()
