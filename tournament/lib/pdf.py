"""A print template to PDF, or to the same document as a page that the browser prints.

The only module that knows WeasyPrint. Nothing is ever fetched from the network: a document may use the
project's static files (fonts among them) and nothing else.
"""

from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

# Where a document seems to lie while it becomes a PDF; the name is reserved and belongs to nobody.
_BASE = "http://print.invalid/"
_CONTENT_TYPES = {".css": "text/css", ".svg": "image/svg+xml", ".ttf": "font/ttf", ".png": "image/png"}


class PdfUnavailable(RuntimeError):  # noqa: N818 - the name says what is the matter
    """WeasyPrint or the system's Pango is missing; the text is a Czech sentence that says what to do."""


def render_page(template: str, context: dict[str, Any]) -> str:
    """The document as a page of the browser, to be printed from there; it works without Pango."""
    return render_to_string(template, {**context, "as_pdf": False})


def render_pdf(template: str, context: dict[str, Any]) -> bytes:
    """The document as PDF; the same context gives the same bytes. Raises ``PdfUnavailable``."""
    weasyprint = _weasyprint()
    html = render_to_string(template, {**context, "as_pdf": True})
    document = weasyprint.HTML(string=html, base_url=_BASE, url_fetcher=_static_files())
    return bytes(document.write_pdf(pdf_version="1.7", pdf_tags=False))


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
    return weasyprint


@cache
def _static_files() -> Any:
    """The fetcher that knows static files only; a missing one stops the print instead of spoiling it."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class StaticFiles(URLFetcher):
        def fetch(self, url: str, headers: Any = None) -> Any:
            root = urljoin(_BASE, settings.STATIC_URL)
            found = finders.find(unquote(url.removeprefix(root))) if url.startswith(root) else None
            if not found:
                raise ValueError(f"a print may use static files only, not {url}")
            path = Path(found)
            return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": _CONTENT_TYPES[path.suffix]})

    return StaticFiles(allowed_protocols=(), allow_redirects=False, fail_on_errors=True)
