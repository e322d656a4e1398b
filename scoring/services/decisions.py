"""A referee's rulings on a hand. A ruling is laid over the record, never written into it, and never edited:
a new one supersedes it, a cancelling one leaves the record alone again."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.adapters import Patch, ReadHand, rulebook_of, stored_hand, with_ruling
from scoring.logged import HANDS
from scoring.models import Decision, Hand
from scoring.selectors.decisions import public_words
from scoring.services.disputes import answer_locked, require_referee, require_time, ruling_texts
from scoring.services.guards import locked_table, place_of, require_unfinished
from scoring.services.hands import paid
from scoring.services.results import follow_ruling
from tournament.actors import Actor, signed
from tournament.errors import Refused
from tournament.journal.actions import SeenBy, declare
from tournament.journal.write import log_write
from tournament.services.writes import change_expected, run_once

RULED = declare("scoring.hand.ruled", gettext_lazy("Rozhodnutí rozhodčího"), area=HANDS, seen_by=SeenBy.TABLE)

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
    """What a ruling would change: the hand as it was written and with the ruling laid over it."""

    before: ReadHand
    after: ReadHand

    @property
    def money(self) -> dict[str, int]:
        """Change of money by seat, haléře."""
        before, after = self.before.settlement, self.after.settlement
        return {seat: after.money[seat] - amount for seat, amount in before.money.items()}

    @property
    def premium(self) -> dict[str, int]:
        """Change of premium points by seat."""
        before, after = self.before.settlement, self.after.settlement
        return {seat: after.premium[seat] - points for seat, points in before.premium.items()}


def decision_preview(*, written: ReadHand, patch: Patch) -> Preview:
    """The consequence of a ruling on a written hand, nothing saved. Raises ``InvalidRecord``, ``Refused``."""
    _require_patch(patch)
    return Preview(before=written, after=written.ruled(patch))


def decision_make(
    *,
    hand: Hand,
    patch: Patch,
    reason: str,
    by: Actor,
    claim: str = "",
    facts: str = "",
    public_reason: str = "",
    expected: int | None = None,
    submission: uuid.UUID | None = None,
    preview: Preview | None = None,
) -> Decision:
    """Rule on a hand: ``patch`` are the fields of the record that hold from now on (``None``: taken out).

    ``expected`` is the version of the hand the form showed, ``preview`` the consequence it showed, which is
    not worked out again while the record is the same. After closing only the chief referee rules.
    Raises ``InvalidRecord``, ``NotAllowed``, ``Refused``, ``Conflict``.
    """
    _require_patch(patch)
    return _rule(
        hand,
        dict(patch),
        texts=ruling_texts(reason=reason, claim=claim, facts=facts, public_reason=public_reason),
        by=by,
        expected=expected,
        submission=submission,
        preview=preview,
    )


def decision_cancel(
    *,
    hand: Hand,
    reason: str,
    by: Actor,
    public_reason: str = "",
    expected: int | None = None,
    submission: uuid.UUID | None = None,
) -> Decision:
    """Take the ruling in force away; it stays on the list with its reason and has no effect (S29)."""
    texts = ruling_texts(reason=reason, public_reason=public_reason)
    return _rule(hand, {}, texts=texts, by=by, cancels=True, expected=expected, submission=submission)


def _rule(
    hand: Hand,
    patch: dict[str, Any],
    *,
    texts: dict[str, str],
    by: Actor,
    cancels: bool = False,
    expected: int | None,
    submission: uuid.UUID | None,
    preview: Preview | None = None,
) -> Decision:
    require_referee(table=hand.table, by=by)

    def create() -> Decision:
        table = locked_table(table=hand.table)
        require_time(table=table, by=by)
        require_unfinished(tournament=table.round.tournament)
        fresh = Hand.objects.get(pk=hand.pk)
        fresh.table = table
        if fresh.removed:
            raise Refused(
                _("Hra %(n)d je vzatá zpět, rozhodovat o ní nejde.") % {"n": fresh.sequence}, code="removed"
            )
        if cancels and not fresh.decisions.filter(current=True, cancels=False).exists():
            raise Refused(_("O této hře žádné rozhodnutí neplatí, není co zrušit."), code="no_ruling")
        ruled = _ruled(fresh, patch, preview)
        old = _values(fresh, fresh.decisions.filter(current=True).first())
        change_expected(row=fresh, expected=expected, **paid(settlement=ruled.settlement))
        decision = _next(fresh, patch, texts, cancels, by)
        if not cancels:
            answer_locked(decision=decision, hand=fresh, by=by)
        new = _values(fresh, decision)
        log_write(
            tournament=table.round.tournament,
            by=by,
            action=RULED,
            **place_of(target=fresh),
            object_id=fresh.pk,
            old=old,
            new=new,
            reason=texts["reason"][:300],
        )
        if (old["money"], old["premium"]) != (new["money"], new["premium"]):
            follow_ruling(table=table, by=by, why=public_words(decision)[:300])
        return decision

    return run_once(submission=submission, action=RULED, model=Decision, create=create)


def _ruled(hand: Hand, patch: Patch, preview: Preview | None) -> ReadHand:
    """The hand as the ruling makes it: what the form showed, unless the record or the rules have changed."""
    rulebook = rulebook_of(hand.table.round.tournament)
    shown = preview.after if preview else None
    if shown and shown.hand.rulebook == rulebook and shown.record == with_ruling(hand.record, patch):
        return shown
    return stored_hand(hand.record, rulebook).ruled(patch)


def _next(hand: Hand, patch: dict[str, Any], texts: dict[str, str], cancels: bool, by: Actor) -> Decision:
    hand.decisions.filter(current=True).update(current=False)
    highest = hand.decisions.aggregate(highest=Max("number"))["highest"] or 0
    return Decision.objects.create(
        hand=hand,
        number=highest + 1,
        patch=patch,
        cancels=cancels,
        **texts,
        **signed("decided_by", by),
    )


def _values(hand: Hand, decision: Decision | None) -> dict[str, Any]:
    return {
        "money": hand.money,
        "premium": hand.premium,
        "decision": decision.number if decision else None,
        "patch": decision.patch if decision else {},
        "cancels": decision.cancels if decision else False,
        "claim": decision.claim if decision else "",
        "public_reason": decision.public_reason if decision else "",
    }


def _require_patch(patch: Mapping[str, Any]) -> None:
    other = sorted(set(patch) - set(PATCHED))
    if other:
        raise Refused(
            _("Rozhodnutím se nedá změnit %(fields)s. Opravte záznam hry.") % {"fields": ", ".join(other)},
            code="patch_fields",
        )
