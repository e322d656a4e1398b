"""The door of every page of a tournament: who asks, what for, and the answer when he may not.

A view behind the door gets ``(request, tournament, actor, …)``. Nobody logged in is answered 403 with the
way to the log-in whether or not the tournament exists; a stranger with an account is answered 404, so that
neither learns what is not his.
"""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from tournament.actors import Actor
from tournament.models import Account, Tournament
from tournament.selectors.access import NOBODY, actor_for
from tournament.selectors.persons import person_of

View = Callable[..., HttpResponseBase]
Allows = Callable[[Actor], bool]


def _door(allows: Allows) -> Callable[[View], View]:
    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            tournament = Tournament.objects.filter(slug=slug).first()
            actor = actor_for(request.user, tournament) if tournament else NOBODY
            if tournament and allows(actor):
                return view(request, tournament, actor, *args, **kwargs)
            return refuse(request)

        return guarded

    return decorate


def refuse(request: HttpRequest) -> HttpResponse:
    """The answer to somebody who may not see a page: the way to the log-in, or 404 for an account."""
    if request.user.is_authenticated:
        raise Http404
    back = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
    login = f"{reverse('login')}?next={quote(back)}"
    return render(request, "403_login.html", {"login_address": login}, status=403)


def for_account(view: View) -> View:
    """Whoever is logged in; the view gets ``(request, actor, …)`` and shows only what is his."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return refuse(request)
        return view(request, own_account(request).person, *args, **kwargs)

    return guarded


def for_person(view: View) -> View:
    """Organisers of a tournament in which the person plays; the view gets ``(request, person, actor, …)``."""

    @wraps(view)
    def guarded(request: HttpRequest, person_id: uuid.UUID, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return refuse(request)
        actor = own_account(request).person
        person = person_of(actor, person_id)
        return view(request, person, actor, *args, **kwargs) if person else refuse(request)

    return guarded


def own_account(request: HttpRequest) -> Account:
    """The row of who is logged in, read anew: what a refused form did to it is not shown in the header."""
    pk = request.user.pk
    assert pk is not None, "the view is behind login_required"
    return Account.objects.get(pk=pk)


for_organiser = _door(lambda actor: actor.is_organiser)
"""Organisers of the tournament only."""

for_judges = _door(lambda actor: actor.may_punish)
"""Organisers and the chief referee."""

for_members = _door(lambda actor: actor.is_member)
"""Organisers and referees of the tournament."""

for_everybody = _door(lambda actor: True)
"""The public too; the view shows only what was published."""
