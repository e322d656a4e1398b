"""What the door costs the processor: the list of players, a tap, a player added, beside the log-in page.

    python -m benchmarks.door [--players 320]

A demo tournament in a file of its own, the pages asked for inside of this process. Each figure is the least
of many, which the rest of the machine disturbed least; only the ratios are compared. ``first`` is the list in
a process that has shown nothing yet.
"""

import argparse
import os
import tempfile
import time
import uuid
from collections.abc import Callable
from itertools import count, cycle
from pathlib import Path
from typing import Any

from benchmarks.load import PLAYERS, asked, prepare

TIMES = 15
LIVE = {"HX-Request": "true"}


def spent(act: Callable[[], Any]) -> tuple[float, Any]:
    """Processor seconds of one act, and what it gave."""
    began = time.process_time()
    made = act()
    return time.process_time() - began, made


def least(act: Callable[[], Any]) -> tuple[float, Any]:
    """The same of many, the least."""
    return min((spent(act) for _time in range(TIMES)), key=lambda one: one[0])


def measure(slug: str) -> dict[str, tuple[float, Any]]:
    """Seconds and the answer of each thing at the door."""
    from django.test import Client

    from tournament.models import Account

    visitor, organiser = Client(), Client()
    account = Account.objects.filter(memberships__role="organiser").first()
    assert account is not None, "the demo tournament has an organiser"
    organiser.force_login(account, backend="config.auth.DemoRefusingBackend")
    players = f"/t/{slug}/hraci/"
    presences, numbers = cycle(("present", "expected")), count(1)

    def tap() -> Any:
        return organiser.post(f"{players}7/prezence/", {"presence": next(presences)}, headers=LIVE)

    def add() -> Any:
        name = f"Nový Hráč {uuid.UUID(int=next(numbers)).hex[-6:]}"
        form = {"name": name, "submission": str(uuid.uuid4())}
        return organiser.post(f"{players}pridat/", form, headers=LIVE)

    login = least(lambda: visitor.get("/prihlaseni/"))
    return {
        "log-in page": login,
        "players, first": spent(lambda: organiser.get(players)),
        "players": least(lambda: organiser.get(players)),
        "a tap on presence": least(tap),
        "a player added": least(add),
    }


def main() -> None:
    """Print each figure with its ratio to the log-in page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=PLAYERS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "door.sqlite3"
        prepare(database, players=options.players)
        ((slug,),) = asked(database, "SELECT slug FROM tournament_tournament")
        os.environ["DATABASE_URL"] = f"sqlite:///{database}"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ["ALLOWED_HOSTS"] = "testserver"
        import django

        django.setup()
        figures = measure(slug)
    unit = figures["log-in page"][0]
    for name, (seconds, answer) in figures.items():
        figure = f"{1000 * seconds:6.1f} ms  {seconds / unit:5.1f} ×"
        print(f"  {name:20} {figure}  {len(answer.content) / 1000:6.1f} kB  {answer.status_code}")


if __name__ == "__main__":
    main()
