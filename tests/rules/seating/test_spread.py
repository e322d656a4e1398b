"""Seats, scribes and table numbers over several rounds, on any rounds at all."""

from collections import Counter
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.seating.generator import Generator
from rules.seating.spread import choose_evenly, spread_numbers, spread_scribes, spread_seats


def rounds_of(players: int, rounds: int, seed: int) -> list[list[list[int]]]:
    """Any rounds at tables of four, repeats and all."""
    generator = Generator(seed, "rounds")
    drawn = []
    for _ in range(rounds):
        people = generator.shuffled(range(players))
        drawn.append([people[start : start + 4] for start in range(0, players, 4)])
    return drawn


@settings(max_examples=50)
@given(
    players=st.integers(1, 8).map(lambda tables: 4 * tables),
    rounds=st.integers(1, 9),
    seed=st.integers(0, 99),
)
def test_seats_are_within_one_of_each_other_after_every_round(players: int, rounds: int, seed: int) -> None:
    """De Werra: whatever the tables of four, even if the same people always sit together."""
    drawn = rounds_of(players, rounds, seed)
    seats = spread_seats(drawn, {}, Generator(seed, "seats"))
    tables = [members for tables in drawn for members in tables]
    counts = {person: [0, 0, 0, 0] for person in range(players)}
    for number, (members, order) in enumerate(zip(tables, seats, strict=True), 1):
        assert sorted(members) == sorted(order)
        for seat, person in enumerate(order):
            counts[person][seat] += 1
        if number % (players // 4) == 0:
            assert all(max(own) - min(own) <= 1 for own in counts.values())


def test_earlier_seats_are_made_up_for() -> None:
    before = {person: [1 if seat == person % 4 else 0 for seat in range(4)] for person in range(8)}
    seats = spread_seats([[[0, 1, 2, 3], [4, 5, 6, 7]]] * 3, before, Generator(1, "seats"))
    for order in seats:
        for seat, person in enumerate(order):
            before[person][seat] += 1
    assert all(own == [1, 1, 1, 1] for own in before.values())


@settings(max_examples=50)
@given(rounds=st.integers(1, 8), seed=st.integers(0, 99))
def test_scribes_write_equally_often(rounds: int, seed: int) -> None:
    drawn = rounds_of(16, rounds, seed)
    tables = [members for tables in drawn for members in tables]
    scribes = spread_scribes(tables, {}, Generator(seed, "scribes"))
    assert all(scribe in members for scribe, members in zip(scribes, tables, strict=True))
    times = Counter(scribes)
    assert max(times.values()) - min(times[person] for person in range(16)) <= 1


def test_choice_is_passed_on_along_a_chain() -> None:
    """0 is chosen first, then 1 for want of anybody better; the last table has 2, so nobody is chosen
    twice.
    """
    tables = [[0, 1], [0, 1], [1, 2]]
    chosen = choose_evenly(tables, lambda person, times: times**2)
    assert sorted(chosen) == [0, 1, 2]


def cost(rounds: list[list[list[int]]], numbers: list[list[int]]) -> int:
    had = Counter(
        (person, number)
        for tables, own in zip(rounds, numbers, strict=True)
        for members, number in zip(tables, own, strict=True)
        for person in members
    )
    return sum(times * (times - 1) // 2 for times in had.values())


def test_table_numbers_are_spread() -> None:
    drawn = rounds_of(32, 6, 1)
    numbers = spread_numbers(drawn, {}, {}, Generator(1, "numbers"))
    assert all(sorted(own) == list(range(1, 9)) for own in numbers)
    assert cost(drawn, numbers) < cost(drawn, [list(range(1, 9))] * 6) / 2


def test_small_numbers_of_rounds_repeat_no_table() -> None:
    """Two rounds: whoever was at table 1 is not there again, as four rounds have room for it."""
    drawn = rounds_of(24, 2, 3)
    numbers = spread_numbers(drawn, {}, {}, Generator(1, "numbers"))
    assert cost(drawn, numbers) == min(
        cost(drawn, [list(range(1, 7)), list(order)]) for order in all_orders(6)
    )


def all_orders(count: int) -> list[tuple[int, ...]]:
    return list(permutations(range(1, count + 1)))


def test_fixed_people_and_sizes_keep_their_numbers() -> None:
    drawn = [[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10]], [[0, 5, 10, 3], [4, 1, 9, 7], [8, 2, 6]]]
    numbers = spread_numbers(drawn, {4: 1, 8: 3}, {}, Generator(1, "numbers"))
    assert [own[1] for own in numbers] == [1, 1]
    assert [own[2] for own in numbers] == [3, 3]


def test_numbers_of_earlier_rounds_count() -> None:
    before = {person: {1: 1} for person in (0, 1, 2, 3)}
    assert spread_numbers([[[0, 1, 2, 3], [4, 5, 6, 7]]], {}, before, Generator(1, "n")) == [[2, 1]]
