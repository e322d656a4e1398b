"""The result of a table as the desk types, confirms and corrects it (S24, S47, S48)."""

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from scoring.models import StandingsPublication, TableResult
from scoring.printing.contents import explanations
from scoring.selectors.tables import board_rows, current_result, next_incomplete, result_lines, table_account
from scoring.services.closing import round_close
from scoring.services.hands import hand_record
from scoring.services.results import (
    Figures,
    SeatFigures,
    result_confirm,
    result_correct,
    result_enter,
    result_restore,
)
from scoring.services.standings import standings_publish
from tests import factories
from tests.markup import squeezed, text_of_page
from tests.scoring.records import DESK, OTHER_DESK, betl, durch, scribe_of
from tournament.enums import TableState
from tournament.models import Account, Round, Table, Tournament

pytestmark = pytest.mark.django_db

T = "/t/jarni-turnaj"
TABLE = f"{T}/kolo/1/stul/1"
SAVE = f"{TABLE}/vysledek/ulozit/"
UNCHANGED = "Čísla jsou stejná jako předtím, nic se nezměnilo."
PAPER = (1234, -560, -1001, 327)


def paper(*money: int, zb: tuple[int | None, ...] = (None,) * 4, **fields: Any) -> Figures:
    lines = zip("ABCD", money, zb, strict=True)
    return Figures(
        seats={letter: SeatFigures(amount, 0, crowns) for letter, amount, crowns in lines}, **fields
    )


def money_of(account: Any) -> dict[str, int]:
    return dict(account.figures.money)


def sent_back(page: Any, **typed: str) -> dict[str, str]:
    """The form of a page as the browser sends it, with what somebody typed over it."""
    form = page.context["form"]
    values = {name: form[name].value() for name in form.fields}
    shown = {
        name: "on" if value is True else str(form[name].field.prepare_value(value))
        for name, value in values.items()
        if value not in (None, False, "")
    }
    return shown | typed


@pytest.fixture
def closed(drawn: Round, table: Table, second_table: Table) -> Round:
    """Table 1 from paper, table 2 from hands; closed and published."""
    result_enter(table=table, figures=paper(*PAPER), by=DESK)
    result_confirm(table=table, by=DESK)
    hand_record(table=second_table, record=durch(), by=scribe_of(second_table))
    round_close(round_=drawn, by=DESK)
    standings_publish(round_=drawn, by=DESK)
    return drawn


# ZB follows the money ------------------------------------------------------------------------------------


def test_crowns_follow_the_money_that_is_corrected(organiser_client: Client, closed: Round) -> None:
    """S47: 14,34 and −7,60 mean ZB 14 and −7; those that the program filled in are nobody's will."""
    page = organiser_client.get(f"{TABLE}/vysledek/")
    assert [page.context["form"][f"zb_{letter}"].value() for letter in "ABCD"] == [None] * 4

    typed = sent_back(page, money_A="14,34", money_B="−7,60", reason="přehozené číslice")
    organiser_client.post(SAVE, typed)

    assert [line.zb for line in result_lines(current_result(closed.tables.get(number=1)))] == [14, -7, -10, 3]


def test_crowns_that_the_table_agreed_on_stay_in_the_form(organiser_client: Client, table: Table) -> None:
    result_enter(table=table, figures=paper(*PAPER, zb=(13, -6, -10, 3)), by=DESK)

    page = organiser_client.get(f"{TABLE}/vysledek/")

    assert [page.context["form"][f"zb_{letter}"].value() for letter in "ABCD"] == ["13", "−6", None, None]


# What changes nothing ------------------------------------------------------------------------------------


def test_correction_that_changes_nothing_makes_no_version(organiser_client: Client, closed: Round) -> None:
    """S48"""
    page = organiser_client.get(f"{TABLE}/vysledek/")

    done = organiser_client.post(SAVE, sent_back(page, reason="pro jistotu"), follow=True)

    assert UNCHANGED in text_of_page(done)
    assert TableResult.objects.filter(table__number=1).count() == 1
    assert StandingsPublication.objects.count() == 1
    assert Table.objects.get(round=closed, number=1).state == TableState.CLOSED
    assert not closed.tournament.log.filter(action="scoring.result.corrected").exists()


