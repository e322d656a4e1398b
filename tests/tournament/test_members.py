"""People who work for a tournament and the first account (docs/tournament.md: People, Commands)."""

import re
import uuid
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests import factories
from tournament.actors import Actor
from tournament.enums import Role
from tournament.errors import Refused
from tournament.models import Account, LogEntry, Membership, Tournament
from tournament.selectors.access import actor_for
from tournament.selectors.members import members_of
from tournament.services.members import (
    account_create,
    member_add_existing,
    member_add_new,
    member_remove,
    member_set_tables,
    new_password,
)

pytestmark = pytest.mark.django_db

PASSWORD_FORM = re.compile(r"[a-z2-9]{4}(-[a-z2-9]{4}){2}")


def add(tournament: Tournament, by: Actor, **values: Any) -> Any:
    return member_add_new(
        tournament=tournament,
        by=by,
        **{"role": Role.REFEREE, "first_name": "Hana", "last_name": "Rozhodná"} | values,
    )


def test_a_generated_password_can_be_read_out_loud() -> None:
    made = {new_password() for _time in range(100)}

    assert len(made) == 100
    assert all(PASSWORD_FORM.fullmatch(password) for password in made)
    assert not set("".join(made)) & set("ilo01")


def test_somebody_new_gets_an_account_and_a_role(tournament: Tournament, desk: Actor) -> None:
    made = add(tournament, desk, tables=[5, 1, 1])

    account = Account.objects.get(username="hana.rozhodna")
    assert account.display_name == "Hana Rozhodná"
    assert account.check_password(made.password)
    actor = actor_for(account, tournament)
    assert (actor.roles, actor.tables) == ({Role.REFEREE}, {1, 5})
    [line] = LogEntry.objects.all()
    assert (line.action, line.subject) == ("tournament.member.added", "Hana Rozhodná – rozhodčí")
    assert line.new == {"username": "hana.rozhodna", "role": "referee", "tables": [1, 5]}
    assert made.password not in str(line.new)


def test_the_same_form_again_makes_no_second_account(tournament: Tournament, desk: Actor) -> None:
    """S22; the password was shown once and cannot be shown again."""
    key = uuid.uuid4()

    first, second = add(tournament, desk, submission=key), add(tournament, desk, submission=key)

    assert first.account == second.account
    assert (bool(first.password), second.password) == (True, "")
    assert Account.objects.count() == Membership.objects.count() == LogEntry.objects.count() == 1


def test_a_name_taken_gets_the_next_one(tournament: Tournament, desk: Actor) -> None:
    names = [add(tournament, desk).account.username for _time in range(3)]

    assert names == ["hana.rozhodna", "hana.rozhodna2", "hana.rozhodna3"]


@pytest.mark.parametrize(
    ("values", "code", "field", "text"),
    [
        pytest.param(
            {"first_name": " ", "last_name": ""}, "invalid", "last_name", "Napište jméno", id="no name"
        ),
        pytest.param(
            {"first_name": "Příkazová", "last_name": "řádka (root)"},
            "invalid",
            "last_name",
            "„Příkazová řádka (root)“ si program nechává pro protokol",
            id="name of the program",
        ),
        pytest.param(
            {"username": "OLGA"}, "username_taken", "username", "„OLGA“ už má někdo jiný", id="taken"
        ),
        pytest.param({"username": "a b"}, "invalid", "username", "uživatelské jméno", id="bad letters"),
        pytest.param({"tables": [0]}, "invalid", "tables", "Stoly mají čísla od 1", id="table 0"),
        pytest.param(
            {"role": Role.CHIEF_REFEREE},
            "chief_taken",
            "role",
            "Hlavním rozhodčím už je Hana Hlavní",
            id="second chief referee",
        ),
    ],
)
def test_somebody_who_cannot_be_added(
    tournament: Tournament,
    organiser: Account,
    chief_referee: Account,
    desk: Actor,
    values: dict[str, Any],
    code: str,
    field: str,
    text: str,
) -> None:
    with pytest.raises(Refused) as refusal:
        add(tournament, desk, **values)

    assert refusal.value.code == code
    assert text.lower() in refusal.value.fields[field].lower()
    assert Account.objects.count() == Membership.objects.count() == 2
    assert not LogEntry.objects.exists()


