"""A file with columns taken for something else and a rejected row is put right in a browser and written."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import factories
from tournament.models import Tournament, WaitingImport
from tournament.selectors.entries import entries_of

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

IMPORT = "/t/jarni-turnaj/hraci/import/"

LIST = """Turnaj v Karlíně
Kdo přijde;Domovský stůl;Jméno otce;Průkaz
NOVÁK JAN;Karlín;Josef;7
;Žatec;Karel;8
Čech Petr;Žatec;Jan;9
"""


@pytest.fixture(scope="module", autouse=True)
def database_beside_playwright() -> Iterator[None]:
    """Playwright's event loop runs in this thread; the database is emptied while it still does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def file(tmp_path: Path) -> Path:
    target = tmp_path / "přihlášky.csv"
    target.write_text(LIST, encoding="utf-8")
    return target


def open_upload(page: Page, address: str) -> None:
    """The organiser logs in where a file is chosen."""
    page.goto(f"{address}/prihlaseni/?next={IMPORT}")
    page.get_by_label("Jméno").fill("olga")
    page.get_by_label("Heslo").fill(factories.PASSWORD)
    page.locator("main button[type=submit]").click()
    page.wait_for_url(f"**{IMPORT}")


def send(page: Page, file: Path) -> None:
    page.get_by_label("Soubor s přihláškami").set_input_files(file)
    page.get_by_role("button", name="Ukázat náhled").click()


def upload(page: Page, address: str, file: Path) -> None:
    """The organiser logs in and sends a file that can be read."""
    open_upload(page, address)
    send(page, file)
    page.wait_for_url(f"**{IMPORT}*-*/")


def people(tournament: Tournament) -> list[tuple[str, str, str, bool]]:
    return list(entries_of(tournament).values_list("name", "club", "card", "fee_paid"))


PUT_RIGHT = [
    ("Novák Jan", "Karlín", "7", False),
    ("Hora Milan", "Brno", "8", True),
    ("Čech Petr", "Žatec", "9", False),
]


def test_columns_and_a_rejected_row_are_put_right(
    page: Page, live_server: Any, tournament: Tournament, organiser: Any, file: Path, pictures: Path | None
) -> None:
    broken = file.with_name("broken.xlsx")
    broken.write_bytes(b"PK\x03\x04broken")
    open_upload(page, live_server.url)
    send(page, broken)
    expect(page.locator("#upload .errors")).to_be_visible()
    send(page, file)
    page.wait_for_url(f"**{IMPORT}*-*/")
    expect(page.get_by_role("alert")).to_contain_text("chybí záhlaví")
    page.get_by_role("button", name="2", exact=True).click()
    page.get_by_label("Co je ve sloupci Kdo přijde").select_option("jméno")
    expect(page.locator("#import-bar")).to_contain_text("Zapsat 2 hráče")
    page.get_by_label("Co je ve sloupci Domovský stůl").select_option("klub")
    page.get_by_label("Co je ve sloupci Jméno otce").select_option("nepoužít")
    expect(page.get_by_text("Nepoužité sloupce: „Jméno otce“.")).to_be_visible()
    if pictures:
        page.screenshot(path=pictures / "columns.png", full_page=True)

    name = page.get_by_label("Jméno, řádek 4")
    state = page.locator("#state-0-4-0")
    expect(state).to_contain_text("odmítnuto")
    name.fill("Hora Milan")
    page.keyboard.press("Tab")
    expect(state).to_contain_text("nový")
    expect(page.get_by_label("Klub, řádek 4")).to_be_focused()
    page.keyboard.type("Brno")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Klub, řádek 5")).to_be_focused()
    page.get_by_label("Zaplaceno, řádek 4").check()
    expect(page.locator("#reading-expected")).to_have_value("8")
    expect(page.get_by_role("button", name="Psát NOVÁK JAN")).to_be_visible()
    if pictures:
        page.screenshot(path=pictures / "rows.png", full_page=True)
    page.get_by_role("button", name="Zapsat 3 hráče").click()

    expect(page.get_by_role("heading", name="Přihlášky jsou zapsané")).to_be_visible()
    assert people(tournament) == PUT_RIGHT
    assert not WaitingImport.objects.exists()


def test_a_row_is_left_out_and_taken_back(
    page: Page, live_server: Any, tournament: Tournament, organiser: Any, file: Path
) -> None:
    file.write_text("Jméno;Klub\nNOVÁK JAN;Karlín\nČech Petr;Žatec\n", encoding="utf-8")
    upload(page, live_server.url, file)
    row = page.locator("#row-0-3-0")

    row.get_by_role("button", name="Vynechat").click()
    expect(row).to_contain_text("vynecháno")
    expect(page.locator("#import-bar")).to_contain_text("Zapsat 1 hráče")
    expect(row.get_by_role("button", name="Vzít zpět")).to_be_focused()
    page.keyboard.press("Enter")
    expect(row).to_contain_text("nový")
    page.get_by_role("button", name="Psát NOVÁK JAN").click()
    expect(page.get_by_label("Jméno, řádek 2")).to_have_value("NOVÁK JAN")
    page.get_by_role("button", name="Zapsat 2 hráče").click()

    expect(page.get_by_role("heading", name="Přihlášky jsou zapsané")).to_be_visible()
    assert [name for name, *_rest in people(tournament)] == ["NOVÁK JAN", "Čech Petr"]


def test_a_row_is_put_right_without_javascript(
    browser: Browser, live_server: Any, tournament: Tournament, organiser: Any, file: Path
) -> None:
    file.write_text("Jméno;Klub\n;Karlín\nČech Petr;Žatec\n", encoding="utf-8")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    upload(page, live_server.url, file)

    page.get_by_label("Jméno, řádek 2").fill("Hora Milan")
    page.locator("#row-0-2-0").get_by_role("button", name="Uložit řádek").click()
    expect(page.locator("#row-0-2-0")).to_contain_text("nový")
    page.get_by_role("button", name="Zapsat 2 hráče").click()

    expect(page.get_by_role("heading", name="Přihlášky jsou zapsané")).to_be_visible()
    assert [name for name, *_rest in people(tournament)] == ["Hora Milan", "Čech Petr"]
    context.close()
