"""Disputes: opened at a table, taken back, rejected by the referee, set aside by the organiser.

What a referee decides of a hand is a ruling (``scoring.services.decisions``); it answers the open disputes
about that hand. Here is what happens to a claim without one.
"""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.offences import ARTICLES
from scoring.enums import DisputeState
from scoring.logged import HANDS
from scoring.models import Decision, Dispute, Hand
from scoring.services.guards import (
    LoggedPlace,
    locked_table,
    reason_given,
    require_organiser,
    require_unfinished,
    seat_letters,
)
from tournament.actors import Actor, signed
from tournament.errors import NotAllowed, Refused
from tournament.journal.actions import Action, SeenBy, declare
from tournament.journal.write import log_write
from tournament.lib.names import normalise
from tournament.lifecycle import Act, allowed, require
from tournament.models import Table
from tournament.services.rounds import when_text
from tournament.services.writes import change_expected, run_once

OPENED = declare("scoring.dispute.opened", gettext_lazy("Spor otevřen"), area=HANDS, seen_by=SeenBy.TABLE)
WITHDRAWN = declare(
    "scoring.dispute.withdrawn", gettext_lazy("Spor vzat zpět"), area=HANDS, seen_by=SeenBy.TABLE
)
REJECTED = declare(
    "scoring.dispute.rejected", gettext_lazy("Námitka zamítnuta"), area=HANDS, seen_by=SeenBy.TABLE
)
SET_ASIDE = declare(
    "scoring.dispute.set_aside",
    gettext_lazy("Pokračuje se přes nerozhodnutý spor"),
    area=HANDS,
    seen_by=SeenBy.TABLE,
)
LARGEST_HAND = 999
TEXT_LENGTHS = {"claim": 300, "facts": 1000, "reason": 1000, "public_reason": 300}


@dataclass(frozen=True, slots=True)
class Objection:
    """What somebody says: ``claimant`` against ``accused`` (seats, ``""``: nobody) about hand ``sequence``.

    ``article`` is one of ``rules.offences.ARTICLES`` where he names one, ``text`` his words.
    """

    claimant: str = ""
    accused: str = ""
    sequence: int | None = None
    article: str = ""
    text: str = ""


def dispute_open(
    *, table: Table, claim: Objection, by: Actor, submission: uuid.UUID | None = None
) -> Dispute:
    """Call the referee: the claim is kept with its time, and as late where a later hand is written (D).

    Anybody who may read the sheet of the table opens one. Raises ``NotAllowed``, ``Refused`` with the fields
    ``claimant``, ``accused``, ``sequence``, ``article``, ``claim``.
    """
    _require_at_table(table, by)

    def create() -> Dispute:
        place = _locked(table)
        text = _checked(place, claim, by)
        written = Hand.objects.filter(table=place, removed=False)
        highest = place.disputes.aggregate(highest=Max("number"))["highest"] or 0
        late = claim.sequence is not None and written.filter(sequence__gt=claim.sequence).exists()
        dispute = Dispute.objects.create(
            table=place,
            number=highest + 1,
            sequence=claim.sequence,
            claimant=claim.claimant,
            accused=claim.accused,
            article=claim.article,
            claim=text,
            late=late,
            **signed("opened_by", by),
        )
        _log(dispute, by, OPENED, new=_said(dispute))
        return dispute

    return run_once(submission=submission, action=OPENED, model=Dispute, create=create)


def dispute_withdraw(*, dispute: Dispute, by: Actor, expected: int | None = None) -> Dispute:
    """The claim is taken back, by anybody who may open one at the table."""
    _require_at_table(dispute.table, by)
    with transaction.atomic():
        fresh = _open_one(dispute, by, ends=DisputeState.WITHDRAWN)
        if fresh.state == DisputeState.OPEN:
            _close(fresh, by, expected, state=DisputeState.WITHDRAWN)
            _log(fresh, by, WITHDRAWN, new={"dispute": fresh.number})
    return fresh


