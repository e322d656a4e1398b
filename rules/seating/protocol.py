"""The protocol of a draw: everything it was made from and what came out, as plain JSON, and its
verification.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, is_dataclass
from typing import Any

from rules.errors import Problem

from .drawing import draw_round
from .errors import CannotSeat
from .generator import seed_digest
from .quality import assess, check_tables
from .records import Draw, DrawnTable, DrawRequest, Entrant, PastTable, Weights, key_order
from .version import ALGORITHM

FORMAT = "forhont-draw-1"
TABLES_SHOWN = 5


def protocol(request: DrawRequest, draw: Draw) -> dict[str, Any]:
    """The draw as a JSON document that `verify` can recompute without a database."""
    people = sorted(request.entrants, key=lambda entrant: key_order(entrant.key))
    past = sorted(request.history, key=lambda table: (table.round, table.number))
    return {
        "format": FORMAT,
        "algorithm": draw.algorithm,
        "round": request.round,
        "method": request.method,
        "preferred": request.preferred,
        "rounds": request.rounds,
        "schedule_from": request.schedule_from,
        "final_size": request.final_size,
        "manual": _plain(request.manual),
        "seed": str(request.seed),
        "seed_sha256": seed_digest(request.seed),
        "weights": asdict(request.weights),
        "players": [_plain(entrant) for entrant in people],
        "history": [_plain(table) for table in past],
        "tables": _plain(draw.tables),
        "quality": _plain(draw.quality),
    }


def _plain(value: Any) -> Any:
    """Records as objects, tuples and sets as lists."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(value, key=key_order)
    if is_dataclass(value):
        return {item.name: _plain(getattr(value, item.name)) for item in fields(value)}
    return value


def verify(document: object) -> tuple[Problem, ...]:
    """Recompute a protocol read from JSON; empty when digest, tables, figures and hard rules all agree.

    The code "other-version" means that another version of the algorithm made it: it cannot be drawn again
    here and its stored tables stay the truth; the digest, the figures and the hard rules are checked
    nevertheless.
    """
    try:
        stored = _DOCUMENT(document, "")
    except _ReadingError as error:
        return (Problem(error.path, "unreadable", str(error)),)
    except CannotSeat as error:
        return (Problem("weights", error.code, str(error)),)
    if stored["format"] != FORMAT:
        return (Problem("format", "format", f"Soubor není protokol losování; „format“ má být {FORMAT}."),)
    problems = []
    if seed_digest(stored["seed"]) != stored["seed_sha256"]:
        text = "Otisk neodpovídá semínku; ohlášené semínko bylo jiné než to, kterým se losovalo."
        problems.append(Problem("seed_sha256", "digest", text))
    problems += check_tables(stored["tables"], stored["players"], stored["preferred"])
    request = _request(stored)
    if stored["algorithm"] == ALGORITHM:
        problems += _not_recomputed(request, stored)
    else:
        problems.append(
            Problem(
                "algorithm",
                "other-version",
                f"Losovala verze algoritmu {stored['algorithm']}, tento program má verzi {ALGORITHM}; "
                "platí uložený výsledek.",
            )
        )
    if not problems or problems[-1].code == "other-version":
        problems += _wrong_figures(request, stored)
    return tuple(problems)


def _request(stored: Mapping[str, Any]) -> DrawRequest:
    return DrawRequest(
        round=stored["round"],
        entrants=stored["players"],
        seed=stored["seed"],
        history=stored["history"],
        method=stored["method"],
        preferred=stored["preferred"],
        weights=stored["weights"],
        rounds=stored["rounds"],
        schedule_from=stored["schedule_from"],
        final_size=stored["final_size"],
        manual=stored["manual"],
    )


