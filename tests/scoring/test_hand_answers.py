"""A hand sent by a script: stored, asked about, refused or closed, as data; what others wrote (S44, S45)."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from scoring.models import Hand, TableResult
from scoring.selectors.tables import table_mark
from scoring.services.hands import hand_correct, hand_record, hand_remove
from scoring.services.results import result_confirm
from tests import factories
from tests.markup import squeezed
from tests.markup import text_of_page as text_of
from tests.scoring.records import BETL_WON, DESK, OTHER_DESK, betl, durch, renonce_typed, scribe_of
from tournament.enums import RoundState
from tournament.models import Account, LogEntry, Round, Table, Tournament

pytestmark = pytest.mark.django_db

TABLE = "/t/jarni-turnaj/kolo/1/stul/1"
BETL = {"kind": "hand", "dealer": "D", "declarer": "A", "contract": "betl", "outcome_betl": "won"}
DATA = {"HTTP_ACCEPT": "application/json"}
ASKED_BY_DEALER = (
    "Po předchozí hře má rozdávat A Novák Jan, v zápisu rozdává D Dvořáková Věra. Je to tak správně?"
)


def send(client: Client, typed: dict[str, Any], address: str = f"{TABLE}/hra/") -> tuple[int, dict[str, Any]]:
    response = client.post(address, typed, **DATA)
    return response.status_code, response.json()


def test_stored_hand_tells_its_number_money_and_what_comes_next(
    organiser_client: Client, table: Table
) -> None:
    key = str(uuid.uuid4())
    status, answer = send(organiser_client, BETL | {"submission": key, "number": "1"})
    marks = answer.pop("marks")
    assert (status, answer) == (
        200,
        {
            "state": "stored",
            "number": 1,
            "repeated": False,
            "version": 1,
            "removed": False,
            "money": BETL_WON,
            "premium": {"A": 0, "B": 0, "C": 0, "D": 0},
            "next": {"number": 2, "dealer": "A", "misdeals": {"A": 0, "B": 0, "C": 0, "D": 0}},
        },
    )
    assert marks == ['"0"', f'"{table_mark(table)}"']

    again = send(organiser_client, BETL | {"submission": key, "number": "1"})
    assert again == (200, answer | {"repeated": True, "marks": marks})
    assert Hand.objects.count() == 1


def test_parts_of_the_page_come_where_they_are_asked_for(organiser_client: Client, table: Table) -> None:
    """The first hand brings the whole list, every other one its line and the sums."""
    first = send(organiser_client, BETL | {"fragment": "1"})[1]["html"]
    second = send(organiser_client, BETL | {"fragment": "1", "dealer": "A", "declarer": "B"})[1]["html"]
    assert re.findall(r'id="(hra-\d+|ucet|stul-\w+|hry-\w+|mezitim)"', first) == [
        "stul-pocet", "stul-stav", "ucet", "stul-hry", "hry-radky", "hra-1", "hry-soucet", "mezitim",
    ]  # fmt: skip
    assert re.findall(r'id="(hra-\d+|ucet|stul-\w+|hry-\w+|mezitim)"', second) == [
        "stul-pocet", "ucet", "hra-2", "hry-soucet",
    ]  # fmt: skip
    # Running accounts: A won 9,00 and lost 3,00.
    assert "+6,00" in second
    assert len(second) < 6_000


PARTS = ('<p class="page-below" id="stul-pocet">', '<div id="ucet">', '<tr id="hra-', '<tr id="hry-soucet">')
LATER: dict[str, dict[str, str]] = {
    "a plain hand": {"contract": "hra", "outcome_hra": "won", "flek_hra": "0"},
    "fleks, red": {"contract": "hra", "red": "on", "outcome_hra": "lost", "flek_hra": "2", "first_hra": "C"},
    "premium points": {"contract": "durch", "outcome_durch": "won", "premium_B": "7 10"},
    "a renonc": {"contract": "betl", "outcome_betl": "won"} | renonce_typed({"article": "C1", "by": "C"}),
    "a misdeal": {"kind": "misdeal", "declarer": ""},
    "omyl": {"kind": "omyl"},
}


@pytest.mark.parametrize("paper", [False, True], ids=["hands alone", "a result from paper"])
@pytest.mark.parametrize("typed", LATER.values(), ids=LATER)
def test_the_parts_that_come_with_a_hand_stand_so_on_the_page(
    organiser_client: Client, table: Table, typed: dict[str, str], paper: bool
) -> None:
    """Whoever opens the page sees what the scribe, whose page took the parts, has before him."""
    type(table).objects.update(scribe_seat="B")
    table.seats.filter(position="C").update(substitute="Náhradnice <Eva>")
    for number in (1, 2):
        factories.HandFactory(table=table, sequence=number, removed=number == 2)
    if paper:
        factories.table_result(table, [(600, 6, 0), (-200, -2, 0), (-200, -2, 0), (-200, -2, 0)])
    fields = {
        "kind": "hand",
        "dealer": "A",
        "declarer": "B",
        "dealer_ok": "1",
        "doubtful_ok": "1",
        "fragment": "1",
    }
    status, answer = send(organiser_client, fields | typed)
    assert (status, answer["number"]) == (200, 3)
    page = squeezed(organiser_client.get(f"{TABLE}/").content.decode())
    sent = re.split("(?=" + "|".join(PARTS) + ")", squeezed(answer["html"]))
    parts = [re.split(r"<template|</template", part)[0] for part in sent if part.startswith(PARTS)]
    assert len(parts) == len(PARTS)
    assert [part for part in parts if part not in page] == []


QUESTIONS: dict[str, tuple[dict[str, str], str, str]] = {
    "S44 the same hand from another phone": (
        {"number": "1"},
        "taken",
        r"Hra 1 je už zapsaná (zápis: Ota Druhý, ",
    ),
    "S44 another hand under a taken number": (
        {"number": "1", "contract": "durch", "outcome_durch": "won"},
        "taken",
        "Je tohle jiná hra?",
    ),
    "a dealer who does not follow": ({"number": "2"}, "dealer", ASKED_BY_DEALER),
    "a dealer who does not follow, from an older page": ({}, "dealer", ASKED_BY_DEALER),
}


@pytest.mark.parametrize(("typed", "question", "text"), QUESTIONS.values(), ids=QUESTIONS)
def test_what_looks_like_a_slip_is_asked_about(
    organiser_client: Client, table: Table, typed: dict[str, str], question: str, text: str
) -> None:
    hand_record(table=table, record=betl(), by=OTHER_DESK)
    status, answer = send(organiser_client, BETL | typed)
    assert (status, answer["state"], answer["question"]) == (409, "asks", question)
    assert text in answer["text"]
    assert Hand.objects.count() == 1
    assert ("betl" in answer.get("html", "")) == (question == "taken")


FIFTY = "Hra za 50 a více bodů musí stát i na stolovém lístku (B/1)."
LOST = "Aktér prohrál všechno, co ohlásil, a přesto má prémiové body."
DOUBTFUL: dict[str, tuple[dict[str, str], str]] = {
    "points of a declarer who lost": ({"outcome_betl": "lost", "premium_A": "10"}, LOST),
    "B/1 fifty points": ({"premium_A": "50"}, FIFTY),
    "both": ({"outcome_betl": "lost", "premium_A": "60"}, f"{LOST} {FIFTY}"),
}


@pytest.mark.parametrize(("typed", "text"), DOUBTFUL.values(), ids=DOUBTFUL)
def test_what_is_doubtful_is_asked_and_not_refused(
    organiser_client: Client, table: Table, typed: dict[str, str], text: str
) -> None:
    """R-020: of a new hand and of a correction."""
    status, answer = send(organiser_client, BETL | typed)
    assert (status, answer["question"], answer["answer"]) == (409, "doubtful", "doubtful_ok")
    assert answer["text"] == f"{text} Je to tak správně?"
    assert send(organiser_client, BETL | typed | {"doubtful_ok": "1"})[0] == 200
    hand = hand_record(table=table, record=durch(dealer="A", declarer="B"), by=DESK)
    address = f"{TABLE}/hra/{hand.sequence}/opravit/"
    page = organiser_client.post(address, BETL | typed)
    assert (page.status_code, text in text_of(page), "Ano, uložit opravu" in text_of(page)) == (
        409,
        True,
        True,
    )
    assert organiser_client.post(address, BETL | typed | {"doubtful_ok": "1"}).status_code == 302


def test_nothing_is_doubtful_below_fifty_points(organiser_client: Client, table: Table) -> None:
    assert send(organiser_client, BETL | {"premium_A": "49"})[0] == 200


# Misdeals --------------------------------------------------------------------------------------------------

MISDEAL = {"kind": "misdeal", "dealer": "B"}


def test_second_misdeal_of_a_player_is_paid(visitor_client: Client, table: Table) -> None:
    """S63: it follows from what is written; the preview says the same."""
    link = f"/l/{table.links.get().token}"
    for number, paid in ((1, 0), (2, -600), (3, -600)):
        shown = text_of(visitor_client.post(f"{link}/hra/spocitat/", MISDEAL, HTTP_HX_REQUEST="true"))
        assert ("B Čech Petr −6,00" in shown) == bool(paid)
        status, answer = send(visitor_client, MISDEAL | {"number": str(number)}, f"{link}/hra/")
        assert (status, answer["money"]["B"]) == (200, paid)
    assert answer["next"] == {"number": 4, "dealer": "B", "misdeals": {"A": 0, "B": 3, "C": 0, "D": 0}}
    assert "Zapsaná se počítají sama: B 3×" in text_of(visitor_client.get(f"{link}/"))


def test_misdeal_that_was_not_written_is_said(visitor_client: Client, table: Table) -> None:
    link = f"/l/{table.links.get().token}"
    answer = send(visitor_client, MISDEAL | {"unwritten_misdeals": "1"}, f"{link}/hra/")[1]
    assert answer["money"] == {"A": 200, "B": -600, "C": 200, "D": 200}


def test_misdeal_sent_twice_is_one(visitor_client: Client, table: Table) -> None:
    """S20: sent again, it is not counted among those before it."""
    link = f"/l/{table.links.get().token}"
    sent = MISDEAL | {"submission": str(uuid.uuid4())}
    answers = [send(visitor_client, sent, f"{link}/hra/")[1] for _again in range(3)]
    assert [(one["number"], one["repeated"]) for one in answers] == [(1, False), (1, True), (1, True)]


def test_corrected_misdeal_counts_those_before_it(organiser_client: Client, table: Table) -> None:
    for _again in range(2):
        send(organiser_client, MISDEAL)
    page = organiser_client.get(f"{TABLE}/hra/1/")
    assert page.context["form"]["unwritten_misdeals"].value() == ""
    for sequence, paid in ((1, 0), (2, -600)):
        answer = send(organiser_client, MISDEAL | {"expected": "1"}, f"{TABLE}/hra/{sequence}/opravit/")[1]
        assert (answer["version"], answer["money"]["B"]) == (1, paid), "nothing has changed"


def test_misdeal_from_a_file_stands_as_it_is(organiser_client: Client, table: Table) -> None:
    record = {"players": ["A", "B", "C", "D"], "dealer": "B", "kind": "misdeal"}
    for _again in range(2):
        hand_record(table=table, record=record, by=DESK)
    assert [hand.money["B"] for hand in Hand.objects.all()] == [0, 0]
    answer = send(organiser_client, MISDEAL | {"expected": "1"}, f"{TABLE}/hra/2/opravit/")[1]
    assert (answer["version"], answer["money"]["B"]) == (1, 0)


# A scribe records, a referee rules -------------------------------------------------------------------------

TWO_SEVENS = {
    "kind": "hand", "dealer": "D", "declarer": "A", "contract": "dve_sedmy", "outcome_dve_sedmy": "won",
}  # fmt: skip
RULINGS: dict[str, tuple[dict[str, str], str]] = {
    "REF": (BETL | renonce_typed({"article": "REF", "by": "B"}), "určuje rozhodčí"),
    "D6": (TWO_SEVENS | {"theoretically_playable": "on"}, "(D6) určuje rozhodčí. Zavolejte ho ke stolu."),
}


@pytest.mark.parametrize(("typed", "text"), RULINGS.values(), ids=RULINGS)
def test_what_a_referee_rules_is_refused_to_a_scribe(
    visitor_client: Client, organiser_client: Client, table: Table, typed: dict[str, str], text: str
) -> None:
    """Crafted: the scribe's page has no field for it. An organiser writes down from paper what was ruled."""
    link = f"/l/{table.links.get().token}"
    assert visitor_client.get(f"{link}/").content.count(b"theoretically_playable") == 0
    status, answer = send(visitor_client, typed, f"{link}/hra/")
    assert (status, answer["state"], text in answer["text"]) == (422, "refused", True)
    hand_record(table=table, record=betl(), by=scribe_of(table))
    status, answer = send(visitor_client, typed | {"expected": "1"}, f"{link}/hra/1/opravit/")
    assert (status, answer["state"], text in answer["text"]) == (422, "refused", True)
    assert Hand.objects.get().record["contract"] == "betl"
    assert send(organiser_client, typed | {"expected": "1"}, f"{TABLE}/hra/1/opravit/")[0] == 200

    # What a referee ruled and an organiser wrote down is no longer the scribe's.
    page = visitor_client.get(f"{link}/hra/1/")
    assert ("form" in page.context, "může opravit jen pořadatel" in text_of(page)) == (False, True)
    status, answer = send(visitor_client, BETL | {"expected": "2"}, f"{link}/hra/1/opravit/")
    assert (status, answer["state"]) == (422, "refused")
    assert "stojí, co určil rozhodčí" in answer["text"]
    assert send(visitor_client, {"expected": "2"}, f"{link}/hra/1/zpet/")[0] == 422