def test_correction_sent_twice_says_twice_that_it_is_stored(organiser_client: Client, closed: Round) -> None:
    page = organiser_client.get(f"{TABLE}/vysledek/")
    typed = sent_back(page, money_A="14,34", money_B="−7,60", reason="přehozené číslice")

    answers = [organiser_client.post(SAVE, typed, follow=True) for _click in range(2)]

    told = "Oprava platí. Pořadí po 1. kole je zveřejněno jako verze 2, změnilo se 5 řádků."
    assert [told in text_of_page(answer) for answer in answers] == [True, True]
    assert TableResult.objects.filter(table__number=1).count() == 2


AGAIN: dict[str, Callable[[Table], TableResult]] = {
    "entered again": lambda table: result_enter(table=table, figures=paper(*PAPER), by=OTHER_DESK),
    "with the automatic crowns written": lambda table: result_enter(
        table=table, figures=paper(*PAPER, zb=(12, -5, -10, 3)), by=DESK
    ),
    "with a reason that excuses nothing": lambda table: result_enter(
        table=table, figures=paper(*PAPER, zero_reason="pro jistotu"), by=DESK
    ),
    "restored": lambda table: result_restore(table=table, number=1, by=DESK).result,
}


@pytest.mark.parametrize("again", AGAIN.values(), ids=AGAIN)
def test_the_same_figures_are_the_same_version(table: Table, again: Callable[[Table], TableResult]) -> None:
    """S48: whoever types them, the result stays that of its first typist."""
    first = result_enter(table=table, figures=paper(*PAPER), by=DESK)

    assert again(table) == first
    assert list(TableResult.objects.values_list("number", "current", "entered_by")) == [(1, True, DESK.name)]


OTHERWISE: dict[str, Figures] = {
    "without the signature": paper(*PAPER, signed=False),
    "other crowns": paper(*PAPER, zb=(13, -6, -10, 3)),
    "taken from the hands": Figures(seats={}, source="hands"),
}


@pytest.mark.parametrize("figures", OTHERWISE.values(), ids=OTHERWISE)
def test_what_differs_in_anything_is_a_version(table: Table, figures: Figures) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    result_enter(table=table, figures=paper(*PAPER), by=DESK)

    assert result_enter(table=table, figures=figures, by=DESK).number == 2


def test_the_same_figures_hand_in_a_sheet_that_was_taken_back(table: Table) -> None:
    result_enter(table=table, figures=paper(*PAPER), by=DESK)
    Table.objects.update(state=TableState.OPEN)

    result_enter(table=table, figures=paper(*PAPER), by=DESK)

    table.refresh_from_db()
    assert (table.state, TableResult.objects.count()) == (TableState.HANDED_IN, 1)


def test_who_only_shares_the_name_types_an_older_result_anew(table: Table) -> None:
    """One from before there were keys has a name only; typed anew it says who typed it."""
    result_enter(table=table, figures=paper(*PAPER), by=DESK)
    TableResult.objects.update(entered_by_key=None)

    assert result_enter(table=table, figures=paper(*PAPER), by=OTHER_DESK).entered_by_key == OTHER_DESK.key


def test_restoring_what_counts_says_that_nothing_changed(organiser_client: Client, table: Table) -> None:
    result_enter(table=table, figures=paper(*PAPER), by=DESK)
    result_enter(table=table, figures=paper(100, -100, 0, 0), by=DESK)
    result_enter(table=table, figures=paper(*PAPER), by=DESK)

    page = organiser_client.post(f"{TABLE}/vysledek/verze/1/obnovit/", follow=True)

    assert UNCHANGED in text_of_page(page)
    assert TableResult.objects.count() == 3


# The figures of a table from paper -----------------------------------------------------------------------


