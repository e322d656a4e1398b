"""Addresses of players, rounds and tables, one module for each area of pages."""

from tournament.urls import home, players, rounds

app_name = "tournament"

urlpatterns = [*home.urlpatterns, *players.urlpatterns, *rounds.urlpatterns]
