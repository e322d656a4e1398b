"""A hand in words: its line of notation, the sentences of its settlement on pages and paper, the workbook."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from openpyxl import load_workbook
from pypdf import PdfReader

from rules import find_rulebook, parse_hand, settle
from rules.notation import parse
from scoring.adapters import read_record, stored_hand
from scoring.models import Hand
from scoring.printing.contents import explanations
from scoring.selectors.tables import SeatLine, explained, reading_of, seat_lines
from scoring.services.decisions import decision_make
from scoring.services.hands import hand_correct, hand_record
from scoring.templatetags.explained import sentence
from tests import factories
from tests.markup import text_of_page
from tests.scoring.records import CHIEF, DESK, betl, durch
from tournament.enums import Role
from tournament.errors import Refused
from tournament.lib.pdf import pdf_available
from tournament.models import Account, LogEntry, Membership, Round, Table, Tournament

CSM = find_rulebook("csm")
ADDRESS = "/t/jarni-turnaj/kolo/1/stul/1/hra/"

LINES: dict[str, tuple[str, str]] = {
    "sedma in hearts with re": (
        "ABCD/D A:sedma* hra+ sedma-[BA]",
        "sedma červená, hraje A, rozdává D, sedma re (B A), hra uhraná, sedma prohraná",
    ),
    "on several lines": ("ABCD/D\n A:betl   betl+\n", "betl, hraje A, rozdává D, uhraný"),
    "with a renonc": (
        "ABCD/D A:durch durch- C1@B>",
        "durch, hraje A, rozdává D, prohraný, renonc C1 (B, dohráno)",
    ),
    "misdeal": ("ABCD/D misdeal=1", "chybné rozdání, rozdává D"),
    "JSON as before": (
        '{"players": ["A","B","C","D"], "dealer": "D", "kind": "omyl", "declarer": "A", "bid": 1}',
        "omyl, hraje A, rozdává D",
    ),
}


@pytest.mark.parametrize(("line", "reading"), LINES.values(), ids=LINES)
def test_pasted_line_is_read_and_said(line: str, reading: str) -> None:
    record = read_record(line)
    assert isinstance(record, dict)
    assert reading_of(stored_hand(record, CSM)) == reading


BAD_LINES = {
    "no hand": ("nazdar", "začíná stolem a závazkem"),
    "word nobody knows": ("ABCD/D A:betl betl? ", "nerozumím slovu „betl\\?“"),
    "seat that is not there": ("ABC/C D:betl betl+", "Místo „D“ u stolu není"),
    "broken JSON": ("{", "JSON"),
}


@pytest.mark.parametrize(("line", "text"), BAD_LINES.values(), ids=BAD_LINES)
def test_line_that_cannot_be_read(line: str, text: str) -> None:
    with pytest.raises(Refused, match=text):
        read_record(line)


def test_line_is_previewed_with_its_reading_and_stored(organiser_client: Client, table: Table) -> None:
    typed = {"dealer": "A", "record_json": "ABCD/D A:betl betl+[B]"}
    preview = organiser_client.post(f"{ADDRESS}spocitat/", typed, headers={"HX-Request": "true"})
    assert "Přečteno: betl, hraje A, rozdává D, betl flek (B), uhraný." in preview.content.decode()
    assert Hand.objects.count() == 0
    assert organiser_client.post(ADDRESS, typed).status_code == 302
    assert Hand.objects.get().notation == "ABCD/D A:betl betl+[B]"


def test_notation_follows_a_correction_and_stands_in_the_log(organiser_client: Client, table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=DESK)
    hand_correct(hand=hand, record=durch(), by=DESK)
    hand.refresh_from_db()
    assert hand.notation == "ABCD/D A:durch durch+"
    logged = LogEntry.objects.get(action="scoring.hand.corrected")
    assert (logged.old["notation"], logged.new["notation"]) == (
        "ABCD/D A:betl betl+",
        "ABCD/D A:durch durch+",
    )
    assert "ABCD/D A:durch durch+" in organiser_client.get(f"{ADDRESS}1/").content.decode()
    assert "ABCD/D A:betl betl+" in organiser_client.get("/t/jarni-turnaj/protokol/").content.decode()


SENTENCES = {
    "cs": ("cs", "Betl vyhraný: 3,00 Kč – podle sazebníku; A dostává po 3,00 Kč (platí B, C a D)."),
    "en": ("en", "Betl won: "),
    "British English": ("en-gb", "Betl won: "),
}


@pytest.mark.parametrize(("language", "text"), SENTENCES.values(), ids=SENTENCES)
def test_sentences_in_the_language_of_the_page(language: str, text: str) -> None:
    line = settle(parse_hand(betl())).lines[0]
    with translation.override(language):
        assert sentence(line).replace("\N{NO-BREAK SPACE}", " ").startswith(text)


def test_hand_page_explains_every_line_and_refusal(
    organiser_client: Client, table: Table, small_tournament: Tournament
) -> None:
    """A renonc of the declarer: the hand, the paušál, and the claim that D5 takes."""
    record = betl(renonce=[{"by": "A", "article": "C1"}], premium=[{"to": "A", "points": 10}])
    hand = hand_record(table=table, record=record, by=DESK)
    settlement = settle(parse_hand(hand.record))
    assert (len(settlement.lines), len(settlement.refused)) == (2, 1)
    answer = organiser_client.get(f"{ADDRESS}1/")
    text, read = answer.content.decode(), text_of_page(answer).replace(" ", "")
    told = settlement.named({seat.letter: seat.name for seat in seat_lines(table)})
    for one in (*told.lines, *told.refused):
        assert re.sub(r"\s", "", one.text) in read
        assert re.search(rf'<span class="article"><a [^>]+>{one.article}</a></span>', text)


def test_print_explains_every_hand_as_it_is_paid(table: Table, chief_referee: Account) -> None:
    """With the ruling in force, and with the sums of the table."""
    hand = hand_record(table=table, record=betl(), by=DESK)
    hand_record(table=table, record=durch(dealer="A", declarer="B"), by=DESK)
    patch = {"renonce": [{"by": "A", "article": "C1"}]}
    decision_make(hand=hand, patch=patch, claim="", reason="Nepřiznal barvu.", by=CHIEF)
    made = explanations(Round.objects.select_related("tournament").get(pk=table.round_id))
    assert [one.number for one in made.tables] == [1, 2]
    ruled, second = made.tables[0].hands
    assert [line.part for line in ruled.settlement.lines] == ["betl", "pausal1"]
    assert ruled.amounts == ((-1500, 0), (500, 0), (500, 0), (500, 0))
    assert second.amounts == ((-600, 0), (1800, 0), (-600, 0), (-600, 0))
    assert made.tables[0].totals == ((-2100, 0), (2300, 0), (-100, 0), (-100, 0))
    assert made.tables[1].hands == ()


def test_sentences_know_people_by_their_names_and_by_their_seats_where_those_are_the_same() -> None:
    """Two players of one name at one table."""
    seats = [SeatLine("A", 1, "Jan Novák"), SeatLine("B", 2, "Eva Malá"), SeatLine("C", 3, "Jan Novák")]
    names = {"A": "Jan Novák (A)", "B": "Eva Malá", "C": "Jan Novák (C)"}
    settlement = settle(parse("ABC/C A:betl C1@C B+5 C+5"))
    told = explained(settlement, seats)
    assert told.money == {names[letter]: money for letter, money in settlement.money.items()}
    assert told.lines[0].text.replace("\N{NO-BREAK SPACE}", " ") == (
        "Betl prohrála obrana renoncem (Jan Novák (C)): 3,00 Kč – bez dohrávky, proto základní sazba "
        "(D1, D2, D4); Jan Novák (C) platí za oba 2 × 3,00 Kč = 6,00 Kč (dostává Jan Novák (A))."
    )
    assert told.refused[0].text.startswith("Jan Novák (C): 5 prémiových bodů se nepřiznává")


def test_print_of_the_explanations(organiser_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    page = organiser_client.get("/t/jarni-turnaj/tisk/kolo-1/listky.html?vysvetleni=1").content.decode()
    names = [seat.name for seat in seat_lines(table)]
    for text in (
        f"{names[0]} dostává po",
        f"(platí {names[1]}, {names[2]} a {names[3]})",
        "Stůl 1: vyúčtování her",
        "Betl vyhraný",
        "ABCD/D A:betl betl+",
        "+9,00",
        "zapsaná žádná hra",
    ):
        assert text in page


@pytest.mark.skipif(not pdf_available(), reason="Pango is not installed")
def test_every_table_of_the_explanations_begins_a_page(organiser_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    answer = organiser_client.get("/t/jarni-turnaj/tisk/kolo-1/listky.pdf?vysvetleni=1")
    pages = [page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages]
    assert ["Stůl 1: vyúčtování her" in text for text in pages] == [True, False]
    assert "Stůl 2: vyúčtování her" in pages[1]


# The workbook of a round


def sheets(client: Client) -> dict[str, list[tuple[Any, ...]]]:
    answer = client.get("/t/jarni-turnaj/tisk/kolo-1/hry.xlsx")
    assert answer.status_code == 200
    book = load_workbook(BytesIO(answer.content))
    return {sheet.title: list(sheet.iter_rows(min_row=2, values_only=True)) for sheet in book}


def test_workbook_has_accounts_and_hands(organiser_client: Client, table: Table, second_table: Table) -> None:
    hand_record(table=table, record=betl(premium=[{"to": "A", "points": 5}]), by=DESK)
    hand_record(table=second_table, record=durch(), by=DESK)
    found = sheets(organiser_client)
    assert list(found) == ["Účty", "Hry"]
    assert found["Hry"] == [
        (
            *("Stůl", "Hra", "Zápis", "Závazek", "Výsledek"),
            *(f"{seat} zisk" for seat in "ABCD"),
            *(f"{seat} PB" for seat in "ABCD"),
        ),
        (1, 1, "ABCD/D A:betl betl+ A+5", "betl", "uhraný", 9, -3, -3, -3, 5, 0, 0, 0),
        (2, 1, "ABCD/D A:durch durch+", "durch", "uhraný", 18, -6, -6, -6, 0, 0, 0, 0),
    ]
    assert found["Účty"][:2] == [
        ("Stůl", "Místo", "Číslo", "Jméno", "Her", "Zisk", "PB", "Odkud"),
        (1, "A", 1, "Novák Jan", 1, 9, 5, "ze zapsaných her"),
    ]
    assert len(found["Účty"]) == 9


def test_table_of_three_leaves_the_fourth_seat_empty(
    organiser_client: Client, tournament: Tournament
) -> None:
    factories.entries(tournament, 3)
    drawn = factories.drawn_round(tournament, sizes=[3])
    table = Table.objects.select_related("round__tournament").get(round=drawn)
    record = {
        "players": ["A", "B", "C"],
        "dealer": "C",
        "declarer": "A",
        "contract": "betl",
        "outcome": {"betl": "won"},
    }
    hand_record(table=table, record=record, by=DESK)
    row = sheets(organiser_client)["Hry"][1]
    assert row[5:] == (6, -3, -3, None, 0, 0, 0, None)


def test_referee_gets_the_hands_of_his_tables(
    referee_client: Client, referee: Account, table: Table, second_table: Table
) -> None:
    for one in (table, second_table):
        hand_record(table=one, record=betl(), by=DESK)
    Membership.objects.filter(account=referee, role=Role.REFEREE).update(tables=[2])
    assert [row[0] for row in sheets(referee_client)["Hry"][1:]] == [2]
