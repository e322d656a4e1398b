"""``standings SLUG [--round N] --format json|csv|xlsx|pdf [-o FILE]``: standings after a closed round."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from scoring import exports
from scoring.management.tools import round_numbered
from scoring.printing import contents
from scoring.selectors.standings import Standings, counted_rounds, standings_to_take
from tournament.lib.pdf import PdfUnavailable, render_pdf
from tournament.lifecycle import Act, allowed
from tournament.management.base import DeskCommand, one_of
from tournament.management.tools import sentences, tournament_named, write_file
from tournament.models import Round, Tournament


class Command(DeskCommand):
    help = "Vypíše pořadí po uzavřeném kole, bez --round po posledním."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, metavar="KOLO")
        parser.add_argument(
            "--format", type=one_of(sorted(WRITERS)), default="json", metavar="|".join(sorted(WRITERS))
        )
        parser.add_argument("-o", "--output", metavar="SOUBOR")

    @sentences
    def handle(self, *args: Any, **options: Any) -> None:
        tournament = tournament_named(options["slug"])
        standings, _changes = standings_to_take(tournament, _closed_round(tournament, options["round"]))
        content = WRITERS[options["format"]](tournament, standings)
        if options["output"]:
            write_file(Path(options["output"]), content)
        elif options["format"] in BINARY:
            _write_binary(options["format"], content)
        else:
            self.stdout.write(content.decode(), ending="")


def _closed_round(tournament: Tournament, number: int | None) -> Round:
    if number is None:
        closed = counted_rounds(tournament)
        if not closed:
            raise CommandError("Zatím není uzavřené žádné kolo, pořadí bude po prvním uzavřeném.")
        return closed[-1]
    round_ = round_numbered(tournament, number)
    if not allowed(Act.PUBLISH_STANDINGS, round_.state):
        raise CommandError(f"{number}. kolo ještě není uzavřené, pořadí po něm zatím není.")
    return round_


def _json(tournament: Tournament, standings: Standings) -> bytes:
    return (exports.standings_json(standings) + "\n").encode()


def _csv(tournament: Tournament, standings: Standings) -> bytes:
    return exports.standings_csv(standings).encode()


def _pdf(tournament: Tournament, standings: Standings) -> bytes:
    try:
        return render_pdf(
            "print/standings.html", {"standings": contents.standings_print(tournament, standings)}
        )
    except PdfUnavailable as error:
        raise CommandError(str(error)) from error


def _write_binary(name: str, content: bytes) -> None:
    if sys.stdout.isatty():
        raise CommandError(f"Formát {name} se na obrazovku nevypisuje; uložte ho volbou -o SOUBOR.{name}.")
    sys.stdout.buffer.write(content)


WRITERS: dict[str, Callable[[Tournament, Standings], bytes]] = {
    "json": _json,
    "csv": _csv,
    "xlsx": exports.standings_workbook,
    "pdf": _pdf,
}
BINARY = ("xlsx", "pdf")
