"""Addresses of what only the public has, one module for each area of pages."""

from public.urls import feeds, players, screen, state

app_name = "public"

urlpatterns = [
    *feeds.urlpatterns,
    *screen.urlpatterns,
    *state.urlpatterns,
    *players.urlpatterns,
]
