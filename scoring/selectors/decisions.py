"""Rulings of a tournament with what each of them moves (S29)."""

import uuid
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from rules import Rulebook
from scoring.adapters import ReadHand, rulebook_of, stored_hand
from scoring.models import Award, Decision, Dispute, Hand
from scoring.selectors.tables import SeatLine, seat_lines_of
from tournament.actors import Actor
from tournament.models import LogEntry, Table, Tournament

RULED = ("scoring.hand.ruled", "scoring.dispute.awarded")


@dataclass(frozen=True, slots=True)
class RulingAmount:
    """What a ruling changed for one player, haléře and points."""

    seat: SeatLine
    money: int
    premium: int


@dataclass(frozen=True, slots=True)
class RulingRow:
    """One ruling of the list. ``amounts`` compare with and without it; empty when not in force."""

    ruling: Decision | Award
    offences: tuple[str, ...]
    amounts: tuple[RulingAmount, ...]

    @property
    def table(self) -> Table:
        """The table it is about."""
        return self.ruling.hand.table if isinstance(self.ruling, Decision) else self.ruling.dispute.table

    @property
    def sequence(self) -> int | None:
        """The number of the hand it is about; ``None`` where it is about none."""
        if isinstance(self.ruling, Decision):
            return self.ruling.hand.sequence
        return self.ruling.dispute.sequence

    @property
    def dispute(self) -> Dispute | None:
        """The dispute that amounts were ruled on; a ruling on a hand is reached by its hand."""
        return None if isinstance(self.ruling, Decision) else self.ruling.dispute

    @property
    def articles(self) -> tuple[str, ...]:
        """The articles, without who offended against them."""
        said = [one["article"] for one in self.ruling.patch.get("renonce") or ()]
        if isinstance(self.ruling, Award) and not said:
            return self.offences
        return tuple(dict.fromkeys(said))

    @property
    def claim(self) -> str:
        """What was claimed."""
        return self.ruling.claim if isinstance(self.ruling, Decision) else self.ruling.dispute.claim

    @property
    def cancels(self) -> bool:
        """Takes the one before away."""
        return isinstance(self.ruling, Decision) and self.ruling.cancels

    @property
    def in_force(self) -> bool:
        """Not superseded and not a cancelling one."""
        return self.ruling.current and not self.cancels


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
    rulebook = rulebook_of(tournament)
    order = _order_of_rulings(tournament)
    found = [
        *((order.get((one.hand_id, one.number), 0), _row(one, rulebook)) for one in _decisions(tournament)),
        *((order.get((one.dispute_id, one.number), 0), _award_row(one)) for one in _awards(tournament)),
    ]
    rows = tuple(
        row
        for _place, row in sorted(found, key=lambda placed: placed[0], reverse=True)
        if actor.may_see_hands(row.table.pk, row.table.number)
    )
    amounts = [one for row in rows for one in row.amounts]
    return RulingList(
        rows=rows,
        money_moved=sum(one.money for one in amounts if one.money > 0),
        premium_moved=sum(one.premium for one in amounts),
    )


def public_rulings(tournament: Tournament) -> tuple[RulingRow, ...]:
    """What everybody may know: the rulings in force of rounds whose standings are published.

    A page shows their articles, their figures and the reason written for the public, and nothing else.
    """
    rulebook = rulebook_of(tournament)
    published = set(tournament.publications.values_list("round_id", flat=True))
    found = [
        *(_row(one, rulebook) for one in _decisions(tournament) if not one.hand.removed),
        *(_award_row(one) for one in _awards(tournament)),
    ]
    told = [row for row in found if row.in_force and row.table.round_id in published]
    return tuple(sorted(told, key=lambda row: (row.table.round.number, row.table.number, row.sequence or 0)))


def _decisions(tournament: Tournament) -> QuerySet[Decision]:
    here = {"hand__table__round__tournament": tournament, "hand__table__round__discarded_at": None}
    found = Decision.objects.filter(**here).select_related("hand__table__round")
    return found.prefetch_related("hand__table__seats__entry", "hand__table__disputes")


def _awards(tournament: Tournament) -> QuerySet[Award]:
    here = {"dispute__table__round__tournament": tournament, "dispute__table__round__discarded_at": None}
    found = Award.objects.filter(**here).select_related("dispute__table__round")
    return found.prefetch_related("dispute__table__seats__entry")


