"""What may be done when: by the state of the round, and inside it by the state of the table.

A leaf beside ``enums``. Services ask ``require``, pages ask ``allowed`` to offer a button or not, queries
take the states from ``ALLOWED``. The same two tables for people stand in docs/round-states.md; a test holds
them equal and looks for states compared elsewhere.
"""

from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.enums import (
    CLOSED_STATES,
    DRAWN_STATES,
    ApplicationState,
    ClockAct,
    ClockState,
    RoundState,
    TableState,
)
from tournament.errors import Refused


class Act(StrEnum):
    """Something a person does to a round, or that the round lets him see."""

    CHANGE_RULEBOOK = "change_rulebook"
    ANNOUNCE_SEED = "announce_seed"
    DRAW = "draw"
    PUBLISH = "publish"
    SHOW = "show"
    TAKE_BACK = "take_back"
    DISCARD = "discard"
    SWAP = "swap"
    RESEAT = "reseat"
    SUBSTITUTE = "substitute"
    UNDO = "undo"
    NEW_LINK = "new_link"
    SCRIBE = "scribe"
    WRITE_HAND = "write_hand"
    CONFIRM_RESULT = "confirm_result"
    CALL_REFEREE = "call_referee"
    RULE = "rule"
    RULE_AS_CHIEF = "rule_as_chief"
    RUN_CLOCK = "run_clock"
    CLOSE = "close"
    CORRECT_RESULT = "correct_result"
    CONFIRM_CORRECTION = "confirm_correction"
    PUBLISH_STANDINGS = "publish_standings"
    FINISH = "finish"


class TableAct(StrEnum):
    """Something a person does to the sheet of a table, where the round allows it."""

    WRITE = "write"
    HAND_IN = "hand_in"
    TAKE_BACK = "take_back"
    CONFIRM = "confirm"
    UNCONFIRM = "unconfirm"
    GIVE_UP = "give_up"
    AWAIT = "await"


class ApplicationAct(StrEnum):
    """Something a person does about an application from home."""

    ACCEPT = "accept"
    JOIN = "join"
    REFUSE = "refuse"
    RECONSIDER = "reconsider"
    WITHDRAW = "withdraw"


class RevisionState(StrEnum):
    """The revision (reklamace) of a closed round: its results may be claimed, or no more."""

    RUNNING = "running"
    OVER = "over"


class RevisionAct(StrEnum):
    """Something a person does about the results of a closed round; who is the chief stands in ``Actor``."""

    SUPPLY = "supply"
    CORRECT = "correct"
    CORRECT_AS_CHIEF = "correct_as_chief"
    SET_END = "set_end"
    SET_END_AS_CHIEF = "set_end_as_chief"


_DRAFT = RoundState.DRAFT
_PUBLISHED = RoundState.PUBLISHED
_PLAYING = RoundState.PLAYING
_PLAYED = frozenset({_PUBLISHED, _PLAYING})
_DRAWN = frozenset(DRAWN_STATES)
_ENDED = frozenset(CLOSED_STATES)

ALLOWED: dict[Act, frozenset[RoundState]] = {
    # Of the tournament: no round, not even a discarded one, may hold a hand that was paid by the old ones.
    Act.CHANGE_RULEBOOK: frozenset({_DRAFT, _PUBLISHED}),
    Act.ANNOUNCE_SEED: frozenset({_DRAFT}),
    Act.DRAW: frozenset({_DRAFT}),
    Act.PUBLISH: frozenset({_DRAFT}),
    # The seating to everybody, the sheets of tables to those who may read them.
    Act.SHOW: _DRAWN,
    Act.TAKE_BACK: frozenset({_PUBLISHED}),
    # The round as a whole, put aside with all it holds; a draft is thrown away by drawing (DRAW).
    Act.DISCARD: _DRAWN,
    Act.SWAP: frozenset({_DRAFT, _PUBLISHED}),
    # In a playing round only tables that have not begun are touched: services/seating.py.
    Act.RESEAT: frozenset({_DRAFT, _PUBLISHED, _PLAYING}),
    Act.SUBSTITUTE: frozenset({_DRAFT, _PUBLISHED, _PLAYING}),
    Act.UNDO: frozenset({_DRAFT, _PUBLISHED, _PLAYING}),
    Act.NEW_LINK: _PLAYED,
    Act.SCRIBE: _PLAYED,
    Act.WRITE_HAND: _PLAYED,
    Act.CONFIRM_RESULT: _PLAYED,
    # A dispute is opened, and taken back by whoever opened it.
    Act.CALL_REFEREE: _DRAWN,
    Act.RULE: _PLAYED,
    Act.RULE_AS_CHIEF: _DRAWN,
    Act.RUN_CLOCK: _PLAYED,
    Act.CLOSE: _PLAYED,
    Act.CORRECT_RESULT: _ENDED,
    # One that waits for a second person, in two-person mode.
    Act.CONFIRM_CORRECTION: _ENDED,
    Act.PUBLISH_STANDINGS: _ENDED,
    # Of the tournament: every round must be closed.
    Act.FINISH: _ENDED,
}
"""The states of a round in which each act is allowed."""

