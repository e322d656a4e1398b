"""Persons of an organiser: merged, split, corrected, told apart, and each of that put back."""

import uuid
from dataclasses import dataclass
from typing import Any

import pytest

from tests import factories
from tournament.actors import Actor
from tournament.errors import Conflict, DeskError, Refused
from tournament.models import Account, Entry, LogEntry, PersonChange, Player, Tournament
from tournament.selectors.joining import likely_pairs, merge_of, split_of
from tournament.selectors.persons import changes_of, labels_used, person_of, persons_listed, starts_of
from tournament.services.people import (
    people_merge,
    people_tell_apart,
    person_change_put_back,
    person_edit,
    person_split,
)

pytestmark = pytest.mark.django_db


@dataclass
class World:
    """Three tournaments: Olga organises the first two, Cyril the last two."""

    spring: Tournament
    shared: Tournament
    foreign: Tournament
    olga: Actor
    cyril: Actor

    def start(self, tournament: Tournament, name: str, **values: Any) -> Entry:
        """A start of a new person, or of ``player``."""
        return factories.EntryFactory(tournament=tournament, name=name, **values)


@pytest.fixture
def world(tournament: Tournament, organiser: Account, stranger: Account) -> World:
    shared = factories.TournamentFactory(slug="spolecny", name="Společný turnaj")
    for account in (organiser, stranger):
        factories.MembershipFactory(tournament=shared, account=account)
    foreign = Tournament.objects.get(slug="cizi-turnaj")
    return World(tournament, shared, foreign, organiser.person, stranger.person)


def merge(by: Actor, person: Player, other: Player, **more: Any) -> uuid.UUID:
    versions = {"expected": person.version, "expected_other": other.version}
    return people_merge(by=by, person_id=person.pk, other_id=other.pk, **versions | more)


def split(by: Actor, person: Player, *starts: Entry, **more: Any) -> Player:
    """The new person."""
    change = person_split(
        by=by, person_id=person.pk, starts=[one.pk for one in starts], **{"expected": person.version} | more
    )
    other = PersonChange.objects.get(id=change).other
    assert other is not None
    return other


def whose(*starts: Entry) -> list[Player]:
    return [Entry.objects.get(pk=start.pk).player for start in starts]


def columns(person: Player) -> dict[str, Any]:
    fresh = Player.objects.get(pk=person.pk)
    return {name: getattr(fresh, name) for name in ("name", "club", "card", "birth_year", "labels", "note")}


def written() -> list[tuple[str, str, str, Any, Any]]:
    entries = LogEntry.objects.order_by("sequence").select_related("tournament")
    return [(one.tournament.slug, one.action, one.subject, one.old, one.new) for one in entries]


# Merging


def test_merged_people_are_one_and_names_stay(world: World) -> None:
    one = world.start(world.spring, "Čech Petr", club="Žatec")
    two = world.start(world.shared, "Čech P.", club="Louny", card="07")
    Player.objects.filter(pk=two.player_id).update(birth_year=1950, labels=["senioři"], note="Volat večer.")
    Player.objects.filter(pk=one.player_id).update(labels=["členové"], note="Chodí pozdě.")
    person, other = whose(one, two)

    merge(world.olga, person, other)

    assert whose(one, two) == [person, person]
    assert columns(person) == {
        "name": "Čech Petr",
        "club": "Žatec",
        "card": "07",
        "birth_year": 1950,
        "labels": ["členové", "senioři"],
        "note": "Chodí pozdě.; Volat večer.",
    }
    two.refresh_from_db()
    assert (two.name, two.club, two.card, two.version) == ("Čech P.", "Louny", "07", 2)
    assert written() == [
        (
            "spolecny",
            "tournament.person.merged",
            "1 Čech P.",
            {"person": "Čech P. (Louny, průkaz 07)"},
            {"person": "Čech Petr (Žatec, průkaz 07)"},
        )
    ]
    assert [one.person for one in persons_listed(world.olga)] == [person]
    assert person_of(world.olga, other.pk) is None


def test_a_merge_put_back_leaves_everything_as_it_was(world: World) -> None:
    one = world.start(world.spring, "Čech Petr")
    two = world.start(world.shared, "Čech P.", club="Louny", card="07")
    person, other = whose(one, two)
    before = columns(person), columns(other)
    change = merge(world.olga, person, other)

    for _click in "12":
        person_change_put_back(by=world.olga, change_id=change)

    assert whose(one, two) == [person, other]
    assert (columns(person), columns(other)) == before
    assert [action for _slug, action, *_rest in written()] == [
        "tournament.person.merged",
        "tournament.person.put_back",
    ]
    assert PersonChange.objects.get().put_back


