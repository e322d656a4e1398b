"""Registrations from files as organisers keep them (S17, S37, S38; docs/tournament.md)."""

import csv
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from io import BytesIO, StringIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tournament.lib.registrations import (
    Doubt,
    Registration,
    RegistrationFile,
    Rejected,
    UnreadableFile,
    read_registrations,
)

DATA = Path(__file__).parents[2] / "data"

Table = list[list[object]]


def workbook(rows: Table, *more_sheets: Table) -> bytes:
    book = Workbook()
    for at, sheet_rows in enumerate([rows, *more_sheets]):
        sheet = book.worksheets[0] if at == 0 else book.create_sheet()
        for row in sheet_rows:
            sheet.append(row)
            for cell in sheet[sheet.max_row] if row else ():
                # What begins with "=" is a text here, as a person may have typed it.
                cell.data_type = "s" if cell.data_type == "f" else cell.data_type
    packed = BytesIO()
    book.save(packed)
    return packed.getvalue()


def csv_text(rows: Table, delimiter: str = ";") -> str:
    text = StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def read(content: bytes) -> RegistrationFile:
    """What a file of one sheet says; the name of the sheet is the same everywhere and left out."""
    result = read_registrations(content)
    return RegistrationFile(
        registrations=tuple(replace(one, sheet="") for one in result.registrations),
        rejected=tuple(replace(one, sheet="") for one in result.rejected),
        warnings=tuple(replace(one, sheet="") for one in result.warnings),
        columns=result.columns,
    )


def names(content: bytes) -> list[str]:
    return [registration.name for registration in read(content).registrations]


def test_workbook_of_an_organiser() -> None:
    """The shared sample: a title, headings on row 3, a namesake, a double entry, a nameless row, a total."""
    result = read((DATA / "prihlasky.xlsx").read_bytes())
    assert len(result.registrations) == 26
    assert result.registrations[0] == Registration(4, "Novák Jiří", "bez klubu", "1000", True, "", "")
    assert (result.registrations[3].name, result.registrations[3].readable) == (
        "DVOŘÁK JOSEF",
        "Dvořák Josef",
    )
    assert result.registrations[11].name == "Marek Milan"
    assert result.registrations[14] == Registration(
        19, "Jelínek Ladislav", "MK Talon Žatec", "", True, "", ""
    )
    assert result.registrations[25] == Registration(
        31, "Novák Jiří", "Mariáš Zruč n. S.", "1025", True, "st., jiný než č. 1", ""
    )
    assert result.rejected == (
        Rejected(32, "Průkaz č. 1000 má už hráč Novák Jiří na řádku 4."),
        Rejected(33, "Chybí jméno hráče (v řádku je: K2 Praha, 1099, ANO, chybí jméno)."),
        Rejected(34, "Součtový řádek („Celkem“), ne hráč."),
    )
    assert result.warnings == (
        Doubt(None, "List „Pokyny“ se nečte."),
        Doubt(7, "Jméno je psané velkými písmeny; obyčejnými je to „Dvořák Josef“."),
        Doubt(19, "Vzorce bez hodnoty beru jako prázdné: Poznámka."),
        Doubt(31, "Stejné jméno je na řádku 4 s jiným klubem nebo průkazem; jsou to dva hráči?"),
    )
    assert result.columns == (
        ("Poř.", ""),
        ("PŘÍJMENÍ a jméno", "jméno"),
        ("Klub / obec", "klub"),
        ("Č. průkazu", "průkaz"),
        ("startovné", "startovné"),
        ("Poznámka", "poznámka"),
    )


def test_csv_in_windows_1250_with_names_apart() -> None:
    result = read((DATA / "prihlasky-cp1250.csv").read_bytes())
    assert len(result.registrations) == 16
    assert result.registrations[0] == Registration(2, "Černý Jiří", "K2 Praha", "", None, "", "")
    assert result.registrations[12] == Registration(14, "Růžička Karel", "MK Talon Žatec", "", None, "", "")
    assert (result.rejected, result.warnings) == ((), ())


