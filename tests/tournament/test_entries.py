"""Players: registering, the door, withdrawing, undo (docs/tournament.md; S15, S17, S20, S36)."""

import uuid
from typing import Any

import pytest

from tests import factories
from tournament.actors import Actor
from tournament.enums import Presence, RoundState
from tournament.errors import Conflict, Refused
from tournament.models import Entry, LogEntry, Player, Tournament
from tournament.selectors.entries import (
    entries_by_name,
    entries_of,
    entry_counts,
    last_closed_round,
    matches,
    open_seat,
    search_text,
    seatable_entries,
)
from tournament.services.entries import (
    Details,
    entries_mark_present,
    entry_change_take_back,
    entry_create,
    entry_edit,
    entry_return,
    entry_set_presence,
    entry_withdraw,
    take_numbers,
)
from tournament.services.payments import payment_take

pytestmark = pytest.mark.django_db


def register(tournament: Tournament, by: Actor, name: str, **values: Any) -> Entry:
    details = {key: values.pop(key) for key in ("club", "card", "team", "note") if key in values}
    return entry_create(tournament=tournament, by=by, details=Details(name=name, **details), **values)


def actions(**wanted: Any) -> list[str]:
    return list(LogEntry.objects.filter(**wanted).order_by("at").values_list("action", flat=True))


# Registering


def test_a_player_gets_the_next_number_and_is_logged_whole(tournament: Tournament, desk: Actor) -> None:
    entry = register(
        tournament, desk, "  DVOŘÁK   JOSEF ", club=" K2  Praha", card="1003", note="=1+1", fee_paid=True
    )

    entry.refresh_from_db()
    assert {
        name: getattr(entry, name)
        for name in ("number", "name", "club", "card", "team", "note", "presence", "fee_paid", "version")
    } == {
        "number": 1,
        "name": "Dvořák Josef",
        "club": "K2 Praha",
        "card": "1003",
        "team": "",
        "note": "=1+1",
        "presence": Presence.EXPECTED,
        "fee_paid": True,
        "version": 1,
    }
    assert (entry.player.name, entry.player.club, entry.player.card) == ("Dvořák Josef", "K2 Praha", "1003")
    line, paid = LogEntry.objects.order_by("sequence")
    assert paid.action == "tournament.payments.noted"
    assert (line.action, line.subject, line.object_id) == (
        "tournament.entry.created",
        "1 Dvořák Josef",
        entry.pk,
    )
    assert line.new == {
        "number": 1,
        "name": "Dvořák Josef",
        "club": "K2 Praha",
        "card": "1003",
        "team": "",
        "note": "=1+1",
        "presence": "expected",
        "fee_paid": True,
    }


def test_numbers_go_in_order_and_are_never_used_again(tournament: Tournament, desk: Actor) -> None:
    first, second = register(tournament, desk, "Čech Petr"), register(tournament, desk, "Hora Milan")
    second.delete()
    third = register(tournament, desk, "Ivan Jan")

    assert [first.number, second.number, third.number] == [1, 2, 3]


def test_numbers_come_from_the_database_and_not_from_a_stale_row(tournament: Tournament) -> None:
    """Two desks hold the same old row of the tournament."""
    other_desk = Tournament.objects.get(pk=tournament.pk)

    assert [
        take_numbers(tournament=tournament, count=3),
        take_numbers(tournament=other_desk, count=1),
        take_numbers(tournament=tournament, count=1),
    ] == [
        1,
        4,
        5,
    ]


def test_double_click_registers_one_player(tournament: Tournament, desk: Actor) -> None:
    """S22: the second click meets its own player, not a namesake."""
    key = uuid.uuid4()

    first = register(tournament, desk, "Čech Petr", submission=key)
    second = register(tournament, desk, "Čech Petr", submission=key)

    assert first.pk == second.pk
    assert Entry.objects.count() == Player.objects.count() == LogEntry.objects.count() == 1


