"""What saves cost the processor inside of the server, without connections: run by ``benchmarks.saving``.

    python benchmarks/inside.py COUNT [--profile]

The hands go through the application as a server calls it, on the file that ``DATABASE_URL`` names, at the
tables whose addresses are read from standard input. It runs in the folder of the tree it measures and takes
everything but itself from there, so that trees can be compared.
"""

import argparse
import cProfile
import io
import json
import os
import pstats
import sys
import time
import uuid
from collections.abc import Callable
from contextlib import nullcontext
from itertools import cycle
from typing import Any
from urllib.parse import urlencode

Application = Callable[[dict[str, Any], Callable[..., Any]], Any]

SEATS = "ABCD"

WARMING = 80
"""Saves before those that count: templates, words and statements are read once."""

BATCH = 40
"""Saves measured together; the least of all batches is what the rest of the machine disturbed least."""

SHOWN = 45
"""Functions that a profile names."""

PLAIN = {
    "kind": "hand",
    "contract": "hra",
    "outcome_hra": "won",
    "fragment": "1",
    **{f"flek_{part}": "0" for part in ("hra", "dve_sedmy", "sto", "sedma", "betl", "durch")},
    **dict.fromkeys(("bid", "quiet_sedma", "quiet_sto", "points_cards", "points_declarer"), ""),
    **dict.fromkeys(("points_defence", "sto_defence", "trumps", "unwritten_misdeals", "auction"), ""),
    **{f"premium_{letter}": "" for letter in SEATS},
    "premium_rows": "",
    "renonce-TOTAL_FORMS": "2",
    "renonce-INITIAL_FORMS": "0",
    **{f"renonce-{row}-{name}": "" for row in (0, 1) for name in ("article", "by")},
    **{f"renonce-{row}-pausal": "1" for row in (0, 1)},
}
"""What a browser sends of a plain hand: the fields nobody touched as well."""


class Phones:
    """The scribes of the open tables, saving in turn through ``application``."""

    def __init__(self, application: Application, tables: list[str]) -> None:
        self.application = application
        # Nobody knows yet who deals next, and the first hand of each table says that it is so.
        self.next = {f"{table}hra/": {"dealer": SEATS[0], "dealer_ok": "1"} for table in tables}
        self.addresses = cycle(self.next)
        self.cookie = self._ask("GET", "/l/", b"")[1].partition(";")[0]

    def save(self) -> None:
        """One hand of the next table, stored."""
        address = next(self.addresses)
        turn = self.next[address]
        declarer = SEATS[(SEATS.index(turn["dealer"]) + 1) % len(SEATS)]
        form = {**PLAIN, **turn, "declarer": declarer, "submission": str(uuid.uuid4())}
        status, _cookie, body = self._ask("POST", address, urlencode(form).encode())
        if status != "200 OK":
            raise RuntimeError(f"{status}: {body.decode()[:300]}")
        after = json.loads(body)["next"]
        self.next[address] = {"number": str(after["number"]), "dealer": after["dealer"]}

    def _ask(self, method: str, path: str, body: bytes) -> tuple[str, str, bytes]:
        headers: dict[str, str] = {}
        cookie = getattr(self, "cookie", "")
        environ = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1:8000",
            "HTTP_ACCEPT": "application/json",
            "HTTP_COOKIE": cookie,
            "HTTP_X_CSRFTOKEN": cookie.partition("=")[2],
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
        }

        def begin(status: str, sent: list[tuple[str, str]]) -> None:
            headers.update(sent, status=status)

        answer = self.application(environ, begin)
        content = b"".join(answer)
        answer.close()
        return headers["status"], headers.get("Set-Cookie", ""), content


def main(arguments: list[str]) -> None:
    """Print the milliseconds of one save, or where they go."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args(arguments)
    # Django looks for the tree in the working folder; this file may be of another one.
    sys.path[0] = os.getcwd()
    from django.core.management import call_command

    from config.wsgi import application

    # The file may be of an older tree.
    call_command("migrate", verbosity=0)
    phones = Phones(application, sys.stdin.read().split())
    for _hand in range(WARMING):
        phones.save()
    with cProfile.Profile() if options.profile else nullcontext() as profile:
        spent = sorted(_spent(phones) for _batch in range(max(1, options.count // BATCH)))
    if profile is not None:
        for order in ("tottime", "cumulative"):
            stats = pstats.Stats(profile).sort_stats(order).print_stats(SHOWN)
        calls = stats.total_calls  # type: ignore[attr-defined]  # because typeshed does not know it
        print(f"  calls of functions       {calls / BATCH / len(spent):.0f} for each save")
    least, half = (1000 * seconds / BATCH for seconds in (spent[0], spent[len(spent) // 2]))
    print(
        f"  processor per save, ms   least {least:.2f}   p50 {half:.2f}   ({len(spent)} batches of {BATCH})"
    )


def _spent(phones: Phones) -> float:
    began = time.process_time()
    for _hand in range(BATCH):
        phones.save()
    return time.process_time() - began


if __name__ == "__main__":
    main(sys.argv[1:])