def test_figures_from_paper_stand_wherever_the_table_is_shown(organiser_client: Client, table: Table) -> None:
    """S24: one selector; what was typed is seen on the page of the table, in the workbook and on paper."""
    result_enter(table=table, figures=paper(*PAPER), by=DESK)
    fresh = Table.objects.select_related("round__tournament").get(pk=table.pk)
    figures = dict(zip("ABCD", PAPER, strict=True))

    page = organiser_client.get(f"{TABLE}/")
    book = load_workbook(io.BytesIO(organiser_client.get(f"{T}/tisk/kolo-1/hry.xlsx").content))
    accounts = [row for row in book["Účty"].iter_rows(values_only=True) if row[0] == 1]
    explained = explanations(Round.objects.select_related("tournament").get(pk=table.round_id))

    assert {one["line"].letter: one["money"] for one in page.context["seat_figures"]} == figures
    assert "z papírového lístku · součet 0,00 Kč" in text_of_page(page)
    assert {row[1]: row[5] for row in accounts} == {seat: money / 100 for seat, money in figures.items()}
    assert {row[7] for row in accounts} == {"z papírového lístku"}
    assert explained.tables[0].result == tuple((money, 0) for money in PAPER)
    assert money_of(table_account(fresh)) == figures
    first = next(row for row in board_rows(fresh.round) if row.table.number == 1)
    assert {one.seat.letter: one.money for one in first.seats} == figures


def test_print_of_the_reckoning_shows_a_table_from_paper(organiser_client: Client, table: Table) -> None:
    result_enter(table=table, figures=paper(*PAPER), by=DESK)

    page = text_of_page(organiser_client.get(f"{T}/tisk/kolo-1/listky.html?vysvetleni=1"))

    assert "výsledek z papírového lístku +12,34 −5,60 −10,01 +3,27" in page


