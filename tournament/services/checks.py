"""What services check before they write: the fields of a row as the model declares them."""

import datetime as dt
from collections.abc import Collection, Mapping

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.models import Account
from tournament.validators import validate_display_name

YEARS = range(1900, 2200)
"""Years of a day: 26 for 2026 is a slip, and neither a database nor a calendar holds every time there is."""


def check_fields(*, row: models.Model, fields: Collection[str]) -> None:
    """Refuse values the model's ``fields`` do not take, each with its sentence beside it."""
    others = {field.name for field in row._meta.fields} - set(fields)
    try:
        row.clean_fields(exclude=others)
    except ValidationError as error:
        wrong = {name: " ".join(texts) for name, texts in error.message_dict.items()}
        raise invalid(wrong=wrong) from error


def check_account(*, account: Account, fields: Collection[str]) -> None:
    """The same for the names of an account, and for what they make together."""
    check_fields(row=account, fields=fields)
    try:
        validate_display_name(account.display_name)
    except ValidationError as error:
        raise invalid(wrong={"last_name": " ".join(error.messages)}) from error


def check_years(*, values: Mapping[str, dt.date]) -> None:
    """Refuse days and times of years in which no tournament is held, by field."""
    wrong = [name for name, day in values.items() if day.year not in YEARS]
    if wrong:
        text = _("Zkontrolujte rok, píše se čtyřmi číslicemi, například %(year)s.")
        raise invalid(wrong=dict.fromkeys(wrong, text % {"year": timezone.localdate().year}))


def invalid(*, wrong: dict[str, str]) -> Refused:
    """The refusal of a form: one sentence for the whole, ``wrong`` for its fields."""
    text = _("Nic se neuložilo: %(reasons)s") % {"reasons": " ".join(wrong.values())}
    return Refused(text, code="invalid", fields=wrong)
