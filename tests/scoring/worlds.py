"""A small tournament with a row of everything that a tournament can hold, made by the services people use."""

import datetime

from django.utils import timezone

from rules.points_table import find_points_table
from scoring.models import Hand
from scoring.services.awards import award_make
from scoring.services.closing import round_close
from scoring.services.decisions import decision_cancel, decision_make
from scoring.services.disputes import Objection, dispute_open, dispute_reject
from scoring.services.hands import hand_correct, hand_record, hand_remove
from scoring.services.points import points_table_store
from scoring.services.results import SeatFigures, table_hand_in
from scoring.services.standings import standings_publish
from tests.scoring.records import penalty_create
from tournament.actors import Actor
from tournament.enums import ClockAct, ComingKind, Role, ShownFromHome
from tournament.models import Round, Table, Tournament
from tournament.selectors.access import actor_for
from tournament.services.announcements import announcement_make, coming_announce
from tournament.services.apart import entry_keep_apart
from tournament.services.applications import (
    Applied,
    application_join,
    application_refuse,
    application_send,
)
from tournament.services.clock import Turn, clock_turn
from tournament.services.discarding import round_discard
from tournament.services.drawing import round_draw, seed_announce
from tournament.services.entries import Details, entries_mark_present, entry_create, entry_withdraw
from tournament.services.fees import entry_charge, fee_category_add
from tournament.services.founding import settings_change, tournament_found
from tournament.services.members import account_create, member_add_new
from tournament.services.payments import payment_cancel, payment_take, till_count
from tournament.services.rounds import round_publish
from tournament.services.seating import seat_substitute, seat_swap

PEOPLE = ("Novák Jan", "Čech Petr", "Cibulka Karel", "Žák Vít")
SEDMA = {
    "dealer": "C",
    "declarer": "A",
    "contract": "sedma",
    "outcome": {"hra": "won", "sedma": "won"},
    "premium": [{"to": "A", "points": 6, "row": "sedma.3"}],
}
STO = {
    "dealer": "A",
    "declarer": "B",
    "contract": "sto",
    "red": True,
    "fleks": {"sto": ["C"]},
    "outcome": {"sto": {"made": True, "steps": 2}},
}
AUCTION = (
    {"by": "C", "bid": 1},
    {"by": "A", "call": "hold"},
    {"by": "C", "call": "pass"},
    {"by": "B", "call": "pass"},
)
"""Of a table of three where C deals."""


def full_tournament() -> Tournament:
    """Four players; the first round closed, corrected and published, another discarded, then three play.

    Small, because a test visits every page of it again and again.
    """
    founder = account_create(username="olga", first_name="Olga", last_name="Pořadatelová").account
    tournament = tournament_found(
        by=founder.person, founder=founder, name="Plný turnaj", date=datetime.date(2026, 3, 14)
    )
    desk = actor_for(founder, tournament)
    member_add_new(
        tournament=tournament,
        by=desk,
        role=Role.REFEREE,
        first_name="Radek",
        last_name="Rozhodčí",
        tables=[1, 2],
    )
    settings_change(
        tournament=tournament,
        by=desk,
        changes={
            "rounds_planned": 3,
            "ranking_criteria": ["best_hand"],
            "bp_fixed": [10, 8, 6],
            "rulebook_overrides": {"opener": "zadak"},
        },
    )
    _register(tournament, desk)
    _pay(tournament, desk)
    _apply(tournament, desk)
    points_table_store(
        tournament=tournament, table=find_points_table("csm-2014"), by=desk, name="Naše", choose=True
    )
    _play_first(tournament, desk)
    _play_second(tournament, desk)
    tournament.refresh_from_db()
    return tournament


def _register(tournament: Tournament, desk: Actor) -> None:
    entries = [
        entry_create(
            tournament=tournament, by=desk, details=Details(name=name, club="Karlín", card=f"1{place}")
        )
        for place, name in enumerate(PEOPLE)
    ]
    entry_keep_apart(entry=entries[0], number=2, by=desk)
    entries_mark_present(tournament=tournament, by=desk, numbers=[1, 2, 3])


def _pay(tournament: Tournament, desk: Actor) -> None:
    """A guest's payment in the till and a mistaken one."""
    first, second = tournament.entries.order_by("number")[:2]
    guest = fee_category_add(tournament=tournament, by=desk, name="host", amount=300_00)
    entry_charge(entry=first, by=desk, category=guest)
    payment_take(entry=first, by=desk, amount=300_00)
    payment_cancel(payment=payment_take(entry=second, by=desk, amount=50_00), by=desk, reason="Překlep.")
    till_count(tournament=tournament, by=desk, counted=300_00)


