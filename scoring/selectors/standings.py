"""Standings: one function computes every figure, screens, prints, files and commands show its rows."""

import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, cast

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from rules import RulesError, ranking
from rules.language import CZECH
from scoring.enums import Exclusion
from scoring.models import (
    Hand,
    Penalty,
    SeatResult,
    StandingsPublication,
    TableResult,
    competition_points,
)
from scoring.selectors.penalties import penalties_in_force, penalty_reason, penalty_words
from tournament.enums import CLOSED_STATES
from tournament.errors import Refused
from tournament.lib.stamps import Stamp, moment_name, moment_words, version_stamp
from tournament.lifecycle import WITHOUT_RESULT
from tournament.models import Entry, Round, Table, Tournament
from tournament.selectors.tournaments import last_written

BEST_HAND = "best_hand"
CRITERIA = (BEST_HAND,)
"""Further criteria an organiser may choose after SB and ZB, as stored on the tournament: best PB of one hand.

A lower start number never decides: equal on everything is a shared place.
"""


Changes = Mapping[int, frozenset[str]]
"""Start number → the figures of his line that changed: attributes of ``StandingRow``, those of a round as
``figure_key`` calls them."""

ROW_FIGURES = ("rank", "money", "zb", "premium", "penalty", "sb", "bp", "excluded")
ROUND_FIGURES = ("table", "money", "zb", "premium", "sb", "rank", "bp")


