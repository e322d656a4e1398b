"""docs/situations.md has a row for every situation, and the tests it names exist."""

import re
from pathlib import Path

import pytest

from tests.test_situations import SITUATIONS, defined

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "situations.md"
ROWS = [
    row.split(" | ")
    for row in DOCUMENT.read_text(encoding="utf-8").splitlines()
    if re.match(r"\| S\d\d ", row)
]
PROVED = {situation.split()[0]: set(proofs) for situation, proofs in SITUATIONS.items()}


def test_every_situation_has_its_row_in_order() -> None:
    codes = [row[0].strip("| ") for row in ROWS]
    assert codes[:40] == [f"S{number:02}" for number in range(1, 41)]
    assert codes == sorted(set(codes))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].strip("| "))
def test_tests_named_for_a_situation_exist(row: list[str]) -> None:
    code, _situation, _does, shown = row
    cited = re.findall(r"`tests/([\w/]+\.py)::([\w:]+)`", shown)

    assert [f"{path}::{name}" for path, name in cited if name not in defined(path)] == []
    assert shown.count("`tests/") == len(cited), "a test is cited in another form"
    assert cited or "**Open**" in shown, "neither shown nor said to be open"
    assert PROVED.get(code.strip("| "), set()) - {f"{path}::{name}" for path, name in cited} == set()
