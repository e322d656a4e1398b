"""A whole tournament as one JSON document, written piece by piece: a large one needs no more memory."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import IO, Any

from django.conf import settings
from django.db import connection

from scoring.archive import FORMAT, PROGRAM, SECTIONS, TOURNAMENT, Section, canonical_json, write_value
from scoring.models import SeatResult
from tournament.models import Membership, Tournament

BATCH = 500
"""Rows fetched at once."""

SNAPSHOT = {"sqlite": "BEGIN DEFERRED", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}
"""Reading everything as of one moment, without keeping anybody from writing meanwhile."""


def write_archive(tournament: Tournament, file: IO[bytes]) -> None:
    """Write everything of the tournament, without loss (see ``scoring.archive``)."""
    with _one_moment():
        for piece in _document(Tournament.objects.get(pk=tournament.pk)):
            file.write(piece.encode())


def _document(tournament: Tournament) -> Iterator[str]:
    parts: dict[str, Callable[[], Iterable[str]]] = {
        "format": lambda: (canonical_json(FORMAT),),
        PROGRAM: lambda: (canonical_json(settings.VERSION),),
        "tournament": lambda: (_indented(_row(TOURNAMENT, tournament), 1),),
        "members": lambda: _list(_members(tournament)),
        "seat_results": lambda: _seat_results(tournament),
        **{section.key: _rows(section, tournament) for section in SECTIONS},
    }
    separator = "{\n"
    for key in sorted(parts):
        yield f"{separator} {canonical_json(key)}: "
        yield from parts[key]()
        separator = ",\n"
    yield "\n}\n"


def _rows(section: Section, tournament: Tournament) -> Callable[[], Iterable[str]]:
    rows = section.rows_of(tournament)
    return lambda: _list(_row(section, row) for row in rows.iterator(chunk_size=BATCH))


def _list(rows: Iterable[Any]) -> Iterator[str]:
    return _enclosed("[]", (_indented(row, 2) for row in rows))


def _enclosed(brackets: str, items: Iterable[str]) -> Iterator[str]:
    """Items of a list or of an object that stands at the first level."""
    separator = f"{brackets[0]}\n  "
    for item in items:
        yield separator + item
        separator = ",\n  "
    yield f"\n {brackets[1]}" if separator[0] == "," else brackets


def _indented(value: Any, level: int) -> str:
    # A line break inside a text is written as \n, so every real one is between two lines of the document.
    return canonical_json(value).replace("\n", "\n" + " " * level)


def _row(section: Section, row: Any) -> dict[str, Any]:
    return {name: write_value(getattr(row, field.attname)) for name, field in section.fields.items()}


def _members(tournament: Tournament) -> list[dict[str, Any]]:
    members = Membership.objects.filter(tournament=tournament).select_related("account")
    rows = [
        {
            "key": write_value(member.account.key),
            "username": member.account.username,
            "first_name": member.account.first_name,
            "last_name": member.account.last_name,
            "role": member.role,
            "tables": member.tables,
        }
        for member in members
    ]
    return sorted(rows, key=lambda row: (row["username"], row["role"]))


def _seat_results(tournament: Tournament) -> Iterator[str]:
    """Lines of each version of a table's result, under the version's UUID."""
    lines = SeatResult.objects.filter(result__table__round__tournament=tournament)
    values = lines.values_list("result_id", "seat_id", "money", "zb", "premium")
    found = values.order_by("result_id", "seat_id").iterator(chunk_size=BATCH)
    return _enclosed(
        "{}",
        (
            f"{canonical_json(str(result))}: {_indented([_seat_line(*line) for line in of_result], 2)}"
            for result, of_result in groupby(found, key=lambda line: line[0])
        ),
    )


def _seat_line(_result: Any, seat: Any, money: int, zb: int, premium: int) -> dict[str, Any]:
    return {"seat": str(seat), "money": money, "zb": zb, "premium": premium}


@contextmanager
def _one_moment() -> Iterator[None]:
    """Everything read inside is as of its beginning, so no row of the file names one that is not in it."""
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(SNAPSHOT[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
