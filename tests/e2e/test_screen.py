"""The projected screen in a browser: letters read from ten metres, whole rows, what comes and stays."""

import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.models import StandingsPublication
from tests import factories
from tournament.actors import Actor
from tournament.enums import RoundState, TableState
from tournament.models import Tournament
from tournament.services.founding import settings_change

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PROJECTORS = {"1920×1080": (1920, 1080), "1280×720": (1280, 720)}
LONG = "Nejezchlebová-Dlouhoveská Anna"
LONGER = "Nejezchlebavrchlabskohradecká"

MEASURED = r"""() => {
    const bodyBox = document.querySelector("[data-screen-body]").getBoundingClientRect();
    const page = document.querySelector(".screen-page:not([hidden])");
    const brush = document.createElement("canvas").getContext("2d");
    const shown = (css) => [...document.querySelectorAll(css)].filter((one) => one.getClientRects().length);
    const lowest = (css, letter) => Math.min(99, ...shown(css).map((one) => {
        const { fontWeight, fontSize } = getComputedStyle(one);
        brush.font = `${fontWeight} ${fontSize} "Source Sans 3"`;
        return (brush.measureText(letter).actualBoundingBoxAscent / innerHeight) * 100;
    }));
    const outside = (ones, box) => [...ones].filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const sides = [box.left - left, right - box.right, box.top - top, bottom - box.bottom];
        return sides.some((over) => over > 1);
    }).map((one) => one.outerHTML.slice(0, 120));
    const headBox = { left: 0, right: innerWidth, top: 0, bottom: bodyBox.top };
    const text = (one) => one.textContent.trim().replace(/\s+/g, " ");
    return {
        part: document.getElementById("stage").dataset.part,
        of: text(document.querySelector("[data-screen-of]")),
        seconds: Number(page.dataset.seconds),
        names: [...page.querySelectorAll(".screen-name")].map(text),
        tables: [...page.querySelectorAll(".screen-table")].map((one) => Number(one.textContent)),
        letters: lowest(".screen-page .screen-name, .screen-page .screen-table", "H"),
        clock: lowest(".clock-time", "0"),
        outside: outside(page.querySelectorAll("*"), bodyBox),
        cut: outside(shown(".screen-head h1, .screen-head p, .screen-bar > li"), headBox),
        scrolls: document.documentElement.scrollWidth > innerWidth
            || document.documentElement.scrollHeight > innerHeight,
    };
}"""


def people(count: int) -> list[str]:
    """Names as long as people have, two of them as long as nobody wants to type."""
    first = ("Jaroslav", "Jan", "Květoslava", "Bohumil", "Zdeněk", "Marie", "Ctirad")
    last = ("Novotný", "Šťastný", "Kratochvílová", "Dvořák", "Žák", "Černohorská", "Říha", "Chvátal")
    usual = [f"{last[n % 8]} {first[n % 7]} {n}" for n in range(count - 2)]
    return [LONG, LONGER, *usual]


