"""Standings: as they are now for organisers, as published for everybody; penalties beside them."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.standings import PenaltyForm, PenaltyPointsForm
from scoring.models import StandingsPublication
from scoring.selectors.standings import (
    Standings,
    changed_numbers,
    counted_rounds,
    last_publication,
    publication_before,
    publications_of,
    published_of,
    standings_of,
)
from scoring.services.penalties import penalties_apply, penalty_apply, penalty_create, penalty_reject
from scoring.services.standings import standings_publish
from scoring.tables import standings_table
from tournament.access import for_everybody, for_organiser, refuse
from tournament.actors import Actor
from tournament.errors import DeskError
from tournament.forms.common import add_refusal
from tournament.lib.counting import counted
from tournament.models import Penalty, Round, Tournament
from tournament.selectors.rounds import round_named


@require_safe
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
    before = publication_before(publication)
    shown = published_of(publication)
    changed = changed_numbers(published_of(before) if before else None, shown)
    return _page(request, tournament, actor, shown, changed)


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
@for_organiser
def penalty_add(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """A penalty in force at once."""
    round_ = _round(tournament, number)
    form = PenaltyForm(request.POST, entries=tournament.entries.order_by("number"))
    if form.is_valid():
        data = form.cleaned_data
        try:
            penalty_create(
                round_=round_,
                entry=tournament.entries.get(number=data["number"]),
                points=data["points"],
                article=data["article"],
                reason=data["reason"],
                by=actor,
                submission=data["submission"],
            )
        except DeskError as refusal:
            add_refusal(form, refusal)
        else:
            messages.success(request, _("Trest je uložený a v pořadí započítaný."))
            return _to_page(tournament, number)
    return _organiser_page(request, tournament, actor, chosen=round_, penalty_form=form, status=422)


@require_POST
@for_organiser
def penalty_confirm(
    request: HttpRequest, tournament: Tournament, actor: Actor, penalty_id: uuid.UUID
) -> HttpResponse:
    """Put a proposed penalty in force."""
    penalty = _penalty(tournament, penalty_id)
    form = PenaltyPointsForm(request.POST)
    if form.is_valid():
        penalty_apply(
            penalty=penalty,
            points=form.cleaned_data["points"],
            by=actor,
            expected=form.cleaned_data["expected"],
        )
        messages.success(request, _("Trest platí a je v pořadí započítaný."))
    else:
        messages.error(request, _("Body trestu napište jako 0 nebo záporné číslo, třeba −10."))
    return _to_page(tournament, penalty.round.number if penalty.round else None)


@require_POST
@for_organiser
def penalties_confirm(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int
) -> HttpResponse:
    """Put the penalties proposed for a whole table in force by one button."""
    form = PenaltyPointsForm(request.POST)
    seen = dict(found for text in request.POST.getlist("penalty") if (found := _seen_penalty(text)))
    penalties = list(
        tournament.penalties.filter(pk__in=seen, round=_round(tournament, number)).order_by("entry__number")
    )
    if form.is_valid() and penalties:
        done = penalties_apply(
            penalties=penalties, points=form.cleaned_data["points"], by=actor, expected=seen
        )
        players = counted(len(done), _("hráči"), _("hráčům"), _("hráčům"))
        messages.success(
            request, _("Trest je uložený %(players)s a v pořadí započítaný.") % {"players": players}
        )
    else:
        messages.error(request, _("Body trestu napište jako 0 nebo záporné číslo, třeba −10."))
    return _to_page(tournament, number)


def _seen_penalty(text: str) -> tuple[uuid.UUID, int] | None:
    """A penalty of the form and the version that was on the screen; ``None`` for anything else."""
    key, _colon, version = text.partition(":")
    try:
        return (uuid.UUID(key), int(version)) if version.isdecimal() and len(version) < 10 else None
    except ValueError:
        return None


@require_POST
@for_organiser
def penalty_cancel(
    request: HttpRequest, tournament: Tournament, actor: Actor, penalty_id: uuid.UUID
) -> HttpResponse:
    """A penalty that does not stand."""
    penalty = _penalty(tournament, penalty_id)
    penalty_reject(penalty=penalty, by=actor)
    messages.success(request, _("Trest neplatí."))
    return _to_page(tournament, penalty.round.number if penalty.round else None)


def _organiser_page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    *,
    chosen: Round | None = None,
    penalty_form: PenaltyForm | None = None,
    status: int = 200,
) -> HttpResponse:
    closed = counted_rounds(tournament)
    asked = request.GET.get("kolo", "")
    numbers = {str(one.number): one for one in closed}
    round_ = chosen or (numbers.get(asked) if asked else (closed[-1] if closed else None))
    if round_ is None:
        if asked:
            raise Http404
        return render(request, "scoring/standings_none.html", {"tournament": tournament, "actor": actor})
    now = standings_of(tournament, round_)
    publication = last_publication(tournament, round_.number)
    published = published_of(publication) if publication else None
    changed = changed_numbers(published, now)
    is_published = published is not None and not changed and published.notes == now.notes
    if is_published and publication is not None:
        before = publication_before(publication)
        changed = changed_numbers(published_of(before) if before else None, now)
    initial = {"submission": uuid.uuid4()}
    extra = {
        "round": round_,
        "published": published,
        "is_published": is_published,
        **_penalties(tournament, round_.number),
        "penalty_form": penalty_form
        or PenaltyForm(entries=tournament.entries.order_by("number"), initial=initial),
        "closed": closed,
    }
    return _page(request, tournament, actor, now, changed, status=status, **extra)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    shown: Standings,
    changed: frozenset[int],
    *,
    status: int = 200,
    **extra: Any,
) -> HttpResponse:
    publications = publications_of(tournament)
    context = {
        "tournament": tournament,
        "actor": actor,
        "standings": shown,
        "table": standings_table(shown, changed),
        "changed": changed,
        "publications": publications,
        "published_rounds": sorted({one.round.number for one in publications}),
        **extra,
    }
    return render(request, "scoring/standings.html", context, status=status)


def _publication(request: HttpRequest, tournament: Tournament) -> StandingsPublication | None:
    """The version asked for, by default the newest; 404 for one that was never published."""
    number, version = request.GET.get("kolo", ""), request.GET.get("verze", "")
    if not number:
        return last_publication(tournament)
    found = None
    if number.isdecimal() and len(number) < 5:
        found = last_publication(tournament, int(number))
        if found is not None and version:
            found = (
                tournament.publications.filter(round=found.round_id, number=int(version)).first()
                if version.isdecimal() and len(version) < 5
                else None
            )
    if found is None:
        raise Http404
    return found


def _is_public(tournament: Tournament) -> bool:
    """Something of the tournament was shown to the public, so its name is no secret."""
    return tournament.rounds.filter(published_at__isnull=False).exists()


def _penalties(tournament: Tournament, upto: int) -> dict[str, Any]:
    """The penalties up to a round: one by one, and those proposed to several people for the same thing."""
    found = _penalties_upto(tournament, upto)
    proposed: dict[tuple[int, str], list[Penalty]] = {}
    for one in found:
        if one.state == Penalty.State.PROPOSED and one.round is not None:
            proposed.setdefault((one.round.number, one.reason), []).append(one)
    groups = [
        {"round": number, "reason": reason, "penalties": group}
        for (number, reason), group in proposed.items()
        if len(group) > 1
    ]
    return {"penalties": found, "penalty_groups": groups}


def _penalties_upto(tournament: Tournament, upto: int) -> list[Penalty]:
    penalties = tournament.penalties.filter(round__discarded_at=None).select_related("entry", "round")
    penalties = penalties.order_by("entry__number", "created_at")
    return [one for one in penalties if one.round is None or one.round.number <= upto]


def _penalty(tournament: Tournament, penalty_id: uuid.UUID) -> Penalty:
    found = (
        tournament.penalties.select_related("round").filter(pk=penalty_id, round__discarded_at=None).first()
    )
    if found is None:
        raise Http404
    return found


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
