"""Registration from home: who is taken, who becomes a substitute, what organisers decide, what is public."""

import datetime
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from tests import factories
from tests.refusals import said, word_for_word
from tests.tournament.test_races import at_once, stale
from tournament.actors import FROM_HOME, Actor
from tournament.enums import ApplicationState, Presence, Role, RoundState, ShownFromHome
from tournament.errors import Conflict, DeskError, Refused
from tournament.journal.reading import log_page
from tournament.models import Account, Application, ApplicationLink, Entry, LogEntry, Tournament, WrongTries
from tournament.selectors.access import actor_for
from tournament.selectors.applications import (
    Opening,
    application_at,
    application_list,
    opening_of,
    places_of,
    registered_publicly,
    state_shown,
)
from tournament.selectors.entries import entries_of
from tournament.services.applications import (
    LIMITS,
    Applied,
    application_accept,
    application_join,
    application_reconsider,
    application_refuse,
    application_send,
    application_withdraw,
    applications_accept,
)
from tournament.services.entries import entry_return, entry_withdraw
from tournament.services.founding import settings_change

pytestmark = pytest.mark.django_db

DESK = factories.actor("Olga Pořadatelová", Role.ORGANISER)
OTHER = factories.actor("Ota Druhý", Role.ORGANISER)
NOW = datetime.datetime(2026, 3, 1, 12, 0, tzinfo=datetime.UTC)


@pytest.fixture
def home(tournament: Tournament) -> Tournament:
    """The tournament takes applications from home, as many as come."""
    return opened(tournament)


def opened(tournament: Tournament, **settings: Any) -> Tournament:
    Tournament.objects.filter(pk=tournament.pk).update(**{"home_open": True} | settings)
    tournament.refresh_from_db()
    return tournament


def send(tournament: Tournament, name: str = "Čech Petr", **fields: Any) -> Application:
    how = {key: fields.pop(key) for key in ("sender", "told_public", "submission") if key in fields}
    return application_send(
        **{"tournament": tournament, "sender": "192.0.2.1", "applied": Applied(name, **fields)} | how
    )


def states(tournament: Tournament) -> dict[str, str]:
    """Who sent something and what came of it, in the order of arrival."""
    return dict(tournament.applications.order_by("sequence").values_list("name", "state"))


def registered(tournament: Tournament) -> list[tuple[int, str, str, str, str]]:
    return list(entries_of(tournament).values_list("number", "name", "club", "card", "note"))


# Sending


def test_what_was_sent_is_kept_as_a_whole_and_nobody_is_registered_by_it(home: Tournament) -> None:
    made = send(home, "ČECH  PETR", club=" Žatec ", card="007", note="přijdu v deset")

    row = Application.objects.values(
        "sequence", "name", "club", "card", "note", "public", "state", "entry", "reason", "decided_at"
    ).get()
    assert row == {
        "sequence": 1,
        "name": "Čech Petr",
        "club": "Žatec",
        "card": "007",
        "note": "přijdu v deset",
        "public": False,
        "state": "waiting",
        "entry": None,
        "reason": "",
        "decided_at": None,
    }
    assert application_at(home, made.link.token) == made
    assert len(made.link.token) >= 22, "128 bits"
    assert registered(home) == []
    entry = LogEntry.objects.get()
    assert (entry.action, entry.actor_name, entry.actor_key) == (
        "tournament.application.sent",
        "přihláška z domova",
        FROM_HOME,
    )
    assert made.link.token not in str(entry.new)


@pytest.mark.parametrize("field", ["name", "club", "card", "note"])
def test_what_is_too_long_is_refused_at_its_field(home: Tournament, field: str) -> None:
    longest = Application._meta.get_field(field).max_length
    assert longest is not None
    texts = {"name": "Čech Petr", field: "x" * (longest + 1)}

    with pytest.raises(Refused) as refused:
        send(home, texts.pop("name"), **texts)

    assert (refused.value.code, set(refused.value.fields)) == ("invalid", {field})
    assert not Application.objects.exists()


def test_a_double_tap_makes_one(home: Tournament) -> None:
    key = uuid.uuid4()

    first, second = (send(home, submission=key) for _tap in "12")

    assert first == second
    assert Application.objects.count() == ApplicationLink.objects.count() == LogEntry.objects.count() == 1


