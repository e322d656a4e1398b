"""Pictures of the user guide, taken anew from the running application.

``python -m tests.pictures`` makes demo tournaments in a database of its own, walks through them in Chromium
and writes docs/obrazky/. Everybody in the pictures is invented.
"""

import os
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from benchmarks.load import free_port
from tests.e2e.conftest import ARGUMENTS, CHROMIUM

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "obrazky"
LARGEST = 150 * 1024
"""Bytes of one picture: the guide is read on phones too."""

SCREEN = (1180, 760)
TALL = (1180, 940)
PHONE = (390, 844)
PROJECTOR = (1120, 630)
PAPER = (880, 700)
"""The upper part of A4 as it lies on the screen."""

REGISTRATIONS = """\
Příjmení a jméno;Klub;Č. průkazu;Startovné
Novák Jan;Flek Podhájí;31;ano
NOVAK Jan;MK Tutti Záhoří;32;
Čermák Otakar;Žaludské eso Brodec;33;200
Dvořáková Věra;;34;
;Betlisti Lhotka;39;
"""

PLAYED = "ukazkovy-turnaj"
STARTING = "ukazkovy-turnaj-2"


def overview(page: Page) -> None:
    page.goto(f"/t/{PLAYED}/")


def players(page: Page) -> None:
    page.goto(f"/t/{STARTING}/hraci/")
    for number in range(4):
        press_at_the_door(page, "Je tady", number)
    press_at_the_door(page, "Není tu", 4)
    scroll_to(page.locator("body"), above=0)


def press_at_the_door(page: Page, button: str, number: int) -> None:
    with page.expect_response(lambda response: "/prezence/" in response.url):
        page.get_by_role("button", name=button).nth(number).click()


def scroll_to(place: Locator, *, above: int) -> None:
    """Bring a place to the top of the window, so many pixels below its edge."""
    place.evaluate(
        "(element, above) => window.scrollTo(0, element.getBoundingClientRect().top + scrollY - above)", above
    )


def preview(page: Page) -> None:
    page.goto(f"/t/{STARTING}/hraci/import/")
    page.locator("input[type=file]").set_input_files(
        {"name": "prihlasky.csv", "mimeType": "text/csv", "buffer": REGISTRATIONS.encode()}
    )
    page.get_by_role("button", name="Ukázat náhled").click()
    page.locator("#import-bar").wait_for()
    scroll_to(page.get_by_role("heading", name="Jak soubor čteme"), above=20)


def draft(page: Page) -> None:
    page.goto(f"/t/{STARTING}/kola/")
    page.get_by_role("button", name="Losovat 1. kolo").click()


def board(page: Page) -> None:
    page.goto(f"/t/{PLAYED}/kolo/2/listky/")


def hand(page: Page) -> None:
    """A scribe's phone, in the middle of a hand."""
    from tournament.models import TableLink

    link = TableLink.objects.get(
        table__round__tournament__slug=PLAYED, table__round__number=2, table__number=5, active=True
    )
    page.goto(f"/l/{link.token}/")
    declarer = page.locator("#zapis label:visible:has(input[name=declarer])").first
    declarer.click()
    for control in (
        "[name=contract][value=sedma]",
        "[name=flek_sedma][value='1']",
        "[name=first_sedma]:enabled",
        "[name=outcome_hra][value=won]",
        "[name=outcome_sedma][value=won]",
    ):
        page.locator(f"#zapis label:visible:has(input{control})").first.click()
    page.locator("#payout").get_by_text("+").first.wait_for()
    scroll_to(declarer, above=90)


def result(page: Page) -> None:
    page.goto(f"/t/{PLAYED}/kolo/2/stul/2/vysledek/")


def typing(page: Page) -> None:
    """Hands typed from a sheet, the next one half way."""
    page.goto(f"/t/{PLAYED}/kolo/2/stul/5/z-listku/")
    line = page.locator("#dalsi")
    dealer = line.locator("[data-dealer]").inner_text()
    who, flekker = [seat for seat in "abcd" if seat != dealer.lower()][:2]
    page.keyboard.type(f"{who}sč++{flekker} 7")
    line.get_by_text("7 PB").wait_for()


def standings(page: Page) -> None:
    page.goto(f"/t/{PLAYED}/poradi/")