_WAITING = frozenset({TableState.OPEN, TableState.HANDED_IN})

ALLOWED_AT_TABLE: dict[TableAct, frozenset[TableState]] = {
    TableAct.WRITE: _WAITING,
    TableAct.HAND_IN: frozenset({TableState.OPEN}),
    TableAct.TAKE_BACK: frozenset({TableState.HANDED_IN}),
    TableAct.CONFIRM: _WAITING,
    TableAct.UNCONFIRM: frozenset({TableState.CONFIRMED}),
    TableAct.GIVE_UP: _WAITING,
    TableAct.AWAIT: frozenset({TableState.WITHOUT_RESULT}),
}
"""The states of a table in which each act is allowed."""

_RUNNING = frozenset({RevisionState.RUNNING})
_OVER = frozenset({RevisionState.OVER})

ALLOWED_IN_REVISION: dict[RevisionAct, frozenset[RevisionState]] = {
    # It never ends while a table of the round has no result, and a first entry is no correction.
    RevisionAct.SUPPLY: _RUNNING,
    RevisionAct.CORRECT: _RUNNING,
    RevisionAct.CORRECT_AS_CHIEF: _OVER,
    RevisionAct.SET_END: _RUNNING,
    RevisionAct.SET_END_AS_CHIEF: _RUNNING | _OVER,
}
"""The states of the revision of a closed round in which each act is allowed."""

_UNDECIDED = frozenset({ApplicationState.WAITING, ApplicationState.SUBSTITUTE})

ALLOWED_FOR_APPLICATION: dict[ApplicationAct, frozenset[ApplicationState]] = {
    ApplicationAct.ACCEPT: _UNDECIDED,
    ApplicationAct.JOIN: _UNDECIDED,
    ApplicationAct.REFUSE: _UNDECIDED,
    ApplicationAct.RECONSIDER: frozenset({ApplicationState.REFUSED}),
    # Until a round is drawn: then the tables are made up, and whoever leaves tells the organiser.
    ApplicationAct.WITHDRAW: _UNDECIDED | {ApplicationState.ACCEPTED, ApplicationState.JOINED},
}
"""The states of an application in which each act is allowed."""

_RUNS = frozenset({ClockState.RUNNING, ClockState.LAST})
_WITHOUT_CLOCK = frozenset({ClockState.NONE})
_STANDS = frozenset({ClockState.READY, ClockState.PAUSED})

ALLOWED_ON_CLOCK: dict[ClockAct, frozenset[ClockState]] = {
    ClockAct.START: frozenset({ClockState.READY}),
    ClockAct.PAUSE: _RUNS,
    ClockAct.GO_ON: frozenset({ClockState.PAUSED}),
    # Given minutes let a round that is over go on; there is nothing to take from it.
    ClockAct.MINUTES: frozenset(ClockState) - _WITHOUT_CLOCK,
    ClockAct.CUT: _RUNS | _STANDS,
    ClockAct.END: _RUNS | frozenset({ClockState.PAUSED}),
    # Where something was done that stands.
    ClockAct.UNDO: frozenset(ClockState) - _WITHOUT_CLOCK,
    # With a publication that is taken back.
    ClockAct.RESET: frozenset(ClockState) - _WITHOUT_CLOCK,
}
"""What the clock of a round that allows it shows when each act is allowed."""

