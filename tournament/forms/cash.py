"""Money of a tournament: payments, what starts cost, the till."""

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.enums import PaymentHow
from tournament.forms.common import ChangeForm, CrownsField, ExpectedForm, OnceForm, set_choices, unseen
from tournament.lib.money import crowns_said
from tournament.models import Entry, FeeCategory, Tournament
from tournament.selectors.fees import EntryFee, category_choices

FREE = "zdarma"
"""Value of a free start among the fees to choose from."""

HOW = [(how.value, how.label) for how in (PaymentHow.CASH, PaymentHow.TRANSFER)]
"""How money comes and goes at the desk."""

MOST_PAYMENTS = 32_767


class PaymentForm(OnceForm, ExpectedForm):
    """Money taken for a start; ``expected`` is how many payments the person saw."""

    amount = CrownsField(label=_("Částka v korunách"), smallest=1)
    how = forms.ChoiceField(
        label=_("Jak"), choices=HOW, initial=PaymentHow.CASH.value, widget=forms.RadioSelect
    )
    note = forms.CharField(label=_("Poznámka"), max_length=200, required=False)
    expected = forms.IntegerField(**unseen(min_value=0, max_value=MOST_PAYMENTS))

    def __init__(self, data: Any = None, *, fee: EntryFee, **kwargs: Any) -> None:
        initial = {"expected": fee.records, "amount": self.proposed(fee) or None}
        super().__init__(data, initial=initial, **{"auto_id": f"{type(self).__name__}_%s"} | kwargs)

    def proposed(self, fee: EntryFee) -> int:
        """The amount that stands there before anybody types one."""
        return fee.missing

    def values(self) -> dict[str, Any]:
        """What the service takes."""
        data = dict(self.cleaned_data)
        return data | {"how": PaymentHow(data["how"])}


class ReturnForm(PaymentForm):
    """Money given back."""

    def proposed(self, fee: EntryFee) -> int:
        """What was paid above what is due."""
        return fee.surplus


class CancelPaymentForm(OnceForm):
    """Why a payment is cancelled."""

    reason = forms.CharField(
        label=_("Proč se ruší"),
        max_length=200,
        error_messages={"required": _("Napište, proč se platba ruší.")},
    )


class ChargeForm(ChangeForm):
    """What one start costs; a free one says why."""

    fee = forms.ChoiceField(label=_("Startovné"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Proč neplatí"),
        help_text=_("Jen když hraje zdarma, například „rozhodčí“ nebo „výherce loňského ročníku“."),
        max_length=200,
        required=False,
    )

    def __init__(self, data: Any = None, *, entry: Entry, **kwargs: Any) -> None:
        chosen = FREE if entry.fee_free_reason else str(entry.fee_category_id or "zakladni")
        initial = {"expected": entry.version, "fee": chosen, "reason": entry.fee_free_reason}
        super().__init__(data, initial=initial, **{"auto_id": "charge_%s"} | kwargs)
        self._categories = {
            str(category.pk) if category else "zakladni": category
            for category, _name, _amount in category_choices(entry.tournament)
        }
        told = (
            (str(category.pk) if category else "zakladni", f"{name} {crowns_said(amount)}")
            for category, name, amount in category_choices(entry.tournament)
        )
        set_choices(self, "fee", [*told, (FREE, _("zdarma"))])

    def clean(self) -> dict[str, Any]:
        """A free start needs its reason."""
        data = super().clean() or {}
        if data.get("fee") == FREE and not data.get("reason") and "reason" not in self.errors:
            self.add_error("reason", _("Napište, proč hraje zdarma."))
        return data

    def values(self) -> dict[str, Any]:
        """What the service takes; the reason of who pays is not kept."""
        free = self.cleaned_data["fee"] == FREE
        return {
            "category": None if free else self._categories[self.cleaned_data["fee"]],
            "free_reason": self.cleaned_data["reason"] if free else "",
            "expected": self.cleaned_data["expected"],
        }


class FeeForm(OnceForm, ExpectedForm):
    """A category of the fee: a new one, or one that is there (``category``)."""

    name = forms.CharField(
        label=_("Pro koho"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Napište, pro koho startovné platí, například „host“.")},
    )
    amount = CrownsField(label=_("Částka v korunách"))

    def __init__(self, data: Any = None, *, category: FeeCategory | None = None, **kwargs: Any) -> None:
        self.category = category
        initial = (
            {"name": category.name, "amount": category.amount, "expected": category.version}
            if category
            else {}
        )
        prefix = f"fee_{category.pk if category else 'new'}_%s"
        super().__init__(data, initial=initial, **{"auto_id": prefix} | kwargs)


class TillForm(OnceForm):
    """What was counted in the till."""

    counted = CrownsField(label=_("Kolik je v pokladně, v korunách"))
    starting_cash = CrownsField(label=_("Z toho drobné, které v ní byly na začátku"), required=False)
    note = forms.CharField(label=_("Poznámka"), max_length=200, required=False)

    def values(self) -> dict[str, Any]:
        """What the service takes."""
        data = dict(self.cleaned_data)
        return data | {"starting_cash": data["starting_cash"] or 0}


def fee_forms(tournament: Tournament, filled: FeeForm | None = None) -> tuple[list[FeeForm], FeeForm]:
    """A form for each category and one for a new one; ``filled`` stands in its place."""
    about: uuid.UUID | None = filled.category.pk if filled and filled.category else None
    known = [
        filled if filled is not None and category.pk == about else FeeForm(category=category)
        for category in tournament.fee_categories.all()
    ]
    new = filled if filled is not None and filled.category is None else FeeForm()
    return known, new
