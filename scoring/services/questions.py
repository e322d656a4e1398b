"""What is asked of a new hand before it is stored: is it a hand already written, does its dealer follow.

Only doors with a person in front of them ask (``Announced``); files and commands say what was written down
long ago. A question is answered by sending the same hand again with the field it names.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.doubts import FOR_THE_SHEET, LOST_WITH_POINTS, doubts
from scoring.adapters import ReadHand
from scoring.models import Hand
from scoring.selectors.tables import NextHand, seat_lines
from tournament.errors import Asked
from tournament.lib.counting import at_time
from tournament.models import Table

TAKEN, DEALER, DOUBTFUL = "taken", "dealer", "doubtful"
ANSWERS = {TAKEN: "another", DEALER: "dealer_ok", DOUBTFUL: "doubtful_ok"}
"""The field that answers each question."""

DOUBTS = {
    LOST_WITH_POINTS: gettext_lazy("Aktér prohrál všechno, co ohlásil, a přesto má prémiové body."),
    FOR_THE_SHEET: gettext_lazy("Hra za 50 a více bodů musí stát i na stolovém lístku (B/1)."),
}


@dataclass(frozen=True, slots=True)
class Announced:
    """What a form says beside the hand: the number it showed, and the fields of questions it answers."""

    number: int | None = None
    answered: frozenset[str] = frozenset()

    def ask(self, *, question: str, text: str) -> None:
        """Raise ``Asked`` unless the question is answered."""
        if ANSWERS[question] not in self.answered:
            raise Asked(text, code=question, answer=ANSWERS[question])


def ask_about_doubts(*, read: ReadHand, announced: Announced) -> None:
    """Raise ``Asked`` about what the rules allow although it is most likely a slip."""
    found = doubts(read.hand, read.settlement)
    if found:
        sentences = " ".join(str(DOUBTS[doubt]) for doubt in found)
        announced.ask(question=DOUBTFUL, text=_("%(doubts)s Je to tak správně?") % {"doubts": sentences})


def ask_about(*, read: ReadHand, table: Table, after: NextHand, announced: Announced) -> None:
    """Raise ``Asked`` with the first question about a hand that would be stored now, as ``after`` says."""
    if announced.number is not None and announced.number < after.number:
        announced.ask(question=TAKEN, text=_taken(table, announced.number))
    if after.follows and read.hand.dealer != after.dealer:
        announced.ask(question=DEALER, text=_dealer(table, read.hand.dealer, after.dealer))
    ask_about_doubts(read=read, announced=announced)


def _taken(table: Table, number: int) -> str:
    there = Hand.objects.filter(table=table, sequence=number).first()
    if there is None:
        return _("Hra %(n)d je už zapsaná. Je tohle jiná hra?") % {"n": number}
    return _("Hra %(n)d je už zapsaná (zápis: %(who)s, %(when)s). Je tohle jiná hra?") % {
        "n": number,
        "who": there.written_by,
        "when": at_time(there.created_at),
    }


def _dealer(table: Table, dealer: str, expected: str) -> str:
    names = {seat.letter: f"{seat.letter} {seat.name}" for seat in seat_lines(table)}
    return _("Po předchozí hře má rozdávat %(expected)s, v zápisu rozdává %(dealer)s. Je to tak správně?") % {
        "expected": names[expected],
        "dealer": names[dealer],
    }
