"""The page of a player: what everybody learns of him in each state of a tournament, and by whose leave."""

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import Decision, Hand
from scoring.services.closing import round_close
from scoring.services.decisions import decision_make
from scoring.services.hands import hand_record
from scoring.services.results import result_confirm, table_hand_in
from scoring.services.standings import standings_publish
from scoring.services.without_result import result_give_up
from scoring.views.scribe import TRIES
from tests import factories
from tests.markup import text_of_page
from tests.scoring.records import DESK, OTHER_DESK, betl, durch
from tournament.enums import ClockAct, ComingKind, RoundState
from tournament.models import Account, Entry, Round, Table, TableLink, Tournament
from tournament.services.announcements import announcement_make, announcement_take_away, coming_announce
from tournament.services.clock import Turn, clock_turn
from tournament.services.discarding import round_discard
from tournament.services.entries import entry_withdraw
from tournament.services.links import link_replace
from tournament.services.seating import seat_substitute

pytestmark = pytest.mark.django_db

T = "/t/jarni-turnaj/"
NOVAK = f"{T}hrac/1/"
CODE = f"{NOVAK}hry/"


@pytest.fixture
def published(small_tournament: Tournament) -> Round:
    """Two tables of four by start numbers: Novák, Čech, Cibulka, Dvořáková sit at the first."""
    return factories.drawn_round(small_tournament, links=True)


def table_of(round_: Round, number: int = 1) -> Table:
    return Table.objects.select_related("round__tournament").get(round=round_, number=number)


def write(round_: Round, record: dict[str, Any], table: int = 1) -> Hand:
    return hand_record(table=table_of(round_, table), record=record, by=DESK)


def play(round_: Round) -> None:
    """Novák wins a betl, then Čech a durch; the other table plays a betl."""
    write(round_, betl())
    write(round_, durch(dealer="A", declarer="B"))
    write(round_, betl(), table=2)


def close(round_: Round) -> None:
    for number in (1, 2):
        table_hand_in(table=table_of(round_, number), by=DESK)
        result_confirm(table=table_of(round_, number), by=OTHER_DESK)
    round_close(round_=Round.objects.select_related("tournament").get(pk=round_.pk), by=DESK)


def publish(round_: Round) -> None:
    standings_publish(round_=Round.objects.select_related("tournament").get(pk=round_.pk), by=DESK)


def discard(round_: Round) -> None:
    round_discard(round_=Round.objects.get(pk=round_.pk), by=DESK, typed="1. kolo")


def draft(round_: Round) -> None:
    everybody = list(round_.tournament.entries.order_by("-number"))
    factories.drawn_round(round_.tournament, number=2, state=RoundState.DRAFT, seated=everybody)


def set_up(**changes: Any) -> None:
    Tournament.objects.update(**changes)


def read(path: str = NOVAK) -> str:
    answer = Client().get(path)
    return text_of_page(answer) if answer.status_code == 200 else str(answer.status_code)


SEAT = "1. kolo stůl 1 místo A Spoluhráči: B Čech Petr, C Cibulka Karel, D Dvořáková Věra."
RESULT = "Novák Jan +3,00 Kč 2. u stolu · ZB +3 · PB 0 · SB +3"
HANDS = "Hry u stolu: 2 hry 1. betl · Novák Jan uhraný +9,00"
WHY = "Novák Jan dostává po 3,00 Kč (platí Čech Petr, Cibulka Karel a Dvořáková Věra)."
PLACE = "Po 1. kole 3. z 8 3 SB"
ALL = (SEAT, RESULT, HANDS, WHY, PLACE)

Act = Callable[[Round], object]

STATES: dict[str, tuple[tuple[Act, ...], tuple[str, ...]]] = {
    "only drawn": ((lambda one: Round.objects.update(state=RoundState.DRAFT),), ()),
    "seating published": ((), (SEAT,)),
    "hands are being written": ((play,), (SEAT,)),
    "closed, standings not published": ((play, close), (RESULT, HANDS, WHY)),
    "standings published": ((play, close, publish), (RESULT, HANDS, WHY, PLACE)),
    "the next round is drawn": ((play, close, publish, draft), (RESULT, HANDS, WHY, PLACE)),
    "hands by code only": (
        (play, close, publish, lambda one: set_up(hands_public=False)),
        (RESULT, PLACE),
    ),
    "discarded as a whole": ((play, close, publish, discard), ()),
}
"""What has happened, and which of ``ALL`` everybody reads then; nothing: there is no page."""


@pytest.mark.parametrize("what", STATES)
def test_a_page_shows_what_was_published_and_nothing_else(published: Round, what: str) -> None:
    acts, seen = STATES[what]
    for act in acts:
        act(published)
    text = read()
    assert [one for one in ALL if one in text] == [one for one in ALL if one in seen]
    assert "2. kolo" not in text
    if not seen:
        assert text == "403"
    if what == "hands by code only":
        assert "Hry u stolu – ukážou se po opsání kódu z lístku" in text
        assert "betl" not in text


