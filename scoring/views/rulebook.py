"""Sazebník, žebříček and renonce of a tournament: for everybody who may see the tournament."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring import prints
from scoring.adapters import rulebook_of
from scoring.selectors.rulebook import ladder_of, rates_of, renonce_of
from scoring.views.files import print_response
from tournament.access import for_everybody, refuse
from tournament.actors import Actor
from tournament.models import Tournament
from tournament.selectors.overview import is_public

View = Callable[..., HttpResponse]


def for_readers(view: View) -> View:
    """For members, and for the public as soon as it may see anything of the tournament."""

    @wraps(view)
    @for_everybody
    def guarded(request: HttpRequest, tournament: Tournament, actor: Actor, **kwargs: Any) -> HttpResponse:
        if not actor.is_member and not is_public(tournament):
            return refuse(request)
        return view(request, tournament, actor, **kwargs)

    return guarded


@require_safe
@for_readers
def rates(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """*Sazebník*: what everything costs in this tournament, and what its rules chose."""
    context = {"tournament": tournament, "actor": actor, "rates": rates_of(rulebook_of(tournament))}
    return render(request, "scoring/rules/rates.html", context)


@require_safe
@for_readers
def ladder(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """*Žebříček*: the rungs of the auction from the lowest."""
    context = {"tournament": tournament, "actor": actor, "ladder": ladder_of(rulebook_of(tournament))}
    return render(request, "scoring/rules/ladder.html", context)


@require_safe
@for_readers
def renonce(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """*Renonce*: every article, whose it is and what follows."""
    context = {"tournament": tournament, "actor": actor, "renonce": renonce_of(rulebook_of(tournament))}
    return render(request, "scoring/rules/renonce.html", context)


@require_safe
@for_readers
def rates_print(request: HttpRequest, tournament: Tournament, actor: Actor, form: str) -> HttpResponse:
    """Sazebník and žebříček on one sheet for the wall."""
    context = {"rates": prints.rates_print(tournament)}
    return print_response("print/rates.html", context, form, f"{tournament.slug}-sazebnik")
