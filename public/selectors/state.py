"""The newest state of a tournament as live pages ask for it: all of them, every few seconds."""

import time
from typing import NamedTuple

from tournament.models import Tournament
from tournament.selectors.overview import is_public
from tournament.selectors.public_state import public_mark, public_until


class _Known(NamedTuple):
    """What was found out about the state ``mark``; it holds ``until`` then (seconds as ``time.time``)."""

    mark: str
    until: float
    public: bool


_KNOWN: dict[str, _Known] = {}
"""By slug; only of tournaments that exist, so that nobody fills the memory."""


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
