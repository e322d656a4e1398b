"""Founding a tournament and its settings."""

import json
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rules import format_crowns
from tournament.enums import BpKey, BpSharing, DrawMethod, RankingOrder, TableSize
from tournament.forms.common import ChangeForm, CrownsField, OnceForm, set_choices
from tournament.models import Tournament
from tournament.selectors.rulebooks import (
    BASE_RATES,
    RULE_CHOICES,
    RuleChoice,
    premium_table_choices,
    rulebook_choices,
)
from tournament.services.founding import LOCKED_BY_HANDS

OTHER_RATE = ""

BEST_HAND = "best_hand"
"""The one further criterion of the standings (``scoring.selectors.standings``)."""


def _day() -> forms.DateField:
    return forms.DateField(
        label=_("Datum"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


class FoundForm(OnceForm):
    """Name, date and place are enough; everything else has a default."""

    name = forms.CharField(
        label=_("Název turnaje"),
        max_length=120,
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off"}),
    )
    date = _day()
    place = forms.CharField(label=_("Místo"), max_length=120, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["date"].initial = timezone.localdate


class SettingsForm(ChangeForm):
    """Everything an organiser may change about a tournament, in the words of the day.

    ``locked`` says that a hand is stored: rulebook and base rate are shown and not taken.
    """

    name = forms.CharField(label=_("Název turnaje"), max_length=120)
    date = _day()
    place = forms.CharField(label=_("Místo"), max_length=120, required=False)
    rounds_planned = forms.IntegerField(label=_("Počet kol"), min_value=1, max_value=50)
    round_minutes = forms.IntegerField(label=_("Minut na kolo"), min_value=1, max_value=1000)
    last_minutes = forms.IntegerField(
        label=_("Posledních minut kola"),
        help_text=_("Tak dlouho před koncem hodiny hlásí poslední rozdání."),
        min_value=0,
        max_value=60,
    )
    revision_minutes = forms.IntegerField(
        label=_("Minut na reklamaci výsledků po uzavření kola"),
        help_text=_("Prázdné: do první hry dalšího kola, u posledního do zveřejnění pořadí."),
        min_value=1,
        max_value=10_000,
        required=False,
    )
    fee = CrownsField(label=_("Startovné v korunách"), required=False)
    table_size = forms.TypedChoiceField(
        label=_("U stolu sedí nejraději"), choices=TableSize.choices, coerce=int, widget=forms.RadioSelect
    )
    draw_method = forms.ChoiceField(label=_("Jak se losuje"), choices=DrawMethod.choices)
    draw_only_ticked = forms.BooleanField(
        label=_("Losovat jen hráče odškrtnuté u prezence"),
        help_text=_("Jinak se losují všichni, kdo nejsou označeni, že nepřišli."),
        required=False,
    )
    two_person_mode = forms.BooleanField(
        label=_("Výsledek stolu potvrzuje jiný člověk, než kdo ho zapsal"), required=False
    )
    hands_public = forms.BooleanField(
        label=_("Hry u stolů jsou po uzavření kola veřejné"),
        help_text=_("Jinak je na stránce hráče otevře jen ten, kdo opíše kód z lístku stolu."),
        required=False,
    )
    rulebook_id = forms.ChoiceField(label=_("Pravidla"))
    base_rate = forms.TypedChoiceField(
        label=_("Základní sazba"),
        choices=[*((rate, f"{format_crowns(rate)}") for rate in BASE_RATES), (OTHER_RATE, _("jiná…"))],
        coerce=int,
        empty_value=None,
        required=False,
    )
    own_rate = CrownsField(
        label=_("Jiná sazba v korunách"),
        help_text=_("Vyplňte jen tehdy, když jste vybrali „jiná…“. Celé haléře, například 0,30."),
        required=False,
        smallest=1,
    )
    premium_table_id = forms.ChoiceField(label=_("Bodovací tabulka"))
    ranking_order = forms.ChoiceField(
        label=_("O pořadí turnaje rozhoduje"), choices=RankingOrder.choices, widget=forms.RadioSelect
    )
    best_hand = forms.BooleanField(
        label=_("Při rovnosti SB i ZB rozhodne nejlepší jednotlivá hra v prémiových bodech"), required=False
    )
    bp_key = forms.ChoiceField(label=_("Body za umístění v kole (BP)"), choices=BpKey.choices)
    bp_fixed = forms.CharField(
        label=_("Pevná řada bodů"),
        help_text=_("Jen pro klíč „pevná řada“: body za 1., 2., 3. místo…, například 25, 20, 16."),
        required=False,
    )
    bp_coefficient = forms.DecimalField(
        label=_("Koeficient soutěže"),
        help_text=_("Jen pro klíč „superliga“."),
        min_value=0,
        max_digits=6,
        decimal_places=3,
        localize=True,
        required=False,
    )
    bp_sharing = forms.ChoiceField(label=_("Dělená místa dostanou"), choices=BpSharing.choices)

    def __init__(self, data: Any = None, *, tournament: Tournament, locked: bool, **kwargs: Any) -> None:
        super().__init__(data, initial=_initial(tournament), **kwargs)
        self.locked = locked
        set_choices(self, "rulebook_id", rulebook_choices())
        set_choices(self, "premium_table_id", premium_table_choices(tournament))
        self._overrides = tournament.rulebook_overrides
        for choice in RULE_CHOICES:
            self.fields[_rule_field(choice)] = _rule_choice(choice, self._overrides.get(choice.field))
        if locked:
            for name in ("rulebook_id", "base_rate", "own_rate", *map(_rule_field, RULE_CHOICES)):
                self.fields[name].disabled = True

    def rule_choices(self) -> list[forms.BoundField]:
        """Points where the rules leave a choice, for the page."""
        return [self[_rule_field(choice)] for choice in RULE_CHOICES]

    def rules_differ(self) -> bool:
        """Whether the tournament plays something its rulebook by itself does not say."""
        return any(field.value() not in ("", None) for field in self.rule_choices())

    def read_only(self) -> None:
        """Show the values to somebody who may not change them."""
        for field in self.fields.values():
            field.disabled = True

    def clean_bp_fixed(self) -> list[int]:
        """Points for the places from the first."""
        parts = self.cleaned_data["bp_fixed"].replace(",", " ").replace(";", " ").split()
        if not all(part.isdecimal() and len(part) < 6 for part in parts):
            raise forms.ValidationError(_("Pište celá čísla oddělená čárkou, například 25, 20, 16."))
        return [int(part) for part in parts]

    def clean(self) -> dict[str, Any]:
        """Each BP key needs its own figures; a rate of one's own needs the amount."""
        data = super().clean() or {}
        key = data.get("bp_key")
        own_rate_chosen = not self.locked and data.get("base_rate") is None
        demands = (
            ("bp_fixed", key == BpKey.FIXED, _("K pevné řadě napište body, například 25, 20, 16.")),
            ("bp_coefficient", key == BpKey.SUPERLIGA, _("K superlize napište koeficient, například 1.")),
            ("own_rate", own_rate_chosen, _("Napište sazbu v korunách, například 0,30.")),
        )
        for name, needed, text in demands:
            if needed and not data.get(name) and name not in self.errors:
                self.add_error(name, text)
        return data

    def changes(self) -> dict[str, Any]:
        """Values for ``settings_change``."""
        data = dict(self.cleaned_data)
        data.pop("expected")
        own = data.pop("own_rate")
        if data["base_rate"] is None:
            data["base_rate"] = own
        data["fee"] = data["fee"] or 0
        data["ranking_criteria"] = [BEST_HAND] if data.pop("best_hand") else []
        data["rulebook_overrides"] = self._changed_rules(data)
        return {name: value for name, value in data.items() if not (self.locked and name in LOCKED_BY_HANDS)}

    def _changed_rules(self, data: dict[str, Any]) -> dict[str, Any]:
        """Fields changed in the rulebook; those the page does not show stay as they are."""
        changed = dict(self._overrides)
        for choice in RULE_CHOICES:
            chosen = data.pop(_rule_field(choice))
            changed.pop(choice.field, None)
            if chosen:
                changed[choice.field] = json.loads(chosen)
        return changed


def _rule_field(choice: RuleChoice) -> str:
    return f"rule_{choice.field}"


def _rule_choice(choice: RuleChoice, chosen: Any) -> forms.ChoiceField:
    """One choice of the rules; the first option leaves it to the rulebook."""
    options = [(json.dumps(value), words) for value, words in choice.options]
    return forms.ChoiceField(
        label=choice.label,
        choices=[("", _("jak říkají pravidla")), *options],
        initial="" if chosen is None else json.dumps(chosen),
        required=False,
    )


def _initial(tournament: Tournament) -> dict[str, Any]:
    values = {
        name: getattr(tournament, name) for name in SettingsForm.base_fields if hasattr(tournament, name)
    }
    usual = tournament.base_rate in BASE_RATES
    return values | {
        "expected": tournament.version,
        "base_rate": tournament.base_rate if usual else OTHER_RATE,
        "own_rate": None if usual else tournament.base_rate,
        "best_hand": BEST_HAND in tournament.ranking_criteria,
        "bp_fixed": ", ".join(str(points) for points in tournament.bp_fixed),
    }
