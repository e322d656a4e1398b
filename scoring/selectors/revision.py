"""The revision (reklamace) of a closed round: until when its results may be claimed.

It begins when the round is closed and ends at the time somebody set, else with the first hand of the next
round, of the last round with the publication of its standings; never while a table has no result.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.enums import CLOSED_STATES
from tournament.lifecycle import BEGUN, WITHOUT_RESULT, RevisionAct, RevisionState, allowed_in
from tournament.models import Round, Table, Tournament


@dataclass(frozen=True, slots=True)
class Revision:
    """The revision of one closed round as it is now.

    ``until`` is the time that was set; without one ``next_round`` begins its end with the first hand, or, in
    the last round (``None``), the publication of its standings. ``missing`` are tables without a result.
    """

    round: int
    state: RevisionState
    until: datetime | None
    next_round: int | None
    missing: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        """Results may be claimed no more; only the chief referee corrects them."""
        return not allowed_in(RevisionAct.CORRECT, self.state)

    @property
    def text(self) -> str:
        """«Reklamace výsledků 2. kola do 14:30.»"""
        number = {"round": self.round}
        if self.is_over:
            return _("Reklamace výsledků %(round)d. kola skončila.") % number
        return _("Reklamace výsledků %(round)d. kola %(end)s.") % (number | {"end": self._end})

    @property
    def _end(self) -> str:
        if self.missing:
            tables = ", ".join(str(table) for table in self.missing)
            return _("trvá, dokud chybí výsledek; stůl %(tables)s") % {"tables": tables}
        if self.until is not None:
            return _("do %(when)s") % {"when": _when(self.until)}
        if self.next_round is not None:
            return _("do první hry %(round)d. kola") % {"round": self.next_round}
        return _("do zveřejnění pořadí")


def may_correct(revision: Revision, by: Actor) -> bool:
    """Whether this person corrects a result of the round now."""
    as_organiser = allowed_in(RevisionAct.CORRECT, revision.state) and by.is_organiser
    return as_organiser or (allowed_in(RevisionAct.CORRECT_AS_CHIEF, revision.state) and by.is_chief)


def may_set_end(revision: Revision, by: Actor) -> bool:
    """Whether this person sets until when the results of the round may be claimed."""
    as_organiser = allowed_in(RevisionAct.SET_END, revision.state) and by.is_organiser
    return as_organiser or (allowed_in(RevisionAct.SET_END_AS_CHIEF, revision.state) and by.is_chief)


def revision_of(round_: Round) -> Revision | None:
    """The revision of a round; ``None`` while it is not closed."""
    found = [one for one in revisions_of(round_.tournament) if one.round == round_.number]
    return found[0] if found else None


def running_revisions(tournament: Tournament) -> list[Revision]:
    """The rounds whose results may be claimed now; none of a tournament that has ended."""
    if tournament.finished_at is not None:
        return []
    return [one for one in revisions_of(tournament) if not one.is_over]


def revisions_of(tournament: Tournament) -> list[Revision]:
    """The revisions of all closed rounds, in a constant number of queries."""
    rounds = list(tournament.rounds.order_by("number"))
    closed = [one for one in rounds if one.state in CLOSED_STATES]
    if not closed:
        return []
    published = set(
        tournament.publications.filter(round__in=closed).values_list("round__number", flat=True).distinct()
    )
    tables = Table.objects.filter(round__in=closed, state__in=WITHOUT_RESULT).order_by("number")
    missing: dict[int, list[int]] = {}
    for round_number, number in tables.values_list("round__number", "number"):
        missing.setdefault(round_number, []).append(number)
    return [
        _revision(one, rounds, tournament.rounds_planned, published, missing.get(one.number, ()))
        for one in closed
    ]


def _revision(
    round_: Round,
    rounds: Sequence[Round],
    planned: int,
    published: Collection[int],
    missing: Sequence[int],
) -> Revision:
    later = [one for one in rounds if one.number > round_.number]
    ahead = round_.number + 1 if later or round_.number < planned else None
    if missing:
        over = False
    elif round_.revision_until is not None:
        over = timezone.now() >= round_.revision_until
    elif ahead is not None:
        over = any(one.state in BEGUN for one in later)
    else:
        over = round_.number in published
    return Revision(
        round=round_.number,
        state=RevisionState.OVER if over else RevisionState.RUNNING,
        until=round_.revision_until,
        next_round=ahead,
        missing=tuple(missing),
    )


def _when(moment: datetime) -> str:
    """The time alone today, with its day otherwise."""
    local = timezone.localtime(moment)
    return date_format(local, "H:i" if local.date() == timezone.localdate() else "j. n. H:i")
