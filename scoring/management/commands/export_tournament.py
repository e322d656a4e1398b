"""``export_tournament SLUG -o FILE.json``: everything of a tournament in one file."""

from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from scoring.selectors.archive import write_archive
from tournament.management.base import DeskCommand
from tournament.management.tools import tournament_named, write_file_with


class Command(DeskCommand):
    help = "Uloží celý turnaj do jednoho souboru JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("-o", "--output", required=True, metavar="SOUBOR.json")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = tournament_named(options["slug"])
        write_file_with(Path(options["output"]), partial(write_archive, tournament))
        self.stdout.write(tournament.slug)
