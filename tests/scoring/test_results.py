"""Results of tables: sums, crowns, versions, confirmation by one or two people (S24, S27, S28, S40)."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from scoring.enums import ResultSource
from scoring.models import TableResult
from scoring.selectors.history import table_history
from scoring.selectors.tables import TableAccount, board_rows, current_result, result_lines, table_account
from scoring.services.closing import round_close
from scoring.services.hands import hand_correct, hand_record
from scoring.services.results import (
    Figures,
    SeatFigures,
    result_confirm,
    result_correct,
    result_enter,
    result_restore,
    result_unconfirm,
    table_hand_in,
    table_take_back,
)
from tests import factories
from tests.scoring.races import in_threads
from tests.scoring.records import CHIEF, DESK, OTHER_DESK, REFEREE, STRANGER, betl, scribe_of
from tournament.actors import Actor
from tournament.enums import RoundState, TableState
from tournament.errors import Conflict, DeskError, NotAllowed, Refused
from tournament.journal.words import subject_words
from tournament.models import LogEntry, Round, Table, Tournament

pytestmark = pytest.mark.django_db

RULES_7 = (1234, -560, -1001, 327)
"""The example of R-001: crowns 12, −5, −10, 3."""


def paper(
    money: tuple[int, ...] = RULES_7,
    *,
    zb: tuple[int | None, ...] = (None,) * 4,
    premium: tuple[int, ...] = (0,) * 4,
    **fields: Any,
) -> Figures:
    """Figures typed from the sheet of a table of four."""
    seats = {
        letter: SeatFigures(money=amount, zb=crowns, premium=points)
        for letter, amount, crowns, points in zip("ABCD", money, zb, premium, strict=True)
    }
    return Figures(seats=seats, **fields)


def zb_of(result: TableResult) -> list[int]:
    return [line.zb for line in result_lines(result)]


def test_result_from_paper_with_proposed_crowns(table: Table) -> None:
    result = result_enter(table=table, figures=paper(premium=(35, 0, -7, 0)), by=DESK)

    account = table_account(table)
    assert [
        (line.letter, line.money, line.zb, line.premium, line.sb, line.place) for line in account.lines
    ] == [
        ("A", 1234, 12, 35, 47, 1),
        ("B", -560, -5, 0, -5, 3),
        ("C", -1001, -10, -7, -17, 4),
        ("D", 327, 3, 0, 3, 2),
    ]
    assert (result.number, result.source, result.signed, result.confirmed_by) == (1, "paper", True, "")
    table.refresh_from_db()
    table.round.refresh_from_db()
    assert (table.state, table.round.state) == (TableState.HANDED_IN, RoundState.PLAYING)
    logged = LogEntry.objects.get(action="scoring.result.entered")
    assert (subject_words(logged), logged.old, logged.new["zb"]) == (
        "1. kolo, stůl 1",
        None,
        {"A": 12, "B": -5, "C": -10, "D": 3},
    )


def test_equal_at_the_table_share_the_place(table: Table) -> None:
    result_enter(table=table, figures=paper((1000, 1000, -1000, -1000)), by=DESK)
    assert [line.place for line in table_account(table).lines] == [1, 1, 3, 3]


REFUSED: dict[str, tuple[Figures, str, set[str]]] = {
    "sum is not zero": (paper((1234, -560, -1001, 300)), "dohromady −0,27", {"zero_reason"}),
    "crowns do not sum to zero": (paper(zb=(12, -6, -10, 3)), "Zaokrouhlení", {"rounding_reason"}),
    "a slip of the finger": (
        paper((99_999_999_99, -99_999_999_99, 0, 0)),
        "příliš velké",
        {"money_A", "money_B"},
    ),
    "points beyond reason": (paper(premium=(1_000_000, 0, 0, 0)), "příliš velké", {"premium_A"}),
    "a seat is missing": (
        Figures(seats={letter: SeatFigures(0, 0) for letter in "ABC"}),
        "místa A, B, C, D",
        set(),
    ),
}


@pytest.mark.parametrize(("figures", "message", "fields"), REFUSED.values(), ids=REFUSED)
def test_figures_that_cannot_be(table: Table, figures: Figures, message: str, fields: set[str]) -> None:
    with pytest.raises(Refused, match=message) as refused:
        result_enter(table=table, figures=figures, by=DESK)
    assert fields <= set(refused.value.fields)
    assert not TableResult.objects.exists()
    table.refresh_from_db()
    assert table.state == TableState.OPEN


def test_figures_as_large_as_they_may_be(table: Table) -> None:
    """The last of the money, the crowns and the points that are not taken for a slip of the finger."""
    figures = paper(
        (100_000_00, -100_000_00, 0, 0), zb=(100_000, -100_000, 0, 0), premium=(100_000, -100_000, 0, 0)
    )
    result = result_enter(table=table, figures=figures, by=DESK)
    assert [(line.money, line.zb, line.premium) for line in result_lines(result)] == [
        (100_000_00, 100_000, 100_000),
        (-100_000_00, -100_000, -100_000),
        (0, 0, 0),
        (0, 0, 0),
    ]


@pytest.mark.parametrize(
    ("last", "total"), [(300, "−0,27\N{NO-BREAK SPACE}Kč"), (400, "+0,73\N{NO-BREAK SPACE}Kč")]
)
def test_sum_that_is_not_zero_is_told_with_its_sign(table: Table, last: int, total: str) -> None:
    with pytest.raises(Refused) as refused:
        result_enter(table=table, figures=paper((1234, -560, -1001, last)), by=DESK)
    assert refused.value.text == (
        f"Zisky dávají dohromady {total}, mají dát nulu. Opravte je, nebo napište důvod."
    )
    assert refused.value.fields == {
        "zero_reason": f"Součet zisků je {total}. Opravte čísla, nebo napište důvod."
    }


def test_table_agrees_on_other_crowns_within_a_crown(table: Table) -> None:
    """Section E: 13 lies less than a crown from 12,34, −6 less than a crown from −5,60."""
    result = result_enter(table=table, figures=paper(zb=(13, -6, -10, 3)), by=DESK)
    assert (zb_of(result), result.rounding_reason) == ([13, -6, -10, 3], "")


def test_crowns_too_far_stand_beside_their_player(table: Table) -> None:
    with pytest.raises(Refused) as refused:
        result_enter(table=table, figures=paper(zb=(14, -7, -10, 3)), by=DESK)
    assert set(refused.value.fields) == {"zb_A", "zb_B", "rounding_reason"}


def test_organiser_lets_a_sum_stand_with_a_reason(table: Table) -> None:
    figures = paper((1234, -560, -1001, 300), zero_reason="  dvacetník se   ztratil ")
    result = result_enter(table=table, figures=figures, by=DESK)
    assert (result.zero_reason, zb_of(result)) == ("dvacetník se ztratil", [12, -5, -10, 3])


def test_organiser_lets_other_crowns_stand_with_a_reason(table: Table) -> None:
    figures = paper(zb=(20, -13, -10, 3), rounding_reason="dohoda u stolu")
    assert result_enter(table=table, figures=figures, by=DESK).rounding_reason == "dohoda u stolu"


def test_reason_that_excuses_nothing_is_not_kept(table: Table) -> None:
    figures = paper(zero_reason="pro jistotu", rounding_reason="pro jistotu")
    result = result_enter(table=table, figures=figures, by=DESK)
    assert (result.zero_reason, result.rounding_reason) == ("", "")


NOT_ORGANISERS = {"referee": REFEREE, "chief referee": CHIEF, "stranger": STRANGER}
ORGANISERS_ACTS: dict[str, Callable[[Table, Actor], Any]] = {
    "enter": lambda table, by: result_enter(table=table, figures=paper(), by=by),
    "confirm": lambda table, by: result_confirm(table=table, by=by),
    "take the confirmation back": lambda table, by: result_unconfirm(table=table, by=by),
    "correct": lambda table, by: result_correct(table=table, figures=paper(), reason="omyl", by=by),
    "close": lambda table, by: round_close(round_=table.round, by=by),
}


REFUSED_TO_LOWER_ROLES = [
    pytest.param(act, by, id=f"{name} by a {role}")
    for name, act in ORGANISERS_ACTS.items()
    for role, by in NOT_ORGANISERS.items()
    # After its revision the chief referee corrects a closed round: test_revision.
    if (name, role) != ("correct", "chief referee")
]


@pytest.mark.parametrize(("act", "by"), REFUSED_TO_LOWER_ROLES)
def test_lower_roles_are_refused(table: Table, act: Callable[[Table, Actor], Any], by: Actor) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    with pytest.raises(NotAllowed, match="jen pořadatel"):
        act(table, by)
    assert not TableResult.objects.exists()


def test_scribe_does_not_enter_results(table: Table) -> None:
    with pytest.raises(NotAllowed):
        result_enter(table=table, figures=paper(), by=scribe_of(table))


def test_second_version_supersedes_the_first(table: Table) -> None:
    first = result_enter(table=table, figures=paper(), by=DESK)
    second = result_enter(table=table, figures=paper((100, -100, 0, 0)), by=OTHER_DESK, expected=1)
    first.refresh_from_db()
    assert (first.current, second.current, second.number) == (False, True, 2)
    assert LogEntry.objects.filter(action="scoring.result.entered").count() == 2


def test_entry_over_a_version_nobody_saw_is_a_conflict(table: Table) -> None:
    result_enter(table=table, figures=paper(), by=OTHER_DESK, expected=0)
    with pytest.raises(Conflict, match="Ota Druhý"):
        result_enter(table=table, figures=paper((100, -100, 0, 0)), by=DESK, expected=0)
    assert TableResult.objects.count() == 1


def test_double_click_is_one_version(table: Table) -> None:
    """S22"""
    key = uuid.uuid4()
    answers = [
        result_enter(table=table, figures=paper(), by=DESK, expected=0, submission=key) for _click in range(2)
    ]
    assert answers[0] == answers[1]
    assert TableResult.objects.count() == 1


def test_numbers_of_another_table_are_a_warning(table: Table, second_table: Table) -> None:
    """S40: entering table 1's numbers at table 2."""
    result_enter(table=table, figures=paper(), by=DESK)
    with pytest.raises(Refused, match="Stejná čísla má stůl 1") as refused:
        result_enter(table=second_table, figures=paper(), by=DESK)
    assert set(refused.value.fields) == {"accept_same"}
    assert current_result(second_table) is None

    result_enter(table=second_table, figures=paper(accept_same=True), by=DESK)
    assert zb_of(current_result(second_table)) == [12, -5, -10, 3]


