"""The clock of a round and what the hall is told: moments in the database, whatever the time is now."""

import threading
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from tests import factories
from tournament.actors import Actor
from tournament.enums import ClockAct, ClockState, ComingKind, RoundState
from tournament.errors import Conflict, DeskError, Refused
from tournament.lib.clockwork import faces
from tournament.models import Announcement, ClockChange, ComingEvent, LogEntry, Round, Tournament
from tournament.selectors.hall import (
    announcements_of,
    clock_of,
    coming_of,
    moments_ahead,
    next_round_to_start,
)
from tournament.selectors.public_state import public_mark, public_until
from tournament.services.announcements import (
    announcement_make,
    announcement_put_back,
    announcement_take_away,
    coming_announce,
    coming_change,
    coming_take_away,
)
from tournament.services.clock import MOST_MINUTES, Turn, clock_turn
from tournament.services.rounds import round_publish, round_take_back

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
START, PAUSE, GO_ON, END, UNDO = (
    Turn(act) for act in (ClockAct.START, ClockAct.PAUSE, ClockAct.GO_ON, ClockAct.END, ClockAct.UNDO)
)


def minutes(count: int) -> Turn:
    return Turn(ClockAct.MINUTES, minutes=count)


def cut(count: int, reason: str = "Zavírá se v deset.") -> Turn:
    return Turn(ClockAct.CUT, minutes=-count, reason=reason)


class Watch:
    """What the time is, for everybody who asks."""

    def __init__(self) -> None:
        self.now = NOON

    def goes(self, **by: float) -> None:
        self.now += timedelta(**by)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(timezone, "now", lambda: watch.now)
    return watch


@pytest.fixture
def round_(tournament: Tournament) -> Round:
    """The first round, published, an hour long."""
    return factories.RoundFactory(tournament=tournament, state=RoundState.PUBLISHED, minutes=60)


def shown(tournament: Tournament) -> tuple[str, int, float | None, int | None]:
    """State, minutes, minutes from noon to the end, seconds left."""
    clock = clock_of(Tournament.objects.get(pk=tournament.pk))
    ends = None if clock.ends_at is None else (clock.ends_at - NOON).total_seconds() / 60
    return clock.state, clock.minutes, ends, clock.left


STORIES: dict[str, tuple[list[tuple[float, Turn]], float, tuple[str, int, float | None, int | None]]] = {
    "nothing was done": ([], 0, ("ready", 60, None, 3600)),
    "started": ([(0, START)], 0, ("running", 60, 60, None)),
    "one second before the last minutes": ([(0, START)], 54 + 59 / 60, ("running", 60, 60, None)),
    "the last minutes": ([(0, START)], 55, ("last", 60, 60, None)),
    "the last second": ([(0, START)], 59 + 59 / 60, ("last", 60, 60, None)),
    "over": ([(0, START)], 60, ("over", 60, 60, None)),
    "over for long": ([(0, START)], 600, ("over", 60, 60, None)),
    "paused": ([(0, START), (20, PAUSE)], 50, ("paused", 60, None, 2400)),
    "goes on": ([(0, START), (20, PAUSE), (50, GO_ON)], 60, ("running", 60, 90, None)),
    "given": ([(0, START), (10, minutes(5)), (20, minutes(1))], 20, ("running", 66, 66, None)),
    "taken": ([(0, START), (10, minutes(-5))], 20, ("running", 55, 55, None)),
    "given before the start": ([(0, minutes(5)), (1, START)], 1, ("running", 65, 66, None)),
    "given in a pause": ([(0, START), (20, PAUSE), (30, minutes(-5))], 40, ("paused", 55, None, 2100)),
    "given after the end": ([(0, START), (70, minutes(5))], 71, ("last", 65, 75, None)),
    "cut": ([(0, START), (10, cut(30))], 10, ("running", 30, 30, None)),
    "cut before the start": ([(0, cut(30))], 0, ("ready", 30, None, 1800)),
    "ended": ([(0, START), (40, END)], 40, ("over", 60, 40, None)),
    "ended in a pause": ([(0, START), (10, PAUSE), (40, END)], 50, ("over", 60, 40, None)),
    "start undone": ([(0, START), (2, UNDO)], 5, ("ready", 60, None, 3600)),
    "pause undone as if never": ([(0, START), (20, PAUSE), (30, UNDO)], 30, ("running", 60, 60, None)),
    "end undone": ([(0, START), (20, END), (21, UNDO)], 21, ("running", 60, 60, None)),
    "minutes undone": ([(0, START), (20, minutes(5)), (21, UNDO)], 21, ("running", 60, 60, None)),
    "two undone": ([(0, START), (20, PAUSE), (21, UNDO), (22, UNDO)], 22, ("ready", 60, None, 3600)),
    "done after an undone one": ([(0, START), (1, UNDO), (10, START)], 10, ("running", 60, 70, None)),
}


