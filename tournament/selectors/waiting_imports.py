"""A file of registrations that waits to be written: read again by what its organiser chose and typed over."""

import json
import uuid
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.cache import cache

from tournament.actors import Actor
from tournament.lib.package import UnreadableFile
from tournament.lib.registering.book import Book
from tournament.lib.registering.reading import Reading, with_choices
from tournament.lib.registrations import LEFT_OUT, Place, RegistrationFile, registrations_of
from tournament.models import Tournament, WaitingImport

REMEMBERED = 600
"""Seconds for which a file that was read is kept at hand: thousands of rows take a second."""


class Choices(NamedTuple):
    """How a file is to be read; ``None`` is what the program proposes.

    ``ordinary``: names in capitals are taken in ordinary letters, but those of the rows in ``otherwise``.
    """

    sheet: str | None = None
    heading_row: int | None = None
    columns: Mapping[int, str] = {}
    ordinary: bool = True
    otherwise: tuple[Place, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return self._asdict() | {"columns": [list(one) for one in self.columns.items()]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Choices":
        return cls(
            **{
                **data,
                "columns": dict(data.get("columns", ())),
                "otherwise": tuple(_place(one) for one in data.get("otherwise", ())),
            }
        )

    def takes_ordinary(self, place: Place) -> bool:
        """Whether a name in capitals becomes ordinary in this row."""
        return self.ordinary != (place in self.otherwise)


@dataclass(frozen=True, slots=True)
class OpenImport:
    """A waiting file as it is read now; without ``content`` where ``problem`` says why it cannot be."""

    version: int
    book: Book
    choices: Choices
    changes: Mapping[Place, Mapping[str, str]]
    reading: Reading
    content: RegistrationFile | None
    problem: str = ""

    def is_left_out(self, place: Place) -> bool:
        """Whether the organiser left the row out."""
        return LEFT_OUT in self.changes.get(place, {})


def waiting_import(tournament: Tournament, by: Actor, import_id: uuid.UUID) -> WaitingImport | None:
    """The file of this address, for the person who brought it only."""
    return WaitingImport.objects.filter(pk=import_id, tournament=tournament, owner_key=by.key).first()


def opened(waiting: WaitingImport) -> OpenImport:
    """The file as it is read by what was chosen and typed so far."""
    key = f"waiting-import-{waiting.pk}"
    known: OpenImport | None = cache.get(key)
    if known is None or known.version != waiting.version:
        known = _opened(waiting)
        cache.set(key, known, REMEMBERED)
    return known


def _opened(waiting: WaitingImport) -> OpenImport:
    book, choices = unpacked(bytes(waiting.book)), Choices.from_json(waiting.choices)
    changes = changes_of(waiting)
    reading = reading_by(book, choices)
    try:
        content = registrations_of(book, reading, changes, ordinary=choices.takes_ordinary)
    except UnreadableFile as error:
        return OpenImport(waiting.version, book, choices, changes, reading, None, str(error))
    return OpenImport(waiting.version, book, choices, changes, reading, content)


def reading_by(book: Book, choices: Choices) -> Reading:
    """How the book is read by these choices. Raises ``UnreadableFile`` for one that is not possible."""
    columns: dict[str | int, str] = dict(choices.columns.items())
    return with_choices(book, sheet=choices.sheet, heading_row=choices.heading_row, columns=columns)


def changes_of(waiting: WaitingImport) -> dict[Place, dict[str, str]]:
    """What was typed over, by the place of the row."""
    return {_place(place): fields for place, fields in waiting.changes}


def packed(book: Book) -> bytes:
    """The book as it is kept."""
    return zlib.compress(json.dumps(book.to_json(), ensure_ascii=False, separators=(",", ":")).encode())


def unpacked(content: bytes) -> Book:
    """The kept book."""
    return Book.from_json(json.loads(zlib.decompress(content)))


def _place(data: Any) -> Place:
    sheet, row, part = data
    return sheet, row, part
