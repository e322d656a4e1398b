"""A calendar to subscribe to (RFC 5545), by icalendar, which folds and escapes as the standard asks."""

import datetime as dt
from collections.abc import Iterable

from icalendar import Calendar, Event, vText

from public.selectors.calendar import Planned
from tournament.models import Tournament

CONTENT_TYPE = "text/calendar; charset=utf-8"


def calendar_of(tournament: Tournament, planned: Iterable[Planned], *, address: str) -> bytes:
    """The calendar of a tournament; ``address`` is its page."""
    calendar = Calendar()
    calendar.add("prodid", "-//Forhont//Forhont//CS")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", vText(tournament.name))
    for one in planned:
        calendar.add_component(_event(one, tournament, address))
    written: bytes = calendar.to_ical()
    return written


def _event(planned: Planned, tournament: Tournament, address: str) -> Event:
    event = Event()
    event.add("uid", f"{planned.key}@forhont")
    event.add("dtstamp", _utc(planned.written_at))
    event.add("sequence", planned.revision)
    event.add("summary", planned.words)
    event.add("dtstart", _utc(planned.begins))
    if planned.ends is not None:
        event.add("dtend", _utc(planned.ends))
    if tournament.place:
        event.add("location", tournament.place)
    event.add("url", address)
    return event


def _utc(at: dt.date | dt.datetime) -> dt.date | dt.datetime:
    return at.astimezone(dt.UTC) if isinstance(at, dt.datetime) else at
