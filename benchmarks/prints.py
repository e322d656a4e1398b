"""How long the largest prints take and how much memory: 80 stolové lístky, a ranking of 320, wall lists.

    python benchmarks/prints.py

Each print runs in a process of its own, so that the memory is its own. Compare the processor seconds: what
else the machine does counts only in the seconds of the clock.
"""

import os
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TABLES = 80
SURNAMES = (
    "Cibulka",
    "Čech",
    "Dvořák",
    "Hora",
    "Chalupa",
    "Řehoř",
    "Sova",
    "Šíp",
    "Žák",
    "Nejedlá-Křečkovská",
)
CLUBS = ("Hospoda U Lípy, Brno", "K2 Praha", "Šakvice 1. MK", "bez klubu")


def main() -> None:
    """Runs the print named on the command line, or all of them one after another."""
    if len(sys.argv) == 2:
        measure(sys.argv[1])
        return
    print("print                          CPU s   clock s   peak MB   file kB")
    for name in PRINTS:
        subprocess.run([sys.executable, __file__, name], check=True)


def measure(name: str) -> None:
    """Makes one print and says what it took."""
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
    import django

    django.setup()
    from tournament.lib.pdf import render_pdf

    template, context = PRINTS[name]()
    clock, processor = time.perf_counter(), time.process_time()
    content = render_pdf(template, context)
    clock, processor = time.perf_counter() - clock, time.process_time() - processor
    print(f"{name:28} {processor:7.1f} {clock:9.1f} {_peak_megabytes():9} {len(content) // 1024:9}")


def _peak_megabytes() -> int | str:
    try:
        import resource
    except ImportError:  # Windows does not tell
        return "–"
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def name_of(number: int) -> str:
    """A player's name, sometimes long."""
    return f"{SURNAMES[number % len(SURNAMES)]} {('Jan', 'Petr', 'Žaneta', 'Maxmiliána')[number // 7 % 4]}"


def blank_sheets() -> tuple[str, dict[str, Any]]:
    """Blank stolové lístky for 320 players."""
    return "print/score_sheet.html", {"sheets": tuple(_sheet(table) for table in range(1, TABLES + 1))}


def filled_sheets() -> tuple[str, dict[str, Any]]:
    """The same with 26 hands each."""
    from dataclasses import replace

    from scoring.printing.records import SheetHand, SheetTotals

    hands = tuple(
        SheetHand(
            number=number,
            dealer="ABCD"[number % 4],
            declarer="ABCD"[(number + 1) % 4],
            contract=("sedma", "sto a sedma červených", "betl")[number % 3],
            red=number % 3 == 1,
            fleks=("", "hra re (B A), sedma flek (C)")[number % 2],
            result=("uhraný", "hra uhraná, sedma prohraná", "sto uhrané (120)")[number % 3],
            money=(12_040, -4_000, -4_000, -4_040),
            premium=(7 * (number % 2), 0, 0, 0),
        )
        for number in range(1, 27)
    )
    totals = SheetTotals(
        (313, -104, -104, -105), (3, -1, -1, -1), (91, 0, 0, 0), (94, -1, -1, -1), (1, 2, 2, 2)
    )
    sheets = tuple(replace(_sheet(table), hands=hands, totals=totals) for table in range(1, TABLES + 1))
    return "print/score_sheet.html", {"sheets": sheets}


def _sheet(table: int) -> Any:
    from scoring.printing.records import SheetPage
    from scoring.selectors.tables import SeatLine

    first = 4 * (table - 1)
    return SheetPage(
        tournament="Jarní turnaj v licitovaném mariáši",
        round_name="2. kolo",
        table=table,
        date=date(2026, 3, 14),
        place="Hospoda U Lípy, Brno",
        rulebook="sazebník ČSM, základ 0,20 Kč",
        seats=tuple(
            SeatLine(letter, first + at, name_of(first + at), CLUBS[at % 4], is_scribe=letter == "B")
            for at, letter in enumerate("ABCD", 1)
        ),
        entry_url=f"http://192.168.100.100:8000/l/Zm9yaG9udC1mb3Job25MQ{table:02}/",
        short_code="KRALBODU",
    )


def _plan() -> dict[str, Any]:
    from scoring.printing.records import SeatingPlan, SeatingTable
    from scoring.selectors.tables import SeatLine
    from tournament.lib.reach import reach_of

    tables = tuple(
        SeatingTable(
            table,
            tuple(
                SeatLine(letter, 4 * (table - 1) + at, name_of(4 * (table - 1) + at), CLUBS[at % 4])
                for at, letter in enumerate("ABCD", 1)
            ),
        )
        for table in range(1, TABLES + 1)
    )
    plan = SeatingPlan(
        "Jarní turnaj",
        "2. kolo",
        date(2026, 3, 14),
        "Hospoda U Lípy, Brno",
        tables,
        reach_of("/t/jarni-turnaj/"),
        seed="4f1c2a90b7e35d18",
    )
    return {"plan": plan}


def seating_by_table() -> tuple[str, dict[str, Any]]:
    """80 tables for the wall."""
    return "print/seating_by_table.html", _plan()


def seating_by_name() -> tuple[str, dict[str, Any]]:
    """320 names for the wall."""
    return "print/seating_by_name.html", _plan()


def ranking(rounds: int = 2) -> tuple[str, dict[str, Any]]:
    """Standings of 320 players."""
    from scoring.columns import listing_of
    from scoring.printing.records import StandingsPrint
    from scoring.selectors.standings import RoundFigures, StandingRow, Standings

    rows = tuple(
        StandingRow(
            rank=number,
            number=number,
            name=name_of(number),
            club=CLUBS[number % 4],
            team="",
            money=123_440 - 700 * number,
            zb=1_234 - 7 * number,
            premium=number % 60,
            penalty=0,
            sb=1_234 - 7 * number + number % 60,
            bp=100 * (321 - number),
            withdrawn=False,
            rounds=tuple(
                RoundFigures(
                    round=n,
                    table=number // 4 + 1,
                    money=61_700,
                    zb=617,
                    premium=30,
                    sb=647,
                    rank=1,
                    bp=16_000,
                )
                for n in range(1, rounds + 1)
            ),
        )
        for number in range(1, 4 * TABLES + 1)
    )
    standings = StandingsPrint(
        "Jarní turnaj",
        f"Pořadí po {rounds}. kole",
        date(2026, 3, 14),
        "Hospoda U Lípy, Brno",
        listing_of(Standings(rounds, tuple(range(1, rounds + 1)), "bp", rows, ())),
    )
    return "print/standings.html", {"standings": standings}


def ranking_of_six_rounds() -> tuple[str, dict[str, Any]]:
    """The same after six rounds."""
    return ranking(6)


PRINTS = {
    "80 blank sheets": blank_sheets,
    "80 filled sheets": filled_sheets,
    "seating of 80 tables": seating_by_table,
    "seating of 320 names": seating_by_name,
    "ranking of 320, 2 rounds": ranking,
    "ranking of 320, 6 rounds": ranking_of_six_rounds,
}

if __name__ == "__main__":
    main()
