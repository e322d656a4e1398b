"""The stages of a day as everybody sees them, with what must not be seen yet planted in each.

Every stage is reached by the services people use, from the one before it.
"""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils import timezone

from scoring.services.closing import round_close
from scoring.services.results import Figures, SeatFigures, result_confirm, result_enter, table_hand_in
from scoring.services.standings import standings_publish
from tests import factories
from tests.scoring.test_frozen_pages import Day
from tournament.enums import ClockAct, ComingKind, ShownFromHome
from tournament.models import Entry
from tournament.services.announcements import (
    announcement_make,
    announcement_take_away,
    coming_announce,
    coming_take_away,
)
from tournament.services.clock import Turn, clock_turn
from tournament.services.entries import Details, entry_create
from tournament.services.founding import tournament_finish
from tournament.services.payments import payment_take
from tournament.services.rounds import round_publish

ASIDE = (
    "PRUKAZ-51877",
    "dluží za minule",
    "manželka pokladníka",
    "z ruky do ruky",
    "volejte 777 123 456",
    "Viděl to soused.",
    "Hlášení, které neplatí",
    "Přestávka, která nebude",
)
"""Written beside people, money and rulings for members, or taken away again; nobody else ever reads it."""

NAMES = tuple(name for name, _club in factories.PEOPLE)
"""Known to everybody when they first sit in a published round."""

APPLICANT = "Zájemce Bohdan"
"""Has not been accepted, nor asked whether he may be shown."""

LATE = "Pozdní Kryštof"
"""Comes after the first round: nobody knows of him unless the second is published."""

CROWNS = "76543"
"""Won at table 1, far from anything that hands of these days make; nobody's matter while the round runs."""


@dataclass(frozen=True)
class Stage:
    """What happens to get there, and which words are nobody's matter then beside those of ``ASIDE``."""

    act: Callable[[Day], object]
    hidden: tuple[str, ...]


def _beside_people(day: Day) -> None:
    card, note, free, taken, told, _ruling, announced, coming = ASIDE
    Entry.objects.filter(pk=day.entry(1).pk).update(card=card, note=note, fee_free_reason=free)
    payment_take(entry=day.entry(2), amount=100_00, by=day.desk, note=taken)
    factories.ApplicationFactory(tournament=day.tournament, name=APPLICANT, note=told)
    told_all = {"tournament": day.tournament, "by": day.desk}
    announcement_take_away(announcement=announcement_make(**told_all, text=announced), by=day.desk)
    at = timezone.now() + dt.timedelta(hours=1)
    event = coming_announce(**told_all, kind=ComingKind.BREAK, at=at, text=coming)
    coming_take_away(event=event, by=day.desk)


def _published(day: Day) -> None:
    round_publish(round_=day.round_(), by=day.desk)
    told_all = {"tournament": day.tournament, "by": day.desk}
    announcement_make(**told_all, text="Občerstvení je v přísálí.")
    at = timezone.now() + dt.timedelta(hours=1)
    coming_announce(**told_all, kind=ComingKind.BREAK, at=at, text="Oběd")


def _played(day: Day) -> None:
    clock_turn(round_=day.round_(), by=day.desk, turn=Turn(ClockAct.START))
    won = int(CROWNS) * 100
    money = {"A": won, "B": -won, "C": 0, "D": 0}
    figures = Figures({seat: SeatFigures(amount, 0) for seat, amount in money.items()})
    result_enter(table=day.table(1), figures=figures, by=day.desk)
    day.write(2)


def _closed(day: Day) -> None:
    table_hand_in(table=day.table(2), by=day.desk)
    for number in (1, 2):
        result_confirm(table=day.table(number), by=day.desk)
    round_close(round_=day.round_(), by=day.desk)


def _drawn_again(day: Day) -> None:
    entry_create(tournament=day.tournament, by=day.desk, details=Details(name=LATE))
    day.arrive(9)
    day.draw(2)


STAGES: dict[str, Stage] = {
    "nothing is open": Stage(_beside_people, (*NAMES, APPLICANT, "Jarní turnaj")),
    "people apply from home": Stage(lambda d: d.set_up(home_open=True), (*NAMES, APPLICANT)),
    "the first round is a draft": Stage(lambda d: d.draw(), (*NAMES, APPLICANT)),
    "it is published": Stage(_published, (APPLICANT,)),
    "it is played": Stage(_played, (APPLICANT, CROWNS)),
    "it is closed": Stage(_closed, (APPLICANT,)),
    "its standings are published": Stage(
        lambda d: standings_publish(round_=d.round_(), by=d.desk), (APPLICANT,)
    ),
    "the second round is a draft": Stage(_drawn_again, (APPLICANT, LATE)),
    "the second round is published": Stage(
        lambda d: round_publish(round_=d.round_(2), by=d.desk), (APPLICANT,)
    ),
    "the second round is discarded": Stage(lambda d: d.discard(2), (APPLICANT, LATE)),
    "a ruling in the first round": Stage(lambda d: d.rule(), (APPLICANT, LATE)),
    "a result is corrected": Stage(lambda d: d.correct(), (APPLICANT, LATE)),
    "who is registered is shown": Stage(
        lambda d: d.set_up(home_shown=ShownFromHome.NAMES, rounds_planned=1), (APPLICANT,)
    ),
    "it has ended": Stage(lambda d: tournament_finish(tournament=d.tournament, by=d.desk), (APPLICANT,)),
}


def stages_of(day: Day) -> Iterator[tuple[str, Stage]]:
    """Each stage when it is reached."""
    for name, stage in STAGES.items():
        stage.act(day)
        day.tournament.refresh_from_db()
        yield name, stage
