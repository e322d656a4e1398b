"""Two papers of one thing are told apart by their version and time, two files by their names (S49)."""

import io
import re
from collections.abc import Callable

import pytest
from django.test import Client
from openpyxl import load_workbook

from scoring.models import StandingsPublication
from scoring.services.closing import round_close
from scoring.services.hands import hand_record
from scoring.services.results import Figures, SeatFigures, result_correct
from scoring.services.standings import standings_publish
from tests import factories
from tests.markup import text_of_page
from tests.scoring.records import DESK, betl
from tournament.lib.stamps import state_stamp, version_stamp
from tournament.models import LogEntry, Round, Table
from tournament.selectors.seating import seating_stamp

pytestmark = pytest.mark.django_db

T = "/t/jarni-turnaj"
PRINTS = f"{T}/tisk"
MOMENT = r"\d{1,2}\. \d{1,2}\. \d{4} \d{2}:\d{2}"
NAME = r"\d{8}-\d{4}"


@pytest.fixture
def closed(drawn: Round) -> Round:
    """Both tables with a hand, closed; nothing published."""
    for table in Table.objects.select_related("round__tournament").filter(round=drawn):
        hand_record(table=table, record=betl(), by=DESK)
    round_close(round_=drawn, by=DESK)
    return drawn


def correct(round_: Round) -> None:
    table = Table.objects.select_related("round__tournament").get(round=round_, number=1)
    money = dict(zip("ABCD", (1100, -500, -300, -300), strict=True))
    figures = Figures(seats={letter: SeatFigures(amount, 0) for letter, amount in money.items()})
    result_correct(table=table, figures=figures, reason="přehozené číslice.", by=DESK)


def file_name(client: Client, address: str) -> str:
    answer = client.get(address)
    if answer.streaming:
        b"".join(answer.streaming_content)
    found = re.search(r'filename="([^"]+)"', answer.headers["Content-Disposition"])
    assert found
    return found[1]


def test_standings_bear_their_version_and_its_time(closed: Round, organiser_client: Client) -> None:
    before = text_of_page(organiser_client.get(f"{PRINTS}/poradi-po-1.html"))
    standings_publish(round_=closed, by=DESK)
    first = text_of_page(organiser_client.get(f"{PRINTS}/poradi-po-1.html"))
    correct(closed)
    second = text_of_page(organiser_client.get(f"{PRINTS}/poradi-po-1.html"))

    assert re.search(f"zatím nezveřejněno, stav {MOMENT}", before)
    assert re.search(f"verze 1 · {MOMENT}", first)
    assert re.search(f"verze 2 · {MOMENT}", second)
    assert "nezveřejněno" not in first + second


FORMS = ("pdf", "xlsx", "csv")


@pytest.mark.parametrize("form", FORMS)
def test_files_of_standings_are_named_by_their_version(
    closed: Round, organiser_client: Client, visitor_client: Client, form: str
) -> None:
    address = f"{PRINTS}/poradi-po-1.{form}"
    assert re.fullmatch(
        rf"jarni-turnaj-poradi-1-nezverejneno-{NAME}\.{form}", file_name(organiser_client, address)
    )
    standings_publish(round_=closed, by=DESK)
    assert file_name(organiser_client, address) == f"jarni-turnaj-poradi-1-verze-1.{form}"
    correct(closed)
    for client in (organiser_client, visitor_client):
        assert file_name(client, address) == f"jarni-turnaj-poradi-1-verze-2.{form}"


def test_workbook_says_its_version_too(closed: Round, organiser_client: Client) -> None:
    standings_publish(round_=closed, by=DESK)
    book = load_workbook(io.BytesIO(organiser_client.get(f"{PRINTS}/poradi-po-1.xlsx").content))
    heading = str(book.worksheets[0]["A1"].value)
    assert re.fullmatch(f"Jarní turnaj – Pořadí po 1. kole, verze 1 · {MOMENT}", heading)


def test_reason_of_a_correction_stands_once(
    closed: Round, organiser_client: Client, visitor_client: Client
) -> None:
    """Without a full stop after its own one."""
    standings_publish(round_=closed, by=DESK)
    correct(closed)
    for client in (organiser_client, visitor_client):
        for address in (f"{T}/poradi/", f"{PRINTS}/poradi-po-1.html"):
            shown = text_of_page(client.get(address)).split("Zveřejněné verze")[0]
            assert (shown.count("přehozené číslice"), shown.count("číslice..")) == (1, 0)


def test_marks_are_explained_to_the_organiser_too(closed: Round, organiser_client: Client) -> None:
    """What is published is what he sees, so the same sentence stands above it."""
    standings_publish(round_=closed, by=DESK)
    assert "vyznačené" not in text_of_page(organiser_client.get(f"{T}/poradi/"))
    correct(closed)

    page = organiser_client.get(f"{T}/poradi/")

    assert page.context["is_published"]
    assert (
        "Verze 2 opravuje předchozí. Změněné údaje jsou vyznačené. Důvod: 1. kolo, stůl 1: přehozené číslice"
        in text_of_page(page)
    )


