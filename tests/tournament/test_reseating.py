"""Latecomers, no-shows, withdrawals: only the tables a change touches are re-seated (S05, S13–S16)."""

import pytest

from tests import factories
from tournament import ports
from tournament.actors import Actor
from tournament.enums import Presence, RoundState
from tournament.errors import Conflict, Refused
from tournament.models import Entry, LogEntry, Round, TableLink, Tournament
from tournament.selectors.rounds import Mismatch, mismatch_of, present_sizes
from tournament.selectors.seating import tables_of
from tournament.services.drawing import round_draw
from tournament.services.entries import entry_withdraw
from tournament.services.reseating import latecomer_seat, player_leave, reseat_proposals, round_reseat
from tournament.services.rounds import round_publish

pytestmark = pytest.mark.django_db


def seats(round_: Round) -> dict[int, tuple[int, ...]]:
    """Start numbers of each table in seat order."""
    return {table.number: table.seats for table in tables_of(round_)}


def changed(before: dict[int, tuple[int, ...]], after: dict[int, tuple[int, ...]]) -> set[int]:
    """Numbers of the tables where anything is different."""
    return {number for number in before.keys() | after.keys() if before.get(number) != after.get(number)}


def published(tournament: Tournament, people: int, desk: Actor) -> Round:
    """A published first round of so many players."""
    factories.entries(tournament, people)
    round_ = round_draw(tournament=tournament, number=1, by=desk, seed="1")
    return round_publish(round_=round_, by=desk)


def test_latecomer_joins_a_table_of_three_without_a_new_draw(tournament: Tournament, desk: Actor) -> None:
    """S13: 15 registered, the sixteenth comes ten minutes late."""
    round_ = published(tournament, 15, desk)
    before = seats(round_)
    assert sorted(map(len, before.values())) == [3, 4, 4, 4]
    three = next(number for number, people in before.items() if len(people) == 3)
    late = factories.EntryFactory(tournament=tournament, name="Pozdní Příchozí")

    assert mismatch_of(round_) == Mismatch(leaving=(), arriving=(late,))
    proposal = round_reseat(round_=round_, by=desk)

    after = seats(round_)
    assert proposal.touched == (three,)
    assert changed(before, after) == {three}
    assert sorted(after[three]) == sorted((*before[three], 16))
    assert round_.draws.count() == 1
    assert not mismatch_of(round_)


def test_latecomers_form_a_table_of_their_own(tournament: Tournament, desk: Actor) -> None:
    round_ = published(tournament, 8, desk)
    before = seats(round_)
    for _number in range(3):
        factories.EntryFactory(tournament=tournament)

    round_reseat(round_=round_, by=desk)

    after = seats(round_)
    assert (changed(before, after), sorted(after[3])) == ({3}, [9, 10, 11])
    assert TableLink.objects.filter(table__round=round_, active=True).count() == 3


def test_no_show_leaves_three_at_his_table(tournament: Tournament, desk: Actor) -> None:
    round_ = published(tournament, 12, desk)
    before = seats(round_)
    gone = before[2][1]

    player_leave(round_=round_, number=gone, by=desk, withdrawn=False)

    after = seats(round_)
    entry = Entry.objects.get(number=gone)
    assert (entry.presence, entry.withdrawn_after) == (Presence.ABSENT, None)
    assert sorted(key for people in after.values() for key in people) == [
        number for number in range(1, 13) if number != gone
    ]
    assert len(changed(before, after)) == 1


def test_player_leaves_after_two_rounds_of_five(tournament: Tournament, desk: Actor) -> None:
    """S14: rounds 1–2 stay, only the table concerned is re-seated, he is withdrawn and not deleted."""
    Tournament.objects.update(rounds_planned=5)
    factories.entries(tournament, 16)
    for number in (1, 2, 3):
        drawn = round_draw(tournament=tournament, number=number, by=desk, seed=str(number))
        round_publish(round_=drawn, by=desk)
    Round.objects.filter(number__lt=3).update(state=RoundState.CLOSED)
    first, second, third = tournament.rounds.order_by("number")
    earlier = (seats(first), seats(second))
    before = seats(third)

    player_leave(round_=third, number=7, by=desk, withdrawn=True)

    entry = Entry.objects.get(number=7)
    assert entry.withdrawn_after == 2
    assert (seats(first), seats(second)) == earlier
    after = seats(third)
    table = next(number for number, people in before.items() if 7 in people)
    assert changed(before, after) == {table}
    assert set(after[table]) == set(before[table]) - {7}


