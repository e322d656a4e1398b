"""A story in the journal, told in full: what was done, by whom, where, what was and what is, why."""

import json
from pathlib import Path
from typing import Any

from tournament.journal.words import subject_words
from tournament.models import LogEntry

DATA = Path(__file__).parent / "data"


def told() -> str:
    """Every entry there is, in the order of the log: two lines each, a third one for the reason."""
    return "\n".join(line for entry in LogEntry.objects.order_by("sequence") for line in _told(entry)) + "\n"


def story(area: str) -> str:
    """The story as it is to be told; whoever changes it on purpose writes `data/journal_….txt` anew."""
    return (DATA / f"journal_{area}.txt").read_text(encoding="utf-8")


def _told(entry: LogEntry) -> list[str]:
    lines = [
        f"{entry.action} | {entry.actor_name} | {subject_words(entry)}",
        f"    {_json(entry.old)} → {_json(entry.new)}",
    ]
    return [*lines, f"    {entry.reason}"] if entry.reason else lines


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
