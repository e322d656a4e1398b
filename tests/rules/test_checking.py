"""Every problem of a record, by path and code; the format and the articles decide what is one."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from rules import InvalidHand, check_record, find_rulebook, hand_to_json, parse_hand
from rules.shown import encodable
from tests.rules.records import Record, four, three


class Case(NamedTuple):
    id: str
    record: Any
    problems: list[tuple[str, str]]


def omyl(**fields: Any) -> Record:
    return {"players": list("ABCD"), "dealer": "D", "kind": "omyl", "declarer": "A", "bid": 1} | fields


def misdeal(**fields: Any) -> Record:
    return {"players": list("ABCD"), "dealer": "D", "kind": "misdeal"} | fields


def renonc(*entries: Record, **fields: Any) -> Record:
    return {"players": list("ABCD"), "dealer": "D", "kind": "renonc", "renonce": list(entries)} | fields


def by(player: str, article: str, **fields: Any) -> Record:
    return {"by": player, "article": article} | fields


WHOLE_RECORD = [
    Case("nothing", None, [("", "wrong_type")]),
    Case("list", [], [("", "wrong_type")]),
    Case("number", 7, [("", "wrong_type")]),
    Case("empty", {}, [(f, "missing_field") for f in ("players", "dealer", "declarer", "contract")]),
    Case("unknown field", four(colour="red"), [("colour", "unknown_field")]),
    Case("format", four(format="licitovany-hand/2"), [("format", "wrong_format")]),
    Case("format of another type", four(format=1), [("format", "wrong_format")]),
    Case("unknown rulebook", four(rulebook="mine"), [("rulebook", "unknown_rulebook")]),
    Case("rulebook of another type", four(rulebook=3), [("rulebook", "wrong_type")]),
    Case("rulebook null", four(rulebook=None) | {"rulebook": None}, [("rulebook", "wrong_type")]),
    Case("unknown base", four(rulebook={"base": "mine"}), [("rulebook", "unknown_rulebook")]),
    Case("base is no text", four(rulebook={"base": {}}), [("rulebook.base", "wrong_type")]),
    Case(
        "rulebook fields, all problems",
        four(
            rulebook={"sedma": -1, "sto": True, "base_rate": 0, "opener": "forhont", "max_fleks": 1.0, "x": 1}
        ),
        [
            ("rulebook.sedma", "wrong_value"),
            ("rulebook.sto", "wrong_value"),
            ("rulebook.base_rate", "wrong_value"),
            ("rulebook.opener", "wrong_value"),
            ("rulebook.max_fleks", "wrong_value"),
            ("rulebook.x", "unknown_field"),
        ],
    ),
    Case(
        "choice that is 1, not true",
        four(rulebook={"sto_replaces_hra": 1}),
        [("rulebook.sto_replaces_hra", "wrong_value")],
    ),
    Case("kind", four(kind="game"), [("kind", "wrong_value")]),
    Case("kind of another type", four(kind=["hand"]), [("kind", "wrong_type")]),
]

TABLE = [
    Case("two players", four() | {"players": ["A", "B"], "dealer": "B"}, [("players", "players_count")]),
    Case("five players", four() | {"players": list("ABCDE")}, [("players", "players_count")]),
    Case("players no list", four() | {"players": "ABCD"}, [("players", "wrong_type")]),
    Case("name twice", four() | {"players": list("ABCA")}, [("players[3]", "duplicate_player")]),
    Case("name empty", four() | {"players": ["A", "", "C", "D"]}, [("players[1]", "player_name")]),
    Case(
        "name of 101 letters",
        four() | {"players": ["A", "B" * 101, "C", "D"]},
        [("players[1]", "player_name")],
    ),
    Case("name is a number", four() | {"players": ["A", 2, "C", "D"]}, [("players[1]", "wrong_type")]),
    Case("lone surrogate", four() | {"players": ["A", "\ud800", "C", "D"]}, [("players[1]", "player_name")]),
    Case("dealer elsewhere", four(dealer="E"), [("dealer", "not_a_player")]),
    Case("dealer no text", four(dealer=0), [("dealer", "wrong_type")]),
    Case("S23 declarer sits out", four(dealer="A"), [("declarer", "sits_out")]),
    Case("S23 declarer elsewhere", four(declarer="X"), [("declarer", "not_a_player")]),
    Case("no declarer", four(declarer=None), [("declarer", "missing_field")]),
    Case("declarer no text", four(declarer=["A"]), [("declarer", "wrong_type")]),
]

AUCTION = [
    Case("rung 0", four(bid=0), [("bid", "out_of_range")]),
    Case("rung 13", four(bid=13), [("bid", "out_of_range")]),
    Case("rung true", four(bid=True), [("bid", "wrong_type")]),
    Case("rung 1.0", four(bid=1.0), [("bid", "wrong_type")]),
    Case("rung in words", four(bid="1"), [("bid", "wrong_type")]),
    Case("rung null", four() | {"bid": None}, [("bid", "wrong_type")]),
    Case("below the rung won", four("sedma", bid=2), [("contract", "below_bid")]),
    Case("hra is not on the ladder of csm", four("hra", bid=1), [("bid", "not_on_ladder")]),
    Case(
        "red sto below sto a sedma in pub",
        four("sto", red=True, bid=7, rulebook="pub"),
        [("contract", "below_bid")],
    ),
    Case("no contract", four(contract=None), [("contract", "missing_field")]),
    Case("unknown contract", four("poker"), [("contract", "wrong_value")]),
    Case("contract no text", four() | {"contract": 1}, [("contract", "wrong_type")]),
    Case("red betl", four("betl", red=True), [("red", "no_trumps")]),
    Case("red durch", four("durch", red=True), [("red", "no_trumps")]),
    Case("red 1", four(red=1), [("red", "wrong_type")]),
]

FLEKS = [
    Case("declarer begins", four(fleks={"hra": ["A"]}), [("fleks.hra[0]", "flek_out_of_turn")]),
    Case("defence twice", four(fleks={"hra": ["B", "C"]}), [("fleks.hra[1]", "flek_out_of_turn")]),
    Case(
        "order kept beyond boty",
        four(fleks={"hra": ["B", "A", "B", "A", "A"]}),
        [("fleks.hra[4]", "flek_out_of_turn")],
    ),
    Case("who sits out", four(fleks={"hra": ["D"]}), [("fleks.hra[0]", "sits_out")]),
    Case("who is not there", four(fleks={"sedma": ["B", "X"]}), [("fleks.sedma[1]", "not_a_player")]),
    Case("no name", four(fleks={"hra": [1]}), [("fleks.hra[0]", "not_a_player")]),
    Case("a name that cannot be looked up", four(fleks={"hra": [["B"]]}), [("fleks.hra[0]", "not_a_player")]),
    Case("no list", four(fleks={"hra": "B"}), [("fleks.hra", "wrong_type")]),
    Case("no object", four(fleks=["B"]), [("fleks", "wrong_type")]),
    Case("part of another contract", four(fleks={"betl": ["B"]}), [("fleks.betl", "not_a_part")]),
    Case("unknown part", four(fleks={"quiet_sedma": ["B"]}), [("fleks.quiet_sedma", "unknown_part")]),
    Case("hra in sto", four("sto", fleks={"hra": ["B"]}), [("fleks.hra", "not_a_part")]),
]

OUTCOME = [
    Case(
        "missing",
        four(outcome=None),
        [("outcome.hra", "missing_outcome"), ("outcome.sedma", "missing_outcome")],
    ),
    Case("one missing", four(outcome={"hra": "won"}), [("outcome.sedma", "missing_outcome")]),
    Case("no object", four(outcome="won"), [("outcome", "wrong_type")]),
    Case(
        "of another contract",
        four("betl", outcome={"betl": "won", "hra": "won"}),
        [("outcome.hra", "not_a_part")],
    ),
    Case("unknown", four(outcome={"hra": "won", "sedma": "won", "x": 1}), [("outcome.x", "unknown_field")]),
    Case("true", four("betl", outcome={"betl": True}), [("outcome.betl", "wrong_type")]),
    Case("draw", four("betl", outcome={"betl": "draw"}), [("outcome.betl", "wrong_value")]),
    Case("sto in words", four("sto", outcome={"sto": "won"}), [("outcome.sto", "wrong_type")]),
    Case(
        "sto without steps",
        four("sto", outcome={"sto": {"made": True}}),
        [("outcome.sto.steps", "missing_field")],
    ),
    Case(
        "sto with 0 steps",
        four("sto", outcome={"sto": {"made": True, "steps": 0}}),
        [("outcome.sto.steps", "out_of_range")],
    ),
    Case(
        "sto with steps nobody can count",
        four("sto", outcome={"sto": {"made": True, "steps": 10**6}}),
        [("outcome.sto.steps", "out_of_range")],
    ),
    Case(
        "sto with more",
        four("sto", outcome={"sto": {"made": "yes", "steps": True, "x": 1}}),
        [
            ("outcome.sto.x", "unknown_field"),
            ("outcome.sto.made", "wrong_type"),
            ("outcome.sto.steps", "wrong_type"),
        ],
    ),
    Case(
        "quiet sto of the side that lost hra",
        four("hra", outcome={"hra": "won", "quiet_sto": {"side": "defence", "steps": 1}}),
        [("outcome.quiet_sto.side", "quiet_sto_of_loser")],
    ),
    Case(
        "quiet sto beside an announced one",
        four(
            "sto", outcome={"sto": {"made": True, "steps": 1}, "quiet_sto": {"side": "declarer", "steps": 1}}
        ),
        [("outcome.quiet_sto", "no_such_quiet_result")],
    ),
    Case(
        "quiet sedma beside an announced one",
        four(outcome={"hra": "won", "sedma": "won", "quiet_sedma": {"side": "declarer", "won": True}}),
        [("outcome.quiet_sedma", "no_such_quiet_result")],
    ),
    Case(
        "quiet results with other values",
        four(
            "hra",
            outcome={
                "hra": "won",
                "quiet_sto": {"side": "A", "steps": 1},
                "quiet_sedma": {"side": "defence"},
            },
        ),
        [("outcome.quiet_sto.side", "wrong_value"), ("outcome.quiet_sedma.won", "missing_field")],
    ),
]


def points(cards: Any, declarer: Any = (), defence: Any = ()) -> Record:
    return {"declarer_cards": cards, "declarer_marriages": list(declarer), "defence_marriages": list(defence)}


POINTS = [
    Case("no tens", four("hra", outcome=None, points=points(55)), [("points.declarer_cards", "not_tens")]),
    Case(
        "100 in cards",
        four("hra", outcome=None, points=points(100)),
        [("points.declarer_cards", "out_of_range")],
    ),
    Case(
        "below nothing",
        four("hra", outcome=None, points=points(-10)),
        [("points.declarer_cards", "out_of_range")],
    ),
    Case(
        "no number", four("hra", outcome=None, points=points(True)), [("points.declarer_cards", "wrong_type")]
    ),
    Case("missing", four("hra", outcome=None, points={}), [("points.declarer_cards", "missing_field")]),
    Case(
        "hláška of 30",
        four("hra", outcome=None, points=points(50, [30])),
        [("points.declarer_marriages[0]", "wrong_value")],
    ),
    Case(
        "hláška true",
        four("hra", outcome=None, points=points(50, [True])),
        [("points.declarer_marriages[0]", "wrong_value")],
    ),
    Case(
        "five hlášky",
        four("hra", outcome=None, points=points(50, [40, 20, 20], [20, 20])),
        [("points", "too_many_marriages")],
    ),
    Case(
        "two in trumps",
        four("hra", outcome=None, points=points(50, [40], [40])),
        [("points", "too_many_marriages")],
    ),
    Case(
        "four without trumps",
        four("hra", outcome=None, points=points(50, [20, 20, 20, 20])),
        [("points", "too_many_marriages")],
    ),
    Case(
        "unknown field",
        four("hra", outcome=None, points=points(50) | {"x": 1}),
        [("points.x", "unknown_field")],
    ),
    Case("no object", four("hra", outcome=None, points=50), [("points", "wrong_type")]),
    Case("in betl", four("betl", points=points(50)), [("points", "no_points")]),
    Case(
        "hra says otherwise",
        four("hra", outcome={"hra": "lost"}, points=points(50)),
        [("outcome.hra", "contradicts_points")],
    ),
    Case(
        "sto says otherwise",
        four("sto", outcome={"sto": {"made": True, "steps": 2}}, points=points(60, [40])),
        [("outcome.sto", "contradicts_points")],
    ),
    Case(
        "quiet sto nobody has",
        four("hra", outcome={"quiet_sto": {"side": "declarer", "steps": 1}}, points=points(50)),
        [("outcome.quiet_sto", "contradicts_points")],
    ),
    Case(
        "quiet sto with other steps",
        four("hra", outcome={"quiet_sto": {"side": "declarer", "steps": 2}}, points=points(60, [40])),
        [("outcome.quiet_sto", "contradicts_points")],
    ),
    Case("seven still needed", four(outcome=None, points=points(50)), [("outcome.sedma", "missing_outcome")]),
]

LISTS = [
    Case("B/17 part of another contract", four(lozena=["betl"]), [("lozena[0]", "not_a_part")]),
    Case("B/17 no list", four(lozena="hra"), [("lozena", "wrong_type")]),
    Case("B/17 no part", four(lozena=[{}]), [("lozena[0]", "unknown_part")]),
    Case("B/16 unknown part", four(minus_parts=["x"]), [("minus_parts[0]", "unknown_part")]),
    Case(
        "ložená and not ložená",
        four(lozena=["hra"], minus_parts=["hra"]),
        [("minus_parts[0]", "lozena_and_minus")],
    ),
    Case(
        "2x7 foreign suits elsewhere",
        four(foreign_suits_flek=True),
        [("foreign_suits_flek", "not_two_sevens")],
    ),
    Case(
        "2x7 foreign suits no flag",
        four("dve_sedmy", foreign_suits_flek="yes"),
        [("foreign_suits_flek", "wrong_type")],
    ),
    Case(
        "helpers no flag",
        four("dve_sedmy_sto", four_helpers_against=0),
        [("four_helpers_against", "wrong_type")],
    ),
    Case(
        "D6 no flag", four("dve_sedmy", theoretically_playable=1), [("theoretically_playable", "wrong_type")]
    ),
    Case("no trumps", four(trumps=0), [("trumps", "out_of_range")]),
    Case("eleven trumps", four(trumps=11), [("trumps", "out_of_range")]),
    Case("trumps true", four(trumps=True), [("trumps", "wrong_type")]),
]

RENONCE = [
    Case("no list", four(renonce={}), [("renonce", "wrong_type")]),
    Case("no object", four(renonce=["C1"]), [("renonce[0]", "wrong_type")]),
    Case(
        "empty entry",
        four(renonce=[{}]),
        [("renonce[0].article", "missing_field"), ("renonce[0].by", "missing_field")],
    ),
    Case("by nobody here", four(renonce=[by("X", "C1")]), [("renonce[0].by", "not_a_player")]),
    Case(
        "by a number",
        four(renonce=[by("B", "C1"), {"by": 1, "article": "C1"}]),
        [("renonce[1].by", "wrong_type")],
    ),
    Case("unknown article", four(renonce=[by("B", "C15")]), [("renonce[0].article", "wrong_value")]),
    Case(
        "C11 is entered as B13, B18, B19",
        four(renonce=[by("A", "C11")]),
        [("renonce[0].article", "wrong_value")],
    ),
    Case(
        "article no text", four(renonce=[{"by": "B", "article": 1}]), [("renonce[0].article", "wrong_type")]
    ),
    Case(
        "playout no flag",
        four(renonce=[by("B", "C1", playout="yes")]),
        [("renonce[0].playout", "wrong_type")],
    ),
    Case("unknown field", four(renonce=[by("B", "C1", x=1)]), [("renonce[0].x", "unknown_field")]),
    Case(
        "paušál of another article than REF",
        four(renonce=[by("B", "C1", pausal=2, lost=True)]),
        [("renonce[0].pausal", "unknown_field"), ("renonce[0].lost", "unknown_field")],
    ),
    Case("REF paušál 3", four(renonce=[by("B", "REF", pausal=3)]), [("renonce[0].pausal", "out_of_range")]),
    Case(
        "REF paušál true", four(renonce=[by("B", "REF", pausal=True)]), [("renonce[0].pausal", "wrong_type")]
    ),
    Case("REF lost no flag", four(renonce=[by("B", "REF", lost=1)]), [("renonce[0].lost", "wrong_type")]),
    Case(
        "C7 is played on (B/9)",
        four(renonce=[by("A", "C7", playout=True)]),
        [("renonce[0].playout", "no_playout")],
    ),
    *[
        Case(
            f"{article} of a defender",
            four(contract, renonce=[by("B", article)]),
            [("renonce[0].by", "not_the_declarer")],
        )
        for article, contract in [
            ("C7", "hra"),
            ("C9", "hra"),
            ("C14", "hra"),
            ("B13", "sedma"),
            ("B18", "hra"),
            ("B19", "hra"),
        ]
    ],
    *[
        Case(
            f"{article} of {who}",
            four(contract, renonce=[by(who, article)]),
            [("renonce[0].by", "not_a_defender")],
        )
        for article, contract in [("C12", "dve_sedmy"), ("C13", "dve_sedmy_sto")]
        for who in ("A", "D")
    ],
    *[
        Case(
            f"C14 in {contract}",
            four(contract, renonce=[by("A", "C14")]),
            [("renonce[0].article", "wrong_contract")],
        )
        for contract in ("betl", "durch")
    ],
    *[
        Case(
            f"B13 in {contract}",
            four(contract, renonce=[by("A", "B13")]),
            [("renonce[0].article", "wrong_contract")],
        )
        for contract in ("hra", "sto", "betl", "durch")
    ],
    *[
        Case(
            f"C12 in {contract}",
            four(contract, renonce=[by("B", "C12")]),
            [("renonce[0].article", "wrong_contract")],
        )
        for contract in ("sedma", "sto_sedma", "durch", "dve_sedmy_sto")
    ],
    *[
        Case(
            f"C13 in {contract}",
            four(contract, renonce=[by("B", "C13")]),
            [("renonce[0].article", "wrong_contract")],
        )
        for contract in ("sto", "dve_sedmy")
    ],
    Case(
        "after C13 dvě sedmy still needs its outcome",
        four("dve_sedmy_sto", outcome=None, renonce=[by("B", "C13")]),
        [("outcome.dve_sedmy", "missing_outcome")],
    ),
    Case(
        "B18 with one ložená part: the other needs its outcome",
        four(outcome=None, lozena=["sedma"], renonce=[by("A", "B18")]),
        [("outcome.hra", "missing_outcome")],
    ),
    Case(
        "C8 decides nothing",
        four("betl", outcome=None, renonce=[by("B", "C8")]),
        [("outcome.betl", "missing_outcome")],
    ),
    Case(
        "a REF that loses nothing decides nothing",
        four("betl", outcome=None, renonce=[by("B", "REF")]),
        [("outcome.betl", "missing_outcome")],
    ),
    Case(
        "a playout needs its outcome",
        four("betl", outcome=None, renonce=[by("B", "C1", playout=True)]),
        [("outcome.betl", "missing_outcome")],
    ),
    Case(
        "the last that can decide is played on",
        four("betl", outcome=None, renonce=[by("B", "C1"), by("A", "C2", playout=True), by("B", "C8")]),
        [("outcome.betl", "missing_outcome")],
    ),
]

PREMIUM = [
    Case("no list", four(premium={}), [("premium", "wrong_type")]),
    Case("no object", four(premium=[7]), [("premium[0]", "wrong_type")]),
    Case(
        "empty entry",
        four(premium=[{}]),
        [("premium[0].to", "missing_field"), ("premium[0].points", "missing_field")],
    ),
    Case("to nobody here", four(premium=[{"to": "X", "points": 1}]), [("premium[0].to", "not_a_player")]),
    Case("to a number", four(premium=[{"to": 1, "points": 1}]), [("premium[0].to", "wrong_type")]),
    Case("1001 points", four(premium=[{"to": "A", "points": 1001}]), [("premium[0].points", "out_of_range")]),
    Case(
        "−1001 points", four(premium=[{"to": "A", "points": -1001}]), [("premium[0].points", "out_of_range")]
    ),
    Case("7.0 points", four(premium=[{"to": "A", "points": 7.0}]), [("premium[0].points", "wrong_type")]),
    Case(
        "row no text", four(premium=[{"to": "A", "points": 7, "row": 3}]), [("premium[0].row", "wrong_type")]
    ),
    Case(
        "unknown field", four(premium=[{"to": "A", "points": 7, "x": 3}]), [("premium[0].x", "unknown_field")]
    ),
    Case(
        "B/16 minus without a flek",
        four(premium=[{"to": "B", "points": -5}]),
        [("premium[0].points", "minus_without_flek")],
    ),
    Case(
        "B/16 minus to the other defender",
        four(fleks={"hra": ["B"]}, premium=[{"to": "C", "points": -5}]),
        [("premium[0].points", "minus_without_flek")],
    ),
    Case(
        "B/16 minus to the declarer",
        four(fleks={"hra": ["B", "A"]}, premium=[{"to": "A", "points": -5}]),
        [("premium[0].points", "minus_without_flek")],
    ),
    Case(
        "B/16 minus for a flek that does not count",
        four(fleks={"hra": ["B", "A", "B", "A", "C"]}, premium=[{"to": "C", "points": -5}]),
        [("premium[0].points", "minus_without_flek")],
    ),
]

ONLY_IN_NEW = [
    Case(
        "C1 by the one sitting out",
        four(renonce=[{"by": "D", "article": "C1"}]),
        [("renonce[0].by", "sits_out")],
    ),
    Case(
        "C8 by the one sitting out, without a hand",
        renonc({"by": "D", "article": "C8"}),
        [("renonce[0].by", "sits_out")],
    ),
    Case(
        "points for the one sitting out",
        four(premium=[{"to": "D", "points": 5}]),
        [("premium[0].to", "sits_out")],
    ),
    Case(
        "B/16 minus to the second flekker",
        four(fleks={"hra": ["B", "A", "C"]}, premium=[{"to": "C", "points": -5}]),
        [("premium[0].points", "minus_not_first")],
    ),
    Case(
        "two sevens, the 20 points that are taken without a claim",
        four(
            "dve_sedmy",
            fleks={"dve_sedmy": ["B", "A"]},
            foreign_suits_flek=True,
            outcome={"dve_sedmy": "won"},
            premium=[{"to": "B", "points": -20}],
        ),
        [("premium[0].points", "minus_twice")],
    ),
]
"""What earlier versions took in: stored records of this kind open as they did."""

OTHER_KINDS = [
    Case(
        "B/15 omyl without a rung",
        {k: v for k, v in omyl().items() if k != "bid"},
        [("bid", "missing_field")],
    ),
    Case("B/15 omyl on red sedma", omyl(bid=2), [("bid", "omyl_needs_plain_sedma")]),
    Case(
        "B/15 omyl on rung 1 of traditional",
        omyl(rulebook="traditional"),
        [("bid", "omyl_needs_plain_sedma")],
    ),
    Case(
        "omyl without a declarer",
        {k: v for k, v in omyl().items() if k != "declarer"},
        [("declarer", "missing_field")],
    ),
    Case("omyl with a contract", omyl(contract="sedma"), [("contract", "field_of_other_kind")]),
    Case(
        "omyl with minus points",
        omyl(premium=[{"to": "B", "points": -1}]),
        [("premium[0].points", "minus_without_flek")],
    ),
    Case("B/5 −1 misdeals", misdeal(prior_misdeals=-1), [("prior_misdeals", "out_of_range")]),
    Case("B/5 misdeals true", misdeal(prior_misdeals=True), [("prior_misdeals", "wrong_type")]),
    Case("B/5 misdeals beside a hand", four(prior_misdeals=1), [("prior_misdeals", "field_of_other_kind")]),
    Case("misdeal with an outcome", misdeal(outcome={"hra": "won"}), [("outcome", "field_of_other_kind")]),
    Case("misdeal, flag of another type", misdeal(red=0), [("red", "field_of_other_kind")]),
    Case("renonc without one", renonc(), [("renonce", "missing_field")]),
    Case(
        "renonc list missing",
        {k: v for k, v in renonc().items() if k != "renonce"},
        [("renonce", "missing_field")],
    ),
    Case(
        "renonc with a contract", renonc(by("B", "C6"), contract="hra"), [("contract", "field_of_other_kind")]
    ),
    Case("renonc of an unknown declarer", renonc(by("A", "C9")), [("renonce[0].article", "no_declarer")]),
    Case(
        "renonc of who is not the declarer",
        renonc(by("B", "C14"), declarer="A"),
        [("renonce[0].by", "not_the_declarer")],
    ),
    *[
        Case(
            f"renonc {article} needs a hand",
            renonc(by("A", article), declarer="A"),
            [("renonce[0].article", "wrong_contract")],
        )
        for article in ("B13", "B18", "B19")
    ],
    Case("omyl and C12", omyl(renonce=[by("B", "C12")]), [("renonce[0].article", "wrong_contract")]),
]

SEVERAL = [
    Case(
        "all problems of a record at once",
        {
            "players": ["A", "B", "C", "D"],
            "dealer": "D",
            "declarer": "A",
            "contract": "sedma",
            "red": "yes",
            "fleks": {"hra": ["A"], "betl": []},
            "outcome": {"hra": "maybe"},
            "renonce": [{"by": "C", "article": "C9"}],
            "premium": [{"to": "E", "points": 1}],
            "note": "x",
        },
        [
            ("note", "unknown_field"),
            ("red", "wrong_type"),
            ("fleks.hra[0]", "flek_out_of_turn"),
            ("fleks.betl", "not_a_part"),
            ("outcome.hra", "wrong_value"),
            ("renonce[0].by", "not_the_declarer"),
            ("premium[0].to", "not_a_player"),
        ],
    ),
]

GROUPS: Mapping[str, list[Case]] = {
    "record": WHOLE_RECORD,
    "table": TABLE,
    "auction": AUCTION,
    "fleks": FLEKS,
    "outcome": OUTCOME,
    "points": POINTS,
    "lists": LISTS,
    "renonce": RENONCE,
    "premium": PREMIUM,
    "kinds": OTHER_KINDS,
    "only in new": ONLY_IN_NEW,
    "several": SEVERAL,
}


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=f"{group}: {case.id}") for group, cases in GROUPS.items() for case in cases],
)
def test_problems(case: Case) -> None:
    problems = check_record(case.record)
    assert [(problem.path, problem.code) for problem in problems] == case.problems
    for problem in problems:
        assert problem.text[0].isupper() or problem.text[0] in "„1234567890"
        assert problem.text.endswith(".")
        assert encodable(problem.text)
    with pytest.raises(InvalidHand) as caught:
        parse_hand(case.record)
    assert caught.value.problems == problems
    assert (caught.value.code, str(caught.value)) == (problems[0].code, problems[0].text)


class Valid(NamedTuple):
    id: str
    record: Record


WITHOUT_EFFECT = [
    Valid("ložená part that was not flekked", four(lozena=["hra"], minus_parts=["sedma"])),
    Valid(
        "ložená part that was lost",
        four("betl", fleks={"betl": ["B"]}, lozena=["betl"], outcome={"betl": "lost"}),
    ),
    Valid("foreign suits without re", four("dve_sedmy", fleks={"dve_sedmy": ["B"]}, foreign_suits_flek=True)),
    Valid(
        "foreign suits, 2x7 lost", four("dve_sedmy", foreign_suits_flek=True, outcome={"dve_sedmy": "lost"})
    ),
    Valid("four helpers outside 2x7 and sto", four("betl", four_helpers_against=True)),
    Valid("playout after C8", four(renonce=[by("A", "C8", playout=True)])),
    Valid("playout after C12", four("dve_sedmy", renonce=[by("B", "C12", playout=True)])),
    Valid("playout after B18", four(renonce=[by("A", "B18", playout=True)])),
    Valid("playout after a REF that loses nothing", four(renonce=[by("C", "REF", playout=True)])),
    Valid("outcome where a renonc decided", four(renonce=[by("B", "C1")])),
    Valid("no outcome where a renonc decided", four(outcome=None, renonce=[by("B", "C1")])),
    Valid("no outcome where C12 decided", four("dve_sedmy", outcome=None, renonce=[by("B", "C12")])),
    Valid("no outcome where B18 decided", four(outcome=None, renonce=[by("A", "B18")])),
    Valid(
        "only sto is lost by C13",
        four("dve_sedmy_sto", outcome={"dve_sedmy": "lost"}, renonce=[by("C", "C13")]),
    ),
    Valid("renonc beside an omyl, played on", omyl(renonce=[by("B", "C1", playout=True)])),
    Valid("renonc beside a misdeal", misdeal(renonce=[by("B", "C6")])),
    Valid("empty fields beside a misdeal", misdeal(fleks={}, outcome={}, red=False, lozena=[])),
    Valid("the declarer's ace in the talon without a hand", renonc(by("A", "C14"), declarer="A")),
    Valid("a fifth flek", four(fleks={"hra": ["B", "A", "B", "A", "C"]})),
    Valid("higher than the rung won", four("dve_sedmy_sto", bid=1)),
    Valid(
        "red dvě sedmy on the rung of the plain ones",
        four("dve_sedmy", red=True, bid=11, rulebook="traditional"),
    ),
    Valid("hra of traditional", four("hra", bid=1, rulebook="traditional")),
    Valid(
        "name of 100 letters",
        three() | {"players": ["A", "B", "Ž" * 100], "dealer": "B"},
    ),
    Valid("rates as whole numbers from 0", four(rulebook={"base": "csm", "sedma": 0, "limit": 0})),
    Valid("C6 by the one sitting out", four(renonce=[{"by": "D", "article": "C6"}])),
    Valid(
        "minus 20 for a flek on two foreign suits without re",
        four(
            "dve_sedmy",
            fleks={"dve_sedmy": ["B"]},
            foreign_suits_flek=True,
            outcome={"dve_sedmy": "won"},
            premium=[{"to": "B", "points": -20}],
        ),
    ),
    Valid(
        "minus 20 where a renonc decided two sevens",
        four(
            "dve_sedmy",
            fleks={"dve_sedmy": ["B", "A"]},
            foreign_suits_flek=True,
            outcome={"dve_sedmy": "won"},
            renonce=[{"by": "A", "article": "C2"}],
            premium=[{"to": "B", "points": -20}],
        ),
    ),
    Valid(
        "minus 19 beside the 20 that are taken",
        four(
            "dve_sedmy",
            fleks={"dve_sedmy": ["B", "A"]},
            foreign_suits_flek=True,
            outcome={"dve_sedmy": "won"},
            premium=[{"to": "B", "points": -19}],
        ),
    ),
    Valid("points without hlášky", four("hra", outcome=None, points={"declarer_cards": 50})),
    Valid("points and the same outcome", four("hra", points=points(50), outcome={"hra": "won"})),
]


@pytest.mark.parametrize("case", ONLY_IN_NEW, ids=lambda case: case.id)
def test_stored_records_open_whatever_is_asked_of_new_ones(case: Case) -> None:
    assert hand_to_json(parse_hand(case.record, stored=True))["players"] == case.record["players"]
    with pytest.raises(InvalidHand):
        parse_hand(case.record | {"dealer": "X"}, stored=True)


@pytest.mark.parametrize("case", WITHOUT_EFFECT, ids=lambda case: case.id)
def test_no_problem(case: Valid) -> None:
    assert check_record(case.record) == ()


def test_the_rulebook_of_the_tournament() -> None:
    crown = find_rulebook("csm", overrides={"base_rate": 100})
    assert parse_hand(four(), rulebook=crown).rulebook == crown
    assert parse_hand(four(rulebook={"base": "csm", "base_rate": 100}), rulebook=crown).rulebook == crown
    other = check_record(four(rulebook="csm"), rulebook=crown)
    assert [(problem.path, problem.code) for problem in other] == [("rulebook", "other_rulebook")]


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


HOSTILE = [
    nested(100_000),
    {"players": nested(100_000)},
    four(rulebook=nested(100_000)),
    four(rulebook={"ladder": nested(100_000)}),
    four(rulebook={"base": nested(100_000)}),
    four(fleks=nested(100_000)),
    four(fleks={"hra": [nested(100_000)]}),
    four(outcome={"hra": nested(100_000)}),
    four(bid=10**6000),
    {"dealer": "A", "declarer": "A", "contract": "hra", "fleks": {"hra": [[]]}, "premium": []},
    four(trumps=-(10**6000)),
    four(premium=[{"to": "A", "points": 10**6000}]),
    four(rulebook={"sedma": 10**6000}),
    four("sto", outcome={"sto": {"made": True, "steps": 10**6000}}),
    four(format="\ud800" * 1000),
    {"\ud800": 1},
    four(fleks={"\ud800": []}),
    four(bid=float("nan")),
    {1: 2},
    four(dealer="\x00\n"),
]


@pytest.mark.parametrize("record", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_records_get_sentences(record: Any) -> None:
    problems = check_record(record)
    assert problems
    for problem in problems:
        assert len(problem.text) < 300
        assert problem.text.isprintable()
