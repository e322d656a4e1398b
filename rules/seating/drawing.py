"""The draw of one round."""

from collections.abc import Sequence

from .errors import CannotSeat
from .field import METHODS, Field
from .generator import Generator
from .one_round.cheapest import cheapest
from .one_round.methods import Arrangement
from .one_round.seats import scribe_of, seat_table
from .quality import Past, assess, check_tables
from .records import Draw, DrawnTable, DrawRequest, Key
from .schedule import draw_schedule
from .spread import spread_numbers
from .version import ALGORITHM


def draw_round(request: DrawRequest) -> Draw:
    """Seat one round by the request's method; equal requests give equal tables.

    Raises CannotSeat when the people cannot be seated at all or the method lacks what it needs.
    """
    if request.method not in METHODS:
        known = ", ".join(METHODS)
        raise CannotSeat("method", f"Způsob losování „{request.method}“ neznám; známé jsou {known}.")
    if request.method == "manual":
        return _manual(request)
    if request.method == "schedule":
        return _scheduled(request)
    field = Field(request)
    arrangement = cheapest(field, Generator(request.seed, f"round {request.round}"))
    tables = _seat(field, arrangement)
    return _finish(request, tables, arrangement.shift())


def _seat(field: Field, arrangement: Arrangement) -> tuple[DrawnTable, ...]:
    """Turn slots into numbered tables with seats and scribes."""
    generator = Generator(field.request.seed, f"round {field.request.round} seats")
    past = field.past
    slots = arrangement.seating.tables
    members = [[field.people[person].key for person in slot] for slot in slots]
    numbers = arrangement.numbers
    if arrangement.free_numbers:
        numbers = spread_numbers([slots], field.fixed, field.had_numbers, generator)[0]
    tables = []
    for slot in sorted(range(len(members)), key=lambda slot: numbers[slot]):
        seats = seat_table(members[slot], past, generator)
        level = arrangement.levels[slot] if arrangement.levels else None
        tables.append(DrawnTable(numbers[slot], seats, scribe_of(seats, past, generator), level))
    return tuple(tables)


def _finish(request: DrawRequest, tables: Sequence[DrawnTable], shift: int = 0) -> Draw:
    quality = assess(
        tables,
        request.entrants,
        request.history,
        round_=request.round,
        weights=request.weights,
        preferred=request.preferred,
        shift=shift,
    )
    return Draw(tuple(tables), quality, ALGORITHM)


def _manual(request: DrawRequest) -> Draw:
    """Take the given tables as they are, in seat order; only the scribes are drawn."""
    Field(request)
    past = Past(request.history, request.preferred, request.round)
    generator = Generator(request.seed, f"round {request.round} seats")
    tables = [
        DrawnTable(number, tuple(seats), _manual_scribe(seats, past, generator))
        for number, seats in enumerate(request.manual, 1)
    ]
    problems = check_tables(tables, request.entrants, request.preferred)
    if problems:
        raise CannotSeat(problems[0].code, " ".join(problem.text for problem in problems))
    return _finish(request, tables)


def _manual_scribe(seats: Sequence[Key], past: Past, generator: Generator) -> Key:
    if not seats:
        raise CannotSeat("table-size", "Stůl bez hráčů nelze losovat; ke stolu patří 3 nebo 4 hráči.")
    return scribe_of(seats, past, generator)


def _scheduled(request: DrawRequest) -> Draw:
    """One round of the schedule that was drawn before the round `schedule_from`."""
    if request.rounds is None or not request.schedule_from <= request.round <= request.rounds:
        raise CannotSeat(
            "rounds",
            "Losování všech kol najednou potřebuje počet kol turnaje, a to aspoň číslo losovaného kola.",
        )
    draws = draw_schedule(
        request.entrants,
        request.rounds,
        request.seed,
        preferred=request.preferred,
        weights=request.weights,
        history=request.history,
        first_round=request.schedule_from,
    )
    return _finish(request, draws[request.round - request.schedule_from].tables)
