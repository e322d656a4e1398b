"""Reading JSON from outside: strict, and one sentence for every way in which a text may be broken."""

import json
from typing import Any, NoReturn

from rules.errors import InvalidJson
from rules.shown import shown


def load_json(text: str | bytes) -> object:
    """The value of a JSON text (bytes: UTF-8, a BOM is allowed).

    Raises InvalidJson for anything else, also for a name given twice in one object, NaN and infinity, numbers
    of thousands of digits and a nesting too deep to read.

    >>> load_json('{"A": 1}')
    {'A': 1}
    >>> load_json('{"A": 1, "A": 2}')
    Traceback (most recent call last):
        ...
    rules.errors.InvalidJson: Pole „A“ je v zápisu dvakrát.
    """
    if isinstance(text, bytes):
        text = decode(text)
    try:
        return _DECODER.decode(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        # One line of many is read alone: counted by itself it would always be the first.
        line = f"řádek {error.lineno}, " if "\n" in text.strip() else ""
        where = f"{line}znak {error.colno}"
        raise InvalidJson(f"Text není platný JSON ({where}).") from None
    except RecursionError:
        raise InvalidJson("Zápis je vnořený příliš hluboko.") from None
    except InvalidJson:
        raise
    except ValueError:  # the limit of digits in one number
        raise InvalidJson("V zápisu je příliš dlouhé číslo.") from None


def decode(data: bytes) -> str:
    """Bytes as text; raises InvalidJson when they are not UTF-8.

    >>> decode("ř".encode())
    'ř'
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidJson("Text není v kódování UTF-8.") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidJson(f"Pole {shown(twice)} je v zápisu dvakrát.")
    return found


def _constant(name: str) -> NoReturn:
    raise InvalidJson(f"{name} není v JSON číslo.")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)
