"""Draws as they went wrong elsewhere, told from the first round to the last (S01–S03, S07–S11)."""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from rules import seating
from scoring.services.results import Figures, SeatFigures, result_correct
from tests import factories
from tests.scoring.records import DESK
from tournament import ports
from tournament.actors import Actor
from tournament.enums import DrawMethod, RoundState, TableState
from tournament.errors import Refused
from tournament.models import Entry, Round, Table, Tournament
from tournament.selectors.rounds import present_sizes
from tournament.selectors.seating import history_before, quality_of, tables_of
from tournament.services.drawing import round_draw
from tournament.services.rounds import round_publish

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture
def long(tournament: Tournament) -> Tournament:
    """A tournament of five rounds without players."""
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=5)
    tournament.refresh_from_db()
    return tournament


def close(round_: Round, strength: Sequence[int]) -> None:
    """Everybody gets what he is worth, whoever sits with him; ``strength``: start numbers from the best."""
    worth = {number: 2 * (len(strength) - place) for place, number in enumerate(strength)}
    for table in round_.tables.order_by("number"):
        numbers = table.seats.order_by("position").values_list("entry__number", flat=True)
        factories.table_result(table, [(0, 0, worth[number]) for number in numbers])
    Table.objects.filter(round=round_).update(state=TableState.CLOSED)
    Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED)


def meetings(tables: Iterable[seating.PastTable]) -> Counter[tuple[int | str, ...]]:
    return Counter(pair for past in tables for pair in combinations(sorted(past.seats), 2))


@pytest.mark.django_db
def test_five_rounds_of_24_by_standings_that_favour_the_same_leaders(long: Tournament, desk: Actor) -> None:
    """S01: the same order after every round, and still nobody meets anybody twice."""
    factories.entries(long, 24)
    for number in range(1, 6):
        method = DrawMethod.STANDINGS if number > 1 else DrawMethod.RANDOM
        order = ports.standings_order(long, number - 1)
        round_ = round_draw(tournament=long, number=number, by=desk, method=method, seed="s", order=order)
        assert [clash.earlier for clash in quality_of(round_).repeats] == []
        close(round_publish(round_=round_, by=desk), strength=range(1, 25))

    assert max(meetings(history_before(long, 6)).values()) == 1