@pytest.mark.parametrize(
    ("told", "shown", "public"),
    [
        (True, ShownFromHome.NAMES, True),
        (False, ShownFromHome.NAMES, False),
        # The form was opened while names were shown; they are no more.
        (True, ShownFromHome.NOTHING, False),
    ],
)
def test_only_who_was_told_becomes_public(
    tournament: Tournament, desk: Actor, told: bool, shown: str, public: bool
) -> None:
    opened(tournament, home_shown=shown)

    made = send(tournament, told_public=told)

    application_accept(application=made, by=desk)
    assert made.public == public
    assert [entry.name for entry in registered_publicly(tournament)] == ["Čech Petr"] * public


PRAGUE = datetime.timezone(datetime.timedelta(hours=1))


@pytest.mark.parametrize(
    ("settings", "opening"),
    [
        ({"home_open": False}, Opening.OFF),
        ({}, Opening.OPEN),
        ({"home_from": NOW}, Opening.OPEN),
        ({"home_from": NOW + datetime.timedelta(seconds=1)}, Opening.SOON),
        ({"home_until": NOW + datetime.timedelta(seconds=1)}, Opening.OPEN),
        ({"home_until": NOW}, Opening.OVER),
        ({"finished_at": NOW}, Opening.OVER),
    ],
    ids=lambda value: str(value)[:60],
)
def test_when_applications_are_taken(tournament: Tournament, settings: dict[str, Any], opening: str) -> None:
    assert opening_of(opened(tournament, **settings), NOW) == opening


@pytest.mark.parametrize(
    ("state", "opening"), [(RoundState.DRAFT, Opening.OPEN), (RoundState.PUBLISHED, Opening.OVER)]
)
def test_a_published_round_ends_it(small_tournament: Tournament, state: RoundState, opening: str) -> None:
    factories.drawn_round(small_tournament, state=state)
    assert opening_of(opened(small_tournament)) == opening


# Places


def test_who_comes_over_the_capacity_is_a_substitute_in_the_order_of_arrival(
    small_tournament: Tournament,
) -> None:
    """Eight are registered and one of them has left, so two of nine places are free."""
    opened(small_tournament, capacity=9)
    entries_of(small_tournament).filter(number=8).update(withdrawn_after=0)

    for name in ("A Jan", "B Jan", "C Jan", "D Jan"):
        send(small_tournament, name)

    assert states(small_tournament) == {
        "A Jan": "waiting",
        "B Jan": "waiting",
        "C Jan": "substitute",
        "D Jan": "substitute",
    }
    places = places_of(small_tournament)
    assert (places.taken, places.free, places.left, places.substitutes) == (9, 0, 0, 2)


def test_a_place_that_came_free_is_the_first_substitutes(home: Tournament, desk: Actor) -> None:
    opened(home, capacity=1)
    first, second, third = (send(home, name) for name in ("A Jan", "B Jan", "C Jan"))
    assert application_list(home, DESK).next_substitute is None

    application_withdraw(application=first)

    found = application_list(home, DESK)
    assert found.next_substitute is not None
    assert found.next_substitute.application == second
    assert (found.places.free, found.places.left) == (1, 0), "nobody who comes now passes them"
    assert send(home, "D Jan").state == ApplicationState.SUBSTITUTE

    application_accept(application=second, by=desk)
    assert application_list(home, DESK).next_substitute is None
    assert [row.application.name for row in application_list(home, DESK).substitutes] == [third.name, "D Jan"]


def test_without_substitutes_a_full_tournament_refuses(home: Tournament) -> None:
    opened(home, capacity=1, home_substitutes=False)
    send(home, "A Jan")

    with pytest.raises(Refused) as refused:
        send(home, "B Jan")

    assert refused.value.code == "home_full"
    assert states(home) == {"A Jan": "waiting"}