class RoundFigures(NamedTuple):
    """A player's figures of one round; money in haléře, BP in hundredths, the rank shared by equals.

    A tuple, because a correction makes tens of thousands of them and a frozen dataclass takes several times
    longer to make.
    """

    round: int
    table: int
    money: int
    zb: int
    premium: int
    sb: int
    rank: int
    bp: int


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's line of the standings.

    Money in haléře, ``zb``, ``premium``, ``penalty`` (zero or less) and ``sb`` in points, ``bp`` in
    hundredths. ``rounds`` holds one item for each counted round, ``None`` where he did not play. Who was
    ``excluded`` from the tournament stands behind everybody else. ``penalties`` are the reasons of the sum;
    the notes say them too, so older publications, which have none, are as good.
    """

    rank: int
    number: int
    name: str
    club: str
    team: str
    money: int
    zb: int
    premium: int
    penalty: int
    sb: int
    bp: int
    withdrawn: bool
    rounds: tuple[RoundFigures | None, ...]
    excluded: bool = False
    penalties: tuple[str, ...] = field(default=(), compare=False)

    @property
    def penalty_why(self) -> str:
        """What the sum of penalties is made of, for one cell."""
        return "; ".join(self.penalties)


_ROW_FIELDS = tuple(one.name for one in fields(StandingRow) if one.name not in ("rounds", "penalties"))
_ROUND_VALUES = itemgetter(*RoundFigures._fields)


@dataclass(frozen=True, slots=True)
class Standings:
    """Standings after a round. ``notes`` are the reasons that must be seen wherever the results are.

    ``grounds`` are the notes without anybody's name: what they rest on, to be compared; ``None`` in what
    earlier versions of the program published. ``version`` and what follows it stand only in published ones,
    ``as_of`` (when the last thing was written into the tournament) only in those taken away before they are
    published.
    """

    round: int
    rounds: tuple[int, ...]
    order: str
    rows: tuple[StandingRow, ...]
    notes: tuple[str, ...]
    grounds: tuple[str, ...] | None = None
    version: int | None = None
    published_at: datetime | None = None
    published_by: str = ""
    reason: str = ""
    as_of: datetime | None = None

    @property
    def further_notes(self) -> tuple[str, ...]:
        """The notes without the reason of this version, which is said above them."""
        return tuple(note for note in self.notes if note != self.reason)

    @property
    def money_sum(self) -> int:
        """The sum of everybody's money, zero unless an organiser let a table's sum stand (S24)."""
        return sum(row.money for row in self.rows)


class _Line(NamedTuple):
    """What one player brought home from one round; money in haléře."""

    round: int
    table: int
    position: str
    money: int
    zb: int
    premium: int
    sb: int


_Lines = Mapping[uuid.UUID, Mapping[int, _Line]]
"""Of each entry, the rounds that it played."""


_Figures = Mapping[uuid.UUID, Mapping[int, RoundFigures]]
"""The same with the place and the BP of each round."""

_Best = Mapping[uuid.UUID, Mapping[int, int]]
"""The best PB of a single hand of each entry and round."""


class _Totals(NamedTuple):
    """What the rounds of a player make together, without penalties."""

    money: int
    zb: int
    premium: int
    sb: int
    bp: int


_summed = attrgetter(*_Totals._fields)


@dataclass(slots=True)
class _Played:
    """What one player brought home, while the rows are put together."""

    entry: Entry
    rounds: Mapping[int, RoundFigures]
    totals: _Totals
    best: Mapping[int, int]
    penalty: int = 0
    out_of: set[int] = field(default_factory=set)
    excluded: bool = False
    penalties: list[str] = field(default_factory=list)

    @property
    def sb(self) -> int:
        """SB of a tournament: ZB + PB + penalties."""
        return self.totals.sb + self.penalty


def counted_rounds(tournament: Tournament, upto: int | None = None) -> list[Round]:
    """The closed rounds in order, up to a number: only their results count in standings and draws."""
    rounds = tournament.rounds.filter(state__in=CLOSED_STATES).order_by("number")
    return list(rounds if upto is None else rounds.filter(number__lte=upto))


def standings_of(tournament: Tournament, round_: Round) -> Standings:
    """The standings after a closed round, as the stored results give them now."""
    return standings_after(tournament, upto=round_.number)(round_.number)


def standings_after(tournament: Tournament, upto: int | None = None) -> Callable[[int], Standings]:
    """The same after any closed round up to a number: whoever asks for several has them read once."""
    rounds = counted_rounds(tournament, upto)
    lines = _lines(rounds)
    best = _best_hands(lines, rounds, tournament)
    entries = [one for one in tournament.entries.order_by("number") if one.pk in lines]
    last = rounds[-1].number if rounds and upto is None else upto or 0
    penalties = penalties_in_force(tournament, last)
    # What a round gave to whom does not depend on the rounds after it.
    figures = _round_figures(entries, lines, best, penalties, tournament)
    told = [*_result_notes(rounds), *_missing_notes(rounds)]

    def after(number: int) -> Standings:
        numbers = tuple(one.number for one in rounds if one.number <= number)
        players = _players(entries, figures, best, number)
        punished = [one for one in penalties if one.round is None or one.round.number <= number]
        lost = {penalty.pk: _punish(players.get(penalty.entry_id), penalty) for penalty in punished}
        notes = [note for of, note in told if of <= number] + _penalty_notes(punished, lost)
        return Standings(
            round=number,
            rounds=numbers,
            order=tournament.ranking_order,
            rows=_ranked_rows(list(players.values()), numbers, tournament, number),
            notes=tuple(note.text for note in notes),
            grounds=tuple(note.ground for note in notes),
        )

    return after


def standings_to_take(tournament: Tournament, round_: Round) -> tuple[Standings, Changes]:
    """Standings as they are now, for paper and files, and what changed in them.

    Where the published version says the same, it is that version, otherwise they bear the time of the last
    thing written into the tournament: so two papers on a wall can be told apart.
    """
    now = standings_of(tournament, round_)
    publication = last_publication(tournament, round_.number)
    published = published_of(publication) if publication else None
    if publication is not None and published is not None and same_page(published, now):
        return published, changes_of(publication)
    return replace(now, as_of=last_written(tournament)), changed_figures(published, now)


def standings_stamp(standings: Standings) -> Stamp:
    """Which standings these are: a published version, or a state nobody else has seen yet."""
    if standings.version is not None:
        return version_stamp(standings.version, standings.published_at)
    if standings.as_of is None:
        return Stamp(_("zatím nezveřejněno"), "nezverejneno")
    return Stamp(
        _("zatím nezveřejněno, stav %(when)s") % {"when": moment_words(standings.as_of)},
        f"nezverejneno-{moment_name(standings.as_of)}",
    )


def changes_of(publication: StandingsPublication) -> Changes:
    """What a published version changed of the one before it."""
    before = publication_before(publication)
    return changed_figures(published_of(before) if before else None, published_of(publication))


def standings_to_json(standings: Standings) -> dict[str, Any]:
    """Standings as a publication freezes them."""
    return {
        "round": standings.round,
        "rounds": list(standings.rounds),
        "order": standings.order,
        "notes": list(standings.notes),
        "grounds": list(standings.grounds or ()),
        "rows": [_row_to_json(row) for row in standings.rows],
    }


def published_of(publication: StandingsPublication) -> Standings:
    """The frozen standings of a publication."""
    frozen: Mapping[str, Any] = publication.rows
    return Standings(
        round=frozen["round"],
        rounds=tuple(frozen["rounds"]),
        order=frozen["order"],
        rows=tuple(_row_from_json(row) for row in frozen["rows"]),
        notes=tuple(frozen["notes"]),
        grounds=tuple(frozen["grounds"]) if "grounds" in frozen else None,
        version=publication.number,
        published_at=publication.created_at,
        published_by=publication.published_by,
        reason=publication.reason,
    )


def same_page(one: Standings, other: Standings) -> bool:
    """Whether two standings say the same to whoever reads them, names and clubs included."""
    return _page_of(one) == _page_of(other)


def same_figures(published: Standings, now: Standings) -> bool:
    """Whether published standings still hold: places, figures and reasons.

    Names, clubs and who has left are as they were when it was published and make nothing stale.
    """
    known = published.grounds is not None
    return _figures_of(published, grounds=known) == _figures_of(now, grounds=known)


_row_values = attrgetter(*ROW_FIGURES)

_nameless = attrgetter("number", *ROW_FIGURES, "rounds")
"""A line without what makes nothing stale."""


def _page_of(standings: Standings) -> tuple[object, ...]:
    return standings.rounds, standings.order, standings.rows, standings.notes


def _figures_of(standings: Standings, *, grounds: bool) -> tuple[object, ...]:
    rows = [_nameless(row) for row in sorted(standings.rows, key=lambda row: row.number)]
    return standings.rounds, standings.order, rows, standings.grounds if grounds else standings.notes


def stale_publications(tournament: Tournament) -> list[StandingsPublication]:
    """The newest version of each published standings that a recomputation does not confirm, by round."""
    closed = {"round__discarded_at": None, "round__state__in": CLOSED_STATES}
    found = tournament.publications.filter(**closed).select_related("round")
    newest = {one.round.number: one for one in found.order_by("round__number", "number")}
    if not newest:
        return []
    after = standings_after(tournament)
    return [one for number, one in newest.items() if not same_figures(published_of(one), after(number))]


def publications_of(tournament: Tournament) -> list[StandingsPublication]:
    """Published versions, those after the latest round first, each round's newest first; without rows."""
    return list(
        tournament.publications.filter(round__discarded_at=None)
        .select_related("round")
        .defer("rows")
        .order_by("-round__number", "-number")
    )


