"""Data for programs of others: what they say in each state, that their schemas hold, who may read them."""

import datetime as dt
import json
import time
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from tests import factories
from tests.public.days import LATE, stages_of
from tests.scoring.test_frozen_pages import Day

pytestmark = pytest.mark.django_db

T = "/t/jarni-turnaj"
SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "api"
FEEDS = {path.name.partition(".")[0]: path for path in sorted(SCHEMAS.glob("*.schema.json"))}
SITE = "https://klub.example"


def read(name: str) -> Any:
    answer = Client().get(f"{T}/{name}.json")
    return json.loads(answer.content) if answer.status_code == 200 else answer.status_code


@pytest.mark.parametrize("name", FEEDS)
def test_the_schema_describes_every_key_and_allows_no_other(name: str) -> None:
    schema = json.loads(FEEDS[name].read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)

    def objects(part: Any) -> Any:
        if isinstance(part, dict):
            if "properties" in part:
                yield part
            for inner in part.values():
                yield from objects(inner)

    assert all(one["additionalProperties"] is False for one in objects(schema))
    assert all(set(one["required"]) == set(one["properties"]) for one in objects(schema))


@pytest.mark.parametrize("name", FEEDS)
def test_the_schema_holds_in_every_state(name: str, day: Day) -> None:
    schema = Draft202012Validator(
        json.loads(FEEDS[name].read_text(encoding="utf-8")),
        format_checker=Draft202012Validator.FORMAT_CHECKER,
    )
    answers = {stage: read(name) for stage, _hidden in stages_of(day)}
    assert answers.pop("nothing is open") == 404
    wrong = {stage: [error.message for error in schema.iter_errors(one)] for stage, one in answers.items()}
    assert wrong == {stage: [] for stage in answers}


def test_standings_are_the_newest_published_ones(day: Day) -> None:
    seen = {}
    for stage, _hidden in stages_of(day):
        told = read("poradi")
        standings = told if told == 404 else told["standings"]
        seen[stage] = standings if standings in (404, None) else (standings["round"], standings["version"])
    assert seen == {
        "nothing is open": 404,
        "people apply from home": None,
        "the first round is a draft": None,
        "it is published": None,
        "it is played": None,
        "it is closed": None,
        "its standings are published": (1, 1),
        "the second round is a draft": (1, 1),
        "the second round is published": (1, 1),
        "the second round is discarded": (1, 1),
        "a ruling in the first round": (1, 2),
        "a result is corrected": (1, 3),
        "who is registered is shown": (1, 3),
        "it has ended": (1, 3),
    }
    told = read("poradi")
    assert told["tournament"] == {
        "slug": "jarni-turnaj",
        "name": "Jarní turnaj",
        "date": "2026-03-14",
        "place": "Hospoda U Lípy",
        "finished": True,
    }
    assert told["standings"]["reason"] == "1. kolo, stůl 1: Špatně opsáno."
    first = told["standings"]["rows"][0]
    assert (first["rank"], first["money"], first["zb"], first["rounds"][0]["table"]) == (1, 300_00, 300, 1)


def test_seating_holds_published_rounds_only(day: Day) -> None:
    seen: dict[str, Any] = {}
    for stage, _hidden in stages_of(day):
        told = read("rozesazeni")
        seen[stage] = told if told == 404 else [(one["round"], one["state"]) for one in told["rounds"]]
        if stage == "the second round is published":
            people = [seat for table in told["rounds"][1]["tables"] for seat in table["seats"]]
            assert [one["name"] for one in people if one["number"] == 9] == [LATE]
    assert seen == {
        "nothing is open": 404,
        "people apply from home": [],
        "the first round is a draft": [],
        "it is published": [(1, "published")],
        "it is played": [(1, "playing")],
        "it is closed": [(1, "closed")],
        "its standings are published": [(1, "closed")],
        "the second round is a draft": [(1, "closed")],
        "the second round is published": [(1, "closed"), (2, "published")],
        "the second round is discarded": [(1, "closed")],
        "a ruling in the first round": [(1, "revised")],
        "a result is corrected": [(1, "revised")],
        "who is registered is shown": [(1, "revised")],
        "it has ended": [(1, "revised")],
    }
    tables = read("rozesazeni")["rounds"][0]["tables"]
    assert [(one["table"], [seat["seat"] for seat in one["seats"]]) for one in tables] == [
        (1, ["A", "B", "C", "D"]),
        (2, ["A", "B", "C", "D"]),
    ]
    assert sorted(seat["name"] for one in tables for seat in one["seats"]) == sorted(
        name for name, _club in factories.PEOPLE
    )
    assert [sum(seat["scribe"] for seat in one["seats"]) for one in tables] == [1, 1]


