"""How a book of registrations is read: which sheet, which row is the heading, what each column is.

Heuristics propose it, the organiser decides; both end in a ``Reading``, all that reading rows needs.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise, zip_longest
from typing import Any

from django.utils.translation import gettext as _

from tournament.lib.names import fold, has_given_name
from tournament.lib.package import UnreadableFile
from tournament.lib.registering.book import Book, Sheet, SheetRow
from tournament.lib.registering.cells import fee_paid, looks_like_a_person
from tournament.lib.registering.headings import NAMES, heading_key, heading_kind

UNUSED = "-"
FIELDS = ("name", "surname", "given", "club", "card", "fee", "note", "team", UNUSED)
"""What a column may be, under the names that the command takes too."""

# Headings are above the players; what stands far below is no heading.
_SEARCHED_ROWS = 40

# Sheets that hold others than those who are registered now.
_ASIDE = re.compile(
    r"nahradn|odhlas|storn|omluv|\b(loni|lonsk|minul|archiv|zaloh|kopie|vzor|sablon|priklad|star|vysledk)"
)


@dataclass(frozen=True, slots=True)
class ColumnUse:
    """A column: its place from 0, its heading, its field, and which person of the row it is about.

    ``person`` is ``None`` for what belongs to everybody on the row: the team of "Hráč 1" and "Hráč 2".
    """

    index: int
    heading: str
    field: str
    person: int | None = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """``heading_row`` is ``None`` when no row is one: then every row is read."""

    sheets: tuple[str, ...]
    heading_row: int | None
    columns: tuple[ColumnUse, ...]

    @property
    def has_names(self) -> bool:
        return any(column.field in {"name", "surname", "given"} for column in self.columns)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Reading":
        columns = tuple(ColumnUse(**one) for one in data["columns"])
        return cls(tuple(data["sheets"]), data["heading_row"], columns)


@dataclass(frozen=True, slots=True)
class _Heading:
    """A row that may be the heading of a table: its texts and what each of them speaks of."""

    row: int
    texts: tuple[str, ...]
    kinds: tuple[str, ...]

    @property
    def score(self) -> int:
        return sum(bool(kind) for kind in self.kinds)


def propose(book: Book) -> Reading:
    """The first visible sheet with a heading, and those that go on with its list."""
    read = [reading for sheet in book.sheets if not sheet.hidden and (reading := _of_sheet(sheet)).has_names]
    if not read:
        return _of_sheet(next((sheet for sheet in book.sheets if not sheet.hidden), book.sheets[0]))
    first = min(read, key=lambda reading: _set_aside(book, reading))
    sheets = list(first.sheets)
    people = _said_names(book, first)
    for other in read[read.index(first) + 1 :]:
        own = _said_names(book, other)
        # A sheet that mostly says the same people again is a copy, a list of those present or of results.
        if _goes_on(book, other, first) and 2 * len(own - people) > len(own):
            sheets.append(other.sheets[0])
            people |= own
    return replace(first, sheets=tuple(sheets))


def _set_aside(book: Book, reading: Reading) -> bool:
    """Whether a sheet is of other people than those who are to play, by its name, or of nobody."""
    return bool(_ASIDE.search(fold(reading.sheets[0]))) or not _said_names(book, reading)


def _goes_on(book: Book, other: Reading, first: Reading) -> bool:
    """Whether a sheet goes on with the list of the first one: of the same shape, and of the same year."""
    years = [re.findall(r"(?:19|20)\d\d", one.sheets[0]) for one in (first, other)]
    return _shape(other) == _shape(first) and years[0] == years[1] and not _set_aside(book, other)


def _said_names(book: Book, reading: Reading) -> set[str]:
    sheet = book.sheet(reading.sheets[0])
    heading = heading_of(sheet, reading)
    places = [one.index for one in reading.columns if one.field in {"name", "surname", "given"}]
    rows = (row for row in sheet.rows if row.number > heading)
    return {fold(" ".join(map(row.text, places))) for row in rows if any(map(row.text, places))}


def with_choices(
    book: Book,
    *,
    sheet: str | None = None,
    heading_row: int | None = None,
    columns: Mapping[str | int, str] | None = None,
) -> Reading:
    """The proposal changed by what a person chose; ``heading_row`` 0 means that there is none.

    ``columns`` maps a heading, a letter or a place from 0 to a field. Raises ``UnreadableFile`` with the
    sentence for a sheet, row, column or field that there is not.
    """
    reading = propose(book) if sheet is None else _of_sheet(_named(book, sheet))
    if heading_row is not None:
        reading = _with_heading(book, reading, heading_row)
    return _with_columns(reading, columns or {})


def heading_of(sheet: Sheet, reading: Reading) -> int:
    """The number of the heading row in a sheet of the reading, each may have it elsewhere; 0 for none."""
    if reading.heading_row is None:
        return 0
    wanted = {column.index: column.heading for column in reading.columns if column.field != UNUSED}

    def says_it(row: SheetRow) -> bool:
        return all(not text or fold(row.text(at)) == fold(text) for at, text in wanted.items())

    if sheet.name == reading.sheets[0]:
        return reading.heading_row
    return next((row.number for row in sheet.rows[:_SEARCHED_ROWS] if says_it(row)), reading.heading_row)


def understood(sheet: Sheet) -> int:
    """How many headings of a sheet are understood; the better of two ways to read a file has more."""
    heading = _find_heading(sheet.rows)
    return heading.score if heading else 0


def says_headings(texts: Sequence[str]) -> bool:
    """Whether a row says headings again, as tables printed on several pages do."""
    return _only_headings(texts) and not NAMES.isdisjoint(map(heading_kind, texts))


def _of_sheet(sheet: Sheet) -> Reading:
    heading = _find_heading(sheet.rows)
    if heading is None:
        return Reading((sheet.name,), None, _columns((), (), sheet))
    return Reading((sheet.name,), heading.row, _columns(heading.texts, heading.kinds, sheet, heading.row))


def _shape(reading: Reading) -> list[tuple[str, int, str]]:
    return [
        (column.field, column.index, heading_key(column.heading))
        for column in reading.columns
        if column.field != UNUSED
    ]


def _find_heading(rows: Sequence[SheetRow]) -> _Heading | None:
    """The first row that names nearly as many columns as any other; ``None`` without a column of names.

    Headings on two rows ("Hráč" above "Příjmení" and "Jméno") are read together when that names more.
    """
    top = rows[:_SEARCHED_ROWS]
    single = [_heading(row.number, row.cells) for row in top]
    double = [
        _heading(lower.number, _lower_first(upper.cells, lower.cells))
        for upper, lower in pairwise(top)
        if lower.number == upper.number + 1 and _only_headings(lower.cells)
    ]
    usable = sorted((one for one in [*single, *double] if _is_heading(one)), key=lambda one: one.row)
    best = max((one.score for one in usable), default=0)
    first = next((one for one in usable if 2 * one.score > best), None)
    if first is None:
        return None
    together = [one for one in usable if one.row in {first.row, first.row + 1} and one in double]
    return max([first, *together], key=lambda one: one.score)


def _heading(row: int, texts: tuple[str, ...]) -> _Heading:
    return _Heading(row, texts, tuple(heading_kind(text) for text in texts))


def _is_heading(heading: _Heading) -> bool:
    others = [text for text, kind in zip(heading.texts, heading.kinds, strict=True) if text and not kind]
    return bool(NAMES.intersection(heading.kinds)) and not any(map(looks_like_a_person, others))


def _only_headings(texts: Sequence[str]) -> bool:
    """Whether a row below a heading goes on with it: a person may have words of headings in his cells too."""
    said = [text for text in texts if text]
    return bool(said) and all(map(heading_kind, said))


def _lower_first(upper: tuple[str, ...], lower: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(below or above for above, below in zip_longest(upper, lower, fillvalue=""))


def _columns(
    texts: Sequence[str], kinds: Sequence[str], sheet: Sheet, heading_row: int = 0
) -> tuple[ColumnUse, ...]:
    width = max(sheet.width, len(texts))
    shown = (*texts, *[""] * (width - len(texts)))
    fields = _fields(shown, (*kinds, *[""] * (width - len(kinds))), sheet, heading_row)
    return _grouped(tuple(zip(shown, fields, strict=True)))


def _fields(texts: Sequence[str], kinds: Sequence[str], sheet: Sheet, heading_row: int) -> list[str]:
    """From what the headings say to the fields: for each the most telling heading, wherever it is repeated.

    "Jméno" is the first name beside "Příjmení", the whole name without it. A club goes before a town,
    "zaplaceno" before "startovné", which may be only what is to be paid.
    """
    apart = "surname" in kinds
    says_paid = "state" in kinds and _says_paid(sheet, heading_row, kinds.index("state"))
    preferred = {
        "name": ("full",) if apart else ("full", "first", "given"),
        "surname": ("surname",),
        "given": ("given", "first") if apart else (),
        "club": ("club", "place"),
        "fee": ("paid", "state", "fee") if says_paid else ("paid", "fee"),
        "card": ("card",),
        "team": ("team",),
    }
    fields = [("note" if kind == "note" else UNUSED) for kind in kinds]
    for field, sources in preferred.items():
        at = next((kinds.index(kind) for kind in sources if kind in kinds), None)
        if at is not None:
            for place in _repeated(texts, kinds, at):
                fields[place] = field
    if not apart:
        _add_mates(kinds, fields)
        _take_apart(texts, fields, sheet, heading_row)
    return fields


def _repeated(texts: Sequence[str], kinds: Sequence[str], at: int) -> Iterator[int]:
    """The places of the same heading, numbered or not: side by side, or a team a row."""
    own = heading_key(texts[at])
    players = {"hrac", "hracka"}
    for place, text in enumerate(texts):
        key = heading_key(text)
        if kinds[place] == kinds[at] and (key == own or {key, own} == players):
            yield place


def _add_mates(kinds: Sequence[str], fields: list[str]) -> None:
    """ "Kapitán" and "Spoluhráč" hold people when there are more of them or they have a team."""
    mates = [at for at, kind in enumerate(kinds) if kind == "mate"]
    if len(mates) + fields.count("name") > 1 and ("team" in kinds or "clen" not in kinds):
        for at in mates:
            fields[at] = "name"


def _take_apart(texts: Sequence[str], fields: list[str], sheet: Sheet, heading_row: int) -> None:
    """One heading over two columns, "Příjmení a jméno" above "Král" and "Jaroslav": the second has none."""
    at = fields.index("name") if fields.count("name") == 1 else len(fields)
    if at + 1 >= len(fields) or texts[at + 1]:
        return
    rows = [row for row in sheet.rows if row.number > heading_row and row.text(at) and row.text(at + 1)]
    apart = [" " not in row.text(at) and has_given_name(row.text(at + 1)) for row in rows]
    if rows and 2 * sum(apart) > len(rows):
        fields[at : at + 2] = ["surname", "given"]


def _says_paid(sheet: Sheet, heading_row: int, column: int) -> bool:
    texts = [text for row in sheet.rows if row.number > heading_row and (text := row.text(column))]
    return 2 * sum(fee_paid(text) is not None for text in texts) > len(texts)


def _grouped(columns: Sequence[tuple[str, str]]) -> tuple[ColumnUse, ...]:
    """Says which person of the row each column is about; with one name a row everything is about that one."""
    fields = [field for _heading, field in columns]
    anchor = "name" if fields.count("name") >= fields.count("surname") else "surname"
    names = [at for at, field in enumerate(fields) if field == anchor]
    uses = []
    for at, (heading, field) in enumerate(columns):
        person = _person(at, fields, names) if len(names) > 1 and field != UNUSED else 0
        uses.append(ColumnUse(at, heading, field, person))
    return tuple(uses)


def _person(at: int, fields: Sequence[str], names: Sequence[int]) -> int | None:
    places = [place for place, field in enumerate(fields) if field == fields[at]]
    if len(places) == len(names):
        return places.index(at)
    if len(places) == 1:
        # What stands once is everybody's, unless whole tables stand side by side and the last one has more.
        tables = "team" not in fields and any(
            fields.count(field) == len(names) for field in ("club", "card", "fee", "note")
        )
        return len(names) - 1 if tables and at > names[-1] else None
    return max((person for person, name in enumerate(names) if name <= at), default=0)


def _named(book: Book, name: str) -> Sheet:
    for sheet in book.sheets:
        if fold(sheet.name) == fold(name):
            return sheet
    known = ", ".join(f"„{sheet.name}“" for sheet in book.sheets if sheet.name)
    if not known:
        raise UnreadableFile(_("Soubor CSV nemá listy; list „%(name)s“ v něm vybrat nejde.") % {"name": name})
    raise UnreadableFile(
        _("List „%(name)s“ v sešitu není; jsou v něm: %(known)s.") % {"name": name, "known": known}
    )


def _with_heading(book: Book, reading: Reading, number: int) -> Reading:
    sheet = book.sheet(reading.sheets[0])
    if number == 0:
        return replace(reading, heading_row=None, columns=_columns((), (), sheet))
    rows = {row.number: row for row in sheet.rows}
    if number not in rows:
        last = sheet.rows[-1].number if sheet.rows else 0
        raise UnreadableFile(
            _("Na řádku %(number)d nic není; záhlaví vyberte z řádků 1 až %(last)d.")
            % {"number": number, "last": last}
        )
    heading = _heading(number, rows[number].cells)
    above = rows.get(number - 1)
    if above:
        both = _heading(number, _lower_first(above.cells, rows[number].cells))
        if _only_headings(rows[number].cells) and _is_heading(both) and both.score > heading.score:
            heading = both
    return replace(reading, heading_row=number, columns=_columns(heading.texts, heading.kinds, sheet, number))


def _with_columns(reading: Reading, choices: Mapping[str | int, str]) -> Reading:
    chosen: dict[int, str] = {}
    for key, field in choices.items():
        if field not in FIELDS:
            raise UnreadableFile(
                _("Sloupec nemůže být „%(field)s“; může být: %(known)s.")
                % {"field": field, "known": ", ".join(FIELDS)}
            )
        chosen |= dict.fromkeys(_places(reading, key), field)
    pairs = [
        (column.heading, chosen.get(column.index) or _kept(column.field, set(chosen.values())))
        for column in reading.columns
    ]
    return replace(reading, columns=_grouped(pairs)) if chosen else reading


def _kept(field: str, chosen: set[str]) -> str:
    """The proposed field of a column unless a person chose another one for it."""
    instead = {
        "name": {"name", "surname", "given"},
        "surname": {"surname", "name"},
        "given": {"given", "name"},
    }
    taken = instead.get(field, {field} - {"note"})
    return UNUSED if taken & chosen else field


def _places(reading: Reading, key: str | int) -> list[int]:
    if isinstance(key, int):
        found = [column.index for column in reading.columns if column.index == key]
    else:
        found = [column.index for column in reading.columns if fold(column.heading) == fold(key)]
        found = found or [
            column.index for column in reading.columns if column_letters(column.index) == key.upper()
        ]
    if found:
        return found
    known = ", ".join(
        f"„{column.heading}“" if column.heading else column_letters(column.index)
        for column in reading.columns
    )
    raise UnreadableFile(
        _("Sloupec „%(key)s“ v tabulce není; jsou v ní: %(known)s.") % {"key": key, "known": known}
    )


def column_letters(index: int) -> str:
    """The name of a column in a spreadsheet.

    >>> column_letters(0), column_letters(25), column_letters(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(65 + rest) + letters
    return letters
