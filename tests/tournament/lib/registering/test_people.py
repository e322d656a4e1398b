"""The people of rows and cells, and what is said of them (S55, S56; docs/navod/tabulky.md)."""

from datetime import date
from io import BytesIO

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

from tournament.lib.registering.cells import NamedPerson, fee_paid, people_apart, people_in
from tournament.lib.registrations import RegistrationFile, read_registrations

Person = tuple[str, ...]


def of_lines(*lines: str) -> RegistrationFile:
    return read_registrations("\n".join(lines).encode())


def said_of(result: RegistrationFile, row: int | None) -> list[str]:
    return [one.reason for one in (*result.rejected, *result.warnings) if one.row == row]


def people_of(result: RegistrationFile, *fields: str) -> list[Person]:
    return [tuple(getattr(one, field) for field in fields) for one in result.registrations]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("1. Král Jaroslav (K2 Praha)", [("Král Jaroslav", "K2 Praha", "")]),
        ("2) Král Jaroslav", [("Král Jaroslav", "", "")]),
        ("12.Král Jaroslav", [("Král Jaroslav", "", "")]),
        ("4 Dlouhý Ota - náhradník", [("Dlouhý Ota", "", "náhradník")]),
        ("5. Krátký Ivo tel. 602 111 222", [("Krátký Ivo", "", "tel. 602 111 222")]),
        ("Krátký Ivo, 602111222", [("Krátký Ivo", "", "602111222")]),
        ("Krátký Ivo ivo@priklad.cz", [("Krátký Ivo", "", "ivo@priklad.cz")]),
        ("Krátký Ivo (Kolín) – omluven", [("Krátký Ivo", "Kolín", "omluven")]),
        ("Krátký Ivo - Horní Lhota", [("Krátký Ivo", "Horní Lhota", "")]),
        ("Krátký Ivo, Kolín", [("Krátký Ivo", "Kolín", "")]),
        ("Novák Jan, Ing.", [("Novák Jan, Ing.", "", "")]),
        ("NOVÁK, Jan st.", [("NOVÁK, Jan st.", "", "")]),
        ("Novák Jan (ml.)", [("Novák Jan (ml.)", "", "")]),
        ("Velká Eva /Kolín/", [("Velká Eva", "Kolín", "")]),
        ("Novák Josef (Pepa)", [("Novák Josef (Pepa)", "", "")]),
        ("Novák Jan (1958)", [("Novák Jan", "", "1958")]),
        ("Novák Jan, 1958", [("Novák Jan", "", "1958")]),
        ("Novák Jan – zaplaceno", [("Novák Jan", "", "zaplaceno")]),
        ("Nováková-Malá Jana", [("Nováková-Malá Jana", "", "")]),
        ('=HYPERLINK("x")', [('=HYPERLINK("x")', "", "")]),
        ("Pavel Hruška + Jana Hrušková", [("Pavel Hruška", "", ""), ("Jana Hrušková", "", "")]),
        ("1. Král Jan / 2. Malý Petr", [("Král Jan", "", ""), ("Malý Petr", "", "")]),
        ("Král Jan a Malý Petr", [("Král Jan", "", ""), ("Malý Petr", "", "")]),
        ("Král Jan, Malý Petr", [("Král Jan", "", ""), ("Malý Petr", "", "")]),
        ("Král Jan\nMalý Petr", [("Král Jan", "", ""), ("Malý Petr", "", "")]),
        ("Král Jan (K2) & Malý Petr (Kolín)", [("Král Jan", "K2", ""), ("Malý Petr", "Kolín", "")]),
        ("Hana a Petr Novákovi", [("Hana a Petr Novákovi", "", "")]),
        ("Nováková/Svobodová Jana", [("Nováková/Svobodová Jana", "", "")]),
    ],
)
def test_cells_of_names(text: str, people: list[Person]) -> None:
    assert [(one.name, one.club, one.note) for one in people_in(text)] == people


@pytest.mark.parametrize(
    ("surname", "given", "names"),
    [
        ("Král", "Jaroslav", ["Král Jaroslav"]),
        ("Hruška / Hrušková", "Pavel / Jana", ["Hruška Pavel", "Hrušková Jana"]),
        ("Hruškovi", "Pavel a Jana", ["Hruškovi Pavel a Jana"]),
        ("1. Král", "Jan", ["Král Jan"]),
    ],
)
def test_names_apart(surname: str, given: str, names: list[str]) -> None:
    assert [one.name for one in people_apart(surname, given)] == names


