"""Whole schedules with few or no repeats, for points instead of people: constructed, or read from the stored
data.

A design is a list of rounds, a round a list of tables, a table a tuple of points 0, 1, 2, … The stored ones
were made by `python -m design_building`, which also describes the lines of the file.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

from rules.seating.generator import Generator
from rules.seating.sizes import THREE

from .galois import galois_field, prime_power

Table = tuple[int, ...]
Round = list[Table]
Design = list[Round]

DATA = Path(__file__).parent / "data" / "designs.txt"
DROP_TRIALS = 60


def shifted_pots(tables: int, size: int) -> Design:
    """Pots of as many points as there are tables; in round r pot g is shifted by g·r, so pots meet everybody
    once.

    With a prime power of tables the sums and products are those of GF(tables) and there are as many rounds
    as tables; otherwise plain numbers modulo the tables do for as long as (size - 1)·r stays below their
    number. The pots themselves make one more round when they fill whole tables.
    """
    pots = range(size)
    starts = range(tables)
    if prime_power(tables) and tables >= size:
        field = galois_field(tables)
        rounds = [
            [
                tuple(pot * tables + field.sums[field.products[pot][turn]][start] for pot in pots)
                for start in starts
            ]
            for turn in range(tables)
        ]
    else:
        rounds = [
            [tuple(pot * tables + (pot * turn + start) % tables for pot in pots) for start in starts]
            for turn in range((tables - 1) // (size - 1) + 1)
        ]
    if tables == size:
        rounds.append([tuple(range(pot * tables, (pot + 1) * tables)) for pot in pots])
    return rounds


@cache
def full_design(tables: int, size: int) -> Design:
    """The longest known design without repeats in which every table has `size` points."""
    pots = shifted_pots(tables, size)
    stored = _lines().cyclic.get((size, tables * size))
    if stored is None:
        return pots
    period, fixed, *starters = stored
    developed = [
        moved
        for starter in starters
        for moved in _developed(_round(starter), int(period), tables * size - int(fixed))
    ]
    return developed if len(developed) >= len(pots) else pots


def _developed(starter: Round, period: int, moving: int) -> Iterator[Round]:
    """The starting round moved on by 0, 1, 2, … in every class."""
    for step in range(period):
        yield [
            tuple(
                point if point >= moving else point - point % period + (point + step) % period
                for point in table
            )
            for table in starter
        ]


def listed_design(sizes: Sequence[int], rounds: int) -> Design | None:
    """A stored schedule for just these tables and rounds; a longer one without repeats serves as well."""
    lines = _lines().listed.get((sum(sizes), list(sizes).count(THREE)), {})
    longer = [listed for listed, (repeats, *_) in lines.items() if listed > rounds and repeats == "0"]
    chosen = rounds if rounds in lines else min(longer, default=None)
    return None if chosen is None else [_round(text) for text in lines[chosen][1:]]


def longest_listed(sizes: Sequence[int]) -> int:
    """The most rounds listed for these tables; 0 when there are none."""
    return max(_lines().listed.get((sum(sizes), list(sizes).count(THREE)), {}), default=0)


@dataclass(frozen=True, slots=True)
class _Lines:
    """The data file: `cyclic` by (size, points), `listed` by (players, tables of three) and then by
    rounds.
    """

    cyclic: dict[tuple[int, int], list[str]]
    listed: dict[tuple[int, int], dict[int, list[str]]]


@cache
def _lines() -> _Lines:
    lines = _Lines({}, {})
    for line in DATA.read_text(encoding="ascii").splitlines():
        kind, *fields = line.split()
        if kind == "cyclic":
            lines.cyclic[int(fields[0]), int(fields[1])] = fields[2:]
        elif kind == "listed":
            players, threes, rounds = map(int, fields[:3])
            lines.listed.setdefault((players, threes), {})[rounds] = fields[3:]
    return lines


def _round(text: str) -> Round:
    return [tuple(map(int, table.split("."))) for table in text.split("/")]


def without_points(design: Design, surplus: int, generator: Generator) -> Design | None:
    """The design with `surplus` points dropped that never meet, so that their tables keep all others.

    Of many drawn sets of points the one is taken that spreads the shorter tables most evenly. None when
    every set meets somewhere.
    """
    if surplus == 0:
        return design
    met: dict[int, list[int]] = {}
    for a, b in (pair for tables in design for table in tables for pair in combinations(table, 2)):
        met.setdefault(a, []).append(b)
        met.setdefault(b, []).append(a)
    best: tuple[int, tuple[int, ...]] | None = None
    for _ in range(DROP_TRIALS):
        strangers = _strangers(met, surplus, generator)
        if strangers is not None:
            left_short = Counter(point for gone in strangers for point in met[gone])
            uneven = sum(times**2 for times in left_short.values())
            if best is None or uneven < best[0]:
                best = (uneven, strangers)
    if best is None:
        return None
    return dropped(design, best[1])


def dropped(design: Design, gone: Collection[int]) -> Design:
    """The design without some points; their tables are the shorter for it."""
    return [[tuple(point for point in table if point not in gone) for table in tables] for tables in design]


def _strangers(met: dict[int, list[int]], count: int, generator: Generator) -> tuple[int, ...] | None:
    """So many points drawn one after another among those that none of the earlier ones meets."""
    left = sorted(met)
    drawn: tuple[int, ...] = ()
    while len(drawn) < count:
        if not left:
            return None
        point = generator.choice(left)
        drawn = (*drawn, point)
        left = [other for other in left if other != point and other not in met[point]]
    return drawn