def test_somebody_with_an_account_gets_a_role(tournament: Tournament, stranger: Account, desk: Actor) -> None:
    member_add_existing(tournament=tournament, by=desk, role=Role.ORGANISER, username=" Cyril ", tables=[3])

    actor = actor_for(stranger, tournament)
    assert (actor.roles, actor.tables) == ({Role.ORGANISER}, frozenset()), "tables are for referees"
    with pytest.raises(Refused, match="už tuto roli v turnaji má"):
        member_add_existing(tournament=tournament, by=desk, role=Role.ORGANISER, username="cyril")
    with pytest.raises(Refused, match="„nikdo“ neexistuje") as refusal:
        member_add_existing(tournament=tournament, by=desk, role=Role.ORGANISER, username="nikdo")
    assert refusal.value.code == "unknown_account"
    assert LogEntry.objects.count() == 1


def test_the_last_organiser_stays(
    tournament: Tournament, organiser: Account, referee: Account, desk: Actor
) -> None:
    mine = Membership.objects.get(account=organiser)
    with pytest.raises(Refused, match="aspoň jednoho pořadatele") as refusal:
        member_remove(tournament=tournament, by=desk, membership_id=mine.pk)
    assert refusal.value.code == "last_organiser"

    member_add_existing(tournament=tournament, by=desk, role=Role.ORGANISER, username="radek")
    for _press in "12":
        member_remove(tournament=tournament, by=desk, membership_id=mine.pk)

    assert [(one.name, one.role) for one in members_of(tournament)] == [
        ("Radek Rozhodčí", Role.ORGANISER),
        ("Radek Rozhodčí", Role.REFEREE),
    ]
    assert Account.objects.filter(pk=organiser.pk).exists()
    assert list(LogEntry.objects.order_by("at").values_list("action", "old")) == [
        ("tournament.member.added", None),
        ("tournament.member.removed", {"username": "olga", "role": "organiser", "tables": []}),
    ]


def test_a_referee_is_limited_to_tables(tournament: Tournament, referee: Account, desk: Actor) -> None:
    member = Membership.objects.get(account=referee)

    member_set_tables(tournament=tournament, by=desk, membership_id=member.pk, tables=[8, 2])
    member_set_tables(tournament=tournament, by=desk, membership_id=member.pk, tables=[2, 8])

    member.refresh_from_db()
    assert member.tables == [2, 8]
    assert [(line.old, line.new) for line in LogEntry.objects.all()] == [({"tables": []}, {"tables": [2, 8]})]


@pytest.mark.parametrize("who", ["organiser", "stranger"])
def test_tables_are_for_referees_of_this_tournament(
    request: pytest.FixtureRequest, tournament: Tournament, desk: Actor, who: str
) -> None:
    member = Membership.objects.get(account=request.getfixturevalue(who))

    with pytest.raises(Refused) as refusal:
        member_set_tables(tournament=tournament, by=desk, membership_id=member.pk, tables=[1])

    assert refusal.value.code == "no_such_member"
    member.refresh_from_db()
    assert member.tables == []


def test_members_of_another_tournament_cannot_be_removed(
    tournament: Tournament, stranger: Account, desk: Actor
) -> None:
    theirs = Membership.objects.get(account=stranger)

    member_remove(tournament=tournament, by=desk, membership_id=theirs.pk)

    assert Membership.objects.filter(pk=theirs.pk).exists()


# The pages


def address(name: str, *arguments: Any) -> str:
    return reverse(f"tournament:{name}", args=["jarni-turnaj", *arguments])


NEW = {"first_name": "Hana", "last_name": "Rozhodná", "role": "referee", "tables": "1, 3–5"}


