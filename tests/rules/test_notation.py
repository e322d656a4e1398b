"""One hand on one line: the grammar of docs/rules/notation.md."""

import re
from typing import Any, NamedTuple

import pytest

from rules import InvalidHand, InvalidNotation, find_rulebook, parse_hand
from rules.notation import format_hand, parse, to_record


class Case(NamedTuple):
    line: str
    record: dict[str, Any]


FOUR = {"players": ["A", "B", "C", "D"], "dealer": "D"}
THREE = {"players": ["A", "B", "C"], "dealer": "C"}

LINES = [
    Case("ABC/C A:betl betl+", THREE | {"declarer": "A", "contract": "betl", "outcome": {"betl": "won"}}),
    Case(
        "ABCD/D A:sedma* hra+ sedma-[BA] bid=2",
        FOUR
        | {
            "declarer": "A",
            "contract": "sedma",
            "red": True,
            "outcome": {"hra": "won", "sedma": "lost"},
            "fleks": {"sedma": ["B", "A"]},
            "bid": 2,
        },
    ),
    Case(
        "ABC/C A:sto sto[B] points=60/40,20/20 quiet_sedma=defence-",
        THREE
        | {
            "declarer": "A",
            "contract": "sto",
            "fleks": {"sto": ["B"]},
            "points": {"declarer_cards": 60, "declarer_marriages": [40, 20], "defence_marriages": [20]},
            "outcome": {"quiet_sedma": {"side": "defence", "won": False}},
        },
    ),
    Case(
        "ABC/C B:hra hra+! quiet_sto=declarer3",
        THREE
        | {
            "declarer": "B",
            "contract": "hra",
            "lozena": ["hra"],
            "outcome": {"hra": "won", "quiet_sto": {"side": "declarer", "steps": 3}},
        },
    ),
    Case(
        "ABCD/D A:dve_sedmy_sto dve_sedmy+[BAC]~ sto-12 trumps=2 foreign helpers playable",
        FOUR
        | {
            "declarer": "A",
            "contract": "dve_sedmy_sto",
            "outcome": {"dve_sedmy": "won", "sto": {"made": False, "steps": 12}},
            "fleks": {"dve_sedmy": ["B", "A", "C"]},
            "minus_parts": ["dve_sedmy"],
            "trumps": 2,
            "foreign_suits_flek": True,
            "four_helpers_against": True,
            "theoretically_playable": True,
        },
    ),
    Case(
        "ABCD/D A:durch C1@B> C8@A REF:2x@D REF:0@C A+7=durch.suit B+0",
        FOUR
        | {
            "declarer": "A",
            "contract": "durch",
            "renonce": [
                {"by": "B", "article": "C1", "playout": True},
                {"by": "A", "article": "C8"},
                {"by": "D", "article": "REF", "pausal": 2, "lost": True},
                {"by": "C", "article": "REF", "pausal": 0, "lost": False},
            ],
            "premium": [{"to": "A", "points": 7, "row": "durch.suit"}, {"to": "B", "points": 0}],
        },
    ),
    Case(
        "ABCD/D A:omyl bid=3 rules=traditional",
        FOUR | {"kind": "omyl", "declarer": "A", "bid": 3, "rulebook": "traditional"},
    ),
    Case("ABCD/B misdeal", FOUR | {"dealer": "B", "kind": "misdeal"}),
    Case("ABCD/B misdeal=2", FOUR | {"dealer": "B", "kind": "misdeal", "prior_misdeals": 2}),
    Case("ABC/C renonc C6@C", THREE | {"kind": "renonc", "renonce": [{"by": "C", "article": "C6"}]}),
    Case(
        "ABC/C A:renonc C14@A",
        THREE | {"kind": "renonc", "declarer": "A", "renonce": [{"by": "A", "article": "C14"}]},
    ),
    Case(
        'Eva,"Jan Novák, st.",D\'Artagnan/A B:betl betl- A+5="bez esa" '
        'rules={"base":"csm","ladder":[["betl"],["hra red"]]}',
        {
            "players": ["Eva", "Jan Novák, st.", "D'Artagnan"],
            "dealer": "Eva",
            "declarer": "Jan Novák, st.",
            "contract": "betl",
            "outcome": {"betl": "lost"},
            "premium": [{"to": "Eva", "points": 5, "row": "bez esa"}],
            "rulebook": {"base": "csm", "ladder": [["betl"], ["hra red"]]},
        },
    ),
    Case(
        '"\\u2028","\\\\\\"",Ž/A B:betl betl+ A+1=""',
        {
            "players": ["\u2028", '\\"', "Ž"],
            "dealer": "\u2028",
            "declarer": '\\"',
            "contract": "betl",
            "outcome": {"betl": "won"},
            "premium": [{"to": "\u2028", "points": 1, "row": ""}],
        },
    ),
]