def test_what_was_corrected_since_stays_when_a_merge_is_put_back(world: World) -> None:
    one, two = world.start(world.spring, "Čech Petr"), world.start(world.shared, "Čech P.", card="07")
    person, other = whose(one, two)
    change = merge(world.olga, person, other)
    Player.objects.filter(pk=person.pk).update(card="99")

    person_change_put_back(by=world.olga, change_id=change)

    assert columns(person)["card"] == "99"


def test_a_later_move_is_put_back_first(world: World) -> None:
    third = factories.TournamentFactory(slug="treti")
    factories.MembershipFactory(tournament=third, account=Account.objects.get(username="olga"))
    starts = [
        world.start(world.spring, "Čech Petr"),
        world.start(world.shared, "Čech P."),
        world.start(third, "Čechů Petr"),
    ]
    one, two, three = whose(*starts)
    first = merge(world.olga, two, three)
    second = merge(world.olga, one, Player.objects.get(pk=two.pk))

    with pytest.raises(Refused) as refused:
        person_change_put_back(by=world.olga, change_id=first)
    assert (refused.value.code, whose(*starts)) == ("moved_on", [one, one, one])
    assert not PersonChange.objects.filter(put_back=True).exists(), "nothing half done"

    for change in (second, first):
        person_change_put_back(by=world.olga, change_id=change)
    assert whose(*starts) == [one, two, three]


def test_people_who_met_are_two(world: World) -> None:
    one, two = world.start(world.spring, "Čech Petr"), world.start(world.spring, "Čech Petr", club="Louny")
    person, other = whose(one, two)

    with pytest.raises(Refused) as refused:
        merge(world.olga, person, other)

    assert refused.value.code == "plays_twice"
    assert refused.value.text == (
        "Hrají spolu v jednom turnaji, takže to jsou dva lidé: Jarní turnaj (1 Čech Petr, 2 Čech Petr)."
    )
    assert whose(one, two) == [person, other]
    assert not PersonChange.objects.exists()


def test_starts_of_another_organiser_stay_where_they_are(world: World) -> None:
    """Olga sees the person of the shared tournament; his start in Cyril's own one is none of her business."""
    one = world.start(world.spring, "Čech Petr")
    two = world.start(world.shared, "Čech P.")
    three = world.start(world.foreign, "Čech P.", player=two.player)
    person, other = whose(one, two)

    assert [start.pk for start in starts_of(other, world.olga)] == [two.pk]
    preview = merge_of(person, other, world.olga)
    assert (preview.stays, preview.shown_to) == (True, ["Cyril Cizí"])
    assert merge_of(other, person, world.olga).shown_to == [], "Olga has both already"
    merge(world.olga, person, other)

    assert whose(one, two, three) == [person, person, other]
    assert [slug for slug, *_rest in written()] == ["spolecny"]


def test_a_merge_sent_twice_is_one(world: World) -> None:
    person, other = whose(world.start(world.spring, "Čech Petr"), world.start(world.shared, "Čech P."))
    key = uuid.uuid4()

    made = [merge(world.olga, person, other, submission=key) for _click in "12"]

    assert made[0] == made[1]
    assert PersonChange.objects.count() == 1


def test_who_merges_later_is_told_who_was_first(world: World) -> None:
    """Two organisers with the same page in front of them."""
    third = factories.TournamentFactory(slug="treti")
    for username in ("olga", "cyril"):
        factories.MembershipFactory(tournament=third, account=Account.objects.get(username=username))
    starts = [world.start(world.shared, "Čech Petr"), world.start(third, "Čech P.")]
    person, other = whose(*starts)
    merge(world.olga, person, other)

    for keep, gone in ((person, other), (other, person)):
        with pytest.raises(DeskError) as refused:
            merge(world.cyril, keep, gone)
        assert refused.value.code == "unknown_person", "who was merged is nobody's any more"
    change = PersonChange.objects.get()
    person_change_put_back(by=world.cyril, change_id=change.id)
    with pytest.raises(Conflict, match=r"Mezitím se to změnilo: Olga Pořadatelová \("):
        merge(world.cyril, person, other)
    assert whose(*starts) == [person, other]


# Splitting


