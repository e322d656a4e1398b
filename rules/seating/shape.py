"""Numbers that do not change when people or points are renamed, to recognise rounds of a design in a
history.
"""

from collections.abc import Hashable, Sequence
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Generic, TypeVar

Point = TypeVar("Point", bound=Hashable)

NEVER = -1


class Shape(Generic[Point]):
    """Rounds without repeats as a graph whose edges are coloured by the round in which two meet."""

    def __init__(self, rounds: Sequence[Sequence[Sequence[Point]]]) -> None:
        self.rounds = rounds
        self.table_of = [{point: tuple(table) for table in tables for point in table} for tables in rounds]
        self.meeting: dict[tuple[Point, Point], int] = {}
        for number, tables in enumerate(rounds):
            for table in tables:
                for a, b in combinations(table, 2):
                    self.meeting[a, b] = self.meeting[b, a] = number

    def corner(self, i: int, j: int, point: Point) -> list[int]:
        """The rounds in which those who meet the point in round i meet those who meet it in round j."""
        return [
            self.meeting.get((a, b), NEVER)
            for a in self.table_of[i].get(point, ())
            for b in self.table_of[j].get(point, ())
            if point not in (a, b)
        ]

    @cached_property
    def corners(self) -> dict[tuple[int, int], dict[Point, list[int]]]:
        """All corners of two different rounds, by the rounds in rising order."""
        return {
            (i, j): {point: self.corner(i, j, point) for point in self.table_of[i]}
            for i, j in combinations(range(len(self.rounds)), 2)
        }

    @cached_property
    def triangles(self) -> dict[tuple[int, int, int], int]:
        """How many three people met in pairs in three rounds, by the rounds in any order."""
        counts: dict[tuple[int, int, int], int] = {}
        for (i, j), corners in self.corners.items():
            for rounds in corners.values():
                for k in rounds:
                    if k != NEVER:
                        counts[i, j, k] = counts.get((i, j, k), 0) + 1
                        counts[j, i, k] = counts[i, j, k]
        return counts

    @cached_property
    def squares(self) -> dict[tuple[int, int], int]:
        """How often two tables of a round share people with the same two tables of another round."""
        return {(i, j): self._squares(i, j) for i in range(len(self.rounds)) for j in range(len(self.rounds))}

    def _squares(self, i: int, j: int) -> int:
        reached = [
            {self.table_of[j][point] for point in table if point in self.table_of[j]}
            for table in self.rounds[i]
        ]
        return sum(comb(len(a & b), 2) for a, b in combinations(reached, 2))
