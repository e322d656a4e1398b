"""What the draw engine is asked with and what it says about a seating.

Players are named by start numbers here, as in ``rules.seating`` and on every print.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from rules import seating
from tournament.journal.actions import SeenBy, declared
from tournament.lib.counting import plural
from tournament.lib.names import club_key
from tournament.lib.stamps import Stamp, state_stamp, version_stamp
from tournament.models import Draw, Entry, LogEntry, Round, Seat, Tournament


def current_draw(round_: Round) -> Draw | None:
    """The draw its seats come from."""
    return round_.draws.filter(current=True).first()


def seats_of(round_: Round) -> QuerySet[Seat]:
    """Seats by table and letter with their players."""
    return (
        Seat.objects.filter(round=round_)
        .select_related("table", "entry")
        .order_by("table__number", "position")
    )


def seating_stamp(round_: Round) -> Stamp:
    """Which seating of a round this is: how many times it has been said who sits where, and when last."""
    said = [action for action in declared() if action.seen_by is SeenBy.SEATING]
    logged = LogEntry.objects.filter(round=round_, action__in=said).order_by("-sequence")
    last = logged.first()
    return version_stamp(logged.count(), last.at) if last else state_stamp(round_.published_at)


def tables_of(round_: Round) -> tuple[seating.DrawnTable, ...]:
    """The seating as the engine knows it."""
    return tables_from(seats_of(round_))


def tables_from(seats: Iterable[Seat]) -> tuple[seating.DrawnTable, ...]:
    """The same from seats already read, in the order of ``seats_of``."""
    drawn = []
    for _table_id, of_table in groupby(seats, key=lambda seat: seat.table_id):
        people = list(of_table)
        table = people[0].table
        keys = tuple(seat.entry.number for seat in people)
        scribe = next((seat.entry.number for seat in people if seat.position == table.scribe_seat), keys[0])
        drawn.append(seating.DrawnTable(table.number, keys, scribe))
    return tuple(drawn)


def history_before(tournament: Tournament, number: int) -> tuple[seating.PastTable, ...]:
    """Tables of the rounds before ``number``; of drafts too, when a whole schedule was drawn at once.

    Somebody who was substituted met nobody in that round: the substitute stands there under his own name.
    """
    seats = (
        Seat.objects.filter(round__tournament=tournament, round__discarded_at=None, round__number__lt=number)
        .order_by("round__number", "table__number", "position")
        .values_list(
            "round__number", "table__number", "table__scribe_seat", "position", "entry__number", "substitute"
        )
    )
    tables = []
    for (round_number, table_number, scribe_seat), lines in groupby(seats, key=lambda line: line[:3]):
        sitting = {position: _past_key(entry, substitute) for *_where, position, entry, substitute in lines}
        tables.append(
            seating.PastTable(
                round_number, table_number, tuple(sitting.values()), scribe=sitting.get(scribe_seat)
            )
        )
    return tuple(tables)


def _past_key(number: int, substitute: str) -> int | str:
    return f"{number} – {substitute}" if substitute else number


def entrants_from(
    entries: Iterable[Entry], order: Sequence[uuid.UUID] | None = None
) -> tuple[seating.Entrant, ...]:
    """Players for the engine; ``order`` are ids of entries from the best.

    One club written in two ways is one club, and "bez klubu" is none. People to keep apart are named only
    where both are among the players.
    """
    people = sorted(entries, key=lambda entry: entry.number)
    numbers = frozenset(entry.number for entry in people)
    rank = {entry_id: place for place, entry_id in enumerate(order or (), start=1)}
    clubs = _one_spelling(entry.club for entry in people)
    teams = _one_spelling(entry.team for entry in people)
    return tuple(
        seating.Entrant(
            key=entry.number,
            name=entry.name,
            club=clubs[club_key(entry.club)],
            team=teams[club_key(entry.team)],
            rank=rank.get(entry.pk),
            fixed_table=entry.fixed_table,
            apart=numbers.intersection(entry.apart),
        )
        for entry in people
    )


def _one_spelling(texts: Iterable[str]) -> Mapping[str, str]:
    """By key, the spelling met first; nothing for no club."""
    spelling = {"": ""}
    for text in texts:
        spelling.setdefault(club_key(text), text)
    return spelling


def quality_of(round_: Round) -> seating.Quality:
    """How good the present seating is, with every clash named."""
    return quality_from(
        round_,
        list(seats_of(round_)),
        draw=current_draw(round_),
        history=history_before(round_.tournament, round_.number),
    )


def quality_from(
    round_: Round,
    seats: Sequence[Seat],
    *,
    draw: Draw | None,
    history: Sequence[seating.PastTable],
) -> seating.Quality:
    """The same from what was already read."""
    return seating.assess(
        tables_from(seats),
        entrants_from(seat.entry for seat in seats),
        history,
        round_=round_.number,
        weights=weights_of(draw),
        preferred=preferred_of(round_, draw),
    )


def weights_of(draw: Draw | None) -> seating.Weights:
    """The weights a draw was made with; those of the product when there is none."""
    stored = (draw.protocol.get("weights") if draw else None) or {}
    known = asdict(seating.Weights())
    return seating.Weights(**{name: value for name, value in stored.items() if name in known})


def preferred_of(round_: Round, draw: Draw | None) -> int:
    """The preferred size of its tables: the one chosen for that draw, else the tournament's."""
    chosen = draw.protocol.get("preferred") if draw else None
    return int(chosen or round_.tournament.table_size)


