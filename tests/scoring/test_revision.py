"""The revision (reklamace) of results: until when they may be claimed, and who corrects them when (S31)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import Penalty, TableResult
from scoring.selectors.revision import revision_of, revisions_of, running_revisions
from scoring.selectors.standings import last_publication
from scoring.services.archive import tournament_import
from scoring.services.closing import round_close
from scoring.services.corrections import correction_confirm, correction_reject
from scoring.services.decisions import decision_make
from scoring.services.hands import hand_record
from scoring.services.results import Figures, SeatFigures, result_correct, result_restore
from scoring.services.revision import revision_set
from scoring.services.standings import standings_publish
from scoring.services.without_result import result_give_up
from tests import factories
from tests.archives import tournament_archive
from tests.markup import text_of_page
from tests.scoring.records import CHIEF, DESK, OTHER_DESK, REFEREE, STRANGER, betl, scribe_of
from tournament.actors import Actor
from tournament.enums import Role, RoundState, TableState
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import LogEntry, Round, Table, Tournament
from tournament.services.founding import settings_change

pytestmark = pytest.mark.django_db

T = "/t/jarni-turnaj"
RESULT = f"{T}/kolo/1/stul/1/vysledek/"
APPOINTED = factories.actor("Olga Pořadatelová", Role.ORGANISER, chief_appointed=True)
"""An organiser of a tournament that has a chief referee."""


def in_minutes(minutes: int) -> datetime:
    return timezone.now() + timedelta(minutes=minutes)


def at(round_: Round, number: int = 1) -> Table:
    return Table.objects.select_related("round__tournament").get(round=round_, number=number)


def fresh(round_: Round) -> Round:
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def claimed(round_: Round, by: Actor, number: int = 1, **fields: Any) -> TableResult:
    money = {"A": 1100, "B": -500, "C": -300, "D": -300}
    figures = Figures({letter: SeatFigures(amount, 0) for letter, amount in money.items()})
    given = {"reason": "přehozené číslice"} | fields
    return result_correct(table=at(round_, number), figures=figures, by=by, **given).result


@pytest.fixture
def closed(drawn: Round, table: Table, second_table: Table) -> Round:
    """Round 1 of two, closed; a betl at each table."""
    Tournament.objects.update(rounds_planned=2)
    for one in (table, second_table):
        hand_record(table=one, record=betl(), by=scribe_of(one))
    round_close(round_=drawn, by=DESK)
    return fresh(drawn)


def end(round_: Round) -> Round:
    """Its time is up."""
    Round.objects.filter(pk=round_.pk).update(revision_until=in_minutes(-1))
    return fresh(round_)


# When it ends ---------------------------------------------------------------------------------------------


def second_begins(closed: Round) -> None:
    second = factories.drawn_round(closed.tournament, number=2)
    hand_record(table=at(second), record=betl(), by=DESK)


def second_is_published(closed: Round) -> None:
    factories.drawn_round(closed.tournament, number=2)


def is_the_last(closed: Round) -> None:
    Tournament.objects.update(rounds_planned=1)


def last_is_published(closed: Round) -> None:
    is_the_last(closed)
    standings_publish(round_=closed, by=DESK)


def standings_are_published(closed: Round) -> None:
    standings_publish(round_=closed, by=DESK)


def set_for(minutes: int, then: Callable[[Round], None] | None = None) -> Callable[[Round], None]:
    def prepare(closed: Round) -> None:
        if then is not None:
            then(closed)
        Round.objects.filter(pk=closed.pk).update(revision_until=in_minutes(minutes))

    return prepare


def a_table_lacks_its_result(closed: Round) -> None:
    second_begins(closed)
    end(closed)
    Table.objects.filter(round=closed, number=2).update(state=TableState.WITHOUT_RESULT)


ENDS: dict[str, tuple[Callable[[Round], None], bool, str]] = {
    "closed": (lambda closed: None, False, "Reklamace výsledků 1. kola do první hry 2. kola."),
    "standings published": (standings_are_published, False, "do první hry 2. kola."),
    "next round published": (second_is_published, False, "do první hry 2. kola."),
    "first hand of the next round": (second_begins, True, "Reklamace výsledků 1. kola skončila."),
    "last round": (is_the_last, False, "Reklamace výsledků 1. kola do zveřejnění pořadí."),
    "standings of the last round published": (last_is_published, True, "skončila."),
    "set time to come, next round begun": (
        set_for(30, second_begins),
        False,
        "Reklamace výsledků 1. kola do ",
    ),
    "set time gone": (set_for(-1), True, "skončila."),
    "set time to come, last published": (
        set_for(30, last_is_published),
        False,
        "Reklamace výsledků 1. kola do ",
    ),
    "a table without a result": (
        a_table_lacks_its_result,
        False,
        "Reklamace výsledků 1. kola trvá, dokud chybí výsledek; stůl 2.",
    ),
}


@pytest.mark.parametrize(("prepare", "over", "words"), ENDS.values(), ids=ENDS)
def test_when_it_ends(closed: Round, prepare: Callable[[Round], None], over: bool, words: str) -> None:
    prepare(closed)
    revision = revision_of(fresh(closed))
    assert revision is not None
    assert (revision.is_over, words in revision.text) == (over, True), revision.text


def test_time_of_another_day_is_said_with_it(closed: Round) -> None:
    Round.objects.update(revision_until=in_minutes(3 * 24 * 60))
    [revision] = revisions_of(closed.tournament)
    day = timezone.localtime(revision.until)
    assert revision.text == f"Reklamace výsledků 1. kola do {day.day}. {day.month}. {day:%H:%M}."


def test_open_round_and_ended_tournament_have_none(drawn: Round) -> None:
    assert (revision_of(drawn), running_revisions(drawn.tournament)) == (None, [])
    Round.objects.update(state=RoundState.CLOSED)
    assert [one.round for one in running_revisions(drawn.tournament)] == [1]
    Tournament.objects.update(finished_at=timezone.now())
    assert running_revisions(Tournament.objects.get()) == []


@pytest.mark.parametrize("count", [1, 3])
def test_costs_the_same_for_any_number_of_rounds(
    small_tournament: Tournament, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(1, count + 1):
        factories.drawn_round(small_tournament, number=number, state=RoundState.CLOSED)
    with django_assert_num_queries(3):
        assert len(revisions_of(small_tournament)) == count


# Who corrects ---------------------------------------------------------------------------------------------

WHO: dict[str, tuple[bool, Actor, str]] = {
    "organiser while it runs": (False, APPOINTED, ""),
    "organiser without a chief while it runs": (False, DESK, ""),
    "chief while it runs": (False, CHIEF, "revision_running"),
    "referee while it runs": (False, REFEREE, "not_organiser"),
    "organiser afterwards": (True, APPOINTED, "revision_over"),
    "organiser without a chief afterwards": (True, DESK, ""),
    "chief afterwards": (True, CHIEF, ""),
    "referee afterwards": (True, REFEREE, "not_organiser"),
    "stranger afterwards": (True, STRANGER, "not_organiser"),
}


@pytest.mark.parametrize(("over", "by", "code"), WHO.values(), ids=WHO)
def test_who_corrects_when(closed: Round, over: bool, by: Actor, code: str) -> None:
    if over:
        end(closed)
    if code:
        with pytest.raises(NotAllowed) as refusal:
            claimed(closed, by)
        with pytest.raises(NotAllowed):
            result_restore(table=at(closed), number=1, by=by, reason="zpět")
        assert refusal.value.code == code
        assert TableResult.objects.filter(table=at(closed)).count() == 1
        return
    result = claimed(closed, by)
    assert (result.number, result.entered_by_key, result.reason) == (2, by.key, "přehozené číslice")
    assert (fresh(closed).state, at(closed).state) == (RoundState.REVISED, TableState.CORRECTED)


def test_the_chief_gives_a_reason_too(closed: Round) -> None:
    end(closed)
    with pytest.raises(Refused) as refusal:
        claimed(closed, CHIEF, reason=" ")
    assert refusal.value.code == "reason_missing"


def test_a_ruling_of_the_chief_corrects_while_it_runs(closed: Round) -> None:
    hand = at(closed).hands.get()
    decision_make(hand=hand, patch={"outcome": {"betl": "lost"}}, reason="Chytil se.", by=CHIEF)
    assert TableResult.objects.get(table=at(closed), current=True).number == 2


# The first entry ------------------------------------------------------------------------------------------


@pytest.fixture
def lacking(drawn: Round, table: Table, second_table: Table) -> Round:
    """Round 1 closed and published with table 1 without a result; round 2 has begun."""
    Tournament.objects.update(rounds_planned=2)
    result_give_up(table=table, reason="lístek se ztratil", by=DESK)
    hand_record(table=second_table, record=betl(), by=scribe_of(second_table))
    round_close(round_=drawn, by=DESK)
    standings_publish(round_=drawn, by=DESK)
    second_begins(fresh(drawn))
    return fresh(drawn)


def test_first_entry_is_no_correction_and_needs_no_reason(lacking: Round) -> None:
    """It is an organiser's whenever it comes; the revision of the others ends with it."""
    result = claimed(lacking, APPOINTED, reason="")
    assert (result.number, result.reason, result.confirmed_by) == (1, "", APPOINTED.name)
    assert (fresh(lacking).state, at(lacking).state) == (RoundState.CLOSED, TableState.CLOSED)
    newest = last_publication(lacking.tournament, 1)
    assert (newest.number, newest.reason) == (2, "1. kolo, stůl 1: výsledek doplněn")
    assert LogEntry.objects.get(object_id=result.pk).action == "scoring.result.entered"
    revision = revision_of(fresh(lacking))
    assert revision is not None
    assert revision.is_over
    with pytest.raises(NotAllowed, match="skončila"):
        claimed(lacking, APPOINTED, number=2)


