"""A ruling as amounts at a table whose hands are on paper: it flows into the result."""

import json
import uuid
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from django.test import Client

from scoring.adapters import read_hand, rulebook_of
from scoring.enums import DisputeState, ResultSource
from scoring.models import Award, Dispute, TableResult
from scoring.selectors.decisions import ruling_list
from scoring.selectors.disputes import open_at
from scoring.selectors.standings import last_publication, published_of
from scoring.selectors.tables import current_result, result_lines
from scoring.services.archive import tournament_import
from scoring.services.awards import award_hand, award_make
from scoring.services.closing import round_close
from scoring.services.disputes import Objection, dispute_open, dispute_set_aside, dispute_withdraw
from scoring.services.hands import hand_record
from scoring.services.results import Figures, SeatFigures, result_confirm, result_correct, result_enter
from scoring.services.standings import standings_publish
from scoring.services.without_result import result_await, result_give_up
from tests.archives import tournament_archive
from tests.factories import actor
from tests.scoring.races import in_threads
from tests.scoring.records import CHIEF, DESK, OTHER_DESK, REFEREE, STRANGER, betl
from tournament.actors import Actor
from tournament.enums import Role, RoundState, TableState
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import LogEntry, Round, Table, Tournament

pytestmark = pytest.mark.django_db

PAUSAL = {"A": 200, "B": -600, "C": 200, "D": 200}
"""B pays paušál 1 to everybody (C1)."""
SHEET = {"A": 1000, "B": 500, "C": -500, "D": -1000}


@pytest.fixture
def dispute(table: Table) -> Dispute:
    return dispute_open(table=table, claim=Objection("A", "B", 7, "C1"), by=DESK)


def amounts(money: Mapping[str, int], premium: Mapping[str, int] | None = None) -> dict[str, SeatFigures]:
    return {letter: SeatFigures(one, (premium or {}).get(letter, 0)) for letter, one in money.items()}


def award(dispute: Dispute, money: Mapping[str, int] = PAUSAL, by: Actor = REFEREE, **fields: Any) -> Award:
    said = {"reason": "viděl jsem zdvihy", "public_reason": "renonc", "article": "C1", **fields}
    premium = said.pop("premium", None)
    return award_make(dispute=dispute, amounts=amounts(money, premium), by=by, **said)


def entered(table: Table, money: Mapping[str, int] = SHEET, **fields: Any) -> TableResult:
    return result_enter(table=table, figures=Figures(seats=amounts(money), **fields), by=DESK)


def money_of(table: Table) -> dict[str, int]:
    return {line.letter: line.money for line in result_lines(current_result(table))}


WITH_PAUSAL = {"A": 1200, "B": -100, "C": -300, "D": -800}


def test_added_where_another_table_has_the_same_figures(
    dispute: Dispute, table: Table, second_table: Table
) -> None:
    """S40 asks who types a result whether it is not another table's; a ruling types nothing."""
    result_enter(table=second_table, figures=Figures(seats=amounts(WITH_PAUSAL)), by=DESK)
    entered(table)
    award(dispute)
    assert money_of(table) == money_of(second_table) == WITH_PAUSAL


def test_ruling_on_a_hand_of_paper_without_a_renonc(dispute: Dispute, table: Table) -> None:
    """The betl was lost after all: no article is named."""
    written = read_hand(betl(), rulebook_of(table.round.tournament), "ABCD")
    patch = {"outcome": {"betl": "lost"}, "renonce": []}
    made = award_hand(
        dispute=dispute,
        written=written,
        ruled=written.patched(patch),
        patch=patch,
        by=REFEREE,
        reason="poslední zdvih",
    )
    assert (made.article, made.money) == ("", {"A": -1800, "B": 600, "C": 600, "D": 600})


