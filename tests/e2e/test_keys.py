"""A pile of sheets typed in a browser without the mouse, with the keys counted."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from rules import format_amount, parse_hand
from rules.shorthand import shorten
from scoring.adapters import proposed_crowns
from scoring.forms.fields import ResultField, typed_number
from scoring.models import Hand, TableResult
from scoring.selectors.tables import result_lines
from scoring.services.demo_hands import demo_hands
from scoring.services.hands import hand_record
from tests import factories
from tests.scoring.records import OTHER_DESK, betl
from tournament.enums import TableState
from tournament.models import Account, Round, Table, Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

BOARD = "/t/jarni-turnaj/kolo/1/listky/"
MOST_KEYS = 14
"""Beside the characters of the figures, for one table of four with money and premium points."""

PILE = {
    1: (("12,34", "-5,60", "-10,01", "3,27"), ("35", "0", "-5", "7")),
    2: (("-7,2", "4.2", ",80", "2,20"), ("0", "14", "0", "0")),
    3: (("120", "-40", "-40,5", "-39,50"), ("8", "8", "0", "-20")),
}
"""What stands at the foot of three sheets: money and premium points by seat."""


@pytest.fixture(scope="module", autouse=True)
def database_beside_playwright() -> Iterator[None]:
    """Playwright's event loop runs in this thread; the database is emptied while it still does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def three_tables(tournament: Tournament) -> Round:
    """A round being played at three tables of four."""
    factories.entries(tournament, 12)
    return factories.drawn_round(tournament)


