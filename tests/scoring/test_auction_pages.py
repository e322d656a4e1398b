"""The auction beside a hand (R-003): calls by seats, what may be called and why not, what is stored."""

import json
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from rules import Rulebook, find_rulebook
from scoring.auctions import auction_words, bidders
from scoring.forms.auction import auction_board, called
from scoring.forms.hands import HandForm
from scoring.models import Hand
from scoring.selectors.tables import SeatLine
from scoring.services.hands import hand_correct, hand_record
from tests.scoring.records import DESK, betl
from tournament.errors import Refused
from tournament.models import LogEntry, Table

CSM = find_rulebook("csm")
TRADITIONAL = find_rulebook("traditional")
OWES_HRA = find_rulebook("csm", overrides={"nobody_bids": "hra"})

NAMES = dict(zip("ABCD", ("Jan", "Petr", "Karel", "Věra"), strict=True))


def seats(letters: str) -> tuple[SeatLine, ...]:
    return tuple(SeatLine(letter, n, NAMES[letter], "", False) for n, letter in enumerate(letters, 1))


PLACES = {
    "four, D deals and sits out": ("ABCD", "D", ("A", "B", "C")),
    "four, B deals": ("ABCD", "B", ("C", "D", "A")),
    "three, the dealer is the zadák": ("ABC", "B", ("C", "A", "B")),
}


@pytest.mark.parametrize(("letters", "dealer", "places"), PLACES.values(), ids=PLACES)
def test_places_by_the_dealer(letters: str, dealer: str, places: tuple[str, str, str]) -> None:
    assert bidders(letters, dealer) == places


def after(*calls: str, dealer: str = "D", letters: str = "ABCD", rulebook: Rulebook = CSM) -> QueryDict:
    """The form after these calls, each by whoever is on turn."""
    data = QueryDict(mutable=True)
    data["dealer"] = dealer
    for call in calls:
        data = called(data, call, seats(letters), rulebook)
    return data


def board(data: QueryDict, letters: str = "ABCD", rulebook: Rulebook = CSM) -> Any:
    return auction_board(HandForm(data, seats=seats(letters), rulebook=rulebook))


TURNS: dict[str, tuple[tuple[str, ...], str, list[str], int | None, str]] = {
    # calls · who is on turn and where · what he may answer · lowest rung · what he may not and why
    "zadák begins (B/6)": ((), "C zadák", ["pass"], 1, "Karel nemůže držet"),
    "forhont answers": (("bid-1",), "A forhont", ["hold", "pass"], None, "Jan má přednost, nepřihazuje"),
    "held, the challenger goes higher": (("bid-1", "hold"), "C zadák", ["pass"], 2, "nemůže držet"),
    "rungs may be skipped": (("bid-1", "hold", "bid-7", "hold"), "C zadák", ["pass"], 8, "nemůže držet"),
    "zadák passed, prostřední goes on": (("pass",), "B prostřední", ["pass"], 1, "nemůže držet"),
    "forhont passed, prostřední may hold": (
        ("bid-3", "pass"),
        "B prostřední",
        ["hold", "pass"],
        None,
        "drží",
    ),
    "top of the ladder": (("bid-12", "hold"), "C zadák", ["pass"], None, "nemůže držet"),
}


@pytest.mark.parametrize(("calls", "turn", "answers", "lowest", "why"), TURNS.values(), ids=TURNS)
def test_turn_and_what_may_be_called(
    calls: tuple[str, ...], turn: str, answers: list[str], lowest: int | None, why: str
) -> None:
    shown = board(after(*calls))
    assert f"{shown.letter} {shown.place}" == turn
    assert [one.value for one in shown.options if one.allowed] == answers
    assert [one.value for one in shown.rungs] == [f"bid-{n}" for n in range(lowest or 13, 13)]
    assert why in shown.why_not


REFUSED_CALLS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "zadák cannot hold": ((), "hold", "C nemůže držet; musí nabídnout vyšší stupeň"),
    "not higher": (("bid-3", "hold"), "bid-3", "Nabídka musí být vyšší než stupeň 3"),
    "no such rung": ((), "bid-13", "Žebříček má stupně 1 až 12"),
    "holder does not raise": (("bid-3",), "bid-4", "A má přednost, nepřihazuje"),
    "over": (("pass", "pass"), "pass", "Licitace skončila"),
    "no call at all": ((), "čtyři", "v licitaci neříká"),
}


@pytest.mark.parametrize(("calls", "call", "text"), REFUSED_CALLS.values(), ids=REFUSED_CALLS)
def test_refused_call_says_why(calls: tuple[str, ...], call: str, text: str) -> None:
    data = after(*calls)
    with pytest.raises(Refused, match=text):
        called(data, call, seats("ABCD"), CSM)