def test_only_the_corrected_figures_are_marked_for_everybody(closed: Round, visitor_client: Client) -> None:
    standings_publish(round_=closed, by=DESK)
    correct(closed)

    page = visitor_client.get(f"{T}/poradi/")

    changes = page.context["changes"]
    assert {number: "money" in keys for number, keys in changes.items() if "money" in keys} == {
        1: True,
        2: True,
    }
    assert "row-attention" not in page.content.decode()
    assert "Změněné údaje jsou vyznačené." in text_of_page(page)


PAPERS: dict[str, tuple[str, str]] = {
    "seating by table": ("kolo-1/rozesazeni-stoly.{}", r"rozesazeni-stoly-verze-1\.pdf"),
    "seating by name": ("kolo-1/rozesazeni-jmena.{}", r"rozesazeni-jmena-verze-1\.pdf"),
    "blank sheets": ("kolo-1/listky.{}", r"listky-verze-1\.pdf"),
    "filled sheets": ("kolo-1/listky.{}?vyplnene=1", rf"listky-stav-{NAME}\.pdf"),
    "reckoning": ("kolo-1/listky.{}?vysvetleni=1", rf"vyuctovani-stav-{NAME}\.pdf"),
}


@pytest.mark.parametrize(("address", "name"), PAPERS.values(), ids=PAPERS)
def test_papers_of_a_round_bear_version_and_time(
    drawn: Round, organiser_client: Client, address: str, name: str
) -> None:
    factories.LogEntryFactory(tournament=drawn.tournament, round=drawn, action="tournament.round.drawn")
    table = Table.objects.select_related("round__tournament").get(round=drawn, number=1)
    hand_record(table=table, record=betl(), by=DESK)

    page = text_of_page(organiser_client.get(f"{PRINTS}/{address.format('html')}"))

    assert re.search(rf"(verze 1 ·|stav) {MOMENT}", page)
    assert re.fullmatch(
        f"jarni-turnaj-1-{name}", file_name(organiser_client, f"{PRINTS}/{address.format('pdf')}")
    )


def test_filled_sheet_says_which_result_it_shows(closed: Round, organiser_client: Client) -> None:
    correct(closed)
    page = text_of_page(organiser_client.get(f"{PRINTS}/kolo-1/listky.html?vyplnene=1"))
    assert re.findall(rf"1\. kolo · (verze \d) · {MOMENT}", page) == ["verze 2", "verze 1"]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        (f"{PRINTS}/kolo-1/hry.xlsx", rf"jarni-turnaj-1-hry-stav-{NAME}\.xlsx"),
        (f"{PRINTS}/archiv.json", rf"jarni-turnaj-stav-{NAME}\.json"),
    ],
    ids=["hands", "archive"],
)
def test_files_are_named_by_the_time_of_their_state(
    closed: Round, organiser_client: Client, address: str, name: str
) -> None:
    assert re.fullmatch(name, file_name(organiser_client, address))


def test_seating_has_a_new_version_whenever_it_is_said_who_sits_where(drawn: Round) -> None:
    """By the journal, and by the order of writing: a clock put back makes no older version."""
    before = seating_stamp(drawn)
    for action in ("tournament.round.drawn", "scoring.hand.recorded", "tournament.seats.swapped"):
        factories.LogEntryFactory(tournament=drawn.tournament, round=drawn, action=action)
    LogEntry.objects.filter(action="tournament.seats.swapped").update(at="2026-03-14T08:05:00Z")
    assert before == state_stamp(drawn.published_at)
    stamp = seating_stamp(drawn)
    assert (stamp.words, stamp.name) == ("verze 2 · 14. 3. 2026 09:05", "verze-2")


STAMPS: dict[str, tuple[Callable[[], object], str, str]] = {
    "nothing written": (lambda: state_stamp(None), "", "prazdne"),
    "a version without a time": (lambda: version_stamp(3, None), "verze 3", "verze-3"),
}


@pytest.mark.parametrize(("made", "words", "name"), STAMPS.values(), ids=STAMPS)
def test_stamp_of_what_has_no_time(made: Callable[[], object], words: str, name: str) -> None:
    stamp = made()
    assert (stamp.words, stamp.name) == (words, name)


def test_a_paper_printed_again_is_the_same(closed: Round, organiser_client: Client) -> None:
    """The time is that of the state, not of the printing."""
    address = f"{PRINTS}/poradi-po-1.html"
    assert organiser_client.get(address).content == organiser_client.get(address).content
    assert not StandingsPublication.objects.exists()
