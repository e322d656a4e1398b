"""Penalties: what each means for the draw and the ranking, how one ends, who gives them (B/1; S43)."""

import csv
import io
import json
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from openpyxl import load_workbook

from scoring import exports
from scoring.enums import Exclusion
from scoring.models import Penalty, StandingsPublication
from scoring.printing.contents import standings_print
from scoring.printing.lists import standings_shape
from scoring.selectors.penalties import penalty_words
from scoring.selectors.standings import (
    StandingRow,
    last_publication,
    published_of,
    stale_publications,
    standings_of,
)
from scoring.services.archive import tournament_import
from scoring.services.closing import round_close
from scoring.services.hands import hand_record
from scoring.services.penalties import (
    Sentence,
    penalties_apply,
    penalties_create,
    penalty_apply,
    penalty_reject,
    penalty_supersede,
)
from scoring.services.results import Figures, SeatFigures, result_confirm, result_enter
from scoring.services.standings import standings_publish
from tests import factories
from tests.archives import tournament_archive
from tests.markup import text_of_page
from tests.scoring.records import (
    CHIEF,
    DESK,
    OTHER_DESK,
    REFEREE,
    STRANGER,
    betl,
    durch,
    penalty_create,
    scribe_of,
)
from tournament.actors import Actor
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import Entry, LogEntry, Round, Seat, Table
from tournament.selectors.entries import entry_counts, seatable_entries
from tournament.selectors.rounds import mismatch_of
from tournament.services.drawing import NO_ROUND, round_draw
from tournament.services.entries import entry_return, entry_withdraw

pytestmark = pytest.mark.django_db

T = "/t/jarni-turnaj"
LATE = "pozdní příchod"


def fined(drawn: Round, *, number: int = 1, by: Actor = DESK, **fields: Any) -> Penalty:
    """A player of the tournament punished in a round."""
    entry = drawn.tournament.entries.get(number=number)
    return penalty_create(round_=drawn, entry=entry, by=by, **{"points": 0, "reason": LATE} | fields)


def of_player(drawn: Round, number: int = 1) -> list[tuple[str, str, int]]:
    entry = drawn.tournament.entries.get(number=number)
    return sorted(Penalty.objects.filter(entry=entry).values_list("article", "state", "points"))


@pytest.fixture
def closed(drawn: Round, table: Table, second_table: Table) -> Round:
    """Round 1 closed and published: player 1 won 9 at table 1, player 5 18 at table 2."""
    hand_record(table=table, record=betl(), by=scribe_of(table))
    hand_record(table=second_table, record=durch(), by=scribe_of(second_table))
    round_close(round_=drawn, by=DESK)
    standings_publish(round_=drawn, by=DESK)
    return Round.objects.select_related("tournament").get(pk=drawn.pk)


def rows(round_: Round) -> dict[int, StandingRow]:
    return {row.number: row for row in standings_of(round_.tournament, round_).rows}


def published(round_: Round) -> dict[int, StandingRow]:
    return {row.number: row for row in published_of(last_publication(round_.tournament)).rows}


def entry(round_: Round, number: int) -> Entry:
    return Entry.objects.get(tournament=round_.tournament, number=number)


# One article, one penalty ---------------------------------------------------------------------------------


def test_second_penalty_for_the_same_article_in_a_round_is_refused(drawn: Round) -> None:
    fined(drawn, points=-5, article="C9")
    with pytest.raises(Refused, match="už za C9 v tomto kole trest má") as refusal:
        fined(drawn, points=-7, article="C9")
    assert refusal.value.code == "second_penalty"
    assert of_player(drawn) == [("C9", "applied", -5)]


def test_another_article_and_none_at_all_are_penalties_of_their_own(drawn: Round) -> None:
    for article in ("C9", "B/1", "", ""):
        fined(drawn, points=-5, article=article)
    assert of_player(drawn) == [
        ("", "applied", -5),
        ("", "applied", -5),
        ("B/1", "applied", -5),
        ("C9", "applied", -5),
    ]


