"""What the printed documents hold, as plain records; whoever fills them decides, the templates only set type.

Money in haléře, points whole, BP in hundredths of a point. Texts are plain, the templates escape them.
"""

from dataclasses import dataclass
from datetime import date

from tournament.lib.names import filing_name


@dataclass(frozen=True)
class SheetSeat:
    """A player at a table: seat letter, start number, name and club."""

    letter: str
    number: int
    name: str
    club: str = ""

    @property
    def short_name(self) -> str:
        """The (first) surname, where it can be told; a help above a narrow column, never the only name."""
        return filing_name(self.name).split(" ")[0].split("-")[0]


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
    ``door_url``, the address where it is typed by whoever cannot read the QR. ``scribe`` is a seat letter.
    ``note``: what must be seen wherever the result is, such as the reason of an override.
    """

    tournament: str
    round_name: str
    table: int
    date: date
    place: str
    rulebook: str
    seats: tuple[SheetSeat, ...]
    hands: tuple[SheetHand, ...] = ()
    totals: SheetTotals | None = None
    high_premiums: tuple[HighPremium, ...] = ()
    entry_url: str = ""
    short_code: str = ""
    door_url: str = ""
    scribe: str = ""
    note: str = ""


@dataclass(frozen=True)
class SeatingSeat:
    """A player in a seating plan."""

    letter: str
    number: int
    name: str
    club: str = ""


@dataclass(frozen=True)
class SeatingTable:
    """A table of a seating plan with its players in seat order."""

    number: int
    seats: tuple[SeatingSeat, ...]


@dataclass(frozen=True)
class SeatingPlan:
    """Who sits where in a round. ``seed``: the seed of the draw, printed so that anybody can check it."""

    tournament: str
    round_name: str
    date: date
    place: str
    tables: tuple[SeatingTable, ...]
    seed: str = ""
    note: str = ""


@dataclass(frozen=True)
class StandingsCell:
    """What a player brought from one round."""

    table: int
    zb: int
    premium: int
    sb: int
    rank: int
    bp: int | None = None


@dataclass(frozen=True)
class StandingsRow:
    """A player's line in the standings; a round he did not play is None.

    ``changed``: differs from the version published before.
    """

    rank: int
    number: int
    name: str
    club: str
    money: int
    zb: int
    premium: int
    penalty: int
    sb: int
    bp: int | None
    rounds: tuple[StandingsCell | None, ...]
    changed: bool = False
    withdrawn: bool = False


@dataclass(frozen=True)
class StandingsPrint:
    """Standings on paper. ``rounds``: their headings; ``order``: "sb" or "bp", the column that decides."""

    tournament: str
    title: str
    date: date
    place: str
    rounds: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    order: str = "sb"
    notes: tuple[str, ...] = ()
