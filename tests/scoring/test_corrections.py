"""Corrections after closing: by one person at once, in two-person mode by two (S27, S28, S31, S49)."""

import re
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from scoring.enums import Approval
from scoring.models import StandingsPublication, TableResult
from scoring.selectors.history import table_history
from scoring.selectors.results import waiting_corrections
from scoring.selectors.standings import last_publication, published_of, standings_of
from scoring.selectors.tables import board_rows, current_result, result_lines, table_account
from scoring.services.archive import tournament_import
from scoring.services.closing import round_close
from scoring.services.corrections import correction_confirm, correction_reject
from scoring.services.decisions import decision_make
from scoring.services.hands import hand_record
from scoring.services.results import (
    Correction,
    Figures,
    SeatFigures,
    result_confirm,
    result_correct,
    result_enter,
    result_restore,
)
from scoring.services.standings import Republished, standings_publish
from scoring.services.without_result import result_give_up
from tests import factories
from tests.archives import tournament_archive
from tests.markup import text_of_page
from tests.scoring.races import in_threads
from tests.scoring.records import CHIEF, DESK, OTHER_DESK, REFEREE, betl, scribe_of
from tournament.actors import Actor
from tournament.enums import Role, RoundState, TableState
from tournament.errors import Conflict, DeskError, NotAllowed, Refused
from tournament.models import Account, LogEntry, Round, Table, Tournament
from tournament.services.founding import tournament_finish

pytestmark = pytest.mark.django_db

T = "/t/jarni-turnaj"
TABLE = f"{T}/kolo/1/stul/1"
THIRD = factories.actor("Cecílie Třetí", Role.ORGANISER)
NAMESAKE = replace(THIRD, name=DESK.name)
BEFORE = {"A": 1234, "B": -560, "C": -1001, "D": 327}
AFTER = {"A": 1434, "B": -760, "C": -1001, "D": 327}


def paper(money: dict[str, int]) -> Figures:
    return Figures(seats={letter: SeatFigures(amount, 0) for letter, amount in money.items()})


@pytest.fixture
def closed(drawn: Round, table: Table, second_table: Table) -> Round:
    """Table 1 from paper, typed by one and confirmed by another; table 2 from hands; closed and published."""
    Tournament.objects.update(two_person_mode=True)
    result_enter(table=table, figures=paper(BEFORE), by=DESK)
    hand_record(table=second_table, record=betl(), by=scribe_of(second_table))
    result_confirm(table=table, by=OTHER_DESK)
    round_close(round_=drawn, by=OTHER_DESK)
    standings_publish(round_=drawn, by=DESK)
    return Round.objects.select_related("tournament").get(pk=drawn.pk)


def at(closed: Round, number: int = 1) -> Table:
    return Table.objects.select_related("round__tournament").get(round=closed, number=number)


def propose(closed: Round, by: Actor = DESK, **fields: Any) -> Correction:
    return result_correct(table=at(closed), figures=paper(AFTER), reason="přehozené číslice", by=by, **fields)


def in_force(closed: Round) -> dict[str, int]:
    return {line.letter: line.money for line in result_lines(current_result(at(closed)))}


def published_money(closed: Round, entry: int = 1) -> int:
    rows = published_of(last_publication(closed.tournament)).rows
    return next(row.money for row in rows if row.number == entry)


def states(closed: Round) -> tuple[str, str]:
    table = at(closed)
    return table.round.state, table.state


# It waits ------------------------------------------------------------------------------------------------


def test_in_two_person_mode_a_correction_waits_and_counts_nowhere(closed: Round) -> None:
    """S28: neither figures nor states, neither standings nor what is published."""
    done = propose(closed)

    assert (done.changed, done.published) == (True, ())
    assert done.text == "Oprava čeká, až ji potvrdí jiný pořadatel. Do té doby platí dosavadní čísla."
    assert (done.result.number, done.result.current, done.result.approval) == (2, False, Approval.WAITING)
    assert (done.result.entered_by, done.result.confirmed_by, done.result.confirmed_at) == (
        DESK.name,
        "",
        None,
    )
    account = table_account(at(closed))
    assert (account.result.number, account.waiting, account.figures.money) == (1, done.result, BEFORE)
    assert {row.number: row.money for row in standings_of(closed.tournament, closed).rows}[1] == 1234
    assert published_money(closed) == 1234
    assert StandingsPublication.objects.count() == 1
    assert states(closed) == (RoundState.CLOSED, TableState.CLOSED)
    logged = LogEntry.objects.get(action="scoring.result.correction_proposed")
    assert (logged.actor_key, logged.reason, logged.old["money"], logged.new["money"]) == (
        DESK.key,
        "přehozené číslice",
        BEFORE,
        AFTER,
    )


