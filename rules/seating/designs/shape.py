"""Numbers that do not change when people or points are renamed, to recognise rounds of a design in a
history.
"""

from collections import Counter
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

    def look(self, point: Point, rounds: Sequence[int]) -> list[tuple[list[int], int]]:
        """What the point sees in each two of some rounds: where its neighbours meet, and how many squares it
        is in.

        Rounds are told by their place among those given.
        """
        place = {number: turn for turn, number in enumerate(rounds)}
        return [
            (
                sorted(place.get(number, NEVER) for number in self.corner(i, j, point)),
                self._squares_at(i, j, point),
            )
            for i, j in combinations(rounds, 2)
        ]

    def _squares_at(self, i: int, j: int, point: Point) -> int:
        """Neighbours in two rounds whose tables of the other round have somebody in common."""
        left, right = self.table_of[i], self.table_of[j]
        return sum(
            not set(right[a]).isdisjoint(left[b])
            for a in left[point]
            for b in right[point]
            if point not in (a, b) and a in right and b in left
        )


Other = TypeVar("Other", bound=Hashable)

REFINEMENTS = 3


def look_alikes(
    past: Shape[Other], design: Shape[Point], rounds: Sequence[int]
) -> dict[Other, list[Point]] | None:
    """For everybody of a past the points of the design, seen in some of its rounds, that look like him.

    Looks are refined by the looks of neighbours. None when the two do not have the same looks equally often,
    so that the past cannot be these rounds.
    """
    numbers: dict[str, int] = {}
    colours = _colours(past, range(len(past.rounds)), numbers)
    found: dict[int, list[Point]] = {}
    for point, colour in _colours(design, rounds, numbers).items():
        found.setdefault(colour, []).append(point)
    if Counter(colours.values()) != {colour: len(points) for colour, points in found.items()}:
        return None
    return {person: found[colour] for person, colour in colours.items()}


def _colours(shape: Shape[Point], rounds: Sequence[int], numbers: dict[str, int]) -> dict[Point, int]:
    """A number for every look; `numbers` gives equal looks of two shapes the same one."""

    def colour(look: object) -> int:
        return numbers.setdefault(repr(look), len(numbers))

    points = shape.table_of[rounds[0]] if rounds else {}
    colours = {point: colour(shape.look(point, rounds)) for point in points}
    for _ in range(REFINEMENTS):
        colours = {
            point: colour(
                (
                    colours[point],
                    [sorted(colours[mate] for mate in shape.table_of[number][point]) for number in rounds],
                )
            )
            for point in points
        }
    return colours
