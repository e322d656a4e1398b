"""Reading an archive file back. Whatever is wrong with the file, one sentence says it and nothing is kept."""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.utils.translation import gettext as _

from scoring.archive import MEMBER_KEYS, SEAT_RESULT_KEYS, SECTIONS, TOURNAMENT, Section
from scoring.models import SeatResult
from scoring.services.archive_checks import check_tournament
from scoring.services.archive_file import ArchiveFile, broken, mapping
from scoring.services.archive_values import complete, numbers, read_uuid, read_value, read_whole
from tournament.enums import Role
from tournament.errors import Refused
from tournament.journal.actions import is_public
from tournament.journal.older import changes_told, give_places
from tournament.lib.older_payments import payments_told
from tournament.models import Account, KeptChange, LogEntry, Membership, Payment, Player, Round, Tournament
from tournament.services.members import free_username
from tournament.validators import validate_display_name

NAMES = ("username", "first_name", "last_name")
BATCH = 500
"""Rows written at once."""


def tournament_import(*, content: bytes, slug: str | None = None) -> Tournament:
    """Store the tournament of an archive file, under ``slug`` where one is given.

    Rows keep their UUIDs; when the tournament itself is already in the database, the file becomes a copy
    with UUIDs of its own. Players already known are left as they are. Raises ``Refused``.
    """
    file = ArchiveFile(content)
    row = dict(mapping(value=file.value("tournament"), path="tournament"))
    if slug:
        row["slug"] = slug
    known = Tournament.objects.filter(pk=read_uuid(value=row.get("id"), path="tournament.id")).exists()
    reader = _Reader(file, root=uuid.uuid4() if known else None)
    tournament: Tournament = reader.instance(TOURNAMENT, row, "tournament")
    if Tournament.objects.filter(slug=tournament.slug).exists():
        raise _slug_taken(tournament.slug)
    try:
        with transaction.atomic():
            _store(reader, tournament)
    except DatabaseError as error:
        if Tournament.objects.filter(slug=tournament.slug).exists():
            # Somebody imported it at the same moment and was faster.
            raise _slug_taken(tournament.slug) from error
        raise Refused(
            _(
                "Soubor archivu si odporuje: některé záznamy se opakují nebo na sebe nenavazují."
                " Nic se neuložilo."
            ),
            code="archive_inconsistent",
        ) from error
    return tournament


def _slug_taken(slug: str) -> Refused:
    return Refused(
        _("Turnaj s adresou „%(slug)s“ už v databázi je. Zvolte jinou volbou --slug NOVÁ-ADRESA.")
        % {"slug": slug},
        code="slug_taken",
    )


