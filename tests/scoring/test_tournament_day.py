"""A day that cannot go wrong: no round is forgotten, and published standings are never stale (S41–S43)."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from scoring.models import Hand, StandingsPublication
from scoring.selectors.standings import last_publication, published_of, stale_publications
from scoring.services.closing import round_close
from scoring.services.decisions import decision_make
from scoring.services.hands import hand_record
from scoring.services.penalties import penalty_apply, penalty_reject
from scoring.services.results import Figures, SeatFigures, result_confirm, result_correct, result_enter
from scoring.services.standings import standings_publish
from scoring.services.without_result import result_give_up
from tests import factories
from tests.scoring.records import DESK, betl, penalty_create
from tournament.destinations import Destination
from tournament.enums import DrawMethod, RankingOrder, RoundState
from tournament.errors import Refused
from tournament.models import Entry, Round, Table, Tournament
from tournament.selectors.overview import NextStep, facts_of, next_step
from tournament.services.discarding import round_discard, round_restore
from tournament.services.drawing import draft_discard, round_draw
from tournament.services.entries import Details, entry_edit, entry_return, entry_withdraw
from tournament.services.founding import settings_change, tournament_finish, tournament_reopen
from tournament.services.rounds import round_publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def twelve(tournament: Tournament) -> Tournament:
    """Twelve players, three rounds."""
    factories.entries(tournament, 12)
    tournament.rounds_planned = 3
    tournament.save()
    return tournament


def step_of(tournament: Tournament) -> NextStep:
    return next_step(facts_of(Tournament.objects.get(pk=tournament.pk)))


def drawn(tournament: Tournament, number: int) -> Round:
    round_ = round_draw(tournament=tournament, number=number, by=DESK, seed=str(number))
    return round_publish(round_=round_, by=DESK)


def tables_of(round_: Round) -> list[Table]:
    return list(Table.objects.filter(round=round_).select_related("round__tournament").order_by("number"))


def paid(table: Table, crowns: int) -> Figures:
    """The player of seat A gets ``crowns`` from each of the others."""
    letters = list(table.seats.order_by("position").values_list("position", flat=True))
    money = dict.fromkeys(letters, -100 * crowns) | {"A": 100 * crowns * (len(letters) - 1)}
    return Figures(
        seats={letter: SeatFigures(amount, 0) for letter, amount in money.items()}, accept_same=True
    )


def confirmed(table: Table, crowns: int = 1) -> None:
    result_enter(table=table, figures=paid(table, crowns), by=DESK)
    result_confirm(table=table, by=DESK)


def played(round_: Round, crowns: int = 1) -> Round:
    for table in tables_of(round_):
        confirmed(table, crowns)
    return round_


def closed(round_: Round) -> Round:
    round_close(round_=played(round_), by=DESK)
    standings_publish(round_=round_, by=DESK)
    return Round.objects.select_related("tournament").get(pk=round_.pk)


class TestForgottenRound:
    """S41: twelve players, three rounds; one table of the first one is confirmed when the second begins."""

    def test_the_first_unfinished_round_leads_and_nothing_closes_before_it(self, twelve: Tournament) -> None:
        first = drawn(twelve, 1)
        confirmed(tables_of(first)[0], crowns=1)
        second = played(drawn(twelve, 2), crowns=5)

        step = step_of(twelve)
        assert (step.title, step.place, step.round) == (
            "Zbývá odevzdat 2 lístky: stůl 2, 3",
            Destination.SHEETS,
            1,
        )
        with pytest.raises(Refused, match=r"Nejdřív uzavřete 1\. kolo, teprve pak přijde na řadu 2\.") as no:
            round_close(round_=second, by=DESK)
        assert no.value.code == "earlier_open"
        with pytest.raises(CommandError, match=r"Nejdřív uzavřete 1\. kolo"):
            call_command("close_round", twelve.slug, "--round", "2")
        second.refresh_from_db()
        assert second.state == RoundState.PLAYING
        with pytest.raises(Refused, match=r"uzavřete 1\. kolo"):
            tournament_finish(tournament=twelve, by=DESK)

    def test_the_right_winner_is_congratulated(self, twelve: Tournament) -> None:
        """Whoever won the forgotten round wins; a table whose result never came has a way out."""
        first = drawn(twelve, 1)
        one, two, three = tables_of(first)
        confirmed(one, crowns=1)
        for number in (2, 3):
            played(drawn(twelve, number), crowns=2)
        confirmed(two, crowns=50)
        result_give_up(table=three, reason="hráči odešli", by=DESK)
        done = []
        while not done or done[-1] is not Destination.FINISH:
            step = step_of(twelve)
            done.append(step.place)
            if step.place is Destination.CLOSE:
                round_close(round_=twelve.rounds.get(number=step.round), by=DESK)
            elif step.place is Destination.PUBLISH_STANDINGS:
                standings_publish(round_=twelve.rounds.get(number=step.round), by=DESK)
        assert done == [Destination.CLOSE, Destination.PUBLISH_STANDINGS] * 3 + [Destination.FINISH]

        tournament_finish(tournament=twelve, by=DESK)

        final = published_of(last_publication(twelve))
        assert final.rounds == (1, 2, 3)
        assert final.rows[0].number == two.seats.get(position="A").entry.number
        gone = {seat.entry.number for seat in three.seats.select_related("entry")}
        assert {row.number for row in final.rows if row.rounds[0] is None} == gone
        assert step_of(twelve).text == (
            "Konečné pořadí počítá všechno, co se odehrálo (3 kola), a přepočet výsledků dává přesně to,"
            " co je zveřejněné. Soubory ke stažení najdete v Tisku."
        )

    def test_standings_are_published_in_order(self, twelve: Tournament) -> None:
        first, second = drawn(twelve, 1), drawn(twelve, 2)
        for round_ in (first, second):
            round_close(round_=played(round_), by=DESK)
        with pytest.raises(Refused, match=r"Nejdřív zveřejněte pořadí po 1\. kole") as refused:
            standings_publish(round_=second, by=DESK)
        assert refused.value.code == "earlier_unpublished"
        Round.objects.filter(pk=first.pk).update(state=RoundState.PLAYING)
        with pytest.raises(Refused, match=r"Nejdřív uzavřete 1\. kolo"):
            standings_publish(round_=second, by=DESK)
        assert not StandingsPublication.objects.exists()

    def test_closed_late_after_an_earlier_version_of_the_program(self, twelve: Tournament) -> None:
        """What it left open is closed, and what it published follows at once."""
        first = played(drawn(twelve, 1), crowns=7)
        second = played(drawn(twelve, 2))
        Round.objects.filter(pk=second.pk).update(state=RoundState.CLOSED)
        rows = {"round": 2, "rounds": [2], "order": "sb", "rows": [], "notes": []}
        factories.StandingsPublicationFactory(round=second, rows=rows)

        round_close(round_=first, by=DESK)

        newest = last_publication(twelve)
        assert (newest.round, newest.number, newest.reason) == (second, 2, "1. kolo uzavřeno dodatečně")
        assert published_of(newest).rounds == (1, 2)


class TestAllRoundsAtOnce:
    """S42: Rozpis draws every round; the first unpublished one is offered, and publishing asks in each."""

    def test_the_first_unpublished_round_is_offered_and_each_publication_asks(
        self, twelve: Tournament, organiser_client: Client
    ) -> None:
        round_draw(tournament=twelve, number=1, by=DESK, method=DrawMethod.SCHEDULE)
        for number in (1, 2, 3):
            step = step_of(twelve)
            assert (step.action, step.place, step.round) == (
                f"Zveřejnit losování {number}. kola",
                Destination.PUBLISH,
                number,
            )
            entry_withdraw(entry=twelve.entries.get(number=number), by=DESK)
            late = factories.EntryFactory(tournament=Tournament.objects.get(pk=twelve.pk))
            address = reverse("tournament:round_publish", args=[twelve.slug, number])

            asked = organiser_client.post(address, {"expected": str(step.version)})

            round_ = twelve.rounds.get(number=number)
            assert (asked.status_code, round_.state) == (422, RoundState.DRAFT)
            change = asked.context["mismatch"]
            assert [one.number for one in change.leaving] == list(range(1, number + 1))
            assert change.arriving[-1] == late
            sent = {"expected": str(step.version), "seen": change.key}
            assert organiser_client.post(address, sent).status_code == 302
            round_.refresh_from_db()
            assert round_.state == RoundState.PUBLISHED
            closed(round_)

    def test_a_draft_thrown_away_before_others_is_drawn_again(
        self, twelve: Tournament, organiser_client: Client
    ) -> None:
        """Otherwise nothing could be published before it, and nothing would draw it."""
        first = round_draw(tournament=twelve, number=1, by=DESK, method=DrawMethod.SCHEDULE)
        draft_discard(round_=first, by=DESK)

        step = step_of(twelve)
        assert (step.action, step.place, step.round) == (
            "Připravit losování 1. kola",
            Destination.DRAW,
            1,
        )
        page = organiser_client.get(reverse("tournament:rounds", args=[twelve.slug]))
        assert (page.context["next_number"], page.context["unpublished"]) == (1, None)
        assert "Losovat 1. kolo" in page.content.decode()
        drawn(twelve, 1)
        assert step_of(twelve).action == "Vytisknout lístky 1. kola"


# S43: whatever changes published standings publishes the next version of them and of every later one


@pytest.fixture
def two_published(twelve: Tournament) -> Tournament:
    """Rounds 1 and 2 closed and published once each; a hand with premium points at table 1 of the first."""
    settings_change(tournament=twelve, by=DESK, changes={"ranking_criteria": ["best_hand"]})
    first = drawn(twelve, 1)
    hand_record(table=tables_of(first)[0], record=betl(), by=DESK)
    for table in tables_of(first):
        result_enter(table=table, figures=paid(table, 1), by=DESK)
        result_confirm(table=table, by=DESK, reason="platí lístek")
    round_close(round_=first, by=DESK)
    standings_publish(round_=first, by=DESK)
    closed(drawn(twelve, 2))
    return Tournament.objects.get(pk=twelve.pk)


def _first_table(tournament: Tournament) -> Table:
    return tables_of(tournament.rounds.get(number=1))[0]


def _rule(tournament: Tournament) -> None:
    """Of a result from paper only the best hand changes, which decides places here."""
    hand = Hand.objects.select_related("table__round__tournament").get()
    patch = {"premium": [{"to": "B", "points": 40}]}
    decision_make(hand=hand, patch=patch, reason="Zapomenuté body.", by=DESK)


def _penalty(tournament: Tournament, **fields: Any) -> Any:
    entry = tournament.entries.get(number=5)
    return factories.PenaltyFactory(entry=entry, round=tournament.rounds.get(number=1), **fields)


def _discard_and_restore(tournament: Tournament) -> None:
    """A correction of round 1 while round 2 is put aside."""
    second = tournament.rounds.get(number=2)
    gone = round_discard(round_=second, by=DESK, typed="2. kolo")
    table = _first_table(tournament)
    result_correct(table=table, figures=paid(table, 9), reason="překlep", by=DESK)
    round_restore(round_=gone, by=DESK)


CHANGES: dict[str, tuple[Callable[[Tournament], Any], str]] = {
    "a correction": (
        lambda tournament: result_correct(
            table=_first_table(tournament),
            figures=paid(_first_table(tournament), 9),
            reason="překlep",
            by=DESK,
        ),
        "1. kolo, stůl 1: překlep",
    ),
    "a ruling": (_rule, "1. kolo, stůl 1: rozhodnutí o hře 1"),
    "a penalty": (
        lambda tournament: penalty_create(
            round_=tournament.rounds.get(number=1),
            entry=tournament.entries.get(number=5),
            points=-3,
            reason="Pozdní příchod",
            by=DESK,
        ),
        "trest: 5 Chalupa Josef – Pozdní příchod",
    ),
    "a warning": (
        lambda tournament: penalty_apply(penalty=_penalty(tournament), points=0, by=DESK),
        "trest: 5 Chalupa Josef – Pozdní příchod",
    ),
    "another order": (
        lambda tournament: settings_change(
            tournament=tournament, by=DESK, changes={"ranking_order": RankingOrder.BP}
        ),
        "jiné nastavení pořadí turnaje",
    ),
    "another key of BP": (
        lambda tournament: settings_change(
            tournament=tournament, by=DESK, changes={"bp_key": "fixed", "bp_fixed": [9, 7]}
        ),
        "jiné nastavení pořadí turnaje",
    ),
}


@pytest.mark.parametrize(("change", "reason"), CHANGES.values(), ids=CHANGES)
def test_the_next_version_of_this_and_of_later_rounds(
    two_published: Tournament, change: Callable[[Tournament], Any], reason: str
) -> None:
    """S43"""
    change(two_published)

    published = StandingsPublication.objects.order_by("round__number", "number")
    assert list(published.values_list("round__number", "number", "reason")) == [
        (1, 1, ""),
        (1, 2, reason),
        (2, 1, ""),
        (2, 2, reason),
    ]
    assert stale_publications(two_published) == []


def test_a_penalty_that_is_taken_back(two_published: Tournament) -> None:
    penalty = _penalty(two_published)
    penalty_apply(penalty=penalty, points=-5, by=DESK)
    penalty_reject(penalty=penalty, by=DESK, reason="omyl")
    assert [one.number for one in StandingsPublication.objects.order_by("round__number", "number")] == [
        *(1, 2, 3),
        *(1, 2, 3),
    ]
    assert stale_publications(two_published) == []


def test_a_round_that_comes_back_follows_what_changed_meanwhile(two_published: Tournament) -> None:
    _discard_and_restore(two_published)

    second = two_published.rounds.get(number=2)
    assert list(second.publications.order_by("number").values_list("number", "reason")) == [
        (1, ""),
        (2, "2. kolo obnoveno"),
    ]
    assert stale_publications(two_published) == []


def test_a_closed_round_comes_back_only_after_closed_ones(two_published: Tournament) -> None:
    gone = [
        round_discard(round_=two_published.rounds.get(number=number), by=DESK, typed=f"{number}. kolo")
        for number in (2, 1)
    ]
    again = drawn(two_published, 1)
    with pytest.raises(Refused, match=r"Nejdřív uzavřete 1\. kolo"):
        round_restore(round_=gone[0], by=DESK)
    round_close(round_=played(again), by=DESK)
    assert round_restore(round_=gone[0], by=DESK).number == 2


UNCHANGED: dict[str, Callable[[Tournament], Any]] = {
    "another name": lambda tournament: entry_edit(
        entry=tournament.entries.get(number=5), by=DESK, details=Details(name="Chalupa Jan", club="Brno")
    ),
    "a withdrawal": lambda tournament: entry_withdraw(entry=tournament.entries.get(number=5), by=DESK),
    "a return": lambda tournament: entry_return(entry=tournament.entries.get(number=6), by=DESK),
    "other settings": lambda tournament: settings_change(
        tournament=tournament, by=DESK, changes={"round_minutes": 90}
    ),
    "a penalty of a discarded round": lambda tournament: factories.PenaltyFactory(
        entry=tournament.entries.get(number=5),
        round=factories.RoundFactory(tournament=tournament, number=3, discarded_at=factories.SAVED_AT),
    ),
}


@pytest.mark.parametrize("change", UNCHANGED.values(), ids=UNCHANGED)
def test_what_makes_nothing_stale(two_published: Tournament, change: Callable[[Tournament], Any]) -> None:
    """Names stay as they were published, those in the notes of penalties too."""
    settings_change(tournament=two_published, by=DESK, changes={"rounds_planned": 2})
    entry_withdraw(entry=Entry.objects.get(number=6), by=DESK)
    penalty_apply(penalty=_penalty(two_published), points=-5, by=DESK)
    count = StandingsPublication.objects.count()

    change(two_published)

    assert stale_publications(two_published) == []
    assert StandingsPublication.objects.count() == count
    tournament_finish(tournament=two_published, by=DESK)


def test_publishing_again_takes_a_new_name(two_published: Tournament) -> None:
    """An organiser who wants the corrected name on the wall publishes once more by hand."""
    UNCHANGED["another name"](two_published)
    second = two_published.rounds.get(number=2)
    assert standings_publish(round_=second, by=DESK).number == 2
    assert "Chalupa Jan" in {row.name for row in published_of(last_publication(two_published)).rows}


def test_the_ranking_of_an_ended_tournament_stays(two_published: Tournament) -> None:
    tournament_finish(tournament=two_published, by=DESK)
    two_published.refresh_from_db()
    with pytest.raises(Refused, match="Turnaj je ukončený a jeho pořadí platí") as refused:
        CHANGES["another order"][0](two_published)
    assert refused.value.code == "ranking_locked"
    with pytest.raises(Refused, match="Turnaj je ukončený"):
        round_draw(tournament=two_published, number=3, by=DESK)
    tournament_reopen(tournament=two_published, by=DESK)
    two_published.refresh_from_db()
    CHANGES["another order"][0](two_published)
    assert stale_publications(two_published) == []


def test_recompute_says_which_published_standings_are_stale(two_published: Tournament) -> None:
    out = StringIO()
    call_command("recompute", two_published.slug, stdout=out)
    assert out.getvalue() == "Přepočítáno: 1 hra, všechno sedí.\n"

    Tournament.objects.filter(pk=two_published.pk).update(ranking_order=RankingOrder.BP)
    out = StringIO()
    with pytest.raises(CommandError, match="s rozdílem: 0; pořadí, která neplatí: 2"):
        call_command("recompute", two_published.slug, stdout=out)
    assert out.getvalue().splitlines() == [
        "Zveřejněné pořadí po 1. kole (verze 1) neodpovídá výsledkům.",
        "Zveřejněné pořadí po 2. kole (verze 1) neodpovídá výsledkům.",
    ]
    assert StandingsPublication.objects.count() == 2


class TestBoard:
    """What stands in the way of closing is a list to be read, and a later round waits for the earlier one."""

    def test_obstacles_are_listed(self, twelve: Tournament, organiser_client: Client) -> None:
        first = drawn(twelve, 1)
        confirmed(tables_of(first)[1])
        address = reverse("scoring:round_close", args=[twelve.slug, 1])

        answer = organiser_client.post(address)

        assert answer.status_code == 422
        assert [(one.table, one.why) for one in answer.context["obstacles"]] == [
            (1, "chybí hry i výsledek"),
            (3, "chybí hry i výsledek"),
        ]
        html = answer.content.decode()
        for table in (1, 3):
            assert reverse("scoring:result", args=[twelve.slug, 1, table]) in html

    def test_a_later_round_is_not_offered(self, twelve: Tournament, organiser_client: Client) -> None:
        drawn(twelve, 1)
        played(drawn(twelve, 2))
        page = organiser_client.get(reverse("scoring:round_board", args=[twelve.slug, 2]))
        assert (page.context["may_close"], page.context["earlier"]) == (False, 1)
        assert "Uzavřít 2. kolo" not in page.content.decode()

        answer = organiser_client.post(reverse("scoring:round_close", args=[twelve.slug, 2]))
        assert answer.status_code == 422
        assert "Nejdřív uzavřete 1. kolo" in answer.content.decode()
