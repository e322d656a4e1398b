"""What each start costs, what was paid for it and what is missing. Money in haléře."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, Sum
from django.utils.translation import gettext as _

from tournament.enums import Presence
from tournament.models import Entry, FeeCategory, Payment, Tournament

BASIC = ""
"""Value of the tournament's own fee among the choices of a form."""


@dataclass(frozen=True, slots=True)
class EntryFee:
    """The fee of one start.

    ``price`` is what the start costs; ``owed`` says whether it is owed at all: who did not come, or left
    before the first round, owes nothing, what he paid is his. ``records`` is how many payments were written
    down, the version of everything here; ``ticked`` says that one of them stands for no amount
    (``Payment.amount``).
    """

    price: int
    owed: bool
    paid: int = 0
    records: int = 0
    ticked: bool = False
    category: str = ""
    free_reason: str = ""

    @property
    def due(self) -> int:
        """What is to be paid altogether."""
        return self.price if self.owed else 0

    @property
    def missing(self) -> int:
        """What is still to be paid."""
        return max(self.due - self.paid, 0)

    @property
    def surplus(self) -> int:
        """What was paid above what is due: offered to be returned, never returned by itself."""
        return max(self.paid - self.due, 0)

    @property
    def kind(self) -> str:
        """Which fee it is, in words; why it is none."""
        if self.free_reason:
            return _("zdarma: %(reason)s") % {"reason": self.free_reason}
        return self.category or _("základní")

    @property
    def settled(self) -> bool:
        """Whether the fee counts as paid (``Entry.fee_paid``); whoever pays nothing has paid nothing."""
        return self.paid >= self.price and (self.paid > 0 or self.ticked)


def fees_of(tournament: Tournament, entries: Iterable[Entry] | None = None) -> dict[uuid.UUID, EntryFee]:
    """The fee of each of ``entries`` (default: of everybody) by UUID, in three questions at most."""
    asked = list(tournament.entries.all() if entries is None else entries)
    categories = {one.pk: one for one in tournament.fee_categories.all()}
    counted = _counted(tournament, asked)
    nothing = (0, 0, 0)
    return {entry.pk: _fee(tournament, entry, categories, *counted.get(entry.pk, nothing)) for entry in asked}


def fee_of(entry: Entry) -> EntryFee:
    """The fee of one start."""
    return fees_of(entry.tournament, [entry])[entry.pk]


def _counted(tournament: Tournament, entries: Sequence[Entry]) -> dict[uuid.UUID, tuple[int, int, int]]:
    """Sum, number of records and of ticks that stand, by entry."""
    payments = Payment.objects.filter(tournament=tournament)
    if len(entries) == 1:
        payments = payments.filter(entry=entries[0])
    standing = Q(amount=0, cancels=None, cancelled_by=None)
    rows = (
        payments.order_by()
        .values_list("entry")
        .annotate(paid=Sum("amount"), records=Count("pk"), ticks=Count("pk", filter=standing))
    )
    return {entry: (paid, records, ticks) for entry, paid, records, ticks in rows}


def _fee(
    tournament: Tournament,
    entry: Entry,
    categories: dict[uuid.UUID, FeeCategory],
    paid: int,
    records: int,
    ticks: int,
) -> EntryFee:
    category = categories[entry.fee_category_id] if entry.fee_category_id else None
    price = tournament.fee if category is None else category.amount
    stays_away = entry.presence == Presence.ABSENT or entry.withdrawn_after == 0
    return EntryFee(
        price=0 if entry.fee_free_reason else price,
        owed=not stays_away,
        paid=paid,
        records=records,
        ticked=ticks > 0,
        category=category.name if category else "",
        free_reason=entry.fee_free_reason,
    )


def payments_of(tournament: Tournament) -> list[Payment]:
    """Every payment in order, with whose it is and what followed it."""
    rows = Payment.objects.filter(tournament=tournament).select_related("entry", "cancels", "cancelled_by")
    return list(rows.order_by("number"))


def category_choices(tournament: Tournament) -> list[tuple[FeeCategory | None, str, int]]:
    """What a start can cost: the tournament's own fee first, then its categories."""
    others = [(one, one.name, one.amount) for one in tournament.fee_categories.all()]
    return [(None, _("základní"), tournament.fee), *others]
