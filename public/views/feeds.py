"""Data and the calendar for programs of others; they may be asked from pages of any other site."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from public.exports.feeds import Feed, seating_feed, standings_feed
from public.selectors.rounds import published_boards
from scoring.selectors.standings import last_publication, published_of
from tournament.access import View
from tournament.frozen import frozen
from tournament.models import Tournament
from tournament.selectors.overview import is_public

OF_OTHERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag",
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
        for name, value in OF_OTHERS.items():
            response.headers[name] = value
        return response

    return answered


def _feed(make: Callable[[Tournament], Feed]) -> View:
    """A view of data; of a tournament that shows nothing it does not even say whether there is one."""

    @for_other_sites
    @frozen()
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None or not is_public(tournament):
            return JsonResponse({"error": _("Nic takového tu zveřejněné není.")}, status=HTTPStatus.NOT_FOUND)
        return JsonResponse(make(tournament), json_dumps_params={"ensure_ascii": False})

    return view


def _standings(tournament: Tournament) -> Feed:
    publication = last_publication(tournament)
    return standings_feed(tournament, published_of(publication) if publication else None)


def _seating(tournament: Tournament) -> Feed:
    return seating_feed(tournament, published_boards(tournament))


standings, seating = _feed(_standings), _feed(_seating)
