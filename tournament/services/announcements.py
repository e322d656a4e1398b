"""What everybody is told: announcements that stay until taken away, and what is to come at a time."""

import uuid
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actors import Actor, signed
from tournament.enums import ComingKind
from tournament.errors import Refused
from tournament.journal.actions import Action, declare, declare_area
from tournament.journal.write import log_write
from tournament.lib.names import normalise
from tournament.models import Announcement, ComingEvent, Tournament
from tournament.selectors.hall import next_round_to_start
from tournament.services.checks import check_fields, check_years, invalid
from tournament.services.writes import change_expected, lock_tournament, run_once

HALL = declare_area("hall", gettext_lazy("Hlášení a program"), place=3)
ANNOUNCED = declare("tournament.announcement.made", gettext_lazy("Hlášení"), area=HALL)
TAKEN_AWAY = declare("tournament.announcement.taken_away", gettext_lazy("Hlášení sňato"), area=HALL)
PUT_BACK = declare("tournament.announcement.put_back", gettext_lazy("Hlášení vráceno"), area=HALL)
COMING = declare("tournament.coming.announced", gettext_lazy("Oznámeno předem"), area=HALL)
COMING_MOVED = declare("tournament.coming.changed", gettext_lazy("Oznámený čas změněn"), area=HALL)
COMING_GONE = declare("tournament.coming.taken_away", gettext_lazy("Oznámení zrušeno"), area=HALL)


def announcement_make(
    *, tournament: Tournament, by: Actor, text: str, submission: uuid.UUID | None = None
) -> Announcement:
    """Put a sentence on top of every public page. Refuses ``invalid`` text."""

    def create() -> Announcement:
        lock_tournament(tournament=tournament)
        made = Announcement(tournament=tournament, text=normalise(text), **signed("made_by", by))
        if not made.text:
            raise invalid(wrong={"text": _("Napište, co se má všem ukázat.")})
        check_fields(row=made, fields=("text",))
        made.save(force_insert=True)
        _log(made, by, ANNOUNCED, new={"text": made.text})
        return made

    return run_once(submission=submission, action=ANNOUNCED, model=Announcement, create=create)


def announcement_take_away(*, announcement: Announcement, by: Actor, expected: int | None = None) -> None:
    """It is shown no more; done again it changes nothing."""
    _shown(announcement, by, expected, timezone.now())


def announcement_put_back(*, announcement: Announcement, by: Actor, expected: int | None = None) -> None:
    """It is shown again, with the time when it was made."""
    _shown(announcement, by, expected, None)


def coming_announce(
    *,
    tournament: Tournament,
    by: Actor,
    kind: ComingKind,
    at: datetime,
    text: str = "",
    submission: uuid.UUID | None = None,
) -> ComingEvent:
    """Tell everybody beforehand, without a text by its kind. Refuses ``invalid`` fields, ``coming_past``."""

    def create() -> ComingEvent:
        lock_tournament(tournament=tournament)
        event = ComingEvent(tournament=tournament, kind=kind, at=at, text=_words(tournament, kind, text))
        _check_coming(event)
        event.save(force_insert=True)
        _log(event, by, COMING, new=_values(event))
        return event

    return run_once(submission=submission, action=COMING, model=ComingEvent, create=create)


def coming_change(
    *, event: ComingEvent, by: Actor, at: datetime, text: str = "", expected: int | None = None
) -> None:
    """Another time or other words of it. Refuses ``invalid`` fields and ``coming_past``."""
    with transaction.atomic():
        lock_tournament(tournament=event.tournament)
        old = _values(event)
        words = _words(event.tournament, ComingKind(event.kind), text)
        changed = ComingEvent(tournament=event.tournament, kind=event.kind, at=at, text=words)
        if _values(changed) == old:
            return
        _check_coming(changed)
        change_expected(row=event, expected=expected, at=at, text=words)
        _log(event, by, COMING_MOVED, old=old, new=_values(event))


def coming_take_away(*, event: ComingEvent, by: Actor, expected: int | None = None) -> None:
    """It will not be; done again it changes nothing."""
    if event.taken_away_at is not None:
        return
    with transaction.atomic():
        lock_tournament(tournament=event.tournament)
        change_expected(row=event, expected=expected, taken_away_at=timezone.now())
        _log(event, by, COMING_GONE, old=_values(event))


def _shown(announcement: Announcement, by: Actor, expected: int | None, away: datetime | None) -> None:
    if (announcement.taken_away_at is None) is (away is None):
        return
    with transaction.atomic():
        lock_tournament(tournament=announcement.tournament)
        change_expected(row=announcement, expected=expected, taken_away_at=away)
        _log(announcement, by, TAKEN_AWAY if away else PUT_BACK, new={"text": announcement.text})


def _words(tournament: Tournament, kind: ComingKind, text: str) -> str:
    said = normalise(text)
    if said:
        return said
    if kind == ComingKind.ROUND:
        return _("Začíná %(number)s. kolo") % {"number": next_round_to_start(tournament)}
    return _("Přestávka") if kind == ComingKind.BREAK else ""


def _check_coming(event: ComingEvent) -> None:
    if not event.text:
        raise invalid(wrong={"text": _("Napište, co se chystá.")})
    check_fields(row=event, fields=("kind", "text"))
    check_years(values={"at": event.at})
    if event.at <= timezone.now():
        text = _("Tento čas už minul, napište pozdější.")
        raise Refused(text, code="coming_past", fields={"at": text})


def _values(event: ComingEvent) -> dict[str, str]:
    return {"coming": event.kind, "coming_at": event.at.isoformat(), "text": event.text}


def _log(
    row: Announcement | ComingEvent,
    by: Actor,
    action: Action,
    *,
    old: dict[str, str] | None = None,
    new: dict[str, str] | None = None,
) -> None:
    log_write(tournament=row.tournament, by=by, action=action, object_id=row.pk, old=old, new=new)
