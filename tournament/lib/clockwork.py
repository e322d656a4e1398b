"""The clock of a round from what was done to it: no clock of a computer runs here, only times are added up.

Moments are aware and in UTC, so the change to and from summer time is none of theirs.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from tournament.enums import ClockAct


class Turned(Protocol):
    """What a row of ``ClockChange`` holds."""

    act: str
    at: datetime
    minutes: int
    reason: str


@dataclass(frozen=True, slots=True)
class Face:
    """The clock between two acts: it runs until ``ends_at``, or it stands with ``left`` seconds.

    ``minutes`` is how long the round is, ``reason`` why it was cut short, ``act`` what was done last.
    """

    minutes: int
    started: bool = False
    ends_at: datetime | None = None
    left: int | None = None
    reason: str = ""
    act: str = ""


def faces(minutes: int, changes: Iterable[Turned]) -> list[Face]:
    """The clock before each act that stands and, last, as it is now; an undone act is as if never done."""
    shown = [Face(minutes=minutes, left=minutes * 60)]
    for change in changes:
        if change.act == ClockAct.RESET:
            del shown[1:]
        elif change.act == ClockAct.UNDO:
            del shown[max(1, len(shown) - 1) :]
        else:
            shown.append(_after(shown[-1], change))
    return shown


def seconds_until(ends_at: datetime, now: datetime) -> int:
    """Whole seconds from ``now``, a begun one counted as a whole; zero when it is over."""
    return max(0, -((now - ends_at) // timedelta(seconds=1)))


def clock_text(seconds: int) -> str:
    """Seconds as a clock shows them.

    >>> [clock_text(seconds) for seconds in (0, 65, 3599, 3600, 7265)]
    ['00:00', '01:05', '59:59', '1:00:00', '2:01:05']
    """
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def _after(face: Face, change: Turned) -> Face:
    if change.act in (ClockAct.START, ClockAct.GO_ON):
        ends_at = change.at + timedelta(seconds=face.left or 0)
        return replace(face, act=change.act, started=True, ends_at=ends_at, left=None)
    if change.act == ClockAct.PAUSE:
        left = seconds_until(face.ends_at or change.at, change.at)
        return replace(face, act=change.act, ends_at=None, left=left)
    if change.act == ClockAct.END:
        return replace(face, act=change.act, ends_at=change.at, left=None)
    reason = change.reason if change.act == ClockAct.CUT else face.reason
    given = replace(face, act=change.act, minutes=face.minutes + change.minutes, reason=reason)
    if face.ends_at is None:
        return replace(given, left=max(0, (face.left or 0) + change.minutes * 60))
    # What is given after the end is given from now on, not from an end that has passed.
    from_ = max(face.ends_at, change.at) if change.minutes > 0 else face.ends_at
    return replace(given, ends_at=max(change.at, from_ + timedelta(minutes=change.minutes)))
