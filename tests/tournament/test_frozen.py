"""A page for everybody is made once and then answered from what was kept: how, to whom, and when not."""

import datetime as dt
import gzip
import math
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.test import RequestFactory

from tests import factories
from tournament.enums import TableState
from tournament.frozen import FRESH, VARY, frozen
from tournament.lib import kept_pages
from tournament.models import Tournament
from tournament.selectors.public_state import public_mark, public_until

WORDS = "Pořadí po 1. kole"


@pytest.fixture(autouse=True)
def pages(settings: Any, tmp_path: Path) -> Path:
    settings.PAGES_DIR = tmp_path / "pages"
    return tmp_path / "pages"


@dataclass
class Page:
    """A page that counts how often it was made, and a browser that asks for it."""

    answer: Callable[[HttpRequest], HttpResponse] = lambda request: HttpResponse(WORDS)
    made: list[str] = field(default_factory=list)

    def ask(
        self,
        address: str = "/stranka/",
        *,
        by: object = AnonymousUser(),
        method: str = "get",
        slug: str | None = None,
        **headers: str,
    ) -> HttpResponse:
        request = getattr(RequestFactory(), method)(address, headers=headers)
        request.user = by
        named = {"slug": slug} if slug else {}
        return self._view(request, **named)  # type: ignore[no-any-return]

    @property
    def _view(self) -> Callable[..., HttpResponse]:
        @frozen("kolo")
        def view(request: HttpRequest, slug: str = "") -> HttpResponse:
            self.made.append(request.get_full_path())
            return self.answer(request)

        return view  # type: ignore[return-value]


def test_is_made_once_and_says_that_it_may_be_kept() -> None:
    page = Page()
    first, second = page.ask(), page.ask()
    assert page.made == ["/stranka/"]
    assert (first.content.decode(), second.content.decode()) == (WORDS, WORDS)
    assert second.headers["Content-Type"] == "text/html; charset=utf-8"
    assert (second.headers["Cache-Control"], second.headers["Vary"]) == (FRESH, VARY)
    assert first.headers["ETag"] == second.headers["ETag"] != ""
    assert not second.cookies


PACKED = (
    ("gzip", True),
    ("gzip, deflate, br", True),
    ("br;q=1.0, gzip;q=0.8", True),
    ("gzip;q=0.001", True),
    ("gzip;q=0", False),
    ("gzip;q=0.000, br", False),
    ("br", False),
    ("", False),
    ("notgzip", False),
)


@pytest.mark.parametrize(("accepted", "is_packed"), PACKED)
def test_is_sent_compressed_to_whoever_can_read_it(accepted: str, is_packed: bool) -> None:
    answer = Page().ask(**{"Accept-Encoding": accepted})
    assert answer.headers.get("Content-Encoding") == ("gzip" if is_packed else None)
    body = gzip.decompress(answer.content) if is_packed else answer.content
    assert body.decode() == WORDS


def test_each_form_of_it_has_a_tag_of_its_own() -> None:
    page = Page()
    plain, packed = page.ask(), page.ask(**{"Accept-Encoding": "gzip"})
    assert plain.headers["ETag"] != packed.headers["ETag"]


@pytest.mark.parametrize("accepted", ["", "gzip"])
@pytest.mark.parametrize("written", ["{}", "W/{}", '"jiná", {}', "*"])
def test_who_has_it_already_is_told_that_nothing_has_changed(accepted: str, written: str) -> None:
    page = Page()
    tag = page.ask(**{"Accept-Encoding": accepted}).headers["ETag"]
    again = page.ask(**{"Accept-Encoding": accepted, "If-None-Match": written.format(tag)})
    assert (again.status_code, again.content) == (304, b"")
    told = {name: again.headers[name] for name in ("ETag", "Cache-Control", "Vary")}
    assert told == {"ETag": tag, "Cache-Control": FRESH, "Vary": VARY}
    assert page.made == ["/stranka/"]


def test_who_has_another_one_gets_it() -> None:
    assert Page().ask(**{"If-None-Match": '"stará"'}).content.decode() == WORDS


def test_the_same_content_made_anew_has_the_same_tag() -> None:
    one, other = Page().ask(), Page().ask("/stranka/?kolo=1")
    assert one.headers["ETag"] == other.headers["ETag"]


