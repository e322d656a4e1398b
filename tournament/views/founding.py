"""Founding a tournament, its settings and its end."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import for_members, for_organiser, own_account
from tournament.actors import Actor
from tournament.forms.common import beside_fields
from tournament.forms.founding import FoundForm, SettingsForm
from tournament.models import Account, Tournament
from tournament.selectors.tournaments import namesakes_of
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
        data, me = form.cleaned_data, own_account(request)
        with beside_fields(form):
            tournament = tournament_found(
                by=me.person,
                founder=me,
                name=data["name"],
                date=data["date"],
                place=data["place"],
                submission=data["submission"],
            )
            messages.success(request, _("Turnaj je založený. Teď přihlaste hráče."))
            _name_namesakes(request, tournament, me)
            return redirect("tournament:overview", tournament.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "tournament/found.html", {"form": form}, status=status)


def _name_namesakes(request: HttpRequest, tournament: Tournament, me: Account) -> None:
    """Two tournaments of one name are possible; whoever founds the second one is told of the first."""
    others = namesakes_of(tournament, me)
    if others:
        told = "; ".join(
            ", ".join(filter(None, (date_format(one.date, "j. n. Y"), one.place, one.slug))) for one in others
        )
        messages.warning(
            request,
            _(
                "Turnaj se jménem „%(name)s“ už tu je (%(others)s). Rozeznáte je podle data a místa; jde-li"
                " o omyl, dejte jednomu z nich v Nastavení jiné jméno."
            )
            % {"name": tournament.name, "others": told},
        )


@require_safe
@for_members
def settings_page(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """All settings; a referee reads them."""
    locked = hands_are_stored(tournament=tournament)
    form = SettingsForm(tournament=tournament, locked=locked)
    if not actor.is_organiser:
        form.read_only()
    return _settings_page(request, tournament, actor, form)


@require_POST
@for_organiser
def settings_save(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Change settings."""
    form = SettingsForm(request.POST, tournament=tournament, locked=hands_are_stored(tournament=tournament))
    if form.is_valid():
        with beside_fields(form, row=tournament):
            settings_change(
                tournament=tournament,
                by=actor,
                changes=form.changes(),
                expected=form.cleaned_data["expected"],
            )
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
    """Take the end back; ``zpet`` is the page that asked for it."""
    tournament_reopen(tournament=tournament, by=actor)
    messages.success(request, _("Turnaj je zase otevřený."))
    back = request.POST.get("zpet", "")
    if url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        return redirect(back)
    return redirect("tournament:overview", tournament.slug)


def _settings_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, form: SettingsForm, status: int = 200
) -> HttpResponse:
    context = {"tournament": tournament, "actor": actor, "form": form}
    return render(request, "tournament/settings.html", context, status=status)
