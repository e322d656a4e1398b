"""Persons of an organiser, beside all tournaments."""

from django.urls import path

from tournament.views import persons

PERSON = "lide/<uuid:person_id>/"

urlpatterns = [
    path("lide/", persons.persons, name="persons"),
    path(PERSON, persons.person, name="person"),
    path(f"{PERSON}upravit/", persons.person_edit, name="person_edit"),
    path(f"{PERSON}sloucit/", persons.person_merge_with, name="person_merge_with"),
    path(f"{PERSON}sloucit/<uuid:other_id>/", persons.person_merge, name="person_merge"),
    path(f"{PERSON}sloucit/<uuid:other_id>/potvrdit/", persons.person_merge_make, name="person_merge_make"),
    path(f"{PERSON}neni/<uuid:other_id>/", persons.person_differs, name="person_differs"),
    path(f"{PERSON}rozdelit/", persons.person_split, name="person_split"),
    path(f"{PERSON}rozdelit/potvrdit/", persons.person_split_make, name="person_split_make"),
    path(
        "lide/zmeny/<uuid:change_id>/vratit/", persons.person_change_put_back, name="person_change_put_back"
    ),
]
