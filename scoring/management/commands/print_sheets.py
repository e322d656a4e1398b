"""``print_sheets SLUG --round N -o FILE.pdf [--filled] [--table T …]``: stolové lístky of a round."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from scoring.management.tools import round_numbered
from scoring.printing.contents import blank_sheets, filled_sheets
from tournament.lib.pdf import PdfUnavailable, render_pdf
from tournament.management.base import DeskCommand
from tournament.management.tools import sentences, tournament_named, write_file


class Command(DeskCommand):
    help = "Uloží stolové lístky kola do PDF, prázdné nebo se zapsanými hrami."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, required=True, metavar="KOLO")
        parser.add_argument("-o", "--output", required=True, metavar="SOUBOR.pdf")
        parser.add_argument(
            "--table",
            type=int,
            action="append",
            default=[],
            metavar="STŮL",
            dest="tables",
            help="jen tento stůl; lze i víckrát",
        )
        parser.add_argument("--filled", action="store_true", help="s hrami a výsledky zapsanými dosud")

    @sentences
    def handle(self, *args: Any, **options: Any) -> None:
        tournament = tournament_named(options["slug"])
        round_ = round_numbered(tournament, options["round"])
        sheets = (filled_sheets if options["filled"] else blank_sheets)(round_, options["tables"])
        known = {sheet.table for sheet in sheets}
        if not sheets and not options["tables"]:
            raise CommandError(f"{round_.number}. kolo ještě nemá stoly, nejdřív ho vylosujte příkazem draw.")
        missing = [str(number) for number in options["tables"] if number not in known]
        if missing:
            raise CommandError(f"{round_.number}. kolo nemá stůl {', '.join(missing)}; vyberte jiný.")
        try:
            content = render_pdf("print/score_sheet.html", {"sheets": sheets})
        except PdfUnavailable as error:
            raise CommandError(str(error)) from error
        write_file(Path(options["output"]), content)
        self.stdout.write(options["output"])