@pytest.mark.parametrize(("acts", "at", "expected"), STORIES.values(), ids=STORIES)
def test_what_the_clock_shows(
    round_: Round,
    desk: Actor,
    watch: Watch,
    acts: list[tuple[float, Turn]],
    at: float,
    expected: tuple[str, int, float | None, int | None],
) -> None:
    for minute, turn in acts:
        watch.now = NOON + timedelta(minutes=minute)
        clock_turn(round_=round_, by=desk, turn=turn)

    watch.now = NOON + timedelta(minutes=at)

    assert shown(round_.tournament) == expected


REFUSED: dict[str, tuple[list[Turn], Turn, str]] = {
    "started twice": ([START], START, "clock_start"),
    "paused before the start": ([], PAUSE, "clock_pause"),
    "paused twice": ([START, PAUSE], PAUSE, "clock_pause"),
    "let go on while it runs": ([START], GO_ON, "clock_go_on"),
    "ended before the start": ([], END, "clock_end"),
    "ended twice": ([START, END], END, "clock_end"),
    "paused when it is over": ([START, END], PAUSE, "clock_pause"),
    "cut when it is over": ([START, END], cut(5), "clock_cut"),
    "nothing to undo": ([], UNDO, "clock_undo"),
    "undone to the beginning": ([START, UNDO], UNDO, "clock_undo"),
    "no minutes": ([START], minutes(0), "clock_minutes"),
    "as many taken as are left": ([START], minutes(-60), "clock_minutes"),
    "taken when it is over": ([START, END], minutes(-1), "clock_minutes"),
    "longer than any round": ([START], minutes(MOST_MINUTES - 59), "clock_minutes"),
    "cut by nothing": ([START], cut(0), "clock_minutes"),
    "cut that gives": ([START], cut(-5), "clock_minutes"),
    "cut without a reason": ([START], cut(5, " "), "invalid"),
    "cut with a reason without end": ([START], cut(5, "x" * 121), "invalid"),
}