def last_publication(tournament: Tournament, round_number: int | None = None) -> StandingsPublication | None:
    """The newest version the public sees: after the latest published round, or after a given one."""
    found = tournament.publications.filter(round__discarded_at=None).select_related("round")
    if round_number is not None:
        found = found.filter(round__number=round_number)
    return found.order_by("-round__number", "-number").first()


def newest_publications(tournament: Tournament) -> list[StandingsPublication]:
    """The version in force after each round of which standings were published, in order of rounds."""
    newer = StandingsPublication.objects.filter(round=OuterRef("round"), number__gt=OuterRef("number"))
    found = tournament.publications.filter(~Exists(newer), round__discarded_at=None).select_related("round")
    return list(found.order_by("round__number"))


def published_row(publication: StandingsPublication, number: int) -> StandingRow | None:
    """The line of one player in published standings, without making those of all the others."""
    return next((_row_from_json(row) for row in publication.rows["rows"] if row["number"] == number), None)


def publication_before(publication: StandingsPublication) -> StandingsPublication | None:
    """The version that this one replaced."""
    earlier = StandingsPublication.objects.filter(round=publication.round_id, number__lt=publication.number)
    return earlier.order_by("-number").first()


def changed_figures(old: Standings | None, new: Standings) -> Changes:
    """What differs between two versions, player by player; nothing without an older one.

    Names and clubs are no figures: a line with another name alone has not changed.
    """
    if old is None:
        return {}
    before = {row.number: row for row in old.rows}
    found = {row.number: _changed(before.get(row.number), row) for row in new.rows}
    return {number: changed for number, changed in found.items() if changed}


