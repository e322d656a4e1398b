"""How fast hands are saved by a whole hall, what readers notice of it, and what a killed server loses.

    python -m benchmarks.saving paced     80 phones save 60 hands a second, 20 browsers read the standings
    python -m benchmarks.saving instant   80 phones save in one moment
    python -m benchmarks.saving locked    another program holds the file while twelve saves wait
    python -m benchmarks.saving killed    the server is killed again and again during a hundred saves
    python -m benchmarks.saving inside    what a save costs the processor, without connections
    python -m benchmarks.saving profile   the same, and where it goes

Starts the real server on a file of its own, 320 players, the second round being played. Each save is
followed by what its scribe then sees. `--code FOLDER` measures the server of another working tree; given
twice, the trees take turns on equal files, which is how two of them are compared on a machine that does
other work too. Every browser has the same address here, as in a hall behind one router.
"""

import argparse
import asyncio
import os
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.load import (
    PROJECT,
    Browser,
    Scribe,
    Server,
    Watch,
    asked,
    open_tables,
    prepare,
    standing_in,
    standings_address,
    stored,
)

BROKEN = (OSError, TimeoutError, asyncio.IncompleteReadError)
"""How a connection ends that the server did not end in good order."""


@dataclass
class Seen:
    """What the browsers noticed, in seconds."""

    saves: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    reads: list[float] = field(default_factory=list)
    bytes_shown: list[int] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Hall:
    """A running server and the people at it."""

    server: Server
    database: Path
    options: argparse.Namespace
    browsers: list[Browser] = field(default_factory=list)

    def browser(self) -> Browser:
        """One more browser at this server."""
        self.browsers.append(Browser(self.server.port))
        return self.browsers[-1]

    async def leave(self) -> None:
        """Everybody goes."""
        for browser in self.browsers:
            await browser.leave()

    def scribes(self, count: int) -> list[Scribe]:
        """So many phones, one or more at each table that may still be written."""
        tables = open_tables(self.database)
        return [Scribe(self.browser(), tables[place % len(tables)], dealer=place) for place in range(count)]


async def save_once(scribe: Scribe, seen: Seen) -> None:
    """One hand saved and its account seen. What the server puts off is sent again when it asked to be."""
    watch, form = Watch(), scribe.next_hand()
    try:
        answer = await scribe.send(form)
        while answer.status == 503 and "retry-after" in answer.headers:
            seen.errors["put off, sent again"] += 1
            await asyncio.sleep(float(answer.headers["retry-after"]))
            answer = await scribe.send(form)
        if not stored(answer):
            seen.errors[f"save answered {answer.status}"] += 1
            return
        seen.saves.append(watch())
        shown = await scribe.look(answer)
    except BROKEN as error:
        seen.errors[type(error).__name__] += 1
        return
    if shown.status != 200:
        seen.errors[f"page answered {shown.status}"] += 1
    seen.bytes_shown.append(len(shown.body))
    seen.shown.append(watch())


async def paced(hall: Hall) -> None:
    """Saves at a steady pace; who is late saves at once."""
    options, seen = hall.options, Seen()
    scribes = hall.scribes(options.phones)
    await arrive(scribes)
    period, watch = options.phones / options.saves, Watch()
    spent = hall.server.processor()

    async def write(place: int, scribe: Scribe) -> None:
        turn = 0
        while (due := (turn + place / options.phones) * period) < options.seconds:
            await asyncio.sleep(max(0.0, due - watch()))
            if watch() > options.seconds:
                return
            await save_once(scribe, seen)
            turn += 1

    async def read(place: int) -> None:
        browser, address = hall.browser(), standings_address(hall.database)
        await asyncio.sleep(2 * place / max(1, options.readers))
        while watch() < options.seconds:
            began = Watch()
            answer = await browser.get(address)
            seen.reads.append(began())
            if answer.status != 200:
                seen.errors[f"standings answered {answer.status}"] += 1
            await asyncio.sleep(max(0.0, 2 - began()))

    await asyncio.gather(
        *(write(place, scribe) for place, scribe in enumerate(scribes)),
        *(read(place) for place in range(options.readers)),
    )
    took, spent = watch(), hall.server.processor() - spent
    tell("until stored", seen.saves)
    tell("until its scribe sees it", seen.shown)
    tell("standings", seen.reads)
    print(f"  saves a second           {len(seen.saves) / took:.0f} of {options.saves}")
    print(f"  processor per save, ms   {1000 * spent / max(1, len(seen.saves)):.1f} (all that was served)")
    print(f"  kB that the scribe gets  {statistics.mean(seen.bytes_shown or [0]) / 1000:.1f}")
    print(f"  errors                   {dict(seen.errors) or 'none'}")


