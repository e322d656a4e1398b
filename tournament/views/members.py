"""People who work for a tournament: organisers and referees."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import for_organiser
from tournament.actors import Actor
from tournament.enums import Role
from tournament.forms.common import beside_fields
from tournament.forms.members import ExistingMemberForm, NewMemberForm, TablesForm
from tournament.models import Tournament
from tournament.selectors.members import members_of
from tournament.services.members import (
    member_add_existing,
    member_add_new,
    member_remove,
    member_set_tables,
)


@require_safe
@for_organiser
def people(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Who works for the tournament."""
    return _page(request, tournament, actor)


@require_POST
@for_organiser
def person_add_new(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """A new account; the answer itself shows its password, so that it is stored nowhere."""
    form = NewMemberForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with beside_fields(form):
            made = member_add_new(
                tournament=tournament,
                by=actor,
                role=Role(data["role"]),
                first_name=data["first_name"],
                last_name=data["last_name"],
                username=data["username"],
                tables=data["tables"],
                submission=data["submission"],
            )
            context = {
                "tournament": tournament,
                "actor": actor,
                "account": made.account,
                "password": made.password,
            }
            response = render(request, "tournament/person_added.html", context)
            response["Cache-Control"] = "no-store"
            return response
    return _page(request, tournament, actor, new_form=form, status=422)


@require_POST
@for_organiser
def person_add_existing(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """A role for somebody who has an account."""
    form = ExistingMemberForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with beside_fields(form):
            account = member_add_existing(
                tournament=tournament,
                by=actor,
                role=Role(data["role"]),
                username=data["username"],
                tables=data["tables"],
                submission=data["submission"],
            )
            messages.success(request, _("%(name)s: přidáno.") % {"name": account.display_name})
            return redirect("tournament:people", tournament.slug)
    return _page(request, tournament, actor, existing_form=form, status=422)


@require_POST
@for_organiser
def person_remove(request: HttpRequest, tournament: Tournament, actor: Actor, member: int) -> HttpResponse:
    """Take somebody's role away."""
    member_remove(tournament=tournament, by=actor, membership_id=member)
    messages.success(request, _("Odebráno. Účet zůstává, můžete ho kdykoli přidat znovu."))
    return redirect("tournament:people", tournament.slug)


@require_POST
@for_organiser
def person_tables(request: HttpRequest, tournament: Tournament, actor: Actor, member: int) -> HttpResponse:
    """Limit a referee to some tables."""
    form = TablesForm(request.POST)
    if form.is_valid():
        with beside_fields(form):
            member_set_tables(
                tournament=tournament, by=actor, membership_id=member, tables=form.cleaned_data["tables"]
            )
            messages.success(request, _("Stoly rozhodčího jsou uložené."))
            return redirect("tournament:people", tournament.slug)
    return _page(request, tournament, actor, tables_form=form, about=member, status=422)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    *,
    new_form: forms.Form | None = None,
    existing_form: forms.Form | None = None,
    tables_form: forms.Form | None = None,
    about: int | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "actor": actor,
        "members": members_of(tournament),
        "new_form": new_form or NewMemberForm(),
        "existing_form": existing_form or ExistingMemberForm(),
        "tables_form": tables_form,
        "about": about,
    }
    return render(request, "tournament/people.html", context, status=status)
