"""A published round of two tables of four, from the small tournament."""

import pytest

from tests import factories
from tournament.models import Round, Table, Tournament


@pytest.fixture
def drawn(small_tournament: Tournament) -> Round:
    """The first round: players 1–4 at table 1, 5–8 at table 2."""
    return factories.drawn_round(small_tournament, links=True)


@pytest.fixture
def table(drawn: Round) -> Table:
    """Table 1 with its round and tournament loaded."""
    return Table.objects.select_related("round__tournament").get(round=drawn, number=1)


@pytest.fixture
def second_table(drawn: Round) -> Table:
    """Table 2 with its round and tournament loaded."""
    return Table.objects.select_related("round__tournament").get(round=drawn, number=2)