# S37: the same players from every format

S37_ROWS: Table = [
    ["PŘÍJMENÍ A JMÉNO", "Klub", "Č. průkazu", "Zaplaceno"],
    ["Řehoř  Šíp", "Hospoda U Lípy, Brno", "0017", "ano"],
    [],
    ["  Žák Ďáblík ", "K2; Praha", "1001", "ne"],
    ["", "Zruč", "", "ano"],
    ["Čech Ľubomír", "bez klubu", "", ""],
]
S37_RESULT = RegistrationFile(
    registrations=(
        Registration(2, "Řehoř Šíp", "Hospoda U Lípy, Brno", "0017", True, "", ""),
        Registration(4, "Žák Ďáblík", "K2; Praha", "1001", False, "", ""),
        Registration(6, "Čech Ľubomír", "bez klubu", "", None, "", ""),
    ),
    rejected=(Rejected(5, "Chybí jméno hráče (v řádku je: Zruč, ano)."),),
    warnings=(),
    columns=(
        ("PŘÍJMENÍ A JMÉNO", "jméno"),
        ("Klub", "klub"),
        ("Č. průkazu", "průkaz"),
        ("Zaplaceno", "startovné"),
    ),
)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(workbook(S37_ROWS), id="XLSX"),
        *(
            pytest.param(csv_text(S37_ROWS, delimiter).encode(encoding), id=f"CSV {delimiter!r} {encoding}")
            for delimiter in (";", ",", "\t", "|")
            for encoding in ("utf-8", "utf-8-sig", "cp1250", "iso8859-2", "utf-16", "utf-16-le", "utf-16-be")
        ),
        pytest.param(csv_text(S37_ROWS).replace("\r\n", "\n").encode(), id="CSV with Unix line ends"),
        pytest.param(csv_text(S37_ROWS).replace("\r\n", "\r").encode(), id="CSV with old Mac line ends"),
        pytest.param(("sep=;\r\n" + csv_text(S37_ROWS)).encode("cp1250"), id="CSV naming its delimiter"),
    ],
)
def test_the_same_players_from_every_format(content: bytes) -> None:
    assert read(content) == S37_RESULT


@pytest.mark.parametrize(
    ("headings", "cells", "expected"),
    [
        pytest.param(["Jméno"], ["Jan Novák"], ("Jan Novák", "", ""), id="one column, as typed"),
        pytest.param(["HRÁČ", "ODDÍL"], ["Novák Jan", "K2"], ("Novák Jan", "K2", ""), id="capitals"),
        pytest.param(
            ["jmeno hrace", "mesto"], ["Novák Jan", "Brno"], ("Novák Jan", "Brno", ""), id="no diacritics"
        ),
        pytest.param(
            ["Klub", "Jméno", "Příjmení"],
            ["K2", "Jan", "Novák"],
            ("Novák Jan", "K2", ""),
            id="apart, other order",
        ),
        pytest.param(
            ["Příjmení", "Křestní jméno"], ["NOVÁK", "JAN"], ("NOVÁK JAN", "", ""), id="apart, shouted"
        ),
        pytest.param(
            ["Jméno hráče", "Příjmení hráče"],
            ["Jan", "Novák"],
            ("Novák Jan", "", ""),
            id="apart, in other words",
        ),
        pytest.param(["Příjmení"], ["Novák"], ("Novák", "", ""), id="surname only"),
        pytest.param(
            ["Jméno  a   příjmení:", "Registrační číslo *"],
            ["Jan Novák", 12],
            ("Jan Novák", "", "12"),
            id="signs",
        ),
        pytest.param(
            ["Jméno (vyplňte)", "Klub/obec", "Průkaz č."],
            ["Jan Novák", "K2", "0012"],
            ("Jan Novák", "K2", "0012"),
            id="brackets",
        ),
        pytest.param(
            ["Jméno a příjmení hráče", "Mateřský klub", "Číslo členského průkazu ČSM"],
            ["Jan Novák", "K2", 1001.0],
            ("Jan Novák", "K2", "1001"),
            id="taken by its words; decimal number",
        ),
        pytest.param(
            ["Obec", "Klub", "Jméno"], ["Brno", "K2", "Jan Novák"], ("Jan Novák", "K2", ""), id="club wins"
        ),
        pytest.param(
            ["Jméno", "E-mail", "Č. průkazu"], ["Jan Novák", "x@y", 7], ("Jan Novák", "", "7"), id="unknown"
        ),
        pytest.param(
            ["Č.", "Číslo průkazu", "Jméno"],
            [1, "1001.0", "Jan Novák"],
            ("Jan Novák", "", "1001"),
            id="text 1001.0",
        ),
    ],
)
def test_headings(headings: list[object], cells: list[object], expected: tuple[str, str, str]) -> None:
    (one,) = read(workbook([headings, cells])).registrations
    assert (one.name, one.club, one.card) == expected


