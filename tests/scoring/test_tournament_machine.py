"""A whole tournament in any order: whatever is done, what is published holds and the way leads to its end.

Hypothesis draws, publishes, enters, corrects, punishes, discards, withdraws and ends as it likes; what is
refused is refused with a sentence. After each act the invariants hold, and at the end the offered next step
is followed until the tournament is over. ``TOURNAMENT_EXAMPLES`` asks for more tournaments than CI tries.
"""

import os
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scoring.enums import ResultSource
from scoring.models import Hand, Penalty, SeatResult, TableResult
from scoring.selectors.results import waiting_corrections
from scoring.selectors.standings import published_of, stale_publications
from scoring.services.closing import round_close
from scoring.services.corrections import correction_confirm, correction_reject
from scoring.services.decisions import decision_make
from scoring.services.hands import hand_record
from scoring.services.penalties import penalty_apply, penalty_reject
from scoring.services.results import (
    Figures,
    SeatFigures,
    result_confirm,
    result_correct,
    result_enter,
    result_unconfirm,
)
from scoring.services.standings import standings_publish
from scoring.services.without_result import result_await, result_give_up
from tests import factories
from tests.scoring.records import DESK, OTHER_DESK, penalty_create
from tournament import ports
from tournament.destinations import OF_ROUND, Destination, address_of
from tournament.enums import BpKey, DrawMethod, Presence, RankingOrder, RoundState, TableState
from tournament.errors import DeskError
from tournament.lifecycle import Act, TableAct, allowed, allowed_at
from tournament.models import Account, Entry, Round, Table, Tournament
from tournament.selectors.entries import next_round_number
from tournament.selectors.overview import NextStep, facts_of, next_step
from tournament.selectors.rounds import mismatch_of
from tournament.services.discarding import round_discard, round_restore
from tournament.services.drawing import draft_discard, round_draw
from tournament.services.entries import (
    Details,
    entry_edit,
    entry_return,
    entry_set_presence,
    entry_withdraw,
)
from tournament.services.founding import settings_change, tournament_finish, tournament_reopen
from tournament.services.rounds import round_publish, round_take_back

PICK = st.integers(0, 1000)
CROWNS = st.integers(-9, 9)
MORE = os.environ.get("TOURNAMENT_EXAMPLES")

RANKINGS: Sequence[dict[str, Any]] = (
    {"ranking_order": RankingOrder.BP},
    {"ranking_order": RankingOrder.SB},
    {"ranking_criteria": ["best_hand"]},
    {"bp_key": BpKey.FIXED, "bp_fixed": [9, 5, 2]},
)


