"""A ruling as amounts, where the hands of a table are on paper: it is added to the figures of the sheet."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import format_crowns
from rules.offences import ARTICLES
from scoring.adapters import MONEY_LIMIT, Patch, ReadHand
from scoring.enums import DisputeState
from scoring.logged import HANDS
from scoring.models import Award, Dispute, Hand
from scoring.selectors.decisions import public_award_words
from scoring.services.disputes import answered_by_award, require_referee, require_time, ruling_texts
from scoring.services.guards import locked_table, place_of, require_unfinished, seat_letters
from scoring.services.results import PREMIUM_LIMIT, SeatFigures, follow_award
from tournament.actors import Actor, signed
from tournament.errors import Refused
from tournament.journal.actions import SeenBy, declare
from tournament.journal.write import log_write
from tournament.models import Table, next_version
from tournament.services.writes import run_once

AWARDED = declare(
    "scoring.dispute.awarded",
    gettext_lazy("Rozhodnutí rozhodčího o částkách"),
    area=HANDS,
    seen_by=SeenBy.TABLE,
)


def award_make(
    *,
    dispute: Dispute,
    amounts: Mapping[str, SeatFigures],
    reason: str,
    by: Actor,
    article: str = "",
    facts: str = "",
    public_reason: str = "",
    record: Mapping[str, Any] | None = None,
    patch: Patch | None = None,
    expected: int | None = None,
    submission: uuid.UUID | None = None,
) -> Award:
    """Rule what everybody at the table gets or pays; a new ruling supersedes the last one of the dispute.

    The money of all seats is zero together. ``record`` and ``patch`` are kept where the referee entered the
    hand (``award_hand``). The result of the table follows at once, or when it is entered.
    A table with written hands is ruled hand by hand. Raises ``NotAllowed``, ``Refused``, ``Conflict``.
    """
    require_referee(table=dispute.table, by=by)
    texts = ruling_texts(reason=reason, facts=facts, public_reason=public_reason)

    def create() -> Award:
        table = locked_table(table=dispute.table)
        require_time(table=table, by=by)
        require_unfinished(tournament=table.round.tournament)
        fresh = Dispute.objects.get(pk=dispute.pk)
        fresh.table = table
        _require_paper(fresh, table)
        _check(table, amounts, article)
        before = fresh.awards.filter(current=True).first()
        answered_by_award(dispute=fresh, by=by, expected=expected)
        said = {**texts, "article": article, "record": record, "patch": dict(patch or {})}
        award = _next(fresh, amounts, said, by)
        _log(award, before, table, by, texts["reason"])
        follow_award(
            table=table,
            by=by,
            why=public_award_words(award)[:300],
            changes=_changes(before, award),
        )
        return award

    return run_once(submission=submission, action=AWARDED, model=Award, create=create)


def award_hand(
    *, dispute: Dispute, written: ReadHand, ruled: ReadHand, patch: Patch, by: Actor, **texts: Any
) -> Award:
    """Rule on a hand that stands only on paper: everybody gets what the ruling changes of it.

    ``written`` is the hand as it stands on the sheet, ``ruled`` the same with ``patch``; ``texts`` and the
    rest as for ``award_make``.
    """
    before, after = written.settlement, ruled.settlement
    amounts = {
        seat: SeatFigures(after.money[seat] - money, after.premium[seat] - before.premium[seat])
        for seat, money in before.money.items()
    }
    offences = patch.get("renonce") or [{"article": ""}]
    article = offences[0]["article"]
    return award_make(
        dispute=dispute, amounts=amounts, article=article, record=written.record, patch=patch, by=by, **texts
    )


def _require_paper(dispute: Dispute, table: Table) -> None:
    if Hand.objects.filter(table=table, removed=False).exists():
        raise Refused(
            _("Stůl %(table)d má zapsané hry. Rozhodněte přímo o hře, které se spor týká.")
            % {"table": table.number},
            code="hand_written",
        )
    if dispute.state == DisputeState.WITHDRAWN:
        raise Refused(_("Spor %(number)d je vzatý zpět.") % {"number": dispute.number}, code="dispute_closed")


def _check(table: Table, amounts: Mapping[str, SeatFigures], article: str) -> None:
    letters = seat_letters(table=table)
    if set(amounts) != set(letters):
        raise Refused(
            _("Částky mají mít místa %(seats)s.") % {"seats": ", ".join(letters)}, code="other_seats"
        )
    fields = {}
    for letter, one in amounts.items():
        if abs(one.money) > MONEY_LIMIT:
            fields[f"money_{letter}"] = _("Nejvýš %(most)s.") % {"most": format_crowns(MONEY_LIMIT)}
        if abs(one.premium) > PREMIUM_LIMIT:
            fields[f"premium_{letter}"] = _("Nejvýš %(most)d bodů.") % {"most": PREMIUM_LIMIT}
    total = sum(one.money for one in amounts.values())
    if total and not fields:
        text = _("Částky dávají dohromady %(total)s, mají dát nulu: co jeden dostane, jiný platí.") % {
            "total": format_crowns(total, sign=True)
        }
        fields[f"money_{letters[-1]}"] = text
    if article and article not in ARTICLES:
        fields["article"] = _("Vyberte článek ze seznamu, nebo nechte prázdné.")
    if fields:
        raise Refused(" ".join(fields.values()), code="award_fields", fields=fields)


def _next(
    dispute: Dispute,
    amounts: Mapping[str, SeatFigures],
    said: Mapping[str, Any],
    by: Actor,
) -> Award:
    number = dispute.awards.count() + 1
    dispute.awards.filter(current=True).update(current=False, version=next_version())
    award = Award.objects.create(
        dispute=dispute,
        number=number,
        money={letter: one.money for letter, one in sorted(amounts.items())},
        premium={letter: one.premium for letter, one in sorted(amounts.items())},
        **said,
        **signed("decided_by", by),
    )
    award.dispute = dispute
    return award


def _changes(before: Award | None, after: Award) -> dict[str, SeatFigures]:
    """What is added to the result, over what the superseded award has added already."""
    return {
        letter: SeatFigures(
            money - (before.money[letter] if before else 0),
            after.premium[letter] - (before.premium[letter] if before else 0),
        )
        for letter, money in after.money.items()
    }


def _log(award: Award, before: Award | None, table: Table, by: Actor, reason: str) -> None:
    def values(one: Award) -> dict[str, Any]:
        names = ("money", "premium", "article", "public_reason")
        return {"award": one.number, **{name: getattr(one, name) for name in names}}

    log_write(
        tournament=table.round.tournament,
        by=by,
        action=AWARDED,
        **place_of(target=table),
        object_id=award.dispute_id,
        old=values(before) if before else None,
        new={"dispute": award.dispute.number, **values(award)},
        reason=reason[:300],
    )
