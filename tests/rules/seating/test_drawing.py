"""One round by each method: where the method puts people, and how it is mended."""

from dataclasses import replace
from itertools import pairwise

import pytest

from rules.seating import CannotSeat, Draw, DrawRequest, Entrant, PastTable, Weights, draw_round

from .counting import as_history, entrants, everybody_sits_once, meetings, repeats, seats_of


def drawn(people: tuple[Entrant, ...], method: str, **more: object) -> Draw:
    request = DrawRequest(round=1, entrants=people, seed="semínko", method=method)
    return draw_round(replace(request, **more))


def tables_by_level(draw: Draw) -> list[set[object]]:
    return [set(table.seats) for table in sorted(draw.tables, key=lambda table: table.level or 0)]


@pytest.mark.parametrize("method", ["random", "seeded", "standings", "moving"])
@pytest.mark.parametrize("players", [3, 7, 16, 26, 40])
def test_everybody_sits_once_at_numbered_tables(method: str, players: int) -> None:
    draw = drawn(entrants(players), method)
    assert everybody_sits_once([table.seats for table in draw.tables], range(1, players + 1))
    assert [table.number for table in draw.tables] == list(range(1, len(draw.tables) + 1))
    assert [len(table.seats) for table in draw.tables] == sorted(
        (len(t.seats) for t in draw.tables), reverse=True
    )
    assert all(table.scribe in table.seats for table in draw.tables)


