"""What live pages ask: the newest state, cheaply and for nobody in particular."""

import datetime as dt
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.services.hands import hand_record
from scoring.services.results import result_confirm, table_hand_in, table_take_back
from tests import factories
from tests.scoring.records import betl, penalty_create
from tournament.actors import Actor
from tournament.enums import RoundState
from tournament.models import Account, Round, Table, Tournament
from tournament.selectors import public_state
from tournament.selectors.access import actor_for
from tournament.services.rounds import round_publish, round_take_back

pytestmark = pytest.mark.django_db

ADDRESS = "/t/jarni-turnaj/stav.json"


@pytest.fixture
def draft(small_tournament: Tournament) -> Round:
    return factories.drawn_round(small_tournament, state=RoundState.DRAFT)


def publish(round_: Round, organiser: Account) -> None:
    round_.refresh_from_db()
    round_publish(round_=round_, by=actor_for(organiser, round_.tournament))


def take_back(round_: Round, organiser: Account) -> None:
    round_.refresh_from_db()
    round_take_back(round_=round_, by=actor_for(organiser, round_.tournament))


def mark_now() -> str:
    answer = Client().get(ADDRESS)
    assert answer.status_code == 200
    return answer.json()["mark"]


def test_the_answer_says_the_mark_and_the_time_and_nothing_of_who_asks(
    draft: Round, organiser: Account, client: Client
) -> None:
    publish(draft, organiser)
    before = time.time_ns() // 1_000_000
    answer = client.get(ADDRESS)
    said = answer.json()
    assert set(said) == {"mark", "now"}
    assert before <= said["now"] <= time.time_ns() // 1_000_000
    assert answer.headers["Forhont-Now"] == str(said["now"])
    assert answer.headers["ETag"] == f'"{said["mark"]}"'
    assert answer.headers["Cache-Control"] == "no-cache"
    assert not answer.cookies
    assert "Vary" not in answer.headers


def test_who_has_the_mark_learns_that_nothing_has_happened_and_what_time_it_is(
    draft: Round, organiser: Account, client: Client
) -> None:
    publish(draft, organiser)
    answer = client.get(ADDRESS, headers={"If-None-Match": f'"{mark_now()}"'})
    assert (answer.status_code, answer.content) == (304, b"")
    assert int(answer.headers["Forhont-Now"]) > 0
    take_back(draft, organiser)
    publish(draft, organiser)
    answer = client.get(ADDRESS, headers={"If-None-Match": answer.headers["ETag"]})
    assert answer.status_code == 200


NOT_PUBLIC: dict[str, str] = {"a draft": ADDRESS, "no such tournament": "/t/neni-tu/stav.json"}


@pytest.mark.parametrize("what", NOT_PUBLIC)
def test_what_is_not_public_is_not_there(what: str, draft: Round, client: Client) -> None:
    answer = client.get(NOT_PUBLIC[what])
    assert (answer.status_code, answer.content) == (404, b"")
    assert int(answer.headers["Forhont-Now"]) > 0
    assert not answer.cookies


def test_it_is_there_from_the_moment_it_is_public_until_it_is_not(
    draft: Round, organiser: Account, client: Client
) -> None:
    codes = [client.get(ADDRESS).status_code]
    for act in (publish, take_back, publish):
        act(draft, organiser)
        codes.append(client.get(ADDRESS).status_code)
    assert codes == [404, 200, 404, 200]


@pytest.mark.parametrize("role", ["visitor", "organiser"])
def test_a_question_is_one_query_whoever_asks(
    role: str,
    draft: Round,
    organiser: Account,
    client_of: Callable[[Account], Client],
    django_assert_num_queries: Any,
) -> None:
    publish(draft, organiser)
    client = client_of(organiser) if role == "organiser" else Client()
    mark = mark_now()
    with django_assert_num_queries(1):
        assert client.get(ADDRESS).json()["mark"] == mark
    with django_assert_num_queries(1):
        assert client.get(ADDRESS, headers={"If-None-Match": f'"{mark}"'}).status_code == 304


