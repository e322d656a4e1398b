"""Who is served when: requests that write wait in a line of their own and never keep readers waiting.

Writers take turns at the database anyway. Where somebody else holds it, waitress would have every thread
wait for it; here only those threads do that are there for writing, and whoever wants to read is answered.
"""

import time
from typing import Any

from django.utils.translation import gettext as _
from waitress.task import ThreadedTaskDispatcher
from waitress.utilities import Error

READERS = 5
"""Threads for requests that only read. They share one processor, but a print keeps one busy for seconds."""

WRITERS = 3
"""Threads for requests that write: while one waits for the disk, the next is being read."""

PATIENCE = 20
"""Seconds a request waits in line before it is put off, as long as a transaction waits for its turn."""

RETRY_AFTER = 5
"""Seconds after which what was put off may come again."""

ONLY_COUNTED = ("/spocitat/", "/body/", "/licitace/")
"""Ends of addresses that are sent a typed hand and say what it would be paid: nothing is written."""


class PutOff(Error):  # type: ignore[misc]  # because waitress comes without types
    """The answer to a request that has waited too long; the page keeps what was typed and sends it again."""

    code = 503
    reason = "Service Unavailable"

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Retry-After", str(RETRY_AFTER))]
        return f"{self.code} {self.reason}", headers, self.body.encode()


class InLine:
    """A request that waits for its turn, and since when."""

    def __init__(self, channel: Any) -> None:
        self.channel, self.since = channel, time.monotonic()

    def service(self) -> None:
        """Answer it; too late it is only told to come again."""
        if time.monotonic() - self.since > PATIENCE:
            self.channel.requests[0].error = PutOff(
                _("Právě ukládá tolik lidí najednou, že se na tohle nedostalo. Uložte to za chvíli znovu.")
            )
        self.channel.service()

    def cancel(self) -> None:
        """The server is ending."""
        self.channel.cancel()


class TwoLines:
    """Hands requests to their threads: the dispatcher of waitress twice, once for each kind."""

    def __init__(self, *, readers: int = READERS, writers: int = WRITERS) -> None:
        self.reading, self.writing = ThreadedTaskDispatcher(), ThreadedTaskDispatcher()
        self.reading.set_thread_count(readers)
        self.writing.set_thread_count(writers)

    def add_task(self, channel: Any) -> None:
        """Called by waitress for each request that has come in whole."""
        if writes(channel.requests[0]):
            self.writing.add_task(InLine(channel))
        else:
            self.reading.add_task(channel)

    def shutdown(self) -> None:
        """Let both finish what they have begun."""
        self.reading.shutdown()
        self.writing.shutdown()


def writes(request: Any) -> bool:
    """Whether a request may change something, by its method and address."""
    if request.error or request.command in ("GET", "HEAD", "OPTIONS"):
        return False
    return not request.path.endswith(ONLY_COUNTED)
