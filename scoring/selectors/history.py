"""What happened at a table, in words: who, when, what, the old and the new figures (S27)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from rules import format_amount
from scoring.models import Hand, TableResult
from tournament.enums import TableState
from tournament.models import LogEntry, Table
from tournament.selectors.log_words import action_words


@dataclass(frozen=True, slots=True)
class Figure:
    """One value that changed, both as text; ``old`` is empty for something new."""

    label: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line of the log of a table."""

    at: datetime
    who: str
    action: str
    subject: str
    reason: str
    figures: tuple[Figure, ...]


def table_history(table: Table) -> list[HistoryLine]:
    """Everything logged about a table, its hands and its results, the newest first."""
    ids = Q(object_id=table.pk)
    for model in (Hand, TableResult):
        ids |= Q(object_id__in=model.objects.filter(table=table).values("pk"))
    logged = LogEntry.objects.filter(ids, tournament_id=table.round.tournament_id)
    return [_line(entry) for entry in logged.order_by("-at", "id")]


def hand_history(hand: Hand) -> list[HistoryLine]:
    """Everything logged about one hand, the newest first."""
    logged = LogEntry.objects.filter(object_id=hand.pk)
    return [_line(entry) for entry in logged.order_by("-at", "id")]


def _line(entry: LogEntry) -> HistoryLine:
    return HistoryLine(
        at=entry.at,
        who=entry.actor_name,
        action=action_words(entry.action),
        subject=entry.subject,
        reason=entry.reason,
        figures=tuple(_figures(entry.old or {}, entry.new or {})),
    )


def _figures(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterable[Figure]:
    """The figures that differ, seat by seat."""
    for name, label in (("money", ""), ("zb", " ZB"), ("premium", " PB")):
        before, after = old.get(name) or {}, new.get(name) or {}
        for letter in sorted(after):
            if before.get(letter) != after[letter] and (before or after[letter]):
                yield Figure(f"{letter}{label}", _text(name, before.get(letter)), _text(name, after[letter]))
    if old.get("state") in TableState.values and new.get("state") in TableState.values:
        yield Figure("", str(TableState(old["state"]).label), str(TableState(new["state"]).label))


def _text(name: str, value: int | None) -> str:
    if value is None:
        return ""
    return format_amount(value, sign=True) if name == "money" else f"{value:+d}".replace("-", "−")
