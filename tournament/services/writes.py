"""What every write is made of: the log entry, the form sent twice, the version that was seen."""

import uuid
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.models import LogEntry, Record, Submission, Tournament, next_version

Made = TypeVar("Made", bound=models.Model)


def log_write(
    *,
    tournament: Tournament,
    by: Actor,
    action: str,
    subject: str,
    object_id: uuid.UUID | None = None,
    old: Any = None,
    new: Any = None,
    reason: str = "",
) -> LogEntry:
    """Store what was done; call it inside the transaction of the change itself.

    ``old`` and ``new`` are plain JSON values: the changed fields for an edit, the whole for a creation.
    """
    return LogEntry.objects.create(
        tournament=tournament,
        actor_name=by.name,
        action=action,
        subject=subject,
        object_id=object_id,
        old=old,
        new=new,
        reason=reason,
    )


def run_once(
    *, submission: uuid.UUID | None, action: str, model: type[Made], create: Callable[[], Made]
) -> Made:
    """Create in one transaction; the same ``submission`` again gives what the first one made.

    The key's row is written first, so of two senders at the same moment the database lets one through
    and the other finds the finished row. Without a key (commands, tests) it only opens the transaction.
    """
    if submission is None:
        with transaction.atomic():
            return create()
    try:
        with transaction.atomic():
            Submission.objects.create(key=submission, action=action)
            made = create()
            Submission.objects.filter(key=submission).update(object_id=made.pk)
            return made
    except IntegrityError:
        earlier = Submission.objects.filter(key=submission).first()
        if earlier is None or earlier.object_id is None:
            raise
        if earlier.action != action:
            raise Refused(
                _("Tento formulář už uložil něco jiného. Načtěte stránku znovu a zkuste to ještě jednou."),
                code="submission_used",
            ) from None
        return model._base_manager.get(pk=earlier.object_id)


def change_expected(row: Record, *, expected: int | None, **changes: Any) -> None:
    """Change ``row`` where it still has the version ``expected`` (default: the one in hand).

    Raises ``Conflict`` naming who changed it and when. Works in the database, so two senders at the same
    moment cannot both succeed; refreshes ``row``.
    """
    seen = row.version if expected is None else expected
    model = type(row)
    # The base manager reaches a discarded round too.
    count = model._base_manager.filter(pk=row.pk, version=seen).update(version=next_version(), **changes)
    if count == 0:
        raise conflict_about(row)
    row.refresh_from_db(fields=[*changes, "version"])


def conflict_about(row: models.Model) -> Conflict:
    """The refusal for a change that came too late: who was first, and when."""
    last = LogEntry.objects.filter(object_id=row.pk).order_by("-at").first()
    if last is None:
        return Conflict(
            _("Mezitím to změnil někdo jiný. Načtěte stránku znovu a změnu zopakujte."), code="changed"
        )
    when = date_format(timezone.localtime(last.at), "j. n. Y H:i")
    return Conflict(
        _("Mezitím to změnil(a) %(who)s (%(when)s). Načtěte stránku znovu a změnu zopakujte.")
        % {"who": last.actor_name, "when": when},
        code="changed",
    )