def test_a_name_under_which_it_is_saved_is_kept_with_it() -> None:
    def file(request: HttpRequest) -> HttpResponse:
        named = {"Content-Disposition": 'attachment; filename="poradi.csv"'}
        return HttpResponse("1;Novák", content_type="text/csv", headers=named)

    page = Page(file)
    page.ask()
    kept = page.ask()
    assert len(page.made) == 1
    assert kept.headers["Content-Type"] == "text/csv"
    assert kept.headers["Content-Disposition"] == 'attachment; filename="poradi.csv"'


NOT_KEPT: dict[str, tuple[str, dict[str, str]]] = {
    "asked for by HTMX as a part": ("/stranka/", {"HX-Request": "true"}),
    "asked for something it does not know": ("/stranka/?razeni=1", {}),
    "a number written otherwise": ("/stranka/?kolo=01", {}),
    "no number": ("/stranka/?kolo=x", {}),
    "the same asked twice": ("/stranka/?kolo=1&kolo=2", {}),
}


@pytest.mark.parametrize("what", NOT_KEPT)
def test_what_could_be_asked_for_without_end_is_not_kept(what: str, pages: Path) -> None:
    address, headers = NOT_KEPT[what]
    page = Page()
    view = page._view
    for _turn in range(2):
        request = RequestFactory().get(address, headers=headers)
        request.user = AnonymousUser()
        request.htmx = "HX-Request" in headers  # type: ignore[attr-defined]
        assert "ETag" not in view(request).headers
    assert len(page.made) == 2
    assert not pages.exists()


def refused(request: HttpRequest) -> HttpResponse:
    return HttpResponse("nic", status=403)