@pytest.mark.parametrize(
    "typed", ["Novák Jan", "NOVAK Jan", "jan novák", "Ing. Jan Novák", "Nova\u0301k Jan", " Novák\u00a0 Jan "]
)
def test_a_likely_namesake_is_asked_about(tournament: Tournament, desk: Actor, typed: str) -> None:
    """S17"""
    register(tournament, desk, "Novák Jan", club="Karlín")

    with pytest.raises(Refused, match=r"Přihlášen už je Novák Jan \(č\. 1, Karlín\)") as refusal:
        register(tournament, desk, typed, club="Žatec")

    assert refusal.value.code == "same_name"
    assert Entry.objects.count() == Player.objects.count() == 1
    assert Tournament.objects.get().next_number == 2


def test_two_real_namesakes_are_told_apart_by_number_and_club(tournament: Tournament, desk: Actor) -> None:
    """S17"""
    register(tournament, desk, "Novák Jan", club="Karlín")
    register(tournament, desk, "Novák Jan", club="Karlín", known_namesake=True)

    assert list(Entry.objects.values_list("number", "name", "club")) == [
        (1, "Novák Jan", "Karlín"),
        (2, "Novák Jan", "Karlín"),
    ]
    assert Player.objects.count() == 2


@pytest.mark.parametrize(
    ("values", "code", "field", "text"),
    [
        pytest.param({"name": " \u200b"}, "invalid", "name", "Napište jméno hráče", id="no name"),
        pytest.param({"name": "x" * 101}, "invalid", "name", "100", id="long name"),
        pytest.param({"name": "Hora Milan", "club": "x" * 101}, "invalid", "club", "100", id="long club"),
        pytest.param(
            {"name": "Hora Milan", "card": "77"},
            "card_taken",
            "card",
            "Průkaz 77 už v turnaji má Čech Petr (č. 1, bez klubu)",
            id="card of somebody else",
        ),
    ],
)
def test_a_player_who_cannot_be_registered(
    tournament: Tournament, desk: Actor, values: dict[str, str], code: str, field: str, text: str
) -> None:
    register(tournament, desk, "Čech Petr", card="77")

    with pytest.raises(Refused) as refusal:
        register(tournament, desk, **values)

    assert refusal.value.code == code
    assert text in refusal.value.fields[field]
    assert Entry.objects.count() == Player.objects.count() == LogEntry.objects.count() == 1
    assert Tournament.objects.get().next_number == 2


# Editing


def test_an_edit_is_logged_with_old_and_new(small_tournament: Tournament, desk: Actor) -> None:
    entry = entries_of(small_tournament).get(number=3)

    entry_edit(
        entry=entry, by=desk, details=Details(name="Cibulka Karel", club="Karlín"), fixed_table=1, expected=1
    )

    entry.refresh_from_db()
    assert (entry.name, entry.club, entry.fixed_table, entry.version) == ("Cibulka Karel", "Karlín", 1, 2)
    assert entry.player.club == "Karlín"
    [line] = LogEntry.objects.all()
    assert (line.action, line.old, line.new) == (
        "tournament.entry.changed",
        {"club": "Šakvice", "fixed_table": None},
        {"club": "Karlín", "fixed_table": 1},
    )


def test_an_edit_that_came_too_late_changes_nothing(small_tournament: Tournament, desk: Actor) -> None:
    entry = entries_of(small_tournament).get(number=3)
    entry_edit(entry=entry, by=desk, details=Details(name="Cibulka Karel", club="Karlín"))

    with pytest.raises(Conflict, match="Olga Pořadatelová"):
        entry_edit(entry=entry, by=desk, details=Details(name="Cibulka Karel", club="Žatec"), expected=1)

    entry.refresh_from_db()
    assert entry.club == "Karlín"
    assert actions() == ["tournament.entry.changed"]


def test_a_card_of_somebody_else_is_refused_on_edit(tournament: Tournament, desk: Actor) -> None:
    register(tournament, desk, "Čech Petr", card="7")
    entry = register(tournament, desk, "Hora Milan")

    with pytest.raises(Refused, match="Průkaz 7 už v turnaji má Čech Petr"):
        entry_edit(entry=entry, by=desk, details=Details(name="Hora Milan", card="7"))

    assert entries_of(tournament).get(number=2).card == ""


