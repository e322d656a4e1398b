"""What may be changed in a draft, a published, a playing and a closed round: the one table.

A leaf beside ``enums``. Services ask ``require``, pages ask ``allowed`` to offer a button or not. The same
table for people stands in docs/round-states.md; a test holds the two equal.
"""

from enum import StrEnum

from django.utils.translation import gettext as _

from tournament.enums import RoundState
from tournament.errors import Refused


class Act(StrEnum):
    """Something a person does to a round."""

    DRAW = "draw"
    PUBLISH = "publish"
    TAKE_BACK = "take_back"
    DISCARD = "discard"
    SWAP = "swap"
    RESEAT = "reseat"
    SUBSTITUTE = "substitute"
    UNDO = "undo"
    NEW_LINK = "new_link"
    WRITE_HAND = "write_hand"
    CONFIRM_RESULT = "confirm_result"
    CLOSE = "close"
    CORRECT_RESULT = "correct_result"


_DRAFT = RoundState.DRAFT
_PUBLISHED = RoundState.PUBLISHED
_PLAYING = RoundState.PLAYING
_ENDED = (RoundState.CLOSED, RoundState.REVISED)

ALLOWED: dict[Act, frozenset[RoundState]] = {
    Act.DRAW: frozenset({_DRAFT}),
    Act.PUBLISH: frozenset({_DRAFT}),
    Act.TAKE_BACK: frozenset({_PUBLISHED}),
    # The round as a whole, put aside with all it holds; a draft is thrown away by drawing (DRAW).
    Act.DISCARD: frozenset({_PUBLISHED, _PLAYING, *_ENDED}),
    Act.SWAP: frozenset({_DRAFT, _PUBLISHED}),
    # In a playing round only tables that have not begun are touched: services/seating.py.
    Act.RESEAT: frozenset({_DRAFT, _PUBLISHED, _PLAYING}),
    Act.SUBSTITUTE: frozenset({_DRAFT, _PUBLISHED, _PLAYING}),
    Act.UNDO: frozenset({_DRAFT, _PUBLISHED, _PLAYING}),
    Act.NEW_LINK: frozenset({_PUBLISHED, _PLAYING}),
    Act.WRITE_HAND: frozenset({_PUBLISHED, _PLAYING}),
    Act.CONFIRM_RESULT: frozenset({_PUBLISHED, _PLAYING}),
    Act.CLOSE: frozenset({_PUBLISHED, _PLAYING}),
    Act.CORRECT_RESULT: frozenset(_ENDED),
}
"""The states in which each act is allowed."""


def allowed(act: Act, state: str) -> bool:
    """Whether ``act`` is possible in a round of this state."""
    return state in ALLOWED[act]


def require(act: Act, *, state: str, number: int) -> None:
    """Raise ``Refused`` with the reason and what would be right where ``act`` is not possible."""
    if not allowed(act, state):
        raise Refused(_refusal(act, state) % {"number": number}, code=f"round_{state}")


def _refusal(act: Act, state: str) -> str:
    if act is Act.DISCARD:
        return _("%(number)s. kolo je zatím jen návrh; zahoďte jeho návrh losování.")
    if state == RoundState.DRAFT:
        return _("%(number)s. kolo ještě není zveřejněné; nejdřív zveřejněte jeho losování.")
    if state in _ENDED and act is not Act.CORRECT_RESULT:
        return _("%(number)s. kolo je uzavřené, změnit v něm jde už jen výsledek opravou.")
    if state == RoundState.PLAYING and act in (Act.DRAW, Act.PUBLISH, Act.TAKE_BACK, Act.SWAP):
        return _("%(number)s. kolo se už hraje; přesadit jde jen hráče stolů, které ještě nezačaly.")
    if act is Act.CORRECT_RESULT:
        return _("%(number)s. kolo ještě není uzavřené; výsledek změňte přímo u stolu.")
    return _("%(number)s. kolo je už zveřejněné; nejdřív vezměte zveřejnění zpět.")
