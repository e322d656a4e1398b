"""Published rounds with their tables, all of them read at once."""

from itertools import groupby

from tournament.lifecycle import ALLOWED, Act
from tournament.models import Round, Seat, Tournament
from tournament.selectors.rounds import TableCard, board_from


def published_boards(tournament: Tournament) -> list[tuple[Round, tuple[TableCard, ...]]]:
    """Each round whose seating everybody may see, in order, with its tables and people."""
    rounds = tournament.rounds.filter(state__in=ALLOWED[Act.SHOW]).select_related("tournament")
    found = {one.pk: one for one in rounds.order_by("number")}
    # A person is read once, not once for each round that he sits in.
    seats = Seat.objects.filter(round__in=found).prefetch_related("table", "entry")
    ordered = seats.order_by("round__number", "table__number", "position")
    return [
        (found[round_id], board_from(found[round_id], list(of_round)))
        for round_id, of_round in groupby(ordered, key=lambda seat: seat.round_id)
    ]
