"""Numbers in Czech sentences: the right form of the counted word, the right preposition."""

from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _


def counted(count: int, one: str, few: str, many: str) -> str:
    """The count and its word: Czech has one form for 1, another for 2–4, a third for the rest.

    gettext knows only two forms of a Czech source text, because the rule comes from a catalogue.

    >>> [counted(n, "hráč", "hráči", "hráčů") for n in (0, 1, 4, 5)]
    ['0 hráčů', '1 hráč', '4 hráči', '5 hráčů']
    """
    return f"{count} {plural(count, one, few, many)}"


def plural(count: int, one: str, few: str, many: str) -> str:
    """The word alone.

    >>> plural(3, "stůl", "stoly", "stolů")
    'stoly'
    """
    if count == 1:
        return one
    return few if 2 <= count <= 4 else many


def before_number(number: int) -> str:
    """``v`` or ``ve``, as the number said aloud begins: ve druhém, ve třetím, ve čtvrtém, ve dvacátém prvním.

    >>> [f"{before_number(n)} {n}." for n in (1, 2, 4, 5, 11, 12, 14, 15, 23, 50)]
    ['v 1.', 've 2.', 've 4.', 'v 5.', 'v 11.', 've 12.', 've 14.', 'v 15.', 've 23.', 'v 50.']
    """
    return "ve" if number in (2, 3, 4, 12, 13, 14) or 20 <= number < 50 else "v"


def in_round(number: int) -> str:
    """In which round: ``ve 2. kole``.

    >>> in_round(1), in_round(2)
    ('v 1. kole', 've 2. kole')
    """
    return _("%(preposition)s %(number)s. kole") % {"preposition": before_number(number), "number": number}


def from_round(number: int) -> str:
    """Out of which round: ``ze 2. kola``.

    >>> from_round(1), from_round(2)
    ('z 1. kola', 'ze 2. kola')
    """
    preposition = "ze" if before_number(number) == "ve" else "z"
    return _("%(preposition)s %(number)s. kola") % {"preposition": preposition, "number": number}


def at_time(moment: datetime) -> str:
    """When on its day, in local time: ``v 9:05``, ``ve 14:32``."""
    local = localtime(moment)
    return f"{before_number(local.hour)} {local.hour}:{local:%M}"