def test_withdrawn_elsewhere_is_offered_for_re_seating(tournament: Tournament, desk: Actor) -> None:
    """S14: withdrawn on the page of players; his seat waits until somebody re-seats it."""
    round_ = published(tournament, 8, desk)
    entry = Entry.objects.get(number=3)
    entry_withdraw(entry=entry, by=desk)

    assert [entry.number for entry in mismatch_of(round_).leaving] == [3]
    round_reseat(round_=round_, by=desk)
    assert sorted(key for people in seats(round_).values() for key in people) == [1, 2, 4, 5, 6, 7, 8]


def test_two_left_at_a_table_of_three(tournament: Tournament, desk: Actor) -> None:
    """7 = 4 + 3: when somebody of the three leaves, six sit at two tables of three."""
    round_ = published(tournament, 7, desk)
    gone = next(people[0] for people in seats(round_).values() if len(people) == 3)

    player_leave(round_=round_, number=gone, by=desk, withdrawn=False)

    assert [len(people) for people in seats(round_).values()] == [3, 3]


def test_planned_for_sixteen_and_fourteen_came(tournament: Tournament) -> None:
    """S05: two tables of four and two of three are offered."""
    factories.entries(tournament, 16)
    Entry.objects.filter(number__gt=14).update(presence=Presence.ABSENT)

    assert present_sizes(tournament, 1).text == "14 hráčů: 2 stoly po čtyřech a 2 stoly po třech"


@pytest.mark.parametrize(
    ("people", "words"),
    [
        pytest.param(6, "5 hráčů", id="five remain"),
        pytest.param(3, "2 hráči", id="two remain"),
    ],
)
def test_rest_that_cannot_be_seated_is_refused_and_nothing_changes(
    tournament: Tournament, desk: Actor, people: int, words: str
) -> None:
    round_ = published(tournament, people, desk)
    before = seats(round_)

    with pytest.raises(Refused, match=words):
        player_leave(round_=round_, number=1, by=desk, withdrawn=True)

    assert seats(round_) == before
    assert Entry.objects.get(number=1).withdrawn_after is None


def test_nothing_to_reseat(tournament: Tournament, desk: Actor) -> None:
    round_ = published(tournament, 8, desk)

    with pytest.raises(Refused, match=r"Všichni přítomní v 1\. kole sedí"):
        round_reseat(round_=round_, by=desk)


def test_closed_round_stays_whoever_leaves(tournament: Tournament, desk: Actor) -> None:
    """S16, side of the draw: a withdrawal after the round changes nothing in it."""
    round_ = published(tournament, 8, desk)
    Round.objects.update(state=RoundState.CLOSED)
    before = seats(round_)
    round_.refresh_from_db()
    entry_withdraw(entry=Entry.objects.get(number=3), by=desk)

    assert not mismatch_of(round_)
    with pytest.raises(Refused, match="je uzavřené"):
        player_leave(round_=round_, number=3, by=desk, withdrawn=True)
    assert seats(round_) == before


