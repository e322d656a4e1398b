"""Seats, scribes and table numbers of several rounds at once, as even as can be.

Choosing one person per table so that everybody is chosen equally often is a flow: a choice that could be more
even has a chain of tables along which it is passed on from somebody chosen too often to somebody chosen too
seldom. By de Werra's theorem on equitable edge colourings such a choice, made for seat D, then A, then B,
leaves every person's seats within one of each other whenever all tables have four; seats of tables of three
are as even as the tables allow.
"""

from collections.abc import Callable, Sequence

from .generator import Generator
from .records import SEATS

Cost = Callable[[int, int], int]

OUTSIDE = 1_000
PASSES = 12


def choose_evenly(tables: Sequence[Sequence[int]], cost: Cost) -> list[int]:
    """One person of each table so that the sum of cost(person, times chosen) is the least; cost must be
    convex.
    """
    times: dict[int, int] = {person: 0 for members in tables for person in members}
    at: dict[int, list[int]] = {person: [] for person in times}
    for number, members in enumerate(tables):
        for person in members:
            at[person].append(number)
    chosen = []
    for members in tables:
        person = min(members, key=lambda one: cost(one, times[one] + 1) - cost(one, times[one]))
        times[person] += 1
        chosen.append(person)
    while _pass_on(tables, at, times, chosen, cost):
        pass
    return chosen


def _pass_on(
    tables: Sequence[Sequence[int]],
    at: dict[int, list[int]],
    times: dict[int, int],
    chosen: list[int],
    cost: Cost,
) -> bool:
    """Pass choices along the chains that lower the sum; False when there is none left."""
    changed = False
    for giver in times:
        while times[giver]:
            saved = cost(giver, times[giver]) - cost(giver, times[giver] - 1)
            chain = _chain(
                tables,
                at,
                chosen,
                giver,
                lambda one: cost(one, times[one] + 1) - cost(one, times[one]),
                saved,
            )
            if chain is None:
                break
            for table, person in chain:
                chosen[table] = person
            times[giver] -= 1
            times[chain[-1][1]] += 1
            changed = True
    return changed


def _chain(
    tables: Sequence[Sequence[int]],
    at: dict[int, list[int]],
    chosen: list[int],
    giver: int,
    price: Callable[[int], int],
    saved: int,
) -> list[tuple[int, int]] | None:
    """(table, its new choice) from the giver's table on, ending at the first person found who costs less than
    saved.
    """
    came: dict[int, tuple[int, int]] = {giver: (-1, -1)}
    queue = [giver]
    for person in queue:
        for table in at[person]:
            if chosen[table] != person:
                continue
            for other in tables[table]:
                if other in came:
                    continue
                came[other] = (person, table)
                if price(other) < saved:
                    chain = []
                    while other != giver:
                        before, through = came[other]
                        chain.append((through, other))
                        other = before
                    return chain[::-1]
                queue.append(other)
    return None


def spread_seats(
    rounds: Sequence[Sequence[Sequence[int]]], before: dict[int, list[int]], generator: Generator
) -> list[list[int]]:
    """The members of every table of every round in seat order; `before` counts people's earlier seats A to D.

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
    """Numbers from 1 for the tables of each round, given in the order of sizes; only equal sizes change
    numbers.

    People get numbers they have not had yet where possible; `fixed` gives the only number of some people.
    """
    had = {person: dict(numbers) for person, numbers in before.items()}
    result: list[list[int]] = []
    groups: list[list[list[int]]] = []

    def cost_of(tables: Sequence[Sequence[int]]) -> Cost:
        return lambda table, number: sum(
            had.get(person, {}).get(number, 0) for person in tables[table] if person not in fixed
        )

    def count(tables: Sequence[Sequence[int]], numbers: Sequence[int], change: int) -> None:
        for members, number in zip(tables, numbers, strict=True):
            for person in members:
                own = had.setdefault(person, {})
                own[number] = own.get(number, 0) + change

    for tables in rounds:
        numbers, free = _first_numbers(tables, fixed, generator)
        for group in free:
            exchange_numbers(group, numbers, cost_of(tables))
        count(tables, numbers, 1)
        result.append(numbers)
        groups.append(free)
    for _ in range(PASSES):
        improved = False
        for tables, numbers, free in zip(rounds, result, groups, strict=True):
            count(tables, numbers, -1)
            for group in free:
                improved |= exchange_numbers(group, numbers, cost_of(tables))
            count(tables, numbers, 1)
        if not improved:
            break
    return result


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


def exchange_numbers(group: Sequence[int], numbers: list[int], cost: Cost) -> bool:
    """Swap the numbers of two tables as long as the sum of costs gets smaller; says whether anything
    changed.
    """
    changed = False
    while True:
        improved = False
        for table in group:
            own = cost(table, numbers[table])
            if not own:
                continue
            gain, other = max(
                (
                    (
                        own + cost(one, numbers[one]) - cost(table, numbers[one]) - cost(one, numbers[table]),
                        -one,
                    )
                    for one in group
                ),
            )
            if gain > 0:
                numbers[table], numbers[-other] = numbers[-other], numbers[table]
                improved = changed = True
        if not improved:
            return changed
