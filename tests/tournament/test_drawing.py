"""The draw of a round: who is drawn, what is refused and kept, two organisers at once (S01–S10, S18–S22)."""

import threading
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import pytest
from django.db import connection

from rules import seating
from tests import factories
from tournament.actors import Actor
from tournament.enums import DrawMethod, Presence, RoundState, TableState
from tournament.errors import Conflict, DeskError, Refused
from tournament.models import Draw, Entry, LogEntry, Round, Seat, Submission, Table, Tournament
from tournament.selectors.rounds import rounds_of
from tournament.selectors.seating import history_before, quality_of, tables_of
from tournament.services import drawing
from tournament.services.drawing import NO_ROUND, DrawOptions, draft_discard, round_draw, seed_announce
from tournament.services.rounds import round_ahead, round_publish

pytestmark = pytest.mark.django_db


def seated(round_: Round) -> list[int]:
    """Start numbers of everybody who sits, sorted."""
    return sorted(key for table in tables_of(round_) for key in table.seats)


def nothing_stored(tournament: Tournament) -> bool:
    """No trace of a draw is left in the database."""
    return not any(model.objects.exists() for model in (Round, Draw, Table, Seat, LogEntry, Submission))


def sizes(round_: Round) -> list[int]:
    """Sizes of the tables by number."""
    return [len(table.seats) for table in tables_of(round_)]


class TestWhoIsDrawn:
    def test_everybody_registered_sits_once(self, small_tournament: Tournament, desk: Actor) -> None:
        round_ = round_draw(tournament=small_tournament, number=1, by=desk)

        assert (round_.state, round_.minutes, seated(round_)) == (RoundState.DRAFT, 120, list(range(1, 9)))
        assert sizes(round_) == [4, 4]
        assert {table.state for table in round_.tables.all()} == {TableState.OPEN}

    @pytest.mark.parametrize(
        ("changes", "only_ticked", "expected"),
        [
            pytest.param({}, False, [1, 2, 3, 4, 5, 6, 7, 8], id="all present until marked absent"),
            pytest.param({8: {"presence": Presence.ABSENT}}, False, [1, 2, 3, 4, 5, 6, 7], id="absent"),
            pytest.param({2: {"withdrawn_after": 0}}, False, [1, 3, 4, 5, 6, 7, 8], id="withdrawn"),
            pytest.param(
                {n: {"presence": Presence.PRESENT} for n in (1, 3, 5)}, True, [1, 3, 5], id="only ticked"
            ),
        ],
    )
    def test_presence(
        self,
        small_tournament: Tournament,
        desk: Actor,
        changes: dict[int, dict[str, object]],
        only_ticked: bool,
        expected: list[int],
    ) -> None:
        for number, fields in changes.items():
            Entry.objects.filter(tournament=small_tournament, number=number).update(**fields)
        Tournament.objects.update(draw_only_ticked=only_ticked)

        round_ = round_draw(tournament=small_tournament, number=1, by=desk)

        assert seated(round_) == expected

    def test_fixed_table_is_respected(self, tournament: Tournament, desk: Actor) -> None:
        """S19: the person sits there in every round and by every seed."""
        factories.entries(tournament, 16)
        Entry.objects.filter(number=5).update(fixed_table=3)
        for seed in ("a", "b", "c"):
            round_ = round_draw(tournament=tournament, number=1, by=desk, seed=seed, reason="zkouška")
            assert round_.seats.get(entry__number=5).table.number == 3

    def test_fixed_table_is_not_the_leaders_table(self, tournament: Tournament, desk: Actor) -> None:
        """S19: by standings the last one keeps table 1 and the leaders' table is another one."""
        people = factories.entries(tournament, 12)
        Entry.objects.filter(number=12).update(fixed_table=1)
        close_first(tournament, desk)

        round_ = round_draw(
            tournament=tournament,
            number=2,
            by=desk,
            method=DrawMethod.STANDINGS,
            order=[entry.pk for entry in people],
        )

        protocol = round_.draws.get(current=True).protocol
        leaders = next(table for table in protocol["tables"] if table["level"] == 1)
        assert (round_.seats.get(entry__number=12).table.number, leaders["number"]) == (1, 2)

    def test_club_written_otherwise_is_the_same_club_and_no_club_is_none(
        self, tournament: Tournament, desk: Actor
    ) -> None:
        """S09: clashes are listed; "bez klubu" keeps nobody apart."""
        for club in ("Karlín", "KARLÍN", "bez klubu", "bez klubu"):
            factories.EntryFactory(tournament=tournament, club=club)

        quality = quality_of(round_draw(tournament=tournament, number=1, by=desk))

        assert [(clash.a, clash.b, clash.what) for clash in quality.same_club] == [(1, 2, "Karlín")]


