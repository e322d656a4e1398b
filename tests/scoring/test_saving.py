"""What a save costs the database, and what everybody at the table and behind it gets for it.

A hall of eighty tables saves sixty hands a second: each query of a save counts. Transactions begin and end
with a query too.
"""

import uuid
from dataclasses import dataclass

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Hand
from scoring.selectors.tables import account_after, marks_of, next_hand, seat_lines, table_account
from scoring.services.hands import hand_send
from scoring.services.questions import Announced
from tests import factories
from tournament.actors import Actor
from tournament.enums import RoundState
from tournament.models import Table

LOCK = int(connection.features.has_select_for_update)
"""Where rows are locked, the lock is a query of its own; SQLite holds the whole file by then."""


def hand(table: Table, number: int, **fields: str) -> dict[str, str]:
    """What the form of a plain hand sends."""
    return {
        "submission": str(uuid.uuid4()),
        "number": str(number),
        "kind": "hand",
        "dealer": "A",
        "declarer": "B",
        "contract": "hra",
        "outcome_hra": "won",
        "flek_hra": "0",
        "dealer_ok": "1",
        **fields,
    }


@dataclass(frozen=True)
class Saver:
    """Who saves, in which words, and the queries it takes."""

    scribe: bool
    fields: dict[str, str]
    headers: dict[str, str]
    queries: int


JSON = {"Accept": "application/json"}
SAVES = {
    "scribe, the page alone": Saver(True, {"fragment": "1"}, JSON, 9),
    "scribe, without JavaScript": Saver(True, {}, {}, 9),
    "organiser, the page alone": Saver(False, {"fragment": "1"}, JSON, 12),
    "organiser, a queue on a device": Saver(False, {}, JSON, 12),
}


def written(table: Table, count: int) -> None:
    """So many hands of the table."""
    for number in range(1, count + 1):
        factories.HandFactory(table=table, sequence=number)


def address(table: Table, name: str, *, scribe: bool) -> str:
    """A page of the table for its scribe or for an organiser."""
    if scribe:
        return reverse(f"scoring:scribe_{name}", args=[table.links.get(active=True).token])
    return reverse(f"scoring:{name}", args=[table.round.tournament.slug, table.round.number, table.number])


@pytest.mark.parametrize("count", [1, 60])
@pytest.mark.parametrize("saver", SAVES.values(), ids=list(SAVES))
def test_a_save_takes_few_queries_however_many_hands_there_are(
    table: Table, organiser_client: Client, saver: Saver, count: int
) -> None:
    written(table, count)
    type(table.round).objects.update(state=RoundState.PLAYING)
    client = Client() if saver.scribe else organiser_client
    to = address(table, "hand_new", scribe=saver.scribe)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = client.post(to, hand(table, count + 1, **saver.fields), headers=saver.headers)
    assert answer.status_code == (200 if saver.headers else 302)
    assert Hand.objects.filter(table=table, sequence=count + 1).count() == 1
    assert len(queries) == saver.queries + LOCK, [one["sql"] for one in queries]


@pytest.mark.parametrize(("scribe", "most"), [(True, 7), (False, 12)])
@pytest.mark.parametrize("count", [1, 60])
def test_the_page_of_a_table_takes_as_many_queries_for_sixty_hands_as_for_one(
    table: Table, organiser_client: Client, scribe: bool, most: int, count: int
) -> None:
    written(table, count)
    client = Client() if scribe else organiser_client
    to = address(table, "table", scribe=scribe)
    client.get(to)
    with CaptureQueriesContext(connection) as queries:
        shown = client.get(to)
    assert shown.content.decode().count('<tr id="hra-') == count
    assert len(queries) == most


def test_the_answer_to_a_save_is_the_new_line_and_not_the_page(table: Table) -> None:
    written(table, 60)
    client, to = Client(), address(table, "table", scribe=True)
    page = len(client.get(to).content)
    answer = client.post(to + "hra/", hand(table, 61, fragment="1"), headers=JSON)
    assert answer.json()["html"].count('<tr id="hra-') == 1
    assert len(answer.content) < page / 10


@pytest.mark.parametrize("kind", ["hand", "misdeal"])
@pytest.mark.parametrize("with_result", [False, True], ids=["no result", "a result from paper"])
def test_a_new_hand_tells_what_its_table_says_when_asked(
    table: Table, desk: Actor, kind: str, with_result: bool
) -> None:
    for number, removed in ((1, False), (2, True), (3, False)):
        factories.HandFactory(table=table, sequence=number, removed=removed)
    if with_result:
        factories.table_result(table, [(600, 6, 0), (-200, -2, 0), (-200, -2, 0), (-200, -2, 0)])
    record = factories.HandFactory.build(table=table).record
    if kind == "misdeal":
        record = {"format": record["format"], "players": record["players"], "dealer": "A", "kind": "misdeal"}
    sent = hand_send(table=table, record=record, by=desk, announced=Announced(4, frozenset({"dealer_ok"})))
    new, seats = sent.new, seat_lines(table)
    assert new is not None
    assert new.marks == marks_of(sent.hand)
    assert new.after == next_hand(table, "ABCD")
    assert new.has_result is with_result
    whole, part = table_account(table), account_after(new, seats)
    assert part.hands == whole.hands[-1:]
    assert (part.totals, part.figures, part.lines) == (whole.totals, whole.figures, whole.lines)