def dispute_reject(
    *, dispute: Dispute, reason: str, by: Actor, public_reason: str = "", expected: int | None = None
) -> Dispute:
    """The referee of the table rejects the claim: the hand stays as it is paid.

    ``reason`` is never public, ``public_reason`` is.
    """
    require_referee(table=dispute.table, by=by)
    why, public = _text("reason", reason), _text("public_reason", public_reason)
    if not why:
        raise Refused(
            _("Napište, proč se námitka zamítá."),
            code="reason_missing",
            fields={"reason": _("Napište, proč se námitka zamítá.")},
        )
    with transaction.atomic():
        state = DisputeState.REJECTED
        fresh = _open_one(dispute, by, ends=state)
        if fresh.state == DisputeState.OPEN:
            _close(fresh, by, expected, state=state, reason=why, public_reason=public)
            values = {"dispute": fresh.number, "public_reason": public}
            _log(fresh, by, REJECTED, new=values, reason=why[:300])
    return fresh


def dispute_set_aside(*, dispute: Dispute, reason: str, by: Actor, expected: int | None = None) -> Dispute:
    """The organiser goes on while the dispute is open; it can still be decided."""
    require_organiser(by=by)
    why = reason_given(reason=reason)
    with transaction.atomic():
        fresh = _open_one(dispute, by)
        if not fresh.set_aside:
            change_expected(row=fresh, expected=expected, set_aside=why)
            _log(fresh, by, SET_ASIDE, new={"dispute": fresh.number}, reason=why)
    return fresh


def set_aside_locked(*, disputes: Iterable[Dispute], reason: str, by: Actor) -> None:
    """The same for the disputes that kept a result from being confirmed; under the lock of their round."""
    for dispute in disputes:
        change_expected(row=dispute, expected=None, set_aside=reason)
        _log(dispute, by, SET_ASIDE, new={"dispute": dispute.number}, reason=reason)


def answer_locked(*, decision: Decision, hand: Hand, by: Actor) -> None:
    """A ruling answers every open or rejected dispute about its hand; under the lock of their round."""
    waiting = Dispute.objects.filter(
        table=hand.table, sequence=hand.sequence, state__in=(DisputeState.OPEN, DisputeState.REJECTED)
    )
    for dispute in waiting:
        dispute.table = hand.table
        _close(dispute, by, None, state=DisputeState.DECIDED, decision=decision)


def answered_by_award(*, dispute: Dispute, by: Actor, expected: int | None) -> None:
    """A ruling as amounts answers its dispute; under the lock of the round."""
    _close(dispute, by, expected, state=DisputeState.DECIDED)


def require_referee(*, table: Table, by: Actor) -> None:
    """The referee of the table or the chief referee decides."""
    if not by.may_decide(table.number):
        raise NotAllowed(
            _("O hrách stolu %(table)d rozhoduje jeho rozhodčí nebo hlavní rozhodčí.")
            % {"table": table.number},
            code="not_referee",
        )


def require_time(*, table: Table, by: Actor) -> None:
    """After closing only the chief referee rules."""
    round_ = table.round
    require(Act.RULE_AS_CHIEF, state=round_.state, number=round_.number)
    if not by.is_chief and not allowed(Act.RULE, round_.state):
        raise NotAllowed(
            _("%(number)d. kolo je uzavřené, rozhodnout v něm může už jen hlavní rozhodčí.")
            % {"number": round_.number},
            code="closed_for_referees",
        )


def ruling_texts(*, reason: str, **others: str) -> dict[str, str]:
    """The texts of a ruling without spaces around them. Raises ``Refused`` with its fields."""
    texts = {name: text.strip() for name, text in {"reason": reason, **others}.items()}
    fields = {
        name: _("Nejvýš %(most)d písmen.") % {"most": TEXT_LENGTHS[name]}
        for name, text in texts.items()
        if len(text) > TEXT_LENGTHS[name]
    }
    if not texts["reason"]:
        fields["reason"] = _("Napište odůvodnění.")
    if fields:
        raise Refused(
            _("Rozhodnutí potřebuje odůvodnění, které se vejde do protokolu."),
            code="decision_texts",
            fields=fields,
        )
    return texts


def _locked(table: Table) -> Table:
    place = locked_table(table=table)
    require(Act.CALL_REFEREE, state=place.round.state, number=place.round.number)
    require_unfinished(tournament=place.round.tournament)
    return place


