"""Closing a round: every table confirmed, the results count from now on."""

from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.logged import RESULTS
from scoring.selectors.results import obstacles_to_closing
from scoring.selectors.tables import current_result
from scoring.services.guards import require_organiser
from scoring.services.penalties import propose_for_sheets
from scoring.services.results import confirm_locked, result_from_hands
from scoring.services.standings import standings_republish
from tournament.actors import Actor, signed
from tournament.enums import CLOSED_STATES, RoundState, TableState
from tournament.errors import Refused
from tournament.journal.actions import declare
from tournament.journal.write import log_write
from tournament.lifecycle import WITHOUT_RESULT, Act, TableAct, allowed_at, require
from tournament.models import Round, Table, next_version
from tournament.services.rounds import locked_round, refuse_earlier_open, when_text

CLOSED = declare("scoring.round.closed", gettext_lazy("Kolo uzavřeno"), area=RESULTS)


@dataclass(frozen=True, slots=True)
class Closing:
    """What closing did: the tables confirmed on the way and the penalties proposed; ``text`` says it."""

    text: str
    already: bool
    confirmed: tuple[int, ...] = ()
    proposed: int = 0


def round_close(*, round_: Round, by: Actor) -> Closing:
    """Confirm in the caller's name every table that has hands and nothing against it, and close the round.

    Otherwise ``Refused`` names the tables with their players and nothing changes (``fields``: by table), or
    the earlier round that is not closed. A round that is closed already says by whom and when. Standings
    published after a later round, if there are any, follow at once.
    """
    require_organiser(by=by)
    with transaction.atomic():
        fresh = locked_round(round_id=round_.pk)
        if fresh.state in CLOSED_STATES:
            return Closing(_already(fresh), already=True)
        require(Act.CLOSE, state=fresh.state, number=fresh.number)
        refuse_earlier_open(round_=fresh)
        _refuse_obstacles(fresh, by)
        tables = list(fresh.tables.order_by("number"))
        confirmed = _confirm_rest(fresh, tables, by)
        _close(fresh, by)
        entered = {table: current_result(table) for table in tables if table.state not in WITHOUT_RESULT}
        results = {table: result for table, result in entered.items() if result is not None}
        proposed = propose_for_sheets(round_=fresh, results=results, by=by)
        standings_republish(
            tournament=fresh.tournament,
            first=fresh.number,
            by=by,
            reason=_("%(number)d. kolo uzavřeno dodatečně") % {"number": fresh.number},
        )
    text = _("%(number)d. kolo je uzavřené, výsledky se počítají do pořadí.") % {"number": fresh.number}
    if proposed:
        text += " " + _("Na lístku něco chybí (B/1), navržené tresty najdete na stránce Tresty.")
    return Closing(text, already=False, confirmed=confirmed, proposed=len(proposed))


def _already(round_: Round) -> str:
    return _("%(number)d. kolo už je uzavřené: %(who)s (%(when)s).") % {
        "number": round_.number,
        "who": round_.closed_by or "?",
        "when": when_text(moment=round_.closed_at),
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
        if not allowed_at(TableAct.CONFIRM, table.state):
            continue
        result = current_result(table) or result_from_hands(table=table, by=by)
        result.table = table
        confirm_locked(table=table, result=result, by=by)
        confirmed.append(table.number)
    return tuple(confirmed)


def _close(round_: Round, by: Actor) -> None:
    tables = Table.objects.filter(round=round_).exclude(state__in=WITHOUT_RESULT)
    tables.update(state=TableState.CLOSED, version=next_version())
    old = round_.state
    now = timezone.now()
    minutes = round_.tournament.revision_minutes
    Round.objects.filter(pk=round_.pk).update(
        state=RoundState.CLOSED,
        closed_at=now,
        revision_until=now + timedelta(minutes=minutes) if minutes else None,
        version=next_version(),
        **signed("closed_by", by),
    )
    log_write(
        tournament=round_.tournament,
        by=by,
        action=CLOSED,
        round_=round_,
        object_id=round_.pk,
        old={"state": old},
        new={"state": RoundState.CLOSED},
    )
