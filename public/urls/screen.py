"""The projected screen, what the organiser chooses about it, and finding one's table at the door."""

from django.urls import path

from public.views import screen, seats

urlpatterns = [
    path("t/<slug:slug>/platno/", screen.shown, name="screen"),
    path("t/<slug:slug>/platno/nastaveni/", screen.settings_page, name="screen_settings"),
    path("t/<slug:slug>/platno/nastaveni/ulozit/", screen.settings_save, name="screen_settings_save"),
    path("t/<slug:slug>/najdi/", seats.find, name="find_seat"),
]