def _order_of_rulings(tournament: Tournament) -> dict[tuple[uuid.UUID | None, int], int]:
    """Place in the log by hand, or dispute, and number: each ruling wrote one entry about it."""
    written = LogEntry.objects.filter(tournament=tournament, action__in=RULED).order_by("sequence")
    order: dict[tuple[uuid.UUID | None, int], int] = {}
    made: Counter[uuid.UUID | None] = Counter()
    for hand_id, sequence in written.values_list("object_id", "sequence"):
        made[hand_id] += 1
        order[hand_id, made[hand_id]] = sequence
    return order


def hand_rulings(hand: Hand) -> list[RulingRow]:
    """Every ruling on one hand, newest first, without what they move."""
    return [
        RulingRow(decision, offences_of(decision.patch), ())
        for decision in hand.decisions.order_by("-number")
    ]


def award_rows(dispute: Dispute) -> list[RulingRow]:
    """Every ruling as amounts on one dispute, newest first."""
    awards = list(dispute.awards.order_by("-number"))
    for award in awards:
        award.dispute = dispute
    return [_award_row(award) for award in awards]


def offences_of(patch: dict[str, Any]) -> tuple[str, ...]:
    """What was done wrong according to a ruling: «C4 (B), dohrávka»."""
    return tuple(_offence(one) for one in patch.get("renonce") or ())


def public_words(decision: Decision) -> str:
    """What everybody may read of a ruling: the hand, the articles and the reason written for the public.

    Never who claimed, what was found out, or the ruling's own text.
    """
    number = {"n": decision.hand.sequence}
    if decision.cancels:
        what = _("zrušené rozhodnutí o hře %(n)d") % number
    else:
        what = _("rozhodnutí o hře %(n)d") % number
    articles = ", ".join(dict.fromkeys(one["article"] for one in decision.patch.get("renonce") or ()))
    head = f"{what} ({articles})" if articles else what
    return f"{head}: {decision.public_reason}" if decision.public_reason else head


def _offence(offence: dict[str, Any]) -> str:
    playout = ", dohrávka" if offence.get("playout") else ""
    return f"{offence['article']} ({offence['by']}){playout}"


def _row(decision: Decision, rulebook: Rulebook) -> RulingRow:
    return RulingRow(
        ruling=decision,
        offences=offences_of(decision.patch),
        amounts=tuple(_amounts(decision, rulebook)),
    )


def seat_amounts(
    decision: Decision, read: ReadHand, rulebook: Rulebook
) -> tuple[tuple[SeatLine, int, int, int, int], ...]:
    """By seat: money and points of the hand ``read`` with the ruling, and how much of them is its doing.

    Of a ruling in force the stored figures of the hand, which are those of every page.
    """
    hand = decision.hand
    before = stored_hand(hand.record, rulebook).settlement
    in_force = decision.current and not hand.removed
    money = hand.money if in_force else read.settlement.money
    premium = hand.premium if in_force else read.settlement.premium
    return tuple(
        (
            seat,
            money[seat.letter],
            premium[seat.letter],
            money[seat.letter] - before.money[seat.letter],
            premium[seat.letter] - before.premium[seat.letter],
        )
        for seat in seat_lines_of(hand.table)
    )


def _award_row(award: Award) -> RulingRow:
    seats = seat_lines_of(award.dispute.table) if award.current else ()
    return RulingRow(
        ruling=award,
        offences=offences_of(award.patch) or ((award.article,) if award.article else ()),
        amounts=tuple(
            RulingAmount(seat, award.money[seat.letter], award.premium[seat.letter]) for seat in seats
        ),
    )


def _amounts(decision: Decision, rulebook: Rulebook) -> Iterable[RulingAmount]:
    hand = decision.hand
    if not decision.current or decision.cancels or hand.removed:
        return
    before = stored_hand(hand.record, rulebook).settlement
    for seat in seat_lines_of(hand.table):
        yield RulingAmount(
            seat,
            hand.money[seat.letter] - before.money[seat.letter],
            hand.premium[seat.letter] - before.premium[seat.letter],
        )


def public_award_words(award: Award) -> str:
    """The same of a ruling as amounts."""
    number = award.dispute.sequence
    what = _("rozhodnutí o částkách")
    if number is not None:
        what = _("rozhodnutí o částkách, hra %(n)d") % {"n": number}
    head = f"{what} ({award.article})" if award.article else what
    return f"{head}: {award.public_reason}" if award.public_reason else head
