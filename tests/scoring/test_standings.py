"""Standings: places, BP, what counts, what is frozen (S16, S18, S24, S32)."""

from typing import Any

import pytest

from scoring.models import Penalty, StandingsPublication
from scoring.selectors.answers import standings_order, tables_begun
from scoring.selectors.standings import (
    StandingRow,
    changed_figures,
    last_publication,
    published_of,
    standings_of,
    standings_to_json,
)
from scoring.services.hands import hand_record, hand_remove
from scoring.services.standings import standings_publish
from tests import factories
from tests.scoring.records import DESK, REFEREE, betl
from tournament.enums import BpKey, BpSharing, RankingOrder, RoundState, TableState
from tournament.errors import NotAllowed, Refused
from tournament.journal.words import subject_words
from tournament.models import Entry, LogEntry, Round, Table, Tournament
from tournament.services.entries import entry_withdraw

pytestmark = pytest.mark.django_db

Lines = list[tuple[int, int, int]]


def played(
    tournament: Tournament, *tables: Lines, number: int = 1, seated: list[Entry] | None = None
) -> Round:
    """A closed round whose tables have these lines ``(money, zb, premium)``, seats by start number."""
    round_ = factories.drawn_round(
        tournament,
        number=number,
        state=RoundState.CLOSED,
        table_state=TableState.CLOSED,
        seated=seated,
        sizes=[len(lines) for lines in tables],
    )
    for table, lines in zip(round_.tables.order_by("number"), tables, strict=True):
        factories.table_result(table, lines)
    return round_


def points(*zb: int) -> Lines:
    """Lines with ZB only, money the same in haléře."""
    return [(one * 100, one, 0) for one in zb]


def shown(rows: tuple[StandingRow, ...], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(getattr(row, name) for name in names) for row in rows]


@pytest.fixture
def six(tournament: Tournament) -> Tournament:
    factories.entries(tournament, 6)
    return tournament


def test_equal_on_everything_share_the_place(six: Tournament) -> None:
    """S32: totals 10, 10, 7, 7, 7, 5."""
    round_ = played(six, points(10, 7, 5), points(7, 10, 7))

    rows = standings_of(six, round_).rows

    assert shown(rows, "rank", "number", "sb") == [
        (1, 1, 10),
        (1, 5, 10),
        (3, 2, 7),
        (3, 4, 7),
        (3, 6, 7),
        (6, 3, 5),
    ]
    assert [row.rounds[0].rank for row in rows] == [1, 1, 3, 3, 3, 6]
    # starters: 6 for the first place; shared places average the points of the places they take up
    assert [row.bp for row in rows] == [550, 550, 300, 300, 300, 100]


def test_row_holds_every_figure(six: Tournament) -> None:
    round_ = played(six, [(1240, 12, 35), (-640, -6, 0), (-600, -6, 7)], points(3, 0, -3))
    factories.PenaltyFactory(
        entry=six.entries.get(number=1), round=round_, state=Penalty.State.APPLIED, points=-5
    )
    first = standings_of(six, round_).rows[0]
    assert (first.number, first.name, first.club) == (1, "Novák Jan", "Karlín")
    assert (first.money, first.zb, first.premium, first.penalty, first.sb, first.bp) == (
        1240,
        12,
        35,
        -5,
        42,
        600,
    )
    figures = first.rounds[0]
    assert (figures.round, figures.table, figures.sb, figures.rank, figures.bp) == (1, 1, 47, 1, 600)


def test_sb_then_zb_decides(six: Tournament) -> None:
    round_ = played(six, [(0, 0, 10), (500, 5, 5), (-500, -5, 0)], points(0, 0, 0))
    assert shown(standings_of(six, round_).rows[:2], "rank", "number") == [(1, 2), (2, 1)]


def test_best_hand_decides_only_where_it_was_chosen(six: Tournament) -> None:
    round_ = played(six, [(0, 0, 20), (0, 0, 20), (0, 0, 0)], points(0, 0, 0))
    table = round_.tables.get(number=1)
    nobody = dict.fromkeys("ABC", 0)
    for sequence, premium in enumerate(({"A": 10}, {"A": 10}, {"B": 20}), start=1):
        factories.HandFactory(table=table, sequence=sequence, premium=nobody | premium)
    factories.HandFactory(table=table, sequence=4, premium=nobody | {"A": 90}, removed=True)

    assert shown(standings_of(six, round_).rows[:2], "rank", "number") == [(1, 1), (1, 2)]
    six.ranking_criteria = ["best_hand"]
    assert shown(standings_of(six, round_).rows[:2], "rank", "number") == [(1, 2), (2, 1)]


