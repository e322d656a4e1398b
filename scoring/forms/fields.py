"""Figures as people type them: amounts with a comma, a real minus, spaces; points with their sign."""

import json
import re
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.money import MINUS

MINUS_SIGNS = "−–—‐‑‒"
TYPED = {"inputmode": "text", "autocomplete": "off", "class": "input-money"}
"""How a browser treats a field of a number with a sign."""


READ_BY_ALL = _("Přečte si ho každý u zveřejněného pořadí.")
"""Said of such a reason before it is written."""


class _NumberField(forms.CharField):
    """A number typed with or without a sign; of its digits ``places`` follow the comma.

    static/js/result.js reads the same while somebody types; a test holds the two equal.
    """

    written: ClassVar[re.Pattern[str]]
    wrong: ClassVar[tuple[Any, str]]
    places: ClassVar[int] = 0

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.widget.attrs.update(TYPED)

    def clean(self, value: Any) -> int | None:
        """The number in its smallest unit, or ``None`` for an empty optional field."""
        text = plain_number(super().clean(value))
        if not text:
            return None
        found = self.written.fullmatch(text)
        if found is None:
            words, code = self.wrong
            raise forms.ValidationError(words, code=code)
        rest = (found["rest"] or "").strip("-").ljust(self.places, "0") if self.places else ""
        number = int((found["whole"] or "0") + rest)
        return -number if text.startswith("-") else number

    def prepare_value(self, value: Any) -> Any:
        """The number as it is typed; what was typed stays as it was typed."""
        return typed_number(value, self.places) if isinstance(value, int) else value


class ResultField(_NumberField):
    """A result in crowns (``1 234,40``, ``−12,4``, ``,60``, ``12,–``, ``+5 Kč``), given as whole haléře."""

    written = re.compile(r"[+-]?(?=[.,]?\d)(?P<whole>\d{0,9})(?:[.,](?P<rest>\d{1,2}|-{1,2}))?(?:Kč)?")
    wrong = (_("Napište korunovou částku, třeba 1 234,40 nebo −12."), "amount")
    places = 2


class PointsField(_NumberField):
    """A whole number of points or crowns with or without a sign (``−5``, ``+12``)."""

    written = re.compile(r"[+-]?(?P<whole>\d{1,9})(?:,(?:00|-{1,2}))?(?:Kč)?")
    wrong = (_("Napište celé číslo, třeba 12 nebo −5."), "whole")


def typed_number(value: int, places: int = 0) -> str:
    """A number as people type it, without spaces between thousands; the last ``places`` digits after a comma.

    >>> typed_number(-1234), typed_number(-60, places=2)
    ('−1234', '−0,60')
    """
    digits = f"{abs(value):0{places + 1}}"
    text = f"{digits[:-places]},{digits[-places:]}" if places else digits
    return f"{MINUS}{text}" if value < 0 else text


def plain_number(text: str) -> str:
    """A typed number without spaces of any kind and with a plain minus.

    >>> plain_number("− 1 234,40 Kč")
    '-1234,40Kč'
    """
    joined = re.sub(r"\s", "", text)
    return joined.translate(dict.fromkeys(map(ord, MINUS_SIGNS), "-"))


class ClaimsField(forms.CharField):
    """Premium points of one player: one number or several with spaces (``7 10``, ``−5``), a list of ints."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "max_length": 60, **kwargs})
        self.widget.attrs.update(TYPED)

    def clean(self, value: Any) -> list[int]:
        """The numbers in the order typed; a zero is no claim."""
        words = re.split(r"[\s;]+", re.sub(rf"([{MINUS_SIGNS}-])\s+", r"\1", super().clean(value)).strip())
        try:
            claims = [int(plain_number(word)) for word in words if word]
        except ValueError:
            raise forms.ValidationError(
                _("Napište body celým číslem, více položek s mezerou: 7 10."), code="claims"
            ) from None
        return [points for points in claims if points]

    def prepare_value(self, value: Any) -> Any:
        """The numbers as they are typed; what was typed stays as it was typed."""
        if not isinstance(value, list):
            return value
        return " ".join(typed_number(points) for points in value)


class HiddenListField(forms.CharField):
    """A list that goes through the page unseen, as JSON; a list of plain values when it was sent soundly."""

    widget = forms.HiddenInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "max_length": 10_000, **kwargs})

    def clean(self, value: Any) -> list[Any]:
        """The list, empty where nothing was sent."""
        found = read_list(value)
        if found is None:
            raise forms.ValidationError(_("Formulář není z této stránky. Načtěte ji znovu."), code="list")
        return found

    def prepare_value(self, value: Any) -> Any:
        """A list as it is sent; what was sent stays as it was sent."""
        return written_list(value) if isinstance(value, list) else value


def written_list(value: list[Any]) -> str:
    """A list as it is sent, nothing for an empty one.

    >>> written_list([{"by": "A"}]), written_list([])
    ('[{"by":"A"}]', '')
    """
    return json.dumps(value, separators=(",", ":")) if value else ""


def read_list(value: Any) -> list[Any] | None:
    """A list sent as JSON; ``None`` for anything else that is not empty.

    >>> read_list('[{"by": "A"}]'), read_list(""), read_list("{")
    ([{'by': 'A'}], [], None)
    """
    if not value:
        return []
    try:
        found = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, list) else None
