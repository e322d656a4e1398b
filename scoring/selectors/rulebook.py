"""The rules of a tournament as people read them: sazebník, žebříček, renonce.

Amounts in haléře, scaled by the tournament's base rate; nothing here repeats a rate or an article by hand.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules import Rulebook, find_rulebook
from rules.contracts import (
    PART_NAMES,
    TRUMPLESS,
    Contract,
    contract_name,
    flek_name,
)
from rules.offences import ANYBODY, ARTICLES, DECLARER, DEFENDER, PLAYING, default_pausal
from rules.parts import part_value, quiet_sto_factor, sto_factor
from tournament.selectors.rulebooks import RULE_CHOICES

RATED_PARTS = ("hra", "sedma", "sto", "betl", "durch", "dve_sedmy")
MOST_SHOWN_FLEKS = 6
"""An own rulebook may count a thousand fleks; no table of them fits a page."""

STO_MADE = range(1, 7)
STO_LOST = range(1, 6)
SEATS = (4, 3)


@dataclass(frozen=True, slots=True)
class RateRow:
    """A part, plain or red, and its value without a flek, with a flek, re…"""

    name: str
    red: bool
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StoRow:
    """Points of an announced sto and what every opponent pays or gets, plain and red."""

    points: int
    made: bool
    plain: int
    red: int


@dataclass(frozen=True, slots=True)
class Fixed:
    """One amount that does not grow with fleks: what it is, how much, to whom or when."""

    name: str
    amount: int
    note: str
    article: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """A point where the rules leave a choice: what is played, what it means, whether by own choice."""

    field: str
    label: str
    chosen: str
    meaning: str
    own: bool


@dataclass(frozen=True, slots=True)
class Rates:
    """The whole sazebník of a tournament."""

    rulebook: Rulebook
    fleks: tuple[tuple[str, int], ...]
    rows: tuple[RateRow, ...]
    sto: tuple[StoRow, ...]
    quiet: tuple[Fixed, ...]
    fixed: tuple[Fixed, ...]
    limits: tuple[Fixed, ...]
    choices: tuple[ChoiceRow, ...]


@dataclass(frozen=True, slots=True)
class RungContract:
    """A contract on a rung: its name and what it is worth without fleks, sto as a plain hundred."""

    name: str
    red: bool
    value: int


@dataclass(frozen=True, slots=True)
class Rung:
    """A step of the ladder; ``omyl``: the one where the winner may lay the cards down."""

    number: int
    contracts: tuple[RungContract, ...]
    omyl: bool
    owed: bool


@dataclass(frozen=True, slots=True)
class Ladder:
    """The licitační žebříček from its lowest rung, and the sentences that belong to it."""

    rulebook: Rulebook
    rungs: tuple[Rung, ...]
    notes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RenoncRow:
    """An article about a renonc: whose, what it costs outside the hand, what becomes of the hand."""

    article: str
    whose: str
    text: str
    pausal: str
    amount: int
    follows: str
    playout: str


@dataclass(frozen=True, slots=True)
class Renonce:
    """Renoncy of a tournament with their paušály."""

    rulebook: Rulebook
    rows: tuple[RenoncRow, ...]


CHOICE_MEANINGS: dict[str, dict[Any, Any]] = {
    "sto_scaling": {
        "linear": gettext_lazy("Uhrané 100 je jedna sazba, 110 dvě, 120 tři; neuhrané 90 jedna, 80 dvě."),
        "doubling": gettext_lazy("Uhrané 100 je jedna sazba, 110 dvě, 120 čtyři, 130 osm."),
        "flat": gettext_lazy("Za sto se platí jedna sazba, ať se uhrálo nebo chybělo kolik chtělo."),
    },
    "sto_replaces_hra": {
        True: gettext_lazy("Sto je závazek sám o sobě, hra se v něm nepočítá."),
        False: gettext_lazy("V závazku sto se platí zvlášť hra a zvlášť sto."),
    },
    "sto_marriage": {
        "highest": gettext_lazy("Ke stu pomáhá jen jedna hláška, a to ta nejvyšší."),
        "first": gettext_lazy("Ke stu pomáhá jen jedna hláška, a to ta, která byla hlášena první."),
    },
    "quiet_sto_scaling": {
        "flat": gettext_lazy("Tiché sto zdvojnásobí hodnotu hry a víc už nic nepřidá."),
        "linear": gettext_lazy("Za 100 je to dvojnásobek hry, za každou další desítku zase dvojnásobek."),
    },
    "renonc_rate": {
        "base": gettext_lazy("Bez dohrávky se platí základní sazba hry. Kdo chce fleky, žádá dohrávku (D4)."),
        "flekked": gettext_lazy("I bez dohrávky se platí sazba s danými fleky."),
    },
    "raised_limit_at_three": {
        False: gettext_lazy(
            "U stolu tří nikdo nepauzíruje, dva plátci mají obyčejný limit, i za flek na dvě cizí barvy."
        ),
        True: gettext_lazy("Zvýšený limit dvou plátců platí i u stolu tří, i za flek na dvě cizí barvy."),
    },
    "nobody_bids": {
        "sedma": gettext_lazy("Odstoupí-li prostřední i zadák bez nabídky, hraje forhont nejméně sedmu."),
        "hra": gettext_lazy("Odstoupí-li prostřední i zadák bez nabídky, hraje forhont nejméně hru."),
    },
    "opener": {
        "zadak": gettext_lazy("Zadák první vyzývá forhonta, prostřední čeká."),
        "prostredni": gettext_lazy("Prostřední první vyzývá forhonta, zadák čeká."),
    },
}
"""What each choice of R-002 means at the table; the labels are those of the settings."""

WHOSE = {
    ANYBODY: gettext_lazy("kdokoli, i pauzírující"),
    PLAYING: gettext_lazy("kdokoli z hrajících, pauzírující ne"),
    DECLARER: gettext_lazy("aktér"),
    DEFENDER: gettext_lazy("protihráč"),
}

_LOST = gettext_lazy(
    "Hru prohrává strana, která se provinila. Aktér platí každému, protihráč aktérovi za všechny."
)
_LOST_BY_DECLARER = gettext_lazy("Hru prohrává aktér a platí každému z protihráčů.")
_WANTED = gettext_lazy("na přání druhé strany")
_NEVER = gettext_lazy("ne")
_GOES_ON = gettext_lazy("ne, hraje se dál")

CONSEQUENCES: dict[str, tuple[Any, Any]] = {
    **dict.fromkeys(("C1", "C2", "C3", "C4", "C5", "C6"), (_LOST, _WANTED)),
    "C7": (
        gettext_lazy("Hru prohrává aktér; fleky se platí nejvýš do re. Flekující nemá nárok na body (B/9)."),
        gettext_lazy("ne, hru nelze regulérně sehrát"),
    ),
    "C8": (
        gettext_lazy("Předběhnutý se smí dodatečně vyjádřit, hra pokračuje a platí se, jak dopadla (B/11)."),
        _GOES_ON,
    ),
    "C9": (_LOST_BY_DECLARER, _WANTED),
    "C10": (_LOST, _WANTED),
    "C12": (
        gettext_lazy("Protihráč platí jen paušál. Dvě sedmy prohrává aktér a platí je i s fleky."),
        _NEVER,
    ),
    "C13": (
        gettext_lazy("Viník prohrává jen sto a platí ho za všechny; dvě sedmy se platí, jak dopadly."),
        _WANTED,
    ),
    "C14": (_LOST_BY_DECLARER, _WANTED),
    "B13": (_LOST_BY_DECLARER, _WANTED),
    "B18": (
        gettext_lazy("Ložená hra se aktérovi zaplatí, jako by ji ukázal; paušál za míchání karet platí on."),
        _NEVER,
    ),
    "B19": (_LOST_BY_DECLARER, _WANTED),
    "REF": (
        gettext_lazy("Rozhodčí určí paušál 1, 2 nebo žádný, a zda provinilá strana hru prohrává."),
        gettext_lazy("jen prohrává-li hru"),
    ),
}
"""Article → what becomes of the hand, and whether it can be played on (R-012 to R-017)."""


def rates_of(rulebook: Rulebook) -> Rates:
    """The sazebník of a rulebook."""
    shown = min(rulebook.max_fleks, MOST_SHOWN_FLEKS)
    return Rates(
        rulebook=rulebook,
        fleks=tuple((flek_name(count), 1 << count) for count in range(shown + 1)),
        rows=tuple(_rate_rows(rulebook, shown)),
        sto=(
            *(_sto_row(rulebook, 90 + 10 * steps, steps, made=True) for steps in reversed(STO_MADE)),
            *(_sto_row(rulebook, 100 - 10 * steps, steps, made=False) for steps in STO_LOST),
        ),
        quiet=tuple(_quiet(rulebook)),
        fixed=tuple(_fixed(rulebook)),
        limits=tuple(_limits(rulebook)),
        choices=choices_of(rulebook),
    )


def choices_of(rulebook: Rulebook) -> tuple[ChoiceRow, ...]:
    """The choices of a rulebook in words; ``own`` are those that differ from the named rulebook."""
    named = find_rulebook(rulebook.id, version=rulebook.version)
    rows = []
    for choice in RULE_CHOICES:
        value = getattr(rulebook, choice.field)
        rows.append(
            ChoiceRow(
                field=choice.field,
                label=str(choice.label),
                chosen=str(dict(choice.options)[value]),
                meaning=str(CHOICE_MEANINGS[choice.field][value]),
                own=value != getattr(named, choice.field),
            )
        )
    return tuple(rows)


def ladder_of(rulebook: Rulebook) -> Ladder:
    """The ladder of a rulebook with what belongs to it."""
    omyl, owed = rulebook.rung_of("sedma"), rulebook.rung_of(rulebook.nobody_bids)
    rungs = tuple(
        Rung(
            number=number,
            contracts=tuple(_rung_contract(rulebook, contract, red) for contract, red in rung),
            omyl=number == omyl,
            owed=number == owed,
        )
        for number, rung in enumerate(rulebook.ladder, start=1)
    )
    return Ladder(rulebook, rungs, tuple(_ladder_notes(rulebook)))


def renonce_of(rulebook: Rulebook) -> Renonce:
    """Renoncy with the paušály of a rulebook."""
    rows = []
    for name, article in ARTICLES.items():
        follows, playout = CONSEQUENCES[name]
        second = default_pausal(name) == 2
        rows.append(
            RenoncRow(
                article=name,
                whose=str(WHOSE[article.whose]),
                text=_with_contracts(article.text, article.contracts),
                pausal=_("0, 1 nebo 2") if name == "REF" else "2" if second else "1",
                amount=rulebook.pausal2 if second else rulebook.pausal1,
                follows=str(follows),
                playout=str(playout),
            )
        )
    return Renonce(rulebook, tuple(rows))


def _rate_rows(rulebook: Rulebook, fleks: int) -> Iterator[RateRow]:
    for part in RATED_PARTS:
        for red in (False, True) if part not in TRUMPLESS else (False,):
            values = tuple(part_value(part, rulebook, red=red, fleks=count) for count in range(fleks + 1))
            yield RateRow(PART_NAMES[part], red, values)


def _sto_row(rulebook: Rulebook, points: int, steps: int, *, made: bool) -> StoRow:
    factor = sto_factor(steps, rulebook)
    plain, red = (part_value("sto", rulebook, red=red, factor=factor) for red in (False, True))
    return StoRow(points, made, plain, red)


def _quiet(rulebook: Rulebook) -> Iterator[Fixed]:
    yield Fixed(
        _("Tichá sedma"),
        rulebook.quiet_sedma,
        _("V červených dvojnásob. Nikdy se neflekuje. Prohraje ji i ten, komu ji v posledním zdvihu zabijí."),
    )
    for steps in STO_MADE if rulebook.quiet_sto_scaling == "linear" else (1,):
        factor = quiet_sto_factor(steps, rulebook)
        reached = 90 + 10 * steps
        name = _("Tiché sto") if steps == 1 else _("Tiché sto, %(points)d bodů") % {"points": reached}
        note = _("Hra × %(factor)d, i s červenými a fleky. Počítají se všechny hlášky.") % {"factor": factor}
        yield Fixed(name, rulebook.hra * factor, note)


def _fixed(rulebook: Rulebook) -> Iterator[Fixed]:
    each = _("každému u stolu")
    yield Fixed(_("Omyl"), rulebook.omyl, _("aktér každému z protihráčů"), "B/15")
    yield Fixed(_("Renonc – paušál 1"), rulebook.pausal1, each, "C1–C13")
    yield Fixed(_("Renonc – paušál 2"), rulebook.pausal2, each, "C14")
    yield Fixed(
        _("Druhé a další chybné rozdání v kole"),
        rulebook.misdeal,
        _("každému u stolu, a rozdá znovu; první je bez postihu"),
        "B/5",
    )


def _limits(rulebook: Rulebook) -> Iterator[Fixed]:
    yield Fixed(_("Limit"), rulebook.limit, _("nejvíc, co jeden hráč zaplatí druhému za jednu hru"), "A")
    for seats in SEATS:
        payers = seats - 1
        yield Fixed(
            _("Jeden platí za všechny, u stolu %(seats)s") % {"seats": _seats(seats)},
            payers * rulebook.limit,
            ngettext("%(count)d × limit", "%(count)d × limit", payers) % {"count": payers},
            "B/16",
        )
    yield Fixed(
        _("Dva platí za všechny, u stolu čtyř"), rulebook.raised_limit, _("zvýšený limit od každého"), "B/16"
    )
    raised = rulebook.raised_limit_at_three
    yield Fixed(
        _("Dva platí za všechny, u stolu tří"),
        rulebook.raised_limit if raised else rulebook.limit,
        _("zvýšený limit od každého") if raised else _("obyčejný limit od každého"),
        "B/16",
    )


def _seats(count: int) -> str:
    return _("čtyř") if count == 4 else _("tří")


def _rung_contract(rulebook: Rulebook, contract: Contract, red: bool) -> RungContract:
    value = sum(part_value(part, rulebook, red=red) for part in rulebook.parts_of(contract))
    return RungContract(contract_name(contract, red), red, value)


def _ladder_notes(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    """Sentences beside the ladder with the article they stand on."""
    yield (
        _("Licitaci začíná zadák, vyzývá forhonta.")
        if rulebook.opener == "zadak"
        else _("Licitaci začíná prostřední, vyzývá forhonta."),
        "B/6",
    )
    yield (
        _("Kdo vyhrál licitaci, ohlásí vylicitovaný stupeň nebo kterýkoli vyšší, nikdy nižší."),
        "B/15",
    )
    yield (
        _("Sedmu, obyčejnou i červenou, nejde hrát bez trumfové sedmy v ruce; pak se hraje něco vyššího."),
        "B/15",
    )
    omyl = rulebook.rung_of("sedma")
    if omyl is not None:
        yield (
            _(
                "Omyl – karty složené bez sehrávky – je možný jen na stupni %(rung)d,"
                " tedy po vylicitování obyčejné sedmy."
            )
            % {"rung": omyl},
            "B/15",
        )
    owed = rulebook.rung_of(rulebook.nobody_bids)
    name = PART_NAMES[rulebook.nobody_bids]
    if owed is None:
        text = _("Když nikdo nic nenabídne, hraje forhont nejméně: %(name)s. Na žebříčku nestojí.")
    else:
        text = _("Když nikdo nic nenabídne, hraje forhont nejméně: %(name)s (stupeň %(rung)d).")
    yield text % {"name": name, "rung": owed}, ""
    if rulebook.rung_of("hra") is None and rulebook.nobody_bids != "hra":
        yield _("Hra na žebříčku není: dá se zapsat jen bez vylicitovaného stupně."), ""


def _with_contracts(text: str, contracts: frozenset[str] | None) -> str:
    """The words of an article and the contracts it can happen in, where not in all."""
    if contracts is None:
        return text
    if contracts.isdisjoint(TRUMPLESS) and "hra" in contracts:
        return _("%(text)s (ne v betlu a durchu)") % {"text": text}
    if "sedma" in contracts:
        return _("%(text)s (s hlášenou sedmou)") % {"text": text}
    return text
