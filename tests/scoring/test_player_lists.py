"""Lists of players on paper and in files, and a file read again as registrations (S37, S38)."""

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.printing.players import BY_NAME, BY_NUMBER, PLAYER_LISTS
from tests import factories
from tests.markup import squeezed
from tournament.actors import Actor
from tournament.enums import Presence
from tournament.lib.pdf import pdf_available
from tournament.lib.registrations import read_registrations
from tournament.models import Account, Entry, Tournament
from tournament.selectors.entries import entries_of
from tournament.services.imports import entries_import

pytestmark = pytest.mark.django_db
needs_pango = pytest.mark.skipif(not pdf_available(), reason="Pango is not installed, PDF cannot be made")

HOSTILE = (
    ('=HYPERLINK("http://x.cz";"klik")', "=1+1", "007", "=SUM(A1:A9)", "=2*3"),
    ("Řehoř Tomáš", "Šakvice; Žatec", "0012", '"uvozovky" a ; středník', "Esa, desítky"),
    ("-Novák Jan", "@klub", "+420", "- bez oběda", "-"),
    ("'Novák Petr", "'=klub", "-8", "'=poznámka", "'-tým"),
    ("O'Connor Seán", "<b>Klub</b>", "1e5", "<script>alert(1)</script>", "A & B"),
    ("Nguyễn Văn Đức", "", "12/3", "100 %", ""),
    ("Dvořák Josef st.", "Klub 1905", "3", "1. 5. přijede později", "2"),
    ("Dvořák Josef ml.", "Klub 1905", "", "", ""),
    ("Ž" * 100, "K" * 100, "9" * 40, "P" * 200, "D" * 100),
)
"""Name, club, card, note and team as they are in the database."""


def address(kind: str, by: str, form: str, slug: str = "jarni-turnaj") -> str:
    return reverse("scoring:player_list", kwargs={"slug": slug, "kind": kind, "by": by, "form": form})


def taken(client: Client, kind: str, by: str, form: str, slug: str = "jarni-turnaj") -> bytes:
    answer = client.get(address(kind, by, form, slug))
    assert answer.status_code == 200
    return bytes(answer.content)


def csv_rows(content: bytes) -> list[list[str]]:
    assert content.startswith(b"\xef\xbb\xbf"), "Excel reads it as UTF-8"
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))


def sheet_rows(content: bytes) -> list[list[Any]]:
    """The rows under the title of the sheet."""
    [sheet] = load_workbook(io.BytesIO(content)).worksheets
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n"}, "no formula"
    return [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)]


def listed(tournament: Tournament) -> list[tuple[Any, ...]]:
    return list(entries_of(tournament).values_list("name", "club", "card", "team", "note", "fee_paid"))


@pytest.fixture
def hostile_tournament(tournament: Tournament) -> Tournament:
    for at, (name, club, card, note, team) in enumerate(HOSTILE):
        factories.EntryFactory(
            tournament=tournament, name=name, club=club, card=card, note=note, team=team, fee_paid=at % 2 == 0
        )
    return tournament


@pytest.mark.parametrize("form", ["xlsx", "csv"])
@pytest.mark.parametrize("kind", PLAYER_LISTS)
def test_a_list_that_is_read_again_loses_nothing(
    hostile_tournament: Tournament,
    organiser_client: Client,
    organiser: Account,
    desk: Actor,
    kind: str,
    form: str,
) -> None:
    before = taken(organiser_client, kind, BY_NUMBER, form)
    other = factories.TournamentFactory(slug="letni-turnaj", name=hostile_tournament.name)
    factories.MembershipFactory(tournament=other, account=organiser)

    found = read_registrations(before)
    assert found.rejected == ()
    report = entries_import(tournament=other, by=desk, registrations=found.registrations)

    assert (report.created, report.rejected) == (len(HOSTILE), ())
    assert listed(other) == listed(hostile_tournament)
    after = taken(organiser_client, kind, BY_NUMBER, form, slug="letni-turnaj")
    assert content_of(after, form) == content_of(before, form)


def content_of(content: bytes, form: str) -> list[list[Any]]:
    return csv_rows(content) if form == "csv" else sheet_rows(content)


