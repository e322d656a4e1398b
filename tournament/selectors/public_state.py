"""Which state of a tournament the public sees: the cheap question of every page that is shown to many."""

import hashlib
import math
from datetime import datetime, timedelta

from django.db.models import Min, Q
from django.utils import timezone

from tournament.models import LogEntry, Tournament
from tournament.selectors.hall import moments_ahead

AT_ONCE = 25
"""More acts than are being written at the same moment: so many of the last ones are looked at."""


def public_mark(slug: str) -> str | None:
    """The mark of the newest state, another one after each act that may change a page for everybody.

    One query of one index. The last entry alone would not do: of two written at the same moment the one with
    the lower number may be seen later. Their ids are random, so that the state differs from any other that a
    database restored from a copy comes to. ``None`` where nothing was done yet, or nobody knows the
    tournament.
    """
    entries = LogEntry.objects.filter(tournament__slug=slug, public=True).order_by("-sequence")
    last = entries.values_list("id", flat=True)[:AT_ONCE]
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
