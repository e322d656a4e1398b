"""Who is doing something: the person's name as it stands in the log, and what he may do.

A leaf beside ``enums``: services take an ``Actor``, selectors make one, views hold one.
"""

import getpass
import uuid
from dataclasses import dataclass, field

from tournament.enums import Role


@dataclass(frozen=True, slots=True)
class Actor:
    """A person in one tournament.

    ``tables`` limits a referee to table numbers (empty: all). ``scribe_of`` is the table of a scribe.
    ``chief_appointed`` says whether the tournament has a chief referee: without one the organiser has
    his rights (docs/tournament.md, People).
    """

    name: str
    roles: frozenset[Role] = field(default_factory=frozenset)
    tables: frozenset[int] = field(default_factory=frozenset)
    scribe_of: uuid.UUID | None = None
    chief_appointed: bool = False

    @property
    def is_organiser(self) -> bool:
        """May register, draw, enter, confirm, publish, print and export."""
        return Role.ORGANISER in self.roles

    @property
    def is_member(self) -> bool:
        """Works for the tournament in any role with an account."""
        return bool(self.roles)

    @property
    def is_chief(self) -> bool:
        """May decide disputes of every table."""
        return Role.CHIEF_REFEREE in self.roles or (self.is_organiser and not self.chief_appointed)

    def may_decide(self, table_number: int) -> bool:
        """May rule on disputes of this table."""
        if self.is_chief:
            return True
        return Role.REFEREE in self.roles and (not self.tables or table_number in self.tables)

    def may_see_hands(self, table_id: uuid.UUID, table_number: int) -> bool:
        """May see every hand of this table."""
        return self.is_organiser or self.scribe_of == table_id or self.may_decide(table_number)

    def may_write_hands(self, table_id: uuid.UUID) -> bool:
        """May write and correct hands of this table; a referee changes them only by a ruling."""
        return self.is_organiser or self.scribe_of == table_id


def command_line_actor() -> Actor:
    """The person at the keyboard of the server, for management commands: all rights."""
    try:
        login = getpass.getuser()
    except (KeyError, OSError):  # because an account without a name can run commands too
        login = "?"
    return Actor(name=f"příkazová řádka ({login})", roles=frozenset({Role.ORGANISER, Role.CHIEF_REFEREE}))
