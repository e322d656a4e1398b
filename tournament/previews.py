"""A file of registrations before it is written: how it is read, what each of its rows becomes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.lib.counting import counted
from tournament.lib.names import readable_case
from tournament.lib.registering.book import Book, Sheet, SheetRow
from tournament.lib.registering.cells import fee_paid
from tournament.lib.registering.reading import UNUSED, ColumnUse, Reading, column_letters, propose
from tournament.lib.registrations import Place, Registration, field_words
from tournament.models import Entry
from tournament.selectors.waiting_imports import OpenImport
from tournament.services.imports import NEW, REJECTED, UPDATED, PlannedRow

CHANGED, SAME, LEFT_OUT, WARNED, ALL = "changed", "same", "left_out", "warned", "all"

SHOWN_ABOVE, SHOWN_BELOW = 4, 3
"""Rows of the sheet shown above and below its heading, so that a wrong one is seen and another one chosen."""

LONGEST_CELL = 40


def kind_words() -> dict[str, str]:
    """What becomes of a row, in a word."""
    return {
        NEW: _("nový"),
        CHANGED: _("změna"),
        SAME: _("beze změny"),
        REJECTED: _("odmítnuto"),
        LEFT_OUT: _("vynecháno"),
    }


STATES = {NEW: "present", CHANGED: "corrected", SAME: "published", REJECTED: "disputed", LEFT_OUT: "absent"}
"""Sign and colour of each kind."""


@dataclass(frozen=True, slots=True)
class ImportRow:
    """A row below the heading: what it says, what it becomes and what is to be said of it.

    ``key`` names it in addresses and ids, ``number`` is the start number a known player has. ``typed`` and
    ``ordinary`` are the two forms of a name in capitals, else empty.
    """

    key: str
    place: Place
    kind: str
    name: str
    club: str
    card: str
    paid: bool
    team: str
    note: str
    remarks: tuple[str, ...] = ()
    warned: bool = False
    number: int | None = None
    typed: str = ""
    ordinary: str = ""

    @property
    def row(self) -> int:
        return self.place[1]

    @property
    def sheet(self) -> str:
        return self.place[0]

    @property
    def is_ordinary(self) -> bool:
        return self.name == self.ordinary

    @property
    def what(self) -> str:
        """What becomes of it, in a word."""
        return kind_words()[self.kind]

    @property
    def state(self) -> str:
        return STATES[self.kind]

    @property
    def is_left_out(self) -> bool:
        return self.kind == LEFT_OUT

    @property
    def is_written(self) -> bool:
        return self.kind not in {REJECTED, LEFT_OUT}


def row_key(book: Book, place: Place) -> str:
    """The place of a row as one word: the sheet by its order, the row, the part."""
    sheet, row, part = place
    return f"{[one.name for one in book.sheets].index(sheet)}-{row}-{part}"


def import_rows(open_import: OpenImport, plan: Sequence[PlannedRow]) -> list[ImportRow]:
    """Every row of the file, in its order."""
    content = open_import.content
    if content is None:
        return []
    sheets = {sheet.name: at for at, sheet in reversed(list(enumerate(open_import.book.sheets)))}
    doubts: dict[Place, list[str]] = {}
    for doubt in content.warnings:
        if doubt.row is not None:
            doubts.setdefault((doubt.sheet, doubt.row, doubt.part), []).append(doubt.reason)
    rows = [_planned(open_import, one, doubts.get(one.registration.place, ())) for one in plan]
    for refused in content.rejected:
        place = (refused.sheet, refused.row, refused.part)
        kind = LEFT_OUT if open_import.is_left_out(place) else REJECTED
        rows.append(_row(open_import, place, kind, (refused.reason,)))
    return sorted(rows, key=lambda one: (sheets[one.sheet], *one.place[1:]))


def row_at(open_import: OpenImport, place: Place | None) -> ImportRow | None:
    """The row of a place with its fields, whatever becomes of it; ``None`` when the file has no such row."""
    content = open_import.content
    if content is None:
        return None
    for one in content.registrations:
        if one.place == place:
            return _row(open_import, one.place, NEW, (), registration=one)
    for refused in content.rejected:
        if (refused.sheet, refused.row, refused.part) == place:
            return _row(open_import, place, REJECTED, ())
    return None


def _planned(open_import: OpenImport, planned: PlannedRow, doubts: Sequence[str]) -> ImportRow:
    kind = planned.kind
    if kind == UPDATED:
        kind = CHANGED if planned.changes else SAME
    warnings = (*doubts, *planned.warnings)
    remarks = (*_change_words(planned), *filter(None, (planned.reason,)), *warnings)
    number = planned.entry.number if planned.entry else None
    registration = planned.registration
    return _row(
        open_import, registration.place, kind, remarks, bool(warnings), number, registration=registration
    )


def _row(
    open_import: OpenImport,
    place: Place,
    kind: str,
    remarks: tuple[str, ...],
    warned: bool = False,
    number: int | None = None,
    registration: Registration | None = None,
) -> ImportRow:
    assert open_import.content is not None, "a row comes from what was read"
    texts = {"name": "", "club": "", "card": "", "fee": "", "team": "", "note": ""}
    texts |= open_import.content.texts.get(place, {})
    typed, ordinary = texts["name"], readable_case(texts["name"])
    shouted = typed != ordinary
    return ImportRow(
        key=row_key(open_import.book, place),
        place=place,
        kind=kind,
        name=ordinary if open_import.choices.takes_ordinary(place) else typed,
        club=texts["club"],
        card=registration.card if registration else texts["card"],
        paid=bool(registration.fee_paid if registration else fee_paid(texts["fee"])),
        team=texts["team"],
        note=texts["note"],
        remarks=remarks,
        warned=warned,
        number=number,
        typed=typed if shouted else "",
        ordinary=ordinary if shouted else "",
    )


def _change_words(planned: PlannedRow) -> tuple[str, ...]:
    if not planned.changes:
        return ()
    labels = (str(Entry._meta.get_field(name).verbose_name) for name in planned.changes)  # type: ignore[union-attr]
    return (_("Změní se: %(what)s.") % {"what": ", ".join(labels)},)


@dataclass(frozen=True, slots=True)
class Filter:
    """A choice of rows above the table, with how many there are."""

    value: str
    label: str
    count: int


def filters(rows: Iterable[ImportRow]) -> list[Filter]:
    """All choices; those without a row are left out, but for the first ones."""
    found: Counter[str] = Counter()
    for one in rows:
        found.update((ALL, one.kind, *([WARNED] if one.warned else [])))
    words = [
        (ALL, _("všechny řádky")),
        (NEW, _("noví")),
        (CHANGED, _("změny")),
        (SAME, _("beze změny")),
        (WARNED, _("pozor")),
        (REJECTED, _("odmítnuté")),
        (LEFT_OUT, _("vynechané")),
    ]
    return [Filter(value, label, found[value]) for value, label in words if found[value] or value == ALL]


def chosen_rows(rows: Sequence[ImportRow], value: str) -> list[ImportRow]:
    """The rows of a filter; an unknown one is all of them."""
    if value == WARNED:
        return [one for one in rows if one.warned]
    if value in kind_words():
        return [one for one in rows if one.kind == value]
    return list(rows)


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """The preview in two lines and on its button; no ``action`` when nothing would be written."""

    title: str
    text: str
    action: str


_NOBODY = gettext_lazy(
    "Pod záhlavím nikdo není. Zkontrolujte, který list a záhlaví čteme, nebo nahrajte jiný soubor."
)


def import_summary(rows: Sequence[ImportRow]) -> ImportSummary:
    """What the whole file becomes."""
    kinds = Counter(one.kind for one in rows)
    known, left = kinds[CHANGED] + kinds[SAME], kinds[REJECTED] + kinds[LEFT_OUT]
    new = counted(kinds[NEW], _("nový hráč"), _("noví hráči"), _("nových hráčů"))
    said = counted(known, _("už přihlášený"), _("už přihlášení"), _("už přihlášených"))
    warned = sum(one.warned for one in rows)
    texts = [
        _("Nezapíše se: %(rows)s.") % {"rows": counted(left, _("řádek"), _("řádky"), _("řádků"))}
        if left
        else "",
        _("Na pozor: %(rows)s.") % {"rows": counted(warned, _("řádek"), _("řádky"), _("řádků"))}
        if warned
        else "",
        "" if left or warned else _("Všechny řádky jsou v pořádku."),
        "" if kinds[NEW] + kinds[CHANGED] or not known else _("Zapsáním se nic nezmění."),
    ]
    total = kinds[NEW] + kinds[CHANGED]
    return ImportSummary(
        title=f"{new}, {said}" if known else new,
        text=" ".join(filter(None, texts)) if rows else str(_NOBODY),
        action=_("Zapsat %(players)s") % {"players": counted(total, _("hráče"), _("hráče"), _("hráčů"))}
        if total
        else "",
    )


@dataclass(frozen=True, slots=True)
class LineOfSheet:
    """A row of the sheet as it stands, beside its number."""

    number: int
    cells: tuple[str, ...]
    is_heading: bool


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column with the field it is taken for."""

    index: int
    heading: str
    field: str