def test_renonc_that_the_table_agrees_on_is_the_scribes(visitor_client: Client, table: Table) -> None:
    link = f"/l/{table.links.get().token}"
    typed = BETL | renonce_typed({"article": "C1", "by": "B"})
    assert send(visitor_client, typed, f"{link}/hra/")[0] == 200


def test_scribes_pages_show_no_machine_line(
    visitor_client: Client, organiser_client: Client, table: Table
) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    link = f"/l/{table.links.get().token}"
    for client, address, shown in ((organiser_client, TABLE, True), (visitor_client, link, False)):
        pages = [client.get(f"{address}/{end}").content.decode() for end in ("", "hra/1/")]
        assert ["record_json" in page for page in pages] == [shown, shown]
        assert ("ABCD/D A:betl betl+" in pages[1]) == shown


def test_answers_are_taken_one_after_another(organiser_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=OTHER_DESK)
    typed = BETL | {"number": "1", "submission": str(uuid.uuid4())}
    for question, answer in (("taken", "another"), ("dealer", "dealer_ok")):
        asked = send(organiser_client, typed)[1]
        assert (asked["question"], asked["answer"]) == (question, answer)
        typed[answer] = "1"
    status, stored = send(organiser_client, typed)
    assert (status, stored["number"]) == (200, 2)
    assert stored["next"]["dealer"] == "A", "who deals next follows from the hand that was confirmed"


