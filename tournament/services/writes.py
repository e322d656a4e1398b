"""What every write is made of beside its log entry: the form sent twice, the lock, the version seen."""

import uuid
from collections.abc import Callable, Collection
from typing import Any, TypeVar

from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.errors import Conflict, Refused
from tournament.models import LogEntry, PersonChange, Record, Round, Submission, Tournament, next_version

Made = TypeVar("Made", bound=Record)
Done = TypeVar("Done")


def run_once(
    *,
    submission: uuid.UUID | None,
    action: str,
    model: type[Made],
    create: Callable[[], Made],
    made_id: uuid.UUID | None = None,
) -> Made:
    """Create in one transaction; the same ``submission`` again gives what the first one made.

    Without a key (commands, tests) it only opens the transaction. ``made_id`` is the id that a new row will
    have, where it is chosen beforehand: the key is then written once and not again when the row is there.
    """
    known = {"object_id": made_id}
    done = _first_time(submission, action, create, lambda made: {"object_id": made.id}, known)
    return model._base_manager.get(id=done.object_id) if isinstance(done, Submission) else done


def answer_once(
    *, submission: uuid.UUID | None, action: str, create: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """The same for what makes no single row: the first answer (JSON) is kept and given again."""
    done = _first_time(submission, action, create, lambda answer: {"answer": answer}, {})
    return dict(done.answer or {}) if isinstance(done, Submission) else done


def _first_time(
    submission: uuid.UUID | None,
    action: str,
    create: Callable[[], Done],
    keep: Callable[[Done], dict[str, Any]],
    known: dict[str, Any],
) -> Done | Submission:
    """What was made, or the earlier submission of the same key.

    The key's row is written first, so of two senders at the same moment the database lets one through
    and the other finds the finished row.
    """
    if submission is None:
        with transaction.atomic():
            return create()
    try:
        with transaction.atomic():
            Submission.objects.create(key=submission, action=action, **known)
            made = create()
            if keep(made) != known:
                Submission.objects.filter(key=submission).update(**keep(made))
            return made
    except IntegrityError:
        earlier = Submission.objects.filter(key=submission).first()
        if earlier is None:
            raise
        if earlier.action != action:
            raise Refused(
                _("Tento formulář už uložil něco jiného. Načtěte stránku znovu a zkuste to ještě jednou."),
                code="submission_used",
            ) from None
        return earlier


def lock_tournament(*, tournament: Tournament) -> None:
    """Let writers about one tournament go one after another, each seeing what the last one did.

    Without the key, because writers of hands hold a round and refer to the tournament in the log: a lock with
    the key would make the two wait for each other.
    """
    _lock(lambda: models.Q(pk=tournament.pk))


def lock_tournaments(*, ids: Collection[uuid.UUID]) -> None:
    """The same for several, always in the same order."""
    _lock(lambda: models.Q(pk__in=ids))


def lock_tournament_of(*, round_id: uuid.UUID) -> None:
    """The same where only the round is known."""
    _lock(lambda: models.Q(pk__in=Round.with_discarded.filter(pk=round_id).values("tournament")))


def _lock(which: Callable[[], models.Q]) -> None:
    # Elsewhere (SQLite) the transaction holds the whole file from its beginning, and there is nothing to ask.
    if connection.features.has_select_for_update:
        locked = Tournament.objects.filter(which()).select_for_update(no_key=True)
        list(locked.values_list("pk").order_by("pk"))


def change_expected(*, row: Record, expected: int | None, **changes: Any) -> None:
    """Change ``row`` where it still has the version ``expected`` (default: the one in hand).

    Raises ``Conflict`` naming who changed it and when. Works in the database, so two senders at the same
    moment cannot both succeed; refreshes ``row``.
    """
    seen = row.version if expected is None else expected
    model = type(row)
    # The base manager reaches a discarded round too.
    count = model._base_manager.filter(pk=row.pk, version=seen).update(version=next_version(), **changes)
    if count == 0:
        raise conflict_about(row=row)
    row.refresh_from_db(fields=[*changes, "version"])


def conflict_about(*, row: models.Model) -> Conflict:
    """The refusal for a change that came too late: who was first, and when."""
    return overtaken_by(last=LogEntry.objects.filter(object_id=row.pk).order_by("-sequence").first())


def overtaken_by(*, last: LogEntry | PersonChange | None) -> Conflict:
    """The same where what was done last is known."""
    if last is None:
        return Conflict(
            _("Mezitím to změnil někdo jiný. Načtěte stránku znovu a změnu zopakujte."), code="changed"
        )
    when = date_format(timezone.localtime(last.at), "j. n. Y H:i")
    return Conflict(
        _("Mezitím se to změnilo: %(who)s (%(when)s). Načtěte stránku znovu a změnu zopakujte.")
        % {"who": last.actor_name, "when": when},
        code="changed",
    )