def test_headings_on_two_rows_are_read_together() -> None:
    rows: Table = [
        ["Hráč", None, "Klub", "Č. průkazu"],
        ["Příjmení", "Jméno", None, None],
        ["Novák", "Jan", "K2", 5],
    ]
    result = read(workbook(rows))
    assert (result.registrations, result.rejected) == (
        (Registration(3, "Novák Jan", "K2", "5", None, "", ""),),
        (),
    )


def test_team_note_and_fee_are_read() -> None:
    rows: Table = [
        ["Jméno", "Družstvo", "Startovné 300 Kč", "Zaplaceno (ano/ne)", "Poznámka"],
        ["Jan Novák", "Esa", 300, "ne", "přijde\n později"],
    ]
    result = read(workbook(rows))
    assert result.registrations == (Registration(2, "Jan Novák", "", "", False, "přijde později", "Esa"),)


@pytest.mark.parametrize(
    ("cell", "paid", "doubted"),
    [
        *((cell, True, False) for cell in ("ANO", "ano, převodem", "x", "✓", "zaplaceno", "300", "300 Kč")),
        *(
            (cell, True, False)
            for cell in ("300,- Kč", "1 300,00 Kč", "3. 5.", 300, 1, True, date(2026, 3, 1))
        ),
        *(
            (cell, False, False)
            for cell in ("ne", "NE", "-", "0 Kč", "nezaplaceno", "zaplatí na místě", 0, False)
        ),
        *((cell, None, False) for cell in (None, "")),
        ("Franta ví", None, True),
    ],
)
def test_fee(cell: object, paid: bool | None, doubted: bool) -> None:
    result = read(workbook([["Jméno", "Startovné"], ["Jan Novák", cell]]))
    assert [one.fee_paid for one in result.registrations] == [paid]
    assert [doubt.row for doubt in result.warnings] == ([2] if doubted else [])


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (["Celkem", "", 27], "Součtový řádek („Celkem“), ne hráč."),
        (["CELKEM:", "", ""], "Součtový řádek („CELKEM:“), ne hráč."),
        (["Celkem 26 hráčů", "", ""], "Součtový řádek („Celkem 26 hráčů“), ne hráč."),
        (["Součet", "", ""], "Součtový řádek („Součet“), ne hráč."),
        (["", "Celkem", 8100], "Součtový řádek („Celkem“), ne hráč."),
        (["K úhradě celkem", "", 300], "Součtový řádek („K úhradě celkem“), ne hráč."),
        (["Celkem vybráno od členů", "", 300], "Součtový řádek („Celkem vybráno od členů“), ne hráč."),
        (["Počet hráčů:", "", 26], "Součtový řádek („Počet hráčů:“), ne hráč."),
        (["", "K2", 1099], "Chybí jméno hráče (v řádku je: K2, 1099)."),
        (["", "", 1099], "Chybí jméno hráče (v řádku je: 1099)."),
        (["\u200b ", "K2", ""], "Chybí jméno hráče (v řádku je: K2)."),
        (["Jméno", "Klub", "Průkaz"], "Opakované záhlaví tabulky, ne hráč."),
        (["N" * 101, "", ""], "Jméno má 101 znaků, vejde se nejvýš 100."),
        (["Novák", "K" * 101, ""], "Klub má 101 znaků, vejde se nejvýš 100."),
        (["Novák", "", "9" * 41], "Průkaz má 41 znaků, vejde se nejvýš 40."),
    ],
)
def test_rows_that_are_no_player(row: list[object], reason: str) -> None:
    result = read(workbook([["Jméno", "Klub", "Průkaz"], ["Jan Novák", "", ""], row]))
    assert ([one.row for one in result.registrations], result.rejected) == ([2], (Rejected(3, reason),))


