"""An Excel workbook as it stands in its file: the values of cells and how they look.

Values are those Excel left in the file, also those of formulas. openpyxl, which writes our workbooks, would
hold a whole sheet in memory, and neither it nor a faster reader tells in one pass the values of formulas,
hidden rows, merged cells and struck-out text; this reads them as a stream and stops where no list goes on.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from django.utils.translation import gettext as _

from tournament.lib.package import (
    Attributes,
    Ends,
    EnoughRead,
    Package,
    Starts,
    Taker,
    UnreadableFile,
    damaged,
    opened,
    too_large,
)
from tournament.lib.registering.book import MERGED, NO_VALUE, STRUCK, WIDE, Mark

MAX_ROWS = 5_000
# Titles and headings stand above the rows that count.
ROWS_READ = MAX_ROWS + 50
LONGEST_TEXT = 32_767
MAX_COLUMNS = 100
_LONGEST_GAP = 10_000
_MAX_MERGED = 5_000
# Letters that all cells of a file may hold together; one text may be told to stand in every cell.
_MAX_SHOWN = 6_000_000
_MAX_CELLS = 350_000
# Cells merged over more rows than this are merged by mistake.
_LONGEST_FILL = 200
_LAST_COLUMN = 16_384
_BUILT_IN_DATES = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])

Value = str | int | float | bool | date | datetime | time | None


@dataclass(slots=True)
class RawRow:
    """A row: its number in the sheet, its cells, and what is to be said of them beside their values."""

    number: int
    hidden: bool
    values: list[Value]
    marks: list[Mark] = field(default_factory=list)

    def put(self, column: int, value: Value) -> None:
        self.values.extend([None] * (column + 1 - len(self.values)))
        self.values[column] = value


@dataclass(slots=True)
class RawSheet:
    """A sheet with its rows that hold anything. ``cut``: what is not read of it, "rows" or "columns"."""

    name: str
    hidden: bool
    rows: list[RawRow]
    cut: str = ""


def read_workbook(content: bytes) -> list[RawSheet]:
    """Every sheet of the workbook in its order. Raises ``UnreadableFile``."""
    with opened(content) as package:
        if not any(name.startswith("xl/") for name in package.names):
            raise UnreadableFile(_what_zip_it_is(package.names))
        return list(_sheets(package))


def read_first_sheet(content: bytes) -> list[tuple[int, tuple[Value, ...]]]:
    """Row number and cells of every row of the first sheet that is not empty. Raises ``UnreadableFile``."""
    sheet = read_workbook(content)[0]
    if sheet.cut:
        raise UnreadableFile(cut_short(sheet.cut))
    return [(row.number, tuple(row.values)) for row in sheet.rows]


def cut_short(what: str) -> str:
    """The sentence for a sheet that is larger than any tournament."""
    if what == "columns":
        return _("V tabulce je víc než 100 sloupců; nechte v ní jen přihlášky na tento turnaj.")
    return _("V tabulce je víc než 5 000 řádků; nechte v ní jen přihlášky na tento turnaj.")


def too_long_text() -> str:
    """The sentence for a cell that holds a book."""
    return _("V jedné buňce je víc než 32 767 znaků; to není tabulka s přihláškami.")


def _what_zip_it_is(names: frozenset[str]) -> str:
    if "content.xml" in names:
        return _("Soubor je tabulka LibreOffice (.ods); uložte ji jako sešit Excelu .xlsx nebo jako CSV.")
    if any(name.startswith("word/") for name in names):
        return _("Soubor je dokument Wordu; přihlášky musí být v tabulce, tedy v sešitu .xlsx nebo v CSV.")
    if any(name.startswith("Index/") for name in names):
        return _("Soubor je tabulka Numbers; vyexportujte ji jako sešit Excelu .xlsx nebo jako CSV.")
    return _("Soubor je archiv, ne tabulka; nahrajte přihlášky jako sešit .xlsx nebo CSV.")


def _sheets(package: Package) -> Iterator[RawSheet]:
    home = _Links(package, "").of_type("officeDocument") or "xl/workbook.xml"
    book = _Book()
    package.read(home, book)
    links = _Links(package, home)
    strings, styles = _Strings(), _Styles()
    for kind, taker in (("sharedStrings", strings), ("styles", styles)):
        if (part := links.of_type(kind)) in package.names:
            package.read(part, taker)
    if not book.sheets:
        raise UnreadableFile(_("V sešitu není žádný list; uložte přihlášky do prvního listu sešitu .xlsx."))
    shown = _Shown()
    for name, hidden, link in book.sheets:
        cells = _Cells(strings, styles, book.from_1904, shown)
        package.read(links.target(link), cells)
        yield RawSheet(name, hidden, cells.finished(), cells.cut)


class _Links(Taker):
    """Which part is which: the relationships beside a part."""

    def __init__(self, package: Package, part: str) -> None:
        self._folder, name = posixpath.split(part)
        self._targets: dict[str, str] = {}
        self._types: dict[str, str] = {}
        beside = posixpath.join(self._folder, "_rels", f"{name}.rels")
        if beside in package.names:
            package.read(beside, self)

    def starts(self) -> Starts:
        return {"Relationship": self._take}

    def _take(self, attributes: Attributes) -> None:
        target = attributes.get("Target", "")
        path = target.lstrip("/") if target.startswith("/") else posixpath.join(self._folder, target)
        self._targets[attributes.get("Id", "")] = posixpath.normpath(path)
        self._types.setdefault(attributes.get("Type", "").rpartition("/")[2], posixpath.normpath(path))

    def target(self, link: str) -> str:
        return self._targets[link]

    def of_type(self, kind: str) -> str:
        return self._types.get(kind, "")


class _Book(Taker):
    """The list of sheets, and from which day their dates count."""

    def __init__(self) -> None:
        self.sheets: list[tuple[str, bool, str]] = []
        self.from_1904 = False

    def starts(self) -> Starts:
        return {"sheet": self._sheet, "workbookPr": self._properties}

    def _sheet(self, attributes: Attributes) -> None:
        link = next((value for key, value in attributes.items() if key.rpartition(":")[2] == "id"), "")
        hidden = attributes.get("state", "visible") != "visible"
        self.sheets.append((attributes.get("name", ""), hidden, link))

    def _properties(self, attributes: Attributes) -> None:
        self.from_1904 = _is_on(attributes.get("date1904", "0"))


class _Texts(Taker):
    """Texts that may be put together of runs, each with a look of its own."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._struck = False
        self._aside = 0

    def starts(self) -> Starts:
        return {"t": self._listen, "rPh": self._reading, "strike": self._strike, "dstrike": self._strike}

    def ends(self) -> Ends:
        return {"t": self._deafen, "rPh": self._read}

    def text(self, letters: str) -> None:
        self._pieces.append(letters)

    def taken(self) -> tuple[str, bool]:
        """What was heard since the last time, and whether any of it is struck out."""
        heard = _unescaped("".join(self._pieces)), self._struck
        self._pieces.clear()
        self._struck = False
        return heard

    def _listen(self, _attributes: Attributes) -> None:
        # How a word is read aloud stands beside it and is no part of it.
        self.listening = not self._aside

    def _deafen(self) -> None:
        self.listening = False

    def _reading(self, _attributes: Attributes) -> None:
        self._aside += 1

    def _read(self) -> None:
        self._aside -= 1

    def _strike(self, attributes: Attributes) -> None:
        self._struck = self._struck or _is_on(attributes.get("val", "1"))


