"""The layers of docs/architecture.md, read from the imports themselves."""

import ast
import re
import sys
from collections.abc import Callable
from importlib.metadata import distributions
from pathlib import Path

import pytest

from benchmarks.tree import LONGEST, circles, functions, imported, imports

PROJECT = Path(__file__).resolve().parent.parent
APPLICATIONS = ("tournament", "scoring", "public")

LAYERS = (
    {"enums", "errors", "validators", "actors", "destinations", "lifecycle", "lib"},
    {"models"},
    # What both readers and writers need to know of the models: the bridge to rules/, the shape of an archive.
    {"adapters", "archive", "auctions", "journal.actions", "journal.older", "ports", "wording"},
    {"selectors", "journal.people", "journal.words", "journal.reading", "logged"},
    {"services", "journal.write"},
    {"access", "frozen", "forms", "columns", "tables", "previews", "exports", "printing", "templatetags"},
    {"views"},
    {"urls", "management", "middleware", "apps", "admin"},
)
"""Lowest first. A module imports from its own layer and from lower ones, of either application."""

ROOMS_OF_SEVERAL_LAYERS = {"journal"}
"""Packages that keep together what belongs together; each of their modules stands in a layer of its own."""

ONLY_IN = {
    "weasyprint": "tournament/lib/pdf.py",
    "openpyxl": "tournament/lib/excel.py",
    "fontTools": "config/statics.py",
    "icalendar": "public/exports/calendar.py",
}
"""Libraries with one door: whoever needs what they do calls the module that holds them."""


def sources(folder: str) -> list[Path]:
    found = [path for path in sorted((PROJECT / folder).rglob("*.py")) if "migrations" not in path.parts]
    assert found, f"no Python in {folder}"
    return found


def layer(dotted: str) -> int | None:
    """Where a module of an application stands; `None` for the application itself and for everything else."""
    application, _, rest = dotted.partition(".")
    if application not in APPLICATIONS or not rest:
        return None
    part, *inner = rest.split(".")
    for height, names in enumerate(LAYERS):
        if part in names or (inner and f"{part}.{inner[0]}" in names):
            return height
    if part in ROOMS_OF_SEVERAL_LAYERS and (not inner or inner[0] == "__init__"):
        return None
    raise AssertionError(f"{application}.{rest} has no place in LAYERS: decide where it belongs")


def dotted_name(path: Path) -> str:
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


def broken(folder: str, is_wrong: Callable[[Path, str], bool]) -> list[str]:
    """Each import of a folder that the given check calls wrong, as a line to read in a failed test."""
    return [
        f"{path.relative_to(PROJECT)}:{line} imports {name}"
        for path in sources(folder)
        for line, name in imported(path)
        if is_wrong(path, name)
    ]


def test_rules_need_nothing_but_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"rules"}
    assert broken("rules", lambda _path, name: name.split(".")[0] not in allowed) == []


@pytest.mark.parametrize("folder", ["config", "rules", *APPLICATIONS])
def test_nothing_that_runs_imports_the_builder_of_designs(folder: str) -> None:
    assert broken(folder, lambda _path, name: name.split(".")[0] == "design_building") == []


def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports inside functions and for types count: what needs each other belongs together."""
    paths = [path for folder in ("config", "rules", *APPLICATIONS) for path in sources(folder)]
    assert circles(imports(paths)) == []


A_RECORD_AND_ITS_ROW = {"Draw", "Hand", "PointsTable"}
"""The rules work with the plain record of what the database keeps under the same name."""


def test_different_things_have_different_names() -> None:
    """A command is named `Command` because Django looks for that."""
    places: dict[str, list[str]] = {}
    for path in (path for folder in ("config", "rules", *APPLICATIONS) for path in sources(folder)):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and path.parent.name != "commands":
                places.setdefault(node.name, []).append(dotted_name(path))
    assert {name for name, found in places.items() if len(found) > 1} == A_RECORD_AND_ITS_ROW


ABOVE = {"rules": APPLICATIONS, "tournament": ("scoring", "public"), "scoring": ("public",)}
"""What a part of the program does not know."""


@pytest.mark.parametrize("folder", ABOVE)
def test_nothing_imports_what_stands_above_it(folder: str) -> None:
    assert broken(folder, lambda _path, name: name.split(".")[0] in ABOVE[folder]) == []


OF_SCORING = re.compile(r"scoring[.:][a-z_]")


def test_tournament_names_nothing_of_scoring() -> None:
    """Neither actions of the journal nor addresses: what is written in code and in its templates."""
    found = [
        f"{path.relative_to(PROJECT)}:{node.lineno} {node.value}"
        for path in sources("tournament")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and OF_SCORING.match(node.value)
    ]
    found += [
        f"{path.relative_to(PROJECT)} {line.strip()}"
        for path in sorted((PROJECT / "templates" / "tournament").rglob("*.html"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if OF_SCORING.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("application", APPLICATIONS)
def test_layers_import_downwards_only(application: str) -> None:
    def upwards(path: Path, name: str) -> bool:
        own, other = layer(dotted_name(path)), layer(name)
        return own is not None and other is not None and other > own

    assert broken(application, upwards) == []


@pytest.mark.parametrize(
    "application", [one for one in APPLICATIONS if (PROJECT / one / "services").is_dir()]
)
def test_public_functions_of_services_are_keyword_only(application: str) -> None:
    """A call says what each value is: versions, reasons and actors do not change places unnoticed."""
    positional = [
        f"{path.relative_to(PROJECT)}:{node.lineno} {node.name}"
        for path in sources(f"{application}/services")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
        if [*node.args.posonlyargs, *node.args.args] or node.args.vararg
    ]
    assert positional == []


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
    foreign = {name for _line, name in imported(PROJECT / "run.py")}
    assert {name for name in foreign if name.split(".")[0] not in sys.stdlib_module_names} == set()


@pytest.mark.parametrize("folder", ["config", "rules", *APPLICATIONS])
def test_a_function_can_be_taken_in_at_a_glance(folder: str) -> None:
    """Docstrings are not counted; `python -m benchmarks.tree` prints how long functions are."""
    assert [one for one in functions(sources(folder)) if one.lines > LONGEST] == []


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
