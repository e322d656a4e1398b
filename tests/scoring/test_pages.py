"""Pages of tables, results, rulings and standings as people meet them, with and without JavaScript."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils.html import strip_tags

from scoring.models import Decision, Hand, TableResult
from scoring.services.closing import round_close
from scoring.services.decisions import decision_make
from scoring.services.hands import hand_record
from scoring.services.results import result_confirm
from scoring.services.standings import standings_publish
from tests import factories
from tests.markup import text_of_page as text_of
from tests.scoring.records import CHIEF, DESK, betl, durch, renonce_typed, scribe_of
from tournament.enums import RoundState, TableState
from tournament.models import Account, Round, Table, Tournament

pytestmark = pytest.mark.django_db

T = "/t/jarni-turnaj"
TABLE = f"{T}/kolo/1/stul/1"
BETL = {"kind": "hand", "dealer": "D", "declarer": "A", "contract": "betl", "outcome_betl": "won"}
HTMX = {"HTTP_HX_REQUEST": "true"}


def token_of(table: Table) -> str:
    return str(table.links.get(active=True).token)


# The board -----------------------------------------------------------------------------------------------


def test_board_puts_what_needs_attention_first(
    organiser_client: Client, table: Table, second_table: Table
) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    result_confirm(table=table, by=DESK)

    page = organiser_client.get(f"{T}/kolo/1/listky/")

    text = text_of(page)
    assert text.index("Stůl 2") < text.index("Stůl 1")
    assert "čeká na první hru" in text
    assert "A Novák Jan +9,00" in text
    assert [row.table.number for row in page.context["rows"]] == [2, 1]


def test_board_with_a_mistyped_number_stays_as_it_is(organiser_client: Client, drawn: Round) -> None:
    """Its address answers that there is no such table, which is not what the board has become."""
    page = organiser_client.get(f"{T}/kolo/1/listky/?stul=99")
    assert page.status_code == 404
    assert "data-state" not in page.content.decode().partition("<body")[2].partition(">")[0]


def test_listky_leads_to_the_round_being_played(organiser_client: Client, drawn: Round) -> None:
    assert organiser_client.get(f"{T}/listky/").headers["Location"] == f"{T}/kolo/1/listky/"


def test_listky_of_nothing_say_what_to_do(organiser_client: Client, tournament: Tournament) -> None:
    assert "jakmile zveřejníte losování" in text_of(organiser_client.get(f"{T}/listky/"))


def test_draft_has_no_board_and_no_tables(organiser_client: Client, drawn: Round) -> None:
    Round.objects.update(state=RoundState.DRAFT)
    assert organiser_client.get(f"{T}/kolo/1/listky/").status_code == 404
    assert organiser_client.get(f"{TABLE}/").status_code == 404


def test_closing_from_the_board(organiser_client: Client, table: Table, second_table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    refused = organiser_client.post(f"{T}/kolo/1/uzavrit/")
    assert (
        "1. kolo se zatím nedá uzavřít: Stůl 2 : chybí hry i výsledek"
        " Chalupa Josef, Hora Milan, Řehoř Tomáš, Žák Vít"
    ) in text_of(refused)
    hand_record(table=second_table, record=betl(), by=DESK)
    closed = organiser_client.post(f"{T}/kolo/1/uzavrit/", follow=True)
    assert closed.redirect_chain == [(f"{T}/poradi/?kolo=1", 302)]
    assert "1. kolo je uzavřené" in text_of(closed)


@pytest.mark.parametrize("tables", [1, 3])
def test_board_needs_the_same_queries(
    tournament: Tournament, organiser_client: Client, tables: int, django_assert_num_queries: Any
) -> None:
    factories.entries(tournament, 4 * tables)
    factories.drawn_round(tournament)
    for table in Table.objects.select_related("round__tournament"):
        hand_record(table=table, record=betl(), by=DESK)
    with django_assert_num_queries(18):
        organiser_client.get(f"{T}/kolo/1/listky/")


# Hands ---------------------------------------------------------------------------------------------------


def test_hand_is_stored_and_the_next_dealer_proposed(organiser_client: Client, table: Table) -> None:
    response = organiser_client.post(f"{TABLE}/hra/", BETL | {"dealer": "B"}, follow=True)

    assert response.redirect_chain == [(f"{TABLE}/#zapis", 302)]
    text = text_of(response)
    assert "Hra 1 je uložená." in text
    assert "součet 0,00 Kč" in text
    assert response.context["form"]["dealer"].value() == "C"
    assert Hand.objects.get().written_by == "Olga Pořadatelová"


def test_every_problem_stands_beside_its_field_and_what_was_typed_stays(
    organiser_client: Client, table: Table
) -> None:
    typed = BETL | {"declarer": "", "outcome_betl": "", "premium_B": "sedm", "red": "on"}

    response = organiser_client.post(f"{TABLE}/hra/", typed)

    assert response.status_code == 422
    form = response.context["form"]
    assert set(form.errors) == {"declarer", "outcome_betl", "premium_B"}
    assert (form["contract"].value(), form["premium_B"].value()) == ("betl", "sedm")
    page = response.content.decode()
    for name in form.errors:
        assert f'id="id_{name}_error"' in page
    assert not Hand.objects.exists()


def test_double_click_on_the_form_is_one_hand(organiser_client: Client, table: Table) -> None:
    """S22"""
    typed = BETL | {"submission": str(uuid.uuid4())}
    for _click in range(2):
        assert organiser_client.post(f"{TABLE}/hra/", typed).status_code == 302
    assert Hand.objects.count() == 1


CRAFTED: dict[str, dict[str, str]] = {
    "declarer from elsewhere": BETL | {"declarer": "E"},
    "the one sitting out declares": BETL | {"declarer": "D"},
    "unknown contract": BETL | {"contract": "pexeso"},
    "submission that is none": BETL | {"submission": "x"},
    "JSON of another table": BETL | {"record_json": '{"players": ["A", "B", "C"]}'},
    "JSON of great depth": BETL | {"record_json": "[" * 5000},
    "nothing": {},
}


@pytest.mark.parametrize("typed", CRAFTED.values(), ids=CRAFTED)
def test_crafted_request_is_refused_with_a_sentence(
    organiser_client: Client, table: Table, typed: dict[str, str]
) -> None:
    """S23"""
    assert organiser_client.post(f"{TABLE}/hra/", typed).status_code == 422
    assert not Hand.objects.exists()


def test_settlement_is_shown_before_saving(organiser_client: Client, table: Table) -> None:
    fragment = organiser_client.post(f"{TABLE}/hra/spocitat/", BETL, **HTMX)
    assert fragment.status_code == 200
    assert "<html" not in fragment.content.decode()
    assert 'hx-swap-oob="true"' in fragment.content.decode()
    assert "A Novák Jan +9,00" in text_of(fragment)
    assert "Vyúčtování" in text_of(fragment)
    assert not Hand.objects.exists()


def test_settlement_without_javascript_is_the_page_with_what_was_typed(
    organiser_client: Client, table: Table
) -> None:
    page = organiser_client.post(f"{TABLE}/hra/spocitat/", BETL)
    assert "A Novák Jan +9,00" in text_of(page)
    assert page.context["form"]["declarer"].value() == "A"
    assert f'formaction="{TABLE}/hra/spocitat/"' in page.content.decode()
    assert not Hand.objects.exists()


def test_unfinished_hand_says_what_is_missing(organiser_client: Client, table: Table) -> None:
    fragment = organiser_client.post(f"{TABLE}/hra/spocitat/", BETL | {"outcome_betl": ""}, **HTMX)
    assert "Chybí výsledek závazku betl." in text_of(fragment)


def test_hand_is_corrected_and_its_history_shown(organiser_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=scribe_of(table))
    page = organiser_client.get(f"{TABLE}/hra/1/")
    assert page.context["form"]["outcome_betl"].value() == "won"

    response = organiser_client.post(
        f"{TABLE}/hra/1/opravit/", BETL | {"outcome_betl": "lost", "expected": "1"}, follow=True
    )

    assert "Hra 1 je opravená." in text_of(response)
    history = text_of(organiser_client.get(f"{TABLE}/hra/1/"))
    assert "Hra opravena" in history
    assert "zapisovatel stolu 1" in history
    assert "A +9,00 → −9,00" in history


def test_correction_that_came_too_late_keeps_what_was_typed(organiser_client: Client, table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=DESK)
    Hand.objects.filter(pk=hand.pk).update(version=2)

    response = organiser_client.post(
        f"{TABLE}/hra/1/opravit/", BETL | {"outcome_betl": "lost", "expected": "1"}
    )

    assert response.status_code == 422
    assert "Mezitím se to změnilo" in text_of(response)
    form = response.context["form"]
    assert (form["outcome_betl"].value(), form["expected"].value()) == ("lost", "2")


def test_preview_of_a_correction_comes_back_to_the_hand(organiser_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    page = organiser_client.post(
        f"{TABLE}/hra/spocitat/", BETL | {"outcome_betl": "lost", "sequence": "1", "expected": "1"}
    )
    assert "Oprava zápisu" in text_of(page)
    assert "A Novák Jan −9,00" in text_of(page)
    assert Hand.objects.get().money["A"] == 900


def test_hand_is_taken_back_and_put_back(organiser_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    taken = organiser_client.post(f"{TABLE}/hra/1/zpet/", {"expected": "1"}, follow=True)
    assert "Hra 1 je vzatá zpět a nepočítá se." in text_of(taken)
    assert "Vzaté zpět" in text_of(taken)
    back = organiser_client.post(f"{TABLE}/hra/1/vratit/", {"expected": "2"}, follow=True)
    assert "Hra 1 se zase počítá." in text_of(back)
    assert not Hand.objects.get().removed


def test_referee_sees_the_hands_and_writes_none(referee_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    page = referee_client.get(f"{TABLE}/")
    assert "form" not in page.context
    assert "betl" in text_of(page)
    refused = referee_client.post(f"{TABLE}/hra/", BETL)
    assert refused.status_code == 403
    assert "zapisuje jeho zapisovatel nebo pořadatel" in text_of(refused)
    assert Hand.objects.count() == 1


def test_referee_of_other_tables_sees_nothing(referee_client: Client, referee: Account, table: Table) -> None:
    referee.memberships.update(tables=[2])
    assert referee_client.get(f"{TABLE}/").status_code == 404
    assert referee_client.get(f"{T}/kolo/1/stul/2/").status_code == 200
    board = text_of(referee_client.get(f"{T}/kolo/1/listky/"))
    assert "Stůl 2" in board
    assert "Stůl 1" not in board


# The scribe ----------------------------------------------------------------------------------------------


def test_scribe_writes_and_hands_in_by_his_link(visitor_client: Client, table: Table) -> None:
    link = f"/l/{token_of(table)}"
    page = visitor_client.get(f"{link}/")
    assert page.headers["Cache-Control"] == "private, no-store"
    assert f'action="{link}/hra/"' in page.content.decode()
    into_tournament = re.findall(rf'(?:href|action)="{T}/([^"]*)"', page.content.decode())
    assert {address.split("/")[0] for address in into_tournament} == {"pravidla"}, "only the public rules"

    visitor_client.post(f"{link}/hra/", BETL)
    visitor_client.post(f"{link}/odevzdat/")

    table.refresh_from_db()
    assert (table.state, Hand.objects.get().written_by) == (TableState.HANDED_IN, "zapisovatel stolu 1")
    text = text_of(visitor_client.post(f"{link}/vzit-zpet/", follow=True))
    assert "Lístek je zase u stolu." in text


def test_scribe_takes_the_last_hand_back(visitor_client: Client, table: Table) -> None:
    """S25"""
    hand_record(table=table, record=betl(), by=scribe_of(table))
    Table.objects.update(state=TableState.HANDED_IN)
    visitor_client.post(f"/l/{token_of(table)}/hra/1/zpet/", {"expected": "1"})
    assert Hand.objects.get().removed


def test_confirmed_sheet_is_only_read_by_its_scribe(visitor_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=scribe_of(table))
    result_confirm(table=table, by=DESK)
    page = visitor_client.get(f"/l/{token_of(table)}/")
    assert "form" not in page.context
    assert "Lístek je potvrzený" in text_of(page)
    refused = visitor_client.post(f"/l/{token_of(table)}/hra/", BETL)
    assert (refused.status_code, "už je potvrzený" in text_of(refused)) == (422, True)
    assert Hand.objects.count() == 1


CLOSED_LINKS: dict[str, Callable[[Table], Any]] = {
    "round closed": lambda table: Round.objects.update(state=RoundState.CLOSED),
    "round taken back": lambda table: Round.objects.update(state=RoundState.DRAFT),
    "link replaced": lambda table: table.links.update(active=False),
}


@pytest.mark.parametrize("close", CLOSED_LINKS.values(), ids=CLOSED_LINKS)
def test_link_that_ended_is_no_page(
    visitor_client: Client, table: Table, close: Callable[[Table], Any]
) -> None:
    token = token_of(table)
    assert visitor_client.get(f"/l/{token}/").status_code == 200
    close(table)
    for address in ("", "hra/1/"):
        assert visitor_client.get(f"/l/{token}/{address}").status_code == 404
    assert visitor_client.post(f"/l/{token}/hra/", BETL).status_code == 404


def test_whoever_held_a_link_is_told_that_it_ended(visitor_client: Client, table: Table) -> None:
    Round.objects.update(state=RoundState.CLOSED)
    ended, never = (visitor_client.get(f"/l/{token}/") for token in (token_of(table), "token-ktery-neni"))
    assert (ended.status_code, "Tento lístek už neplatí" in text_of(ended)) == (404, True)
    assert (never.status_code, "Tento lístek už neplatí" in text_of(never)) == (404, False)
    assert "Jarní turnaj" not in text_of(ended)


def test_only_the_organiser_sees_the_code_and_may_replace_it(
    organiser_client: Client, referee_client: Client, visitor_client: Client, table: Table
) -> None:
    code, token = table.links.get().code, token_of(table)
    pages = {
        "organiser": organiser_client.get("/t/jarni-turnaj/kolo/1/stul/1/"),
        "referee": referee_client.get("/t/jarni-turnaj/kolo/1/stul/1/"),
        "scribe": visitor_client.get(f"/l/{token}/"),
    }
    assert {who: code in text_of(page) for who, page in pages.items()} == {
        "organiser": True,
        "referee": False,
        "scribe": False,
    }
    done = organiser_client.post("/t/jarni-turnaj/kolo/1/stul/1/novy-odkaz/", follow=True)
    new = table.links.get(active=True).code
    assert done.redirect_chain == [("/t/jarni-turnaj/kolo/1/stul/1/", 302)]
    assert f"Stůl 1 má nový odkaz s kódem {new}" in text_of(done)
    assert code not in text_of(done)


def test_short_code_leads_to_the_table(visitor_client: Client, table: Table) -> None:
    link = table.links.get()
    typed = f"{link.code[:4].lower()} {link.code[4:]}"
    assert visitor_client.post("/l/", {"code": typed}).headers["Location"] == f"/l/{link.token}/"


def test_wrong_codes_are_slowed_down(
    visitor_client: Client, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.views.scribe.TRIES", 2)
    answers = [visitor_client.post("/l/", {"code": "ABCDEFGH"}).status_code for _try in range(3)]
    right = visitor_client.post("/l/", {"code": table.links.get().code})
    assert (answers, right.status_code) == ([422, 422, 429], 429)
    assert "Příliš mnoho pokusů" in text_of(right)


# Results -------------------------------------------------------------------------------------------------


def typed_result(*money: str, **fields: str) -> dict[str, str]:
    amounts = {f"money_{letter}": amount for letter, amount in zip("ABCD", money, strict=True)}
    return {"source": "paper", "signed": "on", "expected": "0", **amounts, **fields}


def test_result_is_typed_as_it_stands_on_paper(organiser_client: Client, table: Table) -> None:
    typed = typed_result("12,34", "−5,60", "−10,01 Kč", "+3,27", premium_A="35")
    page = organiser_client.post(f"{TABLE}/vysledek/ulozit/", typed, follow=True)
    assert "Výsledek je zapsaný, čeká na potvrzení." in text_of(page)
    assert "A Novák Jan +12,34 +12 35 47 1." in text_of(page)

    confirmed = organiser_client.post(f"{TABLE}/vysledek/potvrdit/", {"expected": "1"}, follow=True)
    assert "Výsledek stolu 1 je potvrzený." in text_of(confirmed)
    back = organiser_client.post(f"{TABLE}/vysledek/zrusit-potvrzeni/", follow=True)
    assert "Potvrzení je vzaté zpět." in text_of(back)


REFUSED_RESULTS: dict[str, tuple[dict[str, str], set[str]]] = {
    "sum": (typed_result("12,34", "−5,60", "−10,01", "3"), {"zero_reason"}),
    "no amount": (typed_result("12,34", "pět", "−10,01", "3,27"), {"money_B"}),
    "missing amount": (typed_result("12,34", "", "−10,01", "3,27"), {"money_B"}),
    "crowns": (typed_result("1", "−1", "0", "0", zb_A="5", zb_B="−5"), {"zb_A", "zb_B", "rounding_reason"}),
    "unknown source": (typed_result("0", "0", "0", "0", source="hlava"), {"source"}),
}


@pytest.mark.parametrize(("typed", "fields"), REFUSED_RESULTS.values(), ids=REFUSED_RESULTS)
def test_refused_result_keeps_what_was_typed(
    organiser_client: Client, table: Table, typed: dict[str, str], fields: set[str]
) -> None:
    response = organiser_client.post(f"{TABLE}/vysledek/ulozit/", typed)
    assert response.status_code == 422
    form = response.context["form"]
    assert set(form.errors) - {"__all__"} == fields
    assert form["money_A"].value() == typed["money_A"]
    assert not TableResult.objects.exists()


def test_override_is_shown_wherever_the_result_is(
    organiser_client: Client, table: Table, second_table: Table
) -> None:
    typed = typed_result("12,34", "−5,60", "−10,01", "3", zero_reason="ztracený dvacetník")
    organiser_client.post(f"{TABLE}/vysledek/ulozit/", typed)
    hand_record(table=second_table, record=betl(), by=DESK)
    assert "Součet není nula: ztracený dvacetník" in text_of(organiser_client.get(f"{TABLE}/vysledek/"))
    result_confirm(table=table, by=DESK)
    round_close(round_=table.round, by=DESK)
    standings = text_of(organiser_client.get(f"{T}/poradi/"))
    assert "1. kolo, stůl 1: součet není nula – ztracený dvacetník" in standings


def test_same_numbers_are_asked_about(organiser_client: Client, table: Table, second_table: Table) -> None:
    """S40"""
    typed = typed_result("12,34", "−5,60", "−10,01", "3,27")
    organiser_client.post(f"{TABLE}/vysledek/ulozit/", typed)
    other = f"{T}/kolo/1/stul/2/vysledek/ulozit/"
    asked = organiser_client.post(other, typed)
    assert asked.status_code == 422
    assert "Stejná čísla má stůl 1." in text_of(asked)
    assert 'name="accept_same"' in asked.content.decode()
    assert organiser_client.post(other, typed | {"accept_same": "on"}).status_code == 302


def test_difference_is_confirmed_with_a_reason(organiser_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    organiser_client.post(f"{TABLE}/vysledek/ulozit/", typed_result("6", "−2", "−2", "−2"))
    page = text_of(organiser_client.get(f"{TABLE}/"))
    assert "Výsledek z papíru a hry se liší: A −3,00 Kč, B +1,00 Kč" in page
    asked = organiser_client.post(f"{TABLE}/vysledek/potvrdit/", {"expected": "1"})
    assert (asked.status_code, "proč má výsledek platit" in text_of(asked)) == (422, True)
    done = organiser_client.post(
        f"{TABLE}/vysledek/potvrdit/", {"expected": "1", "reason": "platí lístek"}, follow=True
    )
    assert "je potvrzený" in text_of(done)


def test_older_version_is_put_back(organiser_client: Client, table: Table) -> None:
    """S40"""
    organiser_client.post(f"{TABLE}/vysledek/ulozit/", typed_result("12,34", "−5,60", "−10,01", "3,27"))
    organiser_client.post(f"{TABLE}/vysledek/ulozit/", typed_result("1", "−1", "0", "0", expected="1"))
    page = organiser_client.post(f"{TABLE}/vysledek/verze/1/obnovit/", follow=True)
    assert "Verze 1 zase platí." in text_of(page)
    assert "A Novák Jan +12,34" in text_of(page)


def test_typist_is_refused_in_two_person_mode_by_a_crafted_request(
    organiser_client: Client, table: Table
) -> None:
    """S28"""
    Tournament.objects.update(two_person_mode=True)
    organiser_client.post(f"{TABLE}/vysledek/ulozit/", typed_result("1", "−1", "0", "0"))
    page = organiser_client.post(
        f"{TABLE}/vysledek/potvrdit/", HTTP_REFERER=f"http://testserver{TABLE}/vysledek/", follow=True
    )
    assert "potvrdit ho musí někdo jiný" in text_of(page)
    table.refresh_from_db()
    assert table.state == TableState.HANDED_IN


def test_closed_round_is_corrected_with_a_reason(
    organiser_client: Client, visitor_client: Client, closed: Round
) -> None:
    """S31: the public page shows the correction with its reason."""
    typed = typed_result("11", "−5", "−3", "−3", expected="1")
    asked = organiser_client.post(f"{TABLE}/vysledek/ulozit/", typed)
    assert (asked.status_code, set(asked.context["form"].errors)) == (422, {"reason"})
    organiser_client.post(f"{TABLE}/vysledek/ulozit/", typed | {"reason": "přehozené číslice"})

    public = text_of(visitor_client.get(f"{T}/poradi/"))
    told = (
        "Verze 2 opravuje předchozí. Změněné údaje jsou vyznačené. Důvod: 1. kolo, stůl 1: přehozené číslice"
    )
    assert told in public
    assert "Novák Jan č. 1 opraveno Podrobnosti Karlín 11" in public


# Rulings -------------------------------------------------------------------------------------------------

RULING = {
    **renonce_typed({"article": "C1", "by": "B"}),
    "outcome_betl": "won",
    "reason": "uznáno po prohlédnutí zdvihů",
    "expected": "1",
}


def test_referee_sees_the_consequence_and_decides(referee_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    assert referee_client.get(f"{TABLE}/hra/1/spor/").status_code == 200

    fragment = referee_client.post(f"{TABLE}/hra/1/spor/spocitat/", RULING, **HTMX)
    assert "<html" not in fragment.content.decode()
    assert "A Novák Jan +11,00 změna +2,00 Kč" in text_of(fragment)
    page = referee_client.post(f"{TABLE}/hra/1/spor/spocitat/", RULING)
    assert "A Novák Jan +11,00 změna +2,00 Kč" in text_of(page)
    assert not Decision.objects.exists()

    rulings = referee_client.post(f"{TABLE}/hra/1/spor/rozhodnout/", RULING, follow=True)
    text = text_of(rulings)
    assert "Rozhodnutí o hře 1 platí." in text
    assert "C1 (B)" in text
    assert "součet" in text
    assert Hand.objects.get().money == {"A": 1100, "B": -1500, "C": 200, "D": 200}


def test_wrong_ruling_stands_beside_its_field(referee_client: Client, table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    response = referee_client.post(
        f"{TABLE}/hra/1/spor/rozhodnout/", RULING | {"renonce-0-by": "", "reason": ""}
    )
    assert response.status_code == 422
    form = response.context["form"]
    assert (set(form.errors), [set(row.errors) for row in form.renonce]) == ({"reason"}, [{"by"}])
    assert not Decision.objects.exists()


def test_ruling_is_cancelled_with_a_reason(referee_client: Client, table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=DESK)
    decision_make(hand=hand, patch={"outcome": {"betl": "lost"}}, reason="omyl", by=DESK)
    asked = referee_client.post(f"{TABLE}/hra/1/spor/zrusit/", {"zrusit-expected": "2"})
    assert asked.status_code == 422
    page = referee_client.post(
        f"{TABLE}/hra/1/spor/zrusit/", {"zrusit-expected": "2", "zrusit-reason": "odvolání"}, follow=True
    )
    assert "zrušení předchozího rozhodnutí" in text_of(page)
    assert Hand.objects.get().money["A"] == 900


def test_organiser_beside_a_chief_referee_does_not_rule(
    organiser_client: Client, chief_referee: Account, table: Table
) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    assert organiser_client.get(f"{TABLE}/hra/1/spor/").status_code == 404
    assert "Spor o tuto hru" not in text_of(organiser_client.get(f"{TABLE}/hra/1/"))


def test_cancelling_that_came_too_late_can_be_sent_again(referee_client: Client, table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=DESK)
    decision_make(hand=hand, patch={"outcome": {"betl": "lost"}}, reason="omyl", by=DESK)
    typed = {"zrusit-expected": "1", "zrusit-reason": "odvolání"}

    late = referee_client.post(f"{TABLE}/hra/1/spor/zrusit/", typed)

    assert late.status_code == 422
    assert "Mezitím se to změnilo: Olga Pořadatelová" in text_of(late)
    form = late.context["cancel_form"]
    assert (form["reason"].value(), form["expected"].value()) == ("odvolání", "2")
    assert Decision.objects.count() == 1

    referee_client.post(f"{TABLE}/hra/1/spor/zrusit/", typed | {"zrusit-expected": "2"})
    assert Decision.objects.filter(current=True, cancels=True, reason="odvolání").exists()


def test_no_rulings_say_where_to_begin(referee_client: Client, tournament: Tournament) -> None:
    assert "Rozhodčí najde hru na lístku" in text_of(referee_client.get(f"{T}/spory/"))


# Standings -----------------------------------------------------------------------------------------------


@pytest.fixture
def closed(drawn: Round, table: Table, second_table: Table) -> Round:
    """Player 1 won a betl, player 5 a durch; closed and published."""
    hand_record(table=table, record=betl(), by=DESK)
    hand_record(table=second_table, record=durch(), by=DESK)
    round_close(round_=drawn, by=DESK)
    standings_publish(round_=drawn, by=DESK)
    return drawn


def test_public_sees_published_standings_only(
    visitor_client: Client, organiser_client: Client, drawn: Round, table: Table, second_table: Table
) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    hand_record(table=second_table, record=durch(), by=DESK)
    round_close(round_=drawn, by=DESK)
    assert "Chalupa Josef" in text_of(organiser_client.get(f"{T}/poradi/"))
    assert "Chalupa Josef" not in text_of(visitor_client.get(f"{T}/poradi/"))

    organiser_client.post(f"{T}/poradi/1/zverejnit/")

    public = text_of(visitor_client.get(f"{T}/poradi/"))
    assert "1. Chalupa Josef č. 5 Podrobnosti Karlín 18" in public
    assert "součet zisků 0,00 Kč" in public


def test_rounds_and_versions_that_were_never_published(visitor_client: Client, closed: Round) -> None:
    assert visitor_client.get(f"{T}/poradi/?kolo=1&verze=1").status_code == 200
    for query in ("kolo=2", "kolo=x", "kolo=1&verze=2", "kolo=1&verze=x", "kolo=99999999999"):
        assert visitor_client.get(f"{T}/poradi/?{query}").status_code == 404


def test_older_version_stays_readable(
    organiser_client: Client, visitor_client: Client, closed: Round
) -> None:
    typed = typed_result("11", "−5", "−3", "−3", expected="1", reason="přehozené číslice")
    organiser_client.post(f"{TABLE}/vysledek/ulozit/", typed)
    older = text_of(visitor_client.get(f"{T}/poradi/?kolo=1&verze=1"))
    assert "Novák Jan č. 1 Podrobnosti Karlín 9 9 + 0" in older
    newest = visitor_client.get(f"{T}/poradi/")
    assert newest.context["changes"].keys() == {1, 2, 3, 4}
    assert '<span class="changed">' in newest.content.decode()


def test_organiser_sees_what_the_last_version_corrected(organiser_client: Client, closed: Round) -> None:
    penalty = {"to": "5", "kind": "points", "points": "10", "reason": "pozdní příchod"}
    organiser_client.post(f"{T}/tresty/1/ulozit/", penalty)
    page = organiser_client.get(f"{T}/poradi/")
    assert page.context["is_published"]
    assert 5 in page.context["changes"]


def test_the_typist_does_not_confirm_in_two_person_mode(
    organiser_client: Client, chief_referee_client: Client, table: Table, tournament: Tournament
) -> None:
    Tournament.objects.update(two_person_mode=True)
    for name in ("Olga Pořadatelová", "někdo jiný"):
        TableResult.objects.all().delete()
        factories.table_result(table, [(0, 0, 0)] * 4, entered_by=name)
        page = organiser_client.get(f"{TABLE}/vysledek/")
        own = name == "Olga Pořadatelová"
        assert (page.context["may_confirm"], page.context["other_confirms"]) == (not own, own)
        assert ("potvrdit ho musí někdo jiný" in text_of(page)) == own


def test_board_says_what_a_table_waits_for(
    organiser_client: Client, table: Table, second_table: Table
) -> None:
    assert text_of(organiser_client.get(f"{T}/kolo/1/listky/")).count("čeká na první hru") == 2
    factories.table_result(table, [(0, 0, 0)] * 4)
    hand_record(table=second_table, record=betl(), by=DESK)
    page = text_of(organiser_client.get(f"{T}/kolo/1/listky/"))
    assert "čeká na první hru" not in page
    assert ("z papíru" in page, "0 her" in page, "1 hra" in page) == (True, False, True)


def test_a_correction_that_changes_nothing_is_not_reckoned_twice(
    organiser_client: Client, table: Table
) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    address, live = f"{TABLE}/hra/spocitat/", {"HX-Request": "true"}
    same = text_of(organiser_client.post(address, BETL | {"sequence": "1"}, headers=live))
    other = text_of(
        organiser_client.post(address, BETL | {"sequence": "1", "outcome_betl": "lost"}, headers=live)
    )
    new = text_of(organiser_client.post(address, BETL, headers=live))
    assert ["Vyúčtování" in text for text in (same, other, new)] == [False, True, True]
    assert "Vyúčtování po opravě" in other


def test_namesakes_at_a_table_have_their_numbers(organiser_client: Client, table: Table) -> None:
    """S17"""
    table.round.tournament.entries.filter(number__in=[1, 3]).update(name="Novák Jan")
    choices = dict(organiser_client.get(f"{TABLE}/").context["form"].fields["declarer"].choices)
    assert [strip_tags(choices[letter]) for letter in "ABC"] == [
        "Novák JanA · č. 1",
        "Čech PetrB",
        "Novák JanC · č. 3",
    ]


def test_standings_before_any_round_say_what_comes(
    organiser_client: Client, visitor_client: Client, tournament: Tournament
) -> None:
    assert "Bude po uzavření prvního kola" in text_of(organiser_client.get(f"{T}/poradi/"))
    assert visitor_client.get(f"{T}/poradi/").status_code == 403


@pytest.mark.parametrize("tables", [1, 3])
def test_public_standings_need_the_same_queries(
    tournament: Tournament, visitor_client: Client, tables: int, django_assert_num_queries: Any
) -> None:
    factories.entries(tournament, 4 * tables)
    round_ = factories.drawn_round(tournament)
    for table in Table.objects.select_related("round__tournament"):
        hand_record(table=table, record=betl(), by=DESK)
    round_close(round_=round_, by=DESK)
    standings_publish(round_=round_, by=DESK)
    # Five of them say which state the page shows and until when, one what was announced;
    # who comes after the first needs only one.
    with django_assert_num_queries(15):
        visitor_client.get(f"{T}/poradi/")
    with django_assert_num_queries(1):
        visitor_client.get(f"{T}/poradi/")


def test_chief_referee_rules_after_closing_and_the_public_sees_it(
    chief_referee_client: Client, visitor_client: Client, closed: Round
) -> None:
    """The public reads the articles and what was written for it; never the ruling's text or who claimed."""
    told = {"public_reason": "uznaný renonc", "claim": "Novák to viděl", "facts": "zdvih 3"}
    page = chief_referee_client.post(f"{TABLE}/hra/1/spor/rozhodnout/", RULING | told, follow=True)
    assert "Rozhodnutí o hře 1 platí." in text_of(page)
    public = text_of(visitor_client.get(f"{T}/poradi/"))
    assert "rozhodnutí o hře 1 ( C1 ): uznaný renonc" in public, "the article is a link"
    for secret in ("uznáno po prohlédnutí zdvihů", "Novák to viděl", "zdvih 3"):
        assert secret not in public
    assert CHIEF.name in text_of(page)
