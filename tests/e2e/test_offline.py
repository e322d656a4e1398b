"""Hands written without a line: kept on the device, sent once and in order, asked about later (S46)."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scoring.models import Hand
from scoring.services.hands import hand_correct, hand_record
from tests import factories
from tests.e2e.test_first_tournament import tap
from tests.scoring.records import betl, scribe_of
from tournament.actors import Actor
from tournament.enums import Role
from tournament.models import Account, Submission, Table, Tournament
from tournament.services.links import link_replace

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 390, "height": 844}
KEPT = """async () => {
  const versions = await Promise.all((await caches.keys()).map(name => caches.open(name)));
  const requests = await Promise.all(versions.map(version => version.keys()));
  return requests.flat().map(one => new URL(one.url).pathname);
}"""
"""The paths a service worker keeps."""


def until(condition: str) -> str:
    """A script that ends when a condition of the page holds, one that has to be awaited included."""
    return f"async () => {{ while (!({condition})) await new Promise(next => setTimeout(next, 50)); }}"


@pytest.fixture(scope="module", autouse=True)
def database_beside_playwright() -> Iterator[None]:
    """Playwright's event loop runs in this thread; the database is emptied while it still does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def table(transactional_db: None) -> Table:
    """A table of four whose round is published, with a scribe's link."""
    tournament = factories.TournamentFactory(slug="jarni-turnaj", name="Jarní turnaj")
    factories.entries(tournament, 4)
    drawn = factories.drawn_round(tournament, links=True)
    return Table.objects.get(round=drawn, number=1)


@pytest.fixture
def link(live_server: LiveServer, table: Table) -> str:
    return f"{live_server.url}/l/{table.links.get().token}/"


WORKERS = ("block", "allow")
"""A phone in a hall, whose plain http has no service worker, and one with a secure connection."""

with_worker = pytest.mark.parametrize("context", ["allow"], indirect=True)


@pytest.fixture
def context(
    request: pytest.FixtureRequest, browser: Browser, live_server: LiveServer
) -> Iterator[BrowserContext]:
    """A phone, with a service worker only if asked for; a lost line is no error of the page here."""
    workers = getattr(request, "param", "block")
    phone = browser.new_context(locale="cs-CZ", viewport=PHONE, service_workers=workers)
    yield phone
    phone.close()


