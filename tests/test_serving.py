"""A running server and many people: killed while hands are saved, held up by another program, guessed at.

The browsers and the server are those of ``benchmarks``; nothing here asks how long something took.
"""

import argparse
import asyncio
import shutil
import sqlite3
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from benchmarks.load import (
    Answer,
    Browser,
    Server,
    asked,
    prepare,
    standing_in,
    standings_address,
    stored,
)
from benchmarks.saving import Hall, killed_while_saving
from tests.loops import run_apart

T = TypeVar("T")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six tables, the second round being played."""
    database = tmp_path_factory.mktemp("serving") / "prepared.sqlite3"
    prepare(database, players=24)
    return database


@pytest.fixture
def hall(prepared: Path, tmp_path: Path) -> Iterator[Hall]:
    """A server over a file of its own."""
    database = tmp_path / "hall.sqlite3"
    shutil.copy(prepared, database)
    server = Server(database)
    yield Hall(server, database, argparse.Namespace(kills=3, running=server.code))
    if server.process.poll() is None:
        server.end()


def run(hall: Hall, story: Coroutine[Any, Any, T]) -> T:
    """What came of it, once everybody has gone."""

    async def told() -> T:
        try:
            return await story
        finally:
            await hall.leave()

    return run_apart(told())


def test_a_server_killed_during_a_hundred_saves_loses_none_and_doubles_none(hall: Hall) -> None:
    kept = run(hall, killed_while_saving(hall))
    assert (kept.sent, kept.acknowledged, kept.kills) == (100, 100, 3)
    assert (kept.lost, kept.doubled, kept.file) == (0, 0, "ok")


def test_saves_that_wait_for_the_database_keep_nobody_from_reading(hall: Hall) -> None:
    before = standing_in(hall.database)
    saved, first_read = run(hall, _read_while_saves_wait(hall))
    # Twelve saves had been sent when the page was asked for, and none of them had its answer yet.
    assert first_read == (200, 0)
    assert [stored(answer) for answer in saved] == [True] * 12
    assert standing_in(hall.database) == before + 12


async def _read_while_saves_wait(hall: Hall) -> tuple[list[Answer], tuple[int, int]]:
    scribes, reader = hall.scribes(12), hall.browser()
    for scribe in scribes:
        await scribe.come()
    holder = sqlite3.connect(hall.database, isolation_level=None, timeout=20)
    holder.execute("BEGIN IMMEDIATE")
    saves = [asyncio.ensure_future(scribe.send(scribe.next_hand())) for scribe in scribes]
    # Every request is on its way before the reader's: each phone has sent it when it waits for the answer.
    while not all(scribe.browser.is_waiting for scribe in scribes):
        await asyncio.sleep(0)
    page = await reader.get("/prihlaseni/")
    answered = sum(save.done() for save in saves)
    holder.execute("ROLLBACK")
    holder.close()
    return await asyncio.gather(*saves), (page.status, answered)


def test_wrong_codes_count_in_every_process(hall: Hall) -> None:
    other = Server(hall.database)
    try:
        answers = run(hall, _guess(hall.browser(), Browser(other.port)))
    finally:
        other.end()
    assert answers == [422] * 30 + [429] * 2
    assert asked(hall.database, "SELECT count FROM tournament_wrongtries") == [(30,)]


async def _guess(*browsers: Browser) -> list[int]:
    """Two processes asked in turn, 32 times together."""
    for browser in browsers:
        await browser.get("/l/")
    answers = [(await browsers[place % 2].post("/l/", {"code": "ABCDEFGH"})).status for place in range(32)]
    for browser in browsers:
        await browser.leave()
    return answers


def test_what_one_process_has_made_the_other_one_gives(hall: Hall) -> None:
    other = Server(hall.database, code=hall.server.code)
    try:
        answers = run(hall, _read_from_both(hall, Browser(other.port)))
    finally:
        other.end()
    first, second, same, head = answers
    assert [one.status for one in answers] == [200, 200, 304, 200]
    assert first.body == second.body != b""
    assert same.body == head.body == b""
    assert len({one.headers["etag"] for one in (first, second, same, head)}) == 1
    assert head.headers["content-length"] == str(len(first.body))
    assert not any("set-cookie" in one.headers for one in answers)


async def _read_from_both(hall: Hall, elsewhere: Browser) -> list[Answer]:
    here, address = hall.browser(), standings_address(hall.database)
    first = await here.get(address)
    answers = [first, await elsewhere.get(address)]
    known = {"If-None-Match": first.headers["etag"]}
    answers += [await elsewhere.ask("GET", address, known), await elsewhere.ask("HEAD", address, {})]
    await elsewhere.leave()
    return answers