ENDS: dict[str, tuple[tuple[str, ...], Rulebook, str, str, str, str]] = {
    # calls · rulebook · declarer · rung · result · what may be announced
    "won by the zadák": (
        ("bid-1", "hold", "bid-3", "pass", "pass"),
        CSM,
        "C",
        "3",
        "Konec licitace: Karel, stupeň 3: sto.",
        "Ohlásit smí sto nebo kterýkoli vyšší stupeň.",
    ),
    "held to the end": (
        ("bid-2", "hold", "pass", "pass"),
        CSM,
        "A",
        "2",
        "Jan, stupeň 2",
        "trumfovou sedmou",
    ),
    "plain sedma may be an omyl": (("bid-1", "pass", "pass"), CSM, "C", "1", "stupeň 1", "na omyl"),
    "no omyl on hra": (
        ("bid-1", "pass", "pass"),
        TRADITIONAL,
        "C",
        "1",
        "stupeň 1: hra",
        "hra nebo kterýkoli",
    ),
    "nobody bids": (("pass", "pass"), CSM, "A", "1", "hraje forhont Jan, nejméně: sedma", "sedma"),
    "nobody bids, hra is owed": (("pass", "pass"), TRADITIONAL, "A", "1", "nejméně: hra", "hra"),
    "owed below the ladder": (
        ("pass", "pass"),
        OWES_HRA,
        "A",
        "",
        "nejméně: hra",
        "kterýkoli stupeň žebříčku",
    ),
}


@pytest.mark.parametrize(
    ("calls", "rulebook", "declarer", "bid", "result", "announce"), ENDS.values(), ids=ENDS
)
def test_end_fills_the_form(
    calls: tuple[str, ...], rulebook: Rulebook, declarer: str, bid: str, result: str, announce: str
) -> None:
    data = after(*calls, rulebook=rulebook)
    assert (data["declarer"], data["bid"]) == (declarer, bid)
    shown = board(data, rulebook=rulebook)
    assert (shown.turn, result in shown.result, announce in shown.announce) == ("", True, True)


def test_call_is_taken_back_and_all_of_them_deleted() -> None:
    data = after("bid-1", "hold", "undo")
    assert json.loads(data["auction"]) == [{"by": "C", "bid": 1}]
    assert board(data).letter == "A"
    assert after("bid-1", "hold", "clear")["auction"] == ""


def test_other_dealer_than_the_auction_was_written_for() -> None:
    data = after("bid-1")
    data["dealer"] = "A"
    shown = board(data)
    assert "Na řadě je D, ne C. Smažte licitaci a začněte znovu." in shown.problem
    assert shown.turn == ""


def test_no_dealer_no_auction() -> None:
    assert auction_board(HandForm(QueryDict(), seats=seats("ABCD"), rulebook=CSM)).problem == (
        "Nejdřív klepněte na toho, kdo rozdává."
    )


# What is stored

HELD = [
    {"by": "C", "bid": 7},
    {"by": "A", "call": "hold"},
    {"by": "C", "call": "pass"},
    {"by": "B", "call": "pass"},
]
"""Forhont A holds betl."""


def test_auction_is_stored_and_logged(table: Table) -> None:
    hand = hand_record(table=table, record=betl(bid=7), by=DESK, auction=HELD)
    hand.refresh_from_db()
    assert hand.auction == HELD
    assert LogEntry.objects.get(object_id=hand.pk).new["auction"] == "C 7, A mám, C pas, B pas"


DISAGREE: dict[str, tuple[dict[str, Any], list[dict[str, Any]], str]] = {
    "not over": (betl(bid=7), HELD[:3], "Licitace není dokončená, na řadě je B."),
    "other declarer": (betl(bid=7, declarer="B"), HELD, "Licitaci vyhrál hráč A, v zápisu ale hraje B."),
    "other rung": (betl(bid=6), HELD, "Vylicitoval se stupeň 7, v zápisu je ale 6."),
    "no rung": (betl(), HELD, "Vylicitoval se stupeň 7, v zápisu je ale –."),
    "out of turn": (betl(bid=7), [{"by": "B", "bid": 7}], "Na řadě je C, ne B."),
    "no call": (betl(bid=7), [{"by": "C"}], "Zápis licitace se nedá přečíst."),
    "rung as a text": (betl(bid=7), [{"by": "C", "bid": "7"}], "Zápis licitace se nedá přečíst."),
}


@pytest.mark.parametrize(("record", "calls", "text"), DISAGREE.values(), ids=DISAGREE)
def test_auction_that_says_something_else_is_refused(
    table: Table, record: dict[str, Any], calls: list[dict[str, Any]], text: str
) -> None:
    with pytest.raises(Refused, match=text):
        hand_record(table=table, record=record, by=DESK, auction=calls)
    assert (Hand.objects.count(), LogEntry.objects.count()) == (0, 0)


