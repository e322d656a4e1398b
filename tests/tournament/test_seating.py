"""Swapping, substitutes and undo: what changes, what stays, who is told (S15, S18)."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests import factories
from tournament import ports
from tournament.actors import Actor
from tournament.enums import Presence, RoundState
from tournament.errors import Conflict, Refused
from tournament.models import Entry, LogEntry, Round, Seat, Table, Tournament
from tournament.selectors.seating import history_before, tables_of
from tournament.services.drawing import draft_discard, round_draw
from tournament.services.reseating import player_leave
from tournament.services.rounds import round_publish
from tournament.services.seating import seat_substitute, seat_swap
from tournament.services.undoing import seating_undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(small_tournament: Tournament) -> Round:
    """Two tables of four: 1–4 and 5–8 in order of seats."""
    return factories.drawn_round(small_tournament, state=RoundState.DRAFT)


def seats(round_: Round) -> dict[int, tuple[int, ...]]:
    """Start numbers of each table in seat order."""
    return {table.number: table.seats for table in tables_of(round_)}


def everything(round_: Round) -> list[tuple[Any, ...]]:
    """All that a seating is made of, to compare before and after."""
    return list(
        Seat.objects.filter(round=round_)
        .order_by("table__number", "position")
        .values_list("table__number", "table__scribe_seat", "position", "entry__number", "substitute", "pk")
    )


class TestSwap:
    @pytest.mark.parametrize(
        ("first", "second", "expected"),
        [
            pytest.param(1, 8, {1: (8, 2, 3, 4), 2: (5, 6, 7, 1)}, id="between tables"),
            pytest.param(1, 2, {1: (2, 1, 3, 4), 2: (5, 6, 7, 8)}, id="within a table"),
        ],
    )
    def test_two_change_places_and_nobody_else(
        self, draft: Round, desk: Actor, first: int, second: int, expected: dict[int, tuple[int, ...]]
    ) -> None:
        ids = dict(draft.seats.values_list("entry__number", "pk"))

        seat_swap(round_=draft, first=first, second=second, by=desk)

        assert seats(draft) == expected
        assert dict(draft.seats.values_list("entry__number", "pk")) == ids

    def test_scribe_who_leaves_hands_the_pen_over(self, draft: Round, desk: Actor) -> None:
        seat_swap(round_=draft, first=1, second=8, by=desk)

        assert [(table.number, table.scribe) for table in tables_of(draft)] == [(1, 8), (2, 5)]

    def test_verdict_names_each_repeat_with_its_round_and_table(
        self, tournament: Tournament, desk: Actor
    ) -> None:
        people = factories.entries(tournament, 16)
        Entry.objects.update(club="")
        factories.drawn_round(tournament, state=RoundState.CLOSED)
        crosswise = [people[4 * table + place] for place in range(4) for table in range(4)]
        second = factories.drawn_round(tournament, number=2, state=RoundState.DRAFT, seated=crosswise)

        change = seat_swap(round_=second, first=1, second=6, by=desk)

        assert (change.is_worse, change.gone) == (True, ())
        assert change.brought == (
            "5 Chalupa Josef a 6 Hora Milan u stolu 1 už spolu hráli: 1. kolo u stolu 2.",
            "1 Novák Jan a 2 Čech Petr u stolu 2 už spolu hráli: 1. kolo u stolu 1.",
        )
        assert change.text == (
            "Přibylo: 5 Chalupa Josef a 6 Hora Milan u stolu 1 už spolu hráli: 1. kolo u stolu 2."
            " (a další: 1)"
        )
        back = seat_swap(round_=second, first=1, second=6, by=desk)
        assert (back.is_worse, back.brought, back.gone) == (False, (), change.brought)

    def test_swap_that_changes_nothing_says_so(self, draft: Round, desk: Actor) -> None:
        assert seat_swap(round_=draft, first=1, second=2, by=desk).text == "Nikomu to neuškodilo."

    def test_is_logged_with_both_tables(self, draft: Round, desk: Actor) -> None:
        seat_swap(round_=draft, first=1, second=8, by=desk, reason="špatně vidí")

        entry = LogEntry.objects.get()
        assert (entry.action, entry.subject, entry.reason) == (
            "tournament.seats.swapped",
            "1. kolo: prohozeni 1 Novák Jan a 8 Žák Vít",
            "špatně vidí",
        )
        assert entry.old == {
            "tables": [
                {"table": 1, "seats": [1, 2, 3, 4], "scribe": 1},
                {"table": 2, "seats": [5, 6, 7, 8], "scribe": 5},
            ]
        }
        assert entry.new == {
            "tables": [
                {"table": 1, "seats": [8, 2, 3, 4], "scribe": 8},
                {"table": 2, "seats": [5, 6, 7, 1], "scribe": 5},
            ]
        }

    def test_long_names_fit_into_the_log(self, draft: Round, desk: Actor) -> None:
        Entry.objects.update(name="Ž" * 100)

        seat_swap(round_=draft, first=1, second=8, by=desk)

        assert len(LogEntry.objects.get().subject) == 200

    @pytest.mark.parametrize(
        ("state", "first", "second", "words"),
        [
            pytest.param(RoundState.PLAYING, 1, 8, "se už hraje", id="playing"),
            pytest.param(RoundState.CLOSED, 1, 8, "je uzavřené", id="closed"),
            pytest.param(RoundState.DRAFT, 1, 99, "99", id="nobody"),
            pytest.param(RoundState.DRAFT, 1, 1, "dva různí", id="himself"),
        ],
    )
    def test_refused_and_nothing_changed(
        self, draft: Round, desk: Actor, state: RoundState, first: int, second: int, words: str
    ) -> None:
        Round.objects.update(state=state)
        before = everything(draft)

        with pytest.raises(Refused, match=words):
            seat_swap(round_=draft, first=first, second=second, by=desk)

        assert everything(draft) == before

    def test_table_with_a_result_stays(
        self, draft: Round, desk: Actor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        begun = draft.tables.get(number=2).pk
        monkeypatch.setattr(ports.tables_begun, "_answer", lambda round_: {begun})
        Round.objects.update(state=RoundState.PUBLISHED)

        with pytest.raises(Refused, match="Stůl 2 už hraje"):
            seat_swap(round_=draft, first=1, second=8, by=desk)

        assert seats(draft) == {1: (1, 2, 3, 4), 2: (5, 6, 7, 8)}

    def test_form_about_an_older_seating_is_told_who_changed_it(self, draft: Round, desk: Actor) -> None:
        seen = draft.version
        seat_swap(round_=draft, first=1, second=8, by=desk, expected=seen)

        with pytest.raises(Conflict, match="Olga Pořadatelová"):
            seat_swap(round_=draft, first=2, second=7, by=factories.actor("Petr"), expected=seen)

        assert seats(draft) == {1: (8, 2, 3, 4), 2: (5, 6, 7, 1)}

    def test_earlier_round_of_a_published_one_stays(self, small_tournament: Tournament, desk: Actor) -> None:
        first = factories.drawn_round(small_tournament)
        factories.drawn_round(small_tournament, number=2)

        with pytest.raises(Refused, match=r"už zveřejněné 2\. kolo"):
            seat_swap(round_=first, first=1, second=8, by=desk)


class TestSubstitute:
    def test_belongs_to_the_seat_of_the_round(self, draft: Round, desk: Actor) -> None:
        """S18: the player and his other rounds know nothing of him."""
        seat_substitute(round_=draft, number=2, name="  Náhradník   Karel ", by=desk)

        assert list(draft.seats.exclude(substitute="").values_list("entry__number", "substitute")) == [
            (2, "Náhradník Karel")
        ]
        assert Entry.objects.get(number=2).name == "Čech Petr"
        assert LogEntry.objects.get().new == {"substitutes": {"2": "Náhradník Karel"}}

    def test_moves_with_his_seat(self, draft: Round, desk: Actor) -> None:
        seat_substitute(round_=draft, number=2, name="Karel", by=desk)
        seat_swap(round_=draft, first=2, second=7, by=desk)

        seat = draft.seats.get(substitute="Karel")
        assert (seat.entry.number, seat.table.number, seat.position) == (2, 2, "C")

    def test_empty_name_takes_him_out(self, draft: Round, desk: Actor) -> None:
        seat_substitute(round_=draft, number=2, name="Karel", by=desk)
        seat_substitute(round_=draft, number=2, name="", by=desk)

        assert not draft.seats.exclude(substitute="").exists()
        assert history_before(draft.tournament, 2)[0].seats == (1, 2, 3, 4)

    @pytest.mark.parametrize(
        ("state", "number", "name", "words"),
        [
            pytest.param(RoundState.CLOSED, 2, "Karel", "je uzavřené", id="closed"),
            pytest.param(RoundState.DRAFT, 99, "Karel", "Číslo 99", id="nobody"),
            pytest.param(RoundState.DRAFT, 2, "K" * 101, "nejvýš 100 písmen", id="long"),
        ],
    )
    def test_refused(
        self, draft: Round, desk: Actor, state: RoundState, number: int, name: str, words: str
    ) -> None:
        Round.objects.update(state=state)
        with pytest.raises(Refused, match=words):
            seat_substitute(round_=draft, number=number, name=name, by=desk)
        assert not draft.seats.exclude(substitute="").exists()


class TestUndo:
    def test_one_change_after_another_exactly(self, small_tournament: Tournament, desk: Actor) -> None:
        """S15: swap, substitute, somebody withdrawn by mistake; each undo goes one further back."""
        round_ = round_draw(tournament=small_tournament, number=1, by=desk, seed="1")
        steps = [everything(round_)]
        seat_swap(round_=round_, first=1, second=8, by=desk)
        steps.append(everything(round_))
        seat_substitute(round_=round_, number=3, name="Karel", by=desk)
        steps.append(everything(round_))
        player_leave(round_=round_, number=3, by=desk, withdrawn=True)
        assert Entry.objects.get(number=3).withdrawn_after == 0
        assert 3 not in [number for table in seats(round_).values() for number in table]

        undone = []
        while steps:
            undone.append(seating_undo(round_=round_, by=desk).action)
            before = steps.pop()
            assert [line[:-1] for line in everything(round_)] == [line[:-1] for line in before]

        assert undone == [
            "tournament.seats.reseated",
            "tournament.seat.substituted",
            "tournament.seats.swapped",
        ]
        assert Entry.objects.get(number=3).withdrawn_after is None
        with pytest.raises(Refused, match="nemá změnu, která by se dala vrátit"):
            seating_undo(round_=round_, by=desk)

    def test_second_draw_gives_the_first_one_back(self, small_tournament: Tournament, desk: Actor) -> None:
        round_ = round_draw(tournament=small_tournament, number=1, by=desk, seed="1")
        seat_swap(round_=round_, first=1, second=8, by=desk)
        before = seats(round_)
        round_draw(tournament=small_tournament, number=1, by=desk, seed="2", reason="zkouška")
        assert seats(round_) != before

        seating_undo(round_=round_, by=desk)

        assert seats(round_) == before
        assert list(round_.draws.values_list("seed", "current")) == [("1", True), ("2", False)]

    def test_discarded_draft_comes_back(self, small_tournament: Tournament, desk: Actor) -> None:
        round_ = round_draw(tournament=small_tournament, number=1, by=desk, seed="1")
        before = seats(round_)
        draft_discard(round_=round_, by=desk)

        seating_undo(round_=round_, by=desk)

        assert seats(round_) == before
        assert round_.draws.get().current

    def test_draw_is_not_undone_once_published(self, small_tournament: Tournament, desk: Actor) -> None:
        round_draw(tournament=small_tournament, number=1, by=desk, seed="1")
        round_ = round_draw(tournament=small_tournament, number=1, by=desk, seed="2")
        round_publish(round_=round_, by=desk)
        before = everything(round_)

        with pytest.raises(Refused, match="už zveřejněné"):
            seating_undo(round_=round_, by=desk)

        assert everything(round_) == before

    def test_is_logged(self, draft: Round, desk: Actor) -> None:
        seat_swap(round_=draft, first=1, second=8, by=desk)
        change = seating_undo(round_=draft, by=desk)

        entry = LogEntry.objects.get(action="tournament.seats.undone")
        assert (entry.actor_name, entry.subject, entry.old) == (desk.name, change.subject, change.new)
        assert entry.new == change.old
        assert change.change.put_back

    def test_the_clock_may_go_back(self, draft: Round, desk: Actor) -> None:
        """What was last is asked of the order of the log, so undo takes the newer swap first."""
        start = everything(draft)
        seat_swap(round_=draft, first=1, second=8, by=desk)
        between = everything(draft)
        LogEntry.objects.update(at=timezone.now() + timedelta(hours=1))
        seat_swap(round_=draft, first=2, second=7, by=desk)

        seating_undo(round_=draft, by=desk)
        after_one = everything(draft)
        seating_undo(round_=draft, by=desk)

        assert (after_one, everything(draft)) == (between, start)

    def test_player_changed_by_somebody_else_since_is_a_conflict(self, draft: Round, desk: Actor) -> None:
        player_leave(round_=draft, number=3, by=desk, withdrawn=False)
        Entry.objects.filter(number=3).update(presence=Presence.PRESENT)
        before = everything(draft)

        with pytest.raises(Conflict):
            seating_undo(round_=draft, by=desk)

        assert everything(draft) == before
        assert Table.objects.count() == 2
