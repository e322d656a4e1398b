"""Mutation testing: `python -m tests.mutation rules` spoils the code in small ways to see which tests notice.

mutmut works on a copy of the tree in var/mutation/, so nothing here is touched. What it found is kept there:
a second run tries again only what survived and what has changed. Words after the area are patterns of mutants
(`rules.settlement.*`); `--sample 300` tries so many of them, drawn with `--seed`: tests of services need a
database, and all their mutants need a day. At the end the survivors stand one a line; `--show NAME` prints
what one changes. More survivors than one mutant in ten are a failure.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Final, NamedTuple

PROJECT: Final = Path(__file__).resolve().parent.parent
WORK: Final = PROJECT / "var" / "mutation"
MOST_SURVIVORS: Final = 0.1
# pytest's exit codes: a test has failed, or could not even be set up.
KILLED: Final = (1, 3)
# What mutmut writes down for a mutant that never came to an end. 255 is none of them, though it says so: its
# tests could not be run, which proves nothing.
ENDLESS: Final = (24, -24, 36, 152)


class Area(NamedTuple):
    """What is changed, the tests that should notice, and what pytest needs for them."""

    changed: tuple[str, ...]
    tests: tuple[str, ...]
    options: tuple[str, ...]


# Escaped names of tests are escaped once more, and not found, where one process collects them twice.
UNESCAPED: Final = ("-o", "disable_test_id_escaping_and_forfeit_all_rights_to_community_support=true")
# Draws, random hands and the command line take minutes and notice little that these do not.
RULES: Final = Area(
    tuple(
        f"rules/{name}.py"
        for name in (
            "entitlements",
            "explain",
            "language",
            "ledger",
            "lines",
            "money",
            "offences",
            "parts",
            "ranking",
            "sentences",
            "settlement",
        )
    ),
    tuple(
        f"tests/rules/test_{name}.py"
        for name in (
            "articles",
            "language",
            "money",
            "parts",
            "ranking",
            "rulebook",
            "sentences",
            "settlement",
            "shared_cases",
        )
    ),
    ("-c", "tests/rules/mutation.ini", *UNESCAPED),
)
# Without doctests, of which each mutant has a copy, and without migrations, which take longer than tests.
WITH_DATABASE: Final = (
    *("-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib", "--nomigrations"),
    *UNESCAPED,
)
AREAS: Final = {
    "rules": RULES,
    "tournament": Area(("tournament/services/*.py",), ("tests/tournament",), WITH_DATABASE),
    # Prints, days played by chance, archives spoiled by chance and old releases take minutes and notice
    # little that the others do not.
    "scoring": Area(
        ("scoring/services/*.py",),
        ("tests/scoring",),
        (
            *WITH_DATABASE,
            "--ignore=tests/scoring/printing",
            "--ignore=tests/scoring/test_spoiled_archives.py",
            "--ignore=tests/scoring/test_tournament_machine.py",
            "--ignore=tests/scoring/test_releases.py",
        ),
    ),
}


def section(area: Area, beside: Iterable[str]) -> str:
    """mutmut's section of pyproject.toml."""
    settings = {
        "source_paths": ["rules", "tournament", "scoring"],
        "only_mutate": list(area.changed),
        "also_copy": sorted(beside),
        "pytest_add_cli_args": list(area.options),
        "pytest_add_cli_args_test_selection": list(area.tests),
        # Mutants are forked from a process that has run no test: what a cache keeps would hide them.
        "process_isolation": "forkserver",
        "use_git_change_detection": False,
        # Seconds, generous: on a busy machine a slow test is not an endless one.
        "timeout_constant": 30.0,
    }
    return "\n[tool.mutmut]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in settings.items())


