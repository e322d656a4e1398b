"""A whole invented tournament at any stage of its day, made by the same services people use."""

import hashlib
import random
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
from tournament.services.drawing import round_draw
from tournament.services.founding import tournament_finish, tournament_found
from tournament.services.imports import entries_import
from tournament.services.rounds import round_publish

NAME = "Ukázkový turnaj"
PLACE = "Restaurace U Zeleného sukna"
FIRST_ACCOUNT = "poradatel"
HANDS_A_ROUND = (18, 26)
HANDS_SO_FAR = (3, 12)
ORGANISER = Actor(name="Ukázkový Pořadatel", roles=frozenset({Role.ORGANISER}), chief_appointed=True)
REFEREE = Actor(name="Ukázkový Rozhodčí", roles=frozenset({Role.CHIEF_REFEREE}), chief_appointed=True)


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
        _add_members(tournament)
        entries_import(
            tournament=tournament, by=ORGANISER, registrations=demo_people(players, _chance(seed, "people"))
        )
        if stage == Stage.DRAWN:
            _draw(tournament, 1, seed=seed)
        elif stage == Stage.ROUND:
            for number in range(1, _round_being_played(rounds)):
                _play_to_the_end(tournament, number, seed=seed)
            _play_half(tournament, _round_being_played(rounds), seed=seed)
        elif stage == Stage.FINISHED:
            for number in range(1, rounds + 1):
                _play_to_the_end(tournament, number, seed=seed)
            tournament_finish(tournament=tournament, by=ORGANISER)
    tournament.refresh_from_db()
    return tournament


def _round_being_played(rounds: int) -> int:
    return min(rounds, 2)


def _chance(seed: int, what: str) -> random.Random:
    """A generator of its own for each thing, so that one more hand changes nobody's name."""
    return random.Random(hashlib.sha256(f"{seed} {what}".encode()).hexdigest())


def _add_members(tournament: Tournament) -> None:
    """The first account organises demo tournaments; the demo log-ins work on this computer only."""
    organiser, referee = settings.DEMO_ACCOUNTS
    members = (
        (_demo_account(organiser, "Ukázkový", "Pořadatel"), Role.ORGANISER),
        (_demo_account(referee, "Ukázkový", "Rozhodčí"), Role.CHIEF_REFEREE),
        (Account.objects.filter(username=FIRST_ACCOUNT).first(), Role.ORGANISER),
    )
    for account, role in members:
        if account is not None:
            Membership.objects.create(tournament=tournament, account=account, role=role)


def _demo_account(username: str, first_name: str, last_name: str) -> Account:
    known = Account.objects.filter(username=username).first()
    return known or Account.objects.create_user(
        username, password=settings.DEMO_PASSWORD, first_name=first_name, last_name=last_name
    )


def _draw(tournament: Tournament, number: int, *, seed: int) -> Round:
    drawn = round_draw(
        tournament=tournament,
        number=number,
        by=ORGANISER,
        seed=f"{seed}-{number}",
        order=ports.standings_order(tournament, number - 1),
    )
    return round_publish(round_=drawn, by=ORGANISER)


def _play_to_the_end(tournament: Tournament, number: int, *, seed: int) -> None:
    drawn = _draw(tournament, number, seed=seed)
    for table in drawn.tables.order_by("number"):
        chance = _chance(seed, f"round {number} table {table.number}")
        _write(drawn, table, chance.randint(*HANDS_A_ROUND), chance)
    round_close(round_=drawn, by=ORGANISER)
    standings_publish(round_=drawn, by=ORGANISER)


def _play_half(tournament: Tournament, number: int, *, seed: int) -> None:
    """Tables in every state: confirmed, handed in, playing with a ruling, playing, just sat down."""
    drawn = _draw(tournament, number, seed=seed)
    tables = list(drawn.tables.order_by("number"))
    for place, table in enumerate(tables):
        chance = _chance(seed, f"round {number} table {table.number}")
        if place == len(tables) - 1 and place > 0:
            break
        _write(drawn, table, chance.randint(*(HANDS_A_ROUND if place < 2 else HANDS_SO_FAR)), chance)
        if place == 0 and len(tables) > 1:
            result_confirm(table=table, by=ORGANISER)
        elif place == 1:
            table_hand_in(table=table, by=ORGANISER)
        elif place == 2:
            _rule(table)


def _write(round_: Round, table: Table, count: int, chance: random.Random) -> None:
    records = demo_hands(seat_letters(table), count, chance)
    lines = [
        HandLine(line, table.number, record, f"t{table.number}-{line}")
        for line, record in enumerate(records, start=1)
    ]
    scribe = Actor(name=f"zapisovatel stolu {table.number}", scribe_of=table.pk)
    hands_record_many(round_=round_, lines=lines, by=scribe)


def _rule(table: Table) -> None:
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
        reason="Po prohlédnutí zdvihů uznáno: listy měl v ruce a nepřiznal je.",
        by=REFEREE,
    )
