"""What the rules allow in a hand although it is most likely a slip or wants something more (R-020, B/1)."""

from typing import Final

from rules.records import Hand
from rules.settlement import Settlement

WRITTEN_FROM: Final = 50
"""Premium points of one player from which a hand has to stand on the stolový lístek (B/1)."""

LOST_WITH_POINTS: Final = "lost_with_points"
FOR_THE_SHEET: Final = "for_the_sheet"


def doubts(hand: Hand, settlement: Settlement) -> tuple[str, ...]:
    """What should be asked before the hand is stored, codes in a fixed order; nothing of it is an error.

    `LOST_WITH_POINTS`: the declarer lost every announced part and has points. `FOR_THE_SHEET`: somebody has
    50 points or more, which have to be written on the table's sheet too.

    >>> from rules.notation import parse
    >>> from rules.settlement import settle
    >>> hand = parse("ABC/C A:betl betl- A+60")
    >>> doubts(hand, settle(hand))
    ('lost_with_points', 'for_the_sheet')
    """
    found = []
    announced = {play.part for play in hand.parts}
    results = [line.won for line in settlement.lines if line.part in announced]
    if hand.declarer and results and not any(results) and settlement.premium[hand.declarer] > 0:
        found.append(LOST_WITH_POINTS)
    if max(settlement.premium.values()) >= WRITTEN_FROM:
        found.append(FOR_THE_SHEET)
    return tuple(found)
