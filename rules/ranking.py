"""Order of players: soutěžní body, further criteria, shared places, and points for places (BP).

Plain numbers in, plain numbers out; who the rows belong to is the caller's business. Section E and the
competition's own keys. BP are whole hundredths, since shared places make halves and thirds of them.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final, Literal, TypeVar

from rules.errors import RulesError

T = TypeVar("T")
Key = tuple[Any, ...]
BpKey = Literal["starters", "fixed", "superliga"]
SharedPlaces = Literal["average", "better"]
Order = Literal["sb", "bp"]

# BP are kept in hundredths of a point.
HUNDREDTHS: Final = 100
# The first place of the Superliga before the coefficient of the competition.
SUPERLIGA_FIRST: Final = 50


class RankingError(RulesError):
    """A key for BP that cannot be used.

    >>> bp_for_places([1], key="superliga", coefficient="0")
    Traceback (most recent call last):
        ...
    rules.ranking.RankingError: Koeficient soutěže musí být kladné číslo, ne „0“.
    """

    code = "ranking"


def rank(rows: Iterable[T], key: Callable[[T], Key]) -> list[tuple[int, T]]:
    """Rows with their places, best first: the higher key the better, equal keys share the place.

    Rows that share a place keep the order in which they came.

    >>> [place for place, _ in rank([7, 10, 5, 7, 10, 7], key=lambda total: (total,))]
    [1, 1, 3, 3, 3, 6]
    """
    keyed = sorted(((key(row), row) for row in rows), key=itemgetter(0), reverse=True)
    found = places([one for one, _row in keyed])
    return [(place, row) for place, (_key, row) in zip(found, keyed, strict=True)]


def places(keys: Sequence[Key]) -> list[int]:
    """Places for keys that are already ordered, the best first.

    >>> places([(10,), (10,), (7,)])
    [1, 1, 3]
    """
    found: list[int] = []
    for n, key in enumerate(keys, 1):
        found.append(found[-1] if n > 1 and keys[n - 2] == key else n)
    return found


def round_key(sb: int, zb: int, *further: int) -> Key:
    """The key of a round: SB, then ZB, then further criteria the organiser chose (higher is better).

    >>> round_key(47, 12) > round_key(47, 11)
    True
    """
    return (sb, zb, *further)


def tournament_key(order: Order, *, sb: int, zb: int, bp: int = 0, further: Sequence[int] = ()) -> Key:
    """The key of a tournament: `sb` orders by SB then ZB, `bp` by BP then SB then ZB.

    >>> tournament_key("bp", sb=10, zb=2, bp=300) > tournament_key("bp", sb=90, zb=9, bp=200)
    True
    """
    return (sb, zb, *further) if order == "sb" else (bp, sb, zb, *further)


def bp_for_places(
    order: Sequence[int],
    *,
    key: BpKey = "starters",
    fixed: Sequence[int] = (),
    coefficient: str | int | Fraction = 1,
    shared: SharedPlaces = "average",
) -> list[int]:
    """Points for places (BP) in hundredths, one for each of the given places (1, 1, 3, …).

    `starters` gives as many points as there are starters, one less for each further place; `fixed` the given
    points (whole points, none below the list); `superliga` 50 × coefficient rounded half up, but at least 1,
    for the first, one less for each further place down to 1, and none below. Who share a place get the
    average of the places they take up, rounded half up, or with `better` the points of the best of them.
    Raises RankingError when the coefficient is no positive number.

    >>> bp_for_places([1, 1, 3])
    [250, 250, 100]
    >>> bp_for_places([1, 2, 2, 2], key="fixed", fixed=[10, 6, 4, 1])
    [1000, 367, 367, 367]
    >>> bp_for_places([1, 1, 3], key="superliga", coefficient="0.5", shared="better")
    [2500, 2500, 2300]
    """
    scale = _scale(len(order), key, fixed, coefficient)
    sharing: dict[int, int] = {}
    for place in order:
        sharing[place] = sharing.get(place, 0) + 1
    return [_points(scale, place, sharing[place], shared) for place in order]


def format_bp(bp: int) -> str:
    """BP in hundredths as shown: with a comma, without needless zeros.

    >>> format_bp(2600), format_bp(2650), format_bp(367)
    ('26', '26,5', '3,67')
    """
    whole, rest = divmod(abs(bp), HUNDREDTHS)
    text = f"{whole},{rest:02}".rstrip("0").rstrip(",")
    return f"\N{MINUS SIGN}{text}" if bp < 0 else text


def round_half_up(value: Fraction) -> int:
    """The nearest whole number, a half upwards.

    >>> round_half_up(Fraction(5, 2)), round_half_up(Fraction(-5, 2))
    (3, -2)
    """
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def _scale(starters: int, key: BpKey, fixed: Sequence[int], coefficient: str | int | Fraction) -> list[int]:
    """Whole points for the places 1, 2, 3, … of that many starters."""
    if key == "starters":
        return list(range(starters, 0, -1))
    if key == "fixed":
        return [*fixed[:starters], *[0] * (starters - len(fixed))]
    first = max(round_half_up(SUPERLIGA_FIRST * _coefficient(coefficient)), 1)
    return [max(first - place, 0) for place in range(starters)]


def _coefficient(value: str | int | Fraction) -> Fraction:
    try:
        coefficient = Fraction(value.replace(",", ".") if isinstance(value, str) else value)
    except (ValueError, ZeroDivisionError):
        coefficient = Fraction(0)
    if coefficient <= 0:
        raise RankingError(f"Koeficient soutěže musí být kladné číslo, ne „{value}“.")
    return coefficient


def _points(scale: Sequence[int], place: int, count: int, shared: SharedPlaces) -> int:
    """BP in hundredths of one of `count` rows that share a place."""
    taken = scale[place - 1 : place - 1 + count]
    if shared == "better":
        return taken[0] * HUNDREDTHS
    return round_half_up(Fraction(sum(taken) * HUNDREDTHS, count))
