"""Who is doing something: the person's name as it stands in the log, his key, and what he may do.

The name is for people and may change or be somebody else's too; who is the same person is decided by the key
alone. A leaf beside ``enums``: services take an ``Actor``, selectors make one, views hold one.
"""

import getpass
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournament.enums import Role

KEYS = uuid.UUID("5f0c2f0e-8a54-4f7e-9c0b-6a2f4c1d7e35")
"""Namespace of the keys that are derived; those of accounts are random, so the two never meet."""

COMMAND_LINE = uuid.uuid5(KEYS, "command line")
"""Key of whoever runs commands: everybody with that door may do everything, so they count as one person."""

FROM_HOME = uuid.uuid5(KEYS, "application from home")
"""Key of whoever registers from home: they have no account, so nobody knows who of them is who."""

NOBODY_KEY = uuid.UUID(int=0)
"""Key of the public, who never writes."""


@dataclass(frozen=True, slots=True)
class Actor:
    """A person in one tournament.

    ``key`` is that of his account (``Account.key``), of the table he writes for (``scribe_key``) or of the
    command line; it stands in exported files, opens nothing and is no secret.
    ``tables`` limits a referee to table numbers (empty: all). ``scribe_of`` is the table of a scribe.
    ``chief_appointed`` says whether the tournament has a chief referee: without one the organiser has
    his rights (docs/tournament.md, People).
    """

    name: str
    key: uuid.UUID
    roles: frozenset[Role] = field(default_factory=frozenset)
    tables: frozenset[int] = field(default_factory=frozenset)
    scribe_of: uuid.UUID | None = None
    chief_appointed: bool = False

    @property
    def has_account(self) -> bool:
        """Keys of accounts are random; those of scribes and of the command line are derived."""
        return self.key.version == 4

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

    @property
    def may_punish(self) -> bool:
        """May give penalties and take them back."""
        return self.is_organiser or self.is_chief

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


def scribe_key(table_id: uuid.UUID) -> uuid.UUID:
    """The key of the scribe of a table: whoever holds its link, and the same in every database."""
    return uuid.uuid5(KEYS, f"scribe {table_id}")


def signed(field_name: str, by: Actor | None) -> dict[str, Any]:
    """The columns that say who did it: ``signed("entered_by", by)``; ``None`` takes the signature back."""
    return {field_name: by.name if by else "", f"{field_name}_key": by.key if by else None}


def applicant_actor() -> Actor:
    """Somebody who registers from home, without a right anywhere."""
    return Actor(name=_("přihláška z domova"), key=FROM_HOME)


def command_line_actor() -> Actor:
    """The person at the keyboard of the server, for management commands: all rights."""
    try:
        login = getpass.getuser()
    except (KeyError, OSError):  # because an account without a name can run commands too
        login = "?"
    return Actor(
        name=f"příkazová řádka ({login})",
        key=COMMAND_LINE,
        roles=frozenset({Role.ORGANISER, Role.CHIEF_REFEREE}),
    )
