"""Registering from home on a phone: a double tap, the own page, withdrawing, all of it by taps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.tournament.test_applications import opened
from tournament.models import Application, Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module", autouse=True)
def database_beside_playwright() -> Iterator[None]:
    """Playwright's event loop runs in this thread; the database is emptied while it still does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.mark.parametrize("width", [390, 1366])
def test_somebody_registers_and_withdraws(
    page: Page, live_server: object, tournament: Tournament, width: int
) -> None:
    opened(tournament, capacity=8, fee=30000)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{live_server.url}/t/jarni-turnaj/")
    page.get_by_role("link", name="Přihlásit se na turnaj").click()
    page.get_by_label("Příjmení a jméno").fill("Čech Petr")
    page.get_by_label("Klub").fill("Žatec")
    assert page.evaluate("document.documentElement.scrollWidth") <= width

    page.get_by_role("button", name="Odeslat přihlášku").dblclick(no_wait_after=True)

    expect(page.get_by_text("Přihláška došla, děkujeme.")).to_be_visible()
    expect(page.get_by_text("Žatec", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [one.name for one in Application.objects.all()] == ["Čech Petr"]

    page.get_by_text("Nepřijdu, chci se odhlásit").click()
    page.get_by_role("button", name="Odhlásit z turnaje").click()
    expect(page.get_by_text("Přihláška je odhlášená.")).to_be_visible()
    assert Application.objects.get().state == "withdrawn"
