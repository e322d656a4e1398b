"""„Stáhnout jako web“: the pages everybody sees, which work in any folder."""

import io
import posixpath
import re
from html.parser import HTMLParser
from urllib.parse import unquote
from zipfile import ZipFile

import pytest
from django.test import Client

from public.lib.offline_page import Folder, offline_page
from public.views import website
from tests import factories
from tests.public.days import APPLICANT, ASIDE, LATE, stages_of
from tests.scoring.test_frozen_pages import Day
from tournament.enums import RoundState

pytestmark = pytest.mark.django_db

ZIP = "/t/jarni-turnaj/tisk/web.zip"


class Page(HTMLParser):
    """Where a page leads, what it asks for, which names it has, and which elements it is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.leads: list[str] = []
        self.ids: set[str] = set()
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Of every element."""
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("href", "src"):
                self.leads.append(value or "")
            if name == "id":
                self.ids.add(value or "")


def downloaded(client: Client) -> dict[str, bytes]:
    """Name → content of every file."""
    answer = client.get(ZIP)
    assert answer.status_code == 200
    with ZipFile(io.BytesIO(answer.getvalue())) as packed:
        assert packed.testzip() is None
        assert len(packed.namelist()) == len(set(packed.namelist()))
        return {name: packed.read(name) for name in packed.namelist()}


