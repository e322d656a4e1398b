"""Addresses of players, rounds and tables, one module for each area of pages."""

from tournament.urls import applications, cash, hall, home, persons, players, rounds

app_name = "tournament"

urlpatterns = [
    *home.urlpatterns,
    *persons.urlpatterns,
    *applications.urlpatterns,
    *players.urlpatterns,
    *cash.urlpatterns,
    *rounds.urlpatterns,
    *hall.urlpatterns,
]
