"""Published standings: frozen rows, one version after another."""

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from scoring.models import StandingsPublication
from scoring.selectors.standings import standings_of, standings_to_json
from scoring.services.guards import require_organiser
from tournament.actors import Actor
from tournament.enums import CLOSED_STATES
from tournament.errors import Refused
from tournament.models import Round
from tournament.services.rounds import locked_round
from tournament.services.writes import log_write


def standings_publish(*, round_: Round, by: Actor) -> StandingsPublication:
    """Show the standings after a closed round to everybody.

    Where nothing has changed since the last version, that one is returned. Raises ``Refused`` for a round
    that is not closed.
    """
    require_organiser(by)
    with transaction.atomic():
        fresh = locked_round(round_.pk)
        if fresh.state not in CLOSED_STATES:
            raise Refused(
                _("%(number)d. kolo ještě není uzavřené. Nejdřív ho uzavřete, pak zveřejněte pořadí.")
                % {"number": fresh.number},
                code="not_closed",
            )
        return _next_version(fresh, by, "") or _last(fresh)


def standings_republish(*, round_: Round, by: Actor, reason: str) -> list[StandingsPublication]:
    """A new version of everything published after ``round_`` or later, where it has changed.

    Called under the lock of the round, inside the transaction of the correction.
    """
    later = Round.objects.filter(
        tournament_id=round_.tournament_id, number__gte=round_.number, publications__isnull=False
    ).distinct()
    made = []
    for one in later.order_by("number"):
        one.tournament = round_.tournament
        version = _next_version(one, by, reason)
        if version is not None:
            made.append(version)
    return made


def _last(round_: Round) -> StandingsPublication:
    return round_.publications.latest("number")


def _next_version(round_: Round, by: Actor, reason: str) -> StandingsPublication | None:
    """The next version, or ``None`` where the last one still says the same."""
    rows = standings_to_json(standings_of(round_.tournament, round_))
    highest = round_.publications.aggregate(highest=Max("number"))["highest"] or 0
    if highest and _last(round_).rows == rows:
        return None
    publication = StandingsPublication.objects.create(
        tournament=round_.tournament,
        round=round_,
        number=highest + 1,
        rows=rows,
        reason=reason,
        published_by=by.name,
    )
    log_write(
        tournament=round_.tournament,
        by=by,
        action="scoring.standings.published",
        subject=_("pořadí po %(round)d. kole, verze %(number)d")
        % {"round": round_.number, "number": publication.number},
        object_id=publication.pk,
        old={"number": highest} if highest else None,
        new={"number": publication.number, "round": round_.number, "players": len(rows["rows"])},
        reason=reason,
    )
    return publication
