"""Thousands of random hands in a moment, where hypothesis would take minutes: every plain record there is.

A plain hand has no renonc and nothing ložená. The records are valid, though nobody plays like that.
"""

import random
from collections.abc import Iterator
from typing import Any

from rules import Rulebook, find_rulebook
from rules.contracts import QUIET_SEDMA_CONTRACTS, QUIET_STO_CONTRACTS, TRUMPLESS
from rules.parts import FOREIGN_SUITS_LOSS
from rules.rulebook import CHOICES, RATES
from tests.rules.strategies import CONTRACTS, Record

BOOKS = ("csm", "traditional", "pub", "online")
WON_LOST = ("won", "lost")


def random_rulebook(chance: random.Random) -> Rulebook:
    """A named rulebook, every other time with rates, choices and a count of fleks of its own."""
    changed: dict[str, Any] = {}
    if chance.random() < 0.5:
        changed = {name: chance.randint(0, 5000) for name in RATES if chance.random() < 0.3}
        changed |= {name: chance.choice(values) for name, values in CHOICES.items() if chance.random() < 0.5}
        changed |= {"base_rate": chance.randint(1, 500), "max_fleks": chance.randint(0, 6)}
    return find_rulebook(chance.choice(BOOKS), overrides=changed)


def plain_hands(count: int, *, seed: int) -> Iterator[tuple[Record, Rulebook]]:
    """``count`` records of hands, omyly and misdeals, each with the rulebook it is played by."""
    chance = random.Random(seed)
    for _number in range(count):
        book = random_rulebook(chance)
        players = list("ABCD"[: chance.choice([3, 4])])
        dealer = chance.choice(players)
        playing = [player for player in players if len(players) == 3 or player != dealer]
        record: Record = {"players": players, "dealer": dealer}
        kind = chance.choices(["hand", "omyl", "misdeal"], weights=[90, 5, 5])[0]
        if kind == "misdeal":
            yield record | {"kind": kind, "prior_misdeals": chance.randint(0, 3)}, book
            continue
        record["declarer"] = declarer = chance.choice(playing)
        if kind == "omyl":
            yield record | {"kind": kind, "bid": book.rung_of("sedma")}, book
            continue
        defenders = [player for player in playing if player != declarer]
        yield record | _played(chance, book, declarer, defenders), book


def _played(chance: random.Random, book: Rulebook, declarer: str, defenders: list[str]) -> Record:
    contract: Any = chance.choice(CONTRACTS)
    parts = book.parts_of(contract)
    counted = bool({"hra", "sto"} & set(parts)) and chance.random() < 0.5
    record: Record = {
        "contract": contract,
        "red": contract not in TRUMPLESS and chance.random() < 0.4,
        "fleks": {part: _fleks(chance, declarer, defenders) for part in parts},
        "outcome": _outcome(chance, contract, parts, counted=counted),
        "minus_parts": [part for part in parts if chance.random() < 0.2],
        "foreign_suits_flek": contract.startswith("dve_sedmy") and chance.random() < 0.5,
    }
    if counted:
        record["points"] = _points(chance)
    claimed = [points for points in (chance.randint(0, 100), 7) if points != FOREIGN_SUITS_LOSS]
    record["premium"] = [{"to": chance.choice(defenders), "points": points} for points in claimed]
    return record


def _fleks(chance: random.Random, declarer: str, defenders: list[str]) -> list[str]:
    return [
        declarer if n % 2 else chance.choice(defenders) for n in range(chance.choice([0, 0, 1, 2, 3, 4, 6]))
    ]


def _points(chance: random.Random) -> Record:
    marriages = chance.sample([40, 20, 20, 20], chance.randint(0, 4))
    cut = chance.randint(0, len(marriages))
    return {
        "declarer_cards": 10 * chance.randint(0, 9),
        "declarer_marriages": marriages[:cut],
        "defence_marriages": marriages[cut:],
    }


def _outcome(chance: random.Random, contract: str, parts: tuple[str, ...], *, counted: bool) -> Record:
    written = [part for part in parts if not counted or part not in ("hra", "sto")]
    outcome: Record = {part: chance.choice(WON_LOST) for part in written if part != "sto"}
    if "sto" in written:
        outcome["sto"] = {"made": chance.random() < 0.5, "steps": chance.randint(1, 20)}
    if contract in QUIET_STO_CONTRACTS and not counted and chance.random() < 0.5:
        side = "declarer" if outcome["hra"] == "won" else "defence"
        outcome["quiet_sto"] = {"side": side, "steps": chance.randint(1, 10)}
    if contract in QUIET_SEDMA_CONTRACTS and chance.random() < 0.5:
        outcome["quiet_sedma"] = {
            "side": chance.choice(["declarer", "defence"]),
            "won": chance.random() < 0.5,
        }
    return outcome
