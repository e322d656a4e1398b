"""Registrations as organisers keep them, in a workbook or CSV, to players; what is doubtful is told by row.

Nothing is lost silently: every row under the headings that holds anything becomes a registration or is
rejected with its reason. Row numbers are those the person sees in the sheet.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made_of

from django.utils.translation import gettext as _

from tournament.lib.names import (
    card_key,
    club_key,
    fold,
    has_given_name,
    readable_case,
    same_name_key,
    same_person_key,
)
from tournament.lib.package import UnreadableFile
from tournament.lib.registering import cells
from tournament.lib.registering.book import (
    DATE,
    HIDDEN,
    MERGED,
    NO_VALUE,
    ROUNDED,
    STRUCK,
    WIDE,
    Book,
    Sheet,
    SheetRow,
)
from tournament.lib.registering.files import read_book
from tournament.lib.registering.headings import heading_key
from tournament.lib.registering.reading import (
    FIELDS,
    UNUSED,
    ColumnUse,
    Reading,
    column_letters,
    heading_of,
    propose,
    says_headings,
)
from tournament.lib.workbooks import MAX_ROWS, cut_short

# Longest text of each field; longer ones are refused with a reason, never cut.
MAX_LENGTHS = {"name": 100, "club": 100, "card": 40, "team": 100, "note": 1000}

Place = tuple[str, int, int]
"""Which row: the name of its sheet, its number, and which part of it, from 0, where people share a row."""

LEFT_OUT = "-"
"""A field of ``changes``: the organiser leaves the row out."""

SHOWN = ("name", "club", "card", "fee", "team", "note")
"""What a person has once his names are put together."""

_TEXTS = tuple(field for field in FIELDS if field != UNUSED)


@dataclass(frozen=True)
class Registration:
    """One player of the file.

    ``name`` as typed, with spaces put right; "Příjmení Jméno" when the file keeps the two apart. ``readable``
    is the same with capitals made ordinary. ``fee_paid`` is None when the file does not say.
    """

    row: int
    name: str
    club: str
    card: str
    fee_paid: bool | None
    note: str
    team: str
    sheet: str = ""
    part: int = 0

    @property
    def readable(self) -> str:
        return readable_case(self.name)

    @property
    def place(self) -> Place:
        return self.sheet, self.row, self.part


@dataclass(frozen=True)
class Rejected:
    """A row that is no registration, with the reason in one Czech sentence."""

    row: int
    reason: str
    sheet: str = ""
    part: int = 0


@dataclass(frozen=True)
class Doubt:
    """A row that is taken as it stands but should be looked at, with the reason in one Czech sentence.

    Without a row it is about the whole file.
    """

    row: int | None
    reason: str
    sheet: str = ""
    part: int = 0


@dataclass(frozen=True)
class RegistrationFile:
    """What the file says. ``columns``: each heading with what it is taken for, empty when it is left out.

    ``texts``: the fields of each person, taken or rejected, as they were read and typed over.
    """

    registrations: tuple[Registration, ...]
    rejected: tuple[Rejected, ...]
    warnings: tuple[Doubt, ...]
    columns: tuple[tuple[str, str], ...]
    texts: Mapping[Place, Mapping[str, str]] = made_of(default_factory=dict, compare=False)


Changes = Mapping[Place, Mapping[str, str]]


def read_registrations(content: bytes) -> RegistrationFile:
    """The whole file as it is proposed. Raises ``UnreadableFile``, whose text is one Czech sentence."""
    book = read_book(content)
    return registrations_of(book, propose(book))


def registrations_of(
    book: Book,
    reading: Reading,
    changes: Changes | None = None,
    *,
    ordinary: Callable[[Place], bool] = lambda _place: False,
) -> RegistrationFile:
    """The people of the book by the reading; ``changes`` are fields that the organiser typed over.

    ``ordinary`` says whose name in capitals is taken in ordinary letters. A changed row is no longer refused
    for what it looks like. Raises ``UnreadableFile`` when the reading finds no names or the sheet is too
    long.
    """
    if not reading.has_names:
        raise UnreadableFile(_no_headings())
    sheets = [book.sheet(name) for name in reading.sheets]
    cut = next((sheet.cut for sheet in sheets if sheet.cut), "")
    if cut or sum(len(_below_heading(sheet, reading)) for sheet in sheets) > MAX_ROWS:
        raise UnreadableFile(cut or cut_short("rows"))
    reader = _SheetReader(reading, changes or {}, ordinary)
    for sheet in sheets:
        reader.take_sheet(sheet)
    doubts = (*_about_the_file(book, reading), *reader.doubts)
    return RegistrationFile(
        tuple(reader.registrations), tuple(reader.rejected), doubts, _columns(reading), reader.texts
    )


def _no_headings() -> str:
    return _(
        "V tabulce chybí záhlaví; nad přihláškami musí být sloupec „Příjmení a jméno“ (nebo zvlášť"
        " „Příjmení“ a „Jméno“), dále mohou být „Klub“, „Č. průkazu“, „Startovné“, „Poznámka“"
        " a „Družstvo“."
    )


def _columns(reading: Reading) -> tuple[tuple[str, str], ...]:
    words = field_words()
    return tuple((one.heading, words.get(one.field, "")) for one in reading.columns if one.heading)


def field_words() -> dict[str, str]:
    """The Czech word for each field, for the preview."""
    return {
        "name": _("jméno"),
        "surname": _("příjmení"),
        "given": _("křestní jméno"),
        "club": _("klub"),
        "card": _("průkaz"),
        "fee": _("startovné"),
        "note": _("poznámka"),
        "team": _("družstvo"),
    }


def _about_the_file(book: Book, reading: Reading) -> Iterator[Doubt]:
    """What is read of the file and what is not, where that is not plain."""
    yield from _about_the_sheets(book, reading)
    for name in reading.sheets:
        yield from _about_unread_people(book.sheet(name), reading)


def _about_unread_people(sheet: Sheet, reading: Reading) -> Iterator[Doubt]:
    """Columns that nobody reads although they hold names, and names above the heading."""
    rows = _below_heading(sheet, reading)
    for column in reading.columns:
        said = [(row, row.text(column.index)) for row in rows if row.text(column.index)]
        people = [(row, text) for row, text in said if cells.looks_like_a_person(text)]
        if column.field == UNUSED and people and 2 * len(people) >= len(said):
            row, text = people[0]
            words = {"column": _named([column]), "name": text, "row": row.number}
            told = _("Sloupec „%(column)s“ se nečte, i když v něm jsou jména („%(name)s“ na řádku %(row)d).")
            yield Doubt(None, told % words)
    names = [one.index for one in reading.columns if one.field == "name"]
    heading = heading_of(sheet, reading)
    for row in (row for row in sheet.rows if row.number < heading):
        for text in (row.text(at) for at in names if cells.looks_like_a_person(row.text(at))):
            told = _("Nad záhlavím stojí „%(name)s“; nečte se.") % {"name": text}
            yield Doubt(row.number, told, sheet.name)


def _about_the_sheets(book: Book, reading: Reading) -> Iterator[Doubt]:
    if len(reading.sheets) > 1:
        names = ", ".join(f"„{name}“" for name in reading.sheets)
        yield Doubt(None, _("Přihlášky pokračují na dalších listech; čtou se: %(names)s.") % {"names": names})
    for sheet in book.sheets:
        if sheet.name in reading.sheets or not sheet.rows:
            continue
        hidden = _("List „%(name)s“ je skrytý a nečte se.")
        left_out = hidden if sheet.hidden else _("List „%(name)s“ se nečte.")
        yield Doubt(None, left_out % {"name": sheet.name})


@dataclass(frozen=True)
class _Draft:
    """A person of a row before it is decided whether it is one: texts by field and where they come from."""

    sheet: str
    row: SheetRow
    part: int
    fields: dict[str, str]
    columns: tuple[ColumnUse, ...]
    asked: tuple[tuple[str, str], ...]
    changed: bool
    doubts: tuple[str, ...]

    @property
    def place(self) -> Place:
        return self.sheet, self.row.number, self.part

    @property
    def rest(self) -> list[str]:
        """What the row holds in columns that are read into no field."""
        return [text for _heading, text in self.asked]

    def marked(self, kind: str, *fields: str) -> list[ColumnUse]:
        """The columns with a mark among those of the fields, or of all fields."""
        return [
            one
            for one in self.columns
            if one.field in (fields or _TEXTS) and self.row.marked(kind, one.index)
        ]


class _SheetReader:
    """Takes the rows one after another and remembers whom it has already seen."""

    def __init__(self, reading: Reading, changes: Changes, ordinary: Callable[[Place], bool]) -> None:
        self.reading = reading
        self.changes = changes
        self.ordinary = ordinary
        self.texts: dict[Place, dict[str, str]] = {}
        self.registrations: list[Registration] = []
        self.rejected: list[Rejected] = []
        self.doubts: list[Doubt] = []
        self._several = len(reading.sheets) > 1
        self._groups = _groups(reading)
        self._by_card: dict[str, Registration] = {}
        self._by_name_and_club: dict[tuple[str, str], Registration] = {}
        self._without_card: dict[tuple[str, str], Registration] = {}
        self._by_name: dict[str, Registration] = {}
        self._by_likely_name: dict[str, Registration] = {}
        self._look = _Look(frozenset(), False, False)

    def take_sheet(self, sheet: Sheet) -> None:
        rows = _below_heading(sheet, self.reading)
        self._look = _look_of(rows, self.reading)
        for row in rows:
            self._take(sheet, row)

    def _take(self, sheet: Sheet, row: SheetRow) -> None:
        if says_headings(row.cells) and not any(
            place[:2] == (sheet.name, row.number) for place in self.changes
        ):
            self._reject((sheet.name, row.number, 0), _repeated_heading(row, self.reading))
            return
        for draft in self._drafts(sheet.name, row):
            if not _says_nothing(draft):
                self._decide(draft)

    def _drafts(self, sheet: str, row: SheetRow) -> Iterator[_Draft]:
        part = 0
        asked = tuple(
            (one.heading, text)
            for one in self.reading.columns
            if one.field == UNUSED and (text := row.text(one.index))
        )
        for columns in self._groups_said(row):
            fields = _fields(row, columns)
            people = _people(fields)
            cards = cells.shared_out(fields["card"], len(people))
            for person, card in zip(people, cards, strict=True):
                change = self.changes.get((sheet, row.number, part), {})
                said = _changed(_joined(fields, person, card), change)
                yield _Draft(sheet, row, part, said, columns, asked, bool(change), person.doubts)
                part += 1

    def _groups_said(self, row: SheetRow) -> list[tuple[ColumnUse, ...]]:
        """The columns of each person that the row speaks of; of the first when it speaks of nobody."""
        if len(self._groups) == 1:
            return self._groups
        said = [
            group
            for group in self._groups
            if any(row.text(one.index) for one in group if one.person is not None)
        ]
        return said or self._groups[:1]

    def _decide(self, draft: _Draft) -> None:
        registration = _registration(draft, self.ordinary(draft.place))
        self.texts[draft.place] = {name: draft.fields[name] for name in SHOWN}
        if LEFT_OUT in draft.fields:
            self._reject(draft.place, _("Vynecháno pořadatelem."))
            return
        reason = _no_player(registration, draft, self._look) or self._repeated(registration)
        if reason:
            self._reject(draft.place, reason)
            return
        for doubt in (*_doubts_of_row(registration, draft, self._look), *self._namesake(registration)):
            self.doubts.append(
                Doubt(draft.row.number, self._told(draft.sheet, doubt), draft.sheet, draft.part)
            )
        self._remember(registration)

    def _reject(self, place: Place, reason: str) -> None:
        sheet, row, part = place
        self.rejected.append(Rejected(row, self._told(sheet, reason), sheet, part))

    def _told(self, sheet: str, reason: str) -> str:
        """A sentence about a row, with its sheet where rows of several have the same numbers."""
        return (
            _("List „%(sheet)s“: %(reason)s") % {"sheet": sheet, "reason": reason}
            if self._several
            else reason
        )

    def _where(self, known: Registration) -> str:
        where = _("%(row)d listu „%(sheet)s“") if self._several else "%(row)d"
        return where % {"row": known.row, "sheet": known.sheet}

    def _remember(self, new: Registration) -> None:
        self.registrations.append(new)
        if new.card:
            self._by_card[card_key(new.card)] = new
        else:
            self._without_card.setdefault(_name_and_club(new), new)
        self._by_name_and_club.setdefault(_name_and_club(new), new)
        self._by_name.setdefault(same_name_key(new.name), new)
        self._by_likely_name.setdefault(same_person_key(new.name), new)

    def _repeated(self, new: Registration) -> str:
        """Why the row is a person already taken (the same card, else the same name and club), or nothing."""
        known = self._by_card.get(card_key(new.card)) if new.card else None
        if known:
            place = {"card": new.card, "name": known.name, "row": self._where(known)}
            return _("Průkaz č. %(card)s má už hráč %(name)s na řádku %(row)s.") % place
        # Two cards are two people, be they of one name and one club.
        alike = self._without_card if new.card else self._by_name_and_club
        known = alike.get(_name_and_club(new))
        if known:
            place = {"name": new.name, "row": self._where(known)}
            return _("Hráč %(name)s ze stejného klubu je už na řádku %(row)s.") % place
        return ""

    def _namesake(self, new: Registration) -> Iterator[str]:
        known = self._by_name.get(same_name_key(new.name))
        likely = self._by_likely_name.get(same_person_key(new.name))
        if known:
            yield _("Stejné jméno je na řádku %(row)s s jiným klubem nebo průkazem; jsou to dva hráči?") % {
                "row": self._where(known)
            }
        elif likely:
            yield _("Jméno se podobá hráči %(name)s z řádku %(row)s; není to týž hráč?") % {
                "name": likely.name,
                "row": self._where(likely),
            }


def _name_and_club(registration: Registration) -> tuple[str, str]:
    return same_name_key(registration.name), club_key(registration.club)


def _below_heading(sheet: Sheet, reading: Reading) -> list[SheetRow]:
    heading = heading_of(sheet, reading)
    return [row for row in sheet.rows if row.number > heading]


def _repeated_heading(row: SheetRow, reading: Reading) -> str:
    used = [one for one in reading.columns if one.field != UNUSED and one.heading]
    if all(heading_key(row.text(one.index)) == heading_key(one.heading) for one in used):
        return _("Opakované záhlaví tabulky, ne hráč.")
    return _("Další záhlaví s jinými sloupci; řádky pod ním se čtou podle prvního, zkontrolujte je.")


def _groups(reading: Reading) -> list[tuple[ColumnUse, ...]]:
    """The columns of each person of a row, with those that belong to everybody."""
    used = [one for one in reading.columns if one.field != UNUSED]
    people = sorted({one.person for one in used if one.person is not None})
    return [tuple(one for one in used if one.person in {person, None}) for person in people]


@dataclass(frozen=True)
class _Look:
    """How the people of a sheet look, so that what looks otherwise can be told: folded clubs, names of more
    words, more cells than the name."""

    clubs: frozenset[str]
    whole_names: bool
    more_cells: bool


def _look_of(rows: Sequence[SheetRow], reading: Reading) -> _Look:
    clubs = [one.index for one in reading.columns if one.field == "club"]
    named = {row.text(at)[: MAX_LENGTHS["club"]] for row in rows for at in clubs}
    names = [one.index for one in reading.columns if one.field == "name"]
    said = [text for row in rows for at in names if (text := row.text(at))]
    whole = sum(" " in text for text in said)
    more = sum(sum(map(bool, row.cells)) > 1 for row in rows)
    return _Look(
        clubs=frozenset(key for club in named if (key := club_key(club))),
        whole_names=bool(said) and 3 * whole >= 2 * len(said),
        more_cells=2 * more > len(rows),
    )


def _fields(row: SheetRow, columns: Iterable[ColumnUse]) -> dict[str, str]:
    """Texts of a person by field; every field is there, an absent one empty. Notes are put together."""
    found = dict.fromkeys(_TEXTS, "")
    for one in columns:
        text = row.text(one.index)
        if one.field not in {"name", "surname", "given", "card"}:
            text = cells.one_line(text)
        if text and found[one.field] and one.field == "note":
            text = f"{found['note']}; {text}"
        elif found[one.field]:
            continue
        found[one.field] = text
    return found


def _people(fields: Mapping[str, str]) -> tuple[cells.NamedPerson, ...]:
    if fields["name"]:
        return cells.people_in(fields["name"])
    return cells.people_apart(fields["surname"], fields["given"])


def _joined(fields: Mapping[str, str], person: cells.NamedPerson, card: str) -> dict[str, str]:
    """The fields of one of the people of a row, with what stood beside the name."""
    club, beside = (fields["club"] or person.club), [fields["note"], person.note]
    if fields["club"] and person.club and club_key(person.club) != club_key(club):
        beside.append(person.club)
    note = "; ".join(text for text in beside if text)
    return {**fields, "full": fields["name"], "name": person.name, "club": club, "card": card, "note": note}


def _changed(fields: dict[str, str], change: Mapping[str, str]) -> dict[str, str]:
    """The fields with what the organiser typed over them."""
    said = {**fields, **change}
    if "name" not in change and not {"surname", "given"}.isdisjoint(change):
        said["name"] = f"{said['surname']} {said['given']}".strip()
    return said


def _registration(draft: _Draft, ordinary: bool) -> Registration:
    fields = draft.fields
    return Registration(
        row=draft.row.number,
        name=readable_case(fields["name"]) if ordinary else fields["name"],
        club=fields["club"],
        card=cells.card_number(cells.one_line(fields["card"])),
        fee_paid=cells.fee_paid(fields["fee"]),
        note=fields["note"],
        team=fields["team"],
        sheet=draft.sheet,
        part=draft.part,
    )


def _says_nothing(draft: _Draft) -> bool:
    """Nothing but an order number, or what is merged from above: a line nobody has signed up on yet."""
    if draft.changed or draft.marked(NO_VALUE, "name", "surname"):
        return False
    typed = [
        one for one in draft.columns if draft.row.text(one.index) and not draft.row.marked(MERGED, one.index)
    ]
    return not typed and not any(re.search(r"[^\d.]", text) for text in draft.rest)


def _no_player(registration: Registration, draft: _Draft, look: _Look) -> str:
    """Why the row is no registration; empty when it is one."""
    name, fields = registration.name, draft.fields
    if not draft.changed:
        labels = (name,) if name else (*draft.rest, fields["club"], fields["note"])
        total = next((text for text in labels if len(text) <= 100 and _is_total(text)), "")
        if total:
            return _("Součtový řádek („%(text)s“), ne hráč.") % {"text": total}
        if name and _is_subheading(registration, draft, look):
            return _("Mezititulek („%(text)s“), ne hráč.") % {"text": _shortened(name)}
    if not name:
        return _without_name(draft)
    for field, longest in MAX_LENGTHS.items():
        length = len(getattr(registration, field))
        if length > longest:
            return _("%(field)s má %(length)d znaků, vejde se nejvýš %(longest)d.") % {
                "field": _field_names()[field],
                "length": length,
                "longest": longest,
            }
    return ""


def _without_name(draft: _Draft) -> str:
    remarks = [text for text in draft.rest if re.search(r"[^\d.]", text)]
    said = [cells.one_line(draft.fields[field]) for field in _TEXTS]
    found = ", ".join(text for text in (*said, *remarks) if text)
    if not found:
        return _("Chybí jméno hráče; vzorec, který ho má dát, nemá hodnotu.")
    return _("Chybí jméno hráče (v řádku je: %(found)s).") % {"found": _shortened(found)}


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


# Words that stand above a part of a list.
_SECTIONS = re.compile(
    r"(klub|oddil|mk|hospoda|druzstvo|tym|skupina|kategorie|okres|kraj) .+"
    r"|(muzi|zeny|juniori|seniori|hoste|nahradnici|odhlaseni|omluveni|domaci|hraci|registrovani|neregistrovani)"
)


def _is_subheading(registration: Registration, draft: _Draft, look: _Look) -> bool:
    """A line above a part of the list ("K2 Praha:", "Náhradníci", a club): nothing stands in it but that."""
    alone = sum(map(bool, draft.row.cells)) == 1
    if not alone or draft.part:
        return False
    key = fold(registration.name).rstrip(" :")
    return (
        registration.name.endswith(":")
        or bool(_SECTIONS.fullmatch(key))
        or club_key(key) in look.clubs
        or (look.more_cells and bool(draft.marked(WIDE, "name", "surname")))
    )


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


def _doubts_of_row(new: Registration, draft: _Draft, look: _Look) -> Iterator[str]:
    yield from _doubts_of_name(new, draft, look)
    yield from draft.doubts
    fields = draft.fields
    if new.card and not draft.changed:
        dated, rounded = (bool(draft.marked(kind, "card")) for kind in (DATE, ROUNDED))
        if doubt := cells.card_doubt(new.card, dated, rounded):
            yield doubt
    if fields["fee"] and cells.fee_paid(fields["fee"]) is None:
        yield _("Startovné „%(text)s“ není jasné; beru je jako nezaplacené.") % {
            "text": _shortened(fields["fee"])
        }
    yield from _doubts_of_look(draft)
    yield from _doubts_of_status(draft)


def _doubts_of_name(new: Registration, draft: _Draft, look: _Look) -> Iterator[str]:
    """At most one thing is said of a name that does not look like one; capitals are told beside it."""
    name, fields = new.name, draft.fields
    if name.startswith("="):
        yield _("Jméno začíná rovnítkem, beru ho jako text.")
    elif not any(ch.isalpha() for ch in name):
        yield _("Jméno „%(name)s“ nemá žádné písmeno.") % {"name": name}
    elif re.search(r"\ufffd|\w\?\w|[ÃÄĹĂ][^\w\s]", name):
        yield _("Jméno „%(name)s“ má poškozená písmena; opravte je.") % {"name": name}
    elif re.search(r"[:@/]|\d\d|\b(např|vzor|příklad)\b", name.lower()):
        yield _("„%(name)s“ nevypadá jako jméno hráče; zkontrolujte je.") % {"name": name}
    elif cells.more_people(name):
        yield _("„%(name)s“ vypadá jako víc lidí; přihlásí se jako jeden.") % {"name": name}
    elif _may_be_subheading(name, draft, look):
        yield _("„%(name)s“ stojí v řádku samo; není to mezititulek?") % {"name": name}
    if not draft.changed and bool(fields["surname"]) != bool(fields["given"]) and not fields["full"]:
        yield _("Je vyplněné jen jméno, nebo jen příjmení.")
    if new.readable != name:
        yield _("Jméno je psané velkými písmeny; obyčejnými je to „%(name)s“.") % {"name": new.readable}


def _may_be_subheading(name: str, draft: _Draft, look: _Look) -> bool:
    """A line with nothing but a word, or but words of which none is a given name where others say more."""
    alone = sum(map(bool, draft.row.cells)) == 1
    one_word = look.whole_names and " " not in name
    return alone and (one_word or (look.more_cells and not has_given_name(name)))


def _doubts_of_look(draft: _Draft) -> Iterator[str]:
    """What the sheet shows by other means than words."""
    formulas = draft.marked(NO_VALUE)
    if formulas:
        yield _("Vzorce bez hodnoty beru jako prázdné: %(columns)s.") % {"columns": _named(formulas)}
    struck = draft.marked(STRUCK)
    if struck:
        yield _("V řádku je přeškrtnuto: %(columns)s.") % {"columns": _named(struck)}
    dates = draft.marked(DATE, "name", "surname", "given", "club", "team")
    if dates:
        yield _("Místo textu je v řádku datum: %(columns)s.") % {"columns": _named(dates)}
    if draft.row.marked(HIDDEN):
        yield _("Řádek je v tabulce skrytý, nejspíš filtrem; přihlásí se také.")


def _named(columns: Sequence[ColumnUse]) -> str:
    return ", ".join(one.heading or column_letters(one.index) for one in columns)


def _doubts_of_status(draft: _Draft) -> Iterator[str]:
    said = [cells.one_line(draft.fields[field]) for field in _TEXTS if field not in {"surname", "given"}]
    texts = (*said, *draft.rest)
    asked = next((one for one in draft.asked if cells.away_by_heading(*one)), None)
    if asked and not cells.away(texts):
        told = _("V řádku je „%(heading)s: %(text)s“; hráč se přesto přihlásí.")
        yield told % {"heading": asked[0], "text": _shortened(asked[1])}
    if text := cells.away(texts):
        yield _("V řádku je „%(text)s“; hráč se přesto přihlásí.") % {"text": _shortened(text)}
    if text := cells.substitute(texts):
        yield _("V řádku je „%(text)s“; přihlásí se jako ostatní.") % {"text": _shortened(text)}
