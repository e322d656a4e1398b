"""How few repeats and second visits to odd tables the draws have and how long they take: tables players ×
rounds against the bounds.

    python -m benchmarks.draw_table [--short] [--seed S]

Every cell is a whole schedule of that many rounds; repeats are counted here from the tables, not taken from
the draw's own figures. Times are processor seconds. Nothing here is a test; docs/benchmarks.md keeps a
result.
"""

import argparse
import platform
import resource
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from rules.seating import (
    DrawnTable,
    DrawRequest,
    Entrant,
    Generator,
    PastTable,
    draw_round,
    draw_schedule,
    table_sizes,
)
from rules.seating.bounds import least_repeats, least_second_visits, needed_meetings
from rules.seating.sizes import FOUR, THREE, odd_among

ROUNDS = range(2, 9)
PLAYERS = (*range(7, 65), *range(68, 129, 4))
SHORT_PLAYERS = (*range(7, 29), 32, 36, 40, 64, 100, 128)
LONG_SCHEDULES = ((24, 7), (28, 9), (32, 8), (36, 9), (40, 10), (64, 10))
PLAYERS_AT_THREES = (12, 15, 18, 21, 24, 27)
VISITING_PLAYERS = (*range(7, 43), 45, 46, 49, 50, 53, 57, 61)
VISITING_AT_THREES = range(10, 24)
PLAYED = 5
LARGE_FIELDS = ((320, 1.0), (1000, 5.0))
SCHEDULE_SECONDS, MEMORY_MB = 2.0, 200

# Rounds without repeats known to exist, as far as they are asked for here.
CLEAN = {9: 4, 13: 4, 14: 4, **dict.fromkeys(range(15, 21), 5), **dict.fromkeys(range(21, 25), 7)}
CLEAN |= {28: 9, 32: 10, 36: 11, 40: 13, 64: 21}
CLEAN_FROM, CLEAN_ROUNDS = 25, 8
CLEAN_THREES = {12: 4, 15: 7, 18: 8, 21: 10, 24: 11, 27: 13}

# Fewest repeats known where some cannot be avoided, by players and rounds.
FEWEST = {
    (7, 3): 6,
    (8, 3): 8,
    (8, 5): 32,
    (9, 5): 9,
    (10, 3): 2,
    (10, 5): 15,
    (11, 3): 4,
    (11, 5): 20,
    (12, 3): 6,
    (12, 5): 24,
    (13, 5): 3,
    (14, 5): 2,
    (15, 6): 21,
    (16, 6): 24,
    (17, 6): 2,
    (18, 6): 2,
    (19, 6): 3,
    (20, 6): 6,
}
FEWEST_THREES = {(12, 5): 3}


@dataclass(frozen=True, slots=True)
class Measured:
    """One schedule: repeats and the most meetings of a pair, what is known of both, processor seconds."""

    players: int
    rounds: int
    preferred: int
    repeats: int
    bound: int
    known: int | None
    meetings: int
    needed: int
    seconds: float

    @property
    def label(self) -> str:
        threes = " at threes" if self.preferred == THREE else ""
        return f"{self.players}/{self.rounds}{threes}"

    @property
    def above_known(self) -> bool:
        return self.known is not None and self.repeats > self.known

    @property
    def meets_too_often(self) -> bool:
        """A pair meets more than once above what somebody has to."""
        return self.meetings > self.needed + 1

    def __str__(self) -> str:
        aim = self.bound if self.known is None else self.known
        text = str(self.repeats) if self.repeats == aim else f"{self.repeats} ({aim})"
        return f"**{text}**" if self.above_known or self.meets_too_often else text


def known_repeats(players: int, rounds: int, preferred: int) -> int | None:
    """The fewest repeats somebody has reached; None where only the bound by counting is known."""
    clean, fewest = (CLEAN, FEWEST) if preferred == FOUR else (CLEAN_THREES, FEWEST_THREES)
    longest = clean.get(players, 1)
    if preferred == FOUR and players >= CLEAN_FROM:
        longest = max(longest, CLEAN_ROUNDS)
    return 0 if rounds <= longest else fewest.get((players, rounds))


