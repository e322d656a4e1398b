"""People of the log: told apart by key, offered by name."""

import uuid

import pytest
from django.test import Client

from tests import factories
from tournament.actors import COMMAND_LINE, Actor, scribe_key
from tournament.enums import Role
from tournament.journal.people import names_since, people_in_log
from tournament.journal.reading import log_page
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

ORGANISER = Actor(name="Olga", key=uuid.uuid4(), roles=frozenset({Role.ORGANISER}))
ONE, TWO, GONE = uuid.uuid4(), uuid.uuid4(), uuid.uuid4()
LINES = (
    ("Olga Nová", ONE, "prvá, pod starým jménem"),
    ("Alena Nová", ONE, "prvá"),
    ("Alena Nová", TWO, "druhá"),
    ("Petr Dávný", GONE, "bez účtu"),
    ("Olga Nová", None, "z doby před klíči"),
    ("Kdosi", None, "také"),
    ("příkazová řádka (root)", COMMAND_LINE, "příkaz"),
    ("zapisovatel stolu 1", scribe_key(uuid.uuid4()), "1. kolo"),
    ("zapisovatel stolu 1", scribe_key(uuid.uuid4()), "2. kolo"),
)


@pytest.fixture
def written(tournament: Tournament) -> Tournament:
    """A log in which a name is not a person: two of one name, one of two names."""
    for username, key in (("alena", ONE), ("alena2", TWO)):
        factories.AccountFactory(username=username, key=key)
    for name, key, subject in LINES:
        factories.LogEntryFactory(tournament=tournament, actor_name=name, actor_key=key, subject=subject)
    return tournament


def test_people_are_offered_by_their_newest_names_and_told_apart(written: Tournament) -> None:
    assert [(one.label, one.value) for one in people_in_log(written)] == [
        ("Alena Nová (alena)", str(ONE)),
        ("Alena Nová (alena2)", str(TWO)),
        ("Kdosi", "Kdosi"),
        ("Olga Nová", "Olga Nová"),
        ("Petr Dávný", str(GONE)),
        ("příkazová řádka (root)", "příkazová řádka (root)"),
        ("zapisovatel stolu 1", "zapisovatel stolu 1"),
    ]


@pytest.mark.parametrize(
    ("person", "subjects"),
    [
        (str(ONE), {"prvá, pod starým jménem", "prvá", "z doby před klíči"}),
        (str(TWO), {"druhá"}),
        ("Kdosi", {"také"}),
        ("zapisovatel stolu 1", {"1. kolo", "2. kolo"}),
        (str(uuid.uuid4()), set()),
    ],
    ids=["two names", "the same name", "older than keys", "scribe of two rounds", "unknown"],
)
def test_lines_of_a_person(written: Tournament, person: str, subjects: set[str]) -> None:
    assert {line.subject for line in log_page(written, person=person, reader=ORGANISER).lines} == subjects


def test_the_page_filters_by_key(written: Tournament, organiser_client: Client) -> None:
    page = organiser_client.get("/t/jarni-turnaj/protokol/", {"kdo": str(TWO)})
    html = page.content.decode()
    assert f'<option value="{TWO}" selected>Alena Nová (alena2)</option>' in html
    assert "<td" in html
    assert [line.subject for line in page.context["table"].data.data] == ["druhá"]


def test_names_somebody_came_to_one_after_another(tournament: Tournament) -> None:
    for old, new in (("A", "B"), ("B", "C"), ("X", "Y")):
        factories.LogEntryFactory(
            tournament=tournament,
            action="tournament.member.renamed",
            old={"person": old},
            new={"person": new},
        )
    assert names_since(tournament, "A") == {"A", "B", "C"}
    assert names_since(tournament, "B") == {"B", "C"}
    assert names_since(tournament, "Z") == {"Z"}
