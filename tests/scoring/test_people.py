"""Who did it is a key: renamed people, people of one name, scribes and commands (S28, S52)."""

from collections.abc import Callable

import pytest
from django.test import Client

from scoring.archive import SECTIONS
from scoring.models import Hand, TableResult
from scoring.selectors.results import waits_for_another
from scoring.services.closing import round_close
from scoring.services.demo import Stage, demo_tournament
from scoring.services.hands import hand_correct, hand_record
from scoring.services.results import result_confirm, result_enter
from tests import factories
from tests.scoring.records import betl, scribe_of
from tests.scoring.test_pages import TABLE, typed_result
from tests.scoring.test_results import paper
from tournament.actors import Actor, command_line_actor, scribe_key
from tournament.enums import Role, TableState
from tournament.errors import Conflict, Refused
from tournament.models import Account, LogEntry, Table, Tournament
from tournament.selectors.access import actor_for
from tournament.services.accounts import account_rename

pytestmark = pytest.mark.django_db

RESULT = f"{TABLE}/vysledek/"


@pytest.fixture
def table(table: Table) -> Table:
    """Table 1 of a tournament in two-person mode."""
    Tournament.objects.update(two_person_mode=True)
    return Table.objects.select_related("round__tournament").get(pk=table.pk)


@pytest.fixture
def olga(table: Table, organiser: Account) -> Actor:
    """Olga Pořadatelová, an organiser."""
    return actor_for(organiser, table.round.tournament)


@pytest.fixture
def namesake(table: Table, olga: Actor) -> Actor:
    """Another organiser of her name."""
    account = factories.AccountFactory(username="olga2", first_name="Olga", last_name="Pořadatelová")
    factories.MembershipFactory(tournament=table.round.tournament, account=account)
    other = actor_for(account, table.round.tournament)
    assert (other.name, other.key != olga.key) == (olga.name, True)
    return other


TYPED: dict[str, Callable[[Table, Actor], object]] = {
    "a result": lambda table, by: result_enter(table=table, figures=paper(), by=by),
    "a hand": lambda table, by: hand_record(table=table, record=betl(), by=by),
    "a correction": lambda table, by: hand_correct(
        hand=hand_record(table=table, record=betl(), by=scribe_of(table)), record=betl(won=False), by=by
    ),
}


@pytest.mark.parametrize("type_it", TYPED.values(), ids=TYPED)
def test_of_two_organisers_of_one_name_one_types_and_the_other_confirms(
    table: Table, olga: Actor, namesake: Actor, type_it: Callable[[Table, Actor], object]
) -> None:
    """S52"""
    type_it(table, olga)
    with pytest.raises(Refused, match="potvrdit ho musí někdo jiný") as refused:
        result_confirm(table=table, by=olga)
    assert refused.value.code == "same_person"

    result = result_confirm(table=table, by=namesake)

    assert (result.confirmed_by, result.confirmed_by_key) == ("Olga Pořadatelová", namesake.key)


@pytest.mark.parametrize("type_it", TYPED.values(), ids=TYPED)
def test_who_renames_himself_does_not_confirm_what_he_typed(
    table: Table, olga: Actor, organiser: Account, type_it: Callable[[Table, Actor], object]
) -> None:
    """S52, at the result and at closing."""
    type_it(table, olga)
    account_rename(account=organiser, first_name="Úplně", last_name="Jiná")
    renamed = actor_for(organiser, table.round.tournament)

    with pytest.raises(Refused, match="potvrdit ho musí někdo jiný"):
        result_confirm(table=table, by=renamed)
    with pytest.raises(Refused, match="stůl 1 "):
        round_close(round_=table.round, by=renamed)

    assert renamed.name == "Úplně Jiná"
    assert not TableResult.objects.exclude(confirmed_by="").exists()


def test_who_renames_himself_is_refused_by_a_crafted_request_too(
    organiser: Account, organiser_client: Client, table: Table
) -> None:
    """S28, S52: no button is shown, and sending what it would send changes nothing."""
    organiser_client.post(f"{RESULT}ulozit/", typed_result("1", "−1", "0", "0"))
    organiser_client.post("/ucet/jmeno/", {"first_name": "Úplně", "last_name": "Jiná"})
    organiser.refresh_from_db()
    assert organiser.display_name == "Úplně Jiná"

    page = organiser_client.get(RESULT)
    assert (page.context["may_confirm"], page.context["other_confirms"]) == (False, True)
    refused = organiser_client.post(f"{RESULT}potvrdit/", follow=True)

    assert "potvrdit ho musí někdo jiný" in refused.content.decode()
    table.refresh_from_db()
    assert (table.state, TableResult.objects.get().confirmed_by_key) == (TableState.HANDED_IN, None)


