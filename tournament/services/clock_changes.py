"""The next row of what was done to a clock; whether it may be done was asked before."""

from django.utils import timezone

from tournament.enums import ClockAct
from tournament.lib.names import normalise
from tournament.models import ClockChange, Round
from tournament.services.checks import check_fields


def clock_append(*, round_: Round, act: ClockAct, minutes: int = 0, reason: str = "") -> ClockChange:
    """Inside a transaction that holds the round. Refuses an ``invalid`` reason."""
    change = ClockChange(
        round=round_,
        sequence=round_.clock_changes.count() + 1,
        act=act,
        at=timezone.now().replace(microsecond=0),
        minutes=minutes,
        reason=normalise(reason),
    )
    check_fields(row=change, fields=("reason",))
    change.save(force_insert=True)
    return change


def clock_reset(*, round_: Round) -> None:
    """Its round begins anew, with its seating: part of taking a publication back."""
    if round_.clock_changes.exists():
        clock_append(round_=round_, act=ClockAct.RESET)