def schedule(players: int, rounds: int, seed: str, preferred: int = FOUR) -> Measured:
    """Draw all rounds at once and count who met how often."""
    entrants = tuple(map(Entrant, range(1, players + 1)))
    start = time.process_time()
    draws = draw_schedule(entrants, rounds, seed, preferred=preferred)
    seconds = time.process_time() - start
    met = Counter(
        pair
        for draw in draws
        for table in draw.tables
        for pair in combinations(sorted(table.seats, key=int), 2)
    )
    sizes = table_sizes(players, preferred)
    return Measured(
        players=players,
        rounds=rounds,
        preferred=preferred,
        repeats=sum(times - 1 for times in met.values()),
        bound=least_repeats(sizes, rounds),
        known=known_repeats(players, rounds, preferred),
        meetings=max(met.values()),
        needed=needed_meetings(sizes, rounds),
        seconds=seconds,
    )


@dataclass(frozen=True, slots=True)
class Visits:
    """Repeats and second visits of one tournament drawn at once and of one drawn round by round, the bound
    of the latter.
    """

    label: str
    at_once: tuple[int, int]
    one_by_one: tuple[int, int]
    bound: int

    @property
    def worse(self) -> bool:
        return self.at_once > self.one_by_one

    def __str__(self) -> str:
        bound = "" if max(self.at_once[1], self.one_by_one[1]) <= self.bound else f" ({self.bound})"
        text = f"{self.at_once[1]} / {self.one_by_one[1]}{bound}"
        return f"**{text}**" if self.worse else text


def visits(players: int, rounds: int, seed: str, preferred: int = FOUR) -> Visits:
    """Draw a tournament both ways and count who is at odd tables again."""
    entrants = tuple(map(Entrant, range(1, players + 1)))
    sizes = table_sizes(players, preferred)
    odd = odd_among(sizes, preferred)
    at_once = [draw.tables for draw in draw_schedule(entrants, rounds, seed, preferred=preferred)]
    history: tuple[PastTable, ...] = ()
    one_by_one = []
    for number in range(1, rounds + 1):
        request = DrawRequest(number, entrants, seed, history, preferred=preferred, rounds=rounds)
        one_by_one.append(draw_round(request).tables)
        history += tuple(
            PastTable(number, table.number, table.seats, table.scribe) for table in one_by_one[-1]
        )
    return Visits(
        f"{players}/{rounds}" + (" at threes" if preferred == THREE else ""),
        _blemishes(at_once, odd),
        _blemishes(one_by_one, odd),
        least_second_visits(sizes, odd, rounds),
    )


def _blemishes(rounds: Sequence[Sequence[DrawnTable]], odd: int) -> tuple[int, int]:
    """(repeats, second visits to odd tables)"""
    tables = [table.seats for round_ in rounds for table in round_]
    met = Counter(pair for seats in tables for pair in combinations(sorted(seats, key=int), 2))
    at_odd = Counter(key for seats in tables if len(seats) == odd for key in seats)
    return sum(times - 1 for times in met.values()), sum(times - 1 for times in at_odd.values())


def print_visits(players: Iterable[int], seed: str, preferred: int = FOUR) -> list[Visits]:
    """One row per number of players that makes odd tables."""
    print("| players | tables | " + " | ".join(f"{rounds} rounds" for rounds in ROUNDS) + " |")
    print("|---" * (len(ROUNDS) + 2) + "|")
    everything = []
    for people in players:
        if not odd_among(table_sizes(people, preferred), preferred):
            continue
        row = [visits(people, rounds, seed, preferred) for rounds in ROUNDS]
        cells = (_tables_text(people, preferred), *map(str, row))
        print(f"| {people} | " + " | ".join(cells) + " |", flush=True)
        everything += row
    return everything


def next_round(players: int, method: str, seed: str) -> tuple[int, float]:
    """Repeats and processor seconds of one more round after rounds drawn at random one after another."""
    ranks = Generator(seed, "benchmark ranks").shuffled(range(1, players + 1))
    entrants = tuple(Entrant(key, rank=rank) for key, rank in enumerate(ranks, 1))
    history: tuple[PastTable, ...] = ()
    for number in range(1, PLAYED + 1):
        drawn = draw_round(DrawRequest(number, entrants, seed, history))
        history += tuple(PastTable(number, table.number, table.seats, table.scribe) for table in drawn.tables)
    start = time.process_time()
    draw = draw_round(DrawRequest(PLAYED + 1, entrants, seed, history, method))
    return len(draw.quality.repeats), time.process_time() - start