def test_penalty_that_ended_does_not_stand_in_the_way_of_a_new_one(drawn: Round) -> None:
    penalty_reject(penalty=fined(drawn, points=-5, article="C9"), by=DESK, reason="omyl")
    old = fined(drawn, points=-7, article="C9")
    penalty_supersede(penalty=old, sentence=Sentence(LATE, points=-9, article="C9"), by=DESK)
    assert of_player(drawn) == [("C9", "applied", -9), ("C9", "rejected", -5), ("C9", "superseded", -7)]


# What each means ------------------------------------------------------------------------------------------


WORDS: dict[str, tuple[dict[str, Any], str]] = {
    "warning": ({}, "napomenutí"),
    "one point": ({"points": -1}, "−1 bod"),
    "two points": ({"points": -2}, "−2 body"),
    "ten points": ({"points": -10}, "−10 bodů"),
    "out of the round": ({"exclusion": "round"}, "vyloučení z 1. kola"),
    "out of the tournament": ({"exclusion": "tournament"}, "vyloučení z turnaje"),
}


@pytest.mark.parametrize(("fields", "words"), WORDS.values(), ids=WORDS)
def test_a_penalty_in_words(drawn: Round, fields: dict[str, Any], words: str) -> None:
    assert penalty_words(fined(drawn, **fields)) == words


def test_warning_changes_no_figure_and_is_published_with_its_reason(closed: Round) -> None:
    before = rows(closed)
    fined(closed, number=5, reason="křik")
    assert rows(closed) == before
    assert published(closed)[5].penalties == ("napomenutí: křik",)
    newest = last_publication(closed.tournament)
    assert (newest.number, newest.reason) == (2, "trest: 5 Chalupa Josef – křik")
    assert published_of(newest).notes == ("5 Chalupa Josef: napomenutí – křik",)


def test_points_of_several_penalties_are_one_sum_with_every_reason(closed: Round) -> None:
    """The column of page, files and paper."""
    fined(closed, number=5, points=-10)
    fined(closed, number=5, points=-2, reason="křik")
    row = rows(closed)[5]
    assert (row.penalty, row.sb, row.zb) == (-12, 6, 18)
    why = "−10 bodů: pozdní příchod; −2 body: křik"
    assert row.penalty_why == why

    standings = standings_of(closed.tournament, closed)
    [record] = [one for one in json.loads(exports.standings_json(standings)) if one["number"] == 5]
    assert (record["penalty"], record["sb"]) == (-12, 6)
    book = load_workbook(io.BytesIO(exports.standings_workbook(closed.tournament, standings)))
    _title, headings, *lines = book.worksheets[0].iter_rows(values_only=True)
    [line] = [dict(zip(headings, one, strict=True)) for one in lines if one[1] == 5]
    assert (line["Tresty"], line["Za co tresty"]) == (-12, why)
    lines = csv.DictReader(io.StringIO(exports.standings_csv(standings)[1:]), delimiter=";")
    [typed] = [one for one in lines if one["Číslo"] == "5"]
    assert (typed["Tresty"], typed["Za co tresty"], typed["SB"]) == ("-12", why, "6")
    shape = standings_shape(standings_print(closed.tournament, standings))
    assert "tresty" in shape.total
    assert {"5 Chalupa Josef: trest −10 bodů – pozdní příchod", "5 Chalupa Josef: trest −2 bodů – křik"} <= {
        *shape.notes
    }


def test_who_is_excluded_from_a_round_he_played_gains_nothing_in_it(closed: Round) -> None:
    """His gain is taken, he is last in the round without BP; the table is still zero, others move up."""
    before = rows(closed)
    fined(closed, number=5, exclusion="round", reason="hádka")
    after = rows(closed)

    row = after[5]
    assert (row.money, row.zb, row.penalty, row.sb, row.bp) == (1800, 18, -18, 0, 0)
    assert (row.rounds[0].sb, row.rounds[0].rank, row.rounds[0].bp) == (18, 8, 0)
    assert row.penalties == ("vyloučení z 1. kola: hádka",)
    assert (before[1].rounds[0].rank, after[1].rounds[0].rank) == (2, 1)
    assert (before[1].bp, after[1].bp) == (700, 800)
    assert sum(one.money for one in after.values()) == 0
    assert standings_of(closed.tournament, closed).notes == (
        "5 Chalupa Josef: vyloučení z 1. kola, SB 18 z toho kola se nepočítá – hádka",
    )
    assert published(closed) == after