@pytest.mark.parametrize("name", FEEDS)
def test_any_site_may_read_it_and_nobody_is_known_there(name: str, day: Day) -> None:
    day.set_up(home_open=True)
    path = f"{T}/{name}.json"
    first = Client().get(path, headers={"Origin": SITE})
    told = {key: value for key, value in first.headers.items() if key.startswith("Access-Control")}
    assert told == {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": "ETag, Forhont-Now",
    }
    assert abs(int(first.headers["Forhont-Now"]) / 1000 - time.time()) < 600
    assert first.headers["Content-Type"] == "application/json"
    assert first.headers["Cache-Control"] == "public, max-age=0, must-revalidate"
    assert not first.cookies

    again = Client().get(path, headers={"Origin": SITE, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Access-Control-Allow-Origin"] == "*"
    assert int(again.headers["Forhont-Now"]) >= int(first.headers["Forhont-Now"])


@pytest.mark.parametrize("name", FEEDS)
def test_a_browser_that_asks_first_is_told_what_it_may_send(name: str, day: Day) -> None:
    asked = {"Origin": SITE, "Access-Control-Request-Headers": "if-none-match"}
    answer = Client().options(f"{T}/{name}.json", headers=asked)
    told = {key: value for key, value in answer.headers.items() if key.startswith("Access-Control")}
    assert (answer.status_code, answer.content) == (204, b"")
    assert told == {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": "ETag, Forhont-Now",
        "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
        "Access-Control-Allow-Headers": "If-None-Match",
        "Access-Control-Max-Age": "86400",
    }


def test_no_other_page_is_for_scripts_of_other_sites(day: Day) -> None:
    for stage, _hidden in stages_of(day):
        if stage == "its standings are published":
            break
    for path in (
        "/",
        f"{T}/",
        f"{T}/kalendar.ics",
        f"{T}/poradi/",
        f"{T}/stav.json",
        f"{T}/kolo/1/protokol/1.json",
    ):
        answer = Client().get(path, headers={"Origin": SITE})
        assert (answer.status_code, answer.headers.get("Access-Control-Allow-Origin")) == (200, None), path


@pytest.mark.parametrize("name", FEEDS)
@pytest.mark.parametrize("who", ["visitor", "stranger", "organiser"])
def test_of_what_is_not_public_not_even_the_name_is_told(
    name: str, who: str, day: Day, request: pytest.FixtureRequest
) -> None:
    client: Client = request.getfixturevalue(f"{who}_client")
    there, nowhere = client.get(f"{T}/{name}.json"), client.get(f"/t/neni-tu/{name}.json")
    assert (there.status_code, nowhere.status_code) == (404, 404)
    assert there.json() == nowhere.json() == {"error": "Nic takového tu zveřejněné není."}


@pytest.mark.parametrize("count", [1, 3])
def test_seating_asks_one_question_for_people_of_all_rounds(
    count: int, day: Day, django_assert_num_queries: Any
) -> None:
    for number in range(1, count + 1):
        factories.drawn_round(day.tournament, number=number, state="closed")
    with django_assert_num_queries(7):
        assert len(read("rozesazeni")["rounds"]) == count


def test_the_clock_says_what_runs_and_what_is_coming(day: Day) -> None:
    seen = {}
    for stage, _hidden in stages_of(day):
        told = read("hodiny")
        seen[stage] = told if told == 404 else (told["clock"]["round"], told["clock"]["state"])
        if stage == "it is played":
            ends = dt.datetime.fromisoformat(told["clock"]["ends_at"])
            started = day.round_().clock_changes.get().at
            assert ends - started == dt.timedelta(minutes=told["clock"]["minutes"])
            assert [(one["kind"], one["text"], one["reason"]) for one in told["coming"]] == [
                ("break", "Oběd", "")
            ]
            assert [one["text"] for one in told["announcements"]] == ["Občerstvení je v přísálí."]
    assert list(seen.values())[:7] == [
        404,
        (None, "none"),
        (None, "none"),
        (1, "ready"),
        (1, "running"),
        (None, "none"),
        (None, "none"),
    ]
