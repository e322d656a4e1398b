"""A whole invented tournament at any stage of its day, made by the same services people use."""

import hashlib
import random
from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from scoring.models import Hand
from scoring.services.closing import round_close
from scoring.services.decisions import decision_make
from scoring.services.demo_hands import demo_hands
from scoring.services.demo_people import demo_people
from scoring.services.guards import seat_letters
from scoring.services.hands import HandLine, hands_record_many
from scoring.services.results import result_confirm, table_hand_in
from scoring.services.standings import standings_publish
from tournament import ports
from tournament.actors import Actor
from tournament.enums import Role
from tournament.models import Account, Membership, Round, Table, Tournament
from tournament.selectors.access import actor_for, scribe_actor
from tournament.services.drawing import round_draw
from tournament.services.founding import tournament_finish, tournament_found
from tournament.services.imports import entries_import
from tournament.services.rounds import round_publish

NAME = "Ukázkový turnaj"
PLACE = "Restaurace U Zeleného sukna"
FIRST_ACCOUNT = "poradatel"
HANDS_A_ROUND = (18, 26)
HANDS_SO_FAR = (3, 12)


@dataclass(frozen=True, slots=True)
class Cast:
    """Who does what in the story: the demo log-ins with their rights in the tournament."""

    organiser: Actor
    referee: Actor


class Stage(StrEnum):
    """How far the tournament has come."""

    REGISTRATION = "registration"
    DRAWN = "drawn"
    ROUND = "round"
    FINISHED = "finished"


def demo_tournament(*, by: Actor, stage: Stage, players: int, rounds: int, seed: int) -> Tournament:
    """Found, register, draw and play up to ``stage``; the same seed gives the same people, tables and hands.

    ``drawn``: the first round is published. ``round``: the first is closed and its standings published, the
    second is played (of one round: that one). ``finished``: all are closed and published. All or nothing.
    """
    with transaction.atomic():
        tournament = tournament_found(
            by=by,
            founder=None,
            name=NAME,
            date=timezone.localdate(),
            place=PLACE,
            settings={"rounds_planned": rounds, "fee": 200_00},
        )
        cast = _cast(tournament)
        entries_import(
            tournament=tournament,
            by=cast.organiser,
            registrations=demo_people(count=players, chance=_chance(seed, "people")),
        )
        if stage == Stage.DRAWN:
            _draw(tournament, 1, cast, seed=seed)
        elif stage == Stage.ROUND:
            for number in range(1, _round_being_played(rounds)):
                _play_to_the_end(tournament, number, cast, seed=seed)
            _play_half(tournament, _round_being_played(rounds), cast, seed=seed)
        elif stage == Stage.FINISHED:
            for number in range(1, rounds + 1):
                _play_to_the_end(tournament, number, cast, seed=seed)
            tournament_finish(tournament=tournament, by=cast.organiser)
    tournament.refresh_from_db()
    return tournament


def _round_being_played(rounds: int) -> int:
    return min(rounds, 2)


def _chance(seed: int, what: str) -> random.Random:
    """A generator of its own for each thing, so that one more hand changes nobody's name."""
    return random.Random(hashlib.sha256(f"{seed} {what}".encode()).hexdigest())


def _cast(tournament: Tournament) -> Cast:
    """The first account organises demo tournaments; the demo log-ins work on this computer only."""
    names = settings.DEMO_ACCOUNTS
    organiser = _demo_account(names[0], "Ukázkový", "Pořadatel")
    referee = _demo_account(names[1], "Ukázkový", "Rozhodčí")
    members = (
        (organiser, Role.ORGANISER),
        (referee, Role.CHIEF_REFEREE),
        (Account.objects.filter(username=FIRST_ACCOUNT).first(), Role.ORGANISER),
    )
    for account, role in members:
        if account is not None:
            Membership.objects.create(tournament=tournament, account=account, role=role)
    return Cast(organiser=actor_for(organiser, tournament), referee=actor_for(referee, tournament))


def _demo_account(username: str, first_name: str, last_name: str) -> Account:
    known = Account.objects.filter(username=username).first()
    return known or Account.objects.create_user(
        username, password=settings.DEMO_PASSWORD, first_name=first_name, last_name=last_name
    )


def _draw(tournament: Tournament, number: int, cast: Cast, *, seed: int) -> Round:
    drawn = round_draw(
        tournament=tournament,
        number=number,
        by=cast.organiser,
        seed=f"{seed}-{number}",
        order=ports.standings_order(tournament, number - 1),
    )
    return round_publish(round_=drawn, by=cast.organiser)


def _play_to_the_end(tournament: Tournament, number: int, cast: Cast, *, seed: int) -> None:
    drawn = _draw(tournament, number, cast, seed=seed)
    for table in drawn.tables.order_by("number"):
        chance = _chance(seed, f"round {number} table {table.number}")
        _write(drawn, table, chance.randint(*HANDS_A_ROUND), chance)
    round_close(round_=drawn, by=cast.organiser)
    standings_publish(round_=drawn, by=cast.organiser)


def _play_half(tournament: Tournament, number: int, cast: Cast, *, seed: int) -> None:
    """Tables in every state: confirmed, handed in, playing with a ruling, playing, just sat down."""
    drawn = _draw(tournament, number, cast, seed=seed)
    tables = list(drawn.tables.order_by("number"))
    for place, table in enumerate(tables):
        chance = _chance(seed, f"round {number} table {table.number}")
        if place == len(tables) - 1 and place > 0:
            break
        _write(drawn, table, chance.randint(*(HANDS_A_ROUND if place < 2 else HANDS_SO_FAR)), chance)
        if place == 0 and len(tables) > 1:
            result_confirm(table=table, by=cast.organiser)
        elif place == 1:
            table_hand_in(table=table, by=cast.organiser)
        elif place == 2:
            _rule(table, cast.referee)


def _write(round_: Round, table: Table, count: int, chance: random.Random) -> None:
    records = demo_hands(seats=seat_letters(table=table), count=count, chance=chance)
    lines = [
        HandLine(line, table.number, record, f"t{table.number}-{line}")
        for line, record in enumerate(records, start=1)
    ]
    hands_record_many(round_=round_, lines=lines, by=scribe_actor(table))


def _rule(table: Table, referee: Actor) -> None:
    """A card not followed by a defender in the last played hand: its article, its price."""
    for hand in Hand.objects.filter(table=table).order_by("-sequence"):
        if "contract" in hand.record:
            break
    else:
        return
    hand.table = table
    offender = next(
        seat
        for seat in hand.record["players"]
        if seat not in (hand.record["declarer"], hand.record["dealer"])
    )
    decision_make(
        hand=hand,
        patch={"renonce": [{"by": offender, "article": "C1"}]},
        claim="Nepřiznaná barva ve třetím zdvihu.",
        reason="Po prohlédnutí zdvihů uznáno: listy v ruce byly a přiznané nebyly.",
        by=referee,
    )
