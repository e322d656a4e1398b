"""Scribes' links: a table found by its short code, the link of a table, one that is no more."""

from tournament.lifecycle import ALLOWED, Act, allowed
from tournament.models import Table, TableLink


def scribe_link_by_code(code: str) -> TableLink | None:
    """The active link with this short code whose round is still open."""
    return (
        TableLink.objects.filter(code=code, active=True, table__round__discarded_at=None)
        .filter(table__round__state__in=ALLOWED[Act.SCRIBE])
        .first()
    )


def scribe_link_of(table: Table) -> TableLink | None:
    """The link the scribe of a table comes in by, while there is something to write."""
    if not allowed(Act.SCRIBE, table.round.state):
        return None
    return TableLink.objects.filter(table=table, active=True).first()


def is_past_link(token: str) -> bool:
    """Whether there was such a link once: of a round closed since, or replaced by a new one."""
    return TableLink.objects.filter(token=token).exists()
