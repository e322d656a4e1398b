"""Penalties in the standings: proposed, applied, rejected; published standings follow at once."""

import uuid
from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from rules.money import join_names
from scoring.services.guards import reason_given, require_unfinished
from scoring.services.standings import standings_republish
from tournament.actors import Actor
from tournament.errors import NotAllowed, Refused
from tournament.models import Entry, Penalty, Round, Table
from tournament.services.rounds import locked_round
from tournament.services.writes import change_expected, log_write, run_once

MISSING_SIGNATURE = "B/1"
POINTS_LIMIT = 100_000


def penalty_create(
    *,
    round_: Round,
    entry: Entry,
    points: int,
    reason: str,
    by: Actor,
    article: str = "",
    submission: uuid.UUID | None = None,
) -> Penalty:
    """A penalty in force at once; ``points`` are zero (a warning) or negative. Raises ``Refused``."""
    _require_judge(by)
    why = reason_given(reason)
    _require_points(points)
    if entry.tournament_id != round_.tournament_id:
        raise Refused(_("Tenhle hráč v turnaji není."), code="other_tournament")

    def create() -> Penalty:
        fresh = locked_round(round_.pk)
        require_unfinished(fresh.tournament)
        _refuse_second(fresh, entry, article)
        penalty = Penalty.objects.create(
            tournament=fresh.tournament,
            entry=entry,
            round=fresh,
            state=Penalty.State.APPLIED,
            points=points,
            article=article,
            reason=why,
            decided_by=by.name,
            decided_at=timezone.now(),
        )
        _log(penalty, by, "scoring.penalty.created", None)
        _republish([penalty], by)
        return penalty

    return run_once(submission=submission, action="scoring.penalty.created", model=Penalty, create=create)


def penalty_apply(*, penalty: Penalty, points: int, by: Actor, expected: int | None = None) -> Penalty:
    """Put a proposed penalty in force with its points."""
    _require_points(points)
    return _decide(penalty, Penalty.State.APPLIED, points=points, by=by, expected=expected)


def penalties_apply(
    *, penalties: Sequence[Penalty], points: int, by: Actor, expected: Mapping[uuid.UUID, int]
) -> list[Penalty]:
    """Put the proposed penalties of a table in force together, each with the same points.

    ``expected`` are the versions that were on the screen. Published standings follow once, not once a player.
    """
    _require_judge(by)
    _require_points(points)
    with transaction.atomic():
        for round_id in sorted({one.round_id for one in penalties if one.round_id}):
            locked_round(round_id)
        done = [
            _decided(one, Penalty.State.APPLIED, points=points, by=by, expected=expected[one.pk])
            for one in penalties
        ]
        changed = [one for one in done if one is not None]
        if changed:
            _republish(changed, by)
    return changed


def penalty_reject(*, penalty: Penalty, by: Actor, expected: int | None = None) -> Penalty:
    """A penalty that does not stand: proposed or in force until now. It stays on the list."""
    return _decide(penalty, Penalty.State.REJECTED, points=penalty.points, by=by, expected=expected)


def propose_missing_signatures(*, round_: Round, tables: Iterable[Table], by: Actor) -> list[Penalty]:
    """B/1: an unsigned sheet is a matter of everybody at the table; points are for the organiser to say.

    Called under the lock of the round that is being closed; what was proposed or rejected before stays.
    """
    made = []
    for table in tables:
        for seat in table.seats.select_related("entry"):
            penalty, new = Penalty.objects.get_or_create(
                entry=seat.entry,
                round=round_,
                article=MISSING_SIGNATURE,
                defaults={
                    "tournament": round_.tournament,
                    "reason": _("Chybí podpis zapisovatele na lístku stolu %(n)d") % {"n": table.number},
                },
            )
            if new:
                _log(penalty, by, "scoring.penalty.proposed", None)
                made.append(penalty)
    return made


def _decide(penalty: Penalty, state: str, *, points: int, by: Actor, expected: int | None) -> Penalty:
    _require_judge(by)
    with transaction.atomic():
        first = _first_round(penalty)
        if first is not None:
            locked_round(first.pk)
        changed = _decided(penalty, state, points=points, by=by, expected=expected)
        if changed is not None:
            _republish([changed], by)
    return changed or Penalty.objects.get(pk=penalty.pk)


def _decided(penalty: Penalty, state: str, *, points: int, by: Actor, expected: int | None) -> Penalty | None:
    """The penalty as decided; ``None`` when it stood so already. Called under the lock of its round."""
    fresh = Penalty.objects.select_related("entry", "round", "tournament").get(pk=penalty.pk)
    if fresh.state == state and fresh.points == points:
        return None
    require_unfinished(fresh.tournament)
    old = _values(fresh)
    change_expected(
        fresh,
        expected=expected,
        state=state,
        points=points,
        decided_by=by.name,
        decided_at=timezone.now(),
    )
    _log(fresh, by, f"scoring.penalty.{state}", old)
    return fresh


def _first_round(penalty: Penalty) -> Round | None:
    """The round from which on the penalty counts: its own, or the first."""
    return penalty.round or penalty.tournament.rounds.order_by("number").first()


def _republish(penalties: Sequence[Penalty], by: Actor) -> None:
    """A new version of the standings from the round of these penalties on; all of them are of one round."""
    first = _first_round(penalties[0])
    if first is None:
        return
    first.tournament = penalties[0].tournament
    who = join_names([str(one.entry) for one in penalties])
    reason = _("trest: %(who)s – %(why)s") % {"who": who, "why": penalties[0].reason}
    standings_republish(round_=first, by=by, reason=reason[:300])


def _values(penalty: Penalty) -> dict[str, object]:
    return {"state": penalty.state, "points": penalty.points, "article": penalty.article}


def _log(penalty: Penalty, by: Actor, action: str, old: object) -> None:
    log_write(
        tournament=penalty.tournament,
        by=by,
        action=action,
        subject=str(penalty.entry),
        object_id=penalty.pk,
        old=old,
        new=_values(penalty),
        reason=penalty.reason,
    )


def _require_judge(by: Actor) -> None:
    if not (by.is_organiser or by.is_chief):
        raise NotAllowed(_("Tresty ukládá pořadatel nebo hlavní rozhodčí."), code="not_judge")


def _require_points(points: int) -> None:
    if not -POINTS_LIMIT <= points <= 0:
        raise Refused(
            _("Trest je nula nebo záporný počet bodů, ne %(points)d.") % {"points": points},
            code="points",
            fields={"points": _("Napište 0 nebo záporné číslo, například −10.")},
        )


def _refuse_second(round_: Round, entry: Entry, article: str) -> None:
    same = Penalty.objects.filter(entry=entry, round=round_, article=article)
    if article and same.exclude(state=Penalty.State.REJECTED).exists():
        raise Refused(
            _("%(who)s už za %(article)s v tomto kole trest má.") % {"who": entry, "article": article},
            code="second_penalty",
        )
