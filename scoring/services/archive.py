"""Reading an archive file back. Whatever is wrong with the file, one sentence says it and nothing is kept."""

import datetime as dt
import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, models, transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from rules import InvalidHand, RulesError, parse_hand
from scoring.adapters import rulebook_of
from scoring.archive import FORMAT, MEMBER_KEYS, SEAT_RESULT_KEYS, SECTIONS, TOURNAMENT, Section
from scoring.auctions import checked_calls
from scoring.models import Hand, SeatResult, StandingsPublication
from scoring.selectors.history import table_history
from scoring.selectors.points import read_stored
from scoring.selectors.standings import RoundFigures, StandingRow, published_of
from scoring.selectors.tables import table_account
from tournament.enums import Role
from tournament.errors import DeskError, Refused
from tournament.models import Account, Draw, Membership, Player, Table, Tournament
from tournament.selectors.log import log_line
from tournament.selectors.protocols import protocol_of
from tournament.services.founding import settings_check

MAXIMAL_BYTES = 200_000_000


def tournament_import(*, content: bytes, slug: str | None = None) -> Tournament:
    """Store the tournament of an archive file, under ``slug`` where one is given.

    Rows keep their UUIDs; when the tournament itself is already in the database, the file becomes a copy
    with UUIDs of its own. Players already known are left as they are. Raises ``Refused``.
    """
    data = _document(content)
    row = _mapping(data["tournament"], "tournament")
    wanted = slug or row.get("slug")
    if Tournament.objects.filter(slug=wanted).exists():
        raise _slug_taken(wanted)
    rename = _renaming(row)
    try:
        with transaction.atomic():
            return _store(data, {**row, "slug": wanted}, rename)
    except DatabaseError as error:
        if Tournament.objects.filter(slug=wanted).exists():
            # Somebody imported it at the same moment and was faster.
            raise _slug_taken(wanted) from error
        raise Refused(
            _(
                "Soubor archivu si odporuje: některé záznamy se opakují nebo na sebe nenavazují."
                " Nic se neuložilo."
            ),
            code="archive_inconsistent",
        ) from error


def _slug_taken(slug: object) -> Refused:
    return Refused(
        _("Turnaj s adresou „%(slug)s“ už v databázi je. Zvolte jinou volbou --slug NOVÁ-ADRESA.")
        % {"slug": slug},
        code="slug_taken",
    )


class _Renaming:
    """UUIDs of a copy, derived from the original ones and a fresh root; the identity for an original."""

    def __init__(self, root: uuid.UUID | None) -> None:
        self.root = root

    def __call__(self, value: Any) -> Any:
        if self.root is None or value is None:
            return value
        return str(uuid.uuid5(self.root, str(value)))


def _renaming(row: Mapping[str, Any]) -> _Renaming:
    try:
        known = Tournament.objects.filter(pk=str(row.get("id"))).exists()
    except ValidationError as error:
        raise _broken("tournament.id", row.get("id")) from error
    return _Renaming(uuid.uuid4() if known else None)


def _document(content: bytes) -> dict[str, Any]:
    if len(content) > MAXIMAL_BYTES:
        raise Refused(
            _("Soubor archivu je větší než 200 MB, to žádný turnaj nemá."), code="archive_too_large"
        )
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Refused(
            _(
                "Soubor není archiv turnaje: nedá se přečíst jako JSON."
                " Vyberte soubor z příkazu export_tournament."
            ),
            code="archive_not_json",
        ) from error
    if isinstance(data, dict) and _is_of_another_version(data):
        raise Refused(_other_version(str(data["format"])), code="archive_version")
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refused(
            _("Soubor není archiv turnaje: čekám JSON s položkou „format“ rovnou „%(format)s“.")
            % {"format": FORMAT},
            code="archive_format",
        )
    wanted = {"format", "tournament", "members", "seat_results", *(section.key for section in SECTIONS)}
    if data.keys() != wanted:
        raise Refused(
            _(
                "Archiv je nejspíš z jiné verze programu, chybějí nebo přebývají v něm oddíly: %(names)s."
                " Načtěte ho tou verzí, která ho vytvořila."
            )
            % {"names": ", ".join(sorted(wanted ^ data.keys()))},
            code="archive_sections",
        )
    return data


def _is_of_another_version(data: Mapping[str, Any]) -> bool:
    found, ours = str(data.get("format")), FORMAT.partition("/")[0]
    return found != FORMAT and found.startswith(f"{ours}/")


def _other_version(found: str) -> str:
    return _(
        "Archiv je z jiné verze programu: má formát „%(found)s“, tato verze čte „%(ours)s“."
        " Načtěte ho tou verzí, která ho vytvořila."
    ) % {"found": found[:60], "ours": FORMAT}


