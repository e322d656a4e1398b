"""One tournament from its founding to the files taken home, as an organiser and a referee do it."""

import io
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Browser, Locator, Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from scoring.models import Decision, Hand
from tests import factories
from tournament.enums import Role, RoundState
from tournament.models import Account, Round, Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PLAYERS = """\
Příjmení a jméno;Klub;Č. průkazu
Nejedlá-Křečkovská Maxmiliána;+Karlín;1
Čech Petr;Žatec;2
Cibulka Karel;Šakvice;3
Dvořáková Věra;;4
Chalupa Josef;+Karlín;5
Hora Milan;Žatec;6
Řehoř Tomáš;Šakvice;7
=HYPERLINK("x") Vít;;8
;Žatec;9
"""


@pytest.fixture
def organiser_account(transactional_db: None) -> Account:
    return factories.AccountFactory(username="olga", first_name="Olga", last_name="Pořadatelová")


@pytest.fixture
def referee_page(browser: Browser, live_server: LiveServer, transactional_db: None) -> Iterator[Page]:
    """Another browser, in which the chief referee works."""
    factories.AccountFactory(username="hana", first_name="Hana", last_name="Hlavní")
    context = browser.new_context(locale="cs-CZ", viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


def log_in(page: Page, address: str, username: str) -> None:
    page.goto(f"{address}/prihlaseni/")
    page.get_by_label("Přihlašovací jméno").fill(username)
    page.get_by_label("Heslo").fill(factories.PASSWORD)
    page.get_by_role("button", name="Přihlásit se").click()
    expect(page.get_by_role("button", name="Odhlásit")).to_be_visible()


def picture(page: Page, pictures: Path | None, name: str) -> None:
    """Keep the page as it looks wide and on a phone, for somebody to look at."""
    if pictures is None:
        return
    seen = page.viewport_size
    for width, height in ((1366, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} overflows at {width}"
        page.screenshot(path=str(pictures / f"{name}-{width}.png"), full_page=True)
    page.set_viewport_size(seen or {"width": 1366, "height": 768})


def tap(form: Locator, control: str) -> None:
    """Tap a large choice: its label is the target, the control is hidden behind it."""
    form.locator(f"label:has({control})").click()


def write_sedma(page: Page, *, declarer: str) -> None:
    """A won sedma: who, what, how it ended, from the top down."""
    form = page.locator("#zapis")
    tap(form, f"input[name=declarer][value={declarer}]")
    tap(form, "input[name=contract][value=sedma]")
    tap(form, "input[name=outcome_hra][value=won]")
    tap(form, "input[name=outcome_sedma][value=won]")
    # What it pays is computed while the hand is typed; saving before it came would break the answer off.
    expect(page.locator("#payout")).to_contain_text("+1,80")


def test_tournament_day(
    page: Page,
    live_server: LiveServer,
    organiser_account: Account,
    referee_page: Page,
    pictures: Path | None,
) -> None:
    address = live_server.url
    picture_of = partial(picture, page, pictures)

    # Found: a name is enough, the date is today's.
    page.goto(f"{address}/prihlaseni/")
    picture_of("01-prihlaseni")
    log_in(page, address, "olga")
    picture_of("02-turnaje")
    page.get_by_role("link", name="Založit turnaj").first.click()
    page.get_by_label("Název turnaje").fill("Podzimní turnaj")
    picture_of("03-zalozeni")
    page.get_by_role("button", name="Založit turnaj").click()
    expect(page.get_by_role("heading", name="Podzimní turnaj")).to_be_visible()
    picture_of("04-prehled-prazdny")
    tournament = Tournament.objects.get()
    home = f"{address}/t/{tournament.slug}"

    # Register: import with a preview that names the row that cannot be taken.
    page.goto(f"{home}/hraci/")
    page.get_by_role("link", name="Nahrát ze souboru").first.click()
    page.locator("input[type=file]").set_input_files(
        {"name": "prihlasky.csv", "mimeType": "text/csv", "buffer": PLAYERS.encode()}
    )
    page.get_by_role("button", name="Ukázat náhled").click()
    expect(page.get_by_role("heading", name="Náhled přihlášek")).to_be_visible()
    expect(page.get_by_text("Chybí jméno hráče")).to_be_visible()
    picture_of("05-nahled")
    page.get_by_role("button", name="Zapsat 8 hráčů").click()
    expect(page.get_by_role("heading", name=re.compile("Hráči|Přihlášky"))).to_be_visible()
    assert tournament.entries.count() == 8
    page.goto(f"{home}/hraci/")
    picture_of("06-hraci")

    # Draw, look at the draft, publish.
    page.goto(f"{home}/kola/")
    picture_of("07-kola")
    page.get_by_role("button", name="Losovat 1. kolo").click()
    expect(page.get_by_role("button", name="Zveřejnit losování 1. kola")).to_be_visible()
    picture_of("08-navrh-losovani")
    page.get_by_role("button", name="Zveřejnit losování 1. kola").click()
    expect(page.get_by_text("zveřejněno").first).to_be_visible()
    picture_of("09-kolo")

    # Two hands at table 1, one at table 2; the payout stands there before the hand is saved.
    page.goto(f"{home}/kolo/1/stul/1/")
    picture_of("10-stul-prazdny")
    write_sedma(page, declarer="B")
    picture_of("11-stul-zapis")
    page.get_by_role("button", name="Uložit hru 1").click()
    expect(page.get_by_role("button", name="Uložit hru 2")).to_be_visible()
    write_sedma(page, declarer="C")
    page.get_by_role("button", name="Uložit hru 2").click()
    expect(page.locator("#hra-2")).to_be_visible()
    picture_of("12-stul")
    page.goto(f"{home}/kolo/1/stul/2/")
    write_sedma(page, declarer="B")
    page.get_by_role("button", name="Uložit hru 1").click()
    expect(page.locator("#hra-1")).to_be_visible()
    assert Hand.objects.count() == 3
    page.goto(f"{home}/kolo/1/listky/")
    picture_of("13-listky")

    # The chief referee rules on a renonc of the first hand; the consequence stands beside the form.
    factories.MembershipFactory(
        tournament=tournament, account=Account.objects.get(username="hana"), role=Role.CHIEF_REFEREE
    )
    log_in(referee_page, address, "hana")
    referee_page.goto(f"{home}/kolo/1/stul/1/hra/1/spor/")
    first = Hand.objects.get(table__number=1, sequence=1)
    # Found by a word; the questions appear as they are answered.
    referee_page.get_by_label("Hledat").first.fill("barva")
    article = referee_page.locator("#renonc-1 label:has(input[value=C1])")
    expect(referee_page.locator("#renonc-1 label:has(input[value=C2])")).to_have_count(0)
    article.click()
    declarer = first.record["declarer"]
    referee_page.locator(f"#renonc-1 label:has([name=renonce-0-by][value={declarer}])").click()
    # C1 of the declarer without a playout: 0,60 for the parts and 2,00 to each of three.
    expect(referee_page.locator("#consequence")).to_contain_text("−7,80")
    picture(referee_page, pictures, "14-spor")
    expect(referee_page.locator(".neighbours")).to_contain_text("Zamítnuto")
    referee_page.get_by_label("Odůvodnění", exact=True).fill("Nepřiznal barvu ve třetím zdvihu.")
    referee_page.get_by_role("button", name="Rozhodnout o hře 1").click()
    expect(referee_page.get_by_text("Nepřiznal barvu").first).to_be_visible()
    first.refresh_from_db()
    assert first.money[first.record["declarer"]] == -780
    assert Decision.objects.get().decided_by == "Hana Hlavní"
    referee_page.goto(f"{home}/spory/")
    expect(referee_page.get_by_text("Nepřiznal barvu").first).to_be_visible()
    picture(referee_page, pictures, "15-spory")

    # Close, publish the standings.
    page.goto(f"{home}/kolo/1/stul/1/vysledek/")
    picture_of("16-vysledek")
    page.goto(f"{home}/kolo/1/listky/")
    page.get_by_role("button", name="Uzavřít 1. kolo").first.click()
    expect(page.get_by_role("heading", name="Pořadí po 1. kole")).to_be_visible()
    assert Round.objects.get().state == RoundState.CLOSED
    page.get_by_role("button", name="Zveřejnit pořadí po 1. kole").click()
    expect(page.get_by_text("Pořadí po 1. kole je zveřejněné")).to_be_visible()
    picture_of("17-poradi")
    page.goto(home + "/")
    picture_of("18-prehled")
    page.goto(f"{home}/protokol/")
    picture_of("19-protokol")
    page.goto(f"{home}/nastaveni/")
    picture_of("20-nastaveni")

    # Files: what stands in them is what stands on the screen.
    page.goto(f"{home}/tisk/")
    picture_of("21-tisk")
    pdf = page.request.get(f"{home}/tisk/poradi-po-1.pdf").body()
    text = "\n".join(leaf.extract_text() for leaf in PdfReader(io.BytesIO(pdf)).pages)
    for name in tournament.entries.values_list("name", flat=True):
        assert name in text
    page.goto(f"{home}/poradi/")
    with page.expect_download() as download:
        page.get_by_role("link", name="XLSX").click()
    workbook = Path(download.value.path()).read_bytes()
    sheet = load_workbook(io.BytesIO(workbook)).worksheets[0]
    rows = list(sheet.iter_rows(values_only=True))
    assert {'=HYPERLINK("x") Vít', "Nejedlá-Křečkovská Maxmiliána"} <= {row[2] for row in rows}
    formulas = [cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    assert formulas == []

    # The public sees the standings and nothing of the desk.
    visitor = page.context.browser.new_context().new_page()  # type: ignore[union-attr]
    assert visitor.goto(f"{home}/poradi/").status == 200  # type: ignore[union-attr]
    expect(visitor.get_by_text("Čech Petr")).to_be_visible()
    assert visitor.goto(f"{home}/hraci/").status == 403  # type: ignore[union-attr]
    visitor.context.close()
