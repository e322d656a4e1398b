"""Which column of a table of registrations holds what: found by its headings, in any order and spelling."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from django.utils.translation import gettext as _

from tournament.lib.names import fold, normalise
from tournament.lib.table_files import Row

# Headings are above the players; what stands far below is no heading.
_SEARCHED_ROWS = 40
_LONGEST_HEADING = 60

# Folded words of the heading without signs, numbers and anything in brackets.
_KNOWN = {
    "full": (
        "prijmeni a jmeno", "prijmeni jmeno", "jmeno a prijmeni", "jmeno prijmeni", "cele jmeno",
        "hrac", "hraci",
        "hracka", "ucastnik", "ucastnici", "zavodnik", "soutezici", "prihlaseny", "name", "full name",
        "player",
        "jmena", "osoba",
    ),
    "first": ("jmeno", "jmeno hrace", "jmeno ucastnika"),
    "given": ("krestni jmeno", "krestni", "jmeno krestni", "first name", "given name", "firstname",
    "kr jmeno"),
    "surname": ("prijmeni", "surname", "last name", "family name", "lastname", "prijm"),
    "club": (
        "klub", "oddil", "klub obec", "klub oddil", "oddil klub", "klub mesto", "klub hospoda",
        "nazev klubu",
        "spolek", "organizace", "club", "klub bydliste", "mariasovy klub", "obec klub", "mesto klub",
    ),
    "place": ("obec", "mesto", "bydliste", "odkud", "obec mesto", "mesto obec", "misto", "hospoda", "city"),
    "card": (
        "c prukazu", "cislo prukazu", "prukaz", "prukazka", "c prukazky", "cislo prukazky",
        "clensky prukaz",
        "registracni cislo", "registracni c", "reg cislo", "reg c", "c reg", "reg",
        "cislo registrace", "c registrace",
        "evidencni cislo", "ev cislo", "ev c", "clenske cislo", "cislo clena", "licence",
        "cislo licence", "c licence",
        "cislo karty", "karta", "c karty", "card", "card number", "cislo clenskeho prukazu", "cislo csm",
    ),
    "paid": (
        "zaplaceno", "zaplatil", "zapl", "uhrazeno", "uhradil", "platba", "paid", "startovne zaplaceno",
        "zaplacene startovne", "zaplaceno startovne", "uhrada", "uhrada startovneho", "platba startovneho",
    ),
    "fee": ("startovne", "vklad", "poplatek", "vstupne", "fee", "prispevek", "startovni poplatek"),
    "note": ("poznamka", "poznamky", "pozn", "note", "notes", "komentar", "vzkaz", "jine"),
    "team": ("druzstvo", "druzstva", "tym", "team", "nazev druzstva", "nazev tymu"),
    "order": (
        "por", "poradi", "poradove cislo", "poradove c", "por c", "por cislo", "p c", "pc", "c",
        "cislo", "nr", "no",
        "startovni cislo", "startovni c", "st cislo", "st c", "start c", "start cislo", "radek",
    ),
}  # fmt: skip
_KIND_OF = {heading: kind for kind, headings in _KNOWN.items() for heading in headings}

# A heading that is not listed is taken by its words, unless they speak of somebody or something else.
_BY_WORD = (
    (r"prijmeni.* jmeno|jmeno.* prijmeni", "full"),
    (r"prijmeni", "surname"),
    (r"jmeno", "first"),
    (r"klub|oddil", "club"),
    (r"prukaz\w*", "card"),
    (r"zaplacen\w*|uhrazen\w*", "paid"),
    (r"startovne", "fee"),
    (r"poznamk\w*|pozn", "note"),
    (r"druzstv\w*|tym", "team"),
    (r"obec|mesto|bydliste", "place"),
)
_OTHER_SUBJECT = re.compile(
    r"\b(turnaj\w*|uzivatel\w*|otce|matky|trener\w*|poradatel\w*|datum|rok|narozeni|e ?mail|telefon|mobil"
    r"|prihlasky)\b"
)
_FIELDS = ("name", "surname", "given", "club", "card", "fee", "note", "team")


@dataclass(frozen=True)
class Headings:
    """The heading row of a table: its number, its texts, and the field of each column ("" for none)."""

    row: int
    texts: tuple[str, ...]
    kinds: tuple[str, ...]

    @property
    def score(self) -> int:
        """How many columns are understood; the better of two readings of a file has more."""
        return sum(bool(kind) for kind in self.kinds)

    def fields(self, texts: Sequence[str]) -> dict[str, str]:
        """Texts of a row by field; every field is there, an absent one empty."""
        found = dict.fromkeys(_FIELDS, "")
        for kind, text in zip(self.kinds, texts, strict=False):
            if kind in found:
                found[kind] = text
        return found

    def other_texts(self, texts: Sequence[str]) -> list[str]:
        """What a row holds in columns that are not read into any field."""
        pairs = zip_longest(self.kinds, texts, fillvalue="")
        return [text for kind, text in pairs if text and kind not in _FIELDS]

    def repeated_by(self, texts: Sequence[str]) -> bool:
        """Whether a row says the headings again, as tables printed on several pages do."""
        pairs = zip(self.texts, self.kinds, texts, strict=False)
        return any(kind in {"name", "surname"} and fold(own) == fold(text) for own, kind, text in pairs)

    def columns(self) -> tuple[tuple[str, str], ...]:
        """Each heading with the Czech word for what it is taken for, for the preview."""
        words = {
            "name": _("jméno"),
            "surname": _("příjmení"),
            "given": _("křestní jméno"),
            "club": _("klub"),
            "card": _("průkaz"),
            "fee": _("startovné"),
            "note": _("poznámka"),
            "team": _("družstvo"),
        }
        shown = zip(self.texts, self.kinds, strict=True)
        return tuple((text, words.get(kind, "")) for text, kind in shown if text)


def find_headings(rows: Sequence[Row]) -> Headings | None:
    """The row among the first ones that names the most columns, the upper of equals; None without a name.

    Headings on two rows ("Hráč" above "Příjmení" and "Jméno") are read together when that names more.
    """
    texts = [(number, _texts(cells)) for number, cells in rows[:_SEARCHED_ROWS]]
    single = [_headings(number, row) for number, row in texts]
    double = [
        _headings(number, _lower_first(upper, lower))
        for (above, upper), (number, lower) in pairwise(texts)
        if number == above + 1
    ]
    candidates = [*single, *double]
    usable = [headings for headings in candidates if {"name", "surname"} & set(headings.kinds)]
    return max(usable, key=lambda headings: headings.score, default=None)


def _texts(cells: Sequence[object]) -> tuple[str, ...]:
    return tuple(normalise(cell) if isinstance(cell, str) else "" for cell in cells)


def _headings(row: int, texts: tuple[str, ...]) -> Headings:
    return Headings(row, texts, _fields_of([_kind(text) for text in texts]))


def _lower_first(upper: tuple[str, ...], lower: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(below if _kind(below) else above for above, below in zip_longest(upper, lower, fillvalue=""))


def _kind(text: str) -> str:
    if not text or len(text) > _LONGEST_HEADING:
        return ""
    without_brackets = re.sub(r"\(.*?\)|\[.*?\]", " ", fold(text))
    words = [
        word for word in re.findall(r"[^\W_]+", without_brackets) if not re.fullmatch(r"\d+|kc|czk", word)
    ]
    plain = " ".join(words)
    if plain in _KIND_OF:
        return _KIND_OF[plain]
    if len(words) > 5 or _OTHER_SUBJECT.search(plain):
        return ""
    return next((kind for pattern, kind in _BY_WORD if re.search(rf"\b({pattern})\b", plain)), "")


def _fields_of(kinds: list[str]) -> tuple[str, ...]:
    """From what the headings say to the fields: one column for each field, the most telling one.

    "Jméno" is the first name beside "Příjmení", the whole name without it. A club goes before a town,
    "zaplaceno" before "startovné", which may be only what is to be paid.
    """
    apart = "surname" in kinds and "full" not in kinds
    preferred = {
        "name": ("full",) if apart else ("full", "first", "given"),
        "surname": ("surname",) if apart else (),
        "given": ("given", "first") if apart else (),
        "club": ("club", "place"),
        "fee": ("paid", "fee"),
        "card": ("card",),
        "note": ("note",),
        "team": ("team",),
    }
    fields = ["order" if kind == "order" else "" for kind in kinds]
    for field, sources in preferred.items():
        at = next((kinds.index(kind) for kind in sources if kind in kinds), None)
        if at is not None:
            fields[at] = field
    return tuple(fields)
