"""What every refusal of the desk has to be, whichever test brings it about.

A code is the part of a refusal that scripts, logs and pages may rely on. `data/refusals.txt` lists them with
the fields they may stand beside (`?`: or beside none): a new one is added there, and one that has changed is
noticed by the test that meets it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tournament.errors import DeskError

DATA = Path(__file__).parent / "data"
CODES = {
    code: fields
    for code, *fields in map(str.split, (DATA / "refusals.txt").read_text(encoding="utf-8").splitlines())
}

BY_PLACES = ("invalid_hand", "against_ruling", "lines", "unfinished_tables")
"""Refused by places in a record or by tables: the texts begin with them and end as parts of a list."""


@contextmanager
def watched() -> Iterator[None]:
    """Fails where somebody is refused without a sentence, or with a code that nobody knows."""
    made = DeskError.__init__

    def checked(self: DeskError, text: str, *, code: str, fields: Mapping[str, str] | None = None) -> None:
        made(self, text, code=code, fields=fields)
        assert code in CODES, f"{code}: a new code has its place in tests/data/refusals.txt"
        assert code in BY_PLACES or is_sentence(text), f"{text}: no sentence"
        check_fields(code, fields or {})

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(DeskError, "__init__", checked)
        yield


def check_fields(code: str, fields: Mapping[str, str]) -> None:
    """Beside the fields it is about, in a sentence each."""
    known = CODES[code]
    strange = {name for name in fields if not any(fnmatchcase(name, one.lstrip("?")) for one in known)}
    assert strange == set(), f"{code}: what it is not about"
    needed = known and not known[0].startswith("?")
    assert fields or not needed, f"{code}: stands beside no field"
    if code not in BY_PLACES:
        assert [text for text in fields.values() if not is_sentence(text)] == []


def is_sentence(text: str) -> bool:
    """Begins as a sentence does, ends as one, shouts at nobody and has no hole in it."""
    begins = text[:1].isupper() or text[:1].isdigit() or text.startswith("„")
    return begins and text.endswith((".", "?", "!")) and text != text.upper() and "None" not in text


def said(refused: DeskError) -> str:
    """Class and code, the sentence, a line for each field."""
    fields = [f"    {name}: {text}" for name, text in refused.fields.items()]
    return "\n".join([f"{type(refused).__name__} {refused.code}", f"  {refused.text}", *fields])


def word_for_word(area: str) -> dict[str, str]:
    """Case → what is said, from the blocks of `data/refusals_….txt`; each begins with the name of a case."""
    blocks = (DATA / f"refusals_{area}.txt").read_text(encoding="utf-8").strip().split("\n\n")
    return dict(block.split("\n", 1) for block in blocks)