@pytest.mark.parametrize("name", ["Šuma Jan", "Šuma", "Jan Celkemová", "N" + "n" * 99])
def test_names_that_only_resemble_a_total(name: str) -> None:
    assert names(workbook([["Jméno"], [name]])) == [name]


def test_prepared_lines_with_nothing_but_their_number_are_empty() -> None:
    rows: Table = [
        ["Poř.", "Jméno", "Klub"],
        [1, "Jan Novák", "K2"],
        [2, None, None],
        ["3.", "", ""],
    ]
    result = read(workbook(rows))
    assert ([one.row for one in result.registrations], result.rejected) == ([2], ())


FIRST = ["Novák Jan", "K2 Praha", "1000"]


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        pytest.param(
            ["Novák Jan", "K2 Praha", 1000], "Průkaz č. 1000 má už hráč Novák Jan na řádku 2.", id="all equal"
        ),
        pytest.param(
            ["Jiný Petr", "", 1000.0], "Průkaz č. 1000 má už hráč Novák Jan na řádku 2.", id="card only"
        ),
        pytest.param(
            ["novák  jan", "k2 praha", ""],
            "Hráč novák jan ze stejného klubu je už na řádku 2.",
            id="name and club",
        ),
        pytest.param(
            ["Jan Novák", "K2 Praha", ""], "Hráč Jan Novák ze stejného klubu je už na řádku 2.", id="turned"
        ),
        pytest.param(
            ["Nova\u0301k Jan", "K2 Praha", ""],
            "Hráč Novák Jan ze stejného klubu je už na řádku 2.",
            id="S17 accent",
        ),
    ],
)
def test_the_same_person_twice(second: list[object], reason: str) -> None:
    result = read(workbook([["Jméno", "Klub", "Průkaz"], FIRST, second]))
    assert ([one.row for one in result.registrations], result.rejected) == ([2], (Rejected(3, reason),))


SAME_NAME = "Stejné jméno je na řádku 2 s jiným klubem nebo průkazem; jsou to dva hráči?"
LIKELY = "Jméno se podobá hráči Novák Jan z řádku 2; není to týž hráč?"


@pytest.mark.parametrize(
    ("second", "doubt"),
    [
        pytest.param(["Novák Jan", "K2 Praha", "1001"], SAME_NAME, id="S17 other card"),
        pytest.param(["Jan Novák", "Zruč", ""], SAME_NAME, id="S17 other club"),
        pytest.param(["Novak Jan", "K2 Praha", ""], LIKELY, id="S17 without diacritics"),
        pytest.param(["Ing. Jan Novák", "K2 Praha", ""], LIKELY, id="title"),
        pytest.param(["=1+1", "", ""], "Jméno začíná rovnítkem, beru ho jako text.", id="S38 formula"),
        pytest.param(["12345", "", ""], "Jméno „12345“ nemá žádné písmeno.", id="number"),
        pytest.param(
            ["Dvo?ák Jan", "", ""], "Jméno „Dvo?ák Jan“ má poškozená písmena; opravte je.", id="lost letter"
        ),
        pytest.param(
            ["Vytiskl: výbor", "", ""],
            "„Vytiskl: výbor“ nevypadá jako jméno hráče; zkontrolujte je.",
            id="remark",
        ),
        pytest.param(["Svoboda Petr", "", ""], None, id="somebody else"),
    ],
)
def test_doubts(second: list[object], doubt: str | None) -> None:
    result = read(workbook([["Jméno", "Klub", "Průkaz"], FIRST, second]))
    assert [one.row for one in result.registrations] == [2, 3]
    assert result.warnings == ((Doubt(3, doubt),) if doubt else ())


