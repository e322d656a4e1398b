"""What a page costs who only reads: made for the first time, given again, and found unchanged.

    python -m benchmarks.reading [players] [rounds]

By default 320 players and ten closed rounds whose standings are published. Processor time of the program
alone, in its own process, beside that of the log-in page; then the pages of an organiser, which are made each
time, and a correction in the first round, after which all standings follow.
"""

import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.archive import PLAYERS, ROUNDS, SLUG, make, set_up

if TYPE_CHECKING:
    from tournament.actors import Actor
    from tournament.models import Tournament

TIMES = 20

FOR_EVERYBODY = {
    "published standings": "poradi/",
    "seating of a round": "kolo/1/",
    "page of a player": "hrac/7/",
    "seating by name, to print": "tisk/kolo-1/rozesazeni-jmena.html",
    "overview": "",
    "rounds (Kola)": "kola/",
    "rules": "pravidla/clanky/",
    "standings for programs (JSON)": "poradi.json",
    "seating for programs (JSON)": "rozesazeni.json",
    "standings in another page": "poradi/vlozit/",
    "clock for programs (JSON)": "hodiny.json",
    "calendar": "kalendar.ics",
    "projected screen": "platno/",
    "find your table": "najdi/",
    "what is the newest state": "stav.json",
}
OF_AN_ORGANISER = {
    "standings": "poradi/",
    "rounds (Kola)": "kola/",
    "players (Hráči)": "hraci/",
    "overview": "",
}


def main() -> None:
    """Make the tournament, ask for each page, print two tables."""
    size = (*map(int, sys.argv[1:]), *(PLAYERS, ROUNDS)[len(sys.argv) - 1 :])
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'reading.sqlite3'}"
        set_up()
        from django.conf import settings

        from config.server import keep_what_is_loaded
        from config.statics import put_together

        put_together()
        keep_what_is_loaded()
        settings.PAGES_DIR = Path(folder) / "pages"
        settings.ALLOWED_HOSTS.append("testserver")
        tournament, desk = published(Path(folder), *size)
        login = spent(lambda: ask("/prihlaseni/"))
        print(f"log-in page: {login:.1f} ms\n")
        print(f"{'for everybody, × the log-in page':34} first, ms queries  again unchanged   kB sent")
        for words, path in FOR_EVERYBODY.items():
            tell_kept(words, f"/t/{SLUG}/{path}", login)
        print(f"\n{'of an organiser':34}        ms       × queries")
        for words, path in OF_AN_ORGANISER.items():
            tell_made(words, f"/t/{SLUG}/{path}", login, desk)
        print(f"\ncorrection in the first round, s: {correction(tournament, desk):.2f}")


def published(folder: Path, players: int, rounds: int) -> "tuple[Tournament, Actor]":
    """The tournament of the archive's benchmark with its standings published, and its organiser."""
    from scoring.services.standings import standings_publish
    from tournament.enums import Role
    from tournament.models import Account, Membership, Tournament
    from tournament.selectors.access import actor_for

    make(folder / "unused", players, rounds)
    tournament = Tournament.objects.get(slug=SLUG)
    vary(tournament)
    account = Account.objects.create_user("reader-benchmark", password=None)
    Membership.objects.create(tournament=tournament, account=account, role=Role.ORGANISER)
    desk = actor_for(account, tournament)
    for round_ in tournament.rounds.order_by("number"):
        standings_publish(round_=round_, by=desk)
    return tournament, desk


def vary(tournament: "Tournament") -> None:
    """Other figures at each table, or the pages would be smaller than real ones."""
    from scoring.models import SeatResult

    chance = random.Random(1)
    lines = list(SeatResult.objects.filter(result__table__round__tournament=tournament).order_by("result"))
    for table in zip(*[iter(lines)] * 4, strict=True):
        for line, zb in zip(table, _four(chance), strict=True):
            line.zb, line.money, line.premium = zb, 100 * zb, chance.randrange(0, 40)
    SeatResult.objects.bulk_update(lines, ["zb", "money", "premium"], batch_size=500)


def _four(chance: random.Random) -> tuple[int, int, int, int]:
    one, two, three = (chance.randrange(-150, 150) for _number in range(3))
    return one, two, three, -(one + two + three)


@cache
def _visitor() -> Any:
    from django.test import Client

    return Client()


def ask(path: str, **headers: str) -> Any:
    """An answer of the program to the public."""
    client = _visitor()
    client.cookies.clear()
    return client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


def spent(act: Callable[[], object], times: int = TIMES) -> float:
    """Milliseconds of the processor, the least of several times: what else runs only adds to them."""
    found = []
    for _turn in range(times):
        began = time.process_time()
        act()
        found.append(1000 * (time.process_time() - began))
    return min(found)


def queries(act: Callable[[], object]) -> int:
    """How many queries it takes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as context:
        act()
    return len(context)


def tell_kept(words: str, path: str, login: float) -> None:
    """A page that is kept: the first view, the next ones, those who have it already."""
    from django.conf import settings

    def forgotten() -> None:
        shutil.rmtree(settings.PAGES_DIR, ignore_errors=True)
        ask(path)

    count, first = queries(forgotten), spent(forgotten, 3)
    packed = ask(path, accept_encoding="gzip")
    tag = packed.headers["ETag"]
    again = spent(lambda: ask(path, accept_encoding="gzip"))
    same = spent(lambda: ask(path, accept_encoding="gzip", if_none_match=tag))
    assert ask(path, accept_encoding="gzip", if_none_match=tag).status_code == 304
    print(
        f"{words:34} {first:9.0f} {count:7} {again / login:6.2f} {same / login:9.2f}"
        f" {len(packed.content) / 1000:9.1f}"
    )


def tell_made(words: str, path: str, login: float, desk: "Actor") -> None:
    """A page that is made each time; logging in is not counted."""
    from django.test import Client

    from tournament.models import Account

    client = Client()
    client.force_login(Account.objects.get(key=desk.key))
    took = spent(lambda: client.get(path), 5)
    print(f"{words:34} {took:9.0f} {took / login:7.1f} {queries(lambda: client.get(path)):7}")


def correction(tournament: "Tournament", desk: "Actor") -> float:
    """Seconds of the processor for another result of the first table of the first round."""
    from scoring.services.results import Figures, SeatFigures, result_correct
    from tournament.models import Table

    table = Table.objects.select_related("round__tournament").get(
        round__tournament=tournament, round__number=1, number=1
    )
    money = dict(zip("ABCD", (300_00, -100_00, -100_00, -100_00), strict=True))
    figures = Figures({seat: SeatFigures(amount, 0) for seat, amount in money.items()})
    began = time.process_time()
    result_correct(table=table, figures=figures, reason="Špatně opsáno.", by=desk)
    return time.process_time() - began


if __name__ == "__main__":
    main()
