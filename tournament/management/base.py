"""How every command answers: what is wrong is one Czech sentence on standard error and exit status 1."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser, handle_default_options
from django.db import connections

LONGEST_SHOWN = 80
NUMBER = re.compile(r"[+-]?[0-9]{1,9}")

BASE_OPTIONS = {
    *("--version", "--verbosity", "--settings", "--pythonpath"),
    *("--traceback", "--no-color", "--force-color"),
}


class DeskCommand(BaseCommand):
    """A command of the desk. ``handle`` raises ``CommandError`` (or, under ``sentences``, ``DeskError``)."""

    suppressed_base_arguments = BASE_OPTIONS
    """Options of every Django command: they work, but who asks how a command is written needs ours only."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """A parser that leaves its complaints to ``run_from_argv``."""
        parser = super().create_parser(
            prog_name, subcommand, exit_on_error=False, allow_abbrev=False, **kwargs
        )
        parser.register("type", int, _whole)
        parser.error = partial(_refuse, parser)  # type: ignore[method-assign]  # because Django chooses the class
        return parser

    def run_from_argv(self, argv: list[str]) -> None:
        """Run for the command line; ends the process with status 1 where something is wrong."""
        self._called_from_command_line = True
        parser = self.create_parser(argv[0], argv[1])
        try:
            _require_text(argv[2:])
            options = _parsed(parser, argv[2:])
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


def _parsed(parser: CommandParser, arguments: list[str]) -> argparse.Namespace:
    """The arguments read. What ``argparse`` says in English is not shown, how the command is written is."""
    try:
        options, unknown = parser.parse_known_args(arguments)
    except argparse.ArgumentError as error:
        if isinstance(error.__context__, argparse.ArgumentTypeError):
            # A reader of ours refused the value, in words of ours.
            raise CommandError(f"Za {error.argument_name} {error.message}") from error
        _refuse(parser, str(error))
    if unknown:
        raise CommandError(f"Příkaz nezná: {shown(' '.join(unknown))}.")
    return options


def _refuse(parser: CommandParser, _message: str) -> NoReturn:
    _usage, _colon, written = parser.format_usage().partition(": ")
    raise CommandError(f"Takhle se příkaz nepíše, správně je: {' '.join(written.split())}")


def _require_text(arguments: list[str]) -> None:
    for place, argument in enumerate(arguments, start=1):
        try:
            argument.encode()
        except UnicodeEncodeError as error:
            raise CommandError(f"{place}. údaj za příkazem není text v UTF-8, napište ho znovu.") from error


def whole_number(smallest: int, largest: int) -> Callable[[str], int]:
    """The type of an argument: a whole number between the two."""

    def read(text: str) -> int:
        if not NUMBER.fullmatch(text) or not smallest <= int(text) <= largest:
            raise argparse.ArgumentTypeError(
                f"očekávám celé číslo od {smallest} do {largest}, je tam „{shown(text)}“."
            )
        return int(text)

    return read


def one_of(choices: Iterable[str]) -> Callable[[str], str]:
    """The type of an argument: one of a few words."""
    known = tuple(choices)

    def read(text: str) -> str:
        if text not in known:
            raise argparse.ArgumentTypeError(f"nejde napsat „{shown(text)}“, jen: {', '.join(known)}.")
        return text

    return read


def _whole(text: str) -> int:
    if not NUMBER.fullmatch(text):
        raise argparse.ArgumentTypeError(f"má být celé číslo, je tam „{shown(text)}“.")
    return int(text)
