"""Registration from home: what organisers set, what anybody sends."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.enums import ShownFromHome
from tournament.forms.common import HOUR_CHANGES, ChangeForm, OnceForm
from tournament.models import Tournament
from tournament.services.applications import Applied


class LocalTimeField(forms.DateTimeField):
    """A time typed as the clock on the wall shows it, on the two nights when the clocks change too."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, required=False, **kwargs)

    def to_python(self, value: Any) -> datetime.datetime | None:
        """Refused with what would be right: an hour that is left out, an hour that is there twice."""
        try:
            return super().to_python(value)
        except forms.ValidationError as error:
            if error.code != "ambiguous_timezone":
                raise
            raise forms.ValidationError(HOUR_CHANGES) from error


class HomeSettingsForm(ChangeForm):
    """Přihlášky z domova: whether, from when until when, how many, what is public."""

    home_open = forms.BooleanField(
        label=gettext_lazy("Přihlašovat se dá z domova"),
        help_text=gettext_lazy(
            "Na veřejné stránce turnaje, bez účtu. O každé přihlášce rozhodnete vy. Zveřejněním prvního"
            " losování přihlašování končí."
        ),
        required=False,
    )
    home_from = LocalTimeField(label=gettext_lazy("Přihlášky od"), help_text=gettext_lazy("Prázdné: hned."))
    home_until = LocalTimeField(
        label=gettext_lazy("Přihlášky do"),
        help_text=gettext_lazy("Prázdné: do prvního losování."),
    )
    capacity = forms.IntegerField(
        label=gettext_lazy("Míst v turnaji"),
        help_text=gettext_lazy("Počítají se i hráči, které přihlásíte sami. Prázdné: bez omezení."),
        min_value=1,
        max_value=2000,
        required=False,
    )
    home_substitutes = forms.BooleanField(
        label=gettext_lazy("Kdo přijde na plno, čeká mezi náhradníky"), required=False
    )
    home_shown = forms.ChoiceField(
        label=gettext_lazy("Co o přihlášených uvidí každý"),
        choices=ShownFromHome.choices,
        widget=forms.RadioSelect,
    )
    home_text = forms.CharField(
        label=gettext_lazy("Co má zájemce vědět"),
        help_text=gettext_lazy(
            "Ukáže se u přihlášky a na pozvánce: prezence, oběd, jak zaplatit, komu zavolat."
        ),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 5}),
        required=False,
    )

    def __init__(self, data: Any = None, *, tournament: Tournament, **kwargs: Any) -> None:
        names = self.base_fields.keys() - {"expected"}
        initial = {name: getattr(tournament, name) for name in names}
        super().__init__(data, initial=initial | {"expected": tournament.version}, **kwargs)

    def changes(self) -> dict[str, Any]:
        """Values for ``settings_change``."""
        return {name: value for name, value in self.cleaned_data.items() if name != "expected"}


class ApplyForm(OnceForm):
    """What anybody sends: who he is. ``told`` is what the form said would be public.

    ``trap`` is a field that people do not see; what fills in every field is a program, or a browser that
    meant well, so it is asked to send again and not thrown away.
    """

    name = forms.CharField(
        label=gettext_lazy("Příjmení a jméno"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        error_messages={"required": gettext_lazy("Napište příjmení a jméno.")},
    )
    club = forms.CharField(label=gettext_lazy("Klub"), max_length=100, required=False)
    card = forms.CharField(
        label=gettext_lazy("Číslo průkazu"),
        help_text=gettext_lazy("Máte-li ho. Nezveřejňuje se."),
        max_length=40,
        required=False,
    )
    note = forms.CharField(
        label=gettext_lazy("Vzkaz pořadateli"),
        help_text=gettext_lazy("Přečtou si ho jen pořadatelé a rozhodčí."),
        max_length=200,
        required=False,
    )
    told = forms.CharField(required=False, widget=forms.HiddenInput)
    trap = forms.CharField(
        required=False,
        label=gettext_lazy("Toto pole nechte prázdné"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "tabindex": "-1"}),
    )

    def clean(self) -> dict[str, Any]:
        """A filled-in trap is emptied and said."""
        data = super().clean() or {}
        if data.get("trap"):
            self.data = {**self.data, **self.cleaned_data, "trap": ""}
            raise forms.ValidationError(
                _("Formulář vypadá, že ho vyplnil program. Zkontrolujte údaje a odešlete je ještě jednou.")
            )
        return data

    def applied(self) -> Applied:
        """The record the service takes."""
        data = self.cleaned_data
        return Applied(data["name"], data["club"], data["card"], data["note"])

    @property
    def told_public(self) -> bool:
        """Whether whoever sent it read that names are shown."""
        told: str = self.cleaned_data["told"]
        return told == ShownFromHome.NAMES
