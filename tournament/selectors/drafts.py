"""A seating before it is played: figures, clashes at the names, what can still be done about it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.seating import Key, Move, PastTable, Proposal
from tournament.enums import DrawMethod
from tournament.lifecycle import Act, allowed
from tournament.models import Draw, LogEntry, Round
from tournament.selectors.rounds import Mismatch, TableCard, board_from, mismatch_of, undoable_change
from tournament.selectors.seating import (
    Figure,
    current_draw,
    figures_of,
    history_before,
    quality_from,
    seats_of,
    tables_from,
)


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything the page of a draw shows about a seating.

    ``chosen`` is the start number picked for a swap; ``history_moved`` says that an earlier round was changed
    by hand after this one was drawn from it.
    """

    tables: tuple[TableCard, ...]
    draw: Draw | None
    figures: tuple[Figure, ...]
    clashes: tuple[str, ...]
    mismatch: Mismatch
    undoable: LogEntry | None
    history_moved: bool
    chosen: int | None
    chosen_name: str
    may: dict[str, bool]

    @property
    def is_draft(self) -> bool:
        """Not published."""
        return self.may["publish"]


@dataclass(frozen=True, slots=True)
class SeatDetail:
    """One person at a table, for the page where he leaves or is replaced."""

    number: int
    name: str
    club: str
    table: int
    letter: str
    substitute: str
    may_leave: bool
    may_be_replaced: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """One way of re-seating, in words."""

    text: str
    moves: tuple[str, ...]


def draft_of(round_: Round, *, chosen: int | None = None) -> Draft:
    """The seating of a round with its figures."""
    seats = list(seats_of(round_))
    names: dict[Key, str] = {seat.entry.number: str(seat.entry) for seat in seats}
    draw = current_draw(round_)
    history = history_before(round_.tournament, round_.number)
    quality = quality_from(round_, seats, draw=draw, history=history)
    may = _may(round_)
    picked = chosen if chosen in names and may["swap"] else None
    return Draft(
        tables=board_from(round_, seats, quality),
        draw=draw,
        figures=figures_of(quality, tables_from(seats)),
        clashes=quality.clashes(names),
        mismatch=mismatch_of(round_),
        undoable=undoable_change(round_) if may["undo"] else None,
        history_moved=_history_moved(draw, history),
        chosen=picked,
        chosen_name=names[picked] if picked is not None else "",
        may=may,
    )


def _may(round_: Round) -> dict[str, bool]:
    """By the names templates use, what the state of the round allows."""
    acts: Iterable[Act] = (
        Act.DRAW,
        Act.PUBLISH,
        Act.TAKE_BACK,
        Act.SWAP,
        Act.RESEAT,
        Act.SUBSTITUTE,
        Act.UNDO,
    )
    return {str(act): allowed(act, round_.state) for act in acts}


def _history_moved(draw: Draw | None, history: Sequence[PastTable]) -> bool:
    """Whether the rounds the draw was made from are no longer as they were."""
    if draw is None or not draw.protocol:
        return False
    known = draw.round.number
    if draw.method == DrawMethod.SCHEDULE:
        known = draw.protocol["schedule_from"]
    present = [
        {"round": past.round, "number": past.number, "seats": list(past.seats), "scribe": past.scribe}
        for past in history
        if past.round < known
    ]
    return bool(present != draw.protocol["history"])


def seat_line(round_: Round, number: int) -> SeatDetail | None:
    """The seat of a start number in the round."""
    seat = seats_of(round_).filter(entry__number=number).first()
    if seat is None:
        return None
    return SeatDetail(
        number=number,
        name=seat.entry.name,
        club=seat.entry.club,
        table=seat.table.number,
        letter=seat.position,
        substitute=seat.substitute,
        may_leave=allowed(Act.RESEAT, round_.state),
        may_be_replaced=allowed(Act.SUBSTITUTE, round_.state),
    )


def swap_names(round_: Round, first: int, second: int) -> str:
    """The two who swapped, for a sentence."""
    names = dict(
        seats_of(round_).filter(entry__number__in=(first, second)).values_list("entry__number", "entry__name")
    )
    return f"{first} {names[first]} a {second} {names[second]}"


def offers_of(round_: Round, proposals: Sequence[Proposal], change: Mismatch) -> tuple[Offer, ...]:
    """The proposals as a person reads them."""
    people = [seat.entry for seat in seats_of(round_)]
    names: dict[Key, str] = {
        entry.number: entry.name for entry in (*people, *change.arriving, *change.leaving)
    }
    return tuple(
        Offer(proposal.text, tuple(_move(move, names) for move in proposal.moves)) for proposal in proposals
    )


def _move(move: Move, names: Mapping[Key, str]) -> str:
    who = f"{move.key} {names.get(move.key, '')}"
    if move.new is None:
        return _("%(who)s: odchází od stolu %(table)s") % {
            "who": who,
            "table": move.old[0] if move.old else "",
        }
    table, letter = move.new
    if move.old is None:
        return _("%(who)s: přichází ke stolu %(table)s, místo %(letter)s") % {
            "who": who,
            "table": table,
            "letter": letter,
        }
    if move.old[0] == table:
        return _("%(who)s: zůstává u stolu %(table)s, místo %(old)s → %(letter)s") % {
            "who": who,
            "table": table,
            "old": move.old[1],
            "letter": letter,
        }
    return _("%(who)s: stůl %(old)s → stůl %(table)s, místo %(letter)s") % {
        "who": who,
        "old": move.old[0],
        "table": table,
        "letter": letter,
    }
