"""Standings: one function computes every figure, screens, prints, files and commands show its rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, cast

from django.utils.translation import gettext as _

from rules import RulesError, ranking
from scoring.models import Hand, SeatResult, StandingsPublication, TableResult
from tournament.enums import CLOSED_STATES
from tournament.errors import Refused
from tournament.models import Entry, Penalty, Round, Tournament

BEST_HAND = "best_hand"
CRITERIA = (BEST_HAND,)
"""Further criteria an organiser may choose after SB and ZB, as stored on the tournament: best PB of one hand.

A lower start number never decides: equal on everything is a shared place.
"""


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """A player's figures of one round; money in haléře, BP in hundredths, the rank shared by equals."""

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
    hundredths. ``rounds`` holds one item for each counted round, ``None`` where he did not play.
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


@dataclass(frozen=True, slots=True)
class Standings:
    """Standings after a round. ``notes`` are the reasons that must be seen wherever the results are.

    ``version`` and what follows it stand only in published ones.
    """

    round: int
    rounds: tuple[int, ...]
    order: str
    rows: tuple[StandingRow, ...]
    notes: tuple[str, ...]
    version: int | None = None
    published_at: datetime | None = None
    published_by: str = ""
    reason: str = ""

    @property
    def money_sum(self) -> int:
        """The sum of everybody's money, zero unless an organiser let a table's sum stand (S24)."""
        return sum(row.money for row in self.rows)


@dataclass(slots=True)
class _Played:
    """What one player brought home, while the rows are put together."""

    entry: Entry
    rounds: dict[int, SeatResult] = field(default_factory=dict)
    ranks: dict[int, tuple[int, int]] = field(default_factory=dict)
    penalty: int = 0
    best: dict[int, int] = field(default_factory=dict)

    def total(self, name: str) -> int:
        return sum(getattr(line, name) for line in self.rounds.values())

    def further(self, criteria: Sequence[str], rounds: Iterable[int]) -> tuple[int, ...]:
        return tuple(
            max((self.best.get(number, 0) for number in rounds), default=0)
            for name in criteria
            if name == BEST_HAND
        )


def counted_rounds(tournament: Tournament, upto: int | None = None) -> list[Round]:
    """The closed rounds in order, up to a number: only their results count in standings and draws."""
    rounds = tournament.rounds.filter(state__in=CLOSED_STATES).order_by("number")
    return list(rounds if upto is None else rounds.filter(number__lte=upto))


def standings_of(tournament: Tournament, round_: Round) -> Standings:
    """The standings after a closed round, as the stored results give them now."""
    rounds = counted_rounds(tournament, round_.number)
    numbers = tuple(one.number for one in rounds)
    players = _players(rounds)
    _add_best_hands(players, rounds, tournament)
    for number in numbers:
        _rank_round(players.values(), number, tournament)
    penalties = _penalties(tournament, round_.number)
    for penalty in penalties:
        if penalty.entry_id in players:
            players[penalty.entry_id].penalty += penalty.points
    return Standings(
        round=round_.number,
        rounds=numbers,
        order=tournament.ranking_order,
        rows=_ranked_rows(list(players.values()), numbers, tournament, round_.number),
        notes=(*_result_notes(rounds), *_penalty_notes(penalties)),
    )


def standings_rows(tournament: Tournament, round_: Round) -> tuple[StandingRow, ...]:
    """The rows of ``standings_of``: what every screen, print, file and command shows."""
    return standings_of(tournament, round_).rows


def standings_to_json(standings: Standings) -> dict[str, Any]:
    """Standings as a publication freezes them."""
    return {
        "round": standings.round,
        "rounds": list(standings.rounds),
        "order": standings.order,
        "notes": list(standings.notes),
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
        version=publication.number,
        published_at=publication.created_at,
        published_by=publication.published_by,
        reason=publication.reason,
    )


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


def publication_before(publication: StandingsPublication) -> StandingsPublication | None:
    """The version that this one replaced."""
    earlier = StandingsPublication.objects.filter(round=publication.round_id, number__lt=publication.number)
    return earlier.order_by("-number").first()


def changed_numbers(old: Standings | None, new: Standings) -> frozenset[int]:
    """Start numbers of the players whose line differs between two versions; empty without an older one."""
    if old is None:
        return frozenset()
    before = {row.number: row for row in old.rows}
    return frozenset(row.number for row in new.rows if before.get(row.number) != row)


def _players(rounds: Iterable[Round]) -> dict[Any, _Played]:
    lines = SeatResult.objects.filter(
        result__current=True, result__table__round__in=[one.pk for one in rounds]
    ).select_related("seat__entry", "result__table__round")
    players: dict[Any, _Played] = {}
    for line in lines.order_by("seat__entry__number"):
        player = players.setdefault(line.seat.entry_id, _Played(line.seat.entry))
        player.rounds[line.result.table.round.number] = line
    return players


