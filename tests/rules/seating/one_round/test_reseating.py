"""Latecomers, no-shows, withdrawals and returns: only the tables that must change do (S05, S13, S14,
S15).
"""

from collections import Counter
from collections.abc import Iterable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.seating import (
    CannotSeat,
    DrawnTable,
    Entrant,
    Move,
    PastTable,
    Reseating,
    check_tables,
    draw_round,
    join,
    reseat,
    table_sizes,
)
from rules.seating.records import DrawRequest
from tests.rules.seating.counting import entrants


def seated(players: int) -> tuple[DrawnTable, ...]:
    """Players by number from table 1 on, the first of each table writing."""
    tables = []
    first = 1
    for number, size in enumerate(table_sizes(players), 1):
        tables.append(DrawnTable(number, tuple(range(first, first + size)), scribe=first))
        first += size
    return tuple(tables)


def proposals(
    tables: tuple[DrawnTable, ...],
    leaving: Iterable[int] = (),
    arriving: Iterable[int] = (),
    history: tuple[PastTable, ...] = (),
    people: tuple[Entrant, ...] = (),
) -> tuple[Reseating, ...]:
    everybody = people or tuple(Entrant(number) for number in range(1, 60))
    present = {key for table in tables for key in table.seats} | set(arriving)
    return reseat(
        tables,
        round_=2,
        entrants=[one for one in everybody if one.key in present],
        seed="semínko",
        history=history,
        leaving=leaving,
        arriving=arriving,
    )


def sizes(proposal: Reseating) -> list[int]:
    return [len(table.seats) for table in proposal.tables]


def test_the_sixteenth_joins_the_table_of_three() -> None:
    """S13: without a new draw; everybody else keeps his seat."""
    tables = seated(15)
    (proposal,) = proposals(tables, arriving=[16])
    assert proposal.tables == (*tables[:3], DrawnTable(4, (13, 14, 15, 16), scribe=13))
    assert proposal.touched == (4,)
    assert proposal.moves == (Move(16, None, (4, "D")),)
    assert proposal.fewest_odd
    assert proposal.text == "Změní se jen stůl 4; nikdo jiný se nepřesazuje; opakovaných dvojic v kole: 0."


def test_latecomer_joins_the_table_that_he_has_not_met() -> None:
    history = (PastTable(1, 1, (20, 9, 7)), PastTable(1, 2, (14, 5, 1)))
    (proposal,) = proposals(seated(14), arriving=[20], history=history)
    assert proposal.touched == (4,)
    assert proposal.quality.repeats == ()


def test_three_latecomers_make_a_table_of_their_own() -> None:
    (proposal,) = proposals(seated(16), arriving=[17, 18, 19])
    assert proposal.tables[:4] == seated(16)
    assert set(proposal.tables[4].seats) == {17, 18, 19}
    assert proposal.tables[4].number == 5


def test_a_latecomer_to_full_tables_takes_two_with_him() -> None:
    """17 = 4 + 4 + 3 + 3 + 3: two of two tables of four come to the new one."""
    (proposal,) = proposals(seated(16), arriving=[17])
    assert sorted(sizes(proposal)) == [3, 3, 3, 4, 4]
    assert len(proposal.touched) == 3
    assert sum(1 for move in proposal.moves if move.old and move.new and move.old[0] != move.new[0]) == 2
    assert 17 in proposal.tables[4].seats


def test_leaving_a_table_of_four_touches_it_only() -> None:
    """S14: who sat at D takes the free seat, the others stay where they are."""
    tables = seated(16)
    (proposal,) = proposals(tables, leaving=[6])
    assert proposal.tables == (tables[0], DrawnTable(2, (5, 8, 7), scribe=5), *tables[2:])
    assert proposal.touched == (2,)
    assert proposal.moves == (Move(6, (2, "B"), None), Move(8, (2, "D"), (2, "B")))
    assert proposal.fewest_odd


def test_the_pen_passes_on_when_the_scribe_leaves() -> None:
    (proposal,) = proposals(seated(16), leaving=[5])
    assert proposal.tables[1].scribe in proposal.tables[1].seats