def clash_notes(quality: seating.Quality, names: Mapping[seating.Key, str]) -> dict[seating.Key, list[str]]:
    """Short words to stand at the names of those a clash concerns, with the earlier round and table.

    Clashes of one kind with several people make one note: «znovu s: 8 Veselý, 14 Hájek (2. kolo, stůl 4)».
    """
    notes: dict[seating.Key, list[str]] = {}
    for player, (words, others) in _grouped(quality):
        who = ", ".join(names.get(other, str(other)) for other in others)
        notes.setdefault(player, []).append(words % {"other": who})
    for odd in quality.odd_again:
        note = _("znovu u stolu jiné velikosti (%(where)s)") % {"where": _where(odd.earlier)}
        notes.setdefault(odd.player, []).append(note)
    for misplaced in quality.misplaced:
        note = _("stálý stůl má číslo %(number)s") % {"number": misplaced.fixed_table}
        notes.setdefault(misplaced.player, []).append(note)
    return notes


def _grouped(quality: seating.Quality) -> Iterable[tuple[seating.Key, tuple[str, list[seating.Key]]]]:
    """Each player with the words of one kind of clash and all whom he has it with, the worst kind first."""
    pairs: list[tuple[seating.Together | seating.RepeatedPair, str]] = [
        *((clash, _("nemá sedět s: %(other)s")) for clash in quality.apart),
        *((clash, _("znovu s: %(other)s") + f" ({_where(clash.earlier)})") for clash in quality.repeats),
        *((clash, _("stejné družstvo: %(other)s")) for clash in quality.same_team),
        *((clash, _("stejný klub: %(other)s")) for clash in quality.same_club),
    ]
    found: dict[tuple[seating.Key, str], list[seating.Key]] = {}
    for pair, words in pairs:
        found.setdefault((pair.a, words), []).append(pair.b)
        found.setdefault((pair.b, words), []).append(pair.a)
    return ((player, (words, others)) for (player, words), others in found.items())


def _where(earlier: Iterable[tuple[int, int]]) -> str:
    return ", ".join(
        _("%(round)s. kolo, stůl %(table)s") % {"round": round_number, "table": table}
        for round_number, table in earlier
    )


