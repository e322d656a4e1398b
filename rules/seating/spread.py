"""Seats, scribes and table numbers of several rounds at once, as even as can be.

Choosing one person per table so that everybody is chosen equally often is a flow: a choice that could be
more even has a chain of tables along which it is passed on from somebody chosen too often to somebody chosen
too seldom. By de Werra's theorem on equitable edge colourings such a choice, made for seat D, then A, then
B, leaves every person's seats within one of each other whenever all tables have four; seats of tables of
three are as even as the tables allow.
"""

from collections.abc import Callable, Sequence

from .generator import WORD, Generator
from .records import SEATS

Cost = Callable[[int, int], int]

OUTSIDE = 1_000
SHAKES, SHAKE_STEPS = (1, 2, 3, 4), 8_000


def choose_evenly(tables: Sequence[Sequence[int]], cost: Cost) -> list[int]:
    """One person of each table so that the sum of cost(person, times chosen) is the least; cost must be
    convex.
    """
    choice = _Choice(tables, cost)
    while choice.pass_on():
        pass
    return choice.chosen


class _Choice:
    """One person chosen at each table; `price` is what choosing somebody once more costs, `refund` once
    less.
    """

    def __init__(self, tables: Sequence[Sequence[int]], cost: Cost) -> None:
        self.tables = tables
        self.cost = cost
        self.times: dict[int, int] = {}
        self.at: dict[int, list[int]] = {}
        self.price: dict[int, int] = {}
        self.refund: dict[int, int] = {}
        for number, members in enumerate(tables):
            for person in members:
                self.at.setdefault(person, []).append(number)
        for person in self.at:
            self._count(person, 0)
        self.chosen = []
        for members in tables:
            person = min(members, key=self.price.__getitem__)
            self._count(person, self.times[person] + 1)
            self.chosen.append(person)

    def _count(self, person: int, times: int) -> None:
        self.times[person] = times
        now = self.cost(person, times)
        self.price[person] = self.cost(person, times + 1) - now
        self.refund[person] = now - self.cost(person, times - 1) if times else 0

    def pass_on(self) -> bool:
        """Pass choices along the chains that lower the sum; False when there is none left."""
        changed = False
        for giver in self.times:
            while self.times[giver] and self.refund[giver] > min(self.price.values()):
                chain = self._chain(giver)
                if chain is None:
                    break
                for table, person in chain:
                    self.chosen[table] = person
                taker = chain[-1][1]
                self._count(giver, self.times[giver] - 1)
                self._count(taker, self.times[taker] + 1)
                changed = True
        return changed

    def _chain(self, giver: int) -> list[tuple[int, int]] | None:
        """(table, its new choice) from the giver's table on to the first person found who costs less than
        he.
        """
        refund = self.refund[giver]
        came: dict[int, tuple[int, int]] = {giver: (-1, -1)}
        queue = [giver]
        for person in queue:
            for table in self.at[person]:
                if self.chosen[table] != person:
                    continue
                for other in self.tables[table]:
                    if other in came:
                        continue
                    came[other] = (person, table)
                    if self.price[other] < refund:
                        return self._traced(came, other)
                    queue.append(other)
        return None

    @staticmethod
    def _traced(came: dict[int, tuple[int, int]], last: int) -> list[tuple[int, int]]:
        chain = []
        while came[last][1] >= 0:
            before, table = came[last]
            chain.append((table, last))
            last = before
        return chain[::-1]


def spread_seats(
    rounds: Sequence[Sequence[Sequence[int]]], before: dict[int, list[int]], generator: Generator
) -> list[list[int]]:
    """The members of every table of every round in seat order; `before` counts people's earlier seats A to
    D.

    Four rounds are spread together, then the next four, so that the seats are even after each round too.
    Where tables of three make that uneven at the end, all rounds are spread at once and the more even answer
    is taken.
    """
    counts = {person: list(seats) for person, seats in before.items()}
    stepwise: list[list[int]] = []
    for start in range(0, len(rounds), len(SEATS)):
        part = [members for tables in rounds[start : start + len(SEATS)] for members in tables]
        seated = _even_seats(part, counts, generator)
        _count_seats(seated, counts)
        stepwise += seated
    if _unevenness(counts) == 0:
        return stepwise
    together = {person: list(seats) for person, seats in before.items()}
    at_once = _even_seats([members for tables in rounds for members in tables], before, generator)
    _count_seats(at_once, together)
    return at_once if _unevenness(together) < _unevenness(counts) else stepwise


