"""Until when the results of a closed round may be claimed: the time somebody set for its revision."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.logged import RESULTS
from scoring.selectors.revision import may_set_end, revision_of
from scoring.services.guards import require_desk, require_unfinished
from tournament.actors import Actor
from tournament.errors import NotAllowed, Refused
from tournament.journal.actions import declare
from tournament.journal.write import log_write
from tournament.lifecycle import Act, require
from tournament.models import Round
from tournament.services.rounds import locked_round, when_text
from tournament.services.writes import change_expected

SET = declare("scoring.revision.set", gettext_lazy("Reklamace výsledků: konec"), area=RESULTS)

LONGEST = timedelta(days=30)


def revision_set(*, round_: Round, until: datetime | None, by: Actor, expected: int | None = None) -> Round:
    """Set until when the results of a closed round may be claimed; ``None``: as it is without a time.

    While its revision runs an organiser does it, afterwards the chief referee alone. Raises ``NotAllowed``,
    ``Refused`` beside ``until``, ``Conflict``.
    """
    require_desk(by=by)
    with transaction.atomic():
        fresh = locked_round(round_id=round_.pk)
        require(Act.CORRECT_RESULT, state=fresh.state, number=fresh.number)
        require_unfinished(tournament=fresh.tournament)
        revision = revision_of(fresh)
        if revision is not None and not may_set_end(revision, by):
            raise NotAllowed(
                _("Reklamace výsledků %(number)d. kola skončila. Prodloužit ji může už jen hlavní rozhodčí.")
                % {"number": fresh.number},
                code="revision_over",
            )
        _require_ahead(until)
        before = fresh.revision_until
        if before != until:
            change_expected(row=fresh, expected=expected, revision_until=until)
            log_write(
                tournament=fresh.tournament,
                by=by,
                action=SET,
                round_=fresh,
                object_id=fresh.pk,
                old={"until": when_text(moment=before) if before else ""},
                new={"until": when_text(moment=until) if until else ""},
            )
    return fresh


def _require_ahead(until: datetime | None) -> None:
    now = timezone.now()
    if until is not None and not now < until < now + LONGEST:
        raise Refused(
            _("Konec reklamace má teprve přijít, nejpozději za třicet dní."),
            code="revision_end",
            fields={"until": _("Napište čas, který teprve přijde, nejpozději za třicet dní.")},
        )
