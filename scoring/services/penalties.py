"""Penalties: proposed, given, cancelled, superseded; published standings and the draw follow at once.

A decision about a penalty is never edited. It ends by being cancelled or by another penalty in its place,
with a reason, and stays on the list. What a penalty means: a warning changes nothing, points are added to SB;
an exclusion from a round keeps the player out of its draw and takes what he gained in it, one from the
tournament withdraws him and places him behind everybody else (``scoring.selectors.standings``).
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.language import CZECH
from rules.money import format_points
from scoring.enums import Exclusion
from scoring.logged import RESULTS
from scoring.models import Penalty, TableResult
from scoring.selectors.penalties import listed_hands, people_at
from scoring.services.guards import reason_given, require_unfinished
from scoring.services.standings import standings_republish
from tournament.actors import Actor, signed
from tournament.errors import NotAllowed, Refused
from tournament.journal.actions import Action, declare
from tournament.journal.write import log_write
from tournament.models import Entry, Round, Table
from tournament.services.entries import entry_return, entry_withdraw
from tournament.services.rounds import locked_round
from tournament.services.writes import answer_once, change_expected, conflict_about

PROPOSED = declare("scoring.penalty.proposed", gettext_lazy("Trest navržen"), area=RESULTS)
CREATED = declare("scoring.penalty.created", gettext_lazy("Trest uložen"), area=RESULTS)
APPLIED = declare("scoring.penalty.applied", gettext_lazy("Trest potvrzen"), area=RESULTS)
REJECTED = declare("scoring.penalty.rejected", gettext_lazy("Trest zrušen"), area=RESULTS)
SUPERSEDED = declare("scoring.penalty.superseded", gettext_lazy("Trest nahrazen"), area=RESULTS)

DUTIES_OF_SCRIBES = "B/1"
POINTS_LIMIT = 100_000


@dataclass(frozen=True, slots=True)
class Sentence:
    """What somebody is punished with and why: points (zero or less) or an exclusion, neither is a warning."""

    reason: str
    points: int = 0
    exclusion: str = ""
    article: str = ""


def penalties_create(
    *,
    round_: Round,
    entries: Sequence[Entry],
    sentence: Sentence,
    by: Actor,
    submission: uuid.UUID | None = None,
) -> list[Penalty]:
    """The same penalty for each of them (a table), in force at once; published standings follow once.

    Raises ``NotAllowed`` for anybody but an organiser and the chief referee, ``Refused`` beside ``points``,
    ``exclusion`` and ``reason``, and where one of them has a penalty for the same article already.
    """
    _require_judge(by)
    _require_sound(sentence)

    def create() -> dict[str, Any]:
        fresh = locked_round(round_id=round_.pk)
        require_unfinished(tournament=fresh.tournament)
        made = [_give(fresh, entry, sentence, by) for entry in entries]
        _republish(made, by)
        return {"penalties": [str(one.pk) for one in made]}

    answer = answer_once(submission=submission, action=CREATED, create=create)
    return list(Penalty.objects.filter(pk__in=answer["penalties"]).order_by("entry__number"))


def penalty_supersede(
    *,
    penalty: Penalty,
    sentence: Sentence,
    by: Actor,
    expected: int | None = None,
    submission: uuid.UUID | None = None,
) -> Penalty:
    """Another penalty in place of one in force; the old one stays readable and counts no more.

    Raises ``Refused`` for one that is not in force, ``Conflict`` when somebody was faster.
    """
    _require_judge(by)
    _require_sound(sentence)

    def create() -> dict[str, Any]:
        fresh = _locked(penalty, expected)
        _require_in_force(fresh)
        round_ = _first_round(fresh)
        if round_ is None:
            raise Refused(_("Turnaj ještě nemá žádné kolo, trest nahradit nejde."), code="no_round")
        stays_out = fresh.exclusion == sentence.exclusion == Exclusion.TOURNAMENT
        _end(fresh, Penalty.State.SUPERSEDED, by, sentence.reason, comes_back=not stays_out)
        made = _give(round_, fresh.entry, sentence, by, withdrew=stays_out and _put_out(fresh))
        _republish([made], by)
        return {"penalty": str(made.pk)}

    answer = answer_once(submission=submission, action=SUPERSEDED, create=create)
    return Penalty.objects.get(pk=answer["penalty"])


def penalty_apply(*, penalty: Penalty, points: int, by: Actor, expected: int | None = None) -> Penalty:
    """Put a proposed penalty in force with its points; zero is a warning. Again: nothing more happens.

    Raises ``Refused`` for one that was decided otherwise, ``Conflict`` when somebody was faster.
    """
    versions = {penalty.pk: penalty.version if expected is None else expected}
    penalties_apply(penalties=[penalty], points=points, by=by, expected=versions)
    return Penalty.objects.get(pk=penalty.pk)


def penalties_apply(
    *, penalties: Sequence[Penalty], points: int, by: Actor, expected: Mapping[uuid.UUID, int]
) -> list[Penalty]:
    """Put the proposed penalties of a table in force together, each with the same points.

    ``expected`` are the versions that were on the screen. Published standings follow once, not once a player.
    """
    _require_judge(by)
    _require_points(points)
    with transaction.atomic():
        done = [_apply(one, points, by, expected[one.pk]) for one in penalties]
        changed = [one for one in done if one is not None]
        if changed:
            _republish(changed, by)
    return changed


def penalty_reject(*, penalty: Penalty, by: Actor, reason: str = "", expected: int | None = None) -> Penalty:
    """A penalty that does not stand: a proposal, or with a ``reason`` one that was in force. It stays listed.

    Again: nothing more happens. Raises ``Refused`` without the reason and for one that was superseded.
    """
    _require_judge(by)
    with transaction.atomic():
        fresh = _locked(penalty, None)
        if fresh.state == Penalty.State.REJECTED:
            return fresh
        if expected is not None and fresh.version != expected:
            raise conflict_about(row=fresh)
        if fresh.state == Penalty.State.PROPOSED:
            why = reason_given(reason=reason) if reason.strip() else ""
        else:
            _require_in_force(fresh)
            why = reason_given(reason=reason)
        counted = fresh.state == Penalty.State.APPLIED
        _end(fresh, Penalty.State.REJECTED, by, why)
        if counted:
            _republish([fresh], by)
    return fresh


def propose_for_sheets(*, round_: Round, results: Mapping[Table, TableResult], by: Actor) -> list[Penalty]:
    """B/1: an unsigned sheet, or one without its hands of 50 points, is a matter of everybody at the table.

    The points are for a judge to say. Called under the lock of the round that is closed; of a table about
    which B/1 was raised before, nothing more is proposed.
    """
    made = []
    for table, result in results.items():
        faults = [*_unsigned(table, result), *_unnoted(table, result)]
        if faults:
            made += _propose(round_, table, "; ".join(faults)[:300], by)
    return made


def _propose(round_: Round, table: Table, reason: str, by: Actor) -> list[Penalty]:
    known = Penalty.objects.filter(round=round_, article=DUTIES_OF_SCRIBES)
    raised = set(known.values_list("entry_id", flat=True))
    made = []
    for entry in people_at(table):
        if entry.pk in raised:
            continue
        penalty = Penalty.objects.create(
            tournament=round_.tournament,
            entry=entry,
            round=round_,
            article=DUTIES_OF_SCRIBES,
            reason=reason,
        )
        _log(penalty, by, PROPOSED, None, table=table.number)
        made.append(penalty)
    return made


def _unsigned(table: Table, result: TableResult) -> Iterable[str]:
    if not result.signed:
        yield _("Chybí podpis zapisovatele na lístku stolu %(n)d") % {"n": table.number}


def _unnoted(table: Table, result: TableResult) -> Iterable[str]:
    if result.noted:
        return
    hands = [
        _("hra %(hand)d za %(points)d bodů") % {"hand": number, "points": points}
        for number, _letter, points in listed_hands(table)
    ]
    what = CZECH.names(hands) if hands else _("hra za 50 a více bodů")
    yield _("Na lístku stolu %(n)d není zapsáno: %(what)s") % {"n": table.number, "what": what}


def _give(round_: Round, entry: Entry, sentence: Sentence, by: Actor, *, withdrew: bool = False) -> Penalty:
    """One penalty in force, under the lock of the round."""
    if entry.tournament_id != round_.tournament_id:
        raise Refused(_("Tenhle hráč v turnaji není."), code="other_tournament")
    _refuse_second(round_, entry, sentence.article)
    if sentence.exclusion == Exclusion.TOURNAMENT and not withdrew:
        withdrew = entry_withdraw(entry=entry, by=by) is not None
    penalty = Penalty.objects.create(
        tournament=round_.tournament,
        entry=entry,
        round=round_,
        state=Penalty.State.APPLIED,
        points=sentence.points,
        exclusion=sentence.exclusion,
        article=sentence.article,
        reason=reason_given(reason=sentence.reason),
        withdrew=withdrew,
        **signed("decided_by", by),
        decided_at=timezone.now(),
    )
    _log(penalty, by, CREATED, None)
    return penalty


def _apply(penalty: Penalty, points: int, by: Actor, expected: int) -> Penalty | None:
    """A proposal put in force; ``None`` when it stood so already."""
    fresh = _locked(penalty, None)
    if fresh.state == Penalty.State.APPLIED and fresh.points == points:
        return None
    if fresh.version != expected:
        raise conflict_about(row=fresh)
    if fresh.state != Penalty.State.PROPOSED:
        raise Refused(
            _("O tomhle trestu je už rozhodnuto; platí-li, můžete ho nahradit jiným, nebo zrušit."),
            code="penalty_decided",
        )
    old = _values(fresh)
    change_expected(
        row=fresh,
        expected=None,
        state=Penalty.State.APPLIED,
        points=points,
        **signed("decided_by", by),
        decided_at=timezone.now(),
    )
    _log(fresh, by, APPLIED, old)
    return fresh


def _end(penalty: Penalty, state: Penalty.State, by: Actor, reason: str, *, comes_back: bool = True) -> None:
    """The penalty counts no more; who was withdrawn by it plays on."""
    old = _values(penalty)
    change_expected(
        row=penalty,
        expected=None,
        state=state,
        ended_reason=reason,
        ended_at=timezone.now(),
        **signed("ended_by", by),
    )
    action = REJECTED if state == Penalty.State.REJECTED else SUPERSEDED
    _log(penalty, by, action, old, reason=reason or penalty.reason)
    if comes_back and not _is_excluded(penalty.entry) and _put_out(penalty):
        entry_return(entry=penalty.entry, by=by)


def _put_out(penalty: Penalty) -> bool:
    """Whether the player is out by it, or by an exclusion that ended while this one kept him out."""
    if penalty.withdrew or penalty.exclusion != Exclusion.TOURNAMENT:
        return penalty.withdrew
    ended_since = Penalty.objects.filter(
        entry=penalty.entry,
        exclusion=Exclusion.TOURNAMENT,
        decided_at__lt=penalty.decided_at,
        ended_at__gt=penalty.decided_at,
    )
    return any(_put_out(one) for one in ended_since)


def _is_excluded(entry: Entry) -> bool:
    in_force = Penalty.objects.filter(entry=entry, state=Penalty.State.APPLIED)
    return in_force.filter(exclusion=Exclusion.TOURNAMENT, round__discarded_at=None).exists()


def _locked(penalty: Penalty, expected: int | None) -> Penalty:
    """The penalty as it is now, under the lock of its round."""
    first = _first_round(penalty)
    if first is not None:
        locked_round(round_id=first.pk)
    fresh = Penalty.objects.select_related("entry", "round", "tournament").get(pk=penalty.pk)
    require_unfinished(tournament=fresh.tournament)
    if expected is not None and fresh.version != expected:
        raise conflict_about(row=fresh)
    return fresh


def _first_round(penalty: Penalty) -> Round | None:
    """The round from which on the penalty counts: its own, or the first."""
    return penalty.round or penalty.tournament.rounds.order_by("number").first()


def _republish(penalties: Sequence[Penalty], by: Actor) -> None:
    """A new version of the standings from the round of these penalties on; all of them are of one round."""
    first = _first_round(penalties[0])
    if first is None:
        return
    who = CZECH.names([str(one.entry) for one in penalties])
    ended = penalties[0].state == Penalty.State.REJECTED
    words = _("trest zrušen: %(who)s – %(why)s") if ended else _("trest: %(who)s – %(why)s")
    reason = words % {"who": who, "why": penalties[0].reason}
    standings_republish(tournament=penalties[0].tournament, first=first.number, by=by, reason=reason[:300])


def _values(penalty: Penalty) -> dict[str, object]:
    names = ("state", "points", "article", *(["exclusion"] if penalty.exclusion else []))
    return {name: getattr(penalty, name) for name in names}


def _log(
    penalty: Penalty, by: Actor, action: Action, old: object, *, table: int | None = None, reason: str = ""
) -> None:
    log_write(
        tournament=penalty.tournament,
        by=by,
        action=action,
        subject=str(penalty.entry),
        round_=penalty.round,
        table=table,
        object_id=penalty.pk,
        old=old,
        new=_values(penalty),
        reason=reason or penalty.reason,
    )


def _require_judge(by: Actor) -> None:
    if not by.may_punish:
        raise NotAllowed(_("Tresty ukládá pořadatel nebo hlavní rozhodčí."), code="not_judge")


def _require_sound(sentence: Sentence) -> None:
    reason_given(reason=sentence.reason)
    _require_points(sentence.points)
    if sentence.exclusion and sentence.exclusion not in Exclusion.values:
        raise Refused(_("Takový trest není."), code="exclusion")
    if sentence.exclusion and sentence.points:
        raise Refused(
            _("Vyloučení je samo trestem, body k němu nepatří; mají-li se strhnout, uložte další trest."),
            code="exclusion_points",
            fields={"points": _("Vyloučení body nemá, nechte je prázdné.")},
        )


def _require_in_force(penalty: Penalty) -> None:
    if penalty.state != Penalty.State.APPLIED:
        raise Refused(_("Tenhle trest neplatí, není co měnit."), code="penalty_over")


def _require_points(points: int) -> None:
    if not -POINTS_LIMIT <= points <= 0:
        raise Refused(
            _("Trest je nula nebo záporný počet bodů, ne %(points)s.") % {"points": format_points(points)},
            code="points",
            fields={"points": _("Napište 0 nebo záporné číslo, například −10.")},
        )


def _refuse_second(round_: Round, entry: Entry, article: str) -> None:
    same = Penalty.objects.filter(entry=entry, round=round_, article=article)
    if article and same.exclude(state__in=Penalty.OVER).exists():
        raise Refused(
            _("%(who)s už za %(article)s v tomto kole trest má.") % {"who": entry, "article": article},
            code="second_penalty",
        )