def _count_seats(seated: Sequence[Sequence[int]], counts: dict[int, list[int]]) -> None:
    for members in seated:
        for seat, person in enumerate(members):
            counts.setdefault(person, [0] * len(SEATS))[seat] += 1


def _unevenness(counts: dict[int, list[int]]) -> int:
    return sum(max(max(seats) - min(seats) - 1, 0) for seats in counts.values())


def _even_seats(
    tables: Sequence[Sequence[int]], before: dict[int, list[int]], generator: Generator
) -> list[list[int]]:
    """Choose who sits at D at every table, then at A, B and C among those left."""
    left = [generator.shuffled(members) for members in tables]
    seats: list[list[int]] = [[-1] * len(members) for members in tables]
    rest: dict[int, int] = {}
    for members in tables:
        for person in members:
            rest[person] = rest.get(person, 0) + 1
    open_seats = list(range(len(SEATS)))
    for seat in (3, 0, 1, 2):
        where = [number for number, members in enumerate(seats) if len(members) > seat]
        chosen = choose_evenly([left[number] for number in where], _seat_cost(seat, open_seats, rest, before))
        for number, person in zip(where, chosen, strict=True):
            seats[number][seat] = person
            left[number].remove(person)
            rest[person] -= 1
        open_seats.remove(seat)
    return seats


