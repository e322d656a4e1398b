"""„Stáhnout jako web“: the pages everybody sees, which work in any folder."""

import io
import posixpath
import re
from html.parser import HTMLParser
from urllib.parse import unquote
from zipfile import ZipFile

import pytest
from django.test import Client

from tests.public.days import APPLICANT, ASIDE, LATE, stages_of
from tests.scoring.test_frozen_pages import Day

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
    assert b"@font-face" in files["jarni-turnaj/soubory/css/base.css"]
    assert {name for name in files if name.endswith((".woff2", ".ttf"))} == {
        "jarni-turnaj/soubory/fonts/source-sans-3.woff2",
        "jarni-turnaj/soubory/fonts/source-sans-3-italic.woff2",
    }
    assert [word for word in (LATE, APPLICANT) if word.encode() in b"".join(files.values())] == []
