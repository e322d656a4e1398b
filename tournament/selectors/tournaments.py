"""Lists of tournaments."""

import uuid
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import ports
from tournament.enums import Role
from tournament.lib.stamps import Stamp, state_stamp
from tournament.lifecycle import ALLOWED, Act, allowed
from tournament.models import Account, Membership, Round, Tournament
from tournament.selectors.applications import Opening, opening_by_times

_SHOWN = Q(rounds__state__in=ALLOWED[Act.SHOW], rounds__discarded_at=None)


@dataclass(frozen=True, slots=True)
class DayState:
    """How far a tournament is: the name of a state as style sheets know it, and its words."""

    look: str
    words: str


@dataclass(frozen=True, slots=True)
class ListedTournament:
    """A tournament in a list: what I am in it, how far it is, whether another one looks just the same."""

    tournament: Tournament
    state: DayState
    roles: tuple[str, ...] = ()
    has_twin: bool = False


def my_tournaments(user: Account | AnonymousUser) -> list[ListedTournament]:
    """Tournaments the account works for, the newest first, each once with all its roles."""
    if not user.is_authenticated:
        return []
    roles: dict[Tournament, list[str]] = {}
    members = Membership.objects.filter(account=user).select_related("tournament")
    for member in members.order_by("-tournament__date", "tournament__name", "role"):
        roles.setdefault(member.tournament, []).append(str(Role(member.role).label))
    return _listed({tournament: tuple(names) for tournament, names in roles.items()})


def public_tournaments(*, without: Collection[uuid.UUID] = ()) -> list[ListedTournament]:
    """Tournaments of which the public may see something: a published seating, registration from home."""
    shown = Tournament.objects.filter(Q(home_open=True) | _SHOWN)
    return _listed(dict.fromkeys(shown.exclude(pk__in=without).distinct(), ()))


def namesakes_of(tournament: Tournament, user: Account | AnonymousUser) -> list[Tournament]:
    """Other tournaments of this name that the account can see, the newest first."""
    seen = Q(memberships__account=user.pk) | Q(home_open=True) | _SHOWN
    same = Tournament.objects.filter(seen, name=tournament.name).exclude(pk=tournament.pk)
    return list(same.distinct())


def _listed(roles: Mapping[Tournament, tuple[str, ...]]) -> list[ListedTournament]:
    """The tournaments with their states; the number of queries does not depend on how many there are."""
    rounds: dict[uuid.UUID, list[tuple[int, str]]] = {}
    drawn = Round.objects.filter(tournament__in=list(roles), state__in=ALLOWED[Act.SHOW])
    for tournament_id, number, state in drawn.order_by("number").values_list(
        "tournament_id", "number", "state"
    ):
        rounds.setdefault(tournament_id, []).append((number, state))
    looks = Counter((one.name, one.date, one.place) for one in roles)
    return [
        ListedTournament(
            tournament=one,
            state=_state_of(one, rounds.get(one.pk, ())),
            roles=names,
            has_twin=looks[one.name, one.date, one.place] > 1,
        )
        for one, names in roles.items()
    ]


_BEFORE = {
    Opening.OFF: gettext_lazy("ještě se nehraje"),
    Opening.SOON: gettext_lazy("přihlášky brzy začnou"),
    Opening.OPEN: gettext_lazy("jde se přihlásit"),
    Opening.OVER: gettext_lazy("ještě se nehraje"),
}
"""A tournament that has not begun."""


def _state_of(tournament: Tournament, rounds: Sequence[tuple[int, str]]) -> DayState:
    """By the published ``rounds``: nothing that only its organisers see."""
    if tournament.finished_at is not None:
        return DayState("closed", _("ukončený"))
    playing = next((number for number, state in rounds if allowed(Act.WRITE_HAND, state)), None)
    if playing is not None:
        return DayState("playing", _("hraje se %(number)s. kolo") % {"number": playing})
    if not rounds:
        return DayState("expected", str(_BEFORE[opening_by_times(tournament, timezone.now())]))
    return DayState("confirmed", _("po %(number)s. kole") % {"number": rounds[-1][0]})


def last_written(tournament: Tournament) -> datetime | None:
    """When the last thing was written into the tournament, by the order of writing and not by the clock."""
    last: datetime | None = tournament.log.order_by("-sequence").values_list("at", flat=True).first()
    return last


def tournament_stamp(tournament: Tournament) -> Stamp:
    """The state of everything in the tournament."""
    return state_stamp(last_written(tournament))


def has_public_rounds(tournament: Tournament) -> bool:
    """Whether the public has a round to look at: a published one, or one with an announced seed."""
    announced = Q(state__in=ALLOWED[Act.SHOW]) | ~Q(announced_seed="")
    return tournament.rounds.filter(announced).exists()


def has_standings(tournament: Tournament) -> bool:
    """Whether standings of a round that was not discarded were published."""
    return bool(ports.standings_published(tournament))
