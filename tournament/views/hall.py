"""The organiser's page of the hall: the clock of the round, what is coming, announcements."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import for_organiser
from tournament.actors import Actor
from tournament.enums import ClockAct
from tournament.forms.common import beside_fields
from tournament.forms.hall import AnnouncementForm, ComingChangeForm, ComingForm, TurnForm, turn_form
from tournament.lib.requested import seen_version
from tournament.models import Announcement, ComingEvent, Tournament
from tournament.selectors.hall import Clock, announcements_kept, clock_page, coming_events
from tournament.selectors.rounds import round_named
from tournament.services import announcements
from tournament.services.clock import clock_turn as turn_clock


@require_safe
@for_organiser
def clock(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The clock as large as it goes, and everything the hall is told."""
    return _page(request, tournament, actor)


@require_POST
@for_organiser
def clock_turn(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, act: ClockAct
) -> HttpResponse:
    """One press of a button of the clock."""
    round_ = round_named(tournament, number)
    if round_ is None:
        raise Http404
    form = turn_form(act, request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with beside_fields(form):
            turn_clock(
                round_=round_,
                by=actor,
                turn=form.turn(act),
                expected=data["expected"],
                submission=data["submission"],
            )
            return redirect("tournament:clock", tournament.slug)
    return _page(request, tournament, actor, refused=(act, form), status=422)


@require_POST
@for_organiser
def announcement_make(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """A sentence for everybody."""
    form = AnnouncementForm(request.POST)
    if form.is_valid():
        with beside_fields(form):
            announcements.announcement_make(tournament=tournament, by=actor, **form.cleaned_data)
            messages.success(request, _("Hlášení je vidět na všech stránkách pro hráče."))
            return redirect("tournament:clock", tournament.slug)
    return _page(request, tournament, actor, announcement=form, status=422)


@require_POST
@for_organiser
def announcement_take_away(
    request: HttpRequest, tournament: Tournament, actor: Actor, announcement: uuid.UUID
) -> HttpResponse:
    """It is shown no more."""
    row = _of(tournament.announcements, announcement)
    announcements.announcement_take_away(announcement=row, by=actor, expected=seen_version(request))
    return redirect("tournament:clock", tournament.slug)


@require_POST
@for_organiser
def announcement_put_back(
    request: HttpRequest, tournament: Tournament, actor: Actor, announcement: uuid.UUID
) -> HttpResponse:
    """It is shown again."""
    row = _of(tournament.announcements, announcement)
    announcements.announcement_put_back(announcement=row, by=actor, expected=seen_version(request))
    return redirect("tournament:clock", tournament.slug)


@require_POST
@for_organiser
def coming_announce(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Something is announced beforehand."""
    form = ComingForm(request.POST, auto_id="nove_%s")
    if form.is_valid():
        with beside_fields(form):
            announcements.coming_announce(tournament=tournament, by=actor, **form.values())
            messages.success(request, _("Oznámeno, všichni to vidí."))
            return redirect("tournament:clock", tournament.slug)
    return _page(request, tournament, actor, coming=form, status=422)


@require_POST
@for_organiser
def coming_change(
    request: HttpRequest, tournament: Tournament, actor: Actor, event: uuid.UUID
) -> HttpResponse:
    """Another time or other words of it."""
    row = _of(tournament.coming_events, event)
    form = ComingChangeForm(request.POST, event=row)
    if form.is_valid():
        with beside_fields(form, row=row):
            announcements.coming_change(event=row, by=actor, **form.values())
            messages.success(request, _("Oznámený čas je změněný."))
            return redirect("tournament:clock", tournament.slug)
    return _page(request, tournament, actor, changed=(row.pk, form), status=422)


@require_POST
@for_organiser
def coming_take_away(
    request: HttpRequest, tournament: Tournament, actor: Actor, event: uuid.UUID
) -> HttpResponse:
    """It will not be."""
    row = _of(tournament.coming_events, event)
    announcements.coming_take_away(event=row, by=actor, expected=seen_version(request))
    messages.success(request, _("Oznámení je zrušené."))
    return redirect("tournament:clock", tournament.slug)


def _of(rows: Any, pk: uuid.UUID) -> Any:
    """A row of this tournament."""
    found: Announcement | ComingEvent | None = rows.filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def _turns(clock: Clock | None, refused: tuple[ClockAct, TurnForm] | None) -> dict[str, TurnForm]:
    """Forms of the acts by name. What was typed is shown again, a late press is pressed anew."""
    if clock is None:
        return {}
    forms = {act.value: turn_form(act, version=clock.version) for act in ClockAct}
    if refused and refused[0] == ClockAct.CUT:
        refused[1].show_version(clock.version)
        forms[ClockAct.CUT.value] = refused[1]
    return forms


def _page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    *,
    refused: tuple[ClockAct, TurnForm] | None = None,
    announcement: AnnouncementForm | None = None,
    coming: ComingForm | None = None,
    changed: tuple[uuid.UUID, ComingChangeForm] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page, with the form that was refused in the place of a fresh one."""
    clock, others = clock_page(tournament)
    mended, events = dict([changed] if changed else ()), list(coming_events(tournament))
    if changed and changed[0] not in {one.pk for one in events}:
        # Its form is shown no more, so nothing beside its fields would be read.
        messages.warning(
            request, _("Nic se nezměnilo: to oznámení mezitím někdo zrušil, nebo jeho čas minul.")
        )
    kept = announcements_kept(tournament)
    context = {
        "tournament": tournament,
        "actor": actor,
        "clock": clock,
        "others": [(one, turn_form(ClockAct.START, version=one.version)) for one in others],
        "turns": _turns(clock, refused),
        "refused": refused and refused[1],
        "events": [(one, mended.get(one.pk) or ComingChangeForm(event=one)) for one in events],
        "announcement": announcement or AnnouncementForm(),
        "coming": coming or ComingForm(auto_id="nove_%s"),
        "shown": [one for one in kept if one.taken_away_at is None],
        "taken": [one for one in kept if one.taken_away_at is not None],
        "changed": changed and changed[0],
    }
    return render(request, "tournament/clock.html", context, status=status)
