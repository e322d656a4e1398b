"""Pages of the till: who has paid, what lies in it, the payments of one player, what starts cost."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import for_organiser
from tournament.actors import Actor
from tournament.forms.cash import (
    CancelPaymentForm,
    ChargeForm,
    FeeForm,
    PaymentForm,
    ReturnForm,
    TillForm,
    fee_forms,
)
from tournament.forms.common import beside_fields
from tournament.lib.counting import counted
from tournament.lib.money import crowns_said
from tournament.lib.requested import whole_numbers
from tournament.models import Entry, FeeCategory, Tournament
from tournament.selectors.cash import cash_of, cash_row
from tournament.selectors.entries import entries_by_name, search_text
from tournament.selectors.fees import fee_of, fees_of
from tournament.services import fees, payments


@require_safe
@for_organiser
def cash(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The till at a glance, who owes, who could get something back."""
    return _cash_page(request, tournament, actor, TillForm())


@require_POST
@for_organiser
def till_count(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The till was counted."""
    form = TillForm(request.POST)
    if form.is_valid():
        with beside_fields(form):
            count = payments.till_count(tournament=tournament, by=actor, **form.values())
            if count.difference:
                text = _("Pokladna je spočítaná, rozdíl je %(amount)s.")
                messages.warning(request, text % {"amount": crowns_said(count.difference)})
            else:
                messages.success(request, _("Pokladna je spočítaná a sedí."))
            return redirect("tournament:cash", tournament.slug)
    return _cash_page(request, tournament, actor, form, status=422)


@require_safe
@for_organiser
def player_payments(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """What one player is to pay and has paid."""
    return _payments_page(request, actor, _entry(tournament, number))


@require_POST
@for_organiser
def payment_take(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Money came."""
    entry = _entry(tournament, number)
    form = PaymentForm(request.POST, fee=fee_of(entry))
    if form.is_valid():
        with _beside_payments(form, entry):
            payment = payments.payment_take(entry=entry, by=actor, **form.values())
            said = _("Zapsáno: přijato %(amount)s.") % {"amount": crowns_said(payment.amount)}
            return _written(request, entry, said)
    return _payments_page(request, actor, entry, take=form)


@require_POST
@for_organiser
def payment_return(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Money went back."""
    entry = _entry(tournament, number)
    form = ReturnForm(request.POST, fee=fee_of(entry))
    if form.is_valid():
        with _beside_payments(form, entry):
            payment = payments.payment_return(entry=entry, by=actor, **form.values())
            said = _("Zapsáno: vráceno %(amount)s.") % {"amount": crowns_said(-payment.amount)}
            return _written(request, entry, said)
    return _payments_page(request, actor, entry, give_back=form)


@require_POST
@for_organiser
def payment_cancel(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, payment: int
) -> HttpResponse:
    """A payment was a mistake."""
    entry = _entry(tournament, number)
    mistaken = entry.payments.filter(number=payment).first()
    if mistaken is None:
        raise Http404
    form = CancelPaymentForm(request.POST, auto_id=f"cancel_{payment}_%s")
    if form.is_valid():
        with beside_fields(form):
            payments.payment_cancel(payment=mistaken, by=actor, **form.cleaned_data)
            return _written(request, entry, _("Platba č. %(number)s je zrušená.") % {"number": payment})
    return _payments_page(request, actor, entry, cancel=form, about=payment)


@require_POST
@for_organiser
def player_charge(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """What the player's start costs."""
    entry = _entry(tournament, number)
    form = ChargeForm(request.POST, entry=entry)
    if form.is_valid():
        with beside_fields(form, row=entry):
            fees.entry_charge(entry=entry, by=actor, **form.values())
            return _written(request, entry, _("Startovné hráče je uložené."))
    return _payments_page(request, actor, entry, charge=form)


@require_safe
@for_organiser
def fee_list(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """What starts cost beside the tournament's own fee."""
    return _fees_page(request, tournament, actor)


@require_POST
@for_organiser
def fee_add(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Another category."""
    form = FeeForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with beside_fields(form):
            made = fees.fee_category_add(
                tournament=tournament,
                by=actor,
                name=data["name"],
                amount=data["amount"],
                submission=data["submission"],
            )
            messages.success(request, _("Kategorie je přidaná. Teď zaškrtněte, kdo to platí."))
            return redirect("tournament:fee_people", tournament.slug, made.pk)
    return _fees_page(request, tournament, actor, form)


@require_POST
@for_organiser
def fee_change(
    request: HttpRequest, tournament: Tournament, actor: Actor, category: uuid.UUID
) -> HttpResponse:
    """Another name or amount."""
    known = _category(tournament, category)
    form = FeeForm(request.POST, category=known)
    if form.is_valid():
        data = form.cleaned_data
        with beside_fields(form, row=known):
            fees.fee_category_change(
                category=known,
                by=actor,
                name=data["name"],
                amount=data["amount"],
                expected=data["expected"],
            )
            messages.success(request, _("Kategorie je uložená."))
            return redirect("tournament:fees", tournament.slug)
    return _fees_page(request, tournament, actor, form)


@require_POST
@for_organiser
def fee_remove(
    request: HttpRequest, tournament: Tournament, actor: Actor, category: uuid.UUID
) -> HttpResponse:
    """A category nobody has."""
    fees.fee_category_remove(category=_category(tournament, category), by=actor)
    messages.success(request, _("Kategorie je odebraná."))
    return redirect("tournament:fees", tournament.slug)


@require_safe
@for_organiser
def fee_people(
    request: HttpRequest, tournament: Tournament, actor: Actor, category: uuid.UUID
) -> HttpResponse:
    """Everybody, with those ticked who pay this category."""
    known = _category(tournament, category)
    entries = entries_by_name(tournament)
    told = fees_of(tournament, entries)
    people = [
        {
            "entry": entry,
            "search": search_text(entry),
            "has_it": entry.fee_category_id == known.pk and not entry.fee_free_reason,
            "kind": told[entry.pk].kind,
        }
        for entry in entries
    ]
    context = {"tournament": tournament, "actor": actor, "category": known, "people": people}
    return render(request, "tournament/fee_people.html", context)


@require_POST
@for_organiser
def fee_people_save(
    request: HttpRequest, tournament: Tournament, actor: Actor, category: uuid.UUID
) -> HttpResponse:
    """Those ticked pay the category, those no more ticked the tournament's own fee; nobody else changes."""
    ticked, shown = (set(whole_numbers(request.POST.getlist(name))) for name in ("number", "shown"))
    changed = fees.entries_charge(
        category=_category(tournament, category), by=actor, given=ticked - shown, taken=shown - ticked
    )
    said = counted(changed, _("hráč"), _("hráči"), _("hráčů"))
    messages.success(request, _("Startovné změněno: %(players)s.") % {"players": said})
    return redirect("tournament:fees", tournament.slug)


class _beside_payments(beside_fields):  # noqa: N801  # because it is used like the one it extends
    """The same for a form whose ``expected`` counts the payments of a start."""

    def __init__(self, form: PaymentForm, entry: Entry) -> None:
        super().__init__(form)
        self.entry = entry

    def __exit__(self, *error: Any) -> bool:
        beside = super().__exit__(*error)
        if beside and isinstance(self.form, PaymentForm):
            self.form.show_version(fee_of(self.entry).records)
        return beside


def _entry(tournament: Tournament, number: int) -> Entry:
    entry = tournament.entries.filter(number=number).first()
    if entry is None:
        raise Http404
    entry.tournament = tournament
    return entry


def _category(tournament: Tournament, category: uuid.UUID) -> FeeCategory:
    found = tournament.fee_categories.filter(pk=category).first()
    if found is None:
        raise Http404
    return found


def _written(request: HttpRequest, entry: Entry, said: str) -> HttpResponse:
    messages.success(request, said)
    return redirect("tournament:player_payments", entry.tournament.slug, entry.number)


def _cash_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, form: TillForm, status: int = 200
) -> HttpResponse:
    context = {"tournament": tournament, "actor": actor, "cash": cash_of(tournament), "form": form}
    return render(request, "tournament/cash.html", context, status=status)


def _payments_page(
    request: HttpRequest,
    actor: Actor,
    entry: Entry,
    *,
    take: PaymentForm | None = None,
    give_back: ReturnForm | None = None,
    charge: ChargeForm | None = None,
    cancel: CancelPaymentForm | None = None,
    about: int | None = None,
) -> HttpResponse:
    """Everything about the money of one start; a form that was refused stands in its place."""
    entry.refresh_from_db()
    row = cash_row(entry)
    lines = [(one, CancelPaymentForm(auto_id=f"cancel_{one.number}_%s")) for one in row.payments]
    if cancel is not None:
        lines = [(one, cancel if one.number == about else form) for one, form in lines]
    refused = any((take, give_back, charge, cancel))
    context = {
        "tournament": entry.tournament,
        "actor": actor,
        "entry": entry,
        "row": row,
        "lines": lines,
        "take": take or PaymentForm(fee=row.fee),
        "give_back": give_back or ReturnForm(fee=row.fee),
        "charge": charge or ChargeForm(entry=entry),
        "about": about,
    }
    return render(request, "tournament/payments.html", context, status=422 if refused else 200)


def _fees_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, filled: FeeForm | None = None
) -> HttpResponse:
    known, new = fee_forms(tournament, filled)
    context = {"tournament": tournament, "actor": actor, "known": known, "new": new}
    return render(request, "tournament/fees.html", context, status=422 if filled else 200)
