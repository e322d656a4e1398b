"""Rows to an Excel workbook; the only module that knows openpyxl.

Whatever people typed stays text: a name such as ``=HYPERLINK(…)`` is never a formula (S38). Amounts are
numbers. The same rows give the same bytes, whenever they are written.
"""

import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from zoneinfo import ZoneInfo

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

# A moment that never changes; zip archives cannot be older than 1980.
_WRITTEN = datetime(2000, 1, 1)  # noqa: DTZ001 - the file format has no time zone
_PRAGUE = ZoneInfo("Europe/Prague")

_SIGNED_CROWNS = '+#,##0.00" Kč";"−"#,##0.00" Kč";0.00" Kč"'
_CROWNS = '#,##0.00" Kč";"−"#,##0.00" Kč"'
_SIGNED_POINTS = '+#,##0;"−"#,##0;0'
# Beginnings that Excel would take for a formula when the cell is edited, if it were not told otherwise.
_FORMULA_STARTS = ("=", "+", "-", "@")

_HEADER_FONT = Font(bold=True, color="20301F")
_HEADER_FILL = PatternFill("solid", start_color="E9E3D3")
_HEADER_BORDER = Border(bottom=Side(style="medium", color="1F5A3C"))


@dataclass(frozen=True)
class SheetColumn:
    """A column of a sheet.

    Kinds: ``text``; ``int``; ``money`` (haléře, shown in crowns with a sign); ``crowns`` (the same without a
    plus); ``points`` (whole, with a sign); ``hundredths`` (hundredths of a point, shown with two places);
    ``date``; ``datetime`` (shown in Prague time). Width in characters; without it the column is as wide as
    its contents.
    """

    header: str
    kind: str = "text"
    width: float | None = None


@dataclass(frozen=True)
class SheetData:
    """One sheet: its columns and, in their order, the values of each row; ``None`` leaves a cell empty.

    A ``heading`` stands above the table, on a row of its own.
    """

    title: str
    columns: Sequence[SheetColumn]
    rows: Sequence[Sequence[object]]
    heading: str = ""


def write_workbook(sheets: Sequence[SheetData]) -> bytes:
    """The workbook as a file. Raises ``TypeError`` for a value that does not fit the kind of its column."""
    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    taken: set[str] = set()
    for data in sheets:
        _write_sheet(workbook.create_sheet(_sheet_title(data.title, taken)), data)
    workbook.properties.creator = "Forhont"
    workbook.properties.created = _WRITTEN
    packed = BytesIO()
    workbook.save(packed)
    return _timeless(packed)


def clean_text(text: str) -> str:
    """The text without characters that a workbook cannot hold."""
    # A lone surrogate comes from a broken encoding and cannot be written at all.
    spaced = text.replace("\t", " ").replace("\r\n", "\n").replace("\r", " ")
    visible: str = ILLEGAL_CHARACTERS_RE.sub("", spaced).encode("utf-8", "ignore").decode("utf-8")
    return visible.replace("\ufffe", "").replace("\uffff", "")


def _sheet_title(wanted: str, taken: set[str]) -> str:
    """A title Excel accepts: at most 31 characters, none of ``[]:*?/\\``, unlike the others."""
    plain = re.sub(r"[\[\]:*?/\\]", " ", clean_text(wanted).replace("\n", " "))
    plain = " ".join(plain.split()).strip("'")[:31].rstrip() or "List"
    title, at = plain, 2
    while title.casefold() in taken or title.casefold() == "history":
        title, at = f"{plain[: 31 - len(f' ({at})')]} ({at})", at + 1
    taken.add(title.casefold())
    return title


def _write_sheet(sheet: Worksheet, data: SheetData) -> None:
    if data.heading:
        heading = sheet.cell(row=1, column=1)
        _as_text(heading, data.heading)
        heading.font = Font(bold=True, size=14)
        heading.alignment = Alignment(wrap_text=False)
    header_row = 2 if data.heading else 1
    for at, column in enumerate(data.columns, start=1):
        _write_header(sheet.cell(row=header_row, column=at), column)
    for row_at, row in enumerate(data.rows, start=header_row + 1):
        for at, (column, value) in enumerate(zip(data.columns, row, strict=True), start=1):
            if value is not None:
                _WRITERS[column.kind](sheet.cell(row=row_at, column=at), value)
    _set_widths(sheet, data)
    _set_view(sheet, header_row, len(data.columns), header_row + len(data.rows), data)


