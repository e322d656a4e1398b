"""Forms of the draw: how a round is drawn, and small changes of a seating."""

import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules import seating
from tournament.enums import DrawMethod
from tournament.forms.common import OnceForm
from tournament.selectors.sizes import SizeOffer
from tournament.services.drawing import BY_ORDER, NO_ROUND, DrawOptions

LARGEST_WEIGHT = 10_000_000_000

METHOD_WORDS = {
    DrawMethod.RANDOM: _("Náhodně – nikdo s nikým dvakrát, když to jde"),
    DrawMethod.SCHEDULE: _("Rozpis – tohle kolo a všechna další najednou"),
    DrawMethod.STANDINGS: _("Podle pořadí – první čtyři ke stolu 1 a tak dál"),
    DrawMethod.SEEDED: _("Z košů – ke každému stolu jeden z každé výkonnostní skupiny"),
    DrawMethod.FINAL: _("Finále – nejlepší k prvním stolům"),
    DrawMethod.MOVING: _("Posunem – místo A zůstává, B o stůl dál, C o dva, D o tři"),
    DrawMethod.MANUAL: _("Ručně – stoly napíšu"),
}


class DrawForm(OnceForm):
    """How the round is drawn. ``expected`` is the version of the round shown, 0 when there was none."""

    expected = forms.IntegerField(widget=forms.HiddenInput, min_value=NO_ROUND, required=False)
    method = forms.ChoiceField(label=_("Způsob losování"), choices=())
    table_size = forms.TypedChoiceField(
        label=_("Velikost stolů"),
        coerce=int,
        choices=(),
        required=False,
        empty_value=None,
        widget=forms.RadioSelect,
    )
    final_size = forms.IntegerField(
        label=_("Počet finalistů"),
        min_value=3,
        max_value=1000,
        required=False,
        help_text=_("Jen pro finále. Finalisté mají zaplnit celé stoly."),
        widget=forms.NumberInput(attrs={"class": "input-short"}),
    )
    manual = forms.CharField(
        label=_("Ruční rozpis stolů"),
        required=False,
        help_text=_(
            "Jen pro ruční losování. Na každý řádek jeden stůl: startovní čísla v pořadí A, B, C, D,"
            " třeba 7 12 3 20."
        ),
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    seed = forms.CharField(
        label=_("Vlastní semínko"),
        required=False,
        max_length=128,
        help_text=_("Stejní hráči a stejné semínko dají stejné stoly. Prázdné pole znamená náhodné semínko."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    reason = forms.CharField(
        label=_("Proč losovat znovu"),
        max_length=300,
        help_text=_("Důvod zůstane u losování zapsaný, třeba „přišli dva opozdilci“."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self,
        *args: Any,
        number: int,
        again: bool,
        weights: seating.Weights | None = None,
        offers: Sequence[SizeOffer] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.again = again
        self.fields["method"].choices = [
            (method.value, words)
            for method, words in METHOD_WORDS.items()
            if number > 1 or (method not in BY_ORDER and method is not DrawMethod.MOVING)
        ]
        if not again:
            del self.fields["reason"]
        self.fields["table_size"].choices = [(offer.preferred, offer.text) for offer in offers]
        if not offers:
            del self.fields["table_size"]
        self.sizes_matter = len({offer.repeats for offer in offers}) > 1
        shown = weights or seating.Weights()
        for name, value, meaning in shown.describe():
            self.fields[f"weight_{name}"] = forms.IntegerField(
                label=meaning[0].upper() + meaning[1:],
                min_value=0,
                max_value=LARGEST_WEIGHT,
                initial=value,
                required=False,
                widget=forms.NumberInput(attrs={"class": "num"}),
            )
        self._shown_weights = asdict(shown)

    @property
    def weight_fields(self) -> list[forms.BoundField]:
        """The weights, shown apart."""
        return [self[name] for name in self.fields if name.startswith("weight_")]

    @property
    def method_fields(self) -> list[forms.BoundField]:
        """What only some methods need."""
        return [self["final_size"], self["manual"]]

    def clean_manual(self) -> tuple[tuple[int, ...], ...]:
        """Start numbers of each table."""
        text = self.cleaned_data["manual"]
        if re.search(r"[^\d\s,;.]", text):
            raise forms.ValidationError(
                _("Napište jen startovní čísla, na každý řádek jeden stůl."), code="manual"
            )
        lines = [re.findall(r"\d{1,6}", line) for line in text.splitlines()]
        return tuple(tuple(map(int, line)) for line in lines if line)

    def clean(self) -> dict[str, Any]:
        """What the chosen method cannot do without."""
        data = super().clean()
        if data.get("method") == DrawMethod.MANUAL and not data.get("manual") and "manual" not in self.errors:
            self.add_error("manual", _("Napište stoly, na každý řádek startovní čísla jednoho stolu."))
        if data.get("method") == DrawMethod.FINAL and not data.get("final_size"):
            self.add_error("final_size", _("Napište, kolik hráčů má finále."))
        return data

    def options(self) -> DrawOptions:
        """The rest of what the draw is asked for."""
        weights = {
            name: default if (typed := self.cleaned_data[f"weight_{name}"]) is None else typed
            for name, default in self._shown_weights.items()
        }
        return DrawOptions(
            weights=weights,
            final_size=self.cleaned_data["final_size"],
            manual=self.cleaned_data["manual"],
            preferred=self.cleaned_data.get("table_size"),
        )


class SubstituteForm(forms.Form):
    """Who plays this round for the player."""

    name = forms.CharField(
        label=_("Kdo hraje místo něj"),
        required=False,
        max_length=100,
        help_text=_("Jen v tomto kole; výsledek se počítá hráči. Prázdné pole: hraje sám."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
