"""The auction at the hand being written: whose turn it is, what may be called, why not, how it ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules import Rulebook
from rules.auction import PLACES, Auction, Call, may_announce, may_say_omyl
from rules.contracts import contract_name
from scoring.auctions import auction_of, call_json
from scoring.forms.fields import read_list, written_list
from scoring.forms.hands import HandForm
from scoring.selectors.tables import SeatLine
from tournament.errors import Refused

UNDO, CLEAR = "undo", "clear"


@dataclass(frozen=True, slots=True)
class Option:
    """A button: what is sent, its words, whether the call is allowed now."""

    value: str
    label: str
    allowed: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A call that was made."""

    letter: str
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class AuctionBoard:
    """The auction as the page shows it; ``turn`` is empty when it is over or cannot begin."""

    said: tuple[Said, ...] = ()
    letter: str = ""
    turn: str = ""
    place: str = ""
    options: tuple[Option, ...] = ()
    rungs: tuple[Option, ...] = ()
    why_not: str = ""
    result: str = ""
    announce: str = ""
    problem: str = ""


def auction_board(form: HandForm, problem: str = "") -> AuctionBoard:
    """The board for what is typed in ``form``; ``problem``: why the last call was refused."""
    calls = read_list(form["auction"].value())
    dealer = str(form["dealer"].value() or "")
    letters = [seat.letter for seat in form.seats]
    if dealer not in letters:
        return AuctionBoard(problem=_("Nejdřív klepněte na toho, kdo rozdává."))
    try:
        auction = auction_of(calls or [], letters, dealer, form.rulebook)
    except Refused as refusal:
        text = _("%(why)s Smažte licitaci a začněte znovu.") % {"why": refusal.text}
        return AuctionBoard(said=(Said("", "", "…"),), problem=text)
    names = {seat.letter: seat.name for seat in form.seats}
    said = tuple(Said(call.by, names[call.by], _words(call, form.rulebook)) for call in auction.calls)
    if auction.winner is not None:
        return AuctionBoard(
            said=said, result=_result(auction, names), announce=_announce(auction), problem=problem
        )
    turn = auction.to_call or ""
    return AuctionBoard(
        said=said,
        letter=turn,
        turn=names[turn],
        place=PLACES[auction.players.index(turn)],
        options=_options(auction),
        rungs=_rungs(auction),
        why_not=_why_not(auction, names),
        problem=problem,
    )


def called(data: Any, typed: str, seats: Sequence[SeatLine], rulebook: Rulebook) -> Any:
    """The typed form after one more call (``bid-3``, ``hold``, ``pass``), one taken back or all of them.

    A finished auction also writes who plays and the rung. Raises ``Refused`` with why a call is not allowed.
    """
    new = data.copy()
    calls = list(read_list(data.get("auction")) or [])
    letters = [seat.letter for seat in seats]
    dealer = data.get("dealer", "")
    if dealer not in letters:
        raise Refused(_("Nejdřív klepněte na toho, kdo rozdává."), code="no_dealer")
    if typed in (UNDO, CLEAR):
        new["auction"] = written_list(calls[:-1] if typed == UNDO else [])
        return new
    auction = auction_of(calls, letters, dealer, rulebook)
    call = _call(typed, auction.to_call or "")
    problem = auction.why_not(call)
    if problem is not None:
        raise Refused(problem.text, code=problem.code)
    auction = auction.after(call)
    new["auction"] = written_list([call_json(one) for one in auction.calls])
    if auction.winner is not None:
        new["declarer"] = auction.winner
        new["bid"] = str(auction.bid or "")
    return new


def _call(typed: str, by: str) -> Call:
    word, _dash, rung = typed.partition("-")
    if word == "bid" and rung.isdecimal() and len(rung) < 4:
        return Call(by, int(rung))
    if typed in ("hold", "pass"):
        return Call(by, None, typed)
    raise Refused(_("Tohle se v licitaci neříká. Načtěte stránku znovu."), code="no_call")


def _options(auction: Auction) -> tuple[Option, ...]:
    allowed = auction.allowed()
    return (Option("hold", _("mám"), allowed.hold), Option("pass", _("pas"), allowed.pass_))


def _rungs(auction: Auction) -> tuple[Option, ...]:
    """The rungs that may be named; those already passed over would only take room on a phone."""
    lowest = auction.allowed().lowest_bid
    if lowest is None:
        return ()
    names = auction.rulebook.rung_name
    return tuple(
        Option(f"bid-{rung}", f"{rung}. {names(rung)}", True)
        for rung in range(lowest, len(auction.rulebook.ladder) + 1)
    )


def _why_not(auction: Auction, names: Mapping[str, str]) -> str:
    """One sentence about what the player on turn may not say."""
    turn = auction.to_call or ""
    barred = Call(turn, auction.standing or 1) if auction.allowed().hold else Call(turn, None, "hold")
    problem = auction.why_not(barred)
    return problem.text.replace(f"{turn} ", f"{names[turn]} ", 1) if problem else ""


def _words(call: Call, rulebook: Rulebook) -> str:
    if call.bid is not None:
        return f"{call.bid}. {rulebook.rung_name(call.bid)}"
    return _("mám") if call.call == "hold" else _("pas")


def _result(auction: Auction, names: Mapping[str, str]) -> str:
    winner = names[auction.winner or ""]
    if auction.standing is None:
        owed = contract_name(auction.rulebook.nobody_bids)
        return _("Nikdo nenabídl, hraje forhont %(winner)s, nejméně: %(owed)s.") % {
            "winner": winner,
            "owed": owed,
        }
    return _("Konec licitace: %(winner)s, stupeň %(rung)d: %(name)s.") % {
        "winner": winner,
        "rung": auction.standing,
        "name": auction.rulebook.rung_name(auction.standing),
    }


def _announce(auction: Auction) -> str:
    """What may follow from the rung won (B/15)."""
    book, bid = auction.rulebook, auction.bid or 0
    if bid:
        text = _("Ohlásit smí %(name)s nebo kterýkoli vyšší stupeň.") % {"name": book.rung_name(bid)}
    else:
        text = _("Ohlásit smí %(name)s nebo kterýkoli stupeň žebříčku.") % {
            "name": contract_name(book.nobody_bids)
        }
    if any(contract == "sedma" for contract, _red in may_announce(book, bid)):
        text += " " + _("Sedmu jen s trumfovou sedmou v ruce.")
    if may_say_omyl(book, bid):
        text += " " + _("Nebo složí karty na omyl.")
    return text
