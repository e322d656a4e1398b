"""The documents say what the code does: every worked table is settled, every name in the map exists."""

import importlib
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from rules import InvalidHand, check_record, find_rulebook, parse_hand, settle
from rules.notation import format_hand, parse, to_record
from rules.shorthand import expand, shorten

PROJECT = Path(__file__).resolve().parents[2]
DOCS = PROJECT / "docs" / "rules"
PAGES = sorted(DOCS.glob("R-*.md"))
MAP = (PROJECT / "rules" / "README.md").read_text(encoding="utf-8")
INDEX = (DOCS / "README.md").read_text(encoding="utf-8")


class Worked(NamedTuple):
    page: str
    line: str
    cells: list[str]


def worked_tables() -> list[Worked]:
    found = []
    for page in PAGES:
        for row in page.read_text(encoding="utf-8").splitlines():
            match = re.fullmatch(r"\| `(.+?)` \|(.*)\|", row)
            if match:
                found.append(Worked(page.stem, match[1], [cell.strip() for cell in match[2].split("|")]))
    return found


TABLES = worked_tables()


@pytest.mark.parametrize("row", TABLES, ids=lambda row: f"{row.page[:5]} {row.line}")
def test_worked_tables(row: Worked) -> None:
    seats = len(to_record(row.line)["players"])
    if row.cells[0] == "refused":
        with pytest.raises(InvalidHand):
            parse(row.line)
        return
    hand = parse(row.line)
    assert list(settle(hand).money.values()) == [int(cell) for cell in row.cells[:seats]]
    assert parse(format_hand(hand)) == hand


def test_every_rule_has_a_worked_table() -> None:
    with_lines = {row.page for row in TABLES}
    with_tables = {page.stem for page in PAGES if "\n|---|" in page.read_text(encoding="utf-8")}
    assert {page.stem for page in PAGES} == with_tables
    assert len(with_lines) >= 16


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_rule_is_numbered_sourced_and_mapped(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    number = page.stem[:5]
    assert text.startswith(f"# {number} ")
    assert "\n**Source.** " in text
    assert "\n**Decision.** " in text
    assert f"[{number}]({page.name})" in INDEX
    assert f"[{number}](../docs/rules/{page.name})" in MAP


def test_rules_are_numbered_without_gaps() -> None:
    assert [page.stem[:5] for page in PAGES] == [f"R-{n:03}" for n in range(1, len(PAGES) + 1)]


def test_functions_of_the_map_exist() -> None:
    names = re.findall(r"`(rules\.[\w.]+)`", MAP)
    assert len(names) > 30
    for name in names:
        parts = name.split(".")
        module = next(
            ".".join(parts[:length])
            for length in range(len(parts), 0, -1)
            if _is_module(".".join(parts[:length]))
        )
        value = importlib.import_module(module)
        for part in parts[module.count(".") + 1 :]:
            value = getattr(value, part)


def _is_module(name: str) -> bool:
    path = PROJECT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def test_example_of_the_map() -> None:
    record = {
        "players": ["A", "B", "C", "D"],
        "dealer": "D",
        "declarer": "A",
        "contract": "sedma",
        "outcome": {"hra": "won", "sedma": "won"},
    }
    assert check_record(record) == ()
    settlement = settle(parse_hand(record))
    assert f"# {settlement.money}" in MAP
    assert f"# '{settlement.lines[0].text}'".replace("\xa0", " ") in MAP


NOTATION = (DOCS / "notation.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", NOTATION.split("```\n")[1].splitlines())
def test_examples_of_the_notation(line: str) -> None:
    assert format_hand(parse(line)) == line


SHORTHAND = (DOCS / "shorthand.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", SHORTHAND.split("```\n")[1].splitlines())
def test_examples_of_the_shorthand(line: str) -> None:
    full = expand(line, players="ABCD", dealer="D", rulebook=find_rulebook("csm"))
    assert shorten(parse(full)) == line


def test_every_error_code_is_documented() -> None:
    """Codes the checks and the auction can give, read from the calls that make problems."""
    page = (DOCS / "hand-record.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`([a-z_]+)`", page.split("## Errors")[1]))
    sources = [*(PROJECT / "rules" / "checking").glob("*.py"), PROJECT / "rules" / "auction.py"]
    calls = re.compile(r'(?:add|Problem)\(\s*(?:f?"[^"]*"|[\w.]+),\s*"([a-z_]+)"')
    codes = {code for path in sources for code in calls.findall(path.read_text(encoding="utf-8"))}
    assert {"flek_out_of_turn", "missing_outcome", "auction_over"} < codes
    assert codes - documented == set()
