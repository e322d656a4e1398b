"""Second visits to odd tables made fewer by swaps of two points within a round: tabu search on a whole
schedule.

A second visit is any visit of a point to an odd table after its first. The search may change repeats on its
way, what it leaves has as many of them as it was given, so that they are known before a draw.
"""

from itertools import combinations

from rules.seating.bounds import least_second_visits
from rules.seating.generator import Generator

Rounds = list[list[list[int]]]

# What the search weighs: repeats, second visits, how evenly those are shared out, third meetings.
REPEAT, THIRD, SECOND, SHARE = 4_500, 1, 4_000, 1_000
STEPS, PATIENCE = 3_000, 500
SHORTEST_BAN, BAN_SPREAD = 4, 6
# One step in so many moves anybody, so that few points with too many visits do not turn in a circle.
WANDER = 40

Swap = tuple[int, int, int]


def visits_of(rounds: Rounds, odd: int) -> list[int]:
    """How often each point is at a table of the odd size."""
    visits = [0] * sum(map(len, rounds[0]))
    for tables in rounds:
        for table in tables:
            if len(table) == odd:
                for point in table:
                    visits[point] += 1
    return visits


def second_visits(rounds: Rounds, odd: int) -> tuple[int, int]:
    """(visits after the first, the same as weights count them: the third twice, the fourth thrice)."""
    visits = visits_of(rounds, odd)
    return (
        sum(max(times - 1, 0) for times in visits),
        sum(times * (times - 1) // 2 for times in visits),
    )


def repeats_of(rounds: Rounds) -> int:
    """Meetings of pairs after their first."""
    pairs = [tuple(sorted(two)) for tables in rounds for table in tables for two in combinations(table, 2)]
    return len(pairs) - len(set(pairs))


def even_odd_tables(rounds: Rounds, odd: int, generator: Generator) -> None:
    """Swap points within rounds until second visits are as few as can be and as even, or no step helps."""
    evening = _Evening(rounds, odd, generator)
    if not evening.is_even():
        rounds[:] = evening.run()


class _Evening:
    """A schedule with its meetings and visits counted; `where` is the table of every point in every round."""

    def __init__(self, rounds: Rounds, odd: int, generator: Generator) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.odd = odd
        self.generator = generator
        self.visits = visits_of(rounds, odd)
        self.least = least_second_visits([len(table) for table in rounds[0]], odd, len(rounds))
        most = len(rounds) + 2
        self.visit_cost = [
            SECOND * max(times - 1, 0) + SHARE * times * (times - 1) // 2 for times in range(most)
        ]
        self.meeting_cost = [0, 0, *(REPEAT + THIRD * times for times in range(most))]

    def is_even(self) -> bool:
        """Whether nothing can be better: as few second visits as counting allows, and shared out evenly."""
        second = sum(max(times - 1, 0) for times in self.visits)
        return second <= self.least and max(self.visits) - min(self.visits) <= 1

    def run(self) -> Rounds:
        """The evenest schedule found that repeats just as much as the one given, and no pair too often."""
        self._count()
        kept = self._copy()
        cost = best = sum(self.visit_cost[times] for times in self.visits)
        clash = fewest = 0
        banned: dict[tuple[int, int], int] = {}
        since_best = 0
        for step in range(STEPS):
            if since_best > PATIENCE or (clash <= fewest and self.is_even()):
                break
            since_best += 1
            found = self._best_swap(step, banned, clash - fewest, cost - best)
            if found is None:
                continue
            change, more, (turn, one, two) = found
            self._swap(turn, one, two)
            clash, cost = clash + change, cost + more
            ban = step + SHORTEST_BAN + self.generator.below(BAN_SPREAD)
            banned[turn, one] = banned[turn, two] = ban
            if -REPEAT < 2 * clash <= 2 * fewest and cost <= best and (clash, cost) != (fewest, best):
                fewest, best, kept, since_best = clash, cost, self._copy(), 0
        return kept

    def _copy(self) -> Rounds:
        return [[list(table) for table in tables] for tables in self.rounds]

    def _count(self) -> None:
        points = range(len(self.visits))
        self.met = [[0] * len(points) for _ in points]
        self.where = [[0] * len(points) for _ in self.rounds]
        for turn, tables in enumerate(self.rounds):
            for number, table in enumerate(tables):
                for point in table:
                    self.where[turn][point] = number
                for one, two in combinations(table, 2):
                    self.met[one][two] += 1
                    self.met[two][one] += 1

    def _best_swap(
        self, step: int, banned: dict[tuple[int, int], int], above: int, dearer: int
    ) -> tuple[int, int, Swap] | None:
        """The cheapest swap of a point that should move: its change of repeats, of visits, and what it is.

        A banned one only when it leaves less of both than the best schedule so far, from which the present
        one is `above` and `dearer`.
        """
        turn, one = self._mover(step, repeating=above > 0)
        best: tuple[int, int, int, Swap] | None = None
        for two, there in enumerate(self.where[turn]):
            if there == self.where[turn][one]:
                continue
            clash, cost = self._change(turn, one, two)
            if max(banned.get((turn, one), 0), banned.get((turn, two), 0)) > step and (
                above + clash > 0 or dearer + cost >= 0
            ):
                continue
            choice = (clash + cost, self.generator.word(), clash, (turn, one, two))
            if best is None or choice < best:
                best = choice
        return None if best is None else (best[2], best[0] - best[2], best[3])

    def _mover(self, step: int, *, repeating: bool) -> tuple[int, int]:
        """(round, point) to be moved: from an odd table somebody who is there too often, or one of a repeated
        pair.
        """
        movers: list[tuple[int, int]] = []
        if step % WANDER:
            movers = self._repeated() if repeating else self._too_often()
        if movers:
            return self.generator.choice(movers)
        turn = self.generator.below(len(self.rounds))
        return turn, self.generator.below(len(self.visits))

    def _repeated(self) -> list[tuple[int, int]]:
        return [
            (turn, point)
            for turn, tables in enumerate(self.rounds)
            for table in tables
            for pair in combinations(table, 2)
            if self.met[pair[0]][pair[1]] > 1
            for point in pair
        ]

    def _too_often(self) -> list[tuple[int, int]]:
        enough = max(min(self.visits) + 1, 1)
        return [
            (turn, point)
            for turn, tables in enumerate(self.rounds)
            for table in tables
            if len(table) == self.odd
            for point in table
            if self.visits[point] > enough
        ]

    def _change(self, turn: int, one: int, two: int) -> tuple[int, int]:
        """How the costs of repeats and of visits change when two points of different tables change places."""
        here = self.rounds[turn][self.where[turn][one]]
        there = self.rounds[turn][self.where[turn][two]]
        met_one, met_two, price = self.met[one], self.met[two], self.meeting_cost
        clash = sum([price[met_two[point] + 1] - price[met_one[point]] for point in here if point != one])
        clash += sum([price[met_one[point] + 1] - price[met_two[point]] for point in there if point != two])
        come = (len(there) == self.odd) - (len(here) == self.odd)
        if not come:
            return clash, 0
        of_one, of_two, visit_cost = self.visits[one], self.visits[two], self.visit_cost
        cost = visit_cost[of_one + come] - visit_cost[of_one] + visit_cost[of_two - come] - visit_cost[of_two]
        return clash, cost

    def _swap(self, turn: int, one: int, two: int) -> None:
        here, there = self.where[turn][one], self.where[turn][two]
        tables = self.rounds[turn]
        come = (len(tables[there]) == self.odd) - (len(tables[here]) == self.odd)
        for number, left, joined in ((here, one, two), (there, two, one)):
            for point in tables[number]:
                if point != left:
                    for person, change in ((left, -1), (joined, 1)):
                        self.met[person][point] += change
                        self.met[point][person] += change
        tables[here][tables[here].index(one)] = two
        tables[there][tables[there].index(two)] = one
        self.where[turn][one], self.where[turn][two] = there, here
        self.visits[one] += come
        self.visits[two] -= come
