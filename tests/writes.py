"""What every write of the desk leaves behind, whichever test brings it about: its whole entry in the journal,
and a version that has moved. And what it waits for: its turn among those who write about the tournament.

People, the program and archives read the journal, so what an entry of an action holds is as fixed as the
columns of a table. `data/journal.txt` says it: the columns that are filled in, then the names of its old and
of its new values; what has a `?` behind its name may be missing. A new action is added there.
"""

import sys
import threading
import uuid
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Q, QuerySet
from django.db.transaction import Atomic

from tournament.journal import write
from tournament.models import LogEntry, Record
from tournament.services import writes

COLUMNS = {"round": "round", "table": "table_number", "hand": "hand_number", "object": "object_id"}
WITHOUT_VERSION = {
    ("Decision", "current"),
    ("Draw", "current"),
    ("PointsTable", "current"),
    ("TableResult", "confirmed_at confirmed_by confirmed_by_key"),
    ("Tournament", "next_number"),
}
"""What changes together with a row that has a version on somebody's screen, and what is on nobody's."""

WITHOUT_TURN = {
    # Nobody else can write about a tournament that is only being founded.
    "tournament.founded",
    # Nothing in the tournaments of the account follows from its name.
    "tournament.member.renamed",
}


def read_shapes(text: str) -> dict[str, dict[str, list[str]]]:
    """Action → ``filled``, ``old``, ``new`` → the names; those of a side end with its own, as written."""
    shapes: dict[str, dict[str, list[str]]] = {}
    for line in text.splitlines():
        first, *names = line.split()
        if line.startswith(" "):
            shapes[next(reversed(shapes))][first.rstrip("?")] = [*names, first]
        else:
            shapes[first] = {"filled": names}
    return shapes


SHAPES = read_shapes((Path(__file__).parent / "data" / "journal.txt").read_text(encoding="utf-8"))


@contextmanager
def watched() -> Iterator[None]:
    """Fails where an entry is not what its action writes, where a row changes but not its version, and where
    an entry is written out of turn."""
    update = QuerySet.update
    lock = writes._lock
    turns = Turns()

    def made(**columns: Any) -> LogEntry:
        check_entry(columns)
        return LogEntry(**columns)

    def create(**columns: Any) -> LogEntry:
        check_entry(columns)
        turns.check(columns)
        return LogEntry.objects.create(**columns)

    def locked(which: Callable[[], Q]) -> None:
        turns.take(which())
        lock(which)

    def checked_update(self: "QuerySet[Any]", **changes: Any) -> int:
        if Path(sys._getframe(1).f_code.co_filename).parent.name == "services":
            check_version(self.model, changes)
        return update(self, **changes)

    with pytest.MonkeyPatch.context() as patched:
        made.objects = SimpleNamespace(create=create)  # type: ignore[attr-defined]
        patched.setattr(write, "LogEntry", made)
        patched.setattr(QuerySet, "update", checked_update)
        patched.setattr(writes, "_lock", locked)
        yield


def check_entry(columns: dict[str, Any]) -> None:
    """An entry of the journal holds what its action writes."""
    action = columns["action"]
    assert action in SHAPES, f"{action}: a new action has its place in tests/data/journal.txt"
    found = {name: columns[column] is not None for name, column in COLUMNS.items()}
    found |= {name: bool(columns[name]) for name in ("subject", "reason")}
    check_names(f"{action}: columns", {name for name in found if found[name]}, SHAPES[action]["filled"])
    for side in ("old", "new"):
        *names, said = SHAPES[action].get(side, [f"{side}?"])
        assert columns[side] or said != side, f"{action}: {side} is empty"
        if columns[side] is not None:
            check_names(f"{action}: {side}", columns[side], names)


def check_names(what: str, found: Collection[Any], known: list[str]) -> None:
    """Nothing is there that may not be, nothing is missing that must be."""
    names = {str(name) for name in found}
    strange = {one for one in names if not any(fnmatchcase(one, name.rstrip("?")) for name in known)}
    assert strange == set(), f"{what}: what may not be there"
    needed = {name for name in known if not name.endswith("?")}
    missing = {name for name in needed if not any(fnmatchcase(one, name) for one in names)}
    assert missing == set(), f"{what}: what must be there"


def check_version(model: type, changes: dict[str, Any]) -> None:
    """A form of somebody else notices the change."""
    if issubclass(model, Record) and "version" not in changes:
        assert (model.__name__, " ".join(sorted(changes))) in WITHOUT_VERSION, "a change without a version"


class Turns(threading.local):
    """Which tournaments this thread has locked, and until which of its transactions ends."""

    def __init__(self) -> None:
        self.taken: list[tuple[Atomic, Q]] = []

    def take(self, which: Q) -> None:
        assert connection.in_atomic_block, "a lock outside of a transaction"
        self.taken = [(until, one) for until, one in self.taken if until in connection.atomic_blocks]
        self.taken.append((_outermost(), which))

    def check(self, columns: dict[str, Any]) -> None:
        """Nobody else writes about the tournament between what this writer has read and what it writes."""
        here = [which for until, which in self.taken if until in connection.atomic_blocks]
        has_turn = any(_holds(which, columns["tournament"].pk) for which in here)
        assert has_turn or columns["action"] in WITHOUT_TURN, f"{columns['action']}: written out of turn"


def _outermost() -> Atomic:
    """The transaction of the write itself; the one around a test is nobody's."""
    blocks = connection.atomic_blocks
    return next((block for block in blocks if not block._from_testcase), blocks[0])


def _holds(which: Q, tournament: uuid.UUID) -> bool:
    [(_column, ids)] = which.children
    if not isinstance(ids, QuerySet):
        return tournament in (ids if isinstance(ids, Collection) else [ids])
    # Asked behind the back of tests that count questions.
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(connections[DEFAULT_DB_ALIAS], "force_debug_cursor", False)
        return ids.filter(tournament=tournament).exists()
