"""What every form of the desk shares: sent once, amounts in crowns, refusals beside their fields."""

import re
import uuid
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from tournament.errors import DeskError


class OnceForm(forms.Form):
    """A form that creates something: ``submission`` makes a double click one record (S22).

    The key given to the service is made of the form's own key and of what was typed: the same form sent
    again is the same record, a form reached by Back and sent with other content is a record of its own.
    Where that would be a mistake, ``one_record`` keeps the form's key and the service compares the content.
    """

    one_record: ClassVar[bool] = False

    submission = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid.uuid4)

    def clean_submission(self) -> uuid.UUID | None:
        """The key of this form with this content."""
        key: uuid.UUID | None = self.cleaned_data["submission"]
        if key is None or self.one_record:
            return key
        lists = self.data.lists() if isinstance(self.data, QueryDict) else self.data.items()
        typed = sorted((name, str(values)) for name, values in lists if name != "csrfmiddlewaretoken")
        return uuid.uuid5(key, f"{type(self).__name__} {typed}")


class ExpectedForm(forms.Form):
    """A form that changes something: ``expected`` is the version it showed."""

    expected = forms.IntegerField(widget=forms.HiddenInput, min_value=1, required=False)

    def show_version(self, version: int) -> None:
        """Let a form that came too late be sent again: its person has seen now what the other one did."""
        self.data = self.data.copy()
        self.data[self.add_prefix("expected")] = version


class CrownsField(forms.CharField):
    """An amount typed in crowns (``0,20``, ``300``, ``300 Kč``), given as whole haléře."""

    def __init__(self, *, smallest: int = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.smallest = smallest
        self.widget.attrs.setdefault("inputmode", "decimal")
        self.widget.attrs.setdefault("class", "input-money")

    def clean(self, value: Any) -> int | None:
        """Haléře, or ``None`` for an empty optional field."""
        text = super().clean(value)
        if not text:
            return None
        found = re.fullmatch(r"(\d{1,7})(?:[.,](\d{1,2}))?(?:Kč)?", re.sub(r"\s", "", text))
        if found is None:
            raise forms.ValidationError(
                _("Napište částku v korunách, například 0,20 nebo 300."), code="crowns"
            )
        whole, cents = found.groups()
        amount = int(whole) * 100 + int((cents or "").ljust(2, "0"))
        if amount < self.smallest:
            raise forms.ValidationError(_("Nejmenší částka je 0,01 Kč, tedy jeden haléř."), code="too_small")
        return amount

    def prepare_value(self, value: Any) -> Any:
        """Haléře as crowns; what was typed stays as it was typed."""
        return crowns(value) if isinstance(value, int) else value


def crowns(amount: int) -> str:
    """Haléře as they are typed: ``20`` → ``0,20``, ``30000`` → ``300``.

    >>> [crowns(amount) for amount in (20, 30000, 1250, 0)]
    ['0,20', '300', '12,50', '0']
    """
    whole, cents = divmod(amount, 100)
    return f"{whole},{cents:02}" if cents else str(whole)


def number_list(text: str) -> list[int]:
    """Table numbers as people write them: ``1, 2, 5–8``. Raises ``ValueError`` for anything else.

    >>> number_list("1, 2 5–8")
    [1, 2, 5, 6, 7, 8]
    """
    numbers = []
    for part in re.sub(r"\s*[-–]\s*", "-", text).replace(",", " ").replace(";", " ").split():
        first, dash, last = part.partition("-")
        lowest, highest = int(first), int(last if dash else first)
        if highest - lowest + len(numbers) >= 1000:
            raise ValueError(text)
        numbers.extend(range(lowest, highest + 1))
    return numbers


def add_refusal(form: forms.Form, error: DeskError) -> None:
    """Put what a service refused beside the fields it is about, the rest above the form."""
    known = {name: text for name, text in error.fields.items() if name in form.fields}
    for name, text in known.items():
        form.add_error(name, text)
    if len(known) < len(error.fields) or not known:
        form.add_error(None, error.text)
