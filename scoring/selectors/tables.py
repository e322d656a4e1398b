"""Tables of a round: what was written, the running account, the result. One function for each figure."""

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import IntegerField, Max, OuterRef, Prefetch, QuerySet, UUIDField
from django.utils.translation import gettext as _

from rules import Rulebook, Settlement, ranking
from scoring.adapters import ReadHand, rulebook_of, stored_hand
from scoring.enums import Approval
from scoring.models import Decision, Hand, SeatResult, TableResult
from scoring.wording import Wording, wording_of
from tournament.lib.prepared import Prepared
from tournament.lib.stamps import Stamp, state_stamp
from tournament.lifecycle import FINISHED_TABLES, WITHOUT_RESULT, TableAct, allowed_at
from tournament.models import LogEntry, Round, Seat, Table

OfTable = TypeVar("OfTable", Seat, Hand, TableResult)

CHANGES = (
    "scoring.hand.recorded",
    "scoring.hand.corrected",
    "scoring.hand.removed",
    "scoring.hand.restored",
    "scoring.hand.ruled",
    "scoring.result.entered",
    "scoring.result.confirmed",
    "scoring.result.corrected",
)
"""Actions after which a table is not what it was."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sits where; ``name`` is the substitute's where one plays."""

    letter: str
    number: int
    name: str
    club: str = ""
    is_scribe: bool = False
    plays_for: str = ""


def names_of(seats: Iterable[SeatLine]) -> dict[str, str]:
    """Letter → name by which sentences know a player; people of one name have their letters beside it."""
    seats = tuple(seats)
    names = Counter(seat.name for seat in seats)
    return {
        seat.letter: seat.name if names[seat.name] == 1 else f"{seat.name} ({seat.letter})" for seat in seats
    }


def explained(settlement: Settlement, seats: Iterable[SeatLine]) -> Settlement:
    """The same settlement with the people of the table in its sentences."""
    return settlement.named(names_of(seats))


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
    """One line of the table's account; ``read`` is the hand as it is paid, with the ruling in force."""

    hand: Hand
    read: ReadHand
    words: Wording
    amounts: tuple[SeatAmount, ...]
    ruling: Decision | None

    @property
    def dealer(self) -> str:
        """The seat that dealt."""
        return self.read.hand.dealer

    @property
    def declarer(self) -> str:
        """The seat that declared, empty where nobody did."""
        return self.read.hand.declarer or ""


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
    def missing(self) -> str:
        """Why the table has no result; empty where it has one, or where one is awaited."""
        return self.table.no_result_reason if self.table.state in WITHOUT_RESULT else ""

    @property
    def waiting(self) -> TableResult | None:
        """The correction that waits for a second person; its figures count nowhere."""
        return next((one for one in self.versions if one.approval == Approval.WAITING), None)

    @property
    def figures(self) -> Totals:
        """What everybody at the table has, wherever the table is shown (``figures_of``)."""
        return figures_of(None if self.missing else self.result, self.totals)

    @property
    def money_sum(self) -> int:
        """Zero at any moment (S24); shown so that everybody sees it."""
        return sum(self.figures.money.values())


def table_of(slug: str, round_number: int, table_number: int) -> Table | None:
    """A table with its round and tournament loaded, by the address of the tournament."""
    return (
        Table.objects.select_related("round__tournament")
        .filter(
            round__tournament__slug=slug,
            round__discarded_at=None,
            round__number=round_number,
            number=table_number,
        )
        .first()
    )


def next_incomplete(round_: Round, after: int, *, typed: bool = True) -> Table | None:
    """The table after number ``after`` whose result is not confirmed, then again from the first one.

    With ``typed=False`` only tables without a result: for somebody who types what another one confirms.
    """
    waiting = round_.tables.exclude(state__in=FINISHED_TABLES)
    if not typed:
        waiting = waiting.exclude(results__current=True)
    tables = list(waiting.order_by("number"))
    return next((table for table in tables if table.number > after), next(iter(tables), None))


def round_stamp(round_: Round) -> Stamp:
    """The state of everything written in a round, by the last thing written there."""
    last = LogEntry.objects.filter(round=round_).order_by("-sequence").first()
    return state_stamp(last.at if last else None)


def table_stamps(round_: Round) -> dict[int, datetime]:
    """When something was last written at each table of a round, by the order of writing."""
    logged = LogEntry.objects.filter(round=round_, table_number__isnull=False).order_by()
    newest = logged.values("table_number").annotate(last=Max("sequence")).values("last")
    found = LogEntry.objects.filter(sequence__in=newest).values_list("table_number", "at")
    return {number: at for number, at in found if number is not None}


