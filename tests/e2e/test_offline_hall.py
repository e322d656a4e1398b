"""A hall: plain http at a host name, a server killed and started again, a browser killed (S46).

The server is the real one in a process of its own, its database a file; the phone finds it by a name that is
no secure context, as the laptop of a club is found.
"""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from benchmarks.load import free_port
from tests.e2e.conftest import ARGUMENTS, CHROMIUM
from tests.e2e.test_offline import PHONE, headline, save, tap_betl
from tests.test_server import PROJECT, Running, start

pytestmark = pytest.mark.e2e

HALL = "turnaj.local"
RESOLVED = f"--host-resolver-rules=MAP {HALL} 127.0.0.1"


class Hall:
    """A server that can be killed, and what is in its database."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "forhont.sqlite3"
        self.port = free_port()
        self.running = self._started()
        made = subprocess.run(
            [sys.executable, "manage.py", "demo_tournament", "--stage", "drawn", "--players", "4"],
            cwd=PROJECT,
            env={
                **os.environ,
                "DATABASE_URL": f"sqlite:///{self.database}",
                "DJANGO_SETTINGS_MODULE": "config.settings",
            },
            check=True,
            capture_output=True,
            encoding="utf-8",
        )
        [(self.table, self.token)] = self.asked(
            "SELECT tables.id, token FROM tournament_tablelink"
            " JOIN tournament_table tables ON tables.id = table_id"
            " JOIN tournament_round rounds ON rounds.id = round_id"
            " JOIN tournament_tournament t ON t.id = tournament_id WHERE t.slug = ?",
            made.stdout.split()[-1],
        )

    def _started(self) -> Running:
        return start(self.database, self.port, ALLOWED_HOSTS=HALL)

    def kill(self) -> None:
        self.running.process.send_signal(signal.SIGKILL)
        self.running.process.communicate()

    def start(self) -> None:
        self.running = self._started()

    def asked(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(query, values).fetchall()

    def link(self) -> str:
        return f"http://{HALL}:{self.port}/l/{self.token}/"

    def stored(self) -> list[tuple[object, ...]]:
        hands = "SELECT sequence, json_extract(record, '$.declarer') FROM scoring_hand WHERE table_id = ?"
        return self.asked(hands + " ORDER BY sequence", self.table)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path)
    yield hall
    hall.kill()


def phone_of(browser: Browser, folder: Path) -> BrowserContext:
    """A phone with its own storage on the disk."""
    return browser.browser_type.launch_persistent_context(
        folder, executable_path=CHROMIUM, args=[*ARGUMENTS, RESOLVED], locale="cs-CZ", viewport=PHONE
    )


@pytest.fixture
def phone(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    context = phone_of(browser, tmp_path / "phone")
    yield context.pages[0]
    context.close()


def test_server_is_killed_and_started_again_at_a_plain_http_address(hall: Hall, phone: Page) -> None:
    phone.goto(hall.link())
    assert phone.evaluate("isSecureContext") is False
    assert phone.evaluate("'serviceWorker' in navigator") is False
    tap_betl(phone, declarer="B")
    save(phone, 1)
    # The form goes on at once; the row comes with the server's answer.
    expect(phone.locator("#hra-1")).to_be_visible()
    assert hall.stored() == [(1, "B")]

    hall.kill()
    for number, declarer in ((2, "C"), (3, "D")):
        tap_betl(phone, declarer=declarer)
        save(phone, number)
    expect(phone.locator("#payout")).to_contain_text("Server neodpovídá. Zápis zůstal v tomto zařízení")
    phone.get_by_role("link", name="Sazebník").click()
    expect(phone.locator("#messages")).to_contain_text("Bez spojení by se ta stránka neotevřela.")
    expect(headline(phone)).to_contain_text("2 zápisy jsou jen v tomto zařízení.")
    hall.start()

    expect(headline(phone)).to_have_count(0, timeout=30_000)
    expect(phone.locator("#hra-3")).to_be_visible()
    assert hall.stored() == [(1, "B"), (2, "C"), (3, "D")]


def test_page_is_reloaded_and_closed_while_the_server_is_down(hall: Hall, phone: Page) -> None:
    """The browser has only its error page then; what waits is there when the table opens again."""
    phone.goto(hall.link())
    hall.kill()
    tap_betl(phone, declarer="B")
    save(phone, 1)
    with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
        phone.reload()
    hall.start()
    other = phone.context.new_page()
    phone.close()

    other.goto(f"http://{HALL}:{hall.port}/l/")

    expect(headline(other)).to_have_count(0)
    expect(other.get_by_label("Kód z lístku")).to_be_visible()
    other.goto(hall.link())
    expect(other.locator("#hra-1")).to_be_visible()
    assert hall.stored() == [(1, "B")]


def processes_of(folder: Path) -> list[int]:
    """The processes of the browser that keeps its things in this folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        # Processes end while the list is read.
        with contextlib.suppress(OSError):
            if str(folder).encode() in path.read_bytes():
                found.append(int(path.parent.name))
    return found


def kill_at_once(processes: list[int]) -> None:
    for process in processes:
        # The first one may take others with it.
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="finds the browser's processes in /proc")
def test_browser_killed_the_moment_after_saving(browser: Browser, hall: Hall, tmp_path: Path) -> None:
    """A phone whose battery dies: what the page said is kept is on the disk."""
    folder = tmp_path / "phone"
    context = phone_of(browser, folder)
    page = context.pages[0]
    page.goto(hall.link())
    hall.kill()
    tap_betl(page, declarer="B")
    save(page, 1)
    with context.expect_event("close"):
        kill_at_once(processes_of(folder))
    hall.start()

    context = phone_of(browser, folder)
    context.pages[0].goto(hall.link())

    expect(context.pages[0].locator("#hra-1")).to_be_visible()
    assert hall.stored() == [(1, "B")]
    context.close()