def with_cookie(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(WORDS)
    response.set_cookie("neco", "1")
    return response


def with_token(request: HttpRequest) -> HttpResponse:
    return HttpResponse(get_token(request))


@pytest.mark.parametrize("answer", [refused, with_cookie, with_token])
def test_an_answer_that_is_not_for_everybody_is_not_kept(
    answer: Callable[[HttpRequest], HttpResponse], pages: Path
) -> None:
    page = Page(answer)
    answers = [page.ask(), page.ask()]
    assert len(page.made) == 2
    assert all("ETag" not in one.headers for one in answers)
    assert not pages.exists()


def test_what_is_not_there_is_not_kept() -> None:
    def missing(request: HttpRequest) -> HttpResponse:
        raise Http404

    page = Page(missing)
    for _turn in range(2):
        with pytest.raises(Http404):
            page.ask()
    assert len(page.made) == 2


def test_who_has_an_account_is_answered_by_the_page_itself() -> None:
    page = Page()
    page.ask()
    member = page.ask(by=SimpleNamespace(is_authenticated=True))
    assert len(page.made) == 2
    assert "ETag" not in member.headers


def test_a_page_for_everybody_is_told_so_when_it_is_made() -> None:
    def told(request: HttpRequest) -> HttpResponse:
        return HttpResponse(str(getattr(request, "is_frozen", False)))

    page = Page(told)
    assert page.ask().content == b"True"
    assert page.ask(by=SimpleNamespace(is_authenticated=True)).content == b"False"


def test_many_who_come_at_once_wait_for_one_who_makes_it() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(request: HttpRequest) -> HttpResponse:
        begun.set()
        go_on.wait(30)
        return HttpResponse(WORDS)

    page = Page(slow)
    answers: list[HttpResponse] = []
    readers = [threading.Thread(target=lambda: answers.append(page.ask())) for _number in range(5)]
    for reader in readers:
        reader.start()
    assert begun.wait(30)
    go_on.set()
    for reader in readers:
        reader.join(30)
    assert [one.content.decode() for one in answers] == [WORDS] * 5
    assert len(page.made) == 1


@pytest.mark.django_db
def test_is_made_anew_after_an_act_and_not_after_a_hand(tournament: Tournament) -> None:
    page = Page(lambda request: HttpResponse(f"{WORDS} {len(page.made)}"))
    factories.LogEntryFactory(tournament=tournament)
    first = page.ask(slug=tournament.slug)
    factories.LogEntryFactory(tournament=tournament, public=False)
    same = page.ask(slug=tournament.slug)
    factories.LogEntryFactory(tournament=tournament)
    other = page.ask(slug=tournament.slug, **{"If-None-Match": first.headers["ETag"]})
    assert same.content == first.content != other.content
    assert (other.status_code, len(page.made)) == (200, 2)


@pytest.mark.django_db
def test_only_a_page_that_says_how_far_the_tables_are_is_made_anew_for_a_sheet(
    small_tournament: Tournament,
) -> None:
    made: list[str] = []

    @frozen(tables=True)
    def with_tables(request: HttpRequest, slug: str) -> HttpResponse:
        made.append(slug)
        return HttpResponse(WORDS)

    def ask() -> None:
        request = RequestFactory().get("/stoly/")
        request.user = AnonymousUser()
        with_tables(request, slug=small_tournament.slug)

    other = Page()
    drawn = factories.drawn_round(small_tournament)
    factories.LogEntryFactory(tournament=small_tournament)
    for state in (TableState.OPEN, TableState.HANDED_IN):
        drawn.tables.filter(number=1).update(state=state)
        for _again in range(2):
            ask()
            other.ask(slug=small_tournament.slug)
    assert (len(made), len(other.made)) == (2, 1)


@pytest.mark.django_db
def test_a_state_has_a_mark_of_its_own(tournament: Tournament) -> None:
    assert public_mark(tournament.slug) is None
    marks = []
    for _turn in range(3):
        factories.LogEntryFactory(tournament=tournament)
        marks.append(public_mark(tournament.slug))
    factories.LogEntryFactory(tournament=factories.TournamentFactory(slug="jiny"))
    factories.LogEntryFactory(tournament=tournament, public=False)
    assert len(set(marks)) == 3
    assert public_mark(tournament.slug) == marks[-1]
    # An entry that was seen too late to have the highest number changes the state as well.
    tournament.log.order_by("sequence")[1].delete()
    assert public_mark(tournament.slug) not in marks
    assert public_mark("takovy-neni") is None


def test_another_version_of_the_program_makes_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page()
    page.ask()
    monkeypatch.setattr(kept_pages, "program", lambda: "jiný")
    page.ask()
    assert len(page.made) == 2


BROKEN = {"empty": b"", "half a head": b'{"mark": "0', "no head": b"\x1f\x8b", "other head": b'{"a": 1}\nx'}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_spoiled_file_is_made_anew(content: bytes, pages: Path) -> None:
    page = Page()
    page.ask()
    (kept,) = pages.iterdir()
    kept.write_bytes(content)
    assert [page.ask().content.decode() for _turn in range(2)] == [WORDS] * 2
    assert len(page.made) == 2


def test_a_disk_that_cannot_be_written_disturbs_nobody(pages: Path) -> None:
    pages.write_text("a file where the folder should be")
    page = Page()
    assert [page.ask().content.decode() for _turn in range(2)] == [WORDS] * 2


def test_what_nobody_made_anew_for_long_is_thrown_away(pages: Path) -> None:
    page = Page()
    page.ask("/stara/")
    (old,) = pages.iterdir()
    long_ago = time.time() - kept_pages.UNASKED - 1
    os.utime(old, (long_ago, long_ago))
    page.ask("/nova/")
    kept_pages.sweep()
    assert len(list(pages.iterdir())) == 1
    assert not old.exists()


def test_is_made_anew_when_a_time_that_it_names_has_passed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = Page()
    page.ask()
    monkeypatch.setattr("tournament.frozen.public_until", lambda slug: time.time() - 1)
    monkeypatch.setattr(kept_pages, "program", lambda: "jiný")
    for _turn in range(2):
        page.ask()
    assert len(page.made) == 3


NOW = dt.datetime(2026, 6, 1, 10, 0, tzinfo=dt.UTC)
MIDNIGHT = dt.datetime(2026, 6, 1, 22, 0, tzinfo=dt.UTC)
"""The end of the day in Prague."""


def at(hour: int) -> dt.datetime:
    return NOW.replace(hour=hour)


UNTIL: dict[str, tuple[dict[str, Any], dt.datetime | None, dt.datetime]] = {
    "nothing but the day": ({}, None, MIDNIGHT),
    "claims end": ({}, at(12), at(12)),
    "claims have ended": ({}, at(9), MIDNIGHT),
    "registration from home begins": ({"home_from": at(11), "home_until": at(15)}, at(12), at(11)),
    "registration from home ends": ({"home_from": at(8), "home_until": at(11)}, at(12), at(11)),
    "tomorrow": ({"home_from": NOW + dt.timedelta(days=2)}, None, MIDNIGHT),
}


@pytest.mark.django_db
@pytest.mark.parametrize("what", UNTIL)
def test_a_page_is_good_until_the_first_time_that_passes(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    changes, revision_until, expected = UNTIL[what]
    Tournament.objects.filter(pk=tournament.pk).update(**changes)
    for number in (1, 2):
        factories.RoundFactory(tournament=tournament, number=number, revision_until=revision_until)
    assert public_until(tournament.slug) == expected.timestamp()


def test_what_belongs_to_no_tournament_is_good_for_ever() -> None:
    assert public_until(None) == math.inf