async def instant(hall: Hall) -> None:
    """Everybody saves in one moment."""
    scribes, seen = hall.scribes(hall.options.phones), Seen()
    await arrive(scribes)
    before, watch = standing_in(hall.database), Watch()
    await asyncio.gather(*(save_once(scribe, seen) for scribe in scribes))
    tell("until stored", seen.saves)
    print(f"  all seen after, s        {watch():.2f}")
    print(f"  stored                   {standing_in(hall.database) - before} of {len(scribes)}")
    print(f"  errors                   {dict(seen.errors) or 'none'}")


async def locked(hall: Hall) -> None:
    """Another program holds the file; twelve saves wait, and meanwhile others only want to read."""
    scribes, seen = hall.scribes(12), Seen()
    await arrive(scribes)
    before, reader = standing_in(hall.database), hall.browser()
    holder = sqlite3.connect(hall.database, isolation_level=None, timeout=20)
    holder.execute("BEGIN IMMEDIATE")
    waiting = [asyncio.ensure_future(save_once(scribe, seen)) for scribe in scribes]
    watch = Watch()
    while watch() < hall.options.seconds:
        await asyncio.sleep(1)
        began = Watch()
        answer = await reader.get("/prihlaseni/")
        seen.reads.append(began())
        if answer.status != 200:
            seen.errors[f"log-in page answered {answer.status}"] += 1
    holder.execute("ROLLBACK")
    holder.close()
    await asyncio.gather(*waiting)
    tell("log-in page meanwhile", seen.reads)
    tell("until stored", seen.saves)
    print(f"  stored                   {standing_in(hall.database) - before} of {len(scribes)}")
    print(f"  errors                   {dict(seen.errors) or 'none'}")


@dataclass
class Kept:
    """What a server that was killed again and again had kept in the end, hand by hand."""

    sent: int
    acknowledged: int
    unanswered: int
    kills: int
    lost: int
    doubled: int
    file: str


async def killed(hall: Hall) -> None:
    """The server is killed without a word and started again; phones send again until they are answered."""
    kept = await killed_while_saving(hall)
    for what, figure in vars(kept).items():
        print(f"  {what:28} {figure}")


async def killed_while_saving(hall: Hall) -> Kept:
    """Ten phones save ten hands each; a request without an answer is sent again with the same key."""
    server, scribes = hall.server, hall.scribes(10)
    before = standing_in(hall.database)
    acknowledged, unanswered, kills = 0, 0, 0
    await arrive(scribes)

    async def write(scribe: Scribe) -> None:
        nonlocal acknowledged, unanswered
        for _hand in range(10):
            form, taken = scribe.next_hand(), False
            while not taken:
                try:
                    taken = stored(await scribe.send(form))
                except BROKEN:
                    unanswered += 1
                    await asyncio.sleep(0.2)
            acknowledged += 1

    async with asyncio.TaskGroup() as writing:
        for scribe in scribes:
            writing.create_task(write(scribe))
        while kills < hall.options.kills:
            # After so many answers and not after a time, in which a fast server could have given all of them.
            while acknowledged < 100 * (kills + 1) // (hall.options.kills + 1):
                await asyncio.sleep(0.005)
            server.kill()
            kills += 1
            server = await asyncio.to_thread(
                Server, hall.database, code=hall.options.running, port=server.port
            )
    server.kill()
    sent = [key for scribe in scribes for key in scribe.keys]
    made = standing_in(hall.database) - before
    found = set(stored_hands(hall.database, sent))
    ((sound,),) = asked(hall.database, "PRAGMA integrity_check")
    return Kept(
        len(sent), acknowledged, unanswered, kills, len(sent) - len(found), made - len(found), str(sound)
    )


