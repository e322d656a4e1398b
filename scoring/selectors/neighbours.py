"""What the decisions next to a ruling would cost: rejected, the other side, played on or not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules.offences import can_be_played_on, judge, possible_authors
from rules.records import Hand, Offence
from scoring.adapters import InvalidRecord, Patch, ReadHand


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another decision about the same hand, in words, and what everybody would get: haléře, points."""

    words: str
    money: Mapping[str, int]
    premium: Mapping[str, int]


def neighbours(written: ReadHand, ruled: ReadHand, names: Mapping[str, str]) -> tuple[Neighbour, ...]:
    """The decisions next to ``ruled``, those that come to something else; ``names`` are people by seat."""
    found: list[Neighbour] = []
    here = ruled.settlement
    for words, patch in _others(ruled, names):
        try:
            there = ruled.patched(patch).settlement if patch is not None else written.settlement
        except InvalidRecord:
            continue
        if (there.money, there.premium) != (here.money, here.premium):
            found.append(Neighbour(words, there.money, there.premium))
    return tuple(found)


def _others(ruled: ReadHand, names: Mapping[str, str]) -> Iterator[tuple[str, Patch | None]]:
    """Each other decision as words and as a patch of the ruled hand; ``None``: as it was written."""
    yield _("Zamítnuto, platí se zápis"), None
    hand = ruled.hand
    place = _deciding(hand)
    if place is None:
        return
    decider, records = hand.renonce[place], list(ruled.record.get("renonce") or [])

    def instead(**fields: Any) -> dict[str, Any]:
        changed = {**records[place], **fields}
        return {"renonce": [*records[:place], changed, *records[place + 1 :]]}

    if decider.playout:
        yield _("Bez dohrávky"), instead(playout=False)
    elif can_be_played_on(decider) and hand.parts:
        for words, won in ((_("S dohrávkou, uhráno"), True), (_("S dohrávkou, neuhráno"), False)):
            yield words, instead(playout=True) | {"outcome": _ended(hand, won=won), "points": None}
    for author in _of_other_side(decider, hand):
        yield _("Viníkem je %(who)s") % {"who": names.get(author, author)}, instead(by=author)


def _deciding(hand: Hand) -> int | None:
    """Where the renonc stands that decides the hand."""
    verdict = judge(
        hand.renonce,
        contract=hand.contract,
        declarer=hand.declarer,
        four_helpers_against=hand.four_helpers_against,
    )
    return hand.renonce.index(verdict.decider) if verdict.decider is not None else None


def _of_other_side(decider: Offence, hand: Hand) -> tuple[str, ...]:
    """Who of the other side can have done the same."""
    others = set(hand.defenders) if decider.by == hand.declarer else {hand.declarer}
    return tuple(author for author in possible_authors(decider.article, hand) if author in others)


def _ended(hand: Hand, *, won: bool) -> dict[str, Any]:
    return {
        play.part: {"made": won, "steps": 1} if play.part == "sto" else "won" if won else "lost"
        for play in hand.parts
    }
