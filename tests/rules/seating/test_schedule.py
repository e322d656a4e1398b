"""All rounds at once, against what is known to be possible."""

from collections import Counter
from collections.abc import Iterable, Sequence

import pytest

from rules.seating import (
    CannotSeat,
    DrawRequest,
    Entrant,
    Key,
    PastTable,
    draw_round,
    draw_schedule,
    plan,
    table_sizes,
)

from .counting import as_history, entrants, everybody_sits_once, meetings, repeats, seats_of

ODD = 3

CLEAN_ROUNDS = {13: 4, 14: 4, **dict.fromkeys(range(15, 21), 5), **dict.fromkeys(range(21, 25), 7)}
"""Rounds without repeats known to be possible; eight from 25 players on."""


@pytest.mark.parametrize("players", [*range(13, 65), *range(65, 128, 7), 127, 128])
def test_no_repeats_up_to_eight_rounds(players: int) -> None:
    rounds = CLEAN_ROUNDS.get(players, 8)
    planned = plan(players, rounds, 7)
    assert planned["repeats"] == 0
    tables = planned["rounds"]
    assert isinstance(tables, list)
    assert len(tables) == rounds
    assert repeats(tables) == 0
    for round_ in tables:
        assert everybody_sits_once(round_, range(1, players + 1))
        assert [len(table) for table in round_] == list(table_sizes(players))


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(28, 9), (32, 9), (36, 11), (40, 13), (44, 14), (48, 15), (64, 21), (320, 6), (26, 3)],
)
def test_no_repeats_in_longer_or_larger_tournaments(players: int, rounds: int) -> None:
    assert repeats(seats_of(draw_schedule(entrants(players), rounds, 1))) == 0


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [
        (7, 3, 6),
        (8, 5, 32),
        (9, 5, 9),
        (10, 5, 15),
        (12, 5, 24),
        (13, 5, 3),
        (16, 6, 24),
        (20, 6, 6),
        (24, 8, 18),
    ],
)
def test_repeats_that_cannot_be_avoided(players: int, rounds: int, most: int) -> None:
    tables = seats_of(draw_schedule(entrants(players), rounds, 3))
    assert repeats(tables) <= most


def test_more_rounds_than_any_design_has() -> None:
    """The first rounds are those of a design, the others are searched for; no pair meets a third time."""
    tables = seats_of(draw_schedule(entrants(24), 9, 1))
    assert len(tables) == 9
    assert repeats(tables[:7]) == 0
    assert max(meetings(tables).values()) == 2


@pytest.mark.parametrize(
    ("players", "rounds"), [(9, 4), (12, 4), (15, 7), (16, 5), (18, 8), (21, 8), (23, 7), (31, 6)]
)
def test_threes_preferred(players: int, rounds: int) -> None:
    draws = draw_schedule(entrants(players), rounds, 1, preferred=3)
    assert repeats(seats_of(draws)) == 0
    for draw in draws:
        assert [len(table.seats) for table in draw.tables] == list(table_sizes(players, 3))


def test_seed_decides() -> None:
    assert plan(26, 4, 7) == plan(26, 4, 7)
    assert plan(26, 4, 7)["rounds"] == plan(26, 4, "7")["rounds"]
    assert plan(26, 4, 7)["rounds"] != plan(26, 4, 8)["rounds"]


def test_order_of_input_does_not_matter() -> None:
    people = entrants(26)
    assert draw_schedule(people, 4, 7) == draw_schedule(people[::-1], 4, 7)


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (16, 4), (20, 5), (24, 6), (40, 8), (64, 7)])
def test_seats_are_even_after_every_round(players: int, rounds: int) -> None:
    """S11: nobody's counts of A, B, C and D differ by more than one, at the end and on the way."""
    draws = draw_schedule(entrants(players), rounds, 5)
    assert [draw.quality.seat_spread for draw in draws] == [
        1 if turn % 4 else 0 for turn in range(1, rounds + 1)
    ]
    assert all(draw.quality.uneven_seats == () for draw in draws)


def test_seats_at_tables_of_three_are_as_even_as_they_can_be() -> None:
    """25 players have 32 seats D in eight rounds and would need 50: just 18 of them lack one."""
    draws = draw_schedule(entrants(25), 8, 5)
    assert len(draws[-1].quality.uneven_seats) == 18
    assert draws[-1].quality.seat_spread == 2


def test_scribes_and_table_numbers_are_spread() -> None:
    draws = draw_schedule(entrants(20), 5, 5)
    scribes = Counter(table.scribe for draw in draws for table in draw.tables)
    assert {scribes[player] for player in range(1, 21)} <= {1, 2}
    assert all(draw.quality.table_again == () for draw in draws)


@pytest.mark.parametrize(
    ("players", "rounds", "most"), [(15, 5, 1), (97, 8, 1), (23, 7, 1), (21, 7, 3), (30, 8, 2)]
)
def test_odd_tables_are_shared_out(players: int, rounds: int, most: int) -> None:
    draws = draw_schedule(entrants(players), rounds, 5)
    at_three = Counter(
        key for draw in draws for table in draw.tables if len(table.seats) == 3 for key in table.seats
    )
    assert max(at_three.values()) <= most


