"""An archive with anything wrong in it is refused in one sentence, or the tournament works on every page.

160 are tried. What is not refused is spoiled further, up to ``CHAIN`` times, before every page is visited,
because that takes most of the time. More of them, and each visited by itself, are tried by

    FORHONT_SPOILED=1000 python3 run.py test tests/scoring/test_spoiled_archives.py

A failure names the seeds that lead to it.
"""

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest
from django.core.signing import Signer
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from scoring.models import Dispute, Hand
from scoring.services.archive import tournament_import
from tests import factories
from tests.archives import tournament_archive
from tests.scoring.spoiling import spoiled
from tests.scoring.worlds import full_tournament
from tests.test_access import ROWS, patterns
from tournament.errors import Refused
from tournament.models import Draw, Seat, Table, Tournament

pytestmark = pytest.mark.django_db

WANTED = os.environ.get("FORHONT_SPOILED", "")
SEEDS = range(int(WANTED or 160))
CHAIN = 1 if WANTED else 4
PARTS = 8
"""Tests that the seeds are dealt to, so that several processes share them."""

ASKED = {
    "scoring:print_sheets": ("?vyplnene=1", "?vysvetleni=1"),
    "tournament:log": ("?q=novak", "?co=hands"),
    "tournament:protocol_of": ("?overit=1",),
    "scoring:standings": ("?kolo=1", "?kolo=2"),
    "tournament:overview": ("?kolo=1",),
}
"""What pages are asked besides their address."""


@cache
def sound() -> str:
    """The archive that is spoiled; made once, then taken back."""
    with transaction.atomic():
        content = tournament_archive(full_tournament()).decode()
        transaction.set_rollback(True)
    return content


@cache
def routes() -> tuple[tuple[str, str], ...]:
    """Every address of a tournament that answers GET, but for PDF and ZIP, made of the same pages."""
    asked = {name for name, (get, _post) in ROWS.items() if get.split()[-1] != "405"}
    return tuple(
        (name, route)
        for name, route in patterns(get_resolver())
        if name in asked
        and "<" in route
        and not route.endswith((".pdf", ".zip"))
        and not re.search("_id>|:key>", route)
    )


def arguments(tournament: Tournament) -> dict[str, list[dict[str, Any]]]:
    """By the arguments that an address has, every set of values there is in the tournament."""
    here = {"round__tournament": tournament, "round__discarded_at": None}
    tables = list(Table.objects.filter(**here).values_list("round__number", "number", "links__token"))
    hands = Hand.objects.filter(table__round__tournament=tournament, table__round__discarded_at=None)
    seats = Seat.objects.filter(**here).values_list("round__number", "entry__number")
    players = tournament.entries.values_list("number", flat=True)
    rounds = [*tournament.rounds.values_list("number", flat=True), 3]
    return {
        "": [{}],
        "number": [{"number": number} for number in rounds],
        "table_number": [{"number": round_, "table_number": table} for round_, table, _token in tables],
        "hand": [
            {"number": round_, "table_number": table, "sequence": sequence}
            for round_, table, sequence in hands.values_list(
                "table__round__number", "table__number", "sequence"
            )
        ],
        "dispute": [
            {"number": round_, "table_number": table, "dispute": dispute}
            for round_, table, dispute in Dispute.objects.filter(
                table__round__tournament=tournament, table__round__discarded_at=None
            ).values_list("table__round__number", "table__number", "number")
        ],
        "draw": [
            {"number": round_, "sequence": sequence}
            for round_, sequence in Draw.objects.filter(**here).values_list("round__number", "sequence")
        ],
        "player": [{"number": round_, "player": player} for round_, player in seats],
        "opened": [
            {"number": player, "opened": Signer(salt="public.hands").sign(table.hex)}
            for table, player in Seat.objects.filter(**here).values_list("table", "entry__number")
        ],
        "entry": [{"number": player} for player in players],
        "category": [{"category": pk} for pk in tournament.fee_categories.values_list("pk", flat=True)],
        "key": [{"key": one} for one in tournament.applications.values_list("link__token", flat=True)],
        "token": [{"token": token} for _round, _table, token in tables],
        "scribe": [
            {"token": token, "sequence": sequence}
            for token, sequence in hands.values_list("table__links__token", "sequence")
        ],
    }


