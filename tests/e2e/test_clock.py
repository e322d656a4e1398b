"""The clock of a round on screens whose own clocks are wrong; seen live, worked by keys."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.e2e.test_keys import log_in, picture
from tournament.actors import Actor
from tournament.enums import ClockAct, RoundState
from tournament.lib.clockwork import clock_text
from tournament.models import Account, Round
from tournament.selectors.hall import clock_of
from tournament.services.clock import Turn, clock_turn

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PAGE = "/t/jarni-turnaj/hodiny/"
WRONG = {
    "slow": datetime(2026, 3, 14, 9, 58, 12, 400_000, tzinfo=UTC),
    "fast": datetime(2031, 7, 1, 3, 0, 0, 900_000, tzinfo=UTC),
}
"""What the computers of two screens believe the time is."""

BEEPS = """
  window.beeps = 0;
  window.AudioContext = class {
    currentTime = 0;
    destination = {};
    createOscillator() {
      window.beeps += 1;
      return { frequency: {}, connect: (next) => next, start() {}, stop() {} };
    }
    createGain() {
      return {
        gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
        connect: (next) => next,
      };
    }
    close() {}
  };
"""
"""Counts instead of sounding."""


@pytest.fixture
def round_(organiser: Account) -> Round:
    """The first round of an hour, published."""
    tournament = organiser.memberships.get().tournament
    return factories.RoundFactory(tournament=tournament, state=RoundState.PUBLISHED, minutes=60)


def time_of(page: Page) -> Locator:
    return page.locator("[data-clock-time]")


def words_of(page: Page) -> Locator:
    return page.locator("[data-clock-says]:visible")


@contextmanager
def screen(browser: Browser, server: LiveServer, believes: datetime, server_ms: int) -> Iterator[Page]:
    """A screen whose computer believes it is ``believes`` while the server says ``server_ms``.

    Its time goes only when the test says so. Asked again, the server is not reached: what time it is the
    screen has learnt when it was opened.
    """

    def answered(route: Route) -> None:
        if route.request.method == "HEAD":
            route.fulfill(status=200, headers={"Forhont-Now": str(server_ms)})
        else:
            route.abort()

    context = browser.new_context(locale="cs-CZ", viewport={"width": 1366, "height": 768})
    page = context.new_page()
    context.add_init_script(BEEPS)
    context.route(re.compile("stav[a-z-]*[.]json"), answered)
    page.clock.install(time=believes)
    page.clock.pause_at(believes + timedelta(seconds=1))
    log_in(page, server, PAGE)
    yield page
    context.close()


def test_screens_agree_whatever_their_own_clocks_say(
    browser: Browser, live_server: LiveServer, round_: Round, desk: Actor
) -> None:
    """They show the same, reach the last minutes together, and one that may sound does."""
    started = clock_turn(round_=round_, by=desk, turn=Turn(ClockAct.START))
    just_before = started.at + timedelta(minutes=54, seconds=57)
    server_ms = round(just_before.timestamp() * 1000)
    with (
        screen(browser, live_server, WRONG["slow"], server_ms) as slow,
        screen(browser, live_server, WRONG["fast"], server_ms) as fast,
    ):
        for page in (slow, fast):
            expect(time_of(page)).to_have_text("05:03")
            expect(words_of(page)).to_have_text("Hraje se")
        fast.get_by_role("button", name="Zapnout zvuk").click()
        expect(fast.get_by_role("button", name="Zvuk je zapnutý")).to_be_visible()
        for page in (slow, fast):
            page.clock.run_for(3000)
            expect(time_of(page)).to_have_text("05:00")
            expect(words_of(page)).to_have_text("Poslední rozdání")
        assert [page.evaluate("window.beeps") for page in (slow, fast)] == [0, 3]

        # The answers of the organiser's own pages bring what another one did.
        clock_turn(round_=round_, by=desk, turn=Turn(ClockAct.PAUSE))
        left = clock_of(round_.tournament).left
        assert left is not None
        for page in (slow, fast):
            page.reload()
            expect(time_of(page)).to_have_text(clock_text(left))
            expect(words_of(page)).to_have_text("Hodiny stojí")
            page.clock.run_for(60_000)
            expect(time_of(page)).to_have_text(clock_text(left))


def test_a_clock_runs_out_without_the_server(
    browser: Browser, live_server: LiveServer, round_: Round, desk: Actor
) -> None:
    started = clock_turn(round_=round_, by=desk, turn=Turn(ClockAct.START))
    server_ms = round((started.at + timedelta(minutes=59, seconds=58)).timestamp() * 1000)
    with screen(browser, live_server, WRONG["slow"], server_ms) as page:
        expect(time_of(page)).to_have_text("00:02")
        page.clock.run_for(3000)
        expect(time_of(page)).to_have_text("00:00")
        expect(words_of(page)).to_have_text("Čas vypršel, dohrává se")
        expect(page.locator("[data-clock-ends]")).to_be_hidden()


def test_worked_by_keys_and_seen_live(
    page: Page, live_server: LiveServer, round_: Round, desk: Actor, pictures: Path | None
) -> None:
    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).focus()
        page.keyboard.press("Enter")

    log_in(page, live_server, PAGE)
    expect(time_of(page)).to_have_text("1:00:00")
    press("Spustit hodiny")
    expect(words_of(page)).to_have_text("Hraje se")
    press("+5 min")
    expect(page.get_by_role("button", name="Vrátit: změna minut")).to_be_visible()
    clock = clock_of(round_.tournament)
    assert (clock.minutes, clock.version) == (65, 3)

    # Another organiser stops it: seen without a reload.
    clock_turn(round_=round_, by=desk, turn=Turn(ClockAct.PAUSE), expected=3)
    expect(words_of(page)).to_have_text("Hodiny stojí")
    expect(page.get_by_role("button", name="Pokračovat")).to_be_visible()
    press("Pokračovat")
    expect(words_of(page)).to_have_text("Hraje se")
    picture(page, pictures, "hodiny")
