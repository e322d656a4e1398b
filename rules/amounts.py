"""One amount of a settlement as a record: what its sentences and its JSON are made of."""

from typing import Final, NamedTuple

Payment = tuple[str, str, int]
Marks = tuple[tuple[int, ...], tuple[int, ...]]
NO_MARKS: Final[Marks] = ((), ())


class Amount(NamedTuple):
    """One amount of a settlement and why it is paid.

    `value` is what one opponent pays for it in haléře and `payments` are (payer, receiver, amount); the
    payments of all lines add up to the money. Lines that are no part of the contract are named `quiet_sedma`,
    `limit`, `pausal1`, `pausal2`, `omyl`, `misdeal` and `foreign_suits` (points, no money). `how` is the key
    of the reason, `who` the player it is about, `factor` that of sto's steps or of tiché sto, of a limit how
    many limits make it. `marks` are the card points and hlášky that sto stands on, the declarer's and those
    of the defence that count, where the record tells them.

    >>> Amount("omyl", False, 120, False, 0, 1, 120, "B/15", "omyl", "A", 1, (("A", "B", 120),)).value
    120
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
    marks: Marks = NO_MARKS
