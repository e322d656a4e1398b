"""Hands for stories about scoring. Rates of the csm, base 0,20 Kč: who reads a story can add it up."""

from typing import Any

from scoring.models import Penalty
from scoring.services.penalties import Sentence, penalties_create
from tests.factories import actor
from tournament.actors import Actor
from tournament.enums import Role
from tournament.models import Entry, Round, Table
from tournament.selectors.access import scribe_actor

DESK = actor("Olga Pořadatelová", Role.ORGANISER)
OTHER_DESK = actor("Ota Druhý", Role.ORGANISER)
CHIEF = actor("Hana Hlavní", Role.CHIEF_REFEREE, chief_appointed=True)
REFEREE = actor("Radek Rozhodčí", Role.REFEREE, chief_appointed=True)
STRANGER = actor("Cyril Cizí")


def scribe_of(table: Table) -> Actor:
    """The scribe of a table, as his link makes him."""
    return scribe_actor(table)


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


def penalty_create(*, round_: Round, entry: Entry, by: Actor, **sentence: Any) -> Penalty:
    """The penalty of one player, in force at once."""
    [made] = penalties_create(round_=round_, entries=[entry], sentence=Sentence(**sentence), by=by)
    return made


def durch(**fields: Any) -> dict[str, Any]:
    """Durch at a table of four, won by A: everybody pays him 6,00."""
    return betl() | {"contract": "durch", "outcome": {"durch": "won"}} | fields


def renonce_typed(*rows: dict[str, str]) -> dict[str, str]:
    """Rows of renoncy as a form sends them."""
    fields = {f"renonce-{n}-{name}": value for n, row in enumerate(rows) for name, value in row.items()}
    return {"renonce-TOTAL_FORMS": str(len(rows)), "renonce-INITIAL_FORMS": "0"} | fields


BETL_WON = {"A": 900, "B": -300, "C": -300, "D": -300}
BETL_LOST = {"A": -900, "B": 300, "C": 300, "D": 300}
NOTHING = {"A": 0, "B": 0, "C": 0, "D": 0}
