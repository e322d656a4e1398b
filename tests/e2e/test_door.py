"""The door by keys: players added one after another, found by a few letters, ticked off, paying."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.e2e.test_keys import Keys, log_in, picture
from tournament.enums import Presence
from tournament.models import Account, Tournament
from tournament.selectors.entries import entries_of

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PLAYERS = "/t/jarni-turnaj/hraci/"
PEOPLE = (
    *("Novák Jan", "Čech Petr", "Cibulka Karel", "Dvořáková Věra", "Chalupa Josef"),
    *("Hora Milan", "Řehoř Tomáš", "Žák Vít", "Novotná Jana", "Šťastný Ota"),
)


@pytest.fixture(scope="module", autouse=True)
def database_beside_playwright() -> Iterator[None]:
    """Playwright's event loop runs in this thread; the database is emptied while it still does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def paid_tournament(tournament: Tournament) -> Tournament:
    tournament.fee = 20_000
    tournament.save()
    return tournament


def figure(page: Page, words: str) -> str:
    return page.locator("#pocty a", has_text=words).locator("b").inner_text()


def test_ten_players_are_added_without_the_mouse(
    page: Page,
    live_server: LiveServer,
    paid_tournament: Tournament,
    organiser: Account,
    pictures: Path | None,
) -> None:
    log_in(page, live_server, PLAYERS)
    keys = Keys(page)

    for number, name in enumerate(PEOPLE, start=1):
        expect(page.locator("#id_name")).to_be_focused()
        expect(page.locator("#id_name")).to_have_value("")
        keys.figure(name)
        keys.press("Enter")
        expect(page.get_by_text(f"{name} má startovní číslo {number}.")).to_be_in_viewport()

    expect(page.locator("#id_name")).to_be_focused()
    assert keys.others == len(PEOPLE), "one key for each player beside his name"
    made = entries_of(paid_tournament).values_list("number", "name")
    assert list(made) == list(enumerate(PEOPLE, start=1))
    picture(page, pictures, "added")


@pytest.mark.parametrize(
    ("sought", "name"),
    [pytest.param("Nový Karel", "Nový Karel", id="a name"), pytest.param("4711", "", id="a number")],
)
def test_whom_nobody_found_is_offered_to_be_added(
    page: Page,
    live_server: LiveServer,
    tournament: Tournament,
    organiser: Account,
    sought: str,
    name: str,
) -> None:
    factories.entries(tournament, 1)
    log_in(page, live_server, PLAYERS)
    offer = page.locator(".nobody").get_by_role("link", name="Přidat hráče")

    page.locator("#hledat").fill("1")
    expect(page.locator("#hrac-1")).to_be_visible()
    expect(offer).to_be_hidden()
    page.locator("#hledat").fill(sought)
    expect(page.locator("#hrac-1")).to_be_hidden()
    offer.click()

    expect(page.locator("#id_name")).to_be_focused()
    expect(page.locator("#id_name")).to_have_value(name)


def test_a_player_is_found_ticked_off_and_pays_by_keys(
    page: Page,
    live_server: LiveServer,
    paid_tournament: Tournament,
    organiser: Account,
    pictures: Path | None,
) -> None:
    factories.entries(paid_tournament, 8)
    log_in(page, live_server, PLAYERS)
    keys = Keys(page)
    expect(page.locator("#hledat")).to_be_focused()
    expect(page.get_by_role("link", name="Přidat hráče")).to_be_in_viewport()

    keys.figure("cibul")
    keys.press("Enter", "j")
    expect(page.locator("#tady-3")).to_have_attribute("aria-pressed", "true")
    keys.press("z")
    expect(page.locator("#hrac-3")).to_contain_text("zaplaceno 200")
    assert keys.others == 3, "two keys for each of the two"
    picture(page, pictures, "ticked")

    # The line is held: the last tap is taken back, and Escape leads to the next player.
    keys.press("n")
    expect(page.locator("#neni-3")).to_have_attribute("aria-pressed", "true")
    with page.expect_navigation():
        keys.press("v")
    expect(page.get_by_text("Změna je vrácená, všechno je jako předtím.")).to_be_visible()
    keys.press("Escape")
    expect(page.locator("#hledat")).to_be_focused()

    # A start number is that of one player, whatever else holds the figure.
    keys.figure("3")
    keys.press("Enter")
    expect(page.locator("#tady-3")).to_be_focused()
    keys.press("Escape")

    # Several match: the arrows choose.
    keys.figure("zatec")
    expect(page.locator("tr.player:visible")).to_have_count(2)
    keys.press("Enter")
    expect(page.locator("#hledat")).to_be_focused()
    keys.press("ArrowDown", "ArrowDown", "Enter", "n")
    expect(page.locator("#neni-6")).to_have_attribute("aria-pressed", "true")
    assert figure(page, "není tu") == "1"

    by_number = {entry.number: entry for entry in entries_of(paid_tournament)}
    assert (by_number[3].presence, by_number[3].fee_paid) == (Presence.PRESENT, True)
    assert by_number[6].presence == Presence.ABSENT
    others = [by_number[number] for number in (1, 2, 4, 5, 7, 8)]
    assert {(entry.presence, entry.fee_paid) for entry in others} == {(Presence.EXPECTED, False)}


def test_what_somebody_else_ticked_meanwhile_is_shown(
    page: Page, live_server: LiveServer, paid_tournament: Tournament, organiser: Account
) -> None:
    factories.entries(paid_tournament, 8)
    log_in(page, live_server, PLAYERS)
    other = page.context.new_page()
    other.goto(f"{live_server.url}{PLAYERS}")
    other.locator("#neni-3").click()
    expect(other.locator("#neni-3")).to_have_attribute("aria-pressed", "true")

    page.locator("#tady-3").click()

    expect(page.locator("#neni-3")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#zmena")).to_contain_text("Mezitím se to změnilo: Olga Pořadatelová")
    assert entries_of(paid_tournament).get(number=3).presence == Presence.ABSENT


def test_plus_opens_the_form_and_a_namesake_is_asked_about(
    page: Page, live_server: LiveServer, paid_tournament: Tournament, organiser: Account
) -> None:
    factories.entries(paid_tournament, 8)
    log_in(page, live_server, PLAYERS)
    keys = Keys(page)

    keys.press("Tab", "+")
    expect(page.locator("#id_name")).to_be_focused()
    keys.figure("novak jan")
    keys.press("Enter")
    expect(page.get_by_role("button", name="Je to někdo jiný, přihlásit")).to_be_visible()
    expect(page.locator("#id_name")).to_be_focused()
    page.get_by_role("button", name="Je to někdo jiný, přihlásit").press("Enter")
    expect(page.get_by_text("novak jan má startovní číslo 9.")).to_be_in_viewport()
    expect(page.locator("#hrac-9")).to_be_visible()
    expect(page.locator("#id_name")).to_be_focused()
    assert figure(page, "přihlášeno") == "9"
