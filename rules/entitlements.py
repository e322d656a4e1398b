"""Which claimed premium points are granted, and which are refused by which article (R-019)."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from rules.language import CZECH, ENGLISH, Language
from rules.language import gettext_noop as _
from rules.offences import Verdict, is_renonc
from rules.parts import FOREIGN_SUITS_LOSS, counted_fleks
from rules.records import Claim, Hand

LISTED_FROM: Final = 50

REASONS: Final[dict[str, tuple[str, str]]] = {
    "offender": ("D5", _("kdo se dopustil renoncu, nemá nárok na body v žádném případě")),
    "talon": ("B/9", _("při nesprávném počtu karet v talonu nemá flekující hráč nárok na body")),
    "lozena": ("B/17", _("při fleku na loženou hru nemá aktér žádné kladné body")),
    "playout": ("D5", _("po dohrávce jsou body přiznány jen straně, která ji vyhrála")),
    "two_trumps": ("D6", _("dvě sedmy na dva trumfy s renoncem rozhodčí neuznal za teoreticky sehratelné")),
}


class Refusal(NamedTuple):
    """A claim that is not granted: whose, how many points, by which article (`reason` is its key).

    >>> Refusal("A", 7, "lozena").points
    7
    """

    to: str
    points: int
    reason: str

    @property
    def article(self) -> str:
        """The article the refusal stands on, as `D5`.

        >>> Refusal("A", 7, "lozena").article
        'B/17'
        """
        return REASONS[self.reason][0]

    @property
    def text(self) -> str:
        """Why, one Czech sentence.

        >>> Refusal("A", 7, "lozena").text
        'A: 7 prémiových bodů se nepřiznává – při fleku na loženou hru nemá aktér žádné kladné body (B/17).'
        """
        return self._sentence(CZECH)

    @property
    def text_en(self) -> str:
        """Why, one English sentence.

        >>> Refusal("A", 7, "offender").text_en
        'A: 7 premium points not granted, whoever committed a renonc has no claim to points (D5).'
        """
        return self._sentence(ENGLISH)

    def _sentence(self, language: Language) -> str:
        article, why = REASONS[self.reason]
        return language.gettext("{to}: {points} se nepřiznává – {why} ({article}).").format(
            to=self.to, points=language.points(self.points), why=language.gettext(why), article=article
        )

    def to_json(self) -> dict[str, Any]:
        """The refusal ready for JSON (docs/rules/hand-record.md).

        >>> Refusal("A", 7, "two_trumps").to_json()
        {'to': 'A', 'points': 7, 'article': 'D6'}
        """
        return {"to": self.to, "points": self.points, "article": self.article}


def must_be_listed(points: int) -> bool:
    """Whether a hand with these premium points has to be written on the stolový lístek (B/1).

    >>> must_be_listed(49), must_be_listed(50)
    (False, True)
    """
    return points >= LISTED_FROM


def grant(
    hand: Hand, verdict: Verdict, won: Sequence[bool], flekked_lozena: bool, foreign_flekker: str | None
) -> tuple[dict[str, int], tuple[Refusal, ...]]:
    """Grant or refuse every claim.

    `won` are the settled results of the announced parts, `flekked_lozena` whether a ložená part was flekked,
    `foreign_flekker` who loses 20 points for a flek on two foreign suits. Minus points always count.

    >>> from rules.notation import parse
    >>> from rules.offences import NOTHING_DECIDED
    >>> grant(parse("ABC/C A:betl betl+[B]! A+20 B-10"), NOTHING_DECIDED, [True], True, None)
    ({'A': 0, 'B': -10, 'C': 0}, (Refusal(to='A', points=20, reason='lozena'),))
    """
    premium = dict.fromkeys(hand.players, 0)
    if foreign_flekker is not None:
        premium[foreign_flekker] -= FOREIGN_SUITS_LOSS
    refused = []
    for claim in hand.premium:
        reason = _refusal(hand, verdict, won, flekked_lozena, claim) if claim.points > 0 else ""
        if reason:
            refused.append(Refusal(claim.to, claim.points, reason))
        else:
            premium[claim.to] += claim.points
    return premium, tuple(refused)


def _refusal(hand: Hand, verdict: Verdict, won: Sequence[bool], flekked_lozena: bool, claim: Claim) -> str:
    """Why a positive claim is refused, empty when it is granted; the first reason in the order of R-019."""
    to, declarer = claim.to, hand.declarer
    if any(offence.by == to and is_renonc(offence) for offence in hand.renonce):
        return "offender"
    decider = verdict.decider
    if decider is not None and decider.article == "C7" and to != declarer and _flekked(hand, to):
        return "talon"
    if to == declarer and flekked_lozena:
        return "lozena"
    if verdict.playout and (to == declarer) != all(won):
        return "playout"
    if to == declarer and _two_trumps(hand) and not hand.theoretically_playable:
        return "two_trumps"
    return ""


def _flekked(hand: Hand, player: str) -> bool:
    return any(player in counted_fleks(play.fleks, hand.rulebook) for play in hand.parts)


def _two_trumps(hand: Hand) -> bool:
    """Dvě sedmy on two trumps with a renonc in the hand (D6)."""
    return (
        hand.trumps == 2
        and hand.contract in ("dve_sedmy", "dve_sedmy_sto")
        and any(is_renonc(offence) for offence in hand.renonce)
    )