def copy_tree(name: str) -> Path:
    """The files of the tree as they are now, in a folder that keeps only what mutmut found before."""
    folder = WORK / name
    folder.mkdir(parents=True, exist_ok=True)
    for path in [*folder.iterdir(), folder / "mutants" / "tests"]:
        if path.is_dir() and path.name != "mutants":
            shutil.rmtree(path)
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=PROJECT,
        check=True,
        capture_output=True,
        text=True,
    )
    for file in filter(None, listed.stdout.split("\0")):
        if (PROJECT / file).is_file():
            target = folder / file
            target.parent.mkdir(parents=True, exist_ok=True)
            # With its time of change, by which mutmut knows what is new.
            shutil.copy2(PROJECT / file, target)
    beside = {path.name for path in folder.iterdir()} - {"mutants", "rules", "tournament", "scoring"}
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(section(AREAS[name], beside))
    return folder


# What mutmut does first when it runs; alone, so that names are known before any is drawn.
GENERATE: Final = """
from mutmut.__main__ import copy_also_copy_files, copy_src_dir, create_mutants, setup_source_paths
copy_src_dir()
copy_also_copy_files()
setup_source_paths()
create_mutants(1)
"""


def sample(folder: Path, patterns: Sequence[str], count: int, seed: int) -> list[str]:
    """So many mutants of those asked for: of the same code always the same ones with the same seed."""
    subprocess.run([sys.executable, "-c", GENERATE], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    names = sorted(asked_for(outcomes(folder), patterns))
    return sorted(random.Random(seed).sample(names, min(count, len(names))))


def asked_for(found: dict[str, int | None], patterns: Sequence[str]) -> dict[str, int | None]:
    """The mutants that one of the patterns names; without patterns all."""
    if not patterns:
        return found
    return {name: code for name, code in found.items() if any(fnmatch(name, pattern) for pattern in patterns)}


def outcomes(folder: Path) -> dict[str, int | None]:
    """The exit code of each mutant tried so far, by its name; None for one not tried."""
    found: dict[str, int | None] = {}
    for path in sorted((folder / "mutants").rglob("*.meta")):
        found |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def try_again(folder: Path) -> None:
    """Forget what was not killed, and which test reaches what: tests may have changed since."""
    (folder / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)
    for path in (folder / "mutants").rglob("*.meta"):
        kept = json.loads(path.read_text(encoding="utf-8"))
        codes = kept["exit_code_by_key"]
        kept["exit_code_by_key"] = {name: code if code in KILLED else None for name, code in codes.items()}
        path.write_text(json.dumps(kept), encoding="utf-8")


def told(found: dict[str, int | None]) -> tuple[list[str], bool]:
    """The lines to print, and whether few enough survived."""
    tried = {name: code for name, code in found.items() if code is not None}
    survivors = sorted(name for name, code in tried.items() if code not in (*KILLED, *ENDLESS))
    modules = Counter(name.rpartition(".")[0] for name in tried)
    lost = Counter(name.rpartition(".")[0] for name in survivors)
    lines = [*survivors, ""]
    lines += [f"{lost[name]:5} of {modules[name]:5} survive in {name}" for name in sorted(modules)]
    lines.append(f"{len(survivors):5} of {len(tried):5} survive")
    return lines, len(survivors) <= MOST_SURVIVORS * len(tried)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("area", choices=AREAS)
    parser.add_argument("patterns", nargs="*")
    parser.add_argument("--show", metavar="NAME", help="print what a mutant changes, and run nothing")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--sample", metavar="COUNT", type=int, help="try only so many, drawn by chance")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws another sample")
    asked = parser.parse_args(arguments)
    mutmut = [sys.executable, "-m", "mutmut"]
    if asked.show:
        return subprocess.run([*mutmut, "show", asked.show], cwd=WORK / asked.area, check=False).returncode
    folder = copy_tree(asked.area)
    try_again(folder)
    wanted = sample(folder, asked.patterns, asked.sample, asked.seed) if asked.sample else asked.patterns
    command = [*mutmut, "run", "--max-children", str(asked.processes), *wanted]
    done = subprocess.run(command, cwd=folder, check=False).returncode
    if done:
        return done
    lines, few = told(asked_for(outcomes(folder), wanted))
    print("\n".join(lines))
    return 0 if few else 1


if __name__ == "__main__":
    sys.exit(main())
