"""Addresses of hands, results, standings, prints and files, one module for each area of pages."""

from scoring.urls import files, protocols, rulebook, standings, tables

app_name = "scoring"

urlpatterns = [
    *tables.urlpatterns,
    *standings.urlpatterns,
    *files.urlpatterns,
    *protocols.urlpatterns,
    *rulebook.urlpatterns,
]
