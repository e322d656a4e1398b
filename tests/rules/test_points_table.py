"""Bodovací tabulky as published, the rows they propose, and the sheet a person fills in (R-020)."""

from typing import Any, NamedTuple

import pytest

from rules import InvalidTable, RulesError, parse_hand, settle
from rules.points_sheet import COLUMNS, HEADINGS, table_from_json, table_from_sheet, table_to_sheet
from rules.points_table import Facts, PointsTable, Row, facts_of, find_points_table, points_table_ids, propose
from tests.rules.records import Record, four, three

CSM = find_points_table("csm-2014")
SLOAPSLAM = find_points_table("sloapslam-2010")

# The published figures, written down once more from the sources: with the lead, without it.
FIGURES: dict[str, dict[str, tuple[int | None, int | None]]] = {
    "csm-2014": {
        "sedma.3": (7, 10),
        "sedma.2": (14, 20),
        "sedma.1": (20, 28),
        "sto.4.plain": (8, 8),
        "sto.3.plain": (16, 16),
        "sto.5.neither": (10, 12),
        "sto.4.both": (0, 10),
        "sto.4.no_ten": (10, 12),
        "sto.4.no_ace": (12, 18),
        "sto.4.neither": (24, 30),
        "sto.3.both": (26, 32),
        "sto.3.no_ten": (26, 32),
        "sto.3.no_ace": (32, 40),
        "sto.3.neither": (40, 55),
        "sto.2.both": (50, 60),
        "sto.2.no_ten": (60, 70),
        "sto.2.no_ace": (70, 80),
        "sto.2.neither": (60, 70),
        "sto.1.ace": (80, 100),
        "sto.1.ten": (100, None),
    },
    "sloapslam-2010": {
        "sedma.3": (5, 7),
        "sedma.2": (10, 14),
        "sedma.1": (20, 28),
        "sto.5.neither": (9, 12),
        "sto.4.plain": (8, 8),
        "sto.3.plain": (16, 16),
        "sto.2.plain": (32, 32),
        "sto.1.plain": (64, 64),
        "sto.4.both": (0, 10),
        "sto.4.no_ten": (10, 12),
        "sto.4.no_ace": (12, 16),
        "sto.4.neither": (18, 24),
        "sto.3.both": (16, 20),
        "sto.3.no_ten": (20, 24),
        "sto.3.no_ace": (24, 32),
        "sto.3.neither": (36, 48),
        "sto.2.both": (32, 40),
        "sto.2.no_ten": (40, 48),
        "sto.2.no_ace": (48, 64),
        "sto.2.neither": (72, 96),
        "sto.1.ace": (80, 96),
        "sto.1.ten": (96, 128),
        "sto_sedma.half": (None, None),
        "betl.ace": (10, 10),
        "betl.six": (5, 5),
        "betl.flek": (5, 5),
        "durch.suit": (10, 10),
        "durch.flek": (10, 10),
        "dve_sedmy.helpers4": (20, 24),
        "dve_sedmy.helpers4.sto": (24, 30),
        "dve_sedmy.trumps4": (30, 45),
        "dve_sedmy.trumps4.sto": (40, 60),
    },
}


@pytest.mark.parametrize("table_id", FIGURES)
def test_published_figures(table_id: str) -> None:
    table = find_points_table(table_id)
    assert {row.id: (row.s, row.bez) for row in table.rows} == FIGURES[table_id]
    assert table.version == 1
    assert table.source
    assert table.date


def test_the_published_tables_are_listed() -> None:
    assert points_table_ids() == tuple(sorted(FIGURES))


@pytest.mark.parametrize(
    ("table_id", "version", "message"),
    [
        ("x", None, "Bodovací tabulku „x“ neznám; na výběr jsou csm-2014, sloapslam-2010"),
        ("csm-2014", 2, "nemá verzi 2"),
    ],
)
def test_unknown_table(table_id: str, version: int | None, message: str) -> None:
    with pytest.raises(RulesError, match=message) as caught:
        find_points_table(table_id, version=version)
    assert caught.value.code == "unknown_points_table"


class Case(NamedTuple):
    id: str
    table: PointsTable
    facts: Facts
    rows: list[tuple[str, str, int]]
    needs: tuple[str, ...] = ()
    text: str = ""


