"""Command line of the project: `python manage.py <command>`, no environment variable needed."""

import io
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

PROJECT = Path(__file__).resolve().parent


def venv_python() -> Path:
    """The interpreter that `run.py setup` prepares."""
    return PROJECT / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def call_in_venv() -> int:
    """Repeat this command with the interpreter of .venv: people call manage.py with any `python`."""
    python = venv_python()
    if not python.exists() or Path(sys.prefix) == python.parent.parent:
        print(
            "Knihovny programu nejsou nainstalované. Spusťte nejdřív příkaz: python3 run.py setup",
            file=sys.stderr,
        )
        return 1
    return subprocess.run([str(python), *sys.argv], check=False).returncode


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    for stream in (sys.stdout, sys.stderr):
        # Czech and JSON leave the same way everywhere, also into a file on Windows.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    if find_spec("django") is None or find_spec("environ") is None:
        return call_in_venv()

    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        # Asked for here, so that a bad setting is one sentence for every command.
        settings.INSTALLED_APPS  # noqa: B018
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        print(error, file=sys.stderr)
        return 1
    except OperationalError as error:
        if "--traceback" in sys.argv:
            raise
        reason = " ".join(str(error).split())
        print(
            f"Databáze neodpovídá, jak má ({reason}). Ověřte DATABASE_URL, nebo databázi připravte příkazem:"
            " python manage.py migrate",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
