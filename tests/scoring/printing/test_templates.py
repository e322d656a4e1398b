"""The printed documents as PDF and as pages: whole texts, own letters, forms under their pages (S34, S35)."""

import logging
import re
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from scoring.selectors.tables import SeatLine
from tests.scoring.printing.samples import (
    BLANK,
    BLANK_OF_THREE,
    INVITATION,
    LONG_NAME,
    LONG_TITLE,
    PANGRAM,
    PLAN,
    ROW,
    STANDINGS,
    filled,
    with_rows,
)
from tournament.lib import pdf
from tournament.lib.pdf import PdfUnavailable, pdf_available, render_page, render_pdf

needs_pango = pytest.mark.skipif(not pdf_available(), reason="Pango is not installed, PDF cannot be made")

PRINTS: dict[str, tuple[str, dict[str, Any]]] = {
    "blank sheets": ("print/score_sheet.html", {"sheets": (BLANK, BLANK_OF_THREE)}),
    "filled sheets": ("print/score_sheet.html", {"sheets": (filled(26), filled(31), filled(40))}),
    "seating by table": ("print/seating_by_table.html", {"plan": PLAN}),
    "seating by name": ("print/seating_by_name.html", {"plan": PLAN}),
    "standings": ("print/standings.html", {"standings": STANDINGS}),
    "invitation": ("print/invitation.html", {"invitation": INVITATION}),
}


@cache
def rendered(name: str) -> bytes:
    return render_pdf(*PRINTS[name])


def opened(template: str, context: dict[str, Any]) -> PdfReader:
    return PdfReader(BytesIO(render_pdf(template, context)))


def texts(document: PdfReader) -> list[str]:
    """The text of each page, with whatever breaks lines as one space."""
    return [" ".join(page.extract_text().split()) for page in document.pages]


def fonts(document: PdfReader) -> set[str]:
    """Names of the fonts of a document, without the letters that mark a subset."""
    found = set()
    for page in document.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]  # because pypdf types no content
            found.add(re.sub(r"^/[A-Z]{6}\+", "", font["/BaseFont"]))
    return found