def test_first_entry_is_not_the_chiefs(lacking: Round) -> None:
    with pytest.raises(NotAllowed) as refusal:
        claimed(lacking, CHIEF)
    assert refusal.value.code == "not_organiser"


def test_first_entry_waits_for_a_second_person_where_two_are_asked_for(lacking: Round) -> None:
    Tournament.objects.update(two_person_mode=True)
    claimed(lacking, APPOINTED, reason="")
    assert at(lacking).state == TableState.WITHOUT_RESULT
    correction_confirm(table=at(lacking), by=OTHER_DESK, expected=1)
    assert (fresh(lacking).state, at(lacking).state) == (RoundState.CLOSED, TableState.CLOSED)


def test_what_the_late_sheet_lacks_is_proposed(lacking: Round) -> None:
    """B/1"""
    lines = {letter: SeatFigures(0, 0) for letter in "ABCD"}
    result_correct(table=at(lacking), figures=Figures(lines, signed=False), reason="", by=DESK)
    assert list(Penalty.objects.values_list("entry__number", "article").order_by("entry__number")) == [
        (number, "B/1") for number in (1, 2, 3, 4)
    ]


# Two people -----------------------------------------------------------------------------------------------


def test_claim_made_in_time_is_confirmed_afterwards(closed: Round) -> None:
    """Two-person mode: by another organiser, never by who wrote it (S28)."""
    Tournament.objects.update(two_person_mode=True)
    claimed(closed, APPOINTED)
    end(closed)
    with pytest.raises(Refused, match="potvrdit ji musí jiný"):
        correction_confirm(table=at(closed), by=APPOINTED, expected=2)
    for by in (REFEREE, CHIEF):
        with pytest.raises(NotAllowed):
            correction_confirm(table=at(closed), by=by, expected=2)
    done = correction_confirm(table=at(closed), by=OTHER_DESK, expected=2)
    assert (done.result.confirmed_by, at(closed).state) == (OTHER_DESK.name, TableState.CORRECTED)


