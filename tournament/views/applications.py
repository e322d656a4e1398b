"""Registration from home: the public form and its sender's own page, the organisers' list and settings."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import for_everybody, for_organiser, refuse
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.forms.applications import ApplyForm, HomeSettingsForm
from tournament.forms.common import beside_fields
from tournament.frozen import frozen
from tournament.lib.counting import counted
from tournament.lib.reach import reach_of
from tournament.lib.requested import seen_version, whole_number
from tournament.models import Application, Tournament
from tournament.selectors.applications import (
    application_at,
    application_list,
    from_home,
    is_list_public,
    may_withdraw,
    registered_publicly,
    state_shown,
)
from tournament.services import applications as services
from tournament.services.founding import settings_change

NEW_PERSON = "nova"


@require_http_methods(["GET", "HEAD", "POST"])
@for_everybody
def apply(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The form for anybody; what was sent is then at an address that only its sender knows."""
    if not tournament.home_open:
        return refuse(request)
    form = ApplyForm(request.POST or None, initial={"told": tournament.home_shown})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            with beside_fields(form) as attempt:
                made = services.application_send(
                    tournament=tournament,
                    sender=request.META.get("REMOTE_ADDR", ""),
                    applied=form.applied(),
                    told_public=form.told_public,
                    submission=form.cleaned_data["submission"],
                )
                return redirect("tournament:application", tournament.slug, made.link.token)
            if attempt.refusal is not None and attempt.refusal.code == "home_flood":
                status = 429
    context = {"tournament": tournament, "actor": actor, "form": form, "home": from_home(tournament)}
    response = render(request, "tournament/apply.html", context, status=status)
    return response if is_list_public(tournament) else _unindexed(response)


@require_safe
@never_cache
@for_everybody
def application(request: HttpRequest, tournament: Tournament, actor: Actor, key: str) -> HttpResponse:
    """What was sent and what came of it, for whoever has the address."""
    sent = _sent(tournament, key)
    context = {
        "tournament": tournament,
        "actor": actor,
        "application": sent,
        "state": state_shown(sent),
        "may_withdraw": may_withdraw(sent),
        "home": from_home(tournament),
        "address": request.build_absolute_uri(request.path),
    }
    return _unindexed(render(request, "tournament/application.html", context))


@require_POST
@for_everybody
def application_withdraw(
    request: HttpRequest, tournament: Tournament, actor: Actor, key: str
) -> HttpResponse:
    """Its sender will not come."""
    services.application_withdraw(application=_sent(tournament, key))
    return redirect("tournament:application", tournament.slug, key)


