"""Registrations from a file into a tournament."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from tournament.actors import command_line_actor
from tournament.lib.registrations import UnreadableFile, read_registrations
from tournament.management.base import DeskCommand
from tournament.management.tools import read_file, sentences, tournament_named
from tournament.services.imports import entries_import, entries_import_plan, report_of


class Command(DeskCommand):
    help = "Přihlásí do turnaje hráče ze souboru XLSX (první list) nebo CSV a vypíše, co se stalo."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="adresa turnaje, například jarni-turnaj")
        parser.add_argument("file", type=Path, help="soubor s přihláškami")
        parser.add_argument("--dry-run", action="store_true", help="jen vypíše, co by se stalo")

    @sentences
    def handle(self, *args: Any, slug: str, file: Path, dry_run: bool, **options: Any) -> None:
        tournament = tournament_named(slug)
        try:
            content = read_registrations(read_file(file))
        except UnreadableFile as error:
            raise CommandError(f"Soubor „{file}“: {error}") from error
        if dry_run:
            plan = entries_import_plan(tournament=tournament, registrations=content.registrations)
            report = report_of(plan, rejected=content.rejected, warnings=content.warnings)
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