def test_who_lost_in_a_round_keeps_the_loss_when_excluded_from_it(closed: Round) -> None:
    """Nobody is better off by being excluded."""
    fined(closed, number=6, exclusion="round")
    row = rows(closed)[6]
    assert (row.sb, row.penalty, row.bp, row.rounds[0].rank) == (-6, 0, 0, 8)


def test_two_exclusions_from_the_same_round_take_the_gain_once(closed: Round) -> None:
    fined(closed, number=5, exclusion="round", article="C9")
    fined(closed, number=5, exclusion="round", article="C7")
    assert (rows(closed)[5].penalty, rows(closed)[5].sb) == (-18, 0)


def test_who_is_excluded_from_a_round_to_come_is_not_drawn_into_it(closed: Round) -> None:
    tournament = closed.tournament
    second = Round.objects.create(tournament=tournament, number=2)
    fined(second, number=8, exclusion="round")

    assert 8 not in seatable_entries(tournament, 2).values_list("number", flat=True)
    assert 8 in seatable_entries(tournament, 3).values_list("number", flat=True)
    assert entry_counts(tournament).seatable == 7
    drawn = round_draw(tournament=tournament, number=2, by=DESK, seed="a", expected=NO_ROUND)
    seated = set(Seat.objects.filter(round=drawn).values_list("entry__number", flat=True))
    assert seated == {1, 2, 3, 4, 5, 6, 7}


def test_who_sits_already_is_to_be_seated_elsewhere(drawn: Round) -> None:
    fined(drawn, number=8, exclusion="round")
    assert [one.number for one in mismatch_of(drawn).leaving] == [8]
    assert Seat.objects.filter(round=drawn, entry__number=8).exists()


def test_exclusion_from_the_tournament_withdraws_and_ranks_last(closed: Round) -> None:
    """What he played stays with its places and BP; earlier standings are the same to the letter (S16)."""
    tournament = closed.tournament
    first = published_of(last_publication(tournament, 1))
    second = factories.drawn_round(tournament, number=2)
    for one in Table.objects.filter(round=second).select_related("round__tournament"):
        hand_record(table=one, record=betl(), by=DESK)
    round_close(round_=second, by=DESK)
    standings_publish(round_=second, by=DESK)
    before = rows(second)

    penalty = fined(second, number=5, exclusion="tournament", reason="podvod", by=CHIEF)

    after = rows(second)
    assert (after[5].rank, after[5].excluded, after[5].penalty) == (8, True, 0)
    assert (after[5].sb, after[5].bp, after[5].rounds) == (before[5].sb, before[5].bp, before[5].rounds)
    assert (before[5].rank, before[1].rank, after[1].rank) == (1, 2, 1)
    assert published_of(last_publication(tournament, 1)) == first
    assert published_of(last_publication(tournament, 2)).notes == (
        "5 Chalupa Josef: vyloučení z turnaje – podvod",
    )
    assert (entry(second, 5).withdrawn_after, penalty.withdrew) == (2, True)
    assert 5 not in seatable_entries(tournament, 3).values_list("number", flat=True)
    assert stale_publications(tournament) == []


def test_who_is_excluded_from_the_tournament_does_not_come_back(closed: Round) -> None:
    fined(closed, number=5, exclusion="tournament")
    with pytest.raises(Refused, match="5 Chalupa Josef má trest vyloučení z turnaje") as refusal:
        entry_return(entry=entry(closed, 5), by=DESK)
    assert refusal.value.code == "excluded"
    # Taken back at the door all the same, he is not drawn.
    Entry.objects.filter(number=5).update(withdrawn_after=None)
    assert 5 not in seatable_entries(closed.tournament, 2).values_list("number", flat=True)


# How one ends ---------------------------------------------------------------------------------------------


