"""People who work for a tournament."""

from dataclasses import dataclass

from tournament.enums import Role
from tournament.lib.collation import czech_key
from tournament.models import Tournament

ORDER = (Role.ORGANISER, Role.CHIEF_REFEREE, Role.REFEREE)


@dataclass(frozen=True, slots=True)
class Member:
    """A role of somebody; ``tables`` as they are typed, empty: all."""

    id: int
    name: str
    username: str
    role: Role
    tables: str
    removable: bool

    @property
    def role_name(self) -> str:
        """The role in Czech."""
        return str(self.role.label)

    @property
    def is_referee(self) -> bool:
        """May be limited to tables."""
        return self.role == Role.REFEREE


def members_of(tournament: Tournament) -> list[Member]:
    """Organisers first, then the chief referee, then referees, each in Czech order."""
    rows = list(tournament.memberships.select_related("account"))
    organisers = sum(row.role == Role.ORGANISER for row in rows)
    found = [
        Member(
            id=row.pk,
            name=row.account.display_name,
            username=row.account.username,
            role=Role(row.role),
            tables=", ".join(str(number) for number in row.tables),
            removable=row.role != Role.ORGANISER or organisers > 1,
        )
        for row in rows
    ]
    return sorted(found, key=lambda one: (ORDER.index(one.role), czech_key(one.name), one.username))
