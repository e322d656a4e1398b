"""What one cell of a list says: a person or two, a card, whether somebody has paid or will not come."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.lib.names import fold, has_given_name, is_suffix

# Longer texts are no names and nothing is looked for in them.
_LONGEST_CELL = 500

_PAID = re.compile(
    r"(ano|yes|ok|true|pravda|zaplacen\w*|zaplatil\w*|uhrazen\w*|uhradil\w*|hotov\w*|v hotovosti|prevod\w*"
    r"|kartou|na ucet)\b.*|[ayx✓✔√☑]|\d{1,2}\. ?\d{1,2}\.( ?\d{2,4})?"
)
_UNPAID = re.compile(
    r"(ne|no|false|nepravda|nezapl\w*|neuhra\w*|dluzi|dluh|na miste|zaplati|doplati|zatim|ceka\w*|storn\w*"
    r"|vracen\w*)\b.*|n|[-–—✗✘]+"
)
_AMOUNT = re.compile(r"(\d[\d ]*)([.,]\d{1,2}|[.,][-–—]+)? ?(kc|czk|,-)?\.?")

# "odhlášena", "NE – omluven", "stornováno": the person is written down and still may not come.
_AWAY = re.compile(
    r"\b(storn\w*|odhlas\w*|omluv\w*|zrus\w*|neprijd\w*|neprijed\w*|nedoraz\w*|neucast\w*|nezucast\w*"
    r"|nemuze|nejede|nehraje|odrek\w*|odmitl\w*|odstoup\w*|vyskrt\w*|skrtn\w*|preskrt\w*)\b"
)
_COMING = re.compile(r"^((z?ucast\w*|prijd\w*|prijed\w*|doraz\w*|zucastn\w*|hraje\w*)\b.*)")
_SUBSTITUTE = re.compile(r"\bnahradn\w*\b")

_NUMBERED = re.compile(r"^\(?\d{1,4}(?:[.):]+\s*|\s*[-–]\s+|\s+)(?=[^\W\d_])")
_BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]\s*$|\s+/([^/]*)/\s*$")
_TAIL = re.compile(r"(?:\s+[-–—]\s*|\s*[,;]\s*)([^,;]*)$")
_CONTACT = re.compile(
    r"[\s,;(]+((?:tel|mob|telefon|mobil|e-?mail)\b.*|(?:\+\d{3} ?)?\d{3} ?\d{3} ?\d{3}\)?|\S+@\S+)\s*$",
    re.IGNORECASE,
)
_BETWEEN_PEOPLE = re.compile(r"\s*[+&;\n]\s*|\s*/\s*|\s+a\s+")
_DATE = re.compile(
    r"\d{1,2}\. ?\d{1,2}\.? ?(\d{2}|\d{4})?|\d{1,2}[.-](I|V|X|led|úno|bře|dub|kvě|čer|srp|zář|říj|lis|pro)\w*"
)
_OF_A_PROGRAM = re.compile(r"\d+[.,]\d+|\d+([.,]\d+)?[eE]\+?\d+")


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """One person of a cell. ``club`` and ``note`` are what stood beside the name in it."""

    name: str
    club: str = ""
    note: str = ""
    doubts: tuple[str, ...] = ()


def fee_paid(text: str) -> bool | None:
    """Whether the fee is paid by what stands in its cell; None when that is empty or cannot be read."""
    if len(text) > _LONGEST_CELL:
        return None
    folded = fold(text)
    if _AMOUNT.fullmatch(folded):
        return bool(re.search("[1-9]", folded))
    if _UNPAID.fullmatch(folded):
        return False
    return True if _PAID.fullmatch(folded) else None


def looks_like_a_person(text: str) -> bool:
    """Two to five words, one of them a common given name."""
    return not re.search(r"[\d@:]", text) and 2 <= _words(text) <= 5 and has_given_name(text)


def one_line(text: str) -> str:
    return " ".join(text.split("\n"))


def people_in(text: str) -> tuple[NamedPerson, ...]:
    """The people of a cell: "1. Král Jaroslav (Kolín)", "Pavel Hruška + Jana Hrušková"."""
    if text.startswith("=") or len(text) > _LONGEST_CELL:
        return (NamedPerson(one_line(text)),)
    pieces = _pieces(_NUMBERED.sub("", text, count=1))
    if len(pieces) == 1:
        return (_person(one_line(pieces[0])),)
    doubt = _("V buňce „%(text)s“ je víc lidí; každý se přihlásí zvlášť.") % {"text": one_line(text)}
    people = (_person(_NUMBERED.sub("", piece, count=1)) for piece in pieces)
    return tuple(NamedPerson(one.name, one.club, one.note, (doubt, *one.doubts)) for one in people)


def people_apart(surname: str, given: str) -> tuple[NamedPerson, ...]:
    """The people of two cells, "Hruška / Hrušková" and "Pavel / Jana"; one when they do not pair."""
    if len(surname) + len(given) > _LONGEST_CELL:
        return (NamedPerson(one_line(f"{surname} {given}".strip())),)
    surnames, givens = _BETWEEN_PEOPLE.split(surname), _BETWEEN_PEOPLE.split(given)
    if len(surnames) != len(givens) or len(surnames) == 1 or not all([*surnames, *givens]):
        return (NamedPerson(one_line(f"{_NUMBERED.sub('', surname, count=1)} {given}".strip())),)
    doubt = _("V buňce „%(text)s“ je víc lidí; každý se přihlásí zvlášť.") % {"text": one_line(surname)}
    return tuple(
        NamedPerson(f"{one} {two}", doubts=(doubt,)) for one, two in zip(surnames, givens, strict=True)
    )


def shared_out(text: str, people: int) -> list[str]:
    """A cell of cards divided among the people of its row; one card is the first one's."""
    parts = re.split(r"\s*[+&;,/\n]\s*|\s+a\s+", text) if people > 1 else [text]
    return parts if len(parts) == people else [text, *[""] * (people - 1)]


