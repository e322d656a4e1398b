"""Tables of a round: what was written, the running account, the result. One function for each figure."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max, Prefetch, QuerySet
from django.utils.translation import gettext as _

from rules import Rulebook, ranking
from scoring.adapters import parsed, rulebook_of, with_ruling
from scoring.models import Decision, Hand, SeatResult, TableResult
from scoring.wording import Wording, wording_of
from tournament.enums import TableState
from tournament.models import LogEntry, Round, Seat, Table, Tournament

CHANGES = ("scoring.hand.corrected", "scoring.hand.removed", "scoring.hand.restored", "scoring.hand.ruled")


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sits where; ``name`` is the substitute's where one plays."""

    letter: str
    number: int
    name: str
    club: str
    is_scribe: bool
    plays_for: str = ""


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums of a table's hands by seat: ``money`` in haléře, ``premium`` in points; ``count`` of hands."""

    money: dict[str, int]
    premium: dict[str, int]
    count: int


@dataclass(frozen=True, slots=True)
class SeatAmount:
    """What one seat got in one hand, and its account after it. Haléře and points."""

    letter: str
    money: int
    running: int
    premium: int


@dataclass(frozen=True, slots=True)
class HandRow:
    """One line of the table's account."""

    hand: Hand
    dealer: str
    declarer: str
    words: Wording
    amounts: tuple[SeatAmount, ...]
    ruling: Decision | None


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One player's line of a table's result. ``place`` at the table is shared by equal SB and ZB."""

    letter: str
    money: int
    zb: int
    premium: int
    sb: int
    place: int


@dataclass(frozen=True, slots=True)
class Difference:
    """Result minus hands of one seat, haléře and points."""

    letter: str
    money: int
    premium: int


@dataclass(frozen=True, slots=True)
class TableAccount:
    """Everything a table's page shows: seats, hands, sums, the current result and its older versions."""

    table: Table
    seats: tuple[SeatLine, ...]
    hands: tuple[HandRow, ...]
    removed: tuple[HandRow, ...]
    totals: Totals
    result: TableResult | None
    lines: tuple[ResultLine, ...]
    difference: tuple[Difference, ...]
    versions: tuple[TableResult, ...]

    @property
    def money_sum(self) -> int:
        """Zero at any moment (S24); shown so that everybody sees it."""
        return sum(self.totals.money.values())


def table_of(tournament: Tournament, round_number: int, table_number: int) -> Table | None:
    """A table with its round and tournament loaded."""
    return (
        Table.objects.select_related("round__tournament")
        .filter(
            round__tournament=tournament,
            round__discarded_at=None,
            round__number=round_number,
            number=table_number,
        )
        .first()
    )


def hand_of(table: Table, sequence: int) -> Hand | None:
    """One hand of a table by its number."""
    hand = Hand.objects.filter(table=table, sequence=sequence).first()
    if hand is not None:
        hand.table = table
    return hand


def seat_lines(table: Table) -> tuple[SeatLine, ...]:
    """The players of a table in the order of seats."""
    seats: Iterable[Seat] = table.seats.select_related("entry").order_by("position")
    return tuple(_seat_line(seat, table) for seat in seats)


def seat_lines_of(table: Table) -> tuple[SeatLine, ...]:
    """The same for a table whose seats are loaded with their entries."""
    return tuple(_seat_line(seat, table) for seat in sorted(table.seats.all(), key=lambda one: one.position))


def counted_hands(table: Table) -> QuerySet[Hand]:
    """The hands of a table that count, in order."""
    return Hand.objects.filter(table=table, removed=False).order_by("sequence")


def hand_totals(table: Table, letters: Iterable[str]) -> Totals:
    """The one sum of a table's hands: pages, results, prints and exports take it from here."""
    return sum_of(counted_hands(table).values_list("money", "premium"), letters)


def sum_of(amounts: Iterable[tuple[Mapping[str, int], Mapping[str, int]]], letters: Iterable[str]) -> Totals:
    """Sums of ``(money, premium)`` of hands by seat."""
    money = dict.fromkeys(letters, 0)
    premium = dict(money)
    count = 0
    for hand_money, hand_premium in amounts:
        count += 1
        for letter in money:
            money[letter] += hand_money[letter]
            premium[letter] += hand_premium[letter]
    return Totals(money, premium, count)


def current_result(table: Table) -> TableResult | None:
    """The result in force, with its lines and their seats loaded."""
    return TableResult.objects.filter(table=table, current=True).prefetch_related(_lines()).first()


def result_lines(result: TableResult | None) -> tuple[ResultLine, ...]:
    """The lines of a result in the order of seats, with the place at the table (SB, then ZB)."""
    if result is None:
        return ()
    lines = sorted(result.seats.all(), key=lambda line: line.seat.position)
    ranked = ranking.rank(lines, key=lambda line: ranking.round_key(line.sb, line.zb))
    places = {line.pk: place for place, line in ranked}
    return tuple(
        ResultLine(line.seat.position, line.money, line.zb, line.premium, line.sb, places[line.pk])
        for line in lines
    )