def close_first(tournament: Tournament, desk: Actor) -> Round:
    """The first round, drawn and closed."""
    first = round_draw(tournament=tournament, number=1, by=desk, seed="první")
    Round.objects.filter(pk=first.pk).update(state=RoundState.CLOSED)
    Table.objects.filter(round=first).update(state=TableState.CLOSED)
    first.refresh_from_db()
    return first


@dataclass(frozen=True)
class Refusal:
    """Something that cannot be drawn: what is set up, what is asked, the code and words of the refusal."""

    id: str
    code: str
    words: str
    people: int = 8
    number: int = 1
    asked: tuple[tuple[str, object], ...] = ()
    rounds: tuple[RoundState, ...] = ()


REFUSALS = (
    Refusal("S03 nobody", "nobody", "Není přítomen žádný hráč", people=0),
    Refusal("S03 one", "too-few", "Přítomen je 1 hráč", people=1),
    Refusal("S03 two", "too-few", "Přítomni jsou 2 hráči", people=2),
    Refusal("S02 five", "no-division", "5 hráčů nelze rozsadit", people=5),
    Refusal("round 0", "round_number", "Turnaj má kola 1 až 2, 0. kolo v něm není", number=0),
    Refusal("round 3 of 2", "round_number", "Turnaj má kola 1 až 2, 3. kolo v něm není", number=3),
    Refusal("round 2 before 1", "round_order", "nejdřív vylosujte 1. kolo", number=2),
    Refusal(
        "round 2 while 1 is a draft",
        "earlier_draft",
        "1. kolo je ještě návrh; nejdřív ho zveřejněte",
        number=2,
        rounds=(RoundState.DRAFT,),
    ),
    Refusal(
        "round published",
        "already_published",
        r"1. kolo už je zveřejněné: Olga",
        rounds=(RoundState.PUBLISHED,),
    ),
    Refusal("unknown method", "method", "Způsob losování „od oka“ neznám", asked=(("method", "od oka"),)),
    Refusal(
        "by standings without an order",
        "no_order",
        "potřebuje pořadí hráčů",
        number=2,
        asked=(("method", DrawMethod.STANDINGS),),
        rounds=(RoundState.CLOSED,),
    ),
    Refusal("seed too long", "seed_long", "nejvýš 128 znaků", asked=(("seed", "x" * 129),)),
    Refusal(
        "manual with somebody twice",
        "twice",
        "sedí dvakrát",
        people=3,
        asked=(("method", DrawMethod.MANUAL), ("options", DrawOptions(manual=((1, 2, 2),)))),
    ),
)


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: case.id)
def test_refused_with_a_sentence_and_nothing_stored(
    case: Refusal, tournament: Tournament, desk: Actor
) -> None:
    factories.entries(tournament, case.people)
    for number, state in enumerate(case.rounds, start=1):
        factories.drawn_round(tournament, number=number, state=state)
    Round.objects.update(published_by="Olga Pořadatelová")
    before = [model.objects.count() for model in (Round, Draw, Seat, LogEntry)]

    with pytest.raises(Refused, match=case.words) as refused:
        round_draw(tournament=tournament, number=case.number, by=desk, **dict(case.asked))

    assert refused.value.code == case.code
    assert [model.objects.count() for model in (Round, Draw, Seat, LogEntry)] == before


