"""A file somebody chose (workbook or CSV) to a book; one sentence says why when it cannot be read."""

import codecs
import csv
import re
from collections import deque
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from io import StringIO
from itertools import islice

from django.utils.translation import gettext as _

from tournament.lib.inert import typed
from tournament.lib.names import normalise
from tournament.lib.package import UnreadableFile
from tournament.lib.registering.book import DATE, HIDDEN, NO_VALUE, ROUNDED, Book, Mark, Sheet, SheetRow
from tournament.lib.registering.reading import understood
from tournament.lib.workbooks import (
    LONGEST_TEXT,
    MAX_COLUMNS,
    ROWS_READ,
    RawRow,
    Value,
    cut_short,
    read_workbook,
    too_long_text,
)

MAX_SIZE = 5 * 1024 * 1024

# Excel keeps fifteen digits of a number; of a longer one the rest is made up.
_ROUNDED_FROM = 10**15
_LONGEST_GAP = 10_000
# A formula that came out wrong, as spreadsheets write it into other files.
_ERROR = re.compile(
    r"#(N/A|REF!|VALUE!|NAME\?|DIV/0!|NUM!|NULL!|HODNOTA!|ODKAZ!|NÁZEV\?|DĚLENÍ_NULOU!|ČÍSLO!"
    r"|NENÍ_K_DISPOZICI)"
)
# The encoding and the delimiter of a CSV are known from its beginning.
_SAMPLE = 20_000
_MOST_DELIMITERS = 2_000

_DELIMITERS = (";", "\t", ",", "|")
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\x00", b"MM\x00*", b"RIFF")
_ARCHIVES = (b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")
_CZECH_LETTERS = frozenset("áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ")


def read_book(content: bytes) -> Book:
    """Every sheet of a workbook, or a CSV in any usual encoding and with any usual delimiter.

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
        return _from_workbook(content)
    _refuse_other_kinds(content)
    return Book((_from_csv(_decoded(content)),))


def _from_workbook(content: bytes) -> Book:
    sheets = (
        Sheet(normalise(raw.name), raw.hidden, _rows(raw.rows), cut_short(raw.cut) if raw.cut else "")
        for raw in read_workbook(content)
    )
    return Book(tuple(sheets))


def _rows(raw_rows: list[RawRow]) -> tuple[SheetRow, ...]:
    rows = (SheetRow(raw.number, _texts(raw.values), _marks(raw)) for raw in raw_rows)
    return tuple(row for row in rows if any(row.cells) or row.marks)


def _marks(raw: RawRow) -> tuple[Mark, ...]:
    marks = [Mark(HIDDEN)] if raw.hidden else []
    marks.extend(sorted(raw.marks))
    for column, value in enumerate(raw.values):
        if isinstance(value, str) and _ERROR.fullmatch(value):
            marks.append(Mark(NO_VALUE, column))
        elif isinstance(value, date | time):
            marks.append(Mark(DATE, column))
        elif isinstance(value, int | float) and abs(value) >= _ROUNDED_FROM:
            marks.append(Mark(ROUNDED, column))
    return tuple(marks)


def _texts(values: Iterable[Value]) -> tuple[str, ...]:
    texts = [cell_text(value) for value in values]
    while texts and not texts[-1]:
        texts.pop()
    return tuple(texts)


def cell_text(value: Value) -> str:
    """A cell as a person reads it: whole numbers without decimals, dates in Czech order, its lines apart."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "ano" if value else "ne"
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() else str(value).replace(".", ",")
    if isinstance(value, datetime | date):
        return f"{value.day}. {value.month}. {value.year}"
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if isinstance(value, int):
        return str(value)
    if _ERROR.fullmatch(value):
        return ""
    if "\n" not in value and "\r" not in value:
        return normalise(value)
    return "\n".join(line for line in map(normalise, value.splitlines()) if line)


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
    strange = sum(1 for _found in re.finditer(r"[\x00-\x08\x0b-\x1f]", text))
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
    strange = content.translate(None, bytes(range(128)))[:_SAMPLE]
    old = max(("cp1250", "iso8859-2", "cp852"), key=lambda name: _czech_look(strange.decode(name, "replace")))
    readings = (content.decode("utf-8", "replace"), content.decode(old, "replace"))
    return max(readings, key=lambda text: _czech_look(_foreign_letters(text)))


def _foreign_letters(text: str) -> str:
    return "".join(found.group() for found in islice(re.finditer(r"[^\x00-\x7f]", text), _SAMPLE))


def _czech_look(text: str) -> int:
    """Czech letters for the reading, other letters and damaged places against it."""
    czech = sum(ch in _CZECH_LETTERS for ch in text)
    foreign = sum(ch > "\x7f" and ch not in _CZECH_LETTERS and ch not in "–—„“”‚‘’…\xa0€§°" for ch in text)
    return czech - 2 * foreign


def _from_csv(text: str) -> Sheet:
    # Excel's own first line "sep=;" names the delimiter and is no row of the sheet.
    named = re.match(r"sep=(.)\n", text, re.IGNORECASE)
    if named:
        return _filled_rows(text[named.end() :], named.group(1))
    used = [delimiter for delimiter in _DELIMITERS if delimiter in text[:_SAMPLE]] or _DELIMITERS[:1]
    beginning = text[: text.rfind("\n", 0, _SAMPLE)] if "\n" in text[:_SAMPLE] else text[:_SAMPLE]
    return _filled_rows(text, max(used, key=lambda delimiter: understood(_filled_rows(beginning, delimiter))))


def _filled_rows(text: str, delimiter: str) -> Sheet:
    rows: list[SheetRow] = []
    for number, cells in enumerate(_records(text, delimiter), start=1):
        if len(cells) > MAX_COLUMNS and any(cell.strip() for cell in cells[MAX_COLUMNS:]):
            return Sheet("", False, tuple(rows), cut_short("columns"))
        if any(len(cell) > LONGEST_TEXT for cell in cells):
            raise UnreadableFile(too_long_text())
        texts = _texts(map(typed, cells[:MAX_COLUMNS]))
        wrong = tuple(Mark(NO_VALUE, at) for at, cell in enumerate(cells) if _ERROR.fullmatch(cell))
        if texts and len(rows) >= ROWS_READ:
            return Sheet("", False, tuple(rows), cut_short("rows"))
        if texts:
            rows.append(SheetRow(number, texts, wrong))
        elif number - (rows[-1].number if rows else 0) > _LONGEST_GAP:
            break
    return Sheet("", False, tuple(rows))


def _records(text: str, delimiter: str) -> Iterator[list[str]]:
    if any(line.count(delimiter) > _MOST_DELIMITERS for line in StringIO(text)):
        raise UnreadableFile(cut_short("columns"))
    try:
        # Read to the end before the first row is given: a mistake far below changes how all of it is read.
        deque(_csv_records(text, delimiter), maxlen=0)
        return _csv_records(text, delimiter)
    except csv.Error:
        # A quotation mark without its other half would swallow every row below; read line by line, it spoils
        # only its own.
        return _line_records(text, delimiter)


def _csv_records(text: str, delimiter: str) -> Iterator[list[str]]:
    return csv.reader(StringIO(text), delimiter=delimiter, skipinitialspace=True, strict=True)


def _line_records(text: str, delimiter: str) -> Iterator[list[str]]:
    for line in text.split("\n"):
        try:
            yield next(csv.reader([line], delimiter=delimiter, skipinitialspace=True, strict=True), [])
        except csv.Error:
            yield [cell.strip().strip('"') for cell in line.split(delimiter)]
