"""What happened at a table, in words: who, when, what, the old and the new figures (S27)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from rules import Rulebook, format_amount, format_points
from scoring.adapters import rulebook_of, stored_hand
from scoring.models import Hand, TableResult
from scoring.selectors.tables import ResultLine, reading_of
from tournament.enums import TableState
from tournament.journal.words import action_words, subject_words
from tournament.models import LogEntry, Table


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """One value that changed, both as text; ``old`` is empty for something new."""

    label: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line of the log of a table; of a hand that was corrected also how it was written before and after.

    ``earlier`` is the number under which the writing before can be put back, 0 where there is none.
    """

    at: datetime
    who: str
    action: str
    subject: str
    reason: str
    figures: tuple[ChangedValue, ...]
    written: ChangedValue | None = None
    earlier: int = 0


def table_history(table: Table) -> list[HistoryLine]:
    """Everything logged about a table, its hands and its results, the newest first."""
    ids = Q(object_id=table.pk)
    for model in (Hand, TableResult):
        ids |= Q(object_id__in=model.objects.filter(table=table).values("pk"))
    logged = LogEntry.objects.filter(ids, tournament_id=table.round.tournament_id)
    return [_line(entry) for entry in logged.select_related("round").order_by("-sequence")]


def hand_history(hand: Hand) -> list[HistoryLine]:
    """Everything logged about one hand, the newest first."""
    logged = LogEntry.objects.filter(object_id=hand.pk)
    rulebook = rulebook_of(hand.table.round.tournament)
    return [
        replace(_line(entry), **_writing(entry, hand, rulebook))
        for entry in logged.select_related("round").order_by("-sequence")
    ]


def earlier_record(hand: Hand, number: int) -> dict[str, Any] | None:
    """The record of a hand before the correction whose line in the log has this number."""
    entry = LogEntry.objects.filter(object_id=hand.pk, sequence=number).first()
    return None if entry is None else (entry.old or {}).get("record")


def _writing(entry: LogEntry, hand: Hand, rulebook: Rulebook) -> dict[str, Any]:
    """How a correction changed what is written; it can be put back unless it is what stands there now."""
    before, after = ((values or {}).get("record") for values in (entry.old, entry.new))
    if before is None or after is None or before == after:
        return {}
    words = [reading_of(stored_hand(record, rulebook)) for record in (before, after)]
    return {"written": ChangedValue("", *words), "earlier": entry.sequence if before != hand.record else 0}


def changed_values(
    before: Iterable[ResultLine], after: Iterable[ResultLine]
) -> dict[str, list[ChangedValue]]:
    """What a version of a result changes of another one, by seat; ``before`` is empty where there is none."""
    old = {line.letter: line for line in before}
    return {line.letter: list(_of_seat(old.get(line.letter), line)) for line in after}


def _of_seat(old: ResultLine | None, new: ResultLine) -> Iterable[ChangedValue]:
    for name, label in (("money", _("Zisk")), ("zb", "ZB"), ("premium", "PB")):
        before = getattr(old, name) if old else None
        after = getattr(new, name)
        if before != after:
            yield ChangedValue(label, _text(name, before), _text(name, after))


def _line(entry: LogEntry) -> HistoryLine:
    return HistoryLine(
        at=entry.at,
        who=entry.actor_name,
        action=action_words(entry.action),
        subject=subject_words(entry),
        reason=entry.reason,
        figures=tuple(_figures(entry.old or {}, entry.new or {})),
    )


def _figures(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterable[ChangedValue]:
    """The figures that differ, seat by seat."""
    for name, label in (("money", ""), ("zb", " ZB"), ("premium", " PB")):
        before, after = old.get(name) or {}, new.get(name) or {}
        for letter in sorted(after):
            if before.get(letter) != after[letter] and (before or after[letter]):
                yield ChangedValue(
                    f"{letter}{label}", _text(name, before.get(letter)), _text(name, after[letter])
                )
    if old.get("state") in TableState.values and new.get("state") in TableState.values:
        yield ChangedValue("", str(TableState(old["state"]).label), str(TableState(new["state"]).label))


def _text(name: str, value: int | None) -> str:
    if value is None:
        return ""
    return format_amount(value, sign=True) if name == "money" else format_points(value, sign=True)
