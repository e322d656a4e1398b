"""What earlier versions wrote is taken over with the same standings (S59; tests/releases.py keeps it)."""

import io
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from scoring.services.archive import tournament_import
from tests.archives import tournament_archive
from tests.releases import RELEASES, restored

PROJECT = Path(__file__).resolve().parent.parent.parent
ARCHIVES = sorted(path for path in RELEASES.glob("*/*.json") if ".standings" not in path.name)
DATABASES = sorted(RELEASES.glob("*/database.sql"))


def kept_standings(archive: Path) -> Any:
    return json.loads(archive.with_suffix(".standings.json").read_text(encoding="utf-8"))


def held_by(content: bytes) -> Any:
    """What an archive holds, but for the version of the program, which is not the tournament's.

    The log row by row: the first files had it by UUID, later ones have it in its order.
    """
    data = json.loads(content)
    data.pop("program", None)
    data["log"].sort(key=lambda row: row["id"])
    return data


def written_in(archive: Path) -> Any:
    """What a kept archive holds."""
    return held_by(archive.read_bytes())


def slug_of(archive: Path) -> str:
    return str(written_in(archive)["tournament"]["slug"])


def as_far_as_kept(now: Any, kept: Any) -> Any:
    """``now`` without what a later version has added."""
    if isinstance(kept, dict):
        return {name: as_far_as_kept(now.get(name), value) for name, value in kept.items()}
    if isinstance(kept, list) and len(now) == len(kept):
        return [as_far_as_kept(*pair) for pair in zip(now, kept, strict=True)]
    return now


def payments_in(now: Any) -> list[Any]:
    """Number, whose it is, what it is: of each payment in its order."""
    names = ("number", "entry", "amount", "how", "note", "taken_by", "created_at")
    return sorted([row[name] for name in names] for row in now["payments"])


def payments_told(written: Any) -> list[Any]:
    """What was only ticked became a payment of the fee of then, which nobody known has taken."""
    paid = sorted((row for row in written["entries"] if row["fee_paid"]), key=lambda row: row["number"])
    assert paid, "somebody has paid"
    fee = written["tournament"]["fee"]
    return [
        [number, row["id"], fee, "noted", "převzato ze starší verze", "", row["created_at"]]
        for number, row in enumerate(paid, start=1)
    ]


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def test_something_is_kept() -> None:
    assert {path.parent.name for path in ARCHIVES} == {path.parent.name for path in DATABASES} != set()


@pytest.mark.django_db
@pytest.mark.parametrize("archive", ARCHIVES, ids=name_of)
def test_archive_is_taken_over(archive: Path) -> None:
    tournament = tournament_import(content=archive.read_bytes())

    out = io.StringIO()
    call_command("standings", tournament.slug, stdout=out)
    kept = kept_standings(archive)
    assert as_far_as_kept(json.loads(out.getvalue()), kept) == kept

    written = written_in(archive)
    now = held_by(tournament_archive(tournament))
    assert as_far_as_kept(now, written) == written
    assert payments_in(now) == payments_told(written)


def manage(database: Path, *arguments: str) -> str:
    """The answer of a command over this database, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=PROJECT,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{database}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("dump", DATABASES, ids=name_of)
def test_database_is_taken_over(dump: Path, tmp_path: Path) -> None:
    database = tmp_path / "kept.sqlite3"
    restored(dump.parent, database)
    with sqlite3.connect(database) as connection:
        slugs = {slug for (slug,) in connection.execute("SELECT slug FROM tournament_tournament")}
    connection.close()
    archives = {slug_of(path): path for path in ARCHIVES if path.parent == dump.parent}
    assert slugs <= archives.keys() != set()

    manage(database, "migrate", "--verbosity=0")
    for slug in sorted(slugs):
        kept = kept_standings(archives[slug])
        assert as_far_as_kept(json.loads(manage(database, "standings", slug)), kept) == kept
        again = tmp_path / "again.json"
        manage(database, "export_tournament", slug, "--output", str(again))
        written = written_in(archives[slug])
        now = held_by(again.read_bytes())
        assert as_far_as_kept(now, written) == written
        assert payments_in(now) == payments_told(written)


def test_this_version_is_in_the_changelog_and_kept() -> None:
    changelog = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {settings.VERSION}\n" in changelog
    assert (RELEASES / settings.VERSION / "database.sql").is_file()
