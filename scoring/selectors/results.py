"""Who typed a result, and what stands in the way of closing a round."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules import format_amount
from rules.money import join_names
from scoring.adapters import proposed_crowns
from scoring.enums import ResultSource
from scoring.models import Hand, TableResult
from scoring.selectors.tables import (
    SeatLine,
    TableAccount,
    current_result,
    hand_totals,
    result_difference,
    result_lines,
    seat_lines,
)
from tournament.actors import Actor
from tournament.enums import TableState
from tournament.models import LogEntry, Round, Table

TYPED = ("scoring.hand.recorded", "scoring.hand.corrected")


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a table keeps its round open: its number, its players, the reason as a part of a sentence."""

    table: int
    players: tuple[SeatLine, ...]
    why: str

    def __str__(self) -> str:
        return _("stůl %(table)d (%(players)s): %(why)s") % {
            "table": self.table,
            "players": join_names([player.name for player in self.players]),
            "why": self.why,
        }


def typists_of(table: Table, result: TableResult | None) -> frozenset[str]:
    """The people whose typing a result rests on; in two-person mode none of them may confirm it.

    Of a result from paper it is who entered it. Of one taken from hands (or not entered yet: ``None``) those
    who wrote or corrected a hand, and who entered crowns other than the proposed ones.
    """
    if result is not None and result.source == ResultSource.PAPER:
        return frozenset({result.entered_by})
    hands = Hand.objects.filter(table=table, removed=False).values("pk")
    logged = LogEntry.objects.filter(
        tournament_id=table.round.tournament_id, action__in=TYPED, object_id__in=hands
    )
    agreed = {result.entered_by} if result is not None and _agreed_otherwise(result) else set()
    return frozenset(logged.values_list("actor_name", flat=True)) | agreed


def obstacles_to_closing(round_: Round, by: Actor) -> list[Obstacle]:
    """The tables that closing may not confirm in the caller's name; confirmed ones never stand in the way."""
    found = []
    for table in round_.tables.order_by("number"):
        table.round = round_
        why = _obstacle(table, by)
        if why:
            found.append(Obstacle(table.number, seat_lines(table), why))
    return found


def _obstacle(table: Table, by: Actor) -> str:
    if table.state not in (TableState.OPEN, TableState.HANDED_IN):
        return ""
    totals = hand_totals(table, [seat.letter for seat in seat_lines(table)])
    result = current_result(table)
    if not totals.count:
        return _("výsledek z lístku čeká na potvrzení") if result else _("chybí hry i výsledek")
    difference = result_difference(result, totals)
    if difference:
        seats = ", ".join(
            f"{one.letter} {format_amount(one.money, sign=True)}" if one.money else f"{one.letter} PB"
            for one in difference
        )
        return _("papír a hry se liší (%(seats)s)") % {"seats": seats}
    if table.round.tournament.two_person_mode and by.name in typists_of(table, result):
        return _("zapsal(a) jste ho vy, potvrdit ho musí někdo jiný")
    return ""


def _agreed_otherwise(result: TableResult) -> bool:
    lines = result_lines(result)
    proposal = proposed_crowns({line.letter: line.money for line in lines})
    return any(line.zb != proposal[line.letter] for line in lines)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the hands give for one player: exact money in haléře, proposed crowns, points."""

    seat: SeatLine
    money: int
    zb: int
    premium: int


def crowns_proposal(account: TableAccount) -> tuple[Proposal, ...]:
    """The result as the hands give it, by seat; empty when there are none."""
    totals = account.totals
    if not totals.count:
        return ()
    crowns = proposed_crowns(totals.money)
    return tuple(
        Proposal(seat, totals.money[seat.letter], crowns[seat.letter], totals.premium[seat.letter])
        for seat in account.seats
    )
