"""A whole settlement in sentences for a person: what was played, what is paid, the result."""

from typing import Final

from rules.contracts import contract_name
from rules.language import CZECH, ENGLISH, Language
from rules.language import gettext_noop as _
from rules.records import Hand
from rules.settlement import Settlement, settle

# Records without a contract.
TITLES: Final = {
    "omyl": _("Omyl, aktér {declarer}."),
    "misdeal": _("Chybné rozdání, rozdávající {dealer}."),
    "renonc": _("Renonc mimo hru."),
}


def explain_settlement(hand: Hand, settlement: Settlement | None = None, *, english: bool = False) -> str:
    """The sentences of a settlement, one a line, and the result of every player last.

    >>> from rules.checking import parse_hand
    >>> print(explain_settlement(parse_hand({"players": ["A", "B", "C"], "dealer": "C", "kind": "omyl",
    ...                                      "declarer": "A", "bid": 1})).replace(chr(160), " "), end="")
    Omyl, aktér A.
    Omyl: obyčejná sedma složena bez sehrávky (B/15); A platí po 1,20 Kč (dostávají B a C).
    Výsledek: A −2,40 Kč; B +1,20 Kč; C +1,20 Kč.
    """
    settlement = settlement or settle(hand)
    language = ENGLISH if english else CZECH
    lines = [_title(hand, language)]
    lines += [line.text_en if english else line.text for line in settlement.lines]
    lines += [refusal.text_en if english else refusal.text for refusal in settlement.refused]
    lines.append(_result(settlement, language))
    return "".join(f"{line}\n" for line in lines)


def _title(hand: Hand, language: Language) -> str:
    if hand.kind == "hand" and hand.contract is not None:
        name = language.gettext(contract_name(hand.contract, hand.red))
        title = language.gettext("{contract}, aktér {declarer}.")
        return title.format(contract=name[0].upper() + name[1:], declarer=hand.declarer)
    return language.gettext(TITLES[hand.kind]).format(declarer=hand.declarer, dealer=hand.dealer)


def _result(settlement: Settlement, language: Language) -> str:
    results = []
    for player, amount in settlement.money.items():
        result = f"{player} {language.result(amount)}"
        points = settlement.premium[player]
        if points:
            result = language.gettext("{money} a {points}").format(
                money=result, points=language.points(points)
            )
        results.append(result)
    return language.gettext("Výsledek: {results}.").format(results="; ".join(results))
