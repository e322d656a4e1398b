"""Claims at a table: opened, taken back, rejected, answered by a ruling; what they keep from closing."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from scoring.enums import DisputeState
from scoring.models import Dispute, Hand
from scoring.selectors.disputes import open_disputes
from scoring.selectors.tables import current_result
from scoring.services.awards import award_make
from scoring.services.closing import round_close
from scoring.services.decisions import decision_cancel, decision_make
from scoring.services.disputes import (
    Objection,
    dispute_open,
    dispute_reject,
    dispute_set_aside,
    dispute_withdraw,
)
from scoring.services.hands import hand_record, hand_remove
from scoring.services.results import SeatFigures, result_confirm
from tests import factories
from tests.factories import actor
from tests.scoring.races import in_threads
from tests.scoring.records import BETL_LOST, CHIEF, DESK, REFEREE, STRANGER, betl, scribe_of
from tournament.actors import Actor
from tournament.enums import Role, TableState
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.journal.words import subject_words
from tournament.models import LogEntry, Table, Tournament
from tournament.selectors.public_state import desk_mark

pytestmark = pytest.mark.django_db

NOBODYS = SeatFigures(0, 0)
BARVA = Objection(claimant="A", accused="B", sequence=1, article="C1", text="nepřiznal listy")


@pytest.fixture
def hand(table: Table) -> Hand:
    """A betl lost by A."""
    return hand_record(table=table, record=betl(won=False), by=scribe_of(table))


def opened(table: Table, claim: Objection = BARVA, by: Actor | None = None, **fields: Any) -> Dispute:
    return dispute_open(table=table, claim=claim, by=by or scribe_of(table), **fields)


def test_scribe_calls_the_referee(hand: Hand, table: Table) -> None:
    """Who claims what against whom, at which hand, when and by whom; one entry of the log."""
    dispute = opened(table)

    assert (dispute.number, dispute.sequence, dispute.claimant, dispute.accused) == (1, 1, "A", "B")
    assert (dispute.article, dispute.claim, dispute.late, dispute.state) == (
        "C1",
        "nepřiznal listy",
        False,
        DisputeState.OPEN,
    )
    assert dispute.opened_by_key == scribe_of(table).key
    logged = LogEntry.objects.get(action="scoring.dispute.opened")
    assert (subject_words(logged), logged.object_id, logged.new["accused"]) == (
        "1. kolo, stůl 1, hra 1",
        dispute.pk,
        "B",
    )
    (row,) = open_disputes(table.round.tournament, REFEREE)
    assert str(row) == "hra 1, Novák Jan × Čech Petr, C1 nepřiznání barvy, nepřiznal listy"


def test_claim_after_the_next_hand_is_late_and_stays_the_referees(hand: Hand, table: Table) -> None:
    """D: the cards were stacked; it is said, not refused."""
    hand_record(table=table, record=betl(dealer="A", declarer="B"), by=DESK)
    assert [opened(table, Objection("A", "B", n)).late for n in (1, 2, 3)] == [True, False, False]
    assert not opened(table, Objection("A", "B", None)).late


@pytest.mark.parametrize(
    ("claim", "fields"),
    [
        (Objection("", "B", 1), {"claimant": "Vyberte, kdo z hráčů stolu námitku vznáší."}),
        (Objection("X", "B", 1), {"claimant": "Vyberte, kdo z hráčů stolu námitku vznáší."}),
        (Objection("A", "E", 1), {"accused": "Vyberte, proti komu z hráčů stolu námitka je."}),
        (Objection("A", "A", 1), {"accused": "Kdo namítá, nemůže namítat sám proti sobě."}),
        (Objection("A", "B", 0), {"sequence": "Hra má číslo od 1 do 3."}),
        (Objection("A", "B", 4), {"sequence": "Hra má číslo od 1 do 3."}),
        (Objection("A", "B", 2), {"sequence": "Hra 2 je vzatá zpět, nepočítá se."}),
        (
            Objection("A", "B", 1, article="C99"),
            {"article": "Vyberte, o jaký renonc jde, nebo nechte prázdné."},
        ),
        (Objection("A", "B", 1, text="x" * 301), {"claim": "Nejvýš 300 písmen."}),
    ],
)
def test_what_a_scribe_cannot_claim(
    hand: Hand, table: Table, claim: Objection, fields: dict[str, str]
) -> None:
    second = hand_record(table=table, record=betl(dealer="A", declarer="B"), by=scribe_of(table))
    hand_remove(hand=second, by=scribe_of(table))
    with pytest.raises(Refused) as refusal:
        opened(table, claim)
    assert (refusal.value.fields, Dispute.objects.count()) == (fields, 0)


def test_referee_asks_by_himself_and_says_why(hand: Hand, table: Table) -> None:
    assert opened(table, Objection("", "B", 1), by=REFEREE).claimant == ""
    with pytest.raises(Refused, match="o co jde"):
        opened(table, Objection(), by=REFEREE)


def test_who_is_not_at_the_table_opens_nothing(table: Table, second_table: Table) -> None:
    other = actor("Radek Rozhodčí", Role.REFEREE, tables=frozenset({2}))
    for by in (STRANGER, scribe_of(second_table), other):
        with pytest.raises(NotAllowed):
            opened(table, Objection("A", "B"), by=by)
    assert opened(second_table, Objection("A", "B"), by=other).number == 1


def test_the_same_form_twice_is_one_dispute(table: Table) -> None:
    key = uuid.uuid4()
    first, second = (opened(table, Objection("A", "B"), submission=key) for _time in range(2))
    assert first == second
    assert Dispute.objects.count() == 1


def test_open_dispute_keeps_the_sheet_and_the_round(hand: Hand, table: Table, second_table: Table) -> None:
    """The sentence names it; with a reason the organiser goes on, and the reason stays."""
    hand_record(table=second_table, record=betl(), by=DESK)
    dispute = opened(table)

    with pytest.raises(Refused, match=r"nerozhodnutý spor \(hra 1, Novák Jan × Čech Petr") as refusal:
        result_confirm(table=table, by=DESK)
    assert (refusal.value.code, set(refusal.value.fields)) == ("dispute_open", {"reason"})
    with pytest.raises(Refused, match=r"stůl 1 .*nerozhodnutý spor \(hra 1"):
        round_close(round_=table.round, by=DESK)
    table.refresh_from_db()
    assert (table.state, current_result(table)) == (TableState.OPEN, None)

    result_confirm(table=table, by=DESK, reason="rozhodčí přijede po obědě")

    dispute.refresh_from_db()
    table.refresh_from_db()
    assert (dispute.state, dispute.set_aside) == (DisputeState.OPEN, "rozhodčí přijede po obědě")
    assert (table.state, current_result(table).reason) == (TableState.CONFIRMED, "rozhodčí přijede po obědě")
    aside = LogEntry.objects.get(action="scoring.dispute.set_aside")
    assert (aside.object_id, aside.reason, aside.actor_name) == (
        dispute.pk,
        "rozhodčí přijede po obědě",
        DESK.name,
    )
    round_close(round_=table.round, by=DESK)


def test_dispute_opened_after_the_confirmation_keeps_the_round_open(
    hand: Hand, table: Table, second_table: Table
) -> None:
    hand_record(table=second_table, record=betl(), by=DESK)
    result_confirm(table=table, by=DESK)
    dispute = opened(table)
    with pytest.raises(Refused, match="nerozhodnutý spor"):
        round_close(round_=table.round, by=DESK)
    dispute_set_aside(dispute=dispute, reason="rozhodne se po kole", by=DESK)
    round_close(round_=table.round, by=DESK)


def test_only_the_organiser_goes_on(table: Table) -> None:
    dispute = opened(table, Objection("A", "B"))
    with pytest.raises(NotAllowed):
        dispute_set_aside(dispute=dispute, reason="spěcháme", by=REFEREE)
    with pytest.raises(Refused, match="důvod"):
        dispute_set_aside(dispute=dispute, reason=" ", by=DESK)


def test_ruling_answers_the_open_disputes_about_its_hand(hand: Hand, table: Table) -> None:
    about, other = opened(table), opened(table, Objection("C", "D", 2))
    decision = decision_make(
        hand=hand, patch={"renonce": [{"by": "B", "article": "C1"}]}, reason="barvu měl", by=REFEREE
    )
    about.refresh_from_db()
    other.refresh_from_db()
    assert (about.state, about.decision, about.closed_by) == (
        DisputeState.DECIDED,
        decision,
        REFEREE.name,
    )
    assert (other.state, other.decision) == (DisputeState.OPEN, None)


def test_cancelling_a_ruling_answers_nothing(hand: Hand, table: Table) -> None:
    decision_make(hand=hand, patch={}, reason="nic", by=REFEREE)
    dispute = opened(table)
    decision_cancel(hand=hand, reason="omyl", by=REFEREE)
    dispute.refresh_from_db()
    assert dispute.state == DisputeState.OPEN


def test_rejected_claim_leaves_the_hand_and_is_not_public(hand: Hand, table: Table) -> None:
    dispute = opened(table)
    dispute_reject(
        dispute=dispute, reason="listy neměl, viděl jsem zdvihy", public_reason="neuznáno", by=REFEREE
    )
    dispute.refresh_from_db()
    hand.refresh_from_db()
    assert (dispute.state, dispute.reason, dispute.public_reason, dispute.closed_by) == (
        DisputeState.REJECTED,
        "listy neměl, viděl jsem zdvihy",
        "neuznáno",
        REFEREE.name,
    )
    assert hand.money == BETL_LOST
    result_confirm(table=table, by=DESK)


def test_chief_may_still_rule_on_a_rejected_claim(hand: Hand, table: Table) -> None:
    dispute = opened(table)
    dispute_reject(dispute=dispute, reason="listy neměl", by=REFEREE)
    decision = decision_make(
        hand=hand, patch={"renonce": [{"by": "B", "article": "C1"}]}, reason="měl", by=CHIEF
    )
    dispute.refresh_from_db()
    assert (dispute.state, dispute.decision) == (DisputeState.DECIDED, decision)


@pytest.mark.parametrize("by", [DESK, STRANGER], ids=["organiser beside a chief", "stranger"])
def test_who_does_not_reject(table: Table, by: Actor) -> None:
    who = actor(by.name, *by.roles, chief_appointed=True)
    with pytest.raises(NotAllowed):
        dispute_reject(dispute=opened(table, Objection("A", "B")), reason="ne", by=who)


@pytest.mark.parametrize(
    ("texts", "fields"),
    [
        ({"reason": " "}, {"reason": "Napište, proč se námitka zamítá."}),
        ({"reason": "x" * 1001}, {"reason": "Nejvýš 1000 písmen."}),
        ({"reason": "ne", "public_reason": "x" * 301}, {"public_reason": "Nejvýš 300 písmen."}),
    ],
)
def test_rejecting_needs_a_reason(table: Table, texts: dict[str, str], fields: dict[str, str]) -> None:
    dispute = opened(table, Objection("A", "B"))
    with pytest.raises(Refused) as refusal:
        dispute_reject(dispute=dispute, by=REFEREE, **texts)
    dispute.refresh_from_db()
    assert (refusal.value.fields, dispute.state) == (fields, DisputeState.OPEN)


def test_taken_back_by_the_table_and_only_once(table: Table) -> None:
    dispute = opened(table, Objection("A", "B"))
    dispute_withdraw(dispute=dispute, by=scribe_of(table), expected=1)
    dispute_withdraw(dispute=dispute, by=scribe_of(table), expected=1)
    with pytest.raises(Refused, match=r"Spor 1 je už vzatý zpět: "):
        dispute_reject(dispute=dispute, reason="pozdě", by=REFEREE)
    assert LogEntry.objects.filter(action="scoring.dispute.withdrawn").count() == 1
    assert open_disputes(table.round.tournament, DESK) == ()


BOTH = actor("Olga Obojí", Role.ORGANISER, Role.CHIEF_REFEREE)
ENDS: dict[str, Callable[[Dispute], object]] = {
    "taken back": lambda one: dispute_withdraw(dispute=one, by=BOTH),
    "rejected": lambda one: dispute_reject(dispute=one, reason="Listy neměl.", by=BOTH),
    "decided": lambda one: award_make(
        dispute=one,
        amounts={"A": SeatFigures(300, 0), "B": SeatFigures(-300, 0), "C": NOBODYS, "D": NOBODYS},
        reason="Ze zdvihů.",
        by=BOTH,
    ),
}
AFTERWARDS = ENDS | {"set aside": lambda one: dispute_set_aside(dispute=one, reason="Spěcháme.", by=BOTH)}


@pytest.mark.parametrize(
    ("end", "then"),
    [(end, then) for end in ENDS for then in AFTERWARDS if then not in (end, "decided")],
)
def test_who_ended_it_does_not_end_it_otherwise(table: Table, end: str, then: str) -> None:
    """From another window: what was decided or rejected stays so, for its referee too."""
    dispute = opened(table, Objection("A", "B"))
    ENDS[end](dispute)
    before = Dispute.objects.values().get(pk=dispute.pk)

    with pytest.raises(Refused, match=r"^Spor 1 je už .*: Olga Obojí ") as refusal:
        AFTERWARDS[then](dispute)

    assert refusal.value.code == "dispute_closed"
    assert Dispute.objects.values().get(pk=dispute.pk) == before


def test_a_version_that_was_seen_is_expected(table: Table) -> None:
    dispute = opened(table, Objection("A", "B"))
    dispute_set_aside(dispute=dispute, reason="spěcháme", by=DESK)
    with pytest.raises(Conflict, match=DESK.name):
        dispute_reject(dispute=dispute, reason="ne", by=REFEREE, expected=1)


@pytest.mark.django_db(transaction=True)
def test_two_referees_at_once_end_it_once(table: Table) -> None:
    dispute = opened(table, Objection("A", "B"))
    answers = in_threads(
        2, lambda n: dispute_reject(dispute=dispute, reason=f"důvod {n}", by=(REFEREE, CHIEF)[n])
    )
    assert sorted(type(one).__name__ for one in answers) == ["Dispute", "Refused"]
    assert LogEntry.objects.filter(action="scoring.dispute.rejected").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_calls_at_once_get_two_numbers(table: Table) -> None:
    answers = in_threads(2, lambda n: opened(table, Objection("AB"[n], "C")))
    assert sorted(one.number for one in answers) == [1, 2]


# Pages


def test_three_taps_from_the_phone(hand: Hand, table: Table, visitor_client: Client) -> None:
    """The page of the table leads there; who claims, against whom, and the referee is called."""
    link = f"/l/{table.links.get().token}"
    assert f"{link}/spory/" in visitor_client.get(f"{link}/").content.decode()
    page = visitor_client.get(f"{link}/spory/").content.decode()
    assert 'name="accused" value="B"' in page
    assert 'value="2"' in page, "the hand that is being played"

    response = visitor_client.post(
        f"{link}/spory/otevrit/", {"claimant": "A", "accused": "B", "sequence": "1"}
    )

    assert response.status_code == 302
    dispute = Dispute.objects.get()
    assert (dispute.claimant, dispute.accused, dispute.sequence) == ("A", "B", 1)
    assert "Novák Jan × Čech Petr" in visitor_client.get(f"{link}/spory/").content.decode()
    visitor_client.post(f"{link}/spory/1/zpet/", {"expected": "1"})
    dispute.refresh_from_db()
    assert dispute.state == DisputeState.WITHDRAWN


def test_open_disputes_show_on_overview_board_and_list(
    hand: Hand, table: Table, referee_client: Client, organiser_client: Client
) -> None:
    """A part of each that stays up to date."""
    opened(table)
    for client in (referee_client, organiser_client):
        for address in ("", "kolo/1/listky/", "spory/"):
            page = client.get(f"/t/jarni-turnaj/{address}").content.decode()
            assert "Novák Jan × Čech Petr" in page, address
            assert 'data-state="/t/jarni-turnaj/stav-zazemi.json"' in page, address
            assert f'data-mark="{desk_mark("jarni-turnaj")}"' in page, address


def test_referee_of_other_tables_sees_nothing(
    hand: Hand, table: Table, tournament: Tournament, referee: Any, referee_client: Client
) -> None:
    tournament.memberships.filter(account=referee).update(tables=[2])
    opened(table)
    for address in ("", "kolo/1/listky/", "spory/"):
        assert (
            "Novák Jan × Čech Petr" not in referee_client.get(f"/t/jarni-turnaj/{address}").content.decode()
        )
    assert referee_client.get("/t/jarni-turnaj/kolo/1/stul/1/spory/1/").status_code == 404


def test_rejecting_on_the_page(table: Table, referee_client: Client) -> None:
    opened(table, Objection("A", "B", article="C6"))
    address = "/t/jarni-turnaj/kolo/1/stul/1/spory/1/"
    page = referee_client.get(address).content.decode()
    assert "C6 náznaky" in page
    assert "Zamítnout námitku" in page
    assert referee_client.post(f"{address}zamitnout/", {}).status_code == 422
    response = referee_client.post(
        f"{address}zamitnout/", {"zamitnout-reason": "neslyšel jsem nic", "zamitnout-expected": "1"}
    )
    assert response.status_code == 302
    assert Dispute.objects.get().state == DisputeState.REJECTED


def test_confirming_asks_beside_the_field(hand: Hand, table: Table, organiser_client: Client) -> None:
    opened(table)
    address = "/t/jarni-turnaj/kolo/1/stul/1/vysledek/potvrdit/"
    response = organiser_client.post(address, {})
    assert response.status_code == 422
    assert "nerozhodnutý spor (hra 1, Novák Jan × Čech Petr" in response.content.decode()
    assert organiser_client.post(address, {"reason": "rozhodčí odjel"}).status_code == 302


@pytest.mark.parametrize("role", [Role.REFEREE, Role.CHIEF_REFEREE])
def test_referee_of_another_tournament_is_answered_404(
    hand: Hand, table: Table, client_of: Any, role: Role
) -> None:
    """Every address of a dispute and of its ruling, looked at and sent to."""
    opened(table)
    decision = decision_make(hand=hand, patch={}, reason="nic", by=REFEREE)
    client = client_of(factories.MembershipFactory(role=role).account)
    at_table = "/t/jarni-turnaj/kolo/1/stul/1/"
    pages = ["spory/", "spory/1/", "spory/1/hra/", "hra/1/spor/"]
    acts = [
        "spory/otevrit/",
        *(f"spory/1/{act}/" for act in ("zpet", "zamitnout", "pokracovat", "castky", "hra/rozhodnout")),
        *(f"hra/1/spor/{act}/" for act in ("spocitat", "rozhodnout", "zrusit")),
    ]
    answers = [client.get(f"{at_table}{one}") for one in pages]
    answers += [client.post(f"{at_table}{one}", {"reason": "x"}) for one in acts]
    answers += [
        client.get(f"/t/jarni-turnaj/{one}")
        for one in (
            "spory/",
            "tisk/rozhodnuti.html",
            f"tisk/rozhodnuti-{decision.pk}.html",
        )
    ]
    assert {answer.status_code for answer in answers} == {404}
    assert Dispute.objects.get().decision == decision


@pytest.mark.parametrize("count", [1, 3])
def test_open_disputes_need_the_same_queries(
    table: Table, second_table: Table, count: int, django_assert_num_queries: Any
) -> None:
    for n in range(count):
        opened((table, second_table)[n % 2], Objection("A", "B"))
    with django_assert_num_queries(3):
        rows = open_disputes(table.round.tournament, REFEREE)
        assert all(str(row) for row in rows)
    assert len(rows) == count
