"""Standings: as they are now for organisers, as published for everybody."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.columns import listing_of
from scoring.forms.revision import RevisionForm
from scoring.models import StandingsPublication
from scoring.selectors.penalties import undecided_penalties
from scoring.selectors.results import waiting_corrections
from scoring.selectors.revision import Revision, may_set_end, revisions_of
from scoring.selectors.standings import (
    Changes,
    Standings,
    changed_figures,
    changes_of,
    counted_rounds,
    last_publication,
    publications_of,
    published_of,
    standings_of,
)
from scoring.services.revision import revision_set
from scoring.services.standings import standings_publish
from scoring.tables import standings_table
from tournament.access import for_everybody, for_judges, for_organiser, refuse
from tournament.actors import Actor
from tournament.forms.common import beside_fields
from tournament.frozen import frozen
from tournament.lib.requested import whole_number
from tournament.models import Round, Tournament
from tournament.selectors.public_state import shown_mark
from tournament.selectors.rounds import round_named


@require_safe
@frozen("kolo", "verze")
@for_everybody
def standings(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The page everybody asks for. ``?kolo=`` chooses the round, ``?verze=`` an older published version."""
    if actor.is_organiser:
        return _organiser_page(request, tournament, actor)
    publication = _publication(request, tournament)
    if publication is None:
        if not actor.is_member and not publications_of(tournament) and not _is_public(tournament):
            return refuse(request)
        context = {"tournament": tournament, "actor": actor, "publications": []}
        return render(request, "scoring/standings_none.html", context)
    shown, changes = published_of(publication), changes_of(publication)
    return _page(request, tournament, actor, shown, changes)


@require_POST
@for_organiser
def publish(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Show the standings after a round to everybody."""
    publication = standings_publish(round_=_round(tournament, number), by=actor)
    messages.success(
        request,
        _("Pořadí po %(round)d. kole je zveřejněné, verze %(version)d.")
        % {"round": number, "version": publication.number},
    )
    return _to_page(tournament, number)


@require_POST
@for_judges
def revision_end(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Set until when the results of a round may be claimed."""
    round_ = _round(tournament, number)
    form = RevisionForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with beside_fields(form, row=round_):
            revision_set(round_=round_, until=data["until"], by=actor, expected=data["expected"])
            messages.success(request, _("Konec reklamace je nastavený."))
            return _to_page(tournament, number)
    return render(
        request,
        "scoring/revision.html",
        {"tournament": tournament, "actor": actor, "number": number, "revision_form": form},
        status=422,
    )


def _organiser_page(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    # Standings become others by what everybody may see; a hand written meanwhile is not worth reckoning them.
    mark = shown_mark(tournament.slug)
    closed = counted_rounds(tournament)
    asked = request.GET.get("kolo")
    numbers = {one.number: one for one in closed}
    round_ = numbers.get(whole_number(asked) or 0) if asked else (closed[-1] if closed else None)
    if round_ is None:
        if asked:
            raise Http404
        return render(request, "scoring/standings_none.html", {"tournament": tournament, "actor": actor})
    now = standings_of(tournament, round_)
    publication = last_publication(tournament, round_.number)
    published = published_of(publication) if publication else None
    changed = changed_figures(published, now)
    is_published = published is not None and not changed and published.notes == now.notes
    if is_published and published is not None and publication is not None:
        changed = changes_of(publication)
        # Marks without the reason of the version they belong to would be a riddle.
        now = replace(now, reason=published.reason)
    extra = {
        "mark": mark,
        "round": round_,
        "published": published,
        "is_published": is_published,
        "proposed_penalties": undecided_penalties(tournament),
        "closed": closed,
        "corrections": waiting_corrections(tournament),
    }
    return _page(request, tournament, actor, now, changed, **extra)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    shown: Standings,
    changed: Changes,
    **extra: Any,
) -> HttpResponse:
    publications = publications_of(tournament)
    revision = _revision_shown(tournament, shown.round)
    context = {
        "tournament": tournament,
        "actor": actor,
        "standings": shown,
        "table": standings_table(shown, changed, slug="" if actor.is_member else tournament.slug),
        "changes": changed,
        "legend": listing_of(shown).legend("page"),
        "revision": revision,
        "revision_form": (
            _revision_form(tournament, revision) if revision and may_set_end(revision, actor) else None
        ),
        "publications": publications,
        "published_rounds": sorted({one.round.number for one in publications}),
        **extra,
    }
    return render(request, "scoring/standings.html", context)


def _revision_shown(tournament: Tournament, number: int) -> Revision | None:
    """The revision of the round after which the standings are; of an ended tournament there is none."""
    if tournament.finished_at is not None:
        return None
    return next((one for one in revisions_of(tournament) if one.round == number), None)


def _revision_form(tournament: Tournament, revision: Revision) -> RevisionForm:
    round_ = _round(tournament, revision.round)
    return RevisionForm(initial={"until": revision.until, "expected": round_.version})


def _publication(request: HttpRequest, tournament: Tournament) -> StandingsPublication | None:
    """The version asked for, by default the newest; 404 for one that was never published."""
    number, version = request.GET.get("kolo"), request.GET.get("verze")
    if not number:
        return last_publication(tournament)
    found = last_publication(tournament, whole_number(number) or 0)
    if found is not None and version:
        found = tournament.publications.filter(
            round=found.round_id, number=whole_number(version) or 0
        ).first()
    if found is None:
        raise Http404
    return found


def _is_public(tournament: Tournament) -> bool:
    """Something of the tournament was shown to the public, so its name is no secret."""
    return tournament.rounds.filter(published_at__isnull=False).exists()


def _round(tournament: Tournament, number: int) -> Round:
    found = round_named(tournament, number)
    if found is None:
        raise Http404
    return found


def _to_page(tournament: Tournament, number: int | None) -> HttpResponse:
    response = redirect("scoring:standings", tournament.slug)
    if number is not None:
        response["Location"] += f"?kolo={number}"
    return response