def test_a_round_that_is_played_shows_no_result_of_its_own(published: Round) -> None:
    """The round before is closed; of the second only who sits where."""
    play(published)
    close(published)
    second = factories.drawn_round(published.tournament, number=2, links=True)
    write(second, betl(declarer="B"))
    text = read()
    assert (
        text.index("2. kolo stůl 1 místo A") < text.index("2. kolo hraje se") < text.index("1. kolo uzavřeno")
    )
    between = text[text.index("2. kolo hraje se") : text.index("1. kolo uzavřeno")]
    assert "Kč" not in between
    assert "betl" not in between


@pytest.mark.parametrize("who", ["visitor", "stranger", "referee", "organiser"])
def test_everybody_reads_the_same(
    who: str, published: Round, request: pytest.FixtureRequest, client_of: Callable[[Account], Client]
) -> None:
    """Whoever has an account has his own head of the page, nothing more."""
    play(published)
    client = Client() if who == "visitor" else client_of(request.getfixturevalue(who))
    answer = client.get(NOVAK)
    text = text_of_page(answer)
    assert SEAT in text
    assert "betl" not in text
    assert (answer.headers["Cache-Control"] == "public, max-age=0, must-revalidate") == (who == "visitor")
    if who == "visitor":
        assert not answer.cookies


def test_whoever_sits_nowhere_has_no_page(
    published: Round, visitor_client: Client, stranger_client: Client
) -> None:
    """Registered later, or nobody at all: the answer is the same."""
    factories.EntryFactory(tournament=published.tournament, name="Pozdní Příchozí")
    for number in (9, 99):
        answer = visitor_client.get(f"{T}hrac/{number}/")
        assert answer.status_code == 403
        assert "Pozdní" not in answer.content.decode()
        assert stranger_client.get(f"{T}hrac/{number}/").status_code == 404


def test_a_substitute_is_named_with_whom_he_plays_for(published: Round) -> None:
    seat_substitute(round_=Round.objects.get(pk=published.pk), number=1, name="Náhradník Adam", by=DESK)
    text = read()
    assert text.count("Novák Jan – Jarní turnaj") == 1
    assert "Hraje náhradník Náhradník Adam." in text
    assert "hraje za: Novák Jan" in text
    assert "A Náhradník Adam" in read(f"{T}hrac/2/")


def test_who_left_says_so_once_the_standings_say_it(published: Round) -> None:
    play(published)
    close(published)
    entry_withdraw(entry=Entry.objects.select_related("tournament").get(number=1), by=DESK)
    second = list(published.tournament.entries.filter(withdrawn_after=None).order_by("number"))
    factories.drawn_round(published.tournament, number=2, seated=second, sizes=(4, 3))
    text = read()
    assert "V tomhle kole u žádného stolu nesedí." in text
    assert "odstoupení" not in text


def test_a_table_without_a_result_says_why(published: Round) -> None:
    play(published)
    result_give_up(table=table_of(published), reason="Lístek se ztratil.", by=DESK)
    table_hand_in(table=table_of(published, 2), by=DESK)
    result_confirm(table=table_of(published, 2), by=OTHER_DESK)
    round_close(round_=Round.objects.select_related("tournament").get(pk=published.pk), by=DESK)
    text = read()
    assert "Stůl je bez výsledku, kolo se jeho hráčům nepočítá: Lístek se ztratil." in text
    assert "u stolu · ZB" not in text
    assert "u stolu · ZB" in read(f"{T}hrac/5/")


def test_of_a_ruling_everybody_reads_its_public_reason_with_the_standings(published: Round) -> None:
    play(published)
    hand = Hand.objects.select_related("table__round__tournament").filter(table=table_of(published)).first()
    assert hand is not None
    told = {"claim": "Namítá soused.", "facts": "Karta na zemi.", "reason": "Tajná úvaha."}
    decision_make(
        hand=hand, patch={"outcome": {"betl": "lost"}}, by=DESK, public_reason="Uznaný renonc.", **told
    )
    close(published)
    text = read()
    assert "1. betl · Novák Jan prohraný −9,00" in text
    assert "Rozhodnutí rozhodčího." in text
    assert "Uznaný renonc." not in text
    publish(published)
    text = read()
    assert "Rozhodnutí rozhodčího. Uznaný renonc." in text
    assert [one for one in told.values() if one in text] == []
    assert Decision.objects.get().decided_by not in text


