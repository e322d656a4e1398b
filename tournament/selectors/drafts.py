"""A seating before it is played: figures, clashes at the names, what can still be done about it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.seating import Key, Move, PastTable, Reseating
from tournament import ports
from tournament.enums import DrawMethod
from tournament.journal.actions import SeenBy, declared
from tournament.lifecycle import Act, allowed
from tournament.models import Draw, Entry, KeptChange, LogEntry, Round
from tournament.selectors.rounds import Mismatch, TableCard, board_from, mismatch_of, undoable_change
from tournament.selectors.seating import (
    DrawFigure,
    current_draw,
    figures_of,
    history_before,
    quality_from,
    seats_of,
    tables_from,
)

PUBLISHED = "tournament.round.published"


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything the page of a draw shows about a seating.

    ``chosen`` is the start number picked for a swap; ``history_moved`` says that an earlier round was changed
    by hand after this one was drawn from it, ``to_print`` numbers of tables whose sheets are to be printed
    again.
    """

    tables: tuple[TableCard, ...]
    draw: Draw | None
    figures: tuple[DrawFigure, ...]
    clashes: tuple[str, ...]
    mismatch: Mismatch
    undoable: KeptChange | None
    to_print: tuple[int, ...]
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
    entry: Entry


@dataclass(frozen=True, slots=True)
class ReseatingOffer:
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
    tables = board_from(round_, seats, quality)
    return Draft(
        tables=tables,
        draw=draw,
        figures=figures_of(quality, tables_from(seats)),
        clashes=quality.clashes(names),
        mismatch=mismatch_of(round_),
        undoable=undoable_change(round_) if may["undo"] else None,
        to_print=tables_to_print(round_, tables),
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
        entry=seat.entry,
    )


def swap_names(round_: Round, first: int, second: int) -> str:
    """The two who swapped, for a sentence."""
    names = dict(
        seats_of(round_).filter(entry__number__in=(first, second)).values_list("entry__number", "entry__name")
    )
    return f"{first} {names[first]} a {second} {names[second]}"


def offers_of(round_: Round, proposals: Sequence[Reseating], change: Mismatch) -> tuple[ReseatingOffer, ...]:
    """The proposals as a person reads them."""
    names = names_in(round_, change)
    return tuple(
        ReseatingOffer(proposal.told(names), tuple(_coming_or_going(proposal.moves, names)))
        for proposal in proposals
    )


def names_in(round_: Round, change: Mismatch | None = None) -> dict[Key, str]:
    """What to call everybody who sits in the round, and those who come to it or go: number and name."""
    people = [seat.entry for seat in seats_of(round_)]
    others = (*change.arriving, *change.leaving) if change else ()
    return {entry.number: str(entry) for entry in (*people, *others)}


def _coming_or_going(moves: Iterable[Move], names: Mapping[Key, str]) -> Iterator[str]:
    """Those who take a seat of the round or leave theirs; who only moves stands in the text."""
    for move in moves:
        if move.old and not move.new:
            yield _("%(who)s: odchází od stolu %(table)s") % {"who": names[move.key], "table": move.old[0]}
        if move.new and not move.old:
            yield _("%(who)s: přichází ke stolu %(table)s, místo %(letter)s") % {
                "who": names[move.key],
                "table": move.new[0],
                "letter": move.new[1],
            }


def tables_to_print(round_: Round, tables: Sequence[TableCard]) -> tuple[int, ...]:
    """Numbers of the ``tables`` whose printed sheet no longer says who sits where.

    Those that a change of the seating, or putting one back, has touched since the publication; a table that
    has begun plays from the sheet it has.
    """
    if allowed(Act.PUBLISH, round_.state):
        return ()
    published = LogEntry.objects.filter(round=round_, action=PUBLISHED).first()
    if published is None:
        return ()
    of_seating = [action for action in declared() if action.seen_by is SeenBy.SEATING]
    since = LogEntry.objects.filter(round=round_, action__in=of_seating, sequence__gt=published.sequence)
    touched: set[int] = set()
    people: set[int] = set()
    for values in (values for pair in since.values_list("old", "new") for values in pair if values):
        touched.update(table["table"] for table in values.get("tables", ()))
        people.update(map(int, values.get("substitutes", ())))
    begun = ports.tables_begun(round_)
    return tuple(
        table.number
        for table in tables
        if table.id not in begun
        and (table.number in touched or not people.isdisjoint(seat.number for seat in table.seats))
    )