_MARK: Prepared[int] = Prepared(
    lambda **place: log_of(**place).values_list("sequence", flat=True)[:1],
    round_id=UUIDField(),
    number=IntegerField(),
)


def table_mark(table: Table) -> int:
    """Grows with everything written about a table: who has seen this mark has seen everything so far."""
    return _MARK.first(round_id=table.round_id, number=table.number) or 0


def marks_of(hand: Hand) -> tuple[int, int]:
    """The mark of a table just before this hand was written, and with it.

    Who had seen the first and knows of the hand has seen the second.
    """
    own = LogEntry.objects.filter(object_id=hand.pk).order_by("sequence").values_list("sequence", flat=True)
    written = own.first() or 0
    log = log_of(hand.table.round_id, hand.table.number)
    earlier = log.filter(sequence__lt=written).values_list("sequence", flat=True)
    return earlier.first() or 0, written


def log_of(round_id: uuid.UUID | OuterRef, number: int | OuterRef) -> "QuerySet[LogEntry]":
    """Everything written about the table with this number of a round, the newest first."""
    return LogEntry.objects.filter(round_id=round_id, table_number=number).order_by("-sequence")


def hand_of(table: Table, sequence: int) -> Hand | None:
    """One hand of a table by its number."""
    hand = Hand.objects.filter(table=table, sequence=sequence).first()
    if hand is not None:
        hand.table = table
    return hand


_SEATED: Prepared[Seat] = Prepared(
    lambda table_id: (
        Seat.objects.filter(table_id=table_id)
        .select_related("entry")
        .only("position", "substitute", "entry__number", "entry__name", "entry__club")
        .order_by("position")
    ),
    table_id=UUIDField(),
)


def seat_lines(table: Table) -> tuple[SeatLine, ...]:
    """The players of a table in the order of seats."""
    return tuple(_seat_line(seat, table) for seat in _SEATED.rows(table_id=table.pk))


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


def waiting_correction(table: Table) -> TableResult | None:
    """The correction of a closed table that waits for a second person."""
    waiting = TableResult.objects.filter(table=table, approval=Approval.WAITING)
    return waiting.prefetch_related(_lines()).first()


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


