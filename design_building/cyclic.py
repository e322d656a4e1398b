"""Search for schedules made from one starting round by adding 1.

The players are `size - 1` classes of `period` points and some fixed points. The other rounds come from the
starting round by adding 1, 2, … modulo `period` in every class, so nobody meets twice when each difference
between points of one class (up to its sign) and each difference between points of two classes occurs at most
once, a fixed point sits with one point of each class, and half of an even period never occurs as a
difference inside a class.

To make the search short the starting round may be asked to stay the same under a turn (class i, x) -> (class
i + 1, m·x) with m**classes = 1: then only one table of each orbit is searched for, and only one difference
of each orbit counts.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.seating.generator import Generator

Table = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StarterShape:
    """What is searched for: size of tables, period, number of fixed points, multiplier of the turn (0: no
    turn).
    """

    size: int
    period: int
    fixed: int
    multiplier: int

    @property
    def classes(self) -> int:
        return self.size - 1

    @property
    def moving(self) -> int:
        """Points that are not fixed; class i holds the points from i·period on, fixed points follow them
        all.
        """
        return self.classes * self.period

    @property
    def turns(self) -> int:
        return self.classes if self.multiplier else 1


def shapes(players: int, size: int, rounds: int) -> Iterator[StarterShape]:
    """Every shape for so many players and rounds, those with a turn first."""
    fixed = players - (size - 1) * rounds
    if not 0 <= fixed <= players // size:
        return
    classes = size - 1
    for multiplier in range(1, rounds):
        if pow(multiplier, classes, rounds) == 1:
            yield StarterShape(size, rounds, fixed, multiplier)
    yield StarterShape(size, rounds, fixed, 0)


class StarterSearch:
    """Depth-first search with drawn order, begun again after a number of tables tried."""

    def __init__(self, shape: StarterShape, generator: Generator) -> None:
        self.shape = shape
        self.generator = generator
        self.orbit = [self._orbit(point) for point in range(shape.moving)]
        self.numbers: dict[tuple[int, int, int], int] = {}
        self.bits = self._difference_bits()
        self.first_of = {orbit: point for point, orbit in reversed(list(enumerate(self.orbit)))}
        self.left = 0

    def _turned(self, point: int, times: int) -> int:
        shape = self.shape
        number, x = divmod(point, shape.period)
        turned = x * pow(shape.multiplier, times, shape.period) % shape.period
        return (number + times) % shape.classes * shape.period + turned

    def _orbit(self, point: int) -> int:
        if not self.shape.multiplier:
            return point
        return min(self._turned(point, times) for times in range(self.shape.turns))

    def _difference_bits(self) -> list[list[int]]:
        """One bit for each orbit of differences, 0 where two points must not sit together.

        They must not when the difference would come twice from this one pair: half a period inside a class,
        or a difference that a turn brings back.
        """
        points = range(self.shape.moving)
        bits = [[0] * len(points) for _ in points]
        for one in points:
            for two in points:
                differences = list(self._differences(one, two))
                if one != two and len(set(differences)) == len(differences):
                    bits[one][two] = self._bit(one, two)
        return bits

    def _bit(self, one: int, two: int) -> int:
        return 1 << self.numbers.setdefault(min(self._differences(one, two)), len(self.numbers))

    def _differences(self, one: int, two: int) -> Iterator[tuple[int, int, int]]:
        """(class, class, difference) of a pair in both orders and all turns."""
        period = self.shape.period
        for times in range(self.shape.turns):
            a, b = (
                (self._turned(one, times), self._turned(two, times)) if self.shape.multiplier else (one, two)
            )
            (i, x), (j, y) = divmod(a, period), divmod(b, period)
            yield (i, j, (y - x) % period)
            yield (j, i, (x - y) % period)

    def run(self, attempts: int, tables_per_attempt: int) -> list[Table] | None:
        """The starting round, or None when no attempt found one."""
        return next(filter(None, (self._attempt(tables_per_attempt) for _ in range(attempts))), None)

    def _attempt(self, tables: int) -> list[Table] | None:
        shape = self.shape
        self.left = tables
        self.rank = {point: place for place, point in enumerate(self.generator.shuffled(range(shape.moving)))}
        open_orbits = frozenset(self.orbit)
        used = 0
        still: list[Table] = []
        alone = shape.fixed % shape.turns if shape.multiplier else 0
        for orbit in self.generator.shuffled(sorted(open_orbits))[:alone]:
            table = tuple(self._turned(orbit, times) for times in range(shape.turns))
            bit = self._bit(table[0], table[1])
            if bit & used:
                return None
            used |= bit
            open_orbits -= {orbit}
            still.append(table)
        with_fixed = (shape.fixed - alone) // shape.turns
        full = (
            shape.period * shape.classes // shape.turns - alone - with_fixed * shape.classes
        ) // shape.size
        found = self._fill(open_orbits, used, with_fixed, full)
        return None if found is None else self._whole_round(still, found)

    def _fill(self, open_orbits: frozenset[int], used: int, with_fixed: int, full: int) -> list[Table] | None:
        """Tables that use up the open orbits and only differences not used yet."""
        if not open_orbits:
            return []
        first = self.first_of[min(open_orbits, key=lambda orbit: self.rank[orbit])]
        kinds = [self.shape.classes] * (with_fixed > 0) + [self.shape.size] * (full > 0)
        if len(kinds) > 1 and self.generator.below(with_fixed + full) >= with_fixed:
            kinds.reverse()
        near = [
            point
            for point in sorted(range(self.shape.moving), key=lambda point: self.rank[point])
            if self.orbit[point] in open_orbits and self.bits[first][point] & ~used
        ]
        for kind in kinds:
            for table, now_used in self._tables((first,), near, used, kind):
                self.left -= 1
                if self.left <= 0:
                    return None
                rest = self._fill(
                    open_orbits - {self.orbit[point] for point in table},
                    now_used,
                    with_fixed - (kind < self.shape.size),
                    full - (kind == self.shape.size),
                )
                if rest is not None:
                    return [table, *rest]
        return None

    def _tables(self, table: Table, near: list[int], used: int, kind: int) -> Iterator[tuple[Table, int]]:
        """Completions of a table of `kind` moving points, with the differences then used."""
        if len(table) == kind:
            yield table, used
            return
        for place, point in enumerate(near):
            if kind < self.shape.size and any(
                point // self.shape.period == other // self.shape.period for other in table
            ):
                continue
            now_used = used
            for other in table:
                bit = self.bits[other][point]
                if not bit & ~now_used:
                    break
                now_used |= bit
            else:
                later = [other for other in near[place + 1 :] if self.orbit[other] != self.orbit[point]]
                yield from self._tables((*table, point), later, now_used, kind)

    def _whole_round(self, still: list[Table], found: list[Table]) -> list[Table]:
        """All tables of the starting round: turned ones added, fixed points seated."""
        shape = self.shape
        fixed = iter(range(shape.moving, shape.moving + shape.fixed))
        tables = [(*table, next(fixed)) for table in still]
        for table in found:
            for times in range(shape.turns):
                turned = tuple(self._turned(point, times) for point in table) if shape.multiplier else table
                tables.append(turned if len(turned) == shape.size else (*turned, next(fixed)))
        return tables
