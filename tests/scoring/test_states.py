"""Every act at every state of its round: done where `lifecycle` allows it, otherwise refused in a sentence
about that round. Every change of a seating and of results goes through here (docs/round-states.md).
"""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.services.closing import round_close
from scoring.services.corrections import correction_confirm, correction_reject
from scoring.services.decisions import decision_make
from scoring.services.hands import HandLine, hand_correct, hand_record, hand_remove, hands_record_many
from scoring.services.results import (
    Figures,
    SeatFigures,
    result_confirm,
    result_correct,
    result_enter,
    result_unconfirm,
    table_hand_in,
    table_take_back,
)
from scoring.services.standings import standings_publish
from scoring.services.without_result import result_await, result_give_up
from tests import factories
from tests.scoring.records import CHIEF, DESK, betl
from tournament.enums import RoundState
from tournament.errors import DeskError, Refused
from tournament.lifecycle import Act, allowed
from tournament.models import Round, Table
from tournament.services.discarding import round_discard
from tournament.services.links import link_replace
from tournament.services.rounds import round_take_back
from tournament.services.seating import seat_substitute, seat_swap
from tournament.services.undoing import seating_undo

pytestmark = pytest.mark.django_db

FIGURES = Figures(seats={letter: SeatFigures(0, 0) for letter in "ABCD"})

ACTS: dict[str, tuple[Act, Callable[[Table], Any]]] = {
    "write a hand": (Act.WRITE_HAND, lambda at: hand_record(table=at, record=betl(), by=DESK)),
    "write a file of hands": (
        Act.WRITE_HAND,
        lambda at: hands_record_many(round_=at.round, lines=[HandLine(1, 1, betl())], by=DESK),
    ),
    "correct a hand": (
        Act.WRITE_HAND,
        lambda at: hand_correct(hand=at.hands.get(), record=betl(won=False), by=DESK),
    ),
    "take a hand back": (Act.WRITE_HAND, lambda at: hand_remove(hand=at.hands.get(), by=DESK)),
    "hand in": (Act.WRITE_HAND, lambda at: table_hand_in(table=at, by=DESK)),
    "take the sheet back": (Act.WRITE_HAND, lambda at: table_take_back(table=at, by=DESK)),
    "enter": (Act.WRITE_HAND, lambda at: result_enter(table=at, figures=FIGURES, by=DESK)),
    "confirm": (Act.CONFIRM_RESULT, lambda at: result_confirm(table=at, by=DESK)),
    "take the confirmation back": (Act.CONFIRM_RESULT, lambda at: result_unconfirm(table=at, by=DESK)),
    "give up": (Act.WRITE_HAND, lambda at: result_give_up(table=at, reason="ztracený", by=DESK)),
    "await": (Act.CONFIRM_RESULT, lambda at: result_await(table=at, by=DESK)),
    "correct": (
        Act.CORRECT_RESULT,
        lambda at: result_correct(table=at, figures=FIGURES, reason="omyl", by=DESK),
    ),
    "confirm a correction": (Act.CONFIRM_CORRECTION, lambda at: correction_confirm(table=at, by=DESK)),
    "reject a correction": (
        Act.CONFIRM_CORRECTION,
        lambda at: correction_reject(table=at, reason="ne", by=DESK),
    ),
    "rule": (
        Act.RULE_AS_CHIEF,
        lambda at: decision_make(hand=at.hands.get(), patch={}, reason="uznáno", by=CHIEF),
    ),
    "publish standings": (
        Act.PUBLISH_STANDINGS,
        lambda at: standings_publish(round_=at.round, by=DESK),
    ),
    "close": (Act.CLOSE, lambda at: round_close(round_=at.round, by=DESK)),
    "discard": (Act.DISCARD, lambda at: round_discard(round_=at.round, by=DESK, typed="1. kolo")),
    "new link": (Act.NEW_LINK, lambda at: link_replace(table=at, by=DESK)),
    "swap": (Act.SWAP, lambda at: seat_swap(round_=at.round, first=1, second=5, by=DESK)),
    "substitute": (
        Act.SUBSTITUTE,
        lambda at: seat_substitute(round_=at.round, number=1, name="Kdokoli", by=DESK),
    ),
    "undo": (Act.UNDO, lambda at: seating_undo(round_=at.round, by=DESK)),
    "take the publication back": (Act.TAKE_BACK, lambda at: round_take_back(round_=at.round, by=DESK)),
}
"""What is done → the act it is, and how. A state of the table may refuse it still, but not the round."""

ALREADY = {("close", RoundState.CLOSED), ("close", RoundState.REVISED)}
"""What says that it was done, and by whom, instead of refusing."""


def refusal(do: Callable[[Table], Any], table: Table) -> DeskError | None:
    try:
        do(Table.objects.select_related("round__tournament").get(pk=table.pk))
    except DeskError as refused:
        return refused
    return None


@pytest.mark.parametrize("state", RoundState)
@pytest.mark.parametrize("name", ACTS)
def test_round_allows_it_or_refuses_it_by_its_number(table: Table, name: str, state: RoundState) -> None:
    act, do = ACTS[name]
    factories.HandFactory(table=table)
    Round.objects.update(state=state)

    refused = refusal(do, table)

    if allowed(act, state) or (name, state) in ALREADY:
        assert refused is None or refused.code != f"round_{state}"
    else:
        assert refused is not None
        assert (type(refused), refused.code, refused.text[:7]) == (Refused, f"round_{state}", "1. kolo")
