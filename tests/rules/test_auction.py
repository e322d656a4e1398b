"""The auction (B/6, B/15, R-003, R-004)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import InvalidAuction, find_rulebook
from rules.auction import (
    Allowed,
    Auction,
    Call,
    may_announce,
    may_say_omyl,
    parse_auction,
    start_auction,
    why_not_announce,
)
from tests.rules.test_shared_cases import load

CSM = find_rulebook("csm")


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in load("auction.json")])
def test_shared_cases(row: dict[str, Any]) -> None:
    if "error" in row["expect"]:
        with pytest.raises(InvalidAuction):
            parse_auction(row["auction"])
    else:
        assert parse_auction(row["auction"]).to_json() == row["expect"]


def played(calls: str, opener: str = "zadak", rulebook: str = "csm") -> Auction:
    """An auction written shortly: "Z3" names a rung, "F=" holds, "P-" passes."""
    auction = start_auction("FPZ", find_rulebook(rulebook, overrides={"opener": opener}))
    for call in calls.split():
        by, what = call[0], call[1:]
        auction = auction.after(
            Call(by, None, {"=": "hold", "-": "pass"}[what]) if what in "=-" else Call(by, int(what))
        )
    return auction


class Case(NamedTuple):
    id: str
    calls: str
    to_call: str | None
    allowed: Allowed
    bid: int | None
    opener: str = "zadak"


NOBODY = Allowed(None, False, False)
STATES = [
    Case("the zadák opens", "", "Z", Allowed(1, False, True), None),
    Case("or the prostřední", "", "P", Allowed(1, False, True), None, "prostredni"),
    Case("the forhont answers", "Z3", "F", Allowed(None, True, True), 3),
    Case("the zadák goes on", "Z3 F=", "Z", Allowed(4, False, True), 3),
    Case("the third challenges the forhont from the start", "Z-", "P", Allowed(1, False, True), None),
    Case("the third challenges above what was held", "Z3 F= Z-", "P", Allowed(4, False, True), 3),
    Case("a senior newcomer may hold", "Z3 F-", "P", Allowed(None, True, True), 3),
    Case("who held against whom goes on", "Z3 F- P=", "Z", Allowed(4, False, True), 3),
    Case("a junior newcomer must go higher", "P3 F-", "Z", Allowed(4, False, True), 3, "prostredni"),
    Case("and the senior answers him", "P3 F- Z5", "P", Allowed(None, True, True), 5, "prostredni"),
    Case("above the last rung nobody can go", "Z12 F=", "Z", Allowed(None, False, True), 12),
    Case("two passes", "Z3 F= Z- P-", None, NOBODY, 3),
]


@pytest.mark.parametrize("case", STATES, ids=lambda case: case.id)
def test_whose_turn_and_what_may_be_called(case: Case) -> None:
    auction = played(case.calls, case.opener)
    assert (auction.to_call, auction.allowed(), auction.bid) == (case.to_call, case.allowed, case.bid)


class Refused(NamedTuple):
    id: str
    calls: str
    call: Call
    code: str
    path: str


REFUSED = [
    Refused("out of turn", "Z3", Call("Z", 4), "out_of_turn", "calls[1].by"),
    Refused("somebody else", "", Call("X", 1), "out_of_turn", "calls[0].by"),
    Refused("not higher", "Z3 F=", Call("Z", 3), "not_higher", "calls[2].bid"),
    Refused("rung 13", "", Call("Z", 13), "no_such_rung", "calls[0].bid"),
    Refused("rung 0", "", Call("Z", 0), "no_such_rung", "calls[0].bid"),
    Refused("beyond the top", "Z12 F=", Call("Z", 12), "not_higher", "calls[2].bid"),
    Refused("the holder raises", "Z3", Call("F", 4), "holder_does_not_raise", "calls[1].bid"),
    Refused("the opener holds", "", Call("Z", None, "hold"), "cannot_hold", "calls[0].call"),
    Refused("after the end", "Z- P-", Call("F", 1), "auction_over", "calls[2]"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.id)
def test_refused(case: Refused) -> None:
    auction = played(case.calls)
    problem = auction.why_not(case.call)
    assert problem is not None
    assert (problem.code, problem.path) == (case.code, case.path)
    with pytest.raises(InvalidAuction) as caught:
        auction.after(case.call)
    assert caught.value.problems == (problem,)


RECORD: dict[str, Any] = {"players": ["F", "P", "Z"], "calls": []}


@pytest.mark.parametrize(
    ("record", "problems"),
    [
        pytest.param(7, [("", "wrong_type")], id="number"),
        pytest.param({}, [("players", "missing_field"), ("calls", "missing_field")], id="empty"),
        pytest.param(
            RECORD | {"x": 1, "calls": {}}, [("x", "unknown_field"), ("calls", "wrong_type")], id="fields"
        ),
        pytest.param(RECORD | {"rulebook": "x"}, [("rulebook", "unknown_rulebook")], id="rulebook"),
        pytest.param(RECORD | {"players": "FPZ"}, [("players", "wrong_type")], id="players no list"),
        pytest.param(RECORD | {"players": ["F", "P"]}, [("players", "players_count")], id="two players"),
        pytest.param(RECORD | {"players": ["F", "P", "F"]}, [("players", "players_count")], id="twice"),
        pytest.param(RECORD | {"players": ["F", "P", "Z", "D"]}, [("players", "players_count")], id="four"),
        pytest.param(
            RECORD | {"players": ["F", "P", ["Z"]]}, [("players", "players_count")], id="list as a name"
        ),
        pytest.param(
            RECORD | {"calls": [1, {}, {"by": "X", "bid": 1}, {"by": "F", "bid": 1, "call": "hold"}]},
            [
                ("calls[0]", "wrong_type"),
                ("calls[1].by", "missing_field"),
                ("calls[1]", "bid_or_call"),
                ("calls[2].by", "not_a_player"),
                ("calls[3]", "bid_or_call"),
            ],
            id="calls",
        ),
        pytest.param(
            RECORD
            | {
                "calls": [
                    {"by": "Z", "bid": True},
                    {"by": "F", "call": "double"},
                    {"by": "F", "call": 1, "x": 1},
                ]
            },
            [
                ("calls[0].bid", "wrong_type"),
                ("calls[1].call", "wrong_value"),
                ("calls[2].x", "unknown_field"),
                ("calls[2].call", "wrong_type"),
            ],
            id="values of calls",
        ),
    ],
)
def test_problems_of_a_record(record: Any, problems: Sequence[tuple[str, str]]) -> None:
    with pytest.raises(InvalidAuction) as caught:
        parse_auction(record)
    assert [(problem.path, problem.code) for problem in caught.value.problems] == problems


@pytest.mark.parametrize(
    ("rulebook", "bid", "announce"),
    [("csm", 1, "sedma"), ("traditional", 1, "hra"), ("pub", 1, "hra"), ("online", 0, "hra")],
)
def test_what_the_forhont_owes(rulebook: str, bid: int, announce: str) -> None:
    auction = played("Z- P-", rulebook=rulebook)
    assert (auction.winner, auction.bid) == ("F", bid)
    announced = may_announce(auction.rulebook, bid)
    assert announced[0] == (announce, False)
    assert [call for call in announced if call[0] == "hra"] == (
        [("hra", False), ("hra", True)] if announce == "hra" else []
    )


def test_hra_owed_below_a_ladder_of_ones_own() -> None:
    book = find_rulebook("csm", overrides={"nobody_bids": "hra"})
    auction = start_auction("FPZ", book).after(Call("Z", None, "pass")).after(Call("P", None, "pass"))
    assert auction.bid == 0
    assert len(may_announce(book, 0)) == 14


@pytest.mark.parametrize(
    ("bid", "seven", "names"),
    [
        (11, True, [("dve_sedmy", True), ("dve_sedmy_sto", True)]),
        (
            7,
            True,
            [(c, False) for c in ("betl", "durch", "dve_sedmy", "dve_sedmy_sto")]
            + [("dve_sedmy", True), ("dve_sedmy_sto", True)],
        ),
        (12, False, [("dve_sedmy_sto", True)]),
    ],
)
def test_the_rung_won_or_any_higher(bid: int, seven: bool, names: list[tuple[str, bool]]) -> None:
    assert list(may_announce(CSM, bid, trump_seven=seven)) == names


@pytest.mark.parametrize(
    ("bid", "contract", "red", "seven", "code"),
    [
        (1, "sedma", False, True, None),
        (1, "sedma", False, False, "no_trump_seven"),
        (1, "sedma", True, False, "no_trump_seven"),
        (1, "sto_sedma", False, False, None),
        (2, "sedma", False, True, "below_bid"),
        (1, "hra", False, True, "not_on_ladder"),
    ],
)
def test_announcing(bid: int, contract: Any, red: bool, seven: bool, code: str | None) -> None:
    problem = why_not_announce(CSM, bid, contract, red, trump_seven=seven)
    assert (problem.code if problem else None) == code


@pytest.mark.parametrize(
    ("rulebook", "rungs"), [("csm", [1]), ("online", [1]), ("traditional", [3]), ("pub", [3])]
)
def test_omyl_only_on_plain_sedma(rulebook: str, rungs: list[int]) -> None:
    book = find_rulebook(rulebook)
    assert [bid for bid in range(13) if may_say_omyl(book, bid)] == rungs


@given(
    st.data(),
    st.sampled_from(["csm", "traditional", "pub", "online"]),
    st.sampled_from(["zadak", "prostredni"]),
)
def test_every_auction_ends(data: st.DataObject, rulebook: str, opener: str) -> None:
    """Whatever is called, exactly who is on turn may call, nobody returns, and the last rung called wins."""
    auction = start_auction("FPZ", find_rulebook(rulebook, overrides={"opener": opener}))
    passed: set[str] = set()
    while auction.to_call is not None:
        by = auction.to_call
        assert by not in passed
        lowest, hold, _ = auction.allowed()
        bids = [] if lowest is None else [Call(by, rung) for rung in range(lowest, 13)]
        call = data.draw(
            st.sampled_from([*bids, Call(by, None, "pass"), *([Call(by, None, "hold")] if hold else [])])
        )
        passed |= {by} if call.call == "pass" else set()
        auction = auction.after(call)
    assert len(auction.calls) <= 3 + 2 * 12
    assert len(passed) == 2
    assert auction.winner not in passed
    rungs = [call.bid for call in auction.calls if call.bid is not None]
    assert rungs == sorted(set(rungs))
    if rungs:
        assert auction.bid == rungs[-1]
