"""What an archive's rows must be together: rows of one tournament, whole tables, figures that agree.

Stored figures stand as they are; whether the rules would pay the same says the command ``recompute``. What is
checked here is what every page relies on. Called inside the transaction of the import, on the stored rows.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from rules.offences import ARTICLES
from scoring.adapters import MONEY_LIMIT, crowns_problems, read_hand, rulebook_of
from scoring.archive import SECTIONS
from scoring.auctions import checked_calls
from scoring.enums import DisputeState
from scoring.models import Decision, Dispute, Hand, PointsTable, SeatResult, StandingsPublication, TableResult
from scoring.selectors.decisions import offences_of
from scoring.selectors.history import table_history
from scoring.selectors.points import read_stored
from scoring.selectors.standings import RoundFigures, StandingRow, published_of
from scoring.selectors.tables import table_account
from scoring.services.archive_file import broken
from scoring.services.points import OWN
from scoring.services.results import PREMIUM_LIMIT
from tournament.enums import (
    CLOSED_STATES,
    SEAT_NAMES,
    ApplicationState,
    Presence,
    RankingOrder,
    RoundState,
    TableState,
)
from tournament.errors import DeskError
from tournament.journal.reading import log_line
from tournament.lifecycle import Act, TableAct, allowed, allowed_at
from tournament.models import (
    Application,
    Draw,
    Entry,
    KeptChange,
    Payment,
    Round,
    Seat,
    Table,
    Tournament,
)
from tournament.selectors.fees import fees_of
from tournament.selectors.protocols import protocol_of
from tournament.services.clock import MOST_MINUTES
from tournament.services.founding import settings_check

FINISHED_TABLES = (TableState.CONFIRMED, TableState.CLOSED, TableState.CORRECTED)
"""Tables whose result is in force."""
CLOSED_TABLES = {TableState.CLOSED, TableState.CORRECTED, TableState.WITHOUT_RESULT}
"""What the tables of a closed round can be."""


def check_tournament(*, tournament: Tournament, counts: Mapping[str, int]) -> None:
    """Refuse what does not hold together; ``counts`` are the rows that each section of the file had."""
    _check_references(tournament, counts)
    _check_settings(tournament)
    _check_fees(tournament)
    _check_each(tournament)


def _check_references(tournament: Tournament, counts: Mapping[str, int]) -> None:
    """Rows must name rows of the same tournament, or an export would not find them again."""
    for section in SECTIONS:
        belonging = section.rows_of(tournament)
        if belonging.count() != counts[section.key]:
            raise broken(path=section.key, value=_("záznam, který nepatří k tomuto turnaji"))
        for name, field in section.fields.items():
            target = next((other for other in SECTIONS if other.model is field.related_model), None)
            if target is None or target.key == "players":
                continue
            strays = belonging.filter(**{f"{name}__isnull": False}).exclude(
                **{f"{name}__in": target.rows_of(tournament)}
            )
            if strays.exists():
                raise broken(
                    path=f"{section.key}.{name}", value=strays.values_list(f"{name}_id", flat=True)[0]
                )


def _check_settings(tournament: Tournament) -> None:
    """Settings must be ones that could be chosen here, and the next start number a free one."""
    try:
        settings_check(tournament=tournament)
        rulebook_of(tournament)
    except DeskError as error:
        raise broken(path="tournament", value=error) from error
    taken = tournament.entries.aggregate(highest=Max("number"))["highest"] or 0
    if tournament.next_number <= taken:
        raise broken(path="tournament.next_number", value=tournament.next_number)


def _check_each(tournament: Tournament) -> None:
    """Read every row as the pages read it, and more strictly."""
    of_round = {"round__tournament": tournament}
    known = frozenset(tournament.entries.values_list("number", flat=True))
    letters = _letters(tournament)
    readers: tuple[tuple[str, QuerySet[Any], Callable[[Any], object]], ...] = (
        ("entries", tournament.entries.exclude(apart=[]), lambda entry: _check_apart(entry, known)),
        ("applications", tournament.applications.all(), _check_application),
        (
            "payments",
            tournament.payments.exclude(cancels=None).select_related("cancels"),
            _check_cancelling,
        ),
        ("rounds", Round.with_discarded.filter(tournament=tournament), _check_round),
        (
            "clock_changes",
            Round.with_discarded.filter(tournament=tournament).prefetch_related("clock_changes"),
            _check_clock,
        ),
        ("draws", Draw.objects.filter(**of_round).select_related("round"), partial(protocol_of, wishes=True)),
        ("points_tables", tournament.points_tables.all(), _check_points_table),
        ("tables", Table.objects.filter(**of_round).prefetch_related("seats"), _check_seats),
        (
            "hands",
            Hand.objects.filter(table__round__tournament=tournament).select_related(
                "table__round__tournament"
            ),
            lambda hand: _check_hand(hand, letters[hand.table_id]),
        ),
        (
            "tables",
            Table.objects.filter(**of_round).select_related("round__tournament").prefetch_related("seats"),
            _check_table,
        ),
        (
            "decisions",
            Decision.objects.filter(hand__table__round__tournament=tournament).select_related("hand"),
            _check_ruling,
        ),
        (
            "disputes",
            Dispute.objects.filter(table__round__tournament=tournament).select_related(
                "decision__hand", "table__round__tournament"
            ),
            lambda dispute: _check_dispute(dispute, letters[dispute.table_id]),
        ),
        ("publications", tournament.publications.select_related("round"), _check_publication),
        ("log", tournament.log.all(), partial(log_line, wishes=True)),
        (
            "changes",
            KeptChange.objects.filter(entry__tournament=tournament).select_related("entry"),
            lambda change: _check_change(change, known),
        ),
    )
    for key, rows, check in readers:
        for row in rows.iterator(chunk_size=200):
            try:
                check(row)
            except (DeskError, LookupError, TypeError, ValueError, AttributeError) as error:
                wrong = error.args[0] if error.args else error
                raise broken(path=f"{key} ({row.pk})", value=wrong) from error


def _check_change(change: KeptChange, known: frozenset[int]) -> None:
    """Undo finds what it needs: tables with people of the tournament, their fields, the draw."""
    before, after = change.before, change.after
    for side in (after,) if before is None else (before, after):
        for table in side.get("tables", ()):
            if table["scribe"] not in table["seats"] or not {*table["seats"]} <= known:
                raise ValueError(table)
            _require_whole(table["table"])
        for name in side.get("substitutes", {}).values():
            _require_text(name)
        if side.get("draw") is not None:
            _require_whole(side["draw"])
    people = [[_of_player(one, known) for one in side.get("entries", ())] for side in (before or {}, after)]
    taps = change.entry.round_id is None
    if (before is not None and people[0] != people[1]) or (taps and not people[0]):
        raise ValueError(change.before)


def _of_player(values: Mapping[str, Any], known: frozenset[int]) -> tuple[int, tuple[str, ...]]:
    """Whose fields and which ones."""
    number, fields_of = values["number"], tuple(sorted(values.keys() - {"number"}))
    if number not in known or not set(fields_of) <= {"presence", "fee_paid", "withdrawn_after"}:
        raise ValueError(values)
    left = values.get("withdrawn_after")
    if left is not None:
        _require_whole(left)
    if (
        type(values.get("fee_paid", False)) is not bool
        or values.get("presence", "present") not in Presence.values
    ):
        raise ValueError(values)
    return number, fields_of


def _require_whole(value: Any) -> None:
    """A whole number, as a column holds it."""
    if type(value) is not int or not 0 <= value <= 32_767:
        raise ValueError(value)


def _require_text(value: Any) -> None:
    """A name, as a column holds it."""
    if not isinstance(value, str) or len(value) > 100:
        raise ValueError(value)


def _check_apart(entry: Entry, known: frozenset[int]) -> None:
    others = set(entry.apart)
    if entry.number in others or not others <= known:
        raise ValueError(entry.apart)


def _check_application(application: Application) -> None:
    """Whoever was registered has his entry, whoever was refused his reason."""
    state = ApplicationState(application.state)
    registered = state in (ApplicationState.ACCEPTED, ApplicationState.JOINED)
    may_be_registered = registered or state == ApplicationState.WITHDRAWN
    if (application.entry_id is None and registered) or (application.entry_id and not may_be_registered):
        raise ValueError(_("přihláška z domova má mít hráče, právě když je přijatá nebo spojená"))
    if bool(application.reason) != (state == ApplicationState.REFUSED):
        raise ValueError(_("důvod má právě odmítnutá přihláška z domova"))


def _check_cancelling(payment: Payment) -> None:
    """A counter record takes back all of one payment that cancels nothing itself."""
    cancelled = payment.cancels
    if cancelled is None or cancelled.cancels_id is not None:
        raise ValueError(payment.cancels_id)
    if (payment.entry_id, -payment.amount, payment.how) != (
        cancelled.entry_id,
        cancelled.amount,
        cancelled.how,
    ):
        raise ValueError(payment.amount)


def _check_fees(tournament: Tournament) -> None:
    """Nobody was returned more than he paid. ``fee_paid`` stands as it is: no page reckons with it."""
    for entry, fee in fees_of(tournament).items():
        if fee.paid < 0:
            raise broken(path=f"payments ({entry})", value=fee.paid)


def _check_round(round_: Round) -> None:
    """A closed round has the result of every table or why there is none, a draft has nothing played."""
    states = set(round_.tables.values_list("state", flat=True))
    if round_.state in CLOSED_STATES and not states <= CLOSED_TABLES:
        raise ValueError(_("uzavřené kolo má stůl, který uzavřený není"))
    if round_.state == RoundState.DRAFT and states - {TableState.OPEN}:
        raise ValueError(_("návrh losování má stůl, u kterého se hrálo"))


def _check_clock(round_: Round) -> None:
    """What was done to its clock, one after another, each of which could have been done here."""
    changes = list(round_.clock_changes.all())
    if [one.sequence for one in changes] != [*range(1, len(changes) + 1)]:
        raise ValueError(_("hodiny kola mají díru"))
    if any(abs(one.minutes) > MOST_MINUTES or one.at.microsecond for one in changes):
        raise ValueError(_("hodiny kola mají příliš mnoho minut"))


def _check_points_table(stored: PointsTable) -> None:
    if not stored.key.startswith(OWN):
        raise ValueError(stored.key)
    read_stored(stored)


def _check_seats(table: Table) -> None:
    """Three or four people in seats from A on, one of them the scribe."""
    seats = sorted(table.seats.all(), key=lambda seat: seat.position)
    letters = [seat.position for seat in seats]
    if len(seats) not in (3, 4) or letters != list(SEAT_NAMES[: len(seats)]):
        raise ValueError(_("u stolu nesedí tři nebo čtyři lidé na místech od A"))
    if table.scribe_seat not in letters or any(seat.round_id != table.round_id for seat in seats):
        raise ValueError(_("zapisovatel nebo někdo u stolu sedí jinde"))


def _check_table(table: Table) -> None:
    """Results of exactly the seats there are, and everything that the pages of a table read."""
    if allowed_at(TableAct.AWAIT, table.state) and not table.no_result_reason:
        raise ValueError(_("stůl bez výsledku nemá důvod"))
    _check_results(table, list(table.seats.all()))
    table_account(table)
    table_history(table)


def _letters(tournament: Tournament) -> dict[Any, list[str]]:
    """The seats of each table in order."""
    found: dict[Any, list[str]] = {}
    seats = Seat.objects.filter(table__round__tournament=tournament).order_by("position")
    for table_id, letter in seats.values_list("table_id", "position"):
        found.setdefault(table_id, []).append(letter)
    return found


def _check_hand(hand: Hand, letters: list[str]) -> None:
    """A record of the seats of its table by the rules played, money that sums to zero."""
    rulebook = rulebook_of(hand.table.round.tournament)
    read_hand(hand.record, rulebook, letters, stored=True)
    if "rulebook" in hand.record:
        raise ValueError(_("hra %(n)d má vlastní pravidla") % {"n": hand.sequence})
    for figures, most in ((hand.money, MONEY_LIMIT), (hand.premium, PREMIUM_LIMIT)):
        if sorted(figures) != letters or any(abs(one) > most for one in figures.values()):
            raise ValueError(figures)
    if sum(hand.money.values()):
        raise ValueError(_("výplata hry %(n)d není dohromady nula") % {"n": hand.sequence})
    if checked_calls(hand.auction, hand.record, rulebook) != hand.auction:
        raise ValueError(hand.auction)


def _check_results(table: Table, seats: list[Seat]) -> None:
    """Each version has the figures of every seat; one is in force where the table is finished."""
    results = list(TableResult.objects.filter(table=table).prefetch_related("seats"))
    in_force = [result for result in results if result.current]
    proposed = [result for result in results if result.approval]
    if proposed and not allowed(Act.CONFIRM_CORRECTION, table.round.state):
        raise ValueError(_("oprava, která čekala na potvrzení, není ze zavřeného kola"))
    if (len(results) > len(proposed) or table.state in FINISHED_TABLES) and len(in_force) != 1:
        raise ValueError(_("stůl nemá jeden platný výsledek"))
    letters = {seat.pk: seat.position for seat in seats}
    for result in results:
        lines = list(result.seats.all())
        if sorted(letters.get(line.seat_id, "") for line in lines) != sorted(letters.values()):
            raise ValueError(_("výsledek %(n)d nemá čísla každého místa") % {"n": result.number})
        _check_figures(result, {letters[line.seat_id]: line for line in lines})


def _check_figures(result: TableResult, lines: Mapping[str, SeatResult]) -> None:
    money = {letter: line.money for letter, line in lines.items()}
    for line in lines.values():
        if abs(line.money) > MONEY_LIMIT or abs(line.zb) > MONEY_LIMIT or abs(line.premium) > PREMIUM_LIMIT:
            raise ValueError(_("výsledek %(n)d má příliš velké číslo") % {"n": result.number})
    if sum(money.values()) and not result.zero_reason:
        raise ValueError(_("výsledek %(n)d není dohromady nula") % {"n": result.number})
    if not result.rounding_reason and crowns_problems(money, {name: one.zb for name, one in lines.items()}):
        raise ValueError(_("výsledek %(n)d má špatně zaokrouhlené koruny") % {"n": result.number})


def _check_ruling(ruling: Decision) -> None:
    """One in force is read with its hand by ``table_account``; an older one only in words."""
    offences_of(ruling.patch)


def _check_dispute(dispute: Dispute, letters: list[str]) -> None:
    """Between people of its table, about an article there is; ended exactly where it says so."""
    people = [seat for seat in (dispute.claimant, dispute.accused) if seat]
    if not {*people} <= {*letters} or len(set(people)) != len(people):
        raise ValueError(people)
    if dispute.article and dispute.article not in ARTICLES:
        raise ValueError(dispute.article)
    if (dispute.closed_at is None) != (dispute.state == DisputeState.OPEN):
        raise ValueError(dispute.state)
    awards = list(dispute.awards.all())
    rulebook = rulebook_of(dispute.table.round.tournament)
    if (dispute.decision is not None or bool(awards)) != (dispute.state == DisputeState.DECIDED):
        raise ValueError(dispute.state)
    for award in awards:
        if not sorted(award.money) == sorted(award.premium) == letters or sum(award.money.values()):
            raise ValueError(award.money)
        if max(map(abs, award.money.values())) > MONEY_LIMIT or (
            award.article and award.article not in ARTICLES
        ):
            raise ValueError(award.pk)
        if award.record is not None:
            read_hand(award.record, rulebook, letters, stored=True).patched(award.patch)
    if dispute.decision is not None and dispute.decision.hand.table_id != dispute.table_id:
        raise ValueError(dispute.decision_id)


def _check_publication(publication: StandingsPublication) -> None:
    """Frozen rows must hold what rows are declared to hold: whole figures and texts."""
    standings = published_of(publication)
    if standings.round != publication.round.number or standings.order not in RankingOrder.values:
        raise ValueError(standings.round)
    if any(type(number) is not int for number in standings.rounds):
        raise ValueError(standings.rounds)
    if any(type(note) is not str for note in (*standings.notes, *(standings.grounds or ()))):
        raise ValueError(standings.notes)
    for row in standings.rows:
        if len(row.rounds) != len(standings.rounds):
            raise ValueError(row.rounds)
        if any(type(why) is not str for why in row.penalties):
            raise TypeError(row.penalties)
        lines: list[StandingRow | RoundFigures] = [row, *filter(None, row.rounds)]
        for line in lines:
            for name, kind in type(line).__annotations__.items():
                if kind in (int, str, bool) and type(getattr(line, name)) is not kind:
                    raise TypeError(f"{name} = {getattr(line, name)}")