@pytest.mark.django_db(transaction=True)
def test_two_at_once_for_the_last_place(home: Tournament) -> None:
    opened(home, capacity=1)

    made = at_once(
        *(
            lambda mine=mine, name=name: send(mine, name).state
            for name, mine in zip(("A Jan", "B Jan"), stale(home, 2), strict=True)
        )
    )

    assert sorted(made) == ["substitute", "waiting"]
    assert sorted(home.applications.values_list("sequence", "state")) == [(1, "waiting"), (2, "substitute")]


@pytest.mark.django_db(transaction=True)
def test_one_form_sent_three_times_at_once_makes_one(home: Tournament) -> None:
    key = uuid.uuid4()

    made = at_once(*(lambda mine=mine: send(mine, submission=key).pk for mine in stale(home, 3)))

    assert len(set(made)) == 1
    assert Application.objects.count() == ApplicationLink.objects.count() == 1


# Floods


def test_a_club_behind_one_address_is_let_through_and_a_script_is_not(
    home: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty people in a quarter of an hour, each tapping twice with two keys; then no more for a while."""
    moment = timezone.now()
    monkeypatch.setattr("tournament.services.tries.timezone.now", lambda: moment)

    for number in range(60):
        send(home, f"Hráč {'abcdefghij'[number % 10]}{'klmnop'[number // 10]}")
    for _again in range(5):
        with pytest.raises(Refused) as refused:
            send(home, "Další Jan")

    assert refused.value.code == "home_flood"
    assert Application.objects.count() == 60
    assert send(home, "Odjinud Jan", sender="192.0.2.2").state == ApplicationState.WAITING

    moment += datetime.timedelta(minutes=15)
    assert send(home, "Později Jan").state == ApplicationState.WAITING


@pytest.mark.parametrize("place", range(len(LIMITS)))
def test_each_limit_refuses_by_itself(home: Tournament, monkeypatch: pytest.MonkeyPatch, place: int) -> None:
    of, _most, within = LIMITS[place]
    low = tuple((name, 2 if name == of else most, within_) for name, most, within_ in LIMITS)
    monkeypatch.setattr("tournament.services.applications.LIMITS", low)

    for name in ("A Jan", "B Jan"):
        send(home, name)
    with pytest.raises(Refused) as refused:
        send(home, "C Jan")

    assert refused.value.code == "home_flood"
    kept = WrongTries.objects.get(of=of.format(sender="192.0.2.1", tournament=home.pk))
    assert kept.count == 2
    assert kept.until <= timezone.now() + within


@pytest.mark.parametrize(
    ("first", "second", "is_one"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("", "", True),
    ],
)
def test_a_household_has_one_line(
    home: Tournament, monkeypatch: pytest.MonkeyPatch, first: str, second: str, is_one: bool
) -> None:
    monkeypatch.setattr(
        "tournament.services.applications.LIMITS", (("home:{sender}", 1, datetime.timedelta(minutes=5)),)
    )
    send(home, "A Jan", sender=first)

    if is_one:
        with pytest.raises(Refused):
            send(home, "B Jan", sender=second)
    assert is_one or send(home, "B Jan", sender=second)


def test_an_address_is_forgotten_when_its_time_is_over(
    home: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = timezone.now()
    monkeypatch.setattr("tournament.services.tries.timezone.now", lambda: moment)
    send(home, "A Jan", sender="192.0.2.1")
    assert WrongTries.objects.filter(of__contains="192.0.2.1").count() == 2

    moment += datetime.timedelta(days=1)
    send(home, "B Jan", sender="192.0.2.2")

    assert not WrongTries.objects.filter(of__contains="192.0.2.1").exists()


@pytest.mark.django_db(transaction=True)
def test_sendings_of_one_moment_are_counted_together(
    home: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each thread has a connection of its own, as processes have."""
    monkeypatch.setattr(
        "tournament.services.applications.LIMITS", (("home:{sender}", 3, datetime.timedelta(minutes=5)),)
    )

    made = at_once(
        *(
            lambda mine=mine, name=name: send(mine, f"{name} Jan").state
            for name, mine in zip("ABCDEFGH", stale(home, 8), strict=True)
        )
    )

    assert sorted(made) == ["home_flood"] * 5 + ["waiting"] * 3
    assert Application.objects.count() == 3


# Deciding


def test_an_accepted_application_is_an_entry_with_the_next_number(
    small_tournament: Tournament, desk: Actor
) -> None:
    made = send(opened(small_tournament), "Vlk Jan", club="Praha", card="12", note="přijdu později")

    entry = application_accept(application=made, by=desk, expected=1)

    assert registered(small_tournament)[8:] == [(9, "Vlk Jan", "Praha", "12", "přijdu později")]
    assert (entry.fee_paid, entry.presence) == (False, Presence.EXPECTED)
    made.refresh_from_db()
    assert (made.state, made.entry, made.version) == ("accepted", entry, 2)
    assert (made.decided_by, made.decided_by_key) == (desk.name, desk.key)
    assert [line.action for line in LogEntry.objects.order_by("sequence")] == [
        "tournament.application.sent",
        "tournament.entry.created",
        "tournament.application.accepted",
    ]
    assert LogEntry.objects.latest("sequence").new == {"application": "accepted", "number": 9}


def test_a_tap_twice_is_one_and_another_organiser_is_told(home: Tournament, desk: Actor) -> None:
    made = send(home)
    first = application_accept(application=made, by=desk)

    assert application_accept(application=made, by=desk) == first
    with pytest.raises(Refused, match="už je přijatá") as refused:
        application_accept(application=made, by=OTHER)
    assert refused.value.code == "application_accepted"
    assert entries_of(home).count() == 1


def test_who_decides_about_what_was_changed_meanwhile_is_told(home: Tournament, desk: Actor) -> None:
    made = send(home)
    application_refuse(application=made, by=OTHER, reason="Plno.")
    application_reconsider(application=made, by=OTHER)

    with pytest.raises(Conflict, match="Ota Druhý"):
        application_accept(application=made, by=desk, expected=1)

    assert (registered(home), states(home)) == ([], {"Čech Petr": "waiting"})


@pytest.mark.django_db(transaction=True)
def test_two_organisers_at_once_decide_once(home: Tournament, desk: Actor) -> None:
    made = send(home)

    def mine() -> Application:
        return Application.objects.get(pk=made.pk)

    done = at_once(
        lambda: application_accept(application=mine(), by=desk, expected=1).number,
        lambda: application_refuse(application=mine(), by=OTHER, reason="Plno.", expected=1),
    )

    made.refresh_from_db()
    assert (made.state, done) in [
        ("accepted", [1, "application_accepted"]),
        ("refused", ["application_refused", None]),
    ]
    assert entries_of(home).count() == (made.state == "accepted")


@pytest.mark.parametrize(
    ("sent", "likely", "sure"),
    [
        (Applied("Kdokoli Jiný", card="77"), "Novák Jan", True),
        (Applied("Jan NOVÁK", club="KARLÍN"), "Novák Jan", True),
        (Applied("Novák Jan", club="Žatec"), "Novák Jan", False),
        (Applied("NOVAK Jan"), "Novák Jan", False),
        (Applied("Nováková Jana", club="Karlín"), None, False),
    ],
    ids=lambda value: str(value)[:50],
)
def test_who_of_the_registered_it_may_be(
    small_tournament: Tournament, sent: Applied, likely: str | None, sure: bool
) -> None:
    entries_of(small_tournament).filter(number=1).update(card="77")
    opened(small_tournament)
    application_send(tournament=small_tournament, sender="", applied=sent)

    [row] = application_list(small_tournament, DESK).waiting

    assert (row.entry.name if row.entry else None, row.same) == (likely, sure)


def test_who_may_be_registered_is_asked_about_and_joined_or_not(
    small_tournament: Tournament, desk: Actor
) -> None:
    made, other = (send(opened(small_tournament), "Novák Jan", club=club) for club in ("Karlín", "Brno"))
    with pytest.raises(Refused) as refused:
        application_accept(application=made, by=desk)
    assert refused.value.code == "same_name"
    made.refresh_from_db()
    assert made.state == ApplicationState.WAITING

    entry = application_join(application=made, by=desk, number=1)
    assert (entry.number, entry.version, made.state, made.entry) == (1, 1, "joined", entry)
    assert application_accept(application=other, by=desk, known_namesake=True).number == 9


@pytest.mark.parametrize(
    ("name", "club", "answer", "person"),
    [
        ("Řehoř Tomáš", "Šakvice", {}, "the known one"),
        ("Řehoř Tomáš", "Žatec", {}, "likely_person"),
        ("Řehoř Tomáš", "Žatec", {"new_person": True}, "a new one"),
        ("Řehoř Tomáš", "Žatec", {"player_id": None}, "the known one"),
    ],
)
def test_a_person_of_earlier_tournaments(
    tournament: Tournament, organiser: Account, name: str, club: str, answer: dict[str, Any], person: str
) -> None:
    """Sure, asked about, said to be another one, said to be the same."""
    earlier = factories.TournamentFactory()
    factories.MembershipFactory(tournament=earlier, account=organiser)
    known = factories.EntryFactory(tournament=earlier, name="Řehoř Tomáš", club="Šakvice").player
    by = actor_for(organiser, tournament)
    made = send(opened(tournament), name, club=club)
    [row] = application_list(tournament, by).waiting
    assert (row.person, [*row.people]) == ((known, []) if club == "Šakvice" else (None, [known]))

    if "player_id" in answer:
        answer = {"player_id": known.pk}
    if person == "likely_person":
        with pytest.raises(Refused, match="Řehoř Tomáš"):
            application_accept(application=made, by=by, **answer)
        assert states(tournament) == {name: "waiting"}
    else:
        entry = application_accept(application=made, by=by, **answer)
        assert ("the known one" if entry.player == known else "a new one") == person


def test_all_at_once_leaves_those_to_be_asked_about(small_tournament: Tournament, desk: Actor) -> None:
    opened(small_tournament, capacity=12)
    names = ("Vlk Jan", "Novák Jan", "vlk JAN", "Zima Petr", "Jaro Petr")
    sent = [send(small_tournament, name) for name in names]
    assert sent[-1].state == ApplicationState.SUBSTITUTE

    made = applications_accept(
        tournament=small_tournament, by=desk, shown=[one.pk for one in sent if one != sent[3]]
    )

    assert [(entry.number, entry.name) for entry in made] == [(9, "Vlk Jan")]
    assert list(small_tournament.applications.values_list("state", flat=True)) == [
        "accepted",
        "waiting",
        "waiting",
        "waiting",
        "substitute",
    ]
    assert applications_accept(tournament=small_tournament, by=desk, shown=[sent[0].pk]) == []
    assert entries_of(small_tournament).count() == 9


def test_a_refusal_has_a_reason_and_is_taken_back(home: Tournament, desk: Actor) -> None:
    opened(home, capacity=1)
    made, substitute = send(home, "A Jan"), send(home, "B Jan")

    application_refuse(application=made, by=desk, reason=" Dluží  startovné. ")
    made.refresh_from_db()
    assert (made.state, made.reason, LogEntry.objects.latest("sequence").reason) == (
        "refused",
        "Dluží startovné.",
        "Dluží startovné.",
    )
    assert application_list(home, DESK).next_substitute is not None

    application_refuse(application=made, by=desk, reason="Dluží startovné.")
    with pytest.raises(Refused) as told:
        application_refuse(application=made, by=desk, reason="Jiný důvod.")
    assert (told.value.code, made.reason) == ("application_refused", "Dluží startovné.")

    application_reconsider(application=made, by=desk)
    assert (made.state, made.reason) == ("waiting", ""), "he came before the substitute"

    application_refuse(application=made, by=desk, reason="Přece.")
    application_accept(application=substitute, by=desk)
    application_reconsider(application=made, by=desk)
    assert made.state == ApplicationState.SUBSTITUTE, "his place is taken"


# Withdrawing


def test_whoever_withdraws_leaves_the_tournament_and_may_come_back(home: Tournament, desk: Actor) -> None:
    made = send(home)
    entry = application_accept(application=made, by=desk)

    for _tap in "12":
        application_withdraw(application=made)

    entry.refresh_from_db()
    made = Application.objects.select_related("entry").get()
    assert (made.state, entry.withdrawn_after) == ("withdrawn", 0)
    assert [line.action for line in LogEntry.objects.order_by("sequence")[3:]] == [
        "tournament.application.withdrawn",
        "tournament.entry.withdrawn",
    ]
    assert state_shown(made) == ApplicationState.WITHDRAWN

    entry_return(entry=entry, by=desk)
    made = Application.objects.select_related("entry").get()
    assert state_shown(made) == ApplicationState.ACCEPTED
    entry_withdraw(entry=entry, by=desk)
    made = Application.objects.select_related("entry").get()
    assert state_shown(made) == ApplicationState.WITHDRAWN


def test_once_a_round_is_published_the_organiser_is_to_be_told(
    small_tournament: Tournament, desk: Actor
) -> None:
    made = send(opened(small_tournament), "Vlk Jan")
    entry = application_accept(application=made, by=desk)
    factories.drawn_round(small_tournament, seated=list(entries_of(small_tournament))[:8])

    with pytest.raises(Refused) as refused:
        application_withdraw(application=made)

    assert refused.value.code == "home_begun"
    entry.refresh_from_db()
    assert entry.withdrawn_after is None


# Who reads


def test_the_journal_of_applications_is_the_organisers(home: Tournament, desk: Actor) -> None:
    send(home, note="přijdu později")
    chief = factories.actor("Hana Hlavní", Role.CHIEF_REFEREE)

    assert [line.subject for line in log_page(home, reader=desk).lines] == ["Čech Petr"]
    assert log_page(home, reader=chief).lines == []
    [line] = log_page(home, reader=desk, query="prihlaska").lines
    assert {(one.label, one.new) for one in line.changes} == {
        ("přihláška", "čeká na pořadatele"),
        ("pořadí přihlášky", "1"),
        ("jméno", "Čech Petr"),
        ("poznámka", "přijdu později"),
    }


# Refusals, word for word


def decided(tournament: Tournament, state: str, **fields: Any) -> Application:
    return factories.ApplicationFactory(tournament=opened(tournament), name="Vlk Jan", state=state, **fields)


def of_home(tournament: Tournament, **settings: Any) -> Any:
    return settings_change(tournament=tournament, by=DESK, changes=settings)


CASES: dict[str, Callable[[Tournament], Any]] = {
    "without a name": lambda t: send(opened(t), " "),
    "a name without end": lambda t: send(opened(t), "x" * 101),
    "off": lambda t: send(t),
    "not yet": lambda t: send(
        opened(t, home_from=datetime.datetime(2126, 3, 29, 0, 30, tzinfo=datetime.UTC))
    ),
    "over": lambda t: send(opened(t, home_until=NOW)),
    "full": lambda t: send(opened(t, capacity=8, home_substitutes=False)),
    "withdrawn after the draw": lambda t: (
        factories.drawn_round(t),
        application_withdraw(application=decided(t, "waiting")),
    ),
    "accepted one refused": lambda t: application_refuse(
        application=decided(t, "accepted", entry=t.entries.first()), by=DESK, reason="Plno."
    ),
    "joined one accepted": lambda t: application_accept(
        application=decided(t, "joined", entry=t.entries.first()), by=DESK
    ),
    "refused one joined": lambda t: application_join(
        application=decided(t, "refused", reason="Plno."), by=DESK, number=1
    ),
    "withdrawn one accepted": lambda t: application_accept(application=decided(t, "withdrawn"), by=DESK),
    "waiting one reconsidered": lambda t: application_reconsider(application=decided(t, "waiting"), by=DESK),
    "substitute reconsidered": lambda t: application_reconsider(
        application=decided(t, "substitute"), by=DESK
    ),
    "refused without a reason": lambda t: application_refuse(
        application=decided(t, "waiting"), by=DESK, reason="  "
    ),
    "joined with nobody": lambda t: application_join(application=decided(t, "waiting"), by=DESK, number=99),
    "ends before it begins": lambda t: of_home(t, home_from=NOW, home_until=NOW),
    "no place at all": lambda t: of_home(t, capacity=0),
}

TEXTS = word_for_word("home")


@pytest.mark.parametrize("name", CASES)
def test_refusal_word_for_word(small_tournament: Tournament, name: str) -> None:
    with pytest.raises(DeskError) as refused:
        CASES[name](small_tournament)
    assert said(refused.value) == TEXTS[name]
    assert not Entry.objects.filter(number__gt=8).exists()