def test_superseded_penalty_stays_and_counts_no_more(closed: Round) -> None:
    """Never edited: both rows, who and why of each, one new version of the standings."""
    old = fined(closed, number=5, points=-10, article="§9 DŘ")
    new = penalty_supersede(
        penalty=old, sentence=Sentence("omluvil se", article="§9 DŘ"), by=OTHER_DESK, expected=1
    )

    old.refresh_from_db()
    assert (old.state, old.points, old.reason, old.decided_by) == ("superseded", -10, LATE, DESK.name)
    assert (old.ended_by, old.ended_by_key, old.ended_reason) == (
        OTHER_DESK.name,
        OTHER_DESK.key,
        "omluvil se",
    )
    assert old.ended_at is not None
    assert (new.state, new.points, new.reason, new.round, new.entry) == (
        "applied",
        0,
        "omluvil se",
        closed,
        old.entry,
    )
    assert (published(closed)[5].penalty, last_publication(closed.tournament).number) == (0, 3)
    actions = LogEntry.objects.filter(action__startswith="scoring.penalty").order_by("sequence")
    assert [(one.action, one.reason, one.actor_name) for one in actions] == [
        ("scoring.penalty.created", LATE, DESK.name),
        ("scoring.penalty.superseded", "omluvil se", OTHER_DESK.name),
        ("scoring.penalty.created", "omluvil se", OTHER_DESK.name),
    ]


def test_cancelled_penalty_names_who_and_why(closed: Round) -> None:
    penalty = fined(closed, number=5, points=-10)
    with pytest.raises(Refused) as refusal:
        penalty_reject(penalty=penalty, by=CHIEF)
    assert refusal.value.fields == {"reason": "Napište důvod."}
    done = penalty_reject(penalty=penalty, by=CHIEF, reason="přišel včas", expected=1)
    assert (done.state, done.points, done.decided_by, done.ended_by, done.ended_reason) == (
        "rejected",
        -10,
        DESK.name,
        CHIEF.name,
        "přišel včas",
    )
    assert published(closed)[5].sb == 18


def test_end_of_an_exclusion_brings_the_player_back(closed: Round) -> None:
    penalty = fined(closed, number=5, exclusion="tournament")
    again = penalty_supersede(
        penalty=penalty, sentence=Sentence("horší podvod", exclusion="tournament"), by=DESK
    )
    assert (entry(closed, 5).withdrawn_after, again.withdrew) == (1, True)
    penalty_supersede(penalty=again, sentence=Sentence("nebyl to on", points=-5), by=DESK)
    assert entry(closed, 5).withdrawn_after is None
    assert (rows(closed)[5].excluded, rows(closed)[5].sb) == (False, 13)


def test_end_of_an_exclusion_leaves_who_had_withdrawn_himself(closed: Round) -> None:
    entry_withdraw(entry=entry(closed, 5), by=DESK)
    penalty = fined(closed, number=5, exclusion="tournament")
    assert penalty.withdrew is False
    penalty_reject(penalty=penalty, by=DESK, reason="omyl")
    assert entry(closed, 5).withdrawn_after == 1


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_end_of_the_last_of_several_exclusions_brings_the_player_back(
    closed: Round, order: tuple[int, ...]
) -> None:
    """Whichever ends first: he is out as long as one is in force, and not longer."""
    given = [
        fined(closed, points=0, exclusion="tournament", reason=why) for why in ("rvačka", "urážka", "lež")
    ]

    for place in order:
        assert entry(closed, 1).withdrawn_after is not None
        penalty_reject(penalty=given[place], reason="Omyl.", by=DESK)

    assert entry(closed, 1).withdrawn_after is None


def test_exclusion_in_place_of_the_second_of_two_brings_the_player_back_too(closed: Round) -> None:
    first, second = (fined(closed, exclusion="tournament", reason=why) for why in ("rvačka", "urážka"))
    penalty_reject(penalty=first, reason="Omyl.", by=DESK)
    third = penalty_supersede(penalty=second, sentence=Sentence("lež", exclusion="tournament"), by=DESK)
    assert (entry(closed, 1).withdrawn_after, third.withdrew) == (1, True)
    penalty_reject(penalty=third, reason="Omyl.", by=DESK)
    assert entry(closed, 1).withdrawn_after is None


def test_penalty_in_force_is_not_edited(closed: Round) -> None:
    penalty = fined(closed, points=-5)
    with pytest.raises(Refused, match="už rozhodnuto") as refusal:
        penalty_apply(penalty=penalty, points=-7, by=DESK)
    assert refusal.value.code == "penalty_decided"
    assert of_player(closed) == [("", "applied", -5)]
    assert last_publication(closed.tournament).number == 2


