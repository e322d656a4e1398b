"""Which sheet, row and columns are read, as proposed and as chosen (S55, S56)."""

import json
from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from openpyxl import Workbook
from openpyxl.styles import Font

from tournament.lib.package import UnreadableFile
from tournament.lib.registering.book import DATE, HIDDEN, MERGED, NO_VALUE, STRUCK, WIDE, Book, Mark
from tournament.lib.registering.files import read_book
from tournament.lib.registering.reading import Reading, column_letters, propose, with_choices
from tournament.lib.registrations import registrations_of

Table = list[list[object]]


def csv_book(*lines: str) -> Book:
    return read_book("\n".join(lines).encode())


def workbook(**sheets: Table) -> Workbook:
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name.replace("_", " "))
        for row in rows:
            sheet.append(row)
    return book


def book_of(book: Workbook) -> Book:
    packed = BytesIO()
    book.save(packed)
    return read_book(packed.getvalue())


def used(reading: Reading) -> list[tuple[str, str, int | None]]:
    return [(one.heading, one.field, one.person) for one in reading.columns if one.field != "-"]


@pytest.mark.parametrize(
    ("lines", "row", "columns"),
    [
        pytest.param(
            ["Účastník;Organizace;Stav platby", "Král Jaroslav;K2;Zaplaceno"],
            1,
            [("Účastník", "name", 0), ("Organizace", "club", 0), ("Stav platby", "fee", 0)],
            id="S55 a person whose cell holds a heading",
        ),
        pytest.param(
            ["Hráč;;Klub", "Příjmení;Jméno;", "Král;Jaroslav;K2"],
            2,
            [("Příjmení", "surname", 0), ("Jméno", "given", 0), ("Klub", "club", 0)],
            id="headings on two rows",
        ),
        pytest.param(
            ["Velikonoční turnaj;", "Pořadatel:;Jan Novotný", "", "Jméno;Klub", "Král Jaroslav;K2"],
            4,
            [("Jméno", "name", 0), ("Klub", "club", 0)],
            id="below a title and who holds it",
        ),
        pytest.param(
            ["Jméno;Klub", "Král Jaroslav;K2", "Jméno;Klub;Poznámka", "Malý Petr;K2;host"],
            1,
            [("Jméno", "name", 0), ("Klub", "club", 0)],
            id="the first of two tables under each other",
        ),
        pytest.param(
            ["Jméno;Poznámka pro pořadatele;Vzkaz", "Král Jaroslav;host;ahoj"],
            1,
            [("Jméno", "name", 0), ("Poznámka pro pořadatele", "note", 0), ("Vzkaz", "note", 0)],
            id="notes to somebody",
        ),
        pytest.param(
            ["Jméno;Stav", "Král Jaroslav;přihlášen", "Malý Petr;odhlášen"],
            1,
            [("Jméno", "name", 0)],
            id="a state that is none of payment",
        ),
        pytest.param(
            ["Poř.;Jméno;Klub;;Poř.;Jméno;Klub", "1;Král Jaroslav;K2;;2;Malý Petr;Kolín"],
            1,
            [("Jméno", "name", 0), ("Klub", "club", 0), ("Jméno", "name", 1), ("Klub", "club", 1)],
            id="S56 side by side",
        ),
        pytest.param(
            ["Příjmení;Jméno;Klub;Příjmení;Jméno;Klub;Poznámka", "Král;Jaroslav;K2;Malý;Petr;Kolín;host"],
            1,
            [
                *(("Příjmení", "surname", 0), ("Jméno", "given", 0), ("Klub", "club", 0)),
                *(("Příjmení", "surname", 1), ("Jméno", "given", 1), ("Klub", "club", 1)),
                ("Poznámka", "note", 1),
            ],
            id="side by side, names apart, the last with more",
        ),
        pytest.param(
            ["Družstvo;1. hráč;Průkaz 1;2. hráč;Průkaz 2;Startovné", "Esa;Král Jan;1;Malý Petr;2;ano"],
            1,
            [
                ("Družstvo", "team", None),
                *(("1. hráč", "name", 0), ("Průkaz 1", "card", 0)),
                *(("2. hráč", "name", 1), ("Průkaz 2", "card", 1)),
                ("Startovné", "fee", None),
            ],
            id="S56 a team a row",
        ),
        pytest.param(
            ["Tým;Kapitán;Hráč 2;Hráč 3", "Esa;Král Jan;Malý Petr;Velká Eva"],
            1,
            [("Tým", "team", None), ("Kapitán", "name", 0), ("Hráč 2", "name", 1), ("Hráč 3", "name", 2)],
            id="a team with its captain",
        ),
        pytest.param(
            ["Celé jméno;Příjmení;Jméno", "Král Jaroslav;Král;Jaroslav"],
            1,
            [("Celé jméno", "name", 0), ("Příjmení", "surname", 0), ("Jméno", "given", 0)],
            id="the name whole and apart",
        ),
        pytest.param(
            ["Příjmení a jméno;;Klub", "Král;Jaroslav;K2", "Malý;Petr;Kolín"],
            1,
            [("Příjmení a jméno", "surname", 0), ("", "given", 0), ("Klub", "club", 0)],
            id="one heading over two columns",
        ),
        pytest.param(
            ["Příjmení a jméno;;Klub", "Král Jaroslav;7;K2", "Malý Petr;;Kolín"],
            1,
            [("Příjmení a jméno", "name", 0), ("Klub", "club", 0)],
            id="a column of numbers without a heading",
        ),
        pytest.param(["Družstvo;Esa", "Hráč 1;Král Jan"], None, [], id="headings down the side are none"),
        pytest.param(["Král Jaroslav;K2"], None, [], id="no headings"),
    ],
)
def test_proposals(lines: list[str], row: int | None, columns: list[tuple[str, str, int | None]]) -> None:
    reading = propose(csv_book(*lines))
    assert (reading.heading_row, used(reading)) == (row, columns)