# The door


def test_presence_by_one_tap_and_back(small_tournament: Tournament, desk: Actor) -> None:
    """S15: undo restores exactly."""
    entry = entries_of(small_tournament).get(number=2)

    change = entry_set_presence(entry=entry, by=desk, presence=Presence.ABSENT)
    assert change is not None
    assert (change.old, change.new) == ({"presence": "expected"}, {"presence": "absent"})
    assert entry_set_presence(entry=entry, by=desk, presence=Presence.ABSENT) is None, "tapped twice"

    done = entry_change_take_back(tournament=small_tournament, by=desk, log_id=change.id)

    entry.refresh_from_db()
    assert [one.number for one in done] == [2]
    assert entry.presence == Presence.EXPECTED
    assert actions() == ["tournament.entry.presence_changed", "tournament.entry.change_taken_back"]
    assert entry_change_take_back(tournament=small_tournament, by=desk, log_id=change.id) == []
    assert len(actions()) == 2, "taken back once"


def test_a_change_made_in_between_is_not_overwritten(small_tournament: Tournament, desk: Actor) -> None:
    entry = entries_of(small_tournament).get(number=2)
    change = entry_set_presence(entry=entry, by=desk, presence=Presence.ABSENT)
    assert change is not None
    entry_set_presence(entry=entry, by=factories.actor("Jiný Pořadatel"), presence=Presence.PRESENT)

    with pytest.raises(Conflict, match="Jiný Pořadatel"):
        entry_change_take_back(tournament=small_tournament, by=desk, log_id=change.id)

    entry.refresh_from_db()
    assert entry.presence == Presence.PRESENT


def test_all_present_marks_those_shown_and_is_taken_back_whole(
    small_tournament: Tournament, desk: Actor
) -> None:
    """S15: eleven at once are put back exactly; who was seen otherwise in between keeps it."""
    entry_set_presence(entry=entries_of(small_tournament).get(number=1), by=desk, presence=Presence.ABSENT)
    entry_withdraw(entry=entries_of(small_tournament).get(number=2), by=desk)

    change = entries_mark_present(tournament=small_tournament, by=desk, numbers=range(1, 8))

    def presence() -> list[str]:
        return [entry.presence for entry in entries_of(small_tournament)]

    assert presence() == ["absent", "expected", *["present"] * 5, "expected"], "number 8 came after the look"
    assert change is not None
    assert (change.subject, len(change.old)) == ("5 hráčů", 5)

    entry_set_presence(entry=entries_of(small_tournament).get(number=7), by=desk, presence=Presence.ABSENT)
    entry_change_take_back(tournament=small_tournament, by=desk, log_id=change.id)
    assert presence() == ["absent", *["expected"] * 5, "absent", "expected"]
    assert entries_mark_present(tournament=small_tournament, by=desk, numbers=[]) is None


def test_only_taps_can_be_taken_back(tournament: Tournament, desk: Actor) -> None:
    register(tournament, desk, "Čech Petr")
    elsewhere = factories.LogEntryFactory(action="tournament.entry.withdrawn")

    for log_id in (LogEntry.objects.get(tournament=tournament).id, elsewhere.id, uuid.uuid4()):
        with pytest.raises(Refused) as refusal:
            entry_change_take_back(tournament=tournament, by=desk, log_id=log_id)
        assert refusal.value.code == "not_undoable"
    assert entries_of(tournament).count() == 1


# Leaving


