"""Hostile and unlucky use: nothing typed is lost without a word, no input is a fault of the server."""

import io
import json
import uuid
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from scoring.models import Hand, Penalty, SeatResult, TableResult
from scoring.services.archive import tournament_import
from scoring.services.hands import hand_record
from scoring.services.results import result_confirm
from tests import factories
from tests.archives import tournament_archive
from tests.scoring.records import DESK, betl
from tournament.enums import Presence, RoundState
from tournament.errors import Refused
from tournament.models import Entry, Round, Table, Tournament

pytestmark = pytest.mark.django_db

T = "/t/jarni-turnaj"
TABLE = f"{T}/kolo/1/stul/1"


def result_form(amount: int, key: str) -> dict[str, str]:
    zeros = {f"{name}_{seat}": "0" for name in ("money", "zb") for seat in "CD"}
    figures = {"money_A": str(amount), "money_B": str(-amount), "zb_A": str(amount), "zb_B": str(-amount)}
    return {"source": "paper", "signed": "on", "expected": "0", "submission": key, **zeros, **figures}


def test_result_of_a_used_form_with_other_figures_is_not_lost_silently(
    organiser_client: Client, table: Table
) -> None:
    key = str(uuid.uuid4())
    assert organiser_client.post(f"{TABLE}/vysledek/ulozit/", result_form(1, key)).status_code == 302

    again = organiser_client.post(f"{TABLE}/vysledek/ulozit/", result_form(7, key))

    assert again.status_code == 422
    assert "Mezitím se to změnilo: Olga Pořadatelová" in again.content.decode()
    assert 'value="7"' in again.content.decode()
    assert [line.money for line in SeatResult.objects.filter(seat__position="A")] == [100]


def test_player_of_a_used_form_with_another_name_is_one_more_player(
    organiser_client: Client, tournament: Tournament
) -> None:
    key = str(uuid.uuid4())
    organiser_client.post(f"{T}/hraci/pridat/", {"name": "První Hráč", "submission": key})

    again = organiser_client.post(f"{T}/hraci/pridat/", {"name": "Druhý Hráč", "submission": key})

    assert again.status_code == 302
    assert set(Entry.objects.values_list("name", flat=True)) == {"První Hráč", "Druhý Hráč"}


def test_key_of_another_kind_of_form_does_not_stand_in_the_way(
    organiser_client: Client, table: Table
) -> None:
    key = uuid.uuid4()
    hand = hand_record(table=table, record=betl(), by=DESK, submission=key)

    answer = organiser_client.post(f"{T}/hraci/pridat/", {"name": "Jan Nový", "submission": str(key)})

    assert answer.status_code == 302
    assert Entry.objects.filter(name="Jan Nový").count() == 1
    assert list(Hand.objects.all()) == [hand]


def test_result_typed_while_another_was_entered_can_be_sent_again(
    organiser_client: Client, table: Table
) -> None:
    organiser_client.post(f"{TABLE}/vysledek/ulozit/", result_form(1, str(uuid.uuid4())))
    typed = result_form(7, str(uuid.uuid4()))

    late = organiser_client.post(f"{TABLE}/vysledek/ulozit/", typed)

    assert late.status_code == 422
    form = late.context["form"]
    assert (form["money_A"].value(), form["expected"].value()) == ("7", "1")
    assert TableResult.objects.count() == 1
    organiser_client.post(f"{TABLE}/vysledek/ulozit/", typed | {"expected": "1"})
    assert TableResult.objects.get(current=True).seats.get(seat__position="A").money == 700


def test_result_typed_while_another_confirmed_is_answered_by_who_and_keeps_the_figures(
    organiser_client: Client, table: Table
) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    result_confirm(table=table, by=DESK)

    answer = organiser_client.post(f"{TABLE}/vysledek/ulozit/", result_form(7, str(uuid.uuid4())))

    assert answer.status_code == 422
    assert DESK.name in answer.content.decode()
    assert 'value="7"' in answer.content.decode()


