"""Two people at one table: nothing is stored twice, and each sees what the other wrote (S44, S45)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scoring.models import Hand
from tests import factories
from tests.e2e.test_first_tournament import tap
from tournament.models import Table

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def link(live_server: LiveServer, transactional_db: None) -> str:
    """The scribe's address of a table whose round is published."""
    tournament = factories.TournamentFactory(slug="jarni-turnaj", name="Jarní turnaj")
    factories.entries(tournament, 4)
    drawn = factories.drawn_round(tournament, links=True)
    table = Table.objects.get(round=drawn, number=1)
    return f"{live_server.url}/l/{table.links.get().token}/"


@pytest.fixture
def other_phone(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    context = browser.new_context(locale="cs-CZ", viewport=PHONE)
    yield context.new_page()
    context.close()


def write_betl(page: Page, *, declarer: str, ended: str = "won") -> None:
    """Four taps: who, what, how it ended, and saving is the fourth."""
    form = page.locator("#zapis")
    tap(form, f"input[name=declarer][value={declarer}]")
    tap(form, "input[name=contract][value=betl]")
    tap(form, f"input[name=outcome_betl][value={ended}]")
    expect(page.locator("#payout dd").first).to_be_visible()


def save(page: Page) -> None:
    page.locator("#zapis .paybar .button-main").click()


def stored() -> list[tuple[int, str]]:
    return list(Hand.objects.order_by("sequence").values_list("sequence", "record__declarer"))


def test_two_phones_save_the_same_number(
    page: Page, other_phone: Page, link: str, pictures: Path | None
) -> None:
    """S44: the second one is shown the stored hand and asked."""
    page.set_viewport_size(PHONE)
    for phone in (page, other_phone):
        phone.goto(link)
        expect(phone.get_by_role("button", name="Uložit hru 1")).to_be_visible()
    write_betl(page, declarer="B")
    write_betl(other_phone, declarer="C")
    save(page)
    # The form goes on at once; the row comes with the server's answer.
    expect(page.locator("#hra-1")).to_be_visible()
    save(other_phone)

    question = other_phone.locator("#otazka")
    expect(question).to_contain_text("Hra 1 je už zapsaná (zápis: zapisovatel stolu 1")
    expect(question).to_contain_text("hraje B")
    expect(other_phone.locator("input[name=declarer][value=C]")).to_be_checked()
    assert stored() == [(1, "B")]
    if pictures:
        other_phone.screenshot(path=str(pictures / "otazka.png"), full_page=True)

    # It is the next one; that its dealer does not follow is asked about once.
    other_phone.get_by_role("button", name="Je to jiná hra").click()
    expect(other_phone.locator("#otazka")).to_contain_text("Po předchozí hře má rozdávat B")
    other_phone.get_by_role("button", name="Ano, uložit").click()
    expect(other_phone.locator("#hra-2")).to_be_visible()
    expect(other_phone.get_by_role("button", name="Uložit hru 3")).to_be_visible()
    assert stored() == [(1, "B"), (2, "C")]


def test_phone_sees_within_seconds_what_another_wrote(page: Page, other_phone: Page, link: str) -> None:
    """An empty form goes on to the next hand; one that somebody is typing in stays as it is."""
    for phone in (page, other_phone):
        phone.goto(link)
    write_betl(page, declarer="B")
    save(page)
    expect(other_phone.get_by_role("button", name="Uložit hru 2")).to_be_visible()
    expect(other_phone.locator("#hra-1")).to_contain_text("betl")
    expect(other_phone.locator("#ucet")).to_contain_text("+9,00")
    expect(other_phone.locator("input[name=dealer][value=B]")).to_be_checked()

    write_betl(other_phone, declarer="C")
    write_betl(page, declarer="D")
    save(page)
    expect(other_phone.locator("#mezitim")).to_contain_text("Hra 2 je mezitím zapsaná")
    expect(other_phone.locator("#hra-2")).to_be_visible()
    expect(other_phone.locator("input[name=declarer][value=C]")).to_be_checked()
    expect(other_phone.get_by_role("button", name="Uložit hru 2")).to_be_visible()


def test_back_after_saving_stores_no_second_hand(other_phone: Page, link: str) -> None:
    """S45: Back shows what is stored and an empty form; saving there stores nothing again."""
    other_phone.goto(link)
    write_betl(other_phone, declarer="B")
    save(other_phone)
    expect(other_phone.locator("#hra-1")).to_be_visible()

    other_phone.get_by_role("link", name="Sazebník").click()
    expect(other_phone.get_by_role("heading", name="Sazebník")).to_be_visible()
    other_phone.go_back()

    expect(other_phone.locator("#hra-1")).to_contain_text("betl")
    expect(other_phone.get_by_role("button", name="Uložit hru 2")).to_be_visible()
    assert other_phone.locator("#zapis input[name=declarer]:checked").count() == 0
    assert other_phone.locator("#zapis input[name=contract]:checked").count() == 0
    save(other_phone)
    expect(other_phone.locator("#zapis .errors").first).to_be_visible()
    assert stored() == [(1, "B")]


def test_news_older_than_what_was_saved_is_not_taken(other_phone: Page, link: str) -> None:
    """The page asked before it saved and is answered afterwards: the form stays at the next hand."""
    held: list[Route] = []
    other_phone.goto(link)
    write_betl(other_phone, declarer="B")
    # Only the saving comes between question and answer: the page gives a question up after ten seconds.
    other_phone.route("**/hry/*", lambda route: held.append(route))
    with other_phone.expect_request("**/hry/*"):
        other_phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    save(other_phone)
    expect(other_phone.get_by_role("button", name="Uložit hru 2")).to_be_visible()

    old = {
        "state": "news",
        "mark": '"0"',
        "writes": True,
        "next": {"number": 1, "dealer": "A", "misdeals": {}},
    }
    with other_phone.expect_response("**/hry/*"):
        held[0].fulfill(json=old | {"html": '<div id="stul-hry"></div>'})

    other_phone.unroute("**/hry/*")
    expect(other_phone.locator("#hra-1")).to_be_visible()
    expect(other_phone.get_by_role("button", name="Uložit hru 2")).to_be_visible()
    assert other_phone.locator("[data-mark]").get_attribute("data-mark") != '"0"'