NOT_ASKED = {
    "the first hand of a table": (None, {"dealer": "C", "number": "1"}),
    "a number that is still to come": (betl(), {"dealer": "A", "declarer": "B", "number": "9"}),
    "the same dealer again after a misdeal": (
        {"players": ["A", "B", "C", "D"], "dealer": "D", "kind": "misdeal"},
        {"number": "2"},
    ),
}


@pytest.mark.parametrize(("before", "typed"), NOT_ASKED.values(), ids=NOT_ASKED)
def test_what_follows_is_not_asked_about(
    organiser_client: Client, table: Table, before: dict[str, Any] | None, typed: dict[str, str]
) -> None:
    if before is not None:
        hand_record(table=table, record=before, by=DESK)
    assert send(organiser_client, BETL | typed)[0] == 200


def test_files_and_commands_are_asked_nothing(table: Table) -> None:
    for _again in range(2):
        hand_record(table=table, record=betl(), by=DESK)
    assert Hand.objects.count() == 2


def test_page_asks_with_everything_typed_and_one_button_answers(
    organiser_client: Client, table: Table
) -> None:
    """S44 without JavaScript: the stored hand is shown, the form announces the next number."""
    hand_record(table=table, record=betl(), by=OTHER_DESK)
    typed = BETL | {"dealer": "A", "declarer": "B", "number": "1", "submission": str(uuid.uuid4())}

    page = organiser_client.post(f"{TABLE}/hra/", typed)

    assert page.status_code == 409
    text = text_of(page)
    assert "Hra 1 je už zapsaná (zápis: Ota Druhý, " in text
    assert "Ne, je to táž hra" in text
    assert "Ano, uložit jako hru 2" in text
    form = page.context["form"]
    assert (form["number"].value(), form["declarer"].value(), form.errors) == ("2", "B", {})
    assert organiser_client.post(f"{TABLE}/hra/", typed | {"number": "2"}).status_code == 302
    assert [hand.written_by for hand in Hand.objects.all()] == ["Ota Druhý", "Olga Pořadatelová"]


