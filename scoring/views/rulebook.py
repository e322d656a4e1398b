"""Sazebník, žebříček, renonce and the text of the rules: for everybody who may see the tournament."""

from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules import Rulebook, find_rulebook
from scoring.adapters import rulebook_of
from scoring.printing import contents
from scoring.selectors.articles import rules_text_of
from scoring.selectors.rulebook import ladder_of, rates_of, renonce_of
from scoring.views.files import print_response
from tournament.access import View, for_everybody, refuse
from tournament.actors import Actor
from tournament.frozen import frozen
from tournament.lib.htmx import HtmxRequest
from tournament.models import Tournament
from tournament.selectors.overview import is_public


def for_readers(view: View) -> View:
    """For members, and for the public as soon as it may see anything of the tournament."""

    @wraps(view)
    @for_everybody
    def guarded(
        request: HttpRequest, tournament: Tournament, actor: Actor, **kwargs: Any
    ) -> HttpResponseBase:
        if not actor.is_member and not is_public(tournament):
            return refuse(request)
        return view(request, tournament, actor, **kwargs)

    return guarded


@require_safe
@frozen()
@for_readers
def rates(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """*Sazebník*: what everything costs in this tournament, and what its rules chose."""
    context = {"tournament": tournament, "actor": actor, "rates": rates_of(rulebook_of(tournament))}
    return render(request, "scoring/rules/rates.html", context)


@require_safe
@frozen()
@for_readers
def ladder(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """*Žebříček*: the rungs of the auction from the lowest."""
    context = {"tournament": tournament, "actor": actor, "ladder": ladder_of(rulebook_of(tournament))}
    return render(request, "scoring/rules/ladder.html", context)


@require_safe
@frozen()
@for_readers
def renonce(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """*Renonce*: every article, whose it is and what follows."""
    context = {"tournament": tournament, "actor": actor, "renonce": renonce_of(rulebook_of(tournament))}
    return render(request, "scoring/rules/renonce.html", context)


@require_safe
@frozen()
@for_readers
def rates_print(request: HttpRequest, tournament: Tournament, actor: Actor, form: str) -> HttpResponse:
    """Sazebník and žebříček on one sheet for the wall."""
    context = {"rates": contents.rates_print(tournament)}
    return print_response("print/rates.html", context, form, f"{tournament.slug}-sazebnik")


@require_safe
@frozen()
@for_readers
def articles(request: HtmxRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """*Pravidla*: every article in words, with the amounts of the tournament; ``?hledat=`` finds some."""
    return _articles(request, rulebook_of(tournament), {"tournament": tournament, "actor": actor})


@require_safe
@frozen()
def articles_of_all(request: HtmxRequest) -> HttpResponse:
    """The same with the amounts of the ČSM, for everybody; a scribe reads it without leaving his table."""
    return _articles(request, find_rulebook("csm"), {})


def _articles(request: HtmxRequest, rulebook: Rulebook, context: dict[str, Any]) -> HttpResponse:
    part = "#found" if request.htmx else ""
    text = rules_text_of(rulebook, request.GET.get("hledat", ""))
    return render(request, f"scoring/rules/articles.html{part}", {**context, "rules_text": text})


@require_safe
@frozen()
@for_readers
def articles_print(request: HttpRequest, tournament: Tournament, actor: Actor, form: str) -> HttpResponse:
    """The text of the rules to be read on paper."""
    context = {"rules": contents.articles_print(tournament), "on_paper": True}
    return print_response("print/articles.html", context, form, f"{tournament.slug}-pravidla")
