"""What is kept of a tournament is always what would be made now: after each act of a day, on every page.

The table says besides which pages an act changes; everything else is answered 304.
"""

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from rules import seating
from scoring.models import Hand
from scoring.services.closing import round_close
from scoring.services.decisions import decision_make
from scoring.services.hands import hand_correct, hand_record
from scoring.services.results import Figures, SeatFigures, result_confirm, result_correct, table_hand_in
from scoring.services.revision import revision_set
from scoring.services.standings import standings_publish
from tests.scoring.records import betl, penalty_create
from tests.test_access import ROWS
from tournament.actors import Actor
from tournament.enums import Presence, ShownFromHome
from tournament.models import Account, Entry, Round, Table, Tournament
from tournament.selectors.access import actor_for
from tournament.services.discarding import round_discard, round_restore
from tournament.services.drawing import round_draw, seed_announce
from tournament.services.entries import Details, entry_edit, entry_set_presence, entry_withdraw
from tournament.services.founding import settings_change, tournament_finish, tournament_reopen
from tournament.services.payments import payment_take
from tournament.services.rounds import round_publish, round_take_back
from tournament.services.seating import seat_substitute, seat_swap

pytestmark = pytest.mark.django_db

T = "/t/jarni-turnaj"

PAGES = {
    "overview": "/",
    "registered": "/prihlaseni/",
    "player": "/hrac/1/",
    "rounds": "/kola/",
    "round": "/kolo/1/",
    "second": "/kolo/2/",
    "protocol": "/kolo/1/protokol/",
    "protocol_of": "/kolo/1/protokol/1/",
    "protocol_file": "/kolo/1/protokol/1.json",
    "print_protocol": "/tisk/kolo-1/protokol-losovani.html",
    "print_seating": "/tisk/kolo-1/rozesazeni-stoly.html",
    "by_name": "/tisk/kolo-1/rozesazeni-jmena.html",
    "standings": "/poradi/",
    "first_version": "/poradi/?kolo=1&verze=1",
    "standings_file": "/tisk/poradi-po-1.csv",
    "decisions": "/spory/",
    "rates": "/pravidla/",
    "ladder": "/pravidla/zebricek/",
    "renonce": "/pravidla/renonce/",
    "articles": "/pravidla/clanky/",
    "print_rates": "/pravidla/sazebnik.html",
    "print_articles": "/pravidla/clanky.html",
    "points": "/pravidla/body/",
    "standings_feed": "/poradi.json",
    "seating_feed": "/rozesazeni.json",
    "clock_feed": "/hodiny.json",
    "calendar": "/kalendar.ics",
    "standings_embedded": "/poradi/vlozit/",
    "screen": "/platno/",
    "find_seat": "/najdi/",
}
PEOPLE = {"overview", "player"}
"""Pages that say where people sit: everybody, and who sits with the first of them."""
SEATS = {"round", "print_seating", "by_name", "seating_feed"}
CHANGED_DRAW = {"protocol", "protocol_of", "print_protocol"}
DRAW = CHANGED_DRAW | {"protocol_file"}
STATE = {"overview", "player", "rounds", "round", "seating_feed", "screen"}
SECOND = {"overview", "player", "rounds", "second", "seating_feed", "screen"}
NEWEST = {"standings", "standings_feed", "standings_embedded", "screen"}
FIGURES = NEWEST | {"first_version", "standings_file"}
RANKING = FIGURES | {"decisions"}
CLAIMS = {"overview", "round", "standings", "first_version"}
CLOCK = {"clock_feed"}
ENDED = CLAIMS | CLOCK | {"standings_feed", "seating_feed"}
NAMED = set(PAGES) - {"second", "protocol_file", "standings_file"}
"""Pages that say what the tournament is called."""
WITH_NAVIGATION = {
    "overview",
    "player",
    "registered",
    "rounds",
    "round",
    "protocol",
    "protocol_of",
    "rates",
    "ladder",
    "renonce",
    "articles",
    "points",
}
"""Pages that say in their head which other pages there are."""


def test_every_page_of_a_tournament_that_everybody_sees_is_in_the_table() -> None:
    seen = {name.partition(":")[2] for name, (get, _post) in ROWS.items() if get.startswith("200 200")}
    without_tournament = {"", "home", "articles_of_all"}
    files, forms = {"points_file"}, {"apply", "application", "player_code"}
    asked_for_news = {"state", "tables_state"}
    of_a_scribe = {name for name in seen if name.startswith("scribe")}
    assert seen - without_tournament - files - forms - asked_for_news - of_a_scribe <= set(PAGES)