PEOPLE: Table = [["Jméno", "Klub"], ["Král Jaroslav", "K2"]]
OTHERS: Table = [["Jméno", "Klub"], ["Malý Petr", "Kolín"]]


@pytest.mark.parametrize(
    ("sheets", "read"),
    [
        pytest.param({"Propozice": [["Turnaj"]], "Přihlášky": PEOPLE}, ["Přihlášky"], id="the second"),
        pytest.param({"A-K": PEOPLE, "L-Z": OTHERS}, ["A-K", "L-Z"], id="a list on two sheets"),
        pytest.param(
            {"A-K": PEOPLE, "L-Z": [["Turnaj"], *OTHERS]}, ["A-K", "L-Z"], id="with headings on another row"
        ),
        pytest.param({"Hráči": PEOPLE, "Náhradníci": OTHERS}, ["Hráči"], id="substitutes"),
        pytest.param({"Hráči": PEOPLE, "Loni": OTHERS}, ["Hráči"], id="those of last year"),
        pytest.param({"2025": OTHERS, "2026": PEOPLE}, ["2025"], id="years are not put together"),
        pytest.param({"Hráči": PEOPLE, "Prezence": PEOPLE}, ["Hráči"], id="the same people again"),
        pytest.param({"Hráči": PEOPLE, "Další": [PEOPLE[0]]}, ["Hráči"], id="nobody on the other"),
        pytest.param({"Vzor": [PEOPLE[0]], "Hráči": PEOPLE}, ["Hráči"], id="nobody on the first"),
    ],
)
def test_sheets(sheets: dict[str, Table], read: list[str]) -> None:
    book = book_of(workbook(**sheets))
    reading = propose(book)
    assert list(reading.sheets) == read
    told = [one.reason for one in registrations_of(book, reading).warnings if one.row is None]
    for name in set(sheets) - set(read):
        assert f"List „{name}“ se nečte." in told


def test_a_hidden_sheet_is_told_and_read_only_when_chosen() -> None:
    made = workbook(Skrytý=OTHERS, Hráči=PEOPLE)
    made.worksheets[0].sheet_state = "hidden"
    book = book_of(made)
    shown = registrations_of(book, propose(book))
    assert [one.name for one in shown.registrations] == ["Král Jaroslav"]
    assert [one.reason for one in shown.warnings] == ["List „Skrytý“ je skrytý a nečte se."]
    chosen = registrations_of(book, with_choices(book, sheet="skrytý"))
    assert [one.name for one in chosen.registrations] == ["Malý Petr"]


LINES = ("Turnaj;2026;;", "Kdo;Odkud;Číslo;Kdo2", "Král Jaroslav;K2;7;Malý Petr")


@pytest.mark.parametrize(
    ("choices", "columns"),
    [
        pytest.param(
            {"heading_row": 2, "columns": {"kdo": "name", "ODKUD": "club", "C": "card"}},
            [("Kdo", "name", 0), ("Odkud", "club", 0), ("Číslo", "card", 0)],
            id="by heading and by letter",
        ),
        pytest.param(
            {"heading_row": 0, "columns": {0: "name"}}, [("", "name", 0)], id="no heading, by place"
        ),
        pytest.param(
            {"heading_row": 2, "columns": {0: "name", 3: "name"}},
            [("Kdo", "name", 0), ("Odkud", "club", None), ("Kdo2", "name", 1)],
            id="two people a row",
        ),
        pytest.param(
            {"heading_row": 2, "columns": {"Kdo": "surname", "Kdo2": "given", "Odkud": "-"}},
            [("Kdo", "surname", 0), ("Kdo2", "given", 0)],
            id="not used",
        ),
    ],
)
def test_choices(choices: dict[str, object], columns: list[tuple[str, str, int | None]]) -> None:
    assert used(with_choices(csv_book(*LINES), **choices)) == columns  # type: ignore[arg-type]


