"""The till: what came in and from whom, what is missing, what should lie in it. Money in haléře."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.enums import PaymentHow
from tournament.journal.reading import TappedChange
from tournament.lib.money import crowns_said
from tournament.models import Entry, Payment, TillCount, Tournament
from tournament.selectors.entries import entries_by_name
from tournament.selectors.fees import EntryFee, fees_of, payments_of


@dataclass(slots=True)
class TillShare:
    """What one person took and returned in cash; ``total`` is what lies in the till from him."""

    name: str
    taken: int = 0
    returned: int = 0

    @property
    def back(self) -> int:
        """What was returned, without its sign."""
        return -self.returned

    @property
    def total(self) -> int:
        """Returned money is negative already."""
        return self.taken + self.returned


@dataclass(frozen=True, slots=True)
class Till:
    """Where the money is: cash by who took it, on the account, and what was only noted as paid.

    ``returned`` is what was given back in any way, as a negative sum, and is part of the others.
    """

    takers: tuple[TillShare, ...]
    transfers: int
    noted: int
    returned: int

    @property
    def cash(self) -> int:
        """What lies in the till."""
        return sum(taker.total for taker in self.takers)

    @property
    def total(self) -> int:
        """Everything that was paid and not returned."""
        return self.cash + self.transfers + self.noted


@dataclass(frozen=True, slots=True)
class CashRow:
    """One start with its fee and its payments, the oldest first."""

    entry: Entry
    fee: EntryFee
    payments: tuple[Payment, ...]

    @property
    def told(self) -> str:
        """How it was paid and who took it: „hotově Olga, převodem Petr“; what nobody took here: its note."""
        told = (
            one.note or one.get_how_display()
            if one.how == PaymentHow.NOTED
            else f"{one.get_how_display()} {one.taken_by}"
            for one in self.standing
        )
        return ", ".join(dict.fromkeys(told))

    @property
    def standing(self) -> tuple[Payment, ...]:
        """Payments that hold: neither cancelled nor cancelling."""
        return tuple(one for one in self.payments if one.stands)


@dataclass(frozen=True, slots=True)
class Cash:
    """Everything about the money of a tournament."""

    rows: tuple[CashRow, ...]
    till: Till
    counts: tuple[TillCount, ...]

    @property
    def due(self) -> int:
        """What all are to pay."""
        return sum(row.fee.due for row in self.rows)

    @property
    def paid(self) -> int:
        """What all have paid."""
        return sum(row.fee.paid for row in self.rows)

    @property
    def missing(self) -> int:
        """What is still to be paid."""
        return sum(row.fee.missing for row in self.rows)

    @property
    def surplus(self) -> int:
        """What could be returned."""
        return sum(row.fee.surplus for row in self.rows)

    @property
    def receipts(self) -> tuple[Payment, ...]:
        """Payments that somebody can get a receipt of, by number."""
        found = (one for row in self.rows for one in row.standing if one.has_receipt)
        return tuple(sorted(found, key=lambda one: one.number))

    @property
    def latest_counts(self) -> tuple[TillCount, ...]:
        """How the till was counted, the last time first."""
        return self.counts[::-1]

    @property
    def owing(self) -> tuple[CashRow, ...]:
        """Who still owes something."""
        return tuple(row for row in self.rows if row.fee.missing)

    @property
    def returnable(self) -> tuple[CashRow, ...]:
        """Who has paid more than is due."""
        return tuple(row for row in self.rows if row.fee.surplus)


def cash_of(tournament: Tournament) -> Cash:
    """People in Czech order, the till, its counts."""
    entries = entries_by_name(tournament)
    fees = fees_of(tournament, entries)
    payments = payments_of(tournament)
    by_entry: dict[uuid.UUID, list[Payment]] = {}
    for payment in payments:
        by_entry.setdefault(payment.entry_id, []).append(payment)
    rows = tuple(CashRow(one, fees[one.pk], tuple(by_entry.get(one.pk, ()))) for one in entries)
    return Cash(rows=rows, till=_till(payments), counts=tuple(tournament.till_counts.all()))


def till_of(tournament: Tournament) -> Till:
    """The till as it is now."""
    return _till(payments_of(tournament))


def cash_row(entry: Entry) -> CashRow:
    """One start with its fee and its payments."""
    payments = entry.payments.select_related("entry", "cancels", "cancelled_by").order_by("number")
    return CashRow(entry, fees_of(entry.tournament, [entry])[entry.pk], tuple(payments))


def tapped_payment(tournament: Tournament, payment_id: uuid.UUID) -> TappedChange | None:
    """A payment that was just taken, in words, to be cancelled by one tap; ``None`` for any other."""
    payment = tournament.payments.filter(pk=payment_id, cancels=None, cancelled_by=None).first()
    if payment is None:
        return None
    words = _("přijato %(amount)s %(how)s") % {
        "amount": crowns_said(payment.amount),
        "how": payment.get_how_display(),
    }
    if not payment.amount:
        words = _("startovné zaplaceno")
    return TappedChange(id=payment.pk, text=f"{payment.entry}: {words}")


def _till(payments: Iterable[Payment]) -> Till:
    """A counter record leaves the till of whoever took what it cancels: nothing of it was ever there."""
    takers: dict[object, TillShare] = {}
    sums = dict.fromkeys(PaymentHow.values, 0)
    returned = 0
    for payment in payments:
        sums[payment.how] += payment.amount
        if not payment.stands:
            continue
        returned += min(payment.amount, 0)
        if payment.how == PaymentHow.CASH:
            taker = takers.setdefault(payment.taken_by_key or payment.taken_by, TillShare(payment.taken_by))
            taker.name = payment.taken_by
            taker.taken += max(payment.amount, 0)
            taker.returned += min(payment.amount, 0)
    return Till(
        takers=tuple(takers.values()),
        transfers=sums[PaymentHow.TRANSFER],
        noted=sums[PaymentHow.NOTED],
        returned=returned,
    )