@pytest.fixture
def phone(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []


def choose_betl(page: Page, *, declarer: str, ended: str = "won") -> None:
    form = page.locator("#zapis")
    tap(form, f"input[name=declarer][value={declarer}]")
    tap(form, "input[name=contract][value=betl]")
    tap(form, f"input[name=outcome_betl][value={ended}]")


def tap_betl(page: Page, *, declarer: str, ended: str = "won") -> None:
    choose_betl(page, declarer=declarer, ended=ended)
    # What it pays moves the buttons when it comes, and a click on one that moves under it is none.
    expect(page.locator("#payout dd").first).to_be_visible()


def save(page: Page, number: int) -> None:
    page.get_by_role("button", name=f"Uložit hru {number}", exact=True).click()
    expect(page.get_by_role("button", name=f"Uložit hru {number + 1}", exact=True)).to_be_visible()


def stored() -> list[tuple[int, str, bool]]:
    return list(Hand.objects.order_by("sequence").values_list("sequence", "record__declarer", "removed"))


def picture(page: Page, pictures: Path | None, name: str) -> None:
    if pictures:
        page.screenshot(path=str(pictures / f"{name}.png"), full_page=True)


@pytest.mark.parametrize("context", WORKERS, indirect=True)
def test_three_hands_without_a_line_and_then_it_is_back(
    phone: Page, context: BrowserContext, link: str, pictures: Path | None
) -> None:
    """S46: kept, counted, never called saved; the next hand is prepared; sent once, in order."""
    phone.goto(link)
    context.set_offline(True)
    for number, declarer in enumerate("BCD", 1):
        tap_betl(phone, declarer=declarer)
        expect(phone.locator("#payout")).to_contain_text("+9,00")
        if number == 2:
            picture(phone, pictures, "offline-form")
        save(phone, number)
    expect(headline(phone)).to_have_text(
        re.compile("^3 zápisy jsou jen v tomto zařízení. Čeká se na spojení.")
    )
    waiting = phone.locator("#waiting-list .waiting-item")
    expect(waiting).to_have_count(3)
    expect(waiting.first).to_contain_text("Hra 1 čeká na spojení")
    expect(phone.locator("#waiting-list")).not_to_contain_text(re.compile("ulož", re.IGNORECASE))
    expect(phone.locator("input[name=dealer][value=D]")).to_be_checked()
    assert stored() == []
    picture(phone, pictures, "offline-three")

    context.set_offline(False)

    expect(phone.locator(".waiting-line")).to_have_count(0)
    expect(phone.locator("#hra-3")).to_contain_text("betl")
    expect(phone.get_by_role("button", name="Uložit hru 4", exact=True)).to_be_visible()
    assert stored() == [(1, "B", False), (2, "C", False), (3, "D", False)]
    picture(phone, pictures, "offline-back")


def headline(page: Page) -> Locator:
    return page.locator(".waiting-line")


def write_offline(page: Page, context: BrowserContext, *declarers: str, first: int = 1) -> None:
    """Hands saved one after another without a line."""
    context.set_offline(True)
    for number, declarer in enumerate(declarers, first):
        tap_betl(page, declarer=declarer)
        save(page, number)


def test_what_is_no_hand_yet_stays_in_the_form(phone: Page, context: BrowserContext, link: str) -> None:
    phone.goto(link)
    context.set_offline(True)
    tap(phone.locator("#zapis"), "input[name=contract][value=betl]")
    expect(phone.locator("#payout")).to_contain_text("Hra ještě není celá")

    phone.get_by_role("button", name="Uložit hru 1", exact=True).click()

    expect(phone.locator("#zapis .errors")).to_contain_text("Hra ještě není celá")
    expect(headline(phone)).to_have_count(0)
    expect(phone.locator("input[name=contract][value=betl]")).to_be_checked()


def test_renonc_waits_and_its_money_comes_with_the_line(
    phone: Page, context: BrowserContext, link: str
) -> None:
    phone.goto(link)
    context.set_offline(True)
    tap_betl(phone, declarer="B")
    phone.get_by_text("Stal se renonc").click()
    phone.locator("[name=renonce-0-article]").select_option("C1")
    phone.locator("[name=renonce-0-by]").select_option("C")
    expect(phone.locator("#payout")).to_contain_text("Kolik se platí, se ukáže po spojení.")
    save(phone, 1)
    expect(phone.locator(".waiting-item")).to_contain_text("Kolik se platí, se ukáže po spojení.")

    context.set_offline(False)

    expect(phone.locator("#hra-1")).to_contain_text("betl")
    assert Hand.objects.get().record["renonce"] == [{"by": "C", "article": "C1"}]


def test_table_changed_meanwhile_and_asks(
    phone: Page, context: BrowserContext, link: str, table: Table, pictures: Path | None
) -> None:
    """S46: the first hand is another one than the stored, its dealer is asked about; the second just goes."""
    phone.goto(link)
    write_offline(phone, context, "B", "C")
    hand_record(table=table, record=betl(dealer="A", declarer="D"), by=scribe_of(table))

    context.set_offline(False)

    waiting = phone.locator("#waiting-list .waiting-item")
    expect(waiting.first).to_contain_text("Hra 1 je už zapsaná (zápis: zapisovatel stolu 1")
    expect(waiting.first.locator(".waiting-stored")).to_contain_text("hraje D")
    expect(waiting.first).to_contain_text("Čech Petr: betl")
    expect(waiting).to_have_count(2)
    expect(headline(phone)).to_contain_text("Program se na něco ptá.")
    assert stored() == [(1, "D", False)]
    picture(phone, pictures, "asks")

    phone.get_by_role("button", name="Je to jiná hra").click()
    expect(waiting.first).to_contain_text("Po předchozí hře má rozdávat")
    phone.get_by_role("button", name="Ano, uložit").click()

    expect(headline(phone)).to_have_count(0)
    expect(phone.get_by_role("button", name="Uložit hru 4", exact=True)).to_be_visible()
    assert stored() == [(1, "D", False), (2, "B", False), (3, "C", False)]


def test_the_same_hand_is_thrown_away_and_can_be_taken_back(
    phone: Page, context: BrowserContext, link: str, table: Table
) -> None:
    phone.goto(link)
    write_offline(phone, context, "B")
    hand_record(table=table, record=betl(dealer="A", declarer="B"), by=scribe_of(table))
    context.set_offline(False)
    expect(phone.locator(".waiting-item")).to_contain_text("Hra 1 je už zapsaná")

    phone.get_by_role("button", name="Zahodit").click()
    expect(headline(phone)).to_have_count(0)
    expect(phone.locator("#messages")).to_contain_text("Hra 1: zahozeno, nikam se neodešle.")
    phone.get_by_role("button", name="Vrátit", exact=True).click()
    expect(phone.locator(".waiting-item")).to_contain_text("Hra 1 je už zapsaná")
    phone.get_by_role("button", name="Zahodit").click()

    expect(headline(phone)).to_have_count(0)
    expect(phone.get_by_role("button", name="Uložit hru 2", exact=True)).to_be_visible()
    assert stored() == [(1, "B", False)]


def test_a_waiting_hand_is_changed_before_it_goes(phone: Page, context: BrowserContext, link: str) -> None:
    phone.goto(link)
    write_offline(phone, context, "B", "C")

    phone.locator(".waiting-item").first.get_by_role("button", name="Upravit").click()
    expect(phone.get_by_role("heading", name="Úprava čekající hry 1")).to_be_visible()
    expect(phone.locator("input[name=declarer][value=B]")).to_be_checked()
    tap_betl(phone, declarer="D", ended="lost")
    phone.locator("#zapis .paybar .button-main").click()
    expect(phone.locator(".waiting-item").first).to_contain_text("Dvořáková Věra: betl; betl neuhráno")
    expect(phone.get_by_role("button", name="Uložit hru 3", exact=True)).to_be_visible()

    context.set_offline(False)

    expect(headline(phone)).to_have_count(0)
    assert stored() == [(1, "D", False), (2, "C", False)]


def test_stored_hands_are_corrected_and_taken_back_without_a_line(
    phone: Page, context: BrowserContext, link: str, table: Table, pictures: Path | None
) -> None:
    """Their pages cannot be opened, so it is offered in the list."""
    for dealer, declarer in ("AB", "BC"):
        hand_record(table=table, record=betl(dealer=dealer, declarer=declarer), by=scribe_of(table))
    phone.goto(link)
    write_offline(phone, context, "D", first=3)

    phone.locator("#hra-1 .row-link").click()
    phone.get_by_role("button", name="Oprava hry 1").click()
    expect(phone.get_by_role("heading", name="Oprava hry 1")).to_be_visible()
    tap_betl(phone, declarer="C", ended="lost")
    phone.locator("#zapis .paybar .button-main").click()
    phone.locator("#hra-2 .row-link").click()
    picture(phone, pictures, "row")
    phone.get_by_role("button", name="Vzít hru 2 zpět").click()
    waiting = phone.locator(".waiting-item strong")
    expect(waiting).to_have_text(["Hra 3", "Oprava hry 1", "Vzít hru 2 zpět"])
    assert stored() == [(1, "B", False), (2, "C", False)]

    context.set_offline(False)

    expect(headline(phone)).to_have_count(0)
    assert stored() == [(1, "C", False), (2, "C", True), (3, "D", False)]
    assert Hand.objects.get(sequence=1).record["outcome"] == {"betl": "lost"}
    expect(phone.locator("#hra-2")).to_have_count(0)
    expect(phone.get_by_role("button", name="Uložit hru 4", exact=True)).to_be_visible()


def test_a_correction_that_came_too_late_asks(
    phone: Page, context: BrowserContext, link: str, table: Table
) -> None:
    hand = hand_record(table=table, record=betl(dealer="A", declarer="B"), by=scribe_of(table))
    phone.goto(f"{link}hra/1/")
    context.set_offline(True)
    tap(phone.locator("form.hand"), "input[name=declarer][value=C]")
    phone.get_by_role("button", name="Uložit opravu").click()
    expect(phone.locator(".waiting-item")).to_contain_text("Oprava hry 1 čeká na spojení")
    hand_correct(hand=hand, record=betl(dealer="A", declarer="D"), by=scribe_of(table), expected=1)

    context.set_offline(False)

    expect(phone.locator(".waiting-stored")).to_contain_text("hraje D")
    phone.get_by_role("button", name="Přesto změnit").click()
    expect(phone.locator("#messages")).to_contain_text("Hra 1 je opravená.")
    assert stored() == [(1, "C", False)]


def test_two_tabs_of_one_phone_send_once(context: BrowserContext, phone: Page, link: str) -> None:
    other = context.new_page()
    for tab in (phone, other):
        tab.goto(link)
    write_offline(phone, context, "B")
    expect(other.get_by_role("button", name="Uložit hru 2", exact=True)).to_be_visible()
    write_offline(other, context, "C", first=2)
    expect(headline(phone)).to_contain_text("2 zápisy")
    expect(headline(other)).to_contain_text("2 zápisy")

    context.set_offline(False)

    for tab in (phone, other):
        expect(headline(tab)).to_have_count(0)
        expect(tab.locator("#hra-2")).to_be_visible()
    assert stored() == [(1, "B", False), (2, "C", False)]
    assert Submission.objects.count() == 2


def answer_of_a_portal(route: Route) -> None:
    route.fulfill(status=200, content_type="text/html", body="<h1>Vítejte ve wi-fi</h1>")


def answer_when_busy(route: Route) -> None:
    route.fulfill(status=503, headers={"Retry-After": "1"}, body="")


def no_answer(route: Route) -> None:
    route.abort()


@pytest.mark.parametrize("answer", [answer_of_a_portal, answer_when_busy, no_answer])
def test_only_the_server_itself_says_that_a_hand_is_stored(
    phone: Page, link: str, answer: Callable[[Route], None]
) -> None:
    phone.goto(link)
    phone.route("**/hra/", answer)
    tap_betl(phone, declarer="B")
    save(phone, 1)
    expect(headline(phone)).to_contain_text("1 zápis je jen v tomto zařízení")
    assert stored() == []

    phone.unroute("**/hra/")

    expect(headline(phone)).to_have_count(0)
    assert stored() == [(1, "B", False)]


def test_an_answer_that_was_lost_stores_nothing_twice(phone: Page, link: str) -> None:
    """The server has the hand, the phone never heard of it."""
    phone.goto(link)
    heard: list[int] = []

    def lose(route: Route) -> None:
        heard.append(route.fetch().status)
        route.abort()

    phone.route("**/hra/", lose, times=1)
    tap_betl(phone, declarer="B")
    save(phone, 1)
    expect(headline(phone)).to_have_count(0)

    expect(phone.locator("#hra-1")).to_contain_text("betl")
    expect(phone.get_by_role("button", name="Uložit hru 2", exact=True)).to_be_visible()
    assert heard == [200]
    assert stored() == [(1, "B", False)]


def test_figure_of_the_server_wins_and_the_difference_is_said(
    phone: Page, context: BrowserContext, link: str, table: Table
) -> None:
    """The rates were changed after the page was opened."""
    phone.goto(link)
    write_offline(phone, context, "B")
    Tournament.objects.update(base_rate=40)

    context.set_offline(False)

    expect(phone.locator("#messages")).to_contain_text("Hra 1: server počítá A −6,00, B +18,00")
    expect(phone.locator("#messages")).to_contain_text("ukazovalo A −3,00, B +9,00")
    assert Hand.objects.get().money["B"] == 1800


def test_a_replaced_link_loses_nothing(
    phone: Page, context: BrowserContext, link: str, table: Table, desk: Actor, pictures: Path | None
) -> None:
    """What waits stays, can be shown to the organiser, and goes by the new link."""
    phone.goto(link)
    write_offline(phone, context, "B", "C")
    new = link_replace(table=table, by=desk)
    context.set_offline(False)
    expect(phone.locator(".waiting-item").first).to_contain_text("Tahle adresa už neplatí")

    phone.goto(link)
    expect(phone.get_by_role("heading", name="Tento lístek už neplatí")).to_be_visible()
    expect(headline(phone)).to_contain_text("2 zápisy")
    text = phone.locator(".waiting-rescue textarea")
    expect(text).to_have_value(
        re.compile(r"Jarní turnaj, 1\. kolo, stůl 1\nHra 1: rozdává Novák Jan; Čech Petr: betl")
    )
    expect(text).to_have_value(re.compile(r"\n    ABCD/A B:betl betl\+\n"))
    picture(phone, pictures, "replaced")
    assert stored() == []

    phone.goto(link.replace(link.split("/")[-2], new.token))
    expect(phone.locator("#hra-2")).to_be_visible()
    expect(headline(phone)).to_have_count(0)
    assert stored() == [(1, "B", False), (2, "C", False)]


def test_an_expired_session_loses_nothing(
    phone: Page, live_server: LiveServer, table: Table, client_of: Callable[[Account], Client]
) -> None:
    """S26: the organiser is logged out while typing, logs in again, and everything goes."""
    organiser = factories.AccountFactory(username="olga", first_name="Olga", last_name="Pořadatelová")
    factories.MembershipFactory(tournament=table.round.tournament, account=organiser, role=Role.ORGANISER)
    address = f"{live_server.url}/t/jarni-turnaj/kolo/1/stul/1/"

    def log_in() -> None:
        session = client_of(organiser).cookies["sessionid"].value
        phone.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])

    log_in()
    phone.goto(address)
    Session.objects.all().delete()
    choose_betl(phone, declarer="B")
    save(phone, 1)
    expect(phone.locator(".waiting-item")).to_contain_text("Přihlášení mezitím vypršelo")

    log_in()
    phone.goto(address)

    expect(phone.locator("#hra-1")).to_be_visible()
    expect(headline(phone)).to_have_count(0)
    assert stored() == [(1, "B", False)]


