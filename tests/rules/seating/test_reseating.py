"""Latecomers, no-shows, withdrawals and returns: only the tables that must change do (S05, S13, S14,
S15).
"""

from collections.abc import Iterable

import pytest

from rules.seating import (
    CannotSeat,
    DrawnTable,
    Entrant,
    Move,
    PastTable,
    Proposal,
    check_tables,
    draw_round,
    reseat,
    table_sizes,
)
from rules.seating.records import DrawRequest

from .counting import entrants


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
) -> tuple[Proposal, ...]:
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


def sizes(proposal: Proposal) -> list[int]:
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
        "Změní se jen stůl 1; nikdo jiný se nepřesazuje; opakovaných dvojic v kole: 0; "
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
