"""A prepared query gives what the plain one gives, for any values, in any thread, with one question."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.db.models import CharField, Count, Exists, IntegerField, OuterRef, QuerySet, UUIDField
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournament.lib.prepared import Prepared
from tournament.models import Entry, Table, Tournament

Make = Callable[..., "QuerySet[Any, Any]"]


def _numbered(tournament: Any, above: Any) -> "QuerySet[Entry]":
    return Entry.objects.filter(tournament=tournament, number__gt=above).order_by("number")


BY_NUMBER = {"tournament": UUIDField(), "above": IntegerField()}
QUERIES: dict[str, tuple[Make, dict[str, Any]]] = {
    "models": (_numbered, BY_NUMBER),
    "models with the one above": (lambda **asked: _numbered(**asked).select_related("tournament"), BY_NUMBER),
    "annotated": (
        lambda **asked: _numbered(**asked).annotate(
            alone=~Exists(
                Entry.objects.filter(tournament=OuterRef("tournament"), number__lt=OuterRef("number"))
            ),
            seats_had=Count("seats"),
        ),
        BY_NUMBER,
    ),
    "values": (
        lambda **asked: _numbered(**asked).values_list("number", "apart", "tournament__id"),
        BY_NUMBER,
    ),
    "flat": (lambda **asked: _numbered(**asked).values_list("tournament_id", flat=True)[:1], BY_NUMBER),
}


def told(row: Any) -> Any:
    """A row with everything that was read with it."""
    if not isinstance(row, Entry):
        return row
    values = {name: value for name, value in vars(row).items() if name != "_state"}
    above = row._state.fields_cache.get("tournament")
    return values, vars(above) | {"_state": None} if above else None


@pytest.mark.parametrize(("make", "fields"), QUERIES.values(), ids=list(QUERIES))
def test_it_gives_what_the_plain_query_gives(
    small_tournament: Tournament, make: Make, fields: dict[str, Any]
) -> None:
    other = factories.TournamentFactory()
    factories.entries(other, 3)
    prepared: Prepared[Any] = Prepared(make, **fields)
    for tournament, above in ((small_tournament, 0), (small_tournament, 6), (other, 1), (other, 3)):
        plain = [told(row) for row in make(tournament=tournament.pk, above=above)]
        with CaptureQueriesContext(connection) as queries:
            rows = [told(row) for row in prepared.rows(tournament=tournament.pk, above=above)]
            first = prepared.first(tournament=tournament.pk, above=above)
        assert rows == plain
        assert told(first) == (plain[0] if plain else None)
        assert len(queries) == 2


@pytest.mark.parametrize("value", ["", "%s", "' OR 1=1 --", "ž\N{SNOWMAN}", "x" * 5000])
def test_a_value_is_only_a_value(tournament: Tournament, value: str) -> None:
    prepared: Prepared[Tournament] = Prepared(
        lambda slug: Tournament.objects.filter(slug=slug), slug=CharField()
    )
    assert prepared.first(slug=value) is None
    assert prepared.first(slug=tournament.slug) == tournament


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_over_its_own_connection() -> None:
    factories.entries(factories.TournamentFactory(), 4)
    prepared: Prepared[int] = Prepared(
        lambda number: Entry.objects.filter(number=number).values_list("number", flat=True),
        number=IntegerField(),
    )

    def ask(number: int) -> list[int]:
        try:
            return prepared.rows(number=number)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(ask, [1, 2, 3, 4, 5])) == [[1], [2], [3], [4], []]
    assert prepared.rows(number=4) == [4]


def test_a_value_that_the_query_asks_for_must_be_given(db: None) -> None:
    prepared: Prepared[Table] = Prepared(lambda pk: Table.objects.filter(pk=pk), pk=UUIDField())
    assert prepared.first(pk=uuid.uuid4()) is None
    with pytest.raises(KeyError, match="pk"):
        prepared.first()