def test_everybody_marked_absent(small_tournament: Tournament, desk: Actor) -> None:
    """S03."""
    Entry.objects.update(presence=Presence.ABSENT)

    with pytest.raises(Refused, match="Není přítomen žádný hráč"):
        round_draw(tournament=small_tournament, number=1, by=desk)

    assert nothing_stored(small_tournament)


class TestResultsOfEarlierRounds:
    """S06: a draw by standings waits for confirmed results; a random one needs only who sat with whom."""

    def test_table_not_confirmed_is_named_with_its_players(
        self, small_tournament: Tournament, desk: Actor
    ) -> None:
        first = factories.drawn_round(small_tournament, state=RoundState.PLAYING)
        first.tables.filter(number=1).update(state=TableState.CONFIRMED)
        order = list(small_tournament.entries.values_list("pk", flat=True))

        with pytest.raises(Refused) as refused:
            round_draw(
                tournament=small_tournament, number=2, by=desk, method=DrawMethod.STANDINGS, order=order
            )

        assert refused.value.text == (
            "2. kolo se losuje z potvrzených výsledků; potvrďte ještě:"
            " 1. kolo, stůl 2 (Chalupa Josef, Hora Milan, Řehoř Tomáš, Žák Vít)."
        )
        assert not Round.objects.filter(number=2).exists()

    def test_all_confirmed_but_round_not_closed(self, small_tournament: Tournament, desk: Actor) -> None:
        factories.drawn_round(small_tournament, state=RoundState.PLAYING, table_state=TableState.CONFIRMED)
        order = list(small_tournament.entries.values_list("pk", flat=True))

        with pytest.raises(Refused, match=r"nejdřív uzavřete 1\. kolo"):
            round_draw(
                tournament=small_tournament, number=2, by=desk, method=DrawMethod.STANDINGS, order=order
            )

    def test_random_round_may_be_drawn_while_the_earlier_is_played(
        self, tournament: Tournament, desk: Actor
    ) -> None:
        factories.entries(tournament, 16)
        factories.drawn_round(tournament, state=RoundState.PLAYING)

        second = round_draw(tournament=tournament, number=2, by=desk)

        assert quality_of(second).repeats == ()

    def test_standings_used_stay_with_the_draw(self, tournament: Tournament, desk: Actor) -> None:
        """S07: who was where when the round was drawn."""
        factories.entries(tournament, 8)
        close_first(tournament, desk)
        order = list(tournament.entries.order_by("-number").values_list("pk", flat=True))

        second = round_draw(
            tournament=tournament, number=2, by=desk, method=DrawMethod.STANDINGS, order=order
        )

        players = second.draws.get(current=True).protocol["players"]
        assert {player["key"]: player["rank"] for player in players} == {n: 9 - n for n in range(1, 9)}

    def test_tournaments_method_by_standings_draws_the_first_round_at_random(
        self, small_tournament: Tournament, desk: Actor
    ) -> None:
        Tournament.objects.update(draw_method=DrawMethod.STANDINGS)

        round_ = round_draw(tournament=small_tournament, number=1, by=desk)

        assert round_.draws.get().method == DrawMethod.RANDOM


