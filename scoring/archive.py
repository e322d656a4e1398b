"""The archive file of a tournament, ``forhont-tournament/1``: which rows it holds and how a value is written.

A leaf beside ``enums`` for the selector that writes the file and the service that reads it. Rows are named
by their UUIDs and sorted by them, keys are sorted, times are UTC, so the same tournament gives the same
bytes from SQLite and from PostgreSQL. Log-in data stay out: accounts are people's names and roles only,
scribes' links and the keys of sent forms are not part of a tournament.
"""

from __future__ import annotations  # because Django's Field is generic for the type checker only

import datetime as dt
import json
import uuid
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db import models

from scoring.models import Decision, Hand, StandingsPublication, TableResult
from tournament.models import (
    Draw,
    Entry,
    LogEntry,
    Penalty,
    Player,
    PointsTable,
    Round,
    Seat,
    Table,
    Tournament,
)

FORMAT = "forhont-tournament/1"


@dataclass(frozen=True, slots=True)
class Section:
    """One list of rows: its key in the file, its model and the path from a row to its tournament."""

    key: str
    model: type[models.Model]
    tournament_path: str

    @property
    def fields(self) -> dict[str, models.Field[Any, Any]]:
        """Columns written to the file; the tournament itself is named once, at the top."""
        return {
            field.name: field
            for field in self.model._meta.concrete_fields
            if field.related_model is not Tournament
        }


SECTIONS = (
    Section("players", Player, "entries__tournament"),
    Section("entries", Entry, "tournament"),
    Section("rounds", Round, "tournament"),
    Section("draws", Draw, "round__tournament"),
    Section("tables", Table, "round__tournament"),
    Section("seats", Seat, "round__tournament"),
    Section("penalties", Penalty, "tournament"),
    Section("points_tables", PointsTable, "tournament"),
    Section("hands", Hand, "table__round__tournament"),
    Section("decisions", Decision, "hand__table__round__tournament"),
    Section("results", TableResult, "table__round__tournament"),
    Section("publications", StandingsPublication, "tournament"),
    Section("log", LogEntry, "tournament"),
)
"""In an order in which every row stands after those that it names."""

TOURNAMENT = Section("tournament", Tournament, "")
MEMBER_KEYS = ("first_name", "last_name", "role", "tables", "username")
SEAT_RESULT_KEYS = ("money", "premium", "seat", "zb")


def write_value(value: Any) -> Any:
    """A column's value as JSON: UUIDs and decimals as text, times in UTC with microseconds."""
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    if isinstance(value, uuid.UUID | dt.date | Decimal):
        return str(value)
    return value


def canonical_json(data: Any) -> bytes:
    """The one way to write an archive: sorted keys, one space of indent, UTF-8, a newline at the end."""
    return (json.dumps(data, ensure_ascii=False, sort_keys=True, indent=1) + "\n").encode()
