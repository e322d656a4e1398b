"""How every command refuses: one Czech sentence on standard error, exit status 1, nothing half done."""

import io
import os
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, get_commands, load_command_class

from tournament.management.base import DeskCommand
from tournament.management.tools import read_file, write_file

OURS = sorted(name for name, app in get_commands().items() if app in ("tournament", "scoring"))

WRITTEN = (
    "Takhle se příkaz nepíše, správně je:"
    " manage.py draw [-h] --round N [--seed S] [--publish] [--skip-checks] slug"
)
WRONG = {
    "nothing given": ([], WRITTEN),
    "round in words": (["x", "--round", "abc"], "Za --round má být celé číslo, je tam „abc“."),
    "no value": (["x", "--round"], WRITTEN),
    "value of a switch": (["x", "--round", "1", "--publish=ano"], WRITTEN),
    "half of an option": (["x", "--rou", "1"], WRITTEN),
    "how loud, in words": (
        ["x", "--round", "1", "-v", "x"],
        "Za -v/--verbosity má být celé číslo, je tam „x“.",
    ),
    "unknown option": (["x", "--round", "1", "--blah"], "Příkaz nezná: --blah."),
    "not UTF-8": (["\udcff", "--round", "1"], "1. údaj za příkazem není text v UTF-8, napište ho znovu."),
    "very long": (["x", "--round", "x" * 500], "Za --round má být celé číslo, je tam „" + "x" * 79 + "…“."),
}


@pytest.mark.parametrize("name", OURS)
def test_every_command_is_a_desk_command(name: str) -> None:
    assert isinstance(load_command_class(get_commands()[name], name), DeskCommand)


@pytest.mark.parametrize(("arguments", "sentence"), WRONG.values(), ids=WRONG)
def test_wrong_arguments(arguments: list[str], sentence: str) -> None:
    command = load_command_class("tournament", "draw")
    command.stderr._out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        command.run_from_argv(["manage.py", "draw", *arguments])
    assert (ended.value.code, command.stderr._out.getvalue()) == (1, sentence + "\n")


def test_word_that_is_none_of_those_to_choose_from() -> None:
    command = load_command_class("scoring", "standings")
    command.stderr._out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        command.run_from_argv(["manage.py", "standings", "x", "--format", "docx"])
    sentence = "Za --format nejde napsat „docx“, jen: csv, json, pdf, xlsx.\n"
    assert (ended.value.code, command.stderr._out.getvalue()) == (1, sentence)


@pytest.fixture
def broken(tmp_path: Path) -> dict[str, Path]:
    return {
        "folder": tmp_path,
        "missing": tmp_path / "neni.csv",
        "NUL": Path("a\0b"),
        "too long": tmp_path / ("x" * 300),
        "under a file": Path(__file__) / "a",
    }


UNREADABLE = {
    "folder": "je to složka, ne soubor",
    "missing": "na tom místě není",
    "NUL": "takové jméno soubor mít nemůže",
    "too long": "jeho jméno je moc dlouhé",
    "under a file": "na cestě k němu není složka",
}


@pytest.mark.parametrize(("name", "why"), UNREADABLE.items())
def test_unreadable_file(broken: dict[str, Path], name: str, why: str) -> None:
    with pytest.raises(CommandError, match=f"se nedá přečíst: {why}\\.$"):
        read_file(broken[name])


def test_written_file_replaces_the_old_one_whole(tmp_path: Path) -> None:
    target = tmp_path / "a.pdf"
    target.write_bytes(b"old")
    write_file(target, b"new")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.pdf": b"new"}


def test_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_file(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_pipe_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(pipe, b"content")
    assert os.read(reader, 100) == b"content"
    os.close(reader)
    assert pipe.is_fifo()


def test_failed_writing_leaves_the_old_file(tmp_path: Path, monkeypatch: Any) -> None:
    target = tmp_path / "a.pdf"
    target.write_bytes(b"old")

    def full(*_args: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(CommandError, match="na disku není místo"):
        write_file(target, b"new")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.pdf": b"old"}