def test_a_table_of_three_left_by_one_is_dissolved_into_others() -> None:
    """13 = 4 + 3 + 3 + 3 becomes 4 + 4 + 4; two people move."""
    proposal, *_ = proposals(seated(13), leaving=[5])
    assert sizes(proposal) == [4, 4, 4]
    assert [table.number for table in proposal.tables] == [1, 3, 4]
    assert {move.key for move in proposal.moves if move.new} == {6, 7}
    assert proposal.fewest_odd


def test_a_gentler_way_is_offered_beside_the_rule() -> None:
    """17 without one of a table of four: 4 + 4 + 4 + 4 moves three people, five tables touch one only."""
    strict, gentle = proposals(seated(17), leaving=[1])
    assert (sorted(sizes(strict)), strict.fewest_odd, len(strict.touched)) == ([4, 4, 4, 4], True, 4)
    assert (sorted(sizes(gentle)), gentle.fewest_odd, gentle.touched) == ([3, 3, 3, 3, 4], False, (1,))
    assert gentle.text == (
        "Změní se jen stůl 1; č. 4: stůl 1, D → A; opakovaných dvojic v kole: 0; "
        "stolů jiné velikosti bude víc, než je nutné."
    )


@pytest.mark.parametrize("missing", [(1, 5), (1, 2)])
def test_planned_for_sixteen_and_fourteen_came(missing: tuple[int, ...]) -> None:
    """S05: two tables of four and two of three, whoever of them did not come."""
    proposal, *_ = proposals(seated(16), leaving=missing)
    assert sorted(sizes(proposal)) == [3, 3, 4, 4]
    assert len(proposal.touched) == 2


def test_one_goes_and_another_comes() -> None:
    (proposal,) = proposals(seated(16), leaving=[7], arriving=[30])
    assert proposal.tables[1].seats == (5, 6, 30, 8)
    assert proposal.touched == (2,)


def test_eleven_leave_at_once_and_come_back() -> None:
    """S15."""
    tables = draw_round(DrawRequest(1, entrants(40), 1)).tables
    proposal, *_ = proposals(tables, leaving=range(1, 12))
    people = [one for one in entrants(40) if int(one.key) > 11]
    assert check_tables(proposal.tables, people) == ()
    again, *_ = proposals(proposal.tables, arriving=range(1, 12))
    assert check_tables(again.tables, entrants(40)) == ()


def test_clubs_and_people_kept_apart_are_minded() -> None:
    people = (
        *(Entrant(number, club="Karlín" if number in (9, 10) else "") for number in range(1, 14)),
        Entrant(14, apart=frozenset({20})),
        Entrant(20, club="Karlín"),
        Entrant(21, club="Karlín"),
    )
    (proposal,) = proposals(seated(14), arriving=[20], people=people)
    assert proposal.quality.apart == ()
    assert proposal.touched == (3,)
    (proposal,) = proposals(seated(14), arriving=[21], people=people)
    assert len(proposal.quality.same_club) == 1  # the two of table 3 from before
    assert proposal.touched == (4,)


