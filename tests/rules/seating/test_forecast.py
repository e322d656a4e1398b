"""What is announced of repeats before a draw, and that every method keeps it."""

from dataclasses import dataclass, replace

import pytest

from rules.seating import (
    CannotSeat,
    DrawRequest,
    Entrant,
    Forecast,
    PastTable,
    draw_round,
    draw_schedule,
    forecast,
    table_sizes,
)

from .counting import as_history, entrants, repeats, seats_of

PLAYERS = range(6, 41)
METHODS = ("random", "seeded", "standings", "moving", "final", "manual")


def asked(players: int, rounds: int, **more: object) -> DrawRequest:
    return replace(DrawRequest(1, entrants(players), "forecast", rounds=rounds), **more)


@dataclass(frozen=True)
class Case:
    id: str
    request: DrawRequest
    known: Forecast


FIRST = as_history(1, draw_round(asked(12, 5)).tables)
CASES = (
    Case("12 at fours", asked(12, 5), Forecast(24, 24)),
    Case("12 at threes", asked(12, 5, preferred=3), Forecast(0, 3)),
    Case("26", asked(26, 5), Forecast(0, 0)),
    Case("13, not proved to be the least", asked(13, 5), Forecast(0, 3)),
    Case("more rounds than any design", asked(24, 9), Forecast(48, None)),
    Case("one round", asked(12, 1), Forecast(0, 0)),
    Case("a round of fours played", asked(12, 5, round=2, history=FIRST), Forecast(24, None)),
    Case("and threes from now on", asked(12, 5, round=2, history=FIRST, preferred=3), Forecast(0, None)),
    Case("drawn again", asked(12, 5, history=FIRST), Forecast(24, 24)),
    Case(
        "somebody new came",
        asked(12, 2, round=2, history=FIRST, entrants=(*entrants(12)[:-1], Entrant(13))),
        Forecast(0, None),
    ),
    Case("the last of two rounds", asked(12, 2, round=2, history=FIRST), Forecast(3, None)),
    Case(
        "two kept apart",
        asked(12, 5, entrants=(Entrant(0, apart=frozenset({1})), *entrants(12)[:-1])),
        Forecast(24, None),
    ),
    Case(
        "a fixed table",
        asked(12, 5, entrants=(Entrant(0, fixed_table=9), *entrants(12)[:-1])),
        Forecast(24, None),
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_announced(case: Case) -> None:
    assert forecast(case.request) == case.known


def test_nothing_is_announced_of_people_who_cannot_be_seated() -> None:
    with pytest.raises(CannotSeat):
        forecast(asked(5, 3))


@pytest.mark.parametrize("preferred", [4, 3])
@pytest.mark.parametrize("players", PLAYERS)
def test_all_rounds_at_once_keep_it(players: int, preferred: int) -> None:
    known = forecast(asked(players, 5, preferred=preferred))
    drawn = repeats(seats_of(draw_schedule(entrants(players), 5, "any", preferred=preferred)))
    assert known.least <= drawn
    assert known.scheduled in (drawn, None)


@pytest.mark.parametrize("rounds", [4, 7])
@pytest.mark.parametrize("players", [7, 10, 11, 14, 18, 19])
def test_all_rounds_at_once_keep_it_whatever_the_seed(players: int, rounds: int) -> None:
    known = forecast(asked(players, rounds))
    drawn = {repeats(seats_of(draw_schedule(entrants(players), rounds, seed))) for seed in range(3)}
    assert min(drawn) >= known.least
    assert known.scheduled is None or drawn == {known.scheduled}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("players", PLAYERS)
def test_rounds_drawn_one_after_another_keep_it(players: int, method: str) -> None:
    """Before every round, what was announced then is kept to the end."""
    sizes = table_sizes(players)
    given = [
        tuple(range(1 + sum(sizes[:number]), 1 + sum(sizes[: number + 1]))) for number in range(len(sizes))
    ]
    history: tuple[PastTable, ...] = ()
    announced, repeated = [], []
    for number in range(1, 4):
        request = asked(
            players,
            3,
            round=number,
            history=history,
            method=method,
            final_size=sizes[0],
            manual=tuple(given) if method == "manual" else (),
        )
        announced.append(forecast(request).least)
        draw = draw_round(request)
        repeated.append(len(draw.quality.repeats))
        history += as_history(number, draw.tables)
    assert [sum(repeated[turn:]) >= announced[turn] for turn in range(3)] == [True] * 3