OVER: dict[str, Callable[[Penalty], object]] = {
    "superseded": lambda one: penalty_supersede(penalty=one, sentence=Sentence("jinak"), by=DESK),
    "cancelled": lambda one: penalty_reject(penalty=one, by=DESK, reason="omyl"),
}


@pytest.mark.parametrize("end", OVER.values(), ids=OVER)
def test_what_is_over_is_not_superseded(closed: Round, end: Callable[[Penalty], object]) -> None:
    penalty = fined(closed, points=-5)
    end(penalty)
    with pytest.raises(Refused, match="neplatí") as refusal:
        penalty_supersede(penalty=penalty, sentence=Sentence("znovu"), by=DESK)
    assert refusal.value.code == "penalty_over"


def test_who_was_slower_is_told(closed: Round) -> None:
    penalty = fined(closed, points=-5)
    penalty_supersede(penalty=penalty, sentence=Sentence("jinak", points=-6), by=OTHER_DESK)
    late: list[Callable[[], object]] = [
        lambda: penalty_supersede(penalty=penalty, sentence=Sentence("já"), by=DESK, expected=1),
        lambda: penalty_reject(penalty=penalty, by=DESK, reason="já", expected=1),
    ]
    for act in late:
        with pytest.raises(Conflict, match=r"Mezitím se to změnilo: Ota Druhý"):
            act()
    assert of_player(closed) == [("", "applied", -6), ("", "superseded", -5)]


# A whole table, B/1 ---------------------------------------------------------------------------------------


def test_a_table_is_punished_at_once_or_not_at_all(closed: Round) -> None:
    people = list(Entry.objects.filter(number__lte=4).order_by("number"))
    sentence = Sentence("hluk", points=-3, article="§9 DŘ")
    made = penalties_create(round_=closed, entries=people, sentence=sentence, by=DESK)
    assert [(one.entry.number, one.points, one.state) for one in made] == [
        (number, -3, "applied") for number in (1, 2, 3, 4)
    ]
    assert StandingsPublication.objects.count() == 2
    eight = list(Entry.objects.order_by("-number"))
    with pytest.raises(Refused, match="už za §9 DŘ"):
        penalties_create(round_=closed, entries=eight, sentence=sentence, by=DESK)
    assert Penalty.objects.count() == 4


SHEETS: dict[str, tuple[dict[str, bool], str]] = {
    "unsigned": ({"signed": False}, "Chybí podpis zapisovatele na lístku stolu 1"),
    "a hand of 60 points not noted": (
        {"noted": False},
        "Na lístku stolu 1 není zapsáno: hra 2 za 60 bodů",
    ),
    "both": (
        {"signed": False, "noted": False},
        "Chybí podpis zapisovatele na lístku stolu 1; Na lístku stolu 1 není zapsáno: hra 2 za 60 bodů",
    ),
    "neither": ({}, ""),
}


@pytest.mark.parametrize(("sheet", "reason"), SHEETS.values(), ids=SHEETS)
def test_what_the_sheet_lacks_is_proposed_for_everybody_at_the_table(
    drawn: Round, table: Table, second_table: Table, sheet: dict[str, bool], reason: str
) -> None:
    """B/1: closing proposes, a judge decides."""
    hand_record(table=table, record=betl(), by=scribe_of(table))
    sixty = [{"to": "A", "points": 60}]
    hand_record(table=table, record=durch(premium=sixty), by=scribe_of(table))
    hand_record(table=second_table, record=durch(), by=scribe_of(second_table))
    lines = {"A": SeatFigures(2700, 60)} | {letter: SeatFigures(-900, 0) for letter in "BCD"}
    result_enter(table=table, figures=Figures(lines, **sheet), by=DESK)
    result_confirm(table=table, by=DESK)

    done = round_close(round_=drawn, by=DESK)

    expected = [(number, "proposed", 0, "B/1", reason) for number in (1, 2, 3, 4)] if reason else []
    assert [
        (one.entry.number, one.state, one.points, one.article, one.reason)
        for one in Penalty.objects.order_by("entry__number")
    ] == expected
    assert (done.proposed, "navržené tresty" in done.text) == (len(expected), bool(expected))


