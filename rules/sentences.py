"""The sentences of a settlement, made from the numbers of its lines.

One sentence says what happened, how the value came about, why these pay, and who pays whom.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from rules.amounts import Amount, Payment
from rules.contracts import FLEK_NAMES, TRUMPLESS, flek_name
from rules.language import CZECH, ENGLISH, Language
from rules.language import gettext_noop as _
from rules.offences import ARTICLES, cited
from rules.parts import HUNDRED

# Won and lost, from the declarer's side; tichá sedma is for one side or the other.
HEADS: Final[dict[str, tuple[str, str]]] = {
    "hra": (_("Hra vyhraná"), _("Hra prohraná")),
    "sedma": (_("Sedma vyhraná"), _("Sedma prohraná")),
    "sto": (_("Sto vyhrané"), _("Sto prohrané")),
    "betl": (_("Betl vyhraný"), _("Betl prohraný")),
    "durch": (_("Durch vyhraný"), _("Durch prohraný")),
    "dve_sedmy": (_("Dvě sedmy vyhrané"), _("Dvě sedmy prohrané")),
    "quiet_sedma": (_("Tichá sedma ve prospěch aktéra"), _("Tichá sedma ve prospěch obrany")),
}
# Where a renonc has decided, it says who lost: the defence, the declarer.
BY_RENONC: Final[dict[str, tuple[str, str]]] = {
    "hra": (
        _("Hru prohrála obrana renoncem ({who})"),
        _("Hru prohrál aktér vlastním renoncem ({who})"),
    ),
    "sedma": (
        _("Sedmu prohrála obrana renoncem ({who})"),
        _("Sedmu prohrál aktér vlastním renoncem ({who})"),
    ),
    "sto": (
        _("Sto prohrála obrana renoncem ({who})"),
        _("Sto prohrál aktér vlastním renoncem ({who})"),
    ),
    "betl": (
        _("Betl prohrála obrana renoncem ({who})"),
        _("Betl prohrál aktér vlastním renoncem ({who})"),
    ),
    "durch": (
        _("Durch prohrála obrana renoncem ({who})"),
        _("Durch prohrál aktér vlastním renoncem ({who})"),
    ),
    "dve_sedmy": (
        _("Dvě sedmy prohrála obrana renoncem ({who})"),
        _("Dvě sedmy prohrál aktér vlastním renoncem ({who})"),
    ),
}

REASONS: Final[dict[str, str]] = {
    "played": _("podle sazebníku"),
    "taken": _("tichá sedma uhraná v posledním zdvihu"),
    "beaten": _("tichá sedma zabitá v posledním zdvihu"),
    "lozena": _("flek na loženou hru (B/17, B/16)"),
    "minus": _("flek na hru s mínusovými body (B/16)"),
    "foreign": _("flek na dvě cizí barvy a re (zvláštní ustanovení o dvou sedmách)"),
    "playout": _(
        "v dohrávce po renoncu obrany ({who}); platí její výsledek i s fleky, jako by renonc nebyl (D2, D3)"
    ),
    "playout_declarer": _(
        "v dohrávce po renoncu aktéra ({who}); platí její výsledek i s fleky, jako by renonc nebyl (D2, D3)"
    ),
    "playout_kept": _("v dohrávce, strana viníka neprohrála; platí se i s fleky, jako by renonc nebyl (D3)"),
    "renonc": _("bez dohrávky, proto základní sazba (D1, D2, D4)"),
    "renonc_flekked": _("bez dohrávky, podle pravidel turnaje sazba s fleky (D1, D2, D4)"),
    "talon": _("nesprávný počet karet v talonu, nedá se dohrát, fleky jen do re (B/9, C7)"),
    "lozena_played": _("ložená hra se neukázala a hrála; aktérovi je zaplacena (B/18)"),
    "helpers_hidden": _("sedma nebo čtyři pomocné v jedné ruce nebyly ukázány, dvě sedmy platí aktér (C12)"),
    "helpers_against": _(
        "čtyři pomocné proti v jedné ruce, dvě sedmy v každém případě platí aktér (zvláštní ustanovení)"
    ),
}
RENONC: Final = ("renonc", "renonc_flekked", "talon")


def sentence(amount: Amount, language: Language) -> str:
    """What was paid and why.

    >>> from rules import settle
    >>> from rules.notation import parse
    >>> sentence(settle(parse("ABC/C misdeal")).lines[0], CZECH)
    'První chybné rozdání v kole je bez postihu, C rozdá znovu (B/5).'
    """
    special = SPECIAL.get(amount.how)
    if special is not None:
        return special(amount, language)
    heads = (BY_RENONC if amount.how in RENONC else HEADS)[amount.part]
    head = language.gettext(heads[0 if amount.won else 1]).format(who=amount.who)
    reason = language.gettext(REASONS[amount.how]).format(who=amount.who)
    what = f"{head}{_marks(amount, language)}: {_formula(amount, language)}"
    return f"{what} – {reason}; {_paid(amount, language)}."


@lru_cache(maxsize=4096)
def czech(amount: Amount) -> str:
    """The Czech sentence of a line; at one table the same lines come again and again.

    >>> from rules import settle
    >>> from rules.notation import parse
    >>> czech(settle(parse("ABC/C A:omyl bid=1")).lines[0])[:44]
    'Omyl: obyčejná sedma složena bez sehrávky (B'
    """
    return sentence(amount, CZECH)


@lru_cache(maxsize=4096)
def english(amount: Amount) -> str:
    """The English sentence of a line.

    >>> from rules import settle
    >>> from rules.notation import parse
    >>> english(settle(parse("ABC/C misdeal")).lines[0])
    'The first misdeal in a round is free, C deals again (B/5).'
    """
    return sentence(amount, ENGLISH)


def _marks(amount: Amount, language: Language) -> str:
    """What sto stands on: 90 + 40 + 20 = 150, or how much of a hundred is missing."""
    own, against = amount.marks
    if not own:
        return ""
    total = sum(own)
    reckoned = " + ".join(map(str, own)) + (f" = {total}" if len(own) > 1 else "")
    if total >= HUNDRED and not against:
        return language.gettext(", body {reckoned}").format(reckoned=reckoned)
    missing = HUNDRED - total
    if not against:
        return language.gettext(", body {reckoned}, do sta chybí {missing}").format(
            reckoned=reckoned, missing=missing
        )
    return language.gettext(", body {reckoned}, do sta chybí {missing}, hlášky obrany {against}").format(
        reckoned=reckoned, missing=missing, against=" + ".join(map(str, against))
    )


def _formula(amount: Amount, language: Language) -> str:
    """How the value came about: the rate and everything it is multiplied by."""
    formula = language.crowns(amount.rate)
    if amount.red and amount.part not in TRUMPLESS:
        red = language.gettext("červené")
        formula += f" × 2 ({red})"
    if amount.fleks:
        formula += f" × {1 << amount.fleks} ({_fleks(amount.fleks, language)})"
    if amount.factor > 1:
        words = language.gettext("tiché sto") if amount.part == "hra" else language.gettext("za desítky")
        formula += f" × {amount.factor} ({words})"
    if amount.value != amount.rate:
        formula += f" = {language.crowns(amount.value)}"
    return formula


def _fleks(count: int, language: Language) -> str:
    """Flek, re, tutti, boty in every language; beyond them, which only an own rulebook counts, the number."""
    if count < len(FLEK_NAMES):
        return flek_name(count)
    return language.gettext("{count} fleků").format(count=count)


def _paid(amount: Amount, language: Language) -> str:
    """Who pays whom: one person stands on one side, the others on the other, or one or two pay for all."""
    payments = [payment for payment in amount.payments if payment[2]]
    if not payments:
        return language.gettext("neplatí se nic")
    if any(paid != amount.value for _payer, _receiver, paid in payments):
        return _paid_for_all(amount, payments, language)
    payers = list(dict.fromkeys(payment[0] for payment in payments))
    receivers = list(dict.fromkeys(payment[1] for payment in payments))
    gets = len(receivers) == 1
    one, others = (receivers[0], payers) if gets else (payers[0], receivers)
    template = PAID[gets, len(others) == 1]
    return language.gettext(template).format(
        one=one, amount=language.crowns(amount.value), others=language.names(others)
    )


def _paid_for_all(amount: Amount, payments: Sequence[Payment], language: Language) -> str:
    """One pays for both or all three opponents, or two share that."""
    payer, receiver, paid = payments[0]
    value = language.crowns(amount.value)
    if len(payments) == 1:
        return language.gettext(FOR_ALL[paid // amount.value]).format(
            payer=payer, value=value, amount=language.crowns(paid), receiver=receiver
        )
    return language.gettext(SHARED).format(
        payers=language.names([payment[0] for payment in payments]),
        value=value,
        amount=language.crowns(paid),
        receiver=receiver,
    )


def _limit(amount: Amount, language: Language) -> str:
    """A cap sends back what is above it."""
    payers = list(dict.fromkeys(payment[1] for payment in amount.payments))
    receivers = list(dict.fromkeys(payment[0] for payment in amount.payments))
    most = language.crowns(amount.rate)
    if amount.factor > 1:
        most = f"{amount.factor} × {language.crowns(amount.rate // amount.factor)} = {most}"
    why = (
        language.gettext("limit")
        if amount.article == "A"
        else f"{language.gettext('limit')}, {amount.article}"
    )
    return language.gettext(LIMITED[len(payers) > 1, len(receivers) > 1]).format(
        payers=language.names(payers),
        receivers=language.names(receivers),
        most=most,
        why=why,
        over=language.crowns(amount.value),
    )


def _omyl(amount: Amount, language: Language) -> str:
    return language.gettext("Omyl: obyčejná sedma složena bez sehrávky (B/15); {paid}.").format(
        paid=_paid(amount, language)
    )


def _misdeal(amount: Amount, language: Language) -> str:
    if amount.rate:
        return language.gettext("Další chybné rozdání v kole, {dealer} rozdá znovu (B/5); {paid}.").format(
            dealer=amount.who, paid=_paid(amount, language)
        )
    return language.gettext("První chybné rozdání v kole je bez postihu, {dealer} rozdá znovu (B/5).").format(
        dealer=amount.who
    )


def _pausal(amount: Amount, language: Language) -> str:
    template = RULED if amount.article == "REF" else PAUSAL
    return language.gettext(template).format(
        article=cited(amount.article),
        what=language.gettext(ARTICLES[amount.article].text),
        which=2 if amount.part == "pausal2" else 1,
        paid=_paid(amount, language),
    )


def _foreign_suits(amount: Amount, language: Language) -> str:
    return language.gettext(
        "{flekker}: −20 prémiových bodů za první flek na dvě cizí barvy, prohraný po re "
        "(zvláštní ustanovení o dvou sedmách)."
    ).format(flekker=amount.who)


PAUSAL: Final = _("Renonc {article} – {what}: paušál {which} mimo úhradu hry (oddíl C); {paid}.")
RULED: Final = _(
    "Jiné provinění podle rozhodnutí rozhodčího: paušál {which} mimo úhradu hry (oddíl C); {paid}."
)

# Whether the one on his side gets the money; whether there is one amount, or one for each of the others.
PAID: Final[dict[tuple[bool, bool], str]] = {
    (True, True): _("{one} dostává {amount} (platí {others})"),
    (True, False): _("{one} dostává po {amount} (platí {others})"),
    (False, True): _("{one} platí {amount} (dostává {others})"),
    (False, False): _("{one} platí po {amount} (dostávají {others})"),
}

# One pays for the two or three opponents; two share it.
FOR_ALL: Final = {
    2: _("{payer} platí za oba 2 × {value} = {amount} (dostává {receiver})"),
    3: _("{payer} platí za všechny tři 3 × {value} = {amount} (dostává {receiver})"),
}
# Three fleks at least stand between two flekkers, so the halves are equal.
SHARED: Final = _(
    "{payers} platí napůl za všechny tři, každá polovina je 3 × {value} : 2 = {amount} (dostává {receiver})"
)
# Whether several pay, whether several are paid.
LIMITED: Final = {
    (False, False): _(
        "{payers} platí za hru nejvýš {most} ({why}), dostává {receivers}; o {over} méně, než vychází."
    ),
    (True, False): _(
        "{payers} platí za hru nejvýš po {most} ({why}), dostává {receivers}; "
        "každá platba je o {over} menší, než vychází."
    ),
    (False, True): _(
        "{payers} platí za hru nejvýš po {most} ({why}), dostávají {receivers}; "
        "každá platba je o {over} menší, než vychází."
    ),
}

SPECIAL: Final[dict[str, Callable[[Amount, Language], str]]] = {
    "limit": _limit,
    "omyl": _omyl,
    "misdeal": _misdeal,
    "pausal": _pausal,
    "foreign_suits": _foreign_suits,
}