def test_two_tables_of_nothing_are_no_warning(table: Table, second_table: Table) -> None:
    result_enter(table=table, figures=paper((0, 0, 0, 0)), by=DESK)
    result_enter(table=second_table, figures=paper((0, 0, 0, 0)), by=DESK)
    assert TableResult.objects.count() == 2


def test_older_version_is_restored(table: Table, second_table: Table) -> None:
    """S40: the older version can be restored, as a version of its own."""
    result_enter(table=second_table, figures=paper(), by=DESK)
    result_enter(table=table, figures=paper((100, -100, 0, 0), premium=(7, 0, 0, 0)), by=DESK)
    result_enter(table=table, figures=paper(accept_same=True), by=DESK)

    done = result_restore(table=table, number=1, by=OTHER_DESK)

    restored = done.result
    assert (done.text, done.changed) == ("Verze 1 zase platí.", True)
    assert (restored.number, restored.current, restored.entered_by) == (3, True, "Ota Druhý")
    assert [(line.money, line.zb, line.premium) for line in result_lines(restored)] == [
        (100, 1, 7),
        (-100, -1, 0),
        (0, 0, 0),
        (0, 0, 0),
    ]
    again = result_restore(table=table, number=1, by=DESK)
    assert (again.result, again.changed, TableResult.objects.filter(table=table).count()) == (
        restored,
        False,
        3,
    )