class TestKept:
    def test_draw_has_a_protocol_that_anybody_can_check(
        self, small_tournament: Tournament, desk: Actor
    ) -> None:
        round_ = round_draw(tournament=small_tournament, number=1, by=desk, seed="semínko")

        draw = round_.draws.get()
        assert (draw.sequence, draw.seed, draw.method, draw.drawn_by, draw.current) == (
            1,
            "semínko",
            "random",
            "Olga Pořadatelová",
            True,
        )
        assert seating.verify(draw.protocol) == ()
        assert draw.protocol["seed_sha256"] == seating.seed_digest("semínko")
        assert [(table["number"], tuple(table["seats"])) for table in draw.protocol["tables"]] == [
            (table.number, table.seats) for table in tables_of(round_)
        ]

    def test_seed_has_128_random_bits_when_none_is_given(
        self, small_tournament: Tournament, desk: Actor
    ) -> None:
        first = round_draw(tournament=small_tournament, number=1, by=desk).draws.get().seed
        second = round_draw(tournament=small_tournament, number=1, by=desk).draws.get(current=True).seed

        assert first != second
        assert len(bytes.fromhex(first)) >= 16

    def test_draft_is_replaced_and_the_old_draw_stays(
        self, small_tournament: Tournament, desk: Actor
    ) -> None:
        round_ = round_draw(tournament=small_tournament, number=1, by=desk, seed="1")
        old = tables_of(round_)

        again = round_draw(
            tournament=small_tournament, number=1, by=desk, seed="2", reason="přišel pozdě Novák"
        )

        assert again.pk == round_.pk
        assert list(again.draws.values_list("sequence", "seed", "current", "reason")) == [
            (1, "1", False, ""),
            (2, "2", True, "přišel pozdě Novák"),
        ]
        assert again.draws.get(sequence=1).protocol["tables"][0]["seats"] == list(old[0].seats)
        assert seated(again) == list(range(1, 9))
        log = list(LogEntry.objects.filter(object_id=round_.pk).order_by("at"))
        assert [(entry.action, entry.actor_name, entry.reason) for entry in log] == [
            ("tournament.round.drawn", "Olga Pořadatelová", ""),
            ("tournament.round.drawn", "Olga Pořadatelová", "přišel pozdě Novák"),
        ]
        assert (log[0].old, log[1].old["seed"], log[1].new["seed"]) == (None, "1", "2")

    def test_same_seed_gives_the_same_tables(self, small_tournament: Tournament, desk: Actor) -> None:
        """S10."""
        first = tables_of(round_draw(tournament=small_tournament, number=1, by=desk, seed="7"))
        other = tables_of(round_draw(tournament=small_tournament, number=1, by=desk, seed="8"))
        again = tables_of(round_draw(tournament=small_tournament, number=1, by=desk, seed="7"))

        assert first == again != other

    def test_manual_tables_in_seat_order(self, small_tournament: Tournament, desk: Actor) -> None:
        tables = ((8, 1, 2, 7), (3, 6, 5, 4))

        round_ = round_draw(
            tournament=small_tournament,
            number=1,
            by=desk,
            method=DrawMethod.MANUAL,
            options=DrawOptions(manual=tables),
        )

        assert tuple(table.seats for table in tables_of(round_)) == tables


def test_five_rounds_of_24_without_a_repeat(tournament: Tournament, desk: Actor) -> None:
    """S01: whoever wins, no pair meets twice."""
    Tournament.objects.update(rounds_planned=5)
    factories.entries(tournament, 24)
    for number in range(1, 6):
        round_ = round_draw(tournament=tournament, number=number, by=desk, seed=str(number))
        round_publish(round_=round_, by=desk)

    met = Counter(
        pair for past in history_before(tournament, 6) for pair in combinations(sorted(past.seats), 2)
    )
    assert [pair for pair, times in met.items() if times > 1] == []


def test_repeat_that_cannot_be_avoided_is_named(small_tournament: Tournament, desk: Actor) -> None:
    """S01: eight players meet again in the second round; each pair with its earlier round and table."""
    first = factories.drawn_round(small_tournament, state=RoundState.PLAYING)
    second = round_draw(tournament=small_tournament, number=2, by=desk)

    quality = quality_of(second)

    where = {frozenset(pair): n for n in (1, 2) for pair in combinations(numbers_at(first, n), 2)}
    assert len(quality.repeats) == 4
    for repeat in quality.repeats:
        assert repeat.earlier == ((1, where[frozenset((repeat.a, repeat.b))]),)


def numbers_at(round_: Round, table: int) -> list[int]:
    """Start numbers at one table."""
    return list(round_.seats.filter(table__number=table).values_list("entry__number", flat=True))