BP_KEYS: dict[str, tuple[dict[str, Any], list[int]]] = {
    "starters, shared average": ({}, [600, 450, 450, 300, 200, 100]),
    "starters, shared better": (
        {"bp_sharing": BpSharing.BETTER},
        [600, 500, 500, 300, 200, 100],
    ),
    "fixed": ({"bp_key": BpKey.FIXED, "bp_fixed": [10, 6, 3]}, [1000, 450, 450, 0, 0, 0]),
    "superliga": (
        {"bp_key": BpKey.SUPERLIGA, "bp_coefficient": "0.050"},
        [300, 150, 150, 0, 0, 0],
    ),
    "superliga without a coefficient": (
        {"bp_key": BpKey.SUPERLIGA},
        [5000, 4850, 4850, 4700, 4600, 4500],
    ),
}


@pytest.mark.parametrize(("settings", "expected"), BP_KEYS.values(), ids=BP_KEYS)
def test_bp_keys(six: Tournament, settings: dict[str, Any], expected: list[int]) -> None:
    for name, value in settings.items():
        setattr(six, name, value)
    round_ = played(six, points(5, 2, 0), points(2, -4, -5))
    assert [row.bp for row in standings_of(six, round_).rows] == expected


def test_order_by_bp_is_its_sum_then_sb(six: Tournament) -> None:
    played(six, points(50, 2, 1), points(0, -1, -2))
    second = played(six, points(-9, 3, 2), points(1, 0, -1), number=2)
    by_sb = standings_of(six, second).rows
    six.ranking_order = RankingOrder.BP
    by_bp = standings_of(six, second).rows
    assert [row.number for row in by_sb][:2] == [1, 2]
    assert shown(by_bp[:3], "rank", "number", "bp") == [(1, 2, 1100), (2, 3, 900), (3, 1, 700)]


def test_sum_of_rounds_and_of_money(six: Tournament) -> None:
    """S24: the money of everybody is zero in the standings too."""
    played(six, points(5, 0, -5), points(3, 0, -3))
    second = played(six, points(-5, 1, 4), points(0, 0, 0), number=2)
    standings = standings_of(six, second)
    assert standings.rounds == (1, 2)
    assert standings.money_sum == 0
    assert {row.number: row.money for row in standings.rows} == {1: 0, 2: 100, 3: -100, 4: 300, 5: 0, 6: -300}


def test_standings_after_an_earlier_round_know_nothing_of_later_ones(six: Tournament) -> None:
    first = played(six, points(5, 0, -5), points(3, 0, -3))
    before = standings_of(six, first).rows
    played(six, points(-50, 25, 25), points(0, 0, 0), number=2)
    assert standings_of(six, first).rows == before


def test_unfinished_round_does_not_count(six: Tournament) -> None:
    first = played(six, points(5, 0, -5), points(3, 0, -3))
    before = standings_of(six, first)
    running = factories.drawn_round(six, number=2, state=RoundState.PLAYING, sizes=(3, 3))
    factories.table_result(running.tables.get(number=1), points(9, 0, -9))
    assert standings_of(six, first) == before
    assert standings_order(six, 2) == standings_order(six, 1)


def test_who_sat_out_a_round_keeps_the_others(six: Tournament) -> None:
    people = list(six.entries.order_by("number"))
    played(six, points(5, 0, -5), seated=people[:3])
    second = played(six, points(1, 0, -1), number=2, seated=people[3:])
    rows = {row.number: row for row in standings_of(six, second).rows}
    assert [one is None for one in rows[1].rounds] == [False, True]
    assert [one is None for one in rows[4].rounds] == [True, False]
    assert len(rows) == 6


def test_player_who_never_sat_is_not_ranked(six: Tournament) -> None:
    round_ = played(six, points(5, 0, -5), seated=list(six.entries.order_by("number"))[:3])
    assert [row.number for row in standings_of(six, round_).rows] == [1, 2, 3]


def test_withdrawal_leaves_earlier_standings_to_the_letter(six: Tournament) -> None:
    """S16: withdrawn after round 2; standings after rounds 1 and 2 stay, he keeps what he played."""
    first = played(six, points(5, 0, -5), points(3, 0, -3))
    second = played(six, points(1, 0, -1), points(0, 0, 0), number=2)
    before = [standings_to_json(standings_of(six, one)) for one in (first, second)]

    entry_withdraw(entry=six.entries.get(number=1), by=DESK)

    assert [standings_to_json(standings_of(six, one)) for one in (first, second)] == before
    people = [entry for entry in six.entries.order_by("number") if entry.number != 1]
    third = played(six, points(0, 0, 0), number=3, seated=people[:3])
    row = next(row for row in standings_of(six, third).rows if row.number == 1)
    assert (row.withdrawn, row.sb) == (True, 6)


