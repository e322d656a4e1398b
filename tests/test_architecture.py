"""The layers of docs/architecture.md, read from the imports themselves."""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import distributions
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
APPLICATIONS = ("tournament", "scoring")

LAYERS = (
    {"enums", "errors", "validators", "actors", "lifecycle", "lib"},
    {"models"},
    # What both readers and writers need to know of the models: the bridge to rules/, the shape of an archive.
    {"adapters", "archive", "auctions", "ports", "wording"},
    {"selectors"},
    {"services"},
    {"access", "forms", "tables", "exports", "standings_files", "prints", "templatetags"},
    {"views"},
    {"urls", "management", "middleware", "apps", "admin"},
)
"""Lowest first. A module imports from its own layer and from lower ones, of either application."""

ONLY_IN = {"weasyprint": "tournament/lib/pdf.py", "openpyxl": "tournament/lib/excel.py"}
"""Libraries with one door: whoever needs what they do calls the module that holds them."""


def sources(folder: str) -> list[Path]:
    found = [path for path in sorted((PROJECT / folder).rglob("*.py")) if "migrations" not in path.parts]
    assert found, f"no Python in {folder}"
    return found


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything a file imports, wherever in the file it does so."""
    package = path.relative_to(PROJECT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *filter(None, [node.module])))
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def layer(dotted: str) -> int | None:
    """Where a module of an application stands; `None` for the application itself and for everything else."""
    application, _, rest = dotted.partition(".")
    if application not in APPLICATIONS or not rest:
        return None
    part = rest.split(".")[0]
    for height, names in enumerate(LAYERS):
        if part in names:
            return height
    raise AssertionError(f"{application}.{part} has no place in LAYERS: decide where it belongs")


def dotted_name(path: Path) -> str:
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


def broken(folder: str, is_wrong: Callable[[Path, str], bool]) -> list[str]:
    """Each import of a folder that the given check calls wrong, as a line to read in a failed test."""
    return [
        f"{path.relative_to(PROJECT)}:{line} imports {name}"
        for path in sources(folder)
        for line, name in imports(path)
        if is_wrong(path, name)
    ]


def test_rules_need_nothing_but_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"rules"}
    assert broken("rules", lambda _path, name: name.split(".")[0] not in allowed) == []


def test_tournament_does_not_know_scoring() -> None:
    assert broken("tournament", lambda _path, name: name.split(".")[0] == "scoring") == []


@pytest.mark.parametrize("application", APPLICATIONS)
def test_layers_import_downwards_only(application: str) -> None:
    def upwards(path: Path, name: str) -> bool:
        own, other = layer(dotted_name(path)), layer(name)
        return own is not None and other is not None and other > own

    assert broken(application, upwards) == []


@pytest.mark.parametrize("folder", ["rules", *APPLICATIONS])
def test_neither_settings_nor_tests_are_imported(folder: str) -> None:
    assert broken(folder, lambda _path, name: name.split(".")[0] in {"config", "tests"}) == []


@pytest.mark.parametrize("folder", ["config", "rules", *APPLICATIONS])
@pytest.mark.parametrize("library", ONLY_IN)
def test_a_library_with_one_door_is_imported_there_only(folder: str, library: str) -> None:
    def elsewhere(path: Path, name: str) -> bool:
        return name.split(".")[0] == library and path != PROJECT / ONLY_IN[library]

    assert broken(folder, elsewhere) == []


def test_package_rules_of_pypi_is_not_installed() -> None:
    """It would be imported instead of ours, or ours instead of it."""
    assert "rules" not in {distribution.name.lower() for distribution in distributions()}


def test_run_py_needs_nothing_but_the_standard_library() -> None:
    foreign = {name for _line, name in imports(PROJECT / "run.py")}
    assert {name for name in foreign if name.split(".")[0] not in sys.stdlib_module_names} == set()


INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")|<style\b|\sstyle=[\"']|\son[a-z]+=[\"']|javascript:",
    re.IGNORECASE,
)


def test_templates_hold_no_script_or_style_that_the_browser_would_refuse() -> None:
    """The content security policy lets scripts and styles come from files only."""
    found = [
        f"{path.relative_to(PROJECT)}:{number} {line.strip()}"
        for path in sorted((PROJECT / "templates").rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if INLINE.search(line)
    ]
    assert found == []


def test_every_installed_library_is_pinned_and_has_its_reason() -> None:
    """docs/architecture.md names each requirement in its table of libraries."""
    document = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
    lines = (PROJECT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    required = [line for line in lines if line and not line.startswith("#")]
    assert [
        line for line in required if not re.match(r"^[A-Za-z0-9-]+(\[[a-z]+\])?==[0-9.]+(;|$)", line)
    ] == []
    pins = [re.split(r"\[[a-z]+\]|==|;", line) for line in required]
    rows = ["| " + " | ".join(part for part in pin[:3] if part and "sys_" not in part) + " |" for pin in pins]
    assert [row for row in rows if row not in document] == []
