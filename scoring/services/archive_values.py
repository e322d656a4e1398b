"""One value of an archive as its column wants it: its type, its range, its choices, its shape."""

import datetime as dt
import json
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from rules import seating
from scoring.archive import FIRST_FIELDS, LATER_SECTIONS, Section
from scoring.selectors.standings import CRITERIA
from scoring.services.archive_file import broken, from_newer, missing
from scoring.services.decisions import PATCHED
from tournament.validators import validate_labels

LARGEST = {"PositiveSmallIntegerField": 32_767, "PositiveIntegerField": 2_147_483_647}
"""What a column takes on every database; SQLite alone would take more."""
LARGEST_SIGNED = 2_147_483_647
LARGEST_IN_JSON = 10**15
DEEPEST = 12
EARLIEST, LATEST = (dt.datetime(year, 1, 1, tzinfo=dt.UTC) for year in (1990, 2200))
"""Times are made by computers, not typed, so others are none."""
FROM_ONE = (
    "number",
    "sequence",
    "version",
    "minutes",
    "revision_minutes",
    "fixed_table",
    "next_number",
    "table_number",
    "hand_number",
    "capacity",
)
"""Columns that count from one."""
MOST_BP = 99_999


def complete(*, section: Section, row: Mapping[str, Any], path: str, program: str) -> dict[str, Any]:
    """The row with every field of its section, those that came later than the file by their defaults.

    Raises ``Refused`` for a field that every file has, and for one nobody knows.
    """
    known = section.fields
    if unknown := row.keys() - known.keys():
        raise from_newer(names=unknown, program=program, path=path)
    if gone := set((FIRST_FIELDS | LATER_SECTIONS)[section.key].split()) - row.keys():
        raise missing(names=gone, path=path)
    return {name: row[name] if name in row else _default_of(field) for name, field in known.items()}


def _default_of(field: Any) -> Any:
    """What a file that does not know a field means by it. Raises ``Refused`` for one that has to be said."""
    if field.has_default() or field.null:
        return field.get_default()
    if isinstance(field, models.CharField) and field.blank:
        return ""
    raise missing(names={field.name}, path=field.model.__name__)


def read_value(*, field: Any, value: Any, path: str) -> Any:
    """The value checked by the column's own rules. Raises ``Refused`` with its path."""
    if value is None and field.null:
        return None
    try:
        if isinstance(field, models.ForeignKey):
            return field.target_field.to_python(_text(value))
        if isinstance(field, models.BooleanField):
            return _switch(value)
        if isinstance(field, models.IntegerField):
            return _checked(field, _number(field, value))
        if isinstance(field, models.JSONField):
            return _shaped(field, _plain(value))
        return _checked(field, field.to_python(_text(value)))
    except (ValidationError, ValueError, TypeError, OverflowError, RecursionError) as error:
        raise broken(path=path, value=value) from error


def read_uuid(*, value: Any, path: str) -> uuid.UUID:
    """A UUID written as text. Raises ``Refused`` with its path."""
    try:
        return uuid.UUID(_text(value))
    except ValueError as error:
        raise broken(path=path, value=value) from error


def read_whole(*, value: Any, path: str, most: int = LARGEST_SIGNED) -> int:
    """A whole number, ``most`` at either side of zero. Raises ``Refused`` with its path."""
    if type(value) is not int or abs(value) > most:
        raise broken(path=path, value=value)
    return value


def _plain(value: Any) -> Any:
    """JSON that every database stores and every page shows: no NUL, no half a character, nothing endless."""
    written = json.dumps(value, ensure_ascii=False, allow_nan=False)
    written.encode()
    if "\\u0000" in written:
        raise ValueError
    _refuse_monstrous(value, DEEPEST)
    return value


def numbers(*, value: Any) -> list[int]:
    """Numbers of tables or people: a list, each from one and only once. Raises ``ValueError``."""
    if not isinstance(value, list) or not all(type(one) is int and one > 0 for one in value):
        raise ValueError
    if len(set(value)) != len(value):
        raise ValueError
    return value


def _refuse_monstrous(value: Any, depth: int) -> None:
    if depth == 0 or (isinstance(value, int | float) and abs(value) > LARGEST_IN_JSON):
        raise ValueError
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            _refuse_monstrous(inner, depth - 1)


def _checked(field: Any, value: Any) -> Any:
    """The column's own validators and choices; a text that must be filled in, a time that names its zone."""
    if isinstance(value, dt.datetime) and (value.tzinfo is None or not EARLIEST < value < LATEST):
        raise ValueError
    if field.choices and value not in dict(field.flatchoices) and not (field.blank and value == ""):
        raise ValueError
    if not field.blank and isinstance(value, str) and not value.strip():
        raise ValueError
    field.run_validators(value)
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise ValueError
    value.encode()
    return value


def _number(field: Any, value: Any) -> int:
    most = LARGEST.get(type(field).__name__)
    least = -LARGEST_SIGNED if most is None else int(field.name in FROM_ONE)
    if type(value) is not int or not least <= value <= (most or LARGEST_SIGNED):
        raise ValueError
    return value


def _switch(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


def _shaped(field: Any, value: Any) -> Any:
    """A JSON value of the shape its column has."""
    shape = SHAPES[field.model._meta.model_name, field.name]
    shape(value)
    return value


def _object(value: Any) -> None:
    if not isinstance(value, dict):
        raise ValueError


def _object_or_none(value: Any) -> None:
    if value is not None:
        _object(value)


def _list(value: Any) -> None:
    if not isinstance(value, list):
        raise ValueError


def _figures(value: Any) -> None:
    """Haléře or points by seat."""
    _object(value)
    if not all(type(amount) is int and abs(amount) <= LARGEST_SIGNED for amount in value.values()):
        raise ValueError


def _criteria(value: Any) -> None:
    _list(value)
    if any(one not in CRITERIA for one in value) or len(set(value)) != len(value):
        raise ValueError


def _points_by_place(value: Any) -> None:
    _list(value)
    if not all(type(one) is int and 0 <= one <= MOST_BP for one in value):
        raise ValueError


def _protocol(value: Any) -> None:
    """Empty where the draw came from elsewhere without one."""
    _object(value)
    if value and seating.check_protocol(value):
        raise ValueError


def _patch(value: Any) -> None:
    _object(value)
    if value.keys() - set(PATCHED):
        raise ValueError
    offences = value.get("renonce") or []
    _list(offences)
    for one in offences:
        _object(one)
        if not isinstance(one.get("article"), str) or not isinstance(one.get("by"), str):
            raise ValueError


SHAPES: Mapping[tuple[str, str], Callable[[Any], object]] = {
    ("tournament", "rulebook_overrides"): _object,
    ("tournament", "ranking_criteria"): _criteria,
    ("tournament", "bp_fixed"): _points_by_place,
    ("player", "labels"): validate_labels,
    ("entry", "apart"): lambda value: numbers(value=value),
    ("draw", "protocol"): _protocol,
    ("hand", "record"): _object,
    ("hand", "money"): _figures,
    ("hand", "premium"): _figures,
    ("hand", "auction"): _list,
    ("decision", "patch"): _patch,
    ("award", "record"): _object_or_none,
    ("award", "patch"): _patch,
    ("award", "money"): _figures,
    ("award", "premium"): _figures,
    ("keptchange", "before"): _object_or_none,
    ("keptchange", "after"): _object,
    ("standingspublication", "rows"): _object,
    ("pointstable", "rows"): _list,
    ("logentry", "old"): _object_or_none,
    ("logentry", "new"): _object_or_none,
}
"""Model and column → what its value must be by itself; ``archive_checks`` reads it in its place."""