def card_number(text: str) -> str:
    """A card without what programs add to it: ".0" of a number, the apostrophe of a text."""
    return re.sub(r"^(\d+)[.,]0$", r"\1", text.removeprefix("'"))


def card_doubt(card: str, date: bool, rounded: bool) -> str:
    """Why a card should be looked at, or nothing."""
    if date or _DATE.fullmatch(card):
        return _("Průkaz „%(card)s“ je datum; tabulkový program ho nejspíš udělal z čísla.") % {"card": card}
    if rounded or _OF_A_PROGRAM.fullmatch(card):
        return _("Průkaz „%(card)s“ nejspíš pozměnil tabulkový program; zkontrolujte číslo.") % {"card": card}
    return ""


def away(texts: Iterable[str]) -> str:
    """The text that says that the person may not come, or nothing."""
    return _found(_AWAY, texts)


def away_by_heading(heading: str, text: str) -> bool:
    """Whether the answer in a column says that the person may not come: "Odhlášen: ano", "Účast: NE"."""
    asked, answer = fold(heading), fold(text)
    if not answer or len(text) > _LONGEST_CELL:
        return False
    denied = bool(_UNPAID.fullmatch(answer)) or answer == "0"
    return denied if _COMING.search(asked) else bool(_AWAY.search(asked)) and not denied


def substitute(texts: Iterable[str]) -> str:
    """The text that says that the person only waits for a place, or nothing."""
    return _found(_SUBSTITUTE, texts)


def _found(said: re.Pattern[str], texts: Iterable[str]) -> str:
    short = [text for text in texts if text and len(text) <= _LONGEST_CELL]
    # Most rows say nothing of the kind: they are asked all at once.
    if not said.search(fold(" | ".join(short))):
        return ""
    return next((text for text in short if said.search(fold(text))), "")


def more_people(name: str) -> bool:
    """Whether a name that is taken as one person's may be of two: "Hana a Petr Novákovi"."""
    return bool(re.search(r"[+&;]|\s(a|i)\s", name))


def _words(text: str) -> int:
    return len(re.findall(r"[^\W\d_]{2,}", text))


def _pieces(text: str) -> list[str]:
    """The text taken apart between people, where each part is a whole name."""
    parts = [part for part in _BETWEEN_PEOPLE.split(text) if part]
    if len(parts) > 1 and all(_whole_name(part) for part in parts):
        return parts
    parts = [part for part in re.split(r"\s*(?:,|\s[-–—]\s)\s*", text) if part]
    if len(parts) > 1 and all(_whole_name(part) and has_given_name(part) for part in parts):
        return parts
    return [text]


def _whole_name(part: str) -> bool:
    bare = _BRACKETS.sub("", _CONTACT.sub("", part))
    return (
        _words(bare) >= 2 and not is_suffix(bare) and not re.search(r"\d", _NUMBERED.sub("", bare, count=1))
    )


def _person(text: str) -> NamedPerson:
    """One person with what stands behind the name: a club in brackets, a telephone, a remark."""
    name, club = text, ""
    notes: list[str] = []
    while behind := _behind(name):
        rest, what, kind = behind
        name = rest
        if kind == "club" and not club:
            club = what
        else:
            notes.insert(0, what)
    doubts = [_("„%(text)s“ stálo u jména; je v poznámce.") % {"text": note} for note in notes]
    return NamedPerson(name, club, "; ".join(notes), tuple(doubts))


def _behind(text: str) -> tuple[str, str, str] | None:
    """The text without its last remark, the remark, and whether it is a note or a club; None without one."""
    if found := _CONTACT.search(text):
        return _cut(text, found, found[1].rstrip(")"), "note")
    if found := _BRACKETS.search(text):
        what = (found[1] or found[2] or "").strip()
        nickname = " " not in what and has_given_name(what)
        kind = "note" if re.search(r"\d{3}", what) or _a_remark(what) else "club"
        return None if is_suffix(what) or nickname or not what else _cut(text, found, what, kind)
    if found := _TAIL.search(text):
        what = found[1].strip()
        if _a_remark(what):
            return _cut(text, found, what, "note")
        head = text[: found.start()]
        if what and looks_like_a_person(head) and not has_given_name(what) and not is_suffix(what):
            return _cut(text, found, what, "club")
    return None


def _cut(text: str, found: re.Match[str], what: str, kind: str) -> tuple[str, str, str] | None:
    head = text[: found.start()].rstrip(" ,;-–—(")
    return (head, what, kind) if re.search(r"[^\W\d_]", head) else None


def _a_remark(text: str) -> bool:
    folded = fold(text)
    said = _AWAY.search(folded) or _SUBSTITUTE.search(folded)
    return bool(said) or fee_paid(text) is not None or not re.search("[a-z]", folded)
