"""One explained amount of a settlement."""

import json
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rules import sentences

encode: Final = json.JSONEncoder(ensure_ascii=False).encode
Payment = tuple[str, str, int]


class Line(NamedTuple):
    """One amount of a settlement and why it is paid.

    `value` is what one opponent pays for it in haléře and `payments` are (payer, receiver, amount); the
    payments of all lines add up to the money. Lines that are no part of the contract are named `quiet_sedma`,
    `limit`, `pausal1`, `pausal2`, `omyl`, `misdeal` and `foreign_suits` (points, no money). `how` is the key
    of the reason, `who` the player it is about, `factor` that of sto's steps or of tiché sto. The sentences
    are made only when asked for.

    >>> from rules import settle
    >>> from rules.notation import parse
    >>> line = settle(parse("ABC/C A:betl betl+[B]")).lines[0]
    >>> line.part, line.fleks, line.value, line.payments
    ('betl', 1, 600, (('B', 'A', 600), ('C', 'A', 600)))
    """

    part: str
    won: bool | None
    rate: int
    red: bool
    fleks: int
    steps: int
    value: int
    article: str
    how: str
    who: str
    factor: int
    payments: tuple[Payment, ...]

    @property
    def text(self) -> str:
        """What was paid and why, one Czech sentence.

        >>> from rules import settle
        >>> from rules.notation import parse
        >>> settle(parse("ABC/C A:betl betl+")).lines[0].text.replace(chr(160), " ")
        'Betl vyhraný: 3,00 Kč – podle sazebníku (A); A dostává po 3,00 Kč (platí B a C).'
        """
        return sentences.czech(self)

    @property
    def text_en(self) -> str:
        """What was paid and why, one English sentence.

        >>> from rules import settle
        >>> from rules.notation import parse
        >>> settle(parse("ABC/C A:betl betl+")).lines[0].text_en.replace(chr(160), " ")
        'Betl won: 3.00 Kč – by the rates (A); A gets 3.00 Kč each (paid by B and C).'
        """
        return sentences.english(self)

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
