"""Money for starts: what is due, taken, missing and returned; who counts as paid; two people at the door."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection

from tests import factories
from tournament.actors import Actor
from tournament.enums import PaymentHow, Presence
from tournament.errors import Conflict, DeskError, Refused
from tournament.models import Entry, FeeCategory, LogEntry, Payment, TillCount, Tournament
from tournament.selectors.cash import cash_of, till_of
from tournament.selectors.fees import fee_of
from tournament.services.entries import Details, entry_create
from tournament.services.fees import (
    entries_charge,
    entry_charge,
    fee_category_add,
    fee_category_change,
    fee_category_remove,
)
from tournament.services.founding import settings_change
from tournament.services.payments import (
    payment_cancel,
    payment_return,
    payment_take,
    payments_note,
    till_count,
)

pytestmark = pytest.mark.django_db

OLGA, PETR = factories.actor("Olga"), factories.actor("Petr")


@pytest.fixture
def priced(small_tournament: Tournament) -> Tournament:
    """Eight players, 200 Kč each, guests 300 Kč, juniors nothing."""
    small_tournament.fee = 200_00
    small_tournament.save()
    for name, amount in (("host", 300_00), ("junior", 0)):
        factories.FeeCategoryFactory(tournament=small_tournament, name=name, amount=amount)
    return small_tournament


@pytest.fixture
def entry(priced: Tournament) -> Entry:
    """Number 2 of them."""
    return priced.entries.get(number=2)


def take(entry: Entry, crowns: int, **values: Any) -> Payment:
    return payment_take(entry=entry, by=values.pop("by", OLGA), amount=crowns * 100, **values)


def give_back(entry: Entry, crowns: int, **values: Any) -> Payment:
    return payment_return(entry=entry, by=OLGA, amount=crowns * 100, **values)


def cancel_last(entry: Entry) -> Payment:
    last = entry.payments.order_by("number").last()
    assert last is not None
    return payment_cancel(payment=last, by=PETR, reason="překlep")


def charge(entry: Entry, name: str = "", free: str = "") -> Entry:
    category = entry.tournament.fee_categories.filter(name=name).first()
    return entry_charge(entry=entry, by=OLGA, category=category, free_reason=free)


def away(entry: Entry, **values: Any) -> None:
    Entry.objects.filter(pk=entry.pk).update(**values)
    entry.refresh_from_db()


def added(tournament: Tournament, name: str) -> FeeCategory:
    return fee_category_add(tournament=tournament, by=OLGA, name=name, amount=100)


def renamed(category: FeeCategory, name: str, **values: Any) -> FeeCategory:
    return fee_category_change(category=category, by=OLGA, name=name, amount=100, **values)


def raised(entry: Entry, crowns: int) -> None:
    settings_change(tournament=entry.tournament, by=OLGA, changes={"fee": crowns * 100})


Step = Callable[[Entry], Any]


@dataclass(frozen=True)
class Case:
    """What happens to one start, and what is then due, paid, missing and too much (Kč), and ticked."""

    id: str
    steps: tuple[Step, ...]
    due: int
    paid: int
    missing: int = 0
    surplus: int = 0
    fee_paid: bool = False


CASES = (
    Case("nobody paid", (), 200, 0, 200),
    Case("paid", (lambda e: take(e, 200),), 200, 200, fee_paid=True),
    Case("a part", (lambda e: take(e, 150),), 200, 150, 50),
    Case("in two parts", (lambda e: take(e, 150), lambda e: take(e, 50)), 200, 200, fee_paid=True),
    Case("too much", (lambda e: take(e, 500),), 200, 500, surplus=300, fee_paid=True),
    Case("a guest", (lambda e: charge(e, "host"),), 300, 0, 300),
    Case("a guest pays", (lambda e: charge(e, "host"), lambda e: take(e, 300)), 300, 300, fee_paid=True),
    Case("a guest after paying", (lambda e: take(e, 200), lambda e: charge(e, "host")), 300, 200, 100),
    Case(
        "no guest after paying",
        (lambda e: charge(e, "host"), lambda e: take(e, 300), lambda e: charge(e)),
        200,
        300,
        surplus=100,
        fee_paid=True,
    ),
    Case("a category for nothing", (lambda e: charge(e, "junior"),), 0, 0),
    Case("free with a reason", (lambda e: charge(e, free="rozhodčí"),), 0, 0),
    Case(
        "free after paying",
        (lambda e: take(e, 200), lambda e: charge(e, free="výhra v losování")),
        0,
        200,
        surplus=200,
        fee_paid=True,
    ),
    Case(
        "free and returned",
        (lambda e: take(e, 200), lambda e: charge(e, free="výhra"), lambda e: give_back(e, 200)),
        0,
        0,
    ),
    Case("cancelled", (lambda e: take(e, 200), cancel_last), 200, 0, 200),
    Case(
        "cancelled and taken",
        (lambda e: take(e, 20), cancel_last, lambda e: take(e, 200)),
        200,
        200,
        fee_paid=True,
    ),
    Case("returned", (lambda e: take(e, 200), lambda e: give_back(e, 200)), 200, 0, 200),
    Case(
        "a mistaken return",
        (lambda e: take(e, 200), lambda e: give_back(e, 200), cancel_last),
        200,
        200,
        fee_paid=True,
    ),
    Case("away", (lambda e: away(e, presence=Presence.ABSENT),), 0, 0),
    Case(
        "away and paid",
        (lambda e: take(e, 200), lambda e: away(e, presence=Presence.ABSENT)),
        0,
        200,
        surplus=200,
        fee_paid=True,
    ),
    Case(
        "left before the first round",
        (lambda e: take(e, 200), lambda e: away(e, withdrawn_after=0)),
        0,
        200,
        surplus=200,
        fee_paid=True,
    ),
    Case("left after a round", (lambda e: away(e, withdrawn_after=1),), 200, 0, 200),
    Case("a higher fee", (lambda e: take(e, 200), lambda e: raised(e, 250)), 250, 200, 50),
    Case("a lower fee", (lambda e: take(e, 200), lambda e: raised(e, 150)), 150, 200, 0, 50, True),
    Case("no fee and ticked", (lambda e: raised(e, 0), lambda e: take(e, 0)), 0, 0, fee_paid=True),
    Case("a tick taken back", (lambda e: raised(e, 0), lambda e: take(e, 0), cancel_last), 0, 0),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_what_is_due_and_who_has_paid(entry: Entry, case: Case) -> None:
    for step in case.steps:
        step(entry)

    entry = Entry.objects.get(pk=entry.pk)
    fee = fee_of(entry)
    amounts = (fee.due, fee.paid, fee.missing, fee.surplus)
    assert tuple(amount / 100 for amount in amounts) == (case.due, case.paid, case.missing, case.surplus)
    assert entry.fee_paid is fee.settled is case.fee_paid


def test_a_payment_keeps_who_took_it_and_is_logged(entry: Entry) -> None:
    payment = take(entry, 200, how=PaymentHow.TRANSFER, note="  účet  klubu ")

    assert (payment.number, payment.amount, payment.how, payment.note) == (
        1,
        200_00,
        "transfer",
        "účet klubu",
    )
    assert (payment.taken_by, payment.taken_by_key, payment.cancels) == ("Olga", OLGA.key, None)
    [line] = LogEntry.objects.all()
    assert (line.action, line.subject, line.object_id) == (
        "tournament.payment.taken",
        "2 Čech Petr",
        entry.pk,
    )
    assert line.new == {"payment": 1, "amount": 200_00, "how": "transfer"}
    assert line.reason == "účet klubu"
    entry.refresh_from_db()
    assert (entry.fee_paid, entry.version) == (True, 2)


def test_a_cancelled_payment_stays_with_its_counter_record(entry: Entry) -> None:
    first = take(entry, 200)

    counter = payment_cancel(payment=first, by=PETR, reason="jiný hráč")

    assert [(one.number, one.amount) for one in entry.payments.all()] == [(1, 200_00), (2, -200_00)]
    assert (counter.cancels, counter.note, counter.taken_by, counter.how) == (
        first,
        "jiný hráč",
        "Petr",
        "cash",
    )
    last = LogEntry.objects.latest("sequence")
    assert (last.action, last.reason) == ("tournament.payment.cancelled", "jiný hráč")
    assert till_of(entry.tournament).cash == 0


def test_the_same_form_twice_is_one_payment(entry: Entry) -> None:
    key = uuid.uuid4()

    assert {take(entry, 200, submission=key).pk for _click in "12"} == {Payment.objects.get().pk}


def test_the_second_at_the_door_learns_who_took_the_fee(entry: Entry) -> None:
    seen = fee_of(entry).records
    take(entry, 200, by=OLGA, expected=seen)

    with pytest.raises(
        Conflict, match=r"^2 Čech Petr: mezitím přibyla platba č. 1 \(200\sKč hotově, Olga, \d"
    ) as told:
        take(entry, 200, by=PETR, expected=seen)

    assert told.value.code == "paid_meanwhile"
    assert Payment.objects.count() == 1


@pytest.mark.parametrize("act", [take, give_back], ids=["taken", "returned"])
def test_payments_that_no_page_has_shown(entry: Entry, act: Callable[..., Payment]) -> None:
    with pytest.raises(Conflict, match=r"^Mezitím to změnil někdo jiný\. Načtěte stránku znovu") as told:
        act(entry, 200, expected=1)

    assert told.value.code == "changed"
    assert not Payment.objects.exists()


@pytest.mark.parametrize(
    ("act", "code", "text"),
    [
        pytest.param(lambda e: take(e, 0), "invalid", "větší než nula", id="nothing"),
        pytest.param(lambda e: take(e, -5), "invalid", "větší než nula", id="less than nothing"),
        pytest.param(lambda e: take(e, 5, note="x" * 201), "invalid", "200 znaků", id="a long note"),
        pytest.param(lambda e: give_back(e, 0), "invalid", "větší než nula", id="nothing back"),
        pytest.param(lambda e: give_back(e, 101), "returned_too_much", "100", id="more than was paid"),
        pytest.param(
            lambda e: payment_cancel(payment=e.payments.get(), by=OLGA, reason=" "),
            "invalid",
            "proč se platba ruší",
            id="no reason",
        ),
        pytest.param(
            lambda e: (cancel_last(e), cancel_last(e)),
            "counter_record",
            "zapište platbu znovu",
            id="a counter",
        ),
        pytest.param(
            lambda e: [payment_cancel(payment=e.payments.first(), by=PETR, reason="omyl") for _twice in "12"],
            "payment_cancelled",
            r"Platba č. 1 už je zrušená: Petr \(",
            id="cancelled already",
        ),
        pytest.param(
            lambda e: (give_back(e, 40), payment_cancel(payment=e.payments.first(), by=OLGA, reason="omyl")),
            "returned_from",
            "Nejdřív zrušte vrácení",
            id="returned from",
        ),
        pytest.param(lambda e: charge(e, free="x" * 201), "invalid", "200 znaků", id="a long reason"),
    ],
)
def test_refused(entry: Entry, act: Step, code: str, text: str) -> None:
    take(entry, 100)

    with pytest.raises(DeskError, match=text) as told:
        act(entry)

    assert told.value.code == code


# Everybody at once


def test_a_file_says_who_has_paid(priced: Tournament) -> None:
    entries = list(priced.entries.order_by("number"))
    take(entries[0], 200)
    take(entries[1], 50)
    charge(entries[2], "host")
    LogEntry.objects.all().delete()

    payments_note(tournament=priced, entries=entries[:4], by=OLGA, note="dle tabulky")

    noted = Payment.objects.filter(how=PaymentHow.NOTED).order_by("number")
    assert [(one.entry.number, one.number, one.amount, one.note, one.taken_by) for one in noted] == [
        (2, 3, 150_00, "dle tabulky", "Olga"),
        (3, 4, 300_00, "dle tabulky", "Olga"),
        (4, 5, 200_00, "dle tabulky", "Olga"),
    ]
    stored = list(priced.entries.order_by("number"))
    assert [one.fee_paid for one in stored] == [True] * 4 + [False] * 4
    assert [(one.fee_paid, one.version) for one in entries] == [(one.fee_paid, one.version) for one in stored]
    [line] = LogEntry.objects.all()
    assert (line.action, line.subject) == ("tournament.payments.noted", "3 hráči")
    assert line.new == {"amount": 650_00, "note": "dle tabulky"}
    assert till_of(priced).noted == 650_00


@pytest.mark.parametrize("count", [1, 8])
def test_a_whole_file_asks_as_little_as_one_line(
    priced: Tournament, count: int, django_assert_num_queries: Callable[[int], Any]
) -> None:
    entries = list(priced.entries.all()[:count])
    # Where rows can be locked, the tournament's is.
    with django_assert_num_queries(6 + connection.features.has_select_for_update):
        payments_note(tournament=priced, entries=entries, by=OLGA, note="dle tabulky")


def test_who_is_registered_as_paid_has_a_payment(priced: Tournament, desk: Actor) -> None:
    entry = entry_create(tournament=priced, by=desk, details=Details(name="Nový Karel"), fee_paid=True)

    payment = Payment.objects.get()
    assert (payment.entry, payment.amount, payment.how, payment.note) == (
        entry,
        200_00,
        "noted",
        "dle tabulky",
    )


# What starts cost


def test_categories_are_named_changed_and_removed(priced: Tournament) -> None:
    made = fee_category_add(tournament=priced, by=OLGA, name=" člen  ČSM ", amount=150_00)
    fee_category_change(category=made, by=OLGA, name="člen", amount=160_00, expected=1)
    fee_category_remove(category=made, by=OLGA)

    assert not FeeCategory.objects.filter(pk=made.pk).exists()
    lines = LogEntry.objects.order_by("sequence").values_list("action", "old", "new")
    first, second = {"name": "člen ČSM", "amount": 150_00}, {"name": "člen", "amount": 160_00}
    assert list(lines) == [
        ("tournament.fee.added", None, first),
        ("tournament.fee.changed", first, second),
        ("tournament.fee.removed", second, None),
    ]


def test_a_dearer_category_leaves_a_difference(priced: Tournament, entry: Entry) -> None:
    charge(entry, "host")
    take(entry, 300)
    host = priced.fee_categories.get(name="host")

    fee_category_change(category=host, by=OLGA, name="host", amount=350_00)

    entry.refresh_from_db()
    assert (entry.fee_paid, fee_of(entry).missing) == (False, 50_00)


@pytest.mark.parametrize(
    ("act", "code", "text"),
    [
        pytest.param(lambda t, c: added(t, " "), "invalid name", "pro koho", id="no name"),
        pytest.param(
            lambda t, c: added(t, "host"), "fee_name_taken name", "už v turnaji je", id="the same name"
        ),
        pytest.param(
            lambda t, c: renamed(c, "junior"), "fee_name_taken name", "„junior“", id="another's name"
        ),
        pytest.param(lambda t, c: renamed(c, "x" * 61), "invalid name", "60 znaků", id="a long name"),
        pytest.param(lambda t, c: renamed(c, "hosté", expected=9), "changed", "Mezitím", id="stale"),
        pytest.param(
            lambda t, c: fee_category_remove(category=c, by=OLGA), "fee_used", "„host“ má 2 Čech", id="used"
        ),
    ],
)
def test_categories_refused(
    priced: Tournament, entry: Entry, act: Callable[..., Any], code: str, text: str
) -> None:
    charge(entry, "host")
    host = priced.fee_categories.get(name="host")

    with pytest.raises(DeskError, match=text) as told:
        act(priced, host)

    assert " ".join([told.value.code, *told.value.fields]) == code


def test_a_changed_fee_is_logged_and_stale_is_refused(entry: Entry) -> None:
    stale = Entry.objects.get(pk=entry.pk)
    charge(entry, "host")

    [line] = LogEntry.objects.all()
    assert (line.action, line.old, line.new) == (
        "tournament.entry.charged",
        {"fee_category": "základní", "fee_free_reason": ""},
        {"fee_category": "host", "fee_free_reason": ""},
    )
    with pytest.raises(Conflict, match="Olga"):
        entry_charge(entry=stale, by=PETR, free_reason="pomáhá", expected=1)


def test_many_are_charged_at_once(priced: Tournament) -> None:
    """A free one who is given a category pays; whom somebody put elsewhere meanwhile stays there."""
    by_number = {entry.number: entry for entry in priced.entries.all()}
    host, junior = (priced.fee_categories.get(name=name) for name in ("host", "junior"))
    for number in (1, 2):
        charge(by_number[number], "host")
    take(by_number[1], 300)
    charge(by_number[3], free="pomáhá")
    charge(by_number[4], "junior")
    LogEntry.objects.all().delete()

    assert entries_charge(category=host, by=OLGA, given=[3, 5, 2], taken=[1, 4, 99]) == 3

    categories = priced.entries.values_list("number", "fee_category__name", "fee_free_reason", "fee_paid")
    assert list(categories.filter(number__lte=5).order_by("number")) == [
        (1, None, "", True),
        (2, "host", "", False),
        (3, "host", "", False),
        (4, junior.name, "", False),
        (5, "host", "", False),
    ]
    [line] = LogEntry.objects.all()
    assert (line.action, line.subject) == ("tournament.entries.charged", "3 hráči")
    assert line.old == {"1": "host", "3": "základní", "5": "základní"}
    assert line.new == {"1": "základní", "3": "host", "5": "host"}
    assert entries_charge(category=host, by=OLGA, given=[3], taken=[1]) == 0


# The till


def test_the_till_by_who_took_it(priced: Tournament) -> None:
    one, two, three, four = priced.entries.order_by("number")[:4]
    take(one, 200)
    take(two, 200, by=PETR)
    take(three, 500)
    give_back(three, 300)
    take(four, 200, how=PaymentHow.TRANSFER)
    payment_cancel(payment=take(four, 900, by=PETR), by=OLGA, reason="překlep")

    cash = cash_of(priced)

    assert [(taker.name, taker.taken, taker.returned, taker.total) for taker in cash.till.takers] == [
        ("Olga", 700_00, -300_00, 400_00),
        ("Petr", 200_00, 0, 200_00),
    ]
    till = cash.till
    assert (till.cash, till.transfers, till.noted, till.returned, till.total) == (
        600_00,
        200_00,
        0,
        -300_00,
        800_00,
    )
    assert (cash.due, cash.paid, cash.missing, cash.surplus) == (1600_00, 800_00, 800_00, 0)
    assert sorted(row.entry.number for row in cash.owing) == [5, 6, 7, 8]
    assert till.total == cash.paid


def test_a_counted_till_is_kept_with_the_difference(priced: Tournament, entry: Entry) -> None:
    take(entry, 200)

    count = till_count(
        tournament=priced, by=PETR, counted=690_00, starting_cash=500_00, note="chybí desetikoruna"
    )

    assert (count.expected, count.counted, count.counted_by) == (700_00, 690_00, "Petr")
    line = LogEntry.objects.latest("sequence")
    assert (line.action, line.new) == (
        "tournament.till.counted",
        {"counted": 690_00, "starting_cash": 500_00, "expected": 700_00, "note": "chybí desetikoruna"},
    )
    assert list(cash_of(priced).counts) == [count] == list(TillCount.objects.all())
    with pytest.raises(Refused, match="200 znaků"):
        till_count(tournament=priced, by=PETR, counted=1, note="x" * 201)
