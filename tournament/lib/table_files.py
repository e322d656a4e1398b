"""A file somebody chose (workbook or CSV) to rows of cells; one sentence says why when it cannot be read."""

import codecs
import csv
import re
from collections.abc import Iterator
from io import StringIO

from django.utils.translation import gettext as _

from tournament.lib import excel
from tournament.lib.excel import UnreadableFile

MAX_SIZE = 5 * 1024 * 1024

# A row of the sheet: its number, from 1, and its cells.
Row = tuple[int, tuple[object, ...]]

_DELIMITERS = (";", "\t", ",", "|")
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\x00", b"MM\x00*", b"RIFF")
_ARCHIVES = (b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")
_CZECH_LETTERS = frozenset("áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ")


def read_rows(content: bytes) -> list[list[Row]]:
    """The rows that are not empty; a CSV once for every delimiter it may use, since only its reader can tell.

    Raises ``UnreadableFile`` for anything that is no table.
    """
    if not content.strip():
        raise UnreadableFile(_("Soubor je prázdný; nahrajte sešit .xlsx nebo CSV s přihláškami."))
    if len(content) > MAX_SIZE:
        size = f"{len(content) / 1024 / 1024:.1f}".replace(".", ",")
        raise UnreadableFile(
            _("Soubor má %(size)s MB, nejvýš může mít 5 MB; nechte v něm jen tabulku s přihláškami.")
            % {"size": size}
        )
    if content.startswith(b"PK"):
        return [excel.read_first_sheet(content)]
    _refuse_other_kinds(content)
    return _read_csv(_decoded(content))


def _refuse_other_kinds(content: bytes) -> None:
    start = content[:512].lstrip().lower()
    if content.startswith(_OLD_OFFICE):
        raise UnreadableFile(_old_office_reason(content))
    if content.startswith(b"%PDF"):
        raise UnreadableFile(_("Soubor je PDF; přihlášky uložte jako sešit .xlsx nebo CSV."))
    if content.startswith(_PICTURES):
        raise UnreadableFile(_("Soubor je obrázek; přihlášky musí být v sešitu .xlsx nebo v CSV."))
    if content.startswith(_ARCHIVES):
        raise UnreadableFile(_("Soubor je archiv, ne tabulka; rozbalte ho a nahrajte sešit .xlsx nebo CSV."))
    if start.startswith((b"<", b"\xef\xbb\xbf<")):
        raise UnreadableFile(
            _("Soubor je webová stránka nebo XML, ne tabulka; uložte přihlášky jako sešit .xlsx nebo CSV.")
        )
    if start.startswith(b"{\\rtf"):
        raise UnreadableFile(_("Soubor je textový dokument; přihlášky uložte jako sešit .xlsx nebo CSV."))


def _old_office_reason(content: bytes) -> str:
    """Excel before 2007 and every workbook with a password share one wrapping."""
    if "EncryptedPackage".encode("utf-16-le") in content:
        return _("Soubor je chráněný heslem; uložte ho bez hesla a nahrajte znovu.")
    if "WordDocument".encode("utf-16-le") in content:
        return _("Soubor je dokument Wordu; přihlášky musí být v sešitu .xlsx nebo v CSV.")
    return _("Soubor je ve starém formátu .xls; otevřete ho v Excelu nebo LibreOffice a uložte jako .xlsx.")


def _decoded(content: bytes) -> str:
    text = _in_best_encoding(content).replace("\r\n", "\n").replace("\r", "\n")
    strange = sum(ch < " " and ch not in "\t\n" for ch in text)
    if strange > 5 and strange > len(text) // 1000:
        raise UnreadableFile(_("Soubor není tabulka; nahrajte přihlášky jako sešit .xlsx nebo CSV."))
    return text


def _in_best_encoding(content: bytes) -> str:
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return content.decode(encoding, "replace")
    # UTF-16 without its mark: every other byte of mostly Latin text is zero.
    if content[1::2].count(0) > len(content) // 4:
        return content.decode("utf-16-le", "replace")
    if content[::2].count(0) > len(content) // 4:
        return content.decode("utf-16-be", "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return _in_old_encoding(content)


def _in_old_encoding(content: bytes) -> str:
    """UTF-8 with a damaged letter, or one of the Czech encodings of one byte, whichever reads as Czech."""
    readings = [content.decode("utf-8", "replace")]
    for encoding in ("cp1250", "iso8859-2", "cp852"):
        readings.append(content.decode(encoding, "replace"))
    return max(readings, key=_czech_look)


def _czech_look(text: str) -> int:
    """Czech letters for the reading, other letters and damaged places against it."""
    czech = sum(ch in _CZECH_LETTERS for ch in text)
    foreign = sum(ch > "\x7f" and ch not in _CZECH_LETTERS and ch not in "–—„“”‚‘’…\xa0€§°" for ch in text)
    return czech - 2 * foreign


def _read_csv(text: str) -> list[list[Row]]:
    # Excel's own first line "sep=;" names the delimiter and is no row of the sheet.
    named = re.match(r"sep=(.)\n", text, re.IGNORECASE)
    if named:
        return [_filled_rows(text[named.end() :], named.group(1))]
    used = [delimiter for delimiter in _DELIMITERS if delimiter in text]
    return [_filled_rows(text, delimiter) for delimiter in used or _DELIMITERS[:1]]


def _filled_rows(text: str, delimiter: str) -> list[Row]:
    rows: list[Row] = [
        (number, tuple(cells))
        for number, cells in enumerate(_records(text, delimiter), start=1)
        if any(cell.strip() for cell in cells)
    ]
    if len(rows) > excel.MAX_ROWS:
        raise UnreadableFile(excel.too_many_rows())
    return rows


def _records(text: str, delimiter: str) -> list[list[str]]:
    try:
        return list(csv.reader(StringIO(text), delimiter=delimiter, skipinitialspace=True, strict=True))
    except csv.Error:
        # A quotation mark without its other half would swallow every row below; read line by line, it spoils
        # only its own.
        return list(_line_records(text, delimiter))


def _line_records(text: str, delimiter: str) -> Iterator[list[str]]:
    for line in text.split("\n"):
        try:
            yield next(csv.reader([line], delimiter=delimiter, skipinitialspace=True, strict=True), [])
        except csv.Error:
            yield [cell.strip().strip('"') for cell in line.split(delimiter)]
