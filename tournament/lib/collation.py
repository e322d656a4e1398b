"""Czech alphabetical order (ČSN 97 6030) as a plain string, the same in Python and in every database.

A database sorts text by a collation that differs between SQLite, PostgreSQL and their versions. The key
made here consists of decimal digits only, which every collation sorts alike: it can be stored and used in
ORDER BY.

Four levels, each asked only when the one before is equal: letters (`ch` after `h`; `č ř š ž` letters of their
own; a space before every letter, digits after them, numbers by value), accents (`a á`, `e é ě`, `u ú ů`),
case (small before capital), and last the signs such as hyphens and dots.
"""

import unicodedata
from functools import lru_cache

from tournament.lib.names import BASE_LETTERS, REMEMBERED, normalise

_ALPHABET = ("a", "b", "c", "č", "d", "e", "f", "g", "h", "ch", "i", "j", "k", "l", "m", "n", "o", "p", "q",
             "r", "ř", "s", "š", "t", "u", "v", "w", "x", "y", "z", "ž")  # fmt: skip

# Two digits for each element; 00 ends a level and therefore sorts before everything.
_END = "00"
_SPACE = "01"
_LETTERS = {letter: f"{at:02}" for at, letter in enumerate(_ALPHABET, start=10)}
_NUMBER = 60
_MAX_DIGITS = 25
_OTHER = "90"

# Ends the accents of one letter; before every accent.
_PLAIN = "01"
# The order of accents on one letter, as in the Unicode collation, which agrees with the standard.
_ACCENTS = {
    accent: f"{at:02}"
    for at, accent in enumerate(
        ("\u0301", "\u0300", "\u0306", "\u0302", "\u030c", "\u030a", "\u0308", "\u030b", "\u0303", "\u0307",
         "\u0328", "\u0327", "\u0304", "\u0309", "\u0323", "\u031b", "\u0326"),
        start=10,
    )
}  # fmt: skip
_OTHER_ACCENT = "98"
# A letter replaced by its base (ł, đ, ß) follows the base with any accent.
_REPLACED = "99"
_CARON_LETTERS = {"c": "č", "r": "ř", "s": "š", "z": "ž"}
_WORD_SIGNS = "-–—/"


@lru_cache(maxsize=REMEMBERED)
def czech_key(text: str) -> str:
    """Sort key of a text, made of decimal digits only.

    Texts that differ in a trifle nobody sorts by ("7" and "07", "Ch" and "CH") share a key.

    >>> sorted(["Chalupa", "Čech", "Ivan", "Cibulka", "Hora"], key=czech_key)
    ['Cibulka', 'Čech', 'Hora', 'Chalupa', 'Ivan']
    """
    clean = normalise(text)
    letters: list[str] = []
    accents: list[str] = []
    case: list[str] = []
    for code, own_accents, capital in _elements(clean):
        letters.append(code)
        accents.append(own_accents + _PLAIN)
        case.append("2" if capital else "1")
    last = "".join(f"{ord(ch):07}" for ch in clean if not ch.isalnum() and ch != " ")
    return _END.join(
        # Only equal letters are compared further, so what is missing at the end of a level means "plain".
        ("".join(letters), _without_tail(accents, _PLAIN), _without_tail(case, "1"), last)
    )


def _without_tail(codes: list[str], tail: str) -> str:
    end = len(codes)
    while end and codes[end - 1] == tail:
        end -= 1
    return "".join(codes[:end])


def _elements(text: str) -> list[tuple[str, str, bool]]:
    """(primary code, accents, capital) of each letter, number or space; signs within words are left out."""
    found: list[tuple[str, str, bool]] = []
    at = 0
    while at < len(text):
        ch = text[at]
        if text[at : at + 2].lower() == "ch":
            found.append((_LETTERS["ch"], "", ch.isupper()))
            at += 2
            continue
        if ch.isdecimal():
            end = at
            while end < len(text) and text[end].isdecimal():
                end += 1
            found.append((_number_code(text[at:end]), "", False))
            at = end
            continue
        found.extend(_letter_elements(ch))
        at += 1
    return found


def _number_code(digits: str) -> str:
    """Longer numbers are larger: the length comes first, then the digits, each as two digits."""
    plain = str(int(digits[:_MAX_DIGITS]))
    return f"{_NUMBER + len(plain)}" + "".join(f"5{digit}" for digit in plain)


def _letter_elements(ch: str) -> list[tuple[str, str, bool]]:
    if ch in _WORD_SIGNS or ch == " ":
        return [(_SPACE, "", False)]
    capital = ch.isupper()
    if ch.lower() in _LETTERS:
        return [(_LETTERS[ch.lower()], "", capital)]
    replaced = ch.translate(BASE_LETTERS)
    decomposed = unicodedata.normalize("NFKD", replaced).lower()
    accents = "".join(
        _ACCENTS.get(mark, _OTHER_ACCENT) for mark in decomposed if unicodedata.combining(mark)
    ) + (_REPLACED if replaced != ch else "")
    bases = [base for base in decomposed if not unicodedata.combining(base)]
    if not accents and not any(base.isalnum() for base in bases):
        return []
    return [_base_element(base, accents, capital) for base in bases]


def _base_element(base: str, accents: str, capital: bool) -> tuple[str, str, bool]:
    # ř with another accent added is still ř: the caron makes a letter of its own only on c, r, s, z.
    caron = _ACCENTS["\u030c"]
    if base in _CARON_LETTERS and accents.startswith(caron):
        return _LETTERS[_CARON_LETTERS[base]], accents[2:], capital
    code = _LETTERS.get(base)
    return (code if code else f"{_OTHER}{ord(base):07}", accents, capital)
