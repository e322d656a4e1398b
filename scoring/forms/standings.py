"""Forms beside the standings: penalties."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring.forms.fields import PointsField
from tournament.forms.common import ExpectedForm, OnceForm
from tournament.models import Entry


class PenaltyForm(OnceForm):
    """A new penalty of one player in one round."""

    points = PointsField(label=gettext_lazy("Body (0 nebo záporné)"))
    article = forms.CharField(label=gettext_lazy("Článek"), max_length=20, required=False)
    reason = forms.CharField(label=gettext_lazy("Důvod"), max_length=300)

    def __init__(self, *args: Any, entries: Iterable[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((str(entry.number), str(entry)) for entry in entries)]
        self.fields["number"] = forms.ChoiceField(label=gettext_lazy("Hráč"), choices=choices)
        self.order_fields(["number", "points", "article", "reason", "submission"])


class PenaltyPointsForm(ExpectedForm):
    """Points of a proposed penalty that is being put in force."""

    points = PointsField(label=gettext_lazy("Body (0 nebo záporné)"))
