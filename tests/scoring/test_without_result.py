"""A table whose result will not come: closed without one, awaited again, supplied later (S41)."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from scoring.exports import hands_workbook
from scoring.models import Hand, Penalty, TableResult
from scoring.printing.contents import explanations, filled_sheets
from scoring.selectors.history import table_history
from scoring.selectors.standings import last_publication, published_of, standings_of
from scoring.selectors.tables import board_rows, round_accounts
from scoring.services.closing import round_close
from scoring.services.decisions import decision_make
from scoring.services.hands import hand_record
from scoring.services.results import (
    Figures,
    SeatFigures,
    result_confirm,
    result_correct,
    result_enter,
    table_hand_in,
)
from scoring.services.standings import standings_publish
from scoring.services.without_result import result_await, result_give_up
from tests.scoring.races import in_threads
from tests.scoring.records import DESK, OTHER_DESK, REFEREE, betl, durch, scribe_of
from tests.scoring.test_pages import text_of as words_of
from tournament import ports
from tournament.enums import RoundState, TableState
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import LogEntry, Round, Table

pytestmark = pytest.mark.django_db

LOST = "lístek se ztratil"
NOTE = (
    "1. kolo, stůl 1 bez výsledku, kolo se nepočítá: 1 Novák Jan, 2 Čech Petr, 3 Cibulka Karel a 4 Dvořáková"
    " Věra – lístek se ztratil"
)


def paper(first: int) -> Figures:
    money = {"A": first, "B": -first, "C": 0, "D": 0}
    return Figures(seats={letter: SeatFigures(amount, 0) for letter, amount in money.items()})


def given_up(table: Table) -> Table:
    return result_give_up(table=table, reason=LOST, by=DESK)


@pytest.fixture
def closed(drawn: Round, table: Table, second_table: Table) -> Round:
    """Round 1: table 1 without a result though a hand is written there, a durch at table 2; published."""
    hand_record(table=table, record=betl(), by=scribe_of(table))
    given_up(table)
    hand_record(table=second_table, record=durch(), by=scribe_of(second_table))
    round_close(round_=drawn, by=DESK)
    standings_publish(round_=drawn, by=DESK)
    drawn.refresh_from_db()
    return drawn


def test_the_table_says_why_and_the_round_begins(drawn: Round, table: Table) -> None:
    stored = given_up(table)

    assert (stored.state, stored.no_result_reason, stored.version) == (TableState.WITHOUT_RESULT, LOST, 2)
    drawn.refresh_from_db()
    assert drawn.state == RoundState.PLAYING
    assert ports.tables_begun(drawn) == {table.pk}
    entry = LogEntry.objects.get(action="scoring.table.given_up")
    assert (entry.old, entry.new, entry.reason, entry.table_number) == (
        {"state": "open"},
        {"state": "no_result"},
        LOST,
        1,
    )
    line = table_history(Table.objects.select_related("round").get(pk=table.pk))[0]
    assert [(one.old, one.new) for one in line.figures] == [("hraje se", "bez výsledku")]


def test_its_people_played_no_such_round(closed: Round, table: Table) -> None:
    """The hand that was written counts neither; who and why stands with the standings."""
    standings = standings_of(closed.tournament, closed)

    assert {row.number: row.sb for row in standings.rows} == {5: 18, 6: -6, 7: -6, 8: -6}
    assert standings.notes == (NOTE,)
    assert published_of(last_publication(closed.tournament)).notes == (NOTE,)
    table.refresh_from_db()
    assert (closed.state, table.state) == (RoundState.CLOSED, TableState.WITHOUT_RESULT)
    assert not TableResult.objects.filter(table=table).exists()


def test_no_signature_is_missed_where_no_sheet_is(drawn: Round, table: Table, second_table: Table) -> None:
    """B/1"""
    result_enter(table=table, figures=Figures(paper(100).seats, signed=False), by=DESK)
    given_up(table)
    hand_record(table=second_table, record=durch(), by=scribe_of(second_table))
    assert round_close(round_=drawn, by=DESK).proposed == 0
    assert not Penalty.objects.exists()


def test_supplied_later_as_its_first_entry(closed: Round, table: Table) -> None:
    """No correction: the states are as if it had come in time; published standings follow with the reason."""
    result = result_correct(table=table, figures=paper(500), reason="lístek se našel", by=DESK).result

    assert (result.number, result.reason) == (1, "lístek se našel")
    table.refresh_from_db()
    closed.refresh_from_db()
    assert (closed.state, table.state) == (RoundState.CLOSED, TableState.CLOSED)
    logged = LogEntry.objects.get(object_id=result.pk)
    assert (logged.action, logged.old) == ("scoring.result.entered", None)
    newest = last_publication(closed.tournament)
    assert (newest.number, newest.reason) == (2, "1. kolo, stůl 1: lístek se našel")
    published = published_of(newest)
    assert published.notes == ("1. kolo, stůl 1: lístek se našel",)
    assert {row.number: row.sb for row in published.rows} == {
        5: 18, 1: 5, 2: -5, 3: 0, 4: 0, 6: -6, 7: -6, 8: -6,
    }  # fmt: skip


WRITTEN: dict[str, tuple[Callable[[Table], Any], TableState]] = {
    "nothing": (lambda table: None, TableState.OPEN),
    "handed in without anything": (
        lambda table: table_hand_in(table=table, by=scribe_of(table)),
        TableState.OPEN,
    ),
    "a hand": (
        lambda table: hand_record(table=table, record=betl(), by=scribe_of(table)),
        TableState.HANDED_IN,
    ),
    "a result from paper": (
        lambda table: result_enter(table=table, figures=paper(100), by=DESK),
        TableState.HANDED_IN,
    ),
}


@pytest.mark.parametrize(("write", "state"), WRITTEN.values(), ids=WRITTEN)
def test_awaited_again_before_closing(
    drawn: Round, table: Table, write: Callable[[Table], Any], state: TableState
) -> None:
    write(table)
    given_up(table)

    result_await(table=table, by=DESK)

    table.refresh_from_db()
    assert (table.state, table.no_result_reason) == (state, "")
    assert LogEntry.objects.filter(action="scoring.table.awaited").count() == 1
    result_enter(table=table, figures=paper(300), by=DESK)
    assert result_confirm(table=table, by=DESK, reason="platí lístek").confirmed_by == DESK.name


def test_a_ruling_meanwhile_is_in_the_result_once_it_is_awaited(table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=scribe_of(table))
    result_enter(table=table, figures=Figures({}, source="hands"), by=DESK)
    given_up(table)
    hand.refresh_from_db()
    decision_make(hand=hand, patch={"outcome": {"betl": "lost"}}, reason="Chytil se.", by=DESK)
    assert TableResult.objects.count() == 1

    result_await(table=table, by=DESK)

    newest = TableResult.objects.get(current=True)
    assert {line.seat.position: line.money for line in newest.seats.all()}["A"] == -900


REFUSED: dict[str, tuple[Callable[[Table], Any], str]] = {
    "a hand": (
        lambda table: hand_record(table=table, record=betl(), by=scribe_of(table)),
        r"uzavřený bez výsledku \(lístek se ztratil\)",
    ),
    "a result": (
        lambda table: result_enter(table=table, figures=paper(100), by=DESK),
        "uzavřený bez výsledku",
    ),
    "confirming": (lambda table: result_confirm(table=table, by=DESK), "uzavřený bez výsledku"),
    "handing in": (
        lambda table: table_hand_in(table=table, by=scribe_of(table)),
        "uzavřený bez výsledku",
    ),
    "again": (given_up, "uzavřený bez výsledku"),
}


@pytest.mark.parametrize(("act", "why"), REFUSED.values(), ids=REFUSED)
def test_nothing_is_written_there(table: Table, act: Callable[[Table], Any], why: str) -> None:
    given_up(table)
    with pytest.raises(Refused, match=why) as refused:
        act(table)
    assert refused.value.code == "without_result"
    assert not TableResult.objects.exists()
    assert not Hand.objects.exists()


def test_refusals(closed: Round, table: Table, second_table: Table) -> None:
    for by, act in ((REFEREE, result_give_up), (REFEREE, result_await)):
        with pytest.raises(NotAllowed):
            act(table=table, by=by, **({"reason": LOST} if act is result_give_up else {}))
    with pytest.raises(Refused, match="kolo je uzavřené"):
        result_give_up(table=second_table, reason=LOST, by=DESK)
    with pytest.raises(Refused, match="kolo je uzavřené"):
        result_await(table=table, by=DESK)


def test_a_reason_is_needed_and_a_confirmed_table_stays(table: Table, second_table: Table) -> None:
    with pytest.raises(Refused, match="Napište důvod"):
        result_give_up(table=table, reason=" ", by=DESK)
    result_enter(table=second_table, figures=paper(100), by=DESK)
    result_confirm(table=second_table, by=DESK)
    with pytest.raises(Refused, match="už je potvrzený"):
        given_up(second_table)
    with pytest.raises(Refused, match="není uzavřený bez výsledku"):
        result_await(table=table, by=DESK)


def test_the_version_on_the_screen(table: Table) -> None:
    table_hand_in(table=table, by=scribe_of(table))
    with pytest.raises(Conflict, match="Mezitím"):
        result_give_up(table=table, reason=LOST, by=DESK, expected=1)
    table.refresh_from_db()
    assert table.state == TableState.HANDED_IN


@pytest.mark.django_db(transaction=True)
def test_two_at_once_one_gives_up_and_one_confirms(drawn: Round, table: Table) -> None:
    result_enter(table=table, figures=paper(100), by=DESK)
    table.refresh_from_db()
    version = table.version
    acts: list[Callable[[], Any]] = [
        lambda: result_give_up(table=table, reason=LOST, by=DESK, expected=version),
        lambda: result_confirm(table=table, by=OTHER_DESK),
    ]

    answers = in_threads(2, lambda place: acts[place]())

    assert sum(isinstance(answer, Refused | Conflict) for answer in answers) == 1
    table.refresh_from_db()
    gave_up = not isinstance(answers[0], Refused | Conflict)
    assert table.state == (TableState.WITHOUT_RESULT if gave_up else TableState.CONFIRMED)


class TestPages:
    """Everywhere a table is shown it has its word."""

    def address(self, name: str, table: Table) -> str:
        return reverse(f"scoring:{name}", args=[table.round.tournament.slug, 1, table.number])

    def test_given_up_and_awaited_on_the_page_of_the_result(
        self, organiser_client: Client, table: Table
    ) -> None:
        page = words_of(organiser_client.get(self.address("result", table)))
        assert "Uzavřít stůl 1 bez výsledku" in page

        empty = organiser_client.post(self.address("result_give_up", table), {"reason": "", "expected": "1"})
        assert (empty.status_code, Table.objects.get(pk=table.pk).state) == (422, "open")

        sent = {"reason": LOST, "expected": "1"}
        done = organiser_client.post(self.address("result_give_up", table), sent, follow=True)
        assert "Stůl 1 je uzavřený bez výsledku." in words_of(done)
        page = words_of(organiser_client.get(self.address("result", table)))
        assert "Důvod: lístek se ztratil" in page
        assert "Zase čekat na výsledek" in page
        assert "Potvrdit výsledek" not in page

        version = Table.objects.get(pk=table.pk).version
        late = organiser_client.post(self.address("result_await", table), {"expected": str(version - 1)})
        assert late.status_code == 409
        organiser_client.post(self.address("result_await", table), {"expected": str(version)})
        assert Table.objects.get(pk=table.pk).state == TableState.OPEN

    def test_board_table_result_and_print(
        self, organiser_client: Client, closed: Round, table: Table
    ) -> None:
        board = words_of(organiser_client.get(reverse("scoring:round_board", args=["jarni-turnaj", 1])))
        assert "Stůl 1 bez výsledku" in board
        assert "lístek se ztratil" in board
        row = next(row for row in board_rows(closed) if row.table.number == 1)
        assert [one.money for one in row.seats] == [None] * 4
        assert "bez výsledku" in words_of(organiser_client.get(self.address("table", table)))
        page = words_of(organiser_client.get(self.address("result", table)))
        assert "Dodat výsledek, který chyběl" in page
        assert "Co platí" not in page
        sheet = filled_sheets(closed)[0]
        assert sheet.totals is None
        assert sheet.note == "Stůl bez výsledku, kolo se jeho hráčům nepočítá: lístek se ztratil"
        first, second = explanations(closed).tables
        assert (first.missing, second.missing) == (sheet.note, "")
        printed = render_to_string("print/explanations.html", {"explanations": explanations(closed)})
        assert printed.count(sheet.note) == 1

    def test_the_workbook_of_hands_says_why(self, closed: Round) -> None:
        book = load_workbook(io.BytesIO(hands_workbook(closed, round_accounts(closed))))
        lines = [row for row in book.worksheets[0].iter_rows(min_row=3, values_only=True) if row[0]]
        assert [(row[0], row[-1]) for row in lines] == [
            *[(1, "bez výsledku, nepočítá se: lístek se ztratil")] * 4,
            *[(2, "ze zapsaných her")] * 4,
        ]

    def test_the_public_reads_which_table_and_why(self, client: Client, closed: Round) -> None:
        page = words_of(client.get(reverse("scoring:standings", args=["jarni-turnaj"])))
        assert NOTE in page


def test_best_hand_of_such_a_table_decides_nothing(closed: Round) -> None:
    closed.tournament.ranking_criteria = ["best_hand"]
    assert [row.number for row in standings_of(closed.tournament, closed).rows] == [5, 6, 7, 8]
