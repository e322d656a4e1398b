"""Several people at once: the database decides, on SQLite as on PostgreSQL (S20–S22)."""

import datetime
import threading
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection

from tests import factories
from tournament.actors import Actor
from tournament.enums import Role
from tournament.errors import DeskError
from tournament.lib.registrations import Registration
from tournament.models import Entry, LogEntry, Player, Tournament
from tournament.selectors.entries import entries_of
from tournament.services.entries import Details, entry_create
from tournament.services.founding import settings_change, tournament_found
from tournament.services.imports import entries_import
from tournament.services.members import member_remove

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Run the acts in threads that start together; gives each result, a refusal as its code."""
    gate = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        try:
            gate.wait(timeout=30)
            results[place] = act()
        except DeskError as refusal:
            results[place] = refusal.code
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def stale(tournament: Tournament, count: int) -> Sequence[Tournament]:
    """The row as each of several desks read it before anybody wrote."""
    return [Tournament.objects.get(pk=tournament.pk) for _desk in range(count)]


def test_two_desks_never_give_one_number_twice(tournament: Tournament, desk: Actor) -> None:
    made = at_once(
        *(
            lambda mine=mine, place=place: (
                entry_create(tournament=mine, by=desk, details=Details(name=f"Hráč {'abcdef'[place]}")).number
            )
            for place, mine in enumerate(stale(tournament, 6))
        )
    )

    assert sorted(made) == [1, 2, 3, 4, 5, 6]
    assert sorted(entries_of(tournament).values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]


def test_one_form_sent_three_times_at_once_makes_one_player(tournament: Tournament, desk: Actor) -> None:
    """S20, S22: one record, equal answers."""
    key = uuid.uuid4()

    made = at_once(
        *(
            lambda mine=mine: (
                entry_create(tournament=mine, by=desk, details=Details(name="Čech Petr"), submission=key).pk
            )
            for mine in stale(tournament, 3)
        )
    )

    assert len(set(made)) == 1
    assert Entry.objects.count() == Player.objects.count() == LogEntry.objects.count() == 1


def test_two_desks_register_one_person_once(tournament: Tournament, desk: Actor) -> None:
    """S17: the second sees the first and asks."""
    made = at_once(
        *(
            lambda mine=mine: entry_create(tournament=mine, by=desk, details=Details(name="Čech Petr")).number
            for mine in stale(tournament, 2)
        )
    )

    assert sorted(map(str, made)) == ["1", "same_name"]


def test_one_file_written_twice_at_once_creates_everybody_once(tournament: Tournament, desk: Actor) -> None:
    rows = [
        Registration(row=row, name=f"Hráč {name}", club="Karlín", card="", fee_paid=None, note="", team="")
        for row, name in enumerate("abcd", start=2)
    ]

    reports = at_once(
        *(
            lambda mine=mine: entries_import(tournament=mine, by=desk, registrations=rows)
            for mine in stale(tournament, 2)
        )
    )

    assert sorted((report.created, report.updated) for report in reports) == [(0, 4), (4, 0)]
    assert list(entries_of(tournament).values_list("number", flat=True)) == [1, 2, 3, 4]


def test_two_founders_of_one_name_get_two_addresses(db: None, desk: Actor) -> None:
    day = datetime.date(2026, 4, 12)

    made = at_once(
        *(
            lambda: tournament_found(by=desk, founder=None, name="Letní turnaj", date=day).slug
            for _founder in range(3)
        )
    )

    assert sorted(made) == ["letni-turnaj", "letni-turnaj-2", "letni-turnaj-3"]


def test_two_organisers_who_remove_each_other_leave_one(tournament: Tournament, desk: Actor) -> None:
    both = [
        factories.MembershipFactory(tournament=tournament, role=Role.ORGANISER).pk for _organiser in range(2)
    ]

    done = at_once(
        *(
            lambda member=member, mine=mine: member_remove(tournament=mine, by=desk, membership_id=member)
            for member, mine in zip(both, stale(tournament, 2), strict=True)
        )
    )

    assert sorted(map(str, done)) == ["None", "last_organiser"]
    assert tournament.memberships.count() == 1


def test_two_forms_of_settings_from_one_version_change_once(tournament: Tournament, desk: Actor) -> None:
    done = at_once(
        *(
            lambda mine=mine, rounds=rounds: (
                settings_change(
                    tournament=mine, by=desk, changes={"rounds_planned": rounds}, expected=1
                ).rounds_planned
            )
            for rounds, mine in zip((3, 4), stale(tournament, 2), strict=True)
        )
    )

    assert "changed" in done
    tournament.refresh_from_db()
    assert tournament.rounds_planned in done
    assert (tournament.version, LogEntry.objects.count()) == (2, 1)