def test_the_files_hold_what_is_known(small_tournament: Tournament, organiser_client: Client) -> None:
    entries_of(small_tournament).filter(number=2).update(
        presence=Presence.PRESENT, fee_paid=True, card="007", team="Esa", note="přijde později"
    )
    entries_of(small_tournament).filter(number=5).update(withdrawn_after=1)

    players = csv_rows(taken(organiser_client, "hraci", BY_NAME, "csv"))
    signing = sheet_rows(taken(organiser_client, "prezence", BY_NUMBER, "xlsx"))

    headings = ["Č.", "Příjmení a jméno", "Klub", "Č. průkazu", "Družstvo"]
    assert players[0] == [*headings, "Zaplaceno", "Poznámka", "Odstoupení"]
    assert [row[0] for row in players[1:]] == ["3", "2", "4", "6", "5", "1", "7", "8"]
    assert players[2] == ["2", "Čech Petr", "Žatec", "007", "Esa", "ano", "přijde později", ""]
    assert players[5][-1] == "odstoupení po 1. kole"
    assert signing[0] == [*headings, "Prezence", "Zaplaceno", "Poznámka", "Podpis"]
    assert [row[0] for row in signing[1:]] == [1, 2, 3, 4, 6, 7, 8], "who has left signs nothing"
    known = [2, "Čech Petr", "Žatec", "007", "Esa", "je tady", "ano", "přijde později", None]
    assert signing[2] == known


@needs_pango
@pytest.mark.parametrize("players", [1, 70])
def test_the_attendance_list_has_its_headings_on_every_page(
    tournament: Tournament, organiser_client: Client, players: int
) -> None:
    factories.entries(tournament, players)

    document = PdfReader(io.BytesIO(taken(organiser_client, "prezence", BY_NAME, "pdf")))

    texts = [" ".join(page.extract_text().split()) for page in document.pages]
    assert len(texts) == (1 if players == 1 else 3)
    assert all("č. hráč je tady zaplaceno podpis" in text for text in texts)
    names = entries_of(tournament).values_list("name", flat=True)
    assert [name for name in names if sum(text.count(name) for text in texts) != 1] == []


@needs_pango
def test_nobody_is_cut_short_on_paper(hostile_tournament: Tournament, organiser_client: Client) -> None:
    document = PdfReader(io.BytesIO(taken(organiser_client, "hraci", BY_NUMBER, "pdf")))

    text = re.sub(r"\s", "", "".join(page.extract_text() for page in document.pages))
    for name, club, card, _note, _team in HOSTILE:
        for shown in (name, club, card):
            assert re.sub(r"\s", "", shown) in text


def test_a_box_is_ticked_where_it_is_known(small_tournament: Tournament, organiser_client: Client) -> None:
    entries_of(small_tournament).filter(number=2).update(presence=Presence.PRESENT)
    entries_of(small_tournament).filter(number=3).update(fee_paid=True)

    html = squeezed(taken(organiser_client, "prezence", BY_NUMBER, "html").decode())

    boxes = re.findall(r'<span class="box">([^<]*)</span>', html)
    assert boxes[2:6] == ["✓", "", "", "✓"]
    assert boxes.count("✓") == 2


def test_the_prints_offer_the_lists_from_the_first_registration_on(
    tournament: Tournament, organiser_client: Client, referee_client: Client
) -> None:
    page = reverse("scoring:prints", args=[tournament.slug])
    assert "Zatím není co tisknout" in organiser_client.get(page).content.decode()

    factories.entries(tournament, 1)

    html = organiser_client.get(page).content.decode()
    assert "Zatím není co tisknout" not in html
    every = {address(kind, by, form) for kind in PLAYER_LISTS for by in (BY_NAME, BY_NUMBER)
             for form in ("html", "xlsx", "csv")}  # fmt: skip
    assert {one for one in every if f'href="{one}"' not in html} == set()
    assert "prezence-podle" not in referee_client.get(page).content.decode()


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("form", ["html", "xlsx", "csv"])
def test_a_list_costs_the_same_for_any_number_of_players(
    tournament: Tournament, organiser_client: Client, players: int, form: str, django_assert_num_queries: Any
) -> None:
    factories.entries(tournament, players)

    # session, account, tournament, members, entries, the last line of the log
    with django_assert_num_queries(6 if form == "csv" else 7):
        organiser_client.get(address("prezence", BY_NAME, form))
    assert Entry.objects.count() == players