def test_half_a_name_in_two_columns_is_doubted() -> None:
    result = read(workbook([["Příjmení", "Jméno"], ["Novák", None]]))
    assert [one.name for one in result.registrations] == ["Novák"]
    assert result.warnings == (Doubt(2, "Je vyplněné jen jméno, nebo jen příjmení."),)


def test_text_like_a_formula_stays_text() -> None:
    rows: Table = [["Jméno", "Klub"], ['=HYPERLINK("http://x","Jan")', "+Karlín"], ["-Jan", "@klub"]]
    expected = [('=HYPERLINK("http://x","Jan")', "+Karlín"), ("-Jan", "@klub")]
    for content in (workbook(rows), csv_text(rows).encode()):
        assert [(one.name, one.club) for one in read(content).registrations] == expected


def test_number_shown_with_leading_zeros_keeps_them() -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.append(["Jméno", "Průkaz"])
    sheet.append(["Jan Novák", 17])
    sheet["B2"].number_format = "0000"
    packed = BytesIO()
    book.save(packed)
    assert [one.card for one in read(packed.getvalue()).registrations] == ["0017"]


def test_lonely_quotation_mark_spoils_only_its_row() -> None:
    content = 'Jméno;Klub\n"Novák Jan;K2\nJosef "Pepa" Svoboda;Zruč\n"Sýkora Petr";"U Lípy; Brno"\n'.encode()
    assert [(one.row, one.name, one.club) for one in read(content).registrations] == [
        (2, "Novák Jan", "K2"),
        (3, 'Josef "Pepa" Svoboda', "Zruč"),
        (4, "Sýkora Petr", "U Lípy; Brno"),
    ]


def test_damaged_letter_in_utf_8_does_not_turn_the_others_to_rubbish() -> None:
    content = "Jméno\nŘehoř Jiří\nŽák Šimon\nDvo".encode() + b"\xf8" + "ák Jan\n".encode()
    result = read(content)
    assert [one.name for one in result.registrations] == ["Řehoř Jiří", "Žák Šimon", "Dvo\ufffdák Jan"]
    assert [doubt.row for doubt in result.warnings] == [4]


# Files that cannot be read


def zipped(**parts: bytes) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), content)
    return packed.getvalue()


def with_part(name: str, change: Callable[[bytes], bytes]) -> bytes:
    packed = BytesIO()
    with ZipFile(BytesIO(workbook(S37_ROWS))) as source, ZipFile(packed, "w", ZIP_DEFLATED) as target:
        for part in source.namelist():
            content = source.read(part)
            target.writestr(part, change(content) if part == name else content)
    return packed.getvalue()


