"""When a tournament takes place, as a calendar shows it."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.enums import ClockAct, ComingKind
from tournament.lib.clockwork import faces
from tournament.lifecycle import ALLOWED, Act
from tournament.models import Tournament


@dataclass(frozen=True, slots=True)
class Planned:
    """A line of the calendar: a day, or a moment in UTC with its end where that is known.

    ``key`` stays the same whatever else is changed about it; ``revision`` grows with each change.
    """

    key: str
    begins: dt.date | dt.datetime
    ends: dt.date | dt.datetime | None
    words: str
    written_at: dt.datetime
    revision: int = 0


def planned_of(tournament: Tournament) -> list[Planned]:
    """The day, the rounds whose clock was started, and what is announced beforehand."""
    day = Planned(
        key=f"day-{tournament.pk}",
        begins=tournament.date,
        ends=tournament.date + dt.timedelta(days=1),
        words=tournament.name,
        written_at=tournament.created_at,
    )
    return [day, *_rounds(tournament), *_announced(tournament)]


def _rounds(tournament: Tournament) -> Iterator[Planned]:
    rounds = tournament.rounds.filter(state__in=ALLOWED[Act.SHOW]).order_by("number")
    for round_ in rounds.prefetch_related("clock_changes"):
        changes = round_.clock_changes.all()
        face = faces(round_.minutes, changes)[-1]
        if face.started:
            begins = [one.at for one in changes if one.act == ClockAct.START][-1]
            ends = face.ends_at or begins + dt.timedelta(minutes=face.minutes)
            words = _("%(number)s. kolo – %(name)s") % {"number": round_.number, "name": tournament.name}
            yield Planned(f"round-{round_.pk}", begins, ends, words, begins, len(changes) - 1)


def _announced(tournament: Tournament) -> Iterator[Planned]:
    """What is still ahead; a break that has passed stays, the round that has begun stands for itself."""
    for one in tournament.coming_events.filter(taken_away_at=None):
        is_round = one.kind == ComingKind.ROUND
        if one.at > timezone.now() or not is_round:
            ends = one.at + dt.timedelta(minutes=tournament.round_minutes) if is_round else None
            words = f"{one.text} – {tournament.name}"
            yield Planned(f"coming-{one.pk}", one.at, ends, words, one.created_at, one.version - 1)
