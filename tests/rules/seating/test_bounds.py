"""What counting proves about repeats, against known values that meet it."""

import pytest

from rules.seating.bounds import least_repeats, needed_meetings
from rules.seating.sizes import table_sizes


@pytest.mark.parametrize(
    ("players", "preferred", "rounds", "least"),
    [
        (7, 4, 3, 6),
        (8, 4, 3, 8),
        (8, 4, 5, 32),
        (9, 3, 5, 9),
        (10, 4, 3, 2),
        (10, 4, 5, 15),
        (11, 4, 3, 4),
        (11, 4, 5, 20),
        (12, 4, 3, 6),
        (12, 4, 5, 24),
        (15, 4, 6, 21),
        (16, 4, 5, 0),
        (16, 4, 6, 24),
        (24, 4, 7, 0),
        (24, 4, 8, 12),
        (100, 4, 8, 0),
    ],
)
def test_least_repeats(players: int, preferred: int, rounds: int, least: int) -> None:
    assert least_repeats(table_sizes(players, preferred), rounds) == least


@pytest.mark.parametrize(
    ("sizes", "rounds", "times"),
    [((4, 4, 4, 4), 5, 1), ((4, 4, 4, 4), 6, 2), ((4, 4), 5, 3), ((4, 4, 4), 2, 2), ((4,), 6, 6)],
)
def test_how_often_some_pair_must_meet(sizes: tuple[int, ...], rounds: int, times: int) -> None:
    assert needed_meetings(sizes, rounds) == times