def _add_best_hands(players: Mapping[Any, _Played], rounds: Iterable[Round], tournament: Tournament) -> None:
    """The best PB of a single hand of each player and round; read only where the criterion is chosen."""
    if BEST_HAND not in tournament.ranking_criteria:
        return
    seats = {
        (line.result.table_id, line.seat.position): (player, number)
        for player in players.values()
        for number, line in player.rounds.items()
    }
    hands = Hand.objects.filter(table__round__in=[one.pk for one in rounds], removed=False)
    for table_id, premium in hands.values_list("table_id", "premium").iterator(chunk_size=2000):
        for letter, points in premium.items():
            if (table_id, letter) in seats:
                player, number = seats[table_id, letter]
                player.best[number] = max(player.best.get(number, 0), points)


def _rank_round(players: Iterable[_Played], number: int, tournament: Tournament) -> None:
    """Places and BP of one round: by SB, then ZB, then the chosen criteria."""
    seated = [player for player in players if number in player.rounds]

    def key(player: _Played) -> tuple[int, ...]:
        line = player.rounds[number]
        further = player.further(tournament.ranking_criteria, (number,))
        return ranking.round_key(line.sb, line.zb, *further)

    ranked = ranking.rank(seated, key=key)
    points = _points([place for place, _player in ranked], tournament)
    for (place, player), bp in zip(ranked, points, strict=True):
        player.ranks[number] = (place, bp)


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


def _penalties(tournament: Tournament, upto: int) -> list[Penalty]:
    """Penalties in force that count after round ``upto``; one without a round counts from the beginning."""
    applied = tournament.penalties.filter(state=Penalty.State.APPLIED, round__discarded_at=None)
    ordered = applied.select_related("entry", "round").order_by(
        "round__number", "entry__number", "created_at", "pk"
    )
    return [one for one in ordered if one.round is None or one.round.number <= upto]


def _ranked_rows(
    players: Sequence[_Played], numbers: Sequence[int], tournament: Tournament, upto: int
) -> tuple[StandingRow, ...]:
    def key(player: _Played) -> tuple[int, ...]:
        main = ranking.tournament_key(
            order=cast(ranking.Order, tournament.ranking_order),
            sb=_sb(player),
            zb=player.total("zb"),
            bp=_bp(player),
        )
        return (*main, *player.further(tournament.ranking_criteria, numbers))

    return tuple(
        StandingRow(
            rank=place,
            number=player.entry.number,
            name=player.entry.name,
            club=player.entry.club,
            team=player.entry.team,
            money=player.total("money"),
            zb=player.total("zb"),
            premium=player.total("premium"),
            penalty=player.penalty,
            sb=_sb(player),
            bp=_bp(player),
            withdrawn=player.entry.withdrawn_after is not None and player.entry.withdrawn_after < upto,
            rounds=tuple(_round_figures(player, number) for number in numbers),
        )
        for place, player in ranking.rank(players, key=key)
    )


def _sb(player: _Played) -> int:
    """SB of a tournament: ZB + PB + penalties."""
    return player.total("sb") + player.penalty


def _bp(player: _Played) -> int:
    return sum(bp for _place, bp in player.ranks.values())


def _round_figures(player: _Played, number: int) -> RoundFigures | None:
    line = player.rounds.get(number)
    if line is None:
        return None
    place, bp = player.ranks[number]
    return RoundFigures(
        round=number,
        table=line.result.table.number,
        money=line.money,
        zb=line.zb,
        premium=line.premium,
        sb=line.sb,
        rank=place,
        bp=bp,
    )


def _result_notes(rounds: Iterable[Round]) -> list[str]:
    """Reasons of organisers and of corrections, each with its table."""
    numbers = {one.pk: one.number for one in rounds}
    results = (
        TableResult.objects.filter(current=True, table__round__in=list(numbers))
        .exclude(zero_reason="", rounding_reason="", reason="")
        .select_related("table")
        .order_by("table__round__number", "table__number")
    )
    notes = []
    for result in results:
        where = _("%(round)d. kolo, stůl %(table)d") % {
            "round": numbers[result.table.round_id],
            "table": result.table.number,
        }
        if result.zero_reason:
            notes.append(_("%(where)s: součet není nula – %(why)s") % _said(where, result.zero_reason))
        if result.rounding_reason:
            notes.append(_("%(where)s: jiné zaokrouhlení – %(why)s") % _said(where, result.rounding_reason))
        if result.reason:
            notes.append(_("%(where)s: %(why)s") % _said(where, result.reason))
    return notes


def _said(where: str, why: str) -> dict[str, str]:
    return {"where": where, "why": why}


def _penalty_notes(penalties: Iterable[Penalty]) -> list[str]:
    return [
        (
            _("%(who)s: trest −%(points)d bodů – %(why)s")
            if penalty.points
            else _("%(who)s: napomenutí – %(why)s")
        )
        % {"who": penalty.entry, "points": -penalty.points, "why": penalty.reason}
        for penalty in penalties
    ]


def _row_to_json(row: StandingRow) -> dict[str, Any]:
    plain = asdict(row)
    return {**plain, "rounds": list(plain["rounds"])}


def _row_from_json(data: Mapping[str, Any]) -> StandingRow:
    rounds = tuple(None if one is None else RoundFigures(**one) for one in data["rounds"])
    return StandingRow(**{**data, "rounds": rounds})
