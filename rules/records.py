"""The frozen records that go into a settlement (docs/rules/hand-record.md).

They are made by `rules.checking.parse_hand`, which has checked them; nothing here checks again.
"""

from typing import Any, NamedTuple

from rules.contracts import Contract, Kind, Part, Side
from rules.rulebook import Rulebook

FORMAT = "licitovany-hand/1"


class PartPlay(NamedTuple):
    """One announced part: who doubled it and how it ended.

    `fleks` are the players in the order they doubled, those beyond the rulebook's `max_fleks` included;
    `won` is None when the record does not say, which only a renonc allows; `steps` counts the tens of sto
    and is 1 elsewhere.

    >>> PartPlay("sto", ("B",), True, 3).steps
    3
    """

    part: Part
    fleks: tuple[str, ...] = ()
    won: bool | None = None
    steps: int = 1
    lozena: bool = False
    minus: bool = False


class QuietSto(NamedTuple):
    """A side reached a hundred unannounced; `steps` counts the hundred and every ten above it.

    >>> QuietSto("defence", 2).side
    'defence'
    """

    side: Side
    steps: int


class QuietSedma(NamedTuple):
    """A side played the unannounced trump seven to the last trick, and won it or was beaten.

    >>> QuietSedma("declarer", won=False).won
    False
    """

    side: Side
    won: bool


class Points(NamedTuple):
    """Card points and hlášky: the declarer's cards out of 90, marriages in the order of announcing.

    >>> Points(60, (40, 20)).defence_marriages
    ()
    """

    declarer_cards: int
    declarer_marriages: tuple[int, ...] = ()
    defence_marriages: tuple[int, ...] = ()


class Offence(NamedTuple):
    """One renonc. `pausal` is the fixed payment it costs (0, 1 or 2), `lost` whether it may lose the hand.

    >>> Offence("B", "C1").pausal
    1
    """

    by: str
    article: str
    playout: bool = False
    pausal: int = 1
    lost: bool = True


class Claim(NamedTuple):
    """Premium points the scribe wrote for a player; `row` is the row of the bodovací tabulka, if any.

    >>> Claim("A", 7, "sedma.3").row
    'sedma.3'
    """

    to: str
    points: int
    row: str | None = None


class Hand(NamedTuple):
    """One checked record of a hand, an omyl, a misdeal or a renonc without a hand.

    `parts` are in the order of R-005, results computed from `points` where those are given.

    >>> from rules.notation import parse
    >>> hand = parse("ABCD/D A:sedma* hra+ sedma-[BA]")
    >>> hand.red, [(play.part, play.fleks, play.won) for play in hand.parts]
    (True, [('hra', (), True), ('sedma', ('B', 'A'), False)])
    """

    rulebook: Rulebook
    players: tuple[str, ...]
    dealer: str
    kind: Kind = "hand"
    prior_misdeals: int = 0
    bid: int | None = None
    declarer: str | None = None
    contract: Contract | None = None
    red: bool = False
    parts: tuple[PartPlay, ...] = ()
    quiet_sto: QuietSto | None = None
    quiet_sedma: QuietSedma | None = None
    points: Points | None = None
    foreign_suits_flek: bool = False
    renonce: tuple[Offence, ...] = ()
    four_helpers_against: bool = False
    trumps: int | None = None
    theoretically_playable: bool = False
    premium: tuple[Claim, ...] = ()

    @property
    def sitting_out(self) -> str | None:
        """The pauzírující: at a table of four the dealer.

        >>> from rules.notation import parse
        >>> parse("ABCD/D A:betl betl+").sitting_out, parse("ABC/C A:betl betl+").sitting_out
        ('D', None)
        """
        return self.dealer if len(self.players) == 4 else None

    @property
    def opponents(self) -> tuple[str, ...]:
        """Everyone at the table but the declarer, the one sitting out included (R-008).

        >>> from rules.notation import parse
        >>> parse("ABCD/D A:betl betl+").opponents
        ('B', 'C', 'D')
        """
        return tuple([player for player in self.players if player != self.declarer])

    @property
    def defenders(self) -> tuple[str, ...]:
        """The two who play against the declarer.

        >>> from rules.notation import parse
        >>> parse("ABCD/D A:betl betl+").defenders
        ('B', 'C')
        """
        return tuple(player for player in self.opponents if player != self.sitting_out)


def hand_to_json(hand: Hand) -> dict[str, Any]:
    """The normalised record of a hand: fields in the order of the format, defaults left out.

    `parse_hand` of it gives the same hand again.

    >>> from rules.notation import parse
    >>> hand_to_json(parse("ABC/C A:betl betl+"))["outcome"]
    {'betl': 'won'}
    """
    record: dict[str, Any] = {
        "format": FORMAT,
        "rulebook": hand.rulebook.to_json(),
        "players": list(hand.players),
        "dealer": hand.dealer,
    }
    optional = {
        "kind": hand.kind if hand.kind != "hand" else None,
        "prior_misdeals": hand.prior_misdeals,
        "bid": hand.bid,
        "declarer": hand.declarer,
        "contract": hand.contract,
        "red": hand.red,
        "fleks": {play.part: list(play.fleks) for play in hand.parts if play.fleks},
        "outcome": _outcome(hand),
        "points": _points(hand.points),
        "lozena": [play.part for play in hand.parts if play.lozena],
        "minus_parts": [play.part for play in hand.parts if play.minus],
        "foreign_suits_flek": hand.foreign_suits_flek,
        "renonce": [_offence(offence) for offence in hand.renonce],
        "four_helpers_against": hand.four_helpers_against,
        "trumps": hand.trumps,
        "theoretically_playable": hand.theoretically_playable,
        "premium": [_claim(claim) for claim in hand.premium],
    }
    return record | {name: value for name, value in optional.items() if value}


def _outcome(hand: Hand) -> dict[str, Any]:
    outcome: dict[str, Any] = {}
    for play in hand.parts:
        computed = hand.points is not None and play.part in ("hra", "sto")
        if play.won is None or computed:
            continue
        if play.part == "sto":
            outcome["sto"] = {"made": play.won, "steps": play.steps}
        else:
            outcome[play.part] = "won" if play.won else "lost"
    if hand.quiet_sto and hand.points is None:
        outcome["quiet_sto"] = hand.quiet_sto._asdict()
    if hand.quiet_sedma:
        outcome["quiet_sedma"] = hand.quiet_sedma._asdict()
    return outcome


def _points(points: Points | None) -> dict[str, Any] | None:
    if points is None:
        return None
    return {
        "declarer_cards": points.declarer_cards,
        "declarer_marriages": list(points.declarer_marriages),
        "defence_marriages": list(points.defence_marriages),
    }


def _offence(offence: Offence) -> dict[str, Any]:
    record: dict[str, Any] = {"by": offence.by, "article": offence.article}
    if offence.playout:
        record["playout"] = True
    if offence.article == "REF":
        record |= {"pausal": offence.pausal, "lost": offence.lost}
    return record


def _claim(claim: Claim) -> dict[str, Any]:
    return {"to": claim.to, "points": claim.points} | ({} if claim.row is None else {"row": claim.row})
