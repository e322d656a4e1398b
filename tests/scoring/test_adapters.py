"""The bridge to the rules: rulebook of a tournament, stored records, rulings laid over them (S30)."""

import random

import pytest

from rules import find_rulebook, parse_hand
from scoring.adapters import (
    InvalidRecord,
    crowns_problems,
    proposed_crowns,
    read_hand,
    read_json,
    rulebook_of,
    stored_hand,
    with_ruling,
)
from scoring.services.demo_hands import demo_hands
from scoring.wording import Wording, wording_of
from tests import factories
from tests.scoring.records import BETL_WON, betl
from tournament.errors import Refused
from tournament.models import Tournament

SEATS = ("A", "B", "C", "D")
CSM = find_rulebook("csm")


def test_rulebook_has_the_tournaments_rate_and_changes() -> None:
    tournament = Tournament(
        rulebook_id="csm", base_rate=50, rulebook_overrides={"sto_scaling": "doubling", "betl": 1000}
    )
    book = rulebook_of(tournament)
    assert (book.id, book.base_rate, book.hra, book.betl, book.sto_scaling) == (
        "csm",
        50,
        50,
        1000,
        "doubling",
    )


BAD_RULEBOOKS = {
    "unknown": {"rulebook_id": "pexeso"},
    "version nobody made": {"rulebook_version": "99"},
    "version that is no number": {"rulebook_version": "první"},
    "unknown field": {"rulebook_overrides": {"flek": 1}},
}


@pytest.mark.parametrize("fields", BAD_RULEBOOKS.values(), ids=BAD_RULEBOOKS)
def test_rulebook_that_cannot_be_used_is_one_sentence(fields: dict[str, object]) -> None:
    with pytest.raises(Refused, match="Pravidla turnaje se nedají použít"):
        rulebook_of(Tournament(**fields))


def test_stored_record_leaves_defaults_and_rulebook_out() -> None:
    typed = betl(rulebook="csm", red=False, fleks={"betl": []}, kind="hand", premium=[])
    assert read_hand(typed, CSM, SEATS).record == {"format": "licitovany-hand/1", **betl()}


def test_problems_say_where() -> None:
    with pytest.raises(InvalidRecord, match=r"^declarer: .*\(a ještě 1 chyba\)") as refused:
        read_hand(betl(declarer="X", contract="pexeso"), CSM, SEATS)
    assert set(refused.value.fields) == {"declarer", "contract"}


RULINGS = {
    "sets a field": ({"lozena": ["betl"]}, betl(lozena=["betl"])),
    "takes a field out": ({"outcome": None}, {k: v for k, v in betl().items() if k != "outcome"}),
    "nothing": ({}, betl()),
    "none": (None, betl()),
}


@pytest.mark.parametrize(("patch", "expected"), RULINGS.values(), ids=RULINGS)
def test_ruling_is_laid_over_the_record(patch: dict[str, object] | None, expected: dict[str, object]) -> None:
    record = betl()
    assert with_ruling(record, patch) == expected
    assert record == betl()


def test_settlement_with_and_without_a_ruling() -> None:
    assert stored_hand(betl(), CSM).settlement.money == BETL_WON
    lost = stored_hand(betl(), CSM, {"outcome": {"betl": "lost"}}).settlement
    assert lost.money == {"A": -900, "B": 300, "C": 300, "D": 300}


def test_crowns_of_a_sum_that_is_let_stand() -> None:
    """What is missing is rounded like one more player's."""
    money = {"A": 1234, "B": -560, "C": -1001, "D": 300}
    assert proposed_crowns(money) == {"A": 12, "B": -5, "C": -10, "D": 3}
    assert crowns_problems(money, {"A": 12, "B": -5, "C": -10, "D": 3}) == {}
    assert set(crowns_problems(money, {"A": 14, "B": -7, "C": -10, "D": 3})) == {"A", "B"}


@pytest.mark.parametrize("text", ["", "{", '{"a": 1, "a": 2}', "[" * 100_000])
def test_text_that_is_no_json_is_one_sentence(text: str) -> None:
    with pytest.raises(Refused):
        read_json(text)


@pytest.mark.parametrize("rate", [10, 20, 25, 50])
@pytest.mark.parametrize("size", [3, 4])
def test_thousand_hands_in_whole_haler(rate: int, size: int) -> None:
    """S30: whole haléře, every hand sums to zero, no float stored."""
    book = rulebook_of(Tournament(base_rate=rate))
    seats = SEATS[:size]
    for record in demo_hands(seats=seats, count=1000, chance=random.Random(rate)):
        money = read_hand(record, book, seats).settlement.money
        assert sum(money.values()) == 0
        assert all(type(amount) is int for amount in money.values())


