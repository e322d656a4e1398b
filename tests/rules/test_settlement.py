"""Every number of a settlement: what is paid for, at which rate, by which article, by whom to whom."""

import json
from typing import Any, NamedTuple

import pytest

from rules import RulesError, find_rulebook, settle
from rules.entitlements import Refusal
from rules.lines import Line
from rules.notation import parse


class Case(NamedTuple):
    """A hand; part, won, rate, red, fleks, steps, value, article, how, who, factor, payments; the money."""

    id: str
    hand: str
    lines: list[tuple[Any, ...]]
    money: dict[str, int]


CASES = [
    Case(
        "A: hra won",
        "ABC/C A:hra hra+",
        [
            ("hra", True, 20, False, 0, 1, 20, "A", "played", "", 1, "B>A 20, C>A 20"),
        ],
        {"A": 40, "B": -20, "C": -20},
    ),
    Case(
        "R-005: red and flek, lost at a table of four",
        "ABCD/D A:hra* hra-[B]",
        [
            ("hra", False, 20, True, 1, 1, 80, "A", "played", "", 1, "A>B 80, A>C 80, A>D 80"),
        ],
        {"A": -240, "B": 80, "C": 80, "D": 80},
    ),
    Case(
        "R-006: sto with steps, re, and sedma lost",
        "ABCD/D A:sto_sedma* sto+3[BA] sedma-",
        [
            ("sto", True, 80, True, 2, 3, 1920, "A", "played", "", 3, "B>A 1920, C>A 1920, D>A 1920"),
            ("sedma", False, 40, True, 0, 1, 80, "A", "played", "", 1, "A>B 80, A>C 80, A>D 80"),
        ],
        {"A": 5520, "B": -1840, "C": -1840, "D": -1840},
    ),
    Case(
        "R-006: sto lost by 30",
        "ABC/C A:sto sto-3",
        [
            ("sto", False, 80, False, 0, 3, 240, "A", "played", "", 3, "A>B 240, A>C 240"),
        ],
        {"A": -480, "B": 240, "C": 240},
    ),
    Case(
        "R-007: quiet sto of the defence, quiet sedma beaten",
        "ABC/C A:hra hra- quiet_sto=defence2 quiet_sedma=declarer-",
        [
            ("hra", False, 20, False, 0, 1, 40, "A", "played", "", 2, "A>B 40, A>C 40"),
            ("quiet_sedma", False, 20, False, 0, 1, 20, "A", "beaten", "", 1, "A>B 20, A>C 20"),
        ],
        {"A": -120, "B": 60, "C": 60},
    ),
    Case(
        "R-007: quiet sedma of the defence taken, red",
        "ABC/C A:hra* hra+ quiet_sedma=defence+",
        [
            ("hra", True, 20, True, 0, 1, 40, "A", "played", "", 1, "B>A 40, C>A 40"),
            ("quiet_sedma", False, 20, True, 0, 1, 40, "A", "taken", "", 1, "A>B 40, A>C 40"),
        ],
        {"A": 0, "B": 0, "C": 0},
    ),
    Case(
        "R-008: the limit caps what each pays",
        "ABC/C A:dve_sedmy* dve_sedmy+[BABA]",
        [
            ("dve_sedmy", True, 800, True, 4, 1, 25600, "A", "played", "", 1, "B>A 25600, C>A 25600"),
            ("limit", None, 10000, False, 0, 1, 15600, "A", "limit", "B", 1, "A>B 15600, A>C 15600"),
        ],
        {"A": 20000, "B": -10000, "C": -10000},
    ),
    Case(
        "R-008: the limit caps what the declarer pays each",
        "ABC/C A:dve_sedmy* dve_sedmy-[BABA]",
        [
            ("dve_sedmy", False, 800, True, 4, 1, 25600, "A", "played", "", 1, "A>B 25600, A>C 25600"),
            ("limit", None, 10000, False, 0, 1, 15600, "A", "limit", "A", 1, "B>A 15600, C>A 15600"),
        ],
        {"A": -20000, "B": 10000, "C": 10000},
    ),
    Case(
        "R-008: the offender has as many limits, D2",
        'ABC/C A:durch durch+ C4@B> rules={"base":"csm","limit":500}',
        [
            ("durch", True, 600, False, 0, 1, 600, "D3", "playout", "B", 1, "B>A 1200"),
            ("pausal1", None, 200, False, 0, 1, 200, "C4", "pausal", "B", 1, "B>A 200, B>C 200"),
            ("limit", None, 1000, False, 0, 1, 200, "D2", "limit", "B", 2, "A>B 200"),
        ],
        {"A": 1200, "B": -1400, "C": 200},
    ),
    Case(
        "R-009: one flekker pays for all",
        "ABC/C A:betl betl+[C]~",
        [
            ("betl", True, 300, False, 1, 1, 600, "B/16", "minus", "", 1, "C>A 1200"),
        ],
        {"A": 1200, "B": 0, "C": -1200},
    ),
    Case(
        "R-009: the raised limit of two flekkers",
        "ABCD/D A:dve_sedmy* dve_sedmy+[BACA]!",
        [
            ("dve_sedmy", True, 800, True, 4, 1, 25600, "B/17", "lozena", "", 1, "B>A 38400, C>A 38400"),
            ("limit", None, 15000, False, 0, 1, 23400, "B/16", "limit", "B", 1, "A>B 23400, A>C 23400"),
        ],
        {"A": 30000, "B": -15000, "C": -15000, "D": 0},
    ),
    Case(
        "R-009: who pays for all has as many limits",
        'ABC/C A:durch durch+[B]~ rules={"base":"csm","limit":500}',
        [
            ("durch", True, 600, False, 1, 1, 1200, "B/16", "minus", "", 1, "B>A 2400"),
            ("limit", None, 1000, False, 0, 1, 1400, "B/16", "limit", "B", 2, "A>B 1400"),
        ],
        {"A": 1000, "B": -1000, "C": 0},
    ),
    Case(
        "R-009: two flekkers share equally, D pays nothing",
        "ABCD/D A:hra hra+[BAC]~",
        [
            ("hra", True, 20, False, 3, 1, 160, "B/16", "minus", "", 1, "B>A 240, C>A 240"),
        ],
        {"A": 480, "B": -240, "C": -240, "D": 0},
    ),
    Case(
        "R-009: two flekkers at a table of three, limit not raised",
        "ABC/C A:dve_sedmy* dve_sedmy+[BACA]!",
        [
            ("dve_sedmy", True, 800, True, 4, 1, 25600, "B/17", "lozena", "", 1, "B>A 25600, C>A 25600"),
            ("limit", None, 10000, False, 0, 1, 15600, "B/16", "limit", "B", 1, "A>B 15600, A>C 15600"),
        ],
        {"A": 20000, "B": -10000, "C": -10000},
    ),
    Case(
        "R-009: two flekkers at a table of three, limit raised by own rules",
        'ABC/C A:dve_sedmy* dve_sedmy+[BACA]! rules={"base":"csm","raised_limit_at_three":true}',
        [
            ("dve_sedmy", True, 800, True, 4, 1, 25600, "B/17", "lozena", "", 1, "B>A 25600, C>A 25600"),
            ("limit", None, 15000, False, 0, 1, 10600, "B/16", "limit", "B", 1, "A>B 10600, A>C 10600"),
        ],
        {"A": 30000, "B": -15000, "C": -15000},
    ),
    Case(
        "R-010: flek on a lozena",
        "ABC/C A:betl betl+[B]! A+5",
        [
            ("betl", True, 300, False, 1, 1, 600, "B/17", "lozena", "", 1, "B>A 1200"),
        ],
        {"A": 1200, "B": -1200, "C": 0},
    ),
    Case(
        "R-011: two foreign suits",
        "ABC/C A:dve_sedmy dve_sedmy+[BA] foreign",
        [
            ("dve_sedmy", True, 800, False, 2, 1, 3200, "2x7", "foreign", "", 1, "B>A 6400"),
            ("foreign_suits", None, 0, False, 0, 1, 0, "2x7", "foreign_suits", "B", 1, ""),
        ],
        {"A": 6400, "B": -6400, "C": 0},
    ),
    Case(
        "R-011: one of two foreign suits, not flekked to re",
        "ABC/C A:dve_sedmy dve_sedmy+[B] foreign",
        [
            ("dve_sedmy", True, 800, False, 1, 1, 1600, "A", "played", "", 1, "B>A 1600, C>A 1600"),
        ],
        {"A": 3200, "B": -1600, "C": -1600},
    ),
    Case(
        "R-012: pausal 2, outside the limit",
        "ABC/C A:hra hra+ REF:2@B",
        [
            ("hra", True, 20, False, 0, 1, 20, "A", "played", "", 1, "B>A 20, C>A 20"),
            ("pausal2", None, 1000, False, 0, 1, 1000, "REF", "pausal", "B", 1, "B>A 1000, B>C 1000"),
        ],
        {"A": 1040, "B": -2020, "C": 980},
    ),
    Case(
        "R-013: renonc of a defender",
        "ABC/C A:hra C4@B",
        [
            ("hra", True, 20, False, 0, 1, 20, "D4", "renonc", "B", 1, "B>A 40"),
            ("pausal1", None, 200, False, 0, 1, 200, "C4", "pausal", "B", 1, "B>A 200, B>C 200"),
        ],
        {"A": 240, "B": -440, "C": 200},
    ),
    Case(
        "R-013: renonc by the flekked rate",
        'ABC/C A:hra* hra[B] C4@A rules={"base":"csm","renonc_rate":"flekked"}',
        [
            ("hra", False, 20, True, 1, 1, 80, "D4", "renonc_flekked", "A", 1, "A>B 80, A>C 80"),
            ("pausal1", None, 200, False, 0, 1, 200, "C4", "pausal", "A", 1, "A>B 200, A>C 200"),
        ],
        {"A": -560, "B": 280, "C": 280},
    ),
    Case(
        "R-014: talon, fleks up to re",
        "ABC/C A:betl betl[BABA] C7@A",
        [
            ("betl", False, 300, False, 2, 1, 1200, "B/9", "talon", "A", 1, "A>B 1200, A>C 1200"),
            ("pausal1", None, 200, False, 0, 1, 200, "C7", "pausal", "A", 1, "A>B 200, A>C 200"),
        ],
        {"A": -2800, "B": 1400, "C": 1400},
    ),
    Case(
        "R-015: playout lost by a defender",
        "ABC/C A:hra hra+ C4@B>",
        [
            ("hra", True, 20, False, 0, 1, 20, "D3", "playout", "B", 1, "B>A 40"),
            ("pausal1", None, 200, False, 0, 1, 200, "C4", "pausal", "B", 1, "B>A 200, B>C 200"),
        ],
        {"A": 240, "B": -440, "C": 200},
    ),
    Case(
        "R-015: playout lost by the declarer, quiet sedma too",
        "ABC/C A:hra hra-[B] quiet_sedma=defence+ C4@A>",
        [
            ("hra", False, 20, False, 1, 1, 40, "D3", "playout_declarer", "A", 1, "A>B 40, A>C 40"),
            ("quiet_sedma", False, 20, False, 0, 1, 20, "D3", "playout_declarer", "A", 1, "A>B 20, A>C 20"),
            ("pausal1", None, 200, False, 0, 1, 200, "C4", "pausal", "A", 1, "A>B 200, A>C 200"),
        ],
        {"A": -520, "B": 260, "C": 260},
    ),
    Case(
        "R-015: quiet sedma of a playout lost by a defender",
        "ABC/C A:hra hra+ quiet_sedma=declarer+ C4@B>",
        [
            ("hra", True, 20, False, 0, 1, 20, "D3", "playout", "B", 1, "B>A 40"),
            ("quiet_sedma", True, 20, False, 0, 1, 20, "D3", "playout", "B", 1, "B>A 40"),
            ("pausal1", None, 200, False, 0, 1, 200, "C4", "pausal", "B", 1, "B>A 200, B>C 200"),
        ],
        {"A": 280, "B": -480, "C": 200},
    ),
    Case(
        "R-016: four helpers against",
        "ABC/C A:dve_sedmy_sto* dve_sedmy[B] helpers C1@B",
        [
            (
                "dve_sedmy",
                False,
                800,
                True,
                1,
                1,
                3200,
                "2x7",
                "helpers_against",
                "",
                1,
                "A>B 3200, A>C 3200",
            ),
            ("sto", True, 80, True, 0, 1, 160, "D4", "renonc", "B", 1, "B>A 320"),
            ("pausal1", None, 200, False, 0, 1, 200, "C1", "pausal", "B", 1, "B>A 200, B>C 200"),
        ],
        {"A": -5880, "B": 2480, "C": 3400},
    ),
    Case(
        "R-016: helpers hidden",
        "ABC/C A:dve_sedmy* dve_sedmy[B] C12@B",
        [
            ("dve_sedmy", False, 800, True, 1, 1, 3200, "C12", "helpers_hidden", "", 1, "A>B 3200, A>C 3200"),
            ("pausal1", None, 200, False, 0, 1, 200, "C12", "pausal", "B", 1, "B>A 200, B>C 200"),
        ],
        {"A": -6200, "B": 2800, "C": 3400},
    ),
    Case(
        "R-016: four helpers shown, sto lost and dvě sedmy as played",
        "ABC/C A:dve_sedmy_sto dve_sedmy+ C13@B",
        [
            ("dve_sedmy", True, 800, False, 0, 1, 800, "A", "played", "", 1, "B>A 800, C>A 800"),
            ("sto", True, 80, False, 0, 1, 80, "D4", "renonc", "B", 1, "B>A 160"),
            ("pausal1", None, 200, False, 0, 1, 200, "C13", "pausal", "B", 1, "B>A 200, B>C 200"),
        ],
        {"A": 1960, "B": -1360, "C": -600},
    ),
    Case(
        "R-016: helpers shown, playout",
        "ABC/C A:dve_sedmy_sto dve_sedmy- sto+1 C13@B>",
        [
            ("dve_sedmy", False, 800, False, 0, 1, 800, "A", "played", "", 1, "A>B 800, A>C 800"),
            ("sto", True, 80, False, 0, 1, 80, "D3", "playout", "B", 1, "B>A 160"),
            ("pausal1", None, 200, False, 0, 1, 200, "C13", "pausal", "B", 1, "B>A 200, B>C 200"),
        ],
        {"A": -1240, "B": 240, "C": 1000},
    ),
    Case(
        "R-017: B/18",
        "ABC/C A:hra* hra-[B] B18@A",
        [
            ("hra", True, 20, True, 1, 1, 80, "B/17", "lozena", "", 1, "B>A 160"),
            ("pausal1", None, 200, False, 0, 1, 200, "B18", "pausal", "A", 1, "A>B 200, A>C 200"),
        ],
        {"A": -240, "B": 40, "C": 200},
    ),
    Case(
        "R-017: B/18 with sto that was made keeps its steps",
        "ABC/C A:sto sto+3 B18@A",
        [
            ("sto", True, 80, False, 0, 3, 240, "B/18", "lozena_played", "", 3, "B>A 240, C>A 240"),
            ("pausal1", None, 200, False, 0, 1, 200, "B18", "pausal", "A", 1, "A>B 200, A>C 200"),
        ],
        {"A": 80, "B": -40, "C": -40},
    ),
    Case(
        "R-017: B/18 with sto that was not made counts one",
        "ABC/C A:sto sto-3 B18@A",
        [
            ("sto", True, 80, False, 0, 1, 80, "B/18", "lozena_played", "", 1, "B>A 80, C>A 80"),
            ("pausal1", None, 200, False, 0, 1, 200, "B18", "pausal", "A", 1, "A>B 200, A>C 200"),
        ],
        {"A": -240, "B": 120, "C": 120},
    ),
    Case(
        "R-017: B/18 gives quiet sto to nobody",
        "ABC/C A:hra hra+ quiet_sto=declarer2 B18@A",
        [
            ("hra", True, 20, False, 0, 1, 20, "B/18", "lozena_played", "", 1, "B>A 20, C>A 20"),
            ("pausal1", None, 200, False, 0, 1, 200, "B18", "pausal", "A", 1, "A>B 200, A>C 200"),
        ],
        {"A": -360, "B": 180, "C": 180},
    ),
    Case(
        "R-018: omyl",
        "ABC/C A:omyl bid=1",
        [
            ("omyl", False, 120, False, 0, 1, 120, "B/15", "omyl", "A", 1, "A>B 120, A>C 120"),
        ],
        {"A": -240, "B": 120, "C": 120},
    ),
    Case(
        "R-018: first misdeal",
        "ABC/C misdeal",
        [
            ("misdeal", None, 0, False, 0, 1, 0, "B/5", "misdeal", "C", 1, ""),
        ],
        {"A": 0, "B": 0, "C": 0},
    ),
    Case(
        "R-018: further misdeal",
        "ABCD/C misdeal=1",
        [
            ("misdeal", None, 200, False, 0, 1, 200, "B/5", "misdeal", "C", 1, "C>A 200, C>B 200, C>D 200"),
        ],
        {"A": 200, "B": 200, "C": -600, "D": 200},
    ),
    Case(
        "R-018: renonc without a hand",
        "ABC/C renonc C6@C",
        [
            ("pausal1", None, 200, False, 0, 1, 200, "C6", "pausal", "C", 1, "C>A 200, C>B 200"),
        ],
        {"A": 200, "B": 200, "C": -400},
    ),
    Case(
        "section C: fleks beyond boty do not count",
        "ABC/C A:hra hra+[BABAB]",
        [
            ("hra", True, 20, False, 4, 1, 320, "A", "played", "", 1, "B>A 320, C>A 320"),
        ],
        {"A": 640, "B": -320, "C": -320},
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_lines(case: Case) -> None:
    settlement = settle(parse(case.hand))
    assert [(*line[:11], said(line)) for line in settlement.lines] == case.lines
    assert settlement.money == case.money
    assert settlement.limited == any(line[0] == "limit" for line in case.lines)


def said(line: Line) -> str:
    return ", ".join(f"{payer}>{receiver} {amount}" for payer, receiver, amount in line.payments)


class Claims(NamedTuple):
    """A hand with claims; the points of its players, and the claims refused."""

    id: str
    hand: str
    premium: dict[str, int]
    refused: tuple[Refusal, ...] = ()


CLAIMS = [
    Claims("granted", "ABC/C A:betl betl+[C]~ A+5 B+3 C-2", {"A": 5, "B": 3, "C": -2}),
    Claims(
        "B/17: a flekked ložená gives the declarer nothing, others keep theirs",
        "ABC/C A:betl betl+[B]! A+5 B+3",
        {"A": 0, "B": 3, "C": 0},
        (Refusal("A", 5, "lozena"),),
    ),
    Claims("B/17: a ložená without a flek", "ABC/C A:betl betl+! A+5", {"A": 5, "B": 0, "C": 0}),
    Claims("two foreign suits", "ABC/C A:dve_sedmy dve_sedmy+[BA] foreign B+7", {"A": 0, "B": -13, "C": 0}),
    Claims(
        "D5: the offender loses his points, not others theirs",
        "ABC/C A:hra hra+[B]~ C4@B> B+5 A+2 B-3",
        {"A": 2, "B": -3, "C": 0},
        (Refusal("B", 5, "offender"),),
    ),
    Claims("C8 costs no points", "ABC/C A:hra hra+ C8@B B+5", {"A": 0, "B": 5, "C": 0}),
    Claims(
        "D5: of a playout the side that won gets points",
        "ABC/C A:hra hra+ C4@B> C+5",
        {"A": 0, "B": 0, "C": 0},
        (Refusal("C", 5, "playout"),),
    ),
    Claims(
        "D5: the declarer who lost one of his parts has not won the playout",
        "ABC/C A:sedma hra+ sedma- C4@B> A+5 C+4",
        {"A": 0, "B": 0, "C": 4},
        (Refusal("A", 5, "playout"),),
    ),
    Claims(
        "B/9: who flekked against a wrong talon gets nothing",
        "ABC/C A:hra hra[B] C7@A B+5 C+4",
        {"A": 0, "B": 0, "C": 4},
        (Refusal("B", 5, "talon"),),
    ),
    Claims(
        "D5: who pays two sevens to four helpers has not won the playout",
        "ABC/C A:dve_sedmy_sto helpers dve_sedmy+ sto+1 C1@B> A+5 C+4",
        {"A": 0, "B": 0, "C": 4},
        (Refusal("A", 5, "playout"),),
    ),
    Claims("no points are no claim", "ABC/C A:hra hra+ C4@B> B+0", {"A": 0, "B": 0, "C": 0}),
    Claims(
        "D6: two sevens on two trumps with a renonc",
        "ABC/C A:dve_sedmy dve_sedmy+ trumps=2 C8@B C4@B> A+5 C-0",
        {"A": 0, "B": 0, "C": 0},
        (Refusal("A", 5, "two_trumps"),),
    ),
    Claims(
        "D6: two sevens and sto too",
        "ABC/C A:dve_sedmy_sto dve_sedmy+ sto+1 trumps=2 C4@B> A+5",
        {"A": 0, "B": 0, "C": 0},
        (Refusal("A", 5, "two_trumps"),),
    ),
    Claims(
        "D6: the referee ruled them winnable",
        "ABC/C A:dve_sedmy_sto dve_sedmy+ sto+1 trumps=2 playable C4@B> A+5",
        {"A": 5, "B": 0, "C": 0},
    ),
    Claims(
        "D6: on three trumps", "ABC/C A:dve_sedmy dve_sedmy+ trumps=3 C4@B> A+5", {"A": 5, "B": 0, "C": 0}
    ),
    Claims("D6: nobody's renonc", "ABC/C A:dve_sedmy dve_sedmy+ trumps=2 C8@B A+5", {"A": 5, "B": 0, "C": 0}),
    Claims(
        "B/9: a flek that is not counted was given by nobody",
        "ABCD/D A:hra hra[BABAC] C7@A C+5",
        {"A": 0, "B": 0, "C": 5, "D": 0},
    ),
]


@pytest.mark.parametrize("case", CLAIMS, ids=lambda case: case.id)
def test_claims(case: Claims) -> None:
    settlement = settle(parse(case.hand))
    assert (settlement.premium, settlement.refused) == (case.premium, case.refused)


def test_another_rulebook_reads_the_record_again() -> None:
    """Tiché sto by points, and what sto stands for, depend on the choices of the rulebook."""
    hand = parse("ABC/C A:sto sto+3")
    assert settle(hand).money == {"A": 480, "B": -240, "C": -240}
    doubling = find_rulebook("csm", overrides={"sto_scaling": "doubling"})
    assert settle(hand, doubling).money == {"A": 640, "B": -320, "C": -320}
    assert settle(hand, find_rulebook("csm")) == settle(hand, hand.rulebook) == settle(hand)
    with pytest.raises(RulesError, match="hra"):
        settle(hand, find_rulebook("csm", overrides={"sto_replaces_hra": False}))


@pytest.mark.parametrize(
    "hand", ["ABC/C A:betl betl+[B]! A+5", "ABC/C A:dve_sedmy* dve_sedmy+[BABA] C4@B> B+7", "ABC/C misdeal"]
)
def test_json(hand: str) -> None:
    settlement = settle(parse(hand))
    record = settlement.to_json()
    assert record == {
        "format": "licitovany-settlement/1",
        "money": settlement.money,
        "premium": settlement.premium,
        "limited": settlement.limited,
        "lines": [
            {
                "part": line.part,
                "won": line.won,
                "rate": line.rate,
                "red": line.red,
                "fleks": line.fleks,
                "steps": line.steps,
                "value": line.value,
                "article": line.article,
                "text": line.text,
            }
            for line in settlement.lines
        ],
        "refused": [{"to": r.to, "points": r.points, "article": r.article} for r in settlement.refused],
    }
    assert settlement.to_json_text() == json.dumps(record, ensure_ascii=False)
