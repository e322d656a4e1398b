"""Who is asking: accounts, roles and scribes' links turned into an ``Actor``."""

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.enums import CLOSED_STATES, Role
from tournament.models import Account, Membership, TableLink, Tournament

NOBODY = Actor(name="")
"""The public: no account, no link."""


def actor_for(user: Account | AnonymousUser, tournament: Tournament) -> Actor:
    """The roles of ``user`` in ``tournament``, in one query."""
    if not user.is_authenticated:
        return NOBODY
    members = list(Membership.objects.filter(tournament=tournament).only("account_id", "role", "tables"))
    mine = [member for member in members if member.account_id == user.pk]
    return Actor(
        name=user.display_name,
        roles=frozenset(Role(member.role) for member in mine),
        tables=frozenset(number for member in mine for number in member.tables),
        chief_appointed=any(member.role == Role.CHIEF_REFEREE for member in members),
    )


def scribe_link(token: str) -> TableLink | None:
    """The active link with this token whose round is still open; ``None`` answers 404."""
    return (
        TableLink.objects.select_related("table__round__tournament")
        .filter(token=token, active=True, table__round__discarded_at=None)
        .exclude(table__round__state__in=CLOSED_STATES)
        .first()
    )


def scribe_actor(link: TableLink) -> Actor:
    """The scribe of the link's table."""
    name = _("zapisovatel stolu %(number)s") % {"number": link.table.number}
    return Actor(name=name, scribe_of=link.table_id)
