"""Rounds and their tables as pages show them, and what stands in the way of the next one."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from rules import seating
from tournament.enums import CLOSED_STATES, RoundState
from tournament.journal.reading import when_last
from tournament.lib.counting import counted
from tournament.lifecycle import ALLOWED, FINISHED_TABLES, WITHOUT_RESULT, Act, allowed
from tournament.models import Entry, KeptChange, Round, Seat, Table, Tournament
from tournament.selectors.entries import seatable_entries
from tournament.selectors.seating import clash_notes, seats_of
from tournament.selectors.sizes import sizes_text

DISCARDED = "tournament.round.discarded"


@dataclass(frozen=True, slots=True)
class RoundCard:
    """A round in the list: its state, how many people sit at how many tables, who published it and when."""

    round: Round
    tables: int
    people: int
    finished: int
    in_detail: bool
    seed_digest: str

    @property
    def is_drawn(self) -> bool:
        """Somebody sits at its tables."""
        return self.tables > 0

    @property
    def is_draft(self) -> bool:
        """Only organisers see its seating."""
        return not allowed(Act.SHOW, self.round.state)

    @property
    def summary(self) -> str:
        """«7 stolů, 26 hráčů, potvrzeno 3»"""
        playing = self.round.state == RoundState.PLAYING
        return _contents(self.tables, self.people, self.finished if playing and self.in_detail else None)


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """A drawn seat as pages show it; ``marks`` are kinds of clashes, ``notes`` their short Czech words."""

    id: uuid.UUID
    letter: str
    number: int
    name: str
    club: str
    substitute: str
    is_scribe: bool
    leaves: bool = False
    marks: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCard:
    """One table of a round with its seats in order."""

    id: uuid.UUID
    number: int
    state: str
    state_label: str
    seats: tuple[DrawnSeat, ...]


@dataclass(frozen=True, slots=True)
class UnfinishedTable:
    """A table of an earlier round whose result does not count yet, with the people at it."""

    round: int
    number: int
    state: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Who sits though he is gone, and who is here and does not sit."""

    leaving: tuple[Entry, ...]
    arriving: tuple[Entry, ...]

    def __bool__(self) -> bool:
        return bool(self.leaving or self.arriving)

    @property
    def key(self) -> str:
        """Who it is about, as a form sends it back: «7,12;3», empty for nobody."""
        gone, here = (",".join(str(entry.number) for entry in one) for one in (self.leaving, self.arriving))
        return f"{gone};{here}" if self else ""


def rounds_of(tournament: Tournament, *, drafts: bool) -> list[RoundCard]:
    """The rounds by number; ``drafts`` only for those who may see them, apart from an announced seed."""
    rounds = _counted(tournament.rounds.all()).order_by("number")
    return [
        _card(round_, drafts) for round_ in rounds if drafts or _is_public(round_) or round_.announced_seed
    ]


def _counted(rounds: QuerySet[Round]) -> QuerySet[Any]:
    """With ``table_count``, ``seat_count`` and ``finished_count``, which are no fields of a round."""
    finished = Table.objects.filter(state__in=FINISHED_TABLES - WITHOUT_RESULT)
    return rounds.annotate(
        table_count=_number_of(Table.objects.all()),
        seat_count=_number_of(Seat.objects.all()),
        finished_count=_number_of(finished),
    )


def _number_of(rows: QuerySet[Any]) -> Coalesce:
    """How many of these rows a round has, each kind counted by itself: joined, they would multiply."""
    of_round = rows.filter(round=OuterRef("pk")).order_by().values("round")
    return Coalesce(Subquery(of_round.annotate(number=Count("pk")).values("number")), 0)


def _contents(tables: int, people: int, finished: int | None = None) -> str:
    parts = [
        counted(tables, _("stůl"), _("stoly"), _("stolů")),
        counted(people, _("hráč"), _("hráči"), _("hráčů")),
    ]
    if finished is not None:
        parts.append(_("potvrzeno %(count)s") % {"count": finished})
    return ", ".join(parts)


def _is_public(round_: Round) -> bool:
    return allowed(Act.SHOW, round_.state)


