"""Data and the calendar for programs of others; the data may be asked for from pages of any other site."""

import time
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from public.exports import calendar
from public.exports.feeds import Feed, clock_feed, seating_feed, standings_feed
from public.selectors.calendar import planned_of
from public.selectors.rounds import published_boards
from public.views.state import NOW
from scoring.selectors.standings import last_publication, published_of
from tournament.access import View
from tournament.frozen import frozen
from tournament.lib.reach import reach_of
from tournament.models import Tournament
from tournament.selectors.hall import announcements_of, clock_of, coming_of
from tournament.selectors.overview import is_public

OF_OTHERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": f"ETag, {NOW}",
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "If-None-Match",
    "Access-Control-Max-Age": "86400",
}


def for_other_sites(view: View) -> View:
    """A script of any site may read the answer, never with anybody's cookie."""

    @require_http_methods(["GET", "HEAD", "OPTIONS"])
    @wraps(view)
    def answered(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if request.method == "OPTIONS":
            return HttpResponse(status=HTTPStatus.NO_CONTENT, headers=OF_OTHERS | PREFLIGHT)
        response = view(request, **kwargs)
        now = time.time_ns() // 1_000_000
        for name, value in (OF_OTHERS | {NOW: str(now)}).items():
            response.headers[name] = value
        return response

    return answered


def _open_to_all(make: Callable[[Tournament], HttpResponse]) -> View:
    """A view of what is public; where nothing is, it does not even say whether there is such a tournament."""

    @frozen()
    @wraps(make)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None or not is_public(tournament):
            return JsonResponse({"error": _("Nic takového tu zveřejněné není.")}, status=HTTPStatus.NOT_FOUND)
        return make(tournament)

    return view


def _json(feed: Feed) -> HttpResponse:
    return JsonResponse(feed, json_dumps_params={"ensure_ascii": False})


@for_other_sites
@_open_to_all
def standings(tournament: Tournament) -> HttpResponse:
    """The newest published standings."""
    publication = last_publication(tournament)
    return _json(standings_feed(tournament, published_of(publication) if publication else None))


@for_other_sites
@_open_to_all
def seating(tournament: Tournament) -> HttpResponse:
    """The seating of all published rounds."""
    return _json(seating_feed(tournament, published_boards(tournament)))


@for_other_sites
@_open_to_all
def clock(tournament: Tournament) -> HttpResponse:
    """The clock of the round, what is coming, announcements."""
    said = clock_of(tournament), coming_of(tournament), announcements_of(tournament)
    return _json(clock_feed(tournament, *said))


@require_safe
@_open_to_all
def days(tournament: Tournament) -> HttpResponse:
    """A calendar to subscribe to."""
    page = reach_of(reverse("tournament:overview", kwargs={"slug": tournament.slug})).address
    written = calendar.calendar_of(tournament, planned_of(tournament), address=page)
    return HttpResponse(written, content_type=calendar.CONTENT_TYPE)