def stored_hands(database: Path, keys: Iterable[str]) -> Iterable[str]:
    """The hands that these sendings made."""
    made = dict(
        asked(
            database,
            "SELECT sent.key, hand.id FROM tournament_submission sent"
            " JOIN scoring_hand hand ON hand.id = sent.object_id",
        )
    )
    return (made[key] for key in (one.replace("-", "") for one in keys) if key in made)


async def arrive(scribes: list[Scribe]) -> None:
    """The server is warm and every phone has its cookie before anything is measured."""
    for scribe in scribes:
        await scribe.come()
    await scribes[0].browser.get(scribes[0].address)


def tell(what: str, seconds: list[float]) -> None:
    """One line: half of them, nineteen of twenty, the longest."""
    found = sorted(seconds) or [float("nan")]
    half, most = found[len(found) // 2], found[min(len(found) - 1, len(found) * 95 // 100)]
    print(
        f"  {what + ', ms':28} p50 {1000 * half:6.0f}   p95 {1000 * most:6.0f}   max {1000 * found[-1]:6.0f}"
        f"   ({len(seconds)})"
    )


def measured_inside(options: argparse.Namespace, code: Path, database: Path) -> None:
    """Saves through the application of a tree, in a process of its own."""
    profile = ["--profile"] if options.mode == "profile" else []
    subprocess.run(
        [sys.executable, str(PROJECT / "benchmarks" / "inside.py"), str(options.count), *profile],
        cwd=code,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{database}"},
        input="\n".join(open_tables(database)),
        text=True,
        check=True,
    )


INSIDE = ("inside", "profile")

MODES: dict[str, Callable[[Hall], Awaitable[None]]] = {
    "paced": paced,
    "instant": instant,
    "locked": locked,
    "killed": killed,
}


def run(options: argparse.Namespace, code: Path, database: Path) -> None:
    """One measurement of one working tree, over the file given."""
    options.running = code
    if options.mode in INSIDE:
        print(f"{options.mode} in {code}", flush=True)
        return measured_inside(options, code, database)
    hall = Hall(Server(database, code=code), database, options)
    print(f"{options.mode} in {code}")
    try:
        asyncio.run(_measured(hall))
    finally:
        if hall.server.process.poll() is None:
            hall.server.end()


async def _measured(hall: Hall) -> None:
    await MODES[hall.options.mode](hall)
    await hall.leave()


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mode", choices=[*MODES, *INSIDE])
    parser.add_argument("--phones", type=int, default=80)
    parser.add_argument("--saves", type=float, default=60, help="saves a second")
    parser.add_argument("--readers", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0, help="how long (20, locked 25)")
    parser.add_argument("--count", type=int, default=400, help="saves of inside and profile")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--times", type=int, default=1, help="how often each tree has its turn")
    parser.add_argument("--code", type=Path, action="append", help="working tree (this one)")
    options = parser.parse_args(arguments)
    options.seconds = options.seconds or (25 if options.mode == "locked" else 20)
    trees = [path.resolve() for path in options.code or [PROJECT]]
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "prepared.sqlite3"
        prepare(made, code=trees[0])
        for turn in range(options.times):
            for place, code in enumerate(trees):
                database = Path(folder) / f"{turn}-{place}.sqlite3"
                shutil.copy(made, database)
                run(options, code, database)


if __name__ == "__main__":
    # Being told to end is the same as Ctrl+C: the server that was started ends as well.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    main(sys.argv[1:])
