"""Workbooks: text is never a formula, amounts are numbers, the same rows are the same bytes (S38)."""

import re
import time
from datetime import UTC, date, datetime
from io import BytesIO
from zipfile import ZipFile

import pytest
from openpyxl import Workbook, load_workbook

from tournament.lib.excel import SheetColumn, SheetData, write_workbook

COLUMNS = [
    SheetColumn("Pořadí", "int"),
    SheetColumn("Jméno"),
    SheetColumn("Zisk", "money"),
    SheetColumn("SB", "points"),
    SheetColumn("BP", "hundredths"),
    SheetColumn("Dne", "date"),
    SheetColumn("Zapsáno", "datetime"),
]
SHEET = SheetData(
    "Pořadí",
    COLUMNS,
    [
        [1, "Řehoř Jiří", 123440, 1234, 1233, date(2026, 3, 1), datetime(2026, 7, 1, 22, 30, tzinfo=UTC)],
        [2, '=HYPERLINK("http://x")', -1240, -12, 50, None, None],
        [3, "Žák", 0, 0, 0, None, None],
    ],
    heading="Jarní turnaj & přátelé",
)


def opened(*sheets: SheetData) -> Workbook:
    return load_workbook(BytesIO(write_workbook(sheets)))


def test_values_come_back_as_what_they_are() -> None:
    sheet = opened(SHEET).worksheets[0]
    assert [[cell.value for cell in row] for row in sheet.iter_rows()] == [
        ["Jarní turnaj & přátelé", None, None, None, None, None, None],
        ["Pořadí", "Jméno", "Zisk", "SB", "BP", "Dne", "Zapsáno"],
        [1, "Řehoř Jiří", 1234.4, 1234, 12.33, datetime(2026, 3, 1), datetime(2026, 7, 2, 0, 30)],  # noqa: DTZ001
        [2, '=HYPERLINK("http://x")', -12.4, -12, 0.5, None, None],
        [3, "Žák", 0, 0, 0, None, None],
    ]
    assert [cell.data_type for cell in sheet[4]] == ["n", "s", "n", "n", "n", "n", "n"]
    assert [cell.number_format for cell in sheet[3]] == [
        "0",
        "@",
        '+#,##0.00" Kč";"−"#,##0.00" Kč";0.00" Kč"',
        '+#,##0;"−"#,##0;0',
        "#,##0.00",
        "d. m. yyyy",
        "d. m. yyyy h:mm",
    ]


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ('=HYPERLINK("http://x","Jan")', '=HYPERLINK("http://x","Jan")'),
        ("+Karlín", "+Karlín"),
        ("-12,40", "-12,40"),
        ("@SUM(A1)", "@SUM(A1)"),
        ("\t=1+1", " =1+1"),
        ("\r=1+1", " =1+1"),
        ("#N/A", "#N/A"),
        ("0017", "0017"),
        ("TRUE", "TRUE"),
        ("1. 3. 2026", "1. 3. 2026"),
        ("dva\nřádky", "dva\nřádky"),
        # Its own name: half of a character cannot be printed as one.
        pytest.param("zvo\x07nek\x00\x0b\ud800\uffff", "zvonek", id="half of a character"),
    ],
)
def test_text_is_never_a_formula_and_loses_only_what_a_workbook_cannot_hold(typed: str, written: str) -> None:
    packed = write_workbook([SheetData("Hráči", [SheetColumn("Jméno")], [[typed]])])
    cell = load_workbook(BytesIO(packed)).worksheets[0]["A2"]
    assert (cell.value, cell.data_type, cell.number_format) == (written, "s", "@")
    assert cell.quotePrefix is written.startswith(("=", "+", "-", "@"))
    assert b"<f>" not in ZipFile(BytesIO(packed)).read("xl/worksheets/sheet1.xml")


def test_the_same_rows_are_the_same_bytes_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    first = write_workbook([SHEET])
    # The archive stamps its parts with the local time of this function.
    monkeypatch.setattr(time, "localtime", lambda *_: time.struct_time((2031, 5, 6, 7, 8, 10, 1, 126, 0)))
    assert write_workbook([SHEET]) == first
    core = ZipFile(BytesIO(first)).read("docProps/core.xml").decode()
    assert re.findall(r"\d{4}-\d\d-\d\dT[\d:]+Z", core) == ["2000-01-01T00:00:00Z", "2000-01-01T00:00:00Z"]


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        (["1. kolo: stůl 1/2 [A]*?"], ["1. kolo stůl 1 2 A"]),
        (["Pořadí", "pořadí", "POŘADÍ"], ["Pořadí", "pořadí (2)", "POŘADÍ (3)"]),
        (["N" * 40, "N" * 40], ["N" * 31, "N" * 27 + " (2)"]),
        (["'Pořadí'"], ["Pořadí"]),
        (["", "///"], ["List", "List (2)"]),
        (["History"], ["History (2)"]),
    ],
)
def test_sheet_titles_are_those_excel_accepts(titles: list[str], expected: list[str]) -> None:
    assert opened(*(SheetData(title, [SheetColumn("A")], []) for title in titles)).sheetnames == expected


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("int", "1"),
        ("int", True),
        ("money", 12.4),
        ("points", "12"),
        ("hundredths", 0.5),
        ("date", datetime(2026, 3, 1, tzinfo=UTC)),
        ("datetime", date(2026, 3, 1)),
        ("datetime", datetime(2026, 3, 1)),  # noqa: DTZ001 - a time without its zone is what is refused
    ],
)
def test_value_of_another_kind_is_refused(kind: str, value: object) -> None:
    with pytest.raises(TypeError, match=re.escape(repr(value))):
        write_workbook([SheetData("A", [SheetColumn("A", kind)], [[value]])])


def test_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        write_workbook([SheetData("A", [SheetColumn("A"), SheetColumn("B")], [["x"]])])


def test_the_sheet_is_ready_for_reading_and_printing() -> None:
    sheet = opened(SHEET).worksheets[0]
    assert (sheet.freeze_panes, sheet.auto_filter.ref, sheet.print_title_rows) == ("A3", "A2:G5", "$2:$2")
    setup = sheet.page_setup
    a4 = 9
    assert (setup.paperSize, setup.fitToWidth, setup.fitToHeight, setup.orientation) == (
        a4,
        1,
        0,
        "landscape",
    )
    assert sheet.oddFooter.left.text == "Jarní turnaj && přátelé"
    narrow = opened(
        SheetData("A", [SheetColumn("Jméno"), SheetColumn("Klub", width=20)], [["Jan Novák", "K2"]])
    )
    assert narrow.worksheets[0].page_setup.orientation == "portrait"
    assert narrow.worksheets[0].column_dimensions["B"].width == 20