@pytest.mark.parametrize("case", LINES, ids=lambda case: case.line)
def test_line_and_record_are_the_same(case: Case) -> None:
    assert to_record(case.line) == case.record
    assert format_hand(parse_hand(case.record)) == case.line
    assert parse(case.line) == parse_hand(case.record)


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("A,B,C/C  A:sto   sto+ ", "ABC/C A:sto sto+1"),
        ("ABC/C A:sedma sedma+ bid=1 hra-", "ABC/C A:sedma hra- sedma+ bid=1"),
        ("ABC/C A:sedma sedma+ sedma[B] hra- rules=csm", "ABC/C A:sedma hra- sedma+[B]"),
        ('"A","B","C"/C A:betl betl+', "ABC/C A:betl betl+"),
    ],
)
def test_other_ways_to_write(short: str, full: str) -> None:
    assert format_hand(parse(short)) == full


NO_LINE = [
    ("", "začíná stolem a závazkem"),
    ("ABC/C", "začíná stolem a závazkem"),
    ('ABC/C A:betl "betl+', "neuzavřené uvozovky"),
    ("ABC A:betl betl+", "Stůl se zapisuje jako"),
    ("ABC/D A:betl betl+", "Stůl se zapisuje jako"),
    ("AB/B A:betl betl+", "Stůl se zapisuje jako"),
    ("A,B,C,/C A:betl betl+", "Stůl se zapisuje jako"),
    ("A,,C/C A:betl betl+", "Stůl se zapisuje jako"),
    ("A;B;C/C A:betl betl+", "Stůl se zapisuje jako"),
    ('"\\x",B,C/C A:betl betl+', "chybná hodnota v uvozovkách"),
    ("ABC/C A:poker", "Očekávám závazek jako"),
    ("ABC/C D:betl betl+", "Místo „D“ u stolu není; místa jsou A, B, C"),
    ("ABC/C A:omyl=2 bid=1", "Očekávám závazek jako"),
    ("ABC/C misdeal=٣", "Očekávám závazek jako"),
    ("ABC/C A:betl betl", "Chybí výsledek závazku betl"),
    ("ABC/C A:betl betl=won", "nerozumím slovu „betl=won“"),
    ("ABC/C A:hra hra+2", "nerozumím slovu „hra+2“"),
    ("ABC/C A:betl betl+ betl-", "údaj betl dvakrát"),
    ("ABC/C A:betl betl[B] betl+[B]", "údaj betl dvakrát"),
    ("ABC/C A:betl betl+ bid=7 bid=7", "údaj bid dvakrát"),
    ("ABC/C A:dve_sedmy dve_sedmy+ foreign foreign", "údaj foreign_suits_flek dvakrát"),
    ("ABC/C A:betl betl+ C1@D", "Místo „D“ u stolu není"),
    ("ABC/C A:betl betl+ REF@B", "nerozumím slovu „REF@B“"),
    ("ABC/C A:betl betl+ rules={", "chybná hodnota v uvozovkách nebo závorkách"),
    ("ABC/C A:betl betl+ bid=9999999", "nerozumím slovu „bid=9999999“"),
]


@pytest.mark.parametrize(("line", "message"), NO_LINE, ids=[line for line, _ in NO_LINE])
def test_what_is_no_line(line: str, message: str) -> None:
    with pytest.raises((InvalidNotation, InvalidHand), match=re.escape(message)):
        parse(line)


def test_what_the_line_says_is_checked() -> None:
    with pytest.raises(InvalidHand) as caught:
        parse("ABCD/D A:sedma* hra+[AB] sedma+ betl+")
    assert [problem.path for problem in caught.value.problems] == [
        "fleks.hra[0]",
        "fleks.hra[1]",
        "outcome.betl",
    ]


def test_rulebook_of_the_tournament() -> None:
    book = find_rulebook("csm", overrides={"base_rate": 50})
    hand = parse("ABC/C A:betl betl+", rulebook=book)
    assert hand.rulebook == book
    assert format_hand(hand) == 'ABC/C A:betl betl+ rules={"base":"csm","base_rate":50}'
