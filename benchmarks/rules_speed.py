"""How fast hands are settled: `python -m benchmarks.rules_speed` prints the rows for docs/benchmarks.md.

Two measures: the command line on 10,000 records against reading and writing the same JSON, and one call of
`settle` on a hand that is already a record. Nothing here is a test; the numbers depend on the machine.
"""

import json
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rules import parse_hand, settle

PROJECT = Path(__file__).resolve().parents[1]
RECORDS = 10_000
REPEATS = 5
PLAYERS = ["Nováková Jana", "Svoboda Petr", "Dvořák Karel", "Černý Ota"]
CONTRACTS: dict[str, dict[str, Any]] = {
    "hra": {"hra": "won"},
    "sedma": {"hra": "won", "sedma": "lost"},
    "sto": {"sto": {"made": True, "steps": 2}},
    "sto_sedma": {"sto": {"made": False, "steps": 3}, "sedma": "won"},
    "betl": {"betl": "won"},
    "durch": {"durch": "lost"},
    "dve_sedmy": {"dve_sedmy": "won"},
}


def records(count: int, seed: int = 1) -> list[dict[str, Any]]:
    """Hands as they come in a tournament: mostly plain, some flekked, few with a renonc."""
    chance = random.Random(seed)
    made = []
    for _ in range(count):
        contract = chance.choice(list(CONTRACTS))
        dealer, declarer, first, _second = chance.sample(PLAYERS, 4)
        parts = list(CONTRACTS[contract])
        record: dict[str, Any] = {
            "format": "licitovany-hand/1",
            "players": PLAYERS,
            "dealer": dealer,
            "declarer": declarer,
            "contract": contract,
            "red": contract not in ("betl", "durch") and chance.random() < 0.4,
            "outcome": CONTRACTS[contract],
        }
        if chance.random() < 0.5:
            record["fleks"] = {parts[-1]: [first, declarer][: chance.randint(1, 2)]}
        if chance.random() < 0.1:
            record["renonce"] = [{"by": first, "article": "C1"}]
        if chance.random() < 0.4:
            record["premium"] = [{"to": declarer, "points": 14}]
        made.append(record)
    return made


def best(run: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of the fastest of several runs."""
    times = []
    for _ in range(REPEATS):
        start = clock()
        run()
        times.append(clock() - start)
    return min(times)


def command_line(made: list[dict[str, Any]]) -> tuple[float, float]:
    """Seconds of `python -m rules settle`, and of a program that only reads and writes the same records."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.jsonl"
        path.write_text(
            "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in made), encoding="utf-8"
        )
        copy = (
            "import json, sys\n"
            "for line in open(sys.argv[1], encoding='utf-8'):\n"
            "    sys.stdout.write(json.dumps(json.loads(line)) + '\\n')\n"
        )
        settling = [sys.executable, "-m", "rules", "settle", str(path)]
        copying = [sys.executable, "-c", copy, str(path)]
        return best(lambda: _run(settling)), best(lambda: _run(copying))


def _run(command: list[str]) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, cwd=PROJECT, check=True)


def in_process(run: Callable[[Any], object], values: Sequence[Any]) -> float:
    """Microseconds of the processor for one call; what comes out is thrown away, as a command does."""

    def all_of_them() -> None:
        for value in values:
            run(value)

    return best(all_of_them, time.process_time) / len(values) * 1e6


def main() -> None:
    made = records(RECORDS)
    settling, copying = command_line(made)
    hands = [parse_hand(record) for record in made]
    rows = [
        ("`python -m rules settle`, 10 000 records", f"{settling:.2f} s", ""),
        ("reading and writing the same JSON", f"{copying:.2f} s", ""),
        ("ratio", f"{settling / copying:.1f}", "at most 8"),
        ("`settle` of a ready hand", f"{in_process(settle, hands):.1f} µs", "under 40 µs"),
        ("`parse_hand` of a record", f"{in_process(parse_hand, made):.1f} µs", ""),
    ]
    print(f"Python {platform.python_version()}, {platform.machine()}\n")
    print("| measure | result | wanted |\n|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
