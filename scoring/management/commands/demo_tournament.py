"""``demo_tournament [--stage …] [--players N] [--rounds R] [--seed N]``: a whole tournament at that stage."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from scoring.services.demo import Stage, demo_tournament
from tournament.actors import command_line_actor
from tournament.management.base import DeskCommand, one_of
from tournament.management.tools import sentences

MOST_PLAYERS = 1000
MOST_ROUNDS = 20


class Command(DeskCommand):
    help = "Založí ukázkový turnaj v dané fázi a vypíše jeho adresu."

    def add_arguments(self, parser: ArgumentParser) -> None:
        stages = [stage.value for stage in Stage]
        parser.add_argument(
            "--stage", type=one_of(stages), default=Stage.ROUND.value, metavar="|".join(stages)
        )
        parser.add_argument("--players", type=int, default=26, metavar="N")
        parser.add_argument("--rounds", type=int, default=4, metavar="R")
        parser.add_argument("--seed", type=int, default=1, metavar="N")

    @sentences
    def handle(self, *args: Any, **options: Any) -> None:
        if not 0 <= options["players"] <= MOST_PLAYERS:
            raise CommandError(f"Počet hráčů má být 0 až {MOST_PLAYERS}, ne {options['players']}.")
        if not 1 <= options["rounds"] <= MOST_ROUNDS:
            raise CommandError(f"Počet kol má být 1 až {MOST_ROUNDS}, ne {options['rounds']}.")
        tournament = demo_tournament(
            by=command_line_actor(),
            stage=Stage(options["stage"]),
            players=options["players"],
            rounds=options["rounds"],
            seed=options["seed"],
        )
        self.stdout.write(tournament.slug)