def _seat_cost(seat: int, open_seats: list[int], rest: dict[int, int], before: dict[int, list[int]]) -> Cost:
    """How far a person's count of this seat is from an equal share of the seats still open to him."""
    share = len(open_seats)
    due = {
        person: times + sum(before.get(person, (0, 0, 0, 0))[other] for other in open_seats)
        for person, times in rest.items()
    }
    had = {person: before.get(person, (0, 0, 0, 0))[seat] for person in rest}

    def cost(person: int, times: int) -> int:
        total, wanted = times + had[person], due[person]
        outside = max(wanted // share - total, total + wanted // -share, 0)
        return OUTSIDE * outside**2 + (share * total - wanted) ** 2

    return cost


def spread_scribes(
    tables: Sequence[Sequence[int]], before: dict[int, int], generator: Generator
) -> list[int]:
    """One writer of each table, everybody about equally often."""
    drawn = [generator.shuffled(members) for members in tables]
    return choose_evenly(drawn, lambda person, times: (times + before.get(person, 0)) ** 2)


def spread_numbers(
    rounds: Sequence[Sequence[Sequence[int]]],
    fixed: dict[int, int],
    before: dict[int, dict[int, int]],
    generator: Generator,
) -> list[list[int]]:
    """Numbers from 1 for the tables of each round, given in the order of sizes; only equal sizes change.

    People get numbers they have not had yet where possible; `fixed` gives the only number of some people.
    """
    return _Numbering(rounds, fixed, before, generator).spread()


class _Numbering:
    """Numbers of all tables; `had` counts how often each person has had each number, over all rounds.

    A number had for the second time costs 1, for the third time 4 more, then 9 more and so on.
    """

    def __init__(
        self,
        rounds: Sequence[Sequence[Sequence[int]]],
        fixed: dict[int, int],
        before: dict[int, dict[int, int]],
        generator: Generator,
    ) -> None:
        self.rounds = [
            [[person for person in members if person not in fixed] for members in tables] for tables in rounds
        ]
        self.generator = generator
        highest = max(len(rounds[0]), *(number for had in before.values() for number in had), 0)
        self.had: dict[int, list[int]] = {
            person: [before.get(person, {}).get(number, 0) for number in range(highest + 1)]
            for members in rounds[0]
            for person in members
        }
        self.numbers: list[list[int]] = []
        self.groups: list[tuple[int, list[int]]] = []
        self.cost = 0
        for turn, tables in enumerate(rounds):
            numbers, free = _first_numbers(tables, fixed, generator)
            self.numbers.append(numbers)
            self.groups += [(turn, group) for group in free if len(group) > 1]
            for table, number in enumerate(numbers):
                for person in self.rounds[turn][table]:
                    own = self.had[person]
                    self.cost += own[number] ** 2
                    own[number] += 1

    def spread(self) -> list[list[int]]:
        """Descend, then shake the numbers less and less as long as somebody has a number too often."""
        self._descend()
        best, kept = self.cost, [list(numbers) for numbers in self.numbers]
        if not self.groups or len(self.rounds) == 1:
            return kept
        least = sum(_fewest_same(sum(own), len(self.numbers[0])) for own in self.had.values())
        for firmness in SHAKES:
            for _ in range(SHAKE_STEPS):
                if self.cost <= least:
                    break
                turn, group = self.generator.choice(self.groups)
                one, two = self.generator.choice(group), self.generator.choice(group)
                if one == two:
                    continue
                change = self._change(turn, one, two)
                if change <= 0 or self.generator.word() < WORD >> (firmness * change):
                    self._swap(turn, one, two, change)
                    if self.cost < best:
                        best, kept = self.cost, [list(numbers) for numbers in self.numbers]
        return kept

    def _descend(self) -> None:
        """Swap numbers while a table that repeats somebody's number finds a better partner."""
        improved = True
        while improved:
            improved = False
            for turn, group in self.groups:
                for one in group:
                    number = self.numbers[turn][one]
                    if all(self.had[person][number] == 1 for person in self.rounds[turn][one]):
                        continue
                    change, two = min((self._change(turn, one, other), other) for other in group)
                    if change < 0:
                        self._swap(turn, one, two, change)
                        improved = True

    def _change(self, turn: int, one: int, two: int) -> int:
        """How the cost changes when two tables of a round change numbers."""
        if one == two:
            return 0
        x, y = self.numbers[turn][one], self.numbers[turn][two]
        change = 0
        for table, old, new in ((one, x, y), (two, y, x)):
            for person in self.rounds[turn][table]:
                own = self.had[person]
                less = own[old] - 1
                change += own[new] * own[new] - less * less
        return change

    def _swap(self, turn: int, one: int, two: int, change: int) -> None:
        numbers = self.numbers[turn]
        for table, old, new in ((one, numbers[one], numbers[two]), (two, numbers[two], numbers[one])):
            for person in self.rounds[turn][table]:
                own = self.had[person]
                own[old] -= 1
                own[new] += 1
        numbers[one], numbers[two] = numbers[two], numbers[one]
        self.cost += change


def _fewest_same(rounds: int, tables: int) -> int:
    """What a person's numbers cost who spreads his rounds evenly over the tables."""
    each, more = divmod(rounds, tables)
    return tables * sum(times**2 for times in range(each)) + more * each**2


def _first_numbers(
    tables: Sequence[Sequence[int]], fixed: dict[int, int], generator: Generator
) -> tuple[list[int], list[list[int]]]:
    """Drawn numbers that keep the fixed ones, and the groups of tables that may exchange theirs."""
    numbers = [0] * len(tables)
    for table, members in enumerate(tables):
        for person in members:
            number = fixed.get(person, 0)
            if number and number not in numbers and len(tables[number - 1]) == len(members):
                numbers[table] = numbers[table] or number
    free: dict[int, list[int]] = {}
    left: dict[int, list[int]] = {}
    for table, members in enumerate(tables):
        if not numbers[table]:
            free.setdefault(len(members), []).append(table)
        if table + 1 not in numbers:
            left.setdefault(len(members), []).append(table + 1)
    for size, group in free.items():
        for table, number in zip(group, generator.shuffled(left[size]), strict=True):
            numbers[table] = number
    return numbers, list(free.values())
