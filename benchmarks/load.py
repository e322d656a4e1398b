"""Browsers and a server for measuring: phones that save hands, readers of the standings, a real server.

The browsers are a few lines over raw connections, so that the measuring itself takes little of the
processor that is measured.
"""

import asyncio
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

PROJECT = Path(__file__).resolve().parents[1]
PLAYERS = 320
SEATS = "ABCD"
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
PATIENCE = 120
"""Seconds a browser waits for an answer."""
QUIET_PORTS = range(20_000, 30_000)
"""Lower than those a system gives to connections that go out, so that nobody takes one in the meantime."""


class Answer(NamedTuple):
    """What a server answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Browser:
    """One browser with one connection that it keeps, and the cookies it was given."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.is_waiting = False
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> Answer:
        """Ask for a page."""
        return await self._ask("GET", path, {}, b"")

    async def post(self, path: str, form: Mapping[str, str], **headers: str) -> Answer:
        """Send a form."""
        body = urlencode(form).encode()
        sent = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
            **headers,
        }
        return await self._ask("POST", path, sent, body)

    async def ask(self, method: str, path: str, headers: Mapping[str, str]) -> Answer:
        """Ask in another way than a link does: only whether it has changed, only for its head."""
        return await self._ask(method, path, headers, b"")

    async def leave(self) -> None:
        """Close the connection."""
        if self.streams is not None:
            writer, self.streams = self.streams[1], None
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        sent = {"Host": f"127.0.0.1:{self.port}", **headers}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        try:
            async with asyncio.timeout(PATIENCE):
                if self.streams is None:
                    self.streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
                self.streams[1].write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
                await self.streams[1].drain()
                self.is_waiting = True
                return await self._answer(self.streams[0], has_body=method != "HEAD")
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            await self.leave()
            raise
        finally:
            self.is_waiting = False

    async def _answer(self, reader: asyncio.StreamReader, *, has_body: bool) -> Answer:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").rstrip().split("\r\n")
        headers: dict[str, str] = {}
        for line in lines:
            name, _colon, value = (part.strip() for part in line.partition(":"))
            if name.lower() == "set-cookie":
                cookie, _equals, content = value.partition(";")[0].partition("=")
                self.cookies[cookie] = content
            headers[name.lower()] = value
        has_body = has_body and first.split()[1] != "304"
        body = await reader.readexactly(int(headers.get("content-length", "0")) if has_body else 0)
        if headers.get("connection", "").lower() == "close":
            await self.leave()
        return Answer(int(first.split()[1]), headers, body)


@dataclass
class Scribe:
    """The phone of a table: it writes hands one after another, the dealer going round."""

    browser: Browser
    address: str
    dealer: int = 0
    keys: list[str] = field(default_factory=list)

    async def come(self) -> None:
        """Get the cookie that forms are sent with, from a page that costs the server little."""
        await self.browser.get("/l/")

    def next_hand(self) -> dict[str, str]:
        """A plain hand as the form sends it, with a key of its own."""
        dealer, declarer = SEATS[self.dealer % 4], SEATS[(self.dealer + 1) % 4]
        self.dealer += 1
        form = {
            "submission": str(uuid.uuid4()),
            "kind": "hand",
            "dealer": dealer,
            "declarer": declarer,
            "contract": "hra",
            "outcome_hra": "won",
            "flek_hra": "0",
            "dealer_ok": "1",
            "doubtful_ok": "1",
        }
        self.keys.append(form["submission"])
        return form

    async def send(self, form: Mapping[str, str]) -> Answer:
        """Save a hand: a server that can answers with what the page needs and nothing more."""
        return await self.browser.post(
            f"{self.address}hra/", {**form, "fragment": "1"}, Accept="application/json"
        )

    async def look(self, answer: Answer) -> Answer:
        """What the scribe sees after it: in the answer, or on the page it leads to."""
        if answer.status not in (302, 303):
            return answer
        return await self.browser.get(urlsplit(answer.headers["location"]).path)


def stored(answer: Answer) -> bool:
    """Whether an answer says that the hand is stored."""
    if answer.status in (302, 303):
        return True
    return answer.status == 200 and json.loads(answer.body).get("state") == "stored"


class Server:
    """A server of its own over one SQLite file, in its own group of processes."""

    def __init__(self, database: Path, *, code: Path = PROJECT, port: int = 0, **environment: str) -> None:
        self.code, self.port = code, port or free_port()
        inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.server", "--port", str(self.port)],
            cwd=code,
            env={
                **inherited,
                "PYTHONUTF8": "1",
                "DATABASE_URL": f"sqlite:///{database}",
                "PUBLIC_URL": f"http://127.0.0.1:{self.port}",
                **environment,
            },
            stdout=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )
        assert self.process.stdout is not None
        while line := self.process.stdout.readline():
            if "Ctrl+C" in line:
                return
        raise RuntimeError("the server did not start")

    def processor(self) -> float:
        """Seconds of the processor that all its processes have taken, NaN where the system does not tell."""
        if not Path("/proc/self/stat").exists():
            return float("nan")
        spent = 0
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rpartition(")")[2].split()
            except OSError:  # because processes end while the list is read
                continue
            if int(fields[2]) == self.process.pid:
                spent += int(fields[11]) + int(fields[12])
        return spent / TICKS

    def kill(self) -> None:
        """End it without a word, as a failing computer would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()

    def end(self) -> None:
        """End it in good order."""
        # SIGTERM and not SIGINT, which whoever started this in the background may have shut out.
        self.process.terminate()
        self.process.communicate()


def free_port() -> int:
    """A port for a server that starts in a moment, or again after it was killed."""
    while True:
        port = random.choice(QUIET_PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def prepare(database: Path, *, code: Path = PROJECT, players: int = PLAYERS) -> None:
    """A demo tournament: the first round published, the second being played, in an empty file."""
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{database}"}
    for command in (["migrate", "-v0"], ["demo_tournament", f"--players={players}", "--rounds=2"]):
        subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=code,
            env=environment,
            stdout=subprocess.DEVNULL,
            check=True,
        )


def asked(database: Path, query: str) -> list[tuple[Any, ...]]:
    """Rows of the file, read beside the server."""
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as connection:
        return connection.execute(query).fetchall()


def open_tables(database: Path) -> list[str]:
    """The addresses of the tables at which a scribe may write, each of four players."""
    rows = asked(
        database,
        "SELECT link.token FROM tournament_tablelink link JOIN tournament_table seated"
        " ON seated.id = link.table_id WHERE link.active AND seated.state IN ('open', 'handed_in')"
        " AND (SELECT COUNT(*) FROM tournament_seat WHERE table_id = seated.id) = 4 ORDER BY seated.number",
    )
    return [f"/l/{token}/" for (token,) in rows]


def standings_address(database: Path) -> str:
    """The published standings."""
    ((slug,),) = asked(database, "SELECT slug FROM tournament_tournament")
    return f"/t/{slug}/poradi/"


def standing_in(database: Path) -> int:
    """How many hands the file holds."""
    ((count,),) = asked(database, "SELECT COUNT(*) FROM scoring_hand")
    return int(count)


class Watch:
    """Seconds since it was made."""

    def __init__(self) -> None:
        self.began = time.perf_counter()

    def __call__(self) -> float:
        return time.perf_counter() - self.began
