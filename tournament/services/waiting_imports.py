"""What an organiser does with a file of registrations before it is written: how it is read, rows put right.

Nothing of the tournament changes here, so nothing is told in its journal; what is written in the end is
``entries_import``.
"""

from collections.abc import Mapping
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.lib.package import UnreadableFile
from tournament.lib.registering.book import Book
from tournament.lib.registrations import LEFT_OUT, Place
from tournament.models import Tournament, WaitingImport, next_version
from tournament.selectors.waiting_imports import Choices, changes_of, opened, packed, reading_by, unpacked
from tournament.services.imports import ImportReport, entries_import

KEPT = timedelta(days=1)
"""How long a file waits for its organiser."""


def import_keep(*, tournament: Tournament, by: Actor, source: str, book: Book) -> WaitingImport:
    """Keep what was read of a file; what has waited too long is thrown away."""
    WaitingImport.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
    return WaitingImport.objects.create(
        tournament=tournament,
        owner_key=by.key,
        source=source[:100],
        book=packed(book),
        choices=Choices().to_json(),
    )


def import_choose(*, waiting: WaitingImport, choices: Choices, expected: int) -> None:
    """Read the file by other choices. Refuses ``reading`` when there is no such sheet, row or column."""
    try:
        reading_by(unpacked(bytes(waiting.book)), choices)
    except UnreadableFile as error:
        raise Refused(str(error), code="reading") from error
    with transaction.atomic():
        _change(waiting, expected, choices=choices.to_json())


def import_row_change(
    *, waiting: WaitingImport, place: Place, fields: Mapping[str, str], left_out: bool | None = None
) -> WaitingImport:
    """Type over fields of one row, leave it out or take it back; other rows stay as they are.

    Gives the file as it is then; ``Conflict`` where it has been written meanwhile.
    """
    with transaction.atomic():
        waiting = _held(waiting)
        changes = changes_of(waiting)
        change = {**changes.get(place, {}), **fields}
        if left_out:
            change[LEFT_OUT] = ""
        elif left_out is not None:
            change.pop(LEFT_OUT, None)
        changes[place] = change
        kept = [[list(where), what] for where, what in changes.items() if what]
        _change(waiting, waiting.version, changes=kept)
    return waiting


def import_row_capitals(*, waiting: WaitingImport, place: Place, ordinary: bool) -> WaitingImport:
    """Take the name of one row in ordinary letters, or as it was typed; gives the file as it is then."""
    with transaction.atomic():
        waiting = _held(waiting)
        choices = Choices.from_json(waiting.choices)
        others = set(choices.otherwise) - {place}
        if ordinary != choices.ordinary:
            others.add(place)
        chosen = choices._replace(otherwise=tuple(sorted(others)))
        _change(waiting, waiting.version, choices=chosen.to_json())
    return waiting


def import_write(*, waiting: WaitingImport, by: Actor, expected: int) -> ImportReport:
    """Write the file as it was shown; a second press gives the same report."""
    if waiting.version != expected:
        raise _changed()
    content = opened(waiting).content
    if content is None:
        raise Refused(opened(waiting).problem, code="reading")
    report = entries_import(
        tournament=waiting.tournament,
        by=by,
        registrations=content.registrations,
        rejected=content.rejected,
        warnings=content.warnings,
        source=waiting.source,
        submission=waiting.pk,
    )
    WaitingImport.objects.filter(pk=waiting.pk).delete()
    return report


def _held(waiting: WaitingImport) -> WaitingImport:
    """The file as it is now, which nobody else changes until the transaction ends."""
    found = WaitingImport.objects.select_for_update().filter(pk=waiting.pk).first()
    if found is None:
        raise _changed()
    return found


def _change(waiting: WaitingImport, expected: int, **values: object) -> None:
    found = WaitingImport.objects.filter(pk=waiting.pk, version=expected)
    if not found.update(version=next_version(), **values):
        raise _changed()
    waiting.refresh_from_db()


def _changed() -> Conflict:
    return Conflict(
        _("Náhled se mezitím změnil v jiném okně. Podívejte se na něj a udělejte to znovu."), code="changed"
    )