def test_hands_on_paper_are_said_to_be_there(published: Round) -> None:
    for number in (1, 2):
        factories.table_result(
            table_of(published, number), [(300, 3, 0), (-100, -1, 0), (-100, -1, 0), (-100, -1, 0)]
        )
    Round.objects.update(state=RoundState.CLOSED)
    text = read()
    assert "Novák Jan +3,00 Kč 1. u stolu" in text
    assert "Hry tohoto stolu jsou jen na papírovém lístku." in text


HOSTILE = "<script>alert(1)</script>"


def test_names_are_escaped(published: Round) -> None:
    Entry.objects.update(name=HOSTILE, club=f'"{HOSTILE}')
    play(published)
    close(published)
    publish(published)
    for path in (NOVAK, T, f"{T}?kdo=script", f"{T}kolo/1/", f"{T}poradi/"):
        html = Client().get(path).content.decode()
        assert HOSTILE not in html
        assert "&lt;script&gt;" in html


@pytest.mark.parametrize("rounds", [1, 3])
def test_it_costs_the_same_for_many_rounds(
    published: Round, rounds: int, django_assert_num_queries: Any
) -> None:
    play(published)
    close(published)
    publish(published)
    for number in range(2, rounds + 1):
        again = factories.drawn_round(published.tournament, number=number, links=True)
        play(again)
        close(again)
        publish(again)
    # mark; until when: tournament, events, rounds with a clock; tournament; entry, rounds, tables with seats;
    # publications; of the closed tables seats, hands, rulings, results and their lines; clock, what
    # is coming (with the clock), announcements; the parts of the tournament: standings, rounds
    with django_assert_num_queries(22):
        assert Client().get(NOVAK).status_code == 200
    # the mark alone
    with django_assert_num_queries(1):
        assert Client().get(NOVAK).status_code == 200


# Hands that only the code of a sheet opens


@pytest.fixture
def closed(published: Round) -> Round:
    """Played and closed; hands are not for everybody."""
    play(published)
    close(published)
    set_up(hands_public=False)
    return published


def code_of(round_: Round, table: int = 1) -> str:
    return TableLink.objects.get(table=table_of(round_, table), active=True).code


def test_the_code_of_the_sheet_opens_the_hands_without_a_cookie(closed: Round) -> None:
    """Also to somebody who sends the form from nowhere: it needs no token."""
    client = Client(enforce_csrf_checks=True)
    asked = client.get(CODE)
    assert asked.status_code == 200
    answer = client.post(CODE, {"code": f" {code_of(closed).lower()} "})
    assert answer.status_code == 302
    opened = client.get(answer.headers["Location"])
    assert HANDS in text_of_page(opened)
    assert WHY in text_of_page(opened)
    assert opened.headers["Cache-Control"] == "private, no-store"
    assert not client.cookies
    assert code_of(closed) not in answer.headers["Location"]
    assert TableLink.objects.get(code=code_of(closed)).token not in answer.headers["Location"]


def replace(round_: Round) -> str:
    old = code_of(round_)
    Round.objects.update(state=RoundState.PLAYING)
    link_replace(table=table_of(round_), by=DESK)
    Round.objects.update(state=RoundState.CLOSED)
    return old


def still_played(round_: Round) -> str:
    Round.objects.update(state=RoundState.PLAYING)
    return code_of(round_)


def discarded(round_: Round) -> str:
    """Novák sits in another round too, so that he has a page."""
    code = code_of(round_)
    discard(round_)
    factories.drawn_round(round_.tournament, number=1)
    return code


WRONG: dict[str, Callable[[Round], str]] = {
    "a code that nobody has": lambda _round: "ABCDEFGH",
    "of a table at which he did not sit": lambda one: code_of(one, 2),
    "of a sheet that was replaced": replace,
    "of a round that is still played": still_played,
    "of a discarded round": discarded,
}


@pytest.mark.parametrize("what", WRONG)
def test_no_other_code_opens_them(closed: Round, what: str) -> None:
    code = WRONG[what](closed)
    answer = Client().post(CODE, {"code": code})
    assert answer.status_code == 422
    assert "Takový kód žádný stůl uzavřeného kola, u kterého hráč seděl, nemá." in text_of_page(answer)


def test_guessing_is_slow_and_counts_with_the_door_of_scribes(closed: Round) -> None:
    client = Client()
    for turn in range(TRIES):
        wrong = client.post(CODE if turn % 2 else "/l/", {"code": "ABCDEFGH"})
        assert wrong.status_code == 422
    answer = client.post(CODE, {"code": code_of(closed)})
    assert answer.status_code == 429
    assert "Příliš mnoho pokusů. Zkuste to za pět minut." in text_of_page(answer)


def opened_path(round_: Round) -> str:
    return Client().post(CODE, {"code": code_of(round_)}).headers["Location"]


