"""One hand in a few keys: docs/rules/shorthand.md."""

import re
from typing import NamedTuple

import pytest
from hypothesis import given

from rules import InvalidNotation, find_rulebook, parse_hand
from rules.notation import parse
from rules.shorthand import expand, shorten
from tests.rules.strategies import Record, records
from tests.rules.test_properties import RULES, renamed

CSM = find_rulebook("csm")
WITH_HRA = find_rulebook("csm", overrides={"sto_replaces_hra": False})


class Case(NamedTuple):
    short: str
    full: str
    written: str = ""
    """How it is written back, where that differs."""


CASES = [
    Case("bs++", "ABCD/D B:sedma hra+ sedma+"),
    Case("BS==", "ABCD/D B:sedma hra+ sedma+", "bs++"),
    Case("b7 + −", "ABCD/D B:sedma hra+ sedma-", "bs+-"),
    Case("asč+-ca 7", "ABCD/D A:sedma* hra+ sedma-[CA] A+7"),
    Case("asc+-ca a7 b+0", "ABCD/D A:sedma* hra+ sedma-[CA] A+7 B+0", "asč+-ca 7 b+0"),
    Case("as+ca-", "ABCD/D A:sedma hra+[CA] sedma-"),
    Case("ah+", "ABCD/D A:hra hra+"),
    Case("ah- t os+", "ABCD/D A:hra hra- quiet_sto=defence1 quiet_sedma=defence+"),
    Case("ah+ t120 ts-", "ABCD/D A:hra hra+ quiet_sto=declarer3 quiet_sedma=declarer-", "ah+ t120 s-"),
    # A quiet result may follow at once: no seat begins like it.
    Case("bt+110as+ 8", "ABCD/D B:sto sto+2[A] quiet_sedma=declarer+ B+8", "bt+110a s+ 8"),
    Case("ah-t110 os+", "ABCD/D A:hra hra- quiet_sto=defence2 quiet_sedma=defence+", "ah- t110 os+"),
    Case("ah+os-", "ABCD/D A:hra hra+ quiet_sedma=defence-", "ah+ os-"),
    Case("ct+", "ABCD/D C:sto sto+", "ct+"),
    Case("c100+120b", "ABCD/D C:sto sto+3[B]", "ct+120b"),
    Case("ct-", "ABCD/D C:sto sto-", "ct-"),
    Case("ct-70", "ABCD/D C:sto sto-3"),
    # 80 with the defence's twenty is two tens and twenty below.
    Case("ct-80/20", "ABCD/D C:sto sto-4", "ct-60"),
    Case("ct-0/40", "ABCD/D C:sto sto-14"),
    Case("ct.b 60/40,20/20", "ABCD/D C:sto sto[B] points=60/40,20/20"),
    Case("bts+110-c", "ABCD/D B:sto_sedma sto+2 sedma-[C]"),
    Case("b107+-", "ABCD/D B:sto_sedma sto+ sedma-", "bts+-"),
    Case("ab-cl", "ABCD/D A:betl betl-[C]!"),
    Case("cd+bm b-10", "ABCD/D C:durch durch+[B]~ B-10"),
    Case("ass+bac", "ABCD/D A:dve_sedmy dve_sedmy+[BAC]"),
    Case("a77+", "ABCD/D A:dve_sedmy dve_sedmy+", "ass+"),
    Case("asstč+- foreign", "ABCD/D A:dve_sedmy_sto* dve_sedmy+ sto- foreign"),
    Case("ao", "ABCD/D A:omyl bid=1"),
    Case("x", "ABCD/D misdeal"),
    Case("x2", "ABCD/D misdeal=2"),
    Case("r c6d", "ABCD/D renonc C6@D"),
    Case("ar c14a", "ABCD/D A:renonc C14@A"),
    Case("bs c7b", "ABCD/D B:sedma C7@B"),
    Case("bs++ c1c> v1 n3", "ABCD/D B:sedma hra+ sedma+ C1@C> bid=1 trumps=3", "bs++ v1 n3 c1c>"),
    Case("bs++ c1cd b13b", "ABCD/D B:sedma hra+ sedma+ C1@C> B13@B", "bs++ c1c> b13b"),
    Case("bs++ REF:2x@C b+7=sedma.3", "ABCD/D B:sedma hra+ sedma+ REF:2x@C B+7=sedma.3"),
    Case('bs++ b+7="na tři  trumfy −"', 'ABCD/D B:sedma hra+ sedma+ B+7="na tři  trumfy −"'),
    Case(
        "ah b18a quiet_sto=declarer1", "ABCD/D A:hra quiet_sto=declarer1 B18@A", "ah quiet_sto=declarer1 b18a"
    ),
    Case("bs++ rc", "ABCD/C B:sedma hra+ sedma+", "bs++"),
    Case("ds++ /a b13", "ABCD/A D:sedma hra+ sedma+ B+13", "ds++ b+13"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.short)
def test_a_short_line_is_written_in_full_and_back(case: Case) -> None:
    full = expand(case.short, players="ABCD", dealer="D", rulebook=CSM)
    assert parse(full) == parse(case.full)
    assert shorten(parse(full)) == (case.written or case.short)


def test_the_parts_are_those_of_the_rulebook() -> None:
    """Where sto does not replace hra, both results are written."""
    assert expand("at+-80", players="ABC", dealer="C", rulebook=WITH_HRA) == "ABC/C A:sto hra+ sto-2"


NO_LINES = {
    "": "Napište hru, třeba bs++: hraje B, sedma, hra i sedma uhraná.",
    "q": "Začátku „q“ nerozumím. Napište napřed, kdo hraje (a až d), a závazek: h, s, t, ts, b, d, ss nebo",
    "x 7": "Slovu „7“ nerozumím.",
    "s++": "Napište napřed, kdo hraje, třeba „as“.",
    "bs+": "Napište výsledek každé části (hra a sedma), třeba ++.",
    "ab++": "Za závazkem betl čekám výsledek (betl): + uhráno, - prohráno, ne „+“.",
    "bsx": "Za závazkem sedma čekám výsledek (hra a sedma): + uhráno, - prohráno, ne „x“.",
    "aox": "Tady čekám mezeru, ne „x“.",
    "at+95": "Uhrané sto se píše třeba +120, prohrané -80 nebo s hláškami obrany -80/20, ne „+95“.",
    "at+90": "ne „+90“",
    "at-100": "ne „-100“",
    "at+120/20": "ne „+120/20“",
    "at-80/15": "ne „-80/15“",
    "as+120-": "Body se píšou jen za výsledek sta, ne „+120“.",
    "at.80": "Body se píšou jen za výsledek sta, ne „.80“.",
    "bs++ kukaň": "Slovu „kukaň“ nerozumím. Za výsledkem může stát tichá sedma s+",
    "bst": "Za závazkem sedma čekám výsledek (hra a sedma): + uhráno, - prohráno, ne „t“.",
    "bs t": "Tiché sto patří straně, která vyhrála hru: napište napřed její výsledek.",
    "bs++ hra+": "Slovu „hra+“ nerozumím.",
    'bs++ b+7="': "Zápis hry má neuzavřené uvozovky.",
}


@pytest.mark.parametrize(("line", "message"), NO_LINES.items(), ids=NO_LINES)
def test_what_cannot_be_read_is_named(line: str, message: str) -> None:
    with pytest.raises(InvalidNotation, match=re.escape(message)):
        expand(line, players="ABCD", dealer="D", rulebook=CSM)


@RULES
@given(records)
def test_every_hand_has_its_short_line(record: Record) -> None:
    """Also those that nobody types; a hand with its rulebook and dealer comes back the same."""
    names = dict(zip(record["players"], "ABCD", strict=False))
    hand = parse_hand(renamed(record, names))
    players, dealer = "".join(hand.players), hand.dealer

    full = expand(shorten(hand), players=players, dealer=dealer, rulebook=hand.rulebook)

    assert parse(full, rulebook=hand.rulebook) == hand
