"""The style guide with lifelike content: for the tests, and to look at.

``python -m tests.styleguide`` serves it at http://127.0.0.1:8411/ until Ctrl+C; it needs no database.
"""

import os
from types import SimpleNamespace
from typing import Any

import django
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

ADDRESS = "127.0.0.1:8411"


class GuideForm(forms.Form):
    """Every kind of field, filled in with two mistakes."""

    name = forms.CharField(label="Název turnaje", max_length=120)
    date = forms.DateField(label="Datum", widget=forms.DateInput(attrs={"type": "date"}))
    fee = forms.IntegerField(
        label="Startovné",
        help_text="V celých korunách, třeba 150.",
        required=False,
        widget=forms.TextInput(attrs={"class": "input-money", "inputmode": "numeric"}),
    )
    size = forms.ChoiceField(
        label="Velikost stolů", choices=[("4", "čtyři hráči"), ("3", "tři hráči")], widget=forms.RadioSelect
    )
    method = forms.ChoiceField(
        label="Způsob losování", choices=[("random", "náhodně"), ("standings", "podle pořadí")]
    )
    only_ticked = forms.BooleanField(
        label="Losovat jen odškrtnuté u prezence",
        required=False,
        help_text="Jinak se losují všichni, kdo nejsou označeni jako nepřítomní.",
    )
    record = forms.CharField(
        label="Celý zápis hry (JSON)",
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Vložte záznam, který formulář neumí zadat.",
    )
    file = forms.FileField(label="Tabulka", required=False)


def guide_context() -> dict[str, Any]:
    """What templates/styleguide.html shows."""
    return {
        "tournament": SimpleNamespace(slug="karlin", name="Velikonoční turnaj v Karlíně"),
        "user": SimpleNamespace(is_authenticated=True, display_name="Alžběta Kovářová"),
        "actor": SimpleNamespace(is_organiser=True, is_member=True),
        "form": GuideForm({"date": "2026-04-12", "fee": "sto", "size": "4", "method": "random"}),
        "contracts": ["hra", "sedma", "sto", "sto a sedma", "betl", "durch", "dvě sedmy", "dvě sedmy a sto"],
        "fleks": ["–", "flek", "re", "tutti", "boty"],
        "sto": range(70, 160, 10),
        "states": [
            ("draft", "návrh"),
            ("published", "zveřejněno"),
            ("playing", "hraje se"),
            ("handed_in", "odevzdáno"),
            ("confirmed", "potvrzeno"),
            ("closed", "uzavřeno"),
            ("revised", "s opravou"),
            ("present", "přítomen"),
            ("absent", "nepřišel"),
            ("disputed", "spor"),
            ("proposed", "navržen"),
        ],
    }


def guide(request: HttpRequest) -> HttpResponse:
    return render(request, "styleguide.html", guide_context())


urlpatterns = [path("", guide)]


def serve() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    django.setup()
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application
    from waitress import serve as listen

    settings.ROOT_URLCONF = __spec__.name if __spec__ else __name__
    print(f"http://{ADDRESS}/")
    listen(get_wsgi_application(), listen=ADDRESS)


if __name__ == "__main__":
    serve()
