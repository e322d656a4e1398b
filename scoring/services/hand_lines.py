"""A file of hands: JSON lines ``{"id": …, "table": …, "hand": {…}}``, read before anything is stored."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from scoring.adapters import read_json
from scoring.services.hands import HandLine, refused_lines
from tournament.errors import Refused

KEYS = {"id", "table", "hand"}


def read_hand_lines(*, content: bytes) -> list[HandLine]:
    """The hands of a file. Raises ``Refused`` naming the lines that are not such objects."""
    found, problems = [], {}
    for number, text in _lines(content):
        try:
            found.append(_hand_line(number, read_json(text)))
        except Refused as error:
            problems[number] = error.text
    if problems:
        raise refused_lines(problems=problems)
    if not found:
        raise Refused(_("V souboru není žádná hra; na každém řádku má být jedna."), code="no_lines")
    return found


def _lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if line.strip():
            yield number, line


def _hand_line(number: int, data: object) -> HandLine:
    if not isinstance(data, Mapping) or "table" not in data or "hand" not in data:
        raise Refused(_('Čekám objekt {"id": …, "table": …, "hand": {…}}.'), code="not_a_hand_line")
    other = sorted(str(key)[:40] for key in set(data) - KEYS)
    if other:
        raise Refused(_("Neznám pole %(fields)s.") % {"fields": ", ".join(other)}, code="unknown_fields")
    table, external_id = data["table"], data.get("id")
    if not isinstance(table, int) or isinstance(table, bool):
        raise Refused(_("Pole table má být číslo stolu."), code="table_type")
    if external_id is not None and not isinstance(external_id, str):
        raise Refused(_("Pole id má být text."), code="id_type")
    return HandLine(number, table, data["hand"], external_id)
