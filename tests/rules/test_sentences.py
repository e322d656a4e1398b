"""The sentences of a settlement: what was paid, why, by which article, in Czech and in English."""

from typing import Any, NamedTuple

import pytest

from rules import find_rulebook, parse_hand, settle
from rules.entitlements import Refusal, must_be_listed
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
            "Sto vyhrané: 0,80 Kč × 2 (červené) × 4 (re) × 3 (za desítky) = 19,20 Kč – podle "
            "sazebníku; A dostává po 19,20 Kč (platí B, C a D).",
            "Sedma prohraná: 0,40 Kč × 2 (červené) = 0,80 Kč – podle sazebníku; A platí po 0,80 Kč "
            "(dostávají B, C a D).",
        ],
        [
            "Sto (hundred) won: 0.80 Kč × 2 (red) × 4 (re) × 3 (for the tens) = 19.20 Kč – by the "
            "rates; A gets 19.20 Kč each (paid by B, C and D).",
            "Sedma (seven) lost: 0.40 Kč × 2 (red) = 0.80 Kč – by the rates; A pays 0.80 Kč each (to "
            "B, C and D).",
        ],
    ),
    Case(
        "quiet results",
        "ABC/C A:hra hra- quiet_sto=defence2 quiet_sedma=declarer-",
        [
            "Hra prohraná: 0,20 Kč × 2 (tiché sto) = 0,40 Kč – podle sazebníku; A platí po 0,40 Kč "
            "(dostávají B a C).",
            "Tichá sedma ve prospěch obrany: 0,20 Kč – tichá sedma zabitá v posledním zdvihu; A platí"
            " po 0,20 Kč (dostávají B a C).",
        ],
        [
            "Hra (game) lost: 0.20 Kč × 2 (quiet hundred) = 0.40 Kč – by the rates; A pays 0.40 Kč "
            "each (to B and C).",
            "Quiet seven in favour of the defence: 0.20 Kč – quiet seven beaten in the last trick; A "
            "pays 0.20 Kč each (to B and C).",
        ],
    ),
    Case(
        "two flekkers and the raised limit",
        "ABCD/D A:dve_sedmy* dve_sedmy+[BACA]!",
        [
            "Dvě sedmy vyhrané: 8,00 Kč × 2 (červené) × 16 (boty) = 256,00 Kč – flek na loženou hru "
            "(B/17, B/16); B a C platí napůl za všechny tři, každá polovina je 3 × 256,00 Kč : 2 = 384,00 "
            "Kč (dostává A).",
            "B a C platí za hru nejvýš po 150,00 Kč (limit, B/16), dostává A; každá platba je o 234,00 Kč "
            "menší, než vychází.",
        ],
        [
            "Dvě sedmy (two sevens) won: 8.00 Kč × 2 (red) × 16 (boty) = 256.00 Kč – flek on a ložená "
            "game (B/17, B/16); B and C pay for all three in halves, each half is 3 × 256.00 Kč : 2 = "
            "384.00 Kč (to A).",
            "B and C each pay at most 150.00 Kč for the hand (limit, B/16), to A; each payment is 234.00 "
            "Kč less than reckoned.",
        ],
    ),
    Case(
        "minus points",
        "ABC/C A:betl betl+[C]~",
        [
            "Betl vyhraný: 3,00 Kč × 2 (flek) = 6,00 Kč – flek na hru s mínusovými body (B/16); C "
            "platí za oba 2 × 6,00 Kč = 12,00 Kč (dostává A).",
        ],
        [
            "Betl won: 3.00 Kč × 2 (flek) = 6.00 Kč – flek on a game with minus points (B/16); C pays"
            " for both 2 × 6.00 Kč = 12.00 Kč (to A).",
        ],
    ),
    Case(
        "two foreign suits",
        "ABC/C A:dve_sedmy dve_sedmy+[BA] foreign",
        [
            "Dvě sedmy vyhrané: 8,00 Kč × 4 (re) = 32,00 Kč – flek na dvě cizí barvy a re (zvláštní "
            "ustanovení o dvou sedmách); B platí za oba 2 × 32,00 Kč = 64,00 Kč (dostává A).",
            "B: −20 prémiových bodů za první flek na dvě cizí barvy, prohraný po re (zvláštní ustanovení "
            "o dvou sedmách).",
        ],
        [
            "Dvě sedmy (two sevens) won: 8.00 Kč × 4 (re) = 32.00 Kč – flek on two foreign suits and re "
            "(section on two sevens); B pays for both 2 × 32.00 Kč = 64.00 Kč (to A).",
            "B: −20 premium points for the first flek on two foreign suits, lost after re (section on two "
            "sevens).",
        ],
    ),
    Case(
        "renonc",
        "ABC/C A:hra C4@B",
        [
            "Hru prohrála obrana renoncem (B): 0,20 Kč – bez dohrávky, proto základní sazba (D1, D2, D4); "
            "B platí za oba 2 × 0,20 Kč = 0,40 Kč (dostává A).",
            "Renonc C4 – předhození karty: paušál 1 mimo úhradu hry (oddíl C); B platí po 2,00 Kč "
            "(dostávají A a C).",
        ],
        [
            "Hra (game) lost by the defence through a renonc (B): 0.20 Kč – without a playout, hence the "
            "base rate (D1, D2, D4); B pays for both 2 × 0.20 Kč = 0.40 Kč (to A).",
            "Renonc C4, card played out of turn: paušál 1 outside the payment for the hand (section C); B "
            "pays 2.00 Kč each (to A and C).",
        ],
    ),
    Case(
        "renonc by the flekked rate of own rules",
        'ABC/C A:hra hra[B] C4@A rules={"base":"csm","renonc_rate":"flekked"}',
        [
            "Hru prohrál aktér vlastním renoncem (A): 0,20 Kč × 2 (flek) = 0,40 Kč – bez dohrávky, podle "
            "pravidel turnaje sazba s fleky (D1, D2, D4); A platí po 0,40 Kč (dostávají B a C).",
            "Renonc C4 – předhození karty: paušál 1 mimo úhradu hry (oddíl C); A platí po 2,00 Kč "
            "(dostávají B a C).",
        ],
        [
            "Hra (game) lost by the declarer through his own renonc (A): 0.20 Kč × 2 (flek) = 0.40 Kč – "
            "without a playout, by the tournament's rules the flekked rate (D1, D2, D4); A pays 0.40 Kč "
            "each (to B and C).",
            "Renonc C4, card played out of turn: paušál 1 outside the payment for the hand (section C); A "
            "pays 2.00 Kč each (to B and C).",
        ],
    ),
    Case(
        "talon",
        "ABC/C A:hra C7@A",
        [
            "Hru prohrál aktér vlastním renoncem (A): 0,20 Kč – nesprávný počet karet v talonu, nedá se "
            "dohrát, fleky jen do re (B/9, C7); A platí po 0,20 Kč (dostávají B a C).",
            "Renonc C7 – nesprávný počet karet v talonu: paušál 1 mimo úhradu hry (oddíl C); A platí po "
            "2,00 Kč (dostávají B a C).",
        ],
        [
            "Hra (game) lost by the declarer through his own renonc (A): 0.20 Kč – wrong number of cards "
            "in the talon, cannot be played on, fleks up to re (B/9, C7); A pays 0.20 Kč each (to B and "
            "C).",
            "Renonc C7, wrong number of cards in the talon: paušál 1 outside the payment for the hand "
            "(section C); A pays 2.00 Kč each (to B and C).",
        ],
    ),
    Case(
        "playout",
        "ABC/C A:hra hra+ C4@B>",
        [
            "Hra vyhraná: 0,20 Kč – v dohrávce po renoncu obrany (B); platí její výsledek i s fleky, jako "
            "by renonc nebyl (D2, D3); B platí za oba 2 × 0,20 Kč = 0,40 Kč (dostává A).",
            "Renonc C4 – předhození karty: paušál 1 mimo úhradu hry (oddíl C); B platí po 2,00 Kč "
            "(dostávají A a C).",
        ],
        [
            "Hra (game) won: 0.20 Kč – in the playout after a renonc of the defence (B); its result "
            "counts with the fleks, as if there had been no renonc (D2, D3); B pays for both 2 × 0.20 Kč "
            "= 0.40 Kč (to A).",
            "Renonc C4, card played out of turn: paušál 1 outside the payment for the hand (section C); B "
            "pays 2.00 Kč each (to A and C).",
        ],
    ),
    Case(
        "ložená played, the referee",
        "ABC/C A:hra B18@A REF:2@B",
        [
            "Hra vyhraná: 0,20 Kč – ložená hra se neukázala a hrála; aktérovi je zaplacena (B/18); A "
            "dostává po 0,20 Kč (platí B a C).",
            "Renonc B/18 – hraná ložená hra, která se měla ukázat: paušál 1 mimo úhradu hry (oddíl C); A "
            "platí po 2,00 Kč (dostávají B a C).",
            "Jiné provinění podle rozhodnutí rozhodčího: paušál 2 mimo úhradu hry (oddíl C); B platí po "
            "10,00 Kč (dostávají A a C).",
        ],
        [
            "Hra (game) won: 0.20 Kč – a ložená game was played instead of shown; the declarer is paid "
            "for it (B/18); A gets 0.20 Kč each (paid by B and C).",
            "Renonc B/18, ložená game played instead of shown: paušál 1 outside the payment for the hand "
            "(section C); A pays 2.00 Kč each (to B and C).",
            "Other misconduct by decision of the referee: paušál 2 outside the payment for the hand "
            "(section C); B pays 10.00 Kč each (to A and C).",
        ],
    ),
    Case(
        "four helpers",
        "ABC/C A:dve_sedmy_sto helpers C1@B",
        [
            "Dvě sedmy prohrané: 8,00 Kč – čtyři pomocné proti v jedné ruce, dvě sedmy v každém případě "
            "platí aktér (zvláštní ustanovení); A platí po 8,00 Kč (dostávají B a C).",
            "Sto prohrála obrana renoncem (B): 0,80 Kč – bez dohrávky, proto základní sazba (D1, D2, D4); "
            "B platí za oba 2 × 0,80 Kč = 1,60 Kč (dostává A).",
            "Renonc C1 – nepřiznání barvy: paušál 1 mimo úhradu hry (oddíl C); B platí po 2,00 Kč "
            "(dostávají A a C).",
        ],
        [
            "Dvě sedmy (two sevens) lost: 8.00 Kč – four helpers against in one hand, the declarer pays "
            "two sevens in every case (two sevens); A pays 8.00 Kč each (to B and C).",
            "Sto (hundred) lost by the defence through a renonc (B): 0.80 Kč – without a playout, hence "
            "the base rate (D1, D2, D4); B pays for both 2 × 0.80 Kč = 1.60 Kč (to A).",
            "Renonc C1, suit not followed: paušál 1 outside the payment for the hand (section C); B pays "
            "2.00 Kč each (to A and C).",
        ],
    ),
    Case(
        "helpers hidden",
        "ABC/C A:dve_sedmy C12@B",
        [
            "Dvě sedmy prohrané: 8,00 Kč – sedma nebo čtyři pomocné v jedné ruce nebyly ukázány, dvě "
            "sedmy platí aktér (C12); A platí po 8,00 Kč (dostávají B a C).",
            "Renonc C12 – neukázání sedmy nebo čtyř pomocných při dvou sedmách: paušál 1 mimo úhradu hry "
            "(oddíl C); B platí po 2,00 Kč (dostávají A a C).",
        ],
        [
            "Dvě sedmy (two sevens) lost: 8.00 Kč – a seven or four helpers in one hand were not shown, "
            "the declarer pays two sevens (C12); A pays 8.00 Kč each (to B and C).",
            "Renonc C12, seven or four helpers not shown in two sevens: paušál 1 outside the payment for "
            "the hand (section C); B pays 2.00 Kč each (to A and C).",
        ],
    ),
    Case(
        "omyl",
        "ABC/C A:omyl bid=1",
        [
            "Omyl: obyčejná sedma složena bez sehrávky (B/15); A platí po 1,20 Kč (dostávají B a C).",
        ],
        [
            "Omyl: plain sedma laid down unplayed (B/15); A pays 1.20 Kč each (to B and C).",
        ],
    ),
    Case(
        "misdeal",
        "ABC/C misdeal=1",
        [
            "Další chybné rozdání v kole, C rozdá znovu (B/5); C platí po 2,00 Kč (dostávají A a B).",
        ],
        [
            "A further misdeal in the round, C deals again (B/5); C pays 2.00 Kč each (to A and B).",
        ],
    ),
    Case(
        "a rate of nothing",
        'ABC/C A:hra hra+ rules={"base":"csm","hra":0}',
        [
            "Hra vyhraná: 0,00 Kč – podle sazebníku; neplatí se nic.",
        ],
        [
            "Hra (game) won: 0.00 Kč – by the rates; nothing is paid.",
        ],
    ),
    Case(
        "two flekkers at a table of four",
        "ABCD/D A:hra hra+[BAC]~",
        [
            "Hra vyhraná: 0,20 Kč × 8 (tutti) = 1,60 Kč – flek na hru s mínusovými body (B/16); B a C "
            "platí napůl za všechny tři, každá polovina je 3 × 1,60 Kč : 2 = 2,40 Kč (dostává A).",
        ],
        [
            "Hra (game) won: 0.20 Kč × 8 (tutti) = 1.60 Kč – flek on a game with minus points (B/16); B "
            "and C pay for all three in halves, each half is 3 × 1.60 Kč : 2 = 2.40 Kč (to A).",
        ],
    ),
    Case(
        "renonc of a defender at a table of four",
        "ABCD/D A:betl C1@B",
        [
            "Betl prohrála obrana renoncem (B): 3,00 Kč – bez dohrávky, proto základní sazba (D1, D2, "
            "D4); B platí za všechny tři 3 × 3,00 Kč = 9,00 Kč (dostává A).",
            "Renonc C1 – nepřiznání barvy: paušál 1 mimo úhradu hry (oddíl C); B platí po 2,00 Kč "
            "(dostávají A, C a D).",
        ],
        [
            "Betl lost by the defence through a renonc (B): 3.00 Kč – without a playout, hence the base "
            "rate (D1, D2, D4); B pays for all three 3 × 3.00 Kč = 9.00 Kč (to A).",
            "Renonc C1, suit not followed: paušál 1 outside the payment for the hand (section C); B pays "
            "2.00 Kč each (to A, C and D).",
        ],
    ),
    Case(
        "the limit towards each",
        "ABCD/D A:dve_sedmy* dve_sedmy-[BABA]",
        [
            "Dvě sedmy prohrané: 8,00 Kč × 2 (červené) × 16 (boty) = 256,00 Kč – podle sazebníku; A platí "
            "po 256,00 Kč (dostávají B, C a D).",
            "A platí za hru nejvýš po 100,00 Kč (limit), dostávají B, C a D; každá platba je o 156,00 Kč "
            "menší, než vychází.",
        ],
        [
            "Dvě sedmy (two sevens) lost: 8.00 Kč × 2 (red) × 16 (boty) = 256.00 Kč – by the rates; A "
            "pays 256.00 Kč each (to B, C and D).",
            "A pays at most 100.00 Kč each for the hand (limit), to B, C and D; each payment is 156.00 Kč "
            "less than reckoned.",
        ],
    ),
    Case(
        "the limit from each",
        "ABC/C A:dve_sedmy* dve_sedmy+[BABA]",
        [
            "Dvě sedmy vyhrané: 8,00 Kč × 2 (červené) × 16 (boty) = 256,00 Kč – podle sazebníku; A "
            "dostává po 256,00 Kč (platí B a C).",
            "B a C platí za hru nejvýš po 100,00 Kč (limit), dostává A; každá platba je o 156,00 Kč "
            "menší, než vychází.",
        ],
        [
            "Dvě sedmy (two sevens) won: 8.00 Kč × 2 (red) × 16 (boty) = 256.00 Kč – by the rates; A gets "
            "256.00 Kč each (paid by B and C).",
            "B and C each pay at most 100.00 Kč for the hand (limit), to A; each payment is 156.00 Kč "
            "less than reckoned.",
        ],
    ),
    Case(
        "as many limits as he pays for",
        'ABC/C A:durch durch+[B]~ rules={"base":"csm","limit":500}',
        [
            "Durch vyhraný: 6,00 Kč × 2 (flek) = 12,00 Kč – flek na hru s mínusovými body (B/16); B platí "
            "za oba 2 × 12,00 Kč = 24,00 Kč (dostává A).",
            "B platí za hru nejvýš 2 × 5,00 Kč = 10,00 Kč (limit, B/16), dostává A; o 14,00 Kč méně, než "
            "vychází.",
        ],
        [
            "Durch won: 6.00 Kč × 2 (flek) = 12.00 Kč – flek on a game with minus points (B/16); B pays "
            "for both 2 × 12.00 Kč = 24.00 Kč (to A).",
            "B pays at most 2 × 5.00 Kč = 10.00 Kč for the hand (limit, B/16), to A; 14.00 Kč less than "
            "reckoned.",
        ],
    ),
    Case(
        "playout lost by the side that asked for it",
        "ABC/C A:hra hra-[B] C4@B>",
        [
            "Hra prohraná: 0,20 Kč × 2 (flek) = 0,40 Kč – v dohrávce, strana viníka neprohrála; platí se "
            "i s fleky, jako by renonc nebyl (D3); A platí po 0,40 Kč (dostávají B a C).",
            "Renonc C4 – předhození karty: paušál 1 mimo úhradu hry (oddíl C); B platí po 2,00 Kč "
            "(dostávají A a C).",
        ],
        [
            "Hra (game) lost: 0.20 Kč × 2 (flek) = 0.40 Kč – in the playout, the offender's side did not "
            "lose; paid with the fleks, as if there had been no renonc (D3); A pays 0.40 Kč each (to B "
            "and C).",
            "Renonc C4, card played out of turn: paušál 1 outside the payment for the hand (section C); B "
            "pays 2.00 Kč each (to A and C).",
        ],
    ),
    Case(
        "playout lost by the declarer",
        "ABC/C A:hra hra-[B] C4@A>",
        [
            "Hra prohraná: 0,20 Kč × 2 (flek) = 0,40 Kč – v dohrávce po renoncu aktéra (A); platí její "
            "výsledek i s fleky, jako by renonc nebyl (D2, D3); A platí po 0,40 Kč (dostávají B a C).",
            "Renonc C4 – předhození karty: paušál 1 mimo úhradu hry (oddíl C); A platí po 2,00 Kč "
            "(dostávají B a C).",
        ],
        [
            "Hra (game) lost: 0.20 Kč × 2 (flek) = 0.40 Kč – in the playout after a renonc of the "
            "declarer (A); its result counts with the fleks, as if there had been no renonc (D2, D3); A "
            "pays 0.40 Kč each (to B and C).",
            "Renonc C4, card played out of turn: paušál 1 outside the payment for the hand (section C); A "
            "pays 2.00 Kč each (to B and C).",
        ],
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
            "Sto vyhrané: 0,80 Kč × 2 (červené) = 1,60 Kč – podle sazebníku; A dostává po "
            "1,60 Kč (platí B a C).\n"
            "Renonc C8 – nedodržení pořadí při schvalování a flekování: paušál 1 mimo úhradu hry (oddíl C); "
            "A platí po 2,00 Kč (dostávají B a C).\n"
            "Výsledek: A −0,80 Kč a 5 prémiových bodů; B +0,40 Kč a 1 prémiový bod; C +0,40 Kč a "
            "2 prémiové body.\n",
        ),
        (
            "ABC/C A:betl betl+[B]! A+5",
            True,
            "Betl, declarer A.\n"
            "Betl won: 3.00 Kč × 2 (flek) = 6.00 Kč – flek on a ložená game (B/17, B/16); "
            "B pays for both 2 × 6.00 Kč = 12.00 Kč (to A).\n"
            "A: 5 premium points not granted, with a flek on a ložená game the declarer has no "
            "positive points "
            "(B/17).\n"
            "Result: A +12.00 Kč; B −12.00 Kč; C 0.00 Kč.\n",
        ),
        (
            "ABC/C A:betl betl+[B]! B-10",
            False,
            "Betl, aktér A.\n"
            "Betl vyhraný: 3,00 Kč × 2 (flek) = 6,00 Kč – flek na loženou hru (B/17, B/16); "
            "B platí za oba 2 × 6,00 Kč = 12,00 Kč (dostává A).\n"
            "Výsledek: A +12,00 Kč; B −12,00 Kč a −10 prémiových bodů; C 0,00 Kč.\n",
        ),
        (
            "ABC/C renonc C6@C",
            False,
            "Renonc mimo hru.\n"
            "Renonc C6 – náznaky, signály, prozrazení karty spoluhráči: paušál 1 mimo úhradu hry (oddíl C); "
            "C platí po 2,00 Kč (dostávají A a B).\n"
            "Výsledek: A +2,00 Kč; B +2,00 Kč; C −4,00 Kč.\n",
        ),
        (
            "ABC/C A:omyl bid=1",
            True,
            "Omyl, declarer A.\n"
            "Omyl: plain sedma laid down unplayed (B/15); A pays 1.20 Kč each (to B and C).\n"
            "Result: A −2.40 Kč; B +1.20 Kč; C +1.20 Kč.\n",
        ),
        (
            "ABC/C A:betl betl+[B]! A+5",
            False,
            "Betl, aktér A.\n"
            "Betl vyhraný: 3,00 Kč × 2 (flek) = 6,00 Kč – flek na loženou hru (B/17, B/16); "
            "B platí za oba 2 × 6,00 Kč = 12,00 Kč (dostává A).\n"
            "A: 5 prémiových bodů se nepřiznává – při fleku na loženou hru nemá aktér žádné kladné body "
            "(B/17).\n"
            "Výsledek: A +12,00 Kč; B −12,00 Kč; C 0,00 Kč.\n",
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


@pytest.mark.parametrize(
    ("points", "rules", "czech"),
    [
        (
            {"declarer_cards": 90, "declarer_marriages": [40, 20]},
            {},
            "Sto vyhrané, body 90 + 40 + 20 = 150: 0,80 Kč × 6 (za desítky) = 4,80 Kč – podle sazebníku; "
            "A dostává po 4,80 Kč (platí B a C).",
        ),
        (
            {"declarer_cards": 90},
            {},
            "Sto prohrané, body 90, do sta chybí 10: 0,80 Kč – podle sazebníku; "
            "A platí po 0,80 Kč (dostávají B a C).",
        ),
        (
            {"declarer_cards": 50, "declarer_marriages": [20, 40], "defence_marriages": [20, 20]},
            {},
            "Sto prohrané, body 50 + 40 = 90, do sta chybí 10, hlášky obrany 20 + 20: "
            "0,80 Kč × 5 (za desítky) = 4,00 Kč – podle sazebníku; A platí po 4,00 Kč (dostávají B a C).",
        ),
        (
            {"declarer_cards": 90, "declarer_marriages": [40, 20]},
            {"sto_scaling": "doubling"},
            "Sto vyhrané: 0,80 Kč × 32 (za desítky) = 25,60 Kč – podle sazebníku; "
            "A dostává po 25,60 Kč (platí B a C).",
        ),
    ],
)
def test_what_sto_stands_on(points: dict[str, Any], rules: dict[str, Any], czech: str) -> None:
    record = {"players": list("ABC"), "dealer": "C", "declarer": "A", "contract": "sto", "points": points}
    book = find_rulebook("csm", overrides=rules)
    (line,) = settle(parse_hand(record, rulebook=book)).lines
    assert line.text.replace("\xa0", " ") == czech


def test_more_fleks_than_have_names() -> None:
    line = settle(parse('ABC/C A:hra hra+[BABAB] rules={"base":"csm","max_fleks":5}')).lines[0]
    assert "× 32 (5 fleků) =" in line.text
    assert "× 32 (5 fleks) =" in line.text_en


def test_czech_unless_english_is_asked_for() -> None:
    assert explain_settlement(parse("ABC/C misdeal")).startswith("Chybné rozdání, rozdávající C.\n")


@pytest.mark.parametrize(
    ("reason", "czech", "english"),
    [
        (
            "offender",
            "kdo se dopustil renoncu, nemá nárok na body v žádném případě (D5)",
            "whoever committed a renonc has no claim to points (D5)",
        ),
        (
            "talon",
            "při nesprávném počtu karet v talonu nemá flekující hráč nárok na body (B/9)",
            "with a wrong number of cards in the talon a flekker has no claim to points (B/9)",
        ),
        (
            "playout",
            "po dohrávce jsou body přiznány jen straně, která ji vyhrála (D5)",
            "after a playout only the side that won it gets points (D5)",
        ),
        (
            "two_trumps",
            "dvě sedmy na dva trumfy s renoncem rozhodčí neuznal za teoreticky sehratelné (D6)",
            "the referee did not rule these two sevens on two trumps theoretically winnable (D6)",
        ),
    ],
)
def test_refusals(reason: str, czech: str, english: str) -> None:
    refusal = Refusal("A", 2, reason)
    assert refusal.text == f"A: 2 prémiové body se nepřiznává – {czech}."
    assert refusal.text_en == f"A: 2 premium points not granted, {english}."


@pytest.mark.parametrize(("points", "listed"), [(49, False), (50, True), (51, True)])
def test_hands_to_be_listed_b1(points: int, listed: bool) -> None:
    assert must_be_listed(points) is listed


def test_names_stand_in_sentences_as_they_are() -> None:
    line = 'Jan,"{who} \\"x\\"","%s {}"/A B:hra hra+ C4@C>'
    texts = [line.text for line in settle(parse(line)).lines]
    assert '%s {} platí za oba 2 × 0,20\xa0Kč = 0,40\xa0Kč (dostává {who} "x").' in texts[0]
