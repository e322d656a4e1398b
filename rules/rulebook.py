"""Rulebooks: rates, choices and ladders as named, versioned values (R-002).

The named rulebooks are files in `books/`. A tournament stores id, version and its own changes; a rulebook
that changes gets a new version beside the old one, so an old tournament is settled as it was played.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, Literal, cast

from rules.contracts import (
    CONTRACT_NAMES,
    PARTS,
    PARTS_WITH_HRA,
    TRUMPLESS,
    Contract,
    Part,
    contract_name,
)
from rules.errors import InvalidRulebook, Problem, UnknownRulebook
from rules.shown import shown

Rung = tuple[tuple[Contract, bool], ...]

BOOKS: Final = Path(__file__).parent / "books"
DEFAULT: Final = "csm"

RATES: Final = (
    "hra",
    "sedma",
    "sto",
    "betl",
    "durch",
    "dve_sedmy",
    "quiet_sedma",
    "omyl",
    "pausal1",
    "pausal2",
    "misdeal",
    "limit",
    "raised_limit",
)

CHOICES: Final[dict[str, tuple[object, ...]]] = {
    "sto_scaling": ("linear", "doubling", "flat"),
    "sto_replaces_hra": (True, False),
    "sto_marriage": ("highest", "first"),
    "quiet_sto_scaling": ("flat", "linear"),
    "renonc_rate": ("base", "flekked"),
    "raised_limit_at_three": (False, True),
    "nobody_bids": ("sedma", "hra"),
    "opener": ("zadak", "prostredni"),
}

# Amounts must fit the whole-number columns of every database; nobody plays for ten milliards.
HIGHEST_RATE: Final = 10**12
# Doublings beyond this could not even be written out as a number.
MOST_FLEKS: Final = 1000


@dataclass(frozen=True)
class Rulebook:
    """Rates in haléře, choices and ladder by which a hand is settled (R-002).

    `ladder` holds the rungs from the lowest; a rung is a tuple of (contract, red). Made by `find_rulebook`,
    `rulebook_from` or `load_rulebook`, never by hand.

    >>> book = find_rulebook("csm")
    >>> book.sedma, book.limit, book.rung_of("sto", True), book.rung_name(6)
    (40, 10000, 5, 'sto a sedma červených')
    """

    id: str
    version: int
    name: str
    source: str
    base_rate: int
    hra: int
    sedma: int
    sto: int
    betl: int
    durch: int
    dve_sedmy: int
    quiet_sedma: int
    omyl: int
    pausal1: int
    pausal2: int
    misdeal: int
    limit: int
    raised_limit: int
    max_fleks: int
    sto_scaling: Literal["linear", "doubling", "flat"]
    sto_replaces_hra: bool
    sto_marriage: Literal["highest", "first"]
    quiet_sto_scaling: Literal["flat", "linear"]
    renonc_rate: Literal["base", "flekked"]
    raised_limit_at_three: bool
    nobody_bids: Literal["sedma", "hra"]
    opener: Literal["zadak", "prostredni"]
    ladder: tuple[Rung, ...] = field(default=())

    @cached_property
    def rungs(self) -> dict[tuple[str, bool], int]:
        """The rung of every contract on the ladder, from 1.

        >>> find_rulebook("csm").rungs["betl", False]
        7
        """
        return {call: n for n, rung in enumerate(self.ladder, 1) for call in rung}

    @cached_property
    def rates(self) -> dict[str, int]:
        """The rate in haléře of every part and of the quiet seven.

        >>> find_rulebook("csm").rates["quiet_sedma"]
        20
        """
        return {name: getattr(self, name) for name in RATES[:7]}

    def rung_of(self, contract: str, red: bool = False) -> int | None:
        """The rung a contract stands on, None when it is not on this ladder (hra in `csm`).

        >>> find_rulebook("csm").rung_of("hra") is None
        True
        """
        return self.rungs.get((contract, red))

    def rung_name(self, rung: int) -> str:
        """The Czech name of a rung; contracts that share it are all named.

        >>> find_rulebook("traditional").rung_name(11)
        'dvě sedmy / dvě sedmy, červená trumf'
        """
        return " / ".join(contract_name(contract, red) for contract, red in self.ladder[rung - 1])

    def parts_of(self, contract: Contract) -> tuple[Part, ...]:
        """The parts a contract is settled by (R-005).

        >>> find_rulebook("csm").parts_of("sto_sedma")
        ('sto', 'sedma')
        """
        return (PARTS if self.sto_replaces_hra else PARTS_WITH_HRA)[contract]

    def overrides(self) -> dict[str, Any]:
        """What makes this rulebook differ from the named one of its id and version, ready for JSON.

        >>> find_rulebook("csm", overrides={"base_rate": 50, "max_fleks": 4}).overrides()
        {'base_rate': 50}
        """
        named = find_rulebook(self.id, version=self.version)
        changed: dict[str, Any] = {}
        if self.base_rate != named.base_rate:
            changed["base_rate"] = self.base_rate
            named = _changed(named, changed)
        for f in fields(self):
            value = getattr(self, f.name)
            if value != getattr(named, f.name):
                changed[f.name] = _ladder_to_json(value) if f.name == "ladder" else value
        return changed

    def to_json(self) -> str | dict[str, Any]:
        """How a hand record names this rulebook: its id, or an object with what differs.

        >>> find_rulebook("csm").to_json()
        'csm'
        """
        changed = self.overrides()
        return {"base": self.id, **changed} if changed else self.id

    def fields(self) -> dict[str, Any]:
        """Every field ready for JSON, rates in haléře.

        >>> find_rulebook("csm").fields()["pausal2"]
        1000
        """
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return values | {"ladder": _ladder_to_json(self.ladder)}


def rulebook_ids() -> tuple[str, ...]:
    """The ids of the named rulebooks, the default first.

    >>> rulebook_ids()
    ('csm', 'online', 'pub', 'traditional')
    """
    return tuple(sorted(_named(), key=lambda book_id: (book_id != DEFAULT, book_id)))


def find_rulebook(
    book_id: str, *, version: int | None = None, overrides: Mapping[str, object] | None = None
) -> Rulebook:
    """The named rulebook, the newest version unless one is asked for, with own changes applied.

    `overrides` may hold any field of R-002; `base_rate` (haléře) scales every rate not given beside
    it. Raises UnknownRulebook, or InvalidRulebook with every problem of the overrides.

    >>> find_rulebook("csm", overrides={"base_rate": 100}).pausal1
    1000
    """
    versions = _named().get(book_id)
    if versions is None:
        raise UnknownRulebook(f"Pravidla {shown(book_id)} neznám; na výběr jsou {', '.join(rulebook_ids())}.")
    book = versions.get(max(versions) if version is None else version)
    if book is None:
        raise UnknownRulebook(f"Pravidla {shown(book_id)} nemají verzi {shown(version)}.")
    return _changed(book, overrides) if overrides else book


def rulebook_from(value: object) -> Rulebook:
    """The rulebook a record names: an id, or an object with `base` and own fields.

    Raises UnknownRulebook or InvalidRulebook.

    >>> rulebook_from({"base": "csm", "sto_scaling": "doubling"}).sto_scaling
    'doubling'
    """
    if isinstance(value, str):
        return find_rulebook(value)
    if not isinstance(value, (dict, Mapping)):
        text = f"Pravidla se zapisují jako název nebo objekt, dostal jsem {shown(value)}."
        raise InvalidRulebook([Problem("", "wrong_type", text)])
    key = tuple((name, type(item), item) for name, item in value.items() if not isinstance(item, list))
    try:
        return _cached(key) if len(key) == len(value) else _composed(value)
    except TypeError:  # an item that cannot be hashed
        return _composed(value)


@lru_cache(maxsize=256)
def _cached(key: tuple[tuple[object, type, object], ...]) -> Rulebook:
    return _composed({name: item for name, _, item in key})


def _composed(value: Mapping[Any, object]) -> Rulebook:
    base = value.get("base", DEFAULT)
    if not isinstance(base, str):
        text = f"Výchozí pravidla se zapisují názvem, dostal jsem {shown(base)}."
        raise InvalidRulebook([Problem("base", "wrong_type", text)])
    return find_rulebook(base, overrides={name: item for name, item in value.items() if name != "base"})


def load_rulebook(path: str | Path) -> Rulebook:
    """An own rulebook from a TOML file that names a `base` and the fields that differ from it.

    Raises InvalidRulebook, UnknownRulebook, or OSError when the file cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "own.toml"
    ...     _ = path.write_text("base_rate = 50")
    ...     load_rulebook(path).sedma
    100
    """
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        text = "Soubor s pravidly není TOML v kódování UTF-8."
        raise InvalidRulebook([Problem("", "not_toml", text)]) from None
    return rulebook_from(data)


@cache
def _named() -> dict[str, dict[int, Rulebook]]:
    """The named rulebooks by id and version."""
    books: dict[str, dict[int, Rulebook]] = {}
    for path in BOOKS.glob("*.toml"):
        book = _read(path)
        books.setdefault(book.id, {})[book.version] = book
    return books


def _read(path: Path) -> Rulebook:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    ladder = _ladder(data.pop("ladder"), [])
    return Rulebook(**data.pop("rates"), **data.pop("choices"), **data, ladder=ladder)


def _changed(book: Rulebook, overrides: Mapping[str, object]) -> Rulebook:
    problems: list[Problem] = []
    values = {name: _field(name, value, problems) for name, value in overrides.items()}
    if problems:
        raise InvalidRulebook(problems)
    if "base_rate" in values:
        scale = cast(int, values["base_rate"])
        values = {name: getattr(book, name) * scale // book.base_rate for name in RATES} | values
    return replace(book, **cast(dict[str, Any], values))


def _field(name: object, value: object, problems: list[Problem]) -> object:
    """A checked value of one field; what is wrong is added to `problems`."""
    if name == "ladder":
        return _ladder(value, problems)
    if isinstance(name, str) and name in CHOICES:
        allowed = CHOICES[name]
        if not any(value is choice or (isinstance(value, str) and value == choice) for choice in allowed):
            text = f"Volba {name} může být {_alternatives(allowed)}, ne {shown(value)}."
            problems.append(Problem(name, "wrong_value", text))
        return value
    if isinstance(name, str) and (name in RATES or name in ("base_rate", "max_fleks")):
        lowest = 1 if name == "base_rate" else 0
        highest = MOST_FLEKS if name == "max_fleks" else HIGHEST_RATE
        if type(value) is not int or not lowest <= value <= highest:
            text = f"Pole {name} musí být celé číslo od {lowest} do {highest}, ne {shown(value)}."
            problems.append(Problem(name, "wrong_value", text))
        return value
    problems.append(Problem(str(name), "unknown_field", f"Pravidla nemají pole {shown(name)}."))
    return value


def _alternatives(allowed: tuple[object, ...]) -> str:
    return " nebo ".join(shown(choice) for choice in allowed)


def _ladder(value: object, problems: list[Problem]) -> tuple[Rung, ...]:
    """A ladder written as a list of rungs, or as the id of the named rulebook it is taken from."""
    if isinstance(value, str):
        if value in rulebook_ids():
            return find_rulebook(value).ladder
        text = f"Žebříček {shown(value)} neznám; na výběr jsou {', '.join(rulebook_ids())}."
        problems.append(Problem("ladder", "wrong_value", text))
        return ()
    if not isinstance(value, (list, tuple)) or not value:
        text = "Žebříček musí být neprázdný seznam stupňů od nejnižšího nebo název pravidel."
        problems.append(Problem("ladder", "wrong_type", text))
        return ()
    rungs = [_rung(n, rung, problems) for n, rung in enumerate(value)]
    calls = [call for rung in rungs for call in rung]
    if len(set(calls)) < len(calls):
        problems.append(Problem("ladder", "duplicate", "Každý závazek smí být na žebříčku jen jednou."))
    return tuple(rungs)


def _rung(n: int, value: object, problems: list[Problem]) -> Rung:
    calls = []
    for call in value if isinstance(value, (list, tuple)) and value else [value]:
        contract, _, suit = call.partition(" ") if isinstance(call, str) else ("", "", "")
        if contract not in CONTRACT_NAMES or suit not in ("", "red") or (suit and contract in TRUMPLESS):
            text = f"Stupeň žebříčku je závazek jako „sto_sedma“ nebo „sto_sedma red“, ne {shown(call)}."
            problems.append(Problem(f"ladder[{n}]", "wrong_value", text))
        else:
            calls.append((contract, bool(suit)))
    return tuple(calls)


def _ladder_to_json(ladder: tuple[Rung, ...]) -> list[list[str]]:
    return [[f"{contract} red" if red else contract for contract, red in rung] for rung in ladder]
