"""The sentences of a settlement: what was paid, why, by which article, in Czech and in English."""

from typing import NamedTuple

import pytest

from rules import settle
from rules.explain import explain_settlement
from rules.notation import parse


class Case(NamedTuple):
    id: str
    line: str
    czech: list[str]
    english: list[str]


CASES = [
    Case(
        "red, re, tens, won and lost",
        "ABCD/D A:sto_sedma* sto+3[BA] sedma-",
        [
            "Sto vyhrané: 0,80 Kč × 2 (červené) × 4 (re) × 3 (za desítky) = 19,20 Kč – podle sazebníku (A); "
            "A dostává po 19,20 Kč (platí B, C a D).",
            "Sedma prohraná: 0,40 Kč × 2 (červené) = 0,80 Kč – podle sazebníku (A); "
            "A platí po 0,80 Kč (dostávají B, C a D).",
        ],
        [
            "Sto (hundred) won: 0.80 Kč × 2 (red) × 4 (re) × 3 (tens) = 19.20 Kč – by the rates (A); "
            "A gets 19.20 Kč each (paid by B, C and D).",
            "Sedma (seven) lost: 0.40 Kč × 2 (red) = 0.80 Kč – by the rates (A); "
            "A pays 0.80 Kč each (to B, C and D).",
        ],
    ),
    Case(
        "quiet results",
        "ABC/C A:hra hra- quiet_sto=defence2 quiet_sedma=declarer-",
        [
            "Hra prohraná: 0,20 Kč × 2 (tiché sto) = 0,40 Kč – podle sazebníku (A); "
            "A platí po 0,40 Kč (dostávají B a C).",
            "Tichá sedma ve prospěch obrany: 0,20 Kč – tichá sedma zabitá v posledním zdvihu (A); "
            "A platí po 0,20 Kč (dostávají B a C).",
        ],
        [
            "Hra (game) lost: 0.20 Kč × 2 (quiet hundred) = 0.40 Kč – by the rates (A); "
            "A pays 0.40 Kč each (to B and C).",
            "Quiet seven in favour of the defence: 0.20 Kč – quiet seven beaten in the last trick (A); "
            "A pays 0.20 Kč each (to B and C).",
        ],
    ),
    Case(
        "two flekkers and the raised limit",
        "ABCD/D A:dve_sedmy* dve_sedmy+[BACA]!",
        [
            "Dvě sedmy vyhrané: 8,00 Kč × 2 (červené) × 16 (boty) = 256,00 Kč – flek na loženou hru, "
            "flekující platí za všechny (B/17, B/16); A dostává po 384,00 Kč (platí B a C).",
            "B platí za hru nejvýš 150,00 Kč (limit, B/16); o 234,00 Kč méně, než vychází.",
            "C platí za hru nejvýš 150,00 Kč (limit, B/16); o 234,00 Kč méně, než vychází.",
        ],
        [
            "Dvě sedmy (two sevens) won: 8.00 Kč × 2 (red) × 16 (boty) = 256.00 Kč – flek on a ložená game, "
            "who flekked pays for all (B/17, B/16); A gets 384.00 Kč each (paid by B and C).",
            "B pays at most 150.00 Kč for the hand (limit, B/16); 234.00 Kč less than reckoned.",
            "C pays at most 150.00 Kč for the hand (limit, B/16); 234.00 Kč less than reckoned.",
        ],
    ),
    Case(
        "minus points",
        "ABC/C A:betl betl+[C]~",
        [
            "Betl vyhraný: 3,00 Kč × 2 (flek) = 6,00 Kč – flek na hru s mínusovými body, "
            "flekující platí za všechny (B/16); A dostává 12,00 Kč (platí C)."
        ],
        [
            "Betl won: 3.00 Kč × 2 (flek) = 6.00 Kč – flek on a game with minus points, "
            "who flekked pays for all (B/16); A gets 12.00 Kč (paid by C)."
        ],
    ),
    Case(
        "two foreign suits",
        "ABC/C A:dve_sedmy dve_sedmy+[BA] foreign",
        [
            "Dvě sedmy vyhrané: 8,00 Kč × 4 (re) = 32,00 Kč – flek na dvě cizí barvy a re, "
            "flekující platí za všechny (zvláštní ustanovení o dvou sedmách); A dostává 64,00 Kč (platí B).",
            "B dal první flek na dvě cizí barvy a po re prohrál: −20 prémiových bodů "
            "(zvláštní ustanovení o dvou sedmách).",
        ],
        [
            "Dvě sedmy (two sevens) won: 8.00 Kč × 4 (re) = 32.00 Kč – flek on two foreign suits and re, "
            "who flekked pays for all (section on two sevens); A gets 64.00 Kč (paid by B).",
            "B gave the first flek on two foreign suits and lost after re: −20 premium points "
            "(section on two sevens).",
        ],
    ),
    Case(
        "renonc",
        "ABC/C A:hra C4@B",
        [
            "Hra vyhraná: 0,20 Kč – prohráno renoncem bez dohrávky, základní sazba; renonc: B (D1, D4); "
            "A dostává 0,40 Kč (platí B).",
            "Renonc C4 – předhození karty: paušál 1 mimo úhradu hry (C); B platí po 2,00 Kč "
            "(dostávají A a C).",
        ],
        [
            "Hra (game) won: 0.20 Kč – lost by a renonc without a playout, base rate; renonc: B (D1, D4); "
            "A gets 0.40 Kč (paid by B).",
            "Renonc C4, card played out of turn: paušál 1 outside the payment for the hand (C); "
            "B pays 2.00 Kč each (to A and C).",
        ],
    ),
    Case(
        "renonc by the flekked rate of own rules",
        'ABC/C A:hra hra[B] C4@A rules={"base":"csm","renonc_rate":"flekked"}',
        [
            "Hra prohraná: 0,20 Kč × 2 (flek) = 0,40 Kč – prohráno renoncem bez dohrávky, sazba s "
            "fleky podle "
            "pravidel turnaje; renonc: A (D1, D4); A platí po 0,40 Kč (dostávají B a C).",
            "Renonc C4 – předhození karty: paušál 1 mimo úhradu hry (C); A platí po 2,00 Kč "
            "(dostávají B a C).",
        ],
        [
            "Hra (game) lost: 0.20 Kč × 2 (flek) = 0.40 Kč – lost by a renonc without a playout, "
            "flekked rate by "
            "the tournament's rules; renonc: A (D1, D4); A pays 0.40 Kč each (to B and C).",
            "Renonc C4, card played out of turn: paušál 1 outside the payment for the hand (C); "
            "A pays 2.00 Kč each (to B and C).",
        ],
    ),
    Case(
        "talon",
        "ABC/C A:hra C7@A",
        [
            "Hra prohraná: 0,20 Kč – nesprávný počet karet v talonu, prohráno bez dohrávky, fleky jen do re; "
            "renonc: A (B/9, C7); A platí po 0,20 Kč (dostávají B a C).",
            "Renonc C7 – nesprávný počet karet v talonu: paušál 1 mimo úhradu hry (C); "
            "A platí po 2,00 Kč (dostávají B a C).",
        ],
        [
            "Hra (game) lost: 0.20 Kč – wrong number of cards in the talon, lost without a playout, "
            "fleks up to re; renonc: A (B/9, C7); A pays 0.20 Kč each (to B and C).",
            "Renonc C7, wrong number of cards in the talon: paušál 1 outside the payment for the hand (C); "
            "A pays 2.00 Kč each (to B and C).",
        ],
    ),
    Case(
        "playout",
        "ABC/C A:hra hra+ C4@B>",
        [
            "Hra vyhraná: 0,20 Kč – po dohrávce prohrála strana, která udělala renonc; B platí za všechny "
            "(D2, D3); A dostává 0,40 Kč (platí B).",
            "Renonc C4 – předhození karty: paušál 1 mimo úhradu hry (C); B platí po 2,00 Kč "
            "(dostávají A a C).",
        ],
        [
            "Hra (game) won: 0.20 Kč – lost in the playout by the side of the renonc; B pays for "
            "all (D2, D3); "
            "A gets 0.40 Kč (paid by B).",
            "Renonc C4, card played out of turn: paušál 1 outside the payment for the hand (C); "
            "B pays 2.00 Kč each (to A and C).",
        ],
    ),
    Case(
        "ložená played, the referee",
        "ABC/C A:hra B18@A REF:2@B",
        [
            "Hra vyhraná: 0,20 Kč – ložená hra se neukázala a hrála; aktérovi je zaplacena (B/18); "
            "A dostává po 0,20 Kč (platí B a C).",
            "Renonc B18 – hraná ložená hra, která se měla ukázat: paušál 1 mimo úhradu hry (C); "
            "A platí po 2,00 Kč (dostávají B a C).",
            "Renonc REF – jiné provinění podle rozhodnutí rozhodčího: paušál 2 mimo úhradu hry (C); "
            "B platí po 10,00 Kč (dostávají A a C).",
        ],
        [
            "Hra (game) won: 0.20 Kč – a ložená game was played instead of shown; the declarer is "
            "paid for it "
            "(B/18); A gets 0.20 Kč each (paid by B and C).",
            "Renonc B18, ložená game played instead of shown: paušál 1 outside the payment for the hand (C); "
            "A pays 2.00 Kč each (to B and C).",
            "Renonc REF, other misconduct by decision of the referee: paušál 2 outside the "
            "payment for the hand "
            "(C); B pays 10.00 Kč each (to A and C).",
        ],
    ),
    Case(
        "four helpers",
        "ABC/C A:dve_sedmy_sto helpers C1@B",
        [
            "Dvě sedmy prohrané: 8,00 Kč – čtyři pomocné proti v jedné ruce, dvě sedmy v každém "
            "případě platí "
            "aktér (zvláštní ustanovení); A platí po 8,00 Kč (dostávají B a C).",
            "Sto vyhrané: 0,80 Kč – prohráno renoncem bez dohrávky, základní sazba; renonc: B (D1, D4); "
            "A dostává 1,60 Kč (platí B).",
            "Renonc C1 – nepřiznání barvy: paušál 1 mimo úhradu hry (C); B platí po 2,00 Kč "
            "(dostávají A a C).",
        ],
        [
            "Dvě sedmy (two sevens) lost: 8.00 Kč – four helpers against in one hand, the declarer pays two "
            "sevens in every case (two sevens); A pays 8.00 Kč each (to B and C).",
            "Sto (hundred) won: 0.80 Kč – lost by a renonc without a playout, base rate; renonc: B (D1, D4); "
            "A gets 1.60 Kč (paid by B).",
            "Renonc C1, suit not followed: paušál 1 outside the payment for the hand (C); "
            "B pays 2.00 Kč each (to A and C).",
        ],
    ),
    Case(
        "helpers hidden",
        "ABC/C A:dve_sedmy C12@B",
        [
            "Dvě sedmy prohrané: 8,00 Kč – sedma nebo čtyři pomocné v jedné ruce nebyly ukázány, "
            "dvě sedmy platí aktér (C12); A platí po 8,00 Kč (dostávají B a C).",
            "Renonc C12 – neukázání sedmy nebo čtyř pomocných při dvou sedmách: paušál 1 mimo "
            "úhradu hry (C); "
            "B platí po 2,00 Kč (dostávají A a C).",
        ],
        [
            "Dvě sedmy (two sevens) lost: 8.00 Kč – a seven or four helpers in one hand were not shown, "
            "the declarer pays two sevens (C12); A pays 8.00 Kč each (to B and C).",
            "Renonc C12, seven or four helpers not shown in two sevens: paušál 1 outside the payment for the "
            "hand (C); B pays 2.00 Kč each (to A and C).",
        ],
    ),
    Case(
        "omyl",
        "ABC/C A:omyl bid=1",
        ["Omyl: obyčejná sedma složena bez sehrávky (B/15); A platí po 1,20 Kč (dostávají B a C)."],
        ["Omyl: plain sedma laid down unplayed (B/15); A pays 1.20 Kč each (to B and C)."],
    ),
    Case(
        "misdeal",
        "ABC/C misdeal=1",
        ["Další chybné rozdání v kole, C rozdá znovu (B/5); C platí po 2,00 Kč (dostávají A a B)."],
        ["A further misdeal in the round, C deals again (B/5); C pays 2.00 Kč each (to A and B)."],
    ),
    Case(
        "a rate of nothing",
        'ABC/C A:hra hra+ rules={"base":"csm","hra":0}',
        ["Hra vyhraná: 0,00 Kč – podle sazebníku (A); neplatí se nic."],
        ["Hra (game) won: 0.00 Kč – by the rates (A); nothing is paid."],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_sentences(case: Case) -> None:
    lines = settle(parse(case.line)).lines
    assert [line.text.replace("\xa0", " ") for line in lines] == case.czech
    assert [line.text_en.replace("\xa0", " ") for line in lines] == case.english


@pytest.mark.parametrize(
    ("line", "english", "text"),
    [
        (
            "ABC/C A:sto* sto+1 C8@A A+5 B+1 C+2",
            False,
            "Sto červených, aktér A.\n"
            "Sto vyhrané: 0,80 Kč × 2 (červené) = 1,60 Kč – podle sazebníku (A); A dostává po "
            "1,60 Kč (platí B a C).\n"
            "Renonc C8 – nedodržení pořadí při schvalování a flekování: paušál 1 mimo úhradu hry (C); "
            "A platí po 2,00 Kč (dostávají B a C).\n"
            "Výsledek: A −0,80 Kč a 5 prémiových bodů; B +0,40 Kč a 1 prémiový bod; C +0,40 Kč a "
            "2 prémiové body.\n",
        ),
        (
            "ABC/C A:betl betl+[B]! A+5",
            True,
            "Betl, declarer A.\n"
            "Betl won: 3.00 Kč × 2 (flek) = 6.00 Kč – flek on a ložená game, who flekked pays for all "
            "(B/17, B/16); A gets 12.00 Kč (paid by B).\n"
            "A: 5 premium points not granted, with a flek on a ložená game the declarer has no "
            "positive points "
            "(B/17).\n"
            "Result: A 12.00 Kč; B −12.00 Kč; C 0.00 Kč.\n",
        ),
        (
            "ABC/C renonc C6@C",
            False,
            "Renonc mimo hru.\n"
            "Renonc C6 – náznaky, signály, prozrazení karty spoluhráči: paušál 1 mimo úhradu hry (C); "
            "C platí po 2,00 Kč (dostávají A a B).\n"
            "Výsledek: A +2,00 Kč; B +2,00 Kč; C −4,00 Kč.\n",
        ),
        (
            "ABC/C misdeal",
            True,
            "Misdeal by C.\n"
            "The first misdeal in a round is free, C deals again (B/5).\n"
            "Result: A 0.00 Kč; B 0.00 Kč; C 0.00 Kč.\n",
        ),
    ],
)
def test_a_whole_settlement(line: str, english: bool, text: str) -> None:
    assert explain_settlement(parse(line), english=english).replace("\xa0", " ") == text


def test_names_stand_in_sentences_as_they_are() -> None:
    line = 'Jan,"{who} \\"x\\"","%s {}"/A B:hra hra+ C4@C>'
    texts = [line.text for line in settle(parse(line)).lines]
    assert '{who} "x" dostává 0,40\xa0Kč (platí %s {}).' in texts[0]
