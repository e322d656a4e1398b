"""Published standings: frozen rows, one version after another."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.logged import RESULTS
from scoring.models import StandingsPublication
from scoring.selectors.standings import (
    Standings,
    changed_figures,
    changed_rows,
    published_of,
    same_figures,
    same_page,
    standings_after,
    standings_of,
    standings_to_json,
)
from scoring.services.guards import require_organiser
from tournament.actors import Actor, signed
from tournament.enums import CLOSED_STATES
from tournament.errors import Refused
from tournament.journal.actions import declare
from tournament.journal.write import log_write
from tournament.lib.counting import counted, plural
from tournament.lifecycle import Act, require
from tournament.models import LogEntry, Round, Tournament
from tournament.services.rounds import locked_round, refuse_earlier_open


def _version_words(entry: LogEntry) -> str:
    return _("pořadí po %(round)d. kole, verze %(number)d") % entry.new


PUBLISHED = declare(
    "scoring.standings.published", gettext_lazy("Pořadí zveřejněno"), area=RESULTS, about=_version_words
)


def standings_publish(*, round_: Round, by: Actor) -> StandingsPublication:
    """Show the standings after a closed round to everybody.

    Where nothing has changed since the last version, not even a name, that one is returned. Raises
    ``Refused`` for a round that is not closed, and while an earlier one is open or not published.
    """
    require_organiser(by=by)
    with transaction.atomic():
        fresh = locked_round(round_id=round_.pk)
        require(Act.PUBLISH_STANDINGS, state=fresh.state, number=fresh.number)
        refuse_earlier_open(round_=fresh)
        _refuse_earlier_unpublished(fresh)
        now = standings_of(fresh.tournament, fresh)
        last = fresh.publications.order_by("number").last()
        if last is not None and same_page(published_of(last), now):
            return last
        return _next_version(fresh, now, by, "", last=last)


@dataclass(frozen=True, slots=True)
class Republished:
    """Standings that were published anew: after which round, as which version, how many lines changed."""

    round: int
    version: int
    rows: int

    def __str__(self) -> str:
        return _("Pořadí po %(round)d. kole je zveřejněno jako verze %(version)d, %(rows)s.") % {
            "round": self.round,
            "version": self.version,
            "rows": _rows_words(self.rows),
        }


def standings_republish(
    *, tournament: Tournament, first: int, by: Actor, reason: str
) -> tuple[Republished, ...]:
    """A new version of what was published after round ``first`` or later, where its figures have changed.

    Called under the lock of the tournament, inside the transaction of whatever changed them. Names stay as
    they were published until then.
    """
    later = Round.objects.filter(
        tournament=tournament, number__gte=first, state__in=CLOSED_STATES, publications__isnull=False
    ).distinct()
    published = list(later.order_by("number"))
    if not published:
        return ()
    made = []
    after = standings_after(tournament)
    for one in published:
        one.tournament = tournament
        last = one.publications.latest("number")
        before, now = published_of(last), after(one.number)
        if not same_figures(before, now):
            version = _next_version(one, now, by, reason, last=last)
            made.append(Republished(one.number, version.number, len(changed_figures(before, now))))
    return tuple(made)


def republished(*, publications: Iterable[StandingsPublication]) -> tuple[Republished, ...]:
    """What the organiser reads about the versions that were made."""
    return tuple(Republished(one.round.number, one.number, changed_rows(one)) for one in publications)


def _rows_words(count: int) -> str:
    if not count:
        return _("čísla se nezměnila")
    changed = plural(count, _("změnil se"), _("změnily se"), _("změnilo se"))
    return f"{changed} {counted(count, _('řádek'), _('řádky'), _('řádků'))}"


def _refuse_earlier_unpublished(round_: Round) -> None:
    """Standings are published in order, so that none is missing among those that people compare."""
    earlier = round_.tournament.rounds.filter(
        number__lt=round_.number, state__in=CLOSED_STATES, publications__isnull=True
    )
    missing = earlier.order_by("number").first()
    if missing is not None:
        raise Refused(
            _("Nejdřív zveřejněte pořadí po %(number)d. kole.") % {"number": missing.number},
            code="earlier_unpublished",
        )


def _next_version(
    round_: Round, standings: Standings, by: Actor, reason: str, *, last: StandingsPublication | None
) -> StandingsPublication:
    """The version that follows the ``last`` one."""
    highest = last.number if last is not None else 0
    rows = standings_to_json(standings)
    publication = StandingsPublication.objects.create(
        tournament=round_.tournament,
        round=round_,
        number=highest + 1,
        rows=rows,
        reason=reason,
        **signed("published_by", by),
    )
    log_write(
        tournament=round_.tournament,
        by=by,
        action=PUBLISHED,
        round_=round_,
        object_id=publication.pk,
        old={"number": highest} if highest else None,
        new={"number": publication.number, "round": round_.number, "players": len(rows["rows"])},
        reason=reason,
    )
    return publication
