"""A table whose result will not come: closed without one for a reason that everybody reads.

Its people played no such round: they get no figures of it, and the standings say why. Until the round is
closed the table can wait for its result again; afterwards a result is supplied as a correction.
"""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.logged import RESULTS
from scoring.selectors.tables import current_result, hand_totals
from scoring.services.guards import (
    locked_table,
    place_of,
    reason_given,
    require_organiser,
    require_writable,
    seat_letters,
)
from scoring.services.results import follow_hands
from tournament.actors import Actor
from tournament.enums import TableState
from tournament.errors import Refused
from tournament.journal.actions import Action, SeenBy, declare
from tournament.journal.write import log_write
from tournament.lifecycle import Act, TableAct, allowed_at, require
from tournament.models import Table
from tournament.services.rounds import round_mark_playing
from tournament.services.writes import change_expected

GIVEN_UP = declare(
    "scoring.table.given_up", gettext_lazy("Stůl uzavřen bez výsledku"), area=RESULTS, seen_by=SeenBy.TABLE
)
AWAITED = declare(
    "scoring.table.awaited",
    gettext_lazy("Na výsledek stolu se zase čeká"),
    area=RESULTS,
    seen_by=SeenBy.TABLE,
)


def result_give_up(*, table: Table, reason: str, by: Actor, expected: int | None = None) -> Table:
    """Close a table that is not confirmed without a result; ``reason`` is for everybody to read.

    What was written at it stays and counts nowhere. ``expected`` is the version of the table that was on the
    screen. Raises ``NotAllowed``, ``Refused``, ``Conflict``.
    """
    require_organiser(by=by)
    why = reason_given(reason=reason)
    with transaction.atomic():
        place = locked_table(table=table)
        require_writable(table=place)
        _move(place, by, TableState.WITHOUT_RESULT, GIVEN_UP, why, expected)
        round_mark_playing(round_=place.round, by=by)
    return place


def result_await(*, table: Table, by: Actor, expected: int | None = None) -> Table:
    """Wait for the result of such a table again, while its round is not closed.

    Where something was written it is to be confirmed, otherwise the sheet is at the table.
    """
    require_organiser(by=by)
    with transaction.atomic():
        place = locked_table(table=table)
        require(Act.CONFIRM_RESULT, state=place.round.state, number=place.round.number)
        if not allowed_at(TableAct.AWAIT, place.state):
            raise Refused(
                _("Stůl %(table)d není uzavřený bez výsledku, není co vracet.") % {"table": place.number},
                code="not_given_up",
            )
        written = hand_totals(place, seat_letters(table=place)).count or current_result(place)
        state = TableState.HANDED_IN if written else TableState.OPEN
        _move(place, by, state, AWAITED, "", expected)
        follow_hands(table=place, by=by, why=_("hry se změnily, dokud byl stůl bez výsledku"))
    return place


def _move(
    table: Table, by: Actor, state: TableState, action: Action, reason: str, expected: int | None
) -> None:
    before = table.state
    change_expected(row=table, expected=expected, state=state, no_result_reason=reason)
    log_write(
        tournament=table.round.tournament,
        by=by,
        action=action,
        **place_of(target=table),
        object_id=table.pk,
        old={"state": before},
        new={"state": state},
        reason=reason,
    )
