"""Rulings of a tournament with what each of them moves (S29)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules import Rulebook
from scoring.adapters import rulebook_of, settlement_of
from scoring.models import Decision, Hand
from scoring.selectors.tables import SeatLine, seat_lines_of
from tournament.actors import Actor
from tournament.models import Tournament


@dataclass(frozen=True, slots=True)
class RulingAmount:
    """What a ruling changed for one player, haléře and points."""

    seat: SeatLine
    money: int
    premium: int


@dataclass(frozen=True, slots=True)
class RulingRow:
    """One ruling of the list. ``amounts`` compare the hand with and without it; empty when not in force."""

    decision: Decision
    offences: tuple[str, ...]
    amounts: tuple[RulingAmount, ...]

    @property
    def in_force(self) -> bool:
        """Not superseded and not a cancelling one."""
        return self.decision.current and not self.decision.cancels


@dataclass(frozen=True, slots=True)
class RulingList:
    """The rulings, newest first, and the sums of what those in force move; money sums to zero."""

    rows: tuple[RulingRow, ...]
    money_moved: int
    premium_moved: int

    @property
    def money_sum(self) -> int:
        """Zero: what one gets another pays."""
        return sum(one.money for row in self.rows for one in row.amounts)


def ruling_list(tournament: Tournament, actor: Actor) -> RulingList:
    """The rulings this member may see; the number of queries does not depend on their number."""
    decisions = (
        Decision.objects.filter(
            hand__table__round__tournament=tournament, hand__table__round__discarded_at=None
        )
        .select_related("hand__table__round")
        .prefetch_related("hand__table__seats__entry")
        .order_by("-created_at", "-number")
    )
    rulebook = rulebook_of(tournament)
    rows = tuple(
        _row(decision, rulebook)
        for decision in decisions
        if actor.may_see_hands(decision.hand.table_id, decision.hand.table.number)
    )
    amounts = [one for row in rows for one in row.amounts]
    return RulingList(
        rows=rows,
        money_moved=sum(one.money for one in amounts if one.money > 0),
        premium_moved=sum(one.premium for one in amounts),
    )


def hand_rulings(hand: Hand) -> list[RulingRow]:
    """Every ruling on one hand, newest first, without what they move."""
    return [
        RulingRow(decision, offences_of(decision.patch), ())
        for decision in hand.decisions.order_by("-number")
    ]


def offences_of(patch: dict[str, Any]) -> tuple[str, ...]:
    """What was done wrong according to a ruling: «C4 (B), dohrávka»."""
    return tuple(_offence(one) for one in patch.get("renonce") or ())


def _offence(offence: dict[str, Any]) -> str:
    playout = ", dohrávka" if offence.get("playout") else ""
    return f"{offence['article']} ({offence['by']}){playout}"


def _row(decision: Decision, rulebook: Rulebook) -> RulingRow:
    return RulingRow(
        decision=decision,
        offences=offences_of(decision.patch),
        amounts=tuple(_amounts(decision, rulebook)),
    )


def _amounts(decision: Decision, rulebook: Rulebook) -> Iterable[RulingAmount]:
    hand = decision.hand
    if not decision.current or decision.cancels or hand.removed:
        return
    before = settlement_of(hand.record, None, rulebook)
    for seat in seat_lines_of(hand.table):
        yield RulingAmount(
            seat,
            hand.money[seat.letter] - before.money[seat.letter],
            hand.premium[seat.letter] - before.premium[seat.letter],
        )
