"""A history found again in a design, whoever sits where and whoever has left."""

import pytest

from rules.seating import DrawRequest, Entrant, PastTable
from rules.seating.designs.following import following_rounds
from rules.seating.designs.known import full_design
from rules.seating.designs.shape import Shape, look_alikes
from rules.seating.field import Field
from rules.seating.generator import Generator
from tests.rules.seating.counting import repeats


def renamed_history(players: int, rounds: int, seed: int) -> list[list[tuple[int, ...]]]:
    """Some rounds of the design in drawn order with players drawn to its points."""
    generator = Generator(seed, "history")
    numbers = generator.shuffled(range(1, players + 1))
    design = generator.shuffled(full_design(players // 4, 4))[:rounds]
    return [[tuple(numbers[point] for point in table) for table in tables] for tables in design]


def field(history: list[list[tuple[int, ...]]], present: list[int]) -> Field:
    past = tuple(
        PastTable(turn, number, seats)
        for turn, tables in enumerate(history, 1)
        for number, seats in enumerate(tables, 1)
    )
    return Field(DrawRequest(len(history) + 1, tuple(map(Entrant, present)), 1, past))


@pytest.mark.parametrize("players", [16, 24, 28, 32, 36, 40])
def test_one_more_round_however_many_were_played(players: int) -> None:
    for played in range(1, len(full_design(players // 4, 4))):
        history = renamed_history(players, played, seed=played)
        seats = field(history, list(range(1, players + 1)))
        seated = next(following_rounds(seats, 1, Generator(1, "x")))
        tables = [[seats.people[person].key for person in members] for members in seated]
        assert sorted(key for table in tables for key in table) == list(range(1, players + 1))
        assert repeats([*history, tables]) == 0


def test_rounds_to_come_are_minded() -> None:
    """All that is offered for the third of seven rounds leaves five rounds of the design."""
    history = renamed_history(24, 2, seed=1)
    seats = field(history, list(range(1, 25)))
    offered = [
        [[int(seats.people[person].key) for person in members] for members in seated]
        for seated in following_rounds(seats, 5, Generator(1, "x"))
    ]
    assert len(offered) >= 5
    again = [[*history, [tuple(table) for table in tables]] for tables in offered]
    assert all(next(following_rounds(field(one, list(range(1, 25))), 4, Generator(2, "x"))) for one in again)


def test_those_who_left_leave_gaps_and_newcomers_fill_them() -> None:
    history = renamed_history(24, 3, seed=1)
    seats = field(history, [*range(2, 25), 77])
    seated = next(following_rounds(seats, 1, Generator(1, "x")))
    tables = [[seats.people[person].key for person in members] for members in seated]
    assert sorted(len(table) for table in tables) == [4] * 6
    assert repeats([*history, tables]) == 0
    seats = field(history, list(range(2, 25)))
    seated = next(following_rounds(seats, 1, Generator(1, "x")))
    assert sorted(len(members) for members in seated) == [3, 4, 4, 4, 4, 4]


@pytest.mark.parametrize(
    "history",
    [
        pytest.param(
            [[(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)]] * 2, id="a pair has met twice"
        ),
        pytest.param(renamed_history(16, 5, 1), id="all rounds of the design are played"),
        pytest.param([[(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)]], id="another number of tables"),
    ],
)
def test_nothing_to_follow(history: list[list[tuple[int, ...]]]) -> None:
    assert list(following_rounds(field(history, list(range(1, 17))), 1, Generator(1, "x"))) == []


def test_four_people_who_meet_in_a_wrong_way_fit_no_design() -> None:
    """Three rounds of 16 that form a cyclic Latin square: no fourth round exists, so nothing is offered."""
    rows = [[(r, c) for c in range(4)] for r in range(4)]
    columns = [[(r, c) for r in range(4)] for c in range(4)]
    symbols = [[(r, (s - r) % 4) for r in range(4)] for s in range(4)]
    history = [
        [tuple(4 * r + c + 1 for r, c in table) for table in tables] for tables in (rows, columns, symbols)
    ]
    assert repeats(history) == 0
    assert list(following_rounds(field(history, list(range(1, 17))), 1, Generator(1, "x"))) == []


def test_shape_does_not_depend_on_names() -> None:
    one, two = (Shape(renamed_history(24, 4, seed)) for seed in (1, 1))
    other = Shape(renamed_history(24, 4, 2))
    assert (one.triangles, one.squares) == (two.triangles, two.squares)
    assert look_alikes(one, two, range(4)) is not None
    design = Shape(full_design(6, 4))
    assert sum(design.triangles.values()) > sum(other.triangles.values()) > 0


def test_looks_that_differ_are_told_apart() -> None:
    cyclic = Shape([[(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)]])
    threes = Shape([[(0, 1, 2), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)]])
    assert look_alikes(cyclic, threes, [0]) is None
