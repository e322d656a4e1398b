"""What went wrong in other programs, at the level of the engine: S01–S03, S05, S08–S11, S13, S14, S19.

The situations of whole tournaments (who may do it, what is stored) are tested with the application.
"""

import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.seating import (
    CannotSeat,
    DrawRequest,
    Entrant,
    PastTable,
    check_tables,
    draw_round,
    draw_schedule,
    reseat,
    table_sizes,
)

from .counting import as_history, entrants, everybody_sits_once, meetings


def test_s01_five_rounds_of_24_with_the_same_leaders() -> None:
    """The stronger always wins, so the standings bring the same people together again and again."""
    for seed in range(6):
        history: tuple[PastTable, ...] = ()
        for number in range(1, 6):
            method = "standings" if number > 1 else "random"
            request = DrawRequest(number, entrants(24), f"{seed}/{number}", history, method, rounds=5)
            draw = draw_round(request)
            assert draw.quality.repeats == ()
            history += as_history(number, draw.tables)
        assert max(meetings([past.seats] for past in history).values()) == 1


def test_s01_a_repeat_that_cannot_be_avoided_names_round_and_table() -> None:
    first = draw_round(DrawRequest(1, entrants(8), 1))
    second = draw_round(DrawRequest(2, entrants(8), 1, history=as_history(1, first.tables)))
    table_of = {key: table.number for table in first.tables for key in table.seats}
    assert len(second.quality.repeats) == 4
    for repeat in second.quality.repeats:
        assert table_of[repeat.a] == table_of[repeat.b]
        assert repeat.earlier == ((1, table_of[repeat.a]),)


@pytest.mark.parametrize("players", [n for n in range(3, 131) if n != 5])
def test_s02_every_number_of_players(players: int) -> None:
    draw = draw_round(DrawRequest(1, entrants(players), 1))
    assert check_tables(draw.tables, entrants(players)) == ()
    assert [len(table.seats) for table in draw.tables] == list(table_sizes(players))


@pytest.mark.parametrize("method", ["random", "seeded", "standings", "moving", "final", "manual", "schedule"])
@pytest.mark.parametrize("present", [0, 1, 2, 5])
def test_s03_too_few_are_refused_by_every_method(method: str, present: int) -> None:
    with pytest.raises(CannotSeat, match="hráč"):
        draw_round(DrawRequest(1, entrants(present), 1, method=method, rounds=3, final_size=4))


def test_s05_fourteen_of_sixteen_came() -> None:
    """Drawn anew or re-seated: two tables of four and two of three."""
    planned = draw_round(DrawRequest(1, entrants(16), 1))
    came = entrants(14)
    assert Counter(len(table.seats) for table in draw_round(DrawRequest(1, came, 1)).tables) == {4: 2, 3: 2}
    proposal, *_ = reseat(planned.tables, round_=1, entrants=came, seed=1, leaving=[15, 16])
    assert check_tables(proposal.tables, came) == ()


KEYS = st.integers(1, 60)
HISTORIES = st.lists(st.tuples(st.integers(1, 4), st.permutations(range(1, 41))), max_size=3)


@settings(max_examples=60)
@given(
    present=st.sets(KEYS, min_size=3, max_size=40),
    rounds=HISTORIES,
    method=st.sampled_from(["random", "seeded", "standings", "moving"]),
    preferred=st.sampled_from([3, 4]),
    seed=st.text(max_size=8),
)
def test_s08_everyone_present_sits_exactly_once(
    present: set[int], rounds: list[tuple[int, list[int]]], method: str, preferred: int, seed: str
) -> None:
    """Histories with people who have left and without some who have come; several may share a round."""
    if len(present) == 5:
        present.pop()
    history = tuple(
        PastTable(turn, table + 1, tuple(order[table * 4 : table * 4 + 4]))
        for turn, (_, order) in enumerate(rounds, 1)
        for table in range(10)
    )
    people = tuple(Entrant(key, rank=key % 7 + 1, club="ABC"[key % 3]) for key in sorted(present))
    request = DrawRequest(9, people, seed, history, method, preferred, rounds=10)
    draw = draw_round(request)
    assert everybody_sits_once((table.seats for table in draw.tables), present)
    assert check_tables(draw.tables, people, preferred) == ()
    assert all(table.scribe in table.seats for table in draw.tables)


@settings(max_examples=60)
@given(
    players=st.integers(6, 40),
    leaving=st.sets(st.integers(1, 40), max_size=6),
    arriving=st.sets(st.integers(41, 50), max_size=6),
    seed=st.integers(0, 9),
)
def test_s08_everyone_present_sits_after_any_change(
    players: int, leaving: set[int], arriving: set[int], seed: int
) -> None:
    tables = draw_round(DrawRequest(1, entrants(players), seed)).tables
    leaving = {key for key in leaving if key <= players}
    present = set(range(1, players + 1)) - leaving | arriving
    people = tuple(Entrant(key) for key in sorted(present))
    try:
        table_sizes(len(people))
    except CannotSeat:
        with pytest.raises(CannotSeat):
            reseat(tables, round_=1, entrants=people, seed=seed, leaving=leaving, arriving=arriving)
        return
    first, *others = reseat(tables, round_=1, entrants=people, seed=seed, leaving=leaving, arriving=arriving)
    assert check_tables(first.tables, people) == ()
    for proposal in (first, *others):
        assert everybody_sits_once((table.seats for table in proposal.tables), present)
        untouched = [table for table in tables if table.number not in proposal.touched]
        assert all(table in proposal.tables for table in untouched)


