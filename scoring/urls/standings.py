"""Standings."""

from django.urls import path

from scoring.views import standings

urlpatterns = [
    path("t/<slug:slug>/poradi/", standings.standings, name="standings"),
    path("t/<slug:slug>/poradi/<int:number>/zverejnit/", standings.publish, name="standings_publish"),
    path("t/<slug:slug>/poradi/<int:number>/reklamace/", standings.revision_end, name="revision_end"),
]
