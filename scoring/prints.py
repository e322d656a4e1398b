"""What each printed document holds, taken from the same selectors as the screens.

Money in haléře, points whole, BP in hundredths; the templates only set type.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.conf import settings
from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext as _

from rules import Rulebook, Settlement
from scoring.adapters import rulebook_of, settlement_of
from scoring.selectors.rulebook import Fixed, Ladder, Rates, ladder_of, rates_of
from scoring.selectors.standings import RoundFigures, StandingRow, Standings
from scoring.selectors.tables import HandRow, SeatLine, TableAccount, seat_lines_of, table_account
from tournament.enums import CLOSED_STATES
from tournament.lib.print_data import (
    HighPremium,
    SeatingPlan,
    SeatingSeat,
    SeatingTable,
    SheetHand,
    SheetPage,
    SheetSeat,
    SheetTotals,
    StandingsCell,
    StandingsPrint,
    StandingsRow,
)
from tournament.models import Round, Seat, Table, TableLink, Tournament

LINKS = "active_links"
"""Where ``_tables`` keeps the links of a table that still lead somewhere."""

HIGH_PREMIUM = 50
"""A hand with this many points or more must be written on the stolový lístek (B/1)."""


@dataclass(frozen=True, slots=True)
class RatesPrint:
    """Sazebník and žebříček of a tournament on paper; ``amounts``: the fixed ones in two columns."""

    tournament: str
    date: datetime.date
    place: str
    rates: Rates
    ladder: Ladder
    amounts: tuple[tuple[Fixed, ...], ...]


@dataclass(frozen=True, slots=True)
class ExplainedHand:
    """A hand with everything its amounts follow from; ``amounts`` are (haléře, points) by seat."""

    row: HandRow
    settlement: Settlement
    amounts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ExplainedTable:
    """The hands of a table, and its sums as (haléře, points) by seat."""

    number: int
    seats: tuple[SeatLine, ...]
    hands: tuple[ExplainedHand, ...]
    totals: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Explanations:
    """The reckoning of a round, hand by hand, sentence by sentence."""

    tournament: str
    round_name: str
    date: datetime.date
    place: str
    rulebook: Rulebook
    tables: tuple[ExplainedTable, ...]


def blank_sheets(round_: Round, number: int | None = None) -> tuple[SheetPage, ...]:
    """A stolový lístek for every table, or for the one with ``number``, to be filled in by hand.

    The number of queries is constant.
    """
    tables = [table for table in _tables(round_) if number in (None, table.number)]
    return tuple(_sheet(table, seat_lines_of(table)) for table in tables)


def filled_sheets(round_: Round) -> tuple[SheetPage, ...]:
    """The same with the hands and the result written so far."""
    return tuple(_filled_sheet(table_account(table)) for table in _tables(round_))


def seating_plan(round_: Round) -> SeatingPlan:
    """Who sits where, for the wall; people sort themselves by the template used."""
    tournament = round_.tournament
    draw = round_.draws.filter(current=True).only("seed").first()
    return SeatingPlan(
        tournament=tournament.name,
        round_name=_round_name(round_),
        date=tournament.date,
        place=tournament.place,
        tables=tuple(
            SeatingTable(
                number=table.number,
                seats=tuple(
                    SeatingSeat(seat.letter, seat.number, seat.name, seat.club)
                    for seat in seat_lines_of(table)
                ),
            )
            for table in _tables(round_)
        ),
        seed=draw.seed if draw else "",
    )


def standings_print(
    tournament: Tournament, standings: Standings, changed: Iterable[int] = ()
) -> StandingsPrint:
    """The standings as they hang on the wall; ``changed``: start numbers marked as corrected."""
    marked = frozenset(changed)
    title = _("Pořadí po %(number)d. kole") % {"number": standings.round}
    if standings.version is not None and standings.version > 1:
        title += ", " + _("oprava č. %(number)d") % {"number": standings.version - 1}
    reason = (_("Důvod opravy: %(reason)s") % {"reason": standings.reason},) if standings.reason else ()
    return StandingsPrint(
        tournament=tournament.name,
        title=title,
        date=tournament.date,
        place=tournament.place,
        rounds=tuple(_("%(number)d. kolo") % {"number": number} for number in standings.rounds),
        rows=tuple(_standings_row(row, marked) for row in standings.rows),
        order=standings.order,
        notes=(*reason, *standings.notes),
    )


def explanations(round_: Round) -> Explanations:
    """Why everybody got what he got: every counted hand of a round with the sentences of its settlement."""
    tournament = round_.tournament
    rulebook = rulebook_of(tournament)
    return Explanations(
        tournament=tournament.name,
        round_name=_round_name(round_),
        date=tournament.date,
        place=tournament.place,
        rulebook=rulebook,
        tables=tuple(_explained(table_account(table), rulebook) for table in _tables(round_)),
    )


def rates_print(tournament: Tournament) -> RatesPrint:
    """The rules of a tournament in figures, as they hang on the wall."""
    rulebook = rulebook_of(tournament)
    rates = rates_of(rulebook)
    return RatesPrint(
        tournament=tournament.name,
        date=tournament.date,
        place=tournament.place,
        rates=rates,
        ladder=ladder_of(rulebook),
        amounts=((*rates.quiet, *rates.fixed), rates.limits),
    )


def _tables(round_: Round) -> list[Table]:
    tables: list[Table] = list(
        round_.tables.order_by("number").prefetch_related(
            Prefetch("seats", Seat.objects.select_related("entry").order_by("position")),
            Prefetch("links", TableLink.objects.filter(active=True), to_attr=LINKS),
        )
    )
    for table in tables:
        table.round = round_
    return tables


def _explained(account: TableAccount, rulebook: Rulebook) -> ExplainedTable:
    money, premium = account.totals.money, account.totals.premium
    return ExplainedTable(
        number=account.table.number,
        seats=account.seats,
        hands=tuple(
            ExplainedHand(
                row=row,
                settlement=settlement_of(row.hand.record, row.ruling.patch if row.ruling else None, rulebook),
                amounts=tuple((amount.money, amount.premium) for amount in row.amounts),
            )
            for row in account.hands
        ),
        totals=tuple((money[seat.letter], premium[seat.letter]) for seat in account.seats),
    )


def _sheet(table: Table, seats: Iterable[SeatLine]) -> SheetPage:
    tournament = table.round.tournament
    # A closed table's link answers 404, so its sheet carries none.
    open_links: list[TableLink] = [] if table.round.state in CLOSED_STATES else getattr(table, LINKS)
    link = next(iter(open_links), None)
    return SheetPage(
        tournament=tournament.name,
        round_name=_round_name(table.round),
        table=table.number,
        date=tournament.date,
        place=tournament.place,
        rulebook=_rulebook_name(tournament),
        seats=tuple(SheetSeat(seat.letter, seat.number, seat.name, seat.club) for seat in seats),
        entry_url=scribe_address(link) if link else "",
        short_code=link.code if link else "",
        door_url=door_address() if link else "",
        scribe=table.scribe_seat,
    )


def _filled_sheet(account: TableAccount) -> SheetPage:
    return replace(
        _sheet(account.table, account.seats),
        hands=tuple(_hand(row) for row in account.hands),
        totals=_totals(account),
        high_premiums=tuple(
            HighPremium(amount.letter, row.hand.sequence, amount.premium)
            for row in account.hands
            for amount in row.amounts
            if amount.premium >= HIGH_PREMIUM
        ),
        note=_result_note(account),
    )


def _hand(row: HandRow) -> SheetHand:
    return SheetHand(
        number=row.hand.sequence,
        dealer=row.dealer,
        declarer=row.declarer,
        contract=row.words.contract,
        red=row.words.red,
        fleks=row.words.fleks,
        result=row.words.short_result,
        money=tuple(amount.money for amount in row.amounts),
        premium=tuple(amount.premium for amount in row.amounts),
        note=row.words.note,
    )


def _totals(account: TableAccount) -> SheetTotals | None:
    if not account.lines:
        return None
    return SheetTotals(
        money=tuple(line.money for line in account.lines),
        zb=tuple(line.zb for line in account.lines),
        premium=tuple(line.premium for line in account.lines),
        sb=tuple(line.sb for line in account.lines),
        order=tuple(line.place for line in account.lines),
    )


def _result_note(account: TableAccount) -> str:
    result = account.result
    if result is None:
        return ""
    return " · ".join(filter(None, (result.zero_reason, result.rounding_reason, result.reason)))


def _standings_row(row: StandingRow, changed: frozenset[int]) -> StandingsRow:
    return StandingsRow(
        rank=row.rank,
        number=row.number,
        name=row.name,
        club=row.club,
        money=row.money,
        zb=row.zb,
        premium=row.premium,
        penalty=row.penalty,
        sb=row.sb,
        bp=row.bp,
        rounds=tuple(None if figures is None else _cell(figures) for figures in row.rounds),
        changed=row.number in changed,
        withdrawn=row.withdrawn,
    )


def _cell(figures: RoundFigures) -> StandingsCell:
    return StandingsCell(
        table=figures.table,
        zb=figures.zb,
        premium=figures.premium,
        sb=figures.sb,
        rank=figures.rank,
        bp=figures.bp,
    )


def scribe_address(link: TableLink) -> str:
    """The whole address behind a table's QR code, on the network the hall uses (setting PUBLIC_URL)."""
    return f"{settings.PUBLIC_URL}{reverse('scoring:scribe', kwargs={'token': link.token})}"


def door_address() -> str:
    """The whole address where a scribe types the short code of his table."""
    return f"{settings.PUBLIC_URL}{reverse('scoring:scribe_door')}"


def _round_name(round_: Round) -> str:
    return _("%(number)d. kolo") % {"number": round_.number}


def _rulebook_name(tournament: Tournament) -> str:
    return rulebook_of(tournament).name
