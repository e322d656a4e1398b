"""Second visits to odd tables: what swaps make of designs that were only cut to size."""

from collections import Counter
from dataclasses import dataclass

import pytest

from rules.seating.bounds import least_second_visits
from rules.seating.designs.evening import even_odd_tables, repeats_of, second_visits
from rules.seating.designs.known import dropped, full_design, listed_design
from rules.seating.generator import Generator
from tests.rules.seating.counting import everybody_sits_once, meetings, repeats

Rounds = list[list[list[int]]]


@dataclass(frozen=True)
class Cut:
    """A design without its last points, and the fewest second visits found in it."""

    tables: int
    gone: int
    rounds: int
    least: int

    def __str__(self) -> str:
        return f"{4 * self.tables - self.gone} people, {self.rounds} rounds"

    def drawn(self) -> Rounds:
        """All points that are left, renumbered from 0; only rounds in which those gone do not meet."""
        points = range(4 * self.tables)
        gone = points[-self.gone :]
        clean = [
            tables
            for tables in full_design(self.tables, 4)
            if all(len(set(table) & set(gone)) < 2 for table in tables)
        ]
        return [[list(table) for table in tables] for tables in dropped(clean[: self.rounds], gone)]


CUTS = (
    Cut(tables=7, gone=2, rounds=4, least=0),
    Cut(tables=7, gone=2, rounds=5, least=4),
    Cut(tables=6, gone=2, rounds=4, least=2),
    Cut(tables=5, gone=2, rounds=3, least=0),
    Cut(tables=9, gone=2, rounds=6, least=2),
    Cut(tables=10, gone=3, rounds=5, least=8),
)


@pytest.mark.parametrize("cut", CUTS, ids=str)
def test_as_few_as_counting_allows(cut: Cut) -> None:
    rounds = cut.drawn()
    people = 4 * cut.tables - cut.gone
    sizes = [len(table) for table in rounds[0]]
    assert second_visits(rounds, 3)[0] > cut.least == least_second_visits(sizes, 3, cut.rounds)

    even_odd_tables(rounds, 3, Generator(1, "test"))

    at_three = Counter(point for tables in rounds for table in tables if len(table) == 3 for point in table)
    assert sum(times - 1 for times in at_three.values()) == second_visits(rounds, 3)[0] == cut.least
    assert repeats(rounds) == 0
    for tables in rounds:
        assert everybody_sits_once(tables, range(people))
        assert sorted(map(len, tables)) == [3] * cut.gone + [4] * (cut.tables - cut.gone)


@pytest.mark.parametrize("rounds", range(3, 9))
def test_repeats_stay_as_many_and_no_pair_meets_more_often(rounds: int) -> None:
    """What is announced before a draw holds after it; 11 people repeat pairs in any case."""
    stored = listed_design((4, 4, 3), rounds)
    assert stored is not None
    drawn = [[list(table) for table in tables] for tables in stored]
    before = second_visits(drawn, 3)

    even_odd_tables(drawn, 3, Generator(1, "test"))

    assert repeats(drawn) == repeats_of(drawn) == repeats(stored)
    assert max(meetings(drawn).values()) <= max(meetings(stored).values())
    assert second_visits(drawn, 3) <= before


def test_third_visits_count_more() -> None:
    """One point at a table of three in each of three rounds, the others there twice or once."""
    rounds = [[[0, 1, 2], [3, 4, 5, 6]], [[0, 1, 3], [2, 4, 5, 6]], [[0, 4, 5], [1, 2, 3, 6]]]
    assert second_visits(rounds, 3) == (3, 4)
    assert second_visits(rounds, 4) == (6, 7)
    assert second_visits(rounds, 0) == (0, 0)
