"""Addresses of hands, results, standings, prints and files, one module for each area of pages."""

from scoring.urls import cash, files, penalties, protocols, rulebook, standings, tables

app_name = "scoring"

urlpatterns = [
    *tables.urlpatterns,
    *standings.urlpatterns,
    *penalties.urlpatterns,
    *files.urlpatterns,
    *cash.urlpatterns,
    *protocols.urlpatterns,
    *rulebook.urlpatterns,
]
