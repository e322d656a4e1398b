"""Registrations from a file into a tournament."""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from tournament.actors import command_line_actor
from tournament.lib.package import UnreadableFile
from tournament.lib.registering.files import read_book
from tournament.lib.registering.reading import FIELDS, with_choices
from tournament.lib.registrations import RegistrationFile, registrations_of
from tournament.management.base import DeskCommand, shown
from tournament.management.tools import read_file, sentences, tournament_named
from tournament.services.imports import entries_import, entries_import_plan, report_of


class Command(DeskCommand):
    help = (
        "Přihlásí do turnaje hráče ze souboru XLSX nebo CSV a vypíše, co se stalo. Kde jsou záhlaví a co je"
        " v kterém sloupci, pozná sám; jde to i říct."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="adresa turnaje, například jarni-turnaj")
        parser.add_argument("file", type=Path, help="soubor s přihláškami")
        parser.add_argument("--dry-run", action="store_true", help="jen vypíše, co by se stalo")
        parser.add_argument("--sheet", help="list sešitu; bez něj první viditelný se záhlavím")
        parser.add_argument("--heading-row", type=int, help="řádek záhlaví; 0, když v listu žádné není")
        parser.add_argument(
            "--column",
            action="append",
            default=[],
            help=f"co je ve sloupci, například „Odkud=club“ nebo „B=club“; jde opakovat ({' '.join(FIELDS)})",
        )

    @sentences
    def handle(self, *args: Any, slug: str, file: Path, dry_run: bool, **options: Any) -> None:
        tournament = tournament_named(slug)
        content = _read(file, options["sheet"], options["heading_row"], options["column"])
        if dry_run:
            plan = entries_import_plan(
                tournament=tournament, by=command_line_actor(), registrations=content.registrations
            )
            report = report_of(plan=plan, rejected=content.rejected, warnings=content.warnings)
        else:
            report = entries_import(
                tournament=tournament,
                by=command_line_actor(),
                registrations=content.registrations,
                rejected=content.rejected,
                warnings=content.warnings,
                source=file.name,
            )
        self.stdout.write(json.dumps(report.to_json(), ensure_ascii=False))


def _read(file: Path, sheet: str | None, heading_row: int | None, columns: Sequence[str]) -> RegistrationFile:
    choices = dict(_choice(text) for text in columns)
    try:
        book = read_book(read_file(file))
        return registrations_of(
            book, with_choices(book, sheet=sheet, heading_row=heading_row, columns=choices)
        )
    except UnreadableFile as error:
        raise CommandError(f"Soubor „{shown(file)}“: {error}") from error


def _choice(text: str) -> tuple[str | int, str]:
    heading, equals, field = text.rpartition("=")
    if not equals or not heading.strip():
        raise CommandError(f"„{shown(text)}“ není volba sloupce; má být třeba „Odkud=club“.")
    return heading.strip(), field.strip()