def test_sum_of_the_hands_stays_theirs_beside_a_result_from_paper(table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    result_enter(table=table, figures=paper(600, -200, -200, -200), by=DESK)
    account = table_account(Table.objects.select_related("round__tournament").get(pk=table.pk))

    assert (account.totals.money["A"], account.figures.money["A"], account.figures.count) == (900, 600, 1)
    [explained, _other] = explanations(account.table.round).tables
    assert (explained.totals[0], explained.result[0]) == ((900, 0), (600, 0))


# Where the eye and the keyboard go -----------------------------------------------------------------------


def test_error_stands_under_the_figures_and_names_its_player(organiser_client: Client, table: Table) -> None:
    typed = {
        "source": "paper",
        "expected": "0",
        "money_A": "x",
        "money_B": "0",
        "money_C": "0",
        "money_D": "0",
    }

    page = squeezed(organiser_client.post(SAVE, typed).content.decode())

    below = page[page.index('data-sum="premium"') : page.index('name="signed"')]
    assert 'aria-describedby="id_money_A_error"' in page
    assert below.count('class="errors"') == 1
    error = below[below.index('id="id_money_A_error"') :]
    assert "<span>Zisk A Novák Jan: Napište korunovou částku, třeba 1 234,40 nebo −12.</span>" in error


def test_reason_that_everybody_reads_says_so_and_is_not_optional(
    organiser_client: Client, table: Table
) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    result_enter(table=table, figures=paper(600, -200, -200, -200), by=DESK)

    asked = organiser_client.post(f"{TABLE}/vysledek/potvrdit/", {"expected": "1"})

    field = asked.context["confirm_form"]["reason"]
    html = asked.content.decode()
    assert (asked.status_code, field.field.required, field.help_text) == (
        422,
        True,
        "Přečte si ho každý u zveřejněného pořadí.",
    )
    assert field.errors == [
        "Výsledek a zapsané hry se liší. Opravte je, nebo napište, proč má výsledek platit."
    ]
    control = html[html.rindex("<input", 0, html.index('id="id_reason"')) :].split(">")[0]
    assert "autofocus" in control
    assert 'aria-invalid="true"' in control


def test_the_next_table_opens_by_itself(
    organiser_client: Client, drawn: Round, table: Table, second_table: Table
) -> None:
    """S40 is made rarer: each sheet is typed at the table that opened, not at one picked by hand."""
    result_enter(table=table, figures=paper(*PAPER), by=DESK)
    entered = organiser_client.get(f"{TABLE}/vysledek/")
    assert focused_on(entered) == ["button"]

    done = organiser_client.post(f"{TABLE}/vysledek/potvrdit/", {"expected": "1"}, follow=True)

    assert done.redirect_chain == [(f"{T}/kolo/1/stul/2/vysledek/", 302)]
    assert "Výsledek stolu 1 je potvrzený." in text_of_page(done)
    assert focused_on(done) == ["money_A"]

    result_enter(table=second_table, figures=paper(100, -100, 0, 0), by=DESK)
    last = organiser_client.post(f"{T}/kolo/1/stul/2/vysledek/potvrdit/", {"expected": "1"}, follow=True)
    assert last.redirect_chain == [(f"{T}/kolo/1/listky/", 302)]
    assert "Všechny lístky jsou potvrzené" in text_of_page(last)


def focused_on(page: Any) -> list[str]:
    """What the page gives the focus to: names of fields, otherwise the tag."""
    tags = re.findall(r"<(\w+)([^>]*\sautofocus[^>]*)>", page.content.decode())
    names = [re.search(r'name="([^"]+)"', attributes) for _tag, attributes in tags]
    return [found[1] if found else tag for (tag, _attributes), found in zip(tags, names, strict=True)]


def test_the_focus_waits_where_something_is_to_be_done(
    organiser_client: Client, table: Table, closed: Round
) -> None:
    """A correction is looked at first; the board of a closed round is not typed into."""
    assert focused_on(organiser_client.get(f"{TABLE}/vysledek/")) == []
    assert focused_on(organiser_client.get(f"{T}/kolo/1/listky/")) == []


JUMPS: dict[str, tuple[str, int, str]] = {
    "a table": ("2", 302, f"{T}/kolo/1/stul/2/vysledek/"),
    "with spaces": (" 2 ", 302, f"{T}/kolo/1/stul/2/vysledek/"),
    "its hands": ("2H", 302, f"{T}/kolo/1/stul/2/z-listku/"),
    "no such table": ("9", 404, "Takový stůl v tomto kole není. Napište jedno z čísel 1, 2."),
    "no number": ("dvě", 404, "Takový stůl v tomto kole není. Napište jedno z čísel 1, 2."),
    "too long": ("9" * 5000, 404, "Takový stůl v tomto kole není. Napište jedno z čísel 1, 2."),
    "nothing": ("", 404, "Toto pole je třeba vyplnit."),
}


@pytest.mark.parametrize(("typed", "status", "answer"), JUMPS.values(), ids=JUMPS)
def test_the_number_of_a_table_opens_it(
    organiser_client: Client, drawn: Round, typed: str, status: int, answer: str
) -> None:
    assert focused_on(organiser_client.get(f"{T}/kolo/1/listky/")) == ["stul"]

    page = organiser_client.get(f"{T}/kolo/1/listky/", {"stul": typed})

    assert page.status_code == status
    assert answer in (page["Location"] if status == 302 else text_of_page(page))


def test_a_referee_jumps_to_the_tables_he_may_see(
    referee_client: Client, referee: Account, drawn: Round
) -> None:
    referee.memberships.update(tables=[2])
    seen, other = (referee_client.get(f"{T}/kolo/1/listky/", {"stul": number}) for number in ("2", "1"))
    assert (seen.status_code, seen["Location"]) == (302, f"{T}/kolo/1/stul/2/")
    assert (other.status_code, "Napište jedno z čísel 2." in text_of_page(other)) == (404, True)


NEXT = {"after the first": (1, {2, 3}, 2), "round the corner": (3, {1, 3}, 1), "none left": (1, set(), None)}


@pytest.mark.parametrize(("after", "waiting", "expected"), NEXT.values(), ids=NEXT)
def test_next_incomplete_table(
    tournament: Tournament, after: int, waiting: set[int], expected: int | None
) -> None:
    factories.entries(tournament, 12)
    round_ = factories.drawn_round(tournament)
    Table.objects.filter(round=round_).exclude(number__in=waiting).update(state=TableState.CONFIRMED)
    found = next_incomplete(round_, after)
    assert (found.number if found else None) == expected


def test_next_table_to_type_has_no_result(tournament: Tournament) -> None:
    factories.entries(tournament, 12)
    round_ = factories.drawn_round(tournament)
    factories.table_result(round_.tables.get(number=2), [(0, 0, 0)] * 4)
    assert [next_incomplete(round_, 1, typed=typed).number for typed in (True, False)] == [2, 3]


def test_correction_needs_the_figures_to_differ_not_the_reason(closed: Round) -> None:
    table = Table.objects.select_related("round__tournament").get(round=closed, number=1)
    done = result_correct(table=table, figures=paper(*PAPER), reason="poprvé", by=DESK)
    assert (done.changed, done.published, done.text) == (False, (), UNCHANGED)
    assert (done.result.number, done.result.reason, done.result.confirmed_by) == (1, "", DESK.name)
