"""The figures of a seating: every clash named, with its earlier round and table."""

from rules.seating import (
    DrawnTable,
    Entrant,
    Misplaced,
    OddAgain,
    PastTable,
    Quality,
    RepeatedPair,
    TableAgain,
    Together,
    UnevenSeats,
    Weights,
    assess,
    check_tables,
)

CAST = (
    Entrant(1, "Anna", club="Karlín", team="Trumfy"),
    Entrant(2, "Bořek", club="Karlín", apart=frozenset({5})),
    Entrant(3, "Cyril", team="Trumfy"),
    Entrant(4, "Dana", fixed_table=2),
    Entrant(5, "Emil"),
    Entrant(6, "Fanda"),
    Entrant(7, "Gita"),
)
HISTORY = (
    PastTable(1, 1, (1, 2, 6, 7), scribe=1),
    PastTable(1, 2, (3, 4, 5)),
    PastTable(2, 2, (1, 2, 3, 4)),
    PastTable(2, 1, (5, 6, 7)),
)
TABLES = (DrawnTable(1, (1, 2, 3, 4), 1), DrawnTable(2, (5, 6, 7), 5))


def test_every_clash_is_named() -> None:
    quality = assess(TABLES, CAST, HISTORY, round_=3, weights=Weights(scribe=4))
    assert quality == Quality(
        repeats=(
            RepeatedPair(1, 2, 1, ((1, 1), (2, 2))),
            RepeatedPair(1, 3, 1, ((2, 2),)),
            RepeatedPair(1, 4, 1, ((2, 2),)),
            RepeatedPair(2, 3, 1, ((2, 2),)),
            RepeatedPair(2, 4, 1, ((2, 2),)),
            RepeatedPair(3, 4, 1, ((1, 2), (2, 2))),
            RepeatedPair(5, 6, 2, ((2, 1),)),
            RepeatedPair(5, 7, 2, ((2, 1),)),
            RepeatedPair(6, 7, 2, ((1, 1), (2, 1))),
        ),
        odd_again=(
            OddAgain(5, 2, ((1, 2), (2, 1))),
            OddAgain(6, 2, ((2, 1),)),
            OddAgain(7, 2, ((2, 1),)),
        ),
        same_club=(Together(1, 2, 1, "Karlín"),),
        same_team=(Together(1, 3, 1, "Trumfy"),),
        misplaced=(Misplaced(4, 1, 2),),
        table_again=(TableAgain(1, 1, (1,)), TableAgain(2, 1, (1,)), TableAgain(5, 2, (1,))),
        uneven_seats=(
            UnevenSeats(1, (3, 0, 0, 0)),
            UnevenSeats(2, (0, 3, 0, 0)),
            UnevenSeats(3, (1, 0, 2, 0)),
            UnevenSeats(4, (0, 1, 0, 2)),
            UnevenSeats(5, (2, 0, 1, 0)),
            UnevenSeats(6, (0, 2, 1, 0)),
            UnevenSeats(7, (0, 0, 2, 1)),
        ),
        seat_spread=3,
        penalty=quality.penalty,
    )
    weights = Weights()
    assert quality.penalty == (
        weights.apart
        + weights.repeat * (6 * 1 + 3 * 4)
        + weights.odd_again * 4
        + weights.team
        + weights.club
        + weights.seat * (2 + 2 + 1 + 1 + 1 + 1 + 1)
        + weights.scribe
        + weights.table_again * 3
    )


def test_told_in_czech_worst_first() -> None:
    people = (*CAST[:4], Entrant(5, "Emil"))
    tables = (DrawnTable(1, (1, 2, 5), 1), DrawnTable(3, (3, 4, 6), 3))
    sentences = assess(tables, people, HISTORY, round_=3).clashes({one.key: one.label for one in people})
    assert sentences == (
        "Bořek a Emil mají sedět zvlášť a jsou u stolu 1.",
        "Dana má stálý stůl 2 a sedí u stolu 3.",
        "Anna a Bořek u stolu 1 už spolu hráli: 1. kolo u stolu 1, 2. kolo u stolu 2.",
        "Cyril a Dana u stolu 3 už spolu hráli: 1. kolo u stolu 2, 2. kolo u stolu 2.",
        "Anna a Bořek u stolu 1 jsou z jednoho klubu (Karlín).",
    )


def test_names_are_optional() -> None:
    quality = assess(TABLES, CAST, HISTORY, round_=3)
    assert (
        "č. 5 je u stolu 2 znovu u stolu jiné velikosti: 1. kolo u stolu 2, 2. kolo u stolu 1."
        in quality.clashes()
    )
    assert "č. 1 a č. 3 u stolu 1 jsou z jednoho družstva (Trumfy)." in quality.clashes()


def test_marks_at_the_names() -> None:
    marks = assess(TABLES, CAST, HISTORY, round_=3).by_player()
    assert marks == {
        1: ("repeat", "team", "club"),
        2: ("repeat", "club"),
        3: ("repeat", "team"),
        4: ("fixed", "repeat"),
        5: ("repeat", "odd"),
        6: ("repeat", "odd"),
        7: ("repeat", "odd"),
    }


def test_tables_all_of_one_size_are_not_odd() -> None:
    """Three tables of three: everybody is in the same position."""
    people = tuple(Entrant(number) for number in range(1, 10))
    tables = tuple(
        DrawnTable(table, (3 * table - 2, 3 * table - 1, 3 * table), 3 * table) for table in (1, 2, 3)
    )
    history = tuple(PastTable(1, table.number, table.seats) for table in tables)
    assert assess(tables, people, history, round_=2).odd_again == ()


def test_rounds_from_this_one_on_do_not_count() -> None:
    assert assess(TABLES, CAST, HISTORY, round_=1).repeats == ()


def test_a_player_with_a_table_of_his_own_may_sit_there_again() -> None:
    people = (*(Entrant(number) for number in (1, 2, 3)), Entrant(4, fixed_table=1))
    tables, history = (DrawnTable(1, (1, 2, 3, 4), 1),), (PastTable(1, 1, (1, 5, 6, 4)),)
    quality = assess(tables, people, history, round_=2)
    assert (quality.table_again, quality.misplaced) == ((TableAgain(1, 1, (1,)),), ())


def test_clean_seating() -> None:
    people = tuple(Entrant(number) for number in range(1, 9))
    tables = (DrawnTable(1, (1, 2, 3, 4), 1), DrawnTable(2, (5, 6, 7, 8), 5))
    assert assess(tables, people, round_=1) == Quality(seat_spread=1)
    assert check_tables(tables, people) == ()


def test_hard_rules_all_at_once() -> None:
    tables = (DrawnTable(1, (1, 2, 3, 4), 1), DrawnTable(1, (4, 6, 9, 5, 7), 4))
    assert [(problem.code, problem.text) for problem in check_tables(tables, CAST)] == [
        ("table-size", "Stůl 1 má mít 3 nebo 4 hráče, má jich 5."),
        ("twice", "Dana sedí dvakrát: u stolu 1 a u stolu 1."),
        ("absent", "Hráč č. 9 u stolu 1 v tomto kole nehraje."),
        ("table-number", "Číslo stolu 1 je tu víckrát."),
    ]


def test_nobody_at_no_tables() -> None:
    assert [problem.code for problem in check_tables((), ())] == ["nobody"]
