"""Names of people and clubs: put in order, compared, brought from capitals to a readable case.

Nothing here decides who somebody is. `same_name_key` says that two texts are one name typed differently,
`same_person_key` only that a person should look at them (situation S17).
"""

import re
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Literal

# Letters that Unicode does not take apart into a letter and an accent.
BASE_LETTERS = str.maketrans(
    {
        "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ø": "o", "Ø": "O", "ħ": "h", "Ħ": "H", "ŧ": "t", "Ŧ": "T",
        "ı": "i", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ß": "ss",
        "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe",
    }
)  # fmt: skip

# What means "no club" in a column of clubs, folded.
_NO_CLUB = {
    "", "bez", "bez klubu", "bez oddilu", "bez prislusnosti", "neni", "nema", "neclen", "zadny", "zadna",
    "neregistrovan", "neregistrovany", "neregistrovana", "neorganizovany", "neorganizovana",
    "nic", "n a", "na",
}  # fmt: skip

# Titles and suffixes, written without dots and in lower case, with the form they are printed in.
_TITLES = {
    "ing": "Ing.", "mgr": "Mgr.", "bc": "Bc.", "mudr": "MUDr.", "judr": "JUDr.", "phdr": "PhDr.",
    "rndr": "RNDr.", "mvdr": "MVDr.", "mddr": "MDDr.", "pharmdr": "PharmDr.", "paeddr": "PaedDr.",
    "thdr": "ThDr.", "dr": "Dr.", "doc": "doc.", "prof": "prof.", "phd": "Ph.D.", "csc": "CSc.",
    "drsc": "DrSc.", "mba": "MBA", "bca": "BcA.", "mga": "MgA.",
    "st": "st.", "ml": "ml.", "starsi": "starší", "mladsi": "mladší",
}  # fmt: skip
# Those that tell a father from his son belong to the name when two names are compared.
_GENERATIONS = {"st", "ml", "starsi", "mladsi"}

# Lower-case particles. "Van" alone is left out: in this country it is more often Vietnamese than Dutch.
_PARTICLES = {"von", "vom", "zu", "zum", "zur", "der", "den", "dem", "de", "del", "ze"}
_ROMAN = re.compile(r"(?=[IVX])X{0,3}(IX|IV|V?I{0,3})")

# Given names common among players. They only help to file "Jan Novák" under N.
_GIVEN_NAMES = frozenset(Path(__file__).with_name("given_names.txt").read_text(encoding="utf-8").split())

