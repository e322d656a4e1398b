"""Printed documents for the tests of this folder."""

from dataclasses import replace
from datetime import date

from scoring.columns import STANDINGS as COLUMNS
from scoring.columns import Listing
from scoring.printing.contents import InvitationPrint
from scoring.printing.records import (
    HighPremium,
    SeatingPlan,
    SeatingTable,
    SheetHand,
    SheetPage,
    SheetTotals,
    StandingsPrint,
)
from scoring.selectors.standings import RoundFigures, StandingRow
from scoring.selectors.tables import SeatLine
from tournament.lib.reach import Reach, Reached

LONG_NAME = "Nejedlá-Křečkovská Ing. Maxmiliána"
LONG_TITLE = "Mezinárodní mistrovství republiky v licitovaném mariáši čtyřčlenných družstev 2026 v Brně!"
PANGRAM = "Příliš žluťoučký kůň úpěl ďábelské ódy ĎŤŇ Ľĺ Nguyễn Văn Đức ♥♠"
DAY = date(2026, 3, 14)
PLACE = "Hospoda U Lípy, Brno"

BLANK = SheetPage(
    tournament="Jarní turnaj",
    round_name="2. kolo",
    table=7,
    date=DAY,
    place=PLACE,
    rulebook="sazebník ČSM, základ 0,20 Kč",
    seats=(
        SeatLine("A", 25, "Černý Pavel", "K2 Praha"),
        SeatLine("B", 26, "Jan Novák", "bez klubu", is_scribe=True),
        SeatLine("C", 27, "Řehoř Šíp", ""),
        SeatLine("D", 28, "Žák Ďáblík", "Mariáš Zruč n. S."),
    ),
    entry_url="http://127.0.0.1:8000/l/Zm9yaG9udC1mb3Job250MQ/",
    short_code="KRALBODU",
    door_url="http://127.0.0.1:8000/l/",
)
INVITATION = InvitationPrint(
    tournament="Jarní turnaj",
    date=DAY,
    place=PLACE,
    fee=30000,
    text=PANGRAM.rstrip("♥♠ "),
    closing="13. 3. 2026 20:00",
    reached=Reached("https://marias.example.cz/t/jarni-turnaj/prihlaska/", Reach.EVERYWHERE),
)
BLANK_OF_THREE = replace(BLANK, table=8, seats=BLANK.seats[:3])


def hand(number: int, **changes: object) -> SheetHand:
    """A hand the dealer A gives and B plays."""
    plain = SheetHand(
        number, "A", "B", "sedma", False, "hra flek (A)", "uhraná", (-60, 180, -60, -60), (0, 7, 0, 0)
    )
    return replace(plain, **changes)  # type: ignore[arg-type]  # because the names of fields are the caller's


def filled(count: int, **changes: object) -> SheetPage:
    """The sheet with that many equal hands and a result."""
    page = replace(
        BLANK,
        hands=tuple(hand(number) for number in range(1, count + 1)),
        totals=SheetTotals(
            money=(-1560, 4680, -1560, -1560),
            zb=(-15, 46, -15, -16),
            premium=(0, 182, 0, 0),
            sb=(-15, 228, -15, -16),
            order=(2, 1, 2, 4),
        ),
        high_premiums=(HighPremium("B", 3, 60),),
    )
    return replace(page, **changes)  # type: ignore[arg-type]  # because the names of fields are the caller's


PLAN = SeatingPlan(
    reached=Reached("https://marias.example/t/jarni-turnaj/", Reach.EVERYWHERE),
    tournament="Jarní turnaj",
    round_name="2. kolo",
    date=DAY,
    place=PLACE,
    tables=(
        SeatingTable(
            1,
            (
                SeatLine("A", 1, "Žák Jan", "K2 Praha"),
                SeatLine("B", 2, LONG_NAME, "bez klubu"),
                SeatLine("C", 3, "Petr Čech", "Zruč"),
            ),
        ),
        SeatingTable(
            2,
            (
                SeatLine("A", 4, "Novák Jan", "Zruč"),
                SeatLine("B", 5, "Chalupa Jiří", ""),
                SeatLine("C", 6, "Novák Jan", "K2 Praha"),
            ),
        ),
        SeatingTable(100, (SeatLine("A", 7, "Ábel Jan", ""), SeatLine("B", 8, "Adam Jiří", ""))),
    ),
    seed="4f1c2a90",
)

ROW = StandingRow(
    rank=1,
    number=7,
    name="Žák Ďáblík",
    club="K2 Praha",
    team="",
    money=123_440,
    zb=1_234,
    premium=35,
    penalty=0,
    sb=1_269,
    bp=2_650,
    withdrawn=False,
    rounds=(
        RoundFigures(round=1, table=3, money=1_200, zb=12, premium=-5, sb=7, rank=2, bp=1_300),
        None,
    ),
)
STANDINGS = StandingsPrint(
    tournament="Jarní turnaj",
    title="Pořadí po 2. kole",
    date=DAY,
    place=PLACE,
    listing=Listing(
        COLUMNS,
        ("1. kolo", "2. kolo"),
        (
            ROW,
            replace(
                ROW,
                withdrawn=True,
                rank=2,
                number=8,
                name=LONG_NAME,
                money=-60,
                zb=-1,
                sb=-11,
                penalty=-10,
                bp=300,
            ),
        ),
        order="bp",
    ),
    notes=("Důvod opravy: překlep u stolu 3.",),
)


def with_rows(*rows: StandingRow, **changes: object) -> StandingsPrint:
    """The standings with these lines; further changes are those of the listing."""
    return replace(STANDINGS, listing=replace(STANDINGS.listing, rows=rows, **changes))  # type: ignore[arg-type]  # because the names of fields are the caller's