def _open_one(dispute: Dispute, by: Actor, *, ends: DisputeState | None = None) -> Dispute:
    """The dispute as it is now, under the lock; refused where it has ended meanwhile.

    ``ends``: the end that the same person may ask for again; nothing more happens then.
    """
    place = _locked(dispute.table)
    fresh = Dispute.objects.get(pk=dispute.pk)
    fresh.table = place
    again = fresh.state == ends and fresh.closed_by_key == by.key
    if fresh.state != DisputeState.OPEN and not again:
        raise Refused(
            _("Spor %(number)d je už %(state)s: %(who)s (%(when)s).")
            % {
                "number": fresh.number,
                "state": fresh.get_state_display(),
                "who": fresh.closed_by,
                "when": when_text(moment=fresh.closed_at),
            },
            code="dispute_closed",
        )
    return fresh


def _close(dispute: Dispute, by: Actor, expected: int | None, **changes: Any) -> None:
    change_expected(
        row=dispute, expected=expected, closed_at=timezone.now(), **signed("closed_by", by), **changes
    )


def _require_at_table(table: Table, by: Actor) -> None:
    if not by.may_see_hands(table.pk, table.number):
        raise NotAllowed(
            _("Rozhodčího ke stolu %(table)d volá jeho zapisovatel, rozhodčí nebo pořadatel.")
            % {"table": table.number},
            code="not_at_table",
        )


def _checked(table: Table, claim: Objection, by: Actor) -> str:
    """The words of the claim; ``Refused`` with every problem at its field."""
    seats = seat_letters(table=table)
    fields = {}
    if claim.claimant not in seats and not (claim.claimant == "" and by.is_member):
        fields["claimant"] = _("Vyberte, kdo z hráčů stolu námitku vznáší.")
    if claim.accused and claim.accused not in seats:
        fields["accused"] = _("Vyberte, proti komu z hráčů stolu námitka je.")
    elif claim.accused and claim.accused == claim.claimant:
        fields["accused"] = _("Kdo namítá, nemůže namítat sám proti sobě.")
    if claim.article and claim.article not in ARTICLES:
        fields["article"] = _("Vyberte, o jaký renonc jde, nebo nechte prázdné.")
    fields |= _sequence_problem(table, claim.sequence)
    text = normalise(claim.text)
    if len(text) > TEXT_LENGTHS["claim"]:
        fields["claim"] = _("Nejvýš %(most)d písmen.") % {"most": TEXT_LENGTHS["claim"]}
    if not any((claim.claimant, claim.accused, claim.article, text)):
        fields["claim"] = _("Napište, o co jde, nebo vyberte, proti komu námitka je.")
    if fields:
        raise Refused(" ".join(fields.values()), code="dispute_fields", fields=fields)
    return text


def _sequence_problem(table: Table, sequence: int | None) -> dict[str, str]:
    if sequence is None:
        return {}
    written = Hand.objects.filter(table=table).aggregate(highest=Max("sequence"))["highest"]
    most = LARGEST_HAND if written is None else written + 1
    if not 1 <= sequence <= most:
        return {"sequence": _("Hra má číslo od 1 do %(most)d.") % {"most": most}}
    if Hand.objects.filter(table=table, sequence=sequence, removed=True).exists():
        return {"sequence": _("Hra %(n)d je vzatá zpět, nepočítá se.") % {"n": sequence}}
    return {}


def _text(field: str, text: str) -> str:
    found = text.strip()
    if len(found) > TEXT_LENGTHS[field]:
        too_long = _("Nejvýš %(most)d písmen.") % {"most": TEXT_LENGTHS[field]}
        raise Refused(too_long, code="decision_texts", fields={field: too_long})
    return found


def _said(dispute: Dispute) -> dict[str, Any]:
    names = ("claimant", "accused", "article", "claim", "late")
    return {"dispute": dispute.number, **{name: getattr(dispute, name) for name in names}}


def _log(dispute: Dispute, by: Actor, action: Action, *, new: dict[str, Any], reason: str = "") -> None:
    place: LoggedPlace = {"round_": dispute.table.round, "table": dispute.table.number}
    if dispute.sequence is not None:
        place["hand"] = dispute.sequence
    log_write(
        tournament=dispute.table.round.tournament,
        by=by,
        action=action,
        **place,
        object_id=dispute.pk,
        new=new,
        reason=reason,
    )