def test_another_organiser_confirms_it(closed: Round) -> None:
    """S27, S31: both names stay, the standings follow and the organiser reads how."""
    propose(closed)

    done = correction_confirm(table=at(closed), by=OTHER_DESK, expected=2)

    result = current_result(at(closed))
    assert done.result == result
    assert (result.number, result.approval, result.entered_by_key, result.confirmed_by_key) == (
        2,
        "",
        DESK.key,
        OTHER_DESK.key,
    )
    assert in_force(closed) == AFTER
    assert states(closed) == (RoundState.REVISED, TableState.CORRECTED)
    assert done.published == (Republished(round=1, version=2, rows=2),)
    assert done.text == "Oprava platí. Pořadí po 1. kole je zveřejněno jako verze 2, změnily se 2 řádky."
    newest = last_publication(closed.tournament)
    assert (newest.reason, newest.published_by_key, published_money(closed)) == (
        "1. kolo, stůl 1: přehozené číslice",
        OTHER_DESK.key,
        1434,
    )
    logged = LogEntry.objects.get(action="scoring.result.correction_confirmed")
    assert (logged.object_id, logged.old["number"], logged.new["number"]) == (result.pk, 1, 2)
    assert [(line.who, line.action) for line in table_history(at(closed))] == [
        ("Ota Druhý", "Oprava výsledku potvrzena"),
        ("Olga Pořadatelová", "Oprava výsledku zapsána, čeká na potvrzení"),
        ("Ota Druhý", "Výsledek stolu potvrzen"),
        ("Olga Pořadatelová", "Výsledek stolu zapsán"),
    ]


def test_without_two_person_mode_it_is_in_force_at_once(closed: Round) -> None:
    Tournament.objects.update(two_person_mode=False)

    done = propose(closed)

    assert (done.result.approval, done.result.confirmed_by_key) == ("", DESK.key)
    assert done.text == "Oprava platí. Pořadí po 1. kole je zveřejněno jako verze 2, změnily se 2 řádky."
    assert in_force(closed) == AFTER


def test_every_round_published_anew_is_named(closed: Round) -> None:
    Tournament.objects.update(two_person_mode=False)
    second = factories.drawn_round(closed.tournament, number=2)
    for table in Table.objects.select_related("round__tournament").filter(round=second):
        hand_record(table=table, record=betl(), by=scribe_of(table))
    round_close(round_=second, by=DESK)
    standings_publish(round_=second, by=DESK)

    assert [(one.round, one.version) for one in propose(closed).published] == [(1, 2), (2, 2)]


def test_it_is_rejected_and_stays_readable(closed: Round) -> None:
    propose(closed)

    correction_reject(table=at(closed), by=OTHER_DESK, reason="lístek říká jinak", expected=2)

    stored = TableResult.objects.get(table=at(closed), number=2)
    assert (stored.current, stored.approval, in_force(closed)) == (False, Approval.REJECTED, BEFORE)
    assert states(closed) == (RoundState.CLOSED, TableState.CLOSED)
    assert StandingsPublication.objects.count() == 1
    logged = LogEntry.objects.get(action="scoring.result.correction_rejected")
    assert (logged.actor_key, logged.object_id, logged.reason) == (
        OTHER_DESK.key,
        stored.pk,
        "lístek říká jinak",
    )
    assert propose(closed).result.number == 3


def test_its_author_takes_it_back(closed: Round) -> None:
    propose(closed)
    correction_reject(table=at(closed), by=DESK, reason="spletl jsem se")
    assert waiting_corrections(closed.tournament) == []


def test_a_rejected_version_is_proposed_again_by_restoring_it(closed: Round) -> None:
    propose(closed)
    correction_reject(table=at(closed), by=OTHER_DESK, reason="lístek říká jinak")

    done = result_restore(table=at(closed), number=2, by=OTHER_DESK, reason="přece jen platí")

    assert (done.result.number, done.result.approval) == (3, Approval.WAITING)
    correction_confirm(table=at(closed), by=DESK)
    assert in_force(closed) == AFTER


