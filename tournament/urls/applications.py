"""Registration from home: what anybody opens, what organisers decide."""

from django.urls import path

from tournament.views import applications as views

SENT = "t/<slug:slug>/prihlaska/<slug:key>/"
ONE = "t/<slug:slug>/prihlasky/<uuid:application_id>/"

urlpatterns = [
    path("t/<slug:slug>/prihlaska/", views.apply, name="apply"),
    path(SENT, views.application, name="application"),
    path(f"{SENT}odhlasit/", views.application_withdraw, name="application_withdraw"),
    path("t/<slug:slug>/prihlaseni/", views.registered, name="registered"),
    path("t/<slug:slug>/prihlasky/", views.applications, name="applications"),
    path("t/<slug:slug>/prihlasky/prijmout/", views.applications_accept, name="applications_accept"),
    path(f"{ONE}prijmout/", views.application_accept, name="application_accept"),
    path(f"{ONE}spojit/", views.application_join, name="application_join"),
    path(f"{ONE}odmitnout/", views.application_refuse, name="application_refuse"),
    path(f"{ONE}vratit/", views.application_reconsider, name="application_reconsider"),
    path("t/<slug:slug>/nastaveni/prihlasky/", views.home_settings, name="home_settings"),
    path("t/<slug:slug>/nastaveni/prihlasky/ulozit/", views.home_settings_save, name="home_settings_save"),
]
