"""A bodovací tabulka as a sheet a person can fill in, and as JSON; errors name the cell (R-020).

The sheet is rows of plain cells: `table_to_sheet` gives them to whoever writes the workbook,
`table_from_sheet` takes what was read from one.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from rules.contracts import CONTRACT_NAMES, PART_NAMES
from rules.errors import InvalidTable, Problem
from rules.money import MINUS
from rules.points_table import GAP_NAMES, PointsTable, Row
from rules.shown import encodable, shown

Cell = str | int | None

# What a column holds: its heading, the field of a row, and the words of the cell where it holds words.
_CONTRACTS: Final = {name: contract for contract, name in CONTRACT_NAMES.items()}
_PARTS: Final = {PART_NAMES[part]: part for part in ("hra", "sedma", "sto", "betl", "durch", "dve_sedmy")}
_TO: Final = {"aktér": "declarer", "flekující": "flekker"}
_TIMES: Final = {"es": "aces", "barev": "suits", "fleků": "fleks", "polovina bodů za sto": "half_of_sto"}
_TOPS: Final = {"obě": "both", "bez desítky": "no_ten", "bez esa": "no_ace", "bez obou": "neither"}
_MARRIAGE: Final = {"trumfová": "trump", "netrumfová": "plain"}
_YES: Final = {"ano": "yes"}

COLUMNS: Final[tuple[tuple[str, str, Mapping[str, str] | None], ...]] = (
    ("Kód", "id", None),
    ("Řádek", "text", None),
    ("S výnosem", "s", None),
    ("Bez výnosu", "bez", None),
    ("Komu", "to", _TO),
    ("Krát počet", "times", _TIMES),
    ("Závazky", "contracts", _CONTRACTS),
    ("Uhráno", "won", _PARTS),
    ("Trumfy od", "trumps_from", None),
    ("Trumfy do", "trumps_to", None),
    ("Trumfové eso a desítka", "tops", _TOPS),
    ("Hláška", "marriage", _MARRIAGE),
    ("Pomocné od", "helpers_from", None),
    ("Pomocné do", "helpers_to", None),
    ("Barvy fleku od", "flekker_suits_from", None),
    ("Barvy fleku do", "flekker_suits_to", None),
    ("Šesterák", "six", _YES),
    ("Ložená", "lozena", _YES),
)
HEADINGS: Final = tuple(heading for heading, _, _ in COLUMNS)
LISTS: Final = ("contracts", "won")
FLAGS: Final = ("six", "lozena")
NUMBERS: Final = tuple(
    name for name in Row._fields if name in ("s", "bez") or name.endswith(("_from", "_to"))
)
MOST_POINTS: Final = 1000
MOST_COUNT: Final = 32
_NUMBER: Final = re.compile(rf"[+\-{MINUS}]?[0-9]{{1,4}}")


def table_to_sheet(table: PointsTable) -> list[list[Cell]]:
    """The cells of a table, its headings first.

    >>> from rules.points_table import find_points_table
    >>> table_to_sheet(find_points_table("csm-2014"))[1][:7]
    ['sedma.3', 'sedma hlášená na 3 trumfy, vyhraná či schválená', 7, 10, 'aktér', None, 'sedma, sto a sedma']
    """
    return [list(HEADINGS), *[[_cell(row, name, words) for _, name, words in COLUMNS] for row in table.rows]]


def table_from_sheet(
    cells: Sequence[Sequence[object]], *, table_id: str, version: int, name: str, source: str, date: str
) -> PointsTable:
    """The table a sheet holds; columns in any order, blank rows left out.

    Raises InvalidTable with a problem for every wrong cell, its path as `C7`.

    >>> from rules.points_table import find_points_table
    >>> csm = find_points_table("csm-2014")
    >>> table_from_sheet(table_to_sheet(csm), table_id=csm.id, version=csm.version, name=csm.name,
    ...                  source=csm.source, date=csm.date) == csm._replace(gaps=())
    True
    """
    problems: list[Problem] = []
    columns = _columns(cells[0] if cells else (), problems)
    rows = []
    for n, line in enumerate(cells[1:], 2):
        if all(_blank(cell) for cell in line):
            continue
        found = {name: line[place] for name, place in columns.items() if place < len(line)}
        values = {
            name: _value(name, value, _address(columns[name], n), problems) for name, value in found.items()
        }
        rows.append((values, _addresses(columns, n)))
    table_rows = _rows(rows, problems)
    if problems:
        raise InvalidTable(problems)
    return PointsTable(table_id, version, name, source, date, table_rows)


def table_from_json(data: Mapping[str, Any]) -> PointsTable:
    """The table of `PointsTable.to_json`. Raises InvalidTable, the path of a problem as `rows[3].s`.

    >>> from rules.points_table import find_points_table
    >>> table_from_json(find_points_table("csm-2014").to_json()) == find_points_table("csm-2014")
    True
    """
    problems: list[Problem] = []
    heading = {name: data.get(name) for name in ("id", "version", "name", "source", "date")}
    for field, value in heading.items():
        if not isinstance(value, int if field == "version" else str) or isinstance(value, bool):
            problems.append(
                Problem(field, "wrong_type", f"Údaj {field} bodovací tabulky chybí nebo je chybný.")
            )
    gaps = data.get("gaps", [])
    if not isinstance(gaps, list) or not all(isinstance(gap, str) and gap in GAP_NAMES for gap in gaps):
        problems.append(Problem("gaps", "wrong_type", "Údaj gaps bodovací tabulky má být seznam."))
        gaps = []
    rows = []
    entries = data.get("rows")
    for n, entry in enumerate(entries if isinstance(entries, list) else ()):
        where = f"rows[{n}]"
        if not isinstance(entry, dict) or not entry.keys() <= set(Row._fields):
            problems.append(
                Problem(where, "unknown_field", f"Řádek {n + 1} má neznámý údaj nebo není objekt.")
            )
            continue
        values = {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}
        rows.append((values, lambda name, where=where: f"{where}.{name}"))
    table_rows = _rows(rows, problems)
    if problems:
        raise InvalidTable(problems)
    return PointsTable(**cast("dict[str, Any]", heading), rows=table_rows, gaps=tuple(gaps))


def _cell(row: Row, name: str, words: Mapping[str, str] | None) -> Cell:
    value = getattr(row, name)
    if words is None:
        return cast(Cell, value)
    names = {meaning: word for word, meaning in words.items()}
    if name in LISTS:
        return ", ".join(names[item] for item in value) or None
    return names.get("yes" if value is True else value)


def _columns(headings: Sequence[object], problems: list[Problem]) -> dict[str, int]:
    """Where each field stands; headings may come in any order and any case."""
    fields = {heading.casefold(): name for heading, name, _ in COLUMNS}
    columns: dict[str, int] = {}
    for place, heading in enumerate(headings):
        if _blank(heading):
            continue
        name = fields.get(str(heading).strip().casefold())
        if name is None:
            problems.append(
                Problem(_address(place, 1), "unknown_column", f"Sloupec {shown(heading)} neznám.")
            )
        elif name in columns:
            text = f"Sloupec {shown(heading)} je v tabulce dvakrát."
            problems.append(Problem(_address(place, 1), "duplicate_column", text))
        else:
            columns[name] = place
    missing = [heading for heading, name, _ in COLUMNS[:4] if name not in columns]
    if missing:
        problems.append(Problem("A1", "missing_column", f"V záhlaví chybí sloupce {', '.join(missing)}."))
    return columns


def _value(name: str, value: object, address: str, problems: list[Problem]) -> object:
    """The value of a cell as the field holds it: words translated, whole floats of a workbook as numbers."""
    default = Row._field_defaults.get(name)
    if _blank(value):
        return default
    words = next(words for _, field, words in COLUMNS if field == name)
    if words is not None:
        meanings = [words.get(word.strip().casefold()) for word in str(value).split(",")]
        if None in meanings or (name not in LISTS and len(meanings) > 1):
            text = f"Hodnotu {shown(value)} neznám; očekávám {', '.join(words)}."
            problems.append(Problem(address, "unknown_word", text))
            return default
        return tuple(meanings) if name in LISTS else True if name in FLAGS else meanings[0]
    if name in NUMBERS:
        if isinstance(value, float) and value.is_integer():
            return int(value)
        text = str(value).strip()
        whole = isinstance(value, str) and _NUMBER.fullmatch(text)
        return int(text.replace(MINUS, "-")) if whole else value
    return str(value).strip()


Where = Callable[[str], str]


def _rows(found: Sequence[tuple[Mapping[str, Any], Where]], problems: list[Problem]) -> tuple[Row, ...]:
    """Checked rows; every problem is put to the place its field came from."""
    rows: list[Row] = []
    ids: set[str] = set()
    for values, where in found:
        count = len(problems)
        _check_row(values, where, problems)
        row_id = values.get("id")
        if isinstance(row_id, str) and row_id in ids:
            problems.append(
                Problem(where("id"), "duplicate_row", f"Řádek {shown(row_id)} je v tabulce dvakrát.")
            )
        if len(problems) == count:
            rows.append(Row(**values))
            ids.add(rows[-1].id)
    if not found:
        problems.append(Problem("", "no_rows", "Bodovací tabulka nemá žádný řádek."))
    return tuple(rows)


def _check_row(values: Mapping[str, Any], where: Where, problems: list[Problem]) -> None:
    for name in ("id", "text"):
        value = values.get(name)
        if not isinstance(value, str) or not value or not encodable(value):
            text = "Řádek bodovací tabulky musí mít kód a text."
            problems.append(Problem(where(name), "missing_text", text))
    for name in NUMBERS:
        value = values.get(name)
        lowest, highest = (-MOST_POINTS, MOST_POINTS) if name in ("s", "bez") else (0, MOST_COUNT)
        if value is not None and (type(value) is not int or not lowest <= value <= highest):
            text = f"Očekávám celé číslo od {shown(lowest)} do {highest}, ne {shown(value)}."
            problems.append(Problem(where(name), "wrong_number", text))
    for name, allowed in _ALLOWED.items():
        value = values.get(name, Row._field_defaults[name])
        items = value if name in LISTS else (value,)
        known = isinstance(items, tuple) and all(type(i) in (str, bool) and i in allowed for i in items)
        if not known:
            problems.append(Problem(where(name), "unknown_word", f"Hodnota {shown(value)} tu být nemůže."))
    if not values.get("contracts"):
        text = "Řádek bodovací tabulky musí mít aspoň jeden závazek, ke kterému patří."
        problems.append(Problem(where("contracts"), "missing_contract", text))


_ALLOWED: Final[dict[str, tuple[object, ...]]] = {
    "to": tuple(_TO.values()),
    "times": ("", *_TIMES.values()),
    "contracts": tuple(_CONTRACTS.values()),
    "won": tuple(_PARTS.values()),
    "tops": ("", *_TOPS.values()),
    "marriage": ("", *_MARRIAGE.values()),
    "six": (False, True),
    "lozena": (False, True),
}


def _blank(cell: object) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def _addresses(columns: Mapping[str, int], row: int) -> Where:
    return lambda name: _address(columns.get(name, 0), row)


def _address(column: int, row: int) -> str:
    """The name of a cell in a workbook.

    >>> _address(0, 1), _address(27, 3)
    ('A1', 'AB3')
    """
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"
