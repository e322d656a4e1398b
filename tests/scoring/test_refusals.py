"""Refusals of the services in full, word for word: the sentence, its code, the fields it stands beside. What
comes of each in a story is tested with the others of its story."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.points_table import find_points_table
from scoring.models import TableResult
from scoring.services.closing import round_close
from scoring.services.corrections import correction_confirm, correction_reject
from scoring.services.decisions import decision_cancel, decision_make
from scoring.services.disputes import Objection, dispute_open
from scoring.services.hand_lines import read_hand_lines
from scoring.services.hands import HandLine, hand_correct, hand_record, hand_remove, hands_record_many
from scoring.services.points import points_row_store, points_table_read, points_table_store
from scoring.services.results import (
    Figures,
    SeatFigures,
    result_confirm,
    result_correct,
    result_enter,
    result_restore,
    table_hand_in,
)
from scoring.services.standings import standings_publish
from scoring.services.without_result import result_await, result_give_up
from tests import factories
from tests.refusals import said, word_for_word
from tests.scoring.records import CHIEF, DESK, OTHER_DESK, REFEREE, betl, durch, penalty_create, scribe_of
from tournament.enums import RoundState, TableState
from tournament.errors import DeskError
from tournament.models import Round, Table, Tournament

pytestmark = pytest.mark.django_db


def paper(*money: int, **fields: Any) -> Figures:
    seats = {letter: SeatFigures(amount, 0) for letter, amount in zip("ABCD", money, strict=False)}
    return Figures(seats=seats, **fields)


def of_seat_a(**figures: Any) -> Figures:
    """A figure of seat A, against which C and D have nothing."""
    one = {"money": 0, "premium": 0} | figures
    seats = {"A": SeatFigures(**one), "B": SeatFigures(-one["money"], 0)}
    return Figures(seats=seats | {letter: SeatFigures(0, 0) for letter in "CD"})


def confirmed(table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    result_confirm(table=table, by=OTHER_DESK)
    TableResult.objects.update(confirmed_at=factories.SAVED_AT)


def given_up(table: Table) -> None:
    result_give_up(table=table, reason="lístek se ztratil", by=DESK)


def closed(table: Table, **fields: Any) -> Table:
    """Both tables confirmed, the round closed."""
    for one in table.round.tables.all():
        hand_record(table=one, record=betl(), by=scribe_of(one))
    round_close(round_=table.round, by=OTHER_DESK)
    Round.objects.update(closed_at=factories.SAVED_AT)
    Tournament.objects.update(**fields)
    return Table.objects.select_related("round__tournament").get(pk=table.pk)


def line(number: int, **fields: Any) -> HandLine:
    return HandLine(**{"line": number, "table": 1, "record": betl()} | fields)


def file_of(table: Table, *lines: HandLine) -> Any:
    return hands_record_many(round_=table.round, lines=lines, by=DESK)


def ruled(table: Table, by: str = "B", article: str = "C1") -> Any:
    hand = hand_record(table=table, record=betl(won=False), by=DESK)
    decision_make(hand=hand, patch={"renonce": [{"by": by, "article": article}]}, reason="uznáno", by=REFEREE)
    return hand


def rule(table: Table, patch: dict[str, Any] | None = None, **fields: Any) -> Any:
    hand = hand_record(table=table, record=betl(), by=DESK)
    given = {"patch": patch or {"premium": None}, "reason": "uznáno", "by": REFEREE} | fields
    return decision_make(hand=hand, **given)


def corrected(table: Table, **fields: Any) -> Any:
    there = closed(table, two_person_mode=True)
    result_correct(table=there, figures=paper(100, -100, 0, 0), reason="omyl", by=DESK)
    return there


CASES: dict[str, Callable[[Table], Any]] = {
    "who writes hands": lambda at: hand_record(table=at, record=betl(), by=REFEREE),
    "who enters results": lambda at: result_enter(table=at, figures=paper(0, 0, 0, 0), by=CHIEF),
    "reason without end": lambda at: result_give_up(table=at, reason="x" * 301, by=DESK),
    "reason missing": lambda at: result_give_up(table=at, reason=" ", by=DESK),
    "confirmed sheet": lambda at: (confirmed(at), table_hand_in(table=at, by=DESK)),
    "confirmed by another": lambda at: (confirmed(at), result_confirm(table=at, by=DESK)),
    "table without a result": lambda at: (given_up(at), hand_record(table=at, record=betl(), by=DESK)),
    "table that waits": lambda at: result_await(table=at, by=DESK),
    "nothing to confirm": lambda at: result_confirm(table=at, by=DESK),
    "other seats": lambda at: result_enter(table=at, figures=paper(0, 0, 0), by=DESK),
    "sum is not zero": lambda at: result_enter(table=at, figures=paper(100, 0, 0, 0), by=DESK),
    "sum whose reason is without end": lambda at: result_enter(
        table=at, figures=paper(100, 0, 0, 0, zero_reason="x" * 301), by=DESK
    ),
    "money too large": lambda at: result_enter(table=at, figures=of_seat_a(money=100_000_01), by=DESK),
    "crowns too large": lambda at: result_enter(table=at, figures=of_seat_a(zb=-100_001), by=DESK),
    "points too many": lambda at: result_enter(table=at, figures=of_seat_a(premium=-100_001), by=DESK),
    "crowns too far": lambda at: result_enter(table=at, figures=of_seat_a(money=1234, zb=14), by=DESK),
    "crowns whose reason is without end": lambda at: result_enter(
        table=at,
        figures=Figures(
            seats={letter: SeatFigures(0, 0, zb) for letter, zb in zip("ABCD", (5, -5, 0, 0), strict=True)},
            rounding_reason="x" * 301,
        ),
        by=DESK,
    ),
    "figures of another table": lambda at: (
        result_enter(table=at.round.tables.get(number=2), figures=paper(300, -300, 0, 0), by=DESK),
        result_enter(table=at, figures=paper(300, -300, 0, 0), by=DESK),
    ),
    "difference": lambda at: (
        hand_record(table=at, record=betl(), by=DESK),
        result_enter(table=at, figures=paper(300, -300, 0, 0), by=DESK),
        result_confirm(table=at, by=DESK, reason=" "),
    ),
    "difference whose reason is without end": lambda at: (
        hand_record(table=at, record=betl(), by=DESK),
        result_enter(table=at, figures=paper(300, -300, 0, 0), by=DESK),
        result_confirm(table=at, by=DESK, reason="x" * 301),
    ),
    "difference beside a dispute": lambda at: (
        hand_record(table=at, record=betl(), by=DESK),
        result_enter(table=at, figures=paper(300, -300, 0, 0), by=DESK),
        dispute_open(table=at, claim=Objection("A", "B", 1, "C1"), by=DESK),
        result_confirm(table=at, by=DESK),
    ),
    "own sheet": lambda at: (
        Tournament.objects.update(two_person_mode=True),
        result_enter(table=at, figures=paper(300, -300, 0, 0), by=DESK),
        result_confirm(table=at, by=DESK),
    ),
    "version that never was": lambda at: result_restore(table=at, number=4, by=DESK),
    "correction without a reason": lambda at: result_correct(
        table=closed(at), figures=paper(0, 0, 0, 0), reason="", by=DESK
    ),
    "correction of an ended tournament": lambda at: result_correct(
        table=closed(at, finished_at=factories.SAVED_AT), figures=paper(0, 0, 0, 0), reason="omyl", by=DESK
    ),
    "second correction": lambda at: result_correct(
        table=corrected(at), figures=paper(0, 0, 0, 0), reason="omyl", by=OTHER_DESK
    ),
    "own correction": lambda at: correction_confirm(table=corrected(at), by=DESK),
    "no correction": lambda at: correction_confirm(table=closed(at), by=DESK),
    "no correction to reject": lambda at: correction_reject(
        table=closed(at), reason="ne", by=DESK, expected=7
    ),
    "rejected without a reason": lambda at: correction_reject(table=corrected(at), reason="", by=DESK),
    "nothing to close": lambda at: (
        at.round.tables.all().delete(),
        round_close(round_=at.round, by=DESK),
    ),
    "unfinished tables": lambda at: (
        hand_record(table=at, record=betl(), by=DESK),
        round_close(round_=at.round, by=DESK),
    ),
    "standings before those of an earlier round": lambda at: (
        closed(at),
        standings_publish(
            round_=factories.drawn_round(
                at.round.tournament, number=2, state=RoundState.CLOSED, table_state=TableState.CLOSED
            ),
            by=DESK,
        ),
    ),
    "no such field in a ruling": lambda at: rule(at, {"players": [], "dealer": "A"}),
    "ruling without a reason": lambda at: rule(at, reason=" "),
    "ruling whose texts are without end": lambda at: rule(at, reason="x" * 1001, claim="x" * 301),
    "who rules": lambda at: rule(at, by=scribe_of(at)),
    "ruling of a referee after closing": lambda at: decision_make(
        hand=closed(at).hands.get(), patch={"premium": None}, reason="uznáno", by=REFEREE
    ),
    "no ruling to cancel": lambda at: decision_cancel(
        hand=hand_record(table=at, record=betl(), by=DESK), reason="omyl", by=CHIEF
    ),
    "ruling on a hand taken back": lambda at: decision_make(
        hand=hand_remove(hand=hand_record(table=at, record=betl(), by=DESK), by=DESK),
        patch={"premium": None},
        reason="uznáno",
        by=CHIEF,
    ),
    "hand that was ruled on": lambda at: hand_correct(hand=ruled(at), record=betl(), by=scribe_of(at)),
    "correction against a ruling": lambda at: hand_correct(
        hand=ruled(at, "A", "C9"), record=betl(declarer="B"), by=DESK
    ),
    "id that is empty": lambda at: hand_record(table=at, record=betl(), by=DESK, external_id=""),
    "id without end": lambda at: hand_record(table=at, record=betl(), by=DESK, external_id="x" * 101),
    "id that cannot be printed": lambda at: hand_record(table=at, record=betl(), by=DESK, external_id="a\n"),
    "id of another hand": lambda at: (
        hand_record(table=at, record=betl(), by=DESK, external_id="7"),
        hand_record(table=at, record=durch(), by=DESK, external_id="7"),
    ),
    "file with a wrong line": lambda at: file_of(at, line(1), line(2, table=9)),
    "file with two": lambda at: file_of(at, line(5, external_id=""), line(2, table=9)),
    "file with three": lambda at: file_of(at, *(line(number, table=9) for number in (1, 2, 3))),
    "file with eleven": lambda at: file_of(at, *(line(number, table=9) for number in range(1, 12))),
    "file with twelve": lambda at: file_of(at, *(line(number, table=9) for number in range(1, 13))),
    "file for no table": lambda at: (at.round.tables.all().delete(), file_of(at, line(1))),
    "no line in a file": lambda at: read_hand_lines(content=b"\xef\xbb\xbf \n\n"),
    "lines that are no hands": lambda at: read_hand_lines(
        content=b'{"table": 1, "hand": {}}\n\n{nic\n{"table": 1}\n{"hand": 1}\n[]'
    ),
    "line with other fields": lambda at: read_hand_lines(
        content=b'{"table": 1, "hand": {}, "b": 1, "' + b"a" * 41 + b'": 2}'
    ),
    "line whose table is a text": lambda at: read_hand_lines(content=b'{"table": "1", "hand": {}}'),
    "line whose table is a switch": lambda at: read_hand_lines(content=b'{"table": true, "hand": {}}'),
    "line whose id is a number": lambda at: read_hand_lines(content=b'{"table": 1, "hand": {}, "id": 1}'),
    "penalty of somebody else's player": lambda at: penalty_create(
        round_=at.round, entry=factories.EntryFactory(), points=-5, reason="hádka", by=DESK
    ),
    "penalty that is a reward": lambda at: penalty_create(
        round_=at.round, entry=at.seats.first().entry, points=1, reason="hádka", by=DESK
    ),
    "who punishes": lambda at: penalty_create(
        round_=at.round, entry=at.seats.first().entry, points=0, reason="hádka", by=REFEREE
    ),
    "table of points that is no workbook": lambda at: points_table_read(content=b"x", name="Naše"),
    "table of points without a name": lambda at: points_table_store(
        tournament=at.round.tournament, table=find_points_table("csm-2014"), by=DESK, name=" "
    ),
    "table of points that has changed": lambda at: points_row_store(
        tournament=at.round.tournament, row={}, by=DESK, base="csm-2014", seen=0
    ),
}
"""What is done at table 1 of a published round until it is refused (`data/refusals_scoring.txt`)."""


TEXTS = word_for_word("scoring")


@pytest.mark.parametrize("name", CASES)
def test_refusal_word_for_word(table: Table, name: str) -> None:
    with pytest.raises(DeskError) as refused:
        CASES[name](table)
    assert said(refused.value) == TEXTS[name]
