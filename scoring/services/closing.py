"""Closing a round: every table confirmed, the results count from now on."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.selectors.results import obstacles_to_closing
from scoring.selectors.tables import current_result
from scoring.services.guards import require_organiser
from scoring.services.penalties import propose_missing_signatures
from scoring.services.results import confirm_locked, result_from_hands
from tournament.actors import Actor
from tournament.enums import CLOSED_STATES, RoundState, TableState
from tournament.errors import Refused
from tournament.lifecycle import Act, require
from tournament.models import Round, Table, next_version
from tournament.services.rounds import locked_round, when_text
from tournament.services.writes import log_write


@dataclass(frozen=True, slots=True)
class Closing:
    """What closing did: the tables confirmed on the way and the penalties proposed; ``text`` says it."""

    text: str
    already: bool
    confirmed: tuple[int, ...] = ()
    proposed: int = 0


def round_close(*, round_: Round, by: Actor) -> Closing:
    """Confirm in the caller's name every table that has hands and nothing against it, and close the round.

    Otherwise ``Refused`` names the tables with their players and nothing changes (``fields``: by table). A
    round that is closed already says by whom and when.
    """
    require_organiser(by)
    with transaction.atomic():
        fresh = locked_round(round_.pk)
        if fresh.state in CLOSED_STATES:
            return Closing(_already(fresh), already=True)
        require(Act.CLOSE, state=fresh.state, number=fresh.number)
        _refuse_obstacles(fresh, by)
        tables = list(fresh.tables.order_by("number"))
        confirmed = _confirm_rest(fresh, tables, by)
        _close(fresh, by)
        results = {table: current_result(table) for table in tables}
        unsigned = [table for table, result in results.items() if result is not None and not result.signed]
        proposed = propose_missing_signatures(round_=fresh, tables=unsigned, by=by)
    text = _("%(number)d. kolo je uzavřené, výsledky se počítají do pořadí.") % {"number": fresh.number}
    if proposed:
        text += " " + _("Chybí podpis zapisovatele, navržené tresty najdete u pořadí.")
    return Closing(text, already=False, confirmed=confirmed, proposed=len(proposed))


def _already(round_: Round) -> str:
    return _("%(number)d. kolo už uzavřel(a) %(who)s (%(when)s).") % {
        "number": round_.number,
        "who": round_.closed_by or "?",
        "when": when_text(round_.closed_at),
    }


def _refuse_obstacles(round_: Round, by: Actor) -> None:
    if not round_.tables.exists():
        raise Refused(
            _("%(number)d. kolo nemá žádný stůl, není co uzavřít.") % {"number": round_.number},
            code="no_tables",
        )
    obstacles = obstacles_to_closing(round_, by)
    if obstacles:
        raise Refused(
            _("%(number)d. kolo se zatím nedá uzavřít – %(tables)s.")
            % {"number": round_.number, "tables": "; ".join(map(str, obstacles))},
            code="unfinished_tables",
            fields={str(one.table): one.why for one in obstacles},
        )


def _confirm_rest(round_: Round, tables: list[Table], by: Actor) -> tuple[int, ...]:
    confirmed = []
    for table in tables:
        table.round = round_
        if table.state == TableState.CONFIRMED:
            continue
        result = current_result(table) or result_from_hands(table, by=by)
        result.table = table
        confirm_locked(table, result, by=by)
        confirmed.append(table.number)
    return tuple(confirmed)


def _close(round_: Round, by: Actor) -> None:
    Table.objects.filter(round=round_).update(state=TableState.CLOSED, version=next_version())
    old = round_.state
    Round.objects.filter(pk=round_.pk).update(
        state=RoundState.CLOSED, closed_at=timezone.now(), closed_by=by.name, version=next_version()
    )
    log_write(
        tournament=round_.tournament,
        by=by,
        action="scoring.round.closed",
        subject=str(round_),
        object_id=round_.pk,
        old={"state": old},
        new={"state": RoundState.CLOSED},
    )
