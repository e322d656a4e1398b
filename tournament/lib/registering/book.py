"""A file of registrations as texts in sheets, rows and cells: what is read once, kept and shown."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

HIDDEN, STRUCK, NO_VALUE, DATE, MERGED, WIDE, ROUNDED = (
    "hidden", "struck", "no-value", "date", "merged", "wide", "rounded"
)  # fmt: skip
"""What may be said of a row or a cell beside its text: the row is hidden; the text is struck out; a formula
without its value, or with an error; a date, a number longer than Excel keeps; the text belongs to cells
merged from above; the cell reaches over the columns to its right."""


class Mark(NamedTuple):
    """What is said of a cell; without a column, of its whole row. Columns count from 0."""

    kind: str
    column: int | None = None


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row that holds anything, under the number the person sees in the sheet; lines of a cell are kept."""

    number: int
    cells: tuple[str, ...]
    marks: tuple[Mark, ...] = ()

    def text(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""

    def marked(self, kind: str, column: int | None = None) -> bool:
        return bool(self.marks) and Mark(kind, column) in self.marks


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet; a CSV is one without a name. ``cut`` is the sentence why a sheet is not read to its end."""

    name: str
    hidden: bool
    rows: tuple[SheetRow, ...]
    cut: str = ""

    @property
    def width(self) -> int:
        return max((len(row.cells) for row in self.rows), default=0)


@dataclass(frozen=True, slots=True)
class Book:
    """A whole file."""

    sheets: tuple[Sheet, ...]

    def sheet(self, name: str) -> Sheet:
        """The first sheet of this name; ``KeyError`` when there is none."""
        for sheet in self.sheets:
            if sheet.name == name:
                return sheet
        raise KeyError(name)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Book":
        return cls(tuple(_sheet(one) for one in data["sheets"]))


def _sheet(data: Mapping[str, Any]) -> Sheet:
    rows = tuple(SheetRow(one["number"], tuple(one["cells"]), _marks(one["marks"])) for one in data["rows"])
    return Sheet(data["name"], data["hidden"], rows, data["cut"])


def _marks(data: Iterable[tuple[str, int | None]]) -> tuple[Mark, ...]:
    return tuple(Mark(kind, column) for kind, column in data)
