"""A scribe's table found by its short code."""

from tournament.enums import CLOSED_STATES
from tournament.models import TableLink


def scribe_link_by_code(code: str) -> TableLink | None:
    """The active link with this short code whose round is still open."""
    return (
        TableLink.objects.filter(code=code, active=True, table__round__discarded_at=None)
        .exclude(table__round__state__in=CLOSED_STATES)
        .first()
    )
