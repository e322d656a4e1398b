"""One's own account: the name for the log, the password, and what is said when either is wrong."""

from dataclasses import dataclass

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import PASSWORD
from tests.markup import squeezed
from tournament.actors import command_line_actor
from tournament.models import Account, LogEntry, Tournament
from tournament.selectors.access import scribe_actor
from tournament.validators import validate_display_name

pytestmark = pytest.mark.django_db

NEW = "čtyři-žaludské-esa"


def test_a_new_name_stands_in_the_header_and_in_every_log(
    tournament: Tournament, organiser: Account, organiser_client: Client
) -> None:
    organiser_client.post(reverse("tournament:account_rename"), {"first_name": " Olga ", "last_name": "Nová"})

    page = organiser_client.get(reverse("tournament:account")).content.decode()
    assert ">Olga Nová</a>" in squeezed(page)
    [line] = LogEntry.objects.filter(tournament=tournament)
    assert (line.actor_name, line.actor_key, line.action, line.subject, line.old, line.new) == (
        "Olga Pořadatelová",
        organiser.key,
        "tournament.member.renamed",
        "olga",
        {"person": "Olga Pořadatelová"},
        {"person": "Olga Nová"},
    )


RESERVED = {
    "command line": ("příkazová", "řádka (root)"),
    "without accents, in capitals": ("PRIKAZOVA", "RADKA"),
    "something between": ("Příkazová –", "– řádka"),
    "scribe": ("Zapisovatel", "stolu 3"),
    "all in one": ("Pan", "zapisovatel stolu 12"),
}


@pytest.mark.parametrize("typed", RESERVED.values(), ids=RESERVED)
def test_nobody_takes_a_name_of_the_program(
    tournament: Tournament, organiser: Account, organiser_client: Client, typed: tuple[str, str]
) -> None:
    """It would change nothing, since people are told apart by keys, but mislead who reads the log."""
    answer = organiser_client.post(
        reverse("tournament:account_rename"), {"first_name": typed[0], "last_name": typed[1]}
    )

    [error] = answer.context["name_form"].errors["last_name"]
    assert answer.status_code == 422
    assert "si program nechává pro protokol. Napište svoje jméno a příjmení." in error
    organiser.refresh_from_db()
    assert organiser.display_name == "Olga Pořadatelová"
    assert not LogEntry.objects.exists()


def test_names_the_program_uses_are_refused() -> None:
    drawn = factories.TableFactory(number=7)
    for actor in (command_line_actor(), scribe_actor(drawn)):
        with pytest.raises(ValidationError, match="si program nechává"):
            validate_display_name(actor.name)


@pytest.mark.parametrize("name", ["Řádka Jan", "Josef Zapisovatel", "Stolař Jan", "novak"])
def test_names_of_people_are_not_refused(name: str) -> None:
    validate_display_name(name)


def test_the_same_name_writes_nothing(tournament: Tournament, organiser_client: Client) -> None:
    organiser_client.post(
        reverse("tournament:account_rename"), {"first_name": "Olga", "last_name": "Pořadatelová"}
    )
    assert not LogEntry.objects.exists()


def test_a_new_password_opens_the_door_and_keeps_its_owner_in(
    organiser: Account, organiser_client: Client
) -> None:
    answer = organiser_client.post(
        reverse("tournament:account_password"), {"old": PASSWORD, "new": NEW, "again": NEW}, follow=True
    )

    assert "Heslo je změněné" in answer.content.decode()
    entered = Client().post(reverse("login"), {"username": "olga", "password": NEW})
    assert (entered.status_code, entered.url) == (302, "/")


@dataclass(frozen=True)
class Wrong:
    """What was typed and what must stand beside which field."""

    id: str
    typed: dict[str, str]
    errors: dict[str, list[str]]


WRONG = (
    Wrong(
        "not his password",
        {"old": "nevím", "new": NEW, "again": NEW},
        {"old": ["Tohle není vaše dosavadní heslo."]},
    ),
    Wrong(
        "short",
        {"old": PASSWORD, "new": "kule", "again": "kule"},
        {"new": ["Heslo je příliš krátké, potřebuje aspoň 8 znaků."]},
    ),
    Wrong(
        "common, figures only",
        {"old": PASSWORD, "new": "12345678", "again": "12345678"},
        {
            "new": [
                "Takové heslo má spousta lidí a snadno se uhodne. Zvolte jiné.",
                "Heslo nemůže být ze samých číslic. Přidejte aspoň jedno písmeno.",
            ]
        },
    ),
    Wrong(
        "his name",
        {"old": PASSWORD, "new": "Pořadatelová", "again": "Pořadatelová"},
        {"new": ["Heslo se moc podobá vašemu jménu. Zvolte jiné."]},
    ),
    Wrong(
        "another the second time",
        {"old": PASSWORD, "new": NEW, "again": NEW + "x"},
        {"again": ["Podruhé je tu jiné heslo než poprvé. Napište ho znovu."]},
    ),
)


@pytest.mark.parametrize("case", WRONG, ids=lambda case: case.id)
def test_what_is_wrong_with_a_password_stands_beside_its_field(
    organiser: Account, organiser_client: Client, case: Wrong
) -> None:
    answer = organiser_client.post(reverse("tournament:account_password"), case.typed)

    assert (answer.status_code, dict(answer.context["password_form"].errors)) == (422, case.errors)
    organiser.refresh_from_db()
    assert organiser.check_password(PASSWORD)


def test_a_refused_log_in_is_one_czech_sentence(organiser: Account) -> None:
    answer = Client().post(reverse("login"), {"username": "olga", "password": "nevím"})
    assert answer.context["form"].non_field_errors() == ["Jméno nebo heslo nesouhlasí."]