def figures_of(result: TableResult | None, totals: Totals) -> Totals:
    """The figures of a table: those of its result, until there is one those of its hands.

    The one selector for pages, files and prints that say what somebody has at a table; ``count`` is of hands.
    """
    if result is None:
        return totals
    lines = result_lines(result)
    return Totals(
        money={line.letter: line.money for line in lines},
        premium={line.letter: line.premium for line in lines},
        count=totals.count,
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
    return accounts_of([table])[0]


@dataclass(frozen=True, slots=True)
class NewHand:
    """A hand stored a moment ago, and what the page of its table learns with it; nothing is asked again.

    ``marks`` as ``marks_of`` gives them; ``after`` is the hand that comes next. ``has_result``: the table has
    a result, and that is what everybody has.
    """

    hand: Hand
    read: ReadHand
    marks: tuple[int, int]
    after: "NextHand"
    has_result: bool


def account_after(new: NewHand, seats: tuple[SeatLine, ...]) -> TableAccount:
    """The account of a table with the line of its newest hand alone, for a page that has the others."""
    hand, table, totals = new.hand, new.hand.table, new.after.totals
    result = current_result(table) if new.has_result else None
    before = {letter: amount - hand.money[letter] for letter, amount in totals.money.items()}
    return TableAccount(
        table=table,
        seats=seats,
        hands=(_row(hand, new.read, before, ruling=None),),
        removed=(),
        totals=totals,
        result=result,
        lines=result_lines(result),
        difference=(),
        versions=(),
    )


def round_accounts(round_: Round) -> list[TableAccount]:
    """The accounts of every table of a round, in order; the number of queries is constant."""
    tables = list(round_.tables.order_by("number"))
    for table in tables:
        table.round = round_
    return accounts_of(tables)


def accounts_of(tables: Sequence[Table]) -> list[TableAccount]:
    """The accounts of these tables in their order; the number of queries does not depend on how many."""
    seats = _by_table(tables, Seat.objects.select_related("entry").order_by("position"))
    hands = _by_table(tables, Hand.objects.order_by("sequence").prefetch_related(_current_rulings()))
    versions = _by_table(tables, TableResult.objects.order_by("-number").prefetch_related(_lines()))
    return [_account(table, seats[table.pk], hands[table.pk], versions[table.pk]) for table in tables]


def _by_table(tables: Sequence[Table], rows: QuerySet[OfTable]) -> dict[uuid.UUID, list[OfTable]]:
    known = {table.pk: table for table in tables}
    found: dict[uuid.UUID, list[OfTable]] = {pk: [] for pk in known}
    for row in rows.filter(table__in=tables):
        row.table = known[row.table_id]
        found[row.table_id].append(row)
    return found


def _account(
    table: Table, seated: Iterable[Seat], hands: Iterable[Hand], versions: Sequence[TableResult]
) -> TableAccount:
    seats = tuple(_seat_line(seat, table) for seat in seated)
    letters = [seat.letter for seat in seats]
    rulebook = rulebook_of(table.round.tournament)
    counted = [hand for hand in hands if not hand.removed]
    totals = sum_of(((hand.money, hand.premium) for hand in counted), letters)
    result = next((version for version in versions if version.current), None)
    counts = table.state not in WITHOUT_RESULT
    return TableAccount(
        table=table,
        seats=seats,
        hands=_rows(counted, letters, rulebook),
        removed=_rows([hand for hand in hands if hand.removed], letters, rulebook),
        totals=totals,
        result=result,
        lines=result_lines(result),
        difference=result_difference(result, totals) if counts else (),
        versions=tuple(versions),
    )


def reading_of(read: ReadHand) -> str:
    """A hand that somebody pasted, in words: what the desk understood."""
    hand = read.hand
    words = wording_of(hand)
    who = _("hraje %(who)s") % {"who": hand.declarer} if hand.declarer else ""
    dealer = _("rozdává %(who)s") % {"who": hand.dealer}
    return ", ".join(filter(None, (words.contract, who, dealer, words.fleks, words.result, words.note)))


def hand_row(hand: Hand, read: ReadHand, letters: Iterable[str]) -> HandRow:
    """One hand, ``read`` as it is paid, as a line of its own: its account starts with it."""
    return _row(hand, read, dict.fromkeys(letters, 0), current_ruling(hand))


def current_ruling(hand: Hand) -> Decision | None:
    """The ruling that is in force on a hand; a cancelled one is not."""
    return next((one for one in hand.decisions.all() if one.current and not one.cancels), None)


@dataclass(frozen=True, slots=True)
class NextHand:
    """What the hands already written say of the next one: its ``number``, who deals, earlier ``misdeals``.

    ``follows``: there is a hand before it, so the dealer follows from something. ``totals`` are their sums.
    """

    number: int
    dealer: str
    follows: bool
    misdeals: dict[str, int]
    totals: Totals

    def with_hand(self, hand: Hand) -> "NextHand":
        """The same once this hand, the newest one, is written as well."""
        letters, before = list(self.misdeals), self.totals
        dealer, kind = hand.record["dealer"], hand.record.get("kind")
        sums = sum_of([(before.money, before.premium), (hand.money, hand.premium)], letters)
        return NextHand(
            number=self.number + 1,
            dealer=_dealer_after(dealer, kind, letters),
            follows=True,
            misdeals={**self.misdeals, dealer: self.misdeals[dealer] + (kind == MISDEAL)},
            totals=replace(sums, count=before.count + 1),
        )


MISDEAL = "misdeal"
"""The kind of a hand that was dealt wrongly."""


def _dealer_after(dealer: str, kind: str | None, letters: Sequence[str]) -> str:
    """The next seat deals, after a misdeal the same player again (B/5)."""
    return dealer if kind == MISDEAL else letters[(letters.index(dealer) + 1) % len(letters)]


BEYOND = 2**15
"""No hand has such a number."""

_WRITTEN: Prepared[tuple[Any, ...]] = Prepared(
    lambda table_id, before: (
        Hand.objects.filter(table_id=table_id, sequence__lt=before)
        .order_by("sequence")
        .values_list("sequence", "removed", "record__dealer", "record__kind", "money", "premium")
    ),
    table_id=UUIDField(),
    before=IntegerField(),
)


def next_hand(table: Table, letters: Sequence[str], *, before: int | None = None) -> NextHand:
    """The hand after those of a table, or the one numbered ``before`` by those that precede it; one query.

    Of somebody's misdeals in this round all but the first are paid (B/5). Hands taken back keep their numbers
    and count for nothing else.
    """
    rows = _WRITTEN.rows(table_id=table.pk, before=BEYOND if before is None else before)
    counted = [written for _number, removed, *written in rows if not removed]
    misdeals = Counter(dealer for dealer, kind, *_paid in counted if kind == MISDEAL)
    return NextHand(
        number=rows[-1][0] + 1 if rows else 1,
        dealer=_dealer_after(counted[-1][0], counted[-1][1], letters) if counted else letters[0],
        follows=bool(counted),
        misdeals={letter: misdeals[letter] for letter in letters},
        totals=sum_of(((money, premium) for _dealer, _kind, money, premium in counted), letters),
    )


def next_sequence(table: Table) -> int:
    """The number the next hand of a table gets; hands taken back keep theirs."""
    return (Hand.objects.filter(table=table).aggregate(highest=Max("sequence"))["highest"] or 0) + 1


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
    correction_waits: bool
    attention: int
    note: str

    @property
    def waits_for_first_hand(self) -> bool:
        """Nothing is written at the table yet."""
        return allowed_at(TableAct.HAND_IN, self.table.state) and not self.hands and self.result is None


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
    corrections = set(
        TableResult.objects.filter(table__round=round_, approval=Approval.WAITING).values_list(
            "table_id", flat=True
        )
    )
    rows = []
    for table in tables:
        table.round = round_
        written = hands.get(table.pk, [])
        letters = [seat.position for seat in table.seats.all()]
        totals = sum_of(((hand["money"], hand["premium"]) for hand in written), letters)
        result = next(iter(table.results.all()), None)
        difference = result_difference(result, totals)
        waits = table.pk in corrections
        attention, note = (
            (1, _("Oprava čeká na potvrzení")) if waits else _attention(table, totals, result, difference)
        )
        rows.append(
            BoardRow(
                table=table,
                seats=_board_seats(table, totals, result),
                hands=totals.count,
                last_change=changes.get(table.number),
                rulings=rulings.get(table.pk, 0),
                result=result,
                difference=difference,
                correction_waits=waits,
                attention=attention,
                note=note,
            )
        )
    return tuple(sorted(rows, key=lambda row: (row.attention, row.table.number)))


def _board_seats(table: Table, totals: Totals, result: TableResult | None) -> tuple[BoardSeat, ...]:
    if table.state in WITHOUT_RESULT:
        return tuple(BoardSeat(seat, None) for seat in seat_lines_of(table))
    money = figures_of(result, totals).money if result is not None or totals.count else {}
    return tuple(BoardSeat(seat, money.get(seat.letter)) for seat in seat_lines_of(table))


def _attention(
    table: Table, totals: Totals, result: TableResult | None, difference: tuple[Difference, ...]
) -> tuple[int, str]:
    if table.state in WITHOUT_RESULT:
        return 4, table.no_result_reason
    if difference and allowed_at(TableAct.CONFIRM, table.state):
        return 0, _("Papír a hry se liší")
    if allowed_at(TableAct.TAKE_BACK, table.state):
        return 1, _("Čeká na potvrzení") if result or totals.count else _("Odevzdáno bez her a výsledku")
    if allowed_at(TableAct.HAND_IN, table.state):
        if totals.count:
            return 2, ""
        return (1, _("Čeká na potvrzení")) if result else (3, "")
    return 4, ""


def _hands_by_table(round_: Round) -> dict[uuid.UUID, list[dict[str, Any]]]:
    found: dict[uuid.UUID, list[dict[str, Any]]] = {}
    hands = Hand.objects.filter(table__round=round_, removed=False)
    for hand in hands.values("table_id", "money", "premium"):
        found.setdefault(hand["table_id"], []).append(dict(hand))
    return found


def _last_changes(round_: Round) -> dict[int, datetime]:
    """When each table last changed, by its number; last in the order of the log, not by the clock."""
    logged = LogEntry.objects.filter(round=round_, action__in=CHANGES)
    newest = logged.order_by().values("table_number").annotate(last=Max("sequence")).values("last")
    changes = LogEntry.objects.filter(sequence__in=newest).values_list("table_number", "at")
    return {number: at for number, at in changes if number is not None}


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
    return tuple(_stored_row(hand, rulebook, running) for hand in hands)


def _stored_row(hand: Hand, rulebook: Rulebook, running: dict[str, int]) -> HandRow:
    ruling = current_ruling(hand)
    read = stored_hand(hand.record, rulebook, ruling.patch if ruling else None)
    return _row(hand, read, running, ruling)


def _row(hand: Hand, read: ReadHand, running: dict[str, int], ruling: Decision | None) -> HandRow:
    """One line; ``running`` are the accounts before the hand, and afterwards those after it."""
    amounts = []
    for letter in running:
        running[letter] += hand.money[letter]
        amounts.append(SeatAmount(letter, hand.money[letter], running[letter], hand.premium[letter]))
    return HandRow(hand, read, wording_of(read.hand), tuple(amounts), ruling)


def _current_rulings() -> "Prefetch[Any]":
    return Prefetch("decisions", Decision.objects.filter(current=True))


def _lines() -> "Prefetch[Any]":
    return Prefetch("seats", SeatResult.objects.select_related("seat"))
