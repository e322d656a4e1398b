"""What is known of a draw's repeats before it is drawn: what is proved, or the same for every seed."""

from dataclasses import dataclass

from .bounds import least_repeats
from .designs.evening import repeats_of
from .field import Field
from .generator import Generator
from .quality import kept_apart, pair
from .records import DrawRequest
from .schedule import design_of
from .sizes import table_sizes


@dataclass(frozen=True, slots=True)
class Forecast:
    """Repeats of all rounds still to be drawn, if those now present stay.

    `least` no draw by any method can go below; `scheduled` is what drawing all rounds at once gives with any
    seed, None where that depends on the seed.
    """

    least: int
    scheduled: int | None


def forecast(request: DrawRequest) -> Forecast:
    """What is known of the rounds from the request's to the last one.

    Raises CannotSeat when the people cannot be seated.
    """
    rounds = (request.rounds or request.round) - request.round + 1
    sizes = table_sizes(len(request.entrants), request.preferred)
    past = [table for table in request.history if table.round < request.round]
    present = {entrant.key for entrant in request.entrants}
    met = {
        pair(one, two)
        for table in past
        for one in table.seats
        for two in table.seats
        if {one, two} <= present
    }
    unmet = [sum(one != two and pair(one, two) not in met for two in present) for one in present]
    last = [table for table in past if table.round == max(earlier.round for earlier in past)]
    came = present <= {key for table in last for key in table.seats}
    return Forecast(
        least_repeats(sizes, rounds, unmet, len(last) if came else 0), _scheduled(request, rounds)
    )


def _scheduled(request: DrawRequest, rounds: int) -> int | None:
    """Repeats of a schedule that a design covers; wishes and a history may lead away from designs."""
    wishes = kept_apart(request.entrants) or any(one.fixed_table for one in request.entrants)
    if wishes or any(table.round < request.round for table in request.history):
        return None
    design = design_of(Field(request), rounds, Generator("", "schedule"))
    return repeats_of(design) if len(design) == rounds else None
