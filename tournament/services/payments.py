"""Money for starts: taken, returned, cancelled by a counter record, noted from a file; the till counted.

A payment is never changed or deleted. All writers of payments of a tournament hold its row, so that numbers
go one after another and of two people who take the same fee the second learns of the first.
"""

import uuid
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actors import Actor, signed
from tournament.enums import PaymentHow
from tournament.errors import Conflict, Refused
from tournament.journal.actions import CASH, Action, SeenBy, declare
from tournament.journal.write import log_lines, log_write
from tournament.lib.batches import Batch, changed, inserted
from tournament.lib.counting import counted
from tournament.lib.money import crowns_said
from tournament.lib.names import normalise
from tournament.models import Entry, LogEntry, Payment, TillCount, Tournament, next_version
from tournament.selectors.cash import till_of
from tournament.selectors.fees import EntryFee, fee_of, fees_of
from tournament.services.checks import check_fields, invalid
from tournament.services.writes import lock_tournament, overtaken_by, run_once

TAKEN = declare(
    "tournament.payment.taken", gettext_lazy("Platba přijata"), area=CASH, seen_by=SeenBy.ORGANISERS
)
RETURNED = declare(
    "tournament.payment.returned", gettext_lazy("Peníze vráceny"), area=CASH, seen_by=SeenBy.ORGANISERS
)
CANCELLED = declare(
    "tournament.payment.cancelled", gettext_lazy("Platba zrušena"), area=CASH, seen_by=SeenBy.ORGANISERS
)
NOTED = declare(
    "tournament.payments.noted",
    gettext_lazy("Startovné zapsáno jako zaplacené"),
    area=CASH,
    seen_by=SeenBy.ORGANISERS,
)
TILL_COUNTED = declare(
    "tournament.till.counted", gettext_lazy("Pokladna spočítána"), area=CASH, seen_by=SeenBy.ORGANISERS
)

BATCH = 500
"""Rows written at once."""


class _Money(NamedTuple):
    """What a payment is, beside whose it is and who took it."""

    amount: int
    how: str
    note: str = ""
    cancels: Payment | None = None


def payment_take(
    *,
    entry: Entry,
    by: Actor,
    amount: int,
    how: PaymentHow = PaymentHow.CASH,
    note: str = "",
    expected: int | None = None,
    submission: uuid.UUID | None = None,
) -> Payment:
    """Money came; ``by`` has taken it. Nothing (0) is taken only where the start costs nothing.

    ``expected`` is how many payments of the start the person saw (``EntryFee.records``): ``Conflict`` names
    who took another one since. Refuses ``invalid`` fields.
    """
    money = _Money(amount, how, normalise(note))

    def create() -> Payment:
        fee = _locked_fee(entry, expected)
        if amount < 0 or (amount == 0 and fee.price):
            raise invalid(wrong={"amount": _("Napište částku větší než nula.")})
        return _write(entry, by, TAKEN, money)

    return run_once(submission=submission, action=TAKEN, model=Payment, create=create)


def payment_return(
    *,
    entry: Entry,
    by: Actor,
    amount: int,
    how: PaymentHow = PaymentHow.CASH,
    note: str = "",
    expected: int | None = None,
    submission: uuid.UUID | None = None,
) -> Payment:
    """Money goes back: ``amount`` haléře, at most what was paid. ``expected`` as in ``payment_take``."""
    money = _Money(-amount, how, normalise(note))

    def create() -> Payment:
        fee = _locked_fee(entry, expected)
        if amount <= 0:
            raise invalid(wrong={"amount": _("Napište částku větší než nula.")})
        if amount > fee.paid:
            text = _("Vrátit jde nejvýš to, co je zaplaceno: %(paid)s.") % {"paid": crowns_said(fee.paid)}
            raise Refused(text, code="returned_too_much", fields={"amount": text})
        return _write(entry, by, RETURNED, money)

    return run_once(submission=submission, action=RETURNED, model=Payment, create=create)


def payment_cancel(
    *, payment: Payment, by: Actor, reason: str, submission: uuid.UUID | None = None
) -> Payment:
    """A mistaken payment is followed by its counter record, which is given.

    ``Conflict`` where somebody cancelled it before; refuses ``counter_record`` for one that cancels,
    ``returned_from`` where more would be returned than was paid, ``invalid`` without a reason.
    """
    why = normalise(reason)

    def create() -> Payment:
        if not why:
            raise invalid(wrong={"reason": _("Napište, proč se platba ruší.")})
        lock_tournament(tournament=payment.tournament)
        if payment.cancels_id is not None:
            raise Refused(_("Zrušení platby už zrušit nejde; zapište platbu znovu."), code="counter_record")
        earlier = Payment.objects.filter(cancels=payment).first()
        if earlier is not None:
            raise Conflict(
                _("Platba č. %(number)s už je zrušená: %(who)s (%(when)s).")
                % {"number": payment.number, "who": earlier.taken_by, "when": _when(earlier)},
                code="payment_cancelled",
            )
        if fee_of(payment.entry).paid < payment.amount:
            raise Refused(
                _("Z této platby se už vracelo. Nejdřív zrušte vrácení, pak platbu."), code="returned_from"
            )
        return _write(
            payment.entry, by, CANCELLED, _Money(-payment.amount, payment.how, why, cancels=payment)
        )

    return run_once(submission=submission, action=CANCELLED, model=Payment, create=create)


