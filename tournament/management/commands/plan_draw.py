"""``plan_draw --players N --rounds R [--seed S] [--json]``: all rounds for start numbers 1–N, no database."""

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from rules import seating
from tournament.management.base import DeskCommand, whole_number

MOST_PLAYERS = 2000
LONGEST_SEED = 128


class Command(DeskCommand):
    help = "Rozlosuje všechna kola pro daný počet hráčů; databázi nepotřebuje."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--players", type=whole_number(0, MOST_PLAYERS), required=True, metavar="N", help="počet hráčů"
        )
        parser.add_argument("--rounds", type=int, required=True, metavar="R", help="počet kol")
        parser.add_argument("--seed", metavar="S", help="semínko; bez něj náhodné")
        parser.add_argument("--json", action="store_true", help="vypsat jako JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            planned = seating.plan(options["players"], options["rounds"], _seed(options["seed"]))
        except seating.CannotSeat as error:
            raise CommandError(str(error)) from error
        self.stdout.write(json.dumps(planned) if options["json"] else _as_text(planned))


def _seed(given: str | None) -> str | int:
    """The seed as it was meant: a number stays a number in the JSON, the draw is the same for both."""
    if given and not given.isprintable():
        raise CommandError(_("Semínko má být z písmen a číslic, je v něm znak, který se nedá vypsat."))
    if given and len(given) > LONGEST_SEED:
        raise CommandError(
            _("Semínko má mít nejvýš %(most)d znaků, má jich %(count)d.")
            % {"most": LONGEST_SEED, "count": len(given)}
        )
    if given and given.isascii() and given.isdecimal() and given == str(int(given)):
        return int(given)
    return given or seating.new_seed()


def _as_text(planned: dict[str, Any]) -> str:
    lines = []
    for number, tables in enumerate(planned["rounds"], start=1):
        lines.append(_("%(number)s. kolo") % {"number": number})
        lines += [
            _("  stůl %(table)s: %(players)s") % {"table": table, "players": ", ".join(map(str, players))}
            for table, players in enumerate(tables, start=1)
        ]
    lines.append(
        _("Opakovaných dvojic: %(repeats)s, semínko: %(seed)s")
        % {"repeats": planned["repeats"], "seed": planned["seed"]}
    )
    return "\n".join(lines)
