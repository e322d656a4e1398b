"""Who typed a result, and what stands in the way of closing a round."""

import uuid
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules import format_amount
from rules.language import CZECH
from scoring.adapters import proposed_crowns
from scoring.enums import Approval, ResultSource
from scoring.models import Hand, TableResult
from scoring.selectors.awards import lacks_awards
from scoring.selectors.disputes import keeps_words, open_at, open_by_table, row_of
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
from tournament.journal.people import names_since
from tournament.lifecycle import TableAct, allowed_at
from tournament.models import LogEntry, Round, Table, Tournament

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
            "players": CZECH.names([player.name for player in self.players]),
            "why": self.why,
        }


def waits_for_another(table: Table, result: TableResult | None, by: Actor) -> bool:
    """In two-person mode: the result rests on what ``by`` typed, so somebody else must confirm it.

    People are told apart by their keys. What was typed before there were keys has a name only: it counts as
    typed by whoever bears that name now or came to another one from it, so that nobody confirms his own; who
    only shares the name types the result anew, or asks a third person.
    """
    tournament = table.round.tournament
    if not tournament.two_person_mode:
        return False
    typists = _typists(table, result)
    if any(key == by.key for _name, key in typists):
        return True
    return any(by.name in names_since(tournament, name) for name, key in typists if key is None)


def _typists(table: Table, result: TableResult | None) -> set[tuple[str, uuid.UUID | None]]:
    """Whose typing a result rests on, by name and key.

    Of a result from paper it is who entered it. Of one taken from hands (or not entered yet: ``None``) those
    who wrote or corrected a hand, and who entered crowns other than the proposed ones.
    """
    entered = {(result.entered_by, result.entered_by_key)} if result is not None else set()
    if result is not None and result.source == ResultSource.PAPER:
        return entered
    hands = Hand.objects.filter(table=table, removed=False).values("pk")
    logged = LogEntry.objects.filter(
        tournament_id=table.round.tournament_id, action__in=TYPED, object_id__in=hands
    )
    wrote = set(logged.values_list("actor_name", "actor_key"))
    return wrote | entered if result is not None and _agreed_otherwise(result) else wrote


def waiting_corrections(tournament: Tournament) -> list[TableResult]:
    """Corrections that wait for a second person, in the order of rounds and tables."""
    waiting = TableResult.objects.filter(
        approval=Approval.WAITING, table__round__tournament=tournament, table__round__discarded_at=None
    )
    return list(waiting.select_related("table__round").order_by("table__round__number", "table__number"))


def is_own_correction(correction: TableResult, by: Actor) -> bool:
    """In two-person mode nobody confirms what he corrected himself."""
    return correction.table.round.tournament.two_person_mode and correction.entered_by_key == by.key


def obstacles_to_closing(round_: Round, by: Actor) -> list[Obstacle]:
    """The tables that keep the round open: those that closing may not confirm in the caller's name, and those
    with a dispute that is neither decided nor set aside, confirmed or not.
    """
    found = []
    disputed = open_by_table(round_)
    for table in round_.tables.order_by("number"):
        table.round = round_
        disputes = [row_of(one, table) for one in open_at(table)] if table.number in disputed else []
        why = "; ".join(filter(None, (keeps_words(disputes) if disputes else "", _obstacle(table, by))))
        if why:
            found.append(Obstacle(table.number, seat_lines(table), why))
    return found


def _obstacle(table: Table, by: Actor) -> str:
    if not allowed_at(TableAct.CONFIRM, table.state):
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
    if lacks_awards(table, result):
        return _("výsledek z her nemá rozhodnutí rozhodčího o částkách")
    if waits_for_another(table, result, by):
        return _("zápis je váš, potvrdit ho musí někdo jiný")
    return ""


def _agreed_otherwise(result: TableResult) -> bool:
    lines = result_lines(result)
    proposal = proposed_crowns({line.letter: line.money for line in lines})
    return any(line.zb != proposal[line.letter] for line in lines)


@dataclass(frozen=True, slots=True)
class ProposedResult:
    """What the hands give for one player: exact money in haléře, proposed crowns, points."""

    seat: SeatLine
    money: int
    zb: int
    premium: int


def crowns_proposal(account: TableAccount) -> tuple[ProposedResult, ...]:
    """The result as the hands give it, by seat; empty when there are none."""
    totals = account.totals
    if not totals.count:
        return ()
    crowns = proposed_crowns(totals.money)
    return tuple(
        ProposedResult(seat, totals.money[seat.letter], crowns[seat.letter], totals.premium[seat.letter])
        for seat in account.seats
    )
