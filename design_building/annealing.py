"""Annealing of schedules: small ones where repeats cannot be avoided, and starting rounds without another
construction.
"""

from dataclasses import dataclass
from itertools import combinations
from math import exp

from rules.seating.bounds import needed_meetings
from rules.seating.generator import WORD, Generator
from rules.seating.sizes import odd_among

Rounds = list[list[list[int]]]

REPEAT, TOO_OFTEN, FORBIDDEN, ODD_AGAIN = 100, 1_000, 1_000, 2
HOTTEST, COLDEST = 50.0, 18.0
STAGES = 60
EXPONENT_LIMIT = 12


@dataclass(frozen=True, slots=True)
class Task:
    """Starting rounds to be found: `period` 1 means every round itself.

    As in cyclic.py the points are classes of `period` points followed by `fixed` points, and every starting
    round stands for `period` rounds made by adding 1 in all classes.
    """

    sizes: tuple[int, ...]
    starters: int
    preferred: int
    period: int = 1
    fixed: int = 0

    @property
    def people(self) -> int:
        return sum(self.sizes)

    def pair_kinds(self) -> list[list[int]]:
        """A number for every orbit of pairs, 0 for those that must not sit together."""
        moving = self.people - self.fixed
        kinds = [[0] * self.people for _ in range(self.people)]
        found = 0
        for a, b in combinations(range(self.people), 2):
            half = a < moving and a // self.period == b // self.period and (b - a) * 2 == self.period
            never = self.period > 1 and (a >= moving or half)
            if not kinds[a][b] and not never:
                found += 1
                for step in range(self.period):
                    one, two = self._moved(a, step), self._moved(b, step)
                    kinds[one][two] = kinds[two][one] = found
        return kinds

    def _moved(self, point: int, step: int) -> int:
        if point >= self.people - self.fixed:
            return point
        first = point - point % self.period
        return first + (point - first + step) % self.period


@dataclass(frozen=True, slots=True)
class Found:
    """A schedule with its cost and its repeats (pairs that must not meet counted too)."""

    cost: int
    repeats: int
    rounds: Rounds


class Annealing:
    """One schedule being improved by swaps of two people within a round.

    The cost is REPEAT for each meeting of a pair after its first, TOO_OFTEN beyond one more than the pair
    that meets most must meet, FORBIDDEN for a pair that must not meet, and a little for uneven numbers of
    rounds at odd tables.
    """

    def __init__(self, task: Task, generator: Generator) -> None:
        self.task = task
        self.generator = generator
        self.kinds = task.pair_kinds()
        most = needed_meetings(task.sizes, task.starters) + 1
        if task.period > 1:
            most = task.people  # no kind of pair can come so often
        self.price = [
            0,
            *(
                REPEAT + TOO_OFTEN * (times >= most) + times
                for times in range(1, task.starters * task.people)
            ),
        ]
        self.rounds = [self._drawn() for _ in range(task.starters)]
        self.times = [0] * (1 + max(max(row) for row in self.kinds))
        self.odd = [0] * task.people
        self.odd_size = odd_among(task.sizes, task.preferred)
        for tables in self.rounds:
            for members in tables:
                for a, b in combinations(members, 2):
                    self.times[self.kinds[a][b]] += 1
                for person in members:
                    self.odd[person] += len(members) == self.odd_size

    def _drawn(self) -> list[list[int]]:
        people = iter(self.generator.shuffled(range(self.task.people)))
        return [[next(people) for _ in range(size)] for size in self.task.sizes]

    def repeats(self) -> int:
        """Repeats of the whole schedule that the starting rounds make, forbidden pairs counted too."""
        return self.times[0] + sum(max(times - 1, 0) for times in self.times[1:])

    def cost(self) -> int:
        pairs = FORBIDDEN * self.times[0] + sum(sum(self.price[:times]) for times in self.times[1:])
        return pairs + ODD_AGAIN * sum(times**2 for times in self.odd)

    def run(self, steps: int) -> Found:
        """Cool down over so many steps; the cheapest schedule seen. Stops when nothing can be better."""
        cost = self.cost()
        best = self._found(cost)
        cooling = (COLDEST / HOTTEST) ** (1 / (STAGES - 1))
        heat = HOTTEST
        for _ in range(STAGES):
            chances = [int(exp(-delta / heat) * WORD) for delta in range(int(heat * EXPONENT_LIMIT))]
            for _ in range(steps // STAGES):
                cost += self._step(chances)
                if cost < best.cost:
                    best = self._found(cost)
                    if cost == 0:
                        return best
            heat *= cooling
        return best

    def _found(self, cost: int) -> Found:
        return Found(cost, self.repeats(), [[list(members) for members in tables] for tables in self.rounds])

    def _step(self, chances: list[int]) -> int:
        """Try one swap; the change of the cost that it made."""
        below = self.generator.below
        tables = self.rounds[below(len(self.rounds))] if len(self.rounds) > 1 else self.rounds[0]
        here = below(len(tables))
        there = below(len(tables) - 1)
        there += there >= here
        left, right = tables[here], tables[there]
        i, j = below(len(left)), below(len(right))
        one, two = left[i], right[j]
        from_one, from_two = self.kinds[one], self.kinds[two]
        times, price = self.times, self.price
        gone = [from_one[person] for person in left if person != one]
        gone += [from_two[person] for person in right if person != two]
        come = [from_two[person] for person in left if person != one]
        come += [from_one[person] for person in right if person != two]
        delta = 0
        for kind in gone:
            times[kind] -= 1
            delta -= price[times[kind]] if kind else FORBIDDEN
        for kind in come:
            delta += price[times[kind]] if kind else FORBIDDEN
            times[kind] += 1
        odd_change = (len(right) == self.odd_size) - (len(left) == self.odd_size)
        if odd_change:
            delta += ODD_AGAIN * 2 * (1 + odd_change * (self.odd[one] - self.odd[two]))
        if delta <= 0 or (delta < len(chances) and self.generator.word() < chances[delta]):
            left[i], right[j] = two, one
            self.odd[one] += odd_change
            self.odd[two] -= odd_change
            return delta
        for kind in come:
            times[kind] -= 1
        for kind in gone:
            times[kind] += 1
        return 0