def test_page_keeps_the_answer_to_an_earlier_question(organiser_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=OTHER_DESK)
    page = organiser_client.post(f"{TABLE}/hra/", BETL | {"number": "2"})
    assert (page.status_code, page.context["question"].code) == (409, "dealer")
    assert re.search(r'<button[^>]*name="dealer_ok" value="1"', page.content.decode())
    assert organiser_client.post(f"{TABLE}/hra/", BETL | {"number": "2", "dealer_ok": "1"}).status_code == 302


REFUSED: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "nothing tapped": ({"declarer": "", "contract": ""}, {"declarer": "Chybí", "contract": "Chybí"}),
    "a number that is none": ({"number": "x"}, {"number": ""}),
    "a number of 5000 digits": ({"number": "9" * 5000}, {"number": ""}),
    "a submission that is none": ({"submission": "\0"}, {"submission": ""}),
}


@pytest.mark.parametrize(("typed", "fields"), REFUSED.values(), ids=REFUSED)
def test_what_is_wrong_is_told_by_fields(
    organiser_client: Client, table: Table, typed: dict[str, str], fields: dict[str, str]
) -> None:
    status, answer = send(organiser_client, BETL | typed)
    assert (status, answer["state"], set(answer["fields"])) == (422, "refused", set(fields))
    assert answer["text"]
    for name, text in fields.items():
        assert text in answer["fields"][name][0]
    assert not Hand.objects.exists()


