"""What everybody in the hall sees run: the clock of the round, what is coming, announcements.

All of it follows from moments in the database and the present one, so a restart changes nothing.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.enums import ClockAct, ClockState, ComingKind
from tournament.lib.clockwork import Face, clock_text, faces, seconds_until
from tournament.lifecycle import ALLOWED, Act, allowed
from tournament.models import Announcement, ComingEvent, Round, Tournament

__all__ = [
    "Clock",
    "ClockState",
    "Coming",
    "Notice",
    "announcements_kept",
    "announcements_of",
    "clock_of",
    "clock_of_round",
    "clock_page",
    "clock_rounds",
    "coming_events",
    "coming_of",
    "moments_ahead",
    "next_round_to_start",
    "round_shown",
]


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round at one moment.

    ``ends_at`` stands while it runs and when it is over, ``left`` (seconds) while it stands. ``minutes``: how
    long the round is now; ``last_minutes``: in how many of them the last deal is dealt. ``short_reason``: why
    the round was cut short. ``version`` is what a form says it has seen, ``undo`` the act it can take back.
    """

    round: int | None
    state: ClockState
    minutes: int
    last_minutes: int
    ends_at: datetime | None
    left: int | None
    short_reason: str = ""
    version: int = 1
    undo: str = ""

    def seconds_left(self, now: datetime) -> int:
        """Until its end, whether it runs or stands; zero when it is over."""
        return self.left or 0 if self.ends_at is None else seconds_until(self.ends_at, now)

    @property
    def ends_ms(self) -> int | None:
        """``ends_at`` as scripts count: milliseconds since 1970."""
        return None if self.ends_at is None else round(self.ends_at.timestamp() * 1000)

    @property
    def last_seconds(self) -> int:
        """``last_minutes`` in seconds."""
        return self.last_minutes * 60

    @property
    def undo_words(self) -> str:
        """What is taken back by undoing; empty where there is nothing."""
        return str(ClockAct(self.undo).label) if self.undo else ""

    @property
    def shown(self) -> str:
        """What a page without a script can show and stays true: empty while the clock runs."""
        if self.state == ClockState.OVER:
            return clock_text(0)
        return "" if self.left is None else clock_text(self.left)


@dataclass(frozen=True, slots=True)
class Coming:
    """What begins or ends at a moment, in words; ``reason`` where a round was cut short."""

    kind: ComingKind
    at: datetime
    text: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """An announcement that was not taken away."""

    text: str
    at: datetime


def clock_of(tournament: Tournament) -> Clock:
    """The clock everybody sees: of the newest round it runs for, else of the first published one.

    A round that is played without ever starting its clock has none.
    """
    round_ = round_shown(clock_rounds(tournament))
    if round_ is None:
        return _no_clock(tournament)
    clock = clock_of_round(round_, tournament.last_minutes)
    unwanted = clock.state == ClockState.READY and not allowed(Act.TAKE_BACK, round_.state)
    return _no_clock(tournament) if unwanted else clock


def clock_rounds(tournament: Tournament) -> list[Round]:
    """Rounds that are published and not closed, in order, with what was done to their clocks."""
    rounds = tournament.rounds.filter(state__in=ALLOWED[Act.RUN_CLOCK]).order_by("number")
    return list(rounds.prefetch_related("clock_changes"))


def round_shown(rounds: list[Round]) -> Round | None:
    """Whose clock it is: of the newest round that has started, else of the first."""
    started = [one for one in rounds if _face(one).started]
    return next(iter([*started[::-1], *rounds]), None)


def clock_of_round(round_: Round, last_minutes: int) -> Clock:
    """The clock of one round now."""
    changes = round_.clock_changes.all()
    *_before, face = shown = faces(round_.minutes, changes)
    return Clock(
        round=round_.number,
        state=_state(face, last_minutes, timezone.now()),
        minutes=face.minutes,
        last_minutes=last_minutes,
        ends_at=face.ends_at,
        left=face.left,
        short_reason=face.reason,
        version=len(changes) + 1,
        undo=face.act if len(shown) > 1 else "",
    )


def coming_of(tournament: Tournament) -> tuple[Coming, ...]:
    """What is announced and has not passed, the nearest first; with it the end of a round cut short."""
    coming = [
        Coming(kind=ComingKind(one.kind), at=one.at, text=one.text) for one in coming_events(tournament)
    ]
    clock = clock_of(tournament)
    if clock.short_reason and clock.ends_at and clock.state != ClockState.OVER:
        words = _("Konec %(number)s. kola, zkrácený") % {"number": clock.round}
        coming.append(Coming(ComingKind.END, clock.ends_at, words, clock.short_reason))
    return tuple(sorted(coming, key=lambda one: one.at))


def announcements_of(tournament: Tournament) -> tuple[Notice, ...]:
    """The announcements that are on top now, the newest first."""
    rows = tournament.announcements.filter(taken_away_at=None)
    return tuple(Notice(text=one.text, at=one.created_at) for one in rows)


def clock_page(tournament: Tournament) -> tuple[Clock | None, list[Clock]]:
    """For the organiser: the clock that is shown, and those of later rounds that can start."""
    rounds = clock_rounds(tournament)
    shown = round_shown(rounds)
    if shown is None:
        return None, []
    later = [clock_of_round(one, tournament.last_minutes) for one in rounds if one.number > shown.number]
    return clock_of_round(shown, tournament.last_minutes), later


def coming_events(tournament: Tournament) -> QuerySet[ComingEvent]:
    """What is announced and has not passed, to be changed."""
    return tournament.coming_events.filter(taken_away_at=None, at__gt=timezone.now())


def announcements_kept(tournament: Tournament) -> QuerySet[Announcement]:
    """Every announcement ever made, the newest first; those taken away can be put back."""
    return tournament.announcements.all()


def next_round_to_start(tournament: Tournament) -> int:
    """The number of the round that everybody waits for."""
    waiting = [one.number for one in clock_rounds(tournament) if not _face(one).started]
    highest = tournament.rounds.filter(state__in=ALLOWED[Act.SHOW]).aggregate(highest=Max("number"))
    return waiting[0] if waiting else (highest["highest"] or 0) + 1


def moments_ahead(tournament: Tournament) -> list[datetime]:
    """When what is said here changes by itself."""
    now = timezone.now()
    moments = [one.at for one in coming_of(tournament)]
    clock = clock_of(tournament)
    if clock.ends_at is not None:
        moments += [clock.ends_at - timedelta(minutes=clock.last_minutes), clock.ends_at]
    return [one for one in moments if one > now]


def _no_clock(tournament: Tournament) -> Clock:
    return Clock(
        round=None,
        state=ClockState.NONE,
        minutes=tournament.round_minutes,
        last_minutes=tournament.last_minutes,
        ends_at=None,
        left=None,
    )


def _face(round_: Round) -> Face:
    return faces(round_.minutes, round_.clock_changes.all())[-1]


def _state(face: Face, last_minutes: int, now: datetime) -> ClockState:
    if face.ends_at is None:
        return ClockState.PAUSED if face.started else ClockState.READY
    left = seconds_until(face.ends_at, now)
    if left == 0:
        return ClockState.OVER
    return ClockState.LAST if left <= last_minutes * 60 else ClockState.RUNNING
