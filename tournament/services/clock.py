"""The clock of a round: started, paused, given and taken minutes, ended; each act can be undone.

Acts are only added (``ClockChange``), and each says how many it has seen before it: of two organisers who
press at the same moment one is told what the other one did.
"""

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actors import Actor
from tournament.enums import ClockAct
from tournament.errors import Refused
from tournament.journal.actions import ROUNDS, Action, declare
from tournament.journal.write import log_write
from tournament.lib.names import normalise
from tournament.lifecycle import Act, allowed_on_clock, require
from tournament.models import ClockChange, LogEntry, Round
from tournament.selectors.hall import Clock, clock_of_round
from tournament.services.checks import invalid
from tournament.services.clock_changes import clock_append
from tournament.services.rounds import locked_round, require_open_tournament
from tournament.services.writes import overtaken_by, run_once

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

CLOCK = "tournament.clock."
ACTIONS: dict[ClockAct, Action] = {
    ClockAct.START: declare(f"{CLOCK}started", gettext_lazy("Hodiny spuštěny"), area=ROUNDS),
    ClockAct.PAUSE: declare(f"{CLOCK}paused", gettext_lazy("Hodiny zastaveny"), area=ROUNDS),
    ClockAct.GO_ON: declare(f"{CLOCK}resumed", gettext_lazy("Hodiny jdou dál"), area=ROUNDS),
    ClockAct.MINUTES: declare(f"{CLOCK}minutes", gettext_lazy("Minuty kola změněny"), area=ROUNDS),
    ClockAct.CUT: declare(f"{CLOCK}cut", gettext_lazy("Kolo zkráceno"), area=ROUNDS),
    ClockAct.END: declare(f"{CLOCK}ended", gettext_lazy("Čas kola ukončen"), area=ROUNDS),
    ClockAct.UNDO: declare(f"{CLOCK}undone", gettext_lazy("Změna hodin vrácena"), area=ROUNDS),
}
"""What an organiser does; ``RESET`` follows from a publication that is taken back."""

MOST_MINUTES = 1000
"""As many as the settings of a tournament take for a round."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What is done to a clock; ``minutes`` are given, or taken below zero, by ``MINUTES`` and ``CUT``."""

    act: ClockAct
    minutes: int = 0
    reason: str = ""


def clock_turn(
    *,
    round_: Round,
    by: Actor,
    turn: Turn,
    expected: int | None = None,
    submission: uuid.UUID | None = None,
) -> ClockChange:
    """Do it now. ``expected`` is the ``version`` of the clock that was on the screen.

    Refuses a round that is not being played, ``clock_…`` what the clock does not allow as it stands,
    ``clock_minutes`` a length nobody plays, ``invalid`` fields; ``Conflict`` when somebody else was faster.
    """

    def create() -> ClockChange:
        fresh = locked_round(round_id=round_.pk)
        require_open_tournament(tournament=fresh.tournament)
        require(Act.RUN_CLOCK, state=fresh.state, number=fresh.number)
        clock = clock_of_round(fresh, fresh.tournament.last_minutes)
        if expected is not None and expected != clock.version:
            raise overtaken_by(last=_last_act(fresh))
        _check(clock, turn)
        return _write(fresh, by, turn, clock)

    return run_once(submission=submission, action=ACTIONS[turn.act], model=ClockChange, create=create)


def _write(round_: Round, by: Actor, turn: Turn, before: Clock) -> ClockChange:
    change = clock_append(round_=round_, act=turn.act, minutes=turn.minutes, reason=turn.reason)
    after = clock_of_round(round_, round_.tournament.last_minutes)
    log_write(
        tournament=round_.tournament,
        by=by,
        action=ACTIONS[turn.act],
        round_=round_,
        object_id=change.pk,
        old=_logged(before),
        new=_logged(after),
        reason=change.reason,
    )
    return change


def _logged(clock: Clock) -> dict[str, str | int | None]:
    """As the log keeps it: how long the round is, when it ends or how many seconds are left."""
    return {
        "clock": clock.state,
        "minutes": clock.minutes,
        "ends_at": None if clock.ends_at is None else clock.ends_at.isoformat(),
        "seconds_left": clock.left,
    }


def _last_act(round_: Round) -> LogEntry | None:
    acts = LogEntry.objects.filter(round=round_, action__startswith=CLOCK)
    return acts.order_by("-sequence").first()


def _check(clock: Clock, turn: Turn) -> None:
    undoes_nothing = turn.act == ClockAct.UNDO and not clock.undo
    if undoes_nothing or not allowed_on_clock(turn.act, clock.state):
        raise Refused(str(_REFUSALS[turn.act]) % {"number": clock.round}, code=f"clock_{turn.act}")
    if turn.act == ClockAct.CUT and not normalise(turn.reason):
        raise invalid(wrong={"reason": _("Napište, proč se kolo zkracuje; uvidí to všichni.")})
    if turn.act in (ClockAct.MINUTES, ClockAct.CUT):
        _check_minutes(clock, turn)


def _check_minutes(clock: Clock, turn: Turn) -> None:
    """There is as much to take as is taken, and a round is between one minute and ``MOST_MINUTES`` long."""
    if turn.minutes == 0 or (turn.act == ClockAct.CUT and turn.minutes > 0):
        text = _("Napište, o kolik minut se kolo zkrátí.")
        raise Refused(text, code="clock_minutes", fields={"minutes": text})
    left = clock.seconds_left(timezone.now())
    if left + turn.minutes * 60 <= 0 or not 1 <= clock.minutes + turn.minutes <= MOST_MINUTES:
        text = _("Tolik minut kolu už nezbývá; chcete-li ho ukončit hned, ukončete ho.")
        if turn.minutes > 0:
            text = _("Kolo může trvat nejvýš %(most)d minut.") % {"most": MOST_MINUTES}
        raise Refused(text, code="clock_minutes", fields={"minutes": text})


_REFUSALS: dict[ClockAct, "_StrPromise"] = {
    ClockAct.START: gettext_lazy("Hodiny %(number)s. kola už byly spuštěné."),
    ClockAct.PAUSE: gettext_lazy("Hodiny %(number)s. kola neběží, není co zastavit."),
    ClockAct.GO_ON: gettext_lazy("Hodiny %(number)s. kola nestojí, není co spustit dál."),
    ClockAct.MINUTES: gettext_lazy("Hodiny %(number)s. kola ještě nejsou."),
    ClockAct.CUT: gettext_lazy("Čas %(number)s. kola už vypršel, zkrátit ho nejde."),
    ClockAct.END: gettext_lazy("Hodiny %(number)s. kola neběží, není co ukončit."),
    ClockAct.UNDO: gettext_lazy("S hodinami %(number)s. kola nikdo nic neudělal, není co vrátit."),
}