def playing(tournament: Tournament, sizes: Sequence[int]) -> list[str]:
    """A round of tables of these sizes; some have handed in, standings of a round before are published."""
    names = people(sum(sizes))
    entries = [factories.EntryFactory(tournament=tournament, name=name, club="") for name in names]
    factories.drawn_round(tournament, number=1, state=RoundState.CLOSED, seated=[], sizes=[])
    publish(tournament, names)
    drawn = factories.drawn_round(tournament, number=2, state=RoundState.PLAYING, seated=entries, sizes=sizes)
    handed_in = drawn.tables.filter(number__lte=max(1, len(sizes) // 2))
    handed_in.update(state=TableState.HANDED_IN)
    factories.ClockChangeFactory(round=drawn)
    return names


def publish(tournament: Tournament, names: Sequence[str], number: int = 1) -> StandingsPublication:
    rows = [standing(place, name) for place, name in enumerate(names, start=1)]
    stored = {"round": 1, "rounds": [1], "order": "sb", "rows": rows, "notes": []}
    round_ = tournament.rounds.get(number=1)
    return factories.StandingsPublicationFactory(round=round_, number=number, rows=stored)


def standing(place: int, name: str) -> dict[str, Any]:
    zero = dict.fromkeys(("money", "zb", "premium", "penalty", "bp"), 0)
    row = {"rank": place, "number": place, "name": name, "club": "", "team": "", "sb": 1000 - place}
    return row | zero | {"withdrawn": False, "excluded": False, "penalties": [], "rounds": [None]}


def address(live_server: LiveServer) -> str:
    return f"{live_server.url}/t/jarni-turnaj/platno/"


WITHOUT_QUESTIONS = """document.addEventListener("readystatechange", () => {
    document.body.removeAttribute("data-state");
})"""
"""A time that is run by a test is over before any server answers."""


def opened(page: Page, live_server: LiveServer, size: tuple[int, int] = (1920, 1080)) -> dict[str, Any]:
    """The screen at its first page, with the typeface there; its time stands and it asks nothing."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(WITHOUT_QUESTIONS)
    page.clock.install(time=factories.SAVED_AT)
    page.clock.pause_at(factories.SAVED_AT + datetime.timedelta(seconds=1))
    page.goto(address(live_server))
    expect(page.locator(".screen-page:not([hidden])")).to_have_count(1)
    page.evaluate("document.fonts.ready")
    return measured(page)


def measured(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(MEASURED)
    return found


def walked(page: Page, first: dict[str, Any], pictures: Path | None) -> list[dict[str, Any]]:
    """Every page once, in the order in which they follow each other."""
    found = [first]
    count = page.locator(".screen-page").count()
    for number in range(count):
        if pictures:
            page.screenshot(path=str(pictures / f"{number:02}-{found[-1]['part']}.png"))
        page.clock.run_for(found[-1]["seconds"] * 1000)
        found.append(measured(page))
    assert found[-1] == first, "after the last page comes the first one"
    return found[:-1]


@pytest.fixture
def jarni(transactional_db: None) -> Tournament:
    return factories.TournamentFactory(slug="jarni-turnaj", name="Jarní turnaj mariášového klubu Žatec")


HALLS = {"eight people": (4, 4), "a club": (4, 4, 4, 4, 3, 3, 4), "320 people": (4,) * 77 + (3, 3, 3, 3)}


@pytest.mark.parametrize("size", PROJECTORS.values(), ids=PROJECTORS)
@pytest.mark.parametrize("sizes", HALLS.values(), ids=HALLS)
def test_every_page_is_read_from_ten_metres(
    page: Page, live_server: LiveServer, jarni: Tournament, pictures: Path | None, sizes: Any, size: Any
) -> None:
    names = playing(jarni, sizes)

    pages = walked(page, opened(page, live_server, size), pictures)

    assert [one["letters"] for one in pages if one["letters"] < 4] == []
    assert [one["clock"] for one in pages if one["clock"] < 12] == []
    assert [(one["part"], one["of"], one["outside"]) for one in pages if one["outside"]] == []
    assert [one["cut"] for one in pages if one["cut"]] == []
    assert [one["part"] for one in pages if one["scrolls"]] == []
    for part in ("tables", "names", "standings"):
        shown = [name for one in pages if one["part"] == part for name in one["names"]]
        assert sorted(shown) == sorted(names), part
    missing = [number for one in pages if one["part"] == "missing" for number in one["tables"]]
    assert missing == list(range(max(1, len(sizes) // 2) + 1, len(sizes) + 1))


def test_one_page_stays_while_it_is_held(page: Page, live_server: LiveServer, jarni: Tournament) -> None:
    playing(jarni, (4, 3))
    Tournament.objects.update(screen_held="standings", screen_standings=False, screen_light=True)

    pages = walked(page, opened(page, live_server), None)

    assert [one["part"] for one in pages] == ["standings"]
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


LONG_TEXT = (
    "Po skončení druhého kola se vydává oběd u výčepu, prosíme hráče z prvních deseti stolů, aby šli první. "
)
SAID = {
    "one short": (["Oběd u výčepu."], 1, []),
    "two": (["Oběd u výčepu.", "Auto 5A1 2345 svítí."], 2, []),
    "more than there is room for": ([LONG_TEXT * 2, LONG_TEXT * 2, LONG_TEXT * 2], 1, ["announcements"]),
}


@pytest.mark.parametrize(("texts", "on_top", "pages"), SAID.values(), ids=SAID)
def test_announcements_are_on_top_and_what_does_not_fit_has_a_page(
    page: Page,
    live_server: LiveServer,
    jarni: Tournament,
    pictures: Path | None,
    texts: list[str],
    on_top: int,
    pages: list[str],
) -> None:
    playing(jarni, (4, 4, 4, 3, 3))
    for text in texts:
        factories.AnnouncementFactory(tournament=jarni, text=text.strip())

    walk = walked(page, opened(page, live_server, (1280, 720)), pictures)

    assert sorted({one["part"] for one in walk} & {"announcements"}) == pages
    assert [(one["part"], one["outside"], one["cut"]) for one in walk if one["outside"] or one["cut"]] == []
    assert [one["letters"] for one in walk if one["letters"] < 4] == []
    # While their own page is on, nothing stands on top of it.
    assert page.locator(".screen-bar > li:visible").count() == on_top


def test_new_things_come_by_themselves_and_are_turned_to(
    page: Page, live_server: LiveServer, jarni: Tournament, desk: Actor
) -> None:
    """The time of the screen stands, so that nothing but the news can turn it."""
    playing(jarni, (4, 4))
    page.clock.install(time=factories.SAVED_AT)
    page.clock.pause_at(factories.SAVED_AT + datetime.timedelta(seconds=1))
    page.goto(address(live_server))
    stage = page.locator("#stage")
    expect(stage).to_have_attribute("data-part", "clock")

    publish(jarni, ["Vítěz Karel"], number=2)
    settings_change(tournament=jarni, by=desk, changes={"screen_light": True})
    page.evaluate("dispatchEvent(new Event('online'))")

    expect(stage).to_have_attribute("data-part", "standings")
    expect(page.locator(".screen-page:visible .screen-name")).to_have_text(["Vítěz Karel"])
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_a_lost_line_leaves_what_there_is_and_the_screen_recovers(
    page: Page, live_server: LiveServer, jarni: Tournament, desk: Actor
) -> None:
    playing(jarni, (4, 4))
    Tournament.objects.update(screen_held="clock")
    page.goto(address(live_server))
    stage = page.locator("#stage")
    expect(stage).to_have_attribute("data-part", "clock")

    page.context.set_offline(True)
    expect(page.locator(".screen-line")).to_contain_text("Bez spojení. Ukazuje se stav v ")
    expect(page.locator(".screen-page:visible")).to_have_count(1)
    jarni.refresh_from_db()
    settings_change(tournament=jarni, by=desk, changes={"screen_held": "missing"})
    page.context.set_offline(False)

    expect(stage).to_have_attribute("data-part", "missing")
    expect(page.locator(".screen-line")).to_be_hidden()


def test_the_door_answers_while_somebody_types_and_forgets_him(
    page: Page, live_server: LiveServer, jarni: Tournament, pictures: Path | None
) -> None:
    """Keys alone; half a minute after the last one the next person finds the field empty."""
    playing(jarni, (4, 3))
    page.clock.install()
    page.goto(f"{live_server.url}/t/jarni-turnaj/najdi/")
    page.keyboard.type("dlouhov")
    expect(page.locator(".find-table")).to_have_text("Stůl 1")
    expect(page.locator(".find-seat")).to_have_text("místo A")
    expect(page.locator(".find-others .find-name")).to_have_text(
        [LONGER, "Novotný Jaroslav 0", "Šťastný Jan 1"]
    )
    if pictures:
        page.screenshot(path=str(pictures / "najdi.png"))
        page.set_viewport_size({"width": 390, "height": 844})
        page.screenshot(path=str(pictures / "najdi-390.png"))

    page.clock.fast_forward(31_000)
    expect(page.locator("#q")).to_have_value("")
    expect(page.locator(".find-table")).to_have_count(0)
    expect(page.locator("#q")).to_be_focused()

    page.keyboard.type("7")
    expect(page.locator(".find-table")).to_have_text("Stůl 2")
    page.keyboard.press("Escape")
    expect(page.locator(".find-table")).to_have_count(0)


def test_before_anything_is_published_the_screen_says_what_will_be_there(
    page: Page, live_server: LiveServer, jarni: Tournament, pictures: Path | None
) -> None:
    Tournament.objects.update(home_open=True, place="Kulturní dům Na Střelnici, Žatec")

    first = opened(page, live_server)

    assert walked(page, first, pictures) == [first]
    assert (first["part"], first["outside"], first["scrolls"]) == ("intro", [], False)
    expect(page.locator(".screen-page .screen-tournament")).to_have_text(jarni.name)
    expect(page.locator(".screen-page .screen-qr svg")).to_be_visible()
