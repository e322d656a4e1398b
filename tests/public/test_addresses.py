"""Everything the public may ask for, in every state of a tournament: nothing unpublished is told.

Whatever answers somebody without an account is walked in every state, with the numbers of what exists; all
other addresses of the program once, when there is most to tell.
"""

import re
import uuid
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from scoring.models import Decision
from scoring.views import files
from tests.public.days import APPLICANT, ASIDE, stages_of
from tests.scoring.test_frozen_pages import Day
from tests.test_access import ROWS, patterns
from tournament.frozen import FRESH
from tournament.models import Round, TableLink

pytestmark = pytest.mark.django_db

PRIVATE = "private, no-store"
KEPT_OTHERWISE = {
    "login": "max-age=0, no-cache, no-store, must-revalidate, private",
    "public:state": "no-cache",
    "public:tables_state": "no-cache",
    "worker": "no-cache",
    "tournament:home": PRIVATE,
}
"""How long answers may be kept that are neither frozen nor anybody's own."""

WITH_A_FORM = {"login", "tournament:apply", "tournament:application", "scoring:scribe_door"}
"""Pages whose form needs a cookie; every other one is read without any."""

OPEN_LATER = {"scoring:standings", "scoring:standings_file", "scoring:decisions"}
"""Open to everybody once standings are published, which they are not where doors are tried."""

BY_A_KEY = re.compile(r"<str:(?:token|key|opened)>")
"""Addresses that only who was given a secret knows: the public has none of them."""

ASKED = {"scoring:standings": ("?kolo=1", "?kolo=2", "?kolo=1&verze=1", "?kolo=2&verze=1")}
"""What pages for everybody may be asked besides."""

RESOURCES = {"src", "srcset", "poster", "data", "action"}


class Page(HTMLParser):
    """What a page makes a browser ask for by itself."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect addresses of files, and where forms are sent; links are the reader's own choice."""
        self.asked += [
            value or ""
            for name, value in attrs
            if name in RESOURCES or (name == "href" and tag not in ("a", "base"))
        ]


@pytest.fixture(autouse=True)
def paper_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A print as it goes into the PDF: what stands there can be read, and setting it takes no time."""
    monkeypatch.setattr(
        files, "_pdf", lambda template, context: files.render_page(template, context).encode()
    )


def values(day: Day) -> dict[str, tuple[object, ...]]:
    """Values for the arguments of addresses; what has none here gets one that does not exist."""
    discarded = Round.with_discarded.filter(discarded_at__isnull=False).values_list("pk", flat=True)
    return {
        "slug": ("jarni-turnaj",),
        "number": (1, 2),
        "table_number": (1, 2),
        "table": (1,),
        "player": (1, 9),
        "sequence": (1, 2),
        "version": (1,),
        "dispute": (1,),
        "ruling_id": tuple(Decision.objects.values_list("pk", flat=True)),
        "round_id": tuple(discarded),
        "person_id": (day.entry(1).player_id,),
        "other_id": (day.entry(2).player_id,),
        "category": (1,),
        "payment": (1,),
        "member": (1,),
    }


def addresses(day: Day, *, members: bool) -> Iterator[tuple[str, str]]:
    """Name and path of each address that may be tried without a secret: those of members, or all others."""
    known = values(day)
    for name, route in sorted(set(patterns(get_resolver()))):
        shut = ROWS[name][0].split()[0] != "200" and name not in OPEN_LATER
        if BY_A_KEY.search(route) or shut != members:
            continue
        arguments = re.findall(r"<(?:\w+:)?(\w+)>", route)
        for chosen in product(*(known.get(one) or (uuid.UUID(int=1),) for one in arguments)):
            path = route
            for argument, value in zip(arguments, chosen, strict=True):
                path = re.sub(rf"<(?:\w+:)?{argument}>", str(value), path)
            yield name, path


def words_of(answer: Any) -> str:
    """Everything in an answer that can be read, its headers too."""
    body = answer.getvalue()
    text = unescape(body.decode(errors="replace"))
    headers = " ".join(f"{name}: {value}" for name, value in answer.headers.items())
    return f"{headers} {text}"


def figures_of(text: str) -> str:
    return re.sub(r"[\s\u00a0\u202f.]", "", text)


def faults_of(name: str, path: str, answer: Any, hidden: tuple[str, ...]) -> list[str]:
    """What is wrong with an answer to the public."""
    text = words_of(answer)
    figures = figures_of(text)
    found = [f"tells {word!r}" for word in hidden if word in text or figures_of(word) in figures]
    if answer.cookies and answer.status_code == 200 and name not in WITH_A_FORM:
        found.append(f"sets {sorted(answer.cookies)}")
    kept = answer.headers["Cache-Control"]
    expected = {PRIVATE, FRESH} if answer.status_code == 200 else {PRIVATE}
    if kept not in ({KEPT_OTHERWISE[name]} if name in KEPT_OTHERWISE else expected):
        found.append(f"{answer.status_code} may be kept: {kept}")
    if kept == FRESH and "ETag" not in answer.headers:
        found.append("has no tag to be asked by")
    if answer.headers.get("Content-Type", "").startswith("text/html"):
        asked = Page(text).asked
        found += [f"asks for {one}" for one in asked if not re.match(r"/(?!/)|#|data:image/|$", one)]
    return found


def test_nothing_unpublished_is_in_any_answer_in_any_state(day: Day, organiser_client: Client) -> None:
    wrong: dict[str, list[str]] = {}
    public: dict[str, set[str]] = {}
    for stage, told in stages_of(day):
        links = TableLink.objects.values_list("token", "code")
        hidden = (*ASIDE, *told.hidden, *(secret for link in links for secret in link))
        visitor = Client()
        public[stage] = set()
        for name, path in addresses(day, members=False):
            for query in ("", *ASKED.get(name, ())):
                answer = visitor.get(path + query)
                if answer.status_code == 200:
                    public[stage].add(name)
                faults = faults_of(name, path + query, answer, hidden)
                if faults:
                    wrong[f"{stage}: {path}{query}"] = faults
    for name, path in addresses(day, members=True):
        answer = visitor.get(path)
        faults = faults_of(name, path, answer, hidden)
        if faults or answer.status_code not in (302, 403, 404, 405):
            wrong[f"of members: {path}"] = [str(answer.status_code), *faults]
    assert not wrong, "\n".join(f"{where}: {what}" for where, what in wrong.items())
    assert public["nothing is open"] == NOBODYS
    assert public["it has ended"] >= NOBODYS | OF_AN_ENDED_ONE
    # What must not be seen is there to be seen by who may.
    seen = " ".join(
        organiser_client.get(f"/t/jarni-turnaj/{page}").content.decode()
        for page in ("hraci/1/", "hraci/2/platby/", "prihlasky/", "hlaseni/")
    )
    card, note, _free, taken, told_aside, *_rest = ASIDE
    assert [word for word in (card, note, taken, told_aside, APPLICANT) if word not in seen] == []


NOBODYS = {"login", "worker", "tournament:home", "scoring:articles_of_all", "scoring:scribe_door"}
"""Open to everybody and about no tournament."""
OF_AN_ENDED_ONE = {
    "tournament:overview",
    "tournament:registered",
    "tournament:rounds",
    "tournament:round",
    "tournament:protocol",
    "scoring:standings",
    "scoring:standings_file",
    "scoring:decisions",
    "scoring:rates",
    "scoring:print_seating",
    "public:state",
    "public:standings_feed",
    "public:seating_feed",
    "public:clock_feed",
    "public:calendar",
    "public:standings_embedded",
}
"""Pages of a tournament that must have been among those walked."""
