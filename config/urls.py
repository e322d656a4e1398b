"""Addresses of the whole site; each application keeps its own."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

from config import worker
from tournament.forms.accounts import LoginForm

handler400 = "config.refused.unreadable"

urlpatterns = [
    path(
        "prihlaseni/",
        LoginView.as_view(authentication_form=LoginForm, redirect_authenticated_user=True),
        name="login",
    ),
    path("odhlaseni/", LogoutView.as_view(), name="logout"),
    path("bez-spojeni.js", worker.script, name="worker"),
    # First those that a whole hall asks for, then those of phones at the tables; no address is of two.
    path("", include("public.urls")),
    path("", include("scoring.urls")),
    path("", include("tournament.urls")),
]
