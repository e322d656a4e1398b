"""Addresses of the whole site; each application keeps its own."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournament.urls")),
    path("", include("scoring.urls")),
]
