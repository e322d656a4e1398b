"""A whole tournament as a web of files, made of the very pages that everybody sees."""

import posixpath
import re
import tempfile
from contextlib import ExitStack
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import cast
from urllib.parse import unquote, urljoin, urlsplit
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from public.lib.offline_page import Folder, offline_page
from tournament.access import for_organiser
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.lib.htmx import HtmxRequest
from tournament.lib.stamps import moment_name
from tournament.models import Tournament
from tournament.selectors.overview import is_public

PAGES = frozenset(
    {
        "tournament:overview",
        "tournament:registered",
        "tournament:rounds",
        "tournament:round",
        "tournament:protocol",
        "scoring:standings",
        "scoring:decisions",
        "scoring:rates",
        "scoring:ladder",
        "scoring:renonce",
        "scoring:articles",
        "scoring:points",
        "public:player",
    }
)
"""Pages that go into the web, once one of them leads there."""

AFTER_A_ROUND = re.compile(r"kolo=(\d{1,3})\Z")
"""The only thing that one of them is asked for besides: older versions stay with the program."""

FILES = "soubory"
IN_STYLE = re.compile(r"url\(\"?([^\")]+)\"?\)")
OTHER_LETTERS = re.compile(r"@font-face \{[^}]*\.ttf[^}]*\}")
"""Fonts of letters that hardly any name has: they are ten times larger."""


@require_safe
@for_organiser
def website(request: HttpRequest, tournament: Tournament, actor: Actor) -> FileResponse:
    """The web in a ZIP. Written aside first: what is sent is whole, and memory holds one page at a time.

    Refuses ``nothing_public`` and ``web_changed``, when a page was taken back while the web was made.
    """
    if not is_public(tournament):
        raise Refused(
            _("Zatím není zveřejněné nic, z čeho by web byl. Zveřejněte losování prvního kola."),
            code="nothing_public",
        )
    with ExitStack() as when_it_fails:
        file = when_it_fails.enter_context(tempfile.TemporaryFile())
        with ZipFile(file, "w", ZIP_DEFLATED) as packed:
            Website(tournament.slug, packed).write()
        # The response closes it when it is sent.
        when_it_fails.pop_all()
    file.seek(0)
    name = f"{tournament.slug}-web-{moment_name(timezone.now())}.zip"
    return FileResponse(file, as_attachment=True, filename=name)


class Website:
    """Pages found one from another, beginning with the first one, and the files that they need."""

    def __init__(self, slug: str, packed: ZipFile) -> None:
        self._slug, self._packed = slug, packed
        self._root = reverse("tournament:overview", kwargs={"slug": slug})
        self._named: dict[str, str | None] = {}
        self._waiting: list[str] = []
        self._files: set[str] = set()

    def write(self) -> None:
        """Everything, each page once."""
        self._page(self._root)
        while self._waiting:
            address = self._waiting.pop()
            page = offline_page(asked(address), self._folder(address))
            self._packed.writestr(f"{self._slug}/{self._named[address]}", page)
        for name in sorted(self._files):
            self._write_file(name)

    def _folder(self, here: str) -> Folder:
        return Folder(page=lambda link: self._page(urljoin(here, link)), file=self._file, symbol=symbol)

    def _page(self, address: str) -> str | None:
        """The name of a page in the folder; one that was not met before is tried and waits to be written."""
        if address not in self._named:
            name = self._name(address)
            seen = name is not None and seen_by_all(address) is not None
            self._named[address] = name if seen else None
            if seen:
                self._waiting.append(address)
        return self._named[address]

    def _name(self, address: str) -> str | None:
        parts = urlsplit(address)
        if not parts.path.startswith(self._root) or (parts.query and not AFTER_A_ROUND.match(parts.query)):
            return None
        try:
            found = resolve(parts.path)
        except Resolver404:
            return None
        if found.view_name not in PAGES or (parts.query and found.view_name != "scoring:standings"):
            return None
        words = [one for one in parts.path.removeprefix(self._root).split("/") if one]
        return "-".join([*words, *re.findall(r"\w+", parts.query)] or ["index"]) + ".html"

    def _file(self, address: str) -> str:
        name = address.removeprefix(settings.STATIC_URL)
        self._files.add(name)
        return f"{FILES}/{name}"

    def _write_file(self, name: str) -> None:
        """A file with those that a style needs; of fonts only the small ones, with every Czech letter."""
        content = static_content(name)
        if name.endswith(".css"):
            style = OTHER_LETTERS.sub("", content.decode())
            content = style.encode()
            for used in IN_STYLE.findall(style):
                found = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(used)))
                if found not in self._files:
                    self._files.add(found)
                    self._write_file(found)
        self._packed.writestr(f"{self._slug}/{FILES}/{name}", content)


def asked(address: str) -> str:
    """A page that was there a moment ago."""
    page = seen_by_all(address)
    if page is None:
        raise Refused(
            _("Zatímco se web chystal, něco přestalo být zveřejněné. Stáhněte ho znovu."), code="web_changed"
        )
    return page


def seen_by_all(address: str) -> str | None:
    """A page as somebody without an account gets it, mostly from what is kept; ``None`` if he may not."""
    parts = urlsplit(address)
    request = HttpRequest()
    request.method, request.user = "GET", AnonymousUser()
    request.path = request.path_info = parts.path
    request.META = {"QUERY_STRING": parts.query, "SERVER_NAME": settings.PUBLIC_HOST, "SERVER_PORT": "80"}
    request.GET = QueryDict(parts.query)
    cast(HtmxRequest, request).htmx = HtmxDetails(request)
    found = resolve(parts.path)
    try:
        response = found.func(request, *found.args, **found.kwargs)
    except Http404:
        return None
    is_page = isinstance(response, HttpResponse) and response.status_code == HTTPStatus.OK
    return response.content.decode() if is_page else None


def static_content(name: str) -> bytes:
    """A style, a font or a picture, whether or not it was put together under the name of its content."""
    found = finders.find(name)
    if found:
        return Path(found).read_bytes()
    with staticfiles_storage.open(name) as file:
        content: bytes = file.read()
    return content


@lru_cache(maxsize=64)
def symbol(address: str, name: str) -> str:
    """A drawing of one of our files of drawings."""
    content = static_content(address.removeprefix(settings.STATIC_URL)).decode()
    found = re.search(rf'<symbol id="{re.escape(name)}".*?</symbol>', content, re.DOTALL)
    return found[0] if found else ""
