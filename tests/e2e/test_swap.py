"""Swapping two seats of a draft in a browser: two taps, keys, a drag, and without JavaScript."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import factories
from tournament.actors import Actor
from tournament.models import Round, Tournament
from tournament.selectors.seating import tables_of
from tournament.services.drawing import round_draw

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

DRAFT = "/t/jarni-turnaj/kolo/1/losovani/"


@pytest.fixture(scope="module", autouse=True)
def database_beside_playwright() -> Iterator[None]:
    """Playwright's event loop runs in this thread; the database is emptied while it still does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def draft(small_tournament: Tournament, desk: Actor) -> Round:
    """The first round of eight, drawn and not published."""
    return round_draw(tournament=small_tournament, number=1, by=desk, seed="1")


def first_seats(round_: Round) -> list[int]:
    """Who sits at A of each table."""
    return [table.seats[0] for table in tables_of(round_)]


def log_in(page: Page, address: str) -> None:
    """The organiser opens the draft."""
    page.goto(f"{address}/prihlaseni/?next={DRAFT}")
    page.get_by_label("Jméno").fill("olga")
    page.get_by_label("Heslo").fill(factories.PASSWORD)
    page.locator("main button[type=submit]").click()
    page.wait_for_url(f"**{DRAFT}")


@pytest.mark.parametrize("how", ["taps", "keys", "drag"])
def test_two_change_places(
    how: str, page: Page, live_server: object, draft: Round, organiser: object, pictures: Path | None
) -> None:
    before = first_seats(draft)
    log_in(page, live_server.url)
    one, two = (page.locator(f"#stul-{table} .seat-button").first for table in (1, 2))

    if how == "drag":
        one.drag_to(two)
    elif how == "keys":
        one.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".seat-chosen")).to_have_count(1)
        for _step in range(4):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    else:
        one.click()
        expect(page.locator("#prohozeni")).to_contain_text("vyberte, s kým si vymění místo")
        if pictures:
            page.screenshot(path=pictures / "chosen.png")
        two.click()

    expect(page.locator("#prohozeni")).to_contain_text("Prohozeni ")
    if pictures:
        page.screenshot(path=pictures / "swapped.png", full_page=True)
    assert first_seats(draft) == before[::-1]

    page.get_by_role("button", name="Vrátit poslední změnu").click()
    expect(page.locator("#messages")).to_contain_text("Vráceno")
    assert first_seats(draft) == before


def test_escape_lets_the_chosen_go(page: Page, live_server: object, draft: Round, organiser: object) -> None:
    before = first_seats(draft)
    log_in(page, live_server.url)

    page.locator(".seat-button").first.click()
    page.keyboard.press("Escape")

    expect(page.locator(".seat-chosen")).to_have_count(0)
    assert first_seats(draft) == before


def test_the_tables_stay_in_view_on_a_phone(
    page: Page, live_server: object, tournament: Tournament, desk: Actor, organiser: object
) -> None:
    """The whole seating is replaced after a swap; whoever swapped still looks at the same table."""
    factories.entries(tournament, 24)
    drawn = round_draw(tournament=tournament, number=1, by=desk, seed="1")
    before = tables_of(drawn)[3].seats
    page.set_viewport_size({"width": 390, "height": 844})
    log_in(page, live_server.url)
    seats = page.locator("#stul-4 .seat-button")

    seats.nth(1).click()
    where = page.locator("#stul-4").bounding_box()
    seats.nth(2).click()

    expect(page.locator("#prohozeni")).to_contain_text("Prohozeni ")
    expect(page.locator("#stul-4")).to_be_in_viewport()
    now = page.locator("#stul-4").bounding_box()
    assert where is not None
    assert now is not None
    assert abs(now["y"] - where["y"]) < 200
    assert tables_of(drawn)[3].seats == (before[0], before[2], before[1], before[3])


def test_on_a_phone_without_javascript(
    browser: Browser,
    live_server: object,
    draft: Round,
    organiser: object,
    pictures: Path | None,
) -> None:
    before = first_seats(draft)
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": 390, "height": 844}, locale="cs-CZ"
    )
    page = context.new_page()
    log_in(page, live_server.url)

    page.locator("#stul-1 .seat-button").first.click()
    page.wait_for_url(re.compile(r"vyber=\d+#prohozeni"))
    expect(page.locator("#prohozeni")).to_contain_text("vyberte, s kým si vymění místo")
    if pictures:
        page.screenshot(path=pictures / "chosen.png")
    page.locator("#stul-2 .seat-button").first.click()

    expect(page.locator("#messages")).to_contain_text("Prohozeni ")
    assert first_seats(draft) == before[::-1]
    context.close()
