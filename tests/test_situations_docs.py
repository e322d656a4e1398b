"""docs/situations.md has a row for every situation, and the tests it names exist."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
ROWS = [
    row.split(" | ")
    for row in (PROJECT / "docs" / "situations.md").read_text(encoding="utf-8").splitlines()
    if row.startswith("| S")
]


@cache
def names_in(path: str) -> frozenset[str]:
    """The tests of a file, those of a class as ``TestClass::test_function``."""
    found = set()
    for node in ast.parse((PROJECT / path).read_text(encoding="utf-8")).body:
        members = node.body if isinstance(node, ast.ClassDef) else [node]
        beginning = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        names = [member.name for member in members if isinstance(member, ast.FunctionDef)]
        found |= {f"{beginning}{name}" for name in names if name.startswith("test_")}
    return frozenset(found)


def test_every_situation_has_its_row_in_order() -> None:
    assert [row[0].strip("| ") for row in ROWS] == [f"S{number:02}" for number in range(1, 41)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].strip("| "))
def test_tests_named_for_a_situation_exist(row: list[str]) -> None:
    _id, _situation, _does, shown = row
    cited = re.findall(r"`(tests/[\w/]+\.py)::([\w:]+)`", shown)
    assert [f"{path}::{name}" for path, name in cited if name not in names_in(path)] == []
    assert shown.count("`tests/") == len(cited), "a test is cited in another form"
    assert cited or "**Open**" in shown, "neither shown nor said to be open"