def test_a_time_that_passes_is_another_state(
    draft: Round, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(draft, organiser)
    in_an_hour = timezone.now() + dt.timedelta(hours=1)
    Round.objects.filter(pk=draft.pk).update(revision_until=in_an_hour)
    before = mark_now()
    assert mark_now() == before
    later = in_an_hour + dt.timedelta(seconds=1)
    monkeypatch.setattr(public_state.time, "time", later.timestamp)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert mark_now() != before


@dataclass(frozen=True)
class Seen:
    """Who is told of an act that it has changed something."""

    everybody: bool
    tables: bool
    desk: bool


Act = Callable[[Round, Actor], object]


def table_of(round_: Round) -> Table:
    return Table.objects.select_related("round__tournament").get(round=round_, number=1)


ACTS: dict[str, tuple[Act, Seen]] = {
    "a hand": (lambda r, by: hand_record(table=table_of(r), record=betl(), by=by), Seen(False, False, True)),
    "a sheet handed in": (lambda r, by: table_hand_in(table=table_of(r), by=by), Seen(False, True, True)),
    "and taken back": (lambda r, by: table_take_back(table=table_of(r), by=by), Seen(False, True, True)),
    "a result confirmed": (lambda r, by: result_confirm(table=table_of(r), by=by), Seen(False, True, True)),
    "a penalty": (
        lambda r, by: penalty_create(
            round_=r, entry=r.tournament.entries.get(number=1), points=-5, reason="Pozdní příchod", by=by
        ),
        Seen(True, True, True),
    ),
}


def test_who_is_told_of_what(
    draft: Round, organiser: Account, organiser_client: Client, visitor_client: Client
) -> None:
    """A sheet is handed in eighty times in a round: phones of players have nothing to fetch then."""
    asked = {
        "everybody": (visitor_client, "stav.json"),
        "tables": (visitor_client, "stav-stolu.json"),
        "desk": (organiser_client, "stav-zazemi.json"),
    }

    def marks() -> dict[str, str]:
        return {
            who: client.get(f"/t/jarni-turnaj/{page}").json()["mark"] for who, (client, page) in asked.items()
        }

    publish(draft, organiser)
    by = actor_for(organiser, draft.tournament)
    # The first hand begins the round, of which everybody is told.
    hand_record(table=table_of(draft), record=betl(), by=by)
    told = {}
    for what, (act, _seen) in ACTS.items():
        before = marks()
        draft.refresh_from_db()
        act(draft, by)
        told[what] = Seen(**{who: mark != before[who] for who, mark in marks().items()})
    assert told == {what: seen for what, (_act, seen) in ACTS.items()}


def test_the_desk_has_a_mark_before_anything_was_done(
    tournament: Tournament, organiser_client: Client
) -> None:
    assert organiser_client.get("/t/jarni-turnaj/stav-zazemi.json").json()["mark"] == "0"


PAGES = {
    "overview": ("", "stav.json", "stav-zazemi.json"),
    "rounds": ("kola/", "stav.json", "stav-zazemi.json"),
    "round": ("kolo/1/", "stav.json", "stav-zazemi.json"),
    "no standings": ("poradi/", "stav.json", "stav-zazemi.json"),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_where_it_asks_and_only_to_the_desk_which_state_it_shows(
    name: str, draft: Round, organiser: Account, visitor_client: Client, organiser_client: Client
) -> None:
    """A mark in a frozen page would make another page of it after each act."""
    path, of_everybody, of_the_desk = PAGES[name]
    publish(draft, organiser)
    for client, address in ((visitor_client, of_everybody), (organiser_client, of_the_desk)):
        page = client.get(f"/t/jarni-turnaj/{path}").content.decode()
        assert f'data-state="/t/jarni-turnaj/{address}"' in page
        mark = re.search(r'data-mark="([^"]*)"', page)
        if client is visitor_client:
            assert mark is None
        elif name != "no standings":
            assert mark is not None
            asked = client.get(f"/t/jarni-turnaj/{address}", headers={"If-None-Match": f'"{mark[1]}"'})
            assert asked.status_code == 304


@pytest.mark.parametrize("path", ["", "kola/", "poradi/", "spory/"])
def test_where_a_page_of_the_desk_asks_it_is_answered_before_anything_is_public(
    path: str, tournament: Tournament, organiser_client: Client
) -> None:
    """A page that may not be shown is emptied; this one may be."""
    page = organiser_client.get(f"/t/jarni-turnaj/{path}").content.decode()
    asks = re.search(r'data-state="([^"]+)"', page)
    assert asks is not None
    assert organiser_client.get(asks[1]).status_code == 200


def test_a_page_that_was_sent_to_is_not_asked_for_again(draft: Round, organiser_client: Client) -> None:
    """Its address answers no question of a browser."""
    answer = organiser_client.post("/t/jarni-turnaj/kolo/2/losovani/losovat/", {})
    assert answer.status_code in (400, 422)
    assert "data-state" not in answer.content.decode()
