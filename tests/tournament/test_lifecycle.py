"""What may be done when: the documents and the code say the same, and nobody else decides by a state."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tournament.enums import ApplicationState, ClockAct, ClockState, RoundState, TableState
from tournament.errors import Refused
from tournament.lifecycle import (
    ALLOWED,
    ALLOWED_AT_TABLE,
    ALLOWED_FOR_APPLICATION,
    ALLOWED_IN_REVISION,
    ALLOWED_ON_CLOCK,
    Act,
    ApplicationAct,
    RevisionAct,
    RevisionState,
    TableAct,
    allowed,
    allowed_at,
    allowed_for,
    allowed_in,
    allowed_on_clock,
    require,
)

PROJECT = Path(__file__).parents[2]
DOCUMENT = PROJECT / "docs" / "round-states.md"


def documented(heading: str) -> dict[str, dict[str, bool]]:
    """The table under a heading of docs/round-states.md: act → state → allowed."""
    section = DOCUMENT.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    heads = [cell.strip() for cell in lines[0].strip("|").split("|")][1:]
    table = {}
    for line in lines[1:]:
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        act = re.search(r"\(`(\w+)`\)", name)
        assert act, name
        assert set(cells) <= {"yes", "no"}, line
        table[act[1]] = {head: cell == "yes" for head, cell in zip(heads, cells, strict=True)}
    return table


def test_documents_and_code_agree() -> None:
    assert documented("The round") == {
        str(act): {str(state): allowed(act, state) for state in RoundState} for act in Act
    }
    assert documented("The table") == {
        str(act): {str(state): allowed_at(act, state) for state in TableState} for act in TableAct
    }
    assert documented("The revision") == {
        str(act): {str(state): allowed_in(act, state) for state in RevisionState} for act in RevisionAct
    }
    assert documented("The clock") == {
        str(act): {str(state): allowed_on_clock(act, state) for state in ClockState} for act in ClockAct
    }
    assert documented("The application") == {
        str(act): {str(state): allowed_for(act, state) for state in ApplicationState}
        for act in ApplicationAct
    }


def test_every_act_has_its_row() -> None:
    assert ALLOWED.keys() == set(Act)
    assert ALLOWED_AT_TABLE.keys() == set(TableAct)
    assert ALLOWED_IN_REVISION.keys() == set(RevisionAct)
    assert ALLOWED_ON_CLOCK.keys() == set(ClockAct)
    assert ALLOWED_FOR_APPLICATION.keys() == set(ApplicationAct)


DESCRIBED = {
    "tournament/selectors/rounds.py": "a card counts confirmed tables only while the round is played",
    "scoring/services/archive_checks.py": "the tables of an archive must fit their round",
    "scoring/selectors/history.py": "a state of the log is told from other values by being one",
}
"""Where a state is compared to say something about it, not to allow or refuse."""


def decided(path: Path) -> Iterator[int]:
    """Lines in which a file compares something with a state of a round or a table."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare) and re.search(r"\b(RoundState|TableState)\.", ast.unparse(node)):
            yield node.lineno


def test_nobody_else_decides_by_a_state() -> None:
    files = [
        path
        for application in ("tournament", "scoring", "public", "config")
        for path in sorted((PROJECT / application).rglob("*.py"))
        if "migrations" not in path.parts and path.name != "lifecycle.py"
    ]
    found = {
        str(path.relative_to(PROJECT)): [*decided(path)]
        for path in files
        if any(True for _line in decided(path))
    }
    assert found.keys() == DESCRIBED.keys(), found


@pytest.mark.parametrize(
    ("act", "state", "words"),
    [
        (Act.SUBSTITUTE, RoundState.CLOSED, "3. kolo je uzavřené"),
        (
            Act.CORRECT_RESULT,
            RoundState.PLAYING,
            "3. kolo ještě není uzavřené; výsledek změňte přímo u stolu",
        ),
        (Act.TAKE_BACK, RoundState.PLAYING, "3. kolo se už hraje"),
        (Act.TAKE_BACK, RoundState.DRAFT, "3. kolo ještě není zveřejněné"),
        (Act.DRAW, RoundState.PUBLISHED, "3. kolo je už zveřejněné; nejdřív vezměte zveřejnění zpět"),
        (Act.SWAP, RoundState.REVISED, "3. kolo je uzavřené"),
        (Act.ANNOUNCE_SEED, RoundState.PUBLISHED, "3. kolo je už vylosované; semínko se ohlašuje před"),
        (Act.PUBLISH_STANDINGS, RoundState.PLAYING, "3. kolo ještě není uzavřené. Nejdřív ho uzavřete"),
        (Act.RULE_AS_CHIEF, RoundState.DRAFT, "3. kolo ještě není zveřejněné"),
        (Act.CORRECT_RESULT, RoundState.DRAFT, "3. kolo ještě není zveřejněné"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_refusal_says_why_and_what_would_be_right(act: Act, state: RoundState, words: str) -> None:
    with pytest.raises(Refused) as refused:
        require(act, state=state, number=3)

    assert refused.value.text.startswith(words)
    assert refused.value.code == f"round_{state}"


def test_allowed_passes() -> None:
    for act, states in ALLOWED.items():
        for state in states:
            require(act, state=state, number=1)
