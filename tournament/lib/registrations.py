"""Registrations as organisers keep them, in a workbook or CSV, to players; what is doubtful is told by row.

Nothing is lost silently: every row under the headings that holds anything becomes a registration or is
rejected with its reason. Row numbers are those the person sees in the sheet.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from django.utils.translation import gettext as _

from tournament.lib.excel import UnreadableFile
from tournament.lib.names import club_key, fold, normalise, readable_case, same_name_key, same_person_key
from tournament.lib.registration_columns import Headings, find_headings
from tournament.lib.table_files import Row, read_rows

__all__ = ["Doubt", "Registration", "RegistrationFile", "Rejected", "UnreadableFile", "read_registrations"]

# Longest text of each field; longer ones are refused with a reason, never cut.
MAX_LENGTHS = {"name": 100, "club": 100, "card": 40, "team": 100, "note": 1000}


@dataclass(frozen=True)
class Registration:
    """One player of the file.

    ``name`` as typed, with spaces put right and capitals made readable; "Příjmení Jméno" when the file keeps
    the two apart. ``fee_paid`` is None when the file does not say.
    """

    row: int
    name: str
    club: str
    card: str
    fee_paid: bool | None
    note: str
    team: str


@dataclass(frozen=True)
class Rejected:
    """A row that is no registration, with the reason in one Czech sentence."""

    row: int
    reason: str


@dataclass(frozen=True)
class Doubt:
    """A row that is taken as it stands but should be looked at, with the reason in one Czech sentence."""

    row: int
    reason: str


@dataclass(frozen=True)
class RegistrationFile:
    """What the file says. ``columns``: each heading with what it is taken for, empty when it is left out."""

    registrations: tuple[Registration, ...]
    rejected: tuple[Rejected, ...]
    warnings: tuple[Doubt, ...]
    columns: tuple[tuple[str, str], ...]


def read_registrations(content: bytes) -> RegistrationFile:
    """Reads a workbook (first sheet) or a CSV in any usual encoding and with any usual delimiter.

    Raises ``UnreadableFile``, whose text is one Czech sentence, when the file is no such table or has no
    headings.
    """
    readings = [(find_headings(rows), rows) for rows in read_rows(content)]
    headings, rows = max(readings, key=lambda reading: reading[0].score if reading[0] else 0)
    if headings is None:
        raise UnreadableFile(
            _(
                "V tabulce chybí záhlaví; nad přihláškami musí být sloupec „Příjmení a jméno“ (nebo zvlášť"
                " „Příjmení“ a „Jméno“), dále mohou být „Klub“, „Č. průkazu“, „Startovné“, „Poznámka“"
                " a „Družstvo“."
            )
        )
    reader = _Reader(headings)
    for row in rows:
        if row[0] > headings.row:
            reader.take(row)
    return RegistrationFile(
        tuple(reader.registrations), tuple(reader.rejected), tuple(reader.doubts), headings.columns()
    )


def cell_text(value: object) -> str:
    """A cell as a person reads it: whole numbers without decimals, dates in Czech order."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "ano" if value else "ne"
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() else str(value).replace(".", ",")
    if isinstance(value, datetime | date):
        return f"{value.day}. {value.month}. {value.year}"
    if isinstance(value, time):
        return f"{value:%H:%M}"
    return normalise(str(value))


