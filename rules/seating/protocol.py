"""The protocol of a draw: everything it was made from and what came out, as plain JSON, and its
verification.

The full one holds private wishes too: who is not to sit with whom, who has a table of his own. The public one
is made from it without them and names its digest.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields, is_dataclass, replace
from hashlib import sha256
from typing import Any

from rules.errors import Problem

from .drawing import draw_round
from .errors import CannotSeat
from .generator import seed_digest
from .quality import assess, check_tables, kept_apart
from .records import Draw, DrawnTable, DrawRequest, Entrant, PastTable, Quality, Weights, key_order
from .version import ALGORITHM, draws_alike

FORMAT = "forhont-draw-2"
UNSEALED = "forhont-draw-1"
"""The full protocol of draws made before there was a public one; it holds no random value to hide behind."""
PUBLIC = "forhont-draw-public-1"
PRIVATE = ("fixed_table", "apart")
"""What a player wishes and only organisers know."""
OF_WISHES = ("apart", "misplaced")
"""Blemishes that tell of a wish."""
TABLES_SHOWN = 5


def protocol(request: DrawRequest, draw: Draw, *, salt: str) -> dict[str, Any]:
    """The draw as a JSON document that `verify` can recompute without a database.

    `salt` are 128 random bits in hexadecimal (`new_seed` gives them): without them wishes could be guessed
    from the digest of the document.
    """
    people = sorted(request.entrants, key=lambda entrant: key_order(entrant.key))
    past = sorted(request.history, key=lambda table: (table.round, table.number))
    return {
        "format": FORMAT,
        "salt": salt,
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


def sealed_text(document: Mapping[str, Any]) -> str:
    """The full protocol as the text of its file; its SHA-256 is the one that the public protocol names."""
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True)


def sealed_digest(document: Mapping[str, Any]) -> str:
    """SHA-256 of `sealed_text` in UTF-8, in hexadecimal."""
    return sha256(sealed_text(document).encode()).hexdigest()


def public_protocol(document: Mapping[str, Any]) -> dict[str, Any]:
    """What everybody may read of a full protocol: all of it but the wishes, their number, its digest.

    The quality is that of the tables when nobody wishes anything, so that no figure of it tells of a wish. A
    protocol made before there was a random value has no digest; one that cannot be read gives nothing.
    """
    stored = _read(document)
    if isinstance(stored, Problem) or stored["format"] == PUBLIC:
        return {}
    public = {name: value for name, value in document.items() if name not in ("salt", "quality")}
    people = [{k: v for k, v in player.items() if k not in PRIVATE} for player in document["players"]]
    return public | {
        "format": PUBLIC,
        "players": people,
        "quality": _public_quality(_request(stored), stored),
        "wishes": len(_wishes(stored["players"])),
        "sealed_sha256": sealed_digest(document) if stored["format"] == FORMAT else None,
    }


def _wishes(people: Iterable[Entrant]) -> list[object]:
    """Pairs to be kept apart and people with a table of their own."""
    entrants = tuple(people)
    return [*kept_apart(entrants), *(one.key for one in entrants if one.fixed_table is not None)]


def _public_quality(request: DrawRequest, stored: Mapping[str, Any]) -> dict[str, Any]:
    entrants = tuple(replace(one, fixed_table=None, apart=frozenset()) for one in request.entrants)
    quality: dict[str, Any] = _plain(_quality(replace(request, entrants=entrants), stored))
    return {name: value for name, value in quality.items() if name not in OF_WISHES}


def _quality(request: DrawRequest, stored: Mapping[str, Any]) -> Quality:
    """That of the stored tables."""
    return assess(
        stored["tables"],
        request.entrants,
        request.history,
        round_=request.round,
        weights=request.weights,
        preferred=request.preferred,
        shift=stored["quality"].get("shift", 0),
    )


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

    The code "other-version" means that a version of the algorithm made it that drew such rounds otherwise: it
    cannot be drawn again here and its stored tables stay the truth; the digest, the figures and the hard
    rules are checked nevertheless. So it is with a public protocol of a draw with wishes (`is_complete`).
    """
    stored = _read(document)
    if isinstance(stored, Problem):
        return (stored,)
    problems = []
    if seed_digest(stored["seed"]) != stored["seed_sha256"]:
        text = "Otisk neodpovídá semínku; ohlášené semínko bylo jiné než to, kterým se losovalo."
        problems.append(Problem("seed_sha256", "digest", text))
    problems += check_tables(stored["tables"], stored["players"], stored["preferred"])
    request = _request(stored)
    if draws_alike(stored["algorithm"], stored["method"]):
        problems += _not_recomputed(request, stored) if is_complete(stored) else []
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


def is_complete(document: Mapping[str, Any]) -> bool:
    """Whether the draw can be made again from it: it is a full protocol, or nobody wished anything."""
    return bool(document["format"] != PUBLIC or document["wishes"] == 0)


def verify_public(full: Mapping[str, Any], public: object) -> tuple[Problem, ...]:
    """Whether a public protocol was made from this full one; both were verified by themselves before."""
    made = public_protocol(full)
    if not made:
        return (Problem("", "format", f"První soubor má být úplný protokol; „format“ má být {FORMAT}."),)
    if made == public:
        return ()
    if not isinstance(public, dict) or public.get("format") != PUBLIC:
        return (Problem("", "format", f"Druhý soubor není veřejný protokol; „format“ má být {PUBLIC}."),)
    different = sorted(k for k in made.keys() | public.keys() if made.get(k) != public.get(k))
    return (
        Problem(
            "",
            "not-of-this-draw",
            "Veřejný protokol nepatří k tomuto úplnému; liší se v polích: " + ", ".join(different) + ".",
        ),
    )


def check_protocol(document: object) -> tuple[Problem, ...]:
    """What keeps a protocol read from JSON from being shown and verified; nothing is recomputed."""
    stored = _read(document)
    return (stored,) if isinstance(stored, Problem) else ()


def _read(document: object) -> Mapping[str, Any] | Problem:
    named = document.get("format") if isinstance(document, dict) else None
    if isinstance(named, str) and named not in _DOCUMENTS:
        return Problem("format", "format", f"Soubor není protokol losování; „format“ má být {FORMAT}.")
    try:
        stored: Mapping[str, Any] = _DOCUMENTS.get(str(named), _DOCUMENTS[FORMAT])(document, "")
    except _ReadingError as error:
        return Problem(error.path, "unreadable", str(error))
    except CannotSeat as error:
        return Problem("weights", error.code, str(error))
    return stored


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
    is_public = stored["format"] == PUBLIC
    again = _public_quality(request, stored) if is_public else _plain(_quality(request, stored))
    if again == stored["quality"]:
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


def _salt(value: object, path: str) -> str:
    if isinstance(value, str) and re.fullmatch(r"[0-9a-f]{32,}", value):
        return value
    raise _ReadingError(path, "aspoň 32 šestnáctkových číslic")


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
_FIELDS: dict[str, Reader] = {
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
}
_PUBLIC_PLAYER = {name: reader for name, reader in _PLAYER.items() if name not in PRIVATE}
_DOCUMENTS = {
    UNSEALED: _record(dict, _FIELDS),
    FORMAT: _record(dict, _FIELDS | {"salt": _salt}),
    PUBLIC: _record(
        dict,
        _FIELDS
        | {
            "players": _list(_record(Entrant, _PUBLIC_PLAYER)),
            "wishes": _int,
            "sealed_sha256": _maybe(_text),
        },
    ),
}