def test_hand_typed_while_another_confirmed_is_not_lost(organiser_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    result_confirm(table=table, by=DESK)

    answer = organiser_client.post(
        f"{TABLE}/hra/",
        {"record_json": json.dumps(betl()), "dealer": "D", "submission": str(uuid.uuid4())},
        HTTP_REFERER=f"http://testserver{TABLE}/",
    )

    assert answer.status_code == 422
    assert "record_json" in answer.content.decode()


@pytest.mark.parametrize("text", ["x\0", "a\x00b"])
def test_zero_byte_in_a_record_is_refused_on_every_database(
    organiser_client: Client, table: Table, text: str
) -> None:
    record = {**betl(), "premium": [{"to": "A", "points": 5, "row": text}]}

    answer = organiser_client.post(
        f"{TABLE}/hra/",
        {"record_json": json.dumps(record), "dealer": "D", "submission": str(uuid.uuid4())},
    )

    assert answer.status_code == 422
    assert not Hand.objects.exists()


def test_zero_byte_in_the_reason_of_a_confirmation_is_refused(organiser_client: Client, table: Table) -> None:
    organiser_client.post(f"{TABLE}/vysledek/ulozit/", result_form(1, str(uuid.uuid4())))

    answer = organiser_client.post(f"{TABLE}/vysledek/potvrdit/", {"reason": "a\0b", "expected": "1"})

    assert answer.status_code == 302
    assert TableResult.objects.get(current=True).reason == "ab"


HUGE = {
    "confirm": (f"{TABLE}/vysledek/potvrdit/", {"expected": "9" * 5000}, 400),
    "take back": (f"{TABLE}/hra/1/zpet/", {"expected": "9" * 5000}, 400),
    "all present, 5000 digits": (f"{T}/hraci/vsichni-pritomni/zapsat/", {"number": "9" * 5000}, 302),
    "all present, beyond the database": (f"{T}/hraci/vsichni-pritomni/zapsat/", {"number": "9" * 25}, 302),
}


@pytest.mark.parametrize("case", HUGE)
def test_huge_number_is_no_error_of_the_server(organiser_client: Client, table: Table, case: str) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    organiser_client.raise_request_exception = False
    address, data, status = HUGE[case]

    assert organiser_client.post(address, data).status_code == status
    assert not Entry.objects.filter(presence=Presence.PRESENT).exists()
    assert not Hand.objects.get().removed


def test_public_address_with_a_zero_byte_is_refused(visitor_client: Client) -> None:
    visitor_client.raise_request_exception = False

    assert visitor_client.get("/l/%00/").status_code == 400


@pytest.mark.parametrize("charset", ["utf-7", "rot13", "utf-16"])
def test_form_in_another_encoding_is_refused_in_czech(charset: str) -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get("/l/")  # because only with its cookie the form is read at all

    answer = client.generic(
        "POST", "/l/", b"code=x", content_type=f"application/x-www-form-urlencoded; charset={charset}"
    )

    assert answer.status_code == 400
    assert "Bad Request" not in answer.content.decode()


def test_wrong_host_is_answered_in_czech() -> None:
    assert "Bad Request" not in Client().get("/", HTTP_HOST="evil.example").content.decode()


def test_log_of_a_limited_referee_leaves_other_tables_out(
    tournament: Tournament, table: Table, second_table: Table, client_of
) -> None:
    account = factories.AccountFactory(username="omezeny")
    factories.MembershipFactory(tournament=tournament, account=account, role="referee", tables=[1])
    hand_record(table=second_table, record=betl(), by=DESK)

    assert "stůl 2, hra 1" not in client_of(account).get(f"{T}/protokol/").content.decode()


ARCHIVES = {
    "tables of a member are no list": ("members", lambda data: data["members"][0].update(tables=5)),
    "lone surrogate in a text": ("tournament", lambda data: data["tournament"].update(place="\ud800")),
    "lone surrogate in JSON": ("log", lambda data: data["log"][0].update(new={"x": "\ud800"})),
    "next number already used": ("next", lambda data: data["tournament"].update(next_number=1)),
    "overrides are a list": ("rulebook", lambda data: data["tournament"].update(rulebook_overrides=[1])),
    "a truth value is a number": ("hands", lambda data: data["hands"][0].update(removed=2147483648)),
}


@pytest.mark.parametrize("case", ARCHIVES)
def test_archive_that_would_break_pages_is_refused(
    organiser_client: Client, tournament: Tournament, table: Table, case: str
) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    data = json.loads(tournament_archive(tournament))
    ARCHIVES[case][1](data)

    with pytest.raises(Refused):
        tournament_import(content=json.dumps(data).encode(), slug="kopie")


def test_output_keeps_a_link(tournament: Tournament, tmp_path: Path) -> None:
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)

    call_command("export_tournament", tournament.slug, "-o", str(link), stdout=io.StringIO())

    assert link.is_symlink()
    assert target.read_text() != "old"


@pytest.mark.parametrize("seed", ["9" * 5000, "\udcff"])
def test_hostile_seed_of_a_plan_is_refused(seed: str) -> None:
    with pytest.raises(CommandError):
        call_command("plan_draw", "--players", "8", "--rounds", "2", "--seed", seed, stdout=io.StringIO())


def test_print_sheets_is_a_command(tournament: Tournament, table: Table, tmp_path: Path) -> None:
    target = tmp_path / "listky.pdf"

    call_command("print_sheets", tournament.slug, "--round", "1", "-o", str(target))

    assert target.read_bytes().startswith(b"%PDF")


def test_double_click_is_one_penalty_and_back_is_another(organiser_client: Client, table: Table) -> None:
    """S22; a form reached by Back and sent with other points is a penalty of its own."""
    Round.objects.filter(pk=table.round_id).update(state=RoundState.CLOSED)
    form = {"to": "1", "kind": "points", "reason": "pozdní příchod", "submission": str(uuid.uuid4())}
    for points in ("−5", "−5", "−7"):
        organiser_client.post(f"{T}/tresty/1/ulozit/", form | {"points": points})

    assert sorted(Penalty.objects.values_list("points", flat=True)) == [-7, -5]
