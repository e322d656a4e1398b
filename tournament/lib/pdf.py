"""A print template to PDF, or to the same document as a page that the browser prints.

The only module that knows WeasyPrint. Nothing is ever fetched from the network: a document may use the
project's static files (fonts among them) and nothing else.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

# Where a document seems to lie while it becomes a PDF; the name is reserved and belongs to nobody.
_BASE = "http://print.invalid/"
# The moment every PDF claims to be made, in seconds: the same document is the same file.
_MADE = "946684800"
_CONTENT_TYPES = {".css": "text/css", ".svg": "image/svg+xml", ".ttf": "font/ttf", ".png": "image/png"}


class PdfUnavailable(RuntimeError):
    """WeasyPrint or the system's Pango is missing; the text is a Czech sentence that says what to do."""


def render_page(template: str, context: dict[str, Any]) -> str:
    """The document as a page of the browser, to be printed from there; it works without Pango."""
    return render_to_string(template, {**context, "as_pdf": False})


def render_pdf(template: str, context: dict[str, Any]) -> bytes:
    """The document as PDF; the same context gives the same bytes. Raises ``PdfUnavailable``.

    A page that is the same under many others may be set only once, as a form: an element with the id
    ``form-x`` on a page of its own. Pages with an element whose id begins with ``form-x.`` are printed on it.
    """
    weasyprint = _weasyprint()
    html = render_to_string(template, {**context, "as_pdf": True})
    document = weasyprint.HTML(string=html, base_url=_BASE, url_fetcher=_static_files())
    try:
        return bytes(document.write_pdf(finisher=_lay_forms))
    except weasyprint.urls.FatalURLFetchingError as error:
        # It is no Exception and would end the whole server.
        raise LookupError(f"the template {template} names a file that is not there") from error


def pdf_available() -> bool:
    """Whether ``render_pdf`` can work on this machine."""
    try:
        _weasyprint()
    except PdfUnavailable:
        return False
    return True


def _weasyprint() -> Any:
    """WeasyPrint, imported when first needed: without Pango its import fails, and all but PDF must work."""
    try:
        import weasyprint
    except (ImportError, OSError) as error:
        raise PdfUnavailable(
            _(
                "PDF teď nejde vytvořit, protože v počítači chybí knihovna Pango; otevřete tisk jako stránku"
                " a vytiskněte ho z prohlížeče, nebo Pango doinstalujte (návod je v README)."
            )
        ) from error
    # The subset of a font carries the time it was made, unless the time is said beforehand.
    os.environ.setdefault("SOURCE_DATE_EPOCH", _MADE)
    return weasyprint


def _lay_forms(document: Any, pdf: Any) -> None:
    """Puts the contents of each form under the pages that belong on it and takes the form's own page out."""
    import pydyf

    pages = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    contents = {anchor: page["Contents"] for anchor, page in _anchored(document, pages) if "." not in anchor}
    if not contents:
        return
    save, restore = pydyf.Stream([b"q"]), pydyf.Stream([b"Q"])
    pdf.add_object(save)
    pdf.add_object(restore)
    for anchor, page in _anchored(document, pages):
        if form := contents.get(anchor.partition(".")[0]) if "." in anchor else None:
            page["Contents"] = pydyf.Array([save.reference, form, restore.reference, page["Contents"]])
    kept = [page for page in pages if page["Contents"] not in contents.values()]
    pdf.pages["Kids"] = pydyf.Array([part for page in kept for part in (page.number, 0, "R")])
    pdf.pages["Count"] = len(kept)


def _anchored(document: Any, pages: list[Any]) -> list[tuple[str, Any]]:
    """Every id that names a form or a page on one, with its page in the PDF.

    An element that goes on to further pages counts on its first one.
    """
    found: dict[str, Any] = {}
    for laid_out, page in zip(document.pages, pages, strict=True):
        for anchor in laid_out.anchors:
            if anchor.startswith("form-"):
                found.setdefault(anchor, page)
    return list(found.items())


def _lies_at(name: str) -> str | None:
    """The file of a static name: where it lies, or put together under a name that carries its content."""
    found: str | None = finders.find(name)
    if found is None and settings.STATIC_ROOT and staticfiles_storage.exists(name):
        return str(staticfiles_storage.path(name))
    return found


@cache
def _static_files() -> Any:
    """The fetcher that knows static files only; a missing one stops the print instead of spoiling it."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class StaticFiles(URLFetcher):  # type: ignore[misc]  # because WeasyPrint comes without types
        def fetch(self, url: str, headers: Any = None) -> Any:
            root = urljoin(_BASE, settings.STATIC_URL)
            found = _lies_at(unquote(url.removeprefix(root))) if url.startswith(root) else None
            if not found:
                raise ValueError(f"a print may use static files only, not {url}")
            path = Path(found)
            return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": _CONTENT_TYPES[path.suffix]})

    return StaticFiles(allowed_protocols=(), allow_redirects=False, fail_on_errors=True)
