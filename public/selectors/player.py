"""What one player sees of a tournament: his places, his results, how he stands, why his hands paid so.

Only what was published: seats of published rounds, results and hands of closed ones, places in published
standings.
"""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from rules import Settlement
from scoring.enums import ResultSource
from scoring.models import StandingsPublication
from scoring.selectors.standings import StandingRow, newest_publications, published_row
from scoring.selectors.tables import (
    HandRow,
    ResultLine,
    SeatAmount,
    SeatLine,
    TableAccount,
    accounts_of,
    explained,
    names_of,
    seat_lines_of,
)
from tournament.enums import CLOSED_STATES, RankingOrder
from tournament.models import Entry, Round, Seat, Table, Tournament
from tournament.selectors.finding import round_now, shown_rounds


@dataclass(frozen=True, slots=True)
class Placing:
    """His line (``row``) in the standings published after a round, of so many players.

    ``by_bp``: BP decide the order, otherwise SB.
    """

    round: int
    of: int
    by_bp: bool
    row: StandingRow


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of his table with the sentences of its settlement; ``own`` is what it meant for him.

    ``ruled``: a referee decided it; ``ruling`` is what he said for everybody, where it is public already.
    """

    row: HandRow
    declarer: str
    own: SeatAmount
    others: tuple[tuple[SeatLine, SeatAmount], ...]
    settlement: Settlement
    ruled: bool
    ruling: str


@dataclass(frozen=True, slots=True)
class AtTable:
    """Somebody at the table and, in a closed round, his result."""

    seat: SeatLine
    line: ResultLine | None
    is_own: bool


@dataclass(frozen=True, slots=True)
class PlayersRound:
    """A published round in which he sits.

    ``missing`` is why a closed table has no result, ``from_paper``: its result was taken from paper.
    ``by_code``: its hands are shown only to whoever has the code of its sheet; ``hands`` is then empty.
    """

    round: Round
    table: Table
    own: AtTable
    people: tuple[AtTable, ...]
    is_closed: bool
    missing: str
    from_paper: bool
    hands: tuple[PlayedHand, ...]
    by_code: bool
    placing: Placing | None

    @property
    def others(self) -> tuple[AtTable, ...]:
        """Whom he plays with."""
        return tuple(one for one in self.people if not one.is_own)


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """Everything of one player; ``rounds`` from the newest.

    ``now`` is the round that is played, ``sits`` his place in it, ``last`` his newest place.
    """

    entry: Entry
    now: Round | None
    sits: PlayersRound | None
    rounds: tuple[PlayersRound, ...]
    last: Placing | None


def player_page(tournament: Tournament, number: int, *, opened: Table | None = None) -> PlayerPage | None:
    """The page of start number ``number``; ``None`` for somebody who sits in no published round.

    ``opened``: the table whose hands are shown whatever the setting says. The number of queries is constant.
    """
    entry = Entry.objects.filter(tournament=tournament, number=number).first()
    rounds = {one.pk: one for one in shown_rounds(tournament)}
    tables = _tables_of(entry, rounds, tournament) if entry else []
    if entry is None or not tables:
        return None
    publications = newest_publications(tournament)
    placings = {one.round: one for one in _placings(publications, number)}
    published = {one.round.number for one in publications}
    closed = accounts_of([table for table in tables if table.round.state in CLOSED_STATES])
    accounts = {account.table.pk: account for account in closed}
    shown = {pk for pk in accounts if tournament.hands_public or (opened and opened.pk == pk)}
    played = tuple(
        _round_of(
            table,
            number,
            accounts.get(table.pk),
            with_hands=table.pk in shown,
            with_rulings=table.round.number in published,
            placing=placings.get(table.round.number),
        )
        for table in tables
    )
    now = round_now(rounds.values())
    return PlayerPage(
        entry=entry,
        now=now,
        sits=next((one for one in played if one.round == now), None),
        rounds=played,
        last=placings[max(placings)] if placings else None,
    )


def closed_table_of(tournament: Tournament, number: int, code: str) -> Table | None:
    """The table of a closed round with this code on its sheet at which the player sits.

    A code that was replaced opens nothing: its sheet lies who knows where.
    """
    tables = _closed_tables(tournament, number)
    return tables.filter(links__code=code, links__active=True).first()


def closed_table(tournament: Tournament, number: int, pk: uuid.UUID) -> Table | None:
    """The table of a closed round with this id at which the player sits."""
    return _closed_tables(tournament, number).filter(pk=pk).first()


def _closed_tables(tournament: Tournament, number: int) -> QuerySet[Table]:
    return Table.objects.filter(
        round__tournament=tournament,
        round__discarded_at=None,
        round__state__in=CLOSED_STATES,
        seats__entry__number=number,
    )


def _tables_of(entry: Entry, rounds: Mapping[uuid.UUID, Round], tournament: Tournament) -> list[Table]:
    """His tables from the newest round, with their people."""
    tables = list(
        Table.objects.filter(seats__entry=entry, round__in=list(rounds))
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("entry")))
        .order_by("-round__number")
    )
    for table in tables:
        table.round = rounds[table.round_id]
        table.round.tournament = tournament
    return tables


def _placings(publications: Iterable[StandingsPublication], number: int) -> Iterable[Placing]:
    for publication in publications:
        row = published_row(publication, number)
        if row is not None:
            yield Placing(
                round=publication.round.number,
                of=len(publication.rows["rows"]),
                by_bp=publication.rows["order"] == RankingOrder.BP,
                row=row,
            )


def _round_of(
    table: Table,
    number: int,
    account: TableAccount | None,
    *,
    with_hands: bool,
    with_rulings: bool,
    placing: Placing | None,
) -> PlayersRound:
    """One round; ``account`` only of a closed one, so that nothing of a running one can be shown."""
    lines = {line.letter: line for line in account.lines} if account and not account.missing else {}
    people = tuple(
        AtTable(seat, lines.get(seat.letter), is_own=seat.number == number) for seat in seat_lines_of(table)
    )
    own = next(one for one in people if one.is_own)
    hands = account.hands if account else ()
    return PlayersRound(
        round=table.round,
        table=table,
        own=own,
        people=people,
        is_closed=account is not None,
        missing=account.missing if account else "",
        from_paper=bool(account and account.result and account.result.source == ResultSource.PAPER),
        hands=tuple(_hand(row, account, own.seat, with_ruling=with_rulings) for row in hands)
        if account and with_hands
        else (),
        by_code=bool(hands) and not with_hands,
        placing=placing,
    )


def _hand(row: HandRow, account: TableAccount, own: SeatLine, *, with_ruling: bool) -> PlayedHand:
    amounts = {amount.letter: amount for amount in row.amounts}
    return PlayedHand(
        row=row,
        declarer=names_of(account.seats).get(row.declarer, ""),
        own=amounts[own.letter],
        others=tuple((seat, amounts[seat.letter]) for seat in account.seats if seat != own),
        settlement=explained(row.read.settlement, account.seats),
        ruled=row.ruling is not None,
        ruling=row.ruling.public_reason if row.ruling and with_ruling else "",
    )
