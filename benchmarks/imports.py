"""How long a large list of registrations takes to read, to show and to write, and whom it keeps waiting.

    python -m benchmarks.imports [--rows 5000]

A workbook is made up and imported into an empty tournament, then once more with all fees paid, so that
everybody changes. Meanwhile somebody taps at the door of another tournament, all the time: `longest wait`
is what his slowest tap took, the lock and the shared processor together. Runs over a SQLite file of its
own, or over the empty database that `DATABASE_URL` names; twice the rows should take twice the time.
"""

import argparse
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import cycle
from pathlib import Path
from typing import Any

SURNAMES = ("Cibulka", "Čech", "Dvořák", "Hora", "Chalupa", "Řehoř", "Sova", "Šíp", "Žák", "Nejedlý")
GIVEN = ("Jan", "Petr", "Josef", "Karel", "Tomáš", "Milan", "Vít", "Jiří", "Pavel", "Aleš", "Lukáš")
CLUBS = ("Hospoda U Lípy, Brno", "K2 Praha", "Šakvice 1. MK", "")
LETTERS = "aábcčdeéfghiíjklmnoópr"


def main() -> None:
    """Import a made up list twice and print what each step took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rows", type=int, default=4990)
    rows = options.parse_args().rows
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{Path(folder) / 'imports.sqlite3'}")
        set_up()
        print(f"{rows} rows           {'clock s':>8} {'CPU s':>6} {'longest wait s':>15}")
        for name, paid in (("new", ""), ("changed", "ano")):
            import_once(name, workbook(rows, paid))


def set_up() -> None:
    """Django over the database of ``DATABASE_URL``, two tournaments."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from tournament.actors import command_line_actor
    from tournament.models import Tournament
    from tournament.services.entries import Details, entry_create

    call_command("migrate", verbosity=0)
    for slug in ("velky", "jiny"):
        Tournament.objects.create(slug=slug, name=slug, date="2026-03-14")
    other = Tournament.objects.get(slug="jiny")
    entry_create(tournament=other, by=command_line_actor(), details=Details(name="Žák Vít"))


def workbook(rows: int, paid: str) -> bytes:
    """A list of so many people, no two of one name."""
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Přihlášky")
    sheet.append(["Příjmení a jméno", "Klub", "Č. průkazu", "Zaplaceno", "Poznámka"])
    for number, club in zip(range(rows), cycle(CLUBS), strict=False):
        sheet.append([person(number), club, f"{number:05}" if number % 2 else "", paid, "zkouška"])
    target = BytesIO()
    book.save(target)
    return target.getvalue()


def person(number: int) -> str:
    """The name of that number."""
    rest, surname = divmod(number, len(SURNAMES))
    rest, given = divmod(rest, len(GIVEN))
    word = ""
    while rest:
        rest, letter = divmod(rest, len(LETTERS))
        word += LETTERS[letter]
    return f"{SURNAMES[surname]}{word} {GIVEN[given]}"


def import_once(name: str, content: bytes) -> None:
    """Read, show and write one file; a line for each."""
    from tournament.actors import command_line_actor
    from tournament.lib.registrations import read_registrations
    from tournament.models import Tournament
    from tournament.services.imports import entries_import, entries_import_plan

    into = Tournament.objects.get(slug="velky")
    read = measured(f"{name}: read", lambda: read_registrations(content))
    found = read.registrations
    measured(
        f"{name}: plan",
        lambda: entries_import_plan(tournament=into, by=command_line_actor(), registrations=found),
    )
    measured(
        f"{name}: write",
        lambda: entries_import(tournament=into, by=command_line_actor(), registrations=found),
    )


def measured(name: str, act: Callable[[], Any]) -> Any:
    """Do it with somebody tapping beside; prints the seconds of both."""
    waits: list[float] = [0.0]
    with tapping(waits):
        clock, processor = time.perf_counter(), time.process_time()
        done = act()
        clock, processor = time.perf_counter() - clock, time.process_time() - processor
    print(f"{name:18} {clock:8.2f} {processor:6.2f} {max(waits):15.2f}", flush=True)
    return done


@contextmanager
def tapping(waits: list[float]) -> Iterator[None]:
    """Another thread with a connection of its own ticks presence off and on; each tap adds its seconds."""
    over = threading.Event()

    def tap() -> None:
        from django.db import connection

        from tournament.actors import command_line_actor
        from tournament.enums import Presence
        from tournament.models import Entry
        from tournament.services.entries import entry_set_presence

        entry = Entry.objects.get(tournament__slug="jiny")
        for presence in cycle((Presence.PRESENT, Presence.EXPECTED)):
            begun = time.perf_counter()
            entry_set_presence(entry=entry, by=command_line_actor(), presence=presence)
            waits.append(time.perf_counter() - begun)
            if over.wait(0.05):
                break
        connection.close()

    thread = threading.Thread(target=tap)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


if __name__ == "__main__":
    main()
