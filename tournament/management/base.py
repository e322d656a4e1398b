"""How every command answers: what is wrong is one Czech sentence on standard error and exit status 1."""

import argparse
import re
import sys
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser, handle_default_options
from django.db import connections

LONGEST_SHOWN = 80

ARGUMENT_SENTENCES = (
    (r"the following arguments are required: (.+)", "Chybí povinné údaje: {0}."),
    (r"argument (\S+): invalid int value: '(.*)'", "Za {0} má být celé číslo, je tam „{1}“."),
    (r"argument (\S+): invalid choice: '(.*)' \(choose from (.+)\)", "Za {0} nejde napsat „{1}“, jen: {2}."),
    (r"argument (\S+): expected one argument", "Za {0} chybí hodnota."),
    (r"argument (\S+): (.+)", "Za {0}: {1}"),
    (r"unrecognized arguments: (.+)", "Příkaz nezná: {0}."),
    (r"ambiguous option: (\S+) could match (.+)", "Volba {0} může znamenat víc věcí: {1}."),
)
"""What ``argparse`` says, and the same for the person at the keyboard."""


class DeskCommand(BaseCommand):
    """A command of the desk. ``handle`` raises ``CommandError`` (or, under ``sentences``, ``DeskError``)."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """A parser whose complaints are ``CommandError`` in Czech."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.error = _refuse  # type: ignore[method-assign]  # because Django chooses the parser's class
        return parser

    def run_from_argv(self, argv: list[str]) -> None:
        """Run for the command line; ends the process with status 1 where something is wrong."""
        self._called_from_command_line = True
        parser = self.create_parser(argv[0], argv[1])
        try:
            _require_text(argv[2:])
            options = parser.parse_args(argv[2:])
            handle_default_options(options)
            given = vars(options)
            self.execute(*given.pop("args", ()), **given)
        except CommandError as error:
            if "--traceback" in argv:
                raise
            self.stderr.write(str(error))
            sys.exit(1)
        finally:
            connections.close_all()


def shown(text: object) -> str:
    """What somebody typed, cut so that the sentence around it can be read."""
    typed = str(text)
    return typed if len(typed) <= LONGEST_SHOWN else typed[: LONGEST_SHOWN - 1] + "…"


def _refuse(message: str) -> NoReturn:
    for pattern, sentence in ARGUMENT_SENTENCES:
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            raise CommandError(sentence.format(*map(shown, found.groups())))
    raise CommandError(f"Příkaz se nedá přečíst: {shown(message)}.")


def _require_text(arguments: list[str]) -> None:
    for place, argument in enumerate(arguments, start=1):
        try:
            argument.encode()
        except UnicodeEncodeError as error:
            raise CommandError(f"{place}. údaj za příkazem není text v UTF-8, napište ho znovu.") from error


def whole_number(smallest: int, largest: int) -> Any:
    """The type of an argument: a whole number between the two."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", text) or not smallest <= int(text) <= largest:
            raise argparse.ArgumentTypeError(
                f"očekávám celé číslo od {smallest} do {largest}, je tam „{shown(text)}“."
            )
        return int(text)

    return read