def test_warning_of_the_board_goes_away_by_itself(
    phone: Page, live_server: LiveServer, table: Table, client_of: Callable[[Account], Client]
) -> None:
    """S61: the board asks by itself; the first answer after the loss takes the warning away."""
    organiser = factories.AccountFactory(username="olga", first_name="Olga", last_name="Pořadatelová")
    factories.MembershipFactory(tournament=table.round.tournament, account=organiser, role=Role.ORGANISER)
    session = client_of(organiser).cookies["sessionid"].value
    phone.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    phone.clock.install()
    phone.goto(f"{live_server.url}/t/jarni-turnaj/kolo/1/listky/")
    warning = phone.locator("[data-live-line]")
    phone.context.set_offline(True)
    for _failure in range(2):
        with phone.expect_event("requestfailed"):
            phone.clock.fast_forward("00:07")
    expect(warning).to_contain_text("Server neodpovídá, zobrazen je stav z")

    phone.context.set_offline(False)

    expect(warning).to_be_hidden()


@with_worker
def test_table_opens_without_a_line_where_the_connection_is_secure(
    phone: Page, context: BrowserContext, link: str
) -> None:
    phone.goto(link)
    assert phone.evaluate("isSecureContext")
    phone.evaluate(until(f"(await ({KEPT})()).includes(location.pathname)"))
    write_offline(phone, context, "B")

    phone.reload()

    expect(headline(phone)).to_contain_text("1 zápis je jen v tomto zařízení")
    write_offline(phone, context, "C", first=2)
    context.set_offline(False)
    expect(headline(phone)).to_have_count(0)
    assert stored() == [(1, "B", False), (2, "C", False)]


