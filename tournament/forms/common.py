"""What every form of the desk shares: sent once, amounts in crowns, refusals beside their fields."""

import re
import uuid
from collections.abc import Iterable
from types import TracebackType
from typing import Any, ClassVar, TypeVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.money import format_crowns
from tournament.errors import Asked, DeskError
from tournament.models import Record

Shared = TypeVar("Shared", bound=forms.Form)

LARGEST_VERSION = 999_999_999
"""What fits every column of whole numbers."""

LONGEST_CROWNS = 7
"""Figures before the comma; in haléře they fit every column of whole numbers."""

NOT_FROM_HERE = gettext_lazy("Formulář není z této stránky. Načtěte ji znovu.")
"""Said of what no page of ours sends in a field nobody types into."""


HOUR_CHANGES = gettext_lazy("V tu hodinu se mění čas, není jasné, kdy to je. Zvolte čas o hodinu jinde.")
"""Said of an hour that is left out or there twice in the night when the clocks change."""


class SharedFields(dict[str, forms.Field]):
    """The fields of a form that never changes them: each form takes them as they are.

    Django copies every field with its widget and choices for each form that is made, which for the form of a
    hand is more work than reading the hand. Fields may be left out or replaced in a form, not altered.
    """

    def __deepcopy__(self, memo: object) -> dict[str, forms.Field]:
        return dict(self)


def shares_fields(form: type[Shared]) -> type[Shared]:
    """Above the class of a form that alters none of its fields."""
    form.base_fields = SharedFields(form.base_fields)
    return form


def unseen(**limits: int) -> dict[str, Any]:
    """Options of a hidden field: whatever is wrong with it, nobody typed it."""
    codes = ("required", "invalid", "min_value", "max_value")
    messages = dict.fromkeys(codes, NOT_FROM_HERE)
    return {"widget": forms.HiddenInput, "error_messages": messages, **limits}


class OnceForm(forms.Form):
    """A form that creates something: ``submission`` makes a double click one record (S22).

    The key given to the service is made of the form's own key and of what was typed: the same form sent
    again is the same record, a form reached by Back and sent with other content is a record of its own.
    Where that would be a mistake, ``one_record`` keeps the form's key and the service compares the content.
    """

    one_record: ClassVar[bool] = False

    submission = forms.UUIDField(required=False, initial=uuid.uuid4, **unseen())

    def clean_submission(self) -> uuid.UUID | None:
        """The key of this form with this content."""
        key: uuid.UUID | None = self.cleaned_data["submission"]
        if key is None or self.one_record:
            return key
        lists = self.data.lists() if isinstance(self.data, QueryDict) else self.data.items()
        typed = sorted((name, str(values)) for name, values in lists if name != "csrfmiddlewaretoken")
        return uuid.uuid5(key, f"{type(self).__name__} {typed}")


class ExpectedForm(forms.Form):
    """A form that changes something or makes it: ``expected`` is the version it showed, if there was one."""

    expected = forms.IntegerField(required=False, **unseen(min_value=1, max_value=LARGEST_VERSION))

    def show_version(self, version: int) -> None:
        """Let a form that came too late be sent again: its person has seen now what the other one did."""
        self.data = self.data.copy() if isinstance(self.data, QueryDict) else dict(self.data)
        self.data[self.add_prefix("expected")] = str(version)


class ChangeForm(ExpectedForm):
    """A form of what exists already: left out, ``expected`` would let it overwrite somebody's change."""

    expected = forms.IntegerField(**unseen(min_value=1, max_value=LARGEST_VERSION))


class CrownsField(forms.CharField):
    """An amount typed in crowns (``0,20``, ``300``, ``300 Kč``, ``300,–``), given as whole haléře."""

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
        found = re.fullmatch(r"(\d+)(?:[.,](?:(\d{1,2})|[-–—]+))?(?:Kč)?", re.sub(r"\s", "", text))
        if found and len(found[1]) > LONGEST_CROWNS:
            most = format_crowns(LARGEST_VERSION)
            raise forms.ValidationError(
                _("Nejvíc sem jde napsat %(most)s.") % {"most": most}, code="too_large"
            )
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
    numbers: list[int] = []
    for part in re.sub(r"\s*[-–]\s*", "-", text).replace(",", " ").replace(";", " ").split():
        first, dash, last = part.partition("-")
        lowest, highest = int(first), int(last if dash else first)
        if highest - lowest + len(numbers) >= 1000:
            raise ValueError(text)
        numbers.extend(range(lowest, highest + 1))
    return numbers


def set_choices(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Give a field of choices what can be chosen here and now."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField), f"{name} is no field of choices"
    field.choices = list(choices)


def given_by(form: forms.Form) -> dict[str, Any]:
    """What was typed soundly, by field; an unsound or missing value counts as not typed."""
    return {name: form.cleaned_data.get(name, _empty(field)) for name, field in form.fields.items()}


def _empty(field: forms.Field) -> Any:
    if isinstance(field, forms.MultipleChoiceField):
        return []
    return False if isinstance(field, forms.BooleanField) else ""


def problems_of(form: forms.Form) -> list[str]:
    """Every sentence about what was typed, in the order of the fields."""
    return [str(text) for texts in form.errors.values() for text in texts]


class beside_fields:  # noqa: N801  # because it is used like a function, in a ``with``
    """Around the call of a service: what it refuses stands in ``form``, and everything typed stays with it.

    ``row`` is what an ``ExpectedForm`` changes. It is read again and the form shows its version, so that who
    came too late sees what somebody else did and can send the form again. ``refusal`` is there afterwards;
    a question (``Asked``) is shown by the page with a button that answers it.
    """

    def __init__(self, form: forms.Form, *, row: Record | None = None) -> None:
        self.form, self.row = form, row
        self.refusal: DeskError | None = None

    def __enter__(self) -> "beside_fields":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, DeskError):
            return False
        self.refusal = error
        if not isinstance(error, Asked):
            _add_refusal(self.form, error)
        if self.row is not None and isinstance(self.form, ExpectedForm):
            self.row.refresh_from_db()
            self.form.show_version(self.row.version)
        return True


def _add_refusal(form: forms.Form, error: DeskError) -> None:
    """Put what a service refused beside the fields it is about, the rest above the form."""
    known = {name: text for name, text in error.fields.items() if name in form.fields}
    for name, text in known.items():
        form.add_error(name, text)
    if len(known) < len(error.fields) or not known:
        form.add_error(None, error.text)