def test_a_person_who_was_two_is_split(world: World) -> None:
    one = world.start(world.spring, "Čech Petr", club="Žatec", card="7")
    two = world.start(world.shared, "Čech Petr ml.", club="Louny", card="8", player=one.player)
    Player.objects.filter(pk=one.player_id).update(
        name="Čech Petr ml.", club="Louny", card="8", labels=["členové"]
    )
    [person] = whose(one)
    before = columns(person)

    new = split(world.olga, person, two)

    assert whose(one, two) == [person, new]
    assert columns(person) == before | {"name": "Čech Petr", "club": "Žatec", "card": "7"}
    assert columns(new) == before | {"labels": []}
    assert written() == [
        (
            "spolecny",
            "tournament.person.split",
            "1 Čech Petr ml.",
            {"person": "Čech Petr (Žatec, průkaz 7)"},
            {"person": "Čech Petr ml. (Louny, průkaz 8)"},
        )
    ]

    person_change_put_back(by=world.olga, change_id=PersonChange.objects.get().id)
    assert whose(one, two) == [person, person]
    assert columns(person) == before
    assert person_of(world.olga, new.pk) is None


def test_what_the_organiser_wrote_himself_stays_with_the_person(world: World) -> None:
    one = world.start(world.spring, "Čech Petr")
    two = world.start(world.shared, "Čech P.", player=one.player)
    Player.objects.filter(pk=one.player_id).update(name="Čech Petr starší")
    [person] = whose(one)

    assert split_of(person, [two.pk], world.olga).values == {}


@pytest.mark.parametrize("chosen", ["nothing", "everything", "of somebody else"])
def test_something_moves_and_something_stays(world: World, chosen: str) -> None:
    one = world.start(world.spring, "Čech Petr")
    two = world.start(world.shared, "Čech Petr", player=one.player)
    other = world.start(world.shared, "Hora Milan")
    starts = {"nothing": [], "everything": [one, two], "of somebody else": [other]}[chosen]

    with pytest.raises(Refused) as refused:
        split(world.olga, one.player, *starts)

    assert refused.value.code == "nothing_to_split"
    assert whose(one, two) == [one.player, one.player]
    assert (Player.objects.count(), PersonChange.objects.count()) == (2, 0)


def test_a_person_joined_with_a_stranger_is_split_whole(world: World) -> None:
    one = world.start(world.shared, "Čech Petr")
    two = world.start(world.foreign, "Čech Petr", player=one.player)
    [person] = whose(one)

    new = split(world.olga, person, one)

    assert whose(one, two) == [new, person]


# Who may


def test_people_of_others_are_neither_seen_nor_touched(world: World) -> None:
    mine, theirs = world.start(world.spring, "Čech Petr"), world.start(world.foreign, "Čech P.", card="7")
    second = world.start(world.foreign, "Hora Milan")
    person, other, third = whose(mine, theirs, second)
    acts = {
        "merge into mine": lambda: merge(world.olga, person, other),
        "merge into his": lambda: merge(world.olga, other, person),
        "merge his": lambda: merge(world.olga, other, third),
        "split": lambda: split(world.olga, other, theirs),
        "tell apart": lambda: people_tell_apart(by=world.olga, person_id=person.pk, other_id=other.pk),
    }

    codes = {}
    for name, act in acts.items():
        with pytest.raises(Refused) as refused:
            act()
        codes[name] = refused.value.code
    assert set(codes.values()) == {"unknown_person"}, codes

    assert [one.person for one in persons_listed(world.olga)] == [person]
    assert person_of(world.olga, other.pk) is None
    assert whose(mine, theirs, second) == [person, other, third]


def test_a_change_of_another_organiser_is_neither_seen_nor_put_back(world: World) -> None:
    second = factories.TournamentFactory(slug="druhy-cizi")
    factories.MembershipFactory(tournament=second, account=Account.objects.get(username="cyril"))
    one, two = world.start(world.shared, "Čech Petr"), world.start(second, "Čech P.")
    person, other = whose(one, two)
    change = merge(world.cyril, person, other)

    assert [one.id for one in changes_of(person, world.cyril)] == [change]
    assert changes_of(person, world.olga) == []
    with pytest.raises(Refused) as refused:
        person_change_put_back(by=world.olga, change_id=change)
    assert (refused.value.code, whose(one, two)) == ("unknown_change", [person, person])


def test_a_correction_of_somebody_elses_person_is_not_put_back(world: World) -> None:
    [person] = whose(world.start(world.foreign, "Čech Petr"))
    person_edit(person=person, by=world.cyril, values=columns(person) | {"note": "x"}, expected=1)

    with pytest.raises(Refused) as refused:
        person_change_put_back(by=world.olga, change_id=PersonChange.objects.get().id)

    assert (refused.value.code, columns(person)["note"]) == ("unknown_change", "x")


# Correcting


