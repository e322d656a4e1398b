"""The protocol of rulings on paper and as a workbook, and what of them is public."""

import io
from typing import Any

import openpyxl
import pytest
from django.test import Client
from pypdf import PdfReader

from scoring.models import Hand
from scoring.services.awards import award_make
from scoring.services.closing import round_close
from scoring.services.decisions import decision_cancel, decision_make
from scoring.services.disputes import Objection, dispute_open, dispute_reject
from scoring.services.hands import hand_record
from scoring.services.results import Figures, SeatFigures, result_confirm, result_enter
from scoring.services.standings import standings_publish
from tests.scoring.records import CHIEF, DESK, REFEREE, betl
from tournament.models import Account, Table, Tournament

pytestmark = pytest.mark.django_db

T = "/t/jarni-turnaj"
SECRETS = ("viděl jsem zdvihy", "zdvih čtyři", "Novák to řekl", "=nepřiznal")


@pytest.fixture
def hand(table: Table) -> Hand:
    """A betl lost by A, ruled on twice; the claim looks like a formula."""
    hand = hand_record(table=table, record=betl(won=False), by=DESK)
    claim = Objection("A", "B", 1, "C1", "=nepřiznal listy, Novák to řekl")
    dispute_open(table=table, claim=claim, by=DESK)
    texts = {"reason": "viděl jsem zdvihy", "facts": "zdvih čtyři", "public_reason": "renonc uznán"}
    offence = {"by": "B", "article": "C1"}
    decision_make(hand=hand, patch={"renonce": [offence]}, by=REFEREE, **texts)
    playout = {"renonce": [offence | {"playout": True}], "outcome": {"betl": "won"}}
    hand.refresh_from_db()
    decision_make(hand=hand, patch=playout, by=CHIEF, **texts)
    return hand


def text_of(response: Any) -> str:
    pages = PdfReader(io.BytesIO(response.getvalue())).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_protocol_says_facts_articles_reckoning_and_who_signs(hand: Hand, referee_client: Client) -> None:
    """Superseded ones too, each on a page of its own."""
    response = referee_client.get(f"{T}/tisk/rozhodnuti.pdf")
    assert len(PdfReader(io.BytesIO(response.getvalue())).pages) == 2
    text = text_of(response)
    for words in (
        "Rozhodnutí: 1. kolo, stůl 1, hra 1",
        "Hana Hlavní",
        "nahrazené, neplatí",
        "Novák Jan × Čech Petr: C1 nepřiznání barvy",
        "zdvih čtyři",
        "C1 nepřiznání barvy: Čech Petr, dohráno",
        "viděl jsem zdvihy",
        "Pro veřejnost",
        "Hráč nedal barvu",
        "Opraveno v zápisu výsledek",
        "Rozhodčí: Radek Rozhodčí",
    ):
        assert words in text, words
    # C1 of B with a playout won by A: 3 × 3,00 from B, and 2,00 to everybody.
    assert "A Novák Jan +11,00 0 +20,00" in text


def test_one_ruling_by_itself(hand: Hand, referee_client: Client) -> None:
    first, second = hand.decisions.order_by("number")
    page = referee_client.get(f"{T}/tisk/rozhodnuti-{first.pk}.html").content.decode()
    assert "Radek Rozhodčí" in page
    assert "Hana Hlavní" not in page
    assert referee_client.get(f"{T}/tisk/rozhodnuti-{second.pk}.pdf").status_code == 200


def test_workbook_keeps_texts_and_figures(hand: Hand, referee_client: Client) -> None:
    response = referee_client.get(f"{T}/tisk/rozhodnuti.xlsx")
    sheet = openpyxl.load_workbook(io.BytesIO(response.getvalue())).active
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    heading = next(n for n, row in enumerate(rows) if "Odůvodnění" in row)
    newest = dict(zip(rows[heading], rows[heading + 1], strict=True))
    assert (newest["Kolo"], newest["Stůl"], newest["Hra"], newest["Rozhodnuto"]) == (1, 1, 1, "Hana Hlavní")
    assert (newest["Stav"], newest["Co se stalo"]) == ("platí", "C1 nepřiznání barvy: Čech Petr, dohráno")
    assert newest["Námitka"] == "C1 nepřiznání barvy, =nepřiznal listy, Novák to řekl"
    assert (newest["Hráč A"], newest["A změna"], newest["B změna"]) == ("Novák Jan", 20, -18)
    assert len(rows) == heading + 3


