"""Quality of a seating: the same figures for a drawn one and for one moved by hand."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from rules.errors import Problem

from .errors import CannotSeat
from .records import (
    SEATS,
    DrawnTable,
    Entrant,
    Key,
    Misplaced,
    OddAgain,
    PastTable,
    Quality,
    RepeatedPair,
    TableAgain,
    Together,
    UnevenSeats,
    Weights,
    key_order,
)
from .sizes import FOUR, SIZES, odd_among, table_sizes


class Past:
    """What an earlier history says about people: who met whom, odd tables, seats, numbers, scribes."""

    def __init__(self, history: Iterable[PastTable], preferred: int, before_round: int | None = None) -> None:
        self.met: dict[tuple[Key, Key], list[tuple[int, int]]] = {}
        self.odd: dict[Key, list[tuple[int, int]]] = {}
        self.seats: dict[Key, list[int]] = {}
        self.numbers: dict[Key, dict[int, list[int]]] = {}
        self.scribes: dict[Key, int] = {}
        self.tables = tuple(
            sorted(
                (past for past in history if before_round is None or past.round < before_round),
                key=lambda past: (past.round, past.number),
            )
        )
        sizes: dict[int, set[int]] = {}
        for past in self.tables:
            sizes.setdefault(past.round, set()).add(len(past.seats))
        for past in self.tables:
            odd = odd_among(sizes[past.round], preferred)
            where = (past.round, past.number)
            for a, b in combinations(past.seats, 2):
                self.met.setdefault(pair(a, b), []).append(where)
            for seat, key in enumerate(past.seats):
                self.seats.setdefault(key, [0] * len(SEATS))[seat] += 1
                self.numbers.setdefault(key, {}).setdefault(past.number, []).append(past.round)
                if len(past.seats) == odd:
                    self.odd.setdefault(key, []).append(where)
            if past.scribe is not None:
                self.scribes[past.scribe] = self.scribes.get(past.scribe, 0) + 1


def pair(a: Key, b: Key) -> tuple[Key, Key]:
    """Two keys in the one order in which a pair is kept."""
    return (a, b) if key_order(a) <= key_order(b) else (b, a)


def kept_apart(entrants: Iterable[Entrant]) -> set[tuple[Key, Key]]:
    """Pairs that are to be kept apart, said by either of the two."""
    return {
        pair(entrant.key, other) for entrant in entrants for other in entrant.apart if other != entrant.key
    }


def check_tables(
    tables: Sequence[DrawnTable], entrants: Iterable[Entrant], preferred: int = FOUR
) -> tuple[Problem, ...]:
    """What breaks the hard rules: everyone present sits exactly once, tables of 3 and 4, fewest odd
    tables.
    """
    labels = {entrant.key: entrant.label for entrant in entrants}
    seated: dict[Key, int] = {}
    problems = []
    for table in tables:
        if len(table.seats) not in SIZES:
            problems.append(
                Problem(
                    "",
                    "table-size",
                    f"Stůl {table.number} má mít 3 nebo 4 hráče, má jich {len(table.seats)}.",
                )
            )
        for key in table.seats:
            if key not in labels:
                problems.append(
                    Problem("", "absent", f"Hráč č. {key} u stolu {table.number} v tomto kole nehraje.")
                )
            elif key in seated:
                problems.append(
                    Problem(
                        "",
                        "twice",
                        f"{labels[key]} sedí dvakrát: u stolu {seated[key]} a u stolu {table.number}.",
                    )
                )
            seated.setdefault(key, table.number)
    problems += [
        Problem("", "unseated", f"{label} nemá místo; posaďte ho ke stolu.")
        for key, label in labels.items()
        if key not in seated
    ]
    numbers = [table.number for table in tables]
    problems += [
        Problem("", "table-number", f"Číslo stolu {number} je tu víckrát.")
        for number in sorted(set(numbers))
        if numbers.count(number) > 1
    ]
    if not problems:
        try:
            wanted = table_sizes(len(labels), preferred)
        except CannotSeat as error:
            return (Problem("", error.code, str(error)),)
        if sorted(len(table.seats) for table in tables) != sorted(wanted):
            problems.append(Problem("", "too-many-odd", f"Stoly mají být po {_sizes_text(wanted)} hráčích."))
    return tuple(problems)


def _sizes_text(sizes: Sequence[int]) -> str:
    return " + ".join(str(size) for size in sizes)


def assess(
    tables: Sequence[DrawnTable],
    entrants: Iterable[Entrant],
    history: Iterable[PastTable] = (),
    *,
    round_: int,
    weights: Weights | None = None,
    preferred: int = FOUR,
    shift: int = 0,
) -> Quality:
    """Name every blemish of these tables, given the rounds before `round_`."""
    people = {entrant.key: entrant for entrant in entrants}
    past = Past(history, preferred, round_)
    weights = weights or Weights()
    odd = odd_among([len(table.seats) for table in tables], preferred)
    repeats, odd_again, same_club, same_team, apart, misplaced, table_again = [], [], [], [], [], [], []
    forbidden = kept_apart(people.values())
    for table in tables:
        for one, two in combinations(sorted(table.seats, key=key_order), 2):
            met = past.met.get((one, two))
            if met:
                repeats.append(RepeatedPair(one, two, table.number, tuple(met)))
            if (one, two) in forbidden:
                apart.append(Together(one, two, table.number))
            a, b = people.get(one), people.get(two)
            if a and b and a.team and a.team == b.team:
                same_team.append(Together(one, two, table.number, a.team))
            if a and b and a.club and a.club == b.club:
                same_club.append(Together(one, two, table.number, a.club))
        for key in table.seats:
            if len(table.seats) == odd and key in past.odd:
                odd_again.append(OddAgain(key, table.number, tuple(past.odd[key])))
            fixed = people[key].fixed_table if key in people else None
            if fixed is not None and fixed != table.number:
                misplaced.append(Misplaced(key, table.number, fixed))
            before = past.numbers.get(key, {}).get(table.number)
            if before and fixed is None:
                table_again.append(TableAgain(key, table.number, tuple(before)))
    uneven, spread, seat_cost = _seats(tables, past, weights)
    return Quality(
        repeats=tuple(repeats),
        odd_again=tuple(odd_again),
        same_club=tuple(same_club),
        same_team=tuple(same_team),
        apart=tuple(apart),
        misplaced=tuple(misplaced),
        table_again=tuple(table_again),
        uneven_seats=uneven,
        seat_spread=spread,
        shift=shift,
        penalty=sum(weights.repeat * len(item.earlier) ** 2 for item in repeats)
        + sum(weights.odd_again * len(item.earlier) for item in odd_again)
        + weights.apart * (len(apart) + len(misplaced))
        + weights.team * len(same_team)
        + weights.club * len(same_club)
        + sum(weights.table_again * len(item.earlier) for item in table_again)
        + weights.method * shift
        + seat_cost,
    )


def _seats(
    tables: Sequence[DrawnTable], past: Past, weights: Weights
) -> tuple[tuple[UnevenSeats, ...], int, int]:
    uneven = []
    largest = cost = 0
    for table in tables:
        for seat, key in enumerate(table.seats):
            counts = list(past.seats.get(key, (0,) * len(SEATS)))
            cost += weights.seat * counts[seat]
            counts[seat] += 1
            spread = max(counts) - min(counts)
            largest = max(largest, spread)
            if spread > 1:
                a, b, c, d = counts
                uneven.append(UnevenSeats(key, (a, b, c, d)))
        cost += weights.scribe * past.scribes.get(table.scribe, 0)
    return tuple(uneven), largest, cost