def test_figures_written_before_a_table_was_given_up_are_supplied_later(
    drawn: Round, table: Table, second_table: Table
) -> None:
    """They count nowhere until then, so the same figures are a version that waits, and the first entry."""
    result_enter(table=table, figures=paper(BEFORE), by=DESK)
    result_give_up(table=table, reason="lístek se ztratil", by=DESK)
    hand_record(table=second_table, record=betl(), by=scribe_of(second_table))
    round_close(round_=drawn, by=DESK)
    Tournament.objects.update(two_person_mode=True)

    done = result_correct(table=at(drawn), figures=paper(BEFORE), reason="lístek se našel", by=DESK)

    assert (done.changed, done.result.approval, states(drawn)[1]) == (
        True,
        Approval.WAITING,
        TableState.WITHOUT_RESULT,
    )
    correction_confirm(table=at(drawn), by=OTHER_DESK)
    assert states(drawn)[1] == TableState.CLOSED
    assert {row.number: row.money for row in standings_of(drawn.tournament, drawn).rows}[1] == 1234


# Who may -------------------------------------------------------------------------------------------------

NOT_THE_SECOND: dict[str, tuple[Actor, type[DeskError], str]] = {
    "its author": (DESK, Refused, "potvrdit ji musí jiný pořadatel"),
    "its author under another name": (
        replace(DESK, name="Olga Nová"),
        Refused,
        "potvrdit ji musí jiný pořadatel",
    ),
    "a referee": (REFEREE, NotAllowed, "jen pořadatel"),
    "the chief referee": (CHIEF, NotAllowed, "jen pořadatel"),
}


@pytest.mark.parametrize(("by", "error", "message"), NOT_THE_SECOND.values(), ids=NOT_THE_SECOND)
def test_who_is_no_second_person(closed: Round, by: Actor, error: type[DeskError], message: str) -> None:
    """S28: told apart by keys."""
    propose(closed)
    with pytest.raises(error, match=message):
        correction_confirm(table=at(closed), by=by)
    assert in_force(closed) == BEFORE


def test_a_namesake_is_a_second_person(closed: Round) -> None:
    propose(closed)
    correction_confirm(table=at(closed), by=NAMESAKE)
    assert in_force(closed) == AFTER


def test_referee_does_not_reject(closed: Round) -> None:
    propose(closed)
    with pytest.raises(NotAllowed, match="jen pořadatel"):
        correction_reject(table=at(closed), by=REFEREE, reason="nesouhlasím")


def test_once_the_mode_is_switched_off_the_author_confirms(closed: Round) -> None:
    propose(closed)
    Tournament.objects.update(two_person_mode=False)
    correction_confirm(table=at(closed), by=DESK)
    assert in_force(closed) == AFTER


# One at a time -------------------------------------------------------------------------------------------


def ruled(closed: Round) -> Any:
    hand = at(closed, 2).hands.get()
    hand.table = at(closed, 2)
    return decision_make(hand=hand, patch={"outcome": {"betl": "lost"}}, reason="přiznal zdvih", by=CHIEF)


def test_what_a_ruling_changes_waits_too(closed: Round) -> None:
    """The chief referee rules alone; that the result follows is confirmed by an organiser."""
    ruled(closed)

    [waiting] = waiting_corrections(closed.tournament)
    assert (waiting.table.number, waiting.entered_by_key, waiting.source) == (2, CHIEF.key, "hands")
    assert published_money(closed, 5) == 900
    correction_confirm(table=at(closed, 2), by=DESK)
    assert published_money(closed, 5) == -900


SECOND: dict[str, Callable[[Round], Any]] = {
    "of the same author": lambda closed: propose(closed),
    "of another organiser": lambda closed: result_correct(
        table=at(closed), figures=paper({**AFTER, "C": -901, "D": 227}), reason="jinak", by=OTHER_DESK
    ),
    "an older version": lambda closed: result_restore(
        table=at(closed), number=1, by=OTHER_DESK, reason="zpět"
    ),
}


@pytest.mark.parametrize("second", SECOND.values(), ids=SECOND)
def test_while_one_waits_nobody_enters_another(closed: Round, second: Callable[[Round], Any]) -> None:
    propose(closed)
    with pytest.raises(Refused, match=r"už čeká na potvrzení oprava \(zápis: Olga Pořadatelová\)"):
        second(closed)
    assert TableResult.objects.filter(table=at(closed)).count() == 2


