"""Forms of the draw: how a round is drawn, and small changes of a seating."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from rules import seating
from tournament.enums import DrawMethod
from tournament.forms.common import LARGEST_VERSION, OnceForm, set_choices, unseen
from tournament.lib.importance import words_of_costs
from tournament.models import Entry
from tournament.selectors.sizes import SizeOffer
from tournament.services.drawing import BY_ORDER, NO_ROUND, DrawOptions

METHOD_HELP = {
    DrawMethod.RANDOM: _("nikdo s nikým dvakrát, když to jde"),
    DrawMethod.SCHEDULE: _("tohle a všechna další najednou"),
    DrawMethod.STANDINGS: _("první čtyři ke stolu 1 a tak dál"),
    DrawMethod.SEEDED: _("ke každému stolu jeden z každé výkonnostní skupiny"),
    DrawMethod.FINAL: _("nejlepší k prvním stolům"),
    DrawMethod.MOVING: _("místo A zůstává, B o stůl dál, C o dva, D o tři"),
    DrawMethod.MANUAL: _("stoly napíšu"),
}
"""What each method means, said behind its name; in the order they are offered in."""


def method_choices(number: int) -> list[tuple[str, str]]:
    """The ways to draw round ``number``: the first one has no order and no seats to move from."""
    return [
        (method.value, f"{capfirst(method.label)} – {meaning}")
        for method, meaning in METHOD_HELP.items()
        if number > 1 or (method not in BY_ORDER and method is not DrawMethod.MOVING)
    ]


def weight_choices(usual: int, stored: int) -> list[tuple[int, str]]:
    """Costs of one blemish in words; its usual cost stands for the word it is nearest to, and a cost stored
    by an earlier draw that no word stands for is kept as it is.
    """
    costs = words_of_costs(usual)
    choices = [
        (cost, _("%(word)s (obvykle)") % {"word": word} if cost == usual else str(word))
        for cost, word in costs.items()
    ]
    if stored not in costs:
        choices.append((stored, _("jako při minulém losování (%(cost)s)") % {"cost": stored}))
    return choices


class DrawForm(OnceForm):
    """How the round is drawn. ``expected`` is the version of the round shown, 0 when there was none."""

    expected = forms.IntegerField(required=False, **unseen(min_value=NO_ROUND, max_value=LARGEST_VERSION))
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
        help_text=_("Přečte si ho každý v protokolu losování, třeba „přišli dva opozdilci“."),
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
        set_choices(self, "method", method_choices(number))
        if not again:
            del self.fields["reason"]
        set_choices(self, "table_size", [(size.preferred, size.text) for size in offers])
        if not offers:
            del self.fields["table_size"]
        self.sizes_matter = len({size.repeats for size in offers}) > 1
        shown = weights or seating.Weights()
        for name, usual, meaning in seating.Weights().describe():
            stored = getattr(shown, name)
            self.fields[f"weight_{name}"] = forms.TypedChoiceField(
                label=meaning[0].upper() + meaning[1:],
                coerce=int,
                choices=weight_choices(usual, stored),
                initial=stored,
                required=False,
                empty_value=None,
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
        data = super().clean() or self.cleaned_data
        if data.get("method") == DrawMethod.MANUAL and not data.get("manual") and "manual" not in self.errors:
            self.add_error("manual", _("Napište stoly, na každý řádek startovní čísla jednoho stolu."))
        if data.get("method") == DrawMethod.FINAL and not data.get("final_size"):
            self.add_error("final_size", _("Napište, kolik hráčů má finále."))
        # What was typed for another method would be thrown away without a word.
        if data.get("method") not in (None, DrawMethod.FINAL) and data.get("final_size"):
            text = _("Vyberte způsob „finále“, nebo počet finalistů vymažte: jinak se nepoužije.")
            self.add_error("final_size", text)
        if data.get("method") not in (None, DrawMethod.MANUAL) and data.get("manual"):
            self.add_error("manual", _("Vyberte způsob „ručně“, nebo stoly vymažte: jinak se nepoužijí."))
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


class LatecomerForm(forms.Form):
    """Who came late and the table chosen for him; there must be one with a free seat that has not begun."""

    player = forms.TypedChoiceField(label=_("Kdo přišel"), coerce=int)
    table = forms.TypedChoiceField(label=_("Stůl s volným místem"), coerce=int)

    def __init__(self, data: Any = None, *, players: Iterable[Entry], tables: Iterable[int]) -> None:
        super().__init__(data)
        waiting, free = [(entry.number, str(entry)) for entry in players], [(one, str(one)) for one in tables]
        set_choices(self, "player", waiting)
        set_choices(self, "table", free)
        self.is_possible = bool(waiting and free)


class SubstituteForm(forms.Form):
    """Who plays this round for the player. ``sits_elsewhere`` is offered once he was found to sit in it."""

    name = forms.CharField(
        label=_("Kdo hraje místo něj"),
        required=False,
        max_length=100,
        help_text=_("Jen v tomto kole; výsledek se počítá hráči. Prázdné pole: hraje sám."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    sits_elsewhere = forms.BooleanField(required=False, widget=forms.HiddenInput)
    asks_about_seat = False
