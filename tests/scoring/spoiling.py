"""Spoils archives: one value of a file replaced, taken out or doubled, at a place chosen by a seed."""

import copy
import random
from collections.abc import Callable
from typing import Any

HOSTILE = ("", " ", "x" * 2000, "\N{ZERO WIDTH SPACE}", "‮txet", "a\nb", "../..", "<b>", "-1", "None", "{}")
NUMBERS = (0, -1, 1, 2, 5, 99, 32_768, 2**31, 2**63, 10**30, -(2**63), 1.5, -0.0, 1e300)
OTHERS = (None, True, False, [], {}, [[]], [None], {"": None}, [{}], {"A": 1}, "A", "5", "csm", ["x"])
TIMES = ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "2026-02-30", "2026-03-14T10:00:00+14:00")


def spoiled(data: dict[str, Any], seed: int) -> tuple[dict[str, Any], str]:
    """A copy of the archive with one thing wrong, and what it is. The same seed spoils the same."""
    chance = random.Random(seed)
    while True:
        found = copy.deepcopy(data)
        holder, name, path = _place(found, chance)
        how = chance.choice(WAYS)
        how(found, holder, name, chance)
        if found != data:
            return found, f"{seed} {how.__name__.strip('_')} {path}"


def _place(data: Any, chance: random.Random) -> tuple[Any, Any, str]:
    """A value somewhere in the file: its holder, its name there and the way to it."""
    holder, name = data, chance.choice(sorted(data.keys() - {"format", "program"}))
    path = str(name)
    while True:
        value = holder[name]
        deeper = isinstance(value, dict | list) and len(value) > 0
        # A list of rows is seldom the place itself: there are a few of them and thousands of values.
        if not deeper or chance.random() < (0.04 if path.count(".") < 2 else 0.2):
            return holder, name, path
        holder = value
        name = chance.choice(sorted(value)) if isinstance(value, dict) else chance.randrange(len(value))
        path = f"{path}.{name}"


def _another_type(data: Any, holder: Any, name: Any, chance: random.Random) -> None:
    holder[name] = copy.deepcopy(chance.choice(OTHERS))


def _number(data: Any, holder: Any, name: Any, chance: random.Random) -> None:
    holder[name] = chance.choice(NUMBERS)


def _text(data: Any, holder: Any, name: Any, chance: random.Random) -> None:
    holder[name] = chance.choice((*HOSTILE, *TIMES))


def _missing(data: Any, holder: Any, name: Any, chance: random.Random) -> None:
    del holder[name]


def _doubled(data: Any, holder: Any, name: Any, chance: random.Random) -> None:
    if isinstance(holder, list):
        holder.append(copy.deepcopy(holder[name]))
    else:
        holder[f"{name}2"] = copy.deepcopy(holder[name])


def _inside_out(data: Any, holder: Any, name: Any, chance: random.Random) -> None:
    value = holder[name]
    if isinstance(value, list | dict):
        holder[name] = list(value) if isinstance(value, dict) else {"0": value}
    else:
        holder[name] = [value]


def _nudged(data: Any, holder: Any, name: Any, chance: random.Random) -> None:
    """A value of the right type, and wrong: a figure a little off, a switch turned, another state."""
    value = holder[name]
    if isinstance(value, bool):
        holder[name] = not value
    elif isinstance(value, int):
        holder[name] = value + chance.choice((-1, 1, 20, -value, 1000))
    else:
        _from_elsewhere(data, holder, name, chance)


def _from_elsewhere(data: Any, holder: Any, name: Any, chance: random.Random) -> None:
    """What stands elsewhere in the file, most often under the same name: a reference gone astray."""
    same = _named(data, name)
    if same and chance.random() < 0.7:
        holder[name] = copy.deepcopy(chance.choice(same))
        return
    other, place, path = _place(data, chance)
    holder[name] = copy.deepcopy(other[place]) if path.count(".") else path


def _named(value: Any, name: Any) -> list[Any]:
    if isinstance(value, dict):
        here = [value[name]] if name in value else []
        return here + [found for inner in value.values() for found in _named(inner, name)]
    if isinstance(value, list):
        return [found for inner in value for found in _named(inner, name)]
    return []


WAYS: tuple[Callable[[Any, Any, Any, random.Random], None], ...] = (
    _another_type,
    _another_type,
    _number,
    _text,
    _missing,
    _doubled,
    _inside_out,
    _nudged,
    _nudged,
    _from_elsewhere,
)
