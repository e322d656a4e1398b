"""``close_round SLUG --round N``: confirms what can be confirmed and closes the round."""

from argparse import ArgumentParser
from typing import Any

from scoring.management.tools import round_numbered
from scoring.services.closing import round_close
from tournament.actors import command_line_actor
from tournament.management.base import DeskCommand
from tournament.management.tools import sentences, tournament_named


class Command(DeskCommand):
    help = "Potvrdí stoly, které mají hry a nic jim nebrání, a kolo uzavře; jinak stoly vyjmenuje."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, required=True, metavar="KOLO")

    @sentences
    def handle(self, *args: Any, **options: Any) -> None:
        round_ = round_numbered(tournament_named(options["slug"]), options["round"])
        self.stdout.write(round_close(round_=round_, by=command_line_actor()).text)
