"""A correction of a closed round that waits for a second person: confirmed or rejected (two-person mode)."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.enums import Approval
from scoring.logged import RESULTS
from scoring.models import TableResult
from scoring.selectors.results import is_own_correction
from scoring.selectors.tables import current_result, waiting_correction
from scoring.services.guards import (
    locked_table,
    place_of,
    reason_given,
    require_desk,
    require_organiser,
    require_unfinished,
)
from scoring.services.results import Correction, in_force_text, result_values, revise_locked
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.journal.actions import Action, SeenBy, declare
from tournament.journal.write import log_write
from tournament.lifecycle import Act, require
from tournament.models import Table, next_version
from tournament.services.writes import change_expected, conflict_about

CONFIRMED = declare(
    "scoring.result.correction_confirmed",
    gettext_lazy("Oprava výsledku potvrzena"),
    area=RESULTS,
    seen_by=SeenBy.TABLE,
)
REJECTED = declare(
    "scoring.result.correction_rejected",
    gettext_lazy("Oprava výsledku zamítnuta"),
    area=RESULTS,
    seen_by=SeenBy.TABLE,
)


def correction_confirm(*, table: Table, by: Actor, expected: int | None = None) -> Correction:
    """Put the correction that waits in force; published standings follow at once.

    ``expected`` is the number of the version the form showed. Its author is refused, by his key (S28). Again
    by the same person: nothing more happens. Raises ``Conflict`` when somebody was faster.
    """
    require_organiser(by=by)
    with transaction.atomic():
        place = _locked(table)
        waiting = waiting_correction(place)
        if waiting is None or expected not in (None, waiting.number):
            return _decided_before(place, by, expected)
        waiting.table = place
        if is_own_correction(waiting, by):
            raise Refused(
                _("Oprava stolu %(table)d je od vás, potvrdit ji musí jiný pořadatel.")
                % {"table": place.number},
                code="same_person",
            )
        before = current_result(place)
        TableResult.objects.filter(table=place, current=True).update(current=False, version=next_version())
        change_expected(row=waiting, expected=None, current=True, approval="")
        _log(place, waiting, by, CONFIRMED, before=before, reason=waiting.reason)
        published = revise_locked(table=place, result=waiting, by=by, reason=waiting.reason)
    return Correction(waiting, in_force_text(published=published), published=published)


def correction_reject(*, table: Table, by: Actor, reason: str, expected: int | None = None) -> TableResult:
    """The correction that waits does not come in force and stays readable; its author may take it back so.

    Raises ``Refused`` without a reason and when nothing waits, ``Conflict`` when somebody was faster.
    """
    require_desk(by=by)
    why = reason_given(reason=reason)
    with transaction.atomic():
        place = _locked(table)
        waiting = waiting_correction(place)
        if waiting is None or expected not in (None, waiting.number):
            raise _too_late(place, expected)
        change_expected(row=waiting, expected=None, approval=Approval.REJECTED)
        _log(place, waiting, by, REJECTED, before=None, reason=why)
    return waiting


def _locked(table: Table) -> Table:
    place = locked_table(table=table)
    require(Act.CONFIRM_CORRECTION, state=place.round.state, number=place.round.number)
    require_unfinished(tournament=place.round.tournament)
    return place


def _decided_before(table: Table, by: Actor, expected: int | None) -> Correction:
    """Confirmed by the same person already: that is what he wanted. Otherwise who was faster."""
    result = current_result(table)
    if result is not None and result.number == expected and result.confirmed_by_key == by.key:
        return Correction(result, in_force_text(published=()), changed=False)
    raise _too_late(table, expected)


def _too_late(table: Table, expected: int | None) -> Conflict | Refused:
    decided = TableResult.objects.filter(table=table, number=expected or 0).first()
    if decided is not None:
        return conflict_about(row=decided)
    return Refused(
        _("U stolu %(table)d žádná oprava na potvrzení nečeká.") % {"table": table.number},
        code="nothing_waits",
    )


def _log(
    table: Table,
    result: TableResult,
    by: Actor,
    action: Action,
    *,
    before: TableResult | None,
    reason: str,
) -> None:
    in_force = action == CONFIRMED
    log_write(
        tournament=table.round.tournament,
        by=by,
        action=action,
        **place_of(target=table),
        object_id=result.pk,
        old=result_values(result=before) if before else None,
        new=result_values(result=result) if in_force else {"number": result.number},
        reason=reason,
    )
