"""``record_hands SLUG --round N FILE``: hands of a round from JSON lines, all or nothing."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from scoring.management.tools import round_numbered
from scoring.services.hand_lines import read_hand_lines
from scoring.services.hands import hands_record_many
from tournament.actors import command_line_actor
from tournament.management.base import DeskCommand
from tournament.management.tools import read_file, sentences, tournament_named


class Command(DeskCommand):
    help = "Uloží hry kola ze souboru JSON po řádcích; stejná hra se stejným id se uloží jednou."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, required=True, metavar="KOLO")
        parser.add_argument("file", metavar="SOUBOR.jsonl")

    @sentences
    def handle(self, *args: Any, **options: Any) -> None:
        round_ = round_numbered(tournament_named(options["slug"]), options["round"])
        lines = read_hand_lines(content=read_file(Path(options["file"])))
        done = hands_record_many(round_=round_, lines=lines, by=command_line_actor())
        self.stdout.write(json.dumps({"stored": done.stored, "repeated": done.repeated}))
