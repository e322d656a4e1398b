"""How much memory and time the archive of a very large tournament takes, written and read back.

    python -m benchmarks.archive [players] [rounds]

By default 320 players and ten rounds of 22 hands a table, 17,600 hands with their lines of the log. The
tournament is put into a database of its own by bulk inserts and thrown away; writing and reading are measured
each in a process of its own, beside one that does neither.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournament.models import Entry, Round, Tournament

PLAYERS, ROUNDS, HANDS = 320, 10, 22
SLUG = "velky-turnaj"


def main() -> None:
    """Make the tournament, measure each step, print a table."""
    if len(sys.argv) > 1 and sys.argv[1] in STEPS:
        set_up()
        print(json.dumps(measured(*sys.argv[1:])))
        return
    size = (*sys.argv[1:], *map(str, (PLAYERS, ROUNDS)[len(sys.argv) - 1 :]))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "archive.json"
        print(f"{'step':8} {'seconds':>8} {'processor':>10} {'peak MB':>8}")
        for step in STEPS:
            base = "empty" if step == "read" else "full"
            url = f"sqlite:///{Path(folder) / base}.sqlite3"
            command = [sys.executable, "-m", "benchmarks.archive", step, str(file), *size]
            done = subprocess.run(
                command, env={**os.environ, "DATABASE_URL": url}, stdout=subprocess.PIPE, check=True
            )
            found = json.loads(done.stdout.splitlines()[-1])
            print(f"{step:8} {found['clock']:8.1f} {found['cpu']:10.1f} {found['peak']:8.0f}")
        print(f"size of the file, MB: {file.stat().st_size / 1_000_000:.1f}")


def set_up() -> None:
    """Django over the database of ``DATABASE_URL``."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def measured(step: str, file: str, players: str, rounds: str) -> dict[str, float]:
    """Time of the step and peak memory of its process, in MB."""
    cpu, clock = time.process_time(), time.perf_counter()
    STEPS[step](Path(file), int(players), int(rounds))
    return {
        "clock": time.perf_counter() - clock,
        "cpu": time.process_time() - cpu,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def nothing(file: Path, players: int, rounds: int) -> None:
    """What the program takes by itself."""


def write(file: Path, players: int, rounds: int) -> None:
    """The archive into a file, as the page and the command write it."""
    from scoring.selectors.archive import write_archive
    from tournament.models import Tournament

    with file.open("wb") as target:
        write_archive(Tournament.objects.get(slug=SLUG), target)


def read(file: Path, players: int, rounds: int) -> None:
    """The archive into an empty database."""
    from scoring.services.archive import tournament_import

    tournament_import(content=file.read_bytes())


def make(file: Path, players: int, rounds: int) -> None:
    """A closed tournament: in each round everybody at a table of four, every table with the same hands."""
    from django.db import transaction

    from scoring.services.demo import Stage, demo_tournament
    from tournament.actors import command_line_actor
    from tournament.models import Entry, Player, Round, Tournament

    with transaction.atomic():
        small = demo_tournament(by=command_line_actor(), stage=Stage.FINISHED, players=4, rounds=1, seed=1)
        large = Tournament.objects.create(
            slug=SLUG, name="Velký turnaj", date=small.date, rounds_planned=rounds, next_number=players + 1
        )
        people = Player.objects.bulk_create(Player(name=f"Hráč{n} Josef") for n in range(1, players + 1))
        entries = Entry.objects.bulk_create(
            Entry(tournament=large, player=player, number=number, name=player.name)
            for number, player in enumerate(people, start=1)
        )
        for number in range(1, rounds + 1):
            copy_round(small, Round.objects.create(tournament=large, number=number, state="closed"), entries)


def copy_round(small: "Tournament", round_: "Round", entries: "list[Entry]") -> None:
    """Tables of four by start number, each with hands, log and result of the only table of ``small``."""
    from scoring.models import Hand, SeatResult, TableResult
    from tournament.enums import SEAT_NAMES
    from tournament.models import LogEntry, Seat, Table

    sample = list(Hand.objects.filter(table__round__tournament=small).order_by("sequence")[:HANDS])
    logged = small.log.filter(object_id__in=[hand.pk for hand in sample])[0]
    result = TableResult.objects.get(table__round__tournament=small, current=True)
    lines = list(result.seats.order_by("seat__position"))
    for number in range(1, len(entries) // 4 + 1):
        table = Table.objects.create(round=round_, number=number, state="closed")
        seats = Seat.objects.bulk_create(
            Seat(table=table, round=round_, position=letter, entry=entries[4 * (number - 1) + place])
            for place, letter in enumerate(SEAT_NAMES)
        )
        hands = Hand.objects.bulk_create(
            Hand(
                table=table,
                sequence=hand.sequence,
                record=hand.record,
                notation=hand.notation,
                money=hand.money,
                premium=hand.premium,
                written_by=hand.written_by,
            )
            for hand in sample
        )
        LogEntry.objects.bulk_create(
            LogEntry(
                tournament_id=round_.tournament_id,
                actor_name=logged.actor_name,
                action=logged.action,
                object_id=hand.pk,
                round=round_,
                table_number=number,
                hand_number=hand.sequence,
                new={**(logged.new or {}), "record": hand.record, "money": hand.money},
                public=False,
            )
            for hand in hands
        )
        made = TableResult.objects.create(table=table, number=1, source="paper", entered_by="benchmark")
        SeatResult.objects.bulk_create(
            SeatResult(result=made, seat=seat, money=line.money, zb=line.zb, premium=line.premium)
            for seat, line in zip(seats, lines, strict=True)
        )


STEPS = {"make": make, "nothing": nothing, "write": write, "read": read}

if __name__ == "__main__":
    main()
