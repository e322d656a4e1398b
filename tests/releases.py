"""Keeps what a version of the program wrote, so that every later one is shown to take it over.

    python -m tests.releases VERSION

Run it when the version is released, and commit the folder ``tests/data/releases/VERSION``: an archive and the
standings of a tournament being played and of a finished one, and the database with both as SQL. People are
invented. Passwords, sessions and the keys of scribes' links are taken out.
"""

import os
import sqlite3
import sys
import tempfile
from pathlib import Path

RELEASES = Path(__file__).parent / "data" / "releases"
DATABASE = "database.sql"
STAGES = ("round", "finished")

WITHOUT_SECRETS = """
DELETE FROM django_session;
DELETE FROM tournament_submission;
UPDATE tournament_account SET password = '!';
UPDATE tournament_tablelink SET token = 'token-' || id, code = printf('%08d', id);
"""


def main() -> None:
    """Make the tournaments in a database that is thrown away, and keep what was asked for."""
    if len(sys.argv) != 2:
        sys.exit("python -m tests.releases VERSION")
    folder = RELEASES / sys.argv[1]
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "release.sqlite3"
        os.environ["DATABASE_URL"] = f"sqlite:///{path}"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django

        django.setup()
        write_tournaments(folder)
        django.db.connection.close()
        (folder / DATABASE).write_text(dumped(path), encoding="utf-8")


def write_tournaments(folder: Path) -> None:
    """A small tournament of each stage with its archive and its standings."""
    from django.core.management import call_command

    from scoring.services.demo import Stage, demo_tournament
    from tournament.actors import command_line_actor

    call_command("migrate", verbosity=0)
    for stage in STAGES:
        made = demo_tournament(by=command_line_actor(), stage=Stage(stage), players=11, rounds=2, seed=1)
        call_command("export_tournament", made.slug, output=str(folder / f"{stage}.json"))
        call_command("standings", made.slug, output=str(folder / f"{stage}.standings.json"))


def dumped(path: Path) -> str:
    """The database as SQL without secrets."""
    connection = sqlite3.connect(path)
    connection.executescript(WITHOUT_SECRETS)
    text = "\n".join(connection.iterdump()) + "\n"
    connection.close()
    return text


def restored(folder: Path, path: Path) -> None:
    """A kept database in a new file."""
    connection = sqlite3.connect(path)
    connection.executescript((folder / DATABASE).read_text(encoding="utf-8"))
    connection.close()


if __name__ == "__main__":
    main()