def test_two_people_of_a_cell_are_two_registrations_of_one_row() -> None:
    result = of_lines("Jméno;Klub;Průkaz", "Hruška Pavel + Hrušková Jana;K2;0012 + 0013")
    assert people_of(result, "name", "club", "card", "row", "part") == [
        ("Hruška Pavel", "K2", "0012", 2, 0),
        ("Hrušková Jana", "K2", "0013", 2, 1),
    ]
    text = "V buňce „Hruška Pavel + Hrušková Jana“ je víc lidí; každý se přihlásí zvlášť."
    assert [(one.row, one.part, one.reason) for one in result.warnings] == [(2, 0, text), (2, 1, text)]


def test_one_card_of_two_people_is_the_first_ones() -> None:
    result = of_lines("Jméno;Průkaz", "Král Jan + Malý Petr;0012")
    assert people_of(result, "name", "card") == [("Král Jan", "0012"), ("Malý Petr", "")]


def test_side_by_side_and_half_empty() -> None:
    result = of_lines("Jméno;Klub;;Jméno;Klub", "Král Jan;K2;;Malý Petr;Kolín", "Velká Eva;K2;;;", ";;;;Brno")
    assert people_of(result, "name", "club", "row", "part") == [
        ("Král Jan", "K2", 2, 0),
        ("Malý Petr", "Kolín", 2, 1),
        ("Velká Eva", "K2", 3, 0),
    ]
    assert said_of(result, 4) == ["Chybí jméno hráče (v řádku je: Brno)."]


def test_a_team_a_row() -> None:
    result = of_lines(
        "Družstvo;Hráč 1;Hráč 2;Klub", "Esa;Král Jan;Malý Petr;K2", "Dámy;Velká Eva;;", "Nikdo;;;", ";;;"
    )
    assert people_of(result, "name", "team", "club") == [
        ("Král Jan", "Esa", "K2"),
        ("Malý Petr", "Esa", "K2"),
        ("Velká Eva", "Dámy", ""),
    ]
    assert said_of(result, 4) == ["Chybí jméno hráče (v řádku je: Nikdo)."]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        pytest.param("K2 Praha:;", ["Mezititulek („K2 Praha:“), ne hráč."], id="ends with a colon"),
        pytest.param("Náhradníci;", ["Mezititulek („Náhradníci“), ne hráč."], id="known word"),
        pytest.param("Klub Kolín;", ["Mezititulek („Klub Kolín“), ne hráč."], id="begins with a known word"),
        pytest.param("Horní Lhota;", ["„Horní Lhota“ stojí v řádku samo; není to mezititulek?"], id="words"),
        pytest.param("Dlouhá Eva;", [], id="a person alone"),
        pytest.param("Kolín;", ["„Kolín“ stojí v řádku samo; není to mezititulek?"], id="one word"),
        pytest.param(
            "KRÁL Jan;7",
            ["Jméno je psané velkými písmeny; obyčejnými je to „Král Jan“."],
            id="capitals",
        ),
        pytest.param(
            "Král Jan;3.12.2026",
            ["Průkaz „3.12.2026“ je datum; tabulkový program ho nejspíš udělal z čísla."],
            id="date for a card",
        ),
        pytest.param(
            "Král Jan;12.III",
            ["Průkaz „12.III“ je datum; tabulkový program ho nejspíš udělal z čísla."],
            id="month in Roman numerals",
        ),
        pytest.param(
            "Král Jan;1,23E+15",
            ["Průkaz „1,23E+15“ nejspíš pozměnil tabulkový program; zkontrolujte číslo."],
            id="number with a power",
        ),
        pytest.param("Král Jan;'0005", [], id="apostrophe"),
        pytest.param("Král Jan;0005", [], id="zeros"),
        pytest.param("Král Jan;3/12", [], id="slash"),
        pytest.param(
            "Hana a Petr Novákovi;",
            ["„Hana a Petr Novákovi“ vypadá jako víc lidí; přihlásí se jako jeden."],
            id="a couple",
        ),
    ],
)
def test_what_is_said_of_a_row(row: str, words: list[str]) -> None:
    assert said_of(of_lines("Jméno;Průkaz", "Malý Petr;1", "Velká Eva;2", row), 4) == words


