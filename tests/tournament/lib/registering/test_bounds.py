"""Files made to take a laptop down are read or refused; benchmarks/uploads.py measures how long it takes."""

import pytest

from benchmarks.uploads import FILES, packed, people, rows_of, workbook
from tournament.lib.package import UnreadableFile
from tournament.lib.registrations import read_registrations
from tournament.lib.workbooks import read_first_sheet

TOO_LARGE = "Sešit je příliš velký; zkopírujte jen řádky s přihláškami do nového sešitu a nahrajte ten."
TOO_MANY_ROWS = "V tabulce je víc než 5 000 řádků; nechte v ní jen přihlášky na tento turnaj."
TOO_MANY_COLUMNS = "V tabulce je víc než 100 sloupců; nechte v ní jen přihlášky na tento turnaj."
LONG_TEXT = "V jedné buňce je víc než 32 767 znaků; to není tabulka s přihláškami."
DAMAGED = (
    "Sešit je poškozený a nejde přečíst; otevřete ho v Excelu nebo LibreOffice a uložte znovu"
    " jako sešit .xlsx."
)
NO_WORKBOOK = "Soubor není obyčejný sešit; uložte přihlášky znovu jako sešit .xlsx."

REFUSED = {
    "entity in a part not named .xml": NO_WORKBOOK,
    "row of 7 million empty cells": TOO_LARGE,
    "2 million shared strings": TOO_LARGE,
    "text of 40 million letters": TOO_LARGE,
    "100 MB of spaces": TOO_LARGE,
    "4999 rows of 100 full columns": TOO_LARGE,
    "one text in 240 000 cells": TOO_LARGE,
    "3 million elements in each other": TOO_LARGE,
    "tag of 2 million attributes": TOO_LARGE,
    "remark of 30 MB": TOO_LARGE,
    "100 sheets of one part": TOO_LARGE,
    "30 000 parts": TOO_LARGE,
    "CSV of a million columns": TOO_MANY_COLUMNS,
    "CSV of one endless line": LONG_TEXT,
    "CSV of one endless quotation": TOO_MANY_ROWS,
    "CSV of brackets and commas": TOO_MANY_COLUMNS,
    "CSV of foreign letters": LONG_TEXT,
    "packed so that little unpacks to much": DAMAGED,
}
READ = {
    "5000 people, XLSX": (5_000, 0),
    "5000 people, CSV": (5_000, 0),
    "4999 rows of 50 full columns": (4_999, 0),
    "5000 namesakes of one club": (4_999, 0),
    "5000 rows of headings": (0, 4_998),
    "5000 merges over the whole sheet": (4_900, 0),
    "sheet coloured to its end": (0, 0),
    "CSV of line ends": (0, 0),
    "CSV of accents on one letter": (0, 80),
    "CSV of accents in 24 000 cells": (1, 399),
}


def test_every_file_that_is_measured_is_tested() -> None:
    assert {*REFUSED, *READ} == set(FILES)


@pytest.mark.parametrize(("name", "sentence"), REFUSED.items())
def test_files_that_are_refused(name: str, sentence: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_registrations(FILES[name]())
    assert str(refused.value) == sentence


@pytest.mark.parametrize(("name", "people_and_rejected"), READ.items())
def test_files_that_are_read(name: str, people_and_rejected: tuple[int, int]) -> None:
    result = read_registrations(FILES[name]())
    assert (len(result.registrations), len(result.rejected)) == people_and_rejected


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("part", ["sheet", "strings", "links"])
def test_no_part_may_declare_a_type(part: str, encoding: str) -> None:
    declared = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE a [<!ENTITY b "c">]><a/>'.encode(
        encoding
    )
    name = {
        "sheet": "xl/worksheets/sheet1.xml",
        "strings": "xl/sharedStrings.xml",
        "links": "xl/_rels/workbook.xml.rels",
    }[part]
    with pytest.raises(UnreadableFile) as refused:
        read_registrations(workbook("", more={name: declared}))
    assert str(refused.value) == NO_WORKBOOK


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param('<row r="x"/>', id="row without a number"),
        pytest.param('<row r="2"/><row r="1"/>', id="rows that go back"),
        pytest.param('<row><c r="1A"><v>1</v></c></row>', id="cell without a column"),
        pytest.param('<row><c r="ZZZZ1"><v>1</v></c></row>', id="column beyond the last"),
        pytest.param('<row><c t="s"><v>7</v></c></row>', id="text that is not there"),
        pytest.param('<row><c t="s"><v>jedna</v></c></row>', id="text without a number"),
        pytest.param("<row><c><v>mnoho</v></c></row>", id="number in words"),
        pytest.param('<row><c t="d"><v>včera</v></c></row>', id="no day"),
        pytest.param("<row><c><v>&nic;</v></c></row>", id="entity that nobody declared"),
        pytest.param("<row>", id="cut off"),
    ],
)
def test_damage_is_one_sentence(rows: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_registrations(workbook(rows))
    assert str(refused.value) == DAMAGED


def test_a_list_for_choosing_from_may_be_longer_than_the_tournament() -> None:
    """Towns of the country on a sheet of their own do not stop a list of three people."""
    sheets = '<sheet name="Lidé" sheetId="1" r:id="rId1"/><sheet name="Obce" sheetId="2" r:id="rId3"/>'
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    links = "".join(
        f'<Relationship Id="rId{at}" Type="{kind}/worksheet" Target="worksheets/{name}.xml"/>'
        for at, name in ((1, "sheet1"), (3, "towns"))
    )
    towns = (
        f"<worksheet><sheetData>{rows_of([[f'Obec {at}'] for at in range(6_300)])}</sheetData></worksheet>"
    )
    content = workbook(
        rows_of(people(3)),
        sheets=sheets,
        more={
            "xl/worksheets/towns.xml": towns,
            "xl/_rels/workbook.xml.rels": f"<Relationships>{links}</Relationships>",
        },
    )
    result = read_registrations(content)
    assert [one.name for one in result.registrations] == ["Novák0 Jan0", "Novák1 Jan1", "Novák2 Jan2"]
    assert [one.reason for one in result.warnings] == ["List „Obce“ se nečte."]


def test_no_more_than_a_hundred_columns_are_read() -> None:
    wide = [["Jméno", *["Údaj"] * 100], ["Král Jaroslav", *["x"] * 100]]
    with pytest.raises(UnreadableFile) as refused:
        read_registrations(workbook(rows_of(wide)))
    assert str(refused.value) == TOO_MANY_COLUMNS
    narrow = [row[:100] for row in wide]
    assert [one.name for one in read_registrations(workbook(rows_of(narrow))).registrations] == [
        "Král Jaroslav"
    ]


def test_the_first_sheet_alone_is_bounded_too() -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_first_sheet(workbook(rows_of(people(5_100))))
    assert str(refused.value) == TOO_MANY_ROWS


def test_what_is_no_workbook_at_all() -> None:
    with pytest.raises(UnreadableFile, match="archiv, ne tabulka"):
        read_registrations(packed({"readme.txt": "ahoj"}))
