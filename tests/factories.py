"""One factory per model, without surprises: what a test does not name is plain and the same every time."""

import datetime
import uuid
from collections.abc import Sequence
from typing import Any

import factory
from factory.django import DjangoModelFactory

from scoring.enums import ResultSource
from scoring.models import (
    Award,
    Decision,
    Dispute,
    Hand,
    Penalty,
    PointsTable,
    SeatResult,
    StandingsPublication,
    TableResult,
)
from tournament.actors import Actor
from tournament.enums import SEAT_NAMES, Role, RoundState, TableState
from tournament.models import (
    Account,
    Announcement,
    Application,
    ApplicationLink,
    ClockChange,
    ComingEvent,
    Draw,
    Entry,
    FeeCategory,
    LogEntry,
    Membership,
    Payment,
    Player,
    Round,
    Seat,
    Table,
    TableLink,
    TillCount,
    Tournament,
)

PASSWORD = "heslo-jen-pro-zkoušky"
SAVED_AT = datetime.datetime(2026, 3, 14, 8, 0, tzinfo=datetime.UTC)

PEOPLE = (
    ("Novák Jan", "Karlín"),
    ("Čech Petr", "Žatec"),
    ("Cibulka Karel", "Šakvice"),
    ("Dvořáková Věra", "bez klubu"),
    ("Chalupa Josef", "Karlín"),
    ("Hora Milan", "Žatec"),
    ("Řehoř Tomáš", "Šakvice"),
    ("Žák Vít", ""),
)
"""Players of a small tournament in order of registration, with clubs."""


def actor(name: str, *roles: Role, **rights: Any) -> Actor:
    """A person as services see him; the same name is the same person."""
    return Actor(name=name, key=uuid.uuid5(uuid.NAMESPACE_URL, name), roles=frozenset(roles), **rights)


class AccountFactory(DjangoModelFactory):
    """Somebody with a log-in and ``PASSWORD``."""

    class Meta:
        model = Account
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"ucet{n}")
    password = factory.django.Password(PASSWORD)


class TournamentFactory(DjangoModelFactory):
    """A tournament with every setting left as it is founded."""

    class Meta:
        model = Tournament

    slug = factory.Sequence(lambda n: f"turnaj-{n}")
    name = factory.Sequence(lambda n: f"Turnaj {n}")
    date = datetime.date(2026, 3, 14)
    place = "Hospoda U Lípy"


class MembershipFactory(DjangoModelFactory):
    """An organiser, unless another role is named."""

    class Meta:
        model = Membership

    tournament = factory.SubFactory(TournamentFactory)
    account = factory.SubFactory(AccountFactory)
    role = Role.ORGANISER


class PlayerFactory(DjangoModelFactory):
    """A person of the registry."""

    class Meta:
        model = Player

    name = factory.Sequence(lambda n: f"Hráč Číslo{n}")


class EntryFactory(DjangoModelFactory):
    """A start with the tournament's next number; its player has the same name, club and card."""

    class Meta:
        model = Entry

    tournament = factory.SubFactory(TournamentFactory)
    name = factory.Sequence(lambda n: f"Hráč Číslo{n}")
    club = ""
    card = ""
    player = factory.SubFactory(
        PlayerFactory,
        name=factory.SelfAttribute("..name"),
        club=factory.SelfAttribute("..club"),
        card=factory.SelfAttribute("..card"),
    )

    @classmethod
    def _create(cls, model_class: type[Entry], *args: Any, **kwargs: Any) -> Entry:
        tournament = kwargs["tournament"]
        number = kwargs.setdefault("number", tournament.next_number)
        if number >= tournament.next_number:
            tournament.next_number = number + 1
            tournament.save(update_fields=["next_number"])
        return super()._create(model_class, *args, **kwargs)


class ApplicationFactory(DjangoModelFactory):
    """An application from home that waits, with the address of its sender."""

    class Meta:
        model = Application
        skip_postgeneration_save = True

    tournament = factory.SubFactory(TournamentFactory)
    sequence = factory.Sequence(lambda n: n + 1)
    name = factory.Sequence(lambda n: f"Zájemce Číslo{n}")
    link = factory.RelatedFactory("tests.factories.ApplicationLinkFactory", "application")


class ApplicationLinkFactory(DjangoModelFactory):
    """The way of its sender to an application."""

    class Meta:
        model = ApplicationLink

    application = factory.SubFactory(ApplicationFactory, link=None)


class FeeCategoryFactory(DjangoModelFactory):
    """A fee of guests beside the tournament's own."""

    class Meta:
        model = FeeCategory

    tournament = factory.SubFactory(TournamentFactory)
    name = "host"
    amount = 300_00