@require_safe
@frozen()
@for_everybody
def registered(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Who is registered, by name and club, where the organisers want it public."""
    if not is_list_public(tournament):
        raise Http404
    people = registered_publicly(tournament)
    context = {"tournament": tournament, "actor": actor, "people": people, "home": from_home(tournament)}
    return render(request, "tournament/registered.html", context)


@require_safe
@for_organiser
def applications(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Everybody who applied: those to be decided about first."""
    found = application_list(tournament, actor)
    sure = len(found.unquestioned)
    context = {
        "tournament": tournament,
        "actor": actor,
        "found": found,
        "sure_words": counted(sure, _("přihlášku"), _("přihlášky"), _("přihlášek")),
        "home": from_home(tournament),
        "new_person": NEW_PERSON,
    }
    return render(request, "tournament/applications.html", context)


@require_POST
@for_organiser
def applications_accept(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Those that were shown and that nobody has to be asked about."""
    shown = [one for text in request.POST.getlist("application") if (one := _uuid(text))]
    made = services.applications_accept(tournament=tournament, by=actor, shown=shown)
    if made:
        words = counted(len(made), _("přihláška"), _("přihlášky"), _("přihlášek"))
        numbers = f"{made[0].number}–{made[-1].number}" if len(made) > 1 else made[0].number
        messages.success(
            request,
            _("Přijato: %(count)s, startovní čísla %(numbers)s.") % {"count": words, "numbers": numbers},
        )
    else:
        messages.warning(request, _("Nic se nepřijalo: o těchto přihláškách už je rozhodnuto."))
    return redirect("tournament:applications", tournament.slug)


@require_POST
@for_organiser
def application_accept(
    request: HttpRequest, tournament: Tournament, actor: Actor, application_id: uuid.UUID
) -> HttpResponse:
    """One becomes a player of the tournament; who he is was answered beside the button."""
    person = request.POST.get("person", "")
    entry = services.application_accept(
        application=_named(tournament, application_id),
        by=actor,
        player_id=_uuid(person),
        new_person=person == NEW_PERSON,
        known_namesake=request.POST.get("known_namesake") == "on",
        expected=seen_version(request),
    )
    messages.success(
        request,
        _("%(name)s má startovní číslo %(number)s.") % {"name": entry.name, "number": entry.number},
    )
    return redirect("tournament:applications", tournament.slug)


@require_POST
@for_organiser
def application_join(
    request: HttpRequest, tournament: Tournament, actor: Actor, application_id: uuid.UUID
) -> HttpResponse:
    """One is somebody who is registered already."""
    number = whole_number(request.POST.get("number"))
    if number is None:
        raise Refused(_("Vyberte hráče, se kterým se má přihláška spojit."), code="unknown_player")
    entry = services.application_join(
        application=_named(tournament, application_id),
        by=actor,
        number=number,
        expected=seen_version(request),
    )
    messages.success(request, _("Přihláška je spojená: %(who)s.") % {"who": entry})
    return redirect("tournament:applications", tournament.slug)


@require_POST
@for_organiser
def application_refuse(
    request: HttpRequest, tournament: Tournament, actor: Actor, application_id: uuid.UUID
) -> HttpResponse:
    """One is refused for a reason."""
    services.application_refuse(
        application=_named(tournament, application_id),
        by=actor,
        reason=request.POST.get("reason", ""),
        expected=seen_version(request),
    )
    messages.success(request, _("Přihláška je odmítnutá. Vrátit to jde dole mezi vyřízenými."))
    return redirect("tournament:applications", tournament.slug)


@require_POST
@for_organiser
def application_reconsider(
    request: HttpRequest, tournament: Tournament, actor: Actor, application_id: uuid.UUID
) -> HttpResponse:
    """A refusal is taken back."""
    found = _named(tournament, application_id)
    services.application_reconsider(application=found, by=actor, expected=seen_version(request))
    messages.success(request, _("Odmítnutí je vrácené: %(name)s zase čeká.") % {"name": found.name})
    return redirect("tournament:applications", tournament.slug)


@require_safe
@for_organiser
def home_settings(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Whether people register from home, and how."""
    return _settings_page(request, tournament, actor, HomeSettingsForm(tournament=tournament))


@require_POST
@for_organiser
def home_settings_save(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Change it."""
    form = HomeSettingsForm(request.POST, tournament=tournament)
    if form.is_valid():
        with beside_fields(form, row=tournament):
            settings_change(
                tournament=tournament,
                by=actor,
                changes=form.changes(),
                expected=form.cleaned_data["expected"],
            )
            messages.success(request, _("Nastavení přihlášek je uložené."))
            return redirect("tournament:home_settings", tournament.slug)
    return _settings_page(request, tournament, actor, form, status=422)


def _settings_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, form: HomeSettingsForm, status: int = 200
) -> HttpResponse:
    path = reverse("tournament:apply", args=[tournament.slug])
    context: dict[str, Any] = {
        "tournament": tournament,
        "actor": actor,
        "form": form,
        "reach": reach_of(path),
        "home": from_home(tournament),
    }
    return render(request, "tournament/home_settings.html", context, status=status)


def _sent(tournament: Tournament, key: str) -> Application:
    found = application_at(tournament, key)
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def _named(tournament: Tournament, application_id: uuid.UUID) -> Application:
    found = tournament.applications.select_related("entry").filter(pk=application_id).first()
    if found is None:
        raise Http404
    return found


def _uuid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _unindexed(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex"
    return response
