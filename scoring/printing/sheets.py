"""A stolový lístek laid out on A4: how many lines a side has, which column holds which texts.

The lines of a sheet are not a table of cells but columns of text over a ruled form, and a PDF holds the form
once for all its pages: eighty sheets are then set in seconds instead of minutes, and a blank sheet and a
filled one look the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from math import ceil
from textwrap import wrap

from django.utils.dateformat import format as format_date

from rules.money import format_amount, format_points
from scoring.printing.records import HighPremium, SheetHand, SheetPage
from scoring.selectors.tables import SeatLine
from tournament.lib.names import filing_name

# Lines of a side: written by hand they need height; a filled sheet of a long round is set closer. A still
# longer one goes on to further sides, all of them roomy again.
ROOMY_LINES = 28
DENSE_LINES = 32

# Lines of the block for hands of 50 and more points.
_HIGH_LINES = 3

# Figures from the end of an amount to the end of the points beside it.
_POINTS_WIDTH = 5
# The heart before a red contract takes the room of so many letters.
_HEART = 2
# How a text is set to fit its place: class of type, letters on a line, lines; the largest type first.
Fit = tuple[tuple[str, int, int], ...]
_CONTRACT_FIT: Fit = (("", 13, 1), ("small", 16, 1), ("smaller", 17, 2), ("smallest", 21, 2))
_FLEKS_FIT: Fit = (("", 14, 1), ("small", 17, 1), ("smaller", 18, 2), ("smallest", 22, 2))
_RESULT_FIT: Fit = (("", 19, 1), ("small", 23, 1), ("smaller", 25, 2), ("smallest", 30, 2))
_AMOUNT_FIT: Fit = (("", 7, 1), ("small", 9, 1), ("smallest", 12, 1))
_NAME_FIT: Fit = (("", 30, 1), ("small", 36, 1), ("smaller", 42, 2), ("smallest", 55, 2))
_SHORT_NAME_FIT: Fit = (("", 9, 1), ("small", 13, 1), ("smallest", 17, 1))
_CLUB_FIT: Fit = (("", 25, 1), ("small", 30, 1), ("smaller", 34, 2), ("smallest", 55, 2))
_TITLE_FIT: Fit = (("", 42, 1), ("small", 52, 1), ("smaller", 52, 2), ("smallest", 80, 3))
_META_FIT: Fit = (("", 90, 1), ("small", 105, 1), ("smallest", 115, 2))


@dataclass(frozen=True)
class Fitted:
    """A text broken into the lines it takes in the largest type in which they have room.

    ``whole`` is false when even the smallest has too little room: the last line then ends with "…".
    """

    lines: tuple[str, ...]
    size: str
    whole: bool = True


@dataclass(frozen=True)
class SheetLine:
    """The texts of one hand but for the amounts."""

    number: int
    dealer: str
    declarer: str
    contract: Fitted
    red: bool
    fleks: Fitted
    result: Fitted


@dataclass(frozen=True)
class SeatColumn:
    """Everything below one player's name: amount and points line by line, then the sums, empty on a blank."""

    seat: SeatLine
    short_name: Fitted
    results: tuple[str, ...]
    amount_sum: Fitted = Fitted(("",), "")
    premium_sum: str = ""
    zb: str = ""
    sb: str = ""
    order: str = ""


@dataclass(frozen=True)
class HeadLine:
    """A player in the head of the sheet."""

    seat: SeatLine
    name: Fitted
    club: Fitted


@dataclass(frozen=True)
class HighLine:
    """A line of the block for high premium points."""

    player: str
    hand: str
    points: str


@dataclass(frozen=True)
class Form:
    """What is printed the same on every sheet of a kind.

    ``filled``: set closer than for writing by hand, ``dense``: closest. ``last``: with the sums and
    signatures; otherwise the sheet goes on.
    """

    seats: int
    filled: bool
    dense: bool
    last: bool

    @property
    def name(self) -> str:
        """Names the form in a document and, before a dot, the pages on it; see ``pdf.render_pdf``."""
        return "form-" + self.classes.replace(" ", "-")

    @property
    def classes(self) -> str:
        """For the stylesheet."""
        words = ["three" if self.seats == 3 else "four", "filled" if self.filled else "blank"]
        return " ".join([*words, *["dense"] * self.dense, *["carried"] * (not self.last)])

    @property
    def letters(self) -> str:
        """Letters of the seats."""
        return "ABCD"[: self.seats]

    @property
    def ruled(self) -> range:
        """Numbers of the lines."""
        return range(1, (DENSE_LINES if self.dense else ROOMY_LINES) + 1)

    @property
    def numbered(self) -> bool:
        """Whether the numbers of the hands are printed beforehand."""
        return not self.filled

    @property
    def cycle(self) -> int:
        """After so many hands everybody has dealt once; a stronger line marks it."""
        return self.seats


@dataclass(frozen=True)
class Side:
    """One page of a sheet. A sheet with more hands than lines has several; sums of all stand on the last."""

    page: SheetPage
    form: Form
    title: Fitted
    meta: Fitted
    seats: tuple[HeadLine, ...]
    lines: tuple[SheetLine, ...]
    columns: tuple[SeatColumn, ...]
    part: int
    parts: int
    high: tuple[HighLine, ...]
    remarks: tuple[str, ...]

    @property
    def summed(self) -> bool:
        """Whether there are sums to be written: on a blank sheet people write them."""
        return any(any(column.amount_sum.lines) for column in self.columns)