class Keys:
    """A keyboard that counts: characters of figures apart from every other key."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.others = 0

    def figure(self, text: str) -> None:
        self.page.keyboard.type(text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.others += len(keys)


def log_in(page: Page, server: LiveServer, address: str) -> None:
    """The organiser opens a page; the mouse is put away afterwards."""
    page.goto(f"{server.url}/prihlaseni/?next={address}")
    page.get_by_label("Jméno").fill("olga")
    page.get_by_label("Heslo").fill(factories.PASSWORD)
    page.locator("main button[type=submit]").click()
    page.wait_for_url(f"**{address}")


def picture(page: Page, pictures: Path | None, name: str) -> None:
    """The page as it looks wide and on a phone."""
    for width, height in ((1366, 768), (390, 844)) if pictures else ():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.screenshot(path=str(pictures / f"{name}-{width}.png"))
    page.set_viewport_size({"width": 1366, "height": 768})


def type_figures(keys: Keys, money: tuple[str, ...], premium: tuple[str, ...]) -> None:
    """Money of everybody, then the points; Enter after each, the last one saves."""
    for text in (*money, *premium):
        keys.figure(text)
        keys.press("Enter")


def test_a_pile_of_three_sheets_by_keys(
    page: Page, live_server: LiveServer, three_tables: Round, organiser: Account, pictures: Path | None
) -> None:
    log_in(page, live_server, BOARD)
    picture(page, pictures, "board")
    keys = Keys(page)
    needed = {}

    keys.press("1", "Enter")
    for number, (money, premium) in PILE.items():
        page.wait_for_url(f"**/stul/{number}/vysledek/")
        expect(page.locator("#id_money_A")).to_be_focused()
        type_figures(keys, money, premium)
        expect(page.get_by_role("button", name=f"Potvrdit výsledek stolu {number}")).to_be_focused()
        picture(page, pictures, f"confirm-{number}")
        keys.press("Enter")
        needed[number], keys.others = keys.others, 0

    page.wait_for_url(f"**{BOARD}")
    expect(page.get_by_text("Všechny lístky jsou potvrzené")).to_be_visible()
    assert max(needed.values()) <= MOST_KEYS, needed
    for number, (money, premium) in PILE.items():
        table = Table.objects.get(round=three_tables, number=number)
        lines = result_lines(TableResult.objects.get(table=table))
        haler = dict(zip("ABCD", map(ResultField().clean, money), strict=True))
        assert table.state == TableState.CONFIRMED
        assert {line.letter: line.money for line in lines} == haler
        assert {line.letter: line.zb for line in lines} == proposed_crowns(haler)
        assert [line.premium for line in lines] == [int(text) for text in premium]


def test_a_sheet_out_of_the_order_of_the_pile(
    page: Page, live_server: LiveServer, three_tables: Round, organiser: Account
) -> None:
    """Escape leads to the board, where the number of the table is typed."""
    log_in(page, live_server, BOARD)
    keys = Keys(page)
    keys.press("3", "Enter")
    page.wait_for_url("**/stul/3/vysledek/")
    expect(page.locator("#id_money_A")).to_be_focused()

    keys.press("Escape")
    page.wait_for_url(f"**{BOARD}")
    expect(page.get_by_label("Stůl č.")).to_be_focused()
    keys.press("2", "Enter")
    page.wait_for_url("**/stul/2/vysledek/")
    expect(page.locator("#id_money_A")).to_be_focused()
    type_figures(keys, *PILE[2])
    expect(page.get_by_role("button", name="Potvrdit výsledek stolu 2")).to_be_focused()
    keys.press("Enter")

    page.wait_for_url("**/stul/3/vysledek/")
    assert keys.others <= MOST_KEYS
    assert Table.objects.get(round=three_tables, number=2).state == TableState.CONFIRMED


def test_paper_beside_hands_from_a_phone(
    page: Page, live_server: LiveServer, three_tables: Round, organiser: Account, pictures: Path | None
) -> None:
    """The hands are taken by one key; paper is chosen by three, and each figure says what the hands give."""
    table = Table.objects.select_related("round__tournament").get(round=three_tables, number=1)
    hand_record(table=table, record=betl(dealer="A", declarer="B"), by=OTHER_DESK)
    log_in(page, live_server, "/t/jarni-turnaj/kolo/1/stul/1/vysledek/")
    expect(page.get_by_role("button", name="Potvrdit výsledek stolu 1")).to_be_focused()
    expect(page.locator("#id_money_A")).to_be_hidden()
    picture(page, pictures, "hands")

    keys = Keys(page)
    keys.press("Tab", "ArrowRight", "Enter")
    expect(page.locator("#id_money_A")).to_be_focused()
    for text, note in (("-3", "✓ jako hry"), ("8", "≠ hry +9,00")):
        seat = page.locator("input:focus").get_attribute("name")
        keys.figure(text)
        expect(page.locator(f".field:has([name={seat}]) .figure-note")).to_have_text(note)
        keys.press("Enter")
    picture(page, pictures, "paper")
    for text in ("-3", "-2", "", "", "", ""):
        keys.figure(text)
        keys.press("Enter")
    expect(page.get_by_text("Výsledek a zapsané hry se liší")).to_be_visible()
    assert keys.others <= MOST_KEYS


def test_the_typist_goes_on_where_another_one_confirms(
    page: Page, live_server: LiveServer, three_tables: Round, organiser: Account
) -> None:
    """S28: after saving, the next table without a result is one key away."""
    Tournament.objects.update(two_person_mode=True)
    log_in(page, live_server, "/t/jarni-turnaj/kolo/1/stul/2/vysledek/")
    keys = Keys(page)
    type_figures(keys, *PILE[2])
    expect(page.get_by_role("link", name="Výsledek stolu 3")).to_be_focused()
    keys.press("Enter")
    page.wait_for_url("**/stul/3/vysledek/")
    type_figures(keys, *PILE[3])
    expect(page.get_by_role("link", name="Výsledek stolu 1")).to_be_focused()


def test_sums_stand_beside_the_fields_while_typing(
    page: Page, live_server: LiveServer, three_tables: Round, organiser: Account, pictures: Path | None
) -> None:
    log_in(page, live_server, "/t/jarni-turnaj/kolo/1/stul/1/vysledek/")
    keys, total = Keys(page), page.locator("[data-sum=money]")
    for text, shown in (("12,34", "+12,34"), ("-5,60", "+6,74"), ("-10,01", "−3,27")):
        keys.figure(text)
        expect(total).to_have_text(shown)
        keys.press("Enter")
    keys.figure("3,07")
    expect(total).to_contain_text("−0,20")
    expect(total).to_contain_text("do nuly chybí +0,20")
    picture(page, pictures, "slip")
    keys.press("Enter", "Enter", "Enter", "Enter", "Enter")

    # The server says the same; the keys lead over the figures again, and past the reason.
    expect(page.get_by_text("Součet zisků je −0,20").first).to_be_visible()
    picture(page, pictures, "refused")
    keys.press("Enter", "Enter", "Enter")
    keys.figure("3,27")
    expect(total).to_have_text("✓ 0,00")
    expect(page.locator("[data-sum=zb]")).to_have_text("✓ 0")
    assert [page.locator(f"#id_zb_{seat}").get_attribute("placeholder") for seat in "ABCD"] == [
        "12",
        "−5",
        "−10",
        "3",
    ]
    keys.press("Enter", "Enter", "Enter", "Enter", "Enter", "Enter")
    expect(page.get_by_role("button", name="Potvrdit výsledek stolu 1")).to_be_focused()


def test_the_script_reckons_as_the_server(
    page: Page, live_server: LiveServer, three_tables: Round, organiser: Account
) -> None:
    """R-001: a thousand tables, the sum and the crowns; one in ten does not add up to zero."""
    log_in(page, live_server, "/t/jarni-turnaj/kolo/1/stul/1/vysledek/")
    chance = random.Random(40)
    tables = []
    for number in range(1000):
        first = [chance.randint(-9_999_99, 9_999_99) // chance.choice((1, 100, 1000)) for _seat in "ABC"]
        tables.append([*first, -sum(first) + (chance.randint(-150, 150) if number % 10 == 0 else 0)])

    seen = page.evaluate(
        """(tables) => tables.map((typed) => {
            const fields = [..."ABCD"].map((seat) => document.getElementById(`id_money_${seat}`));
            fields.forEach((field, place) => (field.value = typed[place]));
            fields[0].dispatchEvent(new Event("input", { bubbles: true }));
            const total = document.querySelector("[data-sum=money]").firstChild.textContent.replace("✓ ", "");
            return [total, [..."ABCD"].map((seat) => document.getElementById(`id_zb_${seat}`).placeholder)];
        })""",
        [[typed_number(amount, 2) for amount in table] for table in tables],
    )

    expected = []
    for table in tables:
        crowns = proposed_crowns(dict(zip("ABCD", table, strict=True)))
        expected.append(
            [format_amount(sum(table), sign=True), [typed_number(crowns[seat]) for seat in "ABCD"]]
        )
    assert seen == expected


TYPED = ("12", "-12,4", "−12,40", "12.4", ",6", "-,60", "1 234,40 Kč", "12,-", "12,–", "+5", "1240", "0")
NOT_TYPED = ("", "-", ",", "12,345", "1.234,40", "pět", "1234567890", "5 €")


def test_the_script_reads_amounts_as_the_server(
    page: Page, live_server: LiveServer, three_tables: Round, organiser: Account
) -> None:
    log_in(page, live_server, "/t/jarni-turnaj/kolo/1/stul/1/vysledek/")
    seen = page.evaluate(
        """(texts) => texts.map((text) => {
            const field = document.getElementById("id_money_A");
            field.value = text;
            field.dispatchEvent(new Event("input", { bubbles: true }));
            return document.querySelector("[data-sum=money]").firstChild.textContent;
        })""",
        [*TYPED, *NOT_TYPED],
    )
    read = [format_amount(ResultField().clean(text), sign=True) for text in TYPED]
    assert seen == read + ["0,00"] * len(NOT_TYPED)


MOST_KEYS_OF_A_HAND = 12


def write_line(page: Page, keys: Keys, line: str) -> int:
    """Type a line and hand it over; how many keys it took."""
    keys.others = 0
    keys.figure(line)
    keys.press("Enter")
    return len(line) + keys.others


def test_hands_of_a_sheet_by_keys(
    page: Page, live_server: LiveServer, three_tables: Round, organiser: Account, pictures: Path | None
) -> None:
    """Thirty hands as they are played, from the board to the confirmed result."""
    log_in(page, live_server, BOARD)
    keys = Keys(page)
    keys.press("2", "h", "Enter")
    page.wait_for_url("**/stul/2/z-listku/")
    expect(page.locator("#dalsi input[name=line]")).to_be_focused()
    picture(page, pictures, "empty")

    records = list(demo_hands(seats="ABCD", count=30, chance=random.Random(7)))
    played = [shorten(parse_hand(record)) for record in records]
    needed = [write_line(page, keys, re.sub(r" (?=o?s[+-])", "", line)) for line in played]

    # Typing does not wait for the lines that are on their way; thirty saves take a slow machine a while.
    expect(page.locator("#radky [id^=radek-]")).to_have_count(30, timeout=60_000)
    expect(page.locator("#dalsi [data-number]")).to_have_text("31.")
    picture(page, pictures, "thirty")
    hands = Hand.objects.filter(table__number=2).order_by("sequence")
    assert [hand.record["dealer"] for hand in hands] == [record["dealer"] for record in records]
    assert [shorten(parse_hand(hand.record)) for hand in hands] == played
    # Among them sto with steps, a flek, a quiet seven and premium points.
    assert max(needed) <= MOST_KEYS_OF_A_HAND, dict(zip(played, needed, strict=True))
    assert sum(needed) <= 8 * len(needed)

    keys.press("Escape")
    page.wait_for_url("**/stul/2/vysledek/")
    expect(page.get_by_role("button", name="Potvrdit výsledek stolu 2")).to_be_focused()
    keys.press("Enter")
    page.wait_for_url("**/stul/3/vysledek/")
    assert Table.objects.get(round=three_tables, number=2).state == TableState.CONFIRMED


def test_a_line_is_read_while_it_is_typed_and_corrected_by_going_up(
    page: Page, live_server: LiveServer, three_tables: Round, organiser: Account, pictures: Path | None
) -> None:
    log_in(page, live_server, "/t/jarni-turnaj/kolo/1/stul/1/z-listku/")
    keys, fresh = Keys(page), page.locator("#dalsi")
    reading = fresh.locator(".typed-reading")

    keys.figure("bs")
    expect(reading).to_contain_text("Chybí výsledek závazku hra")
    picture(page, pictures, "unfinished")
    keys.figure("+-c")
    expect(reading).to_contain_text("B: sedma · sedma flek (C) · hra uhraná, sedma prohraná")
    expect(reading.locator(".typed-amount")).to_have_text(["+0,60", "−1,80", "+0,60", "+0,60"])
    keys.press("Enter")
    expect(fresh.locator("[data-dealer]")).to_have_text("B")

    # A word that nobody can read comes back into its line; what is typed meanwhile stays.
    keys.figure("ct+ kuk")
    keys.press("Enter")
    wrong = page.locator(".typed-waiting")
    expect(wrong).to_contain_text("Slovu „kuk“ nerozumím.")
    picture(page, pictures, "wrong")
    expect(wrong.locator("input[name=line]")).to_be_focused()
    keys.press("Backspace", "Backspace", "Backspace", "Backspace", "Enter")
    expect(page.locator("#radek-2")).to_be_visible()
    expect(fresh.locator("input[name=line]")).to_be_focused()

    keys.press("ArrowUp", "ArrowUp")
    expect(page.locator("#radek-1 input[name=line]")).to_be_focused()
    keys.press("Backspace", "Backspace")
    keys.figure("+")
    expect(page.locator("#radek-1 .typed-reading")).to_contain_text("hra uhraná, sedma uhraná")
    keys.press("Enter")
    expect(fresh.locator("input[name=line]")).to_be_focused()
    expect(page.locator("#radek-1 input[name=line]")).to_have_value("bs++")

    # Escape gives an unfinished change back.
    keys.press("ArrowUp")
    keys.figure("xyz")
    keys.press("Escape")
    expect(page.locator("#radek-2 input[name=line]")).to_have_value("ct+")
    expect(fresh.locator("input[name=line]")).to_be_focused()
    assert [(hand.version, hand.money["B"]) for hand in Hand.objects.order_by("sequence")] == [
        (2, 180),
        (1, -80),
    ]


def test_two_people_type_the_hands_of_one_sheet(
    page: Page, live_server: LiveServer, three_tables: Round, organiser: Account, pictures: Path | None
) -> None:
    """S44: the same hand is shown and asked about, not stored twice; another one gets the next number."""
    table = Table.objects.select_related("round__tournament").get(round=three_tables, number=1)
    log_in(page, live_server, "/t/jarni-turnaj/kolo/1/stul/1/z-listku/")
    keys, fresh = Keys(page), page.locator("#dalsi")
    hand_record(table=table, record=betl(dealer="A", declarer="B"), by=OTHER_DESK)

    keys.figure("bb+")
    keys.press("Enter")
    expect(page.locator(".typed-question")).to_contain_text("Hra 1 je už zapsaná (zápis: Ota Druhý,")
    picture(page, pictures, "taken")
    expect(page.get_by_role("link", name="Ne, je to táž hra")).to_be_focused()
    keys.press("Enter")
    expect(page.locator("#radek-1 input[name=line]")).to_have_value("bb+")
    expect(fresh.locator("[data-number]")).to_have_text("2.")
    expect(fresh.locator("[data-dealer]")).to_have_text("B")
    expect(fresh.locator("input[name=line]")).to_be_focused()

    hand_record(table=table, record=betl(dealer="B", declarer="C"), by=OTHER_DESK)
    keys.figure("dd+")
    keys.press("Enter")
    expect(page.get_by_role("link", name="Ne, je to táž hra")).to_be_focused()
    keys.press("Tab", "Enter")
    expect(page.locator("#radek-3 input[name=line]")).to_have_value("dd+")
    dealers = [hand.record["dealer"] for hand in Hand.objects.order_by("sequence")]
    assert dealers == ["A", "B", "C"]


def test_lines_wait_for_the_line(
    page: Page, live_server: LiveServer, three_tables: Round, organiser: Account
) -> None:
    """What cannot be sent stays on the page and is sent when the connection returns, once and in order."""
    log_in(page, live_server, "/t/jarni-turnaj/kolo/1/stul/1/z-listku/")
    keys = Keys(page)
    page.context.set_offline(True)
    for line in ("bb+", "cb-"):
        keys.figure(line)
        keys.press("Enter")
    expect(page.locator(".typed-waiting")).to_have_count(2)
    expect(page.locator(".typed-error")).to_contain_text("Server neodpovídá")
    assert not Hand.objects.exists()

    page.context.set_offline(False)
    expect(page.locator("#radky [id^=radek-]")).to_have_count(2)
    assert [hand.record["dealer"] for hand in Hand.objects.order_by("sequence")] == ["A", "B"]


RESCUED = """\
Stůl 1, 1. kolo
Hra 1: betl, hraje B, uhraný
    ABCD/A B:betl betl+