def test_hand_without_a_number_is_not_noted_at_a_table_from_paper(
    drawn: Round, table: Table, second_table: Table
) -> None:
    """B/1: no hand is typed, the sheet alone was looked at."""
    for one, noted in ((table, False), (second_table, True)):
        lines = {letter: SeatFigures(0, place) for place, letter in enumerate("ABCD")}
        figures = Figures(lines, noted=noted, accept_same=True)
        result_enter(table=one, figures=figures, by=DESK)
        result_confirm(table=one, by=DESK)
    round_close(round_=drawn, by=DESK)
    assert set(Penalty.objects.values_list("reason", flat=True)) == {
        "Na lístku stolu 1 není zapsáno: hra za 50 a více bodů"
    }


def test_proposals_are_applied_together_and_only_once(closed: Round) -> None:
    proposed = [factories.PenaltyFactory(entry=entry(closed, n), round=closed) for n in (1, 2)]
    seen = {one.pk: 1 for one in proposed}
    penalties_apply(penalties=proposed, points=-5, by=CHIEF, expected=seen)
    assert last_publication(closed.tournament).number == 2
    assert penalties_apply(penalties=proposed, points=-5, by=CHIEF, expected=seen) == []
    with pytest.raises(Conflict):
        penalties_apply(penalties=proposed, points=-6, by=CHIEF, expected=seen)
    assert {one.points for one in Penalty.objects.all()} == {-5}


def test_proposal_is_not_imposed_without_a_reason(closed: Round) -> None:
    penalty = factories.PenaltyFactory(entry=entry(closed, 1), round=closed)
    done = penalty_reject(penalty=penalty, by=CHIEF)
    assert (done.state, done.ended_by, done.ended_reason, done.decided_by) == ("rejected", CHIEF.name, "", "")
    assert last_publication(closed.tournament).number == 1


# Who, and what is wrong -----------------------------------------------------------------------------------


JUDGES = {"organiser": (DESK, True), "chief": (CHIEF, True), "referee": (REFEREE, False)}
JUDGES |= {"stranger": (STRANGER, False)}


@pytest.mark.parametrize(("by", "may"), JUDGES.values(), ids=JUDGES)
def test_organisers_and_the_chief_referee_punish(closed: Round, by: Actor, may: bool) -> None:
    penalty = fined(closed, number=2, points=-1)
    acts: list[Callable[[], object]] = [
        lambda: fined(closed, points=-5, by=by),
        lambda: penalty_supersede(penalty=penalty, sentence=Sentence("jinak"), by=by),
        lambda: penalty_reject(
            penalty=Penalty.objects.get(state="applied", entry__number=2), by=by, reason="x"
        ),
    ]
    for act in acts:
        if may:
            act()
        else:
            with pytest.raises(NotAllowed, match="pořadatel nebo hlavní rozhodčí"):
                act()
    assert of_player(closed, 2) == (
        [("", "rejected", 0), ("", "superseded", -1)] if may else [("", "applied", -1)]
    )


WRONG: dict[str, tuple[dict[str, Any], str, dict[str, str]]] = {
    "reward": ({"points": 5}, "points", {"points": "Napište 0 nebo záporné číslo, například −10."}),
    "no reason": ({"reason": " "}, "reason_missing", {"reason": "Napište důvod."}),
    "exclusion with points": (
        {"points": -5, "exclusion": "round"},
        "exclusion_points",
        {"points": "Vyloučení body nemá, nechte je prázdné."},
    ),
    "unknown exclusion": ({"exclusion": "hall"}, "exclusion", {}),
}


@pytest.mark.parametrize(("fields", "code", "beside"), WRONG.values(), ids=WRONG)
def test_wrong_sentence_is_refused(
    closed: Round, fields: dict[str, Any], code: str, beside: dict[str, str]
) -> None:
    with pytest.raises(Refused) as refusal:
        fined(closed, **fields)
    assert (refusal.value.code, refusal.value.fields) == (code, beside)
    assert not Penalty.objects.exists()


def test_player_of_another_tournament_is_not_punished(closed: Round) -> None:
    other = factories.EntryFactory()
    with pytest.raises(Refused) as refusal:
        penalty_create(round_=closed, entry=other, points=-5, reason=LATE, by=DESK)
    assert refusal.value.code == "other_tournament"


def test_the_database_knows_no_exclusion_with_points(closed: Round) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        factories.PenaltyFactory(entry=entry(closed, 1), points=-5, exclusion=Exclusion.ROUND)


