"""The cheap questions of live pages: what is the newest state."""

from django.urls import path

from public.views import state

urlpatterns = [
    path("t/<slug:slug>/stav.json", state.shown, name="state"),
]
