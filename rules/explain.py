"""A whole settlement in sentences for a person: what was played, what is paid, the result."""

from rules.contracts import contract_name
from rules.entitlements import points_text
from rules.money import format_crowns, format_crowns_en
from rules.records import Hand
from rules.settlement import Settlement, settle


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
    lines = [_title_en(hand) if english else _title(hand)]
    lines += [line.text_en if english else line.text for line in settlement.lines]
    lines += [refusal.text_en if english else refusal.text for refusal in settlement.refused]
    lines.append(_result_en(settlement) if english else _result(settlement))
    return "".join(f"{line}\n" for line in lines)


def _title(hand: Hand) -> str:
    if hand.kind == "hand" and hand.contract is not None:
        name = contract_name(hand.contract, hand.red)
        return f"{name[0].upper()}{name[1:]}, aktér {hand.declarer}."
    names = {"omyl": f"Omyl, aktér {hand.declarer}.", "misdeal": f"Chybné rozdání, rozdával {hand.dealer}."}
    return names.get(hand.kind, "Renonc mimo hru.")


def _title_en(hand: Hand) -> str:
    if hand.kind == "hand" and hand.contract is not None:
        red = " in hearts" if hand.red else ""
        return f"{hand.contract.replace('_', ' ').capitalize()}{red}, declarer {hand.declarer}."
    names = {"omyl": f"Omyl, declarer {hand.declarer}.", "misdeal": f"Misdeal by {hand.dealer}."}
    return names.get(hand.kind, "Renonc without a hand.")


def _result(settlement: Settlement) -> str:
    results = []
    for player, amount in settlement.money.items():
        points = settlement.premium[player]
        premium = f" a {points_text(points)}" if points else ""
        results.append(f"{player} {format_crowns(amount, sign=True)}{premium}")
    return f"Výsledek: {'; '.join(results)}."


def _result_en(settlement: Settlement) -> str:
    results = []
    for player, amount in settlement.money.items():
        points = settlement.premium[player]
        premium = f" and {points} premium points" if points else ""
        results.append(f"{player} {format_crowns_en(amount)}{premium}")
    return f"Result: {'; '.join(results)}."