def changed_rows(publication: StandingsPublication) -> int:
    """How many lines differ from the version that this one replaced."""
    return len(changes_of(publication))


def figure_key(round_number: int, key: str) -> str:
    """How ``Changes`` call a figure of one round."""
    return f"{round_number}.{key}"


def _changed(last: StandingRow | None, row: StandingRow) -> frozenset[str]:
    """The figures of a line that were others before; all of them where it is new."""
    if last is None:
        return frozenset((*ROW_FIGURES, *_differing({}, row.rounds)))
    pairs = zip(ROW_FIGURES, _row_values(last), _row_values(row), strict=True)
    figures = [key for key, old, new in pairs if old != new]
    before = {part.round: part for part in filter(None, last.rounds)}
    return frozenset((*figures, *_differing(before, row.rounds)))


def _differing(before: Mapping[int, RoundFigures], rounds: Iterable[RoundFigures | None]) -> Iterator[str]:
    """The figures of rounds that were others ``before``; equal rounds cost one comparison."""
    for part in filter(None, rounds):
        last = before.get(part.round)
        if part != last:
            for key in ROUND_FIGURES:
                if last is None or getattr(last, key) != getattr(part, key):
                    yield figure_key(part.round, key)


def _lines(rounds: Iterable[Round]) -> _Lines:
    """What everybody brought home from these rounds, read as plain values: there are thousands of them."""
    results = SeatResult.objects.filter(
        result__current=True, result__table__round__in=[one.pk for one in rounds]
    ).exclude(result__table__state__in=WITHOUT_RESULT)
    found: dict[uuid.UUID, dict[int, _Line]] = {}
    read = results.order_by("result__table__round__number").values_list(
        "seat__entry_id",
        "result__table__round__number",
        "result__table__number",
        "seat__position",
        "money",
        "zb",
        "premium",
    )
    for entry_id, *line in cast(Iterable[tuple[Any, ...]], read):
        found.setdefault(entry_id, {})[line[0]] = _Line._make([*line, competition_points(*line[-2:])])
    return found


def _players(entries: Iterable[Entry], figures: _Figures, best: _Best, last: int) -> dict[uuid.UUID, _Played]:
    """Who played a round up to the ``last`` one, by start number."""
    players = {}
    for entry in entries:
        played = {number: one for number, one in figures[entry.pk].items() if number <= last}
        if played:
            totals = _Totals._make(map(sum, zip(*map(_summed, played.values()), strict=True)))
            players[entry.pk] = _Played(entry, played, totals, best.get(entry.pk, {}))
    return players


def _best_hands(lines: _Lines, rounds: Iterable[Round], tournament: Tournament) -> _Best:
    """The best PB of a single hand of each player and round; read only where the criterion is chosen."""
    best: dict[uuid.UUID, dict[int, int]] = {}
    if BEST_HAND not in tournament.ranking_criteria:
        return best
    seats = {
        (number, line.table, line.position): entry_id
        for entry_id, played in lines.items()
        for number, line in played.items()
    }
    hands = Hand.objects.filter(table__round__in=[one.pk for one in rounds], removed=False)
    read = hands.values_list("table__round__number", "table__number", "premium")
    for number, table, premium in read.iterator(chunk_size=2000):
        for letter, points in premium.items():
            entry_id = seats.get((number, table, letter))
            if entry_id is not None:
                known = best.setdefault(entry_id, {})
                known[number] = max(known.get(number, 0), points)
    return best


def _further(
    tournament: Tournament, best: Mapping[int, int], rounds: Iterable[int], out_of: Collection[int]
) -> tuple[int, ...]:
    """Of one player, what the chosen criteria compare after SB and ZB."""
    return tuple(
        max((best.get(number, 0) for number in rounds if number not in out_of), default=0)
        for name in tournament.ranking_criteria
        if name == BEST_HAND
    )