def print_table(players: Iterable[int], seed: str, preferred: int = FOUR) -> list[Measured]:
    """One row per number of players: repeats of every number of rounds, tables, the longest time."""
    print("| players | tables | " + " | ".join(f"{rounds} rounds" for rounds in ROUNDS) + " | longest, s |")
    print("|---" * (len(ROUNDS) + 3) + "|")
    everything = []
    for people in players:
        row = [schedule(people, rounds, seed, preferred) for rounds in ROUNDS]
        cells = (_tables_text(people, preferred), *map(str, row), f"{_longest(row).seconds:.2f}")
        print(f"| {people} | " + " | ".join(cells) + " |", flush=True)
        everything += row
    return everything


def _tables_text(players: int, preferred: int) -> str:
    sizes = Counter(table_sizes(players, preferred))
    return " + ".join(f"{sizes[size]} × {size}" for size in (FOUR, THREE) if sizes[size])


def _longest(schedules: Sequence[Measured]) -> Measured:
    return max(schedules, key=lambda measured: measured.seconds)


def print_verdict(schedules: Sequence[Measured]) -> None:
    """What the tables together show."""
    slowest = _longest(schedules)
    above = [measured.label for measured in schedules if measured.above_known]
    often = [measured.label for measured in schedules if measured.meets_too_often]
    clean = sum(measured.repeats == 0 for measured in schedules)
    print(f"\nSchedules drawn: {len(schedules)}, without repeats: {clean}.")
    print(f"More repeats than known to be possible: {', '.join(above) or 'none'}.")
    print(f"A pair meets more than once above the necessary: {', '.join(often) or 'none'}.")
    print(f"Longest: {slowest.seconds:.2f} s ({slowest.label}), wanted under {SCHEDULE_SECONDS:.0f} s.")


def print_all_visits(seed: str) -> None:
    """Second visits to odd tables, with tables of four and with tables of three preferred."""
    print(
        "\nSecond visits to odd tables: all rounds at once / one by one; in brackets the bound by counting.\n"
    )
    everything = print_visits(VISITING_PLAYERS, seed)
    print("\nTables of three preferred:\n")
    everything += print_visits(VISITING_AT_THREES, seed, THREE)
    worse = [measured.label for measured in everything if measured.worse]
    print(
        f"\nWorse at once than one by one, by repeats and then second visits: {', '.join(worse) or 'none'}."
    )


def main() -> None:
    """Print everything as it stands in docs/benchmarks.md."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.draw_table", description=__doc__)
    parser.add_argument("--short", action="store_true", help="fewer numbers of players")
    parser.add_argument("--seed", default="1", help="seed of all draws")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}, seed {options.seed}\n")
    print("Repeats; in brackets what is known to be possible or the bound by counting, where it is less.\n")
    schedules = print_table(SHORT_PLAYERS if options.short else PLAYERS, options.seed)
    print("\nTables of three preferred:\n")
    schedules += print_table(PLAYERS_AT_THREES, options.seed, THREE)
    print("\n| players/rounds | repeats | s |\n|---|---|---|")
    for players, rounds in LONG_SCHEDULES:
        measured = schedule(players, rounds, options.seed)
        schedules.append(measured)
        print(f"| {measured.label} | {measured} | {measured.seconds:.2f} |", flush=True)
    print_verdict(schedules)
    print_all_visits(options.seed)
    print(f"\n| round {PLAYED + 1} of | method | repeats | s | wanted, s |\n|---|---|---|---|---|")
    for players, wanted in LARGE_FIELDS:
        for method in ("random", "standings"):
            repeats, seconds = next_round(players, method, options.seed)
            print(f"| {players} | {method} | {repeats} | {seconds:.2f} | {wanted:.0f} |", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\nPeak memory of the whole run: {peak:.0f} MB, wanted under {MEMORY_MB} MB.")


if __name__ == "__main__":
    main()
