"""What each printed document holds, taken from the same selectors as the screens.

Money in haléře, points whole, BP in hundredths; the templates only set type.
"""

import datetime
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from django.conf import settings
from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext as _

from rules import Rulebook, Settlement
from rules.entitlements import must_be_listed
from scoring.adapters import rulebook_of
from scoring.columns import listing_of
from scoring.enums import ResultSource
from scoring.printing.records import (
    HighPremium,
    SeatingPlan,
    SeatingTable,
    SheetHand,
    SheetPage,
    SheetTotals,
    StandingsPrint,
)
from scoring.selectors.articles import RulesText, rules_text_of
from scoring.selectors.rulebook import Fixed, Ladder, Rates, ladder_of, rates_of
from scoring.selectors.standings import Changes, Standings, standings_stamp
from scoring.selectors.tables import (
    HandRow,
    SeatLine,
    TableAccount,
    Totals,
    accounts_of,
    explained,
    round_accounts,
    seat_lines_of,
    table_stamps,
)
from tournament.actors import Actor
from tournament.lib.reach import Reached, reach_of
from tournament.lib.stamps import moment_words, state_stamp, version_stamp
from tournament.lifecycle import Act, allowed
from tournament.models import Round, Seat, Table, TableLink, Tournament
from tournament.selectors.seating import seating_stamp

LONG_TITLE = 36
"""A longer name of a tournament is set smaller on its invitation."""

LINKS = "active_links"
"""Where ``_tables`` keeps the links of a table that still lead somewhere."""


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
class InvitationPrint:
    """The invitation that hangs where players meet: what, when, where, for how much, how to register.

    ``reached`` is the address of registration from home; ``closing`` says until when it is open.
    """

    tournament: str
    date: datetime.date
    place: str
    fee: int
    text: str
    closing: str
    reached: Reached

    @property
    def long(self) -> bool:
        """Whether the name needs smaller type."""
        return len(self.tournament) > LONG_TITLE


@dataclass(frozen=True, slots=True)
class ArticlesPrint:
    """The text of the rules on paper, with the amounts of a tournament."""

    tournament: str
    date: datetime.date
    place: str
    text: RulesText


@dataclass(frozen=True, slots=True)
class ExplainedHand:
    """A hand with everything its amounts follow from; ``amounts`` are (haléře, points) by seat."""

    row: HandRow
    settlement: Settlement
    amounts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ExplainedTable:
    """The hands of a table, and their sums as (haléře, points) by seat; ``stamp``: version and time.

    ``result`` are its figures where a result from paper says them instead of the hands, else empty;
    ``missing`` says why it has none and that the round does not count.
    """

    number: int
    seats: tuple[SeatLine, ...]
    hands: tuple[ExplainedHand, ...]
    totals: tuple[tuple[int, int], ...]
    stamp: str
    result: tuple[tuple[int, int], ...] = ()
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Explanations:
    """The reckoning of a round, hand by hand, sentence by sentence."""

    tournament: str
    round_name: str
    date: datetime.date
    place: str
    rulebook: Rulebook
    tables: tuple[ExplainedTable, ...]


def blank_sheets(round_: Round, numbers: Collection[int] = ()) -> tuple[SheetPage, ...]:
    """A stolový lístek for every table, or for those with ``numbers``, to be filled in by hand.

    The number of queries is constant.
    """
    stamp = seating_stamp(round_).words
    return tuple(_sheet(table, seat_lines_of(table), stamp) for table in _tables(round_, numbers))


def filled_sheets(round_: Round, numbers: Collection[int] = ()) -> tuple[SheetPage, ...]:
    """The same with the hands and the result written so far; the number of queries is constant too."""
    written = table_stamps(round_)
    return tuple(
        _filled_sheet(account, _table_stamp(account, written))
        for account in accounts_of(_tables(round_, numbers))
    )


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
                seats=seat_lines_of(table),
            )
            for table in _tables(round_)
        ),
        reached=reach_of(reverse("tournament:overview", args=[tournament.slug])),
        seed=draw.seed if draw else "",
        stamp=seating_stamp(round_).words,
    )


def standings_print(
    tournament: Tournament, standings: Standings, changes: Changes | None = None
) -> StandingsPrint:
    """The standings as they hang on the wall; ``changes``: what is marked as corrected."""
    title = _("Pořadí po %(number)d. kole") % {"number": standings.round}
    reason = (_("Důvod opravy: %(reason)s") % {"reason": standings.reason},) if standings.reason else ()
    return StandingsPrint(
        tournament=tournament.name,
        title=title,
        date=tournament.date,
        place=tournament.place,
        listing=listing_of(standings),
        changes=changes or {},
        notes=(*reason, *standings.further_notes),
        stamp=standings_stamp(standings).words,
    )