def _punish(player: _Played | None, penalty: Penalty) -> int:
    """What a penalty does to the line of its player; the points that an exclusion takes from him.

    Of a round he is excluded from, what he gained is taken and what he lost stays: nobody is better off by
    being excluded. The figures of the round stay as the table has them, so that its sum is still zero.
    """
    if player is None:
        return 0
    player.penalties.append(penalty_reason(penalty))
    player.penalty += penalty.points
    if penalty.exclusion == Exclusion.TOURNAMENT:
        player.excluded = True
    if penalty.exclusion != Exclusion.ROUND or penalty.round is None:
        return 0
    number = penalty.round.number
    line = player.rounds.get(number)
    gained = max(line.sb, 0) if line is not None and number not in player.out_of else 0
    player.out_of.add(number)
    player.penalty -= gained
    return gained


def _round_figures(
    entries: Iterable[Entry], lines: _Lines, best: _Best, penalties: Iterable[Penalty], tournament: Tournament
) -> _Figures:
    """The lines with places and BP of each round: by SB, then ZB, then the chosen criteria.

    Who is excluded from a round is last in it, without BP.
    """
    excluded = {
        (one.entry_id, one.round.number)
        for one in penalties
        if one.exclusion == Exclusion.ROUND and one.round is not None
    }
    seated: dict[int, list[tuple[uuid.UUID, _Line]]] = {}
    found: dict[uuid.UUID, dict[int, RoundFigures]] = {}
    for entry in entries:
        found[entry.pk] = {}
        for number, line in lines[entry.pk].items():
            seated.setdefault(number, []).append((entry.pk, line))

    def key(one: tuple[uuid.UUID, _Line]) -> tuple[int, ...]:
        entry_id, line = one
        if (entry_id, line.round) in excluded:
            return (False,)
        further = _further(tournament, best.get(entry_id, {}), (line.round,), ())
        return (True, *ranking.round_key(line.sb, line.zb, *further))

    for number, people in sorted(seated.items()):
        ranked = ranking.rank(people, key=key)
        points = _points([place for place, _one in ranked], tournament)
        for (place, (entry_id, line)), bp in zip(ranked, points, strict=True):
            bp = 0 if (entry_id, number) in excluded else bp
            found[entry_id][number] = RoundFigures(
                number, line.table, line.money, line.zb, line.premium, line.sb, place, bp
            )
    return found


def _points(places: list[int], tournament: Tournament) -> list[int]:
    """BP for places by the tournament's key. Raises ``Refused`` for a coefficient that cannot be used."""
    try:
        return ranking.bp_for_places(
            places,
            key=cast(ranking.BpKey, tournament.bp_key),
            fixed=tuple(tournament.bp_fixed),
            coefficient=str(tournament.bp_coefficient if tournament.bp_coefficient is not None else 1),
            shared=cast(ranking.SharedPlaces, tournament.bp_sharing),
        )
    except RulesError as error:
        raise Refused(
            _("Pořadí nejde spočítat: %(why)s Opravte nastavení turnaje.") % {"why": error}, code="bp_key"
        ) from error


def _ranked_rows(
    players: Sequence[_Played], numbers: Sequence[int], tournament: Tournament, upto: int
) -> tuple[StandingRow, ...]:
    def key(player: _Played) -> tuple[int, ...]:
        main = ranking.tournament_key(
            order=cast(ranking.Order, tournament.ranking_order),
            sb=player.sb,
            zb=player.totals.zb,
            bp=player.totals.bp,
        )
        further = _further(tournament, player.best, numbers, player.out_of)
        return (not player.excluded, *main, *further)

    return tuple(
        StandingRow(
            rank=place,
            number=player.entry.number,
            name=player.entry.name,
            club=player.entry.club,
            team=player.entry.team,
            money=player.totals.money,
            zb=player.totals.zb,
            premium=player.totals.premium,
            penalty=player.penalty,
            sb=player.sb,
            bp=player.totals.bp,
            withdrawn=player.entry.withdrawn_after is not None and player.entry.withdrawn_after < upto,
            rounds=tuple(map(player.rounds.get, numbers)),
            excluded=player.excluded,
            penalties=tuple(player.penalties),
        )
        for place, player in ranking.rank(players, key=key)
    )


