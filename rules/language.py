"""The languages in which a settlement is explained.

Czech stands in the code; English, and the forms of Czech plurals, in catalogues of gettext under `locale/`.
Sentences that are kept in tables are marked with `gettext_noop`, by which the catalogues find them.
"""

from collections.abc import Callable, Sequence
from functools import partial
from gettext import translation
from pathlib import Path
from typing import Final

from rules.money import format_crowns, format_crowns_en, format_points

DOMAIN: Final = "rules"
LOCALE: Final = Path(__file__).parent / "locale"


def gettext_noop(message: str) -> str:
    """Mark a sentence that is translated only when it is said.

    >>> gettext_noop("podle sazebníku")
    'podle sazebníku'
    """
    return message


class Language:
    """One language: its sentences (`gettext`), those with a number (`ngettext`), and how it writes money: an
    amount that is paid (`crowns`) and what somebody has won or lost (`result`).

    >>> ENGLISH.gettext("podle sazebníku"), ENGLISH.crowns(120)
    ('by the rates', '1.20\\xa0Kč')
    """

    __slots__ = ("crowns", "gettext", "ngettext", "result")

    def __init__(self, code: str, crowns: Callable[[int], str], result: Callable[[int], str]) -> None:
        catalogue = translation(DOMAIN, LOCALE, [code])
        self.gettext = catalogue.gettext
        self.ngettext = catalogue.ngettext
        self.crowns = crowns
        self.result = result

    def names(self, names: Sequence[str]) -> str:
        """Names as a list.

        >>> CZECH.names(["A", "B", "C"]), ENGLISH.names(["A"])
        ('A, B a C', 'A')
        """
        if len(names) < 2:
            return "".join(names)
        return self.gettext("{first} a {last}").format(first=", ".join(names[:-1]), last=names[-1])

    def points(self, points: int) -> str:
        """A number of premium points.

        >>> [CZECH.points(number) for number in (1, 3, 28, -10)]
        ['1 prémiový bod', '3 prémiové body', '28 prémiových bodů', '−10 prémiových bodů']
        """
        words = self.ngettext("{points} prémiový bod", "{points} prémiových bodů", abs(points))
        return words.format(points=format_points(points))


CZECH: Final = Language("cs", format_crowns, partial(format_crowns, sign=True))
ENGLISH: Final = Language("en", format_crowns_en, partial(format_crowns_en, sign=True))
