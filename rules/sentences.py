"""The sentences of a settlement, Czech and English, made from the numbers of its lines.

One sentence says what happened, how the value came about, why these pay, and who pays whom.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.contracts import PART_NAMES_EN, TRUMPLESS, flek_name
from rules.money import format_crowns, format_crowns_en, join_names
from rules.offences import ARTICLES

if TYPE_CHECKING:
    from rules.lines import Line

# Won and lost, from the declarer's side.
HEADS: Final[dict[str, tuple[str, str]]] = {
    "hra": ("Hra vyhraná", "Hra prohraná"),
    "sedma": ("Sedma vyhraná", "Sedma prohraná"),
    "sto": ("Sto vyhrané", "Sto prohrané"),
    "betl": ("Betl vyhraný", "Betl prohraný"),
    "durch": ("Durch vyhraný", "Durch prohraný"),
    "dve_sedmy": ("Dvě sedmy vyhrané", "Dvě sedmy prohrané"),
}

REASONS: Final[dict[str, tuple[str, str]]] = {
    "played": ("podle sazebníku (A)", "by the rates (A)"),
    "taken": ("tichá sedma uhraná v posledním zdvihu (A)", "quiet seven took the last trick (A)"),
    "beaten": ("tichá sedma zabitá v posledním zdvihu (A)", "quiet seven beaten in the last trick (A)"),
    "lozena": (
        "flek na loženou hru, flekující platí za všechny (B/17, B/16)",
        "flek on a ložená game, who flekked pays for all (B/17, B/16)",
    ),
    "minus": (
        "flek na hru s mínusovými body, flekující platí za všechny (B/16)",
        "flek on a game with minus points, who flekked pays for all (B/16)",
    ),
    "foreign": (
        "flek na dvě cizí barvy a re, flekující platí za všechny (zvláštní ustanovení o dvou sedmách)",
        "flek on two foreign suits and re, who flekked pays for all (section on two sevens)",
    ),
    "playout": (
        "po dohrávce prohrála strana, která udělala renonc; {who} platí za všechny (D2, D3)",
        "lost in the playout by the side of the renonc; {who} pays for all (D2, D3)",
    ),
    "playout_declarer": (
        "po dohrávce prohrál aktér, který udělal renonc; {who} platí každému (D2, D3)",
        "lost in the playout by the declarer, whose renonc it was; {who} pays everybody (D2, D3)",
    ),
    "renonc": (
        "prohráno renoncem bez dohrávky, základní sazba; renonc: {who} (D1, D4)",
        "lost by a renonc without a playout, base rate; renonc: {who} (D1, D4)",
    ),
    "renonc_flekked": (
        "prohráno renoncem bez dohrávky, sazba s fleky podle pravidel turnaje; renonc: {who} (D1, D4)",
        "lost by a renonc without a playout, flekked rate by the tournament's rules; renonc: {who} (D1, D4)",
    ),
    "talon": (
        "nesprávný počet karet v talonu, prohráno bez dohrávky, fleky jen do re; renonc: {who} (B/9, C7)",
        "wrong number of cards in the talon, lost without a playout, fleks up to re; renonc: {who} (B/9, C7)",
    ),
    "lozena_played": (
        "ložená hra se neukázala a hrála; aktérovi je zaplacena (B/18)",
        "a ložená game was played instead of shown; the declarer is paid for it (B/18)",
    ),
    "helpers_hidden": (
        "sedma nebo čtyři pomocné v jedné ruce nebyly ukázány, dvě sedmy platí aktér (C12)",
        "a seven or four helpers in one hand were not shown, the declarer pays two sevens (C12)",
    ),
    "helpers_against": (
        "čtyři pomocné proti v jedné ruce, dvě sedmy v každém případě platí aktér (zvláštní ustanovení)",
        "four helpers against in one hand, the declarer pays two sevens in every case (two sevens)",
    ),
}


class Words(NamedTuple):
    """The words one language needs to say a formula and who pays.

    >>> CZECH.red, ENGLISH.red
    ('červené', 'red')
    """

    last: str
    red: str
    steps: str
    quiet_sto: str
    gets: str
    gets_each: str
    pays: str
    pays_each: str
    nothing: str


CZECH: Final = Words(
    " a ",
    "červené",
    "za desítky",
    "tiché sto",
    "{one} dostává {amount} (platí {others})",
    "{one} dostává po {amount} (platí {others})",
    "{one} platí {amount} (dostává {others})",
    "{one} platí po {amount} (dostávají {others})",
    "neplatí se nic",
)
ENGLISH: Final = Words(
    " and ",
    "red",
    "tens",
    "quiet hundred",
    "{one} gets {amount} (paid by {others})",
    "{one} gets {amount} each (paid by {others})",
    "{one} pays {amount} (to {others})",
    "{one} pays {amount} each (to {others})",
    "nothing is paid",
)


@lru_cache(maxsize=4096)
def czech(line: "Line") -> str:
    """The Czech sentence of a line; at one table the same lines come again and again.

    >>> from rules import settle
    >>> from rules.notation import parse
    >>> czech(settle(parse("ABC/C misdeal")).lines[0])
    'První chybné rozdání v kole je bez postihu, C rozdá znovu (B/5).'
    """
    special = SPECIAL.get(line.how)
    if special is not None:
        return special[0](line)
    return f"{_start(line, False)}; {_paid(line, CZECH, format_crowns)}."


@lru_cache(maxsize=4096)
def english(line: "Line") -> str:
    """The English sentence of a line.

    >>> from rules import settle
    >>> from rules.notation import parse
    >>> english(settle(parse("ABC/C misdeal")).lines[0])
    'The first misdeal in a round is free, C deals again (B/5).'
    """
    special = SPECIAL.get(line.how)
    if special is not None:
        return special[1](line)
    return f"{_start(line, True)}; {_paid(line, ENGLISH, format_crowns_en)}."


def _start(line: "Line", in_english: bool) -> str:
    """What happened, how the value came about and why these pay."""
    words, money = (ENGLISH, format_crowns_en) if in_english else (CZECH, format_crowns)
    head = _head_en(line) if in_english else _head(line)
    formula = money(line.rate)
    if line.red and line.part not in TRUMPLESS:
        formula += f" × 2 ({words.red})"
    if line.fleks:
        formula += f" × {1 << line.fleks} ({flek_name(line.fleks)})"
    if line.factor > 1:
        label = words.quiet_sto if line.part == "hra" else words.steps
        formula += f" × {line.factor} ({label})"
    if line.value != line.rate:
        formula += f" = {money(line.value)}"
    reason = REASONS[line.how][in_english].replace("{who}", line.who)
    return f"{head}: {formula} – {reason}"


def _head(line: "Line") -> str:
    if line.part == "quiet_sedma":
        return f"Tichá sedma ve prospěch {'aktéra' if line.won else 'obrany'}"
    return HEADS[line.part][0 if line.won else 1]


def _head_en(line: "Line") -> str:
    if line.part == "quiet_sedma":
        return f"Quiet seven in favour of the {'declarer' if line.won else 'defence'}"
    return f"{PART_NAMES_EN[line.part].capitalize()} {'won' if line.won else 'lost'}"


def _paid(line: "Line", words: Words, money: Callable[[int], str]) -> str:
    """Who pays whom: one person stands on one side, the others on the other."""
    payments = [payment for payment in line.payments if payment[2]]
    if not payments:
        return words.nothing
    payers = [payment[0] for payment in payments]
    receivers = [payment[1] for payment in payments]
    amounts = [payment[2] for payment in payments]
    declarer_gets = len(set(receivers)) == 1
    one, others = (receivers[0], payers) if declarer_gets else (payers[0], receivers)
    if len(set(amounts)) > 1:
        names = [f"{name} {money(amount)}" for name, amount in zip(others, amounts, strict=True)]
        template, amount = (words.gets if declarer_gets else words.pays), sum(amounts)
    elif len(others) == 1:
        names, template, amount = others, (words.gets if declarer_gets else words.pays), amounts[0]
    else:
        names, template, amount = others, (words.gets_each if declarer_gets else words.pays_each), amounts[0]
    return template.format(one=one, amount=money(amount), others=join_names(names, words.last))


def _limit(line: "Line") -> str:
    """A cap sends back what is above it."""
    _, payer, over = line.payments[0]
    return (
        f"{payer} platí za hru nejvýš {format_crowns(line.rate)} (limit, {line.article}); "
        f"o {format_crowns(over)} méně, než vychází."
    )


def _limit_en(line: "Line") -> str:
    _, payer, over = line.payments[0]
    return (
        f"{payer} pays at most {format_crowns_en(line.rate)} for the hand (limit, {line.article}); "
        f"{format_crowns_en(over)} less than reckoned."
    )


def _omyl(line: "Line") -> str:
    return f"Omyl: obyčejná sedma složena bez sehrávky (B/15); {_paid(line, CZECH, format_crowns)}."


def _omyl_en(line: "Line") -> str:
    return f"Omyl: plain sedma laid down unplayed (B/15); {_paid(line, ENGLISH, format_crowns_en)}."


def _misdeal(line: "Line") -> str:
    if line.rate:
        return (
            f"Další chybné rozdání v kole, {line.who} rozdá znovu (B/5); {_paid(line, CZECH, format_crowns)}."
        )
    return f"První chybné rozdání v kole je bez postihu, {line.who} rozdá znovu (B/5)."


def _misdeal_en(line: "Line") -> str:
    if line.rate:
        paid = _paid(line, ENGLISH, format_crowns_en)
        return f"A further misdeal in the round, {line.who} deals again (B/5); {paid}."
    return f"The first misdeal in a round is free, {line.who} deals again (B/5)."


def _pausal(line: "Line") -> str:
    name = "paušál 2" if line.part == "pausal2" else "paušál 1"
    text = ARTICLES[line.article].text
    return f"Renonc {line.article} – {text}: {name} mimo úhradu hry (C); {_paid(line, CZECH, format_crowns)}."


def _pausal_en(line: "Line") -> str:
    name = "paušál 2" if line.part == "pausal2" else "paušál 1"
    text = ARTICLES[line.article].text_en
    paid = _paid(line, ENGLISH, format_crowns_en)
    return f"Renonc {line.article}, {text}: {name} outside the payment for the hand (C); {paid}."


def _foreign_suits(line: "Line") -> str:
    return (
        f"{line.who} dal první flek na dvě cizí barvy a po re prohrál: −20 prémiových bodů "
        "(zvláštní ustanovení o dvou sedmách)."
    )


def _foreign_suits_en(line: "Line") -> str:
    return (
        f"{line.who} gave the first flek on two foreign suits and lost after re: −20 premium points "
        "(section on two sevens)."
    )


SPECIAL: Final[dict[str, tuple[Callable[["Line"], str], Callable[["Line"], str]]]] = {
    "limit": (_limit, _limit_en),
    "omyl": (_omyl, _omyl_en),
    "misdeal": (_misdeal, _misdeal_en),
    "pausal": (_pausal, _pausal_en),
    "foreign_suits": (_foreign_suits, _foreign_suits_en),
}
