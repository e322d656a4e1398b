"""Scribes' links: one active link for each table of a published round, replaced by «nový odkaz»."""

from django.db import transaction
from django.utils.translation import gettext_lazy

from tournament.actors import Actor
from tournament.journal.actions import ROUNDS, SeenBy, declare
from tournament.journal.write import log_write
from tournament.lifecycle import Act, require
from tournament.models import Round, Table, TableLink
from tournament.services.writes import lock_tournament_of

REPLACED = declare(
    "tournament.link.replaced", gettext_lazy("Nový odkaz zapisovatele"), area=ROUNDS, seen_by=SeenBy.TABLE
)


def links_create(*, round_: Round) -> None:
    """Give every table without an active link one; called inside the transaction that publishes."""
    without = round_.tables.exclude(links__active=True)
    TableLink.objects.bulk_create(TableLink(table=table) for table in without)


def links_switch_off(*, round_: Round) -> None:
    """The links of the round stop working; the next publication makes new ones."""
    TableLink.objects.filter(table__round=round_, active=True).update(active=False)


def link_replace(*, table: Table, by: Actor) -> TableLink:
    """A new link for the table; the old address and code stop working at once. The log keeps neither."""
    with transaction.atomic():
        # In turn with who takes the publication back, which switches all links of the round off.
        lock_tournament_of(round_id=table.round_id)
        locked = Table.objects.select_related("round__tournament").get(pk=table.pk)
        round_ = locked.round
        require(Act.NEW_LINK, state=round_.state, number=round_.number)
        TableLink.objects.filter(table=locked, active=True).update(active=False)
        link = TableLink.objects.create(table=locked)
        log_write(
            tournament=round_.tournament,
            by=by,
            action=REPLACED,
            round_=round_,
            table=locked.number,
            object_id=locked.pk,
        )
    return link
