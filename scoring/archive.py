"""The archive file of a tournament, ``forhont-tournament/1``: which rows it holds and how a value is written.

A leaf beside ``enums`` for the selector that writes the file and the service that reads it. Rows are named
by their UUIDs and sorted by them (entries of the log stand in their own order), keys are sorted, times are
UTC, so the same tournament gives the same bytes from SQLite and from PostgreSQL. Log-in data stay out:
accounts are people's names and roles only; links of scribes and of applications and the keys of sent forms
are not part of it.

A file outlives the program that wrote it. ``FIRST_FIELDS`` is what every file holds; a field or a section
that came later may be missing and is then read as its default. A field nobody knows is refused.
"""

from __future__ import annotations  # because Django's Field is generic for the type checker only

import datetime as dt
import json
import uuid
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db import models

from scoring.models import (
    Award,
    Decision,
    Dispute,
    Hand,
    Penalty,
    PointsTable,
    StandingsPublication,
    TableResult,
)
from tournament.models import (
    Announcement,
    Application,
    ClockChange,
    ComingEvent,
    Draw,
    Entry,
    FeeCategory,
    KeptChange,
    LogEntry,
    Payment,
    Player,
    Round,
    Seat,
    Table,
    TillCount,
    Tournament,
)

FORMAT = "forhont-tournament/1"
PROGRAM = "program"
"""Key of the version of the program that wrote the file; the first files do not name it."""


FOLLOWS = {(LogEntry, "public")}
"""Columns that follow from others and are worked out anew when a file is read."""


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
            and not isinstance(field, models.AutoField)
            and (self.model, field.name) not in FOLLOWS
        }

    def rows_of(self, tournament: Tournament) -> models.QuerySet[Any]:
        """Rows of a tournament by UUID, which both databases order alike; those of discarded rounds too.

        Entries of the log stand in the order in which they were written.
        """
        rows = self.model._base_manager.filter(**{self.tournament_path: tournament}).order_by("pk")
        return rows.distinct() if self.model is Player else rows


SECTIONS = (
    Section("players", Player, "entries__tournament"),
    Section("fee_categories", FeeCategory, "tournament"),
    Section("entries", Entry, "tournament"),
    Section("applications", Application, "tournament"),
    Section("payments", Payment, "tournament"),
    Section("till_counts", TillCount, "tournament"),
    Section("rounds", Round, "tournament"),
    Section("clock_changes", ClockChange, "round__tournament"),
    Section("coming_events", ComingEvent, "tournament"),
    Section("announcements", Announcement, "tournament"),
    Section("draws", Draw, "round__tournament"),
    Section("tables", Table, "round__tournament"),
    Section("seats", Seat, "round__tournament"),
    Section("penalties", Penalty, "tournament"),
    Section("points_tables", PointsTable, "tournament"),
    Section("hands", Hand, "table__round__tournament"),
    Section("decisions", Decision, "hand__table__round__tournament"),
    Section("disputes", Dispute, "table__round__tournament"),
    Section("awards", Award, "dispute__table__round__tournament"),
    Section("results", TableResult, "table__round__tournament"),
    Section("publications", StandingsPublication, "tournament"),
    Section("log", LogEntry, "tournament"),
    Section("changes", KeptChange, "entry__tournament"),
)
"""In an order in which every row stands after those that it names."""

TOURNAMENT = Section("tournament", Tournament, "")
MEMBER_KEYS = ("first_name", "key", "last_name", "role", "tables", "username")
SEAT_RESULT_KEYS = ("money", "premium", "seat", "zb")

FIRST_FIELDS = {
    "tournament": "base_rate bp_coefficient bp_fixed bp_key bp_sharing created_at date draw_method"
    " draw_only_ticked fee finished_at id name next_number place premium_table_id ranking_criteria"
    " ranking_order round_minutes rounds_planned rulebook_id rulebook_overrides rulebook_version slug"
    " table_size two_person_mode version",
    "players": "card club created_at id name version",
    "entries": "apart card club created_at fee_paid fixed_table id name note number player presence team"
    " version withdrawn_after",
    "rounds": "announced_seed closed_at closed_by created_at discarded_at discarded_by id minutes number"
    " published_at published_by state version",
    "draws": "created_at current drawn_by id method protocol reason round seed sequence version",
    "tables": "created_at id number round scribe_seat state version",
    "seats": "created_at entry id position round substitute table version",
    "penalties": "article created_at decided_at decided_by entry id points reason round state version",
    "points_tables": "created_at current date id key made_by name number rows source version",
    "hands": "auction created_at external_id id limited money notation premium record removed sequence table"
    " version written_by",
    "decisions": "cancels claim created_at current decided_by hand id number patch reason version",
    "results": "confirmed_at confirmed_by created_at current entered_by id number reason rounding_reason"
    " signed source table version zero_reason",
    "publications": "created_at id number published_by reason round rows version",
    "log": "action actor_name at id new object_id old reason subject",
    "members": "first_name last_name role tables username",
    "seat_results": "",
}
"""Section → the fields that each file has had from the first version on; never changed.

Whatever else a model has came later: it needs a default, and a file without it is as good as one with it.
"""

LATER_SECTIONS = {
    "announcements": "created_at id made_by made_by_key taken_away_at text version",
    "applications": "card club created_at decided_at decided_by decided_by_key entry id name note public"
    " reason sequence state version",
    "changes": "after before entry id put_back",
    "awards": "article created_at current decided_by decided_by_key dispute facts id money number premium"
    " public_reason reason version",
    "disputes": "accused article claim claimant closed_at closed_by closed_by_key created_at decision id late"
    " number opened_by opened_by_key public_reason reason sequence set_aside state table version",
    "clock_changes": "act at created_at id minutes reason round sequence version",
    "coming_events": "at created_at id kind taken_away_at text version",
    "fee_categories": "amount created_at id name version",
    "payments": "amount cancels created_at entry how id note number taken_by taken_by_key version",
    "till_counts": "counted counted_by counted_by_key created_at expected id note starting_cash version",
}
"""Sections that came later, which a file may lack → the fields that each of their rows has had since."""


def write_value(value: Any) -> Any:
    """A column's value as JSON: UUIDs and decimals as text, times in UTC with microseconds."""
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    if isinstance(value, uuid.UUID | dt.date | Decimal):
        return str(value)
    return value


def canonical_json(data: Any) -> str:
    """The one way to write an archive: sorted keys, one space of indent, letters as they are."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, indent=1)
