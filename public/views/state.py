"""What the newest state is: asked by every live page every few seconds, so it costs as little as it can.

An answer to everybody touches neither sessions nor accounts and sets no cookie. ``Forhont-Now`` (milliseconds
since the epoch) goes with each of them, so that no page computes from a clock of its own.
"""

import time

from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tournament.access import for_members
from tournament.actors import Actor
from tournament.models import Tournament
from tournament.selectors.public_state import desk_mark, shown_mark, tables_mark

NOW = "Forhont-Now"
NOTHING_DONE = "0"
"""The mark before anything was done."""


@require_safe
def shown(request: HttpRequest, slug: str) -> HttpResponse:
    """The mark of what the public sees; 404 where it sees nothing."""
    return _answer(request, shown_mark(slug))


@require_safe
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for a page that also says how far the tables of a round are."""
    mark = shown_mark(slug)
    return _answer(request, mark and f"{mark}-{tables_mark(slug)}")


@require_safe
@for_members
def desk(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The mark of what those see who work for the tournament: another one after each act."""
    return _answer(request, desk_mark(tournament.slug) or NOTHING_DONE)


def _answer(request: HttpRequest, mark: str | None) -> HttpResponse:
    """The mark and the time, or 304 with the time where who asks has this mark already."""
    now = time.time_ns() // 1_000_000
    # Without the page of the program, which would ask who is logged in.
    response: HttpResponse | None = HttpResponseNotFound(content_type="application/json")
    if mark is not None:
        whole = JsonResponse({"mark": mark, "now": now}, headers={"ETag": f'"{mark}"'})
        response = get_conditional_response(request, etag=whole.headers["ETag"], response=whole)
    assert response is not None, "without a condition it is the whole one"
    response.headers["Cache-Control"] = "no-cache"
    response.headers[NOW] = str(now)
    return response