def result_difference(result: TableResult | None, totals: Totals) -> tuple[Difference, ...]:
    """Where a result and the hands do not agree, by seat; empty too when no hands were written."""
    if result is None or totals.count == 0:
        return ()
    found = (
        Difference(
            line.letter,
            line.money - totals.money[line.letter],
            line.premium - totals.premium[line.letter],
        )
        for line in result_lines(result)
    )
    return tuple(one for one in found if one.money or one.premium)


def table_account(table: Table) -> TableAccount:
    """The account of one table; the number of queries does not depend on the number of hands."""
    seats = seat_lines(table)
    letters = [seat.letter for seat in seats]
    hands = list(Hand.objects.filter(table=table).order_by("sequence").prefetch_related(_current_rulings()))
    for hand in hands:
        hand.table = table
    rulebook = rulebook_of(table.round.tournament)
    counted = [hand for hand in hands if not hand.removed]
    totals = sum_of(((hand.money, hand.premium) for hand in counted), letters)
    versions = tuple(TableResult.objects.filter(table=table).order_by("-number").prefetch_related(_lines()))
    result = next((version for version in versions if version.current), None)
    return TableAccount(
        table=table,
        seats=seats,
        hands=_rows(counted, letters, rulebook),
        removed=_rows([hand for hand in hands if hand.removed], letters, rulebook),
        totals=totals,
        result=result,
        lines=result_lines(result),
        difference=result_difference(result, totals),
        versions=versions,
    )


def round_accounts(round_: Round) -> list[TableAccount]:
    """The accounts of every table of a round, in order."""
    tables = list(round_.tables.order_by("number"))
    for table in tables:
        table.round = round_
    return [table_account(table) for table in tables]


def reading_of(record: Mapping[str, Any], rulebook: Rulebook) -> str:
    """A record that somebody pasted, in words: what the desk understood."""
    hand = parsed(record, rulebook)
    words = wording_of(hand)
    who = _("hraje %(who)s") % {"who": hand.declarer} if hand.declarer else ""
    dealer = _("rozdává %(who)s") % {"who": hand.dealer}
    return ", ".join(filter(None, (words.contract, who, dealer, words.fleks, words.result, words.note)))


def hand_row(hand: Hand, letters: Iterable[str]) -> HandRow:
    """One hand as a line of its own, its account starting with it."""
    return _rows([hand], list(letters), rulebook_of(hand.table.round.tournament))[0]


def current_ruling(hand: Hand) -> Decision | None:
    """The ruling that is in force on a hand; a cancelled one is not."""
    return next((one for one in hand.decisions.all() if one.current and not one.cancels), None)


def next_dealer(table: Table, letters: Iterable[str]) -> str:
    """Who deals next: the seat after the last dealer; after a misdeal the same player again (B/5)."""
    order = list(letters)
    last = Hand.objects.filter(table=table, removed=False).order_by("-sequence").first()
    if last is None:
        return order[0]
    place = order.index(last.record["dealer"])
    return order[place if last.record.get("kind") == "misdeal" else (place + 1) % len(order)]


def next_sequence(table: Table) -> int:
    """The number the next hand of a table gets; hands taken back keep theirs."""
    return (Hand.objects.filter(table=table).aggregate(highest=Max("sequence"))["highest"] or 0) + 1


def misdeals_of(table: Table) -> dict[str, int]:
    """How many misdeals each seat has had in this round at this table (B/5)."""
    found: dict[str, int] = {}
    for record in counted_hands(table).values_list("record", flat=True):
        if record.get("kind") == "misdeal":
            found[record["dealer"]] = found.get(record["dealer"], 0) + 1
    return found


def same_figures_at(table: Table, money: Mapping[str, int], premium: Mapping[str, int]) -> int | None:
    """The number of another table of the round with these very results: a sign of a mistyped sheet (S40)."""
    if not any(money.values()):
        return None
    wanted = [(money[letter], premium[letter]) for letter in sorted(money)]
    others = TableResult.objects.filter(table__round_id=table.round_id, current=True).exclude(table=table)
    for result in others.select_related("table").prefetch_related(_lines()):
        lines = [(line.money, line.premium) for line in result_lines(result)]
        if lines == wanted:
            return result.table.number
    return None


