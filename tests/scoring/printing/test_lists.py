"""Layout of the lists for the wall and of standings."""

from dataclasses import replace

import pytest

from scoring.printing.lists import Shown, ShownRow, pairs, people_by_name, standings_shape
from tests.scoring.printing.samples import LONG_NAME, PLAN, ROW, STANDINGS, with_rows

NBSP = "\N{NO-BREAK SPACE}"


def numbers(*texts: str) -> tuple[Shown, ...]:
    return tuple(Shown(text, "number") for text in texts)


NUMBERS = (numbers("+12", "−5", "+7", "13"), numbers("–", "–", "–", "–"))


def test_people_are_in_czech_order_by_surname_with_their_letters() -> None:
    """S36; namesakes by number (S17); Á belongs to A, Ch and Č are letters of their own."""
    assert [(one.initial, one.seat.name, one.seat.number, one.table) for one in people_by_name(PLAN)] == [
        ("A", "Ábel Jan", 7, 100),
        ("", "Adam Jiří", 8, 100),
        ("Č", "Petr Čech", 3, 1),
        ("Ch", "Chalupa Jiří", 5, 2),
        ("N", LONG_NAME, 2, 1),
        ("", "Novák Jan", 4, 2),
        ("", "Novák Jan", 6, 2),
        ("Ž", "Žák Jan", 1, 1),
    ]


def test_tables_stand_two_by_two() -> None:
    assert [[table.number for table in pair] for pair in pairs(PLAN.tables)] == [[1, 2], [100]]


def test_standings_by_bp_show_all_there_is() -> None:
    shape = standings_shape(STANDINGS)
    assert shape.who == (Shown("pořadí", "number"), Shown("č.", "number"), Shown("hráč", "who"))
    assert shape.part == ("ZB", "PB", "SB", "BP")
    assert shape.total == ("zisk Kč", "ZB", "PB", "tresty", "SB", "BP")
    assert shape.notes == ("Důvod opravy: překlep u stolu 3.",)
    assert shape.rows == (
        ShownRow(
            who=(Shown("1.", "number rank"), Shown("7", "number"), Shown("Žák Ďáblík", "who")),
            club="K2 Praha",
            remark="",
            parts=NUMBERS,
            totals=numbers(f"+1{NBSP}234,40", f"+1{NBSP}234", "+35", "", f"+1{NBSP}269", "26,5"),
        ),
        ShownRow(
            who=(Shown("2.", "number rank"), Shown("8", "number"), Shown(LONG_NAME, "who")),
            club="K2 Praha",
            remark="odstoupení",
            parts=NUMBERS,
            totals=numbers("−0,60", "−1", "+35", "−10", "−11", "3"),
        ),
    )


def test_standings_by_sb_without_penalties_leave_their_column_out() -> None:
    row = replace(ROW, withdrawn=True)
    shape = standings_shape(replace(with_rows(row, order="sb"), notes=()))
    assert (shape.part, shape.total) == (("ZB", "PB", "BP", "SB"), ("zisk Kč", "ZB", "PB", "BP", "SB"))
    assert shape.rows[0].remark == "odstoupení"
    assert shape.notes == ()


def test_only_what_changed_is_marked() -> None:
    """S49: a cell of the player, not his line and nobody else's."""
    changes = {ROW.number: frozenset({"sb", "rank", "1.sb", "2.zb"})}
    shape = standings_shape(replace(STANDINGS, changes=changes))
    cells = {
        row.who[1].text: [
            one.text
            for one in (*row.who, *(cell for part in row.parts for cell in part), *row.totals)
            if one.changed
        ]
        for row in shape.rows
    }
    assert cells == {"7": ["1.", "+7", f"+1{NBSP}269"], "8": []}
    assert shape.notes[-1] == "Podbarvené údaje se proti předchozí verzi změnily."


def test_abbreviations_are_explained_in_the_order_of_columns() -> None:
    assert [short for short, _words in standings_shape(STANDINGS).legend] == ["ZB", "PB", "SB", "BP"]


@pytest.mark.parametrize(
    ("rounds", "columns", "small"),
    [(1, ("ZB", "PB", "SB", "BP"), False), (4, ("ZB", "PB", "SB", "BP"), True), (5, ("SB", "BP"), True)],
)
def test_many_rounds_show_only_what_decides(rounds: int, columns: tuple[str, ...], small: bool) -> None:
    row = replace(ROW, rounds=ROW.rounds[:1] * rounds)
    shape = standings_shape(with_rows(row, parts=("kolo",) * rounds))
    assert (shape.part, shape.small) == (columns, small)