def test_penalties_survive_the_archive(closed: Round) -> None:
    penalty = fined(closed, number=5, exclusion="tournament")
    fined(closed, number=6, points=-2)
    penalty_supersede(penalty=penalty, sentence=Sentence("mírněji", exclusion="round"), by=CHIEF)
    again = tournament_import(content=tournament_archive(closed.tournament), slug="kopie")
    copied = again.rounds.get()
    assert standings_of(again, copied) == standings_of(closed.tournament, closed)
    assert published(copied) == published(closed)
    names = (
        "entry__number",
        "state",
        "exclusion",
        "points",
        "reason",
        "ended_by",
        "ended_reason",
        "withdrew",
    )
    old, new = (
        list(one.penalties.order_by("entry__number", "state").values(*names))
        for one in (closed.tournament, again)
    )
    assert (new, len(new)) == (old, 3)


# The page -------------------------------------------------------------------------------------------------


def test_chief_referee_punishes_from_his_page(
    chief_referee_client: Client, organiser_client: Client, closed: Round
) -> None:
    assert 'href="/t/jarni-turnaj/tresty/"' in chief_referee_client.get(f"{T}/spory/").content.decode()
    typed = {"to": "stul-2", "kind": "points", "points": "3", "reason": "hluk", "article": "§9 DŘ"}
    done = chief_referee_client.post(f"{T}/tresty/1/ulozit/", typed, follow=True)
    assert "Trest je uložený 4 hráčům: −3 body. Pořadí po 1. kole je zveřejněno jako verze 2" in text_of_page(
        done
    )
    assert list(Penalty.objects.values_list("entry__number", "points").order_by("entry__number")) == [
        (number, -3) for number in (5, 6, 7, 8)
    ]
    assert "Tresty" in text_of_page(organiser_client.get(f"{T}/poradi/"))


def test_referee_does_not_find_the_page(referee_client: Client, closed: Round) -> None:
    assert 'href="/t/jarni-turnaj/tresty/"' not in referee_client.get(f"{T}/spory/").content.decode()
    assert referee_client.get(f"{T}/tresty/").status_code == 404
    assert referee_client.post(f"{T}/tresty/1/ulozit/", {}).status_code == 404


TYPED_WRONG: dict[str, tuple[dict[str, str], set[str]]] = {
    "nothing": ({}, {"to", "kind", "reason"}),
    "points missing": ({"to": "5", "kind": "points", "reason": LATE}, {"points"}),
    "points with a warning": ({"to": "5", "kind": "warning", "points": "5", "reason": LATE}, {"points"}),
    "nobody of that number": ({"to": "77", "kind": "warning", "reason": LATE}, {"to"}),
    "table that is not": ({"to": "stul-9", "kind": "warning", "reason": LATE}, {"to"}),
    "unknown kind": ({"to": "5", "kind": "hall", "reason": LATE}, {"kind"}),
    "endless points": ({"to": "5", "kind": "points", "points": "9" * 5000, "reason": LATE}, {"points"}),
    "too many points": ({"to": "5", "kind": "points", "points": "100001", "reason": LATE}, {"points"}),
    "NUL": ({"to": "5", "kind": "warning", "reason": "a\0b"}, {"reason"}),
}


@pytest.mark.parametrize(("typed", "fields"), TYPED_WRONG.values(), ids=TYPED_WRONG)
def test_what_is_wrong_stands_beside_its_field(
    organiser_client: Client, closed: Round, typed: dict[str, str], fields: set[str]
) -> None:
    page = organiser_client.post(f"{T}/tresty/1/ulozit/", typed)
    assert (page.status_code, set(page.context["penalty_form"].errors)) == (422, fields)
    assert not Penalty.objects.exists()


def test_round_to_come_can_be_chosen_and_no_other(organiser_client: Client, closed: Round) -> None:
    page = organiser_client.get(f"{T}/tresty/?kolo=2")
    assert (page.context["numbers"], page.context["number"]) == ([1, 2], 2)
    typed = {"to": "8", "kind": "round", "reason": LATE}
    assert organiser_client.post(f"{T}/tresty/3/ulozit/", typed).status_code == 404
    assert organiser_client.get(f"{T}/tresty/?kolo=3").status_code == 404
    assert organiser_client.get(f"{T}/tresty/?kolo=x").status_code == 404
    done = organiser_client.post(f"{T}/tresty/2/ulozit/", typed, follow=True)
    assert "Trest je uložený 1 hráči: vyloučení ze 2. kola." in text_of_page(done)
    assert Penalty.objects.get().round.number == 2
    assert organiser_client.get(f"{T}/kola/").status_code == 200


