"""«Najdi svůj stůl»: a laptop at the door for those without a phone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from public.selectors.seats import find_seats, round_seated
from tournament.access import for_everybody, refuse
from tournament.actors import Actor
from tournament.frozen import frozen
from tournament.models import Tournament
from tournament.selectors.overview import is_public

LISTED = 8
"""So many people are told apart at a glance; of more, somebody has to write a bit more of his name."""

LONGEST_QUESTION = 100
"""No name is longer."""


@require_safe
@frozen()
@for_everybody
def find(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """One large field; who is asked for stands below it with his table."""
    if not is_public(tournament):
        return refuse(request)
    asked = request.GET.get("q", "")[:LONGEST_QUESTION]
    round_ = round_seated(tournament)
    found = find_seats(round_, asked) if round_ else ()
    context = {
        "tournament": tournament,
        "asked": asked,
        "round": round_,
        "found": found if len(found) <= LISTED else (),
        "count": len(found),
    }
    return render(request, "public/find_seat.html", context)