Hra 2: durch, hraje C, prohraný
    ABCD/B C:durch durch-
"""


def test_what_a_phone_gave_out_is_pasted(
    page: Page, live_server: LiveServer, three_tables: Round, organiser: Account
) -> None:
    """S46: of the words for people only the hands are taken, in their order."""
    log_in(page, live_server, "/t/jarni-turnaj/kolo/1/stul/1/z-listku/")
    page.locator("#dalsi input[name=line]").evaluate(
        """(input, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            const how = { clipboardData, bubbles: true, cancelable: true };
            input.dispatchEvent(new ClipboardEvent("paste", how));
        }""",
        RESCUED,
    )
    expect(page.locator("#radky [id^=radek-]")).to_have_count(2)
    assert list(Hand.objects.order_by("sequence").values_list("notation", flat=True)) == [
        "ABCD/A B:betl betl+",
        "ABCD/B C:durch durch-",
    ]


def test_a_page_that_is_read_anew_goes_on_with_what_was_typed(
    page: Page, live_server: LiveServer, three_tables: Round, organiser: Account
) -> None:
    """S46: a line that had arrived is not stored again, one on its way goes, one half typed stays."""
    log_in(page, live_server, "/t/jarni-turnaj/kolo/1/stul/1/z-listku/")
    page.on("dialog", lambda dialog: dialog.accept())
    keys, lost = Keys(page), []

    def store_and_cut(route: Route) -> None:
        """The first answer is lost on its way back, nothing after it gets through."""
        lost.append(route)
        if len(lost) == 1:
            route.fetch()
        route.abort("internetdisconnected")

    page.route("**/ulozit/", store_and_cut)
    for line in ("bb+", "cd-"):
        keys.figure(line)
        keys.press("Enter")
    keys.figure("db")
    expect(page.locator(".typed-error")).to_contain_text("Server neodpovídá")
    assert Hand.objects.count() == 1

    page.unroute_all()
    page.reload()
    expect(page.locator("#radky [id^=radek-]")).to_have_count(2)
    expect(page.locator("#dalsi input[name=line]")).to_have_value("db")
    expect(page.locator("#dalsi [data-number]")).to_have_text("3.")
    expect(page.locator(".typed-waiting")).to_have_count(0)
    notations = list(Hand.objects.order_by("sequence").values_list("notation", flat=True))
    assert notations == ["ABCD/A B:betl betl+", "ABCD/B C:durch durch-"]
