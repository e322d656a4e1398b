"""Which state of a tournament the public sees: the cheap question of every page that is shown to many."""

import hashlib
import math
import time
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import CharField, Min, Q, QuerySet
from django.utils import timezone

from tournament.lib.prepared import Prepared
from tournament.lifecycle import ALLOWED, Act
from tournament.models import LogEntry, Table, Tournament
from tournament.selectors.hall import moments_ahead
from tournament.selectors.overview import is_public

AT_ONCE = 25
"""More acts than are being written at the same moment: so many of the last ones are looked at."""


class _Known(NamedTuple):
    """What was found out about the state ``mark``; it holds ``until`` then (seconds as ``time.time``)."""

    mark: str
    until: float
    public: bool


_KNOWN: dict[str, _Known] = {}
"""By slug; only of tournaments that exist, so that nobody fills the memory."""


def public_mark(slug: str) -> str | None:
    """The mark of the newest state, another one after each act that may change a page for everybody.

    One query of one index. The last entry alone would not do: of two written at the same moment the one with
    the lower number may be seen later. Their ids are random, so that the state differs from any other that a
    database restored from a copy comes to. ``None`` where nothing was done yet, or nobody knows the
    tournament.
    """
    return _mark_of(_LAST_PUBLIC.rows(slug=slug))


def shown_mark(slug: str) -> str | None:
    """Another one whenever a page for everybody may look otherwise: by an act, or because a time has passed.

    One query; whether the public sees anything is found out anew only after a change. ``None`` where it sees
    nothing.
    """
    mark = public_mark(slug) or ""
    known = _KNOWN.get(slug)
    if known is None or known.mark != mark or not mark or known.until <= time.time():
        # Asked before: what happens meanwhile belongs to the next state.
        until = public_until(slug)
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            return None
        known = _KNOWN[slug] = _Known(mark, until, is_public(tournament))
    return f"{known.mark}-{known.until:.0f}" if known.public else None


def tables_mark(slug: str) -> str | None:
    """The same for a page that also says how far the tables are: another one with each sheet handed in.

    That happens eighty times in a round and is no entry for everybody: only this page is made anew for it.
    """
    playing = Table.objects.filter(
        round__tournament__slug=slug, round__discarded_at=None, round__state__in=ALLOWED[Act.WRITE_HAND]
    )
    states = playing.order_by("pk").values_list("pk", "state")
    mark = public_mark(slug)
    return mark and f"{mark}-{hashlib.sha256(repr(list(states)).encode()).hexdigest()[:12]}"


def desk_mark(slug: str) -> str | None:
    """The mark of the newest state as those who work for the tournament see it: another after each act."""
    return _mark_of(_LAST.rows(slug=slug))


def _last(slug: str, **which: bool) -> "QuerySet[LogEntry, uuid.UUID]":
    entries = LogEntry.objects.filter(tournament__slug=slug, **which).order_by("-sequence")
    return entries.values_list("id", flat=True)[:AT_ONCE]


# Asked by every phone of a hall every few seconds.
_LAST_PUBLIC: Prepared[uuid.UUID] = Prepared(lambda slug: _last(slug, public=True), slug=CharField())
_LAST: Prepared[uuid.UUID] = Prepared(_last, slug=CharField())


def _mark_of(last: Sequence[uuid.UUID]) -> str | None:
    digest = hashlib.sha256(b"".join(one.bytes for one in last))
    return digest.hexdigest()[:24] if last else None


def public_until(slug: str | None) -> float:
    """Until when (seconds as ``time.time``) a page made now says the same, should nobody do anything.

    Times pass that pages name, and days end; what belongs to no tournament does not change.
    """
    if slug is None:
        return math.inf
    now = timezone.localtime()
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    revision = Min("rounds__revision_until", filter=Q(rounds__revision_until__gt=now))
    named = Tournament.objects.filter(slug=slug).annotate(revision=revision)
    ahead: list[datetime] = [midnight]
    for one in named:
        ahead += [at for at in (one.home_from, one.home_until, one.revision) if at is not None and at > now]
        ahead += moments_ahead(one)
    return min(ahead).timestamp()