def test_penalty_is_superseded_and_cancelled_from_its_page(organiser_client: Client, closed: Round) -> None:
    penalty = fined(closed, number=5, points=-10)
    address = f"{T}/tresty/{penalty.pk}/"
    page = organiser_client.get(address)
    assert page.context["replace_form"].initial["points"] == 10
    typed = {"kind": "warning", "reason": "omluva", "expected": "1"}
    wrong = organiser_client.post(f"{address}nahradit/", typed | {"reason": ""})
    assert (wrong.status_code, set(wrong.context["replace_form"].errors)) == (422, {"reason"})
    done = organiser_client.post(f"{address}nahradit/", typed, follow=True)
    assert "Trest je nahrazený novým." in text_of_page(done)
    late = organiser_client.post(f"{address}nahradit/", typed)
    assert (late.status_code, "Mezitím se to změnilo:" in text_of_page(late)) == (422, True)

    newest = Penalty.objects.get(state="applied")
    address = f"{T}/tresty/{newest.pk}/"
    bare = organiser_client.post(f"{address}zrusit/", {"expected": "1"})
    assert (bare.status_code, set(bare.context["end_form"].errors)) == (422, {"reason"})
    done = organiser_client.post(f"{address}zrusit/", {"expected": "1", "reason": "omyl"}, follow=True)
    assert "Trest je zrušený." in text_of_page(done)
    assert "už neplatí: omyl" in text_of_page(organiser_client.get(address))
    assert of_player(closed, 5) == [("", "rejected", 0), ("", "superseded", -10)]


def test_proposals_are_decided_on_the_page(organiser_client: Client, closed: Round) -> None:
    """B/1: together, one by one, or not at all."""
    made = [
        factories.PenaltyFactory(entry=entry(closed, n), round=closed, reason="Chybí podpis")
        for n in (1, 2, 3)
    ]
    page = organiser_client.get(f"{T}/tresty/")
    [group] = page.context["penalty_groups"]
    seen = [f"{one.pk}:{one.version}" for one in group.penalties]
    assert all(f'name="penalty" value="{one}"' in page.content.decode() for one in seen)
    assert "Navržené tresty, o kterých nikdo nerozhodl: 3." in text_of_page(
        organiser_client.get(f"{T}/poradi/")
    )

    first = f"{T}/tresty/{made[0].pk}"
    assert "Body trestu napište číslem" in text_of_page(
        organiser_client.post(f"{first}/plati/", {"points": "x", "expected": "1"}, follow=True)
    )
    organiser_client.post(f"{first}/plati/", {"points": "3", "expected": "1"})
    organiser_client.post(f"{T}/tresty/{made[1].pk}/zrusit/", {"expected": "1"})
    both = {"penalty": [*seen[2:], "x", "y:1"], "points": "−5"}
    done = organiser_client.post(f"{T}/tresty/1/plati/", both, follow=True)
    assert "Trest je uložený 1 hráči: −5 bodů." in text_of_page(done)
    assert [(one.state, one.points) for one in Penalty.objects.order_by("entry__number")] == [
        ("applied", -3),
        ("rejected", 0),
        ("applied", -5),
    ]
    again = organiser_client.post(f"{T}/tresty/1/plati/", {"penalty": seen, "points": "−7"})
    assert again.status_code == 409


def test_penalty_of_another_tournament_is_not_found(organiser_client: Client, closed: Round) -> None:
    other = factories.PenaltyFactory()
    for name in ("", "nahradit/", "zrusit/", "plati/"):
        send = organiser_client.post if name else organiser_client.get
        assert send(f"{T}/tresty/{other.pk}/{name}").status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_page_costs_the_same_for_any_number_of_penalties(
    organiser_client: Client, closed: Round, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(1, count + 1):
        fined(closed, number=number, points=-1)
    with django_assert_num_queries(11):
        organiser_client.get(f"{T}/tresty/")