def test_what_the_chief_corrects_an_organiser_confirms_or_rejects(closed: Round) -> None:
    Tournament.objects.update(two_person_mode=True)
    end(closed)
    claimed(closed, CHIEF)
    correction_reject(table=at(closed), by=APPOINTED, reason="číslice sedí", expected=2)
    claimed(closed, CHIEF, reason="znovu")
    correction_reject(table=at(closed), by=CHIEF, reason="spletl jsem se", expected=3)
    claimed(closed, CHIEF, reason="potřetí")
    correction_confirm(table=at(closed), by=APPOINTED, expected=4)
    assert TableResult.objects.get(table=at(closed), current=True).number == 4


# Its time -------------------------------------------------------------------------------------------------


def test_minutes_of_the_tournament_set_the_time_at_closing(drawn: Round, table: Table) -> None:
    settings_change(tournament=drawn.tournament, by=DESK, changes={"revision_minutes": 15})
    for one in Table.objects.filter(round=drawn).select_related("round__tournament"):
        hand_record(table=one, record=betl(), by=DESK)
    round_close(round_=drawn, by=DESK)
    closed = fresh(drawn)
    assert closed.revision_until - closed.closed_at == timedelta(minutes=15)


def test_set_and_taken_back_by_an_organiser(closed: Round) -> None:
    until = in_minutes(20)
    revision_set(round_=closed, until=until, by=APPOINTED, expected=closed.version)
    assert fresh(closed).revision_until == until
    with pytest.raises(Conflict):
        revision_set(round_=closed, until=None, by=DESK, expected=closed.version)
    revision_set(round_=closed, until=None, by=OTHER_DESK)
    assert fresh(closed).revision_until is None
    first, second = LogEntry.objects.filter(action="scoring.revision.set").order_by("sequence")
    assert (first.actor_name, first.old, first.new == second.old, second.new) == (
        APPOINTED.name,
        {"until": ""},
        True,
        {"until": ""},
    )


