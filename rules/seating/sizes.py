"""How many tables of four and of three a number of people makes."""

from collections.abc import Collection

from .errors import CannotSeat

FOUR, THREE = 4, 3
SIZES = (FOUR, THREE)
LARGEST_TOO_FEW = 2


def odd_size(preferred: int) -> int:
    """The size of the tables that are there only because the number does not divide."""
    return THREE if preferred == FOUR else FOUR


def odd_among(sizes: Collection[int], preferred: int) -> int:
    """The size that is odd in a round with these tables; 0 when all are alike, for then nobody is worse
    off.
    """
    return odd_size(preferred) if len(set(sizes)) > 1 else 0


def table_sizes(people: int, preferred: int = FOUR) -> tuple[int, ...]:
    """Sizes of the tables in the order of their numbers: the preferred size first, as few others as
    possible.

    Raises CannotSeat for 0, 1, 2 and 5 people and for a preferred size other than 3 and 4.

    >>> table_sizes(26)
    (4, 4, 4, 4, 4, 3, 3)
    >>> table_sizes(14, preferred=3)
    (3, 3, 4, 4)
    """
    if preferred not in SIZES:
        raise CannotSeat("table-size", f"Stůl může být pro 3 nebo 4 hráče, ne pro {preferred}.")
    if people == 0:
        raise CannotSeat("nobody", "Není přítomen žádný hráč; k losování jsou potřeba aspoň 3.")
    if people <= LARGEST_TOO_FEW:
        present = "Přítomen je 1 hráč" if people == 1 else f"Přítomni jsou {people} hráči"
        raise CannotSeat("too-few", f"{present}; k losování jsou potřeba aspoň 3.")
    odd = odd_size(preferred)
    for odd_tables in range(people // odd + 1):
        rest = people - odd * odd_tables
        if rest % preferred == 0:
            return (preferred,) * (rest // preferred) + (odd,) * odd_tables
    raise CannotSeat(
        "no-division",
        f"{people} hráčů nelze rozsadit ke stolům po třech a po čtyřech; přidejte nebo uberte jednoho hráče.",
    )
