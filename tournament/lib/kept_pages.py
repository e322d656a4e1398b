"""Finished pages on the disk, compressed, each under its address with the mark of the state it shows.

Files and not rows of the database: who only reads never waits for those who write, and several processes find
what one of them has made. A page is written beside and renamed, so that nobody reads half of it.
"""

import gzip
import hashlib
import json
import os
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static

UNASKED = 7 * 24 * 3600
"""Seconds after which a page that nobody made anew is thrown away at a start of the server."""

SOURCES = ("config", "locale", "public", "rules", "scoring", "static", "templates", "tournament")
"""What a page is made by, beside the data."""


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page as it was made: the state it shows and until when, its digest, headers and compressed body."""

    mark: str
    until: float
    digest: str
    headers: Mapping[str, str]
    packed: bytes

    def shows(self, mark: str) -> bool:
        """Whether it is what would be made now."""
        return self.mark == mark and time.time() < self.until

    def body(self) -> bytes:
        """The page as it was before it was compressed."""
        return gzip.decompress(self.packed)


def make(*, mark: str, until: float, headers: Mapping[str, str], body: bytes) -> KeptPage:
    """A page to be kept. The same body is the same page, byte for byte, whoever made it and when."""
    digest = hashlib.sha256(json.dumps(headers, sort_keys=True).encode() + body).hexdigest()[:32]
    return KeptPage(mark, until, digest, headers, gzip.compress(body, compresslevel=9, mtime=0))


def read(address: str) -> KeptPage | None:
    """The page last kept under this address; ``None`` where there is none that can be read."""
    try:
        with _file_of(address).open("rb") as file:
            head = json.loads(file.readline())
            return KeptPage(**head, packed=file.read())
    except (OSError, ValueError, TypeError):
        return None


def write(address: str, page: KeptPage) -> None:
    """Keep it instead of the last one. A full disk keeps nothing and disturbs nobody."""
    target = _file_of(address)
    head = {"mark": page.mark, "until": page.until, "digest": page.digest, "headers": dict(page.headers)}
    with suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        descriptor, beside = tempfile.mkstemp(dir=target.parent, suffix=".new")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(json.dumps(head).encode() + b"\n" + page.packed)
            os.replace(beside, target)
        except OSError:
            os.unlink(beside)
            raise


def sweep() -> None:
    """Throw away what nobody has made anew for long, and what a killed process has left behind."""
    for file in settings.PAGES_DIR.glob("*"):
        with suppress(OSError):
            if file.stat().st_mtime < time.time() - UNASKED:
                file.unlink()


@cache
def program() -> str:
    """A digest of everything pages are made by, so that another version of the program makes its own."""
    digest = hashlib.sha256(f"{settings.PUBLIC_URL} {static('css/base.css')}".encode())
    for folder in SOURCES:
        for path in sorted((settings.BASE_DIR / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(str(path.relative_to(settings.BASE_DIR)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _file_of(address: str) -> Path:
    folder: Path = settings.PAGES_DIR
    return folder / hashlib.sha256(address.encode()).hexdigest()[:40]
