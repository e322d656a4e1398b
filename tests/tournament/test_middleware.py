"""The last nets under the views: addresses no page has, versions no form sends."""

import pytest
from django.test import Client

from tests import factories
from tournament.models import Round, Tournament

pytestmark = pytest.mark.django_db

WITH_NUL = ("/l/%00/", "/t/a%00b/", "/t/jarni-turnaj/protokol/?kdo=%00", "/?q=%2500%00")


@pytest.mark.parametrize("address", WITH_NUL)
def test_address_with_nul_is_one_sentence(organiser_client: Client, address: str) -> None:
    answer = organiser_client.get(address)
    assert answer.status_code == 400
    assert "Adresa má znak, který v žádné adrese být nemůže." in answer.content.decode()


VERSIONS = ("9" * 5000, "-1", "x", "١" * 12)


@pytest.fixture
def round_with_results(small_tournament: Tournament) -> Round:
    drawn = factories.drawn_round(small_tournament)
    for table in drawn.tables.all():
        factories.table_result(table, [(30, 0, 0), (-10, 0, 0), (-10, 0, 0), (-10, 0, 0)])
        factories.HandFactory(table=table)
    return drawn


@pytest.mark.parametrize("seen", VERSIONS)
@pytest.mark.parametrize("act", ["vysledek/potvrdit/", "hra/1/zpet/", "odevzdat/"])
def test_impossible_version_is_never_a_fault(
    round_with_results: Round, organiser_client: Client, act: str, seen: str
) -> None:
    address = f"/t/jarni-turnaj/kolo/{round_with_results.number}/stul/1/{act}"
    answer = organiser_client.post(address, {"expected": seen})
    assert answer.status_code in (302, 400, 409, 422)