def payments_note(*, tournament: Tournament, entries: Iterable[Entry], by: Actor, note: str) -> None:
    """Write down that all of ``entries`` have paid what they had to, „dle tabulky“; who has paid is left out.

    Nobody took the money here, so it is not in the till. For a whole file inside the caller's transaction:
    a few questions and one entry of the log, however many there are. The entries know it afterwards.
    """
    lock_tournament(tournament=tournament)
    for batch in payments_ready(tournament=tournament, entries=entries, by=by, note=note):
        batch.write()


def payments_ready(*, tournament: Tournament, entries: Iterable[Entry], by: Actor, note: str) -> list[Batch]:
    """The same made ready to be written, by the payments and fees that there are now."""
    asked = list(entries)
    fees = fees_of(tournament, asked)
    paying = [entry for entry in asked if not fees[entry.pk].settled]
    if not paying:
        return []
    first = _next_number(tournament)
    made = [
        Payment(
            tournament=tournament,
            entry=entry,
            number=number,
            amount=max(fees[entry.pk].price - fees[entry.pk].paid, 0),
            how=PaymentHow.NOTED,
            note=note,
            **signed("taken_by", by),
        )
        for number, entry in enumerate(paying, start=first)
    ]
    told = {"amount": sum(one.amount for one in made), "note": note}
    subject = counted(len(made), _("hráč"), _("hráči"), _("hráčů"))
    newly = [entry for entry in paying if not entry.fee_paid]
    for entry in newly:
        entry.fee_paid, entry.version = True, entry.version + 1
    return [
        inserted(Payment, made),
        changed(Entry, newly, ["fee_paid"]),
        inserted(
            LogEntry,
            log_lines(tournament=tournament, by=by, action=NOTED, lines=[(subject, None, None, told)]),
        ),
    ]


def fees_follow(*, tournament: Tournament, entries: Sequence[Entry] | None = None) -> None:
    """Who counts as paid (``Entry.fee_paid``) after a change of what was paid or of what starts cost.

    Inside the transaction of that change; ``entries`` (default: everybody) know it afterwards.
    """
    asked = list(tournament.entries.all()) if entries is None else entries
    fees = fees_of(tournament, asked)
    for paid in (True, False):
        _set_paid([one for one in asked if fees[one.pk].settled is paid is not one.fee_paid], paid=paid)


def till_count(
    *,
    tournament: Tournament,
    by: Actor,
    counted: int,
    starting_cash: int = 0,
    note: str = "",
    submission: uuid.UUID | None = None,
) -> TillCount:
    """Keep what was counted in the till beside what should be in it. Refuses ``invalid`` fields."""

    def create() -> TillCount:
        lock_tournament(tournament=tournament)
        count = TillCount(
            tournament=tournament,
            counted=counted,
            starting_cash=starting_cash,
            expected=till_of(tournament).cash + starting_cash,
            note=normalise(note),
            **signed("counted_by", by),
        )
        check_fields(row=count, fields=("counted", "starting_cash", "note"))
        count.save(force_insert=True)
        values = {"counted": counted, "starting_cash": starting_cash, "expected": count.expected}
        log_write(
            tournament=tournament,
            by=by,
            action=TILL_COUNTED,
            object_id=count.pk,
            new=values | {"note": count.note},
        )
        return count

    return run_once(submission=submission, action=TILL_COUNTED, model=TillCount, create=create)


def _locked_fee(entry: Entry, expected: int | None) -> EntryFee:
    """The fee once nobody else can write a payment; ``Conflict`` when another one came since it was shown."""
    lock_tournament(tournament=entry.tournament)
    entry.refresh_from_db()
    fee = fee_of(entry)
    if expected is not None and expected != fee.records:
        last = entry.payments.order_by("number").last()
        if last is None:
            # Payments are never deleted: no page of this start has shown any.
            raise overtaken_by(last=None)
        raise Conflict(
            _("%(player)s: mezitím přibyla platba č. %(number)s (%(amount)s %(how)s, %(who)s, %(when)s).")
            % {
                "player": entry,
                "number": last.number,
                "amount": crowns_said(last.amount),
                "how": last.get_how_display(),
                "who": last.taken_by,
                "when": _when(last),
            },
            code="paid_meanwhile",
        )
    return fee


def _when(payment: Payment) -> str:
    return date_format(timezone.localtime(payment.created_at), "j. n. Y H:i")


def _next_number(tournament: Tournament) -> int:
    highest: int | None = tournament.payments.aggregate(highest=Max("number"))["highest"]
    return (highest or 0) + 1


def _write(entry: Entry, by: Actor, action: Action, money: _Money) -> Payment:
    """One payment with the entry of the log and what follows from it; the tournament is held."""
    payment = Payment(
        tournament=entry.tournament,
        entry=entry,
        number=_next_number(entry.tournament),
        **money._asdict(),
        **signed("taken_by", by),
    )
    check_fields(row=payment, fields=("amount", "how", "note"))
    payment.save(force_insert=True)
    fees_follow(tournament=entry.tournament, entries=[entry])
    log_write(
        tournament=entry.tournament,
        by=by,
        action=action,
        subject=str(entry),
        object_id=entry.pk,
        new={"payment": payment.number, "amount": money.amount, "how": money.how},
        reason=money.note,
    )
    return payment


def _set_paid(entries: Sequence[Entry], *, paid: bool) -> None:
    for start in range(0, len(entries), BATCH):
        batch = [entry.pk for entry in entries[start : start + BATCH]]
        Entry.objects.filter(pk__in=batch).update(fee_paid=paid, version=next_version())
    for entry in entries:
        entry.fee_paid, entry.version = paid, entry.version + 1
