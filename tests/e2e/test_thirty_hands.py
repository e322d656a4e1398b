"""A table of thirty hands written by thumb on a phone of 390 px, every tap counted."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scoring.models import Hand
from scoring.selectors.tables import table_account
from tests.e2e.test_two_phones import PHONE, link, save
from tournament.models import Table

__all__ = ["link"]

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

SEDMA = ("contract=sedma", "outcome_hra=won", "outcome_sedma=won")
LOST_SEDMA = ("contract=sedma", "outcome_hra=won", "outcome_sedma=lost")
FLEKKED = ("contract=sedma", "flek_hra=1", "first_hra={defender}", "outcome_hra=lost", "outcome_sedma=won")
RED = ("contract=sedma", "red", "outcome_hra=won", "outcome_sedma=won")
BETL = ("contract=betl", "outcome_betl=won")
LOST_BETL = ("contract=betl", "outcome_betl=lost")
DURCH = ("contract=durch", "outcome_durch=won")
STO = ("contract=sto", "outcome_sto=made-2")
LOST_STO = ("contract=sto", "outcome_sto=lost-2", "sto_defence=20")
STO_SEDMA = ("contract=sto_sedma", "outcome_sto=made-1", "outcome_sedma=won")
TWO_SEVENS = ("contract=dve_sedmy", "outcome_dve_sedmy=won")
OMYL, MISDEAL = ("kind=omyl",), ("kind=misdeal",)

EVENING = (
    SEDMA, SEDMA, BETL, OMYL, SEDMA, LOST_SEDMA, MISDEAL, SEDMA, STO, SEDMA,
    RED, BETL, SEDMA, FLEKKED, SEDMA, LOST_STO, SEDMA, DURCH, OMYL, SEDMA,
    LOST_BETL, SEDMA, STO_SEDMA, MISDEAL, SEDMA, TWO_SEVENS, BETL, LOST_SEDMA, SEDMA, STO,
)  # fmt: skip

LETTERS = "ABCD"


class Thumb:
    """Taps choices of the form and counts them; a tap outside of the screen's width is not possible."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, choice: str) -> None:
        name, _equals, value = choice.partition("=")
        control = f"input[name={name}]" + (f"[value='{value}']" if value else "")
        self.page.locator(f"#zapis label:has({control})").tap()
        self.taps += 1

    def save(self) -> None:
        save(self.page)
        self.taps += 1


def test_thirty_hands_by_thumb(browser: Browser, link: str, pictures: Path | None) -> None:
    context = browser.new_context(locale="cs-CZ", viewport=PHONE, has_touch=True)
    page = context.new_page()
    page.goto(link)
    thumb, dealer, taps = Thumb(page), 0, []
    for number, hand in enumerate(EVENING, 1):
        before = thumb.taps
        declarer, defender = LETTERS[(dealer + 1) % 4], LETTERS[(dealer + 2) % 4]
        for choice in hand:
            thumb.tap(choice.format(defender=defender))
            if choice == hand[0] and hand is not MISDEAL:
                thumb.tap(f"declarer={declarer}")
        expect(page.locator("#payout dd").first).to_be_visible()
        thumb.save()
        expect(page.get_by_role("button", name=f"Uložit hru {number + 1}")).to_be_visible()
        taps.append(thumb.taps - before)
        dealer = dealer if hand is MISDEAL else (dealer + 1) % 4
    expect(page.locator("#hra-30")).to_be_visible()
    if pictures:
        page.screenshot(path=str(pictures / "tricet-her.png"), full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()

    # Four taps for a hand of one part, five for a sedma, three for an omyl, two for a misdeal.
    by_kind = {
        BETL: 4,
        DURCH: 4,
        STO: 4,
        TWO_SEVENS: 4,
        SEDMA: 5,
        RED: 6,
        LOST_STO: 5,
        FLEKKED: 7,
        OMYL: 3,
        MISDEAL: 2,
    }
    assert {hand: {n for n, one in zip(taps, EVENING, strict=True) if one is hand} for hand in by_kind} == {
        hand: {count} for hand, count in by_kind.items()
    }
    assert sum(taps) == 135
    assert [hand.sequence for hand in Hand.objects.order_by("sequence")] == list(range(1, 31))
    account = table_account(Table.objects.select_related("round__tournament").get())
    assert account.money_sum == 0
    # S63: the second misdeal is the same player's, so it is paid.
    misdeals = Hand.objects.filter(record__kind="misdeal").order_by("sequence")
    assert [hand.money for hand in misdeals] == [
        {"A": 0, "B": 0, "C": 0, "D": 0},
        {"A": 200, "B": 200, "C": -600, "D": 200},
    ]
