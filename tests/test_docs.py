"""The user guide and the README speak about the application as it is."""

import os
import re
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.pictures import FOLDER, LARGEST, PICTURES

PROJECT = Path(__file__).resolve().parent.parent
DOCUMENTS = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    *sorted(str(path.relative_to(PROJECT)) for path in (PROJECT / "docs").rglob("*.md")),
)
GUIDES = tuple(name for name in DOCUMENTS if name.startswith("docs/navod/"))

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
COMMAND = re.compile(r"manage\.py ([a-z]\w*)")
COMMAND_IN_TABLE = re.compile(r"^\| `([a-z_]+) |, `([a-z_]+) ", re.MULTILINE)
BOLD = re.compile(r"\*\*(.+?)\*\*")
CITED = re.compile(r"\bdocs/[\w/.-]+\.md\b")
# A name without its folder; not the last part of a path built in code ("docs" / "x.md") nor a link.
BARE = re.compile(r'(?:(?<=""")|(?<![\w/."\[-])(?<!\]\())[a-z][a-z-]*\.md\b')

CODE = (".py", ".js", ".css", ".html", ".toml", ".txt")

FILLED_IN = r"(?:\d+|%\(\w+\)[sd]|\{\{[^}]*\}\}|\{[^}]*\})"
"""A number on the screen as it stands in a template or in a translated sentence."""


def text_of(name: str) -> str:
    return (PROJECT / name).read_text(encoding="utf-8")


def anchors(name: str) -> set[str]:
    """Headings as addresses, the way GitHub makes them."""
    return {
        re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        for heading in HEADING.findall(text_of(name))
    }


@cache
def code() -> dict[str, str]:
    """Name → text of every file of the project that is no document; this one left out."""
    tops = [path for path in PROJECT.iterdir() if path.name != "var" and not path.name.startswith(".")]
    found = [path for top in tops for path in (top.rglob("*") if top.is_dir() else [top])]
    return {
        str(path.relative_to(PROJECT)): path.read_text(encoding="utf-8")
        for path in found
        if path.suffix in CODE and path != Path(__file__)
    }


@cache
def sources() -> str:
    """Everything a sentence of the screen can come from, with its line breaks evened out."""
    found = [*(PROJECT / "templates").rglob("*.html")]
    for folder in ("tournament", "scoring", "public", "rules", "config"):
        found += (PROJECT / folder).rglob("*.py")
    return " ".join(" ".join(path.read_text(encoding="utf-8") for path in sorted(found)).split())


def on_screen(words: str) -> bool:
    parts = [re.escape(part) for part in re.split(r"\d+", words)]
    return re.search(FILLED_IN.join(parts), sources()) is not None


def words_of_the_screen(name: str) -> list[str]:
    """What a guide sets in bold; a bold sentence, which ends with its mark, only stresses something."""
    return [words for words in BOLD.findall(text_of(name)) if words[-1] not in ".:?!"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_local_link_leads_somewhere(name: str) -> None:
    missing = []
    for link in LINK.findall(text_of(name)):
        target, _, anchor = link.partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        path = (PROJECT / name).parent / target if target else PROJECT / name
        if not path.exists() or (anchor and anchor not in anchors(str(path.resolve().relative_to(PROJECT)))):
            missing.append(link)

    assert missing == []


@pytest.mark.parametrize("name", ["README.md", *GUIDES])
def test_every_named_command_exists(name: str) -> None:
    text = text_of(name)
    named = set(COMMAND.findall(text)) | {
        word for row in COMMAND_IN_TABLE.findall(text) for word in row if word
    }

    assert named - set(get_commands()) == set()


def test_the_readme_names_the_commands_people_rely_on() -> None:
    named = {word for row in COMMAND_IN_TABLE.findall(text_of("README.md")) for word in row if word}
    ours = {
        command for command, application in get_commands().items() if application in ("tournament", "scoring")
    }

    # Called by the start of the program itself.
    assert ours - named == {"first_account"}


@pytest.mark.parametrize("name", GUIDES)
def test_what_a_guide_tells_to_press_is_on_the_screen(name: str) -> None:
    assert [words for words in words_of_the_screen(name) if not on_screen(words)] == []


def test_words_that_are_not_on_the_screen_are_noticed() -> None:
    assert on_screen("Zveřejnit losování 1. kola")
    assert not on_screen("Zveřejnit rozlosování 1. kola")
    assert not on_screen("Založit turnaj zdarma")


def test_pictures_are_those_the_script_makes_and_small() -> None:
    found = {path.name: path.stat().st_size for path in FOLDER.iterdir()}

    assert set(found) == {f"{name}.png" for name in PICTURES}
    assert {name: size for name, size in found.items() if size > LARGEST} == {}


def test_every_picture_is_shown() -> None:
    shown = {
        Path(link).name for name in DOCUMENTS for link in LINK.findall(text_of(name)) if link.endswith(".png")
    }

    assert shown == {path.name for path in FOLDER.iterdir()}


def test_documents_cited_anywhere_exist() -> None:
    texts = code() | {name: text_of(name) for name in DOCUMENTS}
    cited = {(name, what) for name, text in texts.items() for what in CITED.findall(text)}

    assert len(cited) > 30, "the search is broken"
    assert sorted(one for one in cited if not (PROJECT / one[1]).is_file()) == []


def test_code_cites_documents_with_their_folder() -> None:
    """A bare name could be any document, also one that is no part of the project."""
    assert BARE.findall('"""tournament.md, States"""  (rules.md §2)') == ["tournament.md", "rules.md"]
    assert BARE.findall('DOCS / "notation.md"  docs/draw.md  [x](x.md)') == []

    assert sorted((name, what) for name, text in code().items() for what in BARE.findall(text)) == []


def test_every_document_is_reached_from_the_first_one() -> None:
    waiting, reached = ["docs/README.md"], set[str]()
    while waiting:
        name = waiting.pop()
        reached.add(name)
        links = [link.partition("#")[0] for link in LINK.findall(text_of(name))]
        linked = {os.path.normpath(Path(name).parent / link) for link in links}
        waiting += [to for to in linked - reached if to in DOCUMENTS]

    assert sorted(set(DOCUMENTS) - reached) == []