def kind_of(route: str) -> str:
    """Which of ``arguments`` an address takes."""
    names = tuple(re.findall(r"<(?:\w+:)?(\w+)>", route))
    if "category" in names:
        return "category"
    if "opened" in names:
        return "opened"
    if "/hraci/" in route or "/hrac/" in route:
        return "entry" if "number" in names else ""
    if "key" in names:
        return "key"
    if "token" in names:
        return "scribe" if "sequence" in names else "token"
    if "dispute" in names:
        return "dispute"
    if "sequence" in names:
        return "hand" if "table_number" in names else "draw"
    return next((name for name in ("player", "table_number", "number") if name in names), "")


def addresses(tournament: Tournament, *, public: bool) -> Iterator[str]:
    values = arguments(tournament)
    for name, route in routes():
        is_open = not ROWS[name][0].startswith("403") or name == "scoring:standings_file"
        if not (is_open if public else "token" not in route):
            continue
        for chosen in values[kind_of(route)]:
            known = {"slug": tournament.slug, **chosen}
            # B023 does not apply, because the function is called before the loop goes on.
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(known[found[1]]), route)  # noqa: B023
            yield path
            yield from (path + query for query in ASKED.get(name, ()))


def broken_pages(tournament: Tournament) -> list[str]:
    """Addresses that do not answer the organiser, or the public with every link there is."""
    for application in tournament.applications.all():
        factories.ApplicationLinkFactory(application=application)
    for table in Table.objects.filter(round__tournament=tournament):
        factories.TableLinkFactory(table=table)
    organiser = factories.MembershipFactory(tournament=tournament).account
    clients = {"organiser": Client(), "public": Client()}
    clients["organiser"].force_login(organiser, backend="config.auth.DemoRefusingBackend")
    wrong = []
    for who, client in clients.items():
        client.raise_request_exception = False
        for path in addresses(tournament, public=who == "public"):
            response = client.get(path)
            response.getvalue()
            if response.status_code >= 500:
                wrong.append(f"{who} {path}: {response.status_code} {response.exc_info or ''}")
    return wrong


def refusal(content: dict[str, Any]) -> str:
    """The sentence in which the archive is refused; empty where it is taken. Nothing is kept."""
    with transaction.atomic():
        try:
            with transaction.atomic():
                tournament_import(content=json.dumps(content).encode())
            return ""
        except Refused as error:
            return error.text
        finally:
            transaction.set_rollback(True)


def pages_that_break(content: dict[str, Any]) -> list[str]:
    """What does not work of the tournament that this archive becomes. Nothing is kept."""
    with transaction.atomic():
        try:
            return broken_pages(tournament_import(content=json.dumps(content).encode()))
        finally:
            transaction.set_rollback(True)


def test_sound_archive_works_on_every_page() -> None:
    data = json.loads(sound())
    assert {key for key, rows in data.items() if not rows} == set()
    assert pages_that_break(data) == []


@pytest.mark.parametrize("part", range(PARTS))
def test_spoiled_archive_is_refused_or_works(part: int) -> None:
    content, chain = json.loads(sound()), []
    wrong: dict[str, Any] = {}
    for seed in islice(SEEDS, part, None, PARTS):
        worse, what = spoiled(content, seed)
        sentence = refusal(worse)
        if not sentence:
            content = worse
            chain.append(what)
        elif not sentence.endswith("."):
            wrong[what] = sentence
        if len(chain) == CHAIN:
            wrong |= visited(content, chain)
            content, chain = json.loads(sound()), []
    assert wrong | visited(content, chain) == {}


def visited(content: dict[str, Any], chain: list[str]) -> dict[str, Any]:
    """The pages that break, under what led to it."""
    broken = pages_that_break(content) if chain else []
    return {", ".join(chain): broken} if broken else {}
