"""What a hall costs that watches: phones and screens that ask for the newest state beside tables that save.

    python -m benchmarks.hall

80 tables save 60 hands a second: first alone, then watched. Watched means 400 phones and 10 screens that ask
every five seconds and fetch their page when the state is another one, and 20 readers of full pages; every
ten seconds (``--acts``) something happens that everybody sees. Both halves are measured in one run on
equal files over the real server. Every phone keeps its connection, as browsers do.
"""

import argparse
import asyncio
import json
import random
import shutil
import sqlite3
import tempfile
import uuid
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.load import PATIENCE, Browser, Server, Watch, asked, prepare, standings_address
from benchmarks.saving import BROKEN, Hall, Seen, arrive, save_once, tell

EVERY = 5.0
"""Seconds between two questions of one page."""
SPREAD = 2.0
"""Within so many seconds all phones have fetched what is new."""


@dataclass
class Watched(Seen):
    """What those who watch noticed, too, in seconds."""

    questions: list[float] = field(default_factory=list)
    fetched: list[float] = field(default_factory=list)


@dataclass
class Page:
    """A live page on a phone or a screen: which one, what it shows, and how it asks."""

    browser: Browser
    address: str
    state: str
    spread: float
    mark: str = ""
    tag: str = ""

    async def ask(self, seen: Watched) -> None:
        """One question and, when the state is another one, the page itself."""
        watch = Watch()
        try:
            answer = await self.browser.ask("GET", self.state, {"If-None-Match": self.mark})
            seen.questions.append(watch())
            if answer.status == 304:
                return
            if answer.status != 200 or set(json.loads(answer.body)) != {"mark", "now"}:
                seen.errors[f"question answered {answer.status}"] += 1
                return
            self.mark = answer.headers["etag"]
            await asyncio.sleep(random.random() * self.spread)
            await self.fetch(seen)
        except BROKEN as error:
            seen.errors[type(error).__name__] += 1

    async def fetch(self, seen: Watched) -> None:
        """The page itself, if it is another one."""
        watch = Watch()
        asks = {"If-None-Match": self.tag, "Accept-Encoding": "gzip"}
        answer = await self.browser.ask("GET", self.address, asks)
        seen.fetched.append(watch())
        if answer.status not in (200, 304):
            seen.errors[f"page answered {answer.status}"] += 1
        self.tag = answer.headers.get("etag", "")


async def measured(hall: Hall, *, watched: bool) -> None:
    """A hall for a while; who watches comes spread over the first seconds."""
    options, seen = hall.options, Watched()
    scribes = hall.scribes(options.phones)
    await arrive(scribes)
    pages = _pages(hall) if watched else []
    for page in pages:
        await page.fetch(Watched())
    watch, spent = Watch(), hall.server.processor()
    period = options.phones / options.saves

    async def write(place: int) -> None:
        turn = 0
        while (due := (turn + place / options.phones) * period) < options.seconds:
            await asyncio.sleep(max(0.0, due - watch()))
            await save_once(scribes[place], seen)
            turn += 1

    async def look(page: Page) -> None:
        await asyncio.sleep(random.random() * EVERY)
        while watch() < options.seconds:
            began = Watch()
            await page.ask(seen)
            await asyncio.sleep(max(0.0, EVERY - began()))

    async def read(place: int) -> None:
        browser, address = hall.browser(), standings_address(hall.database)
        await asyncio.sleep(2 * place / max(1, options.readers))
        while watch() < options.seconds:
            began = Watch()
            answer = await browser.ask("GET", address, {"Accept-Encoding": "gzip"})
            seen.reads.append(began())
            if answer.status != 200:
                seen.errors[f"standings answered {answer.status}"] += 1
            await asyncio.sleep(max(0.0, 2 - began()))

    async def happen() -> None:
        while watch() + options.acts < options.seconds:
            await asyncio.sleep(options.acts)
            await asyncio.to_thread(_happens, hall.database)

    await asyncio.gather(
        happen(),
        *(write(place) for place in range(options.phones)),
        *(look(page) for page in pages),
        *(read(place) for place in range(options.readers if watched else 0)),
    )
    took, spent = watch(), hall.server.processor() - spent
    print("watched" if watched else "tables alone")
    for what in ("saves", "questions", "fetched", "reads"):
        tell(what, getattr(seen, what))
    print(f"  saves a second           {len(seen.saves) / took:.0f} of {options.saves:.0f}")
    print(f"  processor, of one core   {100 * spent / took:.0f} %")
    print(f"  errors                   {dict(seen.errors) or 'none'}")


def _happens(database: Path) -> None:
    """The last act that everybody sees, once more: every page is made anew and says the same."""
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as connection, connection:
        rows = connection.execute("SELECT name FROM pragma_table_info('tournament_logentry')").fetchall()
        names = ", ".join(f'"{name}"' for (name,) in rows if name not in ("sequence", "id"))
        connection.execute(
            f"INSERT INTO tournament_logentry (id, {names}) SELECT ?, {names} FROM tournament_logentry"
            " WHERE public ORDER BY sequence DESC LIMIT 1",
            [uuid.uuid4().hex],
        )


def _pages(hall: Hall) -> list[Page]:
    """Seatings and standings on phones; screens ask without waiting for others."""
    ((slug,),) = asked(hall.database, "SELECT slug FROM tournament_tournament")
    top = f"/t/{slug}/"
    shown = ("", "kolo/1/", "kolo/2/", "poradi/")
    phones = [
        Page(hall.browser(), top + shown[place % len(shown)], f"{top}stav.json", SPREAD)
        for place in range(hall.options.watching)
    ]
    screens = [
        Page(hall.browser(), f"{top}poradi/", f"{top}stav-stolu.json", 0.0)
        for _place in range(hall.options.screens)
    ]
    return phones + screens


async def _until_all_go(hall: Hall, *, watched: bool) -> None:
    await measured(hall, watched=watched)
    await hall.leave()


def main() -> None:
    """Both halves, one after the other, each over its own copy of the same file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--phones", type=int, default=80, help="phones that write, one at each table")
    parser.add_argument("--saves", type=float, default=60, help="saves a second of all of them")
    parser.add_argument("--watching", type=int, default=400, help="phones that ask for the state")
    parser.add_argument("--screens", type=int, default=10)
    parser.add_argument("--readers", type=int, default=20)
    parser.add_argument("--acts", type=float, default=10, help="seconds between acts that everybody sees")
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "prepared.sqlite3"
        prepare(made)
        for watched in (False, True):
            database = Path(folder) / f"{watched}.sqlite3"
            shutil.copy(made, database)
            hall = Hall(Server(database), database, options)
            try:
                asyncio.run(_until_all_go(hall, watched=watched))
            finally:
                hall.server.end()


if __name__ == "__main__":
    main()