def test_version_that_never_was(table: Table) -> None:
    with pytest.raises(Refused, match="Verze 4"):
        result_restore(table=table, number=4, by=DESK)


def test_sheet_is_handed_in_and_taken_back(table: Table) -> None:
    """The scribe may take it back until it is confirmed."""
    scribe = scribe_of(table)
    assert table_hand_in(table=table, by=scribe).state == TableState.HANDED_IN
    assert table_hand_in(table=table, by=scribe).state == TableState.HANDED_IN
    assert table_take_back(table=table, by=scribe).state == TableState.OPEN
    hand_record(table=table, record=betl(), by=scribe)
    result_confirm(table=table, by=DESK)
    with pytest.raises(Refused, match="stolu 1 už je potvrzený"):
        table_take_back(table=table, by=scribe)
    actions = LogEntry.objects.filter(action__startswith="scoring.table").order_by("at")
    assert list(actions.values_list("action", flat=True)) == [
        "scoring.table.handed_in",
        "scoring.table.taken_back",
    ]


def test_confirming_takes_the_result_from_hands(table: Table) -> None:
    hand_record(table=table, record=betl(), by=scribe_of(table))
    result = result_confirm(table=table, by=DESK)
    assert (result.source, result.confirmed_by, zb_of(result)) == (
        ResultSource.HANDS,
        DESK.name,
        [9, -3, -3, -3],
    )
    table.refresh_from_db()
    assert table.state == TableState.CONFIRMED