class TestTablesThatBegan:
    """In a playing round nobody is moved to or from a table that has a hand or a result."""

    @pytest.fixture
    def playing(self, tournament: Tournament, desk: Actor, monkeypatch: pytest.MonkeyPatch) -> Round:
        """15 players; every table but the one of three plays."""
        round_ = published(tournament, 15, desk)
        Round.objects.update(state=RoundState.PLAYING)
        threes = [number for number, people in seats(round_).items() if len(people) == 3]
        begun = set(round_.tables.exclude(number__in=threes).values_list("pk", flat=True))
        monkeypatch.setattr(ports.tables_begun, "_answer", lambda round_: begun)
        round_.refresh_from_db()
        return round_

    def test_latecomer_joins_the_table_that_waits(
        self, playing: Round, tournament: Tournament, desk: Actor
    ) -> None:
        before = seats(playing)
        factories.EntryFactory(tournament=tournament)

        proposal = round_reseat(round_=playing, by=desk)

        assert len(before[proposal.touched[0]]) == 3
        assert changed(before, seats(playing)) == set(proposal.touched)

    def test_who_plays_stays_written_down(self, playing: Round, desk: Actor) -> None:
        before = seats(playing)
        number = next(people[0] for people in before.values() if len(people) == 4)

        with pytest.raises(Refused, match="u něj zůstává v zápisu"):
            player_leave(round_=playing, number=number, by=desk, withdrawn=True)

        assert seats(playing) == before
        assert Entry.objects.get(number=number).withdrawn_after is None

    def test_when_every_table_plays_the_latecomer_waits_for_the_next_round(
        self,
        playing: Round,
        tournament: Tournament,
        desk: Actor,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        every = set(playing.tables.values_list("pk", flat=True))
        monkeypatch.setattr(ports.tables_begun, "_answer", lambda round_: every)
        factories.EntryFactory(tournament=tournament)

        with pytest.raises(Refused, match="losujte až v dalším kole"):
            round_reseat(round_=playing, by=desk)


def test_new_table_beside_tables_that_play(
    tournament: Tournament, desk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Table 1 plays: three who come late get table 3, not the number of a table that is taken."""
    round_ = published(tournament, 8, desk)
    before = seats(round_)
    begun = {round_.tables.get(number=1).pk}
    monkeypatch.setattr(ports.tables_begun, "_answer", lambda round_: begun)
    for _number in range(3):
        factories.EntryFactory(tournament=tournament)

    proposal = round_reseat(round_=round_, by=desk)

    after = seats(round_)
    assert (proposal.touched, {move.new[0] for move in proposal.moves}) == ((3,), {3})
    assert proposal.text.startswith("Změní se jen stůl 3; nikdo jiný se nepřesazuje;")
    assert (changed(before, after), sorted(after[3])) == ({3}, [9, 10, 11])


def test_shown_proposals_are_those_that_are_taken(tournament: Tournament, desk: Actor) -> None:
    round_ = published(tournament, 16, desk)
    factories.EntryFactory(tournament=tournament)
    shown = reseat_proposals(round_=round_)

    taken = round_reseat(round_=round_, by=desk, choice=len(shown) - 1, expected=round_.version)

    assert taken == shown[-1]
    assert [(table.number, table.seats) for table in tables_of(round_)] == [
        (table.number, table.seats) for table in taken.tables
    ]


def test_latecomer_at_the_table_of_choice_is_logged_by_name(tournament: Tournament, desk: Actor) -> None:
    factories.entries(tournament, 14)
    round_ = factories.drawn_round(tournament, sizes=[4, 4, 3, 3])
    factories.EntryFactory(tournament=tournament, name="Pozdní Petr")

    done = latecomer_seat(
        round_=round_, number=15, table=4, by=desk, reason="vlak měl zpoždění", expected=round_.version
    )

    assert (done.touched, seats(round_)[4]) == ((4,), (12, 13, 14, 15))
    entry = LogEntry.objects.get(action="tournament.seats.reseated")
    assert (entry.subject, entry.reason) == ("1. kolo: přichází 15 Pozdní Petr", "vlak měl zpoždění")


def test_unknown_proposal_and_older_page(tournament: Tournament, desk: Actor) -> None:
    round_ = published(tournament, 15, desk)
    factories.EntryFactory(tournament=tournament)
    with pytest.raises(Refused, match="vyberte jedno z nabízených"):
        round_reseat(round_=round_, by=desk, choice=9)
    with pytest.raises(Conflict, match="Olga Pořadatelová"):
        round_reseat(round_=round_, by=desk, expected=round_.version - 1)
    assert len(seats(round_)) == 4


def test_is_logged_with_the_touched_tables_only(tournament: Tournament, desk: Actor) -> None:
    round_ = published(tournament, 15, desk)
    before = seats(round_)
    factories.EntryFactory(tournament=tournament, name="Pozdní Příchozí")
    proposal = round_reseat(round_=round_, by=desk, reason="vlak měl zpoždění")

    entry = LogEntry.objects.get(action="tournament.seats.reseated")
    assert (entry.subject, entry.reason) == ("1. kolo: přichází 16 Pozdní Příchozí", "vlak měl zpoždění")
    (table,) = proposal.touched
    assert [(line["table"], tuple(line["seats"])) for line in entry.old["tables"]] == [(table, before[table])]
    assert [(line["table"], tuple(line["seats"])) for line in entry.new["tables"]] == [
        (table, seats(round_)[table])
    ]