BEGUN = frozenset({_PLAYING}) | _ENDED
"""Rounds with a first hand or result: the revision of the round before is over, unless a time was set."""

FINISHED_TABLES = frozenset(TableState) - ALLOWED_AT_TABLE[TableAct.CONFIRM]
"""Tables that wait for nobody: confirmed, without a result, closed or corrected."""

WITHOUT_RESULT = ALLOWED_AT_TABLE[TableAct.AWAIT]
"""Tables whose result did not come: for their people the round counts as not played."""


def allowed(act: Act, state: str) -> bool:
    """Whether ``act`` is possible in a round of this state."""
    return state in ALLOWED[act]


def allowed_at(act: TableAct, state: str) -> bool:
    """Whether ``act`` is possible at a table of this state."""
    return state in ALLOWED_AT_TABLE[act]


def allowed_in(act: RevisionAct, state: RevisionState) -> bool:
    """Whether ``act`` is possible in this state of the revision of a closed round."""
    return state in ALLOWED_IN_REVISION[act]


def allowed_on_clock(act: ClockAct, state: ClockState) -> bool:
    """Whether ``act`` is possible on a clock that shows this."""
    return state in ALLOWED_ON_CLOCK[act]


def allowed_for(act: ApplicationAct, state: str) -> bool:
    """Whether ``act`` is possible with an application of this state."""
    return state in ALLOWED_FOR_APPLICATION[act]


def require_for(act: ApplicationAct, state: str) -> None:
    """Raise ``Refused`` with what became of the application where ``act`` is not possible any more."""
    if not allowed_for(act, state):
        raise Refused(str(_APPLICATION_REFUSALS[ApplicationState(state)]), code=f"application_{state}")


def require(act: Act, *, state: str, number: int) -> None:
    """Raise ``Refused`` with the reason and what would be right where ``act`` is not possible."""
    if not allowed(act, state):
        raise Refused(_refusal(act, state) % {"number": number}, code=f"round_{state}")


_APPLICATION_REFUSALS = {
    ApplicationState.WAITING: gettext_lazy("Přihláška odmítnutá není, čeká na rozhodnutí."),
    ApplicationState.SUBSTITUTE: gettext_lazy("Přihláška odmítnutá není, čeká mezi náhradníky."),
    ApplicationState.ACCEPTED: gettext_lazy("Přihláška už je přijatá. Údaje opravte u hráče."),
    ApplicationState.JOINED: gettext_lazy("Přihláška už je spojená s hráčem. Údaje opravte u něj."),
    ApplicationState.REFUSED: gettext_lazy("Přihláška je odmítnutá. Nejdřív by se muselo odmítnutí vrátit."),
    ApplicationState.WITHDRAWN: gettext_lazy("Přihláška je odhlášená. Ať přijde nová, nebo hráče přidejte."),
}


def _refusal(act: Act, state: str) -> str:
    if act is Act.DISCARD:
        return _("%(number)s. kolo je zatím jen návrh; zahoďte jeho návrh losování.")
    if act is Act.PUBLISH_STANDINGS:
        return _("%(number)s. kolo ještě není uzavřené. Nejdřív ho uzavřete, pak zveřejněte pořadí.")
    if act is Act.ANNOUNCE_SEED:
        return _("%(number)s. kolo je už vylosované; semínko se ohlašuje před losováním.")
    if state == RoundState.DRAFT:
        return _("%(number)s. kolo ještě není zveřejněné; nejdřív zveřejněte jeho losování.")
    if state in _ENDED and act is not Act.CORRECT_RESULT:
        return _("%(number)s. kolo je uzavřené, změnit v něm jde už jen výsledek opravou.")
    if state == RoundState.PLAYING and act in (Act.DRAW, Act.PUBLISH, Act.TAKE_BACK, Act.SWAP):
        return _("%(number)s. kolo se už hraje; přesadit jde jen hráče stolů, které ještě nezačaly.")
    if act is Act.CORRECT_RESULT:
        return _("%(number)s. kolo ještě není uzavřené; výsledek změňte přímo u stolu.")
    return _("%(number)s. kolo je už zveřejněné; nejdřív vezměte zveřejnění zpět.")
