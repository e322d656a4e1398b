"""Stored and constructed designs: nobody meets twice, and as many rounds as are known."""

import pytest

from rules.seating.bounds import least_repeats, needed_meetings
from rules.seating.designs.known import (
    DATA,
    full_design,
    listed_design,
    longest_listed,
    shifted_pots,
    without_points,
)
from rules.seating.generator import Generator
from tests.rules.seating.counting import meetings, repeats

# Players at tables of four: rounds without repeats that are known.
FOURS = {
    16: 5,
    20: 5,
    24: 7,
    28: 9,
    32: 9,
    36: 11,
    40: 13,
    44: 14,
    48: 15,
    52: 17,
    56: 18,
    60: 19,
    64: 21,
    **dict.fromkeys(range(68, 129, 4), 10),
    1000: 60,
}
THREES = {9: 4, 12: 4, 15: 7, 18: 8, 21: 9, 24: 11, 27: 13, 30: 10, 45: 10}


@pytest.mark.parametrize(
    ("size", "players", "rounds"),
    [(4, *item) for item in FOURS.items()] + [(3, *item) for item in THREES.items()],
)
def test_nobody_meets_twice(size: int, players: int, rounds: int) -> None:
    design = full_design(players // size, size)
    assert len(design) >= rounds
    for tables in design:
        assert {len(table) for table in tables} == {size}
        assert sorted(point for table in tables for point in table) == list(range(players))
    assert repeats(design) == 0


@pytest.mark.parametrize(
    ("tables", "rounds"), [(4, 5), (5, 5), (7, 7), (8, 8), (9, 9), (12, 4), (16, 16), (22, 8)]
)
def test_shifted_pots(tables: int, rounds: int) -> None:
    design = shifted_pots(tables, 4)
    assert len(design) == rounds
    assert repeats(design) == 0


# Players, tables of three, rounds: repeats that the literature knows to be possible.
LISTED = {
    (7, 1, 3): 6,
    (8, 0, 3): 8,
    (8, 0, 5): 32,
    (9, 3, 5): 9,
    (10, 2, 3): 2,
    (10, 2, 5): 15,
    (11, 1, 3): 4,
    (11, 1, 5): 20,
    (12, 0, 3): 6,
    (12, 0, 5): 24,
    (12, 4, 5): 3,
    (13, 3, 5): 3,
    (14, 2, 5): 2,
    (15, 1, 6): 21,
    (16, 0, 6): 24,
    (17, 3, 6): 2,
    (18, 2, 6): 2,
    (19, 1, 6): 3,
    (20, 0, 6): 6,
}


@pytest.mark.parametrize(("case", "most"), LISTED.items(), ids=str)
def test_listed_where_repeats_cannot_be_avoided(case: tuple[int, int, int], most: int) -> None:
    players, threes, rounds = case
    sizes = (4,) * ((players - 3 * threes) // 4) + (3,) * threes
    design = listed_design(sizes, rounds)
    assert design is not None
    assert len(design) == rounds
    assert repeats(design) <= most


def test_every_listed_schedule_is_what_its_line_says() -> None:
    """Read from the file itself, so that a line nobody asks for is checked too."""
    lines = [line.split() for line in DATA.read_text(encoding="ascii").splitlines()]
    listed = [list(map(int, fields[1:5])) for fields in lines if fields[0] == "listed"]
    assert len(listed) > 70
    for players, threes, rounds, stated in listed:
        sizes = (4,) * ((players - 3 * threes) // 4) + (3,) * threes
        design = listed_design(sizes, rounds)
        assert design is not None
        for tables in design:
            assert sorted(map(len, tables)) == sorted(sizes)
            assert sorted(point for table in tables for point in table) == list(range(players))
        assert repeats(design) == stated >= least_repeats(sizes, rounds)
        assert max(meetings(design).values()) <= needed_meetings(sizes, rounds) + 1


def test_longer_schedule_without_repeats_serves_fewer_rounds() -> None:
    sizes = (3, 3, 3, 3, 3, 3, 4)
    assert longest_listed(sizes) == 8
    design = listed_design(sizes, 3)
    assert design is not None
    assert repeats(design) == 0


def test_nothing_is_listed_for_many_players() -> None:
    assert listed_design((4,) * 30, 5) is None
    assert longest_listed((4,) * 30) == 0


@pytest.mark.parametrize(("tables", "surplus"), [(6, 1), (6, 2), (6, 3), (7, 1), (9, 3), (16, 3)])
def test_dropped_points_never_meet(tables: int, surplus: int) -> None:
    design = full_design(tables, 4)[:7]
    rest = without_points(design, surplus, Generator(1, "test"))
    assert rest is not None
    for round_ in rest:
        assert sorted(map(len, round_)) == [3] * surplus + [4] * (tables - surplus)
    assert repeats(rest) == 0


def test_points_that_always_meet_cannot_be_dropped() -> None:
    """All five rounds of 16: everybody meets everybody."""
    assert without_points(full_design(4, 4), 2, Generator(1, "test")) is None
