"""The log of a tournament (Protokol)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.access import for_members
from tournament.actors import Actor
from tournament.journal.actions import areas
from tournament.journal.people import people_in_log
from tournament.journal.reading import log_page, readable_by
from tournament.models import Tournament
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
        reader=actor,
    )
    context = {
        "tournament": tournament,
        "actor": actor,
        "table": LogTable(shown.lines),
        "page": shown.page,
        "people": people_in_log(tournament, readable_by(actor)),
        "areas": [(one.key, one.name) for one in areas()],
        "person": person,
        "area": area,
        "query": query,
    }
    return render(request, "tournament/log.html", context)
