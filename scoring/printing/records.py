"""What the printed documents hold, as plain records; whoever fills them decides, the templates only set type.

Money in haléře, points whole, BP in hundredths of a point. Texts are plain, the templates escape them.
"""

from dataclasses import dataclass, field
from datetime import date

from scoring.columns import Listing
from scoring.selectors.standings import Changes
from scoring.selectors.tables import SeatLine
from tournament.lib.reach import Reached


@dataclass(frozen=True)
class SheetHand:
    """A hand as written on a stolový lístek; players by seat letters, money and premium points in seat order.

    ``red``: the contract is in hearts, which the sheet shows by a heart. ``note``: what else there was
    (ložená, renonc), printed below the lines.
    """

    number: int
    dealer: str
    declarer: str
    contract: str
    red: bool
    fleks: str
    result: str
    money: tuple[int, ...]
    premium: tuple[int, ...]
    note: str = ""


@dataclass(frozen=True)
class SheetTotals:
    """Results of a table in seat order; ``order`` is the place at the table."""

    money: tuple[int, ...]
    zb: tuple[int, ...]
    premium: tuple[int, ...]
    sb: tuple[int, ...]
    order: tuple[int, ...]


@dataclass(frozen=True)
class HighPremium:
    """A hand of 50 or more premium points, which must be written apart (B/1)."""

    seat: str
    hand: int
    points: int


@dataclass(frozen=True)
class SheetPage:
    """One stolový lístek. Without hands and totals it is blank, to be filled in by hand.

    ``entry_url`` becomes the QR code of the table's entry page; below it stand ``short_code`` and
    ``door_url``, the address where it is typed by whoever cannot read the QR.
    ``note``: what must be seen wherever the result is, such as the reason of an override. ``stamp``: version
    and time, on every print.
    """

    tournament: str
    round_name: str
    table: int
    date: date
    place: str
    rulebook: str
    seats: tuple[SeatLine, ...]
    hands: tuple[SheetHand, ...] = ()
    totals: SheetTotals | None = None
    high_premiums: tuple[HighPremium, ...] = ()
    entry_url: str = ""
    short_code: str = ""
    door_url: str = ""
    note: str = ""
    stamp: str = ""


@dataclass(frozen=True)
class SeatingTable:
    """A table of a seating plan with its players in seat order."""

    number: int
    seats: tuple[SeatLine, ...]


@dataclass(frozen=True)
class SeatingPlan:
    """Who sits where in a round. ``seed``: the seed of the draw, printed so that anybody can check it.

    ``reached``: the address of the tournament on phones of players; it becomes a QR code.
    """

    tournament: str
    round_name: str
    date: date
    place: str
    tables: tuple[SeatingTable, ...]
    reached: Reached
    seed: str = ""
    note: str = ""
    stamp: str = ""


@dataclass(frozen=True)
class StandingsPrint:
    """Standings on paper. ``changes``: the figures that differ from the version before."""

    tournament: str
    title: str
    date: date
    place: str
    listing: Listing
    changes: Changes = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    stamp: str = ""
