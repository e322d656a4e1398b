"""What the heading of a column speaks of, in any spelling."""

import re
from functools import lru_cache

from tournament.lib.names import fold

_LONGEST_HEADING = 100

# Folded words of the heading without signs, numbers and anything in brackets.
_KNOWN = {
    "full": (
        "prijmeni a jmeno", "prijmeni jmeno", "jmeno a prijmeni", "jmeno prijmeni", "cele jmeno",
        "hrac", "hraci",
        "hracka", "ucastnik", "ucastnici", "zavodnik", "soutezici", "prihlaseny", "name", "full name",
        "player",
        "jmena", "osoba", "prijmeni a jmeno hrace", "jmeno a prijmeni hrace", "hraci jmeno",
        "prihlaseni hraci", "seznam hracu", "prihlaseni", "seznam prihlasenych", "prihlaseni ucastnici",
        "seznam ucastniku", "zavodnici", "startovni listina", "prezencni listina", "prihlasky",
    ),
    "mate": (
        "kapitan", "kapitanka", "vedouci druzstva", "spoluhrac", "spoluhracka", "partner", "partnerka",
        "clen", "clen druzstva", "clen tymu", "hrac druzstva", "hrac tymu",
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
        "stav platby", "stav uhrady", "platba stav",
    ),
    "fee": ("startovne", "vklad", "poplatek", "vstupne", "fee", "prispevek", "startovni poplatek"),
    "note": ("poznamka", "poznamky", "pozn", "note", "notes", "komentar", "vzkaz", "jine"),
    "state": ("stav", "status", "stav prihlasky"),
    "team": ("druzstvo", "druzstva", "tym", "team", "nazev druzstva", "nazev tymu",
             "jmeno druzstva", "jmeno tymu"),
    "order": (
        "por", "poradi", "poradove cislo", "poradove c", "por c", "por cislo", "p c", "pc", "c",
        "cislo", "nr", "no",
        "startovni cislo", "startovni c", "st cislo", "st c", "start c", "start cislo", "radek",
    ),
}  # fmt: skip
_ORDINALS = r"\d+|prvni|druhy|druha|treti|ctvrty|ctvrta|kc|czk|i{1,3}|iv"
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
# Whatever else a note speaks of, it is a note.
_NOTE = re.compile(r"(poznamk\w*|pozn|vzkaz\w*|komentar\w*|zprava|sdeleni)\b")

NAMES = frozenset({"full", "first", "given", "surname", "mate"})
"""Kinds of columns that hold names of people."""


def heading_key(text: str) -> str:
    """The folded words of a heading without signs, numbers and brackets: "Hráč 2" and "HRÁČ č.1" are one."""
    without_brackets = re.sub(r"\(.*?\)|\[.*?\]", " ", fold(text))
    said = re.findall(r"[^\W_]+", without_brackets)
    words = [word for word in said if not re.fullmatch(_ORDINALS, word)]
    # "Hráč A" and "Hráč B" are numbered too.
    return " ".join(words[:-1] if len(words) > 1 and re.fullmatch("[a-f]", words[-1]) else words)


@lru_cache(maxsize=4096)
def heading_kind(text: str) -> str:
    """What a heading speaks of (a key of ``_KNOWN``); nothing when it is not understood or is no heading."""
    key = heading_key(text) if text and len(text) < 3 * _LONGEST_HEADING else ""
    if not key or len(key) > _LONGEST_HEADING:
        return ""
    if key in _KIND_OF:
        return _KIND_OF[key]
    if len(key.split()) > 6:
        return ""
    if _NOTE.match(key):
        return "note"
    if _OTHER_SUBJECT.search(key):
        return ""
    return next((kind for pattern, kind in _BY_WORD if re.search(rf"\b({pattern})\b", key)), "")
