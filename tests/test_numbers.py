"""Numbers that no page of ours sends, in every address and in every field: an answer, never an error."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client, RequestFactory
from django.urls import get_resolver

from tests.test_access import answer, arguments, build_world, patterns
from tournament.enums import RoundState
from tournament.errors import Refused
from tournament.lib.requested import seen_version, whole_number
from tournament.models import Tournament

HOSTILE = {
    "nothing": "",
    "zero": "0",
    "negative": "-1",
    "over 32 bits": "9999999999",
    "over 64 bits": "9" * 25,
    "thousands of digits": "9" * 5000,
    "Arabic digit": "٣",
    "superscript": "²",
    "decimal": "1.5",
    "text": "x",
}

WHOLE = {"0": 0, "7": 7, "007": 7, "999999999": 999_999_999}


@pytest.mark.parametrize(("text", "number"), WHOLE.items())
def test_whole_number_is_read(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text", [None, " 7", "+7", "7\n", *(HOSTILE[name] for name in HOSTILE if name != "zero")]
)
def test_whatever_else_is_no_number(text: str | None) -> None:
    assert whole_number(text) is None


@pytest.mark.parametrize(("typed", "version"), [({}, None), ({"expected": ""}, None), ({"expected": "3"}, 3)])
def test_version_that_was_seen(typed: dict[str, str], version: int | None) -> None:
    assert seen_version(RequestFactory().post("/", typed)) == version


@pytest.mark.parametrize("name", ["negative", "over 32 bits", "thousands of digits", "Arabic digit", "text"])
def test_version_of_no_page_is_refused_and_never_left_out(name: str) -> None:
    """Left out, it would overwrite what somebody else did meanwhile."""
    with pytest.raises(Refused, match="Formulář není z této stránky"):
        seen_version(RequestFactory().post("/", {"expected": HOSTILE[name]}))


@pytest.fixture
def world(tournament: Tournament) -> Tournament:
    build_world(tournament, RoundState.PLAYING, public=True)
    return tournament


FIELDS = (
    *("expected", "number", "choice", "first", "second", "sequence", "seen", "round", "points", "tables"),
    *("kolo", "verze", "stul", "vyber", "page", "radek", "final_size", "hand", "other"),
)
"""Fields and queries in which our own pages send a number."""

ASKED_WITH_A_NUMBER = (
    *("tournament:draw", "tournament:log", "tournament:players", "tournament:players_leaving"),
    *("scoring:standings", "scoring:print_sheets", "scoring:points", "scoring:sheets"),
)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["zero", "over 32 bits", "over 64 bits", "thousands of digits"])
def test_no_address_fails(world: Tournament, organiser_client: Client, name: str) -> None:
    values = arguments(world)
    failed = []
    for address, route in patterns(get_resolver()):
        if "<int:" not in route:
            continue
        hostile = re.sub(r"<int:\w+>", quote(HOSTILE[name]), route)
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(values[found.group(1)]), hostile)
        for method in ("get", "post"):
            status = answer(organiser_client, method, path).status_code
            if status >= 500:
                failed.append((address, method, status))
    assert failed == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["zero", "negative", "over 64 bits", "Arabic digit", "text"])
def test_no_field_fails(world: Tournament, organiser_client: Client, name: str) -> None:
    values: dict[str, Any] = arguments(world)
    sent = dict.fromkeys(FIELDS, HOSTILE[name])
    failed = []
    for address, route in patterns(get_resolver()):
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(values[found.group(1)]), route)
        for method in ("get", "post") if address in ASKED_WITH_A_NUMBER else ("post",):
            status = answer(organiser_client, method, path, sent).status_code
            if status >= 500:
                failed.append((address, method, status))
    assert failed == []
