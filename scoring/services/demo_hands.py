"""Played hands for demo tournaments: valid records with likely contracts, fleks and results."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, cast

from rules.contracts import PARTS, Contract

CONTRACTS = {
    "sedma": 46,
    "sto": 22,
    "sto_sedma": 7,
    "betl": 12,
    "durch": 5,
    "dve_sedmy": 4,
    "dve_sedmy_sto": 1,
    "omyl": 2,
    "misdeal": 1,
}
"""How often what is played, in hundredths."""

WINS = {"hra": 0.7, "sedma": 0.8, "sto": 0.68, "betl": 0.66, "durch": 0.72, "dve_sedmy": 0.6}
FLEKKED = {"hra": 0.35, "sedma": 0.2, "sto": 0.2, "betl": 0.3, "durch": 0.25, "dve_sedmy": 0.4}
POINTS = {
    "sedma": (7, 10, 14, 20),
    "sto": (8, 10, 16, 24),
    "betl": (5, 10),
    "durch": (10, 20),
    "dve_sedmy": (20, 30),
}


def demo_hands(*, seats: Sequence[str], count: int, chance: random.Random) -> Iterator[dict[str, Any]]:
    """``count`` records in the order of dealing; after a misdeal the same player deals again (B/5)."""
    place, misdeals = 0, dict.fromkeys(seats, 0)
    for _number in range(count):
        dealer = seats[place % len(seats)]
        kind = chance.choices(list(CONTRACTS), weights=list(CONTRACTS.values()))[0]
        base = {"players": list(seats), "dealer": dealer}
        if kind == "misdeal":
            yield {**base, "kind": "misdeal", "prior_misdeals": misdeals[dealer]}
            misdeals[dealer] += 1
            continue
        place += 1
        active = [seat for seat in seats if len(seats) == 3 or seat != dealer]
        declarer = chance.choice(active)
        if kind == "omyl":
            yield {**base, "kind": "omyl", "bid": 1, "declarer": declarer}
            continue
        yield {
            **base,
            **_played(cast(Contract, kind), declarer, [seat for seat in active if seat != declarer], chance),
        }


def _played(contract: Contract, declarer: str, defenders: list[str], chance: random.Random) -> dict[str, Any]:
    red = contract not in ("betl", "durch") and chance.random() < 0.3
    parts = PARTS[contract]
    won = {part: chance.random() < WINS[part] for part in parts}
    fleks = {part: _fleks(part, declarer, defenders, chance) for part in parts}
    outcome: dict[str, Any] = {part: _outcome(part, won[part], chance) for part in parts}
    if contract == "sto" and chance.random() < 0.15:
        outcome["quiet_sedma"] = {"side": "declarer", "won": chance.random() < 0.7}
    record = {
        "declarer": declarer,
        "contract": contract,
        "red": red,
        "fleks": {part: who for part, who in fleks.items() if who},
        "outcome": outcome,
    }
    premium = _premium(contract, all(won.values()), declarer, chance)
    return record | ({"premium": premium} if premium else {})


def _fleks(part: str, declarer: str, defenders: list[str], chance: random.Random) -> list[str]:
    fleks: list[str] = []
    likely = FLEKKED[part]
    while len(fleks) < 4 and chance.random() < likely:
        fleks.append(declarer if len(fleks) % 2 else chance.choice(defenders))
        likely = 0.3
    return fleks


def _outcome(part: str, won: bool, chance: random.Random) -> Any:
    if part != "sto":
        return "won" if won else "lost"
    return {"made": won, "steps": chance.choices((1, 2, 3, 4), weights=(50, 30, 15, 5))[0]}


def _premium(contract: str, won: bool, declarer: str, chance: random.Random) -> list[dict[str, Any]]:
    points = next((POINTS[part] for part in POINTS if contract.startswith(part)), ())
    if not won or not points or chance.random() < 0.55:
        return []
    return [{"to": declarer, "points": chance.choice(points)}]
