"""``import_tournament FILE.json [--slug NEW]``: a tournament from its archive file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from scoring.services.archive import tournament_import
from tournament.management.base import DeskCommand
from tournament.management.tools import read_file, sentences


class Command(DeskCommand):
    help = "Načte turnaj ze souboru, který uložil příkaz export_tournament."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="SOUBOR.json")
        parser.add_argument("--slug", help="adresa, pod kterou se turnaj uloží")

    @sentences
    def handle(self, *args: Any, **options: Any) -> None:
        tournament = tournament_import(content=read_file(Path(options["file"])), slug=options["slug"])
        self.stdout.write(tournament.slug)
