"""All rounds at once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from .bounds import least_second_visits
from .designs.embedding import design_index, dirty_rounds, empty_sets
from .designs.evening import even_odd_tables, repeats_of, second_visits
from .designs.known import (
    Design,
    dropped,
    full_design,
    listed_design,
    longest_listed,
    shifted_pots,
    without_points,
)
from .designs.placing import MISFIT, place_people
from .errors import CannotSeat
from .field import Field
from .generator import Generator
from .one_round.cheapest import cheapest, is_tight
from .quality import assess
from .records import Draw, DrawnTable, DrawRequest, Entrant, PastTable, Weights
from .sizes import FOUR, THREE, odd_among, table_sizes
from .spread import spread_numbers, spread_scribes, spread_seats
from .version import ALGORITHM

MOST_ROUNDS = 64
PART_TRIALS, FOLLOWABLE_TRIALS = 4, 30
# With more people later rounds are searched for as well as followed: there second visits decide.
MOST_FOLLOWED = 36

Rounds = list[list[list[int]]]


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
    return _finish(field, _planned(field, rounds - first_round + 1, generator), generator)


def _planned(field: Field, rounds: int, generator: Generator) -> Rounds:
    """Rounds of people: from a design as far as one goes, the rest one round after another."""
    if field.past.tables or len(set(field.fixed.values())) < len(field.fixed):
        return _round_by_round(field, [], rounds)
    best: tuple[int, Rounds] | None = None
    for design in _designs(field, rounds, generator):
        at, cost = place_people(field, design, generator)
        if best is None or cost < best[0]:
            best = (cost, [[[at[point] for point in table] for table in tables] for tables in design])
        if cost == 0:
            break
    if best is None or best[0] >= (field.request.weights.apart or MISFIT):
        return _round_by_round(field, [], rounds)
    for tables in best[1]:
        tables.sort(key=lambda table: len(table) != field.sizes[0])
    return _round_by_round(field, best[1], rounds)


def _designs(field: Field, rounds: int, generator: Generator) -> Iterator[Rounds]:
    """The best design known, then pots: those who share one never meet, which is good for clubs."""
    design = design_of(field, rounds, generator)
    if not design:
        return
    yield design
    preferred, sizes = field.request.preferred, field.sizes
    surplus = preferred * len(sizes) - sum(sizes)
    pots = shifted_pots(len(sizes), preferred)
    if len(pots) >= rounds and surplus >= 0:
        in_pots = _clean_part(pots, surplus, rounds, THREE, generator)
        if in_pots is not None:
            yield in_pots


def design_of(field: Field, rounds: int, generator: Generator) -> Rounds:
    """The design that the field's schedule goes by, as points; with fewer rounds when none is long enough."""
    preferred, sizes = field.request.preferred, field.sizes
    return _followable(field, rounds, generator) or _design(sizes, preferred, rounds, generator)


def _followable(field: Field, rounds: int, generator: Generator) -> Rounds | None:
    """Rounds of a design that later draws recognise, where they need one to go on after somebody has left.

    The points dropped are those that every draw leaves empty; of several drawn parts the one with the fewest
    second visits to odd tables is taken.
    """
    tables, preferred = len(field.sizes), field.request.preferred
    surplus = preferred * tables - len(field.people)
    if surplus <= 0 or not is_tight(field):
        return None
    index = design_index(tables, preferred)
    best: tuple[tuple[int, int], Rounds] | None = None
    for _ in range(FOLLOWABLE_TRIALS):
        empty = generator.choice(empty_sets(index, surplus))
        dirty = dirty_rounds(index, empty)
        clean = [number for number in range(len(index.design)) if number not in dirty]
        if len(clean) < rounds:
            continue
        part = [index.design[number] for number in generator.shuffled(clean)[:rounds]]
        drawn = _renumbered(dropped(part, empty))
        visits = second_visits(drawn, THREE)
        if best is None or visits < best[0]:
            best = (visits, drawn)
    if best is None:
        return None
    few = best[0][0] <= least_second_visits(field.sizes, THREE, rounds)
    return best[1] if few or len(field.people) <= MOST_FOLLOWED else None


def _design(sizes: Sequence[int], preferred: int, rounds: int, generator: Generator) -> Rounds:
    """The best design known for these tables in drawn order, with fewer rounds when none is long enough.

    A design without repeats goes first; a listed schedule is taken where there is none, or where people come
    to odd tables less often in it.
    """
    odd, size = odd_among(sizes, preferred), max(sizes)
    clean = full_design(len(sizes), size)
    surplus = size * len(sizes) - sum(sizes)
    part = _clean_part(clean, surplus, rounds, odd, generator) if rounds <= len(clean) else None
    if part is not None and second_visits(part, odd)[0] <= least_second_visits(sizes, odd, rounds):
        return part
    stored = listed_design(sizes, min(rounds, longest_listed(sizes)))
    if stored is not None:
        trials = range(PART_TRIALS if len(stored) > rounds else 1)
        parts = ([list(map(list, tables)) for tables in generator.shuffled(stored)[:rounds]] for _ in trials)
        listed = _evenest(parts, odd, generator)
        found = [drawn for drawn in (part, listed) if drawn is not None]
        return min(found, key=lambda drawn: (repeats_of(drawn), second_visits(drawn, odd)))
    for shorter in range(min(rounds, len(clean)), 0, -1):
        part = part or _clean_part(clean, surplus, shorter, odd, generator)
    return part or []


def _clean_part(clean: Design, surplus: int, rounds: int, odd: int, generator: Generator) -> Rounds | None:
    """Some rounds of a design with the surplus points dropped; of several drawn the most even one."""
    parts = (
        without_points(generator.shuffled(clean)[:rounds], surplus, generator) for _ in range(PART_TRIALS)
    )
    return _evenest((_renumbered(part) for part in parts if part is not None), odd, generator)


def _evenest(drawn: Iterable[Rounds], odd: int, generator: Generator) -> Rounds | None:
    """The schedule with the fewest second visits to odd tables, each evened as far as it goes; the first that
    has no more than it must.
    """
    best: tuple[tuple[int, int], Rounds] | None = None
    for rounds in drawn:
        even_odd_tables(rounds, odd, generator)
        visits = second_visits(rounds, odd)
        if best is None or visits < best[0]:
            best = (visits, rounds)
        if visits[0] <= least_second_visits([len(table) for table in rounds[0]], odd, len(rounds)):
            break
    return None if best is None else best[1]


def _renumbered(design: Design) -> Rounds:
    """Points without gaps, tables as lists."""
    number = {
        point: place for place, point in enumerate(sorted(point for table in design[0] for point in table))
    }
    return [[[number[point] for point in table] for table in tables] for tables in design]


def _round_by_round(field: Field, planned: Rounds, rounds: int) -> Rounds:
    """Add rounds by search, each knowing those before."""
    request = field.request
    keys = [entrant.key for entrant in field.people]
    history = list(request.history)
    result = list(planned)
    for turn in range(rounds):
        number = request.round + turn
        if turn >= len(planned):
            step = Field(
                replace(
                    request,
                    round=number,
                    history=tuple(history),
                    rounds=number if planned else request.rounds,
                )
            )
            generator = Generator(request.seed, f"schedule round {number}")
            result.append(cheapest(step, generator).seating.tables)
        history += [
            PastTable(number, table, tuple(keys[person] for person in members))
            for table, members in enumerate(result[turn], 1)
        ]
    return result


def _finish(field: Field, planned: Rounds, generator: Generator) -> tuple[Draw, ...]:
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