def test_s09_twelve_of_sixteen_from_one_club() -> None:
    """Three of the club at each table are the fewest clashes: three pairs at four tables."""
    people = tuple(Entrant(number, club="Karlín" if number <= 12 else "") for number in range(1, 17))
    quality = draw_round(DrawRequest(1, people, 1)).quality
    assert len(quality.same_club) == 12
    assert Counter(clash.table for clash in quality.same_club) == {1: 3, 2: 3, 3: 3, 4: 3}
    assert {clash.what for clash in quality.same_club} == {"Karlín"}


REQUEST = DrawRequest(
    3,
    tuple(replace(one, club=f"K{int(one.key) % 4}") for one in entrants(15)),
    "ohlášené semínko",
    history=(PastTable(1, 1, (1, 2, 3, 4)), PastTable(2, 1, (5, 6, 7, 8))),
    method="standings",
    rounds=3,
)


def test_s10_the_same_seed_a_hundred_times() -> None:
    first = draw_round(REQUEST)
    assert all(draw_round(REQUEST) == first for _ in range(99))


def test_s10_the_same_seed_after_a_restart() -> None:
    """In another process, whose text hashes and sets are ordered otherwise."""
    program = (
        "from tests.rules.seating.test_situations import REQUEST\n"
        "from rules.seating import draw_round\n"
        "print([table.seats for table in draw_round(REQUEST).tables])"
    )
    here = str([table.seats for table in draw_round(REQUEST).tables])
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": "."},
        )
        assert done.stdout.strip() == here


def test_s10_these_tables_never_change() -> None:
    """A draw that somebody may hold a protocol of; a change here needs a new version of the algorithm."""
    draw = draw_round(DrawRequest(1, tuple(map(Entrant, range(1, 15))), "semínko"))
    assert draw.algorithm == "2"
    assert [table.seats for table in draw.tables] == [(6, 7, 4, 13), (12, 11, 2, 10), (1, 8, 9), (3, 14, 5)]
    third = draw_schedule(tuple(map(Entrant, range(1, 15))), 3, "semínko")[2]
    assert [table.seats for table in third.tables] == [(2, 4, 14, 3), (6, 8, 13, 7), (10, 11, 9), (12, 5, 1)]


def test_s11_sixteen_players_five_rounds() -> None:
    """Seats differ by one. Tables do not with just four of them: trying all numberings of the only schedule
    shows that somebody is three times at one table, and at two tables only; nobody is there more often than
    that.
    """
    draws = draw_schedule(entrants(16), 5, 1)
    seats = {key: Counter[int]() for key in range(1, 17)}
    numbers = {key: Counter[int]() for key in range(1, 17)}
    for draw in draws:
        for table in draw.tables:
            for seat, key in enumerate(table.seats):
                seats[int(key)][seat] += 1
                numbers[int(key)][table.number] += 1
    assert all(sorted(counts.values()) == [1, 1, 1, 2] for counts in seats.values())
    assert max(max(counts.values()) for counts in numbers.values()) == 3


def test_s13_the_sixteenth_comes_late() -> None:
    tables = draw_round(DrawRequest(1, entrants(15), 1)).tables
    (proposal,) = reseat(tables, round_=1, entrants=entrants(16), seed=1, arriving=[16])
    assert proposal.tables[:3] == tables[:3]
    assert proposal.tables[3].seats == (*tables[3].seats, 16)


def test_s14_a_player_leaves_the_published_third_round_of_five() -> None:
    history: tuple[PastTable, ...] = ()
    for number in (1, 2, 3):
        draw = draw_round(DrawRequest(number, entrants(16), number, history=history, rounds=5))
        if number < 3:
            history += as_history(number, draw.tables)
    concerned = next(table for table in draw.tables if 7 in table.seats)
    people = [one for one in entrants(16) if one.key != 7]
    (proposal,) = reseat(draw.tables, round_=3, entrants=people, seed=1, history=history, leaving=[7])
    assert proposal.touched == (concerned.number,)
    assert proposal.quality.repeats == ()


def test_s19_a_fixed_table_is_kept_and_is_not_the_leaders() -> None:
    """The last of 24 cannot walk far and sits at table 1; the leaders play at table 2, marked as theirs."""
    people = tuple(replace(one, fixed_table=1 if one.key == 24 else None) for one in entrants(24))
    draw = draw_round(DrawRequest(1, people, 1, method="standings"))
    levels = {table.number: (table.level, set(table.seats)) for table in draw.tables}
    assert levels[1] == (6, {21, 22, 23, 24})
    assert levels[2] == (1, {1, 2, 3, 4})
    assert draw.quality.misplaced == ()
    assert draw.quality.shift == 0
