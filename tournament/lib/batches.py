"""Many rows written at once: their values are made ready before the lock, which is held for writing only.

Django's own bulk methods make every value ready while the transaction is open, which for thousands of rows
takes several times as long as the database does.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import AutoField, Field, Model


@dataclass(frozen=True, slots=True)
class Batch:
    """One statement and the values it is sent with, row by row."""

    sql: str
    rows: list[tuple[Any, ...]]

    def write(self) -> None:
        """Send it inside the caller's transaction."""
        if self.rows:
            with connection.cursor() as cursor:
                cursor.executemany(self.sql, self.rows)


def inserted(model: type[Model], rows: Iterable[Model]) -> Batch:
    """New rows; a number that the database hands out is not among the values."""
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, AutoField)]
    columns = ", ".join(_column(field) for field in fields)
    sql = f"INSERT INTO {_table(model)} ({columns}) VALUES ({', '.join(['%s'] * len(fields))})"
    return Batch(sql, [_values(row, fields) for row in rows])


def changed(model: type[Model], rows: Iterable[Model], names: Sequence[str]) -> Batch:
    """The fields of these names as the rows have them now; ``version`` grows in the database."""
    fields = [_field(model, name) for name in names]
    sets = [f"{_column(field)} = %s" for field in fields]
    key = model._meta.pk
    where = f"SET {', '.join(sets)}, version = version + 1 WHERE {_column(key)} = %s"
    return Batch(f"UPDATE {_table(model)} {where}", [_values(row, [*fields, key]) for row in rows])


def _values(row: Model, fields: "Sequence[Field[Any, Any]]") -> tuple[Any, ...]:
    return tuple(field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields)


def _field(model: type[Model], name: str) -> "Field[Any, Any]":
    field = model._meta.get_field(name)
    assert isinstance(field, Field), f"{name} is no field of {model.__name__}"
    return field


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(field: "Field[Any, Any]") -> str:
    return connection.ops.quote_name(str(field.column))