def test_schedule_draws_every_round_at_once(tournament: Tournament, desk: Actor) -> None:
    Tournament.objects.update(rounds_planned=3)
    factories.entries(tournament, 16)

    first = round_draw(tournament=tournament, number=1, by=desk, method=DrawMethod.SCHEDULE, seed="rozpis")

    rounds = rounds_of(tournament, drafts=True)
    assert [(card.round.number, card.round.state, card.people) for card in rounds] == [
        (1, "draft", 16),
        (2, "draft", 16),
        (3, "draft", 16),
    ]
    assert first.number == 1
    assert [quality_of(card.round).repeats for card in rounds] == [(), (), ()]
    assert [seating.verify(card.round.draws.get().protocol) for card in rounds] == [(), (), ()]


def test_history_counts_the_substitute_and_not_the_player(small_tournament: Tournament) -> None:
    """S18: who was replaced in a round met nobody in it."""
    first = factories.drawn_round(small_tournament)
    first.seats.filter(entry__number=2).update(substitute="Náhradník Karel")

    history = history_before(small_tournament, 2)

    assert [(past.round, past.number, past.seats, past.scribe) for past in history] == [
        (1, 1, (1, "2 – Náhradník Karel", 3, 4), 1),
        (1, 2, (5, 6, 7, 8), 5),
    ]