def second_visits(rounds: Iterable[Sequence[Sequence[Key]]]) -> int:
    """Visits to tables of three after each player's first."""
    at_odd = Counter(key for tables in rounds for table in tables if len(table) == ODD for key in table)
    return sum(times - 1 for times in at_odd.values())


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [
        (18, 3, 0),
        (19, 5, 0),
        (22, 4, 2),
        (23, 7, 0),
        (26, 4, 0),
        (26, 5, 4),
        (34, 6, 2),
        (38, 8, 10),
        (41, 5, 4),
        (50, 8, 0),
    ],
)
def test_second_visits_to_odd_tables_are_as_few_as_counting_allows(
    players: int, rounds: int, most: int
) -> None:
    """Seats at tables of three in all rounds, less the players."""
    drawn = seats_of(draw_schedule(entrants(players), rounds, 7))
    threes = table_sizes(players).count(ODD)
    assert second_visits(drawn) == most == max(3 * threes * rounds - players, 0)
    assert repeats(drawn) == 0


def one_by_one(players: int, rounds: int) -> list[list[tuple[Key, ...]]]:
    """The same rounds drawn at random, each after the one before."""
    history: tuple[PastTable, ...] = ()
    drawn = []
    for number in range(1, rounds + 1):
        request = DrawRequest(number, entrants(players), "7", history=history, rounds=rounds)
        drawn.append(draw_round(request))
        history += as_history(number, drawn[-1].tables)
    return seats_of(drawn)


# Where there is something to lose: repeats that cannot be avoided, or more seats at threes than players.
COMPARED = [
    *((players, 4) for players in range(6, 41)),
    *((players, 5) for players in (13, 14, 17, 18, 22, 25, 26, 29, 30, 33, 37)),
    *((21, 2), (18, 3), (12, 5), (34, 6), (18, 7), (19, 7), (19, 8), (37, 8), (38, 8)),
]


@pytest.mark.parametrize(("players", "rounds"), COMPARED)
def test_never_worse_than_rounds_drawn_one_after_another(players: int, rounds: int) -> None:
    """By repeats and then by second visits to tables of three."""
    at_once = seats_of(draw_schedule(entrants(players), rounds, "7"))
    after_another = one_by_one(players, rounds)
    assert (repeats(at_once), second_visits(at_once)) <= (
        repeats(after_another),
        second_visits(after_another),
    )


def test_clubs_and_teams_are_kept_apart_over_all_rounds() -> None:
    people = tuple(
        Entrant(number, club=f"Klub {number % 8}", team=f"D{number // 3}") for number in range(1, 65)
    )
    draws = draw_schedule(people, 8, 1)
    assert sum(len(draw.quality.same_club) + len(draw.quality.same_team) for draw in draws) == 0
    assert repeats(seats_of(draws)) == 0


def test_people_kept_apart_never_meet() -> None:
    """In eight rounds of 28 a pair misses one another once in nine draws; with the wish it always does."""
    people = tuple(
        Entrant(number, apart=frozenset({2, 3}) if number == 1 else frozenset()) for number in range(1, 29)
    )
    pairs = {frozenset({1, 2}), frozenset({1, 3})}
    assert not pairs.isdisjoint(meetings(seats_of(draw_schedule(entrants(28), 8, 1))))
    draws = draw_schedule(people, 8, 1)
    assert pairs.isdisjoint(meetings(seats_of(draws)))
    assert repeats(seats_of(draws)) == 0


@pytest.mark.parametrize("players", [23, 24])
def test_fixed_tables_are_kept_in_every_round(players: int) -> None:
    fixed = {5: 1, 9: 3, 20: 6}
    people = tuple(Entrant(number, fixed_table=fixed.get(number)) for number in range(1, players + 1))
    draws = draw_schedule(people, 5, 1)
    for draw in draws:
        where = {key: table.number for table in draw.tables for key in table.seats}
        assert {key: where[key] for key in fixed} == fixed
        assert draw.quality.misplaced == ()
    assert repeats(seats_of(draws)) == 0


def test_two_with_one_fixed_table_always_meet() -> None:
    people = tuple(Entrant(number, fixed_table=2 if number < 3 else None) for number in range(1, 25))
    tables = seats_of(draw_schedule(people, 4, 1))
    assert meetings(tables)[frozenset({1, 2})] == 4
    assert repeats(tables) == 3


def test_rounds_left_are_planned_anew_after_a_withdrawal() -> None:
    """S14 with a schedule: the history follows a design, so the rest does too, without the one who left."""
    first = draw_schedule(entrants(24), 7, 1)[:2]
    history = as_history(1, first[0].tables) + as_history(2, first[1].tables)
    rest = draw_schedule(entrants(24)[:-1], 7, 2, history=history, first_round=3)
    assert len(rest) == 5
    assert repeats(seats_of((*first, *rest))) == 0
    assert all(everybody_sits_once((table.seats for table in draw.tables), range(1, 24)) for draw in rest)


def test_one_round_of_a_schedule_by_its_number() -> None:
    draws = draw_schedule(entrants(20), 5, "s")
    for number, draw in enumerate(draws, 1):
        request = DrawRequest(number, entrants(20), "s", method="schedule", rounds=5)
        assert draw_round(request).tables == draw.tables


@pytest.mark.parametrize(
    ("rounds", "first", "text"),
    [(0, 1, "Počet kol má být od 1 do 64, ne 0"), (65, 1, "ne 65"), (3, 4, "od 4 do 64, ne 3")],
)
def test_number_of_rounds_refused(rounds: int, first: int, text: str) -> None:
    with pytest.raises(CannotSeat, match=text):
        draw_schedule(entrants(12), rounds, 1, first_round=first)


@pytest.mark.parametrize("rounds", [None, 2])
def test_schedule_needs_the_number_of_rounds(rounds: int | None) -> None:
    with pytest.raises(CannotSeat, match="potřebuje počet kol turnaje"):
        draw_round(DrawRequest(3, entrants(12), 1, method="schedule", rounds=rounds))


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_plan_refuses_what_cannot_be_seated(players: int) -> None:
    with pytest.raises(CannotSeat):
        plan(players, 3, 1)
