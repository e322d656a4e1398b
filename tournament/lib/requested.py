"""Numbers and keys that a request asks with: in an address, in a field nobody types into."""

import re
import uuid

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournament.errors import Refused

# Nine digits fit every column of whole numbers.
_WHOLE = re.compile(r"[0-9]{1,9}")


def whole_number(text: str | None) -> int | None:
    """The number, or ``None`` for whatever is no whole number from 0 to 999 999 999 written in plain digits.

    >>> whole_number("12"), whole_number("0"), whole_number("-1"), whole_number("٣"), whole_number("9" * 10)
    (12, 0, None, None, None)
    """
    return int(text) if text and _WHOLE.fullmatch(text) else None


def whole_numbers(texts: list[str]) -> list[int]:
    """The numbers among the texts.

    >>> whole_numbers(["7", "x", "12"])
    [7, 12]
    """
    return [number for text in texts if (number := whole_number(text)) is not None]


def uuids(texts: list[str]) -> list[uuid.UUID]:
    """The keys of rows among the texts.

    >>> uuids(["x", "00000000-0000-0000-0000-000000000001"])
    [UUID('00000000-0000-0000-0000-000000000001')]
    """
    found = []
    for text in texts:
        try:
            found.append(uuid.UUID(text))
        except ValueError:
            continue
    return found


def seen_version(request: HttpRequest) -> int | None:
    """The version that was on the screen of the form; ``None`` when the form does not say.

    Raises ``Refused`` for what no page of ours sends: left out, it would overwrite somebody's change.
    """
    text = request.POST.get("expected", "")
    version = whole_number(text)
    if text and version is None:
        raise Refused(_("Formulář není z této stránky. Načtěte ji znovu."), code="expected")
    return version


def wants_json(request: HttpRequest) -> bool:
    """Asked by a script that reads the answer as data; what a browser opens itself asks for a page."""
    return "application/json" in request.headers.get("Accept", "")
