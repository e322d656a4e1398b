"""How big the tree is and how it is written: `python -m benchmarks.tree` prints rows for docs/benchmarks.md.

Counted are the files that git knows. Code is Python without tests, migrations and benchmarks. A function is
as long as its lines from `def` to its end, without its docstring. Functions longer than `LONGEST` and
the files of each import circle are named under the table.
"""

import ast
import statistics
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parents[1]
LONGEST = 60
"""Lines that a function may have."""

WIDEST = 160
"""Characters that a line of a template may have and still be read at one glance."""


class Function(NamedTuple):
    """A function of the program and how many lines it has."""

    lines: int
    name: str


def tracked(pattern: str) -> list[Path]:
    """Files that git knows and that are there, by a pattern of git."""
    found = subprocess.run(
        ["git", "ls-files", "-z", pattern], cwd=PROJECT, check=True, capture_output=True, encoding="utf-8"
    )
    return [path for name in found.stdout.split("\0") if name and (path := PROJECT / name).exists()]


def code() -> list[Path]:
    """The Python of the program itself."""
    return [path for path in tracked("*.py") if not {"tests", "migrations", "benchmarks"} & set(path.parts)]


def lines_of(paths: Iterable[Path]) -> list[str]:
    """Every line of some files."""
    return [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]


def functions(paths: Iterable[Path]) -> list[Function]:
    """Every function and method, those inside another one too."""
    return [
        Function(_length(node), f"{path.relative_to(PROJECT)}:{node.lineno} {node.name}")
        for path in paths
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    described = ast.get_docstring(node) is not None
    docstring = (first.end_lineno or first.lineno) - first.lineno + 1 if described else 0
    return (node.end_lineno or node.lineno) - node.lineno + 1 - docstring


def imports(paths: Iterable[Path]) -> dict[str, set[str]]:
    """Module → the modules it imports, wherever in the file and for whatever purpose, types included."""
    modules = {_dotted(path): path for path in paths}
    return {
        name: {found for _line, wanted in imported(path) if (found := _nearest(wanted, modules))} - {name}
        for name, path in modules.items()
    }


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything a file imports, wherever in the file it does so."""
    package = path.relative_to(PROJECT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *filter(None, [node.module])))
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def _nearest(dotted: str, modules: dict[str, Path]) -> str | None:
    """``a.b.name`` is the module ``a.b.name`` or something that the module ``a.b`` holds."""
    return next((name for name in (dotted, dotted.rpartition(".")[0]) if name in modules), None)


def circles(edges: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules of which each imports, through the others, itself."""
    reached = {name: _reached(name, edges) for name in edges}
    groups = {
        tuple(sorted({name, *(other for other in reached[name] if name in reached[other])}))
        for name in edges
        if name in reached[name]
    }
    return [list(group) for group in sorted(groups)]


def _reached(start: str, edges: dict[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = set(edges[start])
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting |= edges[name]
    return reached


def main() -> None:
    paths = code()
    found = functions(paths)
    lengths = sorted(function.lines for function in found)
    size, tests = len(lines_of(paths)), len(lines_of(tracked("tests/*.py")))
    template = lines_of(tracked("templates/*.html"))
    wide = sum(len(line) > WIDEST for line in template)
    loops = circles(imports(paths))
    for words, figure in (
        ("lines without tests and migrations", f"{size:,}".replace(",", " ")),
        ("functions: median / nine of ten / longest", _spread(lengths)),
        (f"functions over {LONGEST} lines", str(sum(length > LONGEST for length in lengths))),
        ("lines of tests per line of code", f"{tests / size:.2f}"),
        (f"lines of templates over {WIDEST} characters", f"{100 * wide / len(template):.0f} %"),
        ("import circles", str(len(loops))),
    ):
        print(f"| {words} | {figure} |")
    for function in found:
        if function.lines > LONGEST:
            print(f"{function.name}: {function.lines} lines")
    for loop in loops:
        print("circle:", ", ".join(loop))


def _spread(lengths: list[int]) -> str:
    return f"{statistics.median(lengths):.0f} / {lengths[len(lengths) * 9 // 10]} / {lengths[-1]}"


if __name__ == "__main__":
    main()