class PaymentFactory(DjangoModelFactory):
    """200 Kč taken in cash by nobody known; whether the entry counts as paid is left to the test."""

    class Meta:
        model = Payment

    entry = factory.SubFactory(EntryFactory)
    tournament = factory.SelfAttribute("entry.tournament")
    number = factory.Sequence(lambda n: n + 1)
    amount = 200_00


class TillCountFactory(DjangoModelFactory):
    """A till in which everything is right."""

    class Meta:
        model = TillCount

    tournament = factory.SubFactory(TournamentFactory)
    counted = 200_00
    expected = 200_00
    counted_by = "Olga Pořadatelová"


class RoundFactory(DjangoModelFactory):
    """A draft of the first round, without tables; ``drawn_round`` makes one with seats."""

    class Meta:
        model = Round

    tournament = factory.SubFactory(TournamentFactory)
    number = 1


class ClockChangeFactory(DjangoModelFactory):
    """The clock of a round started at ``SAVED_AT``."""

    class Meta:
        model = ClockChange

    round = factory.SubFactory(RoundFactory)
    sequence = 1
    act = "start"
    at = SAVED_AT


class ComingEventFactory(DjangoModelFactory):
    """The second round announced for half past nine (of Prague)."""

    class Meta:
        model = ComingEvent

    tournament = factory.SubFactory(TournamentFactory)
    kind = "round"
    at = SAVED_AT + datetime.timedelta(minutes=30)
    text = "Začíná 2. kolo"


class AnnouncementFactory(DjangoModelFactory):
    """A sentence for everybody, not taken away."""

    class Meta:
        model = Announcement

    tournament = factory.SubFactory(TournamentFactory)
    text = "Oběd se vydává u výčepu."
    made_by = "Olga Pořadatelová"


class DrawFactory(DjangoModelFactory):
    """The record of a draw that was not computed: its protocol is empty."""

    class Meta:
        model = Draw

    round = factory.SubFactory(RoundFactory)
    sequence = 1
    seed = "1"
    method = "random"
    protocol = factory.LazyFunction(dict)
    drawn_by = "Olga Pořadatelová"


class TableFactory(DjangoModelFactory):
    """An open table without seats."""

    class Meta:
        model = Table

    round = factory.SubFactory(RoundFactory)
    number = 1


class SeatFactory(DjangoModelFactory):
    """One seat; the entry belongs to the table's tournament."""

    class Meta:
        model = Seat

    table = factory.SubFactory(TableFactory)
    round = factory.SelfAttribute("table.round")
    position = "A"
    entry = factory.SubFactory(EntryFactory, tournament=factory.SelfAttribute("..table.round.tournament"))


class TableLinkFactory(DjangoModelFactory):
    """The scribe's way in to a table."""

    class Meta:
        model = TableLink

    table = factory.SubFactory(TableFactory)


class HandFactory(DjangoModelFactory):
    """Hra uhraná hráčem A bez fleku: 0,20 Kč from everybody else at the table (R-002, csm)."""

    class Meta:
        model = Hand

    table = factory.SubFactory(TableFactory)
    sequence = 1
    notation = ""
    written_by = "Olga Pořadatelová"

    @factory.lazy_attribute
    def record(self) -> dict[str, Any]:
        seats = _seats_of(self.table)
        return {
            "format": "licitovany-hand/1",
            "players": seats,
            "dealer": seats[-1],
            "declarer": "A",
            "contract": "hra",
            "outcome": {"hra": "won"},
        }

    @factory.lazy_attribute
    def money(self) -> dict[str, int]:
        others = _seats_of(self.table)[1:]
        return {"A": 20 * len(others)} | dict.fromkeys(others, -20)

    @factory.lazy_attribute
    def premium(self) -> dict[str, int]:
        return dict.fromkeys(_seats_of(self.table), 0)


class DecisionFactory(DjangoModelFactory):
    """A ruling that changes nothing."""

    class Meta:
        model = Decision

    hand = factory.SubFactory(HandFactory)
    number = 1
    reason = "Bez vlivu na výsledek."
    decided_by = "Hana Hlavní"


class DisputeFactory(DjangoModelFactory):
    """An open claim of A against B about no hand."""

    class Meta:
        model = Dispute

    table = factory.SubFactory(TableFactory)
    number = 1
    claimant = "A"
    accused = "B"
    opened_by = "Olga Pořadatelová"


class AwardFactory(DjangoModelFactory):
    """A ruling as amounts that moves nothing."""

    class Meta:
        model = Award

    dispute = factory.SubFactory(DisputeFactory)
    number = 1
    money = factory.LazyFunction(lambda: dict.fromkeys(SEAT_NAMES, 0))
    premium = factory.LazyFunction(lambda: dict.fromkeys(SEAT_NAMES, 0))
    reason = "Bez vlivu na výsledek."
    decided_by = "Hana Hlavní"


