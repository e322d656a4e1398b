"""Where the one typeface of screens and prints lies: in an installed package, never in this repository."""

from pathlib import Path

import fontpkg_source_sans_3

FAMILY: str = fontpkg_source_sans_3.FAMILY

# Address of the folder under the static files; settings.STATICFILES_DIRS names the same folder.
STATIC_PREFIX = "fonts"


def font_folder() -> Path:
    """The folder of the font files, one with upright and one with italic letters of every weight."""
    return Path(fontpkg_source_sans_3.ROOT) / "files"
