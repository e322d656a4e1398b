"""The log (Protokol) as people read it: who, when, what, old → new in words."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from rules import seating
from tournament.actors import Actor
from tournament.enums import DRAWN_STATES
from tournament.journal.actions import SeenBy, areas, declared
from tournament.journal.people import done_by
from tournament.journal.words import Change, action_words, changes_in_words, subject_words
from tournament.lib.counting import plural
from tournament.lib.names import fold
from tournament.models import Entry, KeptChange, LogEntry, Tournament
from tournament.selectors.entries import PRESENCE_WORDS

LINES = 50
"""Lines on a page."""


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
    reader: Actor,
) -> LogPage:
    """A page of the log as ``reader`` may see it, the newest first; a page that does not exist: the nearest.

    ``person`` is a ``PersonInLog.value``, ``area`` the key of one; ``query`` holds words looked for in
    action, subject and reason without diacritics.
    """
    found = LogEntry.objects.filter(readable_by(reader), tournament=tournament)
    found = found.select_related("round").order_by("-sequence")
    if person:
        found = found.filter(done_by(tournament, person))
    if area in {one.key for one in areas()}:
        found = found.filter(action__in=[one for one in declared() if one.area.key == area])
    words = fold(query).split()
    line = partial(log_line, wishes=reader.is_organiser)
    if not words:
        shown = Paginator(found, LINES).get_page(page)
        return LogPage(lines=[line(entry) for entry in shown.object_list], page=shown)
    keys = Paginator(_holding(found, words), LINES).get_page(page)
    entries = LogEntry.objects.select_related("round").in_bulk(list(keys.object_list))
    return LogPage(lines=[line(entries[key]) for key in keys.object_list], page=keys)


def readable_by(reader: Actor) -> Q:
    """Which entries a person who works for the tournament may read, by their columns and by their actions.

    Organisers read everything, an action that this version of the program does not know included.
    """
    if reader.is_organiser:
        return Q()
    kinds = {kind: [one for one in declared() if one.seen_by is kind] for kind in SeenBy}
    staff = Q(action__in=kinds[SeenBy.STAFF])
    seating = Q(action__in=kinds[SeenBy.SEATING], round__state__in=DRAWN_STATES)
    table = Q(action__in=kinds[SeenBy.TABLE])
    if reader.is_chief or not reader.tables:
        return staff | seating | table
    mine = Q(table_number__in=reader.tables)
    return ((staff | seating) & (mine | Q(table_number=None))) | (table & mine)


def log_line(entry: LogEntry, *, wishes: bool = False) -> LogLine:
    """A row of the log turned into words, with private wishes only when asked for, which organisers may.

    So is who has paid.
    """
    old, new = (values if wishes else _without_wishes(values) for values in (entry.old, entry.new))
    return LogLine(
        at=entry.at,
        who=entry.actor_name,
        action=action_words(entry.action),
        subject=subject_words(entry),
        changes=tuple(changes_in_words(old, new)),
        reason=entry.reason,
    )


def when_written() -> Coalesce:
    """For ``order_by``: where in the order of the log the row was first written about.

    Rows made one after another stand so, whatever the clock said; those without an entry come first.
    """
    return Coalesce(_about_row("sequence"), 0)


def when_last(action: str) -> Coalesce:
    """For ``order_by``: where in the order of the log the action was last done to the row."""
    return Coalesce(_about_row("-sequence", action=action), 0)


def _about_row(order: str, **which: str) -> Subquery:
    about = LogEntry.objects.filter(object_id=OuterRef("pk"), **which)
    return Subquery(about.order_by(order).values("sequence")[:1])


def _without_wishes(values: Any) -> Any:
    if not isinstance(values, dict):
        return values
    return {name: value for name, value in values.items() if name not in (*seating.PRIVATE, "fee_paid")}


def history_of(entry: Entry, reader: Actor) -> list[LogLine]:
    """What happened to one player as ``reader`` may see it, the newest first."""
    lines = LogEntry.objects.filter(readable_by(reader), object_id=entry.pk).select_related("round")
    return [log_line(line, wishes=reader.is_organiser) for line in lines.order_by("-sequence")]


def change_tapped(tournament: Tournament, log_id: uuid.UUID) -> KeptChange | None:
    """The change of an entry made by one tap at the door, which one more tap takes back."""
    taps = KeptChange.objects.filter(entry__id=log_id, entry__tournament=tournament, entry__round=None)
    return taps.select_related("entry").first()


def tapped_change(tournament: Tournament, log_id: uuid.UUID) -> TappedChange | None:
    """A change made by one tap, in words, to be offered back; ``None`` for any other."""
    change = change_tapped(tournament, log_id)
    if change is None:
        return None
    entry, people = change.entry, change.after["entries"]
    if entry.object_id is None and "presence" in people[0]:
        return TappedChange(id=entry.id, text=_many_present(entry.subject, len(people)))
    return TappedChange(id=entry.id, text=f"{entry.subject}: {_tap_words(people[0])}")


def _tap_words(tapped: Mapping[str, Any]) -> str:
    if "withdrawn_after" in tapped:
        return _("hraje dál") if tapped["withdrawn_after"] is None else _("odstoupení z turnaje")
    if "fee_paid" in tapped:
        return _("startovné zaplaceno") if tapped["fee_paid"] else _("startovné nezaplaceno")
    return str(PRESENCE_WORDS[tapped["presence"]])


def _many_present(who: str, count: int) -> str:
    """«6 hráčů označeno jako přítomní»"""
    marked = plural(
        count,
        _("označen jako přítomný"),
        _("označeni jako přítomní"),
        _("označeno jako přítomní"),
    )
    return f"{who} {marked}"


def _holding(found: QuerySet[LogEntry], words: list[str]) -> list[Any]:
    # Folded in Python, because neither database ignores Czech diacritics by itself.
    texts = ((one.pk, fold(f"{action_words(one.action)} {subject_words(one)} {one.reason}")) for one in found)
    return [pk for pk, text in texts if all(word in text for word in words)]