def fewest_threes(people: int) -> list[int] | None:
    """Sizes with the fewest tables of three, tried one by one; ``None`` where there are none."""
    for threes in range(people // 3 + 1):
        if (people - 3 * threes) % 4 == 0:
            return [4] * ((people - 3 * threes) // 4) + [3] * threes
    return None


def test_every_number_of_players_sits_at_the_fewest_threes() -> None:
    """S02: from 3 to 130; only 5 is refused."""
    wrong = {}
    for people in range(3, 131):
        entrants = [seating.Entrant(key) for key in range(1, people + 1)]
        try:
            draw = seating.draw_round(seating.DrawRequest(round=1, entrants=tuple(entrants), seed="S02"))
        except seating.CannotSeat:
            sizes = None
        else:
            sizes = [len(table.seats) for table in draw.tables]
            assert sorted(key for table in draw.tables for key in table.seats) == list(range(1, people + 1))
        if sizes != fewest_threes(people):
            wrong[people] = sizes

    assert wrong == {}
    assert [people for people in range(3, 131) if fewest_threes(people) is None] == [5]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("people", "sizes"),
    [(7, [4, 3]), (11, [4, 4, 3]), (13, [4, 3, 3, 3]), (17, [4, 4, 3, 3, 3])],
)
def test_named_sizes(tournament: Tournament, desk: Actor, people: int, sizes: list[int]) -> None:
    """S02: what the page promises is what is drawn."""
    factories.entries(tournament, people)
    promised = present_sizes(tournament, 1)

    round_ = round_draw(tournament=tournament, number=1, by=desk)

    assert [len(table.seats) for table in tables_of(round_)] == sizes
    assert (promised.fours, promised.threes) == (sizes.count(4), sizes.count(3))


@pytest.mark.django_db
class TestByStandings:
    """S07: the third round is drawn from what rounds 1 and 2 gave, and keeps it."""

    @pytest.fixture
    def third(self, long: Tournament, desk: Actor) -> Round:
        factories.entries(long, 12)
        for number, strength in ((1, range(1, 13)), (2, range(12, 0, -1))):
            round_ = round_draw(tournament=long, number=number, by=desk, seed=str(number))
            close(round_publish(round_=round_, by=desk), strength=strength)
        # Both rounds together are worth the same to everybody; one point more puts number 9 in front.
        line = Round.objects.get(number=2).seats.get(entry__number=9).results.get()
        line.premium += 1
        line.save()
        order = ports.standings_order(long, 2)
        return round_draw(
            tournament=long, number=3, by=desk, method=DrawMethod.STANDINGS, seed="3", order=order
        )

    def ranks(self, round_: Round) -> dict[int, int]:
        players = round_.draws.get(current=True).protocol["players"]
        return {player["key"]: player["rank"] for player in players}

    def test_uses_the_results_of_both_rounds(self, third: Round) -> None:
        numbers = dict(third.tournament.entries.values_list("pk", "number"))
        order = [numbers[pk] for pk in ports.standings_order(third.tournament, 2)]
        assert order[0] == 9
        assert self.ranks(third) == {number: place for place, number in enumerate(order, start=1)}

    def test_a_later_correction_changes_nothing_about_the_draw(self, third: Round) -> None:
        before = (self.ranks(third), tables_of(third))
        table = Round.objects.get(number=2).seats.get(entry__number=9).table
        letters = table.seats.order_by("position").values_list("position", flat=True)
        figures = {letter: SeatFigures(money=0, zb=0, premium=-5) for letter in letters}

        result_correct(table=table, figures=Figures(seats=figures), reason="přepsáno", by=DESK)

        assert ports.standings_order(third.tournament, 2)[0] != Entry.objects.get(number=9).pk
        assert (self.ranks(third), tables_of(third)) == before

    @pytest.mark.parametrize("state", [TableState.OPEN, TableState.HANDED_IN, TableState.CONFIRMED])
    def test_unconfirmed_results_are_never_used(self, third: Round, desk: Actor, state: TableState) -> None:
        """S06: the second round is open again at one table."""
        second = Round.objects.get(number=2)
        Round.objects.filter(pk=second.pk).update(state=RoundState.PLAYING)
        Table.objects.filter(round=second, number=2).update(state=state)
        before = tables_of(third)

        with pytest.raises(Refused, match=r"2\. kolo"):
            round_draw(
                tournament=third.tournament,
                number=3,
                by=desk,
                method=DrawMethod.STANDINGS,
                order=ports.standings_order(third.tournament, 2),
                reason="zkouška",
            )

        assert tables_of(third) == before


@pytest.mark.django_db
@pytest.mark.parametrize("world", range(12))
def test_everybody_present_sits_exactly_once(long: Tournament, desk: Actor, world: int) -> None:
    """S08: a random field, people leaving and coming back between rounds, every method in turn."""
    chance = random.Random(f"S08 {world}")
    factories.entries(long, chance.randint(8, 40))
    methods = [DrawMethod.RANDOM, DrawMethod.SEEDED, DrawMethod.STANDINGS, DrawMethod.MOVING]
    for number in range(1, 6):
        for entry in long.entries.all():
            gone = chance.random() < 0.15
            Entry.objects.filter(pk=entry.pk).update(withdrawn_after=number - 1 if gone else None)
        here = sorted(long.entries.filter(withdrawn_after=None).values_list("number", flat=True))
        if len(here) == 5:  # because five cannot be seated
            Entry.objects.filter(number=here.pop()).update(withdrawn_after=number - 1)
        round_ = round_draw(
            tournament=long,
            number=number,
            by=desk,
            method=chance.choice(methods) if number > 1 else DrawMethod.RANDOM,
            order=ports.standings_order(long, number - 1),
            seed=str(chance.random()),
        )
        close(round_publish(round_=round_, by=desk), strength=chance.sample(range(1, 41), 40))

        tables = tables_of(round_)
        assert sorted(key for table in tables for key in table.seats) == here
        assert [len(table.seats) for table in tables] == fewest_threes(len(here))


@pytest.mark.django_db
def test_twelve_of_sixteen_from_one_club(tournament: Tournament, desk: Actor) -> None:
    """S09: three of them at each table are the fewest possible, and every pair is listed."""
    for number in range(1, 17):
        factories.EntryFactory(tournament=tournament, club="Karlín" if number <= 12 else f"Klub {number}")

    round_ = round_draw(tournament=tournament, number=1, by=desk)

    assert [sum(key <= 12 for key in table.seats) for table in tables_of(round_)] == [3, 3, 3, 3]
    quality = quality_of(round_)
    pairs = {frozenset((clash.a, clash.b)) for clash in quality.same_club}
    expected = {
        frozenset(pair)
        for table in tables_of(round_)
        for pair in combinations(sorted(key for key in table.seats if key <= 12), 2)
    }
    assert (len(pairs), pairs) == (12, expected)
    assert len([text for text in quality.clashes() if "Karlín" in text]) == 12


REQUEST = seating.DrawRequest(
    round=2,
    entrants=tuple(seating.Entrant(key, f"Hráč {key}", club=f"Klub {key % 4}") for key in range(1, 24)),
    seed="7",
    history=tuple(
        seating.PastTable(1, table, tuple(range(4 * table - 3, min(4 * table + 1, 24))))
        for table in range(1, 7)
    ),
    rounds=5,
)

RESTARTED = "import json, sys; from rules import seating; print(seating.verify(json.load(sys.stdin)))"


class TestTheSameSeed:
    """S10"""

    def test_a_hundred_times(self) -> None:
        tables = {seating.draw_round(REQUEST).tables for _time in range(100)}
        assert len(tables) == 1

    @pytest.mark.parametrize("hash_seed", ["1", "2"])
    def test_after_a_restart(self, hash_seed: str) -> None:
        """Another process with another order of its sets and dictionaries of strings."""
        protocol = seating.protocol(REQUEST, seating.draw_round(REQUEST), salt="0" * 32)

        def verified(document: dict[str, object]) -> str:
            done = subprocess.run(
                [sys.executable, "-c", RESTARTED],
                input=json.dumps(document),
                capture_output=True,
                text=True,
                check=True,
                cwd=PROJECT,
                env=os.environ | {"PYTHONHASHSEED": hash_seed},
            )
            return done.stdout.strip()

        assert verified(protocol) == "()"
        assert verified(protocol | {"seed": "8"}) != "()", "the other process does compare"

    @pytest.mark.django_db
    def test_the_stored_draw_is_the_truth_when_the_algorithm_changes(
        self, small_tournament: Tournament, desk: Actor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        round_ = round_draw(tournament=small_tournament, number=1, by=desk, seed="7")
        before = tables_of(round_)
        draw = round_.draws.get()
        draw.protocol["algorithm"] = "0"
        draw.save()

        assert tables_of(round_) == before
        assert [problem.code for problem in seating.verify(draw.protocol)] == ["other-version"]


@pytest.mark.django_db
@pytest.mark.parametrize("method", [DrawMethod.RANDOM, DrawMethod.SCHEDULE])
def test_seats_and_table_numbers_are_spread(long: Tournament, desk: Actor, method: DrawMethod) -> None:
    """S11: 16 players, five rounds; each sits at each place once or twice.

    Table numbers cannot be spread so far without repeats: two tables of different rounds always share exactly
    one player, so that of the 20 seats at tables with one number, 10 pairs belong to one player; with nobody
    there three times, everybody would be at each number twice or never, and five is odd.
    """
    factories.entries(long, 16)
    round_draw(tournament=long, number=1, by=desk, method=method, seed="11")
    for number in range(1, 6):
        if number > 1 and method is DrawMethod.RANDOM:
            round_draw(tournament=long, number=number, by=desk, seed="11")
        round_publish(round_=Round.objects.get(number=number), by=desk)

    places: dict[int, Counter[str]] = {number: Counter() for number in range(1, 17)}
    numbers: dict[int, Counter[int]] = {number: Counter() for number in range(1, 17)}
    for past in history_before(long, 6):
        for letter, key in zip("ABCD", past.seats, strict=True):
            places[key][letter] += 1
            numbers[key][past.number] += 1

    assert {key: counts for key, counts in places.items() if set(counts.values()) != {1, 2}} == {}
    assert max(times for counts in numbers.values() for times in counts.values()) <= 3
