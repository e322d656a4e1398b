"""Make the stored designs anew: `python -m design_building > rules/seating/designs/data/designs.txt`.

It takes about an hour of one core and gives the same file on every machine. `python -m
design_building 4 24 8` makes one line: tables of 4, 24 players, 8 rounds.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import count

from rules.seating import DrawRequest, Entrant, PastTable, draw_round
from rules.seating.bounds import least_repeats
from rules.seating.designs.evening import Rounds, repeats_of, second_visits
from rules.seating.generator import Generator
from rules.seating.sizes import FOUR, SIZES, THREE, odd_among, table_sizes

from .annealing import Annealing, Found, Task
from .cyclic import StarterSearch, shapes

HEADER = """\
# Schedules made by `python -m design_building`; do not edit by hand.
#
# cyclic SIZE PLAYERS PERIOD FIXED STARTER...
#   Every starting round stands for PERIOD rounds. Points are classes of PERIOD and then FIXED more;
#   the other rounds come by adding 1 modulo PERIOD in every class.
# listed PLAYERS THREES ROUNDS REPEATS ROUND...
#   Every round as it is, THREES of its tables being of three.
#
# Tables of a round are separated by "/", points by ".".
"""

LARGEST = 128
LARGEST_OF_THREES = 60
MOST_ROUNDS = 8
FEWEST_LISTED = 6
# For more players a design with rounds added by search, or search alone, is as good.
MOST_LISTED = {FOUR: 20, THREE: 29}

STARTER_ATTEMPTS, TABLES_PER_ATTEMPT = 150, 3_000
# Larger fields have more rounds than a day in any case.
SMALL_FIELD, FEWER_ATTEMPTS = 64, 20
ENOUGH_RUNS, RUNS, STEPS = 2, 4, 250_000
LONG_RUNS, LONG_STEPS = 6, 1_000_000

# Rounds without repeats that the cyclic designs and the shifted pots already give.
CLEAN = {9: 4, 13: 4, 14: 4, **dict.fromkeys(range(15, 21), 5)}
CLEAN_THREES = {9: 4, 12: 4, 15: 7, 18: 8, 21: 8, 24: 8, 27: 8}
# Best values known from the literature where the bound is not reached.
KNOWN_BEST = {(13, 5): 3, (14, 5): 2, (17, 6): 2, (18, 6): 2, (19, 6): 3, (20, 6): 6}
# Players, tables of three, rounds: here rounds drawn one after another, some of them from a design, bring
# people to odd tables less often than annealing, with as few repeats.
DRAWN = {(18, 2, 7), (19, 1, 7), (19, 1, 8), (16, 4, 8), (19, 5, 6), (23, 5, 7)}
TOURNAMENTS = 6
SHORT_PERIODS = (Task((THREE,) * 6, 2, THREE, 4, 2), Task((THREE,) * 7, 2, THREE, 5, 1))


def main(arguments: list[str]) -> None:
    """Print all lines, or the one asked for."""
    if arguments:
        preferred, players, rounds = map(int, arguments)
        print(listed_line(tuple(sorted(table_sizes(players, preferred))), rounds)[0])
        return
    print(HEADER, end="")
    for line in all_lines():
        print(line, flush=True)


def all_lines() -> Iterator[str]:
    """Every line of the file."""
    shorter = {(task.sizes[0], task.people) for task in SHORT_PERIODS}
    for size, largest in ((FOUR, LARGEST), (THREE, LARGEST_OF_THREES)):
        for players in range(size * size, largest + 1, size):
            if (size, players) not in shorter:
                yield from cyclic_line(size, players)
    for task in SHORT_PERIODS:
        yield short_period_line(task)
    for sizes, clean in listed_cases():
        for rounds in range(MOST_ROUNDS, clean, -1):
            line, repeats = listed_line(sizes, rounds)
            yield line
            if repeats == 0:
                break


def cyclic_line(size: int, players: int) -> Iterator[str]:
    """The cyclic design with the most rounds that the search finds, if it is more than pots give anyway."""
    tables = players // size
    for rounds in range((players - 1) // (size - 1), tables, -1):
        for shape in shapes(players, size, rounds):
            generator = Generator(f"{size} {players} {rounds} {shape.multiplier}", "starter")
            attempts = STARTER_ATTEMPTS if players <= SMALL_FIELD else FEWER_ATTEMPTS
            starter = StarterSearch(shape, generator).run(attempts, TABLES_PER_ATTEMPT)
            if starter:
                yield f"cyclic {size} {players} {rounds} {shape.fixed} {_round_text(starter)}"
                return


def short_period_line(task: Task) -> str:
    """A design of several starting rounds, by annealing."""
    for run in count():
        annealing = Annealing(task, Generator(f"{task.people} {task.period} {run}", "starters"))
        found = annealing.run(LONG_STEPS)
        if found.repeats == 0:
            texts = " ".join(_round_text(tables) for tables in found.rounds)
            return f"cyclic {task.sizes[0]} {task.people} {task.period} {task.fixed} {texts}"
    raise AssertionError("count() never ends")


def listed_cases() -> Iterator[tuple[tuple[int, ...], int]]:
    """Sizes of tables for which whole schedules are listed, and the rounds that need no listing."""
    seen = set()
    for preferred, clean in ((FOUR, CLEAN), (THREE, CLEAN_THREES)):
        for players in range(FEWEST_LISTED, MOST_LISTED[preferred] + 1):
            sizes = tuple(sorted(table_sizes(players, preferred)))
            if sizes not in seen:
                seen.add(sizes)
                yield sizes, clean.get(players, 1)


def listed_line(sizes: tuple[int, ...], rounds: int) -> tuple[str, int]:
    """The schedule with the fewest repeats, then the most even odd tables, of several runs: its line, its
    repeats.
    """
    players = sum(sizes)
    if (players, sizes.count(THREE), rounds) in DRAWN:
        return _listed(drawn_rounds(sizes, rounds), sizes)
    aim = KNOWN_BEST.get((players, rounds), least_repeats(sizes, rounds))
    runs = RUNS + (LONG_RUNS if (players, rounds) in KNOWN_BEST else 0)
    best: Found | None = None
    for run in range(runs):
        if best and best.repeats <= aim and run >= ENOUGH_RUNS:
            break
        annealing = Annealing(Task(sizes, rounds, FOUR), Generator(f"{sizes} {rounds} {run}", "listed"))
        found = annealing.run(STEPS if run < RUNS else LONG_STEPS)
        if best is None or found.cost < best.cost:
            best = found
    assert best is not None
    return _listed(best.rounds, sizes)


def drawn_rounds(sizes: tuple[int, ...], rounds: int) -> Rounds:
    """The best of a few tournaments whose rounds are drawn at random one after another, of points from 0."""
    preferred = max(SIZES, key=sizes.count)
    odd = odd_among(sizes, preferred)
    drawn = [_tournament(sum(sizes), preferred, rounds, seed) for seed in range(TOURNAMENTS)]
    return min(drawn, key=lambda schedule: (repeats_of(schedule), second_visits(schedule, odd)))


def _tournament(players: int, preferred: int, rounds: int, seed: int) -> Rounds:
    history: tuple[PastTable, ...] = ()
    entrants = tuple(map(Entrant, range(players)))
    schedule = []
    for number in range(1, rounds + 1):
        draw = draw_round(DrawRequest(number, entrants, seed, history, preferred=preferred, rounds=rounds))
        history += tuple(PastTable(number, table.number, table.seats) for table in draw.tables)
        schedule.append([list(map(int, table.seats)) for table in draw.tables])
    return schedule


def _listed(schedule: Rounds, sizes: tuple[int, ...]) -> tuple[str, int]:
    repeats = repeats_of(schedule)
    texts = " ".join(_round_text(tables) for tables in schedule)
    return f"listed {sum(sizes)} {sizes.count(THREE)} {len(schedule)} {repeats} {texts}", repeats


def _round_text(tables: Iterable[Iterable[int]]) -> str:
    return "/".join(".".join(map(str, sorted(table))) for table in tables)


if __name__ == "__main__":
    main(sys.argv[1:])
