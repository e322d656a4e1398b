"""What starts cost: categories of the tournament, which of them somebody has, free starts."""

import uuid
from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actors import Actor
from tournament.errors import Refused
from tournament.journal.actions import CASH, ENTRIES, SETTINGS, Action, SeenBy, declare
from tournament.journal.write import log_write
from tournament.lib.counting import counted
from tournament.lib.names import normalise
from tournament.models import Entry, FeeCategory, Tournament
from tournament.services.checks import check_fields, invalid
from tournament.services.payments import BATCH, fees_follow
from tournament.services.writes import change_expected, lock_tournament, run_once

CATEGORY_ADDED = declare("tournament.fee.added", gettext_lazy("Kategorie startovného přidána"), area=SETTINGS)
CATEGORY_CHANGED = declare(
    "tournament.fee.changed", gettext_lazy("Kategorie startovného změněna"), area=SETTINGS
)
CATEGORY_REMOVED = declare(
    "tournament.fee.removed", gettext_lazy("Kategorie startovného odebrána"), area=SETTINGS
)
CHARGED = declare(
    "tournament.entry.charged", gettext_lazy("Startovné hráče"), area=CASH, seen_by=SeenBy.ORGANISERS
)
MANY_CHARGED = declare(
    "tournament.entries.charged",
    gettext_lazy("Startovné více hráčů"),
    area=CASH,
    seen_by=SeenBy.ORGANISERS,
)
FEE_CHANGED = declare(
    "tournament.entry.fee_changed", gettext_lazy("Startovné"), area=ENTRIES, seen_by=SeenBy.ORGANISERS
)
"""Written before there were payments; only read now."""


def fee_category_add(
    *, tournament: Tournament, by: Actor, name: str, amount: int, submission: uuid.UUID | None = None
) -> FeeCategory:
    """Another fee beside the tournament's own. Refuses ``invalid`` fields and ``fee_name_taken``."""
    category = FeeCategory(tournament=tournament, name=normalise(name), amount=amount)

    def create() -> FeeCategory:
        lock_tournament(tournament=tournament)
        _check(category)
        category.save(force_insert=True)
        _log(category, by, CATEGORY_ADDED, new=_values(category))
        return category

    return run_once(submission=submission, action=CATEGORY_ADDED, model=FeeCategory, create=create)


def fee_category_change(
    *, category: FeeCategory, by: Actor, name: str, amount: int, expected: int | None = None
) -> FeeCategory:
    """Rename it or change its amount; who has paid already then owes the difference, or has paid too much."""
    wanted = {"name": normalise(name), "amount": amount}
    old = _values(category)
    if wanted == old:
        return category
    with transaction.atomic():
        lock_tournament(tournament=category.tournament)
        _check(FeeCategory(pk=category.pk, tournament=category.tournament, **wanted))
        change_expected(row=category, expected=expected, **wanted)
        _log(category, by, CATEGORY_CHANGED, old=old, new=wanted)
        fees_follow(tournament=category.tournament)
    return category


def fee_category_remove(*, category: FeeCategory, by: Actor) -> None:
    """Nobody has it and nobody will. Refuses ``fee_used``."""
    with transaction.atomic():
        lock_tournament(tournament=category.tournament)
        holder = category.entries.order_by("number").first()
        if holder is not None:
            raise Refused(
                _("Startovné „%(name)s“ má %(who)s. Nejdřív změňte startovné hráčům, kteří ho mají.")
                % {"name": category.name, "who": holder},
                code="fee_used",
            )
        _log(category, by, CATEGORY_REMOVED, old=_values(category))
        category.delete()


def entry_charge(
    *,
    entry: Entry,
    by: Actor,
    category: FeeCategory | None = None,
    free_reason: str = "",
    expected: int | None = None,
) -> Entry:
    """What one start costs: a category, the tournament's own fee (``None``), or nothing and why.

    What was paid stays; the difference is owed or was paid too much.
    """
    wanted = {"fee_category": category, "fee_free_reason": normalise(free_reason)}
    if all(getattr(entry, name) == value for name, value in wanted.items()):
        return entry
    check_fields(row=Entry(**wanted), fields=("fee_free_reason",))
    with transaction.atomic():
        lock_tournament(tournament=entry.tournament)
        old = _charged(entry)
        change_expected(row=entry, expected=expected, **wanted)
        log_write(
            tournament=entry.tournament,
            by=by,
            action=CHARGED,
            subject=str(entry),
            object_id=entry.pk,
            old=old,
            new=_charged(entry),
        )
        fees_follow(tournament=entry.tournament, entries=[entry])
    return entry


def entries_charge(
    *, category: FeeCategory, by: Actor, given: Collection[int], taken: Collection[int]
) -> int:
    """Start numbers ``given`` pay the category, those ``taken`` out of it the tournament's own fee.

    One entry of the log for all. Gives how many changed: whom somebody put elsewhere meanwhile stays there.
    """
    tournament = category.tournament
    with transaction.atomic():
        lock_tournament(tournament=tournament)
        asked = tournament.entries.filter(number__in=[*given, *taken]).select_related("fee_category")
        moved = [
            entry for entry in asked if (entry.fee_category_id == category.pk) is (entry.number in taken)
        ]
        if not moved:
            return 0
        old = {str(entry.number): _charged(entry)["fee_category"] for entry in moved}
        for entry in moved:
            entry.fee_category = category if entry.number in given else None
            entry.fee_free_reason, entry.version = "", entry.version + 1
        Entry.objects.bulk_update(moved, ["fee_category", "fee_free_reason", "version"], batch_size=BATCH)
        log_write(
            tournament=tournament,
            by=by,
            action=MANY_CHARGED,
            subject=counted(len(moved), _("hráč"), _("hráči"), _("hráčů")),
            old=old,
            new={str(entry.number): _charged(entry)["fee_category"] for entry in moved},
        )
        fees_follow(tournament=tournament, entries=moved)
    return len(moved)


def _charged(entry: Entry) -> dict[str, str]:
    """As the log keeps it."""
    category = entry.fee_category
    return {
        "fee_category": category.name if category else _("základní"),
        "fee_free_reason": entry.fee_free_reason,
    }


def _values(category: FeeCategory) -> dict[str, str | int]:
    return {"name": category.name, "amount": category.amount}


def _check(category: FeeCategory) -> None:
    if not category.name:
        raise invalid(wrong={"name": _("Napište, pro koho startovné platí, například „host“.")})
    check_fields(row=category, fields=("name", "amount"))
    others = category.tournament.fee_categories.exclude(pk=category.pk)
    if others.filter(name=category.name).exists():
        text = _("Startovné „%(name)s“ už v turnaji je.") % {"name": category.name}
        raise Refused(text, code="fee_name_taken", fields={"name": text})


def _log(category: FeeCategory, by: Actor, action: Action, *, old: Any = None, new: Any = None) -> None:
    log_write(
        tournament=category.tournament,
        by=by,
        action=action,
        subject=category.name,
        object_id=category.pk,
        old=old,
        new=new,
    )