@dataclass(frozen=True, slots=True)
class SeatingEffect:
    """What a change of the seating did to the draw: clashes it brought and those it took away."""

    brought: tuple[str, ...]
    gone: tuple[str, ...]
    is_worse: bool

    @property
    def text(self) -> str:
        """The verdict in a sentence or two."""
        parts = []
        if self.brought:
            parts.append(_("Přibylo: %(clashes)s") % {"clashes": _first_of(self.brought)})
        if self.gone:
            parts.append(_("Ubylo: %(clashes)s") % {"clashes": _first_of(self.gone)})
        return " ".join(parts) or _("Nikomu to neuškodilo.")


def _first_of(clashes: Sequence[str]) -> str:
    """The worst one and how many follow: all of them stand below the tables."""
    more = len(clashes) - 1
    return clashes[0] + (_(" (a další: %(count)s)") % {"count": more} if more else "")


def change_between(
    before: seating.Quality, after: seating.Quality, names: dict[seating.Key, str]
) -> SeatingEffect:
    """Compare two qualities clash by clash; ``names`` says what to call each start number."""
    old, new = before.clashes(names), after.clashes(names)
    return SeatingEffect(
        brought=tuple(text for text in new if text not in old),
        gone=tuple(text for text in old if text not in new),
        is_worse=after.penalty > before.penalty,
    )


COUNTED = ("repeats", "odd_again", "same_club", "same_team", "apart", "misplaced")
"""Kinds of clashes of ``rules.seating.Quality`` that pages count."""


@dataclass(frozen=True, slots=True)
class DrawFigure:
    """One figure above a draw; ``wrong`` marks what somebody should look at."""

    value: int
    words: str
    wrong: bool = False


def figures_of(quality: seating.Quality, tables: Sequence[seating.DrawnTable]) -> tuple[DrawFigure, ...]:
    """What a seating is judged by."""
    counts = {name: len(getattr(quality, name)) for name in COUNTED}
    return figures_from(counts, [len(table.seats) for table in tables])


def figures_from(counts: Mapping[str, int], sizes: Sequence[int]) -> tuple[DrawFigure, ...]:
    """The same from the numbers of each kind of clash; the rarer kinds are shown only when there are some."""
    return (
        _pairs(counts["repeats"], _("opakovaná dvojice"), _("opakované dvojice"), _("opakovaných dvojic")),
        _tables(sizes.count(4), _("čtyřka"), _("čtyřky"), _("čtyřek")),
        _tables(sizes.count(3), _("trojka"), _("trojky"), _("trojek")),
        _pairs(
            counts["same_club"],
            _("dvojice z jednoho klubu"),
            _("dvojice z jednoho klubu"),
            _("dvojic z jednoho klubu"),
        ),
        *(_pairs(counts[name], *words) for name, words in _rare() if counts[name]),
    )


def _rare() -> tuple[tuple[str, tuple[str, str, str]], ...]:
    same_team = (
        _("dvojice z jednoho družstva"),
        _("dvojice z jednoho družstva"),
        _("dvojic z jednoho družstva"),
    )
    odd_again = (
        _("hráč znovu u stolu jiné velikosti"),
        _("hráči znovu u stolu jiné velikosti"),
        _("hráčů znovu u stolu jiné velikosti"),
    )
    apart = (
        _("dvojice, která má sedět zvlášť"),
        _("dvojice, které mají sedět zvlášť"),
        _("dvojic, které mají sedět zvlášť"),
    )
    misplaced = (
        _("hráč mimo svůj stálý stůl"),
        _("hráči mimo svůj stálý stůl"),
        _("hráčů mimo svůj stálý stůl"),
    )
    return (
        ("odd_again", odd_again),
        ("same_team", same_team),
        ("apart", apart),
        ("misplaced", misplaced),
    )


def _pairs(count: int, one: str, few: str, many: str) -> DrawFigure:
    return DrawFigure(count, plural(count, one, few, many), wrong=count > 0)


def _tables(count: int, one: str, few: str, many: str) -> DrawFigure:
    return DrawFigure(count, plural(count, one, few, many))
