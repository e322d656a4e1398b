"""Rows of renoncy: one small form for each, the same for the writer of a hand and for the referee."""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, cast

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from rules import Problem
from rules.offences import ARTICLES
from scoring.forms.choices import Choices, FixedChoices, seat_choice
from scoring.selectors.tables import SeatLine
from tournament.forms.common import given_by, problems_of, shares_fields

PREFIX = "renonce"
MOST_ROWS = 20
"""As many as a record holds."""

PAUSALS: Choices = [
    ("1", gettext_lazy("paušál 1")),
    ("2", gettext_lazy("paušál 2")),
    ("0", gettext_lazy("bez paušálu")),
]


if TYPE_CHECKING:
    Rows = forms.BaseFormSet["RenoncForm"]
else:
    Rows = forms.BaseFormSet


@lru_cache(maxsize=512)
def _fields_of(seats: tuple[SeatLine, ...], desk: bool, _language: str | None) -> dict[str, forms.Field]:
    """The fields of a row that differ from table to table."""
    known = {key: article.text for key, article in ARTICLES.items() if desk or key != "REF"}
    wrong = _("Vyberte článek z nabídky. Jiné provinění (REF) určuje rozhodčí, zavolejte ho.")
    article = forms.ChoiceField(
        label=gettext_lazy("Článek"),
        choices=FixedChoices([("", "–"), *((key, f"{key} {text}") for key, text in known.items())]),
        required=False,
        error_messages={"invalid_choice": wrong},
    )
    return {"article": article, "by": seat_choice(_("Kdo"), seats, required=False)}


