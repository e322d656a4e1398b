"""Figures as people type them: amounts with a comma, a real minus, spaces; points with their sign."""

import json
import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _

MINUS_SIGNS = "−–—‐‑‒"
AMOUNT = re.compile(r"([+-]?)(\d{1,9})(?:[.,](\d{1,2}))?(?:Kč)?")
WHOLE = re.compile(r"([+-]?)(\d{1,9})(?:,00|Kč)?")


class ResultField(forms.CharField):
    """A result in crowns (``1 234,40``, ``−12,4``, ``+5 Kč``), given as whole haléře."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.widget.attrs.update({"inputmode": "text", "autocomplete": "off", "class": "input-money"})

    def clean(self, value: Any) -> int | None:
        """Haléře, or ``None`` for an empty optional field."""
        text = plain_number(super().clean(value))
        if not text:
            return None
        found = AMOUNT.fullmatch(text)
        if found is None:
            raise forms.ValidationError(
                _("Napište korunovou částku, třeba 1 234,40 nebo −12."), code="amount"
            )
        sign, whole, cents = found.groups()
        amount = int(whole) * 100 + int((cents or "").ljust(2, "0"))
        return -amount if sign == "-" else amount

    def prepare_value(self, value: Any) -> Any:
        """Haléře as they are typed; what was typed stays as it was typed."""
        if not isinstance(value, int):
            return value
        return f"{'−' if value < 0 else ''}{abs(value) // 100},{abs(value) % 100:02}"


class PointsField(forms.CharField):
    """A whole number of points or crowns with or without a sign (``−5``, ``+12``)."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.widget.attrs.update({"inputmode": "text", "autocomplete": "off", "class": "input-money"})

    def clean(self, value: Any) -> int | None:
        """The number, or ``None`` for an empty optional field."""
        text = plain_number(super().clean(value))
        if not text:
            return None
        found = WHOLE.fullmatch(text)
        if found is None:
            raise forms.ValidationError(_("Napište celé číslo, třeba 12 nebo −5."), code="whole")
        sign, whole = found.groups()
        return -int(whole) if sign == "-" else int(whole)

    def prepare_value(self, value: Any) -> Any:
        """The number as it is typed; what was typed stays as it was typed."""
        return f"{'−' if value < 0 else ''}{abs(value)}" if isinstance(value, int) else value


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
        self.widget.attrs.update({"inputmode": "text", "autocomplete": "off", "class": "input-money"})

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
        return " ".join(f"{'−' if points < 0 else ''}{abs(points)}" for points in value)


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
