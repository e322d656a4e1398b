"""A referee's rulings on a hand. A ruling is laid over the record, never written into it, and never edited:
a new one supersedes it, a cancelling one leaves the record alone again."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from rules import Settlement
from scoring.adapters import Patch, rulebook_of, settlement_of
from scoring.models import Decision, Hand
from scoring.services.guards import locked_table, require_unfinished, subject_of
from scoring.services.hands import paid
from scoring.services.results import follow_ruling
from tournament.actors import Actor
from tournament.enums import CLOSED_STATES, RoundState
from tournament.errors import NotAllowed, Refused
from tournament.models import Table
from tournament.services.writes import change_expected, log_write, run_once

RULED = "scoring.hand.ruled"
REASON_LENGTH = 1000
CLAIM_LENGTH = 300

PATCHED = (
    "outcome",
    "points",
    "lozena",
    "minus_parts",
    "foreign_suits_flek",
    "renonce",
    "four_helpers_against",
    "trumps",
    "theoretically_playable",
    "premium",
    "fleks",
)
"""Fields of a record a ruling may set: how it was played and what was done wrong, not who sat and dealt."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a ruling would change: the settlement without it and with it, by seat."""

    before: Settlement
    after: Settlement

    @property
    def money(self) -> dict[str, int]:
        """Change of money by seat, haléře."""
        return {seat: self.after.money[seat] - amount for seat, amount in self.before.money.items()}

    @property
    def premium(self) -> dict[str, int]:
        """Change of premium points by seat."""
        return {seat: self.after.premium[seat] - points for seat, points in self.before.premium.items()}


def decision_preview(*, hand: Hand, patch: Patch) -> Preview:
    """The consequence of a ruling, nothing saved. Raises ``InvalidRecord`` with every problem."""
    rulebook = rulebook_of(hand.table.round.tournament)
    _require_patch(patch)
    return Preview(
        before=settlement_of(hand.record, None, rulebook), after=settlement_of(hand.record, patch, rulebook)
    )


def decision_make(
    *,
    hand: Hand,
    patch: Patch,
    reason: str,
    by: Actor,
    claim: str = "",
    expected: int | None = None,
    submission: uuid.UUID | None = None,
) -> Decision:
    """Rule on a hand: ``patch`` are the fields of the record that hold from now on (``None``: taken out).

    ``expected`` is the version of the hand the form showed. After closing only the chief referee rules.
    Raises ``InvalidRecord``, ``NotAllowed``, ``Refused``, ``Conflict``.
    """
    _require_patch(patch)
    return _rule(
        hand, dict(patch), reason=reason, claim=claim, by=by, expected=expected, submission=submission
    )


def decision_cancel(
    *, hand: Hand, reason: str, by: Actor, expected: int | None = None, submission: uuid.UUID | None = None
) -> Decision:
    """Take the ruling in force away; it stays on the list with its reason and has no effect (S29)."""
    return _rule(hand, {}, reason=reason, by=by, cancels=True, expected=expected, submission=submission)


def _rule(
    hand: Hand,
    patch: dict[str, Any],
    *,
    reason: str,
    by: Actor,
    claim: str = "",
    cancels: bool = False,
    expected: int | None,
    submission: uuid.UUID | None,
) -> Decision:
    _require_referee(hand.table, by)
    why, claimed = _texts(reason, claim)

    def create() -> Decision:
        table = locked_table(hand.table)
        _require_time(table, by)
        require_unfinished(table.round.tournament)
        fresh = Hand.objects.get(pk=hand.pk)
        fresh.table = table
        if fresh.removed:
            raise Refused(
                _("Hra %(n)d je vzatá zpět, rozhodovat o ní nejde.") % {"n": fresh.sequence}, code="removed"
            )
        if cancels and not fresh.decisions.filter(current=True, cancels=False).exists():
            raise Refused(_("O této hře žádné rozhodnutí neplatí, není co zrušit."), code="no_ruling")
        settlement = settlement_of(fresh.record, patch, rulebook_of(table.round.tournament))
        old = _values(fresh, fresh.decisions.filter(current=True).first())
        change_expected(fresh, expected=expected, **paid(settlement))
        decision = _next(fresh, patch, claimed, why, cancels, by)
        new = _values(fresh, decision)
        log_write(
            tournament=table.round.tournament,
            by=by,
            action=RULED,
            subject=subject_of(fresh),
            object_id=fresh.pk,
            old=old,
            new=new,
            reason=why[:300],
        )
        if (old["money"], old["premium"]) != (new["money"], new["premium"]):
            what = _("zrušené rozhodnutí o hře %(n)d") if cancels else _("rozhodnutí o hře %(n)d")
            follow_ruling(table=table, by=by, why=f"{what % {'n': fresh.sequence}}: {why}"[:300])
        return decision

    return run_once(submission=submission, action=RULED, model=Decision, create=create)


def _next(hand: Hand, patch: dict[str, Any], claim: str, reason: str, cancels: bool, by: Actor) -> Decision:
    hand.decisions.filter(current=True).update(current=False)
    highest = hand.decisions.aggregate(highest=Max("number"))["highest"] or 0
    return Decision.objects.create(
        hand=hand,
        number=highest + 1,
        patch=patch,
        cancels=cancels,
        claim=claim,
        reason=reason,
        decided_by=by.name,
    )


def _values(hand: Hand, decision: Decision | None) -> dict[str, Any]:
    return {
        "money": hand.money,
        "premium": hand.premium,
        "decision": decision.number if decision else None,
        "patch": decision.patch if decision else {},
        "cancels": decision.cancels if decision else False,
        "claim": decision.claim if decision else "",
    }


def _require_referee(table: Table, by: Actor) -> None:
    if not by.may_decide(table.number):
        raise NotAllowed(
            _("O hrách stolu %(table)d rozhoduje jeho rozhodčí nebo hlavní rozhodčí.")
            % {"table": table.number},
            code="not_referee",
        )


def _require_time(table: Table, by: Actor) -> None:
    round_ = table.round
    if round_.state == RoundState.DRAFT:
        raise Refused(
            _("%(number)d. kolo ještě není zveřejněné.") % {"number": round_.number}, code="round_draft"
        )
    if round_.state in CLOSED_STATES and not by.is_chief:
        raise NotAllowed(
            _("%(number)d. kolo je uzavřené, rozhodnout v něm může už jen hlavní rozhodčí.")
            % {"number": round_.number},
            code="closed_for_referees",
        )


def _require_patch(patch: Mapping[str, Any]) -> None:
    other = sorted(set(patch) - set(PATCHED))
    if other:
        raise Refused(
            _("Rozhodnutím se nedá změnit %(fields)s. Opravte záznam hry.") % {"fields": ", ".join(other)},
            code="patch_fields",
        )


def _texts(reason: str, claim: str) -> tuple[str, str]:
    why = reason.strip()
    fields = {}
    if not why:
        fields["reason"] = _("Napište odůvodnění.")
    elif len(why) > REASON_LENGTH:
        fields["reason"] = _("Nejvýš %(most)d písmen.") % {"most": REASON_LENGTH}
    if len(claim.strip()) > CLAIM_LENGTH:
        fields["claim"] = _("Nejvýš %(most)d písmen.") % {"most": CLAIM_LENGTH}
    if fields:
        raise Refused(
            _("Rozhodnutí potřebuje odůvodnění, které se vejde do protokolu."),
            code="decision_texts",
            fields=fields,
        )
    return why, claim.strip()
