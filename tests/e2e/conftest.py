"""A real browser against a real server: Chromium driven by Playwright."""

import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

expect.set_options(timeout=20_000)
"""A busy machine answers late; what has to come comes."""

CHROMIUM = next((path for name in ("chromium", "chromium-browser") if (path := shutil.which(name))), None)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One headless Chromium for all tests; CI must have it, elsewhere the tests are skipped."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is missing: .ci/run installs Debian's package.")
        pytest.skip("browser tests need Chromium (Debian package chromium)")
    # Playwright keeps an event loop in this thread; the database is used by the tests alone here.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        # Playwright's route() is not sure to see what a page asks that a service worker has taken over, and
        # when that happens is chance. A test about the worker asks for it: service_workers="allow".
        launched.new_context = partial(launched.new_context, service_workers="block")
        yield launched
        launched.close()


@pytest.fixture(autouse=True)
def server_at_rest() -> Iterator[None]:
    """The database is emptied only when nothing is answered any more.

    Set up after the database and before every browser, so it ends between them: the browser has closed its
    connections, and whatever the server still does for one of them would write into the next test.
    """
    yield
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(timeout=30)
            assert not thread.is_alive(), "a browser of this test is still open"


NO_PROBLEMS = (
    "htmx:sendAbort",
    "htmx:afterRequest",
    "Failed to load resource: the server responded with a status of 409",
    "Failed to load resource: the server responded with a status of 422",
    "Failed to load resource: net::ERR_INTERNET_DISCONNECTED",
)
"""htmx reports a preview replaced by a newer one, Chromium answers that ask or refuse, and a cut line."""


def _is_a_problem(message: ConsoleMessage) -> bool:
    """An error of the page."""
    return message.type == "error" and not message.text.startswith(NO_PROBLEMS)


@pytest.fixture
def page(browser: Browser, live_server: object) -> Iterator[Page]:
    """A fresh profile. An error of the page's scripts or a refused resource fails the test."""
    context = browser.new_context(locale="cs-CZ", viewport={"width": 1366, "height": 768})
    opened = context.new_page()
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on("console", lambda message: problems.append(message.text) if _is_a_problem(message) else None)
    yield opened
    context.close()
    assert problems == []


@pytest.fixture
def pictures(request: pytest.FixtureRequest) -> Path | None:
    """Where screenshots go when somebody asks for them with FORHONT_PICTURES=folder."""
    folder = os.environ.get("FORHONT_PICTURES")
    if not folder:
        return None
    target = Path(folder) / request.node.name
    target.mkdir(parents=True, exist_ok=True)
    return target
