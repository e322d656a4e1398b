"""One description of the columns of standings: what it says is what every output shows."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from openpyxl import load_workbook

from scoring import columns, exports
from scoring.columns import STANDINGS, Column, Kind, listing_of
from scoring.printing.contents import standings_print
from scoring.printing.lists import standings_shape
from scoring.selectors.standings import RoundFigures, StandingRow, Standings
from scoring.tables import standings_table
from tournament.models import Tournament

NBSP = "\N{NO-BREAK SPACE}"

FIGURES = RoundFigures(round=1, table=3, money=1_240, zb=12, premium=-5, sb=7, rank=2, bp=1_350)
ROW = StandingRow(
    rank=2,
    number=7,
    name="=Žák Ďáblík",
    club="K2 Praha",
    team="Esa",
    money=-123_440,
    zb=1_234,
    premium=35,
    penalty=-10,
    sb=1_259,
    bp=2_633,
    withdrawn=False,
    rounds=(FIGURES, None),
    penalties=("napomenutí: křik", "−10 bodů: pozdní příchod"),
)
WHY = "napomenutí: křik; −10 bodů: pozdní příchod"
SHOWN = Standings(round=2, rounds=(1, 2), order="bp", rows=(ROW,), notes=())


def page(standings: Standings) -> tuple[list[str], list[str]]:
    table = standings_table(standings, {})
    cells = [re.sub(r"<[^>]+>", "|", cell) for cell in table.rows[0].cells]
    return [words for words, _head, _cell in table.headings], cells


def text(standings: Standings) -> tuple[list[str], list[str]]:
    headings, cells = csv.reader(io.StringIO(exports.standings_csv(standings)[1:]), delimiter=";")
    return headings, cells


def workbook(standings: Standings) -> tuple[list[str], list[Any]]:
    book = load_workbook(io.BytesIO(exports.standings_workbook(Tournament(name="T"), standings)))
    _title, headings, cells = book.worksheets[0].iter_rows(values_only=True)
    return list(headings), list(cells)


def records(standings: Standings) -> tuple[list[str], list[Any]]:
    [row] = json.loads(exports.standings_json(standings))
    rounds = row.pop("rounds")
    return [*row, *rounds[0]], [*row.values(), *rounds[0].values()]


def paper(standings: Standings) -> tuple[list[str], list[str]]:
    shape = standings_shape(standings_print(Tournament(name="T"), standings))
    [row] = shape.rows
    headings = [*(one.text for one in shape.who), *shape.part * len(standings.rounds), *shape.total]
    return headings, [
        *(one.text for one in row.who),
        *(one.text for part in row.parts for one in part),
        *(one.text for one in row.totals),
    ]


OUTPUTS: dict[str, Callable[[Standings], tuple[list[str], list[Any]]]] = {
    "page": page,
    "csv": text,
    "xlsx": workbook,
    "json": records,
    "paper": paper,
}

FILE_HEADINGS = [
    *("Pořadí", "Číslo", "Jméno", "Klub"),
    *(f"{n}. kolo {word}" for n in (1, 2) for word in ("stůl", "zisk", "ZB", "PB", "SB", "pořadí", "BP")),
    *("Zisk", "ZB", "PB", "Tresty", "Za co tresty", "SB", "BP"),
]

WRITTEN: dict[str, tuple[list[str], list[Any]]] = {
    "page": (
        ["Místo", "Hráč", "Klub", "1. kolo", "2. kolo", "Zisk", "ZB", "PB", "Trest", "SB", "BP"],
        [
            "2.",
            "=Žák Ďáblík |č. 7| |||Podrobnosti|||",
            "K2 Praha",
            "|7||12 − 5||2. místo v kole||u stolu 3|",
            "–",
            f"|−1{NBSP}234,40|",
            f"+1{NBSP}234",
            "35",
            f"−10|{WHY}|",
            f"1{NBSP}259",
            "26,33",
        ],
    ),
    "csv": (
        FILE_HEADINGS,
        [
            *("2", "7", "'=Žák Ďáblík", "K2 Praha"),
            *("3", "12,40", "12", "-5", "7", "2", "13,50"),
            *[""] * 7,
            *("-1234,40", "1234", "35", "-10", WHY, "1259", "26,33"),
        ],
    ),
    "xlsx": (
        FILE_HEADINGS,
        [
            *(2, 7, "=Žák Ďáblík", "K2 Praha"),
            *(3, 12.4, 12, -5, 7, 2, 13.5),
            *[None] * 7,
            *(-1234.4, 1234, 35, -10, WHY, 1259, 26.33),
        ],
    ),
    "json": (
        [
            *("rank", "number", "name", "club", "money", "zb", "pb", "penalty", "sb", "bp"),
            *("round", "table", "money", "zb", "pb", "sb", "rank", "bp"),
        ],
        [
            *(2, 7, "=Žák Ďáblík", "K2 Praha", -123440, 1234, 35, -10, 1259, 26.33),
            *(1, 3, 1240, 12, -5, 7, 2, 13.5),
        ],
    ),
    "paper": (
        [
            *("pořadí", "č.", "hráč"),
            *("ZB", "PB", "SB", "BP") * 2,
            *("zisk Kč", "ZB", "PB", "tresty", "SB", "BP"),
        ],
        [
            *("2.", "7", "=Žák Ďáblík"),
            *("+12", "−5", "+7", "13,5"),
            *("–", "–", "–", "–"),
            *(f"−1{NBSP}234,40", f"+1{NBSP}234", "+35", "−10", f"+1{NBSP}259", "26,33"),
        ],
    ),
}


@pytest.mark.parametrize("output", OUTPUTS)
def test_every_output_writes_the_described_columns(output: str) -> None:
    assert OUTPUTS[output](SHOWN) == WRITTEN[output]


ADDED = {
    "who": Column("team", Kind.TEXT, page="Družstvo", file="Družstvo", paper="družstvo", json="team"),
    "part": Column("zb", Kind.CROWNS, page="Navíc", file="navíc", paper="navíc", json="more"),
    "total": Column("number", Kind.CROWNS, page="Navíc", file="Navíc", paper="navíc", json="more"),
}

EXPECTED: dict[str, dict[str, tuple[list[str], list[Any]]]] = {
    "who": {
        "page": (["Družstvo"], ["Esa"]),
        "csv": (["Družstvo"], ["Esa"]),
        "xlsx": (["Družstvo"], ["Esa"]),
        "json": (["team"], ["Esa"]),
        "paper": (["družstvo"], ["Esa"]),
    },
    "part": {
        "page": ([], ["|7||12 − 5||2. místo v kole||u stolu 3||Navíc +12|"]),
        "csv": (["1. kolo navíc", "2. kolo navíc"], ["12", ""]),
        "xlsx": (["1. kolo navíc", "2. kolo navíc"], [12, None]),
        "json": (["more"], [12]),
        "paper": (["navíc", "navíc"], ["+12", "–"]),
    },
    "total": {
        "page": (["Navíc"], ["+7"]),
        "csv": (["Navíc"], ["7"]),
        "xlsx": (["Navíc"], [7]),
        "json": (["more"], [7]),
        "paper": (["navíc"], ["+7"]),
    },
}


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize("where", ADDED)
def test_a_column_is_added_by_one_entry(where: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = OUTPUTS[output](SHOWN)
    columns_there = getattr(STANDINGS, where)
    monkeypatch.setattr(columns, "STANDINGS", replace(STANDINGS, **{where: (*columns_there, ADDED[where])}))

    after = OUTPUTS[output](SHOWN)

    assert (added(before[0], after[0]), added(before[1], after[1])) == EXPECTED[where][output]


def added(before: list[Any], after: list[Any]) -> list[Any]:
    """What stands in ``after`` beside what stood there before."""
    left = list(after)
    for one in before:
        if one in left:
            left.remove(one)
    return left


def test_a_rare_column_stands_only_where_somebody_has_something_in_it() -> None:
    without = replace(SHOWN, rows=(replace(ROW, penalty=0),))
    assert "Trest" not in page(without)[0]
    assert "tresty" not in paper(without)[0]
    assert "Tresty" in text(without)[0]


@pytest.mark.parametrize(("order", "last"), [("sb", ["BP", "SB"]), ("bp", ["SB", "BP"])])
def test_what_decides_stands_last(order: str, last: list[str]) -> None:
    assert page(replace(SHOWN, order=order))[0][-2:] == last
    assert paper(replace(SHOWN, order=order))[0][-2:] == last


def test_only_the_figures_that_changed_are_marked() -> None:
    """S49: in a cell with several figures of a round too."""
    table = standings_table(SHOWN, {7: frozenset({"sb", "rank", "1.zb", "2.sb"})})
    marked = {
        heading: re.findall(r'<span class="changed">([^<]*)</span>', cell)
        for (heading, _head, _look), cell in zip(table.headings, table.rows[0].cells, strict=True)
    }
    assert {heading: found for heading, found in marked.items() if found} == {
        "Místo": ["2."],
        "1. kolo": ["12"],
        "SB": [f"1{NBSP}259"],
    }
    assert (table.rows[0].id, table.rows[0].look) == ("hrac-7", "")


@pytest.mark.parametrize(("changed", "marks"), [({}, 0), ({7: frozenset({"1.zb"})}, 1), ({8: {"sb"}}, 0)])
def test_a_line_says_that_something_folded_away_in_it_was_corrected(changed: Any, marks: int) -> None:
    [row] = standings_table(SHOWN, changed).rows
    assert "".join(row.cells).count(">opraveno<") == marks


def test_abbreviations_of_the_page_are_explained() -> None:
    """By the columns that are there, in their order."""
    assert listing_of(SHOWN).legend("page") == [
        ("ZB", "ziskové body, zisk v celých korunách"),
        ("PB", "prémiové body"),
        ("SB", "soutěžní body, ZB a PB dohromady i s tresty"),
        ("BP", "body za pořadí v kole"),
    ]


def test_every_output_knows_every_kind() -> None:
    kinds = {column.kind for part in (STANDINGS.who, STANDINGS.part, STANDINGS.total) for column in part}
    assert kinds == set(Kind)
    assert set(exports.XLSX_KINDS) == set(Kind)