def test_the_password_is_shown_once_and_opens_the_door(
    tournament: Tournament, organiser_client: Client
) -> None:
    data = NEW | {"submission": str(uuid.uuid4())}

    shown = organiser_client.post(address("person_add_new"), data)
    again = organiser_client.post(address("person_add_new"), data)

    shown_password = re.compile(rf"(?<=class=\"secret\">){PASSWORD_FORM.pattern}")
    found = shown_password.search(shown.content.decode())
    assert found
    assert shown["Cache-Control"] == "no-store"
    assert shown_password.search(again.content.decode()) is None
    assert "Heslo už bylo jednou ukázané" in again.content.decode()
    assert Membership.objects.get(account__username="hana.rozhodna").tables == [1, 3, 4, 5]
    entered = Client().post(reverse("login"), {"username": "hana.rozhodna", "password": found.group()})
    assert (entered.status_code, entered.url) == (302, "/")


@pytest.mark.parametrize(
    ("name", "data", "form", "field", "text"),
    [
        ("person_add_new", NEW | {"tables": "všechny"}, "new_form", "tables", "Pište čísla stolů"),
        ("person_add_new", NEW | {"last_name": ""}, "new_form", "last_name", "třeba vyplnit"),
        ("person_add_new", NEW | {"username": "olga"}, "new_form", "username", "už má někdo jiný"),
        (
            "person_add_existing",
            {"username": "nikdo", "role": "referee"},
            "existing_form",
            "username",
            "neexistuje",
        ),
    ],
)
def test_what_is_wrong_stands_beside_its_field(
    tournament: Tournament,
    organiser_client: Client,
    name: str,
    data: dict[str, str],
    form: str,
    field: str,
    text: str,
) -> None:
    page = organiser_client.post(address(name), data)

    assert page.status_code == 422
    assert text in page.context[form].errors[field][0]
    assert page.context[form].data["role"] == "referee", "what was typed stays"
    assert Membership.objects.filter(tournament=tournament).count() == 1


def test_roles_are_given_and_taken_on_the_page(
    tournament: Tournament, organiser_client: Client, stranger: Account
) -> None:
    organiser_client.post(address("person_add_existing"), {"username": "cyril", "role": "referee"})
    member = Membership.objects.get(tournament=tournament, account=stranger)

    wrong = organiser_client.post(address("person_tables", member.pk), {"tables": "0"})
    assert (wrong.status_code, "Stoly mají čísla od 1" in wrong.content.decode()) == (422, True)
    organiser_client.post(address("person_tables", member.pk), {"tables": "2"})
    page = organiser_client.get(address("people"))
    assert [(one.name, one.tables) for one in page.context["members"]] == [
        ("Olga Pořadatelová", ""),
        ("Cyril Cizí", "2"),
    ]

    organiser_client.post(address("person_remove", member.pk))
    assert not Membership.objects.filter(pk=member.pk).exists()


@pytest.mark.parametrize("people", [1, 3])
def test_the_list_of_people_costs_the_same(
    tournament: Tournament,
    people: int,
    client_of: Callable[[Account], Client],
    django_assert_num_queries: Any,
) -> None:
    for _person in range(people):
        factories.MembershipFactory(tournament=tournament)

    with django_assert_num_queries(1):
        members_of(tournament)


# The first account


def first_account() -> list[str]:
    out = StringIO()
    call_command("first_account", stdout=out)
    return out.getvalue().splitlines()


def test_the_first_account_is_made_once() -> None:
    """docs/tournament.md, Commands"""
    login, password = first_account()

    assert login == "jméno: poradatel"
    assert Account.objects.get().check_password(password.removeprefix("heslo: "))
    assert first_account() == []
    assert Account.objects.count() == 1


def test_demo_accounts_do_not_count_and_others_do(settings: Any) -> None:
    factories.AccountFactory(username=settings.DEMO_ACCOUNTS[0])
    assert first_account()[0] == "jméno: poradatel"

    Account.objects.all().delete()
    factories.AccountFactory(username="nekdo")
    assert first_account() == []


def test_two_first_starts_make_one_account(monkeypatch: pytest.MonkeyPatch) -> None:
    account_create(username="poradatel")
    monkeypatch.setattr("django.db.models.query.QuerySet.exists", lambda self: False)

    assert first_account() == []