class _Reader:
    """Rows of the file as instances of their models.

    ``root``: a copy gets UUIDs derived from the original ones and this fresh one; an original keeps its own.
    """

    def __init__(self, file: ArchiveFile, root: uuid.UUID | None) -> None:
        self.file = file
        self._root = root

    def renamed(self, value: Any) -> Any:
        """The UUID of a row, as the database will know it."""
        if self._root is None or not isinstance(value, str):
            return value
        return str(uuid.uuid5(self._root, value))

    def instances(self, section: Section, tournament: Tournament) -> Iterator[Any]:
        """Every row of a section."""
        for path, row in self.file.rows(section.key):
            made = self.instance(section, row, path)
            if section.tournament_path == "tournament":
                made.tournament_id = tournament.pk
            yield made

    def log(self, section: Section, tournament: Tournament) -> Iterable[LogEntry]:
        """Entries of the log in their order; those of 0.1.0 get it from their times, and their places."""
        first = next(self.file.rows(section.key), None)
        entries = self._with_public(self.instances(section, tournament))
        if first is None or "round" in first[1]:
            return entries
        older = sorted(entries, key=lambda entry: (entry.at, entry.id))
        give_places(older, Round.with_discarded.filter(tournament=tournament))
        return older

    def _with_public(self, entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
        for entry in entries:
            entry.public = is_public(entry.action)
            yield entry

    def instance(self, section: Section, row: Mapping[str, Any], path: str) -> Any:
        """A row with every value checked by itself."""
        whole = complete(section=section, row=row, path=path, program=self.file.program)
        made = section.model()
        for name, field in section.fields.items():
            value = whole[name]
            # The same people play in a copy, so they keep their UUIDs.
            of_player = Player in (field.related_model, section.model if name == "id" else None)
            if (name in ("id", "object_id") or field.is_relation) and not of_player:
                value = self.renamed(value)
            setattr(made, field.attname, read_value(field=field, value=value, path=f"{path}.{name}"))
        return made


def _store(reader: _Reader, tournament: Tournament) -> None:
    tournament.save(force_insert=True)
    counts = {}
    for section in SECTIONS:
        # A player may have come with another tournament; what this database knows of him stays.
        read = reader.log if section.model is LogEntry else reader.instances
        counts[section.key] = _insert(
            section.model, read(section, tournament), ignore_conflicts=section.model is Player
        )
    if not reader.file.holds("changes"):
        counts["changes"] = _insert(KeptChange, _changes_told(tournament))
    if not reader.file.holds("payments"):
        told = payments_told(tournament.entries.all(), tournament.fee)
        counts["payments"] = _insert(Payment, (Payment(**one) for one in told))
    _insert(SeatResult, _seat_results(reader))
    _store_members(reader, tournament)
    check_tournament(tournament=tournament, counts=counts)


def _changes_told(tournament: Tournament) -> Iterator[KeptChange]:
    """What can be put back, from the log of a file that is older than changes."""
    numbers = dict(tournament.entries.values_list("pk", "number"))
    try:
        yield from (KeptChange(**one) for one in changes_told(tournament.log.all(), numbers))
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise broken(path="log", value=error) from error


def _insert(model: Any, rows: Iterable[Any], *, ignore_conflicts: bool = False) -> int:
    """Write the rows a batch at a time; says how many there were."""
    waiting, count = iter(rows), 0
    while batch := list(islice(waiting, BATCH)):
        model._base_manager.bulk_create(batch, ignore_conflicts=ignore_conflicts)
        count += len(batch)
    return count


def _seat_results(reader: _Reader) -> Iterator[SeatResult]:
    for result, lines in mapping(value=reader.file.value("seat_results"), path="seat_results").items():
        path = f"seat_results[{result}]"
        if not isinstance(lines, list):
            raise broken(path=path, value=lines)
        for item in lines:
            row = mapping(value=item, path=path)
            if row.keys() != set(SEAT_RESULT_KEYS):
                raise broken(path=path, value=row)
            yield SeatResult(
                result_id=read_uuid(value=reader.renamed(result), path=path),
                seat_id=read_uuid(value=reader.renamed(row["seat"]), path=path),
                **{
                    name: read_whole(value=row[name], path=f"{path}.{name}")
                    for name in ("money", "zb", "premium")
                },
            )


def _store_members(reader: _Reader, tournament: Tournament) -> None:
    """Roles of the members, who are found by their keys or made (``_account``)."""
    for path, row in reader.file.rows("members"):
        if row.keys() | {"key"} != set(MEMBER_KEYS) or row["role"] not in Role.values:
            raise broken(path=path, value=row)
        Membership.objects.create(
            tournament=tournament,
            account=_account(row, path),
            role=row["role"],
            tables=_tables(row["tables"], path),
        )


def _account(row: Mapping[str, Any], path: str) -> Account:
    """The member's account here: the one with his key, or a new one nobody can log in to yet.

    An account of his user name with another key is somebody else's; the new one gets a number behind its
    name. An archive older than keys knows people by their user names only.
    """
    made = Account(**{name: _member_value(name, row[name], path) for name in NAMES})
    key = _member_value("key", row["key"], path) if "key" in row else None
    same = {"username": made.username} if key is None else {"key": key}
    known = Account.objects.filter(**same).first()
    if known is not None:
        return known
    try:
        validate_display_name(made.display_name)
    except ValidationError as error:
        raise broken(path=path, value=made.display_name) from error
    made.key = key or made.key
    made.username = free_username(wanted=made.username)
    made.set_unusable_password()
    made.save(force_insert=True)
    return made


def _member_value(name: str, value: Any, path: str) -> Any:
    return read_value(field=Account._meta.get_field(name), value=value, path=f"{path}.{name}")


def _tables(value: Any, path: str) -> list[int]:
    try:
        return numbers(value=value)
    except ValueError as error:
        raise broken(path=f"{path}.tables", value=value) from error
