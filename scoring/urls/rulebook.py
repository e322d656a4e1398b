"""Sazebník, žebříček, renonce and the bodovací tabulka of a tournament."""

from django.urls import path

from scoring.urls.files import PRINT_FORMS
from scoring.views import points, rulebook

RULES = "t/<slug:slug>/pravidla/"

urlpatterns = [
    path(RULES, rulebook.rates, name="rates"),
    path("pravidla/", rulebook.articles_of_all, name="articles_of_all"),
    path(f"{RULES}clanky/", rulebook.articles, name="articles"),
    *(
        path(f"{RULES}clanky.{form}", rulebook.articles_print, {"form": form}, "print_articles")
        for form in PRINT_FORMS
    ),
    path(f"{RULES}zebricek/", rulebook.ladder, name="ladder"),
    path(f"{RULES}renonce/", rulebook.renonce, name="renonce"),
    *(
        path(f"{RULES}sazebnik.{form}", rulebook.rates_print, {"form": form}, "print_rates")
        for form in PRINT_FORMS
    ),
    path(f"{RULES}body/", points.points, name="points"),
    path(f"{RULES}body/tabulka.xlsx", points.points_file, name="points_file"),
    path(f"{RULES}body/vybrat/", points.points_choose, name="points_choose"),
    path(f"{RULES}body/radek/", points.points_row, name="points_row"),
    path(f"{RULES}body/nahrat/", points.points_import, name="points_import"),
    path(f"{RULES}body/nahrat/soubor/", points.points_upload, name="points_upload"),
    path(f"{RULES}body/nahrat/<uuid:import_id>/", points.points_preview, name="points_preview"),
    path(f"{RULES}body/nahrat/<uuid:import_id>/ulozit/", points.points_write, name="points_write"),
]