def test_used_form_with_other_content_is_refused(organiser_client: Client, table: Table) -> None:
    """S45: Back to a page a browser kept, filled in anew."""
    key = str(uuid.uuid4())
    send(organiser_client, BETL | {"submission": key, "number": "1"})
    status, answer = send(organiser_client, BETL | {"submission": key, "number": "1", "outcome_betl": "lost"})
    assert (status, answer["state"]) == (422, "refused")
    assert "už uložil hru 1 s jiným obsahem" in answer["text"]
    assert Hand.objects.count() == 1


def test_change_that_came_too_late_shows_what_stands(organiser_client: Client, table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=DESK)
    hand_correct(hand=hand, record=durch(), by=OTHER_DESK)
    for address in ("opravit", "zpet"):
        status, answer = send(organiser_client, BETL | {"expected": "1"}, f"{TABLE}/hra/1/{address}/")
        assert (status, answer["question"], answer["answer"]) == (409, "changed", "expected")
        assert (answer["expected"], "durch" in answer["html"], "Ota Druhý" in answer["text"]) == (
            2,
            True,
            True,
        )
    status, answer = send(organiser_client, BETL | {"expected": "2"}, f"{TABLE}/hra/1/opravit/")
    assert (status, answer["version"], answer["money"]) == (200, 3, BETL_WON)