def test_a_second_ruling_waits_for_the_first_correction(closed: Round) -> None:
    """Nothing of it is stored."""
    ruled(closed)
    hand = at(closed, 2).hands.get()
    hand.table = at(closed, 2)
    with pytest.raises(Refused, match="U stolu 2 už čeká"):
        decision_make(hand=hand, patch={"premium": [{"to": "A", "points": 9}]}, reason="PB", by=CHIEF)
    assert hand.decisions.count() == 1


def test_the_same_form_sent_twice_is_one_correction(closed: Round) -> None:
    """S22: with the same answer."""
    key = uuid.uuid4()
    first, second = (propose(closed, submission=key) for _click in range(2))
    assert first == second
    assert TableResult.objects.filter(table=at(closed)).count() == 2


def test_a_correction_of_the_same_figures_does_not_wait(closed: Round) -> None:
    """S48"""
    done = result_correct(table=at(closed), figures=paper(BEFORE), reason="pro jistotu", by=DESK)
    assert (done.changed, done.result.number, waiting_corrections(closed.tournament)) == (False, 1, [])


# Races and refusals --------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_organisers_confirm_at_once(closed: Round) -> None:
    """S21: one confirmation, the other is told who was faster."""
    propose(closed)
    people = [OTHER_DESK, THIRD]

    answers = in_threads(2, lambda place: correction_confirm(table=at(closed), by=people[place], expected=2))

    [done] = [answer for answer in answers if isinstance(answer, Correction)]
    [told] = [answer for answer in answers if isinstance(answer, Conflict)]
    assert done.result.confirmed_by in str(told)
    assert StandingsPublication.objects.count() == 2


