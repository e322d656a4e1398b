"""People who are not to sit at one table: the draw keeps them apart, and says where it could not."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actors import Actor
from tournament.errors import Refused
from tournament.journal.actions import ENTRIES, Action, SeenBy, declare
from tournament.journal.write import log_write
from tournament.models import Entry
from tournament.selectors.entries import entries_of
from tournament.services.writes import change_expected, lock_tournament

KEPT_APART = declare(
    "tournament.entry.kept_apart", gettext_lazy("Nesedět spolu"), area=ENTRIES, seen_by=SeenBy.ORGANISERS
)
LET_TOGETHER = declare(
    "tournament.entry.let_together",
    gettext_lazy("Smějí zase sedět spolu"),
    area=ENTRIES,
    seen_by=SeenBy.ORGANISERS,
)


def entry_keep_apart(*, entry: Entry, number: int, by: Actor) -> bool:
    """``entry`` and the player with this start number are not to sit together; holds for both.

    Says whether it was new. Raises ``Refused`` for an unknown number and for his own.
    """
    with transaction.atomic():
        entry, other = _both(entry, number)
        if other.number in entry.apart or entry.number in other.apart:
            return False
        _write(entry, other, [*entry.apart, other.number], by=by, action=KEPT_APART)
    return True


def entry_let_together(*, entry: Entry, number: int, by: Actor) -> bool:
    """The two may sit together again, whichever of them it was written at. Says whether anything changed."""
    with transaction.atomic():
        pair = _both(entry, number)
        changed = False
        for one, other in (pair, pair[::-1]):
            if other.number in one.apart:
                left = [apart for apart in one.apart if apart != other.number]
                _write(one, other, left, by=by, action=LET_TOGETHER)
                changed = True
    return changed


def _both(entry: Entry, number: int) -> tuple[Entry, Entry]:
    """Both as they are now, under the lock of the players."""
    lock_tournament(tournament=entry.tournament)
    found = {
        one.number: one
        for one in entries_of(entry.tournament)
        .filter(number__in=(entry.number, number))
        .select_related("tournament")
    }
    if number == entry.number:
        raise Refused(
            _("Nikdo nesedí sám se sebou; vyberte jiného hráče."),
            code="himself",
            fields={"other": _("Vyberte jiného hráče.")},
        )
    if number not in found:
        raise Refused(
            _("Startovní číslo %(number)s v turnaji nikdo nemá.") % {"number": number},
            code="unknown_player",
            fields={"other": _("Vyberte hráče ze seznamu.")},
        )
    return found[entry.number], found[number]


def _write(entry: Entry, other: Entry, apart: list[int], *, by: Actor, action: Action) -> None:
    old: dict[str, Any] = {"apart": entry.apart}
    change_expected(row=entry, expected=None, apart=sorted(apart))
    log_write(
        tournament=entry.tournament,
        by=by,
        action=action,
        subject=f"{entry} a {other}"[:200],
        object_id=entry.pk,
        old=old,
        new={"apart": entry.apart},
    )
