"""Hands that were taken in before the rules became stricter open everywhere, and figures stand."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from rules import InvalidHand, find_rulebook, parse_hand
from scoring.adapters import stored_hand
from scoring.enums import DisputeState
from scoring.models import Award, Hand
from scoring.services.archive import tournament_import
from tests import factories
from tests.archives import tournament_archive
from tests.scoring.records import betl
from tournament.enums import TableState
from tournament.models import Account, Table, Tournament

pytestmark = pytest.mark.django_db
CSM = find_rulebook("csm")

OLD: dict[str, tuple[dict[str, Any], str]] = {
    "points for the one sitting out": (betl(premium=[{"to": "D", "points": 5}]), "pauzíruje"),
    "renonc of the one sitting out that needs cards": (
        betl(renonce=[{"by": "D", "article": "C1"}]),
        "pauzíruje",
    ),
    "minus points for the second flekker": (
        betl(fleks={"betl": ["B", "A", "C"]}, minus_parts=["betl"], premium=[{"to": "C", "points": -10}]),
        "první flek",
    ),
    "the loss of twenty points claimed, too": (
        betl(
            contract="dve_sedmy",
            fleks={"dve_sedmy": ["B", "A"]},
            outcome={"dve_sedmy": "won"},
            foreign_suits_flek=True,
            premium=[{"to": "B", "points": -20}],
        ),
        "20",
    ),
}


@pytest.fixture(params=OLD.values(), ids=OLD)
def old_hand(request: pytest.FixtureRequest, table: Table) -> Hand:
    """As a version stored it that did not look for what is refused today."""
    record, why = request.param
    with pytest.raises(InvalidHand, match=why):
        parse_hand(record)
    read = stored_hand(record, CSM)
    return factories.HandFactory(
        table=table,
        record=read.record,
        notation=read.notation,
        money=read.settlement.money,
        premium=read.settlement.premium,
        limited=read.settlement.limited,
    )


PLACE = "/t/jarni-turnaj/kolo/1/stul/1/"
PAGES = (
    PLACE,
    f"{PLACE}hra/1/",
    f"{PLACE}hra/1/spor/",
    f"{PLACE}vysledek/",
    "/t/jarni-turnaj/",
    "/t/jarni-turnaj/spory/",
    "/t/jarni-turnaj/protokol/",
    "/t/jarni-turnaj/poradi/",
    "/t/jarni-turnaj/kolo/1/listky/",
    "/t/jarni-turnaj/tisk/kolo-1/listky.html?vyplnene=1",
    "/t/jarni-turnaj/tisk/kolo-1/listky.html?vysvetleni=1",
    "/t/jarni-turnaj/tisk/kolo-1/hry.xlsx",
    "/t/jarni-turnaj/tisk/archiv.json",
)


def test_every_page_of_it_opens(old_hand: Hand, organiser_client: Client) -> None:
    answers = {page: organiser_client.get(page) for page in PAGES}
    assert {page: answer.status_code for page, answer in answers.items()} == dict.fromkeys(PAGES, 200)
    # What is sent as a file is read to its end, which closes it.
    assert all(answer.getvalue() for answer in answers.values())


def test_the_scribe_sees_it(old_hand: Hand, visitor_client: Client) -> None:
    link = old_hand.table.links.get(active=True)
    for page in ("", "hra/1/"):
        assert visitor_client.get(f"/l/{link.token}/{page}").status_code == 200


def test_it_goes_to_another_computer_and_back_as_it_was(old_hand: Hand, small_tournament: Tournament) -> None:
    first = tournament_archive(small_tournament)
    copy = tournament_import(content=first, slug="jinde")
    assert Hand.objects.get(table__round__tournament=copy).money == old_hand.money


@pytest.mark.parametrize(("record", "why"), OLD.values(), ids=OLD)
def test_award_about_such_a_hand_goes_to_another_computer(
    record: dict[str, Any], why: str, table: Table, small_tournament: Tournament
) -> None:
    award = factories.AwardFactory(
        dispute__table=table,
        dispute__state=DisputeState.DECIDED,
        dispute__closed_at=factories.SAVED_AT,
        record=stored_hand(record, CSM).record,
    )
    copy = tournament_import(content=tournament_archive(small_tournament), slug="jinde")
    assert Award.objects.get(dispute__table__round__tournament=copy).record == award.record


def recomputed() -> str:
    out = StringIO()
    try:
        call_command("recompute", "jarni-turnaj", stdout=out)
    except CommandError as error:
        return out.getvalue() + str(error)
    return out.getvalue()


def test_recompute_finds_it_as_it_is_paid(old_hand: Hand) -> None:
    assert "1 hra, všechno sedí" in recomputed()


def test_recompute_names_a_hand_that_is_settled_otherwise_today_and_changes_nothing(old_hand: Hand) -> None:
    money = {"A": 1, "B": -1, "C": 0, "D": 0}
    Hand.objects.filter(pk=old_hand.pk).update(money=money)
    told = recomputed()
    assert "1. kolo, stůl 1, hra 1: uloženo {'A': 1, 'B': -1, 'C': 0, 'D': 0}" in told
    assert "s rozdílem: 1" in told
    assert Hand.objects.get(pk=old_hand.pk).money == money


def test_its_table_can_be_handed_in_and_confirmed(
    old_hand: Hand, organiser: Account, organiser_client: Client
) -> None:
    """What was typed once does not keep a round from its end."""
    organiser_client.post(f"{PLACE}odevzdat/", {"expected": old_hand.table.version})
    old_hand.table.refresh_from_db()
    assert old_hand.table.state == TableState.HANDED_IN