class Day:
    """A tournament of two tables and the acts of its day, one after another."""

    def __init__(self, tournament: Tournament, desk: Actor) -> None:
        self.tournament, self.desk = tournament, desk

    def round_(self, number: int = 1) -> Round:
        return Round.with_discarded.select_related("tournament").get(
            tournament=self.tournament, number=number
        )

    def table(self, number: int, round_: int = 1) -> Table:
        return Table.objects.select_related("round__tournament").get(round=self.round_(round_), number=number)

    def entry(self, number: int) -> Entry:
        return Entry.objects.select_related("tournament").get(tournament=self.tournament, number=number)

    def draw(self, number: int = 1) -> None:
        self.tournament.refresh_from_db()
        round_draw(tournament=self.tournament, number=number, by=self.desk)

    def rename(self, number: int, **details: str) -> None:
        entry = self.entry(number)
        entry_edit(entry=entry, by=self.desk, details=Details(**{"name": entry.name, **details}))

    def set_up(self, **changes: Any) -> None:
        self.tournament.refresh_from_db()
        settings_change(tournament=self.tournament, by=self.desk, changes=changes)

    def write(self, table: int, round_: int = 1) -> Hand:
        return hand_record(table=self.table(table, round_), record=betl(), by=self.desk)

    def swap(self, first: int, second: int) -> None:
        seat_swap(round_=self.round_(), first=first, second=second, by=self.desk)

    def arrive(self, number: int) -> None:
        entry_set_presence(entry=self.entry(number), by=self.desk, presence=Presence.PRESENT)

    def pay(self, number: int) -> None:
        payment_take(entry=self.entry(number), amount=100_00, by=self.desk)

    def substitute(self, number: int) -> None:
        seat_substitute(round_=self.round_(), number=number, name="Náhradník Adam", by=self.desk)

    def correct_hand(self) -> None:
        hand = Hand.objects.select_related("table__round__tournament").earliest("created_at")
        hand_correct(hand=hand, record=betl(won=False), by=self.desk)

    def punish(self, number: int) -> None:
        penalty_create(
            round_=self.round_(), entry=self.entry(number), points=-5, reason="Pozdní příchod", by=self.desk
        )

    def discard(self, number: int) -> None:
        round_discard(round_=self.round_(number), by=self.desk, typed=f"{number}. kolo")

    def correct(self) -> None:
        money = {"A": 300_00, "B": -100_00, "C": -100_00, "D": -100_00}
        figures = Figures({seat: SeatFigures(amount, 0) for seat, amount in money.items()})
        result_correct(table=self.table(1), figures=figures, reason="Špatně opsáno.", by=self.desk)

    def rule(self) -> None:
        hand = Hand.objects.select_related("table__round__tournament").filter(table=self.table(2)).get()
        told = {"public_reason": "Uznaný renonc.", "reason": "Viděl to soused."}
        decision_make(hand=hand, patch={"outcome": {"betl": "lost"}}, by=self.desk, **told)

    def set_end(self) -> None:
        until = timezone.now() + dt.timedelta(hours=1)
        revision_set(round_=self.round_(), until=until, by=self.desk)


Act = Callable[[Day], object]
SEATING = (
    {"overview", "player", "rounds", "standings", "registered", "screen", "find_seat"} | SEATS | DRAW | CLOCK
)

ACTS: dict[str, tuple[Act, set[str]]] = {
    "a seed is announced": (lambda d: seed_announce(tournament=d.tournament, number=1, by=d.desk), set()),
    "drawn": (lambda d: d.draw(), set()),
    "two swapped in the draft": (lambda d: d.swap(1, 5), set()),
    "published": (lambda d: round_publish(round_=d.round_(), by=d.desk), SEATING),
    "taken back": (lambda d: round_take_back(round_=d.round_(), by=d.desk), SEATING),
    "published again": (lambda d: round_publish(round_=d.round_(), by=d.desk), SEATING),
    "somebody is here": (lambda d: d.arrive(1), set()),
    "somebody has paid": (lambda d: d.pay(1), set()),
    "two change seats": (lambda d: d.swap(1, 5), SEATS | CHANGED_DRAW | PEOPLE | {"screen"}),
    "another name": (lambda d: d.rename(2, name="Nový Jméno"), SEATS | {"registered"} | PEOPLE | {"screen"}),
    "another club": (lambda d: d.rename(3, club="Jiný klub"), SEATS | {"registered", "overview"}),
    "a substitute": (lambda d: d.substitute(4), SEATS | CHANGED_DRAW | {"overview"} | {"screen"}),
    "the first hand": (lambda d: d.write(1), STATE | CLOCK),
    "the next hand": (lambda d: d.write(1), set()),
    "a hand at the other table": (lambda d: d.write(2), set()),
    "a hand is corrected": (lambda d: d.correct_hand(), set()),
    "a sheet is handed in": (lambda d: table_hand_in(table=d.table(1), by=d.desk), {"screen"}),
    "a result is confirmed": (lambda d: result_confirm(table=d.table(1), by=d.desk), set()),
    "closed": (lambda d: round_close(round_=d.round_(), by=d.desk), STATE | {"find_seat"}),
    "standings": (lambda d: standings_publish(round_=d.round_(), by=d.desk), WITH_NAVIGATION | RANKING),
    "a time for claims": (lambda d: d.set_end(), CLAIMS),
    "a ruling": (lambda d: d.rule(), RANKING | STATE),
    "a penalty": (lambda d: d.punish(3), FIGURES),
    "a result is corrected": (lambda d: d.correct(), FIGURES | {"player"}),
    "the next round is drawn": (lambda d: d.draw(2), set()),
    "the next round is published": (
        lambda d: round_publish(round_=d.round_(2), by=d.desk),
        SECOND | CLOCK | {"find_seat"},
    ),
    "its first hand": (lambda d: d.write(1, 2), SECOND | CLOCK),
    "it is discarded": (lambda d: d.discard(2), SECOND | {"find_seat"}),
    "it is restored": (lambda d: round_restore(round_=d.round_(2), by=d.desk), SECOND | {"find_seat"}),
    "it is discarded again": (lambda d: d.discard(2), SECOND | {"find_seat"}),
    "another name of the tournament": (lambda d: d.set_up(name="Podzimní turnaj"), NAMED),
    "another way of ranking": (lambda d: d.set_up(ranking_order="bp"), NEWEST | {"first_version", "player"}),
    "no further round is planned": (lambda d: d.set_up(rounds_planned=1), set()),
    "somebody leaves": (lambda d: entry_withdraw(entry=d.entry(8), by=d.desk), {"registered"}),
    "finished": (lambda d: tournament_finish(tournament=d.tournament, by=d.desk), ENDED),
    "opened again": (lambda d: tournament_reopen(tournament=d.tournament, by=d.desk), ENDED),
}
"""What happens, how, and which pages say something else then."""