class _Strings(_Texts):
    """The texts that cells share, by their number."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.struck: set[int] = set()

    def ends(self) -> Ends:
        return {**super().ends(), "si": self._end}

    def _end(self) -> None:
        text, struck = self.taken()
        if struck:
            self.struck.add(len(self.texts))
        self.texts.append(text)


class _Styles(Taker):
    """The looks of cells: dates, numbers shown with leading zeros, struck-out fonts."""

    _PARENTS = ("fonts", "cellXfs", "dxfs", "cellStyleXfs")

    def __init__(self) -> None:
        self._formats: dict[str, str] = {}
        self._struck_fonts: list[bool] = []
        self._inside: list[str] = []
        self.dates: set[int] = set()
        self.zeros: dict[int, int] = {}
        self.struck: set[int] = set()
        self._count = 0

    def starts(self) -> Starts:
        return {
            "numFmt": self._format,
            "font": self._font,
            "strike": self._strike,
            "xf": self._look,
            **{name: self._enter(name) for name in self._PARENTS},
        }

    def ends(self) -> Ends:
        return dict.fromkeys(self._PARENTS, self._leave)

    def _leave(self) -> None:
        self._inside.pop()

    def _enter(self, part: str) -> Callable[[Attributes], None]:
        return lambda _attributes: self._inside.append(part)

    def _within(self, part: str) -> bool:
        return self._inside[-1:] == [part]

    def _format(self, attributes: Attributes) -> None:
        self._formats[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")

    def _font(self, _attributes: Attributes) -> None:
        if self._within("fonts"):
            self._struck_fonts.append(False)

    def _strike(self, attributes: Attributes) -> None:
        if self._within("fonts"):
            self._struck_fonts[-1] = _is_on(attributes.get("val", "1"))

    def _look(self, attributes: Attributes) -> None:
        if not self._within("cellXfs"):
            return
        number, font = attributes.get("numFmtId", "0"), int(attributes.get("fontId", "0"))
        code = self._formats.get(number, "")
        if _shows_date(number, code):
            self.dates.add(self._count)
        if re.fullmatch("0{2,}", code):
            self.zeros[self._count] = len(code)
        if font < len(self._struck_fonts) and self._struck_fonts[font]:
            self.struck.add(self._count)
        self._count += 1


def _shows_date(number: str, code: str) -> bool:
    if not code:
        return number.isdigit() and (
            14 <= int(number) <= 22 or 27 <= int(number) <= 36 or 45 <= int(number) <= 58
        )
    plain = re.sub(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', "", code.lower())
    return plain != "general" and bool(re.search("[dmyhs]", plain))


@dataclass(slots=True)
class _Shown:
    """How many cells the file has shown so far, a row counted as ten, and how many letters in them."""

    cells: int = 0
    letters: int = 0

    def add_row(self) -> None:
        self.cells += 10

    def add(self, value: Value) -> None:
        self.cells += 1
        if isinstance(value, str):
            self.letters += len(value)
            if len(value) > LONGEST_TEXT:
                raise UnreadableFile(too_long_text())
        if self.letters > _MAX_SHOWN or self.cells > _MAX_CELLS:
            raise UnreadableFile(too_large())


class _Cells(_Texts):
    """The rows of one sheet."""

    def __init__(self, strings: _Strings, styles: _Styles, from_1904: bool, shown: _Shown) -> None:
        super().__init__()
        self._strings, self._styles, self._shown = strings, styles, shown
        self._first_day = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30)  # noqa: DTZ001
        self._rows: list[RawRow] = []
        self._row = RawRow(0, False, [])
        self._column = -1
        self._cell: Attributes = {}
        self._formula = False
        self._merges: list[str] = []
        self._columns: dict[str, int] = {}
        self.cut = ""

    def starts(self) -> Starts:
        return {
            **super().starts(),
            "row": self._start_row,
            "c": self._start_cell,
            "v": self._listen,
            "f": self._start_formula,
            "mergeCell": self._merge,
        }

    def ends(self) -> Ends:
        return {**super().ends(), "row": self._end_row, "c": self._end_cell, "v": self._deafen}

    def finished(self) -> list[RawRow]:
        """The rows, with merged cells filled."""
        by_number = {row.number: row for row in self._rows}
        for reference in self._merges:
            _fill(by_number, reference)
        return self._rows

    def _start_row(self, attributes: Attributes) -> None:
        number = int(attributes.get("r", self._row.number + 1))
        if number <= self._row.number:
            raise UnreadableFile(damaged())
        # A sheet coloured to its very end has a million empty rows; no list goes on below so many.
        if number - (self._rows[-1].number if self._rows else 0) > _LONGEST_GAP:
            raise EnoughRead
        hidden = _is_on(attributes.get("hidden", "0")) or attributes.get("ht") == "0"
        self._row = RawRow(number, hidden, [])
        self._column = -1

    def _end_row(self) -> None:
        row = self._row
        if not row.values and not row.marks:
            return
        if len(self._rows) >= ROWS_READ:
            self.cut = "rows"
            raise EnoughRead
        self._shown.add_row()
        self._rows.append(row)

    def _start_cell(self, attributes: Attributes) -> None:
        reference = attributes.get("r")
        self._column = self._column_of(reference) if reference else self._column + 1
        self._cell, self._formula = attributes, False

    def _start_formula(self, _attributes: Attributes) -> None:
        self._formula = True

    def _end_cell(self) -> None:
        heard, struck = self.taken()
        kind = self._cell.get("t", "n")
        if not heard and not self._formula:
            return
        value, struck_text = self._value(kind, heard)
        if value == "":
            return
        if self._column >= MAX_COLUMNS:
            self.cut = "columns"
            return
        if value is None:
            self._row.marks.append(Mark(NO_VALUE, self._column))
            return
        self._shown.add(value)
        self._row.put(self._column, value)
        if struck or struck_text or self._style() in self._styles.struck:
            self._row.marks.append(Mark(STRUCK, self._column))

    def _style(self) -> int:
        return int(self._cell.get("s", "0"))

    def _value(self, kind: str, heard: str) -> tuple[Value, bool]:
        """The value of a cell (``None``: not computed, or an error) and whether its text is struck out."""
        if kind == "s":
            at = int(heard)
            return self._strings.texts[at], at in self._strings.struck
        if kind in {"str", "inlineStr"}:
            return heard, False
        if kind == "e" or not heard:
            return None, False
        if kind == "b":
            return heard.strip() == "1", False
        if kind == "d":
            return datetime.fromisoformat(heard), False
        return self._number(heard), False

    def _number(self, heard: str) -> Value:
        number = float(heard)
        style = self._style()
        if style in self._styles.dates:
            return self._moment(number)
        if not number.is_integer():
            return number
        whole = int(number)
        width = self._styles.zeros.get(style)
        return str(whole).zfill(width) if width else whole

    def _moment(self, days: float) -> Value:
        if not 0 <= days < 2_958_466:
            return days
        moment = self._first_day + timedelta(days=days)
        return moment if days >= 1 else moment.time().replace(microsecond=0)

    def _column_of(self, reference: str) -> int:
        letters = reference.rstrip("0123456789")
        if letters not in self._columns:
            self._columns[letters] = _column_number(letters)
        return self._columns[letters]

    def _merge(self, attributes: Attributes) -> None:
        self._merges.append(attributes.get("ref", ""))
        if len(self._merges) > _MAX_MERGED:
            raise UnreadableFile(too_large())


def _fill(rows: dict[int, RawRow], reference: str) -> None:
    """The value of merged cells into every row they reach over, in their first column."""
    found = re.fullmatch(r"\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})", reference)
    if not found:
        return
    column, last = _column_number(found[1]), _column_number(found[3])
    top = rows.get(int(found[2]))
    if top is None or column >= len(top.values) or top.values[column] is None:
        return
    if last > column:
        top.marks.append(Mark(WIDE, column))
    for number in range(top.number + 1, min(int(found[4]), top.number + _LONGEST_FILL) + 1):
        row = rows.get(number)
        if row and (column >= len(row.values) or row.values[column] is None):
            row.put(column, top.values[column])
            row.marks.append(Mark(MERGED, column))
            if Mark(STRUCK, column) in top.marks:
                row.marks.append(Mark(STRUCK, column))


def _column_number(letters: str) -> int:
    """From 0: A is 0, AA is 26."""
    if not re.fullmatch("[A-Z]{1,3}", letters):
        raise ValueError(f"no column: {letters[:10]}")
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    if number > _LAST_COLUMN:
        raise ValueError(f"no column: {letters}")
    return number - 1


def _is_on(text: str) -> bool:
    return text.strip().lower() in {"1", "true", "on"}


def _unescaped(text: str) -> str:
    """Excel writes signs that XML cannot hold as _x000D_."""
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text) if "_x" in text else text