@needs_pango
@pytest.mark.parametrize("name", PRINTS)
def test_every_letter_is_of_the_one_typeface_and_embedded(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A print that falls back to a font of the system has another name among its fonts."""
    with caplog.at_level(logging.WARNING):
        document = PdfReader(BytesIO(rendered(name)))
    assert {font for font in fonts(document) if not font.startswith("Source-Sans-3")} == set()
    assert fonts(document)
    assert [record.getMessage() for record in caplog.records] == []


@needs_pango
def test_letter_missing_in_the_typeface_is_noticed_by_the_test_above() -> None:
    """It comes from a font of the system or, where the system has none, not at all."""
    snowman = opened("print/score_sheet.html", {"sheets": (replace(BLANK, tournament="☃"),)})
    assert any("Source-Sans" not in font for font in fonts(snowman)) or "☃" not in texts(snowman)[0]


@needs_pango
@pytest.mark.parametrize(
    ("template", "context"),
    [
        ("print/score_sheet.html", {"sheets": (replace(BLANK, tournament=PANGRAM),)}),
        ("print/standings.html", {"standings": with_rows(replace(ROW, name=PANGRAM))}),
        ("print/seating_by_table.html", {"plan": replace(PLAN, tournament=PANGRAM)}),
        ("print/seating_by_name.html", {"plan": replace(PLAN, tournament=PANGRAM)}),
    ],
)
def test_text_comes_out_of_the_pdf_as_it_went_in(template: str, context: dict[str, Any]) -> None:
    """S35."""
    document = opened(template, context)
    assert PANGRAM in texts(document)[0]
    assert {font for font in fonts(document) if not font.startswith("Source-Sans-3")} == set()


@needs_pango
def test_long_names_stay_whole_on_one_page_per_table() -> None:
    """S34."""
    assert len(LONG_TITLE) == 90
    seats = tuple(
        SeatLine(letter, 317 + at, LONG_NAME, "Mariáš Zruč n. S.") for at, letter in enumerate("ABCD")
    )
    sheet = replace(BLANK, table=100, tournament=LONG_TITLE, seats=seats)
    pages = texts(opened("print/score_sheet.html", {"sheets": (sheet, sheet)}))
    assert len(pages) == 2
    for text in pages:
        assert text.count(LONG_NAME) == 4
        assert LONG_TITLE in text
        assert "Stůl 100" in text


@needs_pango
@pytest.mark.parametrize("length", [36, 37, 60, 100])
def test_names_and_clubs_of_any_length_stay_whole(length: int) -> None:
    name = ("Nejedlá Křečkovská " * 6)[:length].strip()
    club = ("Mariášový klub Zruč " * 6)[:length].strip()
    seats = tuple(SeatLine(letter, 1, name, club) for letter in "ABCD")
    (text,) = texts(opened("print/score_sheet.html", {"sheets": (replace(BLANK, seats=seats),)}))
    assert (text.count(name), text.count(club)) == (4, 4)


@needs_pango
def test_blank_sheet_says_everything_the_table_needs() -> None:
    (text,) = texts(opened("print/score_sheet.html", {"sheets": (BLANK,)}))
    for part in (
        *("Stolový lístek · 2. kolo", "Jarní turnaj", "Stůl 7", "14. března 2026", "Hospoda U Lípy, Brno"),
        *(
            "sazebník ČSM, základ 0,20 Kč",
            "25",
            "Černý Pavel",
            "K2 Praha",
            "Žák Ďáblík",
            "zapisuje",
            "KRALBODU",
        ),
        *("č. dává hraje závazek fleky výsledek", "Kč PB Kč PB Kč PB Kč PB", "A Černý B Novák C Šíp D Žák"),
        *("součet v korunách a součet PB", "ZB – celé koruny", "SB = ZB + PB", "pořadí u stolu"),
        *("Hry za 50 a více PB", "hráč hra č. PB podpisy", "Podpisy zapisovatel A B C D"),
    ):
        assert part in text


@needs_pango
def test_filled_sheet_has_every_hand_and_sum_and_stays_on_its_page() -> None:
    (text,) = texts(opened("print/score_sheet.html", {"sheets": (filled(32, note="Poznámka pořadatele."),)}))
    assert text.count("hra flek (A)") == text.count("uhraná") == 32
    assert text.count("+1,80 +7") == 32
    for part in ("+46,80 +182", "−15,60 0", "+46 +228 1.", "B 3 +60", "Poznámka pořadatele."):
        assert part in text


@needs_pango
def test_sheet_of_more_hands_than_lines_goes_on() -> None:
    first, second = texts(opened("print/score_sheet.html", {"sheets": (filled(40),)}))
    assert ("strana 1/2" in first, "strana 2/2" in second) == (True, True)
    assert (first.count("hra flek (A)"), second.count("hra flek (A)")) == (20, 20)
    assert ("mezisoučet" in first, "+36,00 +140" in first, "Podpisy" in first) == (True, True, False)
    assert ("mezisoučet" in second, "+46,80 +182" in second, "Podpisy" in second) == (False, True, True)


@needs_pango
def test_remarks_that_do_not_fit_go_on_to_another_page() -> None:
    words = " ".join(f"slovo{number}" for number in range(600))
    pages = texts(opened("print/score_sheet.html", {"sheets": (filled(26, note=words), BLANK)}))
    assert len(pages) == 3
    assert [word for word in words.split() if word not in " ".join(pages)] == []
    assert ("Stůl 7" in pages[0], "Stůl 7" in pages[2]) == (True, True)
    assert "součet v korunách" not in pages[1]


@needs_pango
def test_headings_stand_on_every_page_of_the_standings() -> None:
    rows = tuple(replace(ROW, rank=number, number=number, name=f"Hráč {number}") for number in range(1, 71))
    pages = texts(opened("print/standings.html", {"standings": with_rows(*rows)}))
    assert len(pages) == 4
    for at, text in enumerate(pages, start=1):
        assert "pořadí č. hráč ZB PB SB BP ZB PB SB BP zisk Kč ZB PB SB BP" in text
        assert f"strana {at} / 4" in text
        assert "Jarní turnaj · Pořadí po 2. kole" in text
    assert [
        name for number in range(1, 71) if (name := f"Hráč {number} K2 Praha") not in " ".join(pages)
    ] == []


@needs_pango
def test_seating_names_every_player_with_his_table_and_seat() -> None:
    (by_table,) = texts(opened("print/seating_by_table.html", {"plan": PLAN}))
    assert (
        f"Stůl 1 A Žák Jan 1 · K2 Praha B {LONG_NAME} 2 · bez klubu C Petr Čech 3 · Zruč Stůl 2" in by_table
    )
    assert "los č. 4f1c2a90" in by_table
    (by_name,) = texts(opened("print/seating_by_name.html", {"plan": PLAN}))
    assert re.findall(r"\d · (?:Zruč|K2 Praha|bez klubu)", by_name) == [
        "3 · Zruč",
        "2 · bez klubu",
        "4 · Zruč",
        "6 · K2 Praha",
        "1 · K2 Praha",
    ]


@needs_pango
@pytest.mark.parametrize("name", PRINTS)
def test_the_same_document_is_the_same_file(name: str) -> None:
    assert render_pdf(*PRINTS[name]) == rendered(name)


@pytest.mark.parametrize("name", PRINTS)
def test_page_for_the_browser_obeys_the_security_policy(name: str) -> None:
    """No style or script within the page; and a form under every sheet, since a browser lays none under."""
    page = render_page(*PRINTS[name])
    assert re.findall(r"\sstyle=|<style|\son\w+=|<script(?![^>]*\ssrc=)", page) == []
    assert "data-print" in page
    sheets = page.count('<section class="sheet')
    assert page.count('class="people-rules"') == sheets


def test_names_are_escaped() -> None:
    sheet = replace(filled(1), tournament="<b>Turnaj</b> & spol.")
    page = render_page("print/score_sheet.html", {"sheets": (sheet,)})
    assert "&lt;b&gt;Turnaj&lt;/b&gt; &amp; spol." in page
    assert "<b>Turnaj" not in page


@needs_pango
@pytest.mark.parametrize(
    "address",
    [
        "http://example.com/x.png",
        "file:///etc/hostname",
        "/media/x.png",
        "/static/../manage.py",
        "ftp://x/y.png",
    ],
)
def test_document_reaches_nothing_but_static_files(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "render_to_string", lambda *_: f'<img src="{address}">')
    with pytest.raises(LookupError, match=r"template any\.html names a file that is not there"):
        render_pdf("any.html", {})


def test_missing_pango_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "weasyprint", None)
    assert not pdf_available()
    with pytest.raises(
        PdfUnavailable, match=r"chybí knihovna Pango; otevřete tisk jako stránku.*README\)\.$"
    ):
        render_pdf(*PRINTS["standings"])