def test_a_person_is_corrected_and_the_starts_stay(world: World) -> None:
    one = world.start(world.spring, "Čech Petr", club="Žatec")
    [person] = whose(one)
    values = columns(person) | {"name": "Čech Petr st.", "birth_year": 1948, "labels": ["senioři"]}

    person_edit(person=person, by=world.olga, values=values, expected=1)
    person_edit(person=Player.objects.get(pk=person.pk), by=world.olga, values=values, expected=2)

    assert columns(person) == values
    one.refresh_from_db()
    assert (one.name, one.version) == ("Čech Petr", 1)
    [change] = PersonChange.objects.all()
    assert (change.before, change.after) == (
        {"name": "Čech Petr", "birth_year": None, "labels": []},
        {"name": "Čech Petr st.", "birth_year": 1948, "labels": ["senioři"]},
    )
    assert labels_used(world.olga) == ["senioři"]
    with pytest.raises(Conflict, match="Olga Pořadatelová"):
        person_edit(person=person, by=world.olga, values=values | {"note": "x"}, expected=1)

    person_change_put_back(by=world.olga, change_id=change.id)
    assert columns(person)["name"] == "Čech Petr"


WRONG = {
    "no name": ({"name": ""}, "name", "Napište jméno."),
    "long name": ({"name": "x" * 101}, "name", "100 znaků"),
    "born before anybody": ({"birth_year": 1899}, "birth_year", "Rok narození je číslo od 1900"),
    "not born yet": ({"birth_year": 3000}, "birth_year", "Rok narození je číslo od 1900"),
    "label twice": ({"labels": ["ženy", "Ženy"]}, "labels", "píše jednou"),
    "long label": ({"labels": ["x" * 41]}, "labels", "do 40 znaků"),
    "many labels": ({"labels": [f"k{n}" for n in range(11)]}, "labels", "nejvýš 10"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_a_person_cannot_be(world: World, case: str) -> None:
    wrong, field, text = WRONG[case]
    [person] = whose(world.start(world.spring, "Čech Petr"))
    before = columns(person)

    with pytest.raises(Refused) as refused:
        person_edit(person=person, by=world.olga, values=before | wrong, expected=1)

    assert text in refused.value.fields[field]
    assert columns(person) == before


# Suggestions

PAIRS = {
    "the same card": (("Čech Petr", "Žatec", "007"), ("Hora Milan", "Louny", "7"), "card"),
    "name and club": (("Čech Petr", "Žatec", "1"), ("Cech Petr", "žatec", "2"), "name_and_club"),
    "name, a club missing": (("Čech Petr", "Žatec", ""), ("Ing. Čech Petr", "", ""), "name"),
    "a letter": (("Čechura Petr", "Žatec", ""), ("Čechora Petr", "Žatec", ""), "letter"),
    "name, other clubs": (("Čech Petr", "Žatec", ""), ("Čech Petr", "Louny", ""), None),
    "name, other cards": (("Čech Petr", "", "1"), ("Čech Petr", "", "2"), None),
    "a letter, other clubs": (("Čechura Petr", "Žatec", ""), ("Čechora Petr", "Louny", ""), None),
    "two people": (("Čech Petr", "Žatec", ""), ("Hora Milan", "Žatec", ""), None),
}


@pytest.mark.parametrize("case", PAIRS)
def test_who_may_be_one_person(world: World, case: str) -> None:
    *people, reason = PAIRS[case]
    for tournament, (name, club, card) in zip((world.spring, world.shared), people, strict=True):
        world.start(tournament, name, club=club, card=card)

    assert [pair.reason for pair in likely_pairs(world.olga)] == ([reason] if reason else [])
    assert likely_pairs(world.cyril) == [], "he knows one of the two only"


def test_who_met_or_was_told_apart_is_not_suggested(world: World) -> None:
    for tournament in (world.spring, world.spring, world.shared):
        world.start(tournament, "Čech Petr", club="Žatec")
    pairs = likely_pairs(world.olga)
    assert [pair.reason for pair in pairs] == ["name_and_club"] * 2

    for _click in "12":
        people_tell_apart(by=world.olga, person_id=pairs[0].one.pk, other_id=pairs[0].other.pk)

    assert likely_pairs(world.olga) == pairs[1:]
    assert PersonChange.objects.count() == 1
    person_change_put_back(by=world.olga, change_id=PersonChange.objects.get().id)
    assert likely_pairs(world.olga) == pairs


@pytest.mark.parametrize("count", [2, 40])
def test_lists_ask_the_same_number_of_questions(
    world: World, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        world.start((world.spring, world.shared)[number % 2], f"Čech Petr{'abcdef'[number % 6]}")

    with django_assert_num_queries(3):
        persons_listed(world.olga)
    with django_assert_num_queries(3):
        likely_pairs(world.olga)
