"""The log of a tournament (Protokol)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.access import for_members
from tournament.actors import Actor
from tournament.models import Tournament
from tournament.selectors.log import AREAS, log_page, people_in_log
from tournament.tables import LogTable


@require_safe
@for_members
def log(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Who did what and when, the newest first."""
    person, area, query = (request.GET.get(name, "") for name in ("kdo", "co", "q"))
    shown = log_page(
        tournament,
        person=person,
        area=area,
        query=query,
        page=request.GET.get("page"),
        tables=() if actor.is_organiser or actor.is_chief else actor.tables,
    )
    context = {
        "tournament": tournament,
        "actor": actor,
        "table": LogTable(shown.lines),
        "page": shown.page,
        "people": people_in_log(tournament),
        "areas": [(key, name) for key, (name, _beginnings) in AREAS.items()],
        "person": person,
        "area": area,
        "query": query,
    }
    return render(request, "tournament/log.html", context)
