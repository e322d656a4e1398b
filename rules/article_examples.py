"""Examples beside the articles: hands of four people, reckoned by the rules whenever they are shown.

A line of the notation says what was played, a story what happened; no amount is written here.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from rules.errors import InvalidHand
from rules.explain import explain_settlement
from rules.language import CZECH, ENGLISH
from rules.language import gettext_noop as _
from rules.money import to_crowns
from rules.notation import parse
from rules.rulebook import Rulebook


class Example(NamedTuple):
    """What happened and its line; the players of the line are the first of `NAMES`.

    `{sedma}` in a line is the rung of plain sedma.

    >>> EXAMPLES["B/5"][0].line
    'misdeal'
    """

    story: str
    line: str


class Worked(NamedTuple):
    """An example ready to be read: its story, the sentences of its settlement.

    >>> from rules import find_rulebook
    >>> worked("B/5", find_rulebook("csm"))[0].sentences[-1].replace(chr(160), " ")
    'Výsledek: Adam 0,00 Kč; Blanka 0,00 Kč; Cyril 0,00 Kč; Dana 0,00 Kč.'
    """

    story: str
    sentences: tuple[str, ...]


# Adam declares, Blanka and Cyril defend, Dana deals and sits out.
NAMES: Final = ("Adam", "Blanka", "Cyril", "Dana")
AT_FOUR: Final = f"{','.join(NAMES)}/D"
AT_THREE: Final = f"{','.join(NAMES[:3])}/C"
# What marks a line at a table of three, where nobody sits out.
SMALL: Final = "ABC "

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "A": (
        Example(_("Uhraná sedma, na hru dala Blanka flek."), "A:sedma hra+[B] sedma+"),
        Example(_("Sto z devadesáti bodů v kartách a hlášek 40 a 20."), "A:sto points=90/40,20/"),
        Example(
            _("Neuhrané sto: v kartách 50, pomohla hláška 40, obrana má dvacet."), "A:sto points=50/40/20"
        ),
        Example(_("Červené dvě sedmy s boty."), "A:dve_sedmy* dve_sedmy+[BABA]"),
    ),
    "A/tiché": (
        Example(_("Hra a tichá sedma aktéra."), "A:hra hra+ quiet_sedma=declarer+"),
        Example(_("Hra s flekem a tiché sto aktéra."), "A:hra hra+[B] quiet_sto=declarer1"),
    ),
    "B/5": (
        Example(_("Dana rozdala špatně poprvé."), "misdeal"),
        Example(_("Dana rozdala v tomtéž kole špatně podruhé."), "misdeal=1"),
    ),
    "B/9": (
        Example(
            _("Adam odložil tři karty. Na sedmu byl flek, re a tutti, Blanka i Cyril žádali o body."),
            "A:sedma hra[B] sedma[BAB] C7@A B+5 C+5",
        ),
    ),
    "B/11": (Example(_("Blanka flekovala dřív, než přišla na řadu."), "A:betl betl+ C8@B"),),
    "B/13": (Example(_("Adam vynesl hlášenou sedmu předčasně."), "A:sedma B13@A"),),
    "B/15": (Example(_("Adam vylicitoval obyčejnou sedmu a složil karty."), "A:omyl bid={sedma}"),),
    "B/16": (
        Example(_("Flek dal jen Cyril."), "A:betl betl+[C]~"),
        Example(_("Blanka flek, Adam re, Cyril tutti."), "A:betl betl+[BAC]~"),
    ),
    "B/17": (
        Example(
            _("Ložená hra, Cyril dal flek; podle tabulky má mínus 10 bodů, Adam si píše plus 10."),
            "A:hra hra+[C]! A+10 C-10",
        ),
    ),
    "B/18": (
        Example(
            _("Adam ložený durch hrál, a dokonce ho pokazil. Píše si 10 bodů."), "A:durch durch- B18@A A+10"
        ),
    ),
    "B/19": (Example(_("Adam řekl, že betl je ložený, a nebyl."), "A:betl B19@A"),),
    "2x7/pomocné": (
        Example(
            _("Flek a re, Blanka čtyři pomocné neukázala a hrálo se."), "A:dve_sedmy dve_sedmy[BA] C12@B"
        ),
    ),
    "2x7/sto": (
        Example(_("Blanka pomocné ukázala, dvě sedmy Adam uhrál."), "A:dve_sedmy_sto dve_sedmy+ C13@B"),
        Example(
            _("Blanka má čtyři pomocné a dala flek, Cyril nepřiznal barvu."),
            "A:dve_sedmy_sto dve_sedmy[B] helpers C1@C",
        ),
    ),
    "2x7/barvy": (
        Example(_("Cyril flek na dvě cizí barvy, Adam re a uhrál."), "A:dve_sedmy dve_sedmy+[CA] foreign"),
    ),
    "2x7/třetí": (
        Example(
            _("Cyril flek na dvě cizí barvy, Adam re, Blanka tutti; Adam uhrál."),
            "A:dve_sedmy dve_sedmy+[CAB] foreign",
        ),
    ),
    "C1": (Example(_("Blanka nepřiznala barvu a nedohrává se."), "A:sto C1@B"),),
    "C2": (Example(_("Adam nepřebil a nedohrává se."), "A:sedma C2@A"),),
    "C3": (Example(_("U stolu tří vynesl Cyril, ač vynášet neměl."), "ABC A:durch C3@C"),),
    "C4": (Example(_("Červená sedma, Blanka předhodila."), "A:sedma* C4@B"),),
    "C5": (Example(_("Cyril při skládání řezal; žádná hra se nehrála."), "renonc C5@C"),),
    "C6": (Example(_("Dana prozradila obraně kartu, i když pauzíruje."), "A:betl C6@D"),),
    "C7": (Example(_("U stolu tří má Adam v talonu tři karty."), "ABC A:durch C7@A"),),
    "C8": (Example(_("Adam mluvil mimo pořadí; hru uhrál, sedmu ne."), "A:sedma hra+ sedma- C8@A"),),
    "C9": (Example(_("Adam po ohlášení vyměnil kartu v talonu."), "A:betl C9@A"),),
    "C10": (
        Example(_("Do talonu se podívala Dana, Adam chtěl dohrát a betl prohrál."), "A:betl betl- C10@D>"),
    ),
    "C11": (
        Example(
            _("Adam neprávem prohlásil betl za ložený, obrana chtěla dohrát a Adam uhrál."),
            "A:betl betl+ B19@A>",
        ),
    ),
    "C12": (Example(_("Blanka neukázala sedmu; potom Adam nepřiznal barvu."), "A:dve_sedmy C12@B C1@A"),),
    "C13": (
        Example(
            _("Blanka ukázala pomocné, na dvě sedmy dala flek a Adam je prohrál."),
            "A:dve_sedmy_sto dve_sedmy-[B] C13@B",
        ),
    ),
    "C14": (Example(_("Adam má v talonu desítku."), "A:sedma C14@A"),),
    "C/není": (Example(_("Po botech dala Blanka ještě pátý flek."), "A:betl betl+[BABAB]"),),
    "C/paušály": (Example(_("Paušál 1 bez hry: Blanka dávala znamení při licitaci."), "renonc C6@B"),),
    "D1": (
        Example(_("Nejdřív Blanka, potom Cyril: hru platí ten, kdo ji prohrál naposled."), "A:hra C1@B C2@C"),
    ),
    "D2": (
        Example(_("Provinil se aktér."), "A:betl C1@A"),
        Example(_("Provinila se Blanka."), "A:betl C1@B"),
    ),
    "D3": (
        Example(_("Renonc Blanky, dohrávku Adam vyhrál; na hru byl flek."), "A:hra hra+[B] C1@B>"),
        Example(_("Renonc Blanky, dohrávku Adam prohrál; na hru byl flek."), "A:hra hra-[B] C1@B>"),
    ),
    "D4": (
        Example(_("Na durch byl flek, re a tutti; nedohrávalo se."), "A:durch durch[BAB] C1@B"),
        Example(
            _("Po renoncu Blanky se dohrává, pak se proviní Adam; dohrávku má chtít obrana a nechce."),
            "A:durch durch+ C1@B> C3@A",
        ),
    ),
    "D5": (
        Example(
            _("Po renoncu Blanky Adam dohrávku vyhrál. O body žádá on i Cyril."),
            "A:betl betl+ C1@B> A+10 C+5",
        ),
        Example(
            _("Adam dohrávat nechtěl. O body žádá viník Blanka i její spoluhráč."), "A:betl C1@B B+5 C+5"
        ),
    ),
    "D6": (
        Example(_("Rozhodčí o sehratelnosti nerozhodl."), "A:dve_sedmy trumps=2 C1@B A+20"),
        Example(_("Rozhodčí uznal, že se sehrát daly."), "A:dve_sedmy trumps=2 playable C1@B A+20"),
    ),
    "D/rozhodčí": (Example(_("Rozhodčí dal Cyrilovi paušál 2 a prohranou hru."), "A:betl REF:2x@C"),),
    "E": (Example(_("Přesné výsledky u stolu a jak vyjdou na celé koruny."), ""),),
}
"""Article → its examples; the one of `E` is that of R-001."""

EXACT: Final = (1234, -560, -1001, 327)


@lru_cache(maxsize=1024)
def worked(key: str, rulebook: Rulebook, *, english: bool = False) -> tuple[Worked, ...]:
    """The examples of an article, reckoned by a rulebook; empty where it has none.

    An example that a rulebook does not allow is left out: an omyl where sedma is on no rung, minus points for
    a flek where none counts.

    >>> from rules import find_rulebook
    >>> [example.sentences[-1].replace(chr(160), " ") for example in worked("E", find_rulebook("csm"))]
    ['Adam +12,34 Kč → +12 Kč; Blanka −5,60 Kč → −5 Kč; Cyril −10,01 Kč → −10 Kč; Dana +3,27 Kč → +3 Kč.']
    """
    language = ENGLISH if english else CZECH
    found = []
    for example in EXAMPLES.get(key, ()):
        try:
            sentences = _sentences(example.line, rulebook, english)
        except InvalidHand:
            continue
        found.append(Worked(language.gettext(example.story), sentences))
    return tuple(found)


def _sentences(line: str, rulebook: Rulebook, english: bool) -> tuple[str, ...]:
    if not line:
        return (_rounded(english),)
    table = AT_FOUR
    if line.startswith(SMALL):
        table, line = AT_THREE, line.removeprefix(SMALL)
    line = line.format(sedma=rulebook.rung_of("sedma") or 1)
    hand = parse(f"{table} {line}", rulebook=rulebook)
    return tuple(explain_settlement(hand, english=english).splitlines())


def _rounded(english: bool) -> str:
    language = ENGLISH if english else CZECH
    exact = dict(zip(NAMES, EXACT, strict=True))
    crowns = to_crowns(exact)
    shown = (
        f"{name} {language.result(amount)} → {language.result(crowns[name] * 100).replace(',00', '')}"
        for name, amount in exact.items()
    )
    return "; ".join(shown) + "."