@pytest.mark.parametrize(
    ("column", "text", "told"),
    [
        ("Stav", "stornováno", True),
        ("Odpověď", "NE – omluven", True),
        ("Přihláška", "odhlášena 3. 5.", True),
        ("Poznámka", "zrušil účast", True),
        ("Klub", "odhlásil se", True),
        ("Poznámka", "nepřijde na oběd", True),
        ("Stav", "přihlášen", False),
        ("Poznámka", "přijde později", False),
    ],
)
def test_who_may_not_come(column: str, text: str, told: bool) -> None:
    result = of_lines(f"Jméno;{column}", f"Král Jan;{text}")
    assert people_of(result, "name") == [("Král Jan",)]
    assert said_of(result, 2) == ([f"V řádku je „{text}“; hráč se přesto přihlásí."] if told else [])


@pytest.mark.parametrize(
    ("heading", "answer", "told"),
    [
        ("Odhlášen", "ano", True),
        ("Storno", "x", True),
        ("Odhlášen", "ne", False),
        ("Účast", "NE", True),
        ("Přijde", "ne, je nemocný", True),
        ("Účast", "ano", False),
    ],
)
def test_answers_to_who_will_come(heading: str, answer: str, told: bool) -> None:
    result = of_lines(f"Jméno;{heading}", f"Král Jan;{answer}")
    words = f"V řádku je „{heading}: {answer}“; hráč se přesto přihlásí."
    assert said_of(result, 2) == ([words] if told else [])


@pytest.mark.parametrize(
    ("lines", "row", "words"),
    [
        pytest.param(
            ["Jméno;Náhradník", "Král Jan;Malý Petr", "Velká Eva;"],
            None,
            "Sloupec „Náhradník“ se nečte, i když v něm jsou jména („Malý Petr“ na řádku 2).",
            id="column with names",
        ),
        pytest.param(
            ["Jméno;Klub;", "Král Jan;K2;Malý Petr"],
            None,
            "Sloupec „C“ se nečte, i když v něm jsou jména („Malý Petr“ na řádku 2).",
            id="column with names and no heading",
        ),
        pytest.param(
            ["Král Jan;K2;1", "Jméno;Klub;Průkaz", "Malý Petr;Kolín;2"],
            1,
            "Nad záhlavím stojí „Král Jan“; nečte se.",
            id="name above the heading",
        ),
        pytest.param(
            ["Jméno;Klub", "Král Jan;K2", "Jméno;Průkaz"],
            3,
            "Další záhlaví s jinými sloupci; řádky pod ním se čtou podle prvního, zkontrolujte je.",
            id="another heading",
        ),
        pytest.param(
            ["Jméno;Klub", "Král Jan;#N/A"], 2, "Vzorce bez hodnoty beru jako prázdné: Klub.", id="error"
        ),
        pytest.param(
            ["Jméno;Klub", "např. Král Jan;K2"],
            2,
            "„např. Král Jan“ nevypadá jako jméno hráče; zkontrolujte je.",
            id="example",
        ),
    ],
)
def test_what_would_be_lost_is_told(lines: list[str], row: int | None, words: str) -> None:
    assert said_of(of_lines(*lines), row) == [words]


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        ("Zaplaceno", True),
        ("převodem 2.3.", True),
        ("Čeká na platbu", False),
        ("Stornováno", False),
        ("?", None),
        ("x" * 1_000, None),
    ],
)
def test_states_of_payment(text: str, paid: bool | None) -> None:
    assert fee_paid(text) is paid


def test_a_state_column_says_who_has_paid() -> None:
    result = of_lines("Jméno;Stav", "Král Jan;zaplaceno", "Malý Petr;nezaplaceno")
    assert people_of(result, "name", "fee_paid") == [("Král Jan", True), ("Malý Petr", False)]


# What a workbook shows by other means than words