def test_a_fixed_table_is_not_left() -> None:
    """One more comes to 16: those with a fixed table are not the ones who move."""
    people = tuple(
        Entrant(number, fixed_table=(number + 3) // 4 if number % 4 else None) for number in range(1, 18)
    )
    people = (*people[:16], Entrant(17))
    (proposal,) = proposals(seated(16), arriving=[17], people=people)
    moved = {move.key for move in proposal.moves if move.old and move.new and move.old[0] != move.new[0]}
    assert len(moved) == 2
    assert all(int(key) % 4 == 0 for key in moved)
    assert proposal.quality.misplaced == ()


def test_a_latecomer_with_a_fixed_table_joins_it() -> None:
    people = (*(Entrant(number) for number in range(1, 15)), Entrant(20, fixed_table=4))
    (proposal,) = proposals(seated(14), arriving=[20], people=people)
    assert proposal.touched == (4,)


def test_preferred_threes() -> None:
    tables = tuple(DrawnTable(n, (3 * n - 2, 3 * n - 1, 3 * n), 3 * n) for n in range(1, 5))
    people = [Entrant(number) for number in range(1, 14)]
    (proposal,) = reseat(tables, round_=1, entrants=people, seed=1, arriving=[13], preferred=3)
    assert sizes(proposal).count(4) == 1
    assert len(proposal.touched) == 1


def test_same_seed_same_proposal() -> None:
    assert proposals(seated(17), leaving=[1]) == proposals(seated(17), leaving=[1])


@pytest.mark.parametrize(
    ("leaving", "arriving", "code"),
    [
        ([30], [], "not-seated"),
        ([], [3], "already-seated"),
        ([], [99], "absent"),
        (range(1, 12), [], "no-division"),
    ],
)
def test_refused(leaving: Iterable[int], arriving: Iterable[int], code: str) -> None:
    with pytest.raises(CannotSeat) as caught:
        proposals(seated(16), leaving, arriving)
    assert caught.value.code == code


def test_somebody_seated_must_be_known() -> None:
    with pytest.raises(CannotSeat, match=r"Hráč č\. 4 není mezi přítomnými"):
        reseat(seated(4), round_=1, entrants=entrants(3), seed=1, arriving=[])


def test_what_is_said_names_every_seat_that_moves() -> None:
    """Who sat at D of a table that now has three, and who goes to another table (S14)."""
    (proposal,) = proposals(seated(12), leaving=[5])
    assert proposal.told({8: "8 Černý Jan"}) == (
        "Změní se jen stůl 2; 8 Černý Jan: stůl 2, D → A; opakovaných dvojic v kole: 0."
    )
    (proposal,) = proposals(seated(8), leaving=[3, 4])
    assert proposal.told({}, done=True) == (
        "Změnily se stoly 1 a 2; č. 8: stůl 2, D → stůl 1, C; opakovaných dvojic v kole: 0."
    )


def test_of_equal_ways_the_one_that_moves_fewest_seats() -> None:
    """Two of table 1 left, one of table 2 comes: he sat at D, so that B and C stay where they are."""
    (proposal,) = proposals(seated(8), leaving=[3, 4])
    assert proposal.tables[1].seats == (5, 6, 7)
    assert proposal.moved == (Move(8, (2, "D"), (1, "C")),)


def test_tables_that_have_begun_stay_and_new_ones_take_free_numbers() -> None:
    """S50: said and changed are the same tables, by the numbers they have."""
    tables = seated(8)
    (proposal,) = reseat(
        tables, round_=1, entrants=entrants(11), seed=1, arriving=[9, 10, 11], settled=[1, 2]
    )
    assert (proposal.tables[:2], proposal.touched) == (tables, (3,))
    assert proposal.text.startswith("Změní se jen stůl 3; nikdo jiný se nepřesazuje;")
    assert reseat(tables, round_=1, entrants=entrants(9), seed=1, arriving=[9], settled=[1, 2]) == ()


@pytest.mark.parametrize(
    ("key", "table", "code"), [(16, 9, "no-table"), (16, 1, "table-full"), (15, 4, "already-seated")]
)
def test_joining_refused(key: int, table: int, code: str) -> None:
    with pytest.raises(CannotSeat) as caught:
        join(seated(15), key=key, table=table, round_=1, entrants=entrants(16))
    assert caught.value.code == code


def test_a_latecomer_joins_the_table_of_choice() -> None:
    """14 = 4 + 4 + 3 + 3; at either of the threes, which makes one odd table fewer."""
    tables = seated(14)
    joined = join(tables, key=15, table=4, round_=1, entrants=entrants(15))
    assert joined.tables == (*tables[:3], DrawnTable(4, (12, 13, 14, 15), scribe=12))
    assert (joined.touched, joined.moves, joined.fewest_odd) == ((4,), (Move(15, None, (4, "D")),), True)


@st.composite
def _reseatings(draw: st.DrawFn) -> tuple[tuple[DrawnTable, ...], set[int], list[int], list[int], int]:
    """Tables as they are drawn, which of them have begun, who leaves, who comes, and a seed."""
    players = draw(st.sampled_from([n for n in range(3, 26) if n != 5]))
    tables = seated(players)
    begun = draw(st.sets(st.sampled_from([table.number for table in tables])))
    free = [key for table in tables if table.number not in begun for key in table.seats]
    leaving = draw(st.lists(st.sampled_from(free), unique=True, max_size=5)) if free else []
    arriving = list(range(40, 40 + draw(st.integers(0, 4))))
    return tables, begun, [int(key) for key in leaving], arriving, draw(st.integers(0, 99))


def _fewest_moved(
    tables: tuple[DrawnTable, ...], proposal: Reseating, begun: set[int], gone: set[int]
) -> int:
    """By trying every size of every table that may change: the fewest people that must leave theirs."""
    left = [sum(key not in gone for key in table.seats) for table in tables if table.number not in begun]
    after = Counter(len(table.seats) for table in proposal.tables if table.number not in begun)
    return min(
        sum(max(people - size, 0) for people, size in zip(left, sizes, strict=True))
        for sizes in product((0, 3, 4), repeat=len(left))
        if all(sizes.count(size) <= after[size] for size in (3, 4))
    )


def _places(tables: tuple[DrawnTable, ...]) -> dict[object, tuple[int, str]]:
    return {
        key: (table.number, seat) for table in tables for seat, key in zip("ABCD", table.seats, strict=False)
    }


@given(_reseatings())
@settings(max_examples=150)
def test_what_is_said_is_what_changes(
    case: tuple[tuple[DrawnTable, ...], set[int], list[int], list[int], int],
) -> None:
    """S50, S13, S14: tables said are tables changed, moved said are moved, nobody moves needlessly, everybody
    present sits once, and tables that have begun stay.
    """
    tables, begun, leaving, arriving, seed = case
    present = {int(key) for table in tables for key in table.seats} - set(leaving) | set(arriving)
    history = draw_round(DrawRequest(1, entrants(24), seed)).tables
    try:
        found = reseat(
            tables,
            round_=2,
            entrants=[Entrant(key) for key in present],
            seed=seed,
            history=[PastTable(1, one.number, one.seats, one.scribe) for one in history],
            leaving=leaving,
            arriving=arriving,
            settled=begun,
        )
    except CannotSeat:
        assert not begun
        assert len(present) in (0, 1, 2, 5)
        return
    before = _places(tables)
    for proposal in found:
        after = _places(proposal.tables)
        assert sorted(key for table in proposal.tables for key in table.seats) == sorted(present)
        assert {len(table.seats) for table in proposal.tables} <= {3, 4}
        numbers = [table.number for table in proposal.tables]
        assert len(set(numbers)) == len(numbers)
        assert [one for one in proposal.tables if one.number in begun] == [
            one for one in tables if one.number in begun
        ]

        was = {table.number: table for table in tables}
        now = {table.number: table for table in proposal.tables}
        changed = tuple(n for n in sorted(was.keys() | now.keys()) if was.get(n) != now.get(n))
        assert proposal.touched == changed
        assert {move.key: (move.old, move.new) for move in proposal.moves} == {
            key: (before.get(key), after.get(key))
            for key in before.keys() | after.keys()
            if before.get(key) != after.get(key)
        }
        for word in (*map(str, changed), *(f"č. {move.key}:" for move in proposal.moved)):
            assert word in proposal.text
        assert proposal.text.count("→") == len(proposal.moved)

        elsewhere = [move for move in proposal.moved if move.old and move.new and move.old[0] != move.new[0]]
        assert len(elsewhere) == _fewest_moved(tables, proposal, begun, set(leaving))
        for move in proposal.moved:
            if move not in elsewhere:
                assert move.old is not None
                assert (move.old[1], len(now[move.old[0]].seats)) == ("D", 3)