def test_added_to_the_result_that_is_there(dispute: Dispute, table: Table) -> None:
    entered(table)
    made = award(dispute, premium={"A": 5})

    result = current_result(table)
    lines = {line.letter: (line.money, line.zb, line.premium) for line in result_lines(result)}
    assert lines == {"A": (1200, 12, 5), "B": (-100, -1, 0), "C": (-300, -3, 0), "D": (-800, -8, 0)}
    assert (result.number, result.reason) == (2, "rozhodnutí o částkách, hra 7 (C1): renonc")
    dispute.refresh_from_db()
    assert (dispute.state, dispute.closed_by) == (DisputeState.DECIDED, REFEREE.name)
    logged = LogEntry.objects.get(action="scoring.dispute.awarded")
    assert (logged.new["money"], logged.reason, logged.table_number) == (PAUSAL, "viděl jsem zdvihy", 1)
    assert (made.number, made.current) == (1, True)


@pytest.mark.parametrize(("included", "money"), [(False, WITH_PAUSAL), (True, SHEET)])
def test_added_when_the_sheet_is_entered_unless_it_is_there(
    dispute: Dispute, table: Table, included: bool, money: dict[str, int]
) -> None:
    award(dispute)
    entered(table, awards_included=included)
    assert money_of(table) == money
    entered(table, {"A": 0, "B": 0, "C": 0, "D": 0})
    assert set(money_of(table).values()) == {0}, "what is typed over it later is final"


def test_a_new_ruling_supersedes_the_last_one(dispute: Dispute, table: Table) -> None:
    entered(table)
    first = award(dispute)
    award(dispute, {"A": -600, "B": 200, "C": 200, "D": 200}, by=CHIEF)
    first.refresh_from_db()
    assert (first.current, money_of(table)) == (False, {"A": 400, "B": 700, "C": -300, "D": -800})
    award(dispute, dict.fromkeys("ABCD", 0), by=CHIEF)
    assert money_of(table) == SHEET
    rows = ruling_list(table.round.tournament, CHIEF).rows
    assert [row.in_force for row in rows] == [True, False, False]


def given_up(table: Table, round_is_closed: bool) -> None:
    result_give_up(table=table, reason="Lístek se ztratil.", by=DESK)
    if round_is_closed:
        other = table.round.tables.get(number=2)
        result_enter(table=other, figures=Figures(seats=amounts(dict.fromkeys("ABCD", 0))), by=DESK)
        result_confirm(table=other, by=DESK)
        for one in open_at(table):
            dispute_set_aside(dispute=one, reason="Rozhodne se potom.", by=DESK)
        round_close(round_=table.round, by=DESK)


def supplied(table: Table, **fields: Any) -> None:
    result_correct(
        table=Table.objects.select_related("round__tournament").get(pk=table.pk),
        figures=Figures(seats=amounts(SHEET), **fields),
        reason="",
        by=DESK,
    )


@pytest.mark.parametrize("ruled_first", [True, False], ids=["ruled first", "given up first"])
@pytest.mark.parametrize("included", [False, True])
def test_added_to_a_result_that_is_supplied_after_closing(
    dispute: Dispute, table: Table, ruled_first: bool, included: bool
) -> None:
    """Whatever the order, what was ruled counts once."""
    chief_rules = partial(award, dispute, by=CHIEF)
    steps = [partial(given_up, table, round_is_closed=True), chief_rules]
    for step in reversed(steps) if ruled_first else steps:
        step()

    supplied(table, awards_included=included)

    assert money_of(table) == (SHEET if included else WITH_PAUSAL)
    after = Table.objects.select_related("round").get(pk=table.pk)
    assert (after.state, after.round.state) == (TableState.CLOSED, RoundState.CLOSED)


@pytest.mark.parametrize("round_is_closed", [True, False])
def test_added_to_what_was_written_before_the_table_was_given_up(
    dispute: Dispute, table: Table, round_is_closed: bool
) -> None:
    """It counts nowhere yet, and may count again."""
    entered(table)
    given_up(table, round_is_closed)

    award(dispute, by=CHIEF)

    assert money_of(table) == WITH_PAUSAL
    table.refresh_from_db()
    assert table.state == TableState.WITHOUT_RESULT
    if not round_is_closed:
        result_await(table=table, by=DESK)
        result_confirm(table=table, by=DESK)
        assert money_of(table) == WITH_PAUSAL


