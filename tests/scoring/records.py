"""Hands for stories about scoring. Rates of the csm, base 0,20 Kč: who reads a story can add it up."""

from typing import Any

from tournament.actors import Actor
from tournament.enums import Role
from tournament.models import Table

DESK = Actor(name="Olga Pořadatelová", roles=frozenset({Role.ORGANISER}))
OTHER_DESK = Actor(name="Ota Druhý", roles=frozenset({Role.ORGANISER}))
CHIEF = Actor(name="Hana Hlavní", roles=frozenset({Role.CHIEF_REFEREE}), chief_appointed=True)
REFEREE = Actor(name="Radek Rozhodčí", roles=frozenset({Role.REFEREE}), chief_appointed=True)
STRANGER = Actor(name="Cyril Cizí")


def scribe_of(table: Table) -> Actor:
    """The scribe of a table, as his link makes him."""
    return Actor(name=f"zapisovatel stolu {table.number}", scribe_of=table.pk)


def betl(*, dealer: str = "D", declarer: str = "A", won: bool = True, **fields: Any) -> dict[str, Any]:
    """Betl at a table of four: everybody pays 3,00 to the declarer, or gets them."""
    record = {
        "players": ["A", "B", "C", "D"],
        "dealer": dealer,
        "declarer": declarer,
        "contract": "betl",
        "outcome": {"betl": "won" if won else "lost"},
    }
    return record | fields


def durch(**fields: Any) -> dict[str, Any]:
    """Durch at a table of four, won by A: everybody pays him 6,00."""
    return betl() | {"contract": "durch", "outcome": {"durch": "won"}} | fields


BETL_WON = {"A": 900, "B": -300, "C": -300, "D": -300}
BETL_LOST = {"A": -900, "B": 300, "C": 300, "D": 300}
NOTHING = {"A": 0, "B": 0, "C": 0, "D": 0}
