"""Finding oneself on a phone: typed, chosen, remembered by the phone, forgotten again."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tournament.models import Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module", autouse=True)
def database_beside_playwright() -> Iterator[None]:
    """Playwright's event loop runs in this thread; the database is emptied while it still does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


def test_a_phone_finds_its_person_and_opens_there_next_time(
    page: Page, live_server: object, small_tournament: Tournament
) -> None:
    factories.drawn_round(small_tournament)
    home = f"{live_server.url}/t/jarni-turnaj/"
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(home)
    field = page.get_by_role("searchbox", name="Kde sedím a jak si vedu?")
    people = page.locator("[data-people] a:visible")
    expect(people).to_have_count(0)

    field.fill("ova")
    expect(people).to_have_count(2)
    field.fill("reh")
    expect(people).to_have_text(["Řehoř Tomáš č. 7 · Šakvice stůl 2 C"])
    field.fill("zzz")
    expect(page.get_by_text("Nikoho takového tu nemáme.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    field.fill("7")
    field.press("Enter")
    expect(page).to_have_url(f"{home}hrac/7/")
    expect(page.get_by_role("heading", name="Řehoř Tomáš")).to_be_visible()
    expect(page.locator(".seat-now-place")).to_have_text("stůl 2 místo C")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.context.cookies() == []

    page.goto(home)
    expect(page).to_have_url(f"{home}hrac/7/")
    page.get_by_role("link", name="někdo jiný").click()
    expect(field).to_be_focused()
    page.goto(home)
    expect(field).to_be_visible()
    expect(page).to_have_url(home)
