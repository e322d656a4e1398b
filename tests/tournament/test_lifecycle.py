"""The one table of what may be changed when: the documents and the code say the same."""

import re
from pathlib import Path

import pytest

from tournament.enums import RoundState
from tournament.errors import Refused
from tournament.lifecycle import ALLOWED, Act, allowed, require

DOCUMENT = Path(__file__).parents[2] / "docs" / "round-states.md"


def documented() -> dict[str, dict[str, bool]]:
    """The table of docs/round-states.md: act → state → allowed."""
    lines = [line for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
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
    assert documented() == {
        str(act): {str(state): allowed(act, state) for state in RoundState} for act in Act
    }


def test_every_act_has_its_row() -> None:
    assert ALLOWED.keys() == set(Act)


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
