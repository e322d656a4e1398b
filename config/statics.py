"""Style, script and font files under names that carry their content, so that browsers keep them for a year.

They are put together when the program starts, where that was not done for these very files yet: there is no
step to forget. Until then, and for who develops, they are served under their own names straight from where
they lie.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder, get_finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.storage import FileSystemStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.static_root import digest_of
from tournament.lib.fonts import font_folder

WEB_FONTS = {
    "source-sans-3.woff2": "SourceSans3[wght].ttf",
    "source-sans-3-italic.woff2": "SourceSans3-Italic[wght].ttf",
}
"""Letters of European languages, compressed: a tenth of the files of the package, which has the rest."""

LETTERS = ((0x0, 0x24F), (0x1E00, 0x1EFF), (0x2000, 0x22FF), (0x2600, 0x26FF))
"""The first and last of them, as ``css/base.css`` says to browsers."""

FEATURES = ["ccmp", "kern", "liga", "lnum", "locl", "mark", "mkmk", "tnum"]

KEPT_SECONDS = 24 * 3600
"""How long files of another version stay: a server of it may still be running."""


class NamedByContent(CompressedManifestStaticFilesStorage):
    """The files that were put together; while they were not, their own names."""

    def url(self, name: str | None, force: bool = False) -> str:
        """The address of a file."""
        if self.hashed_files:
            return str(super().url(name, force))
        return StaticFilesStorage.url(self, name)


class WebFonts(BaseFinder):
    """Finds the fonts of the screen, which are made of the installed ones when they are first asked for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.storage = FileSystemStorage(location=settings.VAR_DIR / "fonts" / digest_of(_font_sources()))
        self.storage.prefix = "fonts"  # type: ignore[attr-defined]  # because finders look for it
        super().__init__(*args, **kwargs)

    def check(self, **kwargs: Any) -> list[Any]:
        """There is nothing to set wrong."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Where a font lies; nothing for every other file."""
        folder, _slash, name = path.partition("/")
        found = [str(self._made(name))] if folder == "fonts" and name in WEB_FONTS else []
        # Nothing is an empty list: anything else is taken for a place where the file lies.
        return found[0] if found and not find_all else found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        """All of them."""
        for name in WEB_FONTS:
            self._made(name)
            yield name, self.storage

    def _made(self, name: str) -> Path:
        path = Path(self.storage.path(name))
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _replace(path, web_font(font_folder() / WEB_FONTS[name]))
        return path


def web_font(source: Path) -> bytes:
    """The letters of ``LETTERS`` as WOFF2."""
    # Imported here because only the first start needs it.
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(source)
    wanted = [code for code in font.getBestCmap() if any(low <= code <= high for low, high in LETTERS)]
    subsetter = Subsetter(Options(layout_features=FEATURES))
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    font.flavor = "woff2"
    made = BytesIO()
    font.save(made)
    return made.getvalue()


def put_together() -> None:
    """Copy all files to ``STATIC_ROOT`` under names of their content, compressed beside; again: nothing."""
    root = settings.STATIC_ROOT
    assert root is not None, "the tests put nothing together"
    if root.exists():
        return
    root.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(dir=root.parent))
    storage = NamedByContent(location=str(beside))
    found = {}
    for finder in get_finders():
        for path, source in finder.list(None):
            name = f"{prefix}/{path}" if (prefix := getattr(source, "prefix", "")) else path
            with source.open(path) as file:
                storage.save(name, file)
            found[name] = (storage, name)
    for _name, _hashed, done in storage.post_process(found, dry_run=False):
        if isinstance(done, Exception):
            raise done
    with suppress(OSError):
        # Somebody may have been faster; his files are the same.
        os.replace(beside, root)
    for other in root.parent.iterdir():
        if other != root and other.stat().st_mtime < time.time() - KEPT_SECONDS:
            shutil.rmtree(other, ignore_errors=True)


def _font_sources() -> list[Path]:
    return [*(font_folder() / name for name in WEB_FONTS.values()), Path(__file__)]


def _replace(path: Path, content: bytes) -> None:
    """Written beside and renamed, so that nobody serves half of it."""
    descriptor, beside = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    os.replace(beside, path)