class TableResultFactory(DjangoModelFactory):
    """A result entered from paper, without its lines; ``table_result`` makes one with them."""

    class Meta:
        model = TableResult

    table = factory.SubFactory(TableFactory)
    number = 1
    source = ResultSource.PAPER
    entered_by = "Olga Pořadatelová"


class SeatResultFactory(DjangoModelFactory):
    """A player's line with nothing won and nothing lost."""

    class Meta:
        model = SeatResult

    result = factory.SubFactory(TableResultFactory)
    seat = factory.SubFactory(SeatFactory, table=factory.SelfAttribute("..result.table"))
    money = 0
    zb = 0
    premium = 0


class StandingsPublicationFactory(DjangoModelFactory):
    """A published version of the standings without rows, as it is where no table has a result."""

    class Meta:
        model = StandingsPublication

    round = factory.SubFactory(RoundFactory)
    tournament = factory.SelfAttribute("round.tournament")
    number = 1
    published_by = "Olga Pořadatelová"

    @factory.lazy_attribute
    def rows(self) -> dict[str, Any]:
        upto = self.round.number
        return {"round": upto, "rounds": [*range(1, upto + 1)], "order": "sb", "rows": [], "notes": []}


class PenaltyFactory(DjangoModelFactory):
    """A proposed penalty of no points."""

    class Meta:
        model = Penalty

    entry = factory.SubFactory(EntryFactory)
    tournament = factory.SelfAttribute("entry.tournament")
    reason = "Pozdní příchod"


class PointsTableFactory(DjangoModelFactory):
    """An organiser's own bodovací tabulka of one row: a sedma on three trumps."""

    class Meta:
        model = PointsTable

    tournament = factory.SubFactory(TournamentFactory)
    key = "vlastni-hospodska"
    number = 1
    name = "Hospodská"
    source = "vývěska"
    date = "2026"
    made_by = "Olga Pořadatelová"

    @factory.lazy_attribute
    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "id": "sedma.3",
                "text": "sedma na 3 trumfy",
                "s": 6,
                "bez": 9,
                "contracts": ["sedma", "sto_sedma"],
                "won": ["sedma"],
                "trumps_from": 3,
                "trumps_to": 3,
            }
        ]


class LogEntryFactory(DjangoModelFactory):
    """A line of the log."""

    class Meta:
        model = LogEntry

    tournament = factory.SubFactory(TournamentFactory)
    actor_name = "Olga Pořadatelová"
    action = "tournament.entry.created"
    subject = "1 Novák Jan"


def entries(tournament: Tournament, count: int) -> list[Entry]:
    """``count`` players; the first eight are ``PEOPLE``."""
    people = [*PEOPLE, *((f"Další Hráč{n}", "") for n in range(len(PEOPLE) + 1, count + 1))]
    return [EntryFactory(tournament=tournament, name=name, club=club) for name, club in people[:count]]


def drawn_round(
    tournament: Tournament,
    *,
    number: int = 1,
    state: RoundState = RoundState.PUBLISHED,
    table_state: TableState = TableState.OPEN,
    seated: Sequence[Entry] | None = None,
    sizes: Sequence[int] | None = None,
    links: bool = False,
) -> Round:
    """A round with tables, everybody (or ``seated``) sitting by start number, A–D at table 1 first.

    ``sizes`` are the sizes of the tables (default: fours); ``links`` gives each table a scribe's link.
    """
    people = list(seated if seated is not None else tournament.entries.order_by("number"))
    drawn = RoundFactory(tournament=tournament, number=number, state=state)
    DrawFactory(round=drawn)
    waiting = iter(people)
    for table_number, size in enumerate(sizes or [4] * (len(people) // 4), start=1):
        table = TableFactory(round=drawn, number=table_number, state=table_state)
        for position in SEAT_NAMES[:size]:
            SeatFactory(table=table, position=position, entry=next(waiting))
        if links:
            TableLinkFactory(table=table)
    return drawn


def table_result(table: Table, lines: Sequence[tuple[int, int, int]], **fields: Any) -> TableResult:
    """A result with one line ``(money, zb, premium)`` for each seat in order A, B, C, (D)."""
    result = TableResultFactory(table=table, **fields)
    for seat, (money, zb, premium) in zip(table.seats.order_by("position"), lines, strict=True):
        SeatResultFactory(result=result, seat=seat, money=money, zb=zb, premium=premium)
    return result


def _seats_of(table: Table) -> list[str]:
    """Seat names of a table; four for a table nobody was seated at."""
    return list(table.seats.order_by("position").values_list("position", flat=True)) or list(SEAT_NAMES)
