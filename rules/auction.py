"""The auction for the talon as a small state machine (B/6, B/15, R-003).

Two bid against each other and the third waits. The challenger names rungs, the holder, who is the senior of
the two, answers that he holds or passes; in the place of the one who passed comes the third.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from rules.checking.hand import read_rulebook
from rules.checking.reader import Reader
from rules.contracts import Contract, contract_name
from rules.errors import InvalidAuction, Problem
from rules.rulebook import Rulebook
from rules.shown import encodable, shown

PLACES: Final = ("forhont", "prostřední", "zadák")
# Places in the order of seniority; players are given in the same order.
FORHONT, PROSTREDNI, ZADAK = range(3)
# What the forhont owes stands below the ladder.
BELOW_LADDER: Final = 0


class Call(NamedTuple):
    """One call of an auction: `bid` is a rung, or None when the player holds or passes.

    >>> Call("Z", bid=3), Call("F", call="hold")
    (Call(by='Z', bid=3, call='bid'), Call(by='F', bid=None, call='hold'))
    """

    by: str
    bid: int | None = None
    call: str = "bid"


class Allowed(NamedTuple):
    """What the player on turn may call; `lowest_bid` is None when he may not name a rung.

    >>> Allowed(4, hold=False, pass_=True).lowest_bid
    4
    """

    lowest_bid: int | None
    hold: bool
    pass_: bool


@dataclass(frozen=True)
class Auction:
    """The state of an auction after some calls; players in the order forhont, prostřední, zadák.

    `standing` is the last rung bid or held, None before the first bid. `holder` and `challenger` are places
    (0 to 2), `waiting` the third player's place as long as he has not entered. Made by `start_auction`.

    >>> from rules.rulebook import find_rulebook
    >>> auction = start_auction(("F", "P", "Z"), find_rulebook("csm")).after(Call("Z", bid=3))
    >>> auction.standing, auction.holder, auction.challenger, auction.waiting
    (3, 0, 2, 1)
    """

    rulebook: Rulebook
    players: tuple[str, str, str]
    holder: int
    challenger: int
    waiting: int | None
    holder_answers: bool = False
    standing: int | None = None
    over: bool = False
    calls: tuple[Call, ...] = ()

    @property
    def to_call(self) -> str | None:
        """Whose turn it is, None when the auction is over.

        >>> parse_auction({"players": ["F", "P", "Z"], "calls": [{"by": "Z", "call": "pass"}]}).to_call
        'P'
        """
        if self.over:
            return None
        return self.players[self.holder if self.holder_answers else self.challenger]

    @property
    def winner(self) -> str | None:
        """Who takes the talon, None while the auction goes on.

        >>> passes = [{"by": "Z", "call": "pass"}, {"by": "P", "call": "pass"}]
        >>> parse_auction({"players": ["F", "P", "Z"], "calls": passes}).winner
        'F'
        """
        return self.players[self.holder] if self.over else None

    @property
    def bid(self) -> int | None:
        """The rung that stands or was won; when nobody bid, that the forhont owes, or 0 below them.

        >>> passes = [{"by": "Z", "call": "pass"}, {"by": "P", "call": "pass"}]
        >>> parse_auction({"rulebook": "online", "players": ["F", "P", "Z"], "calls": passes}).bid
        0
        """
        if self.over and self.standing is None:
            return self.rulebook.rung_of(self.rulebook.nobody_bids) or BELOW_LADDER
        return self.standing

    def allowed(self) -> Allowed:
        """What the player on turn may call.

        >>> from rules.rulebook import find_rulebook
        >>> start_auction(("F", "P", "Z"), find_rulebook("csm")).allowed()
        Allowed(lowest_bid=1, hold=False, pass_=True)
        """
        if self.over:
            return Allowed(None, False, False)
        lowest = (self.standing or 0) + 1
        may_bid = not self.holder_answers and lowest <= len(self.rulebook.ladder)
        return Allowed(lowest if may_bid else None, self.holder_answers, True)

    def why_not(self, call: Call) -> Problem | None:
        """Why a call is not allowed now, None when it is.

        >>> from rules.rulebook import find_rulebook
        >>> start_auction(("F", "P", "Z"), find_rulebook("csm")).why_not(Call("F", call="hold")).code
        'out_of_turn'
        """
        path = f"calls[{len(self.calls)}]"
        if self.over:
            text = f"Licitace skončila, vyhrál {self.winner}; {call.by} už mluvit nemůže."
            return Problem(path, "auction_over", text)
        if call.by != self.to_call:
            return Problem(f"{path}.by", "out_of_turn", f"Na řadě je {self.to_call}, ne {call.by}.")
        lowest, hold, _ = self.allowed()
        if call.call == "hold" and not hold:
            text = f"{call.by} nemůže držet; musí nabídnout vyšší stupeň, nebo odstoupit."
            return Problem(f"{path}.call", "cannot_hold", text)
        if call.bid is None:
            return None
        rungs = len(self.rulebook.ladder)
        if not 1 <= call.bid <= rungs:
            text = f"Žebříček má stupně 1 až {rungs}, ne {shown(call.bid)}."
            return Problem(f"{path}.bid", "no_such_rung", text)
        if hold:
            text = f"{call.by} má přednost, nepřihazuje: buď drží stupeň {self.standing}, nebo odstoupí."
            return Problem(f"{path}.bid", "holder_does_not_raise", text)
        if lowest is None or call.bid < lowest:
            text = f"Nabídka musí být vyšší než stupeň {self.standing}, ne {call.bid}."
            return Problem(f"{path}.bid", "not_higher", text)
        return None

    def after(self, call: Call) -> "Auction":
        """The auction after one more call; raises InvalidAuction when it is not allowed.

        >>> from rules.rulebook import find_rulebook
        >>> start_auction(("F", "P", "Z"), find_rulebook("csm")).after(Call("Z", bid=2)).to_call
        'F'
        """
        problem = self.why_not(call)
        if problem is not None:
            raise InvalidAuction([problem])
        calls = (*self.calls, call)
        if call.bid is not None:
            return replace(self, standing=call.bid, holder_answers=True, calls=calls)
        if call.call == "hold":
            return replace(self, holder_answers=False, calls=calls)
        return replace(self._passed(), calls=calls)

    def _passed(self) -> "Auction":
        """The one on turn leaves: the third takes his place, or the auction is over."""
        staying = self.challenger if self.holder_answers else self.holder
        if self.waiting is None:
            return replace(self, holder=staying, over=True)
        senior, junior = sorted((staying, self.waiting))
        # A senior newcomer first answers the standing bid; otherwise it is for the junior to go higher.
        answers = self.waiting == senior and self.standing is not None
        return replace(self, holder=senior, challenger=junior, waiting=None, holder_answers=answers)

    def to_json(self) -> dict[str, Any]:
        """The result as the command line writes it (docs/rules/hand-record.md).

        >>> parse_auction({"players": ["F", "P", "Z"], "calls": []}).to_json()
        {'winner': None, 'bid': None, 'to_call': 'Z'}
        """
        return {"winner": self.winner, "bid": self.bid, "to_call": self.to_call}


def start_auction(players: Sequence[str], rulebook: Rulebook) -> Auction:
    """An auction before the first call: the opener of the rulebook challenges the forhont (B/6).

    >>> from rules.rulebook import find_rulebook
    >>> start_auction(("F", "P", "Z"), find_rulebook("csm", overrides={"opener": "prostredni"})).to_call
    'P'
    """
    forhont, prostredni, zadak = players
    opener = PROSTREDNI if rulebook.opener == "prostredni" else ZADAK
    waiting = ZADAK if opener == PROSTREDNI else PROSTREDNI
    return Auction(rulebook, (forhont, prostredni, zadak), FORHONT, opener, waiting)


def parse_auction(data: object) -> Auction:
    """The auction an object `{"rulebook", "players", "calls"}` describes, all its calls made.

    Raises InvalidAuction with every problem of the record, or with the first call that was not allowed.

    >>> auction = parse_auction({"players": ["F", "P", "Z"], "calls": [{"by": "Z", "bid": 1}]})
    >>> auction.bid, auction.to_call
    (1, 'F')
    """
    read = Reader()
    start, calls = _read(read, data)
    if read.problems or start is None:
        raise InvalidAuction(read.problems)
    auction = start
    for call in calls:
        auction = auction.after(call)
    return auction


def may_announce(
    rulebook: Rulebook, bid: int, *, trump_seven: bool = True
) -> tuple[tuple[Contract, bool], ...]:
    """What the winner may announce, as (contract, red): the rung he won or any higher one (R-004).

    Without the trump seven in hand sedma, plain or red, cannot be announced (B/15).

    >>> from rules.rulebook import find_rulebook
    >>> [len(may_announce(find_rulebook("csm"), 1, trump_seven=seven)) for seven in (True, False)]
    [12, 10]
    """
    calls = [call for rung in rulebook.ladder[max(bid - 1, 0) :] for call in rung]
    if bid == BELOW_LADDER:
        owed: list[tuple[Contract, bool]] = [(rulebook.nobody_bids, False), (rulebook.nobody_bids, True)]
        calls = [call for call in owed if call not in calls] + calls
    return tuple(call for call in calls if trump_seven or call[0] != "sedma")


def may_say_omyl(rulebook: Rulebook, bid: int) -> bool:
    """Whether the winner of this rung may lay the cards down as an omyl: only on plain sedma (B/15).

    >>> from rules.rulebook import find_rulebook
    >>> may_say_omyl(find_rulebook("csm"), 1), may_say_omyl(find_rulebook("traditional"), 1)
    (True, False)
    """
    return bid == rulebook.rung_of("sedma")


def why_not_announce(
    rulebook: Rulebook, bid: int, contract: Contract, red: bool = False, *, trump_seven: bool = True
) -> Problem | None:
    """Why a contract cannot be announced after winning a rung, None when it can.

    >>> from rules.rulebook import find_rulebook
    >>> why_not_announce(find_rulebook("csm"), 3, "sedma").text
    'Sedma stojí pod vylicitovaným stupněm 3 (sto); ohlásit lze ten, nebo kterýkoli vyšší.'
    """
    if (contract, red) in may_announce(rulebook, bid, trump_seven=trump_seven):
        return None
    name = contract_name(contract, red).capitalize()
    rung = rulebook.rung_of(contract, red)
    if rung is None:
        return Problem("contract", "not_on_ladder", f"{name} na licitačním žebříčku není.")
    if rung < bid:
        text = (
            f"{name} stojí pod vylicitovaným stupněm {bid} ({rulebook.rung_name(bid)}); "
            "ohlásit lze ten, nebo kterýkoli vyšší."
        )
        return Problem("contract", "below_bid", text)
    text = f"{name} nejde hrát bez trumfové sedmy v ruce; je třeba hrát něco vyššího (B/15)."
    return Problem("contract", "no_trump_seven", text)


def _read(read: Reader, data: object) -> tuple[Auction | None, list[Call]]:
    record = read.obj("", data, "zápis licitace")
    if record is None:
        return None, []
    read.unknown_fields("", record, ("rulebook", "players", "calls"))
    book = read_rulebook(read, record, None)
    players = _players(read, record)
    calls = []
    if "calls" not in record:
        read.missing("calls", "seznam hlášení")
    else:
        entries = read.array("calls", record["calls"], "hlášení v pořadí") or ()
        calls = [_call(read, f"calls[{n}]", entry, players) for n, entry in enumerate(entries)]
    if book is None or not players or read.problems:
        return None, []
    return start_auction(players, book), [call for call in calls if call is not None]


def _players(read: Reader, record: Mapping[str, Any]) -> tuple[str, ...]:
    if "players" not in record:
        read.missing("players", "trojice hráčů: forhont, prostřední, zadák")
        return ()
    value = read.array("players", record["players"], "forhont, prostřední, zadák")
    if value is None:
        return ()
    names = [name for name in value if isinstance(name, str) and 1 <= len(name) <= 100 and encodable(name)]
    if len(value) != 3 or len(set(names)) != 3:
        text = f"Licitují tři různí hráči v pořadí {', '.join(PLACES)}; jméno má 1 až 100 znaků."
        read.add("players", "players_count", text)
        return ()
    return tuple(names)


def _call(read: Reader, path: str, value: object, players: Sequence[str]) -> Call | None:
    entry = read.obj(path, value, "jedno hlášení")
    if entry is None:
        return None
    count = len(read.problems)
    read.unknown_fields(path, entry, ("by", "bid", "call"))
    by = entry.get("by")
    if "by" not in entry:
        read.missing(f"{path}.by", "kdo hlásil")
    elif not isinstance(by, str) or (players and by not in players):
        read.add(f"{path}.by", "not_a_player", f"V této licitaci není {shown(by)}.")
    if ("bid" in entry) == ("call" in entry):
        read.add(
            path, "bid_or_call", "Hlášení je buď stupeň (bid), nebo „hold“ či „pass“ (call), právě jedno."
        )
    elif "bid" in entry:
        read.whole(f"{path}.bid", entry["bid"], 1, None, "stupeň licitačního žebříčku")
    else:
        read.choice(f"{path}.call", entry["call"], ("hold", "pass"), "„hold“ (mám) nebo „pass“ (odstupuji)")
    if len(read.problems) > count or not isinstance(by, str):
        return None
    return Call(by, entry["bid"]) if "bid" in entry else Call(by, None, entry["call"])
