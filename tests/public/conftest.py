"""The day that tests of the public walk through."""

import pytest

from tests.scoring.test_frozen_pages import Day
from tournament.models import Account, Tournament
from tournament.selectors.access import actor_for


@pytest.fixture
def day(small_tournament: Tournament, organiser: Account) -> Day:
    """Eight players have registered, nothing is open yet."""
    return Day(small_tournament, actor_for(organiser, small_tournament))
