"""The standings as a part of somebody else's page, and where an organiser finds it."""

from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from scoring.columns import listing_of
from scoring.selectors.standings import changes_of, last_publication, published_of
from scoring.tables import standings_table
from tournament.access import for_everybody, for_organiser, refuse
from tournament.actors import Actor
from tournament.frozen import frozen
from tournament.lib.reach import reach_of
from tournament.models import Tournament
from tournament.selectors.overview import is_public

FEEDS = {"standings_feed": _("Pořadí"), "seating_feed": _("Rozesazení"), "clock_feed": _("Hodiny")}
"""Data for programs of others, and what they hold."""

SNIPPET = '<iframe src="{}" title="{}" width="100%" height="800" loading="lazy"></iframe>'
"""Copied into somebody else's page, so a name must not end the attribute there."""


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@frozen()
@for_everybody
def standings(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The newest published standings without head and foot; the same to everybody."""
    if not is_public(tournament):
        return refuse(request)
    publication = last_publication(tournament)
    context: dict[str, Any] = {"tournament": tournament}
    if publication is not None:
        shown, changes = published_of(publication), changes_of(publication)
        context |= {
            "standings": shown,
            "table": standings_table(shown, changes),
            "legend": listing_of(shown).legend("page"),
        }
    return render(request, "public/standings_embedded.html", context)


@require_safe
@for_organiser
def for_webs(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """What an organiser gives to the web of his club: a piece of a page to copy, addresses of data."""
    named = {"slug": tournament.slug}
    embedded = reach_of(reverse("public:standings_embedded", kwargs=named)).address
    context = {
        "tournament": tournament,
        "actor": actor,
        "reach": reach_of("/"),
        "is_public": is_public(tournament),
        "embedded": embedded,
        "snippet": format_html(SNIPPET, embedded, f"{_('Pořadí turnaje')} {tournament.name}"),
        "calendar": reach_of(reverse("public:calendar", kwargs=named)).address,
        "feeds": [
            (words, reach_of(reverse(f"public:{name}", kwargs=named)).address)
            for name, words in FEEDS.items()
        ],
    }
    return render(request, "public/for_webs.html", context)