def explanations(round_: Round, actor: Actor | None = None) -> Explanations:
    """Why everybody got what he got: every counted hand of a round with the sentences of its settlement.

    With an ``actor`` only the tables whose hands he may see. The number of queries is constant.
    """
    tournament = round_.tournament
    rulebook = rulebook_of(tournament)
    written = table_stamps(round_)
    return Explanations(
        tournament=tournament.name,
        round_name=_round_name(round_),
        date=tournament.date,
        place=tournament.place,
        rulebook=rulebook,
        tables=tuple(
            _explained(account, _table_stamp(account, written))
            for account in round_accounts(round_)
            if actor is None or actor.may_see_hands(account.table.pk, account.table.number)
        ),
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


def invitation_print(tournament: Tournament) -> InvitationPrint:
    """How one registers from home, to be hung up and handed out; it says nothing that changes meanwhile."""
    return InvitationPrint(
        tournament=tournament.name,
        date=tournament.date,
        place=tournament.place,
        fee=tournament.fee,
        text=tournament.home_text,
        closing=moment_words(tournament.home_until) if tournament.home_until else "",
        reached=reach_of(reverse("tournament:apply", args=[tournament.slug])),
    )


def articles_print(tournament: Tournament) -> ArticlesPrint:
    """Every article of the rules with its examples."""
    text = rules_text_of(rulebook_of(tournament))
    return ArticlesPrint(tournament.name, tournament.date, tournament.place, text)


def _tables(round_: Round, numbers: Collection[int] = ()) -> list[Table]:
    """The tables of the round, or those with ``numbers``, with everything a print of them needs."""
    tables: list[Table] = list(
        round_.tables.order_by("number").prefetch_related(
            Prefetch("seats", Seat.objects.select_related("entry").order_by("position")),
            Prefetch("links", TableLink.objects.filter(active=True), to_attr=LINKS),
        )
    )
    for table in tables:
        table.round = round_
    return [table for table in tables if not numbers or table.number in numbers]


def _table_stamp(account: TableAccount, written: Mapping[int, datetime.datetime]) -> str:
    """The version of the result, and when something was last written at the table."""
    at = written.get(account.table.number)
    stamp = version_stamp(account.result.number, at) if account.result else state_stamp(at)
    return stamp.words


def _explained(account: TableAccount, stamp: str) -> ExplainedTable:
    from_paper = account.result is not None and account.result.source == ResultSource.PAPER
    return ExplainedTable(
        number=account.table.number,
        seats=account.seats,
        hands=tuple(
            ExplainedHand(
                row=row,
                settlement=explained(row.read.settlement, account.seats),
                amounts=tuple((amount.money, amount.premium) for amount in row.amounts),
            )
            for row in account.hands
        ),
        totals=_by_seat(account.seats, account.totals),
        stamp=stamp,
        result=_by_seat(account.seats, account.figures) if from_paper else (),
        missing=_result_note(account) if account.missing else "",
    )


def _by_seat(seats: Iterable[SeatLine], figures: Totals) -> tuple[tuple[int, int], ...]:
    return tuple((figures.money[seat.letter], figures.premium[seat.letter]) for seat in seats)


def _sheet(table: Table, seats: tuple[SeatLine, ...], stamp: str) -> SheetPage:
    tournament = table.round.tournament
    # A closed table's link answers 404, so its sheet carries none.
    open_links: list[TableLink] = getattr(table, LINKS) if allowed(Act.SCRIBE, table.round.state) else []
    link = next(iter(open_links), None)
    return SheetPage(
        tournament=tournament.name,
        round_name=_round_name(table.round),
        table=table.number,
        date=tournament.date,
        place=tournament.place,
        rulebook=_rulebook_name(tournament),
        seats=seats,
        entry_url=scribe_address(link) if link else "",
        short_code=link.code if link else "",
        door_url=door_address() if link else "",
        stamp=stamp,
    )


def _filled_sheet(account: TableAccount, stamp: str) -> SheetPage:
    return replace(
        _sheet(account.table, account.seats, stamp),
        hands=tuple(_hand(row) for row in account.hands),
        totals=_totals(account),
        high_premiums=tuple(
            HighPremium(amount.letter, row.hand.sequence, amount.premium)
            for row in account.hands
            for amount in row.amounts
            if must_be_listed(amount.premium)
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
    if account.missing or not account.lines:
        return None
    return SheetTotals(
        money=tuple(line.money for line in account.lines),
        zb=tuple(line.zb for line in account.lines),
        premium=tuple(line.premium for line in account.lines),
        sb=tuple(line.sb for line in account.lines),
        order=tuple(line.place for line in account.lines),
    )


def _result_note(account: TableAccount) -> str:
    if account.missing:
        return _("Stůl bez výsledku, kolo se jeho hráčům nepočítá: %(why)s") % {"why": account.missing}
    result = account.result
    if result is None:
        return ""
    return " · ".join(filter(None, (result.zero_reason, result.rounding_reason, result.reason)))


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
