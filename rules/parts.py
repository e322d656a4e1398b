"""What one part is worth and how card points turn into results (R-005 to R-007). All values in haléře."""

from rules.contracts import TRUMPLESS
from rules.records import PartPlay, Points, QuietSto
from rules.rulebook import Rulebook

CARD_POINTS = 90
HUNDRED = 100
# The second flek is re; under C7 no further ones are paid (B/9).
RE = 2
# Premium points that a flek on two foreign suits costs after re (section on two sevens).
FOREIGN_SUITS_LOSS = 20


def counted_fleks(fleks: tuple[str, ...], rulebook: Rulebook) -> tuple[str, ...]:
    """The doublings that count, in value and in who flekked: at most `max_fleks` (section C).

    >>> from rules.rulebook import find_rulebook
    >>> counted_fleks(("B", "A", "B", "A", "C"), find_rulebook("csm"))
    ('B', 'A', 'B', 'A')
    """
    return fleks if len(fleks) <= rulebook.max_fleks else fleks[: rulebook.max_fleks]


def foreign_suits(play: PartPlay, fleks: int, flekked: bool) -> bool:
    """Whether the flekker of two foreign suits pays for it: re was given and dvě sedmy won in play.

    `fleks` are those that count, `flekked` says that the first of them stood on two foreign suits.

    >>> foreign_suits(PartPlay("dve_sedmy", ("B", "A"), True), 2, True)
    True
    """
    return flekked and play.part == "dve_sedmy" and fleks >= RE and play.won is True


def red_factor(part: str, red: bool) -> int:
    """Red doubles every part that has trumps (section A).

    >>> red_factor("sto", True), red_factor("quiet_sedma", True), red_factor("hra", False)
    (2, 2, 1)
    """
    return 2 if red and part not in TRUMPLESS else 1


def sto_factor(steps: int, rulebook: Rulebook) -> int:
    """By how much the rate of sto is multiplied for its steps (`sto_scaling`).

    >>> from rules.rulebook import find_rulebook
    >>> sto_factor(4, find_rulebook("csm"))
    4
    >>> sto_factor(4, find_rulebook("csm", overrides={"sto_scaling": "doubling"}))
    8
    """
    if rulebook.sto_scaling == "linear":
        return steps
    return 1 << (steps - 1) if rulebook.sto_scaling == "doubling" else 1


def quiet_sto_factor(steps: int, rulebook: Rulebook) -> int:
    """By how much tiché sto multiplies hra (`quiet_sto_scaling`; the sazebník says two times).

    >>> from rules.rulebook import find_rulebook
    >>> quiet_sto_factor(5, find_rulebook("csm"))
    2
    """
    return 2 * steps if rulebook.quiet_sto_scaling == "linear" else 2


def part_value(part: str, rulebook: Rulebook, *, red: bool = False, fleks: int = 0, factor: int = 1) -> int:
    """The value of a part in haléře: rate × red × 2^fleks × factor (section A).

    `fleks` are those that count; `factor` is that of sto's steps or of tiché sto on hra.

    >>> from rules.rulebook import find_rulebook
    >>> part_value("sto", find_rulebook("csm"), red=True, fleks=1, factor=4)
    1280
    """
    return (rulebook.rates[part] * red_factor(part, red) * factor) << fleks


def hra_won(points: Points) -> bool:
    """Whether the declarer's cards and hlášky exceed the defence's; a tie cannot be.

    >>> hra_won(Points(40)), hra_won(Points(40, (20,)))
    (False, True)
    """
    declarer, defence = _totals(points)
    return declarer > defence


def sto_result(points: Points, rulebook: Rulebook) -> tuple[bool, int]:
    """Whether an announced sto was made, and its steps; only one hláška helps to reach the hundred.

    >>> from rules.rulebook import find_rulebook
    >>> sto_result(Points(60, (20, 40)), find_rulebook("csm"))
    (True, 3)
    >>> sto_result(Points(60, (20, 40)), find_rulebook("csm", overrides={"sto_marriage": "first"}))
    (False, 2)
    """
    own, against = sto_marks(points, rulebook)
    if not against and sum(own) >= HUNDRED:
        return True, 1 + (sum(own) - HUNDRED) // 10
    return False, (HUNDRED - sum(own) + sum(against)) // 10


def sto_marks(points: Points, rulebook: Rulebook) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What a made sto counts: cards and all hlášky; of a lost one the cards, the hláška that helps, and the
    hlášky of the defence.

    >>> from rules.rulebook import find_rulebook
    >>> sto_marks(Points(60, (20, 40)), find_rulebook("csm"))
    ((60, 20, 40), ())
    >>> sto_marks(Points(50, (20, 40), (20,)), find_rulebook("csm"))
    ((50, 40), (20,))
    """
    marriages = points.declarer_marriages
    helping: tuple[int, ...] = ()
    if marriages:
        helping = (marriages[0] if rulebook.sto_marriage == "first" else max(marriages),)
    if points.declarer_cards + sum(helping) >= HUNDRED:
        return (points.declarer_cards, *marriages), ()
    return (points.declarer_cards, *helping), points.defence_marriages


def quiet_sto_of(points: Points) -> QuietSto | None:
    """The side that reached a hundred with all its hlášky, if any; both cannot.

    >>> quiet_sto_of(Points(0, (), (20,)))
    QuietSto(side='defence', steps=2)
    """
    declarer, defence = _totals(points)
    if declarer >= HUNDRED:
        return QuietSto("declarer", 1 + (declarer - HUNDRED) // 10)
    if defence >= HUNDRED:
        return QuietSto("defence", 1 + (defence - HUNDRED) // 10)
    return None


def _totals(points: Points) -> tuple[int, int]:
    declarer = points.declarer_cards + sum(points.declarer_marriages)
    return declarer, CARD_POINTS - points.declarer_cards + sum(points.defence_marriages)
