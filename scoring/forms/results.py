"""The form of a table's result: typed from the paper sheet, or taken from the hands."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.enums import ResultSource
from scoring.forms.fields import PointsField, ResultField
from scoring.selectors.results import crowns_proposal
from scoring.selectors.tables import SeatLine, TableAccount
from scoring.services.results import Figures, SeatFigures
from tournament.forms.common import OnceForm


@dataclass(frozen=True, slots=True)
class SeatBox:
    """One player's row of the grid: fields with their short labels."""

    seat: SeatLine
    fields: tuple[tuple[str, forms.BoundField], ...]


class ResultForm(OnceForm):
    """The grid of a result. ``expected`` is the number of the version it showed, 0 for none.

    With ``correction`` the round is closed and the reason is asked for.
    """

    expected = forms.IntegerField(widget=forms.HiddenInput, min_value=0, required=False)
    source = forms.ChoiceField(
        label=gettext_lazy("Odkud jsou čísla"), choices=ResultSource.choices, widget=forms.RadioSelect
    )
    signed = forms.BooleanField(label=gettext_lazy("zapisovatel lístek podepsal"), required=False)
    zero_reason = forms.CharField(label=gettext_lazy("Proč součet není nula"), max_length=300, required=False)
    rounding_reason = forms.CharField(
        label=gettext_lazy("Proč je zaokrouhleno jinak"), max_length=300, required=False
    )
    accept_same = forms.BooleanField(
        label=gettext_lazy("Je to tak, oba stoly mají stejná čísla"), required=False
    )

    def __init__(self, *args: Any, account: TableAccount, correction: bool = False, **kwargs: Any) -> None:
        self.seats: Sequence[SeatLine] = account.seats
        super().__init__(*args, initial=_initial(account), **kwargs)
        for seat in self.seats:
            label = f"{seat.letter} {seat.name}"
            self.fields[f"money_{seat.letter}"] = ResultField(label=_("Zisk %s") % label, required=False)
            self.fields[f"zb_{seat.letter}"] = PointsField(label=_("ZB %s") % label, required=False)
            self.fields[f"premium_{seat.letter}"] = PointsField(label=_("PB %s") % label, required=False)
        for one in crowns_proposal(account):
            self.fields[f"zb_{one.seat.letter}"].widget.attrs["placeholder"] = str(one.zb).replace("-", "−")
        if correction:
            self.fields["reason"] = forms.CharField(
                label=_("Důvod opravy"),
                max_length=300,
                help_text=_("Uvidí ho každý u zveřejněného pořadí."),
            )

    def boxes(self) -> list[SeatBox]:
        """The rows of the grid, by seat."""
        names = {"money": _("Zisk"), "zb": "ZB", "premium": "PB"}
        return [
            SeatBox(seat, tuple((short, self[f"{name}_{seat.letter}"]) for name, short in names.items()))
            for seat in self.seats
        ]

    def clean(self) -> dict[str, Any]:
        """On paper everybody has a result; points that were not written are none."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("source") == ResultSource.PAPER:
            for seat in self.seats:
                name = f"money_{seat.letter}"
                if cleaned.get(name) is None and not self.has_error(name):
                    self.add_error(name, _("Chybí zisk."))
        return cleaned

    def figures(self) -> Figures:
        """What was typed, for the service to check."""
        data = self.cleaned_data
        source = ResultSource(data["source"])
        seats = {
            seat.letter: SeatFigures(
                money=data[f"money_{seat.letter}"] or 0,
                premium=data[f"premium_{seat.letter}"] or 0,
                zb=data[f"zb_{seat.letter}"],
            )
            for seat in self.seats
        }
        return Figures(
            seats=seats,
            source=source,
            signed=data["signed"],
            zero_reason=data["zero_reason"],
            rounding_reason=data["rounding_reason"],
            accept_same=data["accept_same"],
        )


class ReasonForm(forms.Form):
    """One reason, for a confirmation that needs it or a version put back."""

    reason = forms.CharField(label=gettext_lazy("Důvod"), max_length=300, required=False)


def _initial(account: TableAccount) -> dict[str, Any]:
    result = account.result
    initial: dict[str, Any] = {
        "expected": result.number if result else 0,
        "source": ResultSource.HANDS if account.totals.count and not result else ResultSource.PAPER,
        "signed": result.signed if result else True,
    }
    if result is None:
        return initial
    initial |= {
        "source": result.source,
        "zero_reason": result.zero_reason,
        "rounding_reason": result.rounding_reason,
    }
    for line in account.lines:
        initial |= {
            f"money_{line.letter}": line.money,
            f"zb_{line.letter}": line.zb,
            f"premium_{line.letter}": line.premium,
        }
    return initial
