"""Addresses of the whole site; each application keeps its own."""

from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.urls import include, path

urlpatterns = [
    path("prihlaseni/", LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("odhlaseni/", LogoutView.as_view(), name="logout"),
    path("heslo/", PasswordChangeView.as_view(success_url="/heslo/?zmeneno=1"), name="password_change"),
    path("", include("tournament.urls")),
    path("", include("scoring.urls")),
]