REMEMBERED = 20_000
"""Names and clubs whose keys are kept: a large list of players is compared several times over and sorted anew
each time it is shown."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_LONGEST_WORD = 100
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}


def normalise(text: str) -> str:
    """The text in composed letters, trimmed, with single plain spaces and no invisible characters."""
    spaced = " ".join(text.split())
    if spaced.isprintable():
        return spaced if spaced.isascii() else _in_form("NFC", spaced)
    visible = "".join(ch for ch in spaced if unicodedata.category(ch) not in _INVISIBLE)
    # Composed last: a zero-width character may have stood between a letter and its accent.
    return " ".join(_in_form("NFC", visible).split())


def normalise_lines(text: str) -> str:
    """The same for a text of several lines: each by itself, none of them empty at its ends or twice in a row.

    >>> normalise_lines(" Hraje se  v sále. \\r\\n\\n\\n Oběd 120 Kč ")
    'Hraje se v sále.\\n\\nOběd 120 Kč'
    """
    return re.sub(r"\n{3,}", "\n\n", "\n".join(map(normalise, text.splitlines()))).strip()


@lru_cache(maxsize=REMEMBERED)
def fold(text: str) -> str:
    """Key for searching: no diacritics, no upper case, single spaces; "Ď" and "d" are the same.

    >>> fold("  ŘEHOŘ  Łukasz ")
    'rehor lukasz'
    """
    plain = normalise(text)
    if plain.isascii():
        return plain.lower()
    decomposed = _in_form("NFKD", plain.translate(BASE_LETTERS))
    return normalise("".join(ch for ch in decomposed if not unicodedata.combining(ch))).casefold()


@lru_cache(maxsize=REMEMBERED)
def _in_form(form: Literal["NFC", "NFKD"], text: str) -> str:
    """The letters of a text put together or taken apart; words longer than any name stay as they are.

    A letter with thousands of accents would take seconds to put in order.
    """
    if len(text) <= _LONGEST_WORD:
        return unicodedata.normalize(form, text)
    words = text.split(" ")
    return " ".join(
        unicodedata.normalize(form, word) if len(word) <= _LONGEST_WORD else word for word in words
    )


def same_name_key(name: str) -> str:
    """Equal for one name typed in another order or case; diacritics count.

    >>> same_name_key("NOVÁK Jan") == same_name_key("Jan  Novák") != same_name_key("Jan Novak")
    True
    """
    return " ".join(sorted(_bare_words(normalise(name).casefold()))) or normalise(name)


@lru_cache(maxsize=REMEMBERED)
def same_person_key(name: str) -> str:
    """Equal for names that are likely to mean one person: also without diacritics and titles (S17).

    "st." and "ml." count, since they are written to tell two people apart.

    >>> same_person_key("NOVAK Jan") == same_person_key("Ing. Jan Novák")
    True
    """
    words = _bare_words(fold(name))
    kept = [word for word in words if not _is_title(word)]
    return " ".join(sorted(kept or words)) or fold(name)


@lru_cache(maxsize=REMEMBERED)
def club_key(club: str) -> str:
    """Key for comparing clubs; empty when the text says that there is none ("bez klubu", "–").

    People without a club are not clubmates: a draw that keeps clubs apart must use this key.
    """
    key = " ".join(re.findall(r"\w+", fold(club)))
    return "" if key in _NO_CLUB else key


def card_key(card: str) -> str:
    """Key for comparing card numbers: no spaces, no case, no leading zeros, which spreadsheets eat (S57).

    >>> card_key("00 07") == card_key("7") != card_key("70")
    True
    """
    key = fold(card).replace(" ", "")
    return key.lstrip("0") or key[:1]


def has_given_name(text: str) -> bool:
    """Whether a word of the text is a common given name."""
    return not _GIVEN_NAMES.isdisjoint(re.findall(r"\w+", fold(text)))


def is_suffix(text: str) -> bool:
    """Whether the text is nothing but titles and what tells a father from his son: "Ing.", "ml."."""
    words = _bare_words(fold(text))
    return bool(words) and all(word in _TITLES for word in words)


def readable_case(name: str) -> str:
    """Words in capitals become ordinary ("DVOŘÁK JOSEF" → "Dvořák Josef"); anything else stays as typed.

    Initials, Roman numerals and short words beside an ordinary name are no shouting and stay, and so does a
    text that looks like a formula.
    """
    if name.startswith("="):
        return name
    shouted = name.upper() == name
    words = name.split(" ")
    following = [*words[1:], ""]
    return " ".join(_word_case(word, shouted, after) for word, after in zip(words, following, strict=True))


@lru_cache(maxsize=REMEMBERED)
def filing_name(name: str) -> str:
    """The name with its surname first where that is sure; for sorting, never for showing.

    Only a name of two words whose first is a common given name and whose second is none is turned.
    """
    words = [word for word in normalise(name).split() if not _is_title(_plain(word))]
    if len(words) == 2 and fold(words[0]) in _GIVEN_NAMES and fold(words[1]) not in _GIVEN_NAMES:
        return f"{words[1]} {words[0]}"
    return " ".join(words) or name


def _bare_words(text: str) -> list[str]:
    """Words without dots, commas and hyphens; "Ph.D." is one word."""
    return re.findall(r"\w+", re.sub(r"(?<=\w)\.(?=\w)", "", text)) or text.split()


def _is_title(plain_word: str) -> bool:
    return plain_word in _TITLES and plain_word not in _GENERATIONS


def _plain(word: str) -> str:
    return fold(word).replace(".", "").replace(",", "")


def _word_case(word: str, shouted: bool, following: str) -> str:
    letters = [ch for ch in word if ch.isalpha()]
    if word.upper() != word or len(letters) < (2 if shouted else 3) or _ROMAN.fullmatch(word.rstrip(".,")):
        return word
    if _plain(word) in _TITLES and (shouted or word.endswith(".")):
        return _TITLES[_plain(word)] + ("," if word.endswith(",") else "")
    plain = word.lower()
    dutch = plain == "van" and following.lower() in _PARTICLES
    if shouted and (dutch or plain in _PARTICLES):
        return plain
    return _WORD.sub(lambda found: _capitalised(found.group()), word)


def _capitalised(word: str) -> str:
    lower = word.lower()
    if lower.startswith("mc") and len(lower) > 3:
        return "Mc" + lower[2:].capitalize()
    # O'Connor, D'Artagnan: one letter before the apostrophe is a prefix.
    if len(lower) > 2 and lower[1] in "'’":
        return lower[:2].upper() + lower[2:].capitalize()
    return lower.capitalize()