def _write_header(cell: Cell, column: SheetColumn) -> None:
    _as_text(cell, column.header)
    cell.font, cell.fill, cell.border = _HEADER_FONT, _HEADER_FILL, _HEADER_BORDER
    horizontal = "left" if column.kind in {"text", "date", "datetime"} else "right"
    cell.alignment = Alignment(horizontal=horizontal, vertical="center", wrap_text=True)


def _as_text(cell: Cell, value: object) -> None:
    text = clean_text(str(value))
    cell.value = text
    # openpyxl takes "=…" for a formula and "#N/A" for an error; what a person typed is neither.
    cell.data_type = "s"
    cell.number_format = "@"
    cell.quotePrefix = text.startswith(_FORMULA_STARTS)
    cell.alignment = Alignment(horizontal="left", vertical="top", wrap_text=True)


def _as_int(cell: Cell, value: object) -> None:
    cell.value = _whole(value)
    cell.number_format = "0"


def _as_money(cell: Cell, value: object) -> None:
    cell.value = Decimal(_whole(value)) / 100
    cell.number_format = _SIGNED_CROWNS


def _as_crowns(cell: Cell, value: object) -> None:
    cell.value = Decimal(_whole(value)) / 100
    cell.number_format = _CROWNS


def _as_points(cell: Cell, value: object) -> None:
    cell.value = _whole(value)
    cell.number_format = _SIGNED_POINTS


def _as_hundredths(cell: Cell, value: object) -> None:
    cell.value = Decimal(_whole(value)) / 100
    cell.number_format = "#,##0.00"


def _as_date(cell: Cell, value: object) -> None:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise TypeError(f"a column of dates holds {value!r}")
    cell.value = value
    cell.number_format = "d. m. yyyy"
    cell.alignment = Alignment(horizontal="left")


def _as_datetime(cell: Cell, value: object) -> None:
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise TypeError(f"a column of times holds {value!r}, which is no time with its zone")
    cell.value = value.astimezone(_PRAGUE).replace(tzinfo=None, microsecond=0)
    cell.number_format = "d. m. yyyy h:mm"
    cell.alignment = Alignment(horizontal="left")


_WRITERS: dict[str, Callable[[Cell, object], None]] = {
    "text": _as_text,
    "int": _as_int,
    "money": _as_money,
    "crowns": _as_crowns,
    "points": _as_points,
    "hundredths": _as_hundredths,
    "date": _as_date,
    "datetime": _as_datetime,
}


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"a column of whole numbers holds {value!r}")
    return value


def _set_widths(sheet: Worksheet, data: SheetData) -> None:
    for at, column in enumerate(data.columns):
        shown = [_shown_length(row[at], column.kind) for row in data.rows if row[at] is not None]
        # Room for the arrow of the filter beside the heading.
        natural = max([len(column.header) + 4, *shown]) + 1
        sheet.column_dimensions[get_column_letter(at + 1)].width = column.width or min(max(natural, 6), 45)


def _shown_length(value: object, kind: str) -> int:
    extra = {"text": 0, "money": 6, "crowns": 6, "hundredths": 2}.get(kind, 2)
    return max(len(line) for line in str(value).split("\n")) + extra


def _set_view(sheet: Worksheet, header_row: int, columns: int, last_row: int, data: SheetData) -> None:
    sheet.freeze_panes = f"A{header_row + 1}"
    sheet.auto_filter.ref = f"A{header_row}:{get_column_letter(columns)}{last_row}"
    total = sum(sheet.column_dimensions[get_column_letter(at)].width for at in range(1, columns + 1))
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.orientation = "landscape" if total > 95 else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = f"{header_row}:{header_row}"
    sheet.page_margins.left = sheet.page_margins.right = 0.4
    sheet.page_margins.top = sheet.page_margins.bottom = 0.6
    sheet.oddFooter.left.text = clean_text(data.heading or data.title).replace("&", "&&")[:120]
    sheet.oddFooter.right.text = "&P / &N"


def _timeless(packed: BytesIO) -> bytes:
    """The same archive with fixed times, so that equal contents are equal files."""
    stamp = _WRITTEN.isoformat() + "Z"
    result = BytesIO()
    with zipfile.ZipFile(packed) as source, zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "docProps/core.xml":
                content = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>" + stamp.encode(), content)
            part = zipfile.ZipInfo(name, _WRITTEN.timetuple()[:6])
            part.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(part, content)
    return result.getvalue()