class TournamentMachine(RuleBasedStateMachine):
    """One tournament and its organiser; ``pick`` chooses among whatever there is."""

    def __init__(self) -> None:
        super().__init__()
        # Each tournament is rolled back, or the database would grow from one to the next.
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.slug = ""
        self.looked_at: int | None = None

    def teardown(self) -> None:
        """After the last act the next step is followed to the end, unless something has failed already."""
        try:
            if self.slug and sys.exc_info()[0] is None:
                self.follow_to_the_end()
        finally:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

    @initialize(
        players=st.sampled_from([7, 8, 8, 9, 12]),
        rounds=st.integers(2, 4),
        at_once=st.booleans(),
        begun=st.integers(0, 2),
        two=st.booleans(),
    )
    def found(self, players: int, rounds: int, at_once: bool, begun: int, two: bool) -> None:
        """A tournament whose first ``begun`` rounds are published, so that there is something to do."""
        tournament = factories.TournamentFactory(
            slug="stroj",
            rounds_planned=rounds,
            draw_method=DrawMethod.SCHEDULE if at_once else DrawMethod.RANDOM,
            two_person_mode=two,
        )
        factories.entries(tournament, players)
        account: Account = factories.AccountFactory(username="olga")
        factories.MembershipFactory(tournament=tournament, account=account)
        self.slug = tournament.slug
        self.client = Client()
        self.client.force_login(account, backend="config.auth.DemoRefusingBackend")
        for _round in range(begun):
            self.draw(publish=True)

    # What there is

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(slug=self.slug)

    def rounds(self, act: Act | None = None) -> list[Round]:
        """The drawn rounds in order, those in which the act is allowed."""
        rounds = self.tournament.rounds.filter(tables__isnull=False).distinct().order_by("number")
        return [one for one in rounds if act is None or allowed(act, one.state)]

    def tables(self, act: Act, at_table: TableAct | None = None) -> list[Table]:
        """The tables at which the acts are allowed."""
        tables = Table.objects.filter(round__tournament__slug=self.slug, round__discarded_at=None)
        found = tables.select_related("round__tournament").order_by("round__number", "number")
        return [
            one
            for one in found
            if allowed(act, one.round.state) and (at_table is None or allowed_at(at_table, one.state))
        ]

    def entries(self) -> list[Entry]:
        return list(self.tournament.entries.order_by("number"))

    def attempt(self, act: Callable[..., Any], **arguments: Any) -> None:
        """Do it; a refusal is an answer, anything else a fault."""
        with suppress(DeskError):
            act(**arguments)

    # Acts

    @rule()
    def draw_and_publish(self) -> None:
        self.draw(publish=True)

    @rule(publish=st.booleans())
    def draw(self, publish: bool) -> None:
        number = next_round_number(self.tournament)
        if number is not None:
            self.attempt(self.draw_round, number=number)
        if publish:
            self.publish()

    def draw_round(self, number: int) -> None:
        order = ports.standings_order(self.tournament, number - 1)
        round_draw(tournament=self.tournament, number=number, by=DESK, seed=str(number), order=order)

    @rule(pick=PICK)
    def throw_draft_away(self, pick: int) -> None:
        for round_ in chosen(self.rounds(Act.DRAW), pick):
            self.attempt(draft_discard, round_=round_, by=DESK)

    @rule()
    def publish(self) -> None:
        for round_ in self.rounds(Act.PUBLISH)[:1]:
            self.attempt(round_publish, round_=round_, by=DESK, seen=mismatch_of(round_).key)

    @rule(pick=PICK)
    def take_back(self, pick: int) -> None:
        for round_ in chosen(self.rounds(Act.TAKE_BACK), pick):
            self.attempt(round_take_back, round_=round_, by=DESK)

    @rule(pick=PICK)
    def write_hand(self, pick: int) -> None:
        for table in chosen(self.tables(Act.WRITE_HAND, TableAct.WRITE), pick):
            self.attempt(hand_record, table=table, record=betl_at(table), by=DESK)

    @rule(pick=PICK, crowns=CROWNS, signed=st.booleans(), confirm=st.booleans())
    def enter(self, pick: int, crowns: int, signed: bool, confirm: bool) -> None:
        for table in chosen(self.tables(Act.WRITE_HAND, TableAct.WRITE), pick):
            self.attempt(result_enter, table=table, figures=figures_at(table, crowns, signed=signed), by=DESK)
            if confirm:
                self.attempt(result_confirm, table=table, by=OTHER_DESK, reason="platí lístek")

    @rule(pick=PICK)
    def unconfirm(self, pick: int) -> None:
        for table in chosen(self.tables(Act.CONFIRM_RESULT, TableAct.UNCONFIRM), pick):
            self.attempt(result_unconfirm, table=table, by=DESK)

    @rule(pick=PICK)
    def give_up(self, pick: int) -> None:
        for table in chosen(self.tables(Act.CONFIRM_RESULT, TableAct.GIVE_UP), pick):
            self.attempt(result_give_up, table=table, reason="lístek se ztratil", by=DESK)

    @rule(pick=PICK)
    def wait_again(self, pick: int) -> None:
        for table in chosen(self.tables(Act.CONFIRM_RESULT, TableAct.AWAIT), pick):
            self.attempt(result_await, table=table, by=DESK)

    @rule(pick=PICK, crowns=CROWNS, hands=st.booleans(), signed=st.booleans())
    def play_and_close(self, pick: int, crowns: int, hands: bool, signed: bool) -> None:
        """A round played to its end, which single acts would seldom reach; not always the first open one."""
        for round_ in chosen(self.rounds(Act.CLOSE), pick):
            for table in round_.tables.select_related("round__tournament").order_by("number"):
                if hands:
                    self.attempt(hand_record, table=table, record=betl_at(table), by=DESK)
                figures = figures_at(table, crowns + table.number, signed=signed)
                self.attempt(result_enter, table=table, figures=figures, by=DESK)
                self.attempt(result_confirm, table=table, by=OTHER_DESK, reason="platí lístek")
            self.attempt(round_close, round_=round_, by=DESK)

    @rule(crowns=CROWNS)
    def play_first_open_round(self, crowns: int) -> None:
        self.play_and_close(pick=0, crowns=crowns, hands=True, signed=True)
        self.publish_standings(pick=-1)

    @rule(pick=PICK)
    def close(self, pick: int) -> None:
        for round_ in chosen(self.rounds(Act.CLOSE), pick):
            self.attempt(round_close, round_=round_, by=DESK)

    @rule(pick=PICK)
    def publish_standings(self, pick: int) -> None:
        for round_ in chosen(self.rounds(Act.PUBLISH_STANDINGS), pick):
            self.attempt(standings_publish, round_=round_, by=DESK)

    @rule(pick=PICK, crowns=CROWNS)
    def correct(self, pick: int, crowns: int) -> None:
        for table in chosen(self.tables(Act.CORRECT_RESULT), pick):
            figures = figures_at(table, crowns)
            self.attempt(result_correct, table=table, figures=figures, reason="přehozené číslice", by=DESK)

    @rule(pick=PICK, confirm=st.booleans())
    def decide_correction(self, pick: int, confirm: bool) -> None:
        for waiting in chosen(waiting_corrections(self.tournament), pick):
            table = waiting.table
            if confirm:
                self.attempt(correction_confirm, table=table, by=OTHER_DESK)
            else:
                self.attempt(correction_reject, table=table, by=OTHER_DESK, reason="nesedí")

    @rule(pick=PICK, points=st.integers(0, 9))
    def rule_on_hand(self, pick: int, points: int) -> None:
        hands = Hand.objects.filter(table__round__tournament__slug=self.slug, removed=False)
        hands = hands.filter(table__round__discarded_at=None).select_related("table__round__tournament")
        for hand in chosen(list(hands.order_by("table__round__number", "table__number", "sequence")), pick):
            patch = {
                "outcome": {"betl": "lost" if points % 2 else "won"},
                "premium": [{"to": "A", "points": points}],
            }
            self.attempt(decision_make, hand=hand, patch=patch, reason="Nepřiznaná barva.", by=DESK)

    @rule(pick=PICK, player=PICK, points=st.integers(-20, 0))
    def punish(self, pick: int, player: int, points: int) -> None:
        for round_, entry in zip(chosen(self.rounds(), pick), chosen(self.entries(), player), strict=False):
            self.attempt(
                penalty_create, round_=round_, entry=entry, points=points, reason="pozdní příchod", by=DESK
            )

    @rule(pick=PICK, points=st.integers(-20, 0), apply=st.booleans())
    def decide_penalty(self, pick: int, points: int, apply: bool) -> None:
        penalties = Penalty.objects.filter(tournament__slug=self.slug)
        for penalty in chosen(list(penalties.order_by("created_at", "pk")), pick):
            if apply:
                self.attempt(penalty_apply, penalty=penalty, points=points, by=DESK)
            else:
                self.attempt(penalty_reject, penalty=penalty, by=DESK, reason="odvolání")

    @rule()
    def discard(self) -> None:
        for round_ in self.rounds(Act.DISCARD)[-1:]:
            self.attempt(round_discard, round_=round_, by=DESK, typed=str(round_))

    @rule(pick=PICK)
    def restore(self, pick: int) -> None:
        gone = Round.with_discarded.filter(tournament__slug=self.slug, discarded_at__isnull=False)
        for round_ in chosen(list(gone.select_related("tournament").order_by("created_at", "pk")), pick):
            self.attempt(round_restore, round_=round_, by=DESK)

    @rule(pick=PICK, how=st.sampled_from(["withdraw", "absent", "back", "rename"]))
    def player(self, pick: int, how: str) -> None:
        for entry in chosen(self.entries(), pick):
            if how == "withdraw":
                self.attempt(entry_withdraw, entry=entry, by=DESK)
            elif how == "absent":
                self.attempt(entry_set_presence, entry=entry, by=DESK, presence=Presence.ABSENT)
            elif how == "rename":
                details = Details(name=f"{entry.name} st.", club="Žatec")
                self.attempt(entry_edit, entry=entry, by=DESK, details=details)
            else:
                self.come_back(entry)

    def come_back(self, entry: Entry) -> None:
        self.attempt(entry_return, entry=entry, by=DESK)
        entry.refresh_from_db()
        self.attempt(entry_set_presence, entry=entry, by=DESK, presence=Presence.PRESENT)

    @rule(changes=st.sampled_from(RANKINGS))
    def change_ranking(self, changes: dict[str, Any]) -> None:
        self.attempt(settings_change, tournament=self.tournament, by=DESK, changes=changes)

    @rule()
    def finish(self) -> None:
        self.attempt(tournament_finish, tournament=self.tournament, by=DESK)

    @precondition(lambda self: self.tournament.finished_at is not None)
    @rule()
    def reopen(self) -> None:
        tournament_reopen(tournament=self.tournament, by=DESK)

    @rule(steps=st.integers(1, 6))
    def follow(self, steps: int) -> None:
        for _step in range(steps):
            self.follow_once()

    # What must hold

    @invariant()
    def holds(self) -> None:
        """Looked at after whatever left an entry in the log; what was refused has changed nothing."""
        last = self.tournament.log.order_by("-sequence").values_list("sequence", flat=True).first()
        if last == self.looked_at:
            return
        self.looked_at = last
        self.published_standings_are_what_the_closed_rounds_give()
        self.results_from_hands_are_what_the_hands_give()
        self.rounds_are_closed_in_order()
        self.first_unfinished_round_leads()
        self.end_counts_every_round()

    def published_standings_are_what_the_closed_rounds_give(self) -> None:
        tournament = self.tournament
        assert stale_publications(tournament) == []
        for round_ in self.rounds():
            last = round_.publications.order_by("number").last()
            if last is None:
                continue
            published = published_of(last)
            shown = {row.number: (row.zb, row.premium, row.penalty, row.sb) for row in published.rows}
            assert shown == added_up(tournament, round_.number)
            assert published.rounds == tuple(
                one.number for one in self.rounds() if one.number <= round_.number
            )
            key = "bp" if tournament.ranking_order == RankingOrder.BP else "sb"
            totals = [getattr(row, key) for row in published.rows]
            assert totals == sorted(totals, reverse=True)

    def results_from_hands_are_what_the_hands_give(self) -> None:
        """So a ruling that changed a hand and not the result is noticed; one that waits changes none yet."""
        results = TableResult.objects.filter(
            current=True,
            source=ResultSource.HANDS,
            table__round__tournament__slug=self.slug,
            table__round__discarded_at=None,
        ).exclude(table__state=TableState.WITHOUT_RESULT)
        two_people = TableResult.objects.exclude(approval="").values("table")
        for result in results.exclude(table__in=two_people).prefetch_related("seats__seat"):
            given = {line.seat.position: [line.money, line.premium] for line in result.seats.all()}
            sums = {letter: [0, 0] for letter in given}
            for hand in Hand.objects.filter(table=result.table_id, removed=False):
                for place, amounts in enumerate((hand.money, hand.premium)):
                    for letter, amount in amounts.items():
                        sums[letter][place] += amount
            assert given == sums

    def rounds_are_closed_in_order(self) -> None:
        closed = [allowed(Act.PUBLISH_STANDINGS, one.state) for one in self.rounds()]
        assert closed == sorted(closed, reverse=True)

    def first_unfinished_round_leads(self) -> None:
        tournament = self.tournament
        facts = facts_of(tournament)
        step = next_step(facts)
        unfinished = [one.number for one in facts.drawn if not one.is_over]
        if unfinished and tournament.finished_at is None:
            assert step.round == unfinished[0]

    def end_counts_every_round(self) -> None:
        tournament = self.tournament
        if tournament.finished_at is None:
            return
        facts = facts_of(tournament)
        assert all(one.is_over for one in facts.drawn)
        assert facts.undecided == 0
        final = tournament.publications.filter(round__discarded_at=None).order_by("round__number", "number")
        assert published_of(final.last()).rounds == tuple(one.number for one in facts.drawn)
        assert next_step(facts).title == "Turnaj skončil"

    # The way to the end

    def follow_to_the_end(self) -> None:
        """With trivial input at each page that the button leads to, it ends and turns in no circle."""
        tables = len(self.entries())
        for _step in range(20 + self.tournament.rounds_planned * (2 * tables + 6)):
            if self.tournament.finished_at is not None:
                break
            self.follow_once()
        else:
            pytest.fail(f"no end: {next_step(facts_of(self.tournament))}")
        self.published_standings_are_what_the_closed_rounds_give()
        self.end_counts_every_round()
        page = self.client.get(reverse("tournament:overview", args=[self.slug])).content.decode()
        assert "Turnaj skončil" in page

    def follow_once(self) -> None:
        step = next_step(facts_of(self.tournament))
        if step.is_sent:
            self.send(step)
        elif step.place is Destination.DRAW:
            self.draw_round(step.round or 0)
        elif step.place is Destination.PLAYERS:
            for entry in self.entries():
                self.come_back(entry)
        elif step.place in (Destination.SHEETS, Destination.PRINTS):
            self.bring_one_result(step.round or 0)
        elif corrections := waiting_corrections(self.tournament):
            correction_confirm(table=corrections[0].table, by=OTHER_DESK)
        elif self.tournament.finished_at is None:
            waiting = Penalty.objects.filter(tournament__slug=self.slug, state=Penalty.State.PROPOSED)
            penalty_reject(penalty=waiting.filter(round__discarded_at=None).first(), by=DESK)

    def send(self, step: NextStep) -> None:
        """Press the button of the overview as it stands there; publishing may ask about who is not here."""
        about = (step.round,) if step.place in OF_ROUND else ()
        address = address_of(step.place, self.slug, *about)
        sent = {"expected": str(step.version)} if step.version else {}
        answer = self.client.post(address, sent)
        if answer.status_code == 422:
            round_ = self.tournament.rounds.get(number=step.round)
            assert "Sedí u stolů ti, kdo tu jsou?" in answer.content.decode()
            answer = self.client.post(address, {**sent, "seen": mismatch_of(round_).key})
        assert answer.status_code == 302, answer.content.decode()
        after = next_step(facts_of(self.tournament))
        assert (after.place, after.round, after.title) != (step.place, step.round, step.title)

    def bring_one_result(self, number: int) -> None:
        tables = Table.objects.filter(round__tournament__slug=self.slug, round__discarded_at=None)
        waiting = tables.filter(round__number=number, state__in=[TableState.OPEN, TableState.HANDED_IN])
        table = waiting.select_related("round__tournament").order_by("number").first()
        assert table is not None
        if table.number == 3:
            result_give_up(table=table, reason="hráči odešli", by=DESK)
            return
        if not TableResult.objects.filter(table=table, current=True).exists():
            result_enter(table=table, figures=figures_at(table, table.number), by=DESK)
        result_confirm(table=table, by=OTHER_DESK, reason="platí lístek")