def test_who_confirmed_is_told_apart_from_his_namesake(
    table: Table, olga: Actor, namesake: Actor, organiser: Account
) -> None:
    """S21, S52: the same person again is no conflict whatever he is called now, his namesake is told."""
    result_enter(table=table, figures=paper(), by=factories.actor("Ota Druhý", Role.ORGANISER))
    first = result_confirm(table=table, by=olga)

    with pytest.raises(Conflict, match="už je potvrzený"):
        result_confirm(table=table, by=namesake)
    account_rename(account=organiser, first_name="Úplně", last_name="Jiná")
    again = result_confirm(table=table, by=actor_for(organiser, table.round.tournament))

    assert (again, again.confirmed_by, again.version) == (first, "Olga Pořadatelová", first.version)


def test_a_scribe_called_like_an_organiser_is_still_the_scribe(table: Table, olga: Actor) -> None:
    scribe = Actor(name=olga.name, key=scribe_key(table.pk), scribe_of=table.pk)
    hand_record(table=table, record=betl(), by=scribe)

    assert result_confirm(table=table, by=olga).confirmed_by_key == olga.key


def test_an_account_called_like_the_command_line_is_not_the_command_line(
    table: Table, organiser: Account
) -> None:
    """An account of before such names were refused: both see that the other one is somebody else."""
    command_line = command_line_actor()
    Account.objects.filter(pk=organiser.pk).update(first_name="", last_name=command_line.name)
    organiser.refresh_from_db()
    pretender = actor_for(organiser, table.round.tournament)
    assert pretender.name == command_line.name

    result_enter(table=table, figures=paper(), by=pretender)

    assert waits_for_another(table, TableResult.objects.get(), pretender)
    assert not waits_for_another(table, TableResult.objects.get(), command_line)


def without_keys() -> None:
    """What stands in a database from before there were keys."""
    TableResult.objects.update(entered_by_key=None)
    Hand.objects.update(written_by_key=None)
    LogEntry.objects.update(actor_key=None)


@pytest.mark.parametrize("type_it", TYPED.values(), ids=TYPED)
def test_what_was_typed_before_there_were_keys_is_his_who_bears_or_bore_the_name(
    table: Table, olga: Actor, organiser: Account, type_it: Callable[[Table, Actor], object]
) -> None:
    type_it(table, olga)
    for first_name, last_name in (("Olga", "Prvá"), ("Olga", "Druhá")):
        account_rename(account=organiser, first_name=first_name, last_name=last_name)
    without_keys()
    renamed = actor_for(organiser, table.round.tournament)

    for by in (olga, renamed):
        with pytest.raises(Refused, match="potvrdit ho musí někdo jiný"):
            result_confirm(table=table, by=by)
    somebody_else = factories.actor("Ota Druhý", Role.ORGANISER)
    assert result_confirm(table=table, by=somebody_else).confirmed_by == "Ota Druhý"


def test_a_hostile_renaming_in_an_old_archive_breaks_nothing(table: Table, olga: Actor) -> None:
    result_enter(table=table, figures=paper(), by=olga)
    factories.LogEntryFactory(
        tournament=table.round.tournament, action="tournament.member.renamed", old=[1], new={"person": [2]}
    )
    without_keys()

    assert waits_for_another(table, TableResult.objects.get(), olga)


def test_every_signature_has_its_key() -> None:
    """Each column that names a person (``…_by``, ``actor_name``) has one that says who he is."""
    demo_tournament(by=command_line_actor(), stage=Stage.ROUND, players=16, rounds=2, seed=1)
    seen = set()
    for section in SECTIONS:
        for name in section.fields:
            if not name.endswith("_by") and name != "actor_name":
                continue
            key = "actor_key" if name == "actor_name" else f"{name}_key"
            for signature, person in section.model._base_manager.values_list(name, key):
                assert bool(signature) == (person is not None), (section.key, name)
                seen.add((section.key, name))
    assert seen >= {
        ("rounds", "published_by"),
        ("rounds", "closed_by"),
        ("rounds", "discarded_by"),
        ("draws", "drawn_by"),
        ("hands", "written_by"),
        ("decisions", "decided_by"),
        ("results", "entered_by"),
        ("results", "confirmed_by"),
        ("publications", "published_by"),
        ("log", "actor_name"),
    }