class _Reader:
    """Takes the rows one after another and remembers whom it has already seen."""

    def __init__(self, headings: Headings) -> None:
        self.headings = headings
        self.registrations: list[Registration] = []
        self.rejected: list[Rejected] = []
        self.doubts: list[Doubt] = []
        self._by_card: dict[str, Registration] = {}
        self._by_name_and_club: dict[tuple[str, str], list[Registration]] = {}
        self._by_name: dict[str, Registration] = {}
        self._by_likely_name: dict[str, Registration] = {}

    def take(self, row: Row) -> None:
        number, cells = row
        texts = [cell_text(cell) for cell in cells]
        if self.headings.repeated_by(texts):
            self.rejected.append(Rejected(number, _("Opakované záhlaví tabulky, ne hráč.")))
            return
        fields = self.headings.fields(texts)
        rest = self.headings.other_texts(texts)
        if _says_nothing(fields, rest):
            return
        registration = _registration(number, fields)
        reason = _no_player(registration, fields, rest) or self._repeated(registration)
        if reason:
            self.rejected.append(Rejected(number, reason))
            return
        doubts = [*_doubts_of_row(registration, fields), *self._namesake(registration)]
        self.doubts.extend(Doubt(number, doubt) for doubt in doubts)
        self._remember(registration)

    def _remember(self, new: Registration) -> None:
        self.registrations.append(new)
        if new.card:
            self._by_card[card_key(new.card)] = new
        self._by_name_and_club.setdefault(_name_and_club(new), []).append(new)
        self._by_name.setdefault(same_name_key(new.name), new)
        self._by_likely_name.setdefault(same_person_key(new.name), new)

    def _repeated(self, new: Registration) -> str:
        """Why the row is a person already taken (the same card, else the same name and club), or nothing."""
        known = self._by_card.get(card_key(new.card)) if new.card else None
        if known:
            place = {"card": new.card, "name": known.name, "row": known.row}
            return _("Průkaz č. %(card)s má už hráč %(name)s na řádku %(row)d.") % place
        for known in self._by_name_and_club.get(_name_and_club(new), []):
            # Two cards are two people, be they of one name and one club.
            if not (new.card and known.card):
                place = {"name": new.name, "row": known.row}
                return _("Hráč %(name)s ze stejného klubu je už na řádku %(row)d.") % place
        return ""

    def _namesake(self, new: Registration) -> Iterator[str]:
        known = self._by_name.get(same_name_key(new.name))
        likely = self._by_likely_name.get(same_person_key(new.name))
        if known:
            yield _("Stejné jméno je na řádku %(row)d s jiným klubem nebo průkazem; jsou to dva hráči?") % {
                "row": known.row
            }
        elif likely:
            yield _("Jméno se podobá hráči %(name)s z řádku %(row)d; není to týž hráč?") % {
                "name": likely.name,
                "row": likely.row,
            }


def card_key(card: str) -> str:
    """Key for comparing card numbers: no spaces, no case. Leading zeros count."""
    return fold(card).replace(" ", "")


def _name_and_club(registration: Registration) -> tuple[str, str]:
    return same_name_key(registration.name), club_key(registration.club)


def _registration(row: int, fields: dict[str, str]) -> Registration:
    name = fields["name"] or f"{fields['surname']} {fields['given']}".strip()
    return Registration(
        row=row,
        name=readable_case(name),
        club=fields["club"],
        # A card number that went through a program as a decimal number.
        card=re.sub(r"^(\d+)[.,]0$", r"\1", fields["card"]),
        fee_paid=_paid(fields["fee"]),
        note=fields["note"],
        team=fields["team"],
    )


def _says_nothing(fields: dict[str, str], rest: Sequence[str]) -> bool:
    """Nothing but a prepared order number: a line nobody has signed up on yet."""
    return not any(fields.values()) and all(
        re.fullmatch(r"[\d.]*", text) or text.startswith("=") for text in rest
    )


def _no_player(registration: Registration, fields: dict[str, str], rest: Sequence[str]) -> str:
    """Why the row is no registration; empty when it is one."""
    name = registration.name
    labels = (name,) if name else (*rest, fields["club"], fields["note"])
    total = next((text for text in labels if _is_total(text)), "")
    if total:
        return _("Součtový řádek („%(text)s“), ne hráč.") % {"text": total}
    if not name:
        remarks = [text for text in rest if re.search(r"[^\d.]", text)]
        found = ", ".join(text for text in (*fields.values(), *remarks) if text)
        return _("Chybí jméno hráče (v řádku je: %(found)s).") % {"found": _shortened(found)}
    for field, longest in MAX_LENGTHS.items():
        length = len(getattr(registration, field))
        if length > longest:
            return _("%(field)s má %(length)d znaků, vejde se nejvýš %(longest)d.") % {
                "field": _field_names()[field],
                "length": length,
                "longest": longest,
            }
    return ""