def test_a_chosen_column_takes_the_place_of_the_proposed_one() -> None:
    book = csv_book("Jméno;Klub;Odkud", "Král Jaroslav;K2;Praha")
    reading = with_choices(book, columns={"Odkud": "club"})
    assert used(reading) == [("Jméno", "name", 0), ("Odkud", "club", 0)]
    assert [one.club for one in registrations_of(book, reading).registrations] == ["Praha"]


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        pytest.param(
            {"sheet": "Jiný"}, "List „Jiný“ v sešitu není; jsou v něm: „Hráči“, „Další list“.", id="sheet"
        ),
        pytest.param(
            {"heading_row": 9}, "Na řádku 9 nic není; záhlaví vyberte z řádků 1 až 2.", id="heading row"
        ),
        pytest.param(
            {"columns": {"Odkud": "club"}},
            "Sloupec „Odkud“ v tabulce není; jsou v ní: „Jméno“, „Klub“.",
            id="column",
        ),
        pytest.param(
            {"columns": {"Klub": "oddíl"}},
            "Sloupec nemůže být „oddíl“; může být: name, surname, given, club, card, fee, note, team, -.",
            id="field",
        ),
    ],
)
def test_choices_of_what_is_not_there(choices: dict[str, object], sentence: str) -> None:
    book = book_of(workbook(Hráči=PEOPLE, Další_list=[["nic"]]))
    with pytest.raises(UnreadableFile) as refused:
        with_choices(book, **choices)  # type: ignore[arg-type]
    assert str(refused.value) == sentence


def test_a_csv_has_no_sheets_to_choose_from() -> None:
    with pytest.raises(UnreadableFile, match="Soubor CSV nemá listy"):
        with_choices(csv_book(*LINES), sheet="List1")


def test_marks_and_json() -> None:
    made = workbook(Hráči=[["Klub", "Jméno", "Průkaz"], ["K2", "Král", None], [None, "Malý", "=A1"]])
    sheet = made.worksheets[0]
    sheet.merge_cells("A2:A3")
    sheet.merge_cells("B2:C2")
    sheet.row_dimensions[3].hidden = True
    sheet["B3"].font = Font(strike=True)
    book = book_of(made)
    rows = book.sheets[0].rows
    assert rows[1].cells == ("K2", "Král")
    assert rows[2].cells == ("K2", "Malý")
    assert set(rows[1].marks) == {Mark(WIDE, 1)}
    assert set(rows[2].marks) == {Mark(HIDDEN), Mark(MERGED, 0), Mark(STRUCK, 1), Mark(NO_VALUE, 2)}
    assert Book.from_json(json.loads(json.dumps(book.to_json()))) == book
    reading = propose(book)
    assert Reading.from_json(json.loads(json.dumps(reading.to_json()))) == reading


def test_a_date_is_marked() -> None:
    book = book_of(workbook(Hráči=[["Jméno", "Průkaz"], ["Král", date(2026, 12, 3)]]))
    assert book.sheets[0].rows[1].marks == (Mark(DATE, 1),)
    assert book.sheets[0].rows[1].cells == ("Král", "3. 12. 2026")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param({("", 3, 0): {"name": "Malý Petr"}}, ["Král Jaroslav", "Malý Petr"], id="completed"),
        pytest.param({("", 2, 0): {"-": "1"}}, [], id="left out"),
        pytest.param({("", 2, 0): {"surname": "Král", "given": "Ota"}}, ["Král Ota"], id="typed apart"),
        pytest.param({("", 4, 0): {"name": "Celkem Jan"}}, ["Král Jaroslav", "Celkem Jan"], id="no total"),
    ],
)
def test_rows_changed_by_the_organiser(
    change: dict[tuple[str, int, int], dict[str, str]], expected: list[str]
) -> None:
    book = csv_book("Jméno;Klub", "Král Jaroslav;K2", ";Kolín", "Celkem;2")
    result = registrations_of(book, propose(book), change)
    assert [one.name for one in result.registrations] == expected
    listed = {one.row for one in (*result.registrations, *result.rejected)}
    assert listed == {2, 3, 4}


def test_names_of_columns() -> None:
    assert [column_letters(at) for at in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]
    reading = propose(csv_book("Jméno", "Král Jaroslav"))
    assert replace(reading, columns=()).has_names is False
