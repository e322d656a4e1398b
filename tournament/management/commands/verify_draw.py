"""``verify_draw FILE``: draws the protocol of a draw again and compares, without a database."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from rules import RulesError, load_json, seating
from tournament.lib.counting import counted
from tournament.management.base import DeskCommand
from tournament.management.tools import read_file


class Command(DeskCommand):
    help = "Ověří protokol losování: vylosuje ho znovu z téhož semínka a porovná."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="protokol losování (JSON)")

    def handle(self, *args: Any, **options: Any) -> None:
        content = read_file(options["file"])
        try:
            protocol: Any = load_json(content)
        except RulesError as error:
            raise CommandError(
                _("Soubor „%(file)s“ není protokol losování: %(why)s")
                % {"file": options["file"], "why": error}
            ) from error
        problems = seating.verify(protocol)
        if problems:
            raise CommandError(" ".join(problem.text for problem in problems))
        self.stdout.write(
            _(
                "Losování souhlasí: %(round)s. kolo, %(players)s, %(tables)s,"
                " semínko %(seed)s (SHA-256 %(digest)s), algoritmus %(algorithm)s."
            )
            % {
                "round": protocol["round"],
                "players": counted(len(protocol["players"]), _("hráč"), _("hráči"), _("hráčů")),
                "tables": counted(len(protocol["tables"]), _("stůl"), _("stoly"), _("stolů")),
                "seed": protocol["seed"],
                "digest": protocol["seed_sha256"],
                "algorithm": protocol["algorithm"],
            }
        )
