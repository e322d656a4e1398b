"""The log (Protokol) as people read it: who, when, what, old → new in words."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.lib.counting import plural
from tournament.lib.names import fold
from tournament.models import Entry, LogEntry, Tournament
from tournament.selectors.entries import PRESENCE_WORDS
from tournament.selectors.log_words import Change, action_words, changes_in_words

AREAS = {
    "entries": (gettext_lazy("Hráči"), ("tournament.entr",)),
    "rounds": (gettext_lazy("Losování a stoly"), ("tournament.round", "tournament.seat", "tournament.link")),
    "hands": (gettext_lazy("Hry"), ("scoring.hand",)),
    "results": (
        gettext_lazy("Výsledky a pořadí"),
        ("scoring.result", "scoring.table", "scoring.round", "scoring.standings", "scoring.penalt"),
    ),
    "people": (
        gettext_lazy("Nastavení a lidé"),
        ("tournament.settings", "scoring.points", "tournament.member", "tournament.f", "tournament.reopened"),
    ),
}
"""Key of the filter → its name and the beginnings of the actions it shows."""

LINES = 50
"""Lines on a page."""

ENTRY_WITHDRAWN = "tournament.entry.withdrawn"
ENTRY_RETURNED = "tournament.entry.returned"
ENTRIES_MARKED_PRESENT = "tournament.entries.marked_present"
ENTRIES_WITHDRAWN = "tournament.entries.withdrawn"
TAPS = (
    "tournament.entry.presence_changed",
    "tournament.entry.fee_changed",
    ENTRY_WITHDRAWN,
    ENTRY_RETURNED,
    ENTRIES_MARKED_PRESENT,
    ENTRIES_WITHDRAWN,
)
"""Changes made by one tap, which one more tap takes back."""


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
class LogPage:
    """Lines of one page and the page itself, for the way to the others."""

    lines: list[LogLine]
    page: Page[Any]


@dataclass(frozen=True, slots=True)
class TappedChange:
    """A change offered to be taken back: its line in the log and what it was."""

    id: uuid.UUID
    text: str


def log_page(
    tournament: Tournament,
    *,
    person: str = "",
    area: str = "",
    query: str = "",
    page: str | int | None = 1,
    tables: Collection[int] = (),
) -> LogPage:
    """A page of the log, the newest first; a page that does not exist gives the nearest.

    ``person`` is a name as it stands in the log, ``area`` a key of ``AREAS``; ``query`` holds words looked
    for in action, subject and reason without diacritics. ``tables`` are those of a referee who sees only
    some (empty: all): lines about another table are left out.
    """
    found = LogEntry.objects.filter(tournament=tournament).order_by("-at", "id")
    if tables:
        numbers = "|".join(map(str, sorted(tables)))
        about_mine = Q(subject__regex=rf"stůl ({numbers})([^0-9]|$)")
        found = found.filter(about_mine | ~Q(subject__contains="stůl "))
    if person:
        found = found.filter(actor_name=person)
    if area in AREAS:
        beginnings = [("action__startswith", beginning) for beginning in AREAS[area][1]]
        found = found.filter(Q(*beginnings, _connector=Q.OR))
    words = fold(query).split()
    if not words:
        shown = Paginator(found, LINES).get_page(page)
        return LogPage(lines=[log_line(entry) for entry in shown.object_list], page=shown)
    keys = Paginator(_holding(found, words), LINES).get_page(page)
    entries = LogEntry.objects.in_bulk(list(keys.object_list))
    return LogPage(lines=[log_line(entries[key]) for key in keys.object_list], page=keys)


def people_in_log(tournament: Tournament) -> list[str]:
    """Everybody who has done something."""
    names = LogEntry.objects.filter(tournament=tournament).order_by().values_list("actor_name", flat=True)
    return sorted(set(names.distinct()), key=fold)


def log_line(entry: LogEntry) -> LogLine:
    """A row of the log turned into words."""
    return LogLine(
        at=entry.at,
        who=entry.actor_name,
        action=action_words(entry.action),
        subject=entry.subject,
        changes=tuple(changes_in_words(entry.old, entry.new)),
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
    if made.action == ENTRIES_MARKED_PRESENT:
        return TappedChange(id=made.pk, text=_many_present(made))
    return TappedChange(id=made.pk, text=f"{made.subject}: {_tap_words(made)}")


def _tap_words(made: LogEntry) -> str:
    said = {
        ENTRY_WITHDRAWN: _("odstoupení z turnaje"),
        ENTRIES_WITHDRAWN: _("odstoupení z turnaje"),
        ENTRY_RETURNED: _("hraje dál"),
    }
    if made.action in said:
        return said[made.action]
    value = next(iter((made.new or {}).values()))
    if isinstance(value, bool):
        return _("startovné zaplaceno") if value else _("startovné nezaplaceno")
    return str(PRESENCE_WORDS[value])


def _many_present(made: LogEntry) -> str:
    """«6 hráčů označeno jako přítomní»"""
    marked = plural(
        len(made.new or {}),
        _("označen jako přítomný"),
        _("označeni jako přítomní"),
        _("označeno jako přítomní"),
    )
    return f"{made.subject} {marked}"


def _holding(found: QuerySet[LogEntry], words: list[str]) -> list[Any]:
    # Folded in Python, because neither database ignores Czech diacritics by itself.
    rows = found.values_list("pk", "action", "subject", "reason")
    texts = ((pk, fold(f"{action_words(action)} {subject} {why}")) for pk, action, subject, why in rows)
    return [pk for pk, text in texts if all(word in text for word in words)]
