"""The folder of static files that belongs to their content; settings ask, so nothing of Django is here."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


def static_root(folder: Path, directories: Iterable[Path]) -> Path:
    """Another one for other files, or another way to put them together; libraries are in the requirements."""
    paths = [path for directory in directories for path in sorted(directory.rglob("*")) if path.is_file()]
    return folder / digest_of([*paths, PROJECT / "config/statics.py", PROJECT / "requirements.txt"])


def digest_of(paths: Iterable[Path]) -> str:
    """Of the names and the content of some files."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"{path.parent.name}/{path.name}".encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
