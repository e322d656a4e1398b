"""Persons of an organiser: what is written down about one, two merged, one split."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.common import LARGEST_VERSION, ChangeForm, OnceForm, unseen
from tournament.lib.names import normalise
from tournament.models import Player


class LabelsField(forms.CharField):
    """Categories as they are typed: a list with commas."""

    def clean(self, value: Any) -> list[str]:
        """Each word in order, empty ones left out."""
        text = super().clean(value)
        return [label for part in re.split(r"[,;]", text) if (label := normalise(part))]

    def prepare_value(self, value: Any) -> Any:
        """The list as it is typed; what was typed stays as it was typed."""
        return ", ".join(value) if isinstance(value, list) else value


class PersonForm(ChangeForm):
    """What an organiser knows of a person; only the name, the club and the card are ever in a tournament."""

    name = forms.CharField(
        label=_("Příjmení a jméno"), max_length=100, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    club = forms.CharField(label=_("Klub"), max_length=100, required=False)
    card = forms.CharField(label=_("Průkaz"), max_length=40, required=False)
    birth_year = forms.IntegerField(
        label=_("Rok narození"),
        help_text=_("Nikde se nezveřejní."),
        required=False,
        error_messages={"invalid": _("Napište rok čtyřmi číslicemi, například 1955.")},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "input-short"}),
    )
    labels = LabelsField(
        label=_("Kategorie"),
        help_text=_("Vaše vlastní, oddělené čárkou: ženy, senioři, členové."),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    note = forms.CharField(label=_("Poznámka"), max_length=300, required=False)

    def __init__(self, data: Any = None, *, person: Player, **kwargs: Any) -> None:
        names = ("name", "club", "card", "birth_year", "labels", "note")
        initial = {name: getattr(person, name) for name in names}
        super().__init__(data, initial=initial | {"expected": person.version}, **kwargs)

    def values(self) -> dict[str, Any]:
        """The columns as the service takes them."""
        texts = {name: normalise(self.cleaned_data[name]) for name in ("name", "club", "card", "note")}
        return texts | {name: self.cleaned_data[name] for name in ("birth_year", "labels")}


class SplitForm(OnceForm):
    """A person that becomes two; ``expected`` is the version that the preview showed."""

    expected = forms.IntegerField(**unseen(min_value=1, max_value=LARGEST_VERSION))


class MergeForm(SplitForm):
    """Two persons that become one."""

    expected_other = forms.IntegerField(**unseen(min_value=1, max_value=LARGEST_VERSION))
