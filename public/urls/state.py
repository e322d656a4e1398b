"""The cheap questions of live pages: what is the newest state."""

from django.urls import path

from public.views import state

urlpatterns = [
    path("t/<slug:slug>/stav.json", state.shown, name="state"),
    path("t/<slug:slug>/stav-stolu.json", state.tables, name="tables_state"),
    path("t/<slug:slug>/stav-zazemi.json", state.desk, name="desk_state"),
]