def test_failing_engine_leaves_nothing_and_the_next_attempt_works(
    small_tournament: Tournament, desk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S04: an error after the round was created."""

    def broken(*_args: object, **_options: object) -> dict[str, object]:
        assert Round.objects.filter(number=1).exists()  # the error comes when something is already stored
        raise RuntimeError("výpadek")

    monkeypatch.setattr(drawing.seating, "protocol", broken)
    with pytest.raises(RuntimeError, match="výpadek"):
        round_draw(tournament=small_tournament, number=1, by=desk)
    assert nothing_stored(small_tournament)

    monkeypatch.undo()
    assert seated(round_draw(tournament=small_tournament, number=1, by=desk)) == list(range(1, 9))


class TestAnnouncedSeed:
    def test_digest_is_known_before_and_the_seed_is_used(
        self, small_tournament: Tournament, desk: Actor
    ) -> None:
        announced = seed_announce(tournament=small_tournament, number=1, by=desk)

        cards = rounds_of(small_tournament, drafts=False)
        assert [(card.seed_digest, card.is_drawn) for card in cards] == [
            (seating.seed_digest(announced.announced_seed), False)
        ]
        assert announced.announced_seed not in str(list(LogEntry.objects.values_list("new", flat=True)))

        round_ = round_draw(tournament=small_tournament, number=1, by=desk)
        assert round_.draws.get().seed == announced.announced_seed

    def test_another_seed_is_refused_and_a_further_draw_follows_the_announced_one(
        self, small_tournament: Tournament, desk: Actor
    ) -> None:
        seed = seed_announce(tournament=small_tournament, number=1, by=desk).announced_seed
        with pytest.raises(Refused, match="ohlášené semínko") as refused:
            round_draw(tournament=small_tournament, number=1, by=desk, seed="můj oblíbený")
        assert refused.value.fields.keys() == {"seed"}

        round_draw(tournament=small_tournament, number=1, by=desk)
        again = round_draw(tournament=small_tournament, number=1, by=desk, reason="pozdě příchozí")

        assert list(again.draws.values_list("seed", flat=True)) == [seed, f"{seed}/2"]

    @pytest.mark.parametrize(
        ("drawn", "words"),
        [(False, "je už ohlášené"), (True, "semínko se ohlašuje před losováním")],
        ids=["announced twice", "after the draw"],
    )
    def test_refused(self, small_tournament: Tournament, desk: Actor, drawn: bool, words: str) -> None:
        if drawn:
            round_draw(tournament=small_tournament, number=1, by=desk)
        else:
            seed_announce(tournament=small_tournament, number=1, by=desk)

        with pytest.raises(DeskError, match=words):
            seed_announce(tournament=small_tournament, number=1, by=desk)


def test_discarded_draft_leaves_the_round_to_be_drawn(small_tournament: Tournament, desk: Actor) -> None:
    round_ = round_draw(tournament=small_tournament, number=1, by=desk, seed="1")

    draft_discard(round_=round_, by=desk, reason="spletli jsme se")

    assert (seated(round_), round_.tables.count()) == ([], 0)
    assert list(round_.draws.values_list("sequence", "current")) == [(1, False)]
    logged = LogEntry.objects.get(action="tournament.round.draft_discarded")
    assert (logged.reason, logged.old["draw"], logged.new) == (
        "spletli jsme se",
        1,
        {"tables": [], "draw": None},
    )
    assert seated(round_draw(tournament=small_tournament, number=1, by=desk)) == list(range(1, 9))


def test_the_round_of_another_tournament_is_another_one(small_tournament: Tournament, desk: Actor) -> None:
    another = factories.TournamentFactory()
    theirs = factories.drawn_round(another, seated=factories.entries(another, 4))

    round_ = round_draw(tournament=small_tournament, number=1, by=desk, expected=NO_ROUND)

    assert (round_.tournament, seated(round_)) == (small_tournament, list(range(1, 9)))
    theirs.refresh_from_db()
    assert (theirs.state, theirs.draws.count()) == (RoundState.PUBLISHED, 1)


class TestTwoOrganisers:
    """S21: two press "draw" at the same moment; one round, the other is told by whom and when."""

    def test_second_is_told_who_was_first(self, small_tournament: Tournament, desk: Actor) -> None:
        other = factories.actor("Petr Druhý", *desk.roles)
        round_draw(tournament=small_tournament, number=1, by=desk, expected=NO_ROUND)

        with pytest.raises(Conflict, match=r"1\. kolo už je vylosované: Olga Pořadatelová \(\d+\. \d+\."):
            round_draw(tournament=small_tournament, number=1, by=other, expected=NO_ROUND)

        assert Draw.objects.count() == 1

    def test_a_round_that_was_only_spoken_of_is_no_draw_of_another(
        self, small_tournament: Tournament, desk: Actor
    ) -> None:
        """A penalty proposed before the draw makes the round; the page that showed none is not late."""
        ahead = round_ahead(tournament=small_tournament, number=1)
        with pytest.raises(Conflict, match=r"1\. kolo mezitím vylosoval někdo jiný"):
            round_draw(tournament=small_tournament, number=1, by=desk, expected=ahead.version + 1)

        round_ = round_draw(tournament=small_tournament, number=1, by=desk, expected=NO_ROUND)

        assert (round_, seated(round_)) == (ahead, list(range(1, 9)))

    def test_same_form_sent_twice_makes_one_draw(self, small_tournament: Tournament, desk: Actor) -> None:
        """S22."""
        key = uuid.uuid4()
        made = [
            round_draw(tournament=small_tournament, number=1, by=desk, submission=key, expected=NO_ROUND)
            for _time in range(2)
        ]

        assert made[0] == made[1]
        assert Draw.objects.count() == 1

    @pytest.mark.django_db(transaction=True)
    def test_in_two_threads(self, small_tournament: Tournament, desk: Actor) -> None:
        other = factories.actor("Petr Druhý", *desk.roles)
        start = threading.Barrier(2)
        outcomes: dict[str, object] = {}

        def draw(by: Actor) -> None:
            start.wait()
            outcomes[by.name] = outcome(
                lambda: round_draw(tournament=small_tournament, number=1, by=by, expected=NO_ROUND)
            )
            connection.close()

        threads = [threading.Thread(target=draw, args=(by,)) for by in (desk, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        winners = [name for name, result in outcomes.items() if isinstance(result, Round)]
        losers = [result for result in outcomes.values() if isinstance(result, Conflict)]
        assert (len(winners), len(losers)) == (1, 1)
        assert winners[0] in losers[0].text
        assert (Round.objects.count(), Draw.objects.count(), Seat.objects.count()) == (1, 1, 8)


def outcome(act: Callable[[], object]) -> object:
    """What the act returned or which refusal it met."""
    try:
        return act()
    except DeskError as refusal:
        return refusal
