"""Layout of the lists for the wall and of standings."""

from dataclasses import replace

import pytest

from tests.tournament.lib.samples import LONG_NAME, PLAN, ROW, STANDINGS
from tournament.lib.list_layout import ShownRow, pairs, people_by_name, standings_shape

NBSP = "\N{NO-BREAK SPACE}"


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
    assert shape.round_columns == ("ZB", "PB", "SB", "BP")
    assert shape.total_columns == ("zisk Kč", "ZB", "PB", "tresty", "SB", "BP")
    assert shape.notes == ("Důvod opravy: překlep u stolu 3.",)
    assert shape.rows == (
        ShownRow(
            rank="1.",
            number=7,
            name="Žák Ďáblík",
            club="K2 Praha",
            remark="",
            changed=False,
            rounds=(("+12", "−5", "+7", "13"), ("–", "–", "–", "–")),
            totals=(f"+1{NBSP}234,40", f"+1{NBSP}234", "+35", "", f"+1{NBSP}269", "26,5"),
        ),
        ShownRow(
            rank="2.",
            number=8,
            name=LONG_NAME,
            club="K2 Praha",
            remark="odstoupil(a)",
            changed=False,
            rounds=(("+12", "−5", "+7", "13"), ("–", "–", "–", "–")),
            totals=("−0,60", "−1", "+35", "−10", "−11", "3"),
        ),
    )


def test_standings_by_sb_without_bp_and_penalties_leave_their_columns_out() -> None:
    row = replace(ROW, bp=None, rounds=(replace(ROW.rounds[0], bp=None), None), changed=True, withdrawn=True)
    shape = standings_shape(replace(STANDINGS, rows=(row,), order="sb", notes=()))
    assert (shape.round_columns, shape.total_columns) == (("ZB", "PB", "SB"), ("zisk Kč", "ZB", "PB", "SB"))
    assert (shape.rows[0].remark, shape.rows[0].changed) == ("odstoupil(a)", True)
    assert shape.notes == ("Podbarvené řádky se proti předchozí verzi změnily.",)


@pytest.mark.parametrize(
    ("rounds", "columns", "small"),
    [(1, ("ZB", "PB", "SB", "BP"), False), (4, ("ZB", "PB", "SB", "BP"), True), (5, ("SB", "BP"), True)],
)
def test_many_rounds_show_only_what_decides(rounds: int, columns: tuple[str, ...], small: bool) -> None:
    row = replace(ROW, rounds=ROW.rounds[:1] * rounds)
    shape = standings_shape(replace(STANDINGS, rounds=("kolo",) * rounds, rows=(row,)))
    assert (shape.round_columns, shape.small) == (columns, small)
