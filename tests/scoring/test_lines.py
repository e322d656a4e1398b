"""Hands of a table typed from its sheet, a line each: stored, asked about, corrected (S20, S44, S63)."""

import json
import random
import re
from typing import Any

import pytest
from django.test import Client

from rules import parse_hand
from rules.shorthand import shorten
from scoring.models import Hand
from scoring.services.decisions import decision_make
from scoring.services.demo_hands import demo_hands
from scoring.services.hands import hand_record
from scoring.services.results import result_confirm, result_enter
from tests import factories
from tests.markup import text_of_page
from tests.scoring.records import BETL_WON, DESK, NOTHING, OTHER_DESK, betl
from tests.scoring.test_result_pages import PAPER, paper
from tests.scoring.test_saving import LOCK
from tournament.models import Round, Table, Tournament

pytestmark = pytest.mark.django_db

PAGE = "/t/jarni-turnaj/kolo/1/stul/1/z-listku/"
KEY = "5f3c9a52-7f0a-4b39-9d0c-0d4f5f6a7b80"
DATA = {"HTTP_ACCEPT": "application/json"}


def send(client: Client, line: str, number: int | str = 1, **fields: str) -> tuple[int, dict[str, Any]]:
    """A new hand as the script of the page sends it."""
    typed = {"line": line, "number": str(number), "submission": KEY, **fields}
    response = client.post(f"{PAGE}ulozit/", typed, **DATA)
    return response.status_code, response.json()


def correct(client: Client, line: str, sequence: int = 1, expected: int = 1) -> tuple[int, dict[str, Any]]:
    typed = {"line": line, "expected": str(expected)}
    response = client.post(f"{PAGE}{sequence}/opravit/", typed, **DATA)
    return response.status_code, response.json()