def shown(*changes: object) -> RegistrationFile:
    book = Workbook()
    sheet = book.worksheets[0]
    for row in (["Klub", "Jméno", "Průkaz"], ["K2", "Král Jan", 7], ["Kolín", "Malý Petr", 8]):
        sheet.append(row)
    for change in changes:
        change(sheet)  # type: ignore[operator]
    packed = BytesIO()
    book.save(packed)
    return read_registrations(packed.getvalue())


def struck(sheet: Worksheet) -> None:
    sheet["B3"].font = Font(strike=True)


def partly_struck(sheet: Worksheet) -> None:
    sheet["B3"] = CellRichText(TextBlock(InlineFont(strike=True), "Malý"), " Petr")


def hidden(sheet: Worksheet) -> None:
    sheet.row_dimensions[3].hidden = True


def dated(sheet: Worksheet) -> None:
    sheet["C3"] = date(2026, 12, 3)


def dated_club(sheet: Worksheet) -> None:
    sheet["A3"] = date(2026, 12, 3)


def formula(sheet: Worksheet) -> None:
    sheet["A3"] = "=A2"


def wrong_formula(sheet: Worksheet) -> None:
    sheet["A3"] = "#N/A"


def formula_for_a_name(sheet: Worksheet) -> None:
    for place in ("A3", "C3"):
        sheet[place] = None
    sheet["B3"] = "=B2"


def long_card(sheet: Worksheet) -> None:
    sheet["C3"] = 12345678901234567


def subheading(sheet: Worksheet) -> None:
    for place, value in (("A3", None), ("B3", None), ("C3", None), ("A4", "Malý oddíl")):
        sheet[place] = value
    sheet["A3"] = "Hosté z Kolína"
    sheet["A4"], sheet["B4"], sheet["C4"] = "Kolín", "Malý Petr", 8
    sheet.merge_cells("A3:C3")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (struck, ["V řádku je přeškrtnuto: Jméno."]),
        (partly_struck, ["V řádku je přeškrtnuto: Jméno."]),
        (hidden, ["Řádek je v tabulce skrytý, nejspíš filtrem; přihlásí se také."]),
        (dated, ["Průkaz „3. 12. 2026“ je datum; tabulkový program ho nejspíš udělal z čísla."]),
        (dated_club, ["Místo textu je v řádku datum: Klub."]),
        (formula, ["Vzorce bez hodnoty beru jako prázdné: Klub."]),
        (wrong_formula, ["Vzorce bez hodnoty beru jako prázdné: Klub."]),
        (formula_for_a_name, ["Chybí jméno hráče; vzorec, který ho má dát, nemá hodnotu."]),
        (long_card, ["Průkaz „12345678901234570“ nejspíš pozměnil tabulkový program; zkontrolujte číslo."]),
        (subheading, ["Chybí jméno hráče (v řádku je: Hosté z Kolína)."]),
    ],
)
def test_what_a_workbook_shows(change: object, words: list[str]) -> None:
    result = shown(change)
    assert said_of(result, 3) == words
    listed = {one.row for one in (*result.registrations, *result.rejected)}
    assert listed >= {2, 3}


def test_merged_cells_hold_for_every_row_and_make_no_player() -> None:
    def merged(sheet: Worksheet) -> None:
        sheet["A3"] = None
        sheet.append([None, None, None])
        sheet["D4"] = "x"
        sheet["D4"] = None
        sheet.merge_cells("A2:A4")

    result = shown(merged)
    assert people_of(result, "name", "club", "card") == [("Král Jan", "K2", "7"), ("Malý Petr", "K2", "8")]
    assert result.rejected == ()


def test_both_forms_of_a_name_are_kept() -> None:
    (one,) = of_lines("Jméno", "DVOŘÁK JOSEF").registrations
    assert (one.name, one.readable) == ("DVOŘÁK JOSEF", "Dvořák Josef")


def test_cards_that_differ_in_zeros_are_one_person() -> None:
    result = of_lines("Jméno;Průkaz", "Král Jan;0007", "Jiný Petr;7")
    assert people_of(result, "name", "card") == [("Král Jan", "0007")]
    assert said_of(result, 3) == ["Průkaz č. 7 má už hráč Král Jan na řádku 2."]


def test_a_person_alone_is_not_doubted() -> None:
    assert people_in("Král Jan") == (NamedPerson("Král Jan"),)
