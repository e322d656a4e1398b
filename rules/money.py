"""Money: whole haléře (`int`), whole crowns at the table, and how both are written.

Section E, R-001.
"""

from collections.abc import Mapping
from functools import lru_cache

from rules.errors import InvalidMoney, Problem

NBSP = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"


def split(amount: int, shares: int) -> tuple[int, ...]:
    """Divide `amount` haléře among `shares` people; the first ones bear the odd haléře (R-001).

    Raises ValueError when there is nobody to divide it among.

    >>> split(101, 2)
    (51, 50)
    >>> split(-101, 2)
    (-51, -50)
    """
    if shares < 1:
        raise ValueError(f"očekávám aspoň jednoho plátce, dostal jsem {shares}")
    whole, odd = divmod(abs(amount), shares)
    sign = -1 if amount < 0 else 1
    return tuple(sign * (whole + (seat < odd)) for seat in range(shares))


def to_crowns(money: Mapping[str, int]) -> dict[str, int]:
    """Propose whole crowns (ZB) for results in haléře, given in the order of the seats.

    Every result is rounded down and the missing crowns go one each to the largest remainders, ties by seat,
    so that the sum stays zero (section E, R-001). Raises InvalidMoney when the sum is not zero.

    >>> to_crowns({"A": 1234, "B": -560, "C": -1001, "D": 327})
    {'A': 12, 'B': -5, 'C': -10, 'D': 3}
    """
    total = sum(money.values())
    if total:
        text = f"Součet výsledků musí být nula, je {format_crowns(total)}."
        raise InvalidMoney([Problem("", "sum_not_zero", text)])
    crowns = {player: amount // 100 for player, amount in money.items()}
    by_remainder = sorted(money, key=lambda player: -(money[player] % 100))
    for player in by_remainder[: -sum(crowns.values())]:
        crowns[player] += 1
    return crowns


def check_agreed_crowns(money: Mapping[str, int], crowns: Mapping[str, int]) -> tuple[Problem, ...]:
    """What is wrong with whole crowns agreed at the table (section E); nothing when they may stand.

    A table may agree on any crowns whose sum is zero and that lie less than one crown from each exact result
    in haléře. The path of a problem is the player, or empty for the sum.

    >>> check_agreed_crowns({"A": 150, "B": -150}, {"A": 1, "B": -1})
    ()
    >>> [p.code for p in check_agreed_crowns({"A": 150, "B": -150}, {"A": 3, "B": -1})]
    ['too_far', 'sum_not_zero']
    """
    if list(money) != list(crowns) and set(money) != set(crowns):
        return (Problem("", "other_players", "Zaokrouhlené výsledky musí mít právě hráči tohoto stolu."),)
    problems = [
        Problem(
            player,
            "too_far",
            f"{player}: {crowns[player]}{NBSP}Kč je o korunu nebo víc jinde než přesných "
            f"{format_crowns(amount)}; dohodnout se lze jen na méně než korunu od přesného výsledku.",
        )
        for player, amount in money.items()
        if abs(crowns[player] * 100 - amount) >= 100
    ]
    total = sum(crowns.values())
    if total:
        text = f"Součet zaokrouhlených výsledků musí být nula, je {format_crowns(total * 100)}."
        problems.append(Problem("", "sum_not_zero", text))
    return tuple(problems)


@lru_cache(maxsize=4096)
def format_amount(amount: int, *, sign: bool = False) -> str:
    """Haléře as a Czech amount in crowns without the unit; `sign` writes a plus before a gain.

    >>> format_amount(-123440)
    '−1\\xa0234,40'
    >>> format_amount(60, sign=True)
    '+0,60'
    """
    whole, rest = divmod(abs(amount), 100)
    prefix = MINUS if amount < 0 else "+" if sign and amount else ""
    return f"{prefix}{format_points(whole)},{rest:02}"


def format_crowns(amount: int, *, sign: bool = False) -> str:
    """Haléře as a Czech amount in crowns, no-break spaces and a real minus.

    >>> format_crowns(123440)
    '1\\xa0234,40\\xa0Kč'
    """
    return format_amount(amount, sign=sign) + f"{NBSP}Kč"


def format_points(points: int, *, sign: bool = False) -> str:
    """Whole points or crowns with no-break spaces and a real minus; `sign` writes a plus before a gain.

    >>> format_points(-1234), format_points(1234, sign=True), format_points(0, sign=True)
    ('−1\\xa0234', '+1\\xa0234', '0')
    """
    prefix = MINUS if points < 0 else "+" if sign and points else ""
    return prefix + f"{abs(points):,}".replace(",", NBSP)


def format_crowns_en(amount: int, *, sign: bool = False) -> str:
    """Haléře as an amount in crowns in English.

    >>> format_crowns_en(-123440), format_crowns_en(60, sign=True)
    ('−1,234.40\\xa0Kč', '+0.60\\xa0Kč')
    """
    whole, rest = divmod(abs(amount), 100)
    prefix = MINUS if amount < 0 else "+" if sign and amount else ""
    return f"{prefix}{whole:,}.{rest:02}{NBSP}Kč"