@pytest.mark.parametrize(("acts", "turn", "code"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_changes_nothing(
    round_: Round, desk: Actor, watch: Watch, acts: list[Turn], turn: Turn, code: str
) -> None:
    for one in acts:
        clock_turn(round_=round_, by=desk, turn=one)
    before = (shown(round_.tournament), ClockChange.objects.count(), LogEntry.objects.count())

    with pytest.raises(Refused) as refused:
        clock_turn(round_=round_, by=desk, turn=turn)

    assert refused.value.code == code
    assert (shown(round_.tournament), ClockChange.objects.count(), LogEntry.objects.count()) == before


@pytest.mark.parametrize(
    ("state", "code"), [("draft", "round_draft"), ("closed", "round_closed"), ("revised", "round_revised")]
)
def test_a_round_that_is_not_played_has_no_clock(
    round_: Round, desk: Actor, state: RoundState, code: str
) -> None:
    Round.objects.update(state=state)

    with pytest.raises(Refused) as refused:
        clock_turn(round_=round_, by=desk, turn=START)

    assert refused.value.code == code
    assert clock_of(round_.tournament).state == ClockState.NONE


def test_the_clock_of_an_ended_tournament_stands(round_: Round, desk: Actor) -> None:
    Tournament.objects.update(finished_at=NOON)

    with pytest.raises(Refused, match="Turnaj je ukončený"):
        clock_turn(round_=round_, by=desk, turn=START)


def test_its_journal(round_: Round, desk: Actor, watch: Watch) -> None:
    change = clock_turn(round_=round_, by=desk, turn=START)
    watch.goes(minutes=10)
    clock_turn(round_=round_, by=desk, turn=cut(15))

    started, shortened = LogEntry.objects.order_by("sequence")
    assert (started.action, started.round, started.object_id) == (
        "tournament.clock.started",
        round_,
        change.pk,
    )
    assert started.old == {"clock": "ready", "minutes": 60, "ends_at": None, "seconds_left": 3600}
    assert (shortened.action, shortened.reason) == ("tournament.clock.cut", "Zavírá se v deset.")
    assert shortened.new == {
        "clock": "running",
        "minutes": 45,
        "ends_at": "2026-03-14T12:45:00+00:00",
        "seconds_left": None,
    }


class TestTwoOrganisers:
    def test_who_comes_second_is_told_who_was_first(self, round_: Round, desk: Actor, watch: Watch) -> None:
        clock_turn(round_=round_, by=desk, turn=START, expected=1)
        clock_turn(round_=round_, by=desk, turn=minutes(5), expected=2)

        with pytest.raises(Conflict, match="Olga Pořadatelová"):
            clock_turn(round_=round_, by=factories.actor("Petr Druhý"), turn=minutes(5), expected=2)

        assert shown(round_.tournament) == ("running", 65, 65, None)

    def test_a_press_sent_twice_is_one(self, round_: Round, desk: Actor, watch: Watch) -> None:
        clock_turn(round_=round_, by=desk, turn=START)
        key = uuid.uuid4()

        first, again = (
            clock_turn(round_=round_, by=desk, turn=minutes(5), expected=2, submission=key) for _ in range(2)
        )

        assert first == again
        assert shown(round_.tournament) == ("running", 65, 65, None)
        assert LogEntry.objects.count() == 2

    @pytest.mark.django_db(transaction=True)
    def test_both_at_once(self, round_: Round, desk: Actor) -> None:
        clock_turn(round_=round_, by=desk, turn=START)
        start = threading.Barrier(2)
        outcomes: list[object] = []

        def press(by: Actor) -> None:
            start.wait()
            try:
                outcomes.append(clock_turn(round_=round_, by=by, turn=minutes(5), expected=2))
            except DeskError as refusal:
                outcomes.append(refusal)
            finally:
                connection.close()

        presses = [threading.Thread(target=press, args=(factories.actor(name),)) for name in "AB"]
        for one in presses:
            one.start()
        for one in presses:
            one.join()

        assert sorted(type(one).__name__ for one in outcomes) == ["ClockChange", "Conflict"]
        assert clock_of(round_.tournament).minutes == 65


CHANGES_OF_TIME = {
    "to summer time": (datetime(2027, 3, 28, 0, 30, tzinfo=UTC), "01:30", "03:30"),
    "from summer time": (datetime(2027, 10, 31, 0, 30, tzinfo=UTC), "02:30", "02:30"),
}
"""When a round of an hour begins, what clocks on walls show then and at its end."""


@pytest.mark.parametrize(("begins", "wall", "wall_at_end"), CHANGES_OF_TIME.values(), ids=CHANGES_OF_TIME)
def test_an_hour_is_an_hour_when_the_time_changes(
    round_: Round, desk: Actor, watch: Watch, begins: datetime, wall: str, wall_at_end: str
) -> None:
    watch.now = begins
    clock_turn(round_=round_, by=desk, turn=START)
    ends_at = clock_of(round_.tournament).ends_at

    assert f"{timezone.localtime(begins):%H:%M}" == wall
    assert ends_at is not None
    assert f"{timezone.localtime(ends_at):%H:%M}" == wall_at_end
    for passed, state in ((54, "running"), (56, "last"), (60, "over")):
        watch.now = begins + timedelta(minutes=passed)
        assert clock_of(round_.tournament).state == state


def test_times_are_whole_seconds_so_that_screens_tick_together(
    round_: Round, desk: Actor, watch: Watch
) -> None:
    watch.goes(milliseconds=700)
    clock_turn(round_=round_, by=desk, turn=START)
    watch.goes(seconds=10, milliseconds=200)
    clock_turn(round_=round_, by=desk, turn=PAUSE)

    assert shown(round_.tournament) == ("paused", 60, None, 3590)


class TestWhoseClock:
    def test_of_the_first_round_until_a_later_one_starts(
        self, tournament: Tournament, desk: Actor, watch: Watch
    ) -> None:
        first, second = (
            factories.RoundFactory(tournament=tournament, number=number, state=RoundState.PUBLISHED)
            for number in (1, 2)
        )
        assert (clock_of(tournament).round, next_round_to_start(tournament)) == (1, 1)
        clock_turn(round_=first, by=desk, turn=START)
        assert (clock_of(tournament).round, next_round_to_start(tournament)) == (1, 2)
        clock_turn(round_=second, by=desk, turn=START)
        assert (clock_of(tournament).round, next_round_to_start(tournament)) == (2, 3)

    def test_a_round_played_without_it_shows_none(self, round_: Round) -> None:
        assert clock_of(round_.tournament).state == ClockState.READY
        Round.objects.update(state=RoundState.PLAYING)
        assert clock_of(round_.tournament).state == ClockState.NONE

    def test_it_begins_anew_with_a_publication_taken_back(
        self, small_tournament: Tournament, desk: Actor, watch: Watch
    ) -> None:
        drawn = factories.drawn_round(small_tournament)
        clock_turn(round_=drawn, by=desk, turn=START)
        clock_turn(round_=drawn, by=desk, turn=cut(30))

        round_publish(round_=round_take_back(round_=drawn, by=desk), by=desk)

        clock = clock_of(small_tournament)
        assert (clock.state, clock.minutes, clock.short_reason, clock.undo) == ("ready", 120, "", "")

    def test_discarded_rounds_have_none(self, round_: Round) -> None:
        Round.objects.update(discarded_at=NOON)
        assert clock_of(round_.tournament).state == ClockState.NONE


def test_an_empty_clock_stays_whatever_is_undone() -> None:
    undone = ClockChange(act=ClockAct.UNDO, at=NOON)
    assert [face.left for face in faces(60, [undone, undone])] == [3600]


def test_the_state_follows_from_the_database_alone(round_: Round, desk: Actor, watch: Watch) -> None:
    """Nothing of it lives in the server, so one that was started anew says the same."""
    clock_turn(round_=round_, by=desk, turn=START)
    kept = list(ClockChange.objects.values())
    watch.goes(hours=30)
    assert shown(round_.tournament) == ("over", 60, 60, None)
    watch.goes(hours=-29, minutes=-3)
    assert shown(round_.tournament) == ("last", 60, 60, None)
    assert list(ClockChange.objects.values()) == kept


class TestComing:
    def test_in_order_until_its_time_comes(self, round_: Round, desk: Actor, watch: Watch) -> None:
        tournament = round_.tournament
        clock_turn(round_=round_, by=desk, turn=START)
        for kind, minute, text in (
            (ComingKind.ROUND, 90, ""),
            (ComingKind.BREAK, 70, ""),
            (ComingKind.OTHER, 30, "Tombola u výčepu"),
        ):
            coming_announce(
                tournament=tournament, by=desk, kind=kind, at=NOON + timedelta(minutes=minute), text=text
            )
        clock_turn(round_=round_, by=desk, turn=cut(10))

        assert [(one.kind, one.text, one.reason) for one in coming_of(tournament)] == [
            ("other", "Tombola u výčepu", ""),
            ("end", "Konec 1. kola, zkrácený", "Zavírá se v deset."),
            ("break", "Přestávka", ""),
            ("round", "Začíná 2. kolo", ""),
        ]
        watch.goes(minutes=70)
        assert [one.kind for one in coming_of(tournament)] == ["round"]

    def test_changed_and_cancelled(self, tournament: Tournament, desk: Actor, watch: Watch) -> None:
        later = NOON + timedelta(hours=1)
        event = coming_announce(tournament=tournament, by=desk, kind=ComingKind.BREAK, at=later, text="Oběd")
        coming_change(event=event, by=desk, at=later, text="Oběd")
        coming_change(event=event, by=desk, at=later + timedelta(minutes=10), text="Oběd", expected=1)
        with pytest.raises(Conflict, match="Olga Pořadatelová"):
            coming_change(event=ComingEvent.objects.get(), by=desk, at=later, text="Oběd", expected=1)
        assert [one.at - later for one in coming_of(tournament)] == [timedelta(minutes=10)]

        coming_take_away(event=event, by=desk)
        coming_take_away(event=event, by=desk)

        assert coming_of(tournament) == ()
        assert list(LogEntry.objects.order_by("sequence").values_list("action", flat=True)) == [
            "tournament.coming.announced",
            "tournament.coming.changed",
            "tournament.coming.taken_away",
        ]

    @pytest.mark.parametrize(
        ("kind", "minute", "text", "code"),
        [
            pytest.param(ComingKind.BREAK, 0, "", "coming_past", id="now"),
            pytest.param(ComingKind.ROUND, -5, "", "coming_past", id="past"),
            pytest.param(ComingKind.OTHER, 5, " ", "invalid", id="nothing said"),
            pytest.param(ComingKind.OTHER, 5, "x" * 121, "invalid", id="without end"),
            pytest.param(ComingKind.END, 5, "Konec", "invalid", id="follows from the clock"),
        ],
    )
    def test_refused(
        self,
        tournament: Tournament,
        desk: Actor,
        watch: Watch,
        kind: ComingKind,
        minute: int,
        text: str,
        code: str,
    ) -> None:
        at = NOON + timedelta(minutes=minute)
        with pytest.raises(Refused) as refused:
            coming_announce(tournament=tournament, by=desk, kind=kind, at=at, text=text)
        assert (refused.value.code, ComingEvent.objects.count()) == (code, 0)


class TestAnnouncements:
    def test_on_top_until_taken_away(self, tournament: Tournament, desk: Actor) -> None:
        first = announcement_make(tournament=tournament, by=desk, text="  Oběd   se vydává. ")
        announcement_make(tournament=tournament, by=desk, text="Auto 1A2 stojí ve vjezdu.")

        def texts() -> list[str]:
            return [one.text for one in announcements_of(tournament)]

        assert texts() == ["Auto 1A2 stojí ve vjezdu.", "Oběd se vydává."]

        announcement_take_away(announcement=first, by=desk, expected=1)
        announcement_take_away(announcement=first, by=desk)
        assert texts() == ["Auto 1A2 stojí ve vjezdu."]

        announcement_put_back(announcement=first, by=desk)
        assert texts() == ["Auto 1A2 stojí ve vjezdu.", "Oběd se vydává."]
        assert LogEntry.objects.count() == 4

    def test_two_take_the_same_away(self, tournament: Tournament, desk: Actor) -> None:
        made = announcement_make(tournament=tournament, by=desk, text="Oběd.")
        seen = Announcement.objects.get()
        announcement_take_away(announcement=made, by=desk, expected=1)

        with pytest.raises(Conflict, match="Olga Pořadatelová"):
            announcement_take_away(announcement=seen, by=factories.actor("Petr"), expected=1)

    @pytest.mark.parametrize("text", ["", " \n ", "x" * 301], ids=["nothing", "white", "without end"])
    def test_refused(self, tournament: Tournament, desk: Actor, text: str) -> None:
        with pytest.raises(Refused, match="Nic se neuložilo"):
            announcement_make(tournament=tournament, by=desk, text=text)
        assert Announcement.objects.count() == 0

    def test_sent_twice_is_one(self, tournament: Tournament, desk: Actor) -> None:
        key = uuid.uuid4()
        for _time in range(2):
            announcement_make(tournament=tournament, by=desk, text="Oběd.", submission=key)
        assert [one.text for one in announcements_of(tournament)] == ["Oběd."]


def test_pages_for_everybody_change_with_each_act_and_when_its_time_comes(
    round_: Round, desk: Actor, watch: Watch
) -> None:
    tournament = round_.tournament
    marks = [public_mark(tournament.slug)]

    def done(act: Any, **values: Any) -> Any:
        made = act(by=desk, **values)
        marks.append(public_mark(tournament.slug))
        return made

    done(clock_turn, round_=round_, turn=START)
    event = done(
        coming_announce, tournament=tournament, kind=ComingKind.BREAK, at=NOON + timedelta(minutes=57)
    )
    notice = done(announcement_make, tournament=tournament, text="Oběd.")
    done(announcement_take_away, announcement=notice)
    done(announcement_put_back, announcement=notice)
    assert len({*marks}) == len(marks)

    found = []
    for _step in range(3):
        until = public_until(tournament.slug)
        found.append((datetime.fromtimestamp(until, UTC) - NOON).total_seconds() / 60)
        watch.now = datetime.fromtimestamp(until, UTC)
    assert found == [55, 57, 60]
    assert moments_ahead(tournament) == []

    watch.now = NOON
    done(coming_take_away, event=event)
    done(clock_turn, round_=round_, turn=PAUSE)
    assert len({*marks}) == len(marks)
    assert moments_ahead(tournament) == []
