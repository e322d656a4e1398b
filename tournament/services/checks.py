"""What services check before they write: the fields of a row as the model declares them."""

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from tournament.errors import Refused


def check_fields(row: models.Model, fields: Collection[str]) -> None:
    """Refuse values the model's ``fields`` do not take, each with its sentence beside it."""
    others = {field.name for field in row._meta.fields} - set(fields)
    try:
        row.clean_fields(exclude=others)
    except ValidationError as error:
        wrong = {name: " ".join(texts) for name, texts in error.message_dict.items()}
        raise invalid(wrong) from error


def invalid(wrong: dict[str, str]) -> Refused:
    """The refusal of a form: one sentence for the whole, ``wrong`` for its fields."""
    text = _("Nic se neuložilo: %(reasons)s") % {"reasons": " ".join(wrong.values())}
    return Refused(text, code="invalid", fields=wrong)