def _card(round_: Any, drafts: bool) -> RoundCard:
    seen = drafts or _is_public(round_)
    return RoundCard(
        round=round_,
        tables=round_.table_count if seen else 0,
        people=round_.seat_count if seen else 0,
        finished=round_.finished_count if seen else 0,
        in_detail=drafts,
        seed_digest=seating.seed_digest(round_.announced_seed) if round_.announced_seed else "",
    )


@dataclass(frozen=True, slots=True)
class DiscardedRound:
    """A round put aside as a whole, with what would come back with it."""

    round: Round
    tables: int
    people: int
    finished: int

    @property
    def summary(self) -> str:
        """«7 stolů, 26 hráčů, potvrzeno 3»"""
        return _contents(self.tables, self.people, self.finished)


def discarded_rounds(tournament: Tournament) -> list[DiscardedRound]:
    """Rounds that can be restored, the last discarded first; those that seated nobody are not worth it."""
    rounds = _counted(Round.with_discarded.filter(tournament=tournament, discarded_at__isnull=False))
    return [
        DiscardedRound(round_, round_.table_count, round_.seat_count, round_.finished_count)
        for round_ in rounds.filter(table_count__gt=0).order_by(when_last(DISCARDED).desc(), "pk")
    ]


def discarded_round(tournament: Tournament, round_id: uuid.UUID) -> Round | None:
    """A discarded round of this tournament."""
    rounds = Round.with_discarded.select_related("tournament")
    return rounds.filter(tournament=tournament, pk=round_id, discarded_at__isnull=False).first()


def contents_of(round_: Round) -> str:
    """«7 stolů, 26 hráčů, potvrzeno 3»: what is discarded with the round."""
    counted_round = _counted(Round.with_discarded.filter(pk=round_.pk)).get()
    return _contents(counted_round.table_count, counted_round.seat_count, counted_round.finished_count)


def round_named(tournament: Tournament, number: int) -> Round | None:
    """The round with this number, with its tournament at hand."""
    return Round.objects.select_related("tournament").filter(tournament=tournament, number=number).first()


def board_of(round_: Round) -> tuple[TableCard, ...]:
    """The tables with their people."""
    return board_from(round_, list(seats_of(round_)))


def board_from(
    round_: Round, seats: Sequence[Seat], quality: seating.Quality | None = None
) -> tuple[TableCard, ...]:
    """The same from seats already read; with ``quality`` the clashes stand at the names."""
    gone = _gone_from(round_) if allowed(Act.RESEAT, round_.state) else frozenset()
    return tuple(_tables(seats, gone, quality))


def _gone_from(round_: Round) -> frozenset[int]:
    seated = Entry.objects.filter(seats__round=round_)
    here = seatable_entries(round_.tournament, round_.number)
    return frozenset(seated.exclude(pk__in=here.values("pk")).values_list("number", flat=True))


def _tables(
    seats: Sequence[Seat], gone: frozenset[int], quality: seating.Quality | None
) -> Iterable[TableCard]:
    marks = quality.by_player() if quality else {}
    names: dict[seating.Key, str] = {seat.entry.number: str(seat.entry) for seat in seats}
    notes = clash_notes(quality, names) if quality else {}
    for _table_id, of_table in groupby(seats, key=lambda seat: seat.table_id):
        people = list(of_table)
        table = people[0].table
        yield TableCard(
            id=table.pk,
            number=table.number,
            state=table.state,
            state_label=table.get_state_display(),
            seats=tuple(
                DrawnSeat(
                    id=seat.pk,
                    letter=seat.position,
                    number=seat.entry.number,
                    name=seat.entry.name,
                    club=seat.entry.club,
                    substitute=seat.substitute,
                    is_scribe=seat.position == table.scribe_seat,
                    leaves=seat.entry.number in gone,
                    marks=marks.get(seat.entry.number, ()),
                    notes=tuple(notes.get(seat.entry.number, ())),
                )
                for seat in people
            ),
        )


