"""One explained amount of a settlement, ready to be shown and to become JSON."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from rules import sentences
from rules.amounts import Amount

encode: Final = json.JSONEncoder(ensure_ascii=False).encode


class Line(Amount):
    """One amount of a settlement; its sentences are made only when asked for.

    >>> from rules import settle
    >>> from rules.notation import parse
    >>> line = settle(parse("ABC/C A:betl betl+[B]")).lines[0]
    >>> line.part, line.fleks, line.value, line.payments
    ('betl', 1, 600, (('B', 'A', 600), ('C', 'A', 600)))
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        """What was paid and why, one Czech sentence.

        >>> from rules import settle
        >>> from rules.notation import parse
        >>> settle(parse("ABC/C A:betl betl+")).lines[0].text.replace(chr(160), " ")
        'Betl vyhraný: 3,00 Kč – podle sazebníku; A dostává po 3,00 Kč (platí B a C).'
        """
        return sentences.czech(self)

    @property
    def text_en(self) -> str:
        """What was paid and why, one English sentence.

        >>> from rules import settle
        >>> from rules.notation import parse
        >>> settle(parse("ABC/C A:betl betl+")).lines[0].text_en.replace(chr(160), " ")
        'Betl won: 3.00 Kč – by the rates; A gets 3.00 Kč each (paid by B and C).'
        """
        return sentences.english(self)

    def named(self, names: Mapping[str, str]) -> "Line":
        """The same with other names for the players.

        >>> from rules import settle
        >>> from rules.notation import parse
        >>> settle(parse("ABC/C misdeal")).lines[0].named({"A": "Adam", "B": "Bořek", "C": "Cyril"}).who
        'Cyril'
        """
        return self._replace(
            who=names[self.who] if self.who else "",
            payments=tuple([(names[payer], names[payee], paid) for payer, payee, paid in self.payments]),
        )

    def to_json(self) -> dict[str, Any]:
        """The line ready for JSON (docs/rules/hand-record.md).

        >>> from rules import settle
        >>> from rules.notation import parse
        >>> settle(parse("ABC/C A:betl betl+")).lines[0].to_json()["article"]
        'A'
        """
        return {
            "part": self.part,
            "won": self.won,
            "rate": self.rate,
            "red": self.red,
            "fleks": self.fleks,
            "steps": self.steps,
            "value": self.value,
            "article": self.article,
            "text": sentences.czech(self),
        }


@lru_cache(maxsize=4096)
def line_text(line: Line) -> str:
    """A line as JSON text; at one table the same lines come again and again.

    >>> from rules import settle
    >>> from rules.notation import parse
    >>> line_text(settle(parse("ABC/C misdeal")).lines[0])[:32]
    '{"part": "misdeal", "won": null,'
    """
    return encode(line.to_json())