def test_taking_back_and_putting_back_answer_with_the_hand(organiser_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    for number, (address, removed) in enumerate((("zpet", True), ("vratit", False)), 1):
        sent = {"expected": str(number), "fragment": "1"}
        status, answer = send(organiser_client, sent, f"{TABLE}/hra/1/{address}/")
        assert (status, answer["removed"], answer["version"]) == (200, removed, number + 1)
        assert ("Vzaté zpět" in answer["html"]) == removed


CLOSED = {
    "confirmed sheet": (lambda table: result_confirm(table=table, by=DESK), 409, "už je potvrzený"),
    "closed round": (
        lambda table: Round.objects.update(state=RoundState.CLOSED),
        404,
        "Tahle adresa už neplatí",
    ),
    "link replaced": (lambda table: table.links.update(active=False), 404, "Tahle adresa už neplatí"),
}


@pytest.mark.parametrize(("close", "status", "text"), CLOSED.values(), ids=CLOSED)
def test_end_is_told_as_data(
    visitor_client: Client, table: Table, close: Any, status: int, text: str
) -> None:
    hand_record(table=table, record=betl(), by=scribe_of(table))
    link = f"/l/{table.links.get().token}"
    close(table)
    for address, sent in (("hra/", BETL), ("hra/1/opravit/", BETL), ("hra/1/zpet/", {})):
        got, answer = send(visitor_client, sent, f"{link}/{address}")
        assert (got, answer["state"], text in answer["text"]) == (status, "closed", True), address


def test_session_that_expired_is_told_as_data(visitor_client: Client, table: Table) -> None:
    status, answer = send(visitor_client, BETL)
    assert (status, answer["state"]) == (403, "closed")
    assert "Přihlášení mezitím vypršelo" in answer["text"]


def test_scribes_form_without_a_session_is_told_as_data(table: Table) -> None:
    strict = Client(enforce_csrf_checks=True)
    status, answer = send(strict, BETL, f"/l/{table.links.get().token}/hra/")
    assert (status, answer["state"]) == (403, "closed")


# What others wrote -----------------------------------------------------------------------------------------


def test_nothing_new_is_a_cheap_304(
    organiser_client: Client, visitor_client: Client, table: Table, django_assert_num_queries: Any
) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    mark = f'"{table_mark(table)}"'
    link = f"/l/{table.links.get().token}"
    for client, address, queries in ((organiser_client, TABLE, 5), (visitor_client, link, 2)):
        with django_assert_num_queries(queries):
            same = client.get(f"{address}/hry/", headers={"If-None-Match": mark}, **DATA)
        assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", mark)


WRITTEN = {
    "another hand": lambda table, hand: hand_record(
        table=table, record=durch(dealer="A", declarer="B"), by=OTHER_DESK
    ),
    "a correction": lambda table, hand: hand_correct(hand=hand, record=durch(), by=OTHER_DESK),
    "a hand taken back": lambda table, hand: hand_remove(hand=hand, by=OTHER_DESK),
    "a result": lambda table, hand: result_confirm(table=table, by=OTHER_DESK),
}


@pytest.mark.parametrize("write", WRITTEN.values(), ids=WRITTEN)
def test_what_another_wrote_is_news(visitor_client: Client, table: Table, write: Any) -> None:
    hand = hand_record(table=table, record=betl(), by=scribe_of(table))
    link = f"/l/{table.links.get().token}"
    seen = visitor_client.get(f"{link}/").context["mark"]
    write(table, hand)
    news = visitor_client.get(f"{link}/hry/", headers={"If-None-Match": seen}, **DATA)
    answer = news.json()
    assert (news.status_code, news.headers["ETag"]) == (200, f'"{table_mark(table)}"')
    assert answer["mark"] == news.headers["ETag"] != seen
    assert 'name="contract"' not in answer["html"], "what is being typed is left alone"


def test_hand_that_the_page_announces_is_named(visitor_client: Client, table: Table) -> None:
    """S44: before anybody saves."""
    link = f"/l/{table.links.get().token}"
    hand_record(table=table, record=betl(), by=OTHER_DESK)
    for number, named in (("1", True), ("2", False), ("x", False)):
        html = visitor_client.get(f"{link}/hry/?cislo={number}", **DATA).json()["html"]
        assert ("Hra 1 je mezitím zapsaná (zápis: Ota Druhý," in html) == named


def test_pages_of_a_table_are_kept_by_nobody(organiser_client: Client, table: Table) -> None:
    """S45: Back asks again."""
    hand_record(table=table, record=betl(), by=DESK)
    for address in ("", "hra/1/", "hry/"):
        assert organiser_client.get(f"{TABLE}/{address}").headers["Cache-Control"] == "private, no-store"


# Versions --------------------------------------------------------------------------------------------------


def test_corrections_show_old_and_new_and_are_put_back(organiser_client: Client, table: Table) -> None:
    """Both writings in words; putting back is a correction of its own, by who does it."""
    hand = hand_record(table=table, record=betl(), by=scribe_of(table))
    hand_correct(hand=hand, record=durch(), by=OTHER_DESK)
    page = organiser_client.get(f"{TABLE}/hra/1/")
    assert "betl, hraje A, rozdává D, uhraný → durch, hraje A, rozdává D, uhraný" in text_of(page)
    line = next(one for one in page.context["history"] if one.earlier)

    sent = {"earlier": str(line.earlier), "expected": "2"}
    done = organiser_client.post(f"{TABLE}/hra/1/starsi/", sent, follow=True)

    assert "Hra 1 je zase zapsaná jako předtím." in text_of(done)
    hand.refresh_from_db()
    assert (hand.record["contract"], hand.money, hand.version) == ("betl", BETL_WON, 3)
    newest = LogEntry.objects.filter(object_id=hand.pk).order_by("sequence").last()
    assert newest is not None
    assert (newest.action, newest.actor_name, newest.reason) == (
        "scoring.hand.corrected",
        "Olga Pořadatelová",
        "vrácený starší zápis",
    )
    again = organiser_client.get(f"{TABLE}/hra/1/")
    assert [bool(one.earlier) for one in again.context["history"]] == [True, False, False]
    assert organiser_client.post(f"{TABLE}/hra/1/starsi/", sent, **DATA).status_code == 200, "as it stands"


NO_EARLIER = {"none": {}, "a word": {"earlier": "x"}, "of 5000 digits": {"earlier": "9" * 5000}}


@pytest.mark.parametrize("sent", NO_EARLIER.values(), ids=NO_EARLIER)
def test_what_was_never_written_is_not_put_back(
    organiser_client: Client, table: Table, sent: dict[str, str]
) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    assert organiser_client.post(f"{TABLE}/hra/1/starsi/", sent).status_code == 404


def test_writing_of_another_hand_is_not_put_back(
    organiser_client: Client, table: Table, second_table: Table
) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    other = hand_record(table=second_table, record=betl(), by=DESK)
    hand_correct(hand=other, record=durch(), by=DESK)
    entry = LogEntry.objects.get(action="scoring.hand.corrected")
    sent = {"earlier": str(entry.sequence)}
    assert organiser_client.post(f"{TABLE}/hra/1/starsi/", sent).status_code == 404


def test_scribe_does_not_put_back_what_a_referee_ruled(visitor_client: Client, table: Table) -> None:
    ruled = betl(renonce=[{"by": "B", "article": "REF", "pausal": 1, "lost": False}])
    hand = hand_record(table=table, record=ruled, by=DESK)
    hand_correct(hand=hand, record=betl(), by=DESK)
    entry = LogEntry.objects.get(action="scoring.hand.corrected")
    link = f"/l/{table.links.get().token}"
    status, answer = send(visitor_client, {"earlier": str(entry.sequence)}, f"{link}/hra/1/starsi/")
    assert (status, answer["state"], "určuje rozhodčí" in answer["text"]) == (422, "refused", True)


def test_hands_sent_by_a_script_count_as_typed_by_key(
    organiser_client: Client, organiser: Account, client_of: Any, table: Table
) -> None:
    """S28, S52: in two-person mode the typist does not confirm, not even under another name."""
    Tournament.objects.update(two_person_mode=True)
    send(organiser_client, BETL)
    organiser.first_name = "Jana"
    organiser.save()
    refused = organiser_client.post(f"{TABLE}/vysledek/potvrdit/", {})
    assert not TableResult.objects.filter(confirmed_at__isnull=False).exists(), refused.status_code
    namesake = factories.AccountFactory(username="olga2", first_name="Olga", last_name="Pořadatelová")
    factories.MembershipFactory(tournament=table.round.tournament, account=namesake)
    client_of(namesake).post(f"{TABLE}/vysledek/potvrdit/", {})
    assert TableResult.objects.filter(confirmed_at__isnull=False).count() == 1
