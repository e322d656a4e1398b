"""The text of an archive, read row by row: a large tournament never stands in memory as a whole."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.archive import FIRST_FIELDS, FORMAT, PROGRAM, SECTIONS
from tournament.errors import Refused

MAXIMAL_BYTES = 200_000_000

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\n\r]*")


class ArchiveFile:
    """Sections of an archive by their keys; which ones they are was checked.

    Raises ``Refused`` for what is no archive, one of another format, one with sections nobody knows.
    """

    def __init__(self, content: bytes) -> None:
        if len(content) > MAXIMAL_BYTES:
            raise Refused(
                _("Soubor archivu je větší než 200 MB, to žádný turnaj nemá."), code="archive_too_large"
            )
        try:
            self._text = content.decode("utf-8-sig")
            self._places = dict(_sections(self._text))
        except (ValueError, RecursionError) as error:
            raise Refused(
                _(
                    "Soubor není archiv turnaje: nedá se přečíst jako JSON."
                    " Vyberte soubor z příkazu export_tournament."
                ),
                code="archive_not_json",
            ) from error
        self._check_format()
        self.program = self._program()
        self._check_sections()

    def holds(self, key: str) -> bool:
        """Whether the file has this section."""
        return key in self._places

    def value(self, key: str) -> Any:
        """A section as a whole; ``None`` for one that came later than the file."""
        return _DECODER.raw_decode(self._text, self._places[key])[0] if key in self._places else None

    def rows(self, key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The objects of a list, each with its path; none for a section that came later than the file."""
        place = self._places.get(key)
        if place is None:
            return
        if self._text[place] != "[":
            raise broken(path=key, value=self.value(key))
        for number, (item, _end) in enumerate(_items(self._text, place)):
            path = f"{key}[{number}]"
            yield path, mapping(value=item, path=path)

    def _check_format(self) -> None:
        found = self.value("format")
        if found == FORMAT:
            return
        if str(found).startswith(FORMAT.partition("/")[0] + "/"):
            raise Refused(
                _(
                    "Archiv je z jiné verze programu: má formát „%(found)s“, tato verze čte „%(ours)s“."
                    " Načtěte ho tou verzí, která ho vytvořila."
                )
                % {"found": str(found)[:60], "ours": FORMAT},
                code="archive_version",
            )
        raise Refused(
            _("Soubor není archiv turnaje: čekám JSON s položkou „format“ rovnou „%(format)s“.")
            % {"format": FORMAT},
            code="archive_format",
        )

    def _program(self) -> str:
        """The version of the program that wrote it; empty for one that did not say so yet."""
        found = self.value(PROGRAM) if PROGRAM in self._places else ""
        if not isinstance(found, str) or len(found) > 40:
            raise broken(path=PROGRAM, value=found)
        return found

    def _check_sections(self) -> None:
        known = {"format", PROGRAM, *FIRST_FIELDS, *(section.key for section in SECTIONS)}
        if unknown := self._places.keys() - known:
            raise from_newer(names=unknown, program=self.program)
        if gone := FIRST_FIELDS.keys() - self._places.keys():
            raise missing(names=gone, path="")


def broken(*, path: str, value: Any) -> Refused:
    """The refusal of a value that cannot be used, shown as it stands in the file."""
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    shown = shown if len(shown) <= 80 else shown[:77] + "…"
    return Refused(
        _("V archivu je na místě %(path)s nepoužitelná hodnota „%(value)s“. Nic se neuložilo.")
        % {"path": path, "value": shown},
        code="archive_value",
    )


def missing(*, names: Iterator[str] | set[str], path: str) -> Refused:
    """The refusal of a row, or of the file as a whole, without what each of them has."""
    where = _("na místě %(path)s ") % {"path": path} if path else ""
    return Refused(
        _("V archivu %(where)schybí: %(names)s. Nic se neuložilo.")
        % {"where": where, "names": ", ".join(sorted(names))},
        code="archive_missing",
    )


def from_newer(*, names: set[str], program: str, path: str = "") -> Refused:
    """The refusal of what this version of the program does not know."""
    where = _(" na místě %(path)s") % {"path": path} if path else ""
    saved = f" {program}" if program else ""
    return Refused(
        _(
            "Archiv je nejspíš z novější verze programu%(saved)s, navíc je v něm%(where)s: %(names)s."
            " Načtěte ho tou verzí, která ho vytvořila."
        )
        % {"saved": saved, "where": where, "names": ", ".join(sorted(names))[:200]},
        code="archive_newer",
    )


def mapping(*, value: Any, path: str) -> Mapping[str, Any]:
    """The value, which must be an object."""
    if not isinstance(value, dict):
        raise broken(path=path, value=value)
    return value


def _sections(text: str) -> Iterator[tuple[str, int]]:
    """Key and place of each value of the outermost object, every one of them read once."""
    at = _after(text, 0, "{")
    while text[at : at + 1] != "}":
        key, end = _DECODER.raw_decode(text, at)
        if not isinstance(key, str):
            raise ValueError(key)
        at = _after(text, end, ":")
        yield key, at
        at = _next(text, _end_of(text, at), "}")
    if _skip(text, at + 1) != len(text):
        raise ValueError("text after the end")


def _items(text: str, at: int) -> Iterator[tuple[Any, int]]:
    """Each item of the list that begins here, and the place where it ends."""
    at = _after(text, at, "[")
    while text[at : at + 1] != "]":
        item, end = _DECODER.raw_decode(text, at)
        yield item, end
        at = _next(text, end, "]")


def _end_of(text: str, at: int) -> int:
    if text[at : at + 1] != "[":
        return _DECODER.raw_decode(text, at)[1]
    end = at + 1
    for _item, after in _items(text, at):
        end = after
    return _skip(text, end) + 1


def _next(text: str, at: int, closing: str) -> int:
    """The place of the next item, or of the closing bracket."""
    at = _skip(text, at)
    if text[at : at + 1] == closing:
        return at
    after = _after(text, at, ",")
    if text[after : after + 1] == closing:
        raise ValueError("comma without an item")
    return after


def _after(text: str, at: int, sign: str) -> int:
    at = _skip(text, at)
    if text[at : at + 1] != sign:
        raise ValueError(f"{sign} is missing")
    return _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
