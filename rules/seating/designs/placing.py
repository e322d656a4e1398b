"""People drawn to the points of a design so that clubs, teams and people kept apart meet least."""

from collections.abc import Sequence
from itertools import combinations

from rules.seating.field import Field
from rules.seating.generator import Generator
from rules.seating.records import HEAVIEST

STEPS, PATIENCE = 1_200, 200
BAN = 8
# What a fixed table that cannot be kept costs: more than any weight.
MISFIT = 10 * HEAVIEST

Rounds = Sequence[Sequence[Sequence[int]]]


def place_people(field: Field, rounds: Rounds, generator: Generator) -> tuple[list[int], int]:
    """The person of every point and what the placing costs by the weights; drawn, then improved by swaps."""
    placing = _Placing(field, rounds, generator)
    return placing.improved()


class _Placing:
    """People at points; the cost of two people counts as often as their points meet."""

    def __init__(self, field: Field, rounds: Rounds, generator: Generator) -> None:
        count = len(field.people)
        self.at = generator.shuffled(range(count))
        self.generator = generator
        self.pairs = field.pair_costs()
        for one, two in combinations(field.fixed, 2):
            if field.fixed[one] != field.fixed[two]:
                self.pairs[one][two] += MISFIT
                self.pairs[two][one] += MISFIT
        self.single = {
            person: _wrong_sizes(rounds, field.sizes[number - 1]) for person, number in field.fixed.items()
        }
        met: list[dict[int, int]] = [{} for _ in range(count)]
        for tables in rounds:
            for table in tables:
                for a, b in combinations(table, 2):
                    met[a][b] = met[a].get(b, 0) + 1
                    met[b][a] = met[b].get(a, 0) + 1
        self.met = [list(others.items()) for others in met]
        self.meetings = met

    def cost_at(self, person: int, point: int) -> int:
        """What the person would cost at the point with everybody else where he is."""
        row = self.pairs[person]
        own = self.single[person][point] if person in self.single else 0
        return own + sum([times * row[self.at[other]] for other, times in self.met[point]])

    def improved(self) -> tuple[list[int], int]:
        points = range(len(self.at))
        if not self.single and not any(map(any, self.pairs)):
            return self.at, 0
        blame = [self.cost_at(self.at[point], point) for point in points]
        single = sum(self.single[self.at[point]][point] for point in points if self.at[point] in self.single)
        cost = best = (sum(blame) + single) // 2
        kept = list(self.at)
        banned: dict[tuple[int, int], int] = {}
        since_best = 0
        for step in range(STEPS):
            hot = [point for point in points if blame[point]]
            if not hot or since_best >= PATIENCE:
                break
            since_best += 1
            here = self.generator.choice(hot)
            swaps = [
                (self._change(here, there, blame), there)
                for there in points
                if there != here and banned.get((self.at[here], there), 0) <= step
            ]
            if not swaps:
                continue
            change, there = min(swaps)
            banned[self.at[here], here] = banned[self.at[there], there] = step + BAN
            self.at[here], self.at[there] = self.at[there], self.at[here]
            cost += change
            for point in {here, there, *self.meetings[here], *self.meetings[there]}:
                blame[point] = self.cost_at(self.at[point], point)
            if cost < best:
                best, kept, since_best = cost, list(self.at), 0
        return kept, best

    def _change(self, here: int, there: int, blame: list[int]) -> int:
        """How the cost changes when the people of two points change places."""
        one, two = self.at[here], self.at[there]
        mutual = self.meetings[here].get(there, 0) * self.pairs[one][two]
        return self.cost_at(one, there) + self.cost_at(two, here) + 2 * mutual - blame[here] - blame[there]


def _wrong_sizes(rounds: Rounds, size: int) -> list[int]:
    """What each point costs a person whose fixed table has `size` seats: its rounds at tables of another
    size.
    """
    costs: dict[int, int] = {}
    for tables in rounds:
        for table in tables:
            for point in table:
                costs[point] = costs.get(point, 0) + MISFIT * (len(table) != size)
    return [costs[point] for point in range(len(costs))]