@dataclass(frozen=True, slots=True)
class BoardSeat:
    """A player on the board with his money in haléře: of the result, else of the hands, else ``None``."""

    seat: SeatLine
    money: int | None


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A table on the board of a round. ``attention``: the smaller, the sooner somebody should look at it."""

    table: Table
    seats: tuple[BoardSeat, ...]
    hands: int
    last_change: datetime | None
    rulings: int
    result: TableResult | None
    difference: tuple[Difference, ...]
    attention: int
    note: str

    @property
    def waits_for_first_hand(self) -> bool:
        """Nothing is written at the table yet."""
        return self.table.state == TableState.OPEN and not self.hands and self.result is None


def board_rows(round_: Round) -> tuple[BoardRow, ...]:
    """The tables of a round, those that need attention first; the number of queries is constant."""
    tables = list(
        round_.tables.prefetch_related(
            Prefetch("seats", Seat.objects.select_related("entry").order_by("position")),
            Prefetch("results", TableResult.objects.filter(current=True).prefetch_related(_lines())),
        )
    )
    hands = _hands_by_table(round_)
    changes = _last_changes(round_)
    rulings = _rulings_by_table(round_)
    rows = []
    for table in tables:
        table.round = round_
        written = hands.get(table.pk, [])
        letters = [seat.position for seat in table.seats.all()]
        totals = sum_of(((hand["money"], hand["premium"]) for hand in written), letters)
        result = next(iter(table.results.all()), None)
        difference = result_difference(result, totals)
        times = [hand["created_at"] for hand in written] + changes.get(table.pk, [])
        times += [result.confirmed_at or result.created_at] if result else []
        attention, note = _attention(table, totals, result, difference)
        rows.append(
            BoardRow(
                table=table,
                seats=_board_seats(table, totals, result),
                hands=totals.count,
                last_change=max(times, default=None),
                rulings=rulings.get(table.pk, 0),
                result=result,
                difference=difference,
                attention=attention,
                note=note,
            )
        )
    return tuple(sorted(rows, key=lambda row: (row.attention, row.table.number)))


def _board_seats(table: Table, totals: Totals, result: TableResult | None) -> tuple[BoardSeat, ...]:
    money: dict[str, int] = totals.money if totals.count else {}
    if result is not None:
        money = {line.letter: line.money for line in result_lines(result)}
    return tuple(BoardSeat(seat, money.get(seat.letter)) for seat in seat_lines_of(table))


def _attention(
    table: Table, totals: Totals, result: TableResult | None, difference: tuple[Difference, ...]
) -> tuple[int, str]:
    if difference and table.state in (TableState.OPEN, TableState.HANDED_IN):
        return 0, _("Papír a hry se liší")
    if table.state == TableState.HANDED_IN:
        return 1, _("Čeká na potvrzení") if result or totals.count else _("Odevzdáno bez her a výsledku")
    if table.state == TableState.OPEN:
        if totals.count:
            return 2, ""
        return (1, _("Čeká na potvrzení")) if result else (3, "")
    return 4, ""


def _hands_by_table(round_: Round) -> dict[uuid.UUID, list[dict[str, Any]]]:
    found: dict[uuid.UUID, list[dict[str, Any]]] = {}
    hands = Hand.objects.filter(table__round=round_, removed=False)
    for hand in hands.values("table_id", "money", "premium", "created_at"):
        found.setdefault(hand["table_id"], []).append(dict(hand))
    return found


def _last_changes(round_: Round) -> dict[uuid.UUID, list[datetime]]:
    """Times of corrections by table: a hand keeps its time of writing, so they stand in the log."""
    hands = dict(Hand.objects.filter(table__round=round_, version__gt=1).values_list("pk", "table_id"))
    found: dict[uuid.UUID, list[datetime]] = {}
    logged = LogEntry.objects.filter(
        tournament_id=round_.tournament_id,
        action__in=CHANGES,
        object_id__in=Hand.objects.filter(table__round=round_, version__gt=1).values("pk"),
    )
    for hand_id, at in logged.values_list("object_id", "at"):
        if hand_id is not None:
            found.setdefault(hands[hand_id], []).append(at)
    return found


def _rulings_by_table(round_: Round) -> dict[uuid.UUID, int]:
    found: dict[uuid.UUID, int] = {}
    rulings = Decision.objects.filter(hand__table__round=round_, current=True, cancels=False)
    for table_id in rulings.values_list("hand__table_id", flat=True):
        found[table_id] = found.get(table_id, 0) + 1
    return found


def _seat_line(seat: Seat, table: Table) -> SeatLine:
    entry = seat.entry
    return SeatLine(
        letter=seat.position,
        number=entry.number,
        name=seat.substitute or entry.name,
        club=entry.club,
        is_scribe=seat.position == table.scribe_seat,
        plays_for=entry.name if seat.substitute else "",
    )


def _rows(hands: Iterable[Hand], letters: list[str], rulebook: Rulebook) -> tuple[HandRow, ...]:
    running = dict.fromkeys(letters, 0)
    rows = []
    for hand in hands:
        amounts = []
        for letter in letters:
            running[letter] += hand.money[letter]
            amounts.append(SeatAmount(letter, hand.money[letter], running[letter], hand.premium[letter]))
        ruling = current_ruling(hand)
        read = parsed(with_ruling(hand.record, ruling.patch if ruling else None), rulebook)
        rows.append(
            HandRow(
                hand=hand,
                dealer=read.dealer,
                declarer=read.declarer or "",
                words=wording_of(read),
                amounts=tuple(amounts),
                ruling=ruling,
            )
        )
    return tuple(rows)


def _current_rulings() -> "Prefetch[Any]":
    return Prefetch("decisions", Decision.objects.filter(current=True))


def _lines() -> "Prefetch[Any]":
    return Prefetch("seats", SeatResult.objects.select_related("seat"))
