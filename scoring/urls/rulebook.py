"""Sazebník, žebříček, renonce and the bodovací tabulka of a tournament."""

from django.urls import path

from scoring.urls.files import PRINT_FORMS
from scoring.views import rulebook

RULES = "t/<slug:slug>/pravidla/"

urlpatterns = [
    path(RULES, rulebook.rates, name="rates"),
    path(f"{RULES}zebricek/", rulebook.ladder, name="ladder"),
    path(f"{RULES}renonce/", rulebook.renonce, name="renonce"),
    *(
        path(f"{RULES}sazebnik.{form}", rulebook.rates_print, {"form": form}, "print_rates")
        for form in PRINT_FORMS
    ),
]
