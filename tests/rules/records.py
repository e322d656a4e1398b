"""Hand records of a fixed table, so that a case names only what it is about.

At the table of four A is the declarer, B and C defend, D deals and sits out. At the table of three C deals.
"""

from typing import Any

Record = dict[str, Any]


def four(contract: str = "sedma", **fields: Any) -> Record:
    """A hand at the table of four; without an outcome everything announced is won."""
    return _hand(["A", "B", "C", "D"], contract, fields)


def three(contract: str = "sedma", **fields: Any) -> Record:
    """The same at the table of three."""
    return _hand(["A", "B", "C"], contract, fields)


WON: dict[str, Record] = {
    "hra": {"hra": "won"},
    "sedma": {"hra": "won", "sedma": "won"},
    "sto": {"sto": {"made": True, "steps": 1}},
    "sto_sedma": {"sto": {"made": True, "steps": 1}, "sedma": "won"},
    "betl": {"betl": "won"},
    "durch": {"durch": "won"},
    "dve_sedmy": {"dve_sedmy": "won"},
    "dve_sedmy_sto": {"dve_sedmy": "won", "sto": {"made": True, "steps": 1}},
}


def _hand(players: list[str], contract: str, fields: Record) -> Record:
    record: Record = {"players": players, "dealer": players[-1], "declarer": "A", "contract": contract}
    record["outcome"] = WON.get(contract, {})
    record |= fields
    return {name: value for name, value in record.items() if value is not None}
