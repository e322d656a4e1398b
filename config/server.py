"""The production server: prepares the database, then serves until it is stopped.

`python -m config.server [--host 127.0.0.1] [--port 8000] [--prepare-only]`; people call it through `run.py`.
"""

import argparse
import errno
import gc
import io
import os
import select
import signal
import sys
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import get_resolver
from waitress.channel import HTTPChannel
from waitress.server import create_server

from config.bodies import LARGEST, read_whole_bodies
from config.queues import TwoLines

MANY_CONNECTIONS = 2000
"""A hall of phones and browsers that each keep one or two connections open."""

WINDOWS_CONNECTIONS = 500
"""`select` of Windows watches 512 sockets; a few belong to the server itself."""

OWN_FILES = 100
"""Files the server needs for itself: database, log, listening sockets."""


def options(*, host: str, port: int, open_files: int) -> dict[str, Any]:
    """What waitress is started with. Idle connections cost no thread (``config.queues``).

    A connection is one open file, and one more while a static file is sent over it, so that the connections
    accepted at a time follow from `open_files`; further ones wait until one is closed.
    """
    polling = hasattr(select, "poll")
    most = MANY_CONNECTIONS if polling else WINDOWS_CONNECTIONS
    chosen: dict[str, Any] = {
        "host": host,
        "port": port,
        "connection_limit": min(most, (open_files - OWN_FILES) * 2 // 3),
        "asyncore_use_poll": polling,
        "channel_timeout": 120,
        "max_request_body_size": LARGEST,
        "ident": None,
    }
    if settings.PUBLIC_URL.startswith("https://"):
        # Encryption ends at a proxy on this machine; it alone may say where a request came from.
        chosen |= {
            "trusted_proxy": "127.0.0.1",
            "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
        }
    return chosen


def allow_open_files() -> int:
    """Raise the number of files this process may open, which starts as low as 256, and say what it is."""
    enough = 2 * MANY_CONNECTIONS
    if find_spec("resource") is None:
        # Windows sets no such limit.
        return enough
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = enough if hard == resource.RLIM_INFINITY else min(enough, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return enough if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def prepare() -> None:
    """Bring the database to this version; on an empty one make the first account and the demo tournament."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        say("Připravuji databázi…")
        call_command("migrate", interactive=False, verbosity=0)

    from tournament.lib import kept_pages
    from tournament.models import Tournament

    first = io.StringIO()
    call_command("first_account", stdout=first)
    if first.getvalue():
        # Told at once: nothing that fails later may swallow the only sight of it.
        say(f"Váš účet – heslo se ukazuje jen teď, zapište si ho:\n{first.getvalue().rstrip()}")
    kept_pages.sweep()
    if not Tournament.objects.exists():
        say("Zakládám ukázkový turnaj…")
        call_command("demo_tournament", stdout=io.StringIO())


def greet(*, address: str) -> None:
    """Where to go and, on this computer only, how to get in."""
    from tournament.models import Account

    say(f"\nForhont běží na adrese {address}")
    demo = Account.objects.filter(username__in=settings.DEMO_ACCOUNTS).order_by("username")
    names = list(demo.values_list("username", flat=True))
    if names and settings.DEMO_ACCOUNTS_ALLOWED:
        say(f"Ukázková přihlášení: {' nebo '.join(names)}, heslo {settings.DEMO_PASSWORD}")
    elif names:
        say("Ukázková přihlášení v síti neplatí, přihlaste se vlastním účtem.")
    say("Program ukončíte klávesami Ctrl+C.")
    connection.close()


def say(text: str) -> None:
    print(text, flush=True)


def keep_what_is_loaded() -> None:
    """Take everything loaded until now out of what garbage collection looks through.

    It lives until the end, and each look through it holds every thread up: 60 ms, whoever is being answered.
    """
    get_resolver().url_patterns  # noqa: B018 because asking for them loads every view
    gc.collect()
    gc.freeze()


def serve(*, host: str, port: int) -> int:
    from config.wsgi import application

    try:
        chosen = options(host=host, port=port, open_files=allow_open_files())
        read_whole_bodies(HTTPChannel)
        server = create_server(application, _dispatcher=TwoLines(), **chosen)
    except OSError as error:
        if error.errno not in {errno.EADDRINUSE, errno.EACCES, errno.EADDRNOTAVAIL}:
            raise
        print(
            f"Port {port} na adrese {host} nelze použít, zvolte jiný, například: --port {port + 1}",
            file=sys.stderr,
        )
        return 1
    # Being told to end is the same as Ctrl+C: requests in hand are finished, then the threads stop.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        keep_what_is_loaded()
        greet(address=settings.PUBLIC_URL)
        server.run()
    say("\nForhont skončil.")
    return 0


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m config.server", description="Server programu Forhont.")
    parser.add_argument("--host", default="127.0.0.1", help="adresa, na které naslouchá")
    parser.add_argument("--port", type=int, default=8000, help="port, na kterém naslouchá")
    parser.add_argument("--prepare-only", action="store_true", help="jen připraví databázi a skončí")
    chosen = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("PUBLIC_URL", f"http://127.0.0.1:{chosen.port}")
    try:
        django.setup()
        prepare()
    except (ImproperlyConfigured, CommandError) as error:
        print(error, file=sys.stderr)
        return 1
    except OperationalError as error:
        print(f"Databáze neodpovídá, jak má ({' '.join(str(error).split())}).", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nPřerušeno. Příští spuštění naváže tam, kde to skončilo.", file=sys.stderr)
        return 130
    return 0 if chosen.prepare_only else serve(host=chosen.host, port=chosen.port)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