def facts(contract: str, *won: str, lead: bool = True, **known: Any) -> Facts:
    return Facts(contract, "A", frozenset(won), lead, **known)


NO_ROW = "Tabulka pro tuto hru žádný řádek nemá; body lze zapsat ručně."
NOT_SHOWN = f"{NO_ROW} Řádky pro betl, durch, dvě sedmy, fleky a mínusové body žádný opis tabulky neukazuje."
CASES = [
    Case(
        "sedma on 2 trumps with the lead",
        CSM,
        facts("sedma", "hra", "sedma", trumps=2),
        [("sedma.2", "A", 14)],
    ),
    Case("without it", CSM, facts("sedma", "sedma", lead=False, trumps=2), [("sedma.2", "A", 20)]),
    Case("sedma lost", CSM, facts("sedma", "hra", trumps=2), [], text=NO_ROW),
    Case("sedma on 4 trumps", CSM, facts("sedma", "hra", "sedma", trumps=4), [], text=NO_ROW),
    Case(
        "trumps not said",
        CSM,
        facts("sedma", "sedma"),
        [],
        ("trumps",),
        "K návrhu bodů chybí: počet trumfů aktéra.",
    ),
    Case(
        "sto on 3 trumps and a plain hláška",
        CSM,
        facts("sto", "sto", trumps=3, tops="no_ace", marriage="plain"),
        [("sto.3.plain", "A", 16), ("sto.3.no_ace", "A", 32)],
    ),
    Case(
        "a trump hláška",
        CSM,
        facts("sto", "sto", trumps=3, tops="no_ace", marriage="trump"),
        [("sto.3.no_ace", "A", 32)],
    ),
    Case(
        "a row of 0 points",
        CSM,
        facts("sto", "sto", trumps=4, tops="both", marriage="trump"),
        [],
        text=NO_ROW,
    ),
    Case(
        "sto on 4 trumps, nothing else said",
        CSM,
        facts("sto", "sto", trumps=4),
        [],
        ("marriage", "tops"),
        "K návrhu bodů chybí: hláška, na které sto stojí, trumfové eso a desítka v ruce aktéra.",
    ),
    Case(
        "7 trumps without tens",
        CSM,
        facts("sto", "sto", trumps=7, tops="neither", marriage="trump"),
        [("sto.5.neither", "A", 10)],
    ),
    Case(
        "7 trumps: SloapSlam says 5 or 6",
        SLOAPSLAM,
        facts("sto", "sto", trumps=7, tops="neither", marriage="trump"),
        [],
        text=NO_ROW,
    ),
    Case(
        "1 trump, the ten",
        CSM,
        facts("sto", "sto", trumps=1, tops="no_ace", marriage="trump"),
        [("sto.1.ten", "A", 100)],
    ),
    Case(
        "1 trump, the ten, without the lead: cut off",
        CSM,
        facts("sto", "sto", lead=False, trumps=1, tops="no_ace", marriage="trump"),
        [],
        text="Tabulka neuvádí hodnotu řádku „sto na 1 trumf – desítka“; body lze zapsat ručně.",
    ),
    Case(
        "1 trump, neither",
        CSM,
        facts("sto", "sto", trumps=1, tops="neither", marriage="trump"),
        [],
        text=NO_ROW,
    ),
    Case(
        "sto in 2x7: only the plain hláška is published",
        CSM,
        facts("dve_sedmy_sto", "dve_sedmy", "sto", trumps=4, tops="no_ace", marriage="plain"),
        [("sto.4.plain", "A", 8)],
    ),
    Case(
        "sto a sedma, both made: half on top",
        SLOAPSLAM,
        facts("sto_sedma", "sto", "sedma", trumps=3, tops="no_ten", marriage="plain"),
        [("sto.3.plain", "A", 16), ("sto.3.no_ten", "A", 20), ("sto_sedma.half", "A", 18)],
    ),
    Case(
        "sto a sedma, sedma lost: no half",
        SLOAPSLAM,
        facts("sto_sedma", "sto", trumps=3, tops="no_ten", marriage="trump"),
        [("sto.3.no_ten", "A", 20)],
    ),
    Case(
        "betl, two aces, on a six",
        SLOAPSLAM,
        facts("betl", "betl", lead=False, aces=2, six=True),
        [("betl.ace", "A", 20), ("betl.six", "A", 5)],
    ),
    Case("betl, no ace", SLOAPSLAM, facts("betl", "betl", lead=False, aces=0, six=False), [], text=NO_ROW),
    Case(
        "betl, nothing said",
        SLOAPSLAM,
        facts("betl", "betl", lead=False),
        [],
        ("aces", "six"),
        "K návrhu bodů chybí: počet chytajících es, zda se betl hrál na šesteráka s chytákem v jedné barvě.",
    ),
    Case(
        "betl lost, flek on three suits",
        SLOAPSLAM,
        facts("betl", flekker="B", flekker_suits=3),
        [("betl.flek", "B", 5)],
    ),
    Case(
        "betl lost, flek on four suits",
        SLOAPSLAM,
        facts("betl", flekker="B", flekker_suits=4),
        [],
        text=NO_ROW,
    ),
    Case(
        "durch, two suits not ložené", SLOAPSLAM, facts("durch", "durch", suits=2), [("durch.suit", "A", 20)]
    ),
    Case(
        "durch lost, flek on two suits",
        SLOAPSLAM,
        facts("durch", flekker="C", flekker_suits=2),
        [("durch.flek", "C", 10)],
    ),
    Case(
        "2x7 on 4 trumps and 4 helpers",
        SLOAPSLAM,
        facts("dve_sedmy", "dve_sedmy", lead=False, trumps=4, helpers=4),
        [("dve_sedmy.helpers4", "A", 24), ("dve_sedmy.trumps4", "A", 45)],
    ),
    Case(
        "2x7 and sto on 4 trumps",
        SLOAPSLAM,
        facts("dve_sedmy_sto", "dve_sedmy", "sto", trumps=4, helpers=3),
        [("dve_sedmy.trumps4.sto", "A", 40)],
    ),
    Case("2x7 in a table that has none", CSM, facts("dve_sedmy", "dve_sedmy", trumps=2), [], text=NO_ROW),
    Case("hra", CSM, facts("hra", "hra", trumps=5), [], text=NO_ROW),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_proposals(case: Case) -> None:
    proposals = propose(case.table, case.facts)
    assert [(p.row.id, p.to, p.points) for p in proposals.rows] == case.rows
    text = NOT_SHOWN if case.table is CSM and case.text == NO_ROW else case.text
    assert (proposals.needs, proposals.text) == (case.needs, text)


def test_own_rows_join_the_published_ones() -> None:
    replaced = CSM.rows[0]._replace(s=9)
    own = PointsTable("own", 1, "Naše", "výbor", "2026", (replaced, Row("betl.own", "betl", bez=10)))
    joined = CSM.joined(own)
    assert joined.rows == (replaced, *CSM.rows[1:], Row("betl.own", "betl", bez=10))
    assert joined.own == (replaced.id, "betl.own")
    assert joined._replace(rows=CSM.rows, own=()) == CSM
    assert joined.beside(CSM) == own.rows


GAPS: dict[str, tuple[list[Row], str]] = {
    "nothing joined": ([], "betl, durch, dvě sedmy, fleky a mínusové body"),
    "betl": ([Row("b", "b", s=1, contracts=("betl",))], "durch, dvě sedmy, fleky a mínusové body"),
    "points of a flekker are no points of betl": (
        [Row("b", "b", s=1, to="flekker", contracts=("betl",))],
        "betl, durch, dvě sedmy a mínusové body",
    ),
    "minus points are no points for a flek": (
        [Row("b", "b", bez=-5, to="flekker", contracts=("betl",))],
        "betl, durch, dvě sedmy a fleky",
    ),
    "a flek on a ložená game": (
        [Row("b", "b", s=5, to="flekker", lozena=True, contracts=("hra",))],
        "betl, durch, dvě sedmy a fleky",
    ),
    "all": (
        [
            Row("b", "b", s=1, contracts=("betl", "durch", "dve_sedmy")),
            Row("f", "f", s=1, to="flekker", contracts=("hra",)),
            Row("m", "m", s=-1, to="flekker", contracts=("hra",)),
        ],
        "",
    ),
}


@pytest.mark.parametrize(("rows", "names"), GAPS.values(), ids=GAPS)
def test_what_is_missing_until_somebody_joins_it(rows: list[Row], names: str) -> None:
    joined = CSM.joined(PointsTable("own", 1, "Naše", "výbor", "2026", tuple(rows)))
    text = f"Řádky pro {names} žádný opis tabulky neukazuje." if names else ""
    assert joined.missing_text == text
    assert joined.gaps == CSM.gaps
    assert SLOAPSLAM.missing_text == ""


@pytest.mark.parametrize("gaps", ["betl", ["hra"], [["betl"]], [1], None, {}])
def test_gaps_are_a_list_of_what_can_be_missing(gaps: Any) -> None:
    with pytest.raises(InvalidTable, match="gaps"):
        table_from_json(CSM.to_json() | {"gaps": gaps})


class Told(NamedTuple):
    id: str
    record: Record
    facts: dict[str, Any]


TOLD = [
    Told(
        "forhont at four sits after the dealer",
        four("sedma"),
        {"lead": True, "won": frozenset({"hra", "sedma"})},
    ),
    Told("the prostřední has no lead", four("sedma", dealer="C"), {"lead": False}),
    Told("forhont at three", three("sto", trumps=4), {"lead": True, "trumps": 4, "marriage": None}),
    Told("betl has no trumps", three("betl"), {"lead": False, "won": frozenset({"betl"})}),
    Told("lost by a renonc", four("sedma", renonce=[{"by": "A", "article": "C1"}]), {"won": frozenset()}),
    Told(
        "won by a renonc",
        four("sedma", renonce=[{"by": "B", "article": "C1"}]),
        {"won": frozenset({"hra", "sedma"})},
    ),
    Told(
        "sto on the trump hláška",
        three("sto", outcome=None, points={"declarer_cards": 70, "declarer_marriages": [20, 40]}),
        {"marriage": "trump"},
    ),
    Told(
        "sto on the first hláška",
        three(
            "sto",
            rulebook={"base": "csm", "sto_marriage": "first"},
            outcome=None,
            points={"declarer_cards": 80, "declarer_marriages": [20, 40]},
        ),
        {"marriage": "plain"},
    ),
    Told("no flek", four("betl"), {"flekker": None, "fleks": 0, "lozena": False}),
    Told(
        "B/16 the first flekker again, until the other joined",
        four("betl", fleks={"betl": ["B", "A", "B", "A"]}, lozena=["betl"]),
        {"flekker": "B", "fleks": 2, "lozena": True},
    ),
    Told(
        "B/16 the other joined",
        four("betl", fleks={"betl": ["B", "A", "C", "A"]}),
        {"flekker": "B", "fleks": 1},
    ),
]


@pytest.mark.parametrize("case", TOLD, ids=lambda case: case.id)
def test_facts_of_a_hand(case: Told) -> None:
    hand = parse_hand(case.record)
    told = facts_of(hand, settle(hand))._asdict()
    assert {name: told[name] for name in case.facts} == case.facts


def test_minus_points_of_an_own_table() -> None:
    """A row for a flek on a ložená hra, as an organiser may add it: every flek of the first flekker."""
    row = Row(
        "betl.lozena", "flek na ložený betl", -10, -10, "flekker", "fleks", ("betl",), ("betl",), lozena=True
    )
    table = CSM._replace(rows=(row,))
    for lozena, points in ((["betl"], [-20]), ([], [])):
        hand = parse_hand(four("betl", fleks={"betl": ["B", "A", "B"]}, lozena=lozena))
        assert [proposal.points for proposal in propose(table, facts_of(hand, settle(hand))).rows] == points


def read(cells: list[list[Any]]) -> PointsTable:
    return table_from_sheet(cells, table_id="own", version=1, name="Naše", source="klub", date="2025")


@pytest.mark.parametrize("table", [CSM, SLOAPSLAM], ids=lambda table: table.id)
def test_sheet_and_json_round_trip(table: PointsTable) -> None:
    sheet = table_to_sheet(table)
    assert [len(line) for line in sheet] == [len(COLUMNS)] * (len(table.rows) + 1)
    assert read(sheet).rows == table.rows
    assert table_from_json(table.to_json()) == table


def test_sheet_filled_in_by_a_person() -> None:
    """Columns in another order and case, numbers as text or floats, words with spaces, blank rows."""
    table = read(
        [
            ["řádek", "KÓD", "Bez výnosu", " S výnosem ", "Závazky", "Trumfy od", None],
            ["sedma na 2", "sedma.2", "20", 14.0, " Sedma ,sto a sedma", "2", None],
            [None, " ", "", None],
            ["minus", "betl.minus", "−5", "-5", "betl", None],
        ]
    )
    assert table == PointsTable(
        "own",
        1,
        "Naše",
        "klub",
        "2025",
        (
            Row("sedma.2", "sedma na 2", 14, 20, contracts=("sedma", "sto_sedma"), trumps_from=2),
            Row("betl.minus", "minus", -5, -5, contracts=("betl",)),
        ),
    )


HEADS = list(HEADINGS[:7])


class Broken(NamedTuple):
    id: str
    cells: list[list[Any]]
    problems: list[tuple[str, str]]


BROKEN = [
    Broken("empty", [], [("A1", "missing_column"), ("", "no_rows")]),
    Broken("no rows", [HEADS], [("", "no_rows")]),
    Broken("missing column", [["Kód", "Řádek", "Závazky"], ["x", "y", "hra"]], [("A1", "missing_column")]),
    Broken(
        "unknown column", [[*HEADS, "Barva"], ["x", "y", 1, 1, None, None, "hra"]], [("H1", "unknown_column")]
    ),
    Broken(
        "column twice", [[*HEADS, "kód"], ["x", "y", 1, 1, None, None, "hra"]], [("H1", "duplicate_column")]
    ),
    Broken(
        "cells of a row",
        [HEADS, ["", None, "mnoho", 1.5, "soused", "trumfů", "poker"]],
        [
            ("E2", "unknown_word"),
            ("F2", "unknown_word"),
            ("G2", "unknown_word"),
            ("A2", "missing_text"),
            ("B2", "missing_text"),
            ("C2", "wrong_number"),
            ("D2", "wrong_number"),
            ("G2", "missing_contract"),
        ],
    ),
    Broken(
        "too many points",
        [HEADS, ["x", "y", 1001, -1001, None, None, "hra"]],
        [("C2", "wrong_number"), ("D2", "wrong_number")],
    ),
    Broken("truth is no number", [HEADS, ["x", "y", True, 1, None, None, "hra"]], [("C2", "wrong_number")]),
    Broken(
        "two receivers", [HEADS, ["x", "y", 1, 1, "aktér, flekující", None, "hra"]], [("E2", "unknown_word")]
    ),
    Broken(
        "the same row twice",
        [HEADS, ["x", "y", 1, 1, None, None, "hra"], [None], ["x", "z", 1, 1, None, None, "hra"]],
        [("A4", "duplicate_row")],
    ),
]


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.id)
def test_errors_by_cell(case: Broken) -> None:
    with pytest.raises(InvalidTable) as caught:
        read(case.cells)
    assert [(problem.path, problem.code) for problem in caught.value.problems] == case.problems


ROW = {"id": "x", "text": "y", "contracts": ["hra"]}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"id": 1}, "id"),
        ({"version": True}, "version"),
        ({"name": None}, "name"),
        ({"rows": []}, ""),
        ({"rows": 7}, ""),
        ({"rows": [7]}, "rows[0]"),
        ({"rows": [ROW | {"x": 1}]}, "rows[0]"),
        ({"rows": [ROW | {"s": "1"}]}, "rows[0].s"),
        ({"rows": [ROW | {"contracts": "hra"}]}, "rows[0].contracts"),
        ({"rows": [ROW | {"won": [["hra"]]}]}, "rows[0].won"),
        ({"rows": [ROW | {"six": 1}]}, "rows[0].six"),
        ({"rows": [ROW | {"times": None}]}, "rows[0].times"),
        ({"rows": [ROW, ROW]}, "rows[1].id"),
        ({"rows": [ROW | {"text": "\ud800"}]}, "rows[0].text"),
    ],
)
def test_broken_json(change: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidTable) as caught:
        table_from_json(CSM.to_json() | change)
    assert caught.value.problems[0].path == path
