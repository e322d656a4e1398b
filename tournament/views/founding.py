"""Founding a tournament, its settings and its end."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import for_members, for_organiser
from tournament.actors import Actor
from tournament.errors import DeskError
from tournament.forms.common import add_refusal
from tournament.forms.founding import FoundForm, SettingsForm
from tournament.models import Tournament
from tournament.services.founding import (
    hands_are_stored,
    settings_change,
    tournament_finish,
    tournament_found,
    tournament_reopen,
)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def found(request: HttpRequest) -> HttpResponse:
    """A new tournament: name, date and place are enough."""
    form = FoundForm(request.POST or None)
    if form.is_valid():
        data = form.cleaned_data
        try:
            tournament = tournament_found(
                by=Actor(name=request.user.display_name),
                founder=request.user,
                name=data["name"],
                date=data["date"],
                place=data["place"],
                submission=data["submission"],
            )
        except DeskError as refusal:
            add_refusal(form, refusal)
        else:
            messages.success(request, _("Turnaj je založený. Teď přihlaste hráče."))
            return redirect("tournament:overview", tournament.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "tournament/found.html", {"form": form}, status=status)


@require_safe
@for_members
def settings_page(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """All settings; a referee reads them."""
    locked = hands_are_stored(tournament)
    form = SettingsForm(tournament=tournament, locked=locked)
    if not actor.is_organiser:
        form.read_only()
    return _settings_page(request, tournament, actor, form)


@require_POST
@for_organiser
def settings_save(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Change settings."""
    form = SettingsForm(request.POST, tournament=tournament, locked=hands_are_stored(tournament))
    if form.is_valid():
        try:
            settings_change(
                tournament=tournament,
                by=actor,
                changes=form.changes(),
                expected=form.cleaned_data["expected"],
            )
        except DeskError as refusal:
            tournament.refresh_from_db()
            add_refusal(form, refusal)
            form.show_version(tournament.version)
        else:
            messages.success(request, _("Nastavení je uložené."))
            return redirect("tournament:settings", tournament.slug)
    return _settings_page(request, tournament, actor, form, status=422)


@require_POST
@for_organiser
def finish(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """End the tournament."""
    tournament_finish(tournament=tournament, by=actor)
    messages.success(request, _("Turnaj je ukončený. Gratulujeme vítězům!"))
    return redirect("tournament:overview", tournament.slug)


@require_POST
@for_organiser
def reopen(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Take the end back."""
    tournament_reopen(tournament=tournament, by=actor)
    return redirect("tournament:overview", tournament.slug)


def _settings_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, form: SettingsForm, status: int = 200
) -> HttpResponse:
    context = {"tournament": tournament, "actor": actor, "form": form}
    return render(request, "tournament/settings.html", context, status=status)
