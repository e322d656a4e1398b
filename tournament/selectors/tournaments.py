"""Lists of tournaments."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from tournament.enums import DRAWN_STATES, Role
from tournament.models import Account, Membership, Tournament


@dataclass(frozen=True, slots=True)
class MyTournament:
    """A tournament and what I am in it."""

    tournament: Tournament
    roles: tuple[str, ...]


def my_tournaments(user: Account | AnonymousUser) -> list[MyTournament]:
    """Tournaments the account works for, the newest first, each once with all its roles."""
    if not user.is_authenticated:
        return []
    roles: dict[Tournament, list[str]] = {}
    members = Membership.objects.filter(account=user).select_related("tournament")
    for member in members.order_by("-tournament__date", "tournament__name", "role"):
        roles.setdefault(member.tournament, []).append(str(Role(member.role).label))
    return [MyTournament(tournament=tournament, roles=tuple(names)) for tournament, names in roles.items()]


def public_tournaments(*, without: Collection[uuid.UUID] = ()) -> QuerySet[Tournament]:
    """Tournaments of which the public may see something: a published seating."""
    return Tournament.objects.filter(rounds__state__in=DRAWN_STATES).exclude(pk__in=without).distinct()


def has_standings(tournament: Tournament) -> bool:
    """Whether standings of a round that was not discarded were published."""
    return tournament.publications.filter(round__discarded_at=None).exists()
