"""Printed documents for the tests of this folder."""

from dataclasses import replace
from datetime import date

from tournament.lib.print_data import (
    HighPremium,
    SeatingPlan,
    SeatingSeat,
    SeatingTable,
    SheetHand,
    SheetPage,
    SheetSeat,
    SheetTotals,
    StandingsCell,
    StandingsPrint,
    StandingsRow,
)

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
        SheetSeat("A", 25, "Černý Pavel", "K2 Praha"),
        SheetSeat("B", 26, "Jan Novák", "bez klubu"),
        SheetSeat("C", 27, "Řehoř Šíp", ""),
        SheetSeat("D", 28, "Žák Ďáblík", "Mariáš Zruč n. S."),
    ),
    entry_url="http://127.0.0.1:8000/l/Zm9yaG9udC1mb3Job250MQ/",
    short_code="KRALBODU",
    door_url="http://127.0.0.1:8000/l/",
    scribe="B",
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
    tournament="Jarní turnaj",
    round_name="2. kolo",
    date=DAY,
    place=PLACE,
    tables=(
        SeatingTable(
            1,
            (
                SeatingSeat("A", 1, "Žák Jan", "K2 Praha"),
                SeatingSeat("B", 2, LONG_NAME, "bez klubu"),
                SeatingSeat("C", 3, "Petr Čech", "Zruč"),
            ),
        ),
        SeatingTable(
            2,
            (
                SeatingSeat("A", 4, "Novák Jan", "Zruč"),
                SeatingSeat("B", 5, "Chalupa Jiří", ""),
                SeatingSeat("C", 6, "Novák Jan", "K2 Praha"),
            ),
        ),
        SeatingTable(100, (SeatingSeat("A", 7, "Ábel Jan", ""), SeatingSeat("B", 8, "Adam Jiří", ""))),
    ),
    seed="4f1c2a90",
)

ROW = StandingsRow(
    rank=1,
    number=7,
    name="Žák Ďáblík",
    club="K2 Praha",
    money=123_440,
    zb=1_234,
    premium=35,
    penalty=0,
    sb=1_269,
    bp=2_650,
    rounds=(StandingsCell(3, 12, -5, 7, 2, 1_300), None),
)
STANDINGS = StandingsPrint(
    tournament="Jarní turnaj",
    title="Pořadí po 2. kole",
    date=DAY,
    place=PLACE,
    rounds=("1. kolo", "2. kolo"),
    rows=(
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
    notes=("Důvod opravy: překlep u stolu 3.",),
)