@with_worker
def test_a_page_is_kept_only_as_long_as_its_link(
    phone: Page, context: BrowserContext, link: str, table: Table, desk: Actor
) -> None:
    """Nothing but the table itself is kept, and never shown while the server answers otherwise."""
    phone.goto(link)
    pages = f"async () => (await ({KEPT})()).filter(path => !path.startsWith('/static/'))"
    phone.evaluate(until(f"(await ({pages})()).length === 1"))
    phone.goto(f"{link}hra/spocitat/")
    phone.goto(f"{link.split('/l/')[0]}/")
    phone.goto(link)
    assert phone.evaluate(pages) == [f"/l/{table.links.get().token}/"]

    link_replace(table=table, by=desk)
    phone.goto(link)

    expect(phone.get_by_role("heading", name="Tento lístek už neplatí")).to_be_visible()
    assert phone.evaluate(pages) == []


def test_nobody_sends_what_another_person_wrote(
    context: BrowserContext,
    live_server: LiveServer,
    table: Table,
    client_of: Callable[[Account], Client],
) -> None:
    """One laptop, two organisers: what waits goes under the name of who wrote it, once logged in again."""
    sessions = {}
    for username, name in (("olga", "Olga"), ("petr", "Petr")):
        account = factories.AccountFactory(username=username, first_name=name, last_name="Pořadatel")
        factories.MembershipFactory(tournament=table.round.tournament, account=account, role=Role.ORGANISER)
        sessions[username] = client_of(account).cookies["sessionid"].value

    def page_of(username: str) -> Page:
        for page in context.pages:
            page.close()
        context.set_offline(False)
        context.add_cookies([{"name": "sessionid", "value": sessions[username], "url": live_server.url}])
        page = context.new_page()
        page.goto(f"{live_server.url}/t/jarni-turnaj/kolo/1/stul/1/")
        return page

    write_offline(page_of("olga"), context, "B")
    other = page_of("petr")
    expect(other.locator(".waiting-item")).to_contain_text("čeká na přihlášení toho, kdo to psal")
    tap_betl(other, declarer="C")
    save(other, 1)
    # The form goes on at once; the row comes with the server's answer.
    expect(other.locator("#hra-1")).to_be_visible()
    assert stored() == [(1, "C", False)]
    expect(other.locator(".waiting-item")).to_have_count(1)

    again = page_of("olga")

    again.get_by_role("button", name="Je to jiná hra").click()
    again.get_by_role("button", name="Ano, uložit").click()
    expect(again.locator("#hra-2")).to_be_visible()
    written = Hand.objects.order_by("sequence").values_list("record__declarer", "written_by")
    assert list(written) == [("C", "Petr Pořadatel"), ("B", "Olga Pořadatel")]