def chosen(found: Sequence[Any], pick: int) -> Sequence[Any]:
    """One of them, or none where there is nothing to choose from."""
    return [found[pick % len(found)]] if found else []


def letters_of(table: Table) -> list[str]:
    return list(table.seats.order_by("position").values_list("position", flat=True))


def betl_at(table: Table) -> dict[str, Any]:
    letters = letters_of(table)
    return {
        "players": letters,
        "dealer": letters[-1],
        "declarer": "A",
        "contract": "betl",
        "outcome": {"betl": "won"},
        "premium": [{"to": "A", "points": 7}],
    }


def figures_at(table: Table, crowns: int, *, signed: bool = True) -> Figures:
    """A pays ``crowns`` to B, or gets them."""
    money = dict.fromkeys(letters_of(table), 0) | {"A": -100 * crowns, "B": 100 * crowns}
    seats = {letter: SeatFigures(amount, 0) for letter, amount in money.items()}
    return Figures(seats=seats, signed=signed, accept_same=True)


def added_up(tournament: Tournament, upto: int) -> dict[int, tuple[int, int, int, int]]:
    """ZB, PB, penalties and SB of everybody who has a result, added up from the stored rows alone."""
    closed = (RoundState.CLOSED, RoundState.REVISED)
    lines = SeatResult.objects.filter(
        result__current=True,
        result__table__round__tournament=tournament,
        result__table__round__discarded_at=None,
        result__table__round__state__in=closed,
        result__table__round__number__lte=upto,
    ).exclude(result__table__state=TableState.WITHOUT_RESULT)
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for number, zb, premium in lines.values_list("seat__entry__number", "zb", "premium"):
        sums[number][0] += zb
        sums[number][1] += premium
    penalties = tournament.penalties.filter(state=Penalty.State.APPLIED, round__discarded_at=None)
    for number, points in penalties.filter(round__number__lte=upto).values_list("entry__number", "points"):
        if number in sums:
            sums[number][2] += points
    return {number: (*one, sum(one)) for number, one in sums.items()}


@pytest.mark.django_db
def test_any_order_of_acts_leads_to_an_end_that_counts_everything() -> None:
    """S41, S42, S43"""
    run_state_machine_as_test(
        TournamentMachine,
        settings=settings(
            max_examples=int(MORE or 8),
            stateful_step_count=40 if MORE else 30,
            derandomize=not MORE,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            # What failed is a row of acts and read as such; to shorten it would take many minutes.
            phases=(Phase.generate,),
        ),
    )
