"""Several people at once: the database decides, on SQLite as on PostgreSQL (S20–S22)."""

import datetime
import threading
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection

from tests import factories
from tournament.actors import Actor, command_line_actor
from tournament.enums import Role
from tournament.errors import DeskError
from tournament.lib.registrations import Registration
from tournament.models import Account, Entry, LogEntry, Payment, PersonChange, Player, Tournament
from tournament.selectors.entries import entries_of
from tournament.services import imports
from tournament.services.entries import Details, entry_create
from tournament.services.founding import settings_change, tournament_found
from tournament.services.imports import entries_import
from tournament.services.members import member_remove
from tournament.services.payments import payment_cancel, payment_take
from tournament.services.people import people_merge

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


def registrations(*names: str) -> list[Registration]:
    return [
        Registration(row=row, name=name, club="Karlín", card="", fee_paid=True, note="", team="")
        for row, name in enumerate(names, start=2)
    ]


@pytest.mark.parametrize(
    ("others", "prepared"),
    [
        pytest.param(0, [False], id="nobody else"),
        pytest.param(1, [False, False], id="somebody registers before the lock"),
        pytest.param(3, [False, False, False, True], id="again and again"),
    ],
)
def test_a_file_is_made_ready_while_nothing_is_locked(
    tournament: Tournament, desk: Actor, monkeypatch: pytest.MonkeyPatch, others: int, prepared: list[bool]
) -> None:
    """S58: only what others changed in between is looked at under the lock, and nobody is written twice."""
    locked: list[bool] = []
    coming = ["Čech Petr", "Hora Milan", "Žák Vít"][:others]
    prepare = imports._prepare

    def watched(*args: Any) -> Any:
        locked.append(connection.in_atomic_block)
        ready = prepare(*args)
        if coming:
            entry_create(tournament=tournament, by=desk, details=Details(name=coming.pop(0), club="Karlín"))
        return ready

    monkeypatch.setattr(imports, "_prepare", watched)

    report = entries_import(
        tournament=tournament, by=desk, registrations=registrations("Čech Petr", "Hora Milan", "Šíp Jan")
    )

    assert locked == prepared
    known = min(others, 2)
    assert (report.created, report.updated) == (3 - known, known)
    assert list(entries_of(tournament).values_list("number", flat=True)) == list(range(1, 4 + (others == 3)))
    assert Player.objects.count() == entries_of(tournament).count()
    assert set(entries_of(tournament).exclude(name="Žák Vít").values_list("fee_paid", flat=True)) == {True}


def test_a_file_of_the_command_line_notices_who_becomes_known_meanwhile(
    tournament: Tournament, organiser: Account, desk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows the people of the tournament's organisers, also those of the last moment."""
    earlier = factories.TournamentFactory()
    factories.MembershipFactory(tournament=earlier, account=organiser, role=Role.ORGANISER)
    prepare = imports._prepare
    coming = ["Čech Petr"]

    def watched(*args: Any) -> Any:
        ready = prepare(*args)
        if coming:
            entry_create(tournament=earlier, by=desk, details=Details(name=coming.pop(), club="Karlín"))
        return ready

    monkeypatch.setattr(imports, "_prepare", watched)

    entries_import(tournament=tournament, by=command_line_actor(), registrations=registrations("Čech Petr"))

    assert entries_of(tournament).get().player == entries_of(earlier).get().player


def test_two_at_the_door_take_one_fee_once(tournament: Tournament, desk: Actor) -> None:
    """The second is told; of payments for different players none is lost, none has another's number."""
    Tournament.objects.update(fee=200_00)
    first, second = factories.entries(tournament, 2)

    done = at_once(
        *(
            lambda who=who, name=name: (
                payment_take(
                    entry=Entry.objects.get(pk=who.pk), by=factories.actor(name), amount=200_00, expected=0
                ).amount
            )
            for who, name in ((first, "Olga"), (first, "Petr"), (second, "Eva"))
        )
    )

    assert sorted(map(str, done)) == ["20000", "20000", "paid_meanwhile"]
    payments = Payment.objects.order_by("number").values_list("number", "entry__number")
    assert sorted(number for number, _entry in payments) == [1, 2]
    assert sorted(entry for _number, entry in payments) == [1, 2]
    assert list(entries_of(tournament).values_list("fee_paid", flat=True)) == [True, True]


def test_a_payment_cancelled_by_two_at_once_has_one_counter_record(
    tournament: Tournament, desk: Actor
) -> None:
    [entry] = factories.entries(tournament, 1)
    payment = payment_take(entry=entry, by=desk, amount=200_00)

    done = at_once(
        *(
            lambda: payment_cancel(payment=Payment.objects.get(pk=payment.pk), by=desk, reason="omyl").amount
            for _desk in range(2)
        )
    )

    assert sorted(map(str, done)) == ["-20000", "payment_cancelled"]
    assert list(Payment.objects.order_by("number").values_list("amount", flat=True)) == [200_00, -200_00]


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


def test_two_organisers_merge_the_same_people_at_once(tournament: Tournament, organiser: Account) -> None:
    """Each keeps another one of the two: one merge is done, the other one is told so."""
    second, ota = factories.TournamentFactory(), factories.AccountFactory()
    for account, place in ((organiser, second), (ota, tournament), (ota, second)):
        factories.MembershipFactory(account=account, tournament=place)
    people = [factories.EntryFactory(tournament=one, name="Čech Petr").player for one in (tournament, second)]

    results = at_once(
        *(
            lambda by=by, pair=pair: people_merge(
                by=by, person_id=pair[0].pk, other_id=pair[1].pk, expected=1, expected_other=1
            )
            for by, pair in ((organiser.person, people), (ota.person, people[::-1]))
        )
    )

    assert len({*results} & {"changed", "unknown_person"}) == 1
    assert Entry.objects.values("player").distinct().count() == 1
    assert PersonChange.objects.count() == LogEntry.objects.count() == 1
