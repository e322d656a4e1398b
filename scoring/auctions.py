"""The auction written down beside a hand: calls by seats, and whether it ends as the record says.

A leaf beside ``adapters``; ``rules.auction`` decides everything, here only seats become its places.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from rules import Rulebook
from rules.auction import Auction, Call, start_auction
from rules.errors import InvalidAuction
from tournament.errors import Refused

Calls = Sequence[Mapping[str, Any]]

KINDS = ("hand", "omyl")
"""Kinds of record that come out of an auction; the others can happen before or in the middle of one."""


def bidders(seats: Sequence[str], dealer: str) -> tuple[str, str, str]:
    """Forhont, prostřední and zadák: the three after the dealer; at a table of three he is the zadák.

    >>> bidders("ABCD", "D"), bidders("ABC", "A")
    (('A', 'B', 'C'), ('B', 'C', 'A'))
    """
    place = seats.index(dealer)
    first, second, third = ((place + step) % len(seats) for step in (1, 2, 3))
    return seats[first], seats[second], seats[third]


def auction_of(calls: Calls, seats: Sequence[str], dealer: str, rulebook: Rulebook) -> Auction:
    """The auction after the calls. Raises ``Refused`` with the first call that was not allowed."""
    auction = start_auction(bidders(seats, dealer), rulebook)
    try:
        for call in calls:
            auction = auction.after(_call(call))
    except InvalidAuction as error:
        raise Refused(
            _("Licitace nesedí: %(why)s") % {"why": error},
            code="invalid_auction",
            fields={"auction": str(error)},
        ) from error
    return auction


def checked_calls(calls: Calls, record: Mapping[str, Any], rulebook: Rulebook) -> list[dict[str, Any]]:
    """The calls as they are stored beside a checked record; none for what no auction leads to.

    Raises ``Refused`` when the auction is not over, or the record says another winner or rung.
    """
    if not calls or record.get("kind", "hand") not in KINDS:
        return []
    auction = auction_of(calls, record["players"], record["dealer"], rulebook)
    problem = _disagreement(auction, record, rulebook)
    if problem:
        raise Refused(problem, code="auction_disagrees", fields={"auction": problem})
    return [call_json(call) for call in auction.calls]


def call_json(call: Call) -> dict[str, Any]:
    """One call as it is stored and as ``rules.auction`` reads it."""
    return {"by": call.by, "bid": call.bid} if call.bid is not None else {"by": call.by, "call": call.call}


def auction_words(calls: Iterable[Mapping[str, Any]]) -> str:
    """The calls on one line: ``C 1, A mám, C pas, B pas``."""
    words = {"hold": _("mám"), "pass": _("pas")}
    return ", ".join(f"{call['by']} {call.get('bid') or words[call['call']]}" for call in calls)


def _call(call: object) -> Call:
    """A call from a form or a file, nothing more than its shape checked."""
    if isinstance(call, Mapping) and isinstance(call.get("by"), str):
        bid, word = call.get("bid"), call.get("call")
        if type(bid) is int and word is None:
            return Call(call["by"], bid)
        if bid is None and word in ("hold", "pass"):
            return Call(call["by"], None, str(word))
    raise Refused(_("Zápis licitace se nedá přečíst. Smažte ho a začněte znovu."), code="invalid_auction")


def _disagreement(auction: Auction, record: Mapping[str, Any], rulebook: Rulebook) -> str:
    if auction.winner is None:
        return _("Licitace není dokončená, na řadě je %(who)s. Dopište ji, nebo ji smažte.") % {
            "who": auction.to_call
        }
    if record.get("declarer") != auction.winner:
        return _("Licitaci vyhrál hráč %(winner)s, v zápisu ale hraje %(declarer)s.") % {
            "winner": auction.winner,
            "declarer": record.get("declarer"),
        }
    won = auction.bid or None
    if record.get("bid") != won:
        return _("Vylicitoval se stupeň %(won)s, v zápisu je ale %(written)s.") % {
            "won": won or "–",
            "written": record.get("bid") or "–",
        }
    return ""