def dispute(page: Page) -> None:
    page.goto(f"/t/{PLAYED}/kolo/2/stul/4/hra/1/spor/")
    page.get_by_label("Hledat").first.fill("barva")
    page.locator("#renonc-1 label:has(input[value=C1])").click()
    page.locator("#renonc-1 label:has([name=renonce-0-by])").first.click()
    page.locator("#consequence").get_by_text("změna").first.wait_for()


def player(page: Page) -> None:
    """A phone of a player who has found himself, with a hand of the closed round open."""
    page.goto(f"/t/{PLAYED}/hrac/3/")
    page.locator("details.more > summary").click()
    page.locator(".played summary").nth(1).click()
    scroll_to(page.locator(".seat-now"), above=20)


def sheet(page: Page) -> None:
    page.goto(f"/t/{PLAYED}/tisk/kolo-2/listky.html")
    scroll_to(page.locator(".sheet").first, above=92)


def screen(page: Page) -> None:
    """The projected screen at who sits where, with the clock of the round running."""
    from django.utils import timezone

    from tournament.models import ClockChange, Round, Tournament

    Tournament.objects.filter(slug=PLAYED).update(screen_held="names")
    round_ = Round.objects.get(tournament__slug=PLAYED, number=2)
    ClockChange.objects.create(round=round_, sequence=1, act="start", at=timezone.now())
    page.goto(f"/t/{PLAYED}/platno/")
    page.locator(".screen-page:visible").wait_for()


PICTURES: dict[str, tuple[str, tuple[int, int], Callable[[Page], None]]] = {
    "prehled": ("demo-poradatel", SCREEN, overview),
    "hraci": ("demo-poradatel", SCREEN, players),
    "nahled": ("demo-poradatel", (1180, 1160), preview),
    "losovani": ("demo-poradatel", TALL, draft),
    "tabule": ("demo-poradatel", TALL, board),
    "zapis": ("", PHONE, hand),
    "vysledek": ("demo-poradatel", SCREEN, result),
    "psani": ("demo-poradatel", SCREEN, typing),
    "poradi": ("demo-poradatel", SCREEN, standings),
    "spor": ("demo-rozhodci", SCREEN, dispute),
    "telefon": ("", (390, 1560), player),
    "listek": ("demo-poradatel", PAPER, sheet),
    "platno": ("", PROJECTOR, screen),
}
"""File name, who is logged in, how large the window is, and the way to the page."""


def take(browser: Browser, address: str, name: str) -> Path:
    username, (width, height), walk = PICTURES[name]
    context = browser.new_context(
        base_url=address, locale="cs-CZ", viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    page = context.new_page()
    if username:
        log_in(page, username)
    walk(page)
    page.mouse.move(0, 0)
    page.evaluate("document.fonts.ready")
    target = FOLDER / f"{name}.png"
    page.screenshot(path=target)
    context.close()
    return target


def log_in(page: Page, username: str) -> None:
    from django.conf import settings

    page.goto("/prihlaseni/")
    page.get_by_label("Přihlašovací jméno").fill(username)
    page.get_by_label("Heslo").fill(settings.DEMO_PASSWORD)
    page.get_by_role("button", name="Přihlásit se").click()
    page.get_by_role("button", name="Odhlásit").wait_for()


def prepare(database: Path, address: str) -> None:
    """The application with a demo tournament being played and another one whose players are arriving."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{database}",
        "PUBLIC_URL": address,
        # Playwright's event loop runs in this thread; nobody else uses the database meanwhile.
        "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
    }
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    for stage in ("round", "registration"):
        call_command("demo_tournament", stage=stage, players=26, rounds=3, seed=1, stdout=StringIO())


def serve(port: int) -> None:
    from waitress.server import create_server

    from config.server import options
    from config.wsgi import application

    server = create_server(application, **options(host="127.0.0.1", port=port, open_files=1024))
    Thread(target=server.run, daemon=True).start()


def main() -> None:
    if CHROMIUM is None:
        sys.exit("Pictures need Chromium (Debian package chromium).")
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        prepare(Path(folder) / "pictures.sqlite3", address)
        serve(port)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            for name in PICTURES:
                size = take(browser, address, name).stat().st_size
                print(f"{name}.png {size} B")
                if size > LARGEST:
                    sys.exit(f"{name}.png is larger than {LARGEST} B.")
            browser.close()


if __name__ == "__main__":
    main()
