"""Penalties, for organisers and the chief referee."""

from django.urls import path

from scoring.views import penalties

urlpatterns = [
    path("t/<slug:slug>/tresty/", penalties.penalties, name="penalties"),
    path("t/<slug:slug>/tresty/<int:number>/ulozit/", penalties.penalty_add, name="penalty_add"),
    path("t/<slug:slug>/tresty/<int:number>/plati/", penalties.penalties_confirm, name="penalties_confirm"),
    path("t/<slug:slug>/tresty/<uuid:penalty_id>/", penalties.penalty, name="penalty"),
    path(
        "t/<slug:slug>/tresty/<uuid:penalty_id>/nahradit/",
        penalties.penalty_replace,
        name="penalty_replace",
    ),
    path("t/<slug:slug>/tresty/<uuid:penalty_id>/plati/", penalties.penalty_confirm, name="penalty_confirm"),
    path("t/<slug:slug>/tresty/<uuid:penalty_id>/zrusit/", penalties.penalty_cancel, name="penalty_cancel"),
]
