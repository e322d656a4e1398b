"""What a value of an account or of a person must keep to wherever it comes from: form, command, archive."""

import re
import uuid
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.lib.names import fold, normalise

EARLIEST_BIRTH = 1900
MOST_LABELS, LONGEST_LABEL = 10, 40

_NAMES_OF_THE_PROGRAM = re.compile(r"prikazova radka|zapisovatel stolu|prihlaska z domova")


def validate_account_key(key: uuid.UUID) -> None:
    """A random key (version 4): the derived ones are those of scribes and of the command line."""
    if key.version != 4:
        raise ValidationError(_("Tento klíč nepatří žádnému účtu."), code="derived_key")


def validate_display_name(name: str) -> None:
    """No account is called as the program calls whoever has none; the log would mislead its reader."""
    if _NAMES_OF_THE_PROGRAM.search(re.sub(r"[\W_]+", " ", fold(normalise(name)))):
        raise ValidationError(
            _("Jméno „%(name)s“ si program nechává pro protokol. Napište svoje jméno a příjmení."),
            code="reserved_name",
            params={"name": name},
        )


def validate_birth_year(year: int) -> None:
    """Somebody who is alive and was born."""
    latest = timezone.localdate().year
    if not EARLIEST_BIRTH <= year <= latest:
        raise ValidationError(
            _("Rok narození je číslo od %(first)s do %(last)s.") % {"first": EARLIEST_BIRTH, "last": latest},
            code="birth_year",
        )


def validate_labels(labels: Any) -> None:
    """Categories of a person: a few short words, each once."""
    known = isinstance(labels, list) and all(isinstance(one, str) and one.strip() for one in labels)
    if not known or len({fold(one) for one in labels}) != len(labels):
        raise ValidationError(_("Každá kategorie se píše jednou."), code="labels")
    if len(labels) > MOST_LABELS or any(len(one) > LONGEST_LABEL for one in labels):
        raise ValidationError(
            _("Kategorií může být nejvýš %(most)s, každá do %(long)s znaků.")
            % {"most": MOST_LABELS, "long": LONGEST_LABEL},
            code="labels",
        )