def test_misdeal_has_no_auction(table: Table) -> None:
    record = {"players": ["A", "B", "C", "D"], "dealer": "D", "kind": "misdeal", "prior_misdeals": 0}
    assert hand_record(table=table, record=record, by=DESK, auction=HELD).auction == []


def test_correction_keeps_changes_or_deletes_the_auction(table: Table) -> None:
    hand = hand_record(table=table, record=betl(bid=7), by=DESK, auction=HELD)
    lost = hand_correct(hand=hand, record=betl(bid=7, won=False), by=DESK)
    assert lost.auction == HELD, "not mentioned, kept"
    assert hand_correct(hand=lost, record=betl(bid=7, won=False), by=DESK, auction=[]).auction == []
    again = hand_correct(hand=lost, record=betl(bid=7, won=False), by=DESK, auction=HELD)
    assert (again.auction, again.version) == (HELD, 4)


def test_correction_to_another_winner_needs_another_auction(table: Table) -> None:
    hand = hand_record(table=table, record=betl(bid=7), by=DESK, auction=HELD)
    with pytest.raises(Refused, match="Licitaci vyhrál hráč A"):
        hand_correct(hand=hand, record=betl(bid=7, declarer="C"), by=DESK)
    hand.refresh_from_db()
    assert (hand.record["declarer"], hand.version) == ("A", 1)


def test_words() -> None:
    assert auction_words(HELD) == "C 7, A mám, C pas, B pas"


# Pages

ADDRESS = "/t/jarni-turnaj/kolo/1/stul/1/hra/"
TYPED = {"dealer": "D", "kind": "hand", "contract": "betl", "outcome_betl": "won"}


def test_fragment_and_whole_page_after_a_call(organiser_client: Client, table: Table) -> None:
    typed = TYPED | {"call": "bid-7"}
    fragment = organiser_client.post(f"{ADDRESS}licitace/", typed, headers={"HX-Request": "true"})
    page = organiser_client.post(f"{ADDRESS}licitace/", typed)
    for answer, whole in ((fragment, False), (page, True)):
        text = answer.content.decode()
        assert (answer.status_code, "<html" in text) == (200, whole)
        assert "Na řadě: <strong>Novák Jan</strong>, forhont" in text
        assert "7. betl" in text
    assert Hand.objects.count() == 0


def test_end_of_the_auction_ticks_who_plays(organiser_client: Client, table: Table) -> None:
    typed = TYPED | {"auction": json.dumps(HELD[:3]), "call": "pass"}
    text = organiser_client.post(
        f"{ADDRESS}licitace/", typed, headers={"HX-Request": "true"}
    ).content.decode()
    assert "Konec licitace: Novák Jan, stupeň 7: betl." in text
    assert '<option value="7" selected>' in text
    assert 'id="kdo-hraje" hx-swap-oob="true"' in text
    assert 'name="declarer" value="A" id="id_declarer_0" checked' in text


def test_refused_call_is_said_on_the_page(organiser_client: Client, table: Table) -> None:
    typed = TYPED | {"auction": json.dumps(HELD[:1]), "call": "bid-8"}
    text = organiser_client.post(f"{ADDRESS}licitace/", typed).content.decode()
    assert "má přednost, nepřihazuje: buď drží stupeň 7, nebo odstoupí." in text


def test_hand_is_stored_with_its_auction_and_shown(organiser_client: Client, table: Table) -> None:
    typed = TYPED | {"auction": json.dumps(HELD), "declarer": "A", "bid": "7"}
    assert organiser_client.post(ADDRESS, typed).status_code == 302
    assert Hand.objects.get().auction == HELD
    text = organiser_client.get(f"{ADDRESS}1/").content.decode()
    assert "C 7, A mám, C pas, B pas" in text


def test_unfinished_auction_is_refused_beside_the_calls(organiser_client: Client, table: Table) -> None:
    typed = TYPED | {"auction": json.dumps(HELD[:2]), "declarer": "A", "bid": "7"}
    answer = organiser_client.post(ADDRESS, typed)
    assert answer.status_code == 422
    assert "Licitace není dokončená, na řadě je C." in answer.content.decode()
    assert Hand.objects.count() == 0


BROKEN = {"no JSON": "[{", "no list": "{}", "text": '"C 7"'}


@pytest.mark.parametrize("sent", BROKEN.values(), ids=BROKEN)
def test_crafted_auction_is_one_sentence(organiser_client: Client, table: Table, sent: str) -> None:
    answer = organiser_client.post(ADDRESS, TYPED | {"auction": sent, "declarer": "A", "bid": "7"})
    assert answer.status_code == 422
    assert "Formulář není z této stránky. Načtěte ji znovu." in answer.content.decode()
    assert Hand.objects.count() == 0