def test_nothing_to_confirm(table: Table) -> None:
    with pytest.raises(Refused, match="nemá zapsanou žádnou hru ani výsledek"):
        result_confirm(table=table, by=DESK)


def test_confirmed_by_somebody_else_says_by_whom(table: Table) -> None:
    hand_record(table=table, record=betl(), by=scribe_of(table))
    result_confirm(table=table, by=OTHER_DESK)
    with pytest.raises(Conflict, match=r"už je potvrzený: Ota Druhý"):
        result_confirm(table=table, by=DESK)
    assert result_confirm(table=table, by=OTHER_DESK).confirmed_by == "Ota Druhý"


def test_version_nobody_saw_is_not_confirmed(table: Table) -> None:
    """S21: the page showed the first figures, meanwhile somebody entered others."""
    result_enter(table=table, figures=paper(), by=OTHER_DESK)
    second = result_enter(table=table, figures=paper((100, -100, 0, 0)), by=OTHER_DESK)

    with pytest.raises(Conflict, match="Ota Druhý"):
        result_confirm(table=table, by=DESK, expected=1)
    table.refresh_from_db()
    assert (table.state, current_result(table).confirmed_by) == (TableState.HANDED_IN, "")

    assert result_confirm(table=table, by=DESK, expected=2) == second
    table.refresh_from_db()
    assert (table.state, current_result(table).confirmed_by) == (TableState.CONFIRMED, DESK.name)


@pytest.mark.django_db(transaction=True)
def test_two_organisers_confirm_at_once(table: Table) -> None:
    """S21: one result, the other one is told by whom."""
    hand_record(table=table, record=betl(), by=scribe_of(table))
    people = [DESK, OTHER_DESK]

    answers = in_threads(2, lambda place: result_confirm(table=table, by=people[place]))

    confirmed = [answer for answer in answers if isinstance(answer, TableResult)]
    told = [answer for answer in answers if isinstance(answer, Conflict)]
    assert (len(confirmed), len(told)) == (1, 1)
    assert confirmed[0].confirmed_by in str(told[0])
    assert TableResult.objects.count() == 1
    assert LogEntry.objects.filter(action="scoring.result.confirmed").count() == 1


def test_difference_is_shown_and_confirmed_only_with_a_reason(table: Table) -> None:
    hand_record(table=table, record=betl(), by=scribe_of(table))
    result_enter(table=table, figures=paper((900, -300, -300, -300), premium=(5, 0, 0, 0)), by=DESK)
    result_enter(table=table, figures=paper((880, -280, -300, -300), premium=(5, 0, 0, 0)), by=DESK)

    account = table_account(table)
    assert [(one.letter, one.money, one.premium) for one in account.difference] == [
        ("A", -20, 5),
        ("B", 20, 0),
    ]
    first = board_rows(table.round)[0]
    assert (first.table.number, first.note) == (1, "Papír a hry se liší")

    with pytest.raises(Refused, match="se liší"):
        result_confirm(table=table, by=DESK)
    result = result_confirm(table=table, by=DESK, reason="hra 4 na lístku škrtnutá")
    assert result.reason == "hra 4 na lístku škrtnutá"