WORDS = {
    "betl": (betl(), Wording("betl", False, "", "uhraný", "uhraný", "")),
    "sto with a marriage": (
        betl(
            contract="sto",
            red=True,
            fleks={"sto": ["B", "A"]},
            outcome={"sto": {"made": True, "steps": 3}, "quiet_sedma": {"side": "defence", "won": True}},
        ),
        Wording(
            "sto červených",
            True,
            "sto re (B A)",
            "sto uhrané (120), tichá sedma proti uhraná",
            "sto 120, t. sedma proti ano",
            "",
        ),
    ),
    "sedma counted from points": (
        {
            **betl(contract="sedma", outcome={"sedma": "lost"}, lozena=["hra"]),
            "points": {"declarer_cards": 80, "declarer_marriages": [40], "defence_marriages": []},
        },
        Wording(
            "sedma",
            False,
            "",
            "hra uhraná, sedma prohraná, tiché 120",
            "hra ano, sedma ne, tiché 120",
            "ložená hra",
        ),
    ),
    "lost sto": (
        betl(contract="sto", outcome={"sto": {"made": False, "steps": 2}}),
        Wording("sto", False, "", "sto prohrané (o 2)", "sto prohrané (o 2)", ""),
    ),
    "both parts made": (
        betl(contract="sedma", outcome={"hra": "won", "sedma": "won"}),
        Wording("sedma", False, "", "hra uhraná, sedma uhraná", "obojí uhráno", ""),
    ),
    "both parts lost": (
        betl(contract="sedma", outcome={"hra": "lost", "sedma": "lost"}),
        Wording("sedma", False, "", "hra prohraná, sedma prohraná", "obojí prohráno", ""),
    ),
    "one part made": (
        betl(contract="sedma", outcome={"hra": "won", "sedma": "lost"}),
        Wording("sedma", False, "", "hra uhraná, sedma prohraná", "hra ano, sedma ne", ""),
    ),
    "renonc played on": (
        betl(renonce=[{"by": "B", "article": "C4", "playout": True}]),
        Wording("betl", False, "", "uhraný", "uhraný", "renonc C4 (B, dohráno)"),
    ),
    "D1: what play would have given is not told": (
        betl(
            contract="sedma",
            outcome={"hra": "won", "sedma": "won", "quiet_sto": {"side": "declarer", "steps": 2}},
            renonce=[{"by": "B", "article": "C4"}],
        ),
        Wording("sedma", False, "", "renoncem prohrála obrana", "renonc obrany", "renonc C4 (B)"),
    ),
    "D1: by the declarer": (
        betl(contract="sedma", outcome={}, renonce=[{"by": "A", "article": "B13"}]),
        Wording("sedma", False, "", "renoncem prohrál aktér", "renonc aktéra", "renonc B/13 (A)"),
    ),
    "C8 decides nothing": (
        betl(renonce=[{"by": "B", "article": "C8"}]),
        Wording("betl", False, "", "uhraný", "uhraný", "renonc C8 (B)"),
    ),
    "C12: helpers hidden": (
        betl(contract="dve_sedmy", outcome={"dve_sedmy": "won"}, renonce=[{"by": "B", "article": "C12"}]),
        Wording("dvě sedmy", False, "", "dvě sedmy platí aktér", "2×7 platí aktér", "renonc C12 (B)"),
    ),
    "C13: only sto is lost": (
        betl(
            contract="dve_sedmy_sto",
            outcome={"dve_sedmy": "won"},
            renonce=[{"by": "B", "article": "C13"}],
        ),
        Wording(
            "dvě sedmy a sto",
            False,
            "",
            "sto renoncem prohrála obrana, dvě sedmy uhrané",
            "sto renonc obrany, dvě sedmy ano",
            "renonc C13 (B)",
        ),
    ),
    "four helpers against": (
        betl(
            contract="dve_sedmy_sto",
            outcome={},
            four_helpers_against=True,
            renonce=[{"by": "C", "article": "C1"}],
        ),
        Wording(
            "dvě sedmy a sto",
            False,
            "",
            "dvě sedmy platí aktér, sto renoncem prohrála obrana",
            "2×7 platí aktér, sto renonc obrany",
            "renonc C1 (C)",
        ),
    ),
    "B/18: won whatever happened": (
        betl(outcome={"betl": "lost"}, renonce=[{"by": "A", "article": "B18"}]),
        Wording("betl", False, "", "uhraný", "uhraný", "renonc B/18 (A)"),
    ),
    "the referee lets the hand be lost": (
        betl(renonce=[{"by": "C", "article": "REF", "lost": True}]),
        Wording("betl", False, "", "renoncem prohrála obrana", "renonc obrany", "rozhodnutí rozhodčího (C)"),
    ),
    "misdeal": (
        {"players": list(SEATS), "dealer": "B", "kind": "misdeal"},
        Wording("chybné rozdání", False, "", "", "", ""),
    ),
}


@pytest.mark.parametrize(("record", "words"), WORDS.values(), ids=WORDS)
def test_words_of_a_hand(record: dict[str, object], words: Wording) -> None:
    assert wording_of(parse_hand(record)) == words


@pytest.mark.django_db
def test_rate_of_the_tournament_pays_the_hands(tournament: Tournament) -> None:
    tournament.base_rate = 50
    tournament.save()
    factories.entries(tournament, 4)
    assert stored_hand(betl(), rulebook_of(tournament)).settlement.money["A"] == 2250


SITTING_OUT_CLAIMS = betl(dealer="D", premium=[{"to": "D", "points": 5}])


def test_a_stored_hand_opens_with_what_only_new_ones_must_not_say() -> None:
    with pytest.raises(InvalidRecord, match="pauzíruje"):
        read_hand(SITTING_OUT_CLAIMS, CSM, SEATS)
    stored = stored_hand(SITTING_OUT_CLAIMS, CSM)
    assert stored.settlement.premium["D"] == 5
    assert read_hand(SITTING_OUT_CLAIMS, CSM, SEATS, stored=True).settlement == stored.settlement


def test_a_new_ruling_answers_for_its_own_fields_only() -> None:
    """What the record said before stands; what the referee adds is checked as if it were new."""
    stored = stored_hand(SITTING_OUT_CLAIMS, CSM)
    assert stored.ruled({"lozena": ["betl"]}).hand.parts[0].lozena
    with pytest.raises(InvalidRecord, match="pauzíruje") as refused:
        stored.ruled({"renonce": [{"by": "D", "article": "C1"}]})
    assert list(refused.value.fields) == ["renonce[0].by"]
