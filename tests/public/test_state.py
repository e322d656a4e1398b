"""What live pages ask: the newest state, cheaply and for nobody in particular."""

import datetime as dt
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from public.selectors import state
from tests import factories
from tournament.enums import RoundState
from tournament.models import Account, Round, Tournament
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
    monkeypatch.setattr(state.time, "time", later.timestamp)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert mark_now() != before