SHEET = "xl/worksheets/sheet1.xml"
OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
MANY_ROWS = "Jméno\n" + "".join(f"Hráč {number}\n" for number in range(5001))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(b"", "Soubor je prázdný", id="empty"),
        pytest.param(b"\r\n  \n", "Soubor je prázdný", id="blank"),
        pytest.param(b"x" * (5 * 1024 * 1024 + 1), "Soubor má 5,0 MB, nejvýš může mít 5 MB", id="too large"),
        pytest.param(OLD_OFFICE, "ve starém formátu .xls", id="xls"),
        pytest.param(OLD_OFFICE + "EncryptedPackage".encode("utf-16-le"), "chráněný heslem", id="password"),
        pytest.param(OLD_OFFICE + "WordDocument".encode("utf-16-le"), "dokument Wordu", id="doc"),
        pytest.param(b"%PDF-1.7 ...", "Soubor je PDF", id="PDF"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(50), "Soubor je obrázek", id="PNG"),
        pytest.param(b"\xff\xd8\xff\xe0" + bytes(50), "Soubor je obrázek", id="JPEG"),
        pytest.param(b"<html><table><tr><td>Jm\xc3\xa9no", "webová stránka", id="HTML named xls"),
        pytest.param(b"{\\rtf1 Jm", "textový dokument", id="RTF"),
        pytest.param(b"7z\xbc\xaf\x27\x1c" + bytes(50), "Soubor je archiv", id="7z"),
        pytest.param(zipped(readme_txt=b"ahoj"), "Soubor je archiv", id="ZIP"),
        pytest.param(zipped(content_xml=b"<x/>"), "tabulka LibreOffice", id="ods"),
        pytest.param(zipped(word__document_xml=b"<x/>"), "dokument Wordu", id="docx"),
        pytest.param(workbook(S37_ROWS)[:700], "poškozený", id="half of a workbook"),
        pytest.param(zipped(xl__workbook_xml=b"<x/>"), "není žádný list", id="workbook without its parts"),
        pytest.param(with_part(SHEET, lambda text: text[:300]), "poškozený", id="sheet cut off"),
        pytest.param(with_part(SHEET, lambda text: b"\x00\xff" * 50), "poškozený", id="sheet of rubbish"),
        pytest.param(
            with_part(SHEET, lambda text: b'<!DOCTYPE a [<!ENTITY b "c">]>' + text),
            "není obyčejný sešit",
            id="entities",
        ),
        pytest.param(
            with_part(SHEET, lambda text: text.replace(b"<sheetData>", b" " * 41 * 2**20 + b"<sheetData>")),
            "příliš velký",
            id="ZIP bomb",
        ),
        pytest.param(workbook([]), "chybí záhlaví", id="empty sheet"),
        pytest.param(
            workbook([["Novák Jan", "K2"], ["Dvořák Petr", "K2"]]), "chybí záhlaví", id="no headings"
        ),
        pytest.param(
            workbook([["Klub", "Průkaz"], ["K2", 1]]), "chybí záhlaví", id="headings without a name"
        ),
        pytest.param("Novák Jan;K2\n".encode(), "chybí záhlaví", id="CSV without headings"),
        pytest.param(MANY_ROWS.encode(), "víc než 5 000 řádků", id="too many rows, CSV"),
        pytest.param(
            workbook([[line] for line in MANY_ROWS.splitlines()]),
            "víc než 5 000 řádků",
            id="too many rows, XLSX",
        ),
        pytest.param(b"Jm\xe9no\n" + bytes(range(32)) * 40, "Soubor není tabulka", id="binary"),
    ],
)
def test_unreadable_files_get_one_sentence(content: bytes, sentence: str) -> None:
    with pytest.raises(UnreadableFile, match=sentence) as refused:
        read(content)
    assert re.fullmatch(r"[A-ZŽ].*[^.]\.", str(refused.value))


@settings(max_examples=150)
@given(st.binary(max_size=400))
def test_no_content_ends_in_anything_but_a_result_or_the_sentence(content: bytes) -> None:
    for beginning in (
        b"",
        "Jméno;Klub\n".encode("cp1250"),
        b"PK\x03\x04",
        b"\xff\xfeJ\x00m\x00e\x00n\x00o\x00\n\x00",
    ):
        with suppress(UnreadableFile):
            read(beginning + content)


@settings(max_examples=100)
@given(st.integers(min_value=0, max_value=5000), st.binary(min_size=1, max_size=20))
def test_damaged_workbook_ends_in_a_result_or_the_sentence(at: int, damage: bytes) -> None:
    content = (DATA / "prihlasky.xlsx").read_bytes()
    with suppress(UnreadableFile):
        read(content[:at] + damage + content[at + len(damage) :])


def test_missing_headings_are_named() -> None:
    with pytest.raises(UnreadableFile) as refused:
        read(b"a;b\n")
    for heading in ("Příjmení a jméno", "Příjmení", "Jméno", "Klub", "Č. průkazu", "Startovné", "Družstvo"):
        assert f"„{heading}“" in str(refused.value)


def test_headings_without_players_give_nothing() -> None:
    result = read("Jméno;Klub\n".encode())
    assert (result.registrations, result.rejected, result.warnings) == ((), (), ())
