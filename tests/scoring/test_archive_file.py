"""The text of an archive read row by row: what is JSON and what is not, which sections there are, how it is
refused. Nothing here needs a database."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from scoring.archive import FIRST_FIELDS, FORMAT, LATER_SECTIONS
from scoring.services import archive_file
from scoring.services.archive_file import ArchiveFile, broken, from_newer, missing
from tournament.errors import Refused

SECTIONS: dict[str, Any] = {name: [] for name in FIRST_FIELDS}


def written(**sections: Any) -> bytes:
    return json.dumps({"format": FORMAT, **SECTIONS, **sections}).encode()


def spaced(text: str) -> bytes:
    """The sections, of which the entries stand as they are given."""
    rest = written().decode().replace('"entries": []', f'"entries": {text}')
    assert text in rest
    return rest.encode()


def test_sections_of_a_file() -> None:
    file = ArchiveFile(written(program="0.1.0", entries=[{"number": 1}, {"number": 2}], log=[]))
    assert (file.program, file.holds("entries"), file.holds("changes")) == ("0.1.0", True, False)
    assert file.value("entries") == [{"number": 1}, {"number": 2}]
    assert list(file.rows("entries")) == [("entries[0]", {"number": 1}), ("entries[1]", {"number": 2})]
    assert (file.value("changes"), list(file.rows("changes")), list(file.rows("log"))) == (None, [], [])


def test_file_that_does_not_say_its_program_or_begins_with_a_mark() -> None:
    file = ArchiveFile(b"\xef\xbb\xbf" + written())
    assert (file.program, file.holds("program")) == ("", False)


READ = {
    "nothing": ("[]", []),
    "spaces of every kind": ("[ \t\r\n ]", []),
    "one": ("[{}]", [{}]),
    "spaces around each": (' [ {"a" : [1, 2]} \n,\t{"b": "]"} \r] ', [{"a": [1, 2]}, {"b": "]"}]),
}


@pytest.mark.parametrize(("text", "rows"), READ.values(), ids=READ)
def test_rows_of_a_list(text: str, rows: list[Any]) -> None:
    file = ArchiveFile(spaced(text))
    assert [row for _path, row in file.rows("entries")] == rows
    assert file.value("entries") == rows


NO_JSON = {
    "comma behind the last row": spaced("[{},]"),
    "comma before the first row": spaced("[,{}]"),
    "no comma between rows": spaced("[{} {}]"),
    "list that does not end": spaced("[{}"),
    "semicolon": spaced("[{};{}]"),
    "comma behind the last section": written()[:-1] + b",}",
    "text behind the end": written() + b"{}",
    "no colon": written().replace(b'"format":', b'"format"', 1),
    "key that is no text": b'{1: [], "format": "' + FORMAT.encode() + b'"}',
    "cut off": written()[:-1],
    "another bracket": b"[" + written()[1:],
}


@pytest.mark.parametrize("content", NO_JSON.values(), ids=NO_JSON)
def test_text_that_is_no_json(content: bytes) -> None:
    with pytest.raises(Refused) as refused:
        ArchiveFile(content)
    assert refused.value.code == "archive_not_json"


NOT_OURS: dict[str, tuple[bytes, str, str]] = {
    "of another version": (
        written(format="forhont-tournament/2"),
        "archive_version",
        f"formát „forhont-tournament/2“, tato verze čte „{FORMAT}“",
    ),
    "of a version with a long name": (
        written(format="forhont-tournament/" + "9" * 100),
        "archive_version",
        f"„forhont-tournament/{'9' * 41}“",
    ),
    "of another program": (written(format="jiny/1"), "archive_format", f"„format“ rovnou „{FORMAT}“"),
    "of no format": (written(format=None), "archive_format", FORMAT),
    "program that is no text": (
        written(program=1),
        "archive_value",
        "místě program nepoužitelná hodnota „1“",
    ),
    "program that fills a page": (written(program="9" * 41), "archive_value", "místě program"),
    "section nobody knows": (
        written(program="9.9", zebra=[], alfa=[]),
        "archive_newer",
        "novější verze programu 9.9, navíc je v něm: alfa, zebra.",
    ),
    "section nobody knows, of no program": (
        written(zebra=[]),
        "archive_newer",
        "novější verze programu, navíc je v něm: zebra.",
    ),
}


@pytest.mark.parametrize(("content", "code", "words"), NOT_OURS.values(), ids=NOT_OURS)
def test_file_of_another_kind(content: bytes, code: str, words: str) -> None:
    with pytest.raises(Refused) as refused:
        ArchiveFile(content)
    assert refused.value.code == code
    assert words in refused.value.text


def test_program_of_a_name_as_long_as_it_may_be() -> None:
    assert ArchiveFile(written(program="9" * 40)).program == "9" * 40


def test_every_section_that_came_later_is_known() -> None:
    assert ArchiveFile(written(**{key: [] for key in LATER_SECTIONS})).holds(next(iter(LATER_SECTIONS)))


def test_sections_that_every_file_has() -> None:
    with pytest.raises(Refused) as refused:
        ArchiveFile(
            json.dumps({"format": FORMAT, **SECTIONS} | {"x": 1}).encode().replace(b'"x": 1', b'"y": 1')
        )
    assert refused.value.code == "archive_newer"
    some = {name: [] for name in SECTIONS if name not in ("entries", "hands")}
    with pytest.raises(Refused) as refused:
        ArchiveFile(json.dumps({"format": FORMAT, **some}).encode())
    assert (refused.value.code, refused.value.text) == (
        "archive_missing",
        "V archivu chybí: entries, hands. Nic se neuložilo.",
    )


@pytest.mark.parametrize("section", [{}, 5, None], ids=["an object", "a number", "nothing"])
def test_section_that_is_no_list(section: Any) -> None:
    with pytest.raises(Refused, match=r"na místě entries nepoužitelná") as refused:
        list(ArchiveFile(written(entries=section)).rows("entries"))
    assert refused.value.code == "archive_value"


def test_row_that_is_no_object() -> None:
    rows = ArchiveFile(written(entries=[{}, 5])).rows("entries")
    assert next(rows) == ("entries[0]", {})
    with pytest.raises(Refused, match=r"na místě entries\[1\] nepoužitelná hodnota „5“"):
        next(rows)


@pytest.mark.parametrize("more", [0, 1])
def test_largest_file(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    content = written()
    monkeypatch.setattr(archive_file, "MAXIMAL_BYTES", len(content) - more)
    if not more:
        assert ArchiveFile(content).program == ""
        return
    with pytest.raises(Refused) as refused:
        ArchiveFile(content)
    assert refused.value.code == "archive_too_large"


SENTENCES: dict[str, tuple[Callable[[], Refused], str]] = {
    "a value": (
        lambda: broken(path="hands[0].money", value="x" * 80),
        f"V archivu je na místě hands[0].money nepoužitelná hodnota „{'x' * 80}“. Nic se neuložilo.",
    ),
    "a value without end": (
        lambda: broken(path="log", value="x" * 81),
        f"V archivu je na místě log nepoužitelná hodnota „{'x' * 77}…“. Nic se neuložilo.",
    ),
    "no value": (
        lambda: broken(path="seats[0]", value={"table": None}),
        'V archivu je na místě seats[0] nepoužitelná hodnota „{"table": null}“. Nic se neuložilo.',
    ),
    "fields of a row": (
        lambda: missing(names={"b", "a"}, path="hands[0]"),
        "V archivu na místě hands[0] chybí: a, b. Nic se neuložilo.",
    ),
    "newer fields of a row": (
        lambda: from_newer(names={"b", "a"}, program="1.2", path="hands[0]"),
        "Archiv je nejspíš z novější verze programu 1.2, navíc je v něm na místě hands[0]: a, b."
        " Načtěte ho tou verzí, která ho vytvořila.",
    ),
    "newer fields without end": (
        lambda: from_newer(names={"x" * 300}, program=""),
        f"Archiv je nejspíš z novější verze programu, navíc je v něm: {'x' * 200}."
        " Načtěte ho tou verzí, která ho vytvořila.",
    ),
}


@pytest.mark.parametrize(("refuse", "text"), SENTENCES.values(), ids=SENTENCES)
def test_sentences(refuse: Callable[[], Refused], text: str) -> None:
    assert refuse().text == text
