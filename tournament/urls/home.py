"""The first page, one's account, founding, overview, settings, people, log."""

from django.urls import path

from tournament.views import accounts, founding, home, log, members

urlpatterns = [
    path("", home.home, name="home"),
    path("turnaj/novy/", founding.found, name="found"),
    path("ucet/", accounts.account, name="account"),
    path("ucet/jmeno/", accounts.account_rename, name="account_rename"),
    path("ucet/heslo/", accounts.account_password, name="account_password"),
    path("t/<slug:slug>/", home.overview, name="overview"),
    path("t/<slug:slug>/nastaveni/", founding.settings_page, name="settings"),
    path("t/<slug:slug>/nastaveni/ulozit/", founding.settings_save, name="settings_save"),
    path("t/<slug:slug>/ukoncit/", founding.finish, name="finish"),
    path("t/<slug:slug>/znovu-otevrit/", founding.reopen, name="reopen"),
    path("t/<slug:slug>/lide/", members.people, name="people"),
    path("t/<slug:slug>/lide/novy/", members.person_add_new, name="person_add_new"),
    path("t/<slug:slug>/lide/pridat/", members.person_add_existing, name="person_add_existing"),
    path("t/<slug:slug>/lide/<int:member>/odebrat/", members.person_remove, name="person_remove"),
    path("t/<slug:slug>/lide/<int:member>/stoly/", members.person_tables, name="person_tables"),
    path("t/<slug:slug>/protokol/", log.log, name="log"),
]
