"""Refusals of the services in full, word for word: the sentence, its code, the fields it stands beside. What
comes of each in a story is tested with the others of its story."""

import datetime
import uuid
from collections.abc import Callable
from typing import Any

import pytest

from tests import factories
from tests.refusals import said, word_for_word
from tournament.actors import Actor
from tournament.enums import Role, RoundState, TableState
from tournament.errors import DeskError
from tournament.models import Account, Entry, Player, Round, Table, Tournament
from tournament.services.apart import entry_keep_apart
from tournament.services.discarding import round_discard, round_restore
from tournament.services.drawing import round_draw, seed_announce
from tournament.services.entries import (
    Details,
    entry_change_take_back,
    entry_create,
    entry_edit,
)
from tournament.services.founding import (
    settings_change,
    tournament_finish,
    tournament_found,
)
from tournament.services.members import (
    member_add_existing,
    member_add_new,
    member_remove,
    member_set_tables,
)
from tournament.services.people import people_merge, person_change_put_back, person_edit, person_split
from tournament.services.reseating import latecomer_seat, player_leave, round_reseat
from tournament.services.returning import entries_take_over
from tournament.services.rounds import round_publish, round_take_back
from tournament.services.seating import seat_substitute, seat_swap
from tournament.services.undoing import seating_undo

pytestmark = pytest.mark.django_db

DESK = factories.actor("Olga Pořadatelová", Role.ORGANISER)
OTHER = factories.actor("Ota Druhý", Role.ORGANISER)
CHIEF = factories.actor("Hana Hlavní", Role.CHIEF_REFEREE)


