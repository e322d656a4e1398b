"""Who is asking: accounts, roles and scribes' links turned into an ``Actor``."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import CharField
from django.utils.translation import gettext as _

from tournament.actors import NOBODY_KEY, Actor, scribe_key
from tournament.enums import Role
from tournament.lib.prepared import Prepared
from tournament.lifecycle import ALLOWED, Act
from tournament.models import Account, Membership, Table, TableLink, Tournament

NOBODY = Actor(name="", key=NOBODY_KEY)
"""The public: no account, no link."""


def actor_for(user: Account | AnonymousUser, tournament: Tournament) -> Actor:
    """The roles of ``user`` in ``tournament``, in one query."""
    if not user.is_authenticated:
        return NOBODY
    members = list(Membership.objects.filter(tournament=tournament).only("account_id", "role", "tables"))
    mine = [member for member in members if member.account_id == user.pk]
    return Actor(
        name=user.display_name,
        key=user.key,
        roles=frozenset(Role(member.role) for member in mine),
        tables=frozenset(number for member in mine for number in member.tables),
        chief_appointed=any(member.role == Role.CHIEF_REFEREE for member in members),
    )


_ACTIVE_LINK: Prepared[TableLink] = Prepared(
    lambda token: (
        TableLink.objects.select_related("table__round__tournament")
        .filter(token=token, active=True, table__round__discarded_at=None)
        .filter(table__round__state__in=ALLOWED[Act.SCRIBE])
    ),
    token=CharField(),
)


def scribe_link(token: str) -> TableLink | None:
    """The active link with this token whose round is still open; ``None`` answers 404."""
    return _ACTIVE_LINK.first(token=token)


def scribe_actor(table: Table) -> Actor:
    """The scribe of the table: whoever holds its link."""
    name = _("zapisovatel stolu %(number)s") % {"number": table.number}
    return Actor(name=name, key=scribe_key(table.pk), scribe_of=table.pk)