@dataclass(frozen=True, slots=True)
class _Note:
    """A reason as everybody reads it, and the same without names."""

    text: str
    ground: str


def _plain(text: str) -> _Note:
    return _Note(text, text)


def _result_notes(rounds: Iterable[Round]) -> list[tuple[int, _Note]]:
    """Reasons of organisers and of corrections, each with its table, and of which round."""
    numbers = {one.pk: one.number for one in rounds}
    results = (
        TableResult.objects.filter(current=True, table__round__in=list(numbers))
        .exclude(zero_reason="", rounding_reason="", reason="")
        .exclude(table__state__in=WITHOUT_RESULT)
        .select_related("table")
        .order_by("table__round__number", "table__number")
    )
    notes = []
    for result in results:
        number = numbers[result.table.round_id]
        for words, why in (
            (_("%(where)s: součet není nula – %(why)s"), result.zero_reason),
            (_("%(where)s: jiné zaokrouhlení – %(why)s"), result.rounding_reason),
            (_("%(where)s: %(why)s"), result.reason),
        ):
            if why:
                notes.append((number, _plain(words % _said(_where(number, result.table), why))))
    return notes


def _missing_notes(rounds: Sequence[Round]) -> list[tuple[int, _Note]]:
    """Tables whose result did not come: who has no figures of that round, and why; of which round."""
    numbers = {one.pk: one.number for one in rounds}
    tables = Table.objects.filter(round__in=list(numbers), state__in=WITHOUT_RESULT)
    notes = []
    for table in tables.order_by("round__number", "number").prefetch_related("seats__entry"):
        where = _said(_where(numbers[table.round_id], table), table.no_result_reason)
        seats = sorted(table.seats.all(), key=lambda seat: seat.position)
        people = {"players": CZECH.names([str(seat.entry) for seat in seats])}
        text = _("%(where)s bez výsledku, kolo se nepočítá: %(players)s – %(why)s") % (where | people)
        ground = _("%(where)s bez výsledku – %(why)s") % where
        notes.append((numbers[table.round_id], _Note(text, ground)))
    return notes


def _where(round_number: int, table: Table) -> str:
    return _("%(round)d. kolo, stůl %(table)d") % {"round": round_number, "table": table.number}


def _said(where: str, why: str) -> dict[str, str]:
    return {"where": where, "why": why}


def _penalty_notes(penalties: Iterable[Penalty], lost: Mapping[Any, int]) -> list[_Note]:
    """Each penalty with its reason; ``lost`` are the points that an exclusion from a round takes."""
    notes = []
    for penalty in penalties:
        words = _penalty_note(penalty, lost[penalty.pk])
        said = {"points": -penalty.points, "what": penalty_words(penalty), "lost": lost[penalty.pk]}
        said |= {"why": penalty.reason}
        numbered = _("č. %(number)d") % {"number": penalty.entry.number}
        notes.append(_Note(words % (said | {"who": penalty.entry}), words % (said | {"who": numbered})))
    return notes


def _penalty_note(penalty: Penalty, lost: int) -> str:
    if penalty.points:
        return _("%(who)s: trest −%(points)d bodů – %(why)s")
    if lost:
        return _("%(who)s: %(what)s, SB %(lost)d z toho kola se nepočítá – %(why)s")
    return _("%(who)s: %(what)s – %(why)s")


def _row_to_json(row: StandingRow) -> dict[str, Any]:
    plain = {name: getattr(row, name) for name in _ROW_FIELDS}
    rounds = [one and one._asdict() for one in row.rounds]
    return {**plain, "rounds": rounds, "penalties": list(row.penalties)}


def _row_from_json(data: Mapping[str, Any]) -> StandingRow:
    rounds = tuple(one and RoundFigures._make(_ROUND_VALUES(one)) for one in data["rounds"])
    return StandingRow(**{**data, "rounds": rounds, "penalties": tuple(data.get("penalties", ()))})
