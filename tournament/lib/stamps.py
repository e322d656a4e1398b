"""What tells two papers of one thing apart: version and time, on the paper and in the name of a file."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Stamp:
    """``words`` stand on the paper, ``name`` is a part of a file's name."""

    words: str
    name: str


def version_stamp(number: int, at: datetime | None) -> Stamp:
    """Of what has numbered versions; ``at`` is when this one was made."""
    words = _("verze %(number)d") % {"number": number}
    return Stamp(f"{words} · {moment_words(at)}" if at else words, f"verze-{number}")


def state_stamp(at: datetime | None) -> Stamp:
    """Of what is as it happens to be; ``at`` is when it last changed, ``None``: it never has."""
    if at is None:
        return Stamp("", "prazdne")
    return Stamp(_("stav %(when)s") % {"when": moment_words(at)}, f"stav-{moment_name(at)}")


def moment_words(at: datetime) -> str:
    """A moment as people write it: «14. 3. 2026 10:05»."""
    return date_format(timezone.localtime(at), "j. n. Y H:i")


def moment_name(at: datetime) -> str:
    """A moment in the name of a file: ``20260314-1005``."""
    return timezone.localtime(at).strftime("%Y%m%d-%H%M")
