"""The last nets under the views: addresses no page has, versions no form sends."""

import pytest
from django.db import OperationalError
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
@pytest.mark.parametrize(
    ("act", "status"),
    [
        pytest.param("vysledek/potvrdit/", 400, id="confirming is refused"),
        pytest.param("hra/1/zpet/", 400, id="taking a hand back is refused"),
        pytest.param("odevzdat/", 302, id="handing in asks for no version"),
    ],
)
def test_impossible_version_is_never_a_fault(
    round_with_results: Round, organiser_client: Client, act: str, status: int, seen: str
) -> None:
    address = f"/t/jarni-turnaj/kolo/{round_with_results.number}/stul/1/{act}"
    answer = organiser_client.post(address, {"expected": seen})
    assert answer.status_code == status


ENCODINGS = {"utf-7": 400, "utf-16": 400, "rot13": 400, "none-such": 200}
"""Django reads what names no encoding as UTF-8; what names another one is refused."""


@pytest.mark.parametrize(("encoding", "status"), ENCODINGS.items())
def test_form_in_another_encoding_is_one_sentence(encoding: str, status: int) -> None:
    answer = Client(raise_request_exception=False).generic(
        "POST",
        "/prihlaseni/",
        b"username=a&password=b",
        content_type=f"application/x-www-form-urlencoded; charset={encoding}",
    )
    assert answer.status_code == status
    assert ("nejdou přečíst" in answer.content.decode()) == (status == 400)


def test_form_of_another_host_is_one_sentence() -> None:
    answer = Client().get("/", headers={"Host": "jinde.example"})
    assert answer.status_code == 400
    assert "Odeslaná data nejdou přečíst" in answer.content.decode()


def test_endless_user_name_is_refused_beside_its_field() -> None:
    answer = Client().post("/prihlaseni/", {"username": "x" * 100_000, "password": "y"})
    assert answer.status_code == 200
    assert "id_username_error" in answer.content.decode()


def test_address_of_a_form_opened_again_says_what_it_is(
    round_with_results: Round, organiser_client: Client
) -> None:
    answer = organiser_client.get("/t/jarni-turnaj/kolo/1/stul/1/vysledek/ulozit/")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert "se jen ukládá odeslaný formulář" in answer.content.decode()


@pytest.mark.parametrize(
    ("headers", "said"),
    [({}, "text/html; charset=utf-8"), ({"Accept": "application/json"}, "application/json")],
    ids=["a page", "a script"],
)
def test_a_database_held_by_another_program_is_a_sentence_and_a_time_to_come_again(
    monkeypatch: pytest.MonkeyPatch, headers: dict[str, str], said: str
) -> None:
    def held(**_asked: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("scoring.views.scribe.try_once", held)
    answer = Client().post("/l/", {"code": "ABCDEFGH"}, headers=headers)
    assert (answer.status_code, answer["Retry-After"], answer["Content-Type"]) == (503, "5", said)
    told = answer.json()["text"] if headers else answer.content.decode()
    assert "Databázi právě drží jiný program, nic se neuložilo." in told


def test_another_fault_of_the_database_stays_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_asked: object) -> None:
        raise OperationalError("disk I/O error")

    monkeypatch.setattr("scoring.views.scribe.try_once", broken)
    with pytest.raises(OperationalError, match="disk"):
        Client().post("/l/", {"code": "ABCDEFGH"})