def test_award_on_paper(table: Table, referee_client: Client) -> None:
    dispute = dispute_open(table=table, claim=Objection("A", "B", 7), by=DESK)
    amounts = {
        letter: SeatFigures(money, 0) for letter, money in zip("ABCD", (200, -600, 200, 200), strict=True)
    }
    award_make(dispute=dispute, amounts=amounts, article="C1", reason="ze zdvihů", by=REFEREE)
    text = text_of(referee_client.get(f"{T}/tisk/rozhodnuti.pdf"))
    assert "Rozhodnutí: 1. kolo, stůl 1, hra 7" in text
    assert "B Čech Petr −6,00" in text


def test_referee_has_the_prints_of_his_tables_only(
    hand: Hand, tournament: Tournament, referee: Account, referee_client: Client
) -> None:
    tournament.memberships.filter(account=referee).update(tables=[2])
    decision = hand.decisions.first()
    assert decision is not None
    assert referee_client.get(f"{T}/tisk/rozhodnuti-{decision.pk}.html").status_code == 404
    page = referee_client.get(f"{T}/tisk/rozhodnuti.html").content.decode()
    assert "zatím nikdo nerozhodoval" in page


def test_referee_has_the_reckoning_of_his_tables_and_no_sheet(
    hand: Hand,
    second_table: Table,
    tournament: Tournament,
    referee: Account,
    referee_client: Client,
) -> None:
    """A blank lístek opens the table to whoever holds it."""
    hand_record(table=second_table, record=betl(), by=DESK)
    tournament.memberships.filter(account=referee).update(tables=[1])
    page = referee_client.get(f"{T}/tisk/kolo-1/listky.html?vysvetleni=1").content.decode()
    assert "Stůl 1: vyúčtování her" in page
    assert "Stůl 2" not in page
    for query in ("", "?vyplnene=1"):
        assert referee_client.get(f"{T}/tisk/kolo-1/listky.html{query}").status_code == 404
    assert "Vyúčtování her vašich stolů" in referee_client.get(f"{T}/tisk/").content.decode()


def test_ruling_whose_hand_was_cancelled_stays_readable(hand: Hand, referee_client: Client) -> None:
    hand.refresh_from_db()
    decision_cancel(hand=hand, reason="odvolání", by=CHIEF)
    text = text_of(referee_client.get(f"{T}/tisk/rozhodnuti.pdf"))
    assert "ruší předchozí rozhodnutí" in text


def test_public_reads_articles_figures_and_its_own_reason(
    hand: Hand, table: Table, second_table: Table, visitor_client: Client
) -> None:
    """Only of rounds whose standings are published; never who claimed, the facts or the ruling's text."""
    told, untold = (dispute_open(table=second_table, claim=Objection("C", "D"), by=DESK) for _n in range(2))
    dispute_reject(dispute=told, reason="Hora lhal", public_reason="bez důkazu", by=REFEREE)
    dispute_reject(dispute=untold, reason="Hora lhal", by=REFEREE)
    amounts = {letter: SeatFigures(0, 0) for letter in "ABCD"}
    result_enter(table=second_table, figures=Figures(seats=amounts), by=DESK)
    result_confirm(table=second_table, by=DESK)
    round_close(round_=table.round, by=DESK)
    assert visitor_client.get(f"{T}/spory/").status_code == 403
    standings_publish(round_=table.round, by=DESK)

    page = visitor_client.get(f"{T}/spory/").content.decode()

    for words in ("1. kolo, stůl 1, hra 1", "C1", "renonc uznán", "Novák Jan", "+20,00", "bez důkazu"):
        assert words in page, words
    assert page.count("1. kolo, stůl 2") == 1
    for secret in (*SECRETS, "Hana Hlavní", "Radek Rozhodčí", "Hora"):
        assert secret not in page, secret
