"""The first page and the overview of one tournament."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament import ports
from tournament.access import for_everybody, refuse
from tournament.actors import Actor
from tournament.destinations import OF_ROUND, address_of
from tournament.frozen import frozen
from tournament.models import Tournament
from tournament.selectors.applications import from_home, undecided
from tournament.selectors.entries import entry_counts
from tournament.selectors.overview import (
    DayFacts,
    Way,
    facts_of,
    is_public,
    next_step,
    people_figures,
    referee_step,
    round_lines,
    stages,
    summary_of,
)
from tournament.selectors.public_state import desk_mark
from tournament.selectors.rounds import unseated_of
from tournament.selectors.tournaments import my_tournaments, public_tournaments


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Tournaments I work for, and those that have something published."""
    mine = my_tournaments(request.user)
    others = public_tournaments(without=[one.tournament.pk for one in mine])
    return render(request, "tournament/home.html", {"mine": mine, "others": others})


@require_safe
@frozen()
@for_everybody
def overview(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Where we are and the one next step; for the public what was published and nothing else."""
    if not actor.is_member and not is_public(tournament):
        return refuse(request)
    # Asked before anything that is shown: what happens meanwhile is brought by the next question.
    mark = desk_mark(tournament.slug) if actor.is_member else None
    counts = entry_counts(tournament)
    # How it ends is nobody's but the members', and takes a reckoning of all standings.
    facts = facts_of(tournament, counts, to_the_end=actor.is_member)
    home = from_home(tournament)
    context = {
        "tournament": tournament,
        "actor": actor,
        "mark": mark,
        "home": home,
        "rounds": round_lines(facts, drafts=actor.is_member),
        "revisions": ports.running_revisions(tournament).values(),
        "published": [one.number for one in facts.rounds if one.standings_published],
    }
    if actor.is_member:
        step = next_step(facts) if actor.is_organiser else referee_step(facts)
        context |= {
            "applications": undecided(tournament).count() if home and actor.is_organiser else 0,
            "figures": people_figures(facts, counts),
            "unseated": unseated_of(tournament) if actor.is_organiser and facts.rounds else None,
            "corrections": _waiting_beside(tournament, facts) if actor.is_organiser else (),
            "disputes": ports.open_disputes(tournament, actor),
            "summary": summary_of(tournament, facts),
            "steps": stages(facts),
            "step": step,
            "ways": [{"way": way, "address": _address(tournament, way)} for way in (*step.also, step)],
        }
    return render(request, "tournament/overview.html", context)


def _waiting_beside(tournament: Tournament, facts: DayFacts) -> Sequence[str]:
    """Corrections that wait while the day goes on; at its end they are the next step itself."""
    return () if facts.corrections else ports.waiting_corrections(tournament)


def _address(tournament: Tournament, way: Way) -> str:
    return address_of(way.place, tournament.slug, *((way.round,) if way.place in OF_ROUND else ()))
