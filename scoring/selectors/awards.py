"""What referees ruled as amounts, at tables whose hands are on paper."""

from dataclasses import dataclass

from scoring.enums import ResultSource
from scoring.models import Award, TableResult
from tournament.models import Table


@dataclass(frozen=True, slots=True)
class Awarded:
    """What one seat gets by the awards in force: haléře and points."""

    money: int
    premium: int


def awarded_at(table: Table) -> dict[str, Awarded]:
    """The sum of the awards in force at a table by seat; empty where there is none."""
    found: dict[str, Awarded] = {}
    awards = Award.objects.filter(dispute__table=table, current=True)
    for money, premium in awards.values_list("money", "premium"):
        for letter, amount in money.items():
            before = found.get(letter, Awarded(0, 0))
            found[letter] = Awarded(before.money + amount, before.premium + premium[letter])
    return found if any(one.money or one.premium for one in found.values()) else {}


def lacks_awards(table: Table, result: TableResult | None) -> bool:
    """Would a result taken from the hands pass over what a referee ruled as amounts before?"""
    from_hands = result is None or result.source == ResultSource.HANDS
    return from_hands and bool(awarded_at(table))