def test_only_the_chief_opens_what_is_over(closed: Round) -> None:
    end(closed)
    with pytest.raises(NotAllowed) as refusal:
        revision_set(round_=closed, until=in_minutes(20), by=APPOINTED)
    assert refusal.value.code == "revision_over"
    revision_set(round_=closed, until=in_minutes(20), by=CHIEF)
    assert claimed(closed, APPOINTED).number == 2


WRONG_TIMES = {"gone": -5, "in forty days": 40 * 24 * 60}


@pytest.mark.parametrize("minutes", WRONG_TIMES.values(), ids=WRONG_TIMES)
def test_time_has_to_come(closed: Round, minutes: int) -> None:
    with pytest.raises(Refused) as refusal:
        revision_set(round_=closed, until=in_minutes(minutes), by=DESK)
    assert (refusal.value.code, set(refusal.value.fields)) == ("revision_end", {"until"})
    assert fresh(closed).revision_until is None


def test_referee_and_open_round_are_refused(closed: Round) -> None:
    with pytest.raises(NotAllowed):
        revision_set(round_=closed, until=None, by=REFEREE)
    second = factories.drawn_round(closed.tournament, number=2)
    with pytest.raises(Refused, match="ještě není uzavřené"):
        revision_set(round_=second, until=None, by=DESK)


def test_times_survive_the_archive(closed: Round) -> None:
    Tournament.objects.update(revision_minutes=45)
    Round.objects.update(revision_until=in_minutes(20))
    again = tournament_import(content=tournament_archive(fresh(closed).tournament), slug="kopie")
    assert (again.revision_minutes, again.rounds.get().revision_until) == (45, fresh(closed).revision_until)


# Pages ----------------------------------------------------------------------------------------------------


def test_everybody_reads_until_when(visitor_client: Client, organiser_client: Client, closed: Round) -> None:
    standings_publish(round_=closed, by=DESK)
    until = in_minutes(3 * 24 * 60)
    Round.objects.update(revision_until=until)
    local = timezone.localtime(until)
    words = f"Reklamace výsledků 1. kola do {local.day}. {local.month}. {local:%H:%M}."
    for client in (visitor_client, organiser_client):
        for page in (f"{T}/", f"{T}/kolo/1/", f"{T}/poradi/"):
            assert words in text_of_page(client.get(page)), page
    assert words in text_of_page(organiser_client.get(RESULT))
    end(closed)
    # Nobody can wait three days here, so the pages kept until then are left by an act.
    factories.LogEntryFactory(tournament=closed.tournament)
    for page in (f"{T}/", f"{T}/kolo/1/"):
        assert "Reklamace" not in text_of_page(visitor_client.get(page))
    assert "Reklamace výsledků 1. kola skončila." in text_of_page(visitor_client.get(f"{T}/poradi/"))


