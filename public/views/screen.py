"""The projected screen for everybody, and its settings for the organiser."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from public.forms.screen import ScreenForm
from public.selectors.screen import screen_of
from tournament.access import for_everybody, for_organiser, refuse
from tournament.actors import Actor
from tournament.forms.common import beside_fields
from tournament.frozen import frozen
from tournament.lib.reach import reach_of
from tournament.models import Tournament
from tournament.selectors.overview import is_public
from tournament.services.founding import settings_change


@require_safe
@frozen(tables=True)
@for_everybody
def shown(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """What is published, for a projector; the same for whoever asks, so members see nothing more."""
    if not is_public(tournament):
        return refuse(request)
    context = {
        "tournament": tournament,
        "screen": screen_of(tournament),
        "address": reach_of(reverse("tournament:overview", args=[tournament.slug])).address,
    }
    return render(request, "public/screen.html", context)


@require_safe
@for_organiser
def settings_page(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """What is on the screen, the way to open it."""
    return _settings_page(request, tournament, actor, ScreenForm(tournament=tournament))


@require_POST
@for_organiser
def settings_save(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Change it; every screen follows by itself."""
    form = ScreenForm(request.POST, tournament=tournament)
    if form.is_valid():
        with beside_fields(form, row=tournament):
            settings_change(
                tournament=tournament,
                by=actor,
                changes=form.changes(),
                expected=form.cleaned_data["expected"],
            )
            messages.success(request, _("Plátno je nastavené, každé otevřené se samo změní do pěti vteřin."))
            return redirect("public:screen_settings", tournament.slug)
    return _settings_page(request, tournament, actor, form, status=422)


def _settings_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, form: ScreenForm, status: int = 200
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "actor": actor,
        "form": form,
        "is_public": is_public(tournament),
        "reach": reach_of(reverse("public:screen", args=[tournament.slug])),
        "find_reach": reach_of(reverse("public:find_seat", args=[tournament.slug])),
    }
    return render(request, "public/screen_settings.html", context, status=status)
