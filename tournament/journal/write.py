"""Writing the journal: one entry for each thing done, in the transaction of the change itself."""

import uuid
from collections.abc import Iterable
from typing import Any

from tournament.actors import Actor
from tournament.journal.actions import Action
from tournament.models import KeptChange, LogEntry, Round, Tournament


def log_write(
    *,
    tournament: Tournament,
    by: Actor,
    action: Action,
    subject: str = "",
    round_: Round | None = None,
    table: int | None = None,
    hand: int | None = None,
    object_id: uuid.UUID | None = None,
    old: Any = None,
    new: Any = None,
    reason: str = "",
) -> LogEntry:
    """Store what was done; call it inside the transaction of the change itself.

    ``round_``, the number of the ``table`` and of the ``hand`` say where: by them is decided who may read it.
    ``subject`` is a name as it stands now («7 Novák Jan»); without one the action puts the place into words.
    ``old`` and ``new`` are plain JSON values: the changed fields for an edit, the whole for a creation.
    """
    return LogEntry.objects.create(
        tournament=tournament,
        actor_name=by.name,
        actor_key=by.key,
        action=action,
        subject=subject,
        round=round_,
        table_number=table,
        hand_number=hand,
        object_id=object_id,
        old=old,
        new=new,
        reason=reason,
        public=action.public,
    )


def log_lines(
    *,
    tournament: Tournament,
    by: Actor,
    action: Action,
    lines: Iterable[tuple[str, uuid.UUID | None, Any, Any]],
) -> list[LogEntry]:
    """The same act upon many rows, to be stored at once; a line is subject, id, old and new values."""
    return [
        LogEntry(
            tournament=tournament,
            actor_name=by.name,
            actor_key=by.key,
            action=action,
            subject=subject,
            round=None,
            table_number=None,
            hand_number=None,
            object_id=object_id,
            old=old,
            new=new,
            reason="",
        )
        for subject, object_id, old, new in lines
    ]


def change_keep(*, entry: LogEntry, before: Any = None, after: Any = None) -> LogEntry:
    """Keep what the entry changed, so that it can be put back; by default it is what the log tells.

    ``before`` and ``after`` as in ``KeptChange``.
    """
    KeptChange.objects.create(
        entry=entry,
        before=entry.old if before is None else before,
        after=(entry.new or {}) if after is None else after,
    )
    return entry