def test_who_corrects_gets_the_form_and_who_does_not_is_told_why(
    organiser_client: Client, chief_referee_client: Client, closed: Round
) -> None:
    def shown(client: Client) -> tuple[bool, bool, bool]:
        page = client.get(RESULT)
        text = text_of_page(page)
        return (
            "form" in page.context,
            "opraví už jen hlavní rozhodčí" in text,
            "výsledek opravuje pořadatel" in text,
        )

    assert (shown(organiser_client), shown(chief_referee_client)) == (
        (True, False, False),
        (False, False, True),
    )
    end(closed)
    assert (shown(organiser_client), shown(chief_referee_client)) == (
        (False, True, False),
        (True, False, False),
    )


def typed(**fields: str) -> dict[str, str]:
    money = {"A": "11", "B": "−5", "C": "−3", "D": "−3"}
    figures = {f"money_{letter}": amount for letter, amount in money.items()}
    return {"source": "paper", "signed": "on", "noted": "on", "expected": "1", **figures, **fields}


def test_the_chief_corrects_from_the_page_and_a_crafted_form_is_refused(
    organiser_client: Client, chief_referee_client: Client, referee_client: Client, closed: Round
) -> None:
    end(closed)
    address = f"{RESULT}ulozit/"
    refused = organiser_client.post(address, typed(reason="chyba"))
    assert (refused.status_code, "jen hlavní rozhodčí" in text_of_page(refused)) == (422, True)
    assert referee_client.post(address, typed(reason="chyba")).status_code == 404
    assert chief_referee_client.post(address, typed()).status_code == 422
    done = chief_referee_client.post(address, typed(reason="chyba"), follow=True)
    assert "Oprava platí." in text_of_page(done)
    assert TableResult.objects.get(table=at(closed), current=True).entered_by == "Hana Hlavní"


def test_end_is_set_beside_the_standings(
    organiser_client: Client, chief_referee_client: Client, closed: Round
) -> None:
    page = organiser_client.get(f"{T}/poradi/")
    address = f"{T}/poradi/1/reklamace/"
    version = str(page.context["revision_form"].initial["expected"])
    until = timezone.localtime(in_minutes(90)).replace(second=0, microsecond=0)
    sent = {"until": until.strftime("%Y-%m-%dT%H:%M"), "expected": version}
    assert "Konec reklamace je nastavený." in text_of_page(organiser_client.post(address, sent, follow=True))
    assert fresh(closed).revision_until == until
    late = organiser_client.post(address, sent | {"until": ""})
    assert (late.status_code, "Mezitím" in text_of_page(late)) == (422, True)
    for wrong in ("včera", "2026-01-01T10:00", "9" * 5000, "a\0b"):
        answer = organiser_client.post(address, sent | {"until": wrong})
        assert (answer.status_code, set(answer.context["revision_form"].errors)) == (422, {"until"}), wrong
    end(closed)
    standings_publish(round_=closed, by=DESK)
    assert organiser_client.get(f"{T}/poradi/").context["revision_form"] is None
    assert chief_referee_client.get(f"{T}/poradi/").context["revision_form"] is not None
    assert organiser_client.post(f"{T}/poradi/7/reklamace/", sent).status_code == 404


def test_rejecting_a_waiting_correction_asks_for_the_reason_beside_the_field(
    organiser_client: Client, closed: Round
) -> None:
    Tournament.objects.update(two_person_mode=True)
    claimed(closed, OTHER_DESK)
    address = f"{T}/kolo/1/stul/1/oprava/zamitnout/"
    bare = organiser_client.post(
        organiser_client.get(RESULT).context["correction"]["reject"], {"expected": "2"}
    )
    assert (bare.status_code, set(bare.context["reject_form"].errors)) == (422, {"reason"})
    assert TableResult.objects.get(number=2).approval == "waiting"
    address = bare.context["correction"]["reject"]
    done = organiser_client.post(address, {"expected": "2", "reason": "číslice sedí"}, follow=True)
    assert "Oprava je zamítnutá" in text_of_page(done)
    late = organiser_client.post(address, {"expected": "2", "reason": "číslice sedí"})
    assert (late.status_code, "Mezitím" in text_of_page(late)) == (422, True)


def test_round_with_a_correction_has_a_word_of_its_own(organiser_client: Client, closed: Round) -> None:
    claimed(closed, DESK)
    assert "1. kolo s opravou" in text_of_page(organiser_client.get(f"{T}/kolo/1/"))
