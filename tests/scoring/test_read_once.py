"""A hand is parsed and settled once on its way from a door to the database; queries that one save asks."""

import json
import sys
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules import find_rulebook, parse_hand, settle
from scoring.adapters import read_hand
from scoring.models import Decision, Hand
from scoring.selectors.recount import recount
from scoring.services.hand_lines import read_hand_lines
from scoring.services.hands import hand_record, hands_record_many
from tests.scoring.records import BETL_LOST, BETL_WON, DESK, betl, renonce_typed
from tournament.models import Round, Table, Tournament

pytestmark = pytest.mark.django_db

TABLE = "/t/jarni-turnaj/kolo/1/stul/1"
BETL = {"kind": "hand", "dealer": "D", "declarer": "A", "contract": "betl", "outcome_betl": "won"}
RULING = renonce_typed({"article": "C1", "by": "B"}) | {"reason": "uznáno", "expected": "1"}
WATCHED = {parse_hand.__code__: "parsed", settle.__code__: "settled"}


@contextmanager
def watched() -> Iterator[Counter[str]]:
    """How often hands were parsed and settled inside, by whatever name the functions were called."""
    calls: Counter[str] = Counter()

    def called(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and frame.f_code in WATCHED:
            calls[WATCHED[frame.f_code]] += 1

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        yield calls
    finally:
        sys.setprofile(before)


DOORS = {
    "tapped": BETL,
    "pasted as JSON": BETL | {"record_json": json.dumps(betl())},
    "pasted as a line of notation": BETL | {"record_json": "ABCD/D A:betl betl+"},
}


@pytest.mark.parametrize("typed", DOORS.values(), ids=DOORS)
def test_form_saves_a_hand_read_once(organiser_client: Client, table: Table, typed: dict[str, str]) -> None:
    with watched() as calls:
        organiser_client.post(f"{TABLE}/hra/", typed | {"submission": str(uuid.uuid4())})
    assert Hand.objects.get().money == BETL_WON
    assert calls == {"parsed": 1, "settled": 1}


def test_line_of_a_file_is_read_once(drawn: Round) -> None:
    lines = [json.dumps({"id": f"x-{n}", "table": 1, "hand": betl()}) for n in range(3)]
    with watched() as calls:
        hands_record_many(round_=drawn, lines=read_hand_lines(content="\n".join(lines).encode()), by=DESK)
    assert Hand.objects.count() == 3
    assert calls == {"parsed": 3, "settled": 3}


def test_line_sent_again_is_only_compared(drawn: Round, table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK, external_id="x-1")
    line = json.dumps({"id": "x-1", "table": 1, "hand": betl()})
    with watched() as calls:
        hands_record_many(round_=drawn, lines=read_hand_lines(content=line.encode()), by=DESK)
    assert calls == {"parsed": 1}


def posted(address: str, **typed: str) -> Callable[[Client], Any]:
    return lambda client: client.post(f"{TABLE}/{address}", typed, HTTP_HX_REQUEST="true")


ACTS: dict[str, tuple[Callable[[Client], Any], dict[str, int]]] = {
    "preview": (posted("hra/spocitat/", **BETL), {"parsed": 1, "settled": 1}),
    "correction": (
        posted("hra/1/opravit/", **BETL | {"outcome_betl": "lost", "expected": "1"}),
        {"parsed": 1, "settled": 1},
    ),
    # The written hand and the one with the ruling; the amounts of both, and of three other decisions.
    "preview of a ruling": (posted("hra/1/spor/spocitat/", **RULING), {"parsed": 5, "settled": 5}),
    "ruling": (posted("hra/1/spor/rozhodnout/", **RULING), {"parsed": 2, "settled": 1}),
    "page of a table": (lambda client: client.get(f"{TABLE}/"), {"parsed": 1}),
    "page of a hand": (lambda client: client.get(f"{TABLE}/hra/1/"), {"parsed": 1, "settled": 1}),
    "page of a dispute": (lambda client: client.get(f"{TABLE}/hra/1/spor/"), {"parsed": 1, "settled": 1}),
}


@pytest.mark.parametrize(("act", "expected"), ACTS.values(), ids=ACTS)
def test_act_reads_a_hand_as_often_as_it_must(
    organiser_client: Client, table: Table, act: Callable[[Client], Any], expected: dict[str, int]
) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    with watched() as calls:
        answer = act(organiser_client)
    assert answer.status_code in (200, 302)
    assert calls == expected


def test_ruling_is_paid_as_it_was_shown(organiser_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    organiser_client.post(f"{TABLE}/hra/1/spor/rozhodnout/", RULING)
    assert Decision.objects.get().patch == {"renonce": [{"article": "C1", "by": "B"}]}
    assert Hand.objects.get().money == {"A": 1100, "B": -1500, "C": 200, "D": 200}


def test_recount_reads_each_hand_once(table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    hand_record(table=table, record=betl(won=False), by=DESK)
    with watched() as calls:
        assert list(recount(table.round.tournament)) == [None, None]
    assert calls == {"parsed": 2, "settled": 2}


def test_hand_read_by_other_rules_is_read_anew(table: Table) -> None:
    """The rate was changed between the page and the first hand: what the page worked out does not hold."""
    read = read_hand(betl(won=False), find_rulebook("csm"), "ABCD")
    assert read.settlement.money == BETL_LOST
    Tournament.objects.update(base_rate=50)

    hand = hand_record(table=table, record=read, by=DESK)

    assert hand.money == {"A": -2250, "B": 750, "C": 750, "D": 750}


QUERIES = {"organiser": 20, "scribe": 16}


@pytest.mark.parametrize(("writer", "most"), QUERIES.items(), ids=QUERIES)
def test_queries_of_saving_a_hand(organiser_client: Client, table: Table, writer: str, most: int) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    client = organiser_client if writer == "organiser" else Client()
    place = TABLE if writer == "organiser" else f"/l/{table.links.get(active=True).token}"
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(
            f"{place}/hra/", BETL | {"dealer": "A", "declarer": "B"} | {"submission": str(uuid.uuid4())}
        )
    assert answer.status_code == 302
    assert len(queries) <= most