def _apply(tournament: Tournament, desk: Actor) -> None:
    """Somebody applies from home and is refused, another is who is registered already, a third waits."""
    settings_change(
        tournament=tournament,
        by=desk,
        changes={"home_open": True, "home_shown": ShownFromHome.NAMES, "home_text": "Oběd v ceně."},
    )
    refused, joined, _waiting = (
        application_send(tournament=tournament, sender="", applied=Applied(name, "Karlín"), told_public=True)
        for name in ("Pozdní Jan", PEOPLE[0], "Čekající Petr")
    )
    application_refuse(application=refused, by=desk, reason="Plno.")
    application_join(application=joined, by=desk, number=1)


def _drawn(tournament: Tournament, number: int, desk: Actor) -> Round:
    seed_announce(tournament=tournament, number=number, by=desk)
    round_draw(tournament=tournament, number=number, by=desk)
    round_ = round_draw(tournament=tournament, number=number, by=desk, reason="Přišel opozdilec.")
    return round_publish(round_=round_, by=desk)


def _write(table: Table, desk: Actor, *, count: int = 2) -> list[Hand]:
    letters = list(table.seats.order_by("position").values_list("position", flat=True))
    by_letters = {"players": letters, "dealer": letters[-1]}
    hands = [
        hand_record(
            table=table,
            record={**SEDMA, "bid": 1, **by_letters},
            by=desk,
            external_id=f"{table.number}-1",
            auction=AUCTION if len(letters) == 3 else (),
        )
    ]
    if count > 1:
        sto = {**STO, "players": letters}
        hands.append(hand_record(table=table, record=sto, by=desk))
        hand_correct(hand=hands[-1], record={**sto, "red": False}, by=desk, reason="Nebylo to v červených.")
    return hands


def _play_first(tournament: Tournament, desk: Actor) -> None:
    first = _drawn(tournament, 1, desk)
    for table in first.tables.order_by("number"):
        hands = _write(table, desk)
        offence = {"renonce": [{"by": "B", "article": "C1"}]}
        for n in (1, 2):
            dispute_open(table=table, claim=Objection("A", "B", n, "C1", "Nepřiznal listy."), by=desk)
        dispute_reject(dispute=table.disputes.get(number=2), reason="Listy neměl.", by=desk)
        decision_make(hand=hands[0], patch=offence, reason="Nepřiznaná barva.", claim="Nepřiznal.", by=desk)
        table_hand_in(table=table, by=desk)
    round_close(round_=first, by=desk)
    standings_publish(round_=first, by=desk)
    decision_cancel(hand=hands[0], reason="Nakonec se dohodli.", by=desk)
    penalty_create(
        round_=first,
        entry=tournament.entries.get(number=3),
        points=-5,
        reason="Pozdní příchod",
        article="B/1",
        by=desk,
    )


def _award(table: Table, desk: Actor) -> None:
    """A ruling as amounts, while the table has no typed hand."""
    dispute = dispute_open(table=table, claim=Objection("A", "B", None, "C1", "Nepřiznal listy."), by=desk)
    paid = {"A": SeatFigures(600, 3), "B": SeatFigures(-600, 0), "C": SeatFigures(0, 0)}
    award_make(dispute=dispute, amounts=paid, article="C1", reason="Ze zdvihů.", by=desk)


def _run_the_hall(round_: Round, desk: Actor) -> None:
    """Its clock runs, shortened; what comes after it is announced, beside a sentence for everybody."""
    clock_turn(round_=round_, by=desk, turn=Turn(ClockAct.START))
    clock_turn(round_=round_, by=desk, turn=Turn(ClockAct.CUT, minutes=-15, reason="Zavírá se v deset."))
    soon = timezone.now() + datetime.timedelta(hours=2)
    coming_announce(tournament=round_.tournament, by=desk, kind=ComingKind.ROUND, at=soon)
    announcement_make(tournament=round_.tournament, by=desk, text="Oběd se vydává u výčepu.")


def _play_second(tournament: Tournament, desk: Actor) -> None:
    entry_withdraw(entry=tournament.entries.get(number=4), by=desk)
    gone = _drawn(tournament, 2, desk)
    _award(gone.tables.get(number=1), desk)
    _write(gone.tables.get(number=1), desk, count=1)
    gone.refresh_from_db()
    round_discard(round_=gone, by=desk, typed="2. kolo", reason="Losovalo se bez opozdilce.")
    second = _drawn(tournament, 2, desk)
    seat_swap(round_=second, first=1, second=3, by=desk)
    second.refresh_from_db()
    seat_substitute(round_=second, number=2, name="Náhradník Adam", by=desk)
    _run_the_hall(second, desk)
    hands = _write(second.tables.get(number=1), desk)
    decision_make(hand=hands[0], patch={"premium": []}, reason="Bodů se vzdal.", by=desk)
    hand_remove(hand=hands[1], by=desk)