def _field_names() -> dict[str, str]:
    return {
        "name": _("Jméno"),
        "club": _("Klub"),
        "card": _("Průkaz"),
        "team": _("Družstvo"),
        "note": _("Poznámka"),
    }


def _shortened(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"


_TOTALS = {"celkem", "celkově", "součet", "soucet", "mezisoučet", "mezisoucet", "suma", "total",
"dohromady", "úhrnem",
           "uhrnem", "počet", "pocet", "vybráno", "vybrano", "σ"}  # fmt: skip
_BESIDE_TOTALS = _TOTALS | {
    "hráčů", "hráči", "hracu", "hraci", "osob", "účastníků", "ucastniku", "přihlášek", "prihlasek",
    "přihlášených",
    "prihlasenych", "startovné", "startovneho", "startovného", "startovne", "kč", "kc", "za", "na",
    "je", "a", "v",
    "částka", "castka", "zaplaceno", "zaplacených", "zaplacenych", "přihlášeno", "prihlaseno",
}  # fmt: skip


# Words that make a row a total wherever it begins or ends with them.
_SURE_TOTALS = {"celkem", "součet", "soucet", "mezisoučet", "mezisoucet", "dohromady", "úhrnem", "uhrnem"}


def _is_total(text: str) -> bool:
    """ "Celkem", "Součet:", "Celkem 26 hráčů", "K úhradě celkem"; but not Mr Šuma, whose letters count."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    if not words:
        return False
    at_the_edge = bool({words[0], words[-1]} & _SURE_TOTALS)
    return at_the_edge or (bool(_TOTALS.intersection(words)) and _BESIDE_TOTALS.issuperset(words))


def _doubts_of_row(new: Registration, fields: dict[str, str]) -> Iterator[str]:
    if new.name.startswith("="):
        yield _("Jméno začíná rovnítkem, beru ho jako text.")
    elif not any(ch.isalpha() for ch in new.name):
        yield _("Jméno „%(name)s“ nemá žádné písmeno.") % {"name": new.name}
    elif re.search(r"\ufffd|\w\?\w|[ÃÄĹĂ][^\w\s]", new.name):
        yield _("Jméno „%(name)s“ má poškozená písmena; opravte je.") % {"name": new.name}
    elif re.search(r"[:@/]|\d\d", new.name):
        yield _("„%(name)s“ nevypadá jako jméno hráče; zkontrolujte je.") % {"name": new.name}
    if not fields["name"] and not (fields["surname"] and fields["given"]):
        yield _("Je vyplněné jen jméno, nebo jen příjmení.")
    if fields["fee"] and _paid(fields["fee"]) is None:
        yield _("Startovné „%(text)s“ není jasné; beru je jako nezaplacené.") % {
            "text": _shortened(fields["fee"])
        }


_PAID = re.compile(
    r"(ano|yes|ok|true|zaplacen\w*|zaplatil\w*|uhrazen\w*|uhradil\w*|hotov\w*|v hotovosti|prevod\w*|kartou"
    r"|na ucet)\b.*|[ayx✓✔√☑]|\d{1,2}\. ?\d{1,2}\.( ?\d{2,4})?"
)
_UNPAID = re.compile(
    r"(ne|no|false|nezapl\w*|neuhra\w*|dluzi|dluh|na miste|zaplati|doplati|zatim)\b.*|n|[-–—✗✘]+"
)
_AMOUNT = re.compile(r"(\d[\d ]*)([.,]\d{1,2}|[.,][-–—]+)? ?(kc|czk|,-)?\.?")


def _paid(text: str) -> bool | None:
    """Whether the fee is paid by what stands in its cell; None when that is empty or cannot be read."""
    folded = fold(text)
    amount = _AMOUNT.fullmatch(folded)
    if amount:
        return bool(re.search("[1-9]", folded))
    if _UNPAID.fullmatch(folded):
        return False
    return True if _PAID.fullmatch(folded) else None