def beside(name: str, address: str) -> str:
    """What an address means in a file."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(address)))


def dead_ends(files: dict[str, bytes]) -> list[str]:
    """Links and resources that lead out of the folder or to what is not there, of pages and of styles."""
    pages = {name: Page(content.decode()) for name, content in files.items() if name.endswith(".html")}
    wrong = []
    for name, page in pages.items():
        for lead in page.leads:
            address, _hash, place = lead.partition("#")
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(address)))
                if address
                else name
            )
            if lead.startswith("https://"):
                continue
            if target not in files or (not address and place not in page.ids):
                wrong.append(f"{name}: {lead}")
    for name, content in files.items():
        if name.endswith(".css"):
            for used in re.findall(r"url\(\"?([^\")]+)", content.decode()):
                if beside(name, used) not in files:
                    wrong.append(f"{name}: {used}")
    return wrong


def test_every_link_of_every_page_stays_in_the_folder_in_every_state(
    day: Day, organiser_client: Client
) -> None:
    wrong: dict[str, list[str]] = {}
    pages: dict[str, set[str]] = {}
    for stage, told in stages_of(day):
        if stage == "nothing is open":
            assert organiser_client.get(ZIP).status_code == 400
            continue
        files = downloaded(organiser_client)
        texts = {name: content.decode() for name, content in files.items() if name.endswith(".html")}
        wrong[stage] = [
            *dead_ends(files),
            *(
                f"{name}: <{tag}>"
                for name, text in texts.items()
                for tag in Page(text).tags & {"script", "form"}
            ),
            *(
                f"{name}: {word}"
                for name, text in texts.items()
                for word in (*ASIDE, *told.hidden)
                if word in text
            ),
        ]
        pages[stage] = {name.removeprefix("jarni-turnaj/") for name in texts}
    assert wrong == {stage: [] for stage in wrong}
    rules = {"index.html", "pravidla.html", "pravidla-zebricek.html", "pravidla-renonce.html"}
    assert rules <= pages["people apply from home"]
    assert not {
        name for name in pages["the first round is a draft"] if name.startswith(("kolo", "poradi", "hrac"))
    }
    assert {"kola.html", "kolo-1.html"} <= pages["it is published"]
    assert {"kolo-2.html"} <= pages["the second round is published"]
    assert {"poradi.html", "hrac-1.html"} <= pages["its standings are published"]
    assert {"poradi.html", "kolo-1.html", "hrac-1.html"} <= pages["it has ended"]
    assert "kolo-2.html" not in pages["it has ended"]


def test_a_page_says_what_it_says_in_the_program(day: Day, organiser_client: Client) -> None:
    for stage, _told in stages_of(day):
        if stage == "its standings are published":
            break
    files = downloaded(organiser_client)
    table = r"(?s)<tbody>.*?</tbody>"

    def cells(text: str) -> list[str]:
        return [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in re.findall(table, text)]

    shown = Client().get("/t/jarni-turnaj/poradi/").content.decode()
    assert cells(files["jarni-turnaj/poradi.html"].decode()) == cells(shown) != []
    index = files["jarni-turnaj/index.html"].decode()
    assert "finder" not in index
    assert '<span class="brand">' in index
    assert b"@font-face" in files["jarni-turnaj/soubory/css/base.css"]
    assert {name for name in files if name.endswith((".woff2", ".ttf"))} == {
        "jarni-turnaj/soubory/fonts/source-sans-3.woff2",
        "jarni-turnaj/soubory/fonts/source-sans-3-italic.woff2",
    }
    assert [word for word in (LATE, APPLICANT) if word.encode() in b"".join(files.values())] == []


def test_standings_after_each_round_are_there(day: Day, organiser_client: Client) -> None:
    """The tabs lead to them by nothing but what is asked for."""
    for number in (1, 2):
        round_ = factories.drawn_round(day.tournament, number=number, state=RoundState.CLOSED)
        factories.StandingsPublicationFactory(round=round_)
    files = downloaded(organiser_client)
    for name in ("poradi", "poradi-kolo-1", "poradi-kolo-2"):
        text = files[f"jarni-turnaj/{name}.html"].decode()
        assert re.findall(r'<a href="(poradi-kolo-\d\.html)"', text) == [
            "poradi-kolo-1.html",
            "poradi-kolo-2.html",
        ]


OFFLINE = {
    "a script": ("<p>a</p><script>b</script>", "<p>a</p>"),
    "a form": ('<form method="post"><button>b</button></form>c', "c"),
    "a part that needs the program": ("<section data-online><p>b</p></section>c", "c"),
    "a page of the folder": (
        '<a class="x" href="/t/a/kola/#k">b</a>',
        '<a class="x" href="kola.html#k">b</a>',
    ),
    "a page that is not there": ('<a class="x" href="/jinde/">b</a>', '<span class="x">b</span>'),
    "a button to it": ('<a class="button" href="/jinde/">b</a>c', "c"),
    "navigation to it": (
        '<nav><a href="/jinde/">b</a></nav><a href="/jinde/">c</a>',
        "<nav></nav><span>c</span>",
    ),
    "a place of the same page": ('<a href="#b">b</a>', '<a href="#b">b</a>'),
    "another site": ('<a href="https://b.example/">b</a>', '<a href="https://b.example/">b</a>'),
    "a name that looks like a tag": ("&lt;script&gt;b&lt;/script&gt;", "&lt;script&gt;b&lt;/script&gt;"),
    "a style": ('<link rel="stylesheet" href="/static/a.css">', '<link rel="stylesheet" href="files/a.css">'),
    "what is fetched beforehand": ('<link rel="preload" href="/static/a.woff2">', ""),
}


@pytest.mark.parametrize("what", OFFLINE)
def test_what_becomes_of_a_page(what: str) -> None:
    page, expected = OFFLINE[what]
    folder = Folder(
        page={"/t/a/kola/": "kola.html"}.get,
        file=lambda address: address.replace("/static/", "files/"),
        symbol=lambda file, name: f'<symbol id="{name}"/>',
    )
    assert offline_page(page, folder) == expected


def test_drawings_are_put_into_the_page_with_those_they_are_made_of() -> None:
    symbols = {
        "a": '<symbol id="a"><use href="#b" width="1"/></symbol>',
        "b": '<symbol id="b"><path/></symbol>',
    }
    folder = Folder(page=lambda _: None, file=str, symbol=lambda file, name: symbols[name])
    page = offline_page('<body class="c"><svg><use\n    href="/static/i.svg#a"/></svg></body>', folder)
    assert page == (
        '<body class="c"><svg xmlns="http://www.w3.org/2000/svg" hidden>'
        '<symbol id="kresba-a"><use href="#kresba-b" width="1"/></symbol>'
        '<symbol id="kresba-b"><path/></symbol></svg>'
        '<svg><use href="#kresba-a"/></svg></body>'
    )


def test_a_link_to_what_is_not_public_costs_nothing_but_the_link(
    day: Day, organiser_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for stage, _told in stages_of(day):
        if stage == "it is published":
            break
    all_seen = website.seen_by_all
    shut = f"{day.tournament.slug}/kolo/1/protokol/"
    monkeypatch.setattr(website, "seen_by_all", lambda one: None if one.endswith(shut) else all_seen(one))
    files = downloaded(organiser_client)
    assert "jarni-turnaj/kolo-1.html" in files
    assert "jarni-turnaj/kolo-1-protokol.html" not in files
    assert dead_ends(files) == []


def test_what_is_taken_back_while_the_web_is_made_stops_it(
    day: Day, organiser_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for stage, _told in stages_of(day):
        if stage == "it is published":
            break
    all_seen, met = website.seen_by_all, set[str]()

    def only_once(address: str) -> str | None:
        again = address in met
        met.add(address)
        return None if again and address.endswith("/kolo/1/") else all_seen(address)

    monkeypatch.setattr(website, "seen_by_all", only_once)
    answer = organiser_client.get(ZIP)
    assert answer.status_code == 400
    assert "Zatímco se web chystal, něco přestalo být zveřejněné." in answer.content.decode()