def test_nothing_leads_to_the_browsers_error_page(phone: Page, context: BrowserContext, link: str) -> None:
    """Enter, reckoning, handing in: without a line each says so; a sheet waits for what waits."""
    phone.goto(link)
    write_offline(phone, context, "B")
    phone.get_by_role("button", name="Odevzdat lístek").click()
    expect(phone.locator("#messages")).to_contain_text("Počkejte s odevzdáním")
    phone.get_by_role("button", name="Zahodit").click()
    expect(phone.locator("#messages")).to_contain_text("Hra 1: zahozeno")
    phone.get_by_role("button", name="Odevzdat lístek").click()
    expect(phone.locator("#messages")).to_contain_text("Bez spojení by se ta stránka neotevřela.")
    context.set_offline(False)
    phone.get_by_role("button", name="Odevzdat lístek").click()
    expect(phone.locator(".state", has_text="odevzdáno")).to_be_visible(timeout=30_000)

    context.set_offline(True)
    tap_betl(phone, declarer="B")
    phone.get_by_role("button", name="Spočítat").click()
    expect(phone.locator("#payout")).to_contain_text("+9,00")
    expect(phone.get_by_role("button", name="Uložit hru 1", exact=True)).to_be_visible()


@with_worker
def test_a_kept_page_says_how_old_it_is_and_counts_on(
    phone: Page, context: BrowserContext, link: str
) -> None:
    """The page in memory knows nothing of the hand saved since; the next one has its right number."""
    phone.goto(link)
    phone.evaluate(until(f"(await ({KEPT})()).includes(location.pathname)"))
    tap_betl(phone, declarer="B")
    save(phone, 1)
    context.set_offline(True)

    phone.reload()

    expect(phone.locator("#messages")).to_contain_text("Stránka je z paměti telefonu, tak jak vypadala v")
    expect(phone.get_by_role("button", name="Uložit hru 2", exact=True)).to_be_visible()
    expect(phone.locator("input[name=dealer][value=B]")).to_be_checked()
    write_offline(phone, context, "C", first=2)
    context.set_offline(False)
    expect(headline(phone)).to_have_count(0)
    assert stored() == [(1, "B", False), (2, "C", False)]
