"""The door of every page of a tournament: who asks, what for, and the answer when he may not.

A view behind the door gets ``(request, tournament, actor, …)``. Nobody logged in is answered 403 with the
way to the log-in whether or not the tournament exists; a stranger with an account is answered 404, so that
neither learns what is not his.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournament.actors import Actor
from tournament.models import Tournament
from tournament.selectors.access import NOBODY, actor_for

View = Callable[..., HttpResponse]
Allows = Callable[[Actor], bool]


def _door(allows: Allows) -> Callable[[View], View]:
    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
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


for_organiser = _door(lambda actor: actor.is_organiser)
"""Organisers of the tournament only."""

for_members = _door(lambda actor: actor.is_member)
"""Organisers and referees of the tournament."""

for_everybody = _door(lambda actor: True)
"""The public too; the view shows only what was published."""
