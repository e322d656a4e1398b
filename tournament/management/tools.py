"""What the commands share: a refusal is one sentence on standard error and exit status 1."""

import os
import tempfile
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from tournament.errors import DeskError
from tournament.models import Tournament


def sentences(handle: Callable[..., Any]) -> Callable[..., Any]:
    """Decorates ``Command.handle``: a ``DeskError`` becomes the command's one sentence."""

    @wraps(handle)
    def with_sentences(*args: Any, **options: Any) -> Any:
        try:
            return handle(*args, **options)
        except DeskError as error:
            raise CommandError(error.text) from error

    return with_sentences


def tournament_named(slug: str) -> Tournament:
    """The tournament with this slug; ``CommandError`` names the slugs there are."""
    found = Tournament.objects.filter(slug=slug).first()
    if found is not None:
        return found
    known = ", ".join(Tournament.objects.values_list("slug", flat=True)[:10]) or "zatím žádný"
    raise CommandError(f"Turnaj „{slug}“ v databázi není. Jsou tu: {known}.")


def read_file(path: Path) -> bytes:
    """The bytes of a file named on the command line."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"Soubor „{path}“ se nedá přečíst: {error.strerror}.") from error


def write_file(path: Path, content: bytes) -> None:
    """Write whole or not at all: a full disk or a stopped process leaves an older file as it was."""
    part = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            part = Path(file.name)
            file.write(content)
        part.chmod(0o666 & ~_umask())
        part.replace(path)
    except OSError as error:
        if part is not None:
            part.unlink(missing_ok=True)
        raise CommandError(f"Soubor „{path}“ se nedá zapsat: {error.strerror}.") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
