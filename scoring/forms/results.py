"""The form of a table's result: typed from the paper sheet, or taken from the hands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import format_amount, format_points
from scoring.adapters import proposed_crowns
from scoring.enums import ResultSource
from scoring.forms.fields import READ_BY_ALL, PointsField, ResultField, typed_number
from scoring.selectors.awards import Awarded, awarded_at
from scoring.selectors.results import crowns_proposal
from scoring.selectors.tables import SeatLine, TableAccount
from scoring.services.results import Figures, SeatFigures
from tournament.forms.common import LARGEST_VERSION, ChangeForm, ExpectedForm, OnceForm, unseen


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One row of the grid as the foot of the paper has it: a figure of every player, by seat."""

    name: str
    label: str
    fields: tuple[forms.BoundField, ...]


class ResultForm(OnceForm, ExpectedForm):
    """The grid of a result. ``expected`` is the number of the version it showed, 0 for none.

    With ``correction`` the round is closed and the reason is asked for; ``supplied``, the table has no
    result yet, it may be left out. Crowns (ZB) stand there only where
    the table agreed on others than the automatic ones: those follow the money when it is corrected (S47).
    """

    expected = forms.IntegerField(**unseen(min_value=0, max_value=LARGEST_VERSION))
    source = forms.ChoiceField(
        label=gettext_lazy("Odkud jsou čísla"), choices=ResultSource.choices, widget=forms.RadioSelect
    )
    signed = forms.BooleanField(label=gettext_lazy("zapisovatel lístek podepsal"), required=False)
    noted = forms.BooleanField(
        label=gettext_lazy("hry za 50 a více bodů jsou na lístku zapsané"),
        required=False,
        help_text=gettext_lazy("Když takovou hru lístek nemá, zrušte zaškrtnutí: navrhne se trest (B/1)."),
    )
    zero_reason = forms.CharField(
        label=gettext_lazy("Proč součet není nula"), help_text=READ_BY_ALL, max_length=300, required=False
    )
    rounding_reason = forms.CharField(
        label=gettext_lazy("Proč je zaokrouhleno jinak"),
        help_text=READ_BY_ALL,
        max_length=300,
        required=False,
    )
    accept_same = forms.BooleanField(
        label=gettext_lazy("Je to tak, oba stoly mají stejná čísla"), required=False
    )

    def __init__(
        self,
        data: Any = None,
        *,
        account: TableAccount,
        correction: bool = False,
        supplied: bool = False,
        **kwargs: Any,
    ) -> None:
        self.seats: Sequence[SeatLine] = account.seats
        super().__init__(data, initial=_initial(account), **kwargs)
        for seat in self.seats:
            label = f"{seat.letter} {seat.name}"
            self.fields[f"money_{seat.letter}"] = ResultField(label=_("Zisk %s") % label, required=False)
            self.fields[f"zb_{seat.letter}"] = PointsField(label=_("ZB %s") % label, required=False)
            self.fields[f"premium_{seat.letter}"] = PointsField(label=_("PB %s") % label, required=False)
        for one in crowns_proposal(account):
            self.fields[f"zb_{one.seat.letter}"].widget.attrs["placeholder"] = typed_number(one.zb)
            self.fields[f"money_{one.seat.letter}"].widget.attrs["data-hands"] = one.money
        self._lead_the_keys(account, typed=data is not None, correction=correction)
        awarded = awarded_at(account.table) if account.result is None else {}
        if awarded:
            self.fields["awards_included"] = _awards_field(awarded)
        if correction:
            self.fields["reason"] = forms.CharField(
                label=_("Proč přichází pozdě") if supplied else _("Důvod opravy"),
                max_length=300,
                help_text=READ_BY_ALL,
                required=not supplied,
            )

    def rows(self) -> list[FigureRow]:
        """The rows of the grid, each with its fields by seat."""
        names = {"money": _("Zisk"), "zb": "ZB", "premium": "PB"}
        return [
            FigureRow(name, label, tuple(self[f"{name}_{seat.letter}"] for seat in self.seats))
            for name, label in names.items()
        ]

    def _lead_the_keys(self, account: TableAccount, *, typed: bool, correction: bool) -> None:
        """Enter goes over the figures that stand on every sheet; an empty table is typed into at once."""
        for name in ("source", "signed", "noted", *(f"zb_{seat.letter}" for seat in self.seats)):
            self.fields[name].widget.attrs["data-enter-skip"] = True
        if not (typed or correction or account.result or account.totals.count):
            self.fields[f"money_{self.seats[0].letter}"].widget.attrs["autofocus"] = True

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
            noted=data["noted"],
            zero_reason=data["zero_reason"],
            rounding_reason=data["rounding_reason"],
            accept_same=data["accept_same"],
            awards_included=data.get("awards_included", False),
        )


def _awards_field(awarded: Mapping[str, Awarded]) -> forms.BooleanField:
    """Whether the sheet holds already what a referee ruled as amounts; otherwise it is added."""
    amounts = [
        " ".join(
            [
                letter,
                format_amount(one.money, sign=True),
                *([f"{format_points(one.premium, sign=True)} PB"] if one.premium else ()),
            ]
        )
        for letter, one in sorted(awarded.items())
        if one.money or one.premium
    ]
    return forms.BooleanField(
        label=_("Rozhodnutí rozhodčího o částkách už je v číslech na lístku"),
        help_text=_("%(amounts)s – bez zaškrtnutí se k napsaným číslům přičtou.")
        % {"amounts": ", ".join(amounts)},
        required=False,
    )


class ReasonForm(forms.Form):
    """Why a result counts that is not what the hands say, or although a dispute is open."""

    reason = forms.CharField(
        label=gettext_lazy("Proč má výsledek platit"),
        help_text=READ_BY_ALL,
        max_length=300,
    )


class CorrectionRejectForm(ChangeForm):
    """Why a correction that waits does not come in force."""

    reason = forms.CharField(
        label=gettext_lazy("Proč oprava neplatí (přečtou si to pořadatelé a rozhodčí)"), max_length=300
    )

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        # Other forms of the page ask for a reason too.
        super().__init__(data, auto_id="reject_%s", **kwargs)


class NoResultForm(ChangeForm):
    """Why the result of a table will not come. ``expected`` is the version of the table it showed."""

    reason = forms.CharField(
        label=gettext_lazy("Proč výsledek nebude"),
        max_length=300,
        help_text=gettext_lazy("Přečte si to každý u pořadí, třeba „lístek se ztratil“."),
    )

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        # Other forms of the page ask for a reason too.
        super().__init__(data, auto_id="missing_%s", **kwargs)


def _initial(account: TableAccount) -> dict[str, Any]:
    result = account.result
    initial: dict[str, Any] = {
        "expected": result.number if result else 0,
        "source": ResultSource.HANDS if account.totals.count and not result else ResultSource.PAPER,
        "signed": result.signed if result else True,
        "noted": result.noted if result else True,
    }
    if result is None:
        return initial
    initial |= {
        "source": result.source,
        "zero_reason": result.zero_reason,
        "rounding_reason": result.rounding_reason,
    }
    automatic = proposed_crowns({line.letter: line.money for line in account.lines})
    for line in account.lines:
        initial |= {f"money_{line.letter}": line.money, f"premium_{line.letter}": line.premium}
        if line.zb != automatic[line.letter]:
            initial[f"zb_{line.letter}"] = line.zb
    return initial
