"""Whole schedules in which no two meet twice, for points 0 to N - 1: constructed, or read from the stored
data.

A design is a list of rounds, a round a list of tables, a table a tuple of points.
"""

from .galois import galois_field, prime_power
from .sizes import FOUR

Table = tuple[int, ...]
Round = list[Table]


def shifted_pots(tables: int, size: int = FOUR) -> list[Round]:
    """Pots of as many points as there are tables; in round r pot g is shifted by g·r, so pots meet everybody
    once.

    With a prime power of tables the sums and products are those of GF(tables) and there are as many rounds as
    tables; otherwise plain numbers modulo the tables do for as long as (size - 1)·r stays below their number.
    The pots themselves make one more round when they fill whole tables of that size.
    """
    if prime_power(tables) and tables >= size:
        field = galois_field(tables)
        rounds = [
            [
                tuple(pot * tables + field.sums[field.products[pot][turn]][start] for pot in range(size))
                for start in range(tables)
            ]
            for turn in range(tables)
        ]
    else:
        rounds = [
            [
                tuple(pot * tables + (pot * turn + start) % tables for pot in range(size))
                for start in range(tables)
            ]
            for turn in range((tables - 1) // (size - 1) + 1)
        ]
    if tables == size:
        rounds.append([tuple(range(pot * tables, (pot + 1) * tables)) for pot in range(size)])
    return rounds