@pytest.fixture
def day(small_tournament: Tournament, organiser: Account, monkeypatch: pytest.MonkeyPatch) -> Day:
    """Drawn each time alike, or it would be chance whose pages an act changes."""
    monkeypatch.setattr(seating, "new_seed", lambda: "1")
    Tournament.objects.filter(pk=small_tournament.pk).update(home_open=True, home_shown=ShownFromHome.NAMES)
    return Day(small_tournament, actor_for(organiser, small_tournament))


def without_token(text: str) -> str:
    return re.sub(r" hx-headers='[^']*'", "", text)


def seen(client: Client, *, anew: bool = False) -> dict[str, tuple[int, str]]:
    """What each page answers, from what is kept or, asked for something it does not know, made now."""
    found = {}
    for name, path in PAGES.items():
        asked = f"{path}{'&' if '?' in path else '?'}jinak=1" if anew else path
        answer = client.get(T + asked)
        assert ("ETag" in answer.headers) == (answer.status_code == 200 and not anew), name
        # A page that is refused leads to the log-in and back to its own address.
        shown = answer.content.decode() if answer.status_code == 200 else ""
        found[name] = answer.status_code, without_token(shown)
    return found


def test_after_each_act_every_page_is_what_would_be_made_now(day: Day) -> None:
    visitor = Client()
    before: dict[str, tuple[int, str]] = {}
    changed, wrong = {}, {}
    for what, (act, _expected) in ACTS.items():
        act(day)
        now, anew = seen(visitor), seen(visitor, anew=True)
        wrong[what] = {name for name in PAGES if now[name] != anew[name]}
        changed[what] = {name for name in PAGES if before and before[name] != now[name]}
        before = now
    assert wrong == {what: set() for what in ACTS}
    differ = [
        f"{what}: {sorted(changed[what] - names)} too, {sorted(names - changed[what])} not"
        for what, (_act, names) in ACTS.items()
        if changed[what] != names
    ]
    assert not differ, "\n".join(differ)


KEEPING = {
    "the public reads what is published": (None, "/kola/", "public, max-age=0, must-revalidate"),
    "an organiser reads the same": ("organiser", "/kola/", "private, no-store"),
    "a stranger reads the same": ("stranger", "/kola/", "private, no-store"),
    "a page of members": ("organiser", "/hraci/", "private, no-store"),
    "a page that is refused": (None, "/hraci/", "private, no-store"),
    "a file of members": ("organiser", "/tisk/kolo-1/hry.xlsx", "private, no-store"),
    "a page that does not exist": (None, "/neni-tu/", "private, no-store"),
}


@pytest.mark.parametrize("what", KEEPING)
def test_who_may_keep_an_answer(
    what: str, day: Day, stranger: Account, organiser: Account, client_of: Callable[[Account], Client]
) -> None:
    day.draw()
    round_publish(round_=day.round_(), by=day.desk)
    name, path, expected = KEEPING[what]
    accounts = {"organiser": organiser, "stranger": stranger}
    client = client_of(accounts[name]) if name else Client()
    answer = client.get(T + path)
    assert answer.headers["Cache-Control"] == expected
    assert "Cookie" in answer.headers.get("Vary", "") or answer.status_code == 404
    if expected.startswith("public"):
        assert not answer.cookies
