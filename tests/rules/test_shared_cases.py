"""The reference cases: hands with their settlement, roundings, a whole round with its totals."""

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from rules import hand_to_json, parse_hand, settle, to_crowns

CASES = Path(__file__).parent / "cases" / "shared"


def load(name: str) -> Any:
    return json.loads((CASES / name).read_text(encoding="utf-8"))


def load_lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


CURATED = load("settlement.json")
RANDOM = [row | {"id": f"random-{n}"} for n, row in enumerate(load_lines("settlement-random.jsonl"), 1)]
ROUNDINGS = load("rounding.json")


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in CURATED + RANDOM])
def test_settlement(row: dict[str, Any]) -> None:
    hand = parse_hand(row["hand"])
    settlement = settle(hand)
    found = {
        "money": settlement.money,
        "premium": settlement.premium,
        "limited": settlement.limited,
    }
    assert found == row["expect"]
    assert list(settlement.money) == row["hand"]["players"]
    assert parse_hand(hand_to_json(hand)) == hand


@pytest.mark.parametrize("row", ROUNDINGS, ids=lambda row: str(list(row["money"].values())))
def test_rounding(row: dict[str, Any]) -> None:
    assert to_crowns(row["money"]) == row["zb"]


def test_totals_of_a_round() -> None:
    """Hands taken in earlier; three say what is refused now of the one sitting out or a second flekker."""
    money: dict[str, Counter[str]] = defaultdict(Counter)
    premium: dict[str, Counter[str]] = defaultdict(Counter)
    for row in load_lines("round1-hands.jsonl"):
        settlement = settle(parse_hand(row["hand"], stored=True))
        for seat in settlement.money:
            money[str(row["table"])][seat] += settlement.money[seat]
            premium[str(row["table"])][seat] += settlement.premium[seat]
    found = {
        table: {"money": dict(money[table]), "premium": dict(premium[table])}
        for table in sorted(money, key=int)
    }
    assert found == load("round1-totals.json")
