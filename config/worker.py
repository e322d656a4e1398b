"""The service worker: a script that has to come from the top of the site, with the version of the files."""

import hashlib
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

STATIC = settings.BASE_DIR / "static"


@cache
def version() -> str:
    """A digest of the static files as this process serves them; with another one browsers begin anew."""
    digest = hashlib.sha256()
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        digest.update(str(path.relative_to(STATIC)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@require_safe
def script(request: HttpRequest) -> HttpResponse:
    """``static/js/worker.js`` with its version in front; asked for anew whenever a page registers it."""
    text = f'const VERSION = "{version()}";\n' + (STATIC / "js/worker.js").read_text(encoding="utf-8")
    return HttpResponse(
        text, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"}
    )