def _store(data: Mapping[str, Any], row: Mapping[str, Any], rename: _Renaming) -> Tournament:
    tournament: Tournament = _instance(TOURNAMENT, row, rename, "tournament")
    tournament.save(force_insert=True)
    for section in SECTIONS:
        rows = [
            _instance(section, item, rename, f"{section.key}[{place}]", tournament)
            for place, item in enumerate(_list(data[section.key], section.key))
        ]
        if section.model is Hand:
            for place, hand in enumerate(rows):
                _check_hand(hand, f"hands[{place}]")
        # A player may have come with another tournament; what this database knows of him stays.
        section.model._base_manager.bulk_create(
            rows, batch_size=500, ignore_conflicts=section.model is Player
        )
    _store_seat_results(data["seat_results"], rename)
    _store_members(data["members"], tournament)
    _check_references(tournament, data)
    _check_settings(tournament)
    _check_readable(tournament)
    return tournament


def _instance(
    section: Section, item: Any, rename: _Renaming, path: str, tournament: Tournament | None = None
) -> Any:
    row = _mapping(item, path)
    if row.keys() != section.fields.keys():
        names = ", ".join(sorted(row.keys() ^ section.fields.keys()))
        raise Refused(
            _("V archivu u záznamu %(path)s chybí nebo přebývá: %(names)s.") % {"path": path, "names": names},
            code="archive_fields",
        )
    made = section.model()
    if tournament is not None and section.tournament_path == "tournament":
        made.tournament_id = tournament.pk  # type: ignore[attr-defined]  # because not every section has one
    for name, field in section.fields.items():
        setattr(made, field.attname, _value(field, row[name], section, rename, f"{path}.{name}"))
    return made


def _value(field: Any, value: Any, section: Section, rename: _Renaming, path: str) -> Any:
    """The value as the column wants it, checked by the column's own rules."""
    names_a_row = field.primary_key or field.is_relation or field.name == "object_id"
    is_player = section.model is Player if field.primary_key else field.related_model is Player
    if names_a_row and not is_player:
        value = rename(value)
    if value is None and field.null:
        return None
    try:
        if isinstance(field, models.ForeignKey):
            return field.target_field.to_python(_text(value))
        if isinstance(field, models.BooleanField):
            return _switch(value)
        if isinstance(field, models.IntegerField):
            return _checked(field, _whole(value))
        if isinstance(field, models.JSONField):
            return _plain(value)
        return _checked(field, field.to_python(_text(value)))
    except (ValidationError, ValueError, TypeError, OverflowError) as error:
        raise _broken(path, value) from error


def _checked(field: Any, value: Any) -> Any:
    """The column's own validators and choices; a time must name its zone."""
    if isinstance(value, dt.datetime) and value.tzinfo is None:
        raise ValueError(value)
    if field.choices and value not in dict(field.flatchoices):
        raise ValueError(value)
    field.run_validators(value)
    return value


def _plain(value: Any) -> Any:
    """JSON that every database can store: no NUL, no half of a character, no NaN."""
    written = json.dumps(value, ensure_ascii=False, allow_nan=False)
    written.encode()
    if "\\u0000" in written:
        raise ValueError(value)
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise ValueError(value)
    value.encode()
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(value)
    return value


