"""Pages that stay up to date without a reload, and what they say when the line is lost."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.services.hands import hand_record
from scoring.services.results import result_confirm
from tests import factories
from tests.e2e.test_keys import log_in, picture
from tests.scoring.records import betl
from tournament.actors import Actor
from tournament.enums import RoundState
from tournament.models import Account, Entry, Round, Table, Tournament
from tournament.selectors.access import actor_for
from tournament.services.entries import Details, entry_edit
from tournament.services.rounds import round_publish, round_take_back

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

ROUND = "/t/jarni-turnaj/kolo/1/"
BOARD = "/t/jarni-turnaj/kolo/1/listky/"


@pytest.fixture(scope="module", autouse=True)
def database_beside_playwright() -> Iterator[None]:
    """Playwright's event loop runs in this thread; the database is emptied while it still does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def desk(organiser: Account, small_tournament: Tournament) -> Actor:
    return actor_for(organiser, small_tournament)


@pytest.fixture
def drawn(small_tournament: Tournament, desk: Actor) -> Round:
    """Two tables of a round that everybody sees."""
    round_ = factories.drawn_round(small_tournament, state=RoundState.DRAFT)
    round_publish(round_=round_, by=desk)
    return round_


@pytest.fixture
def unlucky(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A browser that may report what it did not get."""
    context = browser.new_context(locale="cs-CZ", viewport={"width": 1366, "height": 768})
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    context.close()
    assert errors == []


def move_to_club(number: int, club: str, by: Actor) -> None:
    entry = Entry.objects.select_related("tournament").get(number=number)
    entry_edit(entry=entry, by=by, details=Details(name=entry.name, club=club))


def table(number: int) -> Table:
    return Table.objects.select_related("round__tournament").get(number=number)


def open_page(page: Page, live_server: LiveServer, path: str) -> None:
    """Its time can be moved on; it is marked, so that a reload would be noticed."""
    page.clock.install()
    page.goto(live_server.url + path)
    page.evaluate("window.isTheSame = true")


def next_question(page: Page) -> None:
    page.clock.fast_forward("00:07")


def assert_not_reloaded(page: Page) -> None:
    assert page.evaluate("window.isTheSame") is True


def test_seating_changes_under_the_reader_who_keeps_his_place(
    page: Page, live_server: LiveServer, drawn: Round, desk: Actor, pictures: Path | None
) -> None:
    """Focus, caret, what is typed, which rows it hides and what is open stay; the page is not loaded anew."""
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, live_server, ROUND)
    page.locator(".sections-fold summary").click()
    search = page.get_by_placeholder("Najít hráče")
    search.fill("novak")
    search.press("ArrowLeft")
    expect(page.locator("#stul-2")).to_be_hidden()
    place = page.evaluate("window.scrollY")

    move_to_club(1, "Nový klub", desk)
    next_question(page)

    expect(page.locator("#stul-1")).to_contain_text("Nový klub")
    expect(search).to_be_focused()
    expect(search).to_have_value("novak")
    assert search.evaluate("field => field.selectionStart") == 4
    expect(page.locator("#stul-2")).to_be_hidden()
    expect(page.locator(".sections-fold")).to_have_attribute("open", "")
    assert page.evaluate("window.scrollY") == place
    assert_not_reloaded(page)
    picture(page, pictures, "seating")


def test_board_brings_what_happens_at_the_tables(
    page: Page,
    live_server: LiveServer,
    drawn: Round,
    desk: Actor,
    organiser: Account,
    pictures: Path | None,
) -> None:
    """A table that moves takes the focus with it; how the round is to be closed comes by itself."""
    page.clock.install()
    log_in(page, live_server, BOARD)
    page.evaluate("window.isTheSame = true")
    first = page.get_by_role("link", name="Stůl 1", exact=True)
    first.focus()
    close = page.get_by_text("Všechny lístky jsou potvrzené")

    for number in (1, 2):
        hand_record(table=table(number), record=betl(), by=desk)
    result_confirm(table=table(1), by=desk)
    next_question(page)
    expect(page.locator(".desk").last).to_contain_text("Stůl 1")
    expect(page.locator(".desk").first).to_contain_text("+9,00")
    expect(first).to_be_focused()
    expect(close).to_be_hidden()

    result_confirm(table=table(2), by=desk)
    next_question(page)
    expect(close).to_be_visible()
    assert_not_reloaded(page)
    picture(page, pictures, "board")


def test_a_lost_line_is_said_quietly_and_recovers_by_itself(
    page: Page, live_server: LiveServer, drawn: Round, desk: Actor, pictures: Path | None
) -> None:
    open_page(page, live_server, ROUND)
    said = page.locator("[data-live-line]")
    with page.expect_response("**/stav.json"):
        next_question(page)
    expect(said).to_be_hidden()

    page.context.set_offline(True)
    move_to_club(1, "Nový klub", desk)
    for _failure in range(2):
        with page.expect_event("requestfailed"):
            next_question(page)
    expect(said).to_have_text(re.compile(r"^Server neodpovídá, zobrazen je stav z \d\d:\d\d\.$"))
    expect(page.locator("#stul-1")).not_to_contain_text("Nový klub")
    picture(page, pictures, "lost")

    page.context.set_offline(False)
    expect(said).to_be_hidden()
    expect(page.locator("#stul-1")).to_contain_text("Nový klub")
    assert_not_reloaded(page)


def test_what_was_taken_back_is_taken_off_the_page_until_it_is_there_again(
    unlucky: Page, live_server: LiveServer, drawn: Round, desk: Actor
) -> None:
    page = unlucky
    open_page(page, live_server, ROUND)
    expect(page.locator("#stul-1")).to_be_visible()
    drawn.refresh_from_db()
    round_take_back(round_=drawn, by=desk)
    next_question(page)
    expect(page.locator("#stul-1")).to_have_count(0)
    expect(page.locator("[data-live-line]")).to_contain_text("teď není k vidění")

    drawn.refresh_from_db()
    round_publish(round_=drawn, by=desk)
    next_question(page)
    expect(page.locator("#stul-1")).to_be_visible()
    expect(page.locator("[data-live-line]")).to_be_hidden()
    assert_not_reloaded(page)


def test_the_warning_of_a_form_goes_away_when_the_server_answers_again(
    unlucky: Page, live_server: LiveServer, small_tournament: Tournament, organiser: Account
) -> None:
    """Nobody has to send anything for that."""
    page = unlucky
    page.clock.install()
    log_in(page, live_server, "/t/jarni-turnaj/hraci/")
    page.context.set_offline(True)
    page.locator("#tady-1").click()
    warning = page.locator("#messages").get_by_text("Server neodpovídá.")
    expect(warning).to_be_visible()
    page.context.set_offline(False)
    page.clock.fast_forward("00:04")
    expect(warning).to_have_count(0)