@dataclass(frozen=True, slots=True)
class ShownReading:
    """How the file is read, with everything of it that is not."""

    sheets: tuple[tuple[str, str], ...]
    sheet: str
    heading_row: int | None
    columns: tuple[ShownColumn, ...]
    rows: tuple[LineOfSheet, ...]
    unused: str
    notes: tuple[str, ...]


EVERY_SHEET = "*"
"""Value of the choice to read what the program proposes, all sheets of one shape."""


def field_choices() -> list[tuple[str, str]]:
    """What a column may be."""
    return [*field_words().items(), (UNUSED, _("nepoužít"))]


def shown_reading(open_import: OpenImport) -> ShownReading:
    """The sheet above and below its heading, with what may be chosen."""
    book, reading = open_import.book, open_import.reading
    sheet = book.sheet(reading.sheets[0])
    rows = _around(sheet, reading)
    columns = [one for one in reading.columns if _is_shown(one, sheet)]
    unused = [one.heading or column_letters(one.index) for one in columns if one.field == UNUSED]
    content = open_import.content
    return ShownReading(
        sheets=tuple(_sheet_choices(book)),
        sheet=EVERY_SHEET if len(reading.sheets) > 1 else reading.sheets[0],
        heading_row=reading.heading_row,
        columns=tuple(
            ShownColumn(
                one.index,
                one.heading or _("sloupec %(letters)s") % {"letters": column_letters(one.index)},
                one.field,
            )
            for one in columns
        ),
        rows=tuple(
            LineOfSheet(
                row.number,
                tuple(_short(row.text(one.index)) for one in columns),
                row.number == reading.heading_row,
            )
            for row in rows
        ),
        unused=", ".join(f"„{heading}“" for heading in unused),
        notes=tuple(one.reason for one in content.warnings if one.row is None) if content else (),
    )


def _around(sheet: Sheet, reading: Reading) -> list[SheetRow]:
    """A few rows of the sheet around its heading."""
    at = next((at for at, row in enumerate(sheet.rows) if row.number == reading.heading_row), -1)
    return list(sheet.rows[max(at - SHOWN_ABOVE, 0) : at + 1 + SHOWN_BELOW])


def _is_shown(column: ColumnUse, sheet: Sheet) -> bool:
    return column.field != UNUSED or bool(column.heading) or any(row.text(column.index) for row in sheet.rows)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_CELL else text[: LONGEST_CELL - 1] + "…"


def _sheet_choices(book: Book) -> Iterator[tuple[str, str]]:
    """The sheets of a workbook; a CSV has none to choose from."""
    proposed = propose(book)
    if len(proposed.sheets) > 1:
        names = ", ".join(proposed.sheets)
        yield EVERY_SHEET, _("všechny listy stejného tvaru (%(names)s)") % {"names": names}
    for sheet in book.sheets:
        if sheet.name:
            hidden = _("%(name)s (skrytý)") % {"name": sheet.name}
            yield sheet.name, hidden if sheet.hidden else sheet.name