def of(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.get(number=number)


def first(tournament: Tournament, state: RoundState = RoundState.PUBLISHED, **fields: Any) -> Round:
    """The first round, its tables of four in start order."""
    made = factories.drawn_round(tournament, state=state)
    Round.objects.filter(pk=made.pk).update(**fields)
    return Round.with_discarded.select_related("tournament").get(pk=made.pk)


def second(tournament: Tournament, state: RoundState, **fields: Any) -> Round:
    """The second round behind a closed first one."""
    first(tournament, RoundState.CLOSED)
    factories.drawn_round(tournament, number=2, state=state)
    Round.with_discarded.filter(number=2).update(**fields)
    return Round.with_discarded.select_related("tournament").get(number=2)


def published(tournament: Tournament, **fields: Any) -> Round:
    return first(tournament, published_by="Ota Druhý", published_at=factories.SAVED_AT, **fields)


def discarded(tournament: Tournament, state: RoundState = RoundState.PUBLISHED, **fields: Any) -> Round:
    return first(
        tournament,
        state,
        discarded_at=factories.SAVED_AT,
        discarded_by="Ota Druhý",
        **fields,
    )


def gone(tournament: Tournament, number: int) -> None:
    tournament.entries.filter(number=number).update(withdrawn_after=0)


def ended(tournament: Tournament) -> Tournament:
    Tournament.objects.filter(pk=tournament.pk).update(finished_at=factories.SAVED_AT)
    tournament.refresh_from_db()
    return tournament


def member(tournament: Tournament, role: Role, username: str = "hana") -> Any:
    account = factories.AccountFactory(username=username, first_name="Hana", last_name="Hlavní")
    return factories.MembershipFactory(tournament=tournament, account=account, role=role)


def create(tournament: Tournament, name: str = "Nový Karel", **fields: Any) -> Any:
    return entry_create(tournament=tournament, by=DESK, details=Details(name=name, **fields))


def draw(tournament: Tournament, number: int = 1, **fields: Any) -> Any:
    return round_draw(tournament=tournament, number=number, by=DESK, **fields)


def publish(round_: Round, **fields: Any) -> Any:
    return round_publish(round_=round_, by=DESK, **fields)


def change(tournament: Tournament, **changes: Any) -> Any:
    return settings_change(tournament=tournament, by=DESK, changes=changes)


def found(**fields: Any) -> Any:
    given = {"by": DESK, "founder": None, "name": "Turnaj", "date": datetime.date(2026, 3, 14)} | fields
    return tournament_found(**given)


def somebody_at(tournament: Tournament, table: int) -> int:
    return tournament.rounds.get().tables.get(number=table).seats.first().entry.number


def own(tournament: Tournament) -> Actor:
    """An organiser with an account, and so with people of his own."""
    return member(tournament, Role.ORGANISER).account.person


def known(tournament: Tournament) -> tuple[Actor, Player]:
    """An organiser and somebody of his earlier tournament who is likely the first one here."""
    by = own(tournament)
    start = factories.EntryFactory(name="Novák Jan", club="Louny", card="77")
    factories.MembershipFactory(tournament=start.tournament, account=Account.objects.get(key=by.key))
    return by, start.player


def merge(by: Actor, person: Player, other: Player) -> Any:
    return people_merge(by=by, person_id=person.pk, other_id=other.pk, expected=1, expected_other=1)


def merge_overtaken(tournament: Tournament) -> Any:
    by, person = known(tournament)
    third = factories.EntryFactory(name="Novák J.")
    factories.MembershipFactory(tournament=third.tournament, account=Account.objects.get(key=by.key))
    first = merge(by, person, third.player)
    people_merge(
        by=by, person_id=of(tournament, 1).player_id, other_id=person.pk, expected=1, expected_other=2
    )
    person_change_put_back(by=by, change_id=first)


CASES: dict[str, Callable[[Tournament], Any]] = {
    "likely person of an earlier tournament": lambda t: entry_create(
        tournament=t, by=known(t)[0], details=Details("NOVAK Jan"), known_namesake=True
    ),
    "likely registered already": lambda t: (
        lambda by, person: entries_take_over(tournament=t, by=by, people=[person.pk])
    )(*known(t)),
    "person of somebody else": lambda t: merge(own(t), of(t, 1).player, factories.PlayerFactory()),
    "person with himself": lambda t: merge(own(t), of(t, 1).player, of(t, 1).player),
    "people who met": lambda t: merge(own(t), of(t, 1).player, of(t, 2).player),
    "split of nothing": lambda t: person_split(
        by=own(t), person_id=of(t, 1).player_id, starts=[], expected=1
    ),
    "change of persons nobody made": lambda t: person_change_put_back(by=own(t), change_id=uuid.UUID(int=1)),
    "merge that was overtaken": merge_overtaken,
    "person without a name": lambda t: person_edit(
        person=of(t, 1).player, by=own(t), values={"name": ""}, expected=1
    ),
    "player without a name": lambda t: create(t, " "),
    "name without end": lambda t: create(t, "x" * 101),
    "namesake": lambda t: create(t, "novák JAN"),
    "registered person": lambda t: entry_create(
        tournament=t, by=DESK, details=Details("Kdokoli"), player_id=of(t, 1).player_id
    ),
    "card of somebody else": lambda t: (create(t, card="77"), create(t, "Jiný Jan", card="77")),
    "card changed to that of somebody else": lambda t: (
        create(t, card="77"),
        entry_edit(entry=of(t, 1), by=DESK, details=Details("Novák Jan", card="77")),
    ),
    "player edited without a name": lambda t: entry_edit(entry=of(t, 1), by=DESK, details=Details("")),
    "person nobody has had": lambda t: entry_create(
        tournament=t, by=DESK, details=Details("Kdokoli"), player_id=factories.PlayerFactory().pk
    ),
    "change that cannot be taken back": lambda t: entry_change_take_back(
        tournament=t, by=DESK, log_id=factories.LogEntryFactory(tournament=t).pk
    ),
    "apart from himself": lambda t: entry_keep_apart(entry=of(t, 1), number=1, by=DESK),
    "apart from nobody": lambda t: entry_keep_apart(entry=of(t, 1), number=99, by=DESK),
    "who discards": lambda t: round_discard(round_=first(t), by=CHIEF, typed="1. kolo"),
    "round of another name": lambda t: round_discard(round_=first(t), by=DESK, typed="2. kolo"),
    "round of an ended tournament": lambda t: round_discard(
        round_=first(ended(t), RoundState.CLOSED), by=DESK, typed="1. kolo"
    ),
    "round behind which another is drawn": lambda t: (
        second(t, RoundState.DRAFT),
        round_discard(round_=t.rounds.get(number=1), by=DESK, typed="1. kolo"),
    ),
    "round behind which another is published": lambda t: (
        second(t, RoundState.PUBLISHED),
        round_discard(round_=t.rounds.get(number=1), by=DESK, typed="1. kolo"),
    ),
    "who restores": lambda t: round_restore(round_=discarded(t), by=CHIEF),
    "round that was not discarded": lambda t: round_restore(round_=first(t), by=DESK),
    "round that was drawn anew": lambda t: (
        discarded(t),
        factories.drawn_round(t),
        round_restore(round_=Round.with_discarded.get(discarded_by="Ota Druhý"), by=DESK),
    ),
    "restored round of more than are planned": lambda t: (
        Tournament.objects.update(rounds_planned=1),
        round_restore(
            round_=second(t, RoundState.PUBLISHED, discarded_at=factories.SAVED_AT, discarded_by="Ota Druhý"),
            by=DESK,
        ),
    ),
    "restored round without the one before": lambda t: (
        second(t, RoundState.PUBLISHED, discarded_at=factories.SAVED_AT, discarded_by="Ota Druhý"),
        Round.objects.filter(number=1).update(state=RoundState.DRAFT),
        round_restore(round_=Round.with_discarded.get(number=2), by=DESK),
    ),
    "restored closed round behind an open one": lambda t: (
        second(t, RoundState.CLOSED, discarded_at=factories.SAVED_AT, discarded_by="Ota Druhý"),
        Round.objects.filter(number=1).update(state=RoundState.PLAYING),
        round_restore(round_=Round.with_discarded.get(number=2), by=DESK),
    ),
    "something in a discarded round": lambda t: seat_swap(round_=discarded(t), first=1, second=5, by=DESK),
    "round nobody planned": lambda t: draw(t, 3),
    "round zero": lambda t: draw(t, 0),
    "round out of order": lambda t: draw(t, 2),
    "round behind a draft": lambda t: (first(t, RoundState.DRAFT), draw(t, 2)),
    "method nobody knows": lambda t: draw(t, method="kostkou"),
    "draw by results that are not there": lambda t: (first(t), draw(t, 2, method="standings")),
    "draw by results whose round is open": lambda t: (
        first(t, RoundState.PLAYING),
        Table.objects.update(state=TableState.CONFIRMED),
        draw(t, 2, method="standings"),
    ),
    "draw by an order nobody has": lambda t: (
        first(t, RoundState.CLOSED),
        draw(t, 2, method="standings", order=[]),
    ),
    "seed without end": lambda t: draw(t, seed="x" * 129),
    "seed beside an announced one": lambda t: (
        seed_announce(tournament=t, number=1, by=DESK),
        draw(t, seed="moje"),
    ),
    "seed of a drawn round": lambda t: (draw(t), seed_announce(tournament=t, number=1, by=DESK)),
    "draw of a published round": lambda t: (published(t), draw(t)),
    "draw of a round that somebody drew": lambda t: (
        round_draw(tournament=t, number=1, by=OTHER),
        t.log.update(at=factories.SAVED_AT),
        draw(t, expected=0),
    ),
    "draw of a round that somebody changed": lambda t: (
        draw(t),
        seat_swap(round_=t.rounds.get(), first=somebody_at(t, 1), second=somebody_at(t, 2), by=OTHER),
        t.log.update(at=factories.SAVED_AT),
        draw(t, expected=1),
    ),
    "draw of too few": lambda t: (t.entries.filter(number__gt=2).update(withdrawn_after=0), draw(t)),
    "publication behind a draft": lambda t: (
        first(t, RoundState.DRAFT),
        publish(factories.drawn_round(t, number=2, state=RoundState.DRAFT)),
    ),
    "publication of nothing": lambda t: publish(factories.RoundFactory(tournament=t)),
    "publication of a round that is published": lambda t: publish(published(t)),
    "publication that nobody saw": lambda t: (
        gone(t, 1),
        publish(first(t, RoundState.DRAFT), seen="jiné"),
    ),
    "publication in an ended tournament": lambda t: publish(first(ended(t), RoundState.DRAFT)),
    "publication taken back behind another": lambda t: (
        second(t, RoundState.PUBLISHED),
        Round.objects.filter(number=1).update(state=RoundState.PUBLISHED),
        round_take_back(round_=t.rounds.get(number=1), by=DESK),
    ),
    "swap with nobody": lambda t: seat_swap(round_=first(t), first=1, second=99, by=DESK),
    "swap with himself": lambda t: seat_swap(round_=first(t), first=1, second=1, by=DESK),
    "substitute whose name is without end": lambda t: seat_substitute(
        round_=first(t), number=1, name="x" * 101, by=DESK
    ),
    "substitute for nobody": lambda t: seat_substitute(round_=first(t), number=99, name="Kdosi", by=DESK),
    "substitute who sits in the round": lambda t: seat_substitute(
        round_=first(t), number=1, name="čech petr", by=DESK
    ),
    "substitute who plays for another": lambda t: (
        seat_substitute(round_=first(t), number=5, name="Host Jan", by=DESK),
        seat_substitute(round_=t.rounds.get(), number=1, name="Host Jan", by=DESK),
    ),
    "nothing to undo": lambda t: seating_undo(round_=first(t), by=DESK),
    "nobody to seat": lambda t: round_reseat(round_=first(t), by=DESK),
    "proposal nobody made": lambda t: (gone(t, 1), round_reseat(round_=first(t), by=DESK, choice=99)),
    "latecomer who sits": lambda t: latecomer_seat(round_=first(t), number=1, table=1, by=DESK),
    "leaving of nobody": lambda t: player_leave(round_=first(t), number=99, by=DESK, withdrawn=True),
    "tournament without a name": lambda t: found(name=" "),
    "rulebook nobody has": lambda t: found(settings={"rulebook_id": "nic"}),
    "points table nobody has": lambda t: found(settings={"premium_table_id": "nic"}),
    "base rate of nothing": lambda t: found(settings={"base_rate": 0}),
    "tournament of no round": lambda t: change(t, rounds_planned=0),
    "round of no time": lambda t: change(t, round_minutes=0),
    "rulebook after the first hand": lambda t: (first(t, RoundState.PLAYING), change(t, base_rate=50)),
    "ranking of an ended tournament": lambda t: change(ended(t), ranking_order="bp"),
    "end of what has not begun": lambda t: tournament_finish(tournament=t, by=DESK),
    "end before a round is closed": lambda t: (first(t), tournament_finish(tournament=t, by=DESK)),
    "end before a draft": lambda t: (
        first(t, RoundState.DRAFT),
        tournament_finish(tournament=t, by=DESK),
    ),
    "end before standings": lambda t: (
        first(t, RoundState.CLOSED),
        tournament_finish(tournament=t, by=DESK),
    ),
    "member without a name": lambda t: member_add_new(
        tournament=t, by=DESK, role=Role.REFEREE, first_name=" ", last_name=""
    ),
    "member whose user name is taken": lambda t: (
        member(t, Role.REFEREE),
        member_add_new(
            tournament=t, by=DESK, role=Role.REFEREE, first_name="J", last_name="K", username="HANA"
        ),
    ),
    "member nobody knows": lambda t: member_add_existing(
        tournament=t, by=DESK, role=Role.REFEREE, username="neznamy"
    ),
    "member who is one": lambda t: (
        member(t, Role.REFEREE),
        member_add_existing(tournament=t, by=DESK, role=Role.REFEREE, username="hana"),
    ),
    "second chief referee": lambda t: (
        member(t, Role.CHIEF_REFEREE),
        factories.AccountFactory(username="jiny"),
        member_add_existing(tournament=t, by=DESK, role=Role.CHIEF_REFEREE, username="jiny"),
    ),
    "table nobody has": lambda t: member_add_new(
        tournament=t, by=DESK, role=Role.REFEREE, first_name="J", last_name="K", tables=[1, 201]
    ),
    "tables of who is no referee": lambda t: member_set_tables(
        tournament=t, by=DESK, membership_id=member(t, Role.ORGANISER).pk, tables=[1]
    ),
    "last organiser": lambda t: member_remove(
        tournament=t, by=DESK, membership_id=member(t, Role.ORGANISER).pk
    ),
}
"""What is done with eight players until it is refused (`data/refusals_tournament.txt`)."""


TEXTS = word_for_word("tournament")


@pytest.mark.parametrize("name", CASES)
def test_refusal_word_for_word(small_tournament: Tournament, name: str) -> None:
    with pytest.raises(DeskError) as refused:
        CASES[name](small_tournament)
    assert said(refused.value) == TEXTS[name]
