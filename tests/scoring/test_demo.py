"""The demo tournament: the same seed tells the same story, to the last flek (docs/tournament.md)."""

import random
from pathlib import Path

import pytest
from django.conf import settings

from scoring.adapters import read_hand, rulebook_of
from scoring.models import Decision, Hand, StandingsPublication
from scoring.services.demo import Stage, demo_tournament
from scoring.services.demo_hands import demo_hands
from scoring.services.demo_people import demo_people
from tests.scoring.records import DESK
from tournament.enums import Presence
from tournament.models import Account, Entry, LogEntry, Membership, Round, Tournament

STORY = Path(__file__).parents[1] / "data" / "demo.txt"
"""People and hands drawn by seeds; whoever changes the story on purpose writes it anew (``told``)."""


def told() -> str:
    rulebook = rulebook_of(Tournament())
    hands = [
        read_hand(record, rulebook, tuple(seats)).notation
        for seats, seed in (("ABCD", 15), ("ABC", 21))
        for record in demo_hands(seats=seats, count=60, chance=random.Random(seed))
    ]
    people = [
        f"{one.row} {one.name}, {one.club or '–'}, {one.card}, {'zaplaceno' if one.fee_paid else 'dluží'}"
        for one in demo_people(count=40, chance=random.Random(1))
        if (one.note, one.team) == ("", "")
    ]
    return "\n".join([*people, *hands, ""])


def test_the_same_people_and_hands() -> None:
    assert told() == STORY.read_text(encoding="utf-8")


@pytest.fixture
def played(db: None) -> Tournament:
    """Two rounds of thirteen players: one closed, one with a table in each state it can have."""
    return demo_tournament(by=DESK, stage=Stage.ROUND, players=13, rounds=2, seed=2)


def test_tournament_of_the_demo(played: Tournament) -> None:
    assert (played.name, played.place, played.rounds_planned, played.fee) == (
        "Ukázkový turnaj",
        "Restaurace U Zeleného sukna",
        2,
        200_00,
    )
    people = Account.objects.order_by("username").values_list("username", "first_name", "last_name")
    assert list(people) == [
        ("demo-poradatel", "Ukázkový", "Pořadatel"),
        ("demo-rozhodci", "Ukázkový", "Rozhodčí"),
    ]
    assert all(account.check_password(settings.DEMO_PASSWORD) for account in Account.objects.all())
    roles = Membership.objects.order_by("account__username").values_list("role", "tournament")
    assert list(roles) == [("organiser", played.pk), ("chief_referee", played.pk)]
    assert set(Entry.objects.values_list("presence", flat=True)) == {Presence.EXPECTED}
    assert LogEntry.objects.get(action="tournament.founded").actor_name == DESK.name


def test_second_round_of_the_demo_is_being_played(played: Tournament) -> None:
    first, second = Round.objects.order_by("number")
    assert (first.state, second.state) == ("closed", "playing")
    assert (first.closed_by, second.published_by) == ("Ukázkový Pořadatel", "Ukázkový Pořadatel")
    assert [one.draws.get().seed for one in (first, second)] == ["2-1", "2-2"]
    assert [(one.number, one.published_by) for one in StandingsPublication.objects.all()] == [
        (1, "Ukázkový Pořadatel")
    ]
    counts = [
        [(table.number, table.state, table.hands.count()) for table in one.tables.order_by("number")]
        for one in (first, second)
    ]
    assert counts == [
        [(1, "closed", 18), (2, "closed", 24), (3, "closed", 25), (4, "closed", 19)],
        [(1, "confirmed", 18), (2, "handed_in", 19), (3, "open", 5), (4, "open", 0)],
    ]
    assert list(Hand.objects.values_list("written_by", "external_id").order_by("created_at"))[:2] == [
        ("zapisovatel stolu 1", "t1-1"),
        ("zapisovatel stolu 1", "t1-2"),
    ]


def test_one_hand_of_the_demo_was_ruled_on(played: Tournament) -> None:
    ruling = Decision.objects.get()
    assert (ruling.decided_by, ruling.claim, ruling.reason) == (
        "Ukázkový Rozhodčí",
        "Nepřiznaná barva ve třetím zdvihu.",
        "Po prohlédnutí zdvihů uznáno: listy v ruce byly a přiznané nebyly.",
    )
    assert (ruling.hand.table.number, ruling.hand.sequence, ruling.hand.notation) == (
        3,
        5,
        "ABC/B C:sto sto+3 C+24",
    )
    assert ruling.patch == {"renonce": [{"by": "A", "article": "C1"}]}
