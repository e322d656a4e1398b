"""Standings and the penalties beside them."""

from django.urls import path

from scoring.views import standings

urlpatterns = [
    path("t/<slug:slug>/poradi/", standings.standings, name="standings"),
    path("t/<slug:slug>/poradi/<int:number>/zverejnit/", standings.publish, name="standings_publish"),
    path("t/<slug:slug>/poradi/<int:number>/trest/", standings.penalty_add, name="penalty_add"),
    path(
        "t/<slug:slug>/poradi/<int:number>/tresty/plati/",
        standings.penalties_confirm,
        name="penalties_confirm",
    ),
    path(
        "t/<slug:slug>/poradi/trest/<uuid:penalty_id>/plati/",
        standings.penalty_confirm,
        name="penalty_confirm",
    ),
    path(
        "t/<slug:slug>/poradi/trest/<uuid:penalty_id>/zrusit/",
        standings.penalty_cancel,
        name="penalty_cancel",
    ),
]