def _not_recomputed(request: DrawRequest, stored: Mapping[str, Any]) -> list[Problem]:
    """Whether drawing again gives the stored tables."""
    try:
        draw = draw_round(request)
    except CannotSeat as error:
        return [Problem("", error.code, f"Losování nejde zopakovat: {error}")]
    again = {table.number: table for table in draw.tables}
    before = {table.number: table for table in stored["tables"]}
    different = sorted(n for n in again.keys() | before.keys() if again.get(n) != before.get(n))
    if different:
        some = ", ".join(map(str, different[:TABLES_SHOWN]))
        more = " a další" if len(different) > TABLES_SHOWN else ""
        text = f"Podle semínka vychází jiné rozesazení; liší se stoly: {some}{more}."
        return [Problem("tables", "tables", text)]
    return []


def _wrong_figures(request: DrawRequest, stored: Mapping[str, Any]) -> list[Problem]:
    """Whether the stored quality is that of the stored tables."""
    quality = assess(
        stored["tables"],
        request.entrants,
        request.history,
        round_=request.round,
        weights=request.weights,
        preferred=request.preferred,
        shift=stored["quality"].get("shift", 0),
    )
    if _plain(quality) == stored["quality"]:
        return []
    return [Problem("quality", "quality", "Uvedená kvalita losování neodpovídá stolům; spočítejte ji znovu.")]


class _ReadingError(Exception):
    """Something in a protocol that is not as it should be."""

    def __init__(self, path: str, expected: str) -> None:
        super().__init__(f"Protokol má mít {f'v poli {path}' if path else 'jako celek'} {expected}.")
        self.path = path


Reader = Callable[[object, str], Any]


def _int(value: object, path: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise _ReadingError(path, "celé číslo")


def _text(value: object, path: str) -> str:
    if isinstance(value, str):
        return value
    raise _ReadingError(path, "text")


def _key(value: object, path: str) -> int | str:
    if isinstance(value, str | int) and not isinstance(value, bool):
        return value
    raise _ReadingError(path, "číslo nebo text")


def _maybe(reader: Reader) -> Reader:
    return lambda value, path: None if value is None else reader(value, path)


def _list(reader: Reader) -> Reader:
    def read(value: object, path: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _ReadingError(path, "seznam")
        return tuple(reader(item, f"{path}[{place}]") for place, item in enumerate(value))

    return read


def _record(make: Callable[..., Any], shape: Mapping[str, Reader]) -> Reader:
    def read(value: object, path: str) -> Any:
        if not isinstance(value, dict) or value.keys() != shape.keys():
            raise _ReadingError(path, f"objekt s poli {', '.join(shape)}")
        dot = f"{path}." if path else ""
        return make(**{name: reader(value[name], dot + name) for name, reader in shape.items()})

    return read


def _figures(value: object, path: str) -> dict[str, Any]:
    if isinstance(value, dict) and isinstance(value.get("shift"), int):
        return value
    raise _ReadingError(path, "objekt s kvalitou losování")


_PLAYER = {
    "key": _key,
    "name": _text,
    "club": _text,
    "team": _text,
    "rank": _maybe(_int),
    "fixed_table": _maybe(_int),
    "apart": lambda value, path: frozenset(_list(_key)(value, path)),
}
_PAST = {"round": _int, "number": _int, "seats": _list(_key), "scribe": _maybe(_key)}
_TABLE = {"number": _int, "seats": _list(_key), "scribe": _key, "level": _maybe(_int)}
_DOCUMENT = _record(
    dict,
    {
        "format": _text,
        "algorithm": _text,
        "round": _int,
        "method": _text,
        "preferred": _int,
        "rounds": _maybe(_int),
        "schedule_from": _int,
        "final_size": _maybe(_int),
        "manual": _list(_list(_key)),
        "seed": _text,
        "seed_sha256": _text,
        "weights": _record(Weights, {item.name: _int for item in fields(Weights)}),
        "players": _list(_record(Entrant, _PLAYER)),
        "history": _list(_record(PastTable, _PAST)),
        "tables": _list(_record(DrawnTable, _TABLE)),
        "quality": _figures,
    },
)