@shares_fields
class RenoncForm(forms.Form):
    """One renonc; a row without an article is an empty one."""

    article = forms.ChoiceField(required=False)
    by = forms.ChoiceField(required=False)
    playout = forms.BooleanField(label=gettext_lazy("dohrávka"), required=False)
    pausal = forms.ChoiceField(label=gettext_lazy("Paušál (jen REF)"), choices=PAUSALS, required=False)
    lost = forms.BooleanField(label=gettext_lazy("hra prohraná (jen REF)"), required=False)

    def __init__(self, *args: Any, seats: Sequence[SeatLine], desk: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.desk = desk
        self.fields |= _fields_of(tuple(seats), desk, get_language())

    @property
    def is_filled(self) -> bool:
        """Something is typed in the row."""
        return any(self[name].value() for name in ("article", "by", "playout", "lost"))

    def record(self) -> dict[str, Any]:
        """The renonc as a record holds it; empty for an empty row."""
        data = given_by(self)
        if not data["article"]:
            return {}
        renonc: dict[str, Any] = {"article": data["article"]}
        if data["by"]:
            renonc["by"] = data["by"]
        if data["playout"]:
            renonc["playout"] = True
        if data["article"] == "REF":
            renonc |= {"pausal": int(data["pausal"] or 1), "lost": data["lost"]}
        return renonc


class RenoncRows(Rows):
    """The rows in the order in which things happened."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "missing_management_form": gettext_lazy("Formulář není z této stránky. Načtěte ji znovu."),
        "too_many_forms": gettext_lazy("U jedné hry může být nejvýš %(num)d renonců."),
    }

    def records(self) -> list[dict[str, Any]]:
        """The renoncy that were filled in, in order."""
        return [record for row in self.forms if (record := row.record())]

    def add_problem(self, problem: Problem) -> bool:
        """Show a problem of the path ``renonce[0].by`` beside its field; ``False`` for any other path."""
        head, _dot, field = problem.path.partition(".")
        name, _bracket, place = head.rstrip("]").partition("[")
        if name != PREFIX or not self.forms:
            return False
        filled = [row for row in self.forms if row.record()]
        row = filled[int(place)] if place else self.forms[0]
        field = field if field in row.fields else "article"
        if not row.has_error(field):
            row.add_error(field, problem.text)
        return True


@cache
def rows_of(row: type[RenoncForm]) -> type[RenoncRows]:
    """The rows of a form, each of them a ``row``."""
    return cast(
        "type[RenoncRows]",
        forms.formset_factory(
            row, formset=RenoncRows, max_num=MOST_ROWS, absolute_max=MOST_ROWS, validate_max=True
        ),
    )


class RenonceForm(forms.Form):
    """A form with rows of renoncy, ``least_rows`` of them or as many as there are in ``initial``.

    ``desk``: with what only a referee rules (REF), for who writes down his rulings.
    """

    least_rows: ClassVar[int] = 2
    row_form: ClassVar[type[RenoncForm]] = RenoncForm
    row_options: Mapping[str, Any] = MappingProxyType({})
    """What each row is made with, beside the seats."""

    def __init__(
        self, data: Any = None, *, seats: Sequence[SeatLine], desk: bool = True, **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.seats, self.desk = seats, desk
        self.has_rows = not self.is_bound or _are_filled(self.data)

    @cached_property
    def renonce(self) -> RenoncRows:
        """The rows; made where something stands in them, or where they are shown."""
        # Rows that were sent are read as they are: what was stored meanwhile must not stand for a typed row.
        written = [] if self.is_bound else self.initial.get(PREFIX) or []
        rows = rows_of(self.row_form)(
            _rows_in(self.data, self.least_rows) if self.is_bound else None,
            prefix=PREFIX,
            initial=written,
            form_kwargs={"seats": self.seats, "desk": self.desk, **self.row_options},
        )
        rows.extra = max(0, self.least_rows - len(written))
        return rows

    def renonce_records(self) -> list[dict[str, Any]]:
        """The renoncy that were filled in, in order."""
        return self.renonce.records() if self.has_rows else []

    def clean(self) -> dict[str, Any]:
        """What is wrong with the rows as a whole stands above the form."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for text in self.renonce.non_form_errors() if self.has_rows else ():
            self.add_error(None, text)
        return cleaned

    def is_valid(self) -> bool:
        """Nothing is wrong with the fields and the rows."""
        return super().is_valid() and (not self.has_rows or self.renonce.is_valid())

    def problems(self) -> list[str]:
        """Every sentence about what was typed, each once."""
        return list(dict.fromkeys(text for form in (self, *self.renonce) for text in problems_of(form)))

    def problems_by_field(self) -> dict[str, list[str]]:
        """The same sentences by the names of the fields as they are sent."""
        return {
            form.add_prefix(name) if name != NON_FIELD_ERRORS else name: [str(text) for text in texts]
            for form in (self, *self.renonce)
            for name, texts in form.errors.items()
        }


def renonc_initial(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of renoncy for a stored record."""
    return [
        {
            "article": renonc["article"],
            "by": renonc["by"],
            "playout": renonc.get("playout", False),
            "pausal": str(renonc.get("pausal", 1)),
            "lost": renonc.get("lost", False),
        }
        for renonc in record.get("renonce") or []
    ]


def renonc_data(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rows as a form sends them."""
    typed = {
        f"{PREFIX}-{place}-{name}": value
        for place, row in enumerate(rows)
        for name, value in row.items()
        if value not in ("", None, False)
    }
    return {f"{PREFIX}-TOTAL_FORMS": str(len(rows)), f"{PREFIX}-INITIAL_FORMS": "0"} | typed


UNTOUCHED = {"TOTAL_FORMS": ("1", "2"), "INITIAL_FORMS": ("0",), "pausal": ("1",)}
"""What the page itself writes about its rows, by the last word of the field's name."""


def _are_filled(data: Mapping[str, Any]) -> bool:
    """Whether anything was sent about renonce that does not stand in empty rows: most hands have none."""
    return any(
        value and value not in UNTOUCHED.get(name.rpartition("-")[2], ())
        for name, value in data.items()
        if name.startswith(f"{PREFIX}-")
    )


def _rows_in(data: Mapping[str, Any], rows: int) -> Mapping[str, Any]:
    """What was sent; who sent nothing about renonce, for example only a pasted record, has empty rows."""
    if any(name.startswith(f"{PREFIX}-") for name in data):
        return data
    return renonc_data([{}] * rows)
