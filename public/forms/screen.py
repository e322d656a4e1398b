"""What is on the projected screen."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from public.selectors.screen import CHOSEN
from tournament.enums import ScreenPage
from tournament.forms.common import ChangeForm
from tournament.models import Tournament

ALL = "all"
DARK, LIGHT = "dark", "light"


class ScreenForm(ChangeForm):
    """Which pages follow each other or which one stays, black or light."""

    screen_clock = forms.BooleanField(label=gettext_lazy("Hodiny a co se chystá"), required=False)
    screen_tables = forms.BooleanField(label=gettext_lazy("Rozesazení podle stolů"), required=False)
    screen_names = forms.BooleanField(label=gettext_lazy("Rozesazení podle jmen"), required=False)
    screen_missing = forms.BooleanField(
        label=gettext_lazy("Stoly, které ještě neodevzdaly lístek"),
        help_text=gettext_lazy("Až odevzdá první stůl."),
        required=False,
    )
    screen_standings = forms.BooleanField(
        label=gettext_lazy("Pořadí"),
        help_text=gettext_lazy("Nejnovější zveřejněné, i když se už hraje další kolo."),
        required=False,
    )
    screen_held = forms.ChoiceField(
        label=gettext_lazy("Na plátně teď"),
        help_text=gettext_lazy("Stránka, na které zrovna nic není, se nedrží: plátno zatím střídá ostatní."),
        choices=[(ALL, gettext_lazy("střídat zaškrtnuté stránky")), *ScreenPage.choices],
        widget=forms.RadioSelect,
    )
    look = forms.ChoiceField(
        label=gettext_lazy("Vzhled"),
        choices=[
            (DARK, gettext_lazy("černé, do tmavého sálu")),
            (LIGHT, gettext_lazy("světlé, do světlého sálu")),
        ],
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None, *, tournament: Tournament, **kwargs: Any) -> None:
        initial = {name: getattr(tournament, name) for name in CHOSEN.values()} | {
            "screen_held": tournament.screen_held or ALL,
            "look": LIGHT if tournament.screen_light else DARK,
            "expected": tournament.version,
        }
        super().__init__(data, initial=initial, **kwargs)

    def pages(self) -> list[forms.BoundField]:
        """Which pages follow each other, in their order."""
        return [self[name] for name in CHOSEN.values()]

    def changes(self) -> dict[str, Any]:
        """Values for ``settings_change``."""
        data = self.cleaned_data
        held = "" if data["screen_held"] == ALL else data["screen_held"]
        chosen = {name: data[name] for name in CHOSEN.values()}
        return chosen | {"screen_held": held, "screen_light": data["look"] == LIGHT}