def test_pots_send_one_of_each_to_every_table() -> None:
    draw = drawn(entrants(16), "seeded")
    for table in draw.tables:
        assert sorted((int(key) - 1) // 4 for key in table.seats) == [0, 1, 2, 3]


def test_pots_of_26_are_seven_tables_wide() -> None:
    """7 tables: pots 1–7, 8–14, 15–21 and the last five, who sit at the tables of four."""
    draw = drawn(entrants(26), "seeded")
    for table in draw.tables:
        pots = sorted((int(key) - 1) // 7 for key in table.seats)
        assert pots == [0, 1, 2, 3][: len(table.seats)]


def test_pots_avoid_repeats() -> None:
    first = drawn(entrants(24), "seeded")
    second = drawn(entrants(24), "seeded", round=2, history=as_history(1, first.tables))
    assert second.quality.repeats == ()
    for table in second.tables:
        assert sorted((int(key) - 1) // 6 for key in table.seats) == [0, 1, 2, 3]


def test_standings_seat_the_leaders_together() -> None:
    draw = drawn(entrants(14), "standings")
    assert tables_by_level(draw) == [{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11}, {12, 13, 14}]
    assert draw.quality.shift == 0


def test_standings_take_the_rank_and_not_the_number() -> None:
    people = tuple(replace(entrant, rank=9 - int(entrant.key)) for entrant in entrants(8))
    assert tables_by_level(drawn(people, "standings")) == [{5, 6, 7, 8}, {1, 2, 3, 4}]


def test_standings_draw_among_shared_places_and_put_newcomers_last() -> None:
    people = tuple(replace(entrant, rank=1 if entrant.key in (3, 8) else None) for entrant in entrants(8))
    seatings = {frozenset(tables_by_level(drawn(people, "standings", seed=seed))[0]) for seed in range(20)}
    assert all({3, 8} <= seating for seating in seatings)
    assert len(seatings) > 5


def test_standings_avoid_a_repeat_by_the_smallest_shift() -> None:
    """1 and 2 have met: one of 1–4 changes with one of 5–8, two tables in all."""
    history = (PastTable(1, 1, (1, 2, 9)), PastTable(1, 2, (3, 5, 10)))
    draw = drawn(entrants(12), "standings", round=2, history=history)
    assert draw.quality.repeats == ()
    assert draw.quality.shift == 2
    leaders = tables_by_level(draw)[0]
    assert len(leaders & {1, 2, 3, 4}) == 3
    assert len(leaders & {1, 2}) == 1
    assert len(leaders & {5, 6, 7, 8}) == 1


def test_moving_sends_each_seat_further() -> None:
    """A stays, B goes one table on, C two and D three, counted round."""
    before = tuple(PastTable(1, table, tuple(range(4 * table - 3, 4 * table + 1))) for table in range(1, 6))
    draw = drawn(entrants(20), "moving", round=2, history=before)
    assert [set(table.seats) for table in draw.tables] == [
        {4 * table - 3, 4 * ((table - 2) % 5) + 2, 4 * ((table - 3) % 5) + 3, 4 * ((table - 4) % 5) + 4}
        for table in range(1, 6)
    ]
    assert draw.quality.shift == 0


def test_moving_of_four_tables_is_mended_in_the_third_round() -> None:
    """C of round 1 would come round to A again; the rule alone would repeat pairs."""
    history: tuple[PastTable, ...] = ()
    rounds = []
    for number in range(1, 6):
        draw = drawn(entrants(16), "moving", round=number, history=history, rounds=5)
        rounds.append([table.seats for table in draw.tables])
        history += as_history(number, draw.tables)
    assert repeats(rounds) == 0


def test_final_keeps_the_best_at_the_first_tables() -> None:
    history = (PastTable(1, 1, (1, 2, 3, 4)), PastTable(1, 2, (5, 6, 7, 8)))
    draw = drawn(entrants(14), "final", final_size=8, round=2, history=history)
    levels = {level: {key for t in draw.tables if t.level == level for key in t.seats} for level in (1, 2)}
    assert levels == {1: set(range(1, 9)), 2: set(range(9, 15))}
    assert len(draw.quality.repeats) == 4  # two and two of each old table is the least at two tables


@pytest.mark.parametrize(
    ("method", "more", "code", "text"),
    [
        (
            "final",
            {"final_size": 6},
            "final-size",
            "z 14 hráčů jich může být ve finále 4 nebo 8 nebo 11 nebo 14",
        ),
        ("final", {}, "final-size", "Finále má zaplnit celé stoly"),
        ("swiss", {}, "method", "Způsob losování „swiss“ neznám; známé jsou random, seeded"),
    ],
)
def test_refused(method: str, more: dict[str, object], code: str, text: str) -> None:
    with pytest.raises(CannotSeat, match=text) as caught:
        drawn(entrants(14), method, **more)
    assert caught.value.code == code


@pytest.mark.parametrize("method", ["seeded", "standings", "final"])
def test_methods_by_rank_need_ranks(method: str) -> None:
    people = tuple(Entrant(number) for number in range(1, 13))
    with pytest.raises(
        CannotSeat, match="potřebuje pořadí hráčů; zadejte je, nebo losujte náhodně"
    ) as caught:
        drawn(people, method, final_size=4)
    assert caught.value.code == "no-ranks"


def test_one_person_twice_is_refused() -> None:
    with pytest.raises(CannotSeat, match=r"Hráč 2 je v seznamu přítomných dvakrát"):
        drawn((*entrants(7), Entrant(2)), "random")


class TestManual:
    TABLES = ((1, 2, 3, 4), (5, 6, 7))

    def test_taken_as_given(self) -> None:
        draw = drawn(entrants(7), "manual", manual=self.TABLES)
        assert tuple(table.seats for table in draw.tables) == self.TABLES

    @pytest.mark.parametrize(
        ("tables", "text"),
        [
            (((1, 2, 3, 4), (5, 6)), "Stůl 2 má mít 3 nebo 4 hráče, má jich 2"),
            (((1, 2, 3, 4), (5, 6, 4)), "Hráč 4 sedí dvakrát: u stolu 1 a u stolu 2"),
            (((1, 2, 3, 4), (5, 6, 8)), "Hráč č. 8 u stolu 2 v tomto kole nehraje"),
            (((1, 2, 3),), "Hráč 4 nemá místo; posaďte ho ke stolu"),
            (((1, 2, 3, 4), (5, 6, 7), ()), "Stůl bez hráčů nelze losovat"),
        ],
    )
    def test_refused(self, tables: tuple[tuple[int, ...], ...], text: str) -> None:
        with pytest.raises(CannotSeat, match=text):
            drawn(entrants(7), "manual", manual=tables)

    def test_too_many_threes_refused(self) -> None:
        with pytest.raises(CannotSeat, match=r"Stoly mají být po 4 \+ 4 \+ 4 hráčích"):
            drawn(entrants(12), "manual", manual=((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12)))


class TestFixedTables:
    @pytest.mark.parametrize(
        ("fixed", "text"),
        [
            ({3: 5}, "Hráč 3 má stálý stůl 5, ale stoly jsou tentokrát 1 až 4"),
            ({3: 0}, "Hráč 3 má stálý stůl 0"),
            ({1: 4, 2: 4, 3: 4, 5: 4}, "Stálý stůl 4 má 4 hráčů, vejdou se 3"),
        ],
    )
    def test_refused(self, fixed: dict[int, int], text: str) -> None:
        people = tuple(replace(one, fixed_table=fixed.get(int(one.key))) for one in entrants(15))
        with pytest.raises(CannotSeat, match=text) as caught:
            drawn(people, "random")
        assert caught.value.code == "fixed-table"

    @pytest.mark.parametrize("method", ["random", "seeded", "standings", "moving", "final"])
    def test_kept_by_every_method(self, method: str) -> None:
        fixed = {4: 2, 13: 1, 14: 4, 15: 2}
        people = tuple(replace(one, fixed_table=fixed.get(int(one.key))) for one in entrants(15))
        history = (PastTable(1, 3, (4, 15, 1)), PastTable(1, 2, (13, 14, 2)))
        draw = drawn(people, method, round=2, history=history, final_size=4)
        where = {key: table.number for table in draw.tables for key in table.seats}
        assert {key: where[key] for key in fixed} == fixed
        assert draw.quality.misplaced == ()


class TestWeights:
    HISTORY = tuple(PastTable(1, table, tuple(range(4 * table - 3, 4 * table + 1))) for table in range(1, 4))
    CLUBS = tuple(Entrant(number, club="AB"[number % 2]) for number in range(1, 13))

    def test_repeats_weigh_more_than_clubs(self) -> None:
        draw = drawn(self.CLUBS, "random", round=2, history=self.HISTORY)
        assert len(draw.quality.repeats) == 3

    def test_an_organiser_may_turn_it_round(self) -> None:
        weights = Weights(repeat=1, club=1_000)
        draw = drawn(self.CLUBS, "random", round=2, history=self.HISTORY, weights=weights)
        assert len(draw.quality.same_club) == 6  # two and two of each club at three tables

    def test_described_in_czech(self) -> None:
        described = Weights(club=7).describe()
        assert [name for name, _, _ in described][:3] == ["apart", "repeat", "odd_again"]
        assert ("club", 7, "dva hráči jednoho klubu jsou u jednoho stolu") in described

    @pytest.mark.parametrize("value", [-1, True, 1.5, 10**13])
    def test_refused(self, value: object) -> None:
        with pytest.raises(CannotSeat, match="Váha „club“ má být celé číslo od 0 do 1000000000000"):
            Weights(club=value)  # type: ignore[arg-type]  # because this is what the check is for


class TestRoundsOneAfterAnother:
    """As a day goes: each round drawn when the one before it is over."""

    @pytest.mark.parametrize(
        ("players", "rounds"),
        [
            (13, 4),
            (14, 4),
            (15, 5),
            (16, 5),
            (17, 5),
            (20, 5),
            (22, 7),
            (24, 7),
            (26, 8),
            (28, 9),
            (29, 8),
            (36, 8),
        ],
    )
    def test_no_repeats_as_far_as_a_design_goes(self, players: int, rounds: int) -> None:
        history: tuple[PastTable, ...] = ()
        for number in range(1, rounds + 1):
            request = DrawRequest(number, entrants(players), f"kolo {number}", history=history, rounds=rounds)
            draw = draw_round(request)
            assert draw.quality.repeats == ()
            history += as_history(number, draw.tables)

    def test_withdrawals_and_newcomers_do_not_bring_repeats(self) -> None:
        """24, then 23, then 22 with a newcomer, 21 and 22 again in the last of six rounds."""
        present = [
            range(1, 25),
            range(2, 25),
            (*range(3, 25),),
            (*range(3, 24), 25),
            (*range(3, 23), 25),
            (*range(3, 24), 25),
        ]
        history: tuple[PastTable, ...] = ()
        for number, numbers in enumerate(present, 1):
            people = tuple(Entrant(one) for one in numbers)
            draw = draw_round(DrawRequest(number, people, f"kolo {number}", history=history, rounds=6))
            assert draw.quality.repeats == ()
            assert everybody_sits_once([table.seats for table in draw.tables], numbers)
            history += as_history(number, draw.tables)

    def test_next_round_for_320_after_five(self) -> None:
        history: tuple[PastTable, ...] = ()
        for number in range(1, 7):
            draw = draw_round(DrawRequest(number, entrants(320), number, history=history))
            assert draw.quality.repeats == ()
            history += as_history(number, draw.tables)
        assert max(meetings([past.seats] for past in history).values()) == 1

    def test_later_rounds_in_the_history_are_not_looked_at(self) -> None:
        """A round drawn again while a later one exists."""
        first = draw_round(DrawRequest(1, entrants(16), 1))
        later = tuple(PastTable(3, past.number, past.seats) for past in as_history(3, first.tables))
        again = draw_round(
            DrawRequest(2, entrants(16), 1, history=as_history(1, first.tables) + later, rounds=4)
        )
        assert again == draw_round(
            DrawRequest(2, entrants(16), 1, history=as_history(1, first.tables), rounds=4)
        )

    def test_seats_stay_even_where_there_is_room(self) -> None:
        history: tuple[PastTable, ...] = ()
        for number in range(1, 6):
            draw = draw_round(DrawRequest(number, entrants(64), number, history=history))
            history += as_history(number, draw.tables)
        assert draw.quality.uneven_seats == ()

    def test_odd_tables_go_round(self) -> None:
        history: tuple[PastTable, ...] = ()
        for number in range(1, 7):
            draw = draw_round(DrawRequest(number, entrants(26), number, history=history))
            history += as_history(number, draw.tables)
            if number <= 4:
                assert draw.quality.odd_again == ()


def test_order_of_input_and_of_history_does_not_matter() -> None:
    history = as_history(1, draw_round(DrawRequest(1, entrants(18), 1)).tables)
    one = draw_round(DrawRequest(2, entrants(18), 5, history=history))
    other = draw_round(DrawRequest(2, entrants(18)[::-1], "5", history=history[::-1]))
    assert one == other


def test_different_seeds_and_rounds_differ() -> None:
    seatings = [seats_of([draw_round(DrawRequest(1, entrants(24), seed))]) for seed in range(5)]
    seatings.append(seats_of([draw_round(DrawRequest(2, entrants(24), 0))]))
    assert all(a != b for a, b in pairwise(seatings))


def test_texts_and_numbers_are_keys() -> None:
    people = tuple(Entrant(key) for key in ("b", 2, "a", 1, "10", 10))
    draw = draw_round(DrawRequest(1, people, 1))
    assert everybody_sits_once([table.seats for table in draw.tables], ["b", 2, "a", 1, "10", 10])
    assert draw == draw_round(DrawRequest(1, people[::-1], 1))
