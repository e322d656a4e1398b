"""``verify_draw FILE [PUBLIC]``: draws the protocol of a draw again and compares, without a database."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import RulesError, load_json, seating
from tournament.lib.counting import counted
from tournament.management.base import DeskCommand
from tournament.management.tools import read_file

COMPLETE = gettext_lazy(
    "Losování souhlasí: %(round)s. kolo, %(players)s, %(tables)s,"
    " semínko %(seed)s (SHA-256 %(digest)s), algoritmus %(algorithm)s."
)
WITHOUT_WISHES = gettext_lazy(
    "Veřejný protokol souhlasí, pokud jde ověřit bez soukromých přání (jsou %(wishes)s): %(round)s. kolo,"
    " %(players)s, %(tables)s, otisk semínka, pravidla stolů a kvalita. Že stoly vyšly ze semínka %(seed)s,"
    " ověří jen úplný protokol; má mít SHA-256 %(sealed)s."
)


class Command(DeskCommand):
    help = "Ověří protokol losování: vylosuje ho znovu z téhož semínka a porovná."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="protokol losování (JSON), úplný nebo veřejný")
        parser.add_argument(
            "public", type=Path, nargs="?", help="veřejný protokol téhož losování, porovná se s úplným"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        protocol = _read(options["file"])
        problems = seating.verify(protocol)
        if not problems and options["public"]:
            problems = seating.verify_public(protocol, _read(options["public"]))
        if problems:
            raise CommandError(" ".join(problem.text for problem in problems))
        complete = seating.is_complete(protocol)
        self.stdout.write(
            (COMPLETE if complete else WITHOUT_WISHES)
            % {
                "round": protocol["round"],
                "players": counted(len(protocol["players"]), _("hráč"), _("hráči"), _("hráčů")),
                "tables": counted(len(protocol["tables"]), _("stůl"), _("stoly"), _("stolů")),
                "seed": protocol["seed"],
                "digest": protocol["seed_sha256"],
                "algorithm": protocol["algorithm"],
                "wishes": protocol.get("wishes"),
                "sealed": protocol.get("sealed_sha256") or "–",
            }
        )
        if options["public"]:
            self.stdout.write(_("Veřejný protokol je z tohoto úplného a jeho otisk souhlasí."))


def _read(path: Path) -> Any:
    try:
        return load_json(read_file(path))
    except RulesError as error:
        raise CommandError(
            _("Soubor „%(file)s“ není protokol losování: %(why)s") % {"file": path, "why": error}
        ) from error
