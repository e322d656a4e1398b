"""Order of players, shared places and points for places."""

from typing import Any, NamedTuple

import pytest

from rules import RulesError, ranking


def test_shared_places_s32() -> None:
    totals = {"F": 5, "A": 10, "C": 7, "B": 10, "D": 7, "E": 7}
    ranked = ranking.rank(totals.items(), key=lambda row: (row[1],))
    assert ranked == [
        (1, ("A", 10)),
        (1, ("B", 10)),
        (3, ("C", 7)),
        (3, ("D", 7)),
        (3, ("E", 7)),
        (6, ("F", 5)),
    ]


class Player(NamedTuple):
    name: str
    sb: int
    zb: int
    best: int = 0
    bp: int = 0


@pytest.mark.parametrize(
    ("rows", "order"),
    [
        pytest.param([Player("a", 10, 5), Player("b", 20, 1)], [(1, "b"), (2, "a")], id="SB first"),
        pytest.param([Player("a", 10, 4), Player("b", 10, 5)], [(1, "b"), (2, "a")], id="then ZB"),
        pytest.param([Player("a", -10, 4), Player("b", -9, -5)], [(1, "b"), (2, "a")], id="losses"),
        pytest.param(
            [Player("a", 1, 1, 40), Player("b", 1, 1, 50)], [(1, "b"), (2, "a")], id="further criterion"
        ),
        pytest.param([Player("b", 1, 1, 5), Player("a", 1, 1, 5)], [(1, "b"), (1, "a")], id="equal on all"),
        pytest.param([], [], id="nobody"),
    ],
)
def test_round(rows: list[Player], order: list[tuple[int, str]]) -> None:
    ranked = ranking.rank(rows, key=lambda row: ranking.round_key(row.sb, row.zb, row.best))
    assert [(place, row.name) for place, row in ranked] == order


@pytest.mark.parametrize(("order", "first"), [("sb", "b"), ("bp", "a")])
def test_tournament_order(order: ranking.Order, first: str) -> None:
    rows = [Player("a", sb=10, zb=5, bp=2600), Player("b", sb=11, zb=4, bp=2500)]
    ranked = ranking.rank(rows, key=lambda r: ranking.tournament_key(order, sb=r.sb, zb=r.zb, bp=r.bp))
    assert [place for place, _ in ranked] == [1, 2]
    assert ranked[0][1].name == first


def test_bp_before_sb_before_zb_before_the_rest() -> None:
    key = ranking.tournament_key("bp", sb=3, zb=2, bp=1, further=(7, 8))
    assert key == (1, 3, 2, 7, 8)
    assert ranking.tournament_key("sb", sb=3, zb=2, bp=1, further=(7, 8)) == (3, 2, 7, 8)
    assert ranking.tournament_key("bp", sb=3, zb=2) == (0, 3, 2)


class Bp(NamedTuple):
    id: str
    places: list[int]
    options: dict[str, Any]
    points: list[int]


BP = [
    Bp("starters", [1, 2, 3, 4], {}, [400, 300, 200, 100]),
    Bp("nobody", [], {}, []),
    Bp("two share, average", [1, 1, 3], {}, [250, 250, 100]),
    Bp("three share, rounded down", [1, 1, 1], {"key": "fixed", "fixed": [10, 6, 3]}, [633, 633, 633]),
    Bp("three share, rounded up", [1, 1, 1], {"key": "fixed", "fixed": [10, 6, 4]}, [667, 667, 667]),
    Bp("two share, better", [1, 1, 3], {"shared": "better"}, [300, 300, 100]),
    Bp("a list too short", [1, 2, 3], {"key": "fixed", "fixed": [10]}, [1000, 0, 0]),
    Bp("a list too long", [1, 2], {"key": "fixed", "fixed": [10, 8, 6]}, [1000, 800]),
    Bp("share across the end of the list", [1, 2, 2], {"key": "fixed", "fixed": [10, 5]}, [1000, 250, 250]),
    Bp("superliga", [1, 2, 3], {"key": "superliga"}, [5000, 4900, 4800]),
    Bp(
        "superliga, 0,85 gives 42,5 and so 43",
        [1, 2],
        {"key": "superliga", "coefficient": "0,85"},
        [4300, 4200],
    ),
    Bp(
        "superliga, at least 1, none below",
        [1, 2, 3],
        {"key": "superliga", "coefficient": "0.04"},
        [200, 100, 0],
    ),
    Bp("superliga, tiny coefficient", [1, 2], {"key": "superliga", "coefficient": "0.001"}, [100, 0]),
]


@pytest.mark.parametrize("case", BP, ids=lambda case: case.id)
def test_points_for_places(case: Bp) -> None:
    assert ranking.bp_for_places(case.places, **case.options) == case.points


@pytest.mark.parametrize("coefficient", ["", "x", "0", "-1", "1/0", "nan"])
def test_coefficient(coefficient: str) -> None:
    with pytest.raises(RulesError, match="Koeficient soutěže musí být kladné číslo") as caught:
        ranking.bp_for_places([1], key="superliga", coefficient=coefficient)
    assert caught.value.code == "ranking"


@pytest.mark.parametrize(
    ("bp", "text"),
    [(0, "0"), (100, "1"), (10_000, "100"), (150, "1,5"), (333, "3,33"), (-50, "−0,5"), (5, "0,05")],
)
def test_format(bp: int, text: str) -> None:
    assert ranking.format_bp(bp) == text