def _switch(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(value)
    return value


def _check_hand(hand: Hand, path: str) -> None:
    """A hand that cannot be settled, or whose money does not sum to zero, is no hand."""
    try:
        parse_hand(hand.record)
    except (InvalidHand, RulesError) as error:
        raise _broken(f"{path}.record", error) from error
    seats = hand.record["players"]
    for name, figures in (("money", hand.money), ("premium", hand.premium)):
        whole = isinstance(figures, dict) and all(type(amount) is int for amount in figures.values())
        if not whole or sorted(figures) != sorted(seats):
            raise _broken(f"{path}.{name}", figures)
    if sum(hand.money.values()) != 0:
        raise _broken(f"{path}.money", hand.money)


def _store_seat_results(data: Any, rename: _Renaming) -> None:
    made = []
    for result, lines in _mapping(data, "seat_results").items():
        path = f"seat_results[{result}]"
        for item in _list(lines, path):
            row = _mapping(item, path)
            if row.keys() != set(SEAT_RESULT_KEYS) or not all(
                type(row[name]) is int for name in ("money", "zb", "premium")
            ):
                raise _broken(path, row)
            made.append(
                SeatResult(
                    result_id=_uuid(rename(result), path),
                    seat_id=_uuid(rename(row["seat"]), path),
                    money=row["money"],
                    zb=row["zb"],
                    premium=row["premium"],
                )
            )
    SeatResult.objects.bulk_create(made, batch_size=500)


def _uuid(value: Any, path: str) -> uuid.UUID:
    try:
        return uuid.UUID(str(value))
    except ValueError as error:
        raise _broken(path, value) from error


def _store_members(data: Any, tournament: Tournament) -> None:
    """Roles by user name; a missing account is made without a password, so nobody can log in to it yet."""
    for place, item in enumerate(_list(data, "members")):
        path = f"members[{place}]"
        row = _mapping(item, path)
        named = row.keys() == set(MEMBER_KEYS) and all(
            isinstance(row[name], str) for name in ("username", "first_name", "last_name")
        )
        if not named or not row["username"] or row["role"] not in Role.values or not _numbers(row["tables"]):
            raise _broken(path, row)
        _member_texts(row, path)
        account, created = Account.objects.get_or_create(
            username=row["username"],
            defaults={"first_name": row["first_name"], "last_name": row["last_name"]},
        )
        if created:
            account.set_unusable_password()
            account.save()
        Membership.objects.create(
            tournament=tournament, account=account, role=row["role"], tables=row["tables"]
        )


def _numbers(value: Any) -> bool:
    return isinstance(value, list) and all(type(one) is int for one in value)


def _member_texts(row: Mapping[str, Any], path: str) -> None:
    for name in ("username", "first_name", "last_name"):
        column = Account._meta.get_field(name)
        try:
            _checked(column, _text(row[name]))
        except (ValidationError, ValueError) as error:
            raise _broken(f"{path}.{name}", row[name]) from error


def _check_references(tournament: Tournament, data: Mapping[str, Any]) -> None:
    """Rows must name rows of the same tournament, or an export would not find them again."""
    for section in SECTIONS:
        belonging = section.model._base_manager.filter(**{section.tournament_path: tournament})
        if belonging.distinct().count() != len(data[section.key]):
            raise _broken(section.key, _("záznam, který nepatří k tomuto turnaji"))
        for name, field in section.fields.items():
            target = next((other for other in SECTIONS if other.model is field.related_model), None)
            if target is None or target.model is Player:
                continue
            mine = target.model._base_manager.filter(**{target.tournament_path: tournament})
            strays = section.model._base_manager.filter(
                **{section.tournament_path: tournament, f"{name}__isnull": False}
            ).exclude(**{f"{name}__in": mine})
            if strays.exists():
                raise _broken(f"{section.key}.{name}", strays.values_list(f"{name}_id", flat=True)[0])


def _check_settings(tournament: Tournament) -> None:
    """Settings must be ones that could be chosen here, and the next start number a free one."""
    try:
        settings_check(tournament)
        rulebook_of(tournament)
    except DeskError as error:
        raise _broken("tournament", error) from error
    taken = tournament.entries.aggregate(highest=Max("number"))["highest"] or 0
    if tournament.next_number <= taken:
        raise _broken("tournament.next_number", tournament.next_number)


def _check_readable(tournament: Tournament) -> None:
    """Read everything the pages read: what stands in JSON columns is checked by nothing else."""
    readers: tuple[tuple[str, QuerySet[Any], Callable[[Any], object]], ...] = (
        ("draws", Draw.objects.filter(round__tournament=tournament).select_related("round"), protocol_of),
        ("publications", tournament.publications.all(), _read_publication),
        ("log", tournament.log.all(), log_line),
        ("points_tables", tournament.points_tables.all(), read_stored),
        (
            "hands",
            Hand.objects.filter(table__round__tournament=tournament).select_related(
                "table__round__tournament"
            ),
            _read_auction,
        ),
        (
            "hands",
            Table.objects.filter(round__tournament=tournament).select_related("round__tournament"),
            _read_table,
        ),
    )
    for key, rows, read in readers:
        for row in rows:
            try:
                read(row)
            except (DeskError, LookupError, TypeError, ValueError, AttributeError) as error:
                raise _broken(f"{key} ({row.pk})", error) from error


def _read_auction(hand: Hand) -> None:
    rulebook = rulebook_of(hand.table.round.tournament)
    if checked_calls(hand.auction, hand.record, rulebook) != hand.auction:
        raise ValueError(hand.auction)


def _read_publication(publication: StandingsPublication) -> None:
    """Frozen rows must hold what rows are declared to hold: whole figures and texts."""
    for row in published_of(publication).rows:
        lines: list[StandingRow | RoundFigures] = [row, *filter(None, row.rounds)]
        for line in lines:
            for field in fields(line):
                if field.type in (int, str) and type(getattr(line, field.name)) is not field.type:
                    raise TypeError(f"{field.name} = {getattr(line, field.name)}")


def _read_table(table: Table) -> None:
    table_account(table)
    table_history(table)


def _mapping(value: Any, path: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _broken(path, value)
    return value


def _list(value: Any, path: str) -> list[Any]:
    if not isinstance(value, list):
        raise _broken(path, value)
    return value


def _broken(path: str, value: Any) -> Refused:
    shown = str(value)
    shown = shown if len(shown) <= 80 else shown[:77] + "…"
    return Refused(
        _("V archivu je na místě %(path)s nepoužitelná hodnota „%(value)s“. Nic se neuložilo.")
        % {"path": path, "value": shown},
        code="archive_value",
    )
