"""The first page and the overview of one tournament."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournament import ports
from tournament.access import for_everybody, refuse
from tournament.actors import Actor
from tournament.destinations import OF_ROUND, Destination, address_of
from tournament.frozen import frozen, without_forms
from tournament.models import Tournament
from tournament.selectors.applications import from_home, undecided
from tournament.selectors.entries import entry_counts
from tournament.selectors.finding import found_by, people_to_find, round_now, shown_rounds
from tournament.selectors.hall import clock_of, coming_of
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
    if not request.user.is_authenticated:
        without_forms(request)
    mine = my_tournaments(request.user)
    others = public_tournaments(without=[one.tournament.pk for one in mine])
    return render(request, "tournament/home.html", {"mine": mine, "others": others})


@require_safe
@frozen()
@for_everybody
def overview(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Where we are and the one next step; for the public what was published and nothing else."""
    if not actor.is_member:
        return _for_public(request, tournament, actor)
    # Asked before anything that is shown: what happens meanwhile is brought by the next question.
    mark = desk_mark(tournament.slug)
    counts = entry_counts(tournament)
    facts = facts_of(tournament, counts)
    home = from_home(tournament)
    step = next_step(facts) if actor.is_organiser else referee_step(facts)
    context = {
        "tournament": tournament,
        "actor": actor,
        "mark": mark,
        **_shown(tournament, facts, drafts=True),
        "clock": clock_of(tournament),
        "home": home,
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


def _for_public(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Where do I sit, how much time is left, how do I stand; ``?kdo=`` finds a person without any script."""
    if not is_public(tournament):
        return refuse(request)
    now = round_now(shown_rounds(tournament))
    people = people_to_find(tournament, now)
    asked = request.GET.get("kdo", "").strip()
    found = found_by(people, asked) if asked else people
    if asked and len(found) == 1:
        return redirect(address_of(Destination.PLAYER_PAGE, tournament.slug, found[0].number))
    without_forms(request)
    context = {
        "tournament": tournament,
        "actor": actor,
        # How it ends is nobody's but the members', and takes a reckoning of all standings.
        **_shown(tournament, facts_of(tournament, to_the_end=False), drafts=False),
        "home": from_home(tournament),
        "clock": clock_of(tournament),
        "coming": coming_of(tournament),
        "now": now,
        "people": found,
        "anybody": bool(people),
        "asked": asked,
    }
    return render(request, "tournament/public_home.html", context)


def _shown(tournament: Tournament, facts: DayFacts, *, drafts: bool) -> dict[str, Any]:
    """What members and the public see alike; ``drafts`` only for those who may see them."""
    return {
        "rounds": round_lines(facts, drafts=drafts),
        "revisions": ports.running_revisions(tournament).values(),
        "published": [one.number for one in facts.rounds if one.standings_published],
    }


def _waiting_beside(tournament: Tournament, facts: DayFacts) -> Sequence[str]:
    """Corrections that wait while the day goes on; at its end they are the next step itself."""
    return () if facts.corrections else ports.waiting_corrections(tournament)


def _address(tournament: Tournament, way: Way) -> str:
    return address_of(way.place, tournament.slug, *((way.round,) if way.place in OF_ROUND else ()))
