"""Search for the cheapest seating of one round: tabu search on swaps of two people.

People and tables are numbers from 0. The cost of a seating is the sum of `pairs[i][j]` over people at one
table and of `single[i][t]` over people and their tables. The search stops by its count of steps, never by
the clock.
"""

from dataclasses import dataclass, field
from itertools import combinations

from rules.seating.generator import Generator
from rules.seating.sizes import FOUR

SWAPS_PER_STEP = 600
SHORTEST_BAN, BAN_SPREAD = 3, 7


@dataclass(slots=True)
class Seating:
    """A seating to be improved in place; `zone` limits swaps to tables of one zone, `locked` people never
    move.
    """

    tables: list[list[int]]
    pairs: list[list[int]]
    single: list[list[int]]
    near: list[list[int]]
    locked: frozenset[int] = frozenset()
    table_of: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.settle()

    def settle(self) -> None:
        """Read from the tables where everybody sits."""
        self.table_of = [0] * len(self.pairs)
        for number, members in enumerate(self.tables):
            for person in members:
                self.table_of[person] = number

    def cost(self) -> int:
        """The sum that the search makes small."""
        return sum(self.pairs[i][j] for members in self.tables for i, j in combinations(members, 2)) + sum(
            self.single[person][number] for number, members in enumerate(self.tables) for person in members
        )

    def swap(self, one: int, two: int) -> None:
        """Let two people of different tables change places."""
        here, there = self.table_of[one], self.table_of[two]
        self.tables[here][self.tables[here].index(one)] = two
        self.tables[there][self.tables[there].index(two)] = one
        self.table_of[one], self.table_of[two] = there, here

    def blame(self, person: int) -> int:
        """What the person costs where he sits."""
        number = self.table_of[person]
        row = self.pairs[person]
        return sum([row[other] for other in self.tables[number]]) + self.single[person][number]


def improve(seating: Seating, generator: Generator, steps: int, patience: int) -> int:
    """Swap people until nothing costs anything, `steps` are used up or `patience` steps brought nothing
    better.

    Leaves the best seating found in `seating` and returns its cost.
    """
    people = len(seating.pairs)
    cost = best = seating.cost()
    best_tables = [list(members) for members in seating.tables]
    blame = [seating.blame(person) for person in range(people)]
    banned: dict[tuple[int, int], int] = {}
    room = max(1, SWAPS_PER_STEP // (FOUR * max(map(len, seating.near))))
    since_best = 0
    for step in range(steps):
        if best == 0 or since_best >= patience:
            break
        hot = [person for person in range(people) if blame[person] and person not in seating.locked]
        if not hot:
            break
        choice = _best_swap(
            seating, _picked(hot, blame, room, step, generator), blame, banned, step, best - cost
        )
        since_best += 1
        if choice is None:
            continue
        delta, one, two = choice
        here, there = seating.table_of[one], seating.table_of[two]
        seating.swap(one, two)
        cost += delta
        for person in (*seating.tables[here], *seating.tables[there]):
            blame[person] = seating.blame(person)
        ban = step + SHORTEST_BAN + generator.below(BAN_SPREAD)
        banned[one, here] = banned[two, there] = ban
        if cost < best:
            best = cost
            best_tables = [list(members) for members in seating.tables]
            since_best = 0
    seating.tables = best_tables
    seating.settle()
    return best


def _picked(hot: list[int], blame: list[int], room: int, step: int, generator: Generator) -> list[int]:
    """Who may move in this step: everybody in a small field, otherwise in turn the most and any of the
    blamed.
    """
    if len(hot) <= room:
        return hot
    if step % 2 == 0:
        worst = max(blame[person] for person in hot)
        hot = [person for person in hot if blame[person] == worst]
        if len(hot) <= room:
            return hot
    start = generator.below(len(hot))
    return [hot[(start + turn) % len(hot)] for turn in range(room)]


def _best_swap(
    seating: Seating,
    movers: list[int],
    blame: list[int],
    banned: dict[tuple[int, int], int],
    step: int,
    aim: int,
) -> tuple[int, int, int] | None:
    """The swap that costs least; a banned one only when it beats everything found so far (delta below
    `aim`).
    """
    pairs, single, tables = seating.pairs, seating.single, seating.tables
    locked = seating.locked
    best: tuple[int, int, int] | None = None
    least = 1 << 62
    for one in movers:
        here = seating.table_of[one]
        row = pairs[one]
        own = single[one]
        rows = [pairs[other] for other in tables[here] if other != one]
        for there in seating.near[here]:
            if there == here:
                continue
            members = tables[there]
            coming = sum([row[other] for other in members]) + own[there] - blame[one]
            one_banned = banned.get((one, there), 0) > step
            for two in members:
                if two in locked:
                    continue
                delta = (
                    coming - row[two] + sum([other[two] for other in rows]) + single[two][here] - blame[two]
                )
                if delta < least and (delta < aim or not (one_banned or banned.get((two, here), 0) > step)):
                    least = delta
                    best = (delta, one, two)
    return best
