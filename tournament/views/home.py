"""The first page and the overview of one tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.access import for_everybody, refuse
from tournament.actors import Actor
from tournament.models import Tournament
from tournament.selectors.entries import entry_counts
from tournament.selectors.overview import (
    NextStep,
    Place,
    facts_of,
    is_public,
    next_step,
    people_figures,
    referee_step,
    round_lines,
    stages,
    summary_of,
)
from tournament.selectors.rounds import unseated_of
from tournament.selectors.tournaments import my_tournaments, public_tournaments

PAGES = {
    Place.PLAYERS: "tournament:players",
    Place.DRAW: "tournament:draw",
    Place.SHEETS: "scoring:round_board",
    Place.PRINTS: "scoring:prints",
    Place.STANDINGS: "scoring:standings",
    Place.RULES: "scoring:renonce",
}
"""Where the button of the next step leads; ``FINISH`` is a form."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Tournaments I work for, and those that have something published."""
    mine = my_tournaments(request.user)
    others = public_tournaments(without=[one.tournament.pk for one in mine])
    return render(request, "tournament/home.html", {"mine": mine, "others": others})


@require_safe
@for_everybody
def overview(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Where we are and the one next step; for the public what was published and nothing else."""
    if not actor.is_member and not is_public(tournament):
        return refuse(request)
    counts = entry_counts(tournament)
    facts = facts_of(tournament, counts)
    context = {
        "tournament": tournament,
        "actor": actor,
        "rounds": round_lines(facts, drafts=actor.is_member),
        "published": [one.number for one in facts.rounds if one.standings_published],
    }
    if actor.is_member:
        step = (next_step if actor.is_organiser else referee_step)(tournament, facts)
        context |= {
            "figures": people_figures(facts, counts),
            "unseated": unseated_of(tournament) if actor.is_organiser and facts.rounds else None,
            "summary": summary_of(tournament, facts),
            "steps": stages(facts),
            "step": step,
            "step_address": _address(tournament, step),
        }
    return render(request, "tournament/overview.html", context)


def _address(tournament: Tournament, step: NextStep) -> str:
    if step.place == Place.FINISH:
        return reverse("tournament:finish", args=[tournament.slug])
    about_round = step.place in (Place.DRAW, Place.SHEETS)
    arguments = [tournament.slug, step.round] if about_round else [tournament.slug]
    return reverse(PAGES[step.place], args=arguments)
