"""The cast of every story: organiser, chief referee, referee, stranger, public; and a small tournament."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from tests import factories, refusals, writes
from tournament.actors import Actor
from tournament.enums import Role
from tournament.models import Account, Tournament

# The same examples every time, however slow the machine; --hypothesis-profile=default makes up others.
settings.register_profile(
    "suite", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")


@pytest.fixture(autouse=True, scope="session")
def examples_depend_on_no_other_test() -> Iterator[None]:
    """Hypothesis also tries constants of the modules that happen to be loaded: here of none."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(providers, "_get_local_constants", providers.Constants)
        yield


@pytest.fixture(autouse=True, scope="session")
def refusals_are_sentences() -> Iterator[None]:
    """Every refusal in any test is a sentence and has a code that is known."""
    with refusals.watched():
        yield


@pytest.fixture(autouse=True, scope="session")
def writes_are_whole() -> Iterator[None]:
    """Every write of a service in any test leaves its whole entry in the log and a new version."""
    with writes.watched():
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """PostgreSQL drops no database in use: what a browser still asked when its test ended is ended too."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture
def tournament(db: None) -> Tournament:
    """A tournament nobody has registered for yet."""
    return factories.TournamentFactory(slug="jarni-turnaj", name="Jarní turnaj")


@pytest.fixture
def small_tournament(tournament: Tournament) -> Tournament:
    """The same tournament with the eight players of ``factories.PEOPLE``, numbers 1–8."""
    factories.entries(tournament, 8)
    return tournament


def _member(tournament: Tournament, role: Role, username: str, first_name: str, last_name: str) -> Account:
    account = factories.AccountFactory(username=username, first_name=first_name, last_name=last_name)
    factories.MembershipFactory(tournament=tournament, account=account, role=role)
    return account


@pytest.fixture
def organiser(tournament: Tournament) -> Account:
    """Organiser of the tournament."""
    return _member(tournament, Role.ORGANISER, "olga", "Olga", "Pořadatelová")


@pytest.fixture
def chief_referee(tournament: Tournament) -> Account:
    """Chief referee of the tournament."""
    return _member(tournament, Role.CHIEF_REFEREE, "hana", "Hana", "Hlavní")


@pytest.fixture
def referee(tournament: Tournament) -> Account:
    """Referee of the tournament, for all tables."""
    return _member(tournament, Role.REFEREE, "radek", "Radek", "Rozhodčí")


@pytest.fixture
def stranger(db: None) -> Account:
    """Has an account and no role in the tournament; organises another one."""
    return _member(
        factories.TournamentFactory(slug="cizi-turnaj", name="Cizí turnaj"),
        Role.ORGANISER,
        "cyril",
        "Cyril",
        "Cizí",
    )


@pytest.fixture
def client_of() -> Callable[[Account], Client]:
    """A browser in which this account is logged in."""

    def logged_in(account: Account) -> Client:
        client = Client()
        client.force_login(account, backend="config.auth.DemoRefusingBackend")
        return client

    return logged_in


@pytest.fixture
def organiser_client(organiser: Account, client_of: Callable[[Account], Client]) -> Client:
    """The organiser's browser."""
    return client_of(organiser)


@pytest.fixture
def chief_referee_client(chief_referee: Account, client_of: Callable[[Account], Client]) -> Client:
    """The chief referee's browser."""
    return client_of(chief_referee)


@pytest.fixture
def referee_client(referee: Account, client_of: Callable[[Account], Client]) -> Client:
    """The referee's browser."""
    return client_of(referee)


@pytest.fixture
def stranger_client(stranger: Account, client_of: Callable[[Account], Client]) -> Client:
    """The stranger's browser."""
    return client_of(stranger)


@pytest.fixture
def visitor_client(db: None) -> Client:
    """The browser of somebody who did not log in."""
    return Client()


@pytest.fixture
def desk() -> Actor:
    """An organiser as services see him, where no account is needed."""
    return factories.actor("Olga Pořadatelová", Role.ORGANISER)