def test_waits_for_a_first_entry_that_waits(dispute: Dispute, table: Table) -> None:
    """In two-person mode the figures that wait do not hold it."""
    Tournament.objects.update(two_person_mode=True)
    table.round.tournament.refresh_from_db()
    given_up(table, round_is_closed=False)
    Round.objects.update(state=RoundState.CLOSED)
    supplied(table)

    with pytest.raises(Refused) as refusal:
        award(dispute, by=CHIEF)

    assert refusal.value.code == "correction_waits"
    assert not Award.objects.exists()


def test_confirmation_lapses(dispute: Dispute, table: Table) -> None:
    entered(table)
    result_confirm(table=table, by=OTHER_DESK, reason="rozhodne se hned")
    award(dispute)
    table.refresh_from_db()
    assert table.state == TableState.HANDED_IN


def test_after_closing_the_published_standings_follow(
    dispute: Dispute, table: Table, second_table: Table
) -> None:
    """The chief referee alone; the public reads the article and its own reason."""
    entered(table)
    entered(second_table, {"A": 100, "B": -100, "C": 0, "D": 0})
    for place in (table, second_table):
        result_confirm(table=place, by=OTHER_DESK, reason="rozhodne se potom")
    round_close(round_=table.round, by=DESK)
    standings_publish(round_=table.round, by=DESK)
    with pytest.raises(NotAllowed, match="hlavní rozhodčí"):
        award(dispute)

    award(dispute, by=CHIEF)

    newest = last_publication(table.round.tournament)
    assert newest is not None
    assert {row.number: row.money for row in published_of(newest).rows}[1] == 1200
    assert "rozhodnutí o částkách, hra 7 (C1): renonc" in newest.reason
    assert "viděl jsem" not in newest.reason


def test_list_of_rulings_sums_to_zero(dispute: Dispute, table: Table) -> None:
    award(dispute)
    found = ruling_list(table.round.tournament, REFEREE)
    assert (found.money_moved, found.money_sum, [row.offences for row in found.rows]) == (600, 0, [("C1",)])


@pytest.mark.parametrize(
    ("money", "fields", "refused"),
    [
        ({"A": 200, "B": -600, "C": 200, "D": 100}, {}, {"money_D"}),
        ({"A": 10**9, "B": -(10**9), "C": 0, "D": 0}, {}, {"money_A", "money_B"}),
        (PAUSAL, {"article": "C99"}, {"article"}),
        (PAUSAL, {"reason": " "}, {"reason"}),
        (PAUSAL, {"public_reason": "x" * 301}, {"public_reason"}),
        ({"A": 0, "B": 0, "C": 0}, {}, set()),
    ],
)
def test_what_cannot_be_ruled(
    dispute: Dispute, money: dict[str, int], fields: dict[str, str], refused: set[str]
) -> None:
    with pytest.raises(Refused) as refusal:
        award(dispute, money, **fields)
    dispute.refresh_from_db()
    assert (set(refusal.value.fields), Award.objects.count(), dispute.state) == (
        refused,
        0,
        DisputeState.OPEN,
    )