@pytest.mark.parametrize(
    ("states", "after"),
    [
        pytest.param((), 0, id="before the start"),
        pytest.param((RoundState.CLOSED, RoundState.REVISED, RoundState.PUBLISHED), 2, id="S14 after 2 of 5"),
        pytest.param((RoundState.PLAYING,), 0, id="in the middle of round 1"),
    ],
)
def test_who_leaves_is_withdrawn_and_never_deleted(
    small_tournament: Tournament, desk: Actor, states: tuple[RoundState, ...], after: int
) -> None:
    for number, state in enumerate(states, start=1):
        factories.drawn_round(small_tournament, number=number, state=state)
    entry = entries_of(small_tournament).get(number=5)

    change = entry_withdraw(entry=entry, by=desk)

    entry.refresh_from_db()
    assert entry.withdrawn_after == last_closed_round(small_tournament) == after
    assert entry.seats.count() == len(states), "seats stay for the one who re-seats the table"
    assert change is not None
    assert (change.old, change.new) == ({"withdrawn_after": None}, {"withdrawn_after": after})
    assert entry not in seatable_entries(small_tournament)
    assert entry_withdraw(entry=entry, by=desk) is None

    seat = open_seat(entry)
    waiting = [
        number
        for number, state in enumerate(states, 1)
        if state in (RoundState.PUBLISHED, RoundState.PLAYING)
    ]
    assert (seat.round.number if seat else None) == (waiting[0] if waiting else None)


def test_a_wrong_person_withdrawn_is_put_back(small_tournament: Tournament, desk: Actor) -> None:
    """S15"""
    entry = entries_of(small_tournament).get(number=5)
    change = entry_withdraw(entry=entry, by=desk)
    assert change is not None

    entry_change_take_back(tournament=small_tournament, by=desk, log_id=change.id)

    entry.refresh_from_db()
    assert entry.withdrawn_after is None
    assert entry in seatable_entries(small_tournament)


def test_who_returns_plays_on(small_tournament: Tournament, desk: Actor) -> None:
    entry = entries_of(small_tournament).get(number=5)
    entry_withdraw(entry=entry, by=desk)

    change = entry_return(entry=entry, by=desk)

    entry.refresh_from_db()
    assert entry.withdrawn_after is None
    assert change is not None
    assert (change.old, change.new) == ({"withdrawn_after": 0}, {"withdrawn_after": None})
    assert entry_return(entry=entry, by=desk) is None


# Reading


@pytest.mark.parametrize(
    ("only_ticked", "seated"),
    [(False, [1, 4, 5, 6, 7, 8]), (True, [1])],
    ids=["all but absent", "only ticked"],
)
def test_who_is_drawn(
    small_tournament: Tournament, desk: Actor, only_ticked: bool, seated: list[int]
) -> None:
    """docs/tournament.md, The day: counts as present until marked absent, or only those ticked off."""
    small_tournament.draw_only_ticked = only_ticked
    by_number = {entry.number: entry for entry in entries_of(small_tournament)}
    entry_set_presence(entry=by_number[1], by=desk, presence=Presence.PRESENT)
    entry_set_presence(entry=by_number[2], by=desk, presence=Presence.ABSENT)
    entry_set_presence(entry=by_number[3], by=desk, presence=Presence.PRESENT)
    entry_withdraw(entry=by_number[3], by=desk)
    payment_take(entry=by_number[3], by=desk, amount=0)

    assert [entry.number for entry in seatable_entries(small_tournament)] == seated
    counts = entry_counts(small_tournament)
    assert (counts.all, counts.expected, counts.present, counts.absent, counts.withdrawn, counts.paid) == (
        8,
        5,
        1,
        1,
        1,
        1,
    )
    assert counts.seatable == len(seated)


def test_players_stand_in_czech_order(tournament: Tournament) -> None:
    """S36"""
    order = ["Cibulka", "Čech", "Dvořák", "Hora", "Chalupa", "Ivan", "Řehoř", "Sova", "Šíp", "Zeman", "Žák"]
    for name in sorted(order, reverse=True):
        factories.EntryFactory(tournament=tournament, name=f"{name} Jan")

    assert [entry.name for entry in entries_by_name(tournament)] == [f"{name} Jan" for name in order]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", True),
        ("nova", True),
        ("NOVÁK", True),
        ("jan novak", True),
        ("karlin", True),
        ("novak zatec", False),
        ("12", True),
        ("1", False),
        ("1003", True),
    ],
)
def test_search_ignores_diacritics_and_takes_a_number_for_a_number(query: str, found: bool) -> None:
    entry = Entry(number=12, name="Novák Jan", club="Karlín", card="1003")

    assert matches(search_text(entry), query) == found
