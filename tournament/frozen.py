"""Pages for everybody are made once for each state of a tournament and then answered from what was kept.

Only for who is nobody here: a page made for him holds no token, no name and sets no cookie, so it is the same
for all of them. Whoever has an account is answered by the view itself.
"""

import re
import threading
import zlib
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

from tournament.access import View
from tournament.lib import kept_pages
from tournament.lib.kept_pages import KeptPage
from tournament.lib.requested import whole_number
from tournament.selectors.public_state import public_mark, public_until, tables_mark

FRESH = "public, max-age=0, must-revalidate"
"""Anybody may keep it, a shared cache too, and asks each time whether it is still the newest."""

VARY = "Accept-Encoding, Cookie, HX-Request"

_KEPT_HEADERS = ("Content-Type", "Content-Disposition")

_MAKING = tuple(threading.Lock() for _number in range(64))
"""One makes a page while the others wait for it. Addresses share them by chance, which costs a moment."""

_GZIP = re.compile(r"(?:^|,)\s*gzip\s*(?:,|$|;\s*q\s*=\s*(?:1|0\.0*[1-9]))", re.IGNORECASE)


class FrozenRequest(HttpRequest):
    """A request whose answer is kept for everybody: ``base.html`` leaves out what forms need."""

    is_frozen: bool


def frozen(*numbers: str, tables: bool = False) -> Callable[[View], View]:
    """A view whose answer to nobody in particular is kept; ``numbers``: what its address may ask after ``?``.

    The slug of a tournament names the state it depends on; a view without one depends on the program alone.
    ``tables``: the page says how far the tables of a round are.
    """
    newest = tables_mark if tables else public_mark

    def decorate(view: View) -> View:
        @wraps(view)
        def answered(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
            address, slug = _address(request, numbers), kwargs.get("slug")
            state = newest(slug) if address and slug else ""
            if address is None or state is None:
                return view(request, **kwargs)
            mark = f"{kept_pages.program()} {state}"
            page = kept_pages.read(address)
            if page is None or not page.shows(mark):
                with _MAKING[zlib.crc32(address.encode()) % len(_MAKING)]:
                    page = kept_pages.read(address)
                    if page is None or not page.shows(mark):
                        # Asked before: what happens meanwhile belongs to the next state.
                        until = public_until(slug)
                        without_forms(request)
                        response = view(request, **kwargs)
                        if not _is_for_everybody(request, response):
                            return response
                        page = _page(cast(HttpResponse, response), mark, until)
                        kept_pages.write(address, page)
            return _answer(request, page)

        return answered

    return decorate


def without_forms(request: HttpRequest) -> None:
    """The page of this request leaves out what forms need, and with it the only cookie it would set."""
    cast(FrozenRequest, request).is_frozen = True


def _address(request: HttpRequest, numbers: tuple[str, ...]) -> str | None:
    """Under what its answer is kept; ``None`` for a request whose answer is not for everybody.

    Only what our own pages link to is kept, written in one way: other addresses could be without end.
    """
    ours = all(name in numbers and _is_plain(values) for name, values in request.GET.lists())
    if settings.DEBUG or not ours or getattr(request, "htmx", False) or request.user.is_authenticated:
        return None
    if len(get_messages(request)):
        return None
    return f"{request.path}?{urlencode(sorted(request.GET.items()))}"


def _is_plain(values: list[str]) -> bool:
    return len(values) == 1 and str(whole_number(values[0])) == values[0]


def _is_for_everybody(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether it is a page at all, without a cookie and without the token of a form."""
    is_page = isinstance(response, HttpResponse) and response.status_code == HTTPStatus.OK
    return is_page and not response.cookies and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")


def _page(response: HttpResponse, mark: str, until: float) -> KeptPage:
    headers = {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}
    return kept_pages.make(mark=mark, until=until, headers=headers, body=response.content)


def _answer(request: HttpRequest, page: KeptPage) -> HttpResponse:
    """The page compressed or not, or that nothing has changed; each form of it has a tag of its own."""
    response = HttpResponse(headers={**page.headers, "Cache-Control": FRESH, "Vary": VARY})
    is_packed = bool(_GZIP.search(request.headers.get("Accept-Encoding", "")))
    response.headers["ETag"] = f'"{page.digest}{"-gzip" if is_packed else ""}"'
    unchanged = get_conditional_response(request, etag=response.headers["ETag"], response=None)
    if unchanged is not None:
        for name in ("ETag", "Cache-Control", "Vary"):
            unchanged.headers[name] = response.headers[name]
        return unchanged
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    response.content = page.packed if is_packed else page.body()
    return response
