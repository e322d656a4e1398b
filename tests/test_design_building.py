"""The program that made the stored designs still makes them: quick lines, made anew, are those of the
file.
"""

from math import comb

import pytest

from design_building.__main__ import DRAWN, MOST_ROUNDS, cyclic_line, listed_cases, listed_line, main
from design_building.annealing import Annealing, Task
from design_building.cyclic import StarterSearch, StarterShape, shapes
from rules.seating.designs.known import DATA
from rules.seating.generator import Generator
from rules.seating.sizes import table_sizes
from tests.rules.seating.counting import repeats

LINES = DATA.read_text(encoding="ascii").splitlines()


@pytest.mark.parametrize(
    ("size", "players"), [(4, 16), (4, 24), (4, 28), (4, 36), (4, 40), (3, 15), (3, 24), (3, 27)]
)
def test_cyclic_lines_of_the_file(size: int, players: int) -> None:
    (line,) = cyclic_line(size, players)
    assert line in LINES


def test_shapes_of_28_in_nine_rounds() -> None:
    """One fixed player; 1, 4 and 7 are the numbers whose cube is 1 modulo 9."""
    assert list(shapes(28, 4, 9)) == [
        StarterShape(4, 9, 1, 1),
        StarterShape(4, 9, 1, 4),
        StarterShape(4, 9, 1, 7),
        StarterShape(4, 9, 1, 0),
    ]


@pytest.mark.parametrize(("players", "rounds"), [(28, 10), (28, 6)])
def test_no_shape_for_too_many_or_too_few_rounds(players: int, rounds: int) -> None:
    assert list(shapes(players, 4, rounds)) == []


def test_search_gives_up() -> None:
    """Six rounds of 20 are impossible."""
    assert StarterSearch(StarterShape(4, 6, 2, 0), Generator(1, "x")).run(2, 200) is None


def test_annealing_keeps_count() -> None:
    """Cost and repeats kept along the way are those of the schedule in the end."""
    annealing = Annealing(Task((4, 4, 3, 3), 4, 4), Generator(1, "x"))
    found = annealing.run(20_000)
    assert found.repeats == repeats(found.rounds) <= 4
    for tables in found.rounds:
        assert sorted(person for table in tables for person in table) == list(range(14))


def test_annealing_of_starting_rounds() -> None:
    """Two starting rounds of 18 in threes, period 4: no kind of pair twice, forbidden ones counted."""
    task = Task((3,) * 6, 2, 3, 4, 2)
    kinds = task.pair_kinds()
    assert kinds[16][17] == 0
    assert kinds[0][2] == 0
    assert kinds[0][1] == kinds[1][2] == kinds[3][0] != 0
    used = sum(1 for a in range(18) for b in range(a) if kinds[a][b])
    assert used == comb(18, 2) - 1 - 4 * 2


def test_cases_listed_are_those_of_the_file() -> None:
    listed = {tuple(map(int, line.split()[1:3])) for line in LINES if line.startswith("listed")}
    cases = {(sum(sizes), sizes.count(3)) for sizes, clean in listed_cases() if clean < MOST_ROUNDS}
    assert cases == listed


def test_a_listed_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("design_building.__main__.STEPS", 5_000)
    line, found = listed_line((3, 4), 2)
    assert found == 3
    kind, players, threes, rounds, stated, *schedule = line.split()
    assert (kind, players, threes, rounds, stated) == ("listed", "7", "1", "2", "3")
    drawn = [[table.split(".") for table in round_.split("/")] for round_ in schedule]
    assert repeats(drawn) == 3


@pytest.mark.parametrize(("players", "preferred", "rounds"), [(18, 4, 7), (19, 3, 6)])
def test_drawn_lines_of_the_file(players: int, preferred: int, rounds: int) -> None:
    """Schedules listed as they were drawn round by round."""
    sizes = tuple(sorted(table_sizes(players, preferred)))
    assert (players, sizes.count(3), rounds) in DRAWN
    assert listed_line(sizes, rounds)[0] in LINES


def test_one_line_on_request(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("design_building.__main__.STEPS", 5_000)
    main(["4", "7", "2"])
    assert capsys.readouterr().out == listed_line((3, 4), 2)[0] + "\n"