def fields_of(form: str) -> dict[str, str]:
    """Hidden fields of a line as the answer holds it."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))


# Stored --------------------------------------------------------------------------------------------------


def test_a_line_is_stored_and_the_next_dealer_follows(organiser_client: Client, table: Table) -> None:
    status, answer = send(organiser_client, "bb+")

    assert (status, answer["state"], answer["number"], answer["repeated"]) == (200, "stored", 1, False)
    assert answer["money"] == {"A": -300, "B": 900, "C": -300, "D": -300}
    assert answer["next"] == {"number": 2, "dealer": "B", "misdeals": {"A": 0, "B": 0, "C": 0, "D": 0}}
    assert ('id="radek-1"' in answer["html"], 'value="bb+"' in answer["html"]) == (True, True)
    hand = Hand.objects.get()
    assert (hand.record["dealer"], hand.notation, hand.written_by) == (
        "A",
        "ABCD/A B:betl betl+",
        "Olga Pořadatelová",
    )
    # The same line sent again, as after a cut connection, is the same hand.
    again = send(organiser_client, "bb+")[1]
    assert again | {"html": ""} == answer | {"repeated": True, "html": ""}
    assert Hand.objects.count() == 1


def test_one_key_of_the_page_serves_all_its_lines(organiser_client: Client, table: Table) -> None:
    for number, line in enumerate(("bb+", "db+", "db+"), start=1):
        assert send(organiser_client, line, number)[1]["number"] == number
    assert Hand.objects.count() == 3


LINES: dict[str, tuple[str, dict[str, int]]] = {
    "omyl": ("bo", {"A": 120, "B": -360, "C": 120, "D": 120}),
    "first misdeal of the round": ("x", NOTHING),
    "the dealer named, the hand that follows": ("ab+ rd", BETL_WON),
    "full notation": ("ABCD/D A:betl betl+", BETL_WON),
    "a pasted record": (json.dumps(betl()), BETL_WON),
    "renonc without a hand": ("r c6b", {"A": 200, "B": -600, "C": 200, "D": 200}),
}


@pytest.mark.parametrize(("line", "money"), LINES.values(), ids=LINES)
def test_whatever_a_hand_is_has_its_line(
    organiser_client: Client, table: Table, line: str, money: dict[str, int]
) -> None:
    assert send(organiser_client, line)[1]["money"] == money


def test_a_misdeal_counts_those_before_it(organiser_client: Client, table: Table) -> None:
    """S63: the second one of a player in a round is paid; a number that was written stands."""
    assert send(organiser_client, "x", 1)[1]["money"] == NOTHING
    second = send(organiser_client, "x", 2)[1]
    assert second["money"] == {"A": -600, "B": 200, "C": 200, "D": 200}
    assert second["next"]["dealer"] == "A"
    assert correct(organiser_client, "x0", 2)[1]["money"] == NOTHING
    assert correct(organiser_client, "x", 2, expected=2)[1]["money"] == second["money"]


def test_a_table_of_three(organiser_client: Client, tournament: Tournament) -> None:
    factories.entries(tournament, 3)
    factories.drawn_round(tournament, sizes=[3])
    assert send(organiser_client, "ab+")[1]["money"] == {"A": 600, "B": -300, "C": -300}
    assert send(organiser_client, "db+", 2)[1]["text"] == "Místo „D“ u stolu není; místa jsou A, B, C."


def test_hands_as_they_are_played_take_a_dozen_keys() -> None:
    """A thousand of them, with fleks, quiet sevens and premium points; Enter counts."""
    hands = demo_hands(seats="ABCD", count=1000, chance=random.Random(5))
    typed = [re.sub(r" (?=o?s[+-])", "", shorten(parse_hand(record))) for record in hands]
    keys = [len(line) + 1 for line in typed]
    assert sum(count <= 12 for count in keys) >= 985
    assert sum(keys) / len(keys) < 7


# Asked and refused ---------------------------------------------------------------------------------------


def test_a_hand_written_by_another_is_shown_and_asked_about(organiser_client: Client, table: Table) -> None:
    """S44: it is read with the dealer it was typed for; as another hand it gets the next number."""
    hand_record(table=table, record=betl(dealer="A", declarer="B"), by=OTHER_DESK)

    status, asked = send(organiser_client, "bd+", 1)

    assert (status, asked["state"], asked["question"]) == (409, "asks", "taken")
    assert "Hra 1 je už zapsaná (zápis: Ota Druhý" in asked["text"]
    assert ("hraje B" in asked["html"], 'value="bd+"' in asked["html"]) == (True, True)
    again = fields_of(asked["html"])
    assert (again["number"], again["submission"]) == ("2", KEY)
    # B deals hand 2, so B cannot have played it: said in the line.
    assert "aktérem být nemůže" in send(organiser_client, "bd+", 2)[1]["text"]
    assert send(organiser_client, "cd+", 2)[1]["number"] == 2


def test_who_deals_is_asked_only_where_the_line_does_not_say(organiser_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(dealer="A", declarer="B"), by=DESK)
    whole = "ABCD/D A:betl betl+"
    asked = send(organiser_client, whole, 2)[1]
    assert (asked["question"], asked["answer"]) == ("dealer", "dealer_ok")
    assert 'name="dealer_ok" value="1"' in asked["html"]
    assert send(organiser_client, whole, 2, dealer_ok="1")[1]["number"] == 2
    assert send(organiser_client, "ab+ rd", 3)[1]["number"] == 3


def test_what_is_doubtful_is_asked_and_answered_by_one_button(organiser_client: Client, table: Table) -> None:
    """Points for somebody who lost all he announced: of a new hand and of a corrected one."""
    asked = send(organiser_client, "bb- 7")[1]
    assert (asked["question"], asked["answer"]) == ("doubtful", "doubtful_ok")
    assert "Aktér prohrál všechno, co ohlásil" in asked["text"]
    assert 'name="doubtful_ok" value="1"' in asked["html"]
    assert send(organiser_client, "bb- 7", doubtful_ok="1")[0] == 200

    send(organiser_client, "cb+", 2)
    again = organiser_client.post(f"{PAGE}2/opravit/", {"line": "cb- 7", "expected": "1"}, **DATA)
    assert (again.status_code, again.json()["question"]) == (409, "doubtful")
    assert 'action="/t/jarni-turnaj/kolo/1/stul/1/z-listku/2/opravit/"' in again.json()["html"]
    answered = {"line": "cb- 7", "expected": "1", "doubtful_ok": "1"}
    assert organiser_client.post(f"{PAGE}2/opravit/", answered, **DATA).status_code == 200
    assert Hand.objects.get(sequence=2).premium["C"] == 7


REFUSED = {
    "nothing": ("  ", "Napište hru, třeba bs++: hraje B, sedma, obojí uhráno."),
    "no hand": ("kukaň", "Začátku „kukaň“ nerozumím."),
    "no result": ("bs", "Chybí výsledek závazku hra"),
    "the dealer of four plays": ("ab+", "„A“ v této hře pauzíruje, aktérem být nemůže."),
    "several things": (
        "bs+b+b",
        "1. flek na závazek hra dává obrana, ne „B“. 1. flek na závazek sedma dává obrana",
    ),
    "another rulebook": ("bb+ rules=traditional", "pravidl"),
    "no JSON": ("{", "JSON"),
    "other players": ("ABC/C A:betl betl+", "U stolu jsou místa A, B, C, D"),
    "too long": ("b" * 3000, "nejvýše 2000 znaků"),
    "many digits": ("bb+ " + "9" * 1900, "nerozumím"),
}


@pytest.mark.parametrize(("line", "text"), REFUSED.values(), ids=REFUSED)
def test_what_is_wrong_is_said_and_nothing_is_stored(
    organiser_client: Client, table: Table, line: str, text: str
) -> None:
    status, answer = send(organiser_client, line)
    assert (status, answer["state"]) == (422, "refused")
    assert text in answer["text"]
    assert not Hand.objects.exists()


@pytest.mark.parametrize("number", ["0", "-1", "x", "99999999999", "9" * 5000])
def test_a_crafted_number_is_refused(organiser_client: Client, table: Table, number: str) -> None:
    status, answer = send(organiser_client, "bb+", number)
    assert (status, answer["state"]) == (422, "refused")
    assert not Hand.objects.exists()


def test_a_confirmed_table_takes_no_more(organiser_client: Client, table: Table) -> None:
    result_enter(table=table, figures=paper(*PAPER), by=DESK)
    result_confirm(table=table, by=DESK)
    status, answer = send(organiser_client, "bb+")
    assert (status, answer["state"], "už je potvrzený:" in answer["text"]) == (409, "closed", True)
    assert organiser_client.get(PAGE)["Location"] == "/t/jarni-turnaj/kolo/1/stul/1/"


# Read while it is typed ----------------------------------------------------------------------------------


def test_a_line_is_read_without_being_stored(organiser_client: Client, table: Table) -> None:
    right = text_of_page(organiser_client.post(f"{PAGE}precist/", {"line": "bsč+-cb 7", "number": "1"}))
    assert right == (
        "B: sedma červená · sedma re (C B) · hra uhraná, sedma prohraná +2,80 −8,40 +7 PB +2,80 +2,80"
    )
    wrong = text_of_page(organiser_client.post(f"{PAGE}precist/", {"line": "bs+", "number": "1"}))
    assert wrong == "Napište výsledek každé části (hra a sedma), třeba ++."
    assert not Hand.objects.exists()


# Corrected -----------------------------------------------------------------------------------------------


def test_a_stored_line_is_corrected_with_its_own_dealer(organiser_client: Client, table: Table) -> None:
    for number, line in enumerate(("bb+", "cb+", "db+"), start=1):
        send(organiser_client, line, number)

    status, answer = correct(organiser_client, "cb-", 2)

    assert (status, answer["number"], answer["version"]) == (200, 2, 2)
    hand = Hand.objects.get(sequence=2)
    assert (hand.record["dealer"], hand.money["C"]) == ("B", -900)
    entry = table.round.tournament.log.get(action="scoring.hand.corrected")
    assert (entry.old["notation"], entry.new["notation"]) == ("ABCD/B C:betl betl+", "ABCD/B C:betl betl-")


def test_who_dealt_stays_when_something_else_is_corrected(organiser_client: Client, table: Table) -> None:
    """Also where it does not follow from the hands before; a word of the line changes it."""
    send(organiser_client, "ab+ rd")
    assert correct(organiser_client, "ab-")[1]["money"]["A"] == -900
    assert Hand.objects.get().record["dealer"] == "D"
    correct(organiser_client, "ab- rc", expected=2)
    assert Hand.objects.get().record["dealer"] == "C"


def test_a_correction_meets_another_one(organiser_client: Client, table: Table) -> None:
    """S20: who came second sees it and may still save his own."""
    send(organiser_client, "bb+")
    correct(organiser_client, "bb-")

    status, asked = correct(organiser_client, "cb+")

    assert (status, asked["question"]) == (409, "changed")
    assert "Mezitím se to změnilo: Olga Pořadatelová" in asked["text"]
    again = fields_of(asked["html"])
    assert again["expected"] == "2"
    assert correct(organiser_client, "cb+", expected=2)[1]["money"]["C"] == 900


def test_a_line_keeps_what_the_page_does_not_show(organiser_client: Client, table: Table) -> None:
    """The row of the bodovací tabulka, trumps and the rung stay when something else is corrected."""
    record = betl(
        dealer="A",
        declarer="B",
        contract="sedma",
        bid=1,
        trumps=3,
        outcome={"hra": "won", "sedma": "won"},
        premium=[{"to": "B", "points": 7, "row": "sedma.3"}],
    )
    hand_record(table=table, record=record, by=DESK)
    shown = organiser_client.get(PAGE).context["lines"][0].text

    correct(organiser_client, shown.replace("++", "+-"))

    kept = Hand.objects.get().record
    assert kept["outcome"] == {"hra": "won", "sedma": "lost"}
    assert {name: kept[name] for name in ("bid", "trumps", "premium")} == {
        name: record[name] for name in ("bid", "trumps", "premium")
    }


def test_a_ruling_stands_beside_what_was_written(organiser_client: Client, table: Table) -> None:
    hand = hand_record(table=table, record=betl(dealer="A", declarer="B"), by=DESK)
    decision_make(
        hand=hand,
        patch={"renonce": [{"by": "B", "article": "C1"}]},
        reason="Nepřiznal barvu.",
        by=factories.actor("Hana Hlavní", *DESK.roles),
    )
    [line] = organiser_client.get(PAGE).context["lines"]
    assert (line.text, line.reading.ruled_by) == ("bb+", "Hana Hlavní")
    assert [amount.money for amount in line.reading.amounts] == [500, -1500, 500, 500]


# The page ------------------------------------------------------------------------------------------------


def test_without_javascript_a_line_is_a_form(organiser_client: Client, table: Table) -> None:
    wrong = organiser_client.post(f"{PAGE}ulozit/", {"line": "bs+", "number": "1"})
    assert (wrong.status_code, wrong.context["fresh"].text) == (422, "bs+")
    assert "Napište výsledek každé části (hra a sedma), třeba ++." in text_of_page(wrong)

    done = organiser_client.post(f"{PAGE}ulozit/", {"line": "bs++", "number": "1"}, follow=True)
    assert done.redirect_chain == [(PAGE, 302)]
    assert "Hra 1 je uložená." in text_of_page(done)
    assert (done.context["fresh"].number, done.context["fresh"].dealer) == (2, "B")

    asked = organiser_client.post(f"{PAGE}ulozit/", {"line": "bs++", "number": "1"})
    assert (asked.status_code, "Ano, uložit jako hru 2" in text_of_page(asked)) == (409, True)
    refused = organiser_client.post(f"{PAGE}1/opravit/", {"line": "bs", "expected": "1"})
    assert (refused.status_code, refused.context["lines"][0].text) == (422, "bs")
    fixed = organiser_client.post(f"{PAGE}1/opravit/", {"line": "bs+-", "expected": "1"}, follow=True)
    assert "Hra 1 je opravená." in text_of_page(fixed)


def test_names_are_escaped(organiser_client: Client, table: Table) -> None:
    table.seats.filter(position="A").update(substitute="<b>Eva</b>")
    page = organiser_client.post(f"{PAGE}ulozit/", {"line": "<script>", "number": "1"}).content.decode()
    assert ("&lt;b&gt;Eva" in page, "<b>Eva" in page, 'value="&lt;script&gt;"' in page) == (True, False, True)


@pytest.mark.parametrize("hands", [1, 12])
def test_the_page_asks_the_database_the_same_for_any_number_of_hands(
    organiser_client: Client, table: Table, drawn: Round, hands: int, django_assert_num_queries: Any
) -> None:
    for _number in range(hands):
        hand_record(table=table, record=betl(), by=DESK)
    organiser_client.get(PAGE)
    with django_assert_num_queries(9):
        organiser_client.get(PAGE)


@pytest.mark.parametrize("hands", [1, 12])
def test_saving_a_line_asks_the_database_the_same_for_any_number_of_hands(
    organiser_client: Client, table: Table, hands: int, django_assert_num_queries: Any
) -> None:
    for _number in range(hands):
        hand_record(table=table, record=betl(), by=DESK)
    typed = {"line": "ab+ rd", "number": str(hands + 1), "submission": KEY}
    organiser_client.get(PAGE)
    with django_assert_num_queries(18 + LOCK):
        organiser_client.post(f"{PAGE}ulozit/", typed, **DATA)
