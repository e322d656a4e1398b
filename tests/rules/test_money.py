"""Haléře, whole crowns and how they are written (section E, R-001)."""

from typing import NamedTuple

import pytest

from rules import InvalidMoney, Problem, check_agreed_crowns, format_crowns, format_points, split, to_crowns


@pytest.mark.parametrize(
    ("amount", "shares", "parts"),
    [(0, 2, (0, 0)), (7, 2, (4, 3)), (-7, 2, (-4, -3)), (10, 3, (4, 3, 3)), (11, 3, (4, 4, 3)), (5, 1, (5,))],
)
def test_split(amount: int, shares: int, parts: tuple[int, ...]) -> None:
    assert split(amount, shares) == parts
    assert sum(parts) == amount


def test_split_among_nobody() -> None:
    with pytest.raises(ValueError, match="aspoň jednoho plátce, dostal jsem 0"):
        split(10, 0)


class Rounding(NamedTuple):
    id: str
    money: dict[str, int]
    crowns: dict[str, int]


ROUNDINGS = [
    Rounding("ties by seat", {"A": 50, "B": 50, "C": -100}, {"A": 1, "B": 0, "C": -1}),
    Rounding("seat order, not the alphabet", {"Z": 50, "A": 50, "C": -100}, {"Z": 1, "A": 0, "C": -1}),
    Rounding("whole crowns stay", {"A": 300, "B": -200, "C": -100}, {"A": 3, "B": -2, "C": -1}),
    Rounding("three missing", {"A": 99, "B": 99, "C": 99, "D": -297}, {"A": 1, "B": 1, "C": 1, "D": -3}),
    Rounding("a haléř", {"A": 1, "B": -1, "C": 0}, {"A": 0, "B": 0, "C": 0}),
]


@pytest.mark.parametrize("case", ROUNDINGS, ids=lambda case: case.id)
def test_largest_remainder(case: Rounding) -> None:
    crowns = to_crowns(case.money)
    assert crowns == case.crowns
    assert list(crowns) == list(case.money)
    assert check_agreed_crowns(case.money, crowns) == ()


def test_rounding_needs_a_sum_of_zero() -> None:
    with pytest.raises(InvalidMoney) as refused:
        to_crowns({"A": 51, "B": -50})
    assert refused.value.problems == (
        Problem("", "sum_not_zero", "Součet výsledků musí být nula, je 0,01\xa0Kč."),
    )


class Agreed(NamedTuple):
    id: str
    crowns: dict[str, int]
    problems: list[tuple[str, str]]


EXACT = {"A": 150, "B": -99, "C": -51}
AGREEMENTS = [
    Agreed("as proposed", {"A": 1, "B": -1, "C": 0}, []),
    Agreed("the other way", {"A": 2, "B": -1, "C": -1}, []),
    Agreed("in another order", {"C": -1, "B": -1, "A": 2}, []),
    Agreed("a crown away", {"A": 1, "B": 0, "C": -1}, []),
    Agreed("too far up and down", {"A": 3, "B": -2, "C": -1}, [("A", "too_far"), ("B", "too_far")]),
    Agreed("sum", {"A": 2, "B": -1, "C": 0}, [("", "sum_not_zero")]),
    Agreed("somebody missing", {"A": 1, "B": -1}, [("", "other_players")]),
    Agreed("somebody else", {"A": 1, "B": -1, "X": 0}, [("", "other_players")]),
]


@pytest.mark.parametrize("case", AGREEMENTS, ids=lambda case: case.id)
def test_agreed_crowns(case: Agreed) -> None:
    problems = check_agreed_crowns(EXACT, case.crowns)
    assert [(problem.path, problem.code) for problem in problems] == case.problems


def test_what_is_said_of_a_whole_table() -> None:
    assert check_agreed_crowns(EXACT, {"A": 2, "B": -1, "C": 0}) == (
        Problem("", "sum_not_zero", "Součet zaokrouhlených výsledků musí být nula, je 1,00\xa0Kč."),
    )
    assert check_agreed_crowns(EXACT, {"A": 1, "B": -1}) == (
        Problem("", "other_players", "Zaokrouhlené výsledky musí mít právě hráči tohoto stolu."),
    )


def test_less_than_a_crown_from_a_large_result() -> None:
    """A hundred crowns, so that a percent of a crown would show."""
    assert check_agreed_crowns({"A": 10_001, "B": -10_001}, {"A": 101, "B": -101}) == ()
    assert check_agreed_crowns({"A": 9_901, "B": -9_901}, {"A": 100, "B": -100}) == ()
    wrong = check_agreed_crowns({"A": 9_900, "B": -9_900}, {"A": 100, "B": -100})
    assert [problem.path for problem in wrong] == ["A", "B"]


@pytest.mark.parametrize(
    ("points", "plain", "signed"),
    [
        (0, "0", "0"),
        (7, "7", "+7"),
        (-7, "−7", "−7"),
        (1_234_567, "1\xa0234\xa0567", "+1\xa0234\xa0567"),
        (-1_234, "−1\xa0234", "−1\xa0234"),
    ],
)
def test_points(points: int, plain: str, signed: str) -> None:
    assert (format_points(points), format_points(points, sign=True)) == (plain, signed)


def test_exactly_one_crown_away_is_too_far() -> None:
    problems = check_agreed_crowns({"A": 100, "B": -100}, {"A": 0, "B": 0})
    assert [problem.text for problem in problems] == [
        "A: 0\xa0Kč je o korunu nebo víc jinde než přesných 1,00\xa0Kč; "
        "dohodnout se lze jen na méně než korunu od přesného výsledku.",
        "B: 0\xa0Kč je o korunu nebo víc jinde než přesných −1,00\xa0Kč; "
        "dohodnout se lze jen na méně než korunu od přesného výsledku.",
    ]


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0,00\xa0Kč"),
        (5, "0,05\xa0Kč"),
        (-5, "−0,05\xa0Kč"),
        (99999, "999,99\xa0Kč"),
        (100000, "1\xa0000,00\xa0Kč"),
        (-123456789, "−1\xa0234\xa0567,89\xa0Kč"),
    ],
)
def test_format(amount: int, text: str) -> None:
    assert format_crowns(amount) == text


@pytest.mark.parametrize(("amount", "text"), [(0, "0,00"), (5, "+0,05"), (-5, "−0,05")])
def test_format_with_sign(amount: int, text: str) -> None:
    assert format_crowns(amount, sign=True) == f"{text}\xa0Kč"