def test_substitute_plays_for_the_player_of_the_seat(six: Tournament) -> None:
    """S18: it belongs to the seat; the result is the player's."""
    round_ = played(six, points(5, 0, -5), points(3, 0, -3))
    before = standings_of(six, round_).rows
    round_.seats.filter(entry__number=1).update(substitute="Náhradník Karel")
    assert standings_of(six, round_).rows == before


def test_reasons_of_overrides_are_notes(six: Tournament) -> None:
    round_ = played(six, points(5, 0, -5), points(3, 0, -2))
    round_.tables.get(number=2).results.update(zero_reason="ztracená koruna", reason="přepsáno")
    assert standings_of(six, round_).notes == (
        "1. kolo, stůl 2: součet není nula – ztracená koruna",
        "1. kolo, stůl 2: přepsáno",
    )


def test_publication_is_frozen(six: Tournament) -> None:
    round_ = played(six, points(5, 0, -5), points(3, 0, -3))
    publication = standings_publish(round_=round_, by=DESK)
    rows = published_of(publication).rows
    assert rows == standings_of(six, round_).rows

    Entry.objects.filter(number=1).update(name="Přejmenovaný Jan")
    assert published_of(last_publication(six)).rows == rows
    assert standings_of(six, round_).rows[0].name == "Přejmenovaný Jan"


def test_publishing_the_same_again_is_the_same_version(six: Tournament) -> None:
    round_ = played(six, points(5, 0, -5), points(3, 0, -3))
    assert standings_publish(round_=round_, by=DESK) == standings_publish(round_=round_, by=DESK)
    assert StandingsPublication.objects.count() == 1
    logged = LogEntry.objects.get(action="scoring.standings.published")
    assert (subject_words(logged), logged.new) == (
        "pořadí po 1. kole, verze 1",
        {"number": 1, "round": 1, "players": 6},
    )


def test_open_round_is_not_published(six: Tournament) -> None:
    running = factories.drawn_round(six, sizes=(3, 3))
    with pytest.raises(Refused, match="ještě není uzavřené"):
        standings_publish(round_=running, by=DESK)


def test_referee_does_not_publish(six: Tournament) -> None:
    round_ = played(six, points(5, 0, -5), points(3, 0, -3))
    with pytest.raises(NotAllowed):
        standings_publish(round_=round_, by=REFEREE)


def test_what_changed_since_the_last_version(six: Tournament) -> None:
    round_ = played(six, points(5, 0, -5), points(3, 0, -3))
    old = standings_of(six, round_)
    line = round_.tables.get(number=2).results.get().seats.get(seat__position="B")
    line.zb, line.money = 1, 100
    line.save()
    # Player 5 has more, player 2 no longer shares his place; nobody's money but his has changed.
    changed = changed_figures(old, standings_of(six, round_))
    assert changed.keys() == {2, 5}
    assert {"money", "zb", "sb", "1.money", "1.zb", "1.sb"} <= changed[5]
    assert changed[2] <= {"rank", "bp", "1.rank", "1.bp"}
    assert changed_figures(None, old) == {}
    assert changed_figures(old, old) == {}


def test_order_given_to_the_draw(six: Tournament) -> None:
    """S07: entries from the best; nobody knows before a round is closed."""
    assert standings_order(six, 1) is None
    played(six, points(5, 0, -5), points(3, 0, -3))
    numbers = {entry.pk: entry.number for entry in six.entries.all()}
    assert [numbers[one] for one in standings_order(six, 1)] == [1, 4, 2, 5, 6, 3]
    assert standings_order(six, 0) is None


def test_tables_that_have_begun(drawn: Round, table: Table, second_table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=DESK)
    assert tables_begun(drawn) == {table.pk}
    hand_remove(hand=hand, by=DESK)
    assert tables_begun(drawn) == set()
    factories.table_result(second_table, points(0, 0, 0, 0))
    assert tables_begun(drawn) == {second_table.pk}


def test_standings_need_the_same_queries_for_one_table_and_for_three(
    tournament: Tournament, django_assert_num_queries: Any
) -> None:
    tournament.ranking_criteria = ["best_hand"]
    factories.entries(tournament, 9)
    people = list(tournament.entries.order_by("number"))
    played(tournament, points(1, 0, -1), seated=people[:3])
    played(tournament, points(1, 0, -1), points(2, 0, -2), points(3, 0, -3), number=2)
    for round_ in tournament.rounds.order_by("number"):
        with django_assert_num_queries(7):
            standings = standings_of(tournament, round_)
    assert len(standings.rows) == 9
