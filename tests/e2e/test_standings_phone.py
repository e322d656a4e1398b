"""Standings on a phone: a line for everybody, the rest of it on a tap, and finding oneself among many."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.services.standings import standings_publish
from tests import factories
from tests.scoring.records import DESK
from tournament.enums import RoundState, TableState
from tournament.models import Entry, Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PLAYERS = 40
LONG = "Wohlgemuth-Šťastná Květoslava Anna Marie"


@pytest.fixture(scope="module", autouse=True)
def database_beside_playwright() -> Iterator[None]:
    """Playwright's event loop runs in this thread; the database is emptied while it still does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def standings(tournament: Tournament) -> Tournament:
    """Everybody's place is his start number; every other one is without a club, the third has a long name."""
    entries = factories.entries(tournament, PLAYERS)
    for entry in entries:
        entry.club = "" if entry.number % 2 else "Žaludské eso Brodec"
    entries[2].name = LONG
    entries[24].name = "Řehořková Jana"
    Entry.objects.bulk_update(entries, ["name", "club"])
    round_ = factories.drawn_round(
        tournament, state=RoundState.CLOSED, table_state=TableState.CLOSED, sizes=[4] * (PLAYERS // 4)
    )
    for place, table in enumerate(round_.tables.order_by("number")):
        numbers = range(4 * place + 1, 4 * place + 5)
        factories.table_result(table, [(100 * (50 - n), 50 - n, 0) for n in numbers], zero_reason="Zkouška.")
    standings_publish(round_=round_, by=DESK)
    return tournament


def line(page: Page, number: int) -> Locator:
    return page.locator(f"#hrac-{number}")


def middle(one: Locator) -> float:
    box = one.bounding_box()
    assert box is not None
    return box["y"] + box["height"] / 2


@pytest.mark.parametrize("width", [390, 320])
def test_place_name_and_sum_stand_in_one_line_and_the_rest_opens_on_a_tap(
    page: Page, live_server: LiveServer, standings: Tournament, pictures: Path | None, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{live_server.url}/t/{standings.slug}/poradi/")

    for number, place in ((1, "1."), (2, "2."), (3, "3.")):
        head = [line(page, number).locator(css) for css in (".place", ".key", ".deciding")]
        expect(head[0]).to_have_text(place)
        expect(line(page, number).locator("td:visible")).to_have_count(3)
        assert len({round(middle(one)) for one in head}) == 1
    assert page.evaluate("document.documentElement.scrollWidth") == width

    line(page, 1).locator("summary").click()
    expect(line(page, 1).locator("td.round")).to_be_visible()
    expect(line(page, 1)).to_contain_text("1. místo v kole")
    expect(line(page, 2).locator("td.round")).to_be_hidden()
    if pictures:
        page.screenshot(path=pictures / "opened.png")
    line(page, 1).locator("summary").click(position={"x": width - 60, "y": 24})
    expect(line(page, 1).locator("td.round")).to_be_hidden()


def test_a_tap_on_a_name_opens_the_line_and_in_an_open_one_leads_to_the_player(
    page: Page, live_server: LiveServer, standings: Tournament
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{live_server.url}/t/{standings.slug}/poradi/")
    name = {"x": 120, "y": 24}

    line(page, 2).click(position=name)
    expect(line(page, 2).locator("td.round")).to_be_visible()
    line(page, 2).click(position=name)
    expect(page).to_have_url(f"{live_server.url}/t/{standings.slug}/hrac/2/")


def test_found_without_diacritics_and_seen_among_the_others(
    page: Page, live_server: LiveServer, standings: Tournament
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{live_server.url}/t/{standings.slug}/poradi/")
    field = page.get_by_label("Najít hráče v pořadí")
    lines = page.locator("tbody tr:visible")

    field.fill("jana rehor")
    expect(lines).to_have_count(1)
    expect(page.get_by_text("Nalezeno: 1")).to_be_visible()
    field.fill("")
    expect(lines).to_have_count(PLAYERS)
    for seen in (field, line(page, 24), line(page, 25), line(page, 26)):
        expect(seen).to_be_in_viewport(ratio=1)

    # The number in the middle of a start number; not the figures, or a 25 would find half of the hall.
    field.fill("25")
    expect(lines).to_have_count(1)
