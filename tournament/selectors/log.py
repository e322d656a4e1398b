"""The log (Protokol) as people read it: who, when, what, old → new in words."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import format_crowns
from tournament.enums import Presence, Role, RoundState, TableState
from tournament.lib.names import fold
from tournament.models import Entry, LogEntry, Round, Table, Tournament

ACTIONS = {
    "tournament.founded": gettext_lazy("Turnaj založen"),
    "tournament.finished": gettext_lazy("Turnaj ukončen"),
    "tournament.reopened": gettext_lazy("Turnaj znovu otevřen"),
    "tournament.settings.changed": gettext_lazy("Nastavení změněno"),
    "tournament.member.added": gettext_lazy("Člověk přidán"),
    "tournament.member.removed": gettext_lazy("Člověk odebrán"),
    "tournament.member.tables_changed": gettext_lazy("Stoly rozhodčího změněny"),
    "tournament.entry.created": gettext_lazy("Hráč přihlášen"),
    "tournament.entry.changed": gettext_lazy("Údaje hráče změněny"),
    "tournament.entry.presence_changed": gettext_lazy("Prezence"),
    "tournament.entry.fee_changed": gettext_lazy("Startovné"),
    "tournament.entry.withdrawn": gettext_lazy("Hráč odstoupil"),
    "tournament.entry.returned": gettext_lazy("Hráč se vrátil"),
    "tournament.entry.change_taken_back": gettext_lazy("Změna vrácena"),
    "tournament.entries.marked_present": gettext_lazy("Hromadná prezence"),
    "tournament.entries.imported": gettext_lazy("Přihlášky nahrány ze souboru"),
}
"""Dotted name of an action → what happened, as a heading."""

AREAS = {
    "entries": (gettext_lazy("Hráči"), ("tournament.entr",)),
    "rounds": (gettext_lazy("Losování a stoly"), ("tournament.round", "tournament.seat", "tournament.table")),
    "hands": (gettext_lazy("Hry"), ("scoring.hand",)),
    "results": (
        gettext_lazy("Výsledky a pořadí"),
        ("scoring.result", "scoring.table", "scoring.round", "scoring.standings", "scoring.penalt"),
    ),
    "people": (
        gettext_lazy("Nastavení a lidé"),
        ("tournament.settings", "tournament.member", "tournament.f", "tournament.reopened"),
    ),
}
"""Key of the filter → its name and the beginnings of the actions it shows."""

LABELS = {
    "number": gettext_lazy("číslo"),
    "username": gettext_lazy("přihlašovací jméno"),
    "role": gettext_lazy("role"),
    "tables": gettext_lazy("stoly"),
    "state": gettext_lazy("stav"),
    "created": gettext_lazy("nových"),
    "updated": gettext_lazy("aktualizovaných"),
    "rejected": gettext_lazy("odmítnuté řádky"),
    "warnings": gettext_lazy("upozornění"),
    "row": gettext_lazy("řádek"),
    "reason": gettext_lazy("důvod"),
}
"""Names of logged values that are no column of a tournament or of an entry."""

MONEY = ("base_rate", "fee", "money")
"""Logged values in haléře."""

CHOICES: dict[str, dict[str, Any]] = {
    "presence": dict(Presence.choices),
    "role": dict(Role.choices),
    "state": dict(RoundState.choices) | dict(TableState.choices),
} | {
    name: dict(Tournament._meta.get_field(name).choices or ())
    for name in ("table_size", "draw_method", "ranking_order", "bp_key", "bp_sharing")
}
"""Logged values that stand for a word."""

NOTHING = "–"

ENTRY_WITHDRAWN = "tournament.entry.withdrawn"
ENTRY_RETURNED = "tournament.entry.returned"
TAPS = (
    "tournament.entry.presence_changed",
    "tournament.entry.fee_changed",
    ENTRY_WITHDRAWN,
    ENTRY_RETURNED,
    "tournament.entries.marked_present",
)
"""Changes made by one tap, which one more tap takes back."""


@dataclass(frozen=True, slots=True)
class Change:
    """One value: what it was (empty for a creation) and what it is."""

    label: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log in words."""

    at: datetime
    who: str
    action: str
    subject: str
    changes: tuple[Change, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class TappedChange:
    """A change offered to be taken back: its line in the log and what it was."""

    id: uuid.UUID
    text: str


def log_of(
    tournament: Tournament, *, person: str = "", area: str = "", query: str = ""
) -> QuerySet[LogEntry]:
    """The newest first; ``person`` is a name as it stands in the log, ``area`` a key of ``AREAS``.

    ``query`` holds words looked for in action, subject and reason without diacritics.
    """
    found = LogEntry.objects.filter(tournament=tournament).order_by("-at", "id")
    if person:
        found = found.filter(actor_name=person)
    if area in AREAS:
        found = found.filter(action__regex=f"^({'|'.join(AREAS[area][1])})")
    words = fold(query).split()
    if words:
        found = found.filter(pk__in=_holding(found, words))
    return found


def people_in_log(tournament: Tournament) -> list[str]:
    """Everybody who has done something."""
    names = LogEntry.objects.filter(tournament=tournament).order_by().values_list("actor_name", flat=True)
    return sorted(set(names.distinct()), key=fold)


def log_line(entry: LogEntry) -> LogLine:
    """A row of the log turned into words."""
    return LogLine(
        at=entry.at,
        who=entry.actor_name,
        action=str(ACTIONS.get(entry.action, entry.action)),
        subject=entry.subject,
        changes=tuple(_changes(entry.old, entry.new)),
        reason=entry.reason,
    )


def history_of(entry: Entry) -> list[LogLine]:
    """What happened to one player, the newest first."""
    return [log_line(line) for line in LogEntry.objects.filter(object_id=entry.pk).order_by("-at", "id")]


def tapped_change(tournament: Tournament, log_id: uuid.UUID) -> TappedChange | None:
    """A change made by one tap, in words, to be offered back; ``None`` for any other."""
    made = LogEntry.objects.filter(pk=log_id, tournament=tournament, action__in=TAPS).first()
    if made is None:
        return None
    line = log_line(made)
    return TappedChange(id=made.pk, text=f"{line.subject}: {_tap_words(made)}")


def _tap_words(made: LogEntry) -> str:
    if made.action in (ENTRY_WITHDRAWN, ENTRY_RETURNED):
        return _("odstoupil z turnaje") if made.action == ENTRY_WITHDRAWN else _("hraje dál")
    value = next(iter(made.new.values()))
    if isinstance(value, bool):
        return _("startovné zaplaceno") if value else _("startovné nezaplaceno")
    return str(CHOICES["presence"][value])


def _holding(found: QuerySet[LogEntry], words: list[str]) -> list[Any]:
    # Folded in Python, because neither database ignores Czech diacritics by itself.
    rows = found.values_list("pk", "action", "subject", "reason")
    texts = (
        (pk, fold(f"{ACTIONS.get(action, action)} {subject} {why}")) for pk, action, subject, why in rows
    )
    return [pk for pk, text in texts if all(word in text for word in words)]


def _changes(old: Any, new: Any) -> list[Change]:
    """Values side by side; those that stayed the same are left out."""
    before, after = _flat(old), _flat(new)
    names = [*before, *(name for name in after if name not in before)]
    # Of something new only what it has is told; of a change also what is no more.
    empty = NOTHING if old is not None and new is not None else ""
    pairs = ((name, before.get(name, empty), after.get(name, empty)) for name in names)
    return [
        Change(label=_label(name), old=was, new=now)
        for name, was, now in pairs
        if was != now and {was, now} != {"", NOTHING}
    ]


def _flat(values: Any) -> dict[str, str]:
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        return {"": _shown("", values)}
    return {name: _shown(name, value) for name, value in values.items()}


def _label(name: str) -> str:
    if name in LABELS:
        return str(LABELS[name])
    for model in (Entry, Tournament, Round, Table):
        for field in model._meta.fields:
            if field.name == name:
                return str(field.verbose_name)
    return name


def _shown(name: str, value: Any) -> str:
    """A logged value in words.

    >>> _shown("base_rate", 20), _shown("x", {"A": 1, "B": [2, 3]})
    ('0,20\\xa0Kč', 'A: 1, B: 2, 3')
    """
    if value is None or value in ("", [], {}):
        return NOTHING
    if isinstance(value, bool):
        return _("ano") if value else _("ne")
    if isinstance(value, Mapping):
        return ", ".join(f"{_label(key)}: {_shown(key, inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(_shown(name, inner) for inner in value)
    if name in MONEY and isinstance(value, int):
        return format_crowns(value)
    return str(CHOICES.get(name, {}).get(value, value))
