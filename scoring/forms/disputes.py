"""Calling the referee in three taps, and what the desk answers to a claim without a ruling."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.offences import ARTICLES
from scoring.forms.choices import seat_choice
from scoring.forms.fields import READ_BY_ALL, PointsField, ResultField
from scoring.models import Award
from scoring.selectors.tables import SeatLine
from scoring.services.disputes import LARGEST_HAND, Objection
from scoring.services.results import SeatFigures
from tournament.forms.common import ExpectedForm, OnceForm, set_choices

NEVER_PUBLIC = gettext_lazy("Přečtou si to rozhodčí, pořadatelé a hráči stolu, veřejnost ne.")


class DisputeForm(OnceForm):
    """Who claims what against whom. The players to claim against are the buttons that send the form."""

    claimant = forms.ChoiceField()
    accused = forms.ChoiceField(required=False)
    sequence = forms.IntegerField(
        label=gettext_lazy("Číslo hry"),
        min_value=1,
        max_value=LARGEST_HAND,
        required=False,
        help_text=gettext_lazy("Prázdné, netýká-li se námitka jedné hry."),
    )
    article = forms.ChoiceField(label=gettext_lazy("O co jde"), required=False)
    claim = forms.CharField(
        label=gettext_lazy("Co se stalo"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Any = None, *, seats: Sequence[SeatLine], member: bool, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.seats = seats
        claimant = seat_choice(_("Kdo namítá"), seats, widget=forms.RadioSelect, required=not member)
        claimant.error_messages["required"] = _("Klepněte, kdo námitku vznáší.")
        if member:
            names: Any = claimant.choices
            claimant.choices = [*names, ("", _("nikdo z hráčů"))]
        self.fields["claimant"] = claimant
        set_choices(self, "accused", [("", _("Nikomu určitému")), *((s.letter, s.name) for s in seats)])
        set_choices(self, "article", [("", "–"), *_articles()])

    def said(self) -> Objection:
        """The claim as it was typed."""
        data = self.cleaned_data
        return Objection(
            claimant=data["claimant"],
            accused=data["accused"],
            sequence=data["sequence"],
            article=data["article"],
            text=data["claim"],
        )


class RulingTexts(forms.Form):
    """What a referee writes to any ruling: what he found, why it is so, and what the public reads of it."""

    facts = forms.CharField(
        label=gettext_lazy("Co jste zjistili"),
        max_length=1000,
        required=False,
        help_text=NEVER_PUBLIC,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Odůvodnění"),
        max_length=1000,
        help_text=NEVER_PUBLIC,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    public_reason = forms.CharField(
        label=gettext_lazy("Odůvodnění pro veřejnost"), max_length=300, required=False, help_text=READ_BY_ALL
    )


class AwardForm(RulingTexts, OnceForm, ExpectedForm):
    """What everybody at a table gets or pays, where its hands are on paper; an empty amount is none."""

    article = forms.ChoiceField(label=gettext_lazy("Článek"), required=False)

    def __init__(
        self, data: Any = None, *, seats: Sequence[SeatLine], award: Award | None = None, **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.seats = seats
        set_choices(self, "article", [("", "–"), *_articles()])
        for seat in seats:
            label = f"{seat.letter} {seat.name}"
            self.fields[f"money_{seat.letter}"] = ResultField(label=_("Zisk %s") % label, required=False)
            self.fields[f"premium_{seat.letter}"] = PointsField(label=_("PB %s") % label, required=False)
            for name in ("money", "premium"):
                field = self.fields[f"{name}_{seat.letter}"]
                field.widget.attrs["aria-label"] = field.label
        if award is not None:
            self.initial.update(article=award.article, public_reason=award.public_reason)
            for seat in seats:
                self.initial[f"money_{seat.letter}"] = award.money[seat.letter]
                self.initial[f"premium_{seat.letter}"] = award.premium[seat.letter]

    def boxes(self) -> list[dict[str, Any]]:
        """The amounts, by seat."""
        return [
            {"seat": seat, "money": self[f"money_{seat.letter}"], "premium": self[f"premium_{seat.letter}"]}
            for seat in self.seats
        ]

    def amounts(self) -> dict[str, SeatFigures]:
        """What was typed."""
        data = self.cleaned_data
        return {
            seat.letter: SeatFigures(data[f"money_{seat.letter}"] or 0, data[f"premium_{seat.letter}"] or 0)
            for seat in self.seats
        }


class RejectForm(ExpectedForm):
    """The claim is rejected; the hand stays as it is paid."""

    reason = forms.CharField(
        label=gettext_lazy("Proč se námitka zamítá"),
        max_length=1000,
        help_text=NEVER_PUBLIC,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    public_reason = forms.CharField(
        label=gettext_lazy("Odůvodnění pro veřejnost"), max_length=300, required=False, help_text=READ_BY_ALL
    )


class SetAsideForm(ExpectedForm):
    """The organiser goes on although the dispute is open."""

    reason = forms.CharField(label=gettext_lazy("Proč se pokračuje"), max_length=300)


def _articles() -> list[tuple[str, str]]:
    return [(key, f"{key} {article.text}") for key, article in ARTICLES.items()]
