"""The standings inside somebody else's page."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.markup import text_of_page
from tests.public.days import APPLICANT, stages_of
from tests.scoring.test_frozen_pages import Day
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

EMBEDDED = "/t/jarni-turnaj/poradi/vlozit/"


def until(day: Day, wanted: str) -> None:
    """Go through the day up to a stage."""
    for stage, _hidden in stages_of(day):
        if stage == wanted:
            return


def test_says_what_is_published_in_every_state(day: Day) -> None:
    seen = {}
    for stage, _hidden in stages_of(day):
        answer = Client().get(EMBEDDED)
        headings = re.findall(r"<h1>\s*(.*?)\s*</h1>", answer.content.decode())
        seen[stage] = (answer.status_code, headings, "Pořadí zatím není zveřejněné." in text_of_page(answer))
    closed, waits = (403, ["Nejdřív se přihlaste"], False), (200, ["Jarní turnaj"], True)
    published = (200, ["Jarní turnaj: pořadí po 1. kole"], False)
    assert list(seen.values()) == [closed] + [waits] * 5 + [published] * 8


def test_any_site_may_frame_it_and_no_other_page(day: Day) -> None:
    until(day, "its standings are published")
    framed = Client().get(EMBEDDED)
    assert "X-Frame-Options" not in framed.headers
    assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
    again = Client().get(EMBEDDED, headers={"If-None-Match": framed.headers["ETag"]})
    assert (again.status_code, "X-Frame-Options" in again.headers) == (304, False)

    whole = Client().get("/t/jarni-turnaj/poradi/")
    assert whole.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in whole.headers["Content-Security-Policy"]


def test_has_the_same_lines_as_the_page_and_nothing_around_them(day: Day) -> None:
    until(day, "a result is corrected")
    framed, whole = (Client().get(path).content.decode() for path in (EMBEDDED, "/t/jarni-turnaj/poradi/"))
    table = r'(?s)<table class="table">.*?</table>'
    # A frame could not show the page of a player, so names lead nowhere there.
    assert re.findall(table, framed) == re.findall(table, re.sub(r"</?a\b[^>]*>", "", whole)) != []
    assert 'href="/t/jarni-turnaj/hrac/' not in framed
    assert "Špatně opsáno." in framed
    assert [tag for tag in ("<header", "<footer", "<nav", "<form", "<script") if tag in framed] == []
    assert APPLICANT not in framed


def test_its_links_open_outside_of_the_frame(day: Day) -> None:
    until(day, "its standings are published")
    links = re.findall(r"<a [^>]*>", Client().get(EMBEDDED).content.decode())
    assert links == ['<a href="/t/jarni-turnaj/poradi/" target="_blank" rel="noopener">']


@pytest.mark.parametrize("who", ["organiser", "stranger", "visitor"])
def test_is_the_same_for_everybody(who: str, day: Day, request: pytest.FixtureRequest) -> None:
    """An organiser sees there what the others see, not the standings as they are now."""
    until(day, "it is closed")
    client: Client = request.getfixturevalue(f"{who}_client")
    assert "Pořadí zatím není zveřejněné." in text_of_page(client.get(EMBEDDED))


def test_what_an_organiser_copies_holds_whatever_the_tournament_is_called(
    tournament: Tournament, organiser_client: Client, settings: Any
) -> None:
    settings.PUBLIC_URL = "https://turnaj.example.cz"
    Tournament.objects.update(name='Turnaj "U Lípy" <b>')
    page = organiser_client.get("/t/jarni-turnaj/tisk/web/").content.decode()
    [snippet] = re.findall(r"<code>(.*?)</code>", page)
    assert unescape(snippet) == (
        '<iframe src="https://turnaj.example.cz/t/jarni-turnaj/poradi/vlozit/"'
        ' title="Pořadí turnaje Turnaj &quot;U Lípy&quot; &lt;b&gt;"'
        ' width="100%" height="800" loading="lazy"></iframe>'
    )
    assert "https://turnaj.example.cz/t/jarni-turnaj/poradi.json" in page


def test_prints_lead_an_organiser_there(organiser_client: Client) -> None:
    assert (
        'href="/t/jarni-turnaj/tisk/web/"' in organiser_client.get("/t/jarni-turnaj/tisk/").content.decode()
    )
