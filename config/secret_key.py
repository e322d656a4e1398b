"""The secret key of an installation that was given none by its environment."""

import os
import secrets
from pathlib import Path


def read_or_make(path: Path) -> str:
    """The key stored in `path`, made on the first call and never replaced.

    Several processes may start at once on an empty installation. Each writes a file of its own and links it
    to the final name, which succeeds for one of them only; all of them then read the winner's key.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        _make(path)
    return path.read_text(encoding="ascii").strip()


def _make(path: Path) -> None:
    own = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(64))
    try:
        os.link(own, path)
    except FileExistsError:
        pass
    except OSError:
        # Some disks (FAT on a memory stick) know no links; a rename is whole as well.
        own.rename(path)
    finally:
        own.unlink(missing_ok=True)
