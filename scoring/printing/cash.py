"""The till on paper and in a workbook: who has paid, receipts to be cut."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.lib.excel import SheetColumn, SheetData, write_workbook
from tournament.lib.money import crowns_in_words, crowns_said
from tournament.models import Payment, Tournament
from tournament.selectors.cash import Cash, CashRow
from tournament.selectors.fees import fees_of, payments_of
from tournament.selectors.tournaments import tournament_stamp

ON_A_PAGE = 6
"""Receipts on one sheet of A4."""


@dataclass(frozen=True, slots=True)
class CashPrint:
    """The list of who has paid; sums in words."""

    tournament: str
    date: datetime.date
    place: str
    stamp: str
    rows: tuple[CashRow, ...]
    sums: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """That somebody has paid, or (``returned``) got money back. Amounts in figures and in words."""

    number: int
    returned: bool
    tournament: str
    day: datetime.date
    place: str
    payer: str
    amount: str
    words: str
    what_for: str
    how: str
    taken_by: str
    at: datetime.datetime
    note: str


def cash_print(tournament: Tournament, cash: Cash) -> CashPrint:
    """Everybody by name, and where the money is."""
    return CashPrint(
        tournament=tournament.name,
        date=tournament.date,
        place=tournament.place,
        stamp=tournament_stamp(tournament).words,
        rows=cash.rows,
        sums=tuple((words, crowns_said(amount)) for words, amount in _sums(cash)),
    )


def receipt_pages(tournament: Tournament, payments: Iterable[Payment]) -> list[tuple[Receipt, ...]]:
    """Receipts of these payments, so many as fit on a page together."""
    told = list(payments)
    fees = fees_of(tournament, {one.entry_id: one.entry for one in told}.values())
    made = [_receipt(tournament, one, fees[one.entry_id].category) for one in told]
    return [tuple(made[at : at + ON_A_PAGE]) for at in range(0, len(made), ON_A_PAGE)]


def cash_workbook(tournament: Tournament, cash: Cash) -> bytes:
    """Who has paid, each payment, the sums, how the till was counted; amounts are numbers."""
    stamp = tournament_stamp(tournament).words
    return write_workbook(
        [
            _people_sheet(cash, f"{tournament.name} – {_('kdo zaplatil')}, {stamp}"),
            _payments_sheet(payments_of(tournament)),
            SheetData(_("Pokladna"), (SheetColumn(_("Co")), SheetColumn(_("Částka"), "crowns")), _sums(cash)),
            _counts_sheet(cash),
        ]
    )


def _receipt(tournament: Tournament, payment: Payment, category: str) -> Receipt:
    entry = payment.entry
    told = (_("č. %(number)s") % {"number": entry.number}, entry.club)
    return Receipt(
        number=payment.number,
        returned=payment.amount < 0,
        tournament=tournament.name,
        day=tournament.date,
        place=tournament.place,
        payer=f"{entry.name} ({', '.join(filter(None, told))})",
        amount=crowns_said(abs(payment.amount)),
        words=crowns_in_words(payment.amount),
        what_for=_("startovné (%(category)s)") % {"category": category} if category else _("startovné"),
        how=payment.get_how_display(),
        taken_by=payment.taken_by,
        at=payment.created_at,
        note=payment.note,
    )


def _sums(cash: Cash) -> list[tuple[str, int]]:
    till = cash.till
    return [
        (_("má se vybrat"), cash.due),
        (_("zaplaceno"), cash.paid),
        (_("chybí"), cash.missing),
        (_("přeplatky a k vrácení"), cash.surplus),
        *((_("hotově: %(name)s") % {"name": one.name or "–"}, one.total) for one in till.takers),
        (_("hotově v pokladně"), till.cash),
        (_("převodem"), till.transfers),
        (_("jen zapsáno"), till.noted),
        (_("z toho vráceno"), till.returned),
    ]


def _people_sheet(cash: Cash, heading: str) -> SheetData:
    columns = (
        SheetColumn(_("Č."), "int"),
        SheetColumn(_("Příjmení a jméno")),
        SheetColumn(_("Klub")),
        SheetColumn(_("Startovné")),
        SheetColumn(_("Má zaplatit"), "crowns"),
        SheetColumn(_("Zaplaceno"), "crowns"),
        SheetColumn(_("Chybí"), "crowns"),
        SheetColumn(_("Přeplatek"), "crowns"),
        SheetColumn(_("Jak a kdo vybral")),
    )
    rows = [
        (
            row.entry.number,
            row.entry.name,
            row.entry.club,
            row.fee.kind,
            row.fee.due,
            row.fee.paid,
            row.fee.missing,
            row.fee.surplus,
            row.told,
        )
        for row in cash.rows
    ]
    return SheetData(_("Kdo zaplatil"), columns, rows, heading)


def _payments_sheet(payments: Sequence[Payment]) -> SheetData:
    columns = (
        SheetColumn(_("Doklad"), "int"),
        SheetColumn(_("Kdy"), "datetime"),
        SheetColumn(_("Č."), "int"),
        SheetColumn(_("Příjmení a jméno")),
        SheetColumn(_("Částka"), "crowns"),
        SheetColumn(_("Způsob")),
        SheetColumn(_("Kdo zapsal")),
        SheetColumn(_("Poznámka")),
        SheetColumn(_("Ruší doklad"), "int"),
    )
    rows = [
        (
            one.number,
            one.created_at,
            one.entry.number,
            one.entry.name,
            one.amount,
            one.get_how_display(),
            one.taken_by,
            one.note,
            one.cancels.number if one.cancels else None,
        )
        for one in payments
    ]
    return SheetData(_("Platby"), columns, rows)


def _counts_sheet(cash: Cash) -> SheetData:
    columns = (
        SheetColumn(_("Kdy"), "datetime"),
        SheetColumn(_("Kdo počítal")),
        SheetColumn(_("Spočítáno"), "crowns"),
        SheetColumn(_("Mělo být"), "crowns"),
        SheetColumn(_("Rozdíl"), "crowns"),
        SheetColumn(_("Z toho drobné"), "crowns"),
        SheetColumn(_("Poznámka")),
    )
    rows = [
        (
            one.created_at,
            one.counted_by,
            one.counted,
            one.expected,
            one.difference,
            one.starting_cash,
            one.note,
        )
        for one in cash.counts
    ]
    return SheetData(_("Spočítání pokladny"), columns, rows)