def sides(page: SheetPage) -> tuple[Side, ...]:
    """The pages of a sheet: one, unless it holds more hands than a page has lines."""
    count = len(page.hands)
    dense = ROOMY_LINES < count <= DENSE_LINES
    parts = 1 if dense else max(ceil(count / ROOMY_LINES), 1)
    ends = [count * part // parts for part in range(parts + 1)]
    return tuple(
        _side(page, slice(*between), dense, part, parts)
        for part, between in enumerate(pairwise(ends), start=1)
    )


def short_name(name: str) -> str:
    """The (first) surname, where it can be told; a help above a narrow column, never the only name."""
    return filing_name(name).split(" ")[0].split("-")[0]


def czech_date(day: date) -> str:
    """A date in words: 14. března 2026."""
    return format_date(day, "j. E Y")


def fitted(text: str, fit: Fit, taken: int = 0) -> Fitted:
    """The text in the largest type in which it has room; ``taken``: letters that something else takes."""
    for size, letters, most in fit:
        lines = wrap(text, letters - taken, break_on_hyphens=False) or [""]
        if len(lines) <= most:
            return Fitted(tuple(lines), size)
    size, letters, most = fit[-1]
    return Fitted(tuple(wrap(text, letters - taken, max_lines=most, placeholder="…")), size, whole=False)


def forms(laid_out: Sequence[Side]) -> tuple[Form, ...]:
    """The forms that the pages need, each once."""
    return tuple(dict.fromkeys(side.form for side in laid_out))


def _side(page: SheetPage, shown: slice, dense: bool, part: int, parts: int) -> Side:
    hands = page.hands[shown]
    last = part == parts
    return Side(
        page=page,
        form=Form(len(page.seats), bool(page.hands), dense, last),
        title=fitted(page.tournament, _TITLE_FIT),
        meta=fitted(" · ".join(filter(None, (czech_date(page.date), page.place, page.rulebook))), _META_FIT),
        seats=tuple(_head_line(seat) for seat in page.seats),
        lines=tuple(_line(hand) for hand in hands),
        columns=tuple(_column(page, shown, at, last) for at in range(len(page.seats))),
        part=part,
        parts=parts,
        high=_high_lines(page.high_premiums) if last else (),
        remarks=_remarks(page.note if last else "", hands),
    )


def _head_line(seat: SeatLine) -> HeadLine:
    name, club = fitted(seat.name, _NAME_FIT), fitted(seat.club, _CLUB_FIT)
    return HeadLine(seat, name, club)


def _remarks(note: str, hands: Sequence[SheetHand]) -> tuple[str, ...]:
    """What stands below the form: the note, and of each hand its note and whatever did not fit its line."""
    of_hands = [f"{hand.number}. {', '.join(found)}" for hand in hands if (found := _beside(hand))]
    return tuple(filter(None, (note, " · ".join(of_hands))))


def _beside(hand: SheetHand) -> list[str]:
    line = _line(hand)
    texts = {hand.contract: line.contract, hand.fleks: line.fleks, hand.result: line.result}
    cut = [text for text, shown in texts.items() if not shown.whole]
    return [*cut, *filter(None, (hand.note,))]


def _line(hand: SheetHand) -> SheetLine:
    return SheetLine(
        number=hand.number,
        dealer=hand.dealer,
        declarer=hand.declarer,
        contract=fitted(hand.contract, _CONTRACT_FIT, _HEART * hand.red),
        red=hand.red,
        fleks=fitted(hand.fleks, _FLEKS_FIT),
        result=fitted(hand.result, _RESULT_FIT),
    )


def _column(page: SheetPage, shown: slice, at: int, last: bool) -> SeatColumn:
    hands = page.hands[shown]
    column = SeatColumn(
        seat=page.seats[at],
        short_name=fitted(short_name(page.seats[at].name), _SHORT_NAME_FIT),
        results=tuple(_result(hand.money[at], hand.premium[at]) for hand in hands),
    )
    if not last:
        carried = page.hands[: shown.stop]
        return _with_sums(column, sum(h.money[at] for h in carried), sum(h.premium[at] for h in carried))
    totals = page.totals
    if totals is None:
        return column
    return replace(
        _with_sums(column, totals.money[at], totals.premium[at]),
        zb=format_points(totals.zb[at], sign=True),
        sb=format_points(totals.sb[at], sign=True),
        order=f"{totals.order[at]}.",
    )


def _result(money: int, premium: int) -> str:
    """An amount and premium points as one text that reaches into both columns, for half as much to be set.

    Figures and signs are of one width, and so is the space that fills the place of the points. A player
    without points leaves it empty, as on paper.
    """
    points = format_points(premium, sign=True) if premium else ""
    return format_amount(money, sign=True) + points.rjust(_POINTS_WIDTH, "\N{FIGURE SPACE}")


def _with_sums(column: SeatColumn, money: int, premium: int) -> SeatColumn:
    amount = fitted(format_amount(money, sign=True), _AMOUNT_FIT)
    return replace(column, amount_sum=amount, premium_sum=format_points(premium, sign=True))


def _high_lines(entries: Sequence[HighPremium]) -> tuple[HighLine, ...]:
    """Lines for the hands to be written apart; those beyond the last line share it, none is left out."""
    shown = [
        HighLine(entry.seat, f"{entry.hand}", format_points(entry.points, sign=True)) for entry in entries
    ]
    if len(shown) > _HIGH_LINES:
        rest = shown[_HIGH_LINES - 1 :]
        together = ", ".join(f"{line.player} v {line.hand}. hře {line.points}" for line in rest)
        shown = [*shown[: _HIGH_LINES - 1], HighLine(together, "", "")]
    return tuple(shown)