def test_confirmation_is_taken_back(table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    result_confirm(table=table, by=DESK)
    result_unconfirm(table=table, by=OTHER_DESK)
    table.refresh_from_db()
    result = current_result(table)
    assert (table.state, result.confirmed_by, result.confirmed_at) == (TableState.HANDED_IN, "", None)
    hand_record(table=table, record=betl(), by=scribe_of(table))


def two_person(table: Table) -> Table:
    Tournament.objects.update(two_person_mode=True)
    return Table.objects.select_related("round__tournament").get(pk=table.pk)


TYPISTS: dict[str, Callable[[Table], Any]] = {
    "wrote a hand": lambda table: hand_record(table=table, record=betl(), by=DESK),
    "corrected a hand": lambda table: hand_correct(
        hand=hand_record(table=table, record=betl(), by=scribe_of(table)), record=betl(won=False), by=DESK
    ),
    "typed the sheet": lambda table: result_enter(table=table, figures=paper(), by=DESK),
    "agreed other crowns": lambda table: (
        hand_record(table=table, record=betl(premium=[]), by=scribe_of(table)),
        result_enter(
            table=table,
            figures=Figures(
                seats=paper((0,) * 4, zb=(10, -4, -3, -3)).seats,
                source=ResultSource.HANDS,
                rounding_reason="dohoda",
            ),
            by=DESK,
        ),
    ),
}


@pytest.mark.parametrize("type_it", TYPISTS.values(), ids=TYPISTS)
def test_typist_does_not_confirm_in_two_person_mode(table: Table, type_it: Callable[[Table], Any]) -> None:
    """S28"""
    table = two_person(table)
    type_it(table)
    with pytest.raises(Refused, match="potvrdit ho musí někdo jiný"):
        result_confirm(table=table, by=DESK)
    assert not TableResult.objects.exclude(confirmed_by="").exists()
    assert result_confirm(table=table, by=OTHER_DESK).confirmed_by == "Ota Druhý"


def test_without_two_person_mode_the_typist_confirms(table: Table) -> None:
    result_enter(table=table, figures=paper(), by=DESK)
    assert result_confirm(table=table, by=DESK).confirmed_by == DESK.name


def test_history_writes_figures_as_pages_do(table: Table) -> None:
    """Thousands apart, a real minus, a zero without a sign."""
    factories.LogEntryFactory(
        tournament=table.round.tournament,
        object_id=table.pk,
        old={"zb": {"A": 12, "B": -12}, "premium": {"A": 7}},
        new={"zb": {"A": 1234, "B": -1234}, "premium": {"A": 0}},
    )
    [line] = table_history(table)
    assert [(one.label, one.old, one.new) for one in line.figures] == [
        ("A ZB", "+12", "+1\N{NO-BREAK SPACE}234"),
        ("B ZB", "−12", "−1\N{NO-BREAK SPACE}234"),
        ("A PB", "+7", "0"),
    ]


def test_three_names_with_times_and_figures_on_one_page(table: Table) -> None:
    """S27: typed by A, confirmed by B, corrected by C."""
    third = factories.actor("Cecílie Třetí", *DESK.roles)
    result_enter(table=table, figures=paper(), by=DESK)
    factories.table_result(Table.objects.get(number=2), [(0, 0, 0)] * 4, confirmed_by="x")
    Table.objects.filter(number=2).update(state=TableState.CONFIRMED)
    result_confirm(table=table, by=OTHER_DESK)
    round_close(round_=table.round, by=OTHER_DESK)
    result_correct(table=table, figures=paper((1434, -760, -1001, 327)), reason="přehozené číslice", by=third)

    history = [(line.who, line.action, line.reason) for line in table_history(table)]
    assert history == [
        ("Cecílie Třetí", "Výsledek stolu opraven", "přehozené číslice"),
        ("Ota Druhý", "Výsledek stolu potvrzen", ""),
        ("Olga Pořadatelová", "Výsledek stolu zapsán", ""),
    ]
    changes = [(one.label, one.old, one.new) for one in table_history(table)[0].figures]
    assert changes == [
        ("A", "+12,34", "+14,34"),
        ("B", "−5,60", "−7,60"),
        ("A ZB", "+12", "+14"),
        ("B ZB", "−5", "−7"),
    ]


def test_account_needs_the_same_queries_for_one_hand_and_for_three(
    table: Table, django_assert_num_queries: Any
) -> None:
    def account() -> TableAccount:
        return table_account(Table.objects.select_related("round__tournament").get(pk=table.pk))

    hand_record(table=table, record=betl(), by=DESK)
    result_enter(table=table, figures=paper(), by=DESK)
    with django_assert_num_queries(6):
        account()
    for _more in range(2):
        hand_record(table=table, record=betl(), by=DESK)
        result_enter(table=table, figures=paper(), by=DESK)
    with django_assert_num_queries(6):
        account()


def test_board_needs_the_same_queries_for_one_table_and_for_three(
    tournament: Tournament, django_assert_num_queries: Any
) -> None:
    factories.entries(tournament, 16)
    people = list(tournament.entries.order_by("number"))
    small = factories.drawn_round(tournament, number=1, seated=people[:4])
    large = factories.drawn_round(tournament, number=2, seated=people[:12])
    for round_ in (small, large):
        for table in round_.tables.all():
            hand_record(table=Table.objects.get(pk=table.pk), record=betl(), by=DESK)
            result_enter(table=table, figures=paper(accept_same=True), by=DESK)
    for round_ in Round.objects.order_by("number"):
        with django_assert_num_queries(8):
            rows = board_rows(round_)
    assert [row.table.number for row in rows] == [1, 2, 3]


def test_desk_errors_have_a_sentence_and_a_code(table: Table) -> None:
    with pytest.raises(DeskError) as refused:
        result_confirm(table=table, by=DESK)
    assert (refused.value.code, str(refused.value)[-1]) == ("nothing_to_confirm", ".")
