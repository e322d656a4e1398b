"""All rounds at once."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from .designs import Round, shifted_pots
from .errors import CannotSeat
from .generator import Generator
from .methods import Field, arrange
from .quality import assess
from .records import Draw, DrawnTable, DrawRequest, Entrant, PastTable, Weights
from .search import improve
from .sizes import FOUR, table_sizes
from .spread import spread_numbers, spread_scribes, spread_seats
from .version import ALGORITHM

MOST_ROUNDS = 64


def draw_schedule(
    entrants: Iterable[Entrant],
    rounds: int,
    seed: str | int,
    *,
    preferred: int = FOUR,
    weights: Weights | None = None,
    history: Iterable[PastTable] = (),
    first_round: int = 1,
) -> tuple[Draw, ...]:
    """Draw the rounds `first_round` to `rounds` at once, as if everybody now present stays to the end.

    Raises CannotSeat when the people cannot be seated or no round is left to draw.
    """
    if not 1 <= first_round <= rounds <= MOST_ROUNDS:
        raise CannotSeat(
            "rounds", f"Počet kol má být od {max(1, first_round)} do {MOST_ROUNDS}, ne {rounds}."
        )
    request = DrawRequest(
        round=first_round,
        entrants=tuple(entrants),
        seed=seed,
        history=tuple(history),
        preferred=preferred,
        weights=weights or Weights(),
        rounds=rounds,
    )
    field = Field(request)
    generator = Generator(seed, "schedule")
    planned = _from_design(field, rounds - first_round + 1, generator)
    if planned is None:
        planned = _round_by_round(field, rounds - first_round + 1)
    return _finish(field, planned, generator)


def _from_design(field: Field, rounds: int, generator: Generator) -> list[list[list[int]]] | None:
    """Rounds of a stored or constructed design with the people drawn to its points; None when there is
    none.
    """
    if field.past.tables or field.fixed or field.request.preferred != FOUR:
        return None
    people = len(field.people)
    tables = -(-people // FOUR)
    design = shifted_pots(tables)
    if len(design) < rounds:
        return None
    design = generator.shuffled(design)[:rounds]
    points = _without(design, tables * FOUR - people)
    if points is None:
        return None
    person_at = dict(zip(points, generator.shuffled(range(people)), strict=True))
    return [
        sorted(
            ([person_at[point] for point in table if point in person_at] for table in tables_of_round),
            key=len,
            reverse=True,
        )
        for tables_of_round in design
    ]


def _without(design: Sequence[Round], surplus: int) -> list[int] | None:
    """The points that stay when `surplus` points that never meet are dropped."""
    met = {pair for tables in design for table in tables for pair in combinations(sorted(table), 2)}
    points = sorted(point for table in design[0] for point in table)
    for dropped in combinations(points, surplus):
        if not any(pair in met for pair in combinations(dropped, 2)):
            return [point for point in points if point not in dropped]
    return None


def _round_by_round(field: Field, rounds: int) -> list[list[list[int]]]:
    """Plan one round after another by search, each knowing those before."""
    request = field.request
    history = list(request.history)
    planned = []
    for number in range(request.round, request.round + rounds):
        step = Field(
            DrawRequest(
                round=number,
                entrants=request.entrants,
                seed=request.seed,
                history=tuple(history),
                preferred=request.preferred,
                weights=request.weights,
            )
        )
        generator = Generator(request.seed, f"schedule round {number}")
        arrangement = arrange(step, generator)
        people = len(step.people)
        improve(arrangement.seating, generator, steps=max(2000, 20 * people), patience=max(400, 2 * people))
        tables = arrangement.seating.tables
        planned.append(tables)
        history += [
            PastTable(number, table, tuple(step.people[person].key for person in members))
            for table, members in enumerate(tables, 1)
        ]
    return planned


def _finish(field: Field, planned: list[list[list[int]]], generator: Generator) -> tuple[Draw, ...]:
    """Give the planned tables numbers, seats and scribes over all rounds, and judge each round."""
    keys = [entrant.key for entrant in field.people]
    tables = [members for round_ in planned for members in round_]
    before = {person: field.past.seats[key] for person, key in enumerate(keys) if key in field.past.seats}
    wrote = {person: field.past.scribes.get(key, 0) for person, key in enumerate(keys)}
    numbers = [
        number
        for round_ in spread_numbers(planned, field.fixed, field.had_numbers, generator)
        for number in round_
    ]
    seats = spread_seats(planned, before, generator)
    scribes = spread_scribes(tables, wrote, generator)
    draws = []
    history = list(field.request.history)
    start = 0
    for turn, round_ in enumerate(planned):
        number = field.request.round + turn
        places = range(start, start + len(round_))
        start += len(round_)
        drawn = tuple(
            DrawnTable(numbers[place], tuple(keys[person] for person in seats[place]), keys[scribes[place]])
            for place in sorted(places, key=lambda place: numbers[place])
        )
        quality = assess(
            drawn,
            field.request.entrants,
            history,
            round_=number,
            weights=field.request.weights,
            preferred=field.request.preferred,
        )
        draws.append(Draw(drawn, quality, ALGORITHM))
        history += [PastTable(number, table.number, table.seats, table.scribe) for table in drawn]
    return tuple(draws)


def plan(players: int, rounds: int, seed: str | int, preferred: int = FOUR) -> dict[str, object]:
    """A schedule for players numbered from 1, as `manage.py plan_draw` prints it."""
    table_sizes(players, preferred)
    draws = draw_schedule(map(Entrant, range(1, players + 1)), rounds, seed, preferred=preferred)
    return {
        "seed": seed,
        "rounds": [[list(table.seats) for table in draw.tables] for draw in draws],
        "repeats": sum(len(draw.quality.repeats) for draw in draws),
    }
