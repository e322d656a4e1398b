"""From the board straight to a table: its number is typed."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.lib.requested import whole_number


class TableJumpForm(forms.Form):
    """The number of one of ``tables``, with an ``h`` (``5h``) to write its hands.

    ``focused``: whoever opens the board can type it at once.
    """

    stul = forms.CharField(
        label=gettext_lazy("Stůl č."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4}),
    )

    def __init__(self, data: Any = None, *, tables: Sequence[int] = (), focused: bool = False) -> None:
        super().__init__(data)
        self.tables = tables
        if focused:
            self.fields["stul"].widget.attrs["autofocus"] = True

    def clean_stul(self) -> tuple[int, bool]:
        """The number of a table that is there, and whether its hands are meant."""
        text = str(self.cleaned_data["stul"]).lower()
        number = whole_number(text.removesuffix("h").strip())
        if number is None or number not in self.tables:
            words = _("Takový stůl v tomto kole není. Napište jedno z čísel %(known)s.")
            raise forms.ValidationError(words, code="table", params={"known": _known(self.tables)})
        return number, text.endswith("h")


def _known(numbers: Sequence[int]) -> str:
    """Numbers of tables in a sentence.

    >>> _known([1, 2, 3, 4]), _known([2, 7]), _known([])
    ('1–4', '2, 7', '–')
    """
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(map(str, numbers)) or "–"