def unfinished_before(tournament: Tournament, number: int) -> list[UnfinishedTable]:
    """Tables of the drawn rounds before ``number`` that are not closed, with their people (S06)."""
    seats = (
        Seat.objects.filter(round__tournament=tournament, round__discarded_at=None, round__number__lt=number)
        .exclude(round__state__in=CLOSED_STATES)
        .select_related("table", "round", "entry")
        .order_by("round__number", "table__number", "position")
    )
    tables = []
    for _table_id, of_table in groupby(seats, key=lambda seat: seat.table_id):
        people = list(of_table)
        first = people[0]
        tables.append(
            UnfinishedTable(
                round=first.round.number,
                number=first.table.number,
                state=first.table.state,
                players=tuple(seat.entry.name for seat in people),
            )
        )
    return tables


def mismatch_of(round_: Round) -> Mismatch:
    """Who sits in a round that is not closed though he left or did not come, and who came and has no seat."""
    if not allowed(Act.RESEAT, round_.state):
        return Mismatch((), ())
    seated = {entry.pk: entry for entry in Entry.objects.filter(seats__round=round_).order_by("number")}
    if not seated:
        return Mismatch((), ())
    here = {entry.pk: entry for entry in seatable_entries(round_.tournament, round_.number)}
    return Mismatch(
        leaving=tuple(entry for pk, entry in seated.items() if pk not in here),
        arriving=tuple(entry for pk, entry in here.items() if pk not in seated),
    )


@dataclass(frozen=True, slots=True)
class Unseated:
    """The published round that is played now and those who are here and have no seat in it."""

    round: Round
    entries: tuple[Entry, ...]


def unseated_of(tournament: Tournament) -> Unseated | None:
    """Whoever came after the seating was published; ``None`` when everybody sits or nothing is played."""
    played = tournament.rounds.filter(state__in=ALLOWED[Act.WRITE_HAND])
    round_ = played.order_by("number").last()
    if round_ is None:
        return None
    seated = Entry.objects.filter(seats__round=round_).values("pk")
    arriving = tuple(seatable_entries(tournament, round_.number).exclude(pk__in=seated))
    return Unseated(round_, arriving) if arriving else None


def undoable_change(round_: Round) -> KeptChange | None:
    """The last change of the seating that was not put back yet; the first draw itself stays."""
    changes = KeptChange.objects.filter(entry__round=round_, put_back=False).select_related("entry")
    last = changes.order_by("-entry__sequence").first()
    return last if last is not None and last.before else None


def later_published(round_: Round) -> Round | None:
    """A later round that was published: it was drawn from this one and stands."""
    return (
        Round.objects.filter(
            tournament_id=round_.tournament_id, number__gt=round_.number, state__in=ALLOWED[Act.SHOW]
        )
        .order_by("number")
        .first()
    )


def draft_before(tournament: Tournament, number: int) -> Round | None:
    """An earlier round that is not published yet."""
    return (
        tournament.rounds.filter(number__lt=number, state__in=ALLOWED[Act.PUBLISH]).order_by("number").first()
    )


@dataclass(frozen=True, slots=True)
class PresentSizes:
    """How many people would be drawn now and at which tables; ``problem`` says why they cannot be."""

    people: int
    fours: int = 0
    threes: int = 0
    problem: str = ""

    @property
    def text(self) -> str:
        """«Losuje se 26 hráčů: 5 stolů po čtyřech a 2 stoly po třech.»"""
        people = counted(self.people, _("hráč"), _("hráči"), _("hráčů"))
        if self.problem:
            return people
        tables = sizes_text([4] * self.fours + [3] * self.threes)
        return _("%(people)s: %(tables)s") % {"people": people, "tables": tables}


def present_sizes(tournament: Tournament, number: int | None) -> PresentSizes:
    """The tables a draw of round ``number`` would make of those who are here."""
    people = seatable_entries(tournament, number).count()
    try:
        sizes = seating.table_sizes(people, tournament.table_size)
    except seating.CannotSeat as error:
        return PresentSizes(people, problem=str(error))
    return PresentSizes(people, fours=sizes.count(4), threes=sizes.count(3))
