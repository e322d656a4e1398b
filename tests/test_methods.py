"""HEAD answers what GET would, so that a link checker or a proxy is not told that a page does not exist."""

import pytest
from django.conf import settings
from django.test import Client

from tests.test_access import addresses, answer, build_world
from tournament.enums import RoundState
from tournament.models import Account, Tournament

pytestmark = pytest.mark.django_db


def test_head_answers_as_get(tournament: Tournament, organiser_client: Client, referee: Account) -> None:
    build_world(tournament, RoundState.PLAYING, public=True)

    wrong = {}
    for address in addresses(tournament):
        got, head = (answer(organiser_client, method, address.path) for method in ("get", "head"))
        if head.status_code != got.status_code:
            wrong[address.name] = f"HEAD {head.status_code}, GET {got.status_code}"

    assert wrong == {}


def test_no_middleware_runs_twice() -> None:
    assert sorted(settings.MIDDLEWARE) == sorted(set(settings.MIDDLEWARE))
