"""Disputes as people read them: who claims what against whom, about which hand, what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.offences import ARTICLES
from scoring.enums import DisputeState
from scoring.models import Dispute, Hand
from scoring.selectors.tables import SeatLine, seat_lines, seat_lines_of
from tournament.actors import Actor
from tournament.journal.reading import when_written
from tournament.models import Round, Table, Tournament


@dataclass(frozen=True, slots=True)
class DisputeRow:
    """One dispute with its people; ``claimant`` and ``accused`` are ``None`` for nobody."""

    dispute: Dispute
    claimant: SeatLine | None
    accused: SeatLine | None

    @property
    def about(self) -> str:
        """«hra 7», or that it is about no single hand."""
        number = self.dispute.sequence
        return _("hra %(n)d") % {"n": number} if number is not None else _("bez hry")

    @property
    def claim(self) -> str:
        """What is claimed, in words: the article somebody named and what he said."""
        article = ARTICLES.get(self.dispute.article)
        named = f"{self.dispute.article} {article.text}" if article else ""
        return ", ".join(filter(None, (named, self.dispute.claim)))

    @property
    def people(self) -> str:
        """«Novák Jan proti Čech Petr»."""
        who = self.claimant.name if self.claimant else _("rozhodčí sám")
        return f"{who} × {self.accused.name}" if self.accused else who

    @property
    def is_open(self) -> bool:
        """Nobody has decided, rejected or withdrawn it."""
        return self.dispute.state == DisputeState.OPEN

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.about, self.people, self.claim)))


def open_disputes(tournament: Tournament, actor: Actor) -> tuple[DisputeRow, ...]:
    """The open disputes of the tables this person may read, the newest first."""
    found = _of_tournament(tournament).filter(state=DisputeState.OPEN)
    return _seen(found, actor)


def ended_disputes(tournament: Tournament, actor: Actor) -> tuple[DisputeRow, ...]:
    """Those that were rejected or withdrawn: no ruling tells of them."""
    found = _of_tournament(tournament).filter(state__in=(DisputeState.REJECTED, DisputeState.WITHDRAWN))
    return _seen(found, actor)


def rejected_in_public(tournament: Tournament) -> tuple[Dispute, ...]:
    """Claims that were rejected with a reason for the public, of rounds whose standings are published.

    A page shows their place and that reason, and nothing else.
    """
    published = tournament.publications.values("round")
    found = _of_tournament(tournament).filter(state=DisputeState.REJECTED, table__round__in=published)
    return tuple(found.exclude(public_reason="").order_by("table__round__number", "table__number", "number"))


def disputes_at(table: Table) -> tuple[DisputeRow, ...]:
    """Every dispute of a table, the newest first."""
    seats = {seat.letter: seat for seat in seat_lines(table)}
    return tuple(_row(one, table, seats) for one in table.disputes.order_by("-number"))


def disputes_about(hand: Hand) -> tuple[DisputeRow, ...]:
    """The disputes about one hand that were not withdrawn, the newest first."""
    found = disputes_at(hand.table)
    return tuple(
        row
        for row in found
        if row.dispute.sequence == hand.sequence and row.dispute.state != DisputeState.WITHDRAWN
    )


def dispute_of(table: Table, number: int) -> Dispute | None:
    """One dispute of a table by its number."""
    found = table.disputes.filter(number=number).first()
    if found is not None:
        found.table = table
    return found


def open_at(table: Table) -> list[Dispute]:
    """The open disputes of a table that keep it from being confirmed: nobody has set them aside."""
    found = list(table.disputes.filter(state=DisputeState.OPEN, set_aside="").order_by("number"))
    for dispute in found:
        dispute.table = table
    return found


def open_by_table(round_: Round) -> dict[int, int]:
    """How many open disputes keep each table of a round, by its number; tables without one are left out."""
    found: dict[int, int] = {}
    waiting = Dispute.objects.filter(table__round=round_, state=DisputeState.OPEN, set_aside="")
    for number in waiting.values_list("table__number", flat=True):
        found[number] = found.get(number, 0) + 1
    return found


def row_of(dispute: Dispute, table: Table) -> DisputeRow:
    """One dispute with its people."""
    return _row(dispute, table, {seat.letter: seat for seat in seat_lines(table)})


def rows_about(table: Table, sequence: int, seats: Iterable[SeatLine]) -> tuple[DisputeRow, ...]:
    """The disputes about a hand that were not withdrawn; those of the table are loaded already."""
    people = {seat.letter: seat for seat in seats}
    return tuple(
        _row(one, table, people)
        for one in table.disputes.all()
        if one.sequence == sequence and one.state != DisputeState.WITHDRAWN
    )


def row_with(dispute: Dispute, seats: Iterable[SeatLine]) -> DisputeRow:
    """One dispute with its people, loaded like its table already."""
    return _row(dispute, dispute.table, {seat.letter: seat for seat in seats})


def keeps_words(rows: Iterable[DisputeRow]) -> str:
    """Why a table is not confirmed, as a part of a sentence: «nerozhodnutý spor (hra 7, …)»."""
    shown = [str(row) for row in rows]
    words = ngettext("nerozhodnutý spor", "nerozhodnuté spory", len(shown))
    return f"{words} ({'; '.join(shown)})"


def _of_tournament(tournament: Tournament) -> QuerySet[Dispute]:
    found = Dispute.objects.filter(table__round__tournament=tournament, table__round__discarded_at=None)
    return found.select_related("table__round").prefetch_related("table__seats__entry")


def _seen(found: QuerySet[Dispute], actor: Actor) -> tuple[DisputeRow, ...]:
    rows = []
    for dispute in found.order_by(when_written().desc(), "pk"):
        if actor.may_see_hands(dispute.table_id, dispute.table.number):
            seats = {seat.letter: seat for seat in seat_lines_of(dispute.table)}
            rows.append(_row(dispute, dispute.table, seats))
    return tuple(rows)


def _row(dispute: Dispute, table: Table, seats: dict[str, SeatLine]) -> DisputeRow:
    dispute.table = table
    return DisputeRow(dispute, seats.get(dispute.claimant), seats.get(dispute.accused))