def test_an_opened_address_opens_one_table_to_its_players(closed: Round) -> None:
    path = opened_path(closed)
    changed = re.sub(r"/hry/.", lambda found: f"/hry/{'0' if found[0][-1] != '0' else '1'}", path)
    assert Client().get(path).status_code == 200
    assert Client().get(path.replace("/hrac/1/", "/hrac/2/")).status_code == 200
    for other in (path.replace("/hrac/1/", "/hrac/5/"), changed, f"{CODE}neco/"):
        assert Client().get(other).status_code == 404
    Round.objects.update(state=RoundState.PLAYING)
    assert Client().get(path).status_code == 404


# Finding oneself


def found(asked: str) -> list[str] | str:
    answer = Client().get(T, {"kdo": asked})
    if answer.status_code == 302:
        return answer.headers["Location"]
    assert not answer.cookies
    return re.findall(r'class="person-name">([^<]*)<', answer.content.decode())


FOUND: dict[str, tuple[str, list[str] | str]] = {
    "a part of the surname without diacritics": ("rehor", f"{T}hrac/7/"),
    "the given name first": ("jan novak", NOVAK),
    "letters inside": ("ova", ["Dvořáková Věra", "Novák Jan"]),
    "a start number, not a part of one": ("1", NOVAK),
    "who plays for him": ("nahradnik", f"{T}hrac/4/"),
    "nobody": ("zzz", []),
    "signs only": ("…", []),
}


@pytest.mark.parametrize("what", FOUND)
def test_a_person_is_found_without_any_script(published: Round, what: str) -> None:
    seat_substitute(round_=Round.objects.get(pk=published.pk), number=4, name="Náhradník Adam", by=DESK)
    asked, expected = FOUND[what]
    assert found(asked) == expected


def test_the_finder_says_where_each_sits_and_who_is_only_registered_is_not_in_it(published: Round) -> None:
    factories.EntryFactory(tournament=published.tournament, name="Pozdní Příchozí")
    everybody = read(T)
    assert "Novák Jan č. 1 · Karlín stůl 1 A" in everybody
    assert "Žák Vít č. 8 stůl 2 D" in everybody
    assert "Pozdní" not in everybody
    assert "Nikoho takového tu nemáme." in read(f"{T}?kdo=pozdni")


def test_before_a_seating_is_published_nobody_is_asked_for(small_tournament: Tournament) -> None:
    set_up(home_open=True)
    factories.drawn_round(small_tournament, state=RoundState.DRAFT)
    assert "Kde sedím" not in read(T)
    assert "Novák" not in read(f"{T}?kdo=novak")


@pytest.mark.parametrize("path", ["kolo/1/", "poradi/"])
def test_names_lead_to_the_page_of_their_player_for_the_public_alone(
    published: Round, organiser_client: Client, path: str
) -> None:
    play(published)
    close(published)
    publish(published)
    link = f'href="{NOVAK}"'
    assert link in Client().get(T + path).content.decode()
    assert link not in organiser_client.get(T + path).content.decode()


def test_who_works_for_the_tournament_keeps_his_overview(published: Round, organiser_client: Client) -> None:
    text = text_of_page(organiser_client.get(T))
    assert "Kde sedím" not in text
    assert "Co teď" in text


# The clock and announcements


EVERYWHERE = ("", "hrac/1/", "kola/", "kolo/1/", "poradi/", "spory/", "pravidla/", "pravidla/clanky/")
"""Pages that the public reads of a tournament whose standings are published."""


@pytest.mark.parametrize("path", EVERYWHERE)
def test_an_announcement_stands_on_every_page_for_everybody_until_it_is_taken_away(
    published: Round, organiser_client: Client, path: str
) -> None:
    play(published)
    close(published)
    publish(published)
    made = announcement_make(tournament=published.tournament, by=DESK, text=f"Oběd! {HOSTILE}")
    html = Client().get(T + path).content.decode()
    assert "Oběd! &lt;script&gt;" in html
    assert HOSTILE not in html
    assert "Oběd!" not in text_of_page(organiser_client.get(T + path))
    announcement_take_away(announcement=made, by=DESK)
    assert "Oběd!" not in read(T + path)


@pytest.mark.parametrize("path", ["", "hrac/1/"])
def test_the_clock_and_what_is_coming_stand_where_one_looks_for_oneself(published: Round, path: str) -> None:
    at = timezone.now() + dt.timedelta(hours=1)
    coming_announce(tournament=published.tournament, by=DESK, kind=ComingKind.BREAK, at=at, text="Oběd")
    clock_turn(round_=Round.objects.get(pk=published.pk), by=DESK, turn=Turn(ClockAct.START))
    text = read(T + path)
    assert "Hraje se" in text
    assert f"{timezone.localtime(at):%H:%M} Oběd" in text
    assert "data-ends-at=" in Client().get(T + path).content.decode()
