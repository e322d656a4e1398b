"""What is sent to the server and is too large: read to its end and refused with a page.

Waitress answers while the browser is still sending and closes the line; the browser then shows a broken
connection instead of the answer.
"""

from typing import Any

from django.template.loader import render_to_string
from waitress.parser import HTTPRequestParser
from waitress.utilities import RequestEntityTooLarge

LARGEST = 10 * 1024 * 1024
"""Bytes of a request that are taken in; ten megabytes are far beyond the largest list of players."""

PATIENCE = 300 * 1024 * 1024
"""Bytes that are read only to be thrown away. Whoever sends more gets the line closed."""


class TooLarge(RequestEntityTooLarge):  # type: ignore[misc]  # because waitress comes without types
    """The answer to a body over ``LARGEST``."""

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        headers = [("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store")]
        return f"{self.code} {self.reason}", headers, render_to_string("413.html").encode()


class WholeBody(HTTPRequestParser):  # type: ignore[misc]  # because waitress comes without types
    """Reads a request; the body of one that is too large goes nowhere."""

    error: Any
    unread = 0

    def received(self, data: bytes) -> int:
        """Called by waitress with what has come; gives how much of it belongs to this request."""
        if self.unread:
            consumed = min(self.unread, len(data))
            self.unread -= consumed
            self.completed = not self.unread
            return consumed
        taken: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self.error = TooLarge(self.error.body)
            if self.body_bytes_received == 0 and self.content_length <= PATIENCE:
                self.unread, self.completed = self.content_length, False
        return taken


def read_whole_bodies(channel: type[Any]) -> None:
    """Let the connections of this kind read their requests so."""
    channel.parser_class = WholeBody
