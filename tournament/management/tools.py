"""What the commands share: a refusal is one sentence on standard error and exit status 1."""

import errno
import os
import tempfile
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import IO, Any

from django.core.management.base import CommandError

from tournament.errors import DeskError
from tournament.management.base import shown
from tournament.models import Tournament

REASONS = {
    errno.ENOENT: "na tom místě není",
    errno.EISDIR: "je to složka, ne soubor",
    errno.ENOTDIR: "na cestě k němu není složka",
    errno.EACCES: "nemáte k němu práva",
    errno.EPERM: "nemáte k němu práva",
    errno.EROFS: "na ten disk se nedá psát",
    errno.ENOSPC: "na disku není místo",
    errno.ENAMETOOLONG: "jeho jméno je moc dlouhé",
    errno.EBUSY: "právě ho používá něco jiného",
}


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
    found = Tournament.objects.filter(slug=slug).first() if "\0" not in slug else None
    if found is not None:
        return found
    known = ", ".join(Tournament.objects.values_list("slug", flat=True)[:10]) or "zatím žádný"
    raise CommandError(f"Turnaj „{shown(slug)}“ v databázi není. Jsou tu: {known}.")


def read_file(path: Path) -> bytes:
    """The bytes of a file named on the command line."""
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise CommandError(f"Soubor „{shown(path)}“ se nedá přečíst: {_why(error)}.") from error


def write_file(path: Path, content: bytes) -> None:
    """Write whole or not at all: a full disk or a stopped process leaves an older file as it was.

    A device or a pipe is written into, a link is followed, never replaced.
    """
    write_file_with(path, lambda file: file.write(content))


def write_file_with(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """The same for what is written piece by piece."""
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                write(file)
        else:
            _replace(target, write)
    except (OSError, ValueError) as error:
        raise CommandError(f"Soubor „{shown(path)}“ se nedá zapsat: {_why(error)}.") from error


def _replace(target: Path, write: Callable[[IO[bytes]], object]) -> None:
    part = None
    try:
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".forhont-", delete=False) as file:
            part = Path(file.name)
            write(file)
        part.chmod(0o666 & ~_umask())
        part.replace(target)
    except BaseException:
        if part is not None:
            part.unlink(missing_ok=True)
        raise


def _why(error: OSError | ValueError) -> str:
    """The system's reason in Czech; one that is not listed stays as the system says it."""
    if isinstance(error, ValueError):
        return "takové jméno soubor mít nemůže"
    return REASONS.get(error.errno or 0) or f"{error.strerror}"


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