LATE: dict[str, Callable[[Round], Any]] = {
    "confirmed": lambda closed: correction_confirm(table=at(closed), by=THIRD),
    "rejected": lambda closed: correction_reject(table=at(closed), by=THIRD, reason="ne"),
}
ACTS: dict[str, Callable[[Round], Any]] = {
    "confirm": lambda closed: correction_confirm(table=at(closed), by=OTHER_DESK, expected=2),
    "reject": lambda closed: correction_reject(table=at(closed), by=OTHER_DESK, reason="ne", expected=2),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
@pytest.mark.parametrize("first", LATE.values(), ids=LATE)
def test_who_comes_late_is_told_who_was_faster(
    closed: Round, first: Callable[[Round], Any], act: Callable[[Round], Any]
) -> None:
    propose(closed)
    first(closed)
    with pytest.raises(Conflict, match="Cecílie Třetí"):
        act(closed)


def test_confirming_again_is_no_conflict(closed: Round) -> None:
    propose(closed)
    first, again = (correction_confirm(table=at(closed), by=OTHER_DESK, expected=2) for _click in range(2))
    assert (first.result, first.changed, again.changed) == (again.result, True, False)
    assert StandingsPublication.objects.count() == 2


REFUSED: dict[str, tuple[Callable[[Round], Any], str]] = {
    "nothing waits": (lambda closed: correction_confirm(table=at(closed), by=OTHER_DESK), "nic|nečeká"),
    "nothing to reject": (
        lambda closed: correction_reject(table=at(closed), by=OTHER_DESK, reason="ne"),
        "nečeká",
    ),
    "no reason": (
        lambda closed: correction_reject(table=at(closed), by=OTHER_DESK, reason="  "),
        "Napište důvod",
    ),
}


@pytest.mark.parametrize(("act", "message"), REFUSED.values(), ids=REFUSED)
def test_refused_with_a_sentence(closed: Round, act: Callable[[Round], Any], message: str) -> None:
    with pytest.raises(Refused, match=message):
        act(closed)


def test_open_round_has_nothing_that_waits(drawn: Round, table: Table) -> None:
    with pytest.raises(Refused, match=r"1\. kolo"):
        correction_confirm(table=table, by=DESK)


def test_tournament_does_not_end_while_one_waits(closed: Round) -> None:
    propose(closed)
    with pytest.raises(Refused, match=r"opravu výsledku, která na to čeká: 1\. kolo, stůl 1") as refused:
        tournament_finish(tournament=closed.tournament, by=DESK)
    assert refused.value.code == "corrections_wait"

    correction_confirm(table=at(closed), by=OTHER_DESK)
    tournament_finish(tournament=closed.tournament, by=DESK)
    closed.tournament.refresh_from_db()
    assert closed.tournament.finished_at is not None


def wait_beside(closed: Round) -> Any:
    return TableResult.objects.create(
        table=at(closed), number=9, current=False, entered_by="x", approval=Approval.WAITING
    )


def wait_in_force(closed: Round) -> Any:
    return TableResult.objects.filter(table=at(closed), current=True).update(approval=Approval.WAITING)


@pytest.mark.parametrize("change", [wait_beside, wait_in_force])
def test_database_allows_one_that_waits_and_none_in_force(
    closed: Round, change: Callable[[Round], Any]
) -> None:
    propose(closed)
    with pytest.raises(IntegrityError), transaction.atomic():
        change(closed)


# The archive ---------------------------------------------------------------------------------------------


def test_archive_holds_what_waits(closed: Round) -> None:
    propose(closed)
    content = tournament_archive(closed.tournament)

    copy = tournament_import(content=content, slug="kopie")

    [waiting] = waiting_corrections(copy)
    assert (waiting.number, waiting.entered_by_key, waiting.approval) == (2, DESK.key, Approval.WAITING)
    table = Table.objects.select_related("round__tournament").get(pk=waiting.table_id)
    correction_confirm(table=table, by=OTHER_DESK)
    assert {line.letter: line.money for line in result_lines(current_result(table))} == AFTER


def test_archive_in_which_something_waits_in_an_open_round_is_refused(drawn: Round, table: Table) -> None:
    result_enter(table=table, figures=paper(BEFORE), by=DESK)
    TableResult.objects.update(current=False, approval=Approval.WAITING)
    with pytest.raises(Refused, match="čekala na potvrzení"):
        tournament_import(content=tournament_archive(drawn.tournament), slug="kopie")


# Pages ---------------------------------------------------------------------------------------------------


@pytest.fixture
def second_client(tournament: Tournament, client_of: Callable[[Account], Client]) -> Client:
    """The browser of another organiser."""
    account = factories.AccountFactory(username="ota", first_name="Ota", last_name="Druhý")
    factories.MembershipFactory(tournament=tournament, account=account, role=Role.ORGANISER)
    return client_of(account)


def typed(page: Any, **fields: str) -> dict[str, str]:
    money = {f"money_{letter}": str(amount / 100).replace(".", ",") for letter, amount in AFTER.items()}
    return {"source": "paper", "signed": "on", "expected": "1", **money, **fields}


def test_a_correction_goes_by_two_browsers(
    closed: Round, organiser_client: Client, second_client: Client, visitor_client: Client
) -> None:
    page = organiser_client.get(f"{TABLE}/vysledek/")
    done = organiser_client.post(
        f"{TABLE}/vysledek/ulozit/", typed(page, reason="přehozené číslice"), follow=True
    )
    own = text_of_page(done)
    assert "Oprava čeká, až ji potvrdí jiný pořadatel." in own
    assert "Oprava je od vás, potvrdit ji musí jiný pořadatel." in own
    assert all(words in own for words in ("A Novák Jan Zisk +12,34 → +14,34", "ZB +12 → +14"))
    assert "Potvrdit opravu" not in own
    assert "form" not in done.context
    for address in (f"{T}/kolo/1/listky/", f"{T}/poradi/"):
        assert "čeká" in text_of_page(second_client.get(address))
    assert "přehozené" not in text_of_page(visitor_client.get(f"{T}/poradi/"))

    refused = organiser_client.post(f"{TABLE}/vysledek/oprava/potvrdit/", {"expected": "2"})
    assert refused.status_code == 400
    confirmed = second_client.post(f"{TABLE}/vysledek/oprava/potvrdit/", {"expected": "2"}, follow=True)
    assert "Pořadí po 1. kole je zveřejněno jako verze 2, změnily se 2 řádky." in text_of_page(confirmed)
    assert "přehozené" in text_of_page(visitor_client.get(f"{T}/poradi/"))


def test_a_correction_is_rejected_by_the_page(
    closed: Round, organiser_client: Client, second_client: Client
) -> None:
    propose(closed)
    page = second_client.post(
        f"{TABLE}/vysledek/oprava/zamitnout/", {"expected": "2", "reason": "lístek říká jinak"}, follow=True
    )
    text = text_of_page(page)
    assert "Oprava je zamítnutá, platí dosavadní čísla." in text
    assert "verze 2, Olga Pořadatelová · zamítnutá" in text
    assert page.context["form"]["expected"].value() == 1


def test_overview_tells_organisers_what_waits(
    closed: Round, organiser_client: Client, referee_client: Client
) -> None:
    """Whatever round leads the day: until it is decided the old figures stand on the wall."""
    words = "Oprava výsledku čeká na druhého pořadatele: 1. kolo, stůl 1"
    assert words not in text_of_page(organiser_client.get(f"{T}/"))
    propose(closed)

    assert words in text_of_page(organiser_client.get(f"{T}/"))
    assert words not in text_of_page(referee_client.get(f"{T}/"))
    Tournament.objects.update(rounds_planned=1)
    assert text_of_page(organiser_client.get(f"{T}/")).count("čeká oprava výsledku") == 1
    assert words not in text_of_page(organiser_client.get(f"{T}/"))
    correction_confirm(table=at(closed), by=OTHER_DESK)
    assert words not in text_of_page(organiser_client.get(f"{T}/"))


def test_board_puts_what_waits_first(closed: Round) -> None:
    propose(closed)
    rows = board_rows(closed)
    assert [(row.table.number, row.attention, row.note, row.correction_waits) for row in rows] == [
        (1, 1, "Oprava čeká na potvrzení", True),
        (2, 4, "", False),
    ]


def test_result_of_a_finished_tournament_says_how_to_reopen_it(
    closed: Round, organiser_client: Client, referee_client: Client
) -> None:
    """S49"""
    tournament_finish(tournament=closed.tournament, by=DESK)
    page = organiser_client.get(f"{TABLE}/vysledek/")
    assert "Znovu otevřít ukončený turnaj" in text_of_page(page)
    assert "Znovu otevřít" not in text_of_page(referee_client.get(f"{TABLE}/vysledek/"))

    back = organiser_client.post(f"{T}/znovu-otevrit/", {"zpet": f"{TABLE}/vysledek/"}, follow=True)

    assert back.redirect_chain == [(f"{TABLE}/vysledek/", 302)]
    assert "Opravit výsledek uzavřeného kola" in text_of_page(back)


@pytest.mark.parametrize("elsewhere", ["https://jinde.example/", "//jinde.example", "javascript:1", ""])
def test_reopening_leads_nowhere_else(closed: Round, organiser_client: Client, elsewhere: str) -> None:
    answer = organiser_client.post(f"{T}/znovu-otevrit/", {"zpet": elsewhere})
    assert answer.headers["Location"] == f"{T}/"


# What was published is said after a penalty and a ruling too ----------------------------------------------


def test_after_a_penalty_the_organiser_reads_what_was_published(
    closed: Round, organiser_client: Client
) -> None:
    typed_penalty = {
        "to": "5",
        "kind": "points",
        "points": "10",
        "reason": "pozdní příchod",
        "submission": str(uuid.uuid4()),
    }
    page = organiser_client.post(f"{T}/tresty/1/ulozit/", typed_penalty, follow=True)
    told = r"−10 bodů\. Pořadí po 1\. kole je zveřejněno jako verze 2, změnil[ayo]* s[ei] \d řád"
    assert re.search(told, text_of_page(page))


RULED: dict[str, tuple[bool, str]] = {
    "at once": (False, "Pořadí po 1. kole je zveřejněno jako verze 2"),
    "waits for a second person": (
        True,
        "Výsledek stolu se změní, až opravu na jeho stránce potvrdí pořadatel.",
    ),
}


@pytest.mark.parametrize(("two_persons", "told"), RULED.values(), ids=RULED)
def test_after_a_ruling_its_consequence_is_said(
    closed: Round, organiser_client: Client, two_persons: bool, told: str
) -> None:
    Tournament.objects.update(two_person_mode=two_persons)
    ruling = {"outcome_betl": "lost", "reason": "přiznal zdvih", "expected": "1"}
    page = organiser_client.post(f"{T}/kolo/1/stul/2/hra/1/spor/rozhodnout/", ruling, follow=True)
    text = text_of_page(page)
    assert "Rozhodnutí o hře 1 platí." in text
    assert [words in text for _mode, words in RULED.values()] == [
        words == told for _mode, words in RULED.values()
    ]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (0, "čísla se nezměnila"),
        (1, "změnil se 1 řádek"),
        (3, "změnily se 3 řádky"),
        (5, "změnilo se 5 řádků"),
    ],
)
def test_what_an_organiser_reads_of_a_new_version(rows: int, words: str) -> None:
    said = str(Republished(round=2, version=3, rows=rows)).replace("\N{NO-BREAK SPACE}", " ")
    assert said == f"Pořadí po 2. kole je zveřejněno jako verze 3, {words}."
