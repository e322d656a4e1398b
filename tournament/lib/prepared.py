"""Queries of what a whole hall does at a time: put into SQL once, then only asked with other values.

Putting a query into SQL takes Django several times as long as SQLite takes to answer it. For the few queries
of each saved hand that is most of what the hand costs; everywhere else a plain query reads better.
"""

from collections.abc import Callable
from copy import copy
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Expression, Field, QuerySet
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")


class Given(Expression):
    """Stands in a query for a value that comes when it is asked."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, *_args: Any, **_kwargs: Any) -> Any:
        """A parameter; what stands in its place is replaced before it is sent."""
        return "%s", [self]


class _Compiled(NamedTuple):
    """A query in SQL. ``compiler`` knows what its columns are."""

    rows: Any
    compiler: SQLCompiler
    sql: str
    params: tuple[Any, ...]
    converters: Any


class _Asked:
    """What Django's iterables need of a queryset: the model, and a compiler that has the SQL already."""

    db = DEFAULT_DB_ALIAS
    _known_related_objects: dict[Any, Any] = {}  # noqa: RUF012 because it is read only and stays empty

    def __init__(self, compiled: _Compiled, values: dict[str, Any]) -> None:
        self.query, self.model, self._fields = self, compiled.rows.model, compiled.rows._fields
        # The compiler that is kept belongs to the thread that asked first.
        compiler: Any = copy(compiled.compiler)
        compiler.connection = connection = connections[self.db]
        sent = tuple(
            one.output_field.get_db_prep_value(values[one.name], connection)
            if isinstance(one, Given)
            else one
            for one in compiled.params
        )
        compiler.as_sql = lambda *_args, **_kwargs: (compiled.sql, sent)
        compiler.get_converters = lambda _columns: compiled.converters
        self.compiler = compiler

    def get_compiler(self, *_args: Any, **_kwargs: Any) -> Any:
        """The compiler as Django asks for it."""
        return self.compiler


class Prepared(Generic[Row]):
    """A query over the default database whose ``fields`` are given when it is asked.

    ``make`` gets each of them by its name and returns the queryset, a ``values_list`` or models (with
    ``select_related`` and annotations, without ``prefetch_related``).
    """

    def __init__(self, make: Callable[..., "QuerySet[Any, Row]"], **fields: "Field[Any, Any]") -> None:
        self.make, self.fields = make, fields

    def rows(self, **values: Any) -> list[Row]:
        """The rows for these values, one query."""
        return list(self._compiled.rows._iterable_class(_Asked(self._compiled, values)))

    def first(self, **values: Any) -> Row | None:
        """The first of them."""
        return next(iter(self.rows(**values)), None)

    @cached_property
    def _compiled(self) -> _Compiled:
        rows = self.make(**{name: Given(name, field) for name, field in self.fields.items()})
        compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
        sql, params = compiler.as_sql()
        columns = [column[0] for column in compiler.select[: compiler.col_count]]
        return _Compiled(rows, compiler, sql, tuple(params), compiler.get_converters(columns))