def test_written_hands_are_ruled_by_themselves(dispute: Dispute, table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    with pytest.raises(Refused, match="má zapsané hry"):
        award(dispute)


def test_nothing_is_ruled_on_what_was_taken_back(dispute: Dispute) -> None:
    dispute_withdraw(dispute=dispute, by=DESK)
    with pytest.raises(Refused, match="vzatý zpět"):
        award(dispute)


def test_who_does_not_rule(dispute: Dispute) -> None:
    beside_chief = actor("Olga Pořadatelová", Role.ORGANISER, chief_appointed=True)
    of_table_2 = actor("Radek Rozhodčí", Role.REFEREE, tables=frozenset({2}))
    for by in (STRANGER, beside_chief, of_table_2):
        with pytest.raises(NotAllowed):
            award(dispute, by=by)


def test_the_same_form_twice_is_one_ruling(dispute: Dispute, table: Table) -> None:
    entered(table)
    key = uuid.uuid4()
    assert award(dispute, submission=key) == award(dispute, submission=key)
    assert money_of(table) == WITH_PAUSAL


def test_the_version_of_the_dispute_is_expected(dispute: Dispute) -> None:
    award(dispute, expected=1)
    with pytest.raises(Conflict):
        award(dispute, expected=1)


@pytest.mark.django_db(transaction=True)
def test_two_referees_at_once(dispute: Dispute, table: Table) -> None:
    entered(table)
    answers = in_threads(2, lambda n: award(dispute, by=(REFEREE, CHIEF)[n], expected=1))
    assert sorted(type(one).__name__ for one in answers) == ["Award", "Conflict"]
    assert money_of(table) == WITH_PAUSAL


def test_ruled_on_the_page(dispute: Dispute, table: Table, referee_client: Client) -> None:
    address = "/t/jarni-turnaj/kolo/1/stul/1/spory/1/"
    assert "Rozhodnout o částkách" in referee_client.get(address).content.decode()
    typed = {
        "castky-money_A": "2",
        "castky-money_B": "−6",
        "castky-money_C": "2",
        "castky-money_D": "1",
        "castky-reason": "ze zdvihů",
        "castky-expected": "1",
    }
    wrong = referee_client.post(f"{address}castky/", typed)
    assert wrong.status_code == 422
    assert "mají dát nulu" in wrong.content.decode()
    assert referee_client.post(f"{address}castky/", typed | {"castky-money_D": "2"}).status_code == 302
    assert Award.objects.get().money == PAUSAL
    assert "částky" in referee_client.get("/t/jarni-turnaj/spory/").content.decode()


def test_form_of_the_result_asks_whether_it_is_there(
    dispute: Dispute, table: Table, organiser_client: Client
) -> None:
    award(dispute)
    page = organiser_client.get("/t/jarni-turnaj/kolo/1/stul/1/vysledek/").content.decode()
    assert "A +2,00, B −6,00, C +2,00, D +2,00 – bez zaškrtnutí se k napsaným číslům přičtou." in page


# A hand that stands only on paper

PAPER = "/t/jarni-turnaj/kolo/1/stul/1/spory/1/hra/"
SEDMA = {
    "dealer": "D",
    "declarer": "A",
    "contract": "sedma",
    "outcome_hra": "won",
    "outcome_sedma": "won",
}
"""Hra and sedma won by A: 0,60 from everybody."""


def desk_of(response: Any) -> dict[str, str]:
    """What the page of the desk sends when nothing is answered on it."""
    form = response.context["form"]
    fields = [*form, *form.renonce.management_form, *(field for row in form.renonce for field in row)]
    sent = {field.html_name: field.value() for field in fields}
    typed = {
        name: value for name, value in sent.items() if value is not False and value not in (None, "", [])
    }
    return typed | {"paper": response.context["paper"]}


def test_referee_enters_the_hand_and_its_change_is_added(
    dispute: Dispute, table: Table, referee_client: Client
) -> None:
    """C1 of B: instead of +1,80 A gets 3 × 0,60 + 2,00 from B alone; the sheet holds the 1,80 already."""
    entered(table)
    assert referee_client.get(PAPER).status_code == 200
    desk = referee_client.post(f"{PAPER}opsat/", SEDMA)
    assert desk.status_code == 200
    answered = desk_of(desk) | {"renonce-0-article": "C1", "renonce-0-by": "B", "reason": "ze zdvihů"}
    preview = referee_client.post(f"{PAPER}spocitat/", answered, headers={"HX-Request": "true"})
    assert "+3,80" in preview.content.decode()

    response = referee_client.post(f"{PAPER}rozhodnout/", answered)

    assert response.status_code == 302
    made = Award.objects.get()
    assert made.money == {"A": 200, "B": -720, "C": 260, "D": 260}
    assert (made.article, made.patch) == ("C1", {"renonce": [{"article": "C1", "by": "B"}]})
    assert money_of(table) == {"A": 1200, "B": -220, "C": -240, "D": -740}
    page = referee_client.get("/t/jarni-turnaj/tisk/rozhodnuti.html").content.decode()
    assert "C1 nepřiznání barvy: Čech Petr" in page
    assert "+3,80" in page, "what the hand is paid with the ruling"


def test_a_hand_that_is_wrong_stands_beside_its_fields(dispute: Dispute, referee_client: Client) -> None:
    response = referee_client.post(f"{PAPER}opsat/", SEDMA | {"declarer": "D"})
    assert response.status_code == 422
    assert response.context["form"].errors["declarer"]


@pytest.mark.parametrize("paper", ["", "{", "[]", '{"players": ["A"]}', "9" * 5000, "x" * 30_000])
def test_crafted_hand_is_refused_with_a_sentence(
    dispute: Dispute, referee_client: Client, paper: str
) -> None:
    response = referee_client.post(f"{PAPER}rozhodnout/", {"paper": paper, "reason": "x"})
    assert (response.status_code, Award.objects.count()) == (400, 0)


def test_no_hand_is_entered_from_paper_where_hands_are_written(
    dispute: Dispute, table: Table, referee_client: Client
) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    assert referee_client.get(PAPER).status_code == 404


def test_archive_holds_the_hand_of_a_ruling(dispute: Dispute, table: Table, referee_client: Client) -> None:
    desk = referee_client.post(f"{PAPER}opsat/", SEDMA)
    answered = desk_of(desk) | {"renonce-0-article": "C1", "renonce-0-by": "B", "reason": "ze zdvihů"}
    referee_client.post(f"{PAPER}rozhodnout/", answered)
    first = tournament_archive(table.round.tournament)
    again = tournament_import(content=first, slug="kopie")
    copied = Award.objects.get(dispute__table__round__tournament=again)
    assert (copied.record, copied.patch, copied.money) == (
        Award.objects.exclude(pk=copied.pk).get().record,
        {"renonce": [{"article": "C1", "by": "B"}]},
        {"A": 200, "B": -720, "C": 260, "D": 260},
    )


def test_what_the_sheet_has_besides_the_contract_is_entered_with_it(
    dispute: Dispute, referee_client: Client
) -> None:
    """A quiet seven that the sheet pays already is nothing that a ruling changes."""
    typed = {"dealer": "D", "declarer": "A", "contract": "hra", "outcome_hra": "won"}
    page = referee_client.get(PAPER).content.decode()
    assert 'name="quiet_sedma"' in page
    assert 'name="third_hra"' in page
    desk = referee_client.post(f"{PAPER}opsat/", typed | {"quiet_sedma": "declarer-won"})
    assert json.loads(desk.context["paper"])["outcome"]["quiet_sedma"] == {"side": "declarer", "won": True}


def test_hands_typed_afterwards_do_not_pass_over_it(dispute: Dispute, table: Table) -> None:
    """What the hands give lacks the amounts, so neither a confirmation nor the closing takes it by itself."""
    award(dispute)
    hand_record(table=table, record=betl(), by=DESK)

    with pytest.raises(Refused, match="U stolu 1 platí rozhodnutí rozhodčího o částkách") as refused:
        result_confirm(table=table, by=DESK)
    assert (refused.value.code, set(refused.value.fields or {})) == ("difference", {"reason"})
    with pytest.raises(Refused, match="výsledek z her nemá rozhodnutí rozhodčího o částkách"):
        round_close(round_=table.round, by=DESK)
    assert current_result(table) is None

    confirmed = result_confirm(table=table, by=DESK, reason="paušál si zaplatili u stolu")
    assert confirmed.source == ResultSource.HANDS
