"""A file of registrations turned into entries: what each row becomes, then all of it in one transaction."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actors import Actor
from tournament.errors import Refused
from tournament.journal.actions import ENTRIES, declare
from tournament.journal.write import log_write
from tournament.lib.batches import Batch
from tournament.lib.names import card_key, club_key, normalise, same_name_key, same_person_key
from tournament.lib.registrations import Doubt, Registration, Rejected
from tournament.models import Entry, Player, Submission, Tournament
from tournament.selectors.entries import described, entries_of
from tournament.selectors.people import Recognised, described_person, known_people, people_to_register
from tournament.services.checks import check_fields
from tournament.services.entries import (
    BY_THE_TABLE,
    DETAILS,
    Details,
    entries_made,
    entries_ready,
    take_numbers,
    texts_of,
)
from tournament.services.payments import payments_ready
from tournament.services.writes import answer_once, lock_tournament

IMPORTED = declare("tournament.entries.imported", gettext_lazy("Přihlášky nahrány ze souboru"), area=ENTRIES)

ATTEMPTS = 3
"""How often a file is made ready before the lock; then once under it, where nothing changes any more."""

LONGEST = {
    field.name: field.max_length or 0 for field in Entry._meta.concrete_fields if field.name in DETAILS
}
LONGEST_NOTE = LONGEST["note"]

NEW, UPDATED, REJECTED = "new", "updated", "rejected"


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """What one row of the file becomes.

    ``kind`` is ``new`` (``person`` is the known person he is, if any), ``updated`` (``entry`` is the player
    found, ``changes`` the fields that will differ) or ``rejected`` with its ``reason``; ``warnings`` are what
    somebody should look at.
    """

    registration: Registration
    kind: str
    details: Details
    entry: Entry | None = None
    person: Player | None = None
    changes: Mapping[str, Any] | None = None
    reason: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def row(self) -> int:
        """Its number in the sheet."""
        return self.registration.row


@dataclass(frozen=True, slots=True)
class ImportReport:
    """How an import ended: counts, and each row that needs a person's eye with its number in the sheet."""

    created: int
    updated: int
    rejected: tuple[Rejected, ...]
    warnings: tuple[Doubt, ...]

    def to_json(self) -> dict[str, Any]:
        """As the command ``import_players`` prints it."""
        return {
            "created": self.created,
            "updated": self.updated,
            "rejected": [{"row": one.row, "reason": one.reason} for one in self.rejected],
            "warnings": [{"row": one.row, "reason": one.reason} for one in self.warnings],
        }


def report_from(*, data: Mapping[str, Any]) -> ImportReport:
    """The report back from its JSON."""
    return ImportReport(
        created=data["created"],
        updated=data["updated"],
        rejected=tuple(Rejected(row=one["row"], reason=one["reason"]) for one in data["rejected"]),
        warnings=tuple(Doubt(row=one["row"], reason=one["reason"]) for one in data["warnings"]),
    )


def entries_import_plan(
    *, tournament: Tournament, by: Actor, registrations: Sequence[Registration]
) -> list[PlannedRow]:
    """What each registration becomes; reads only. Rows keep the order of the file."""
    return _plan(tournament, by, _read(registrations))


def report_of(
    *, plan: Sequence[PlannedRow], rejected: Sequence[Rejected] = (), warnings: Sequence[Doubt] = ()
) -> ImportReport:
    """The report of a plan; ``rejected`` and ``warnings`` are those found while reading the file."""
    refused = [*rejected, *(Rejected(row=one.row, reason=one.reason) for one in plan if one.kind == REJECTED)]
    doubts = [*warnings, *(Doubt(row=one.row, reason=text) for one in plan for text in one.warnings)]
    return ImportReport(
        created=sum(one.kind == NEW for one in plan),
        updated=sum(one.kind == UPDATED for one in plan),
        rejected=tuple(sorted(refused, key=lambda one: one.row)),
        warnings=tuple(sorted(doubts, key=lambda one: one.row or 0)),
    )


def entries_import(
    *,
    tournament: Tournament,
    by: Actor,
    registrations: Sequence[Registration],
    rejected: Sequence[Rejected] = (),
    warnings: Sequence[Doubt] = (),
    source: str = "",
    submission: uuid.UUID | None = None,
) -> ImportReport:
    """Write a whole file of registrations, or nothing.

    Already in the tournament (same card, else same name and club) means updated, even when nothing
    differs; an empty cell erases nothing and a fee that was taken is never unticked. The same name with
    another card or club is a new player and a warning. ``source`` is the file's name for the log. The
    same ``submission`` again gives the report of the first one.
    """

    name, read = source or _("přihlášky"), _read(registrations)

    def create(prepared: _Prepared, *, patient: bool) -> dict[str, Any]:
        lock_tournament(tournament=tournament)
        if prepared.state != _state(tournament, by, held=True):
            if patient:
                raise _Changed
            prepared = _prepare(tournament, by, read)
        take_numbers(tournament=tournament, count=prepared.new)
        for batch in prepared.batches:
            batch.write()
        report = report_of(plan=prepared.plan, rejected=rejected, warnings=warnings).to_json()
        log_write(
            tournament=tournament, by=by, action=IMPORTED, subject=name, object_id=submission, new=report
        )
        return {"tournament": str(tournament.pk), "source": name, "report": report}

    for attempt in range(ATTEMPTS):
        prepared, patient = _prepare(tournament, by, read), attempt + 1 < ATTEMPTS
        with suppress(_Changed):
            answer = answer_once(
                submission=submission, action=IMPORTED, create=partial(create, prepared, patient=patient)
            )
            break
    return report_from(data=answer["report"])


@dataclass(frozen=True, slots=True)
class FinishedImport:
    """An import that was written: the name of its file and how it ended."""

    source: str
    report: ImportReport


def finished_import(*, tournament: Tournament, submission: uuid.UUID) -> FinishedImport | None:
    """How the import of this key ended; ``None`` when there is none in the tournament."""
    done = Submission.objects.filter(
        key=submission, action=IMPORTED, answer__tournament=str(tournament.pk)
    ).first()
    if done is None or done.answer is None:
        return None
    return FinishedImport(done.answer["source"], report_from(data=done.answer["report"]))


@dataclass(frozen=True, slots=True)
class _Read:
    """A registration made ready to be compared: its tidy details and what is wrong with them."""

    registration: Registration
    details: Details
    wrong: str


def _read(registrations: Iterable[Registration]) -> list[_Read]:
    tidied = ((registration, _details(registration)) for registration in registrations)
    return [_Read(registration, details, _wrong(details)) for registration, details in tidied]


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A file made ready to be written, and the state of the tournament from which that follows."""

    state: tuple[Any, ...]
    plan: list[PlannedRow]
    new: int
    batches: list[Batch]


class _Changed(Exception):
    """Somebody has changed the tournament since the file was made ready."""


def _prepare(tournament: Tournament, by: Actor, rows: Iterable[_Read]) -> _Prepared:
    """Everything that takes long; nobody has to wait for it as long as nothing is locked."""
    state = _state(tournament, by)
    plan = _plan(tournament, by, rows)
    new = [one for one in plan if one.kind == NEW]
    people = [(one.details, bool(one.registration.fee_paid), one.person) for one in new]
    made = entries_made(tournament=tournament, people=people, first=state[0])
    known_already = [(one.entry, dict(one.changes or {})) for one in plan if one.entry]
    paid = [entry for entry, changes in known_already if changes.pop("fee_paid", False)]
    changes = [(entry, changes) for entry, changes in known_already if changes]
    batches = entries_ready(tournament=tournament, by=by, new=made, changes=changes)
    paid += [entry for entry in made if entry.fee_paid]
    batches += payments_ready(tournament=tournament, entries=paid, by=by, note=BY_THE_TABLE)
    return _Prepared(state, plan, len(new), batches)


def _state(tournament: Tournament, by: Actor, *, held: bool = False) -> tuple[Any, ...]:
    """What the plan of a file follows from: the next number, the fees, the entries, the known people.

    Presence is not in it: taps at the door do not disturb an import. ``held``: the entries stay as they are
    until the caller's transaction ends.
    """
    entries = entries_of(tournament)
    if held:
        entries = entries.select_for_update(of=("self",), no_key=True)
    tournament.refresh_from_db(fields=["next_number", "fee"])
    people = people_to_register(tournament, by).order_by("pk")
    seen = ("pk", *DETAILS, "fee_paid", "fee_category", "fee_free_reason", "withdrawn_after")
    return (
        tournament.next_number,
        tournament.fee,
        tournament.payments.count(),
        tuple(tournament.fee_categories.values_list("pk", "amount")),
        tuple(entries.values_list(*seen, "player__version")),
        tuple(people.values_list("pk", "version")),
    )


def _plan(tournament: Tournament, by: Actor, rows: Iterable[_Read]) -> list[PlannedRow]:
    matching = _Matching(entries_of(tournament).select_related("player"))
    plan = [matching.place(row) for row in rows]
    new = [one.details for one in plan if one.kind == NEW]
    known = iter(known_people(tournament, by, new))
    return [_with_person(one, next(known)) if one.kind == NEW else one for one in plan]


def _with_person(planned: PlannedRow, known: Recognised) -> PlannedRow:
    """A new row with the known person it means; likely ones are asked about, never joined."""
    if not known.likely:
        return replace(planned, person=known.person)
    who = ", ".join(described_person(person) for person in known.likely)
    text = _("Z minulých turnajů znáte: %(who)s; není to táž osoba? %(name)s se bere jako nová osoba.")
    told = text % {"who": who, "name": planned.details.name}
    return replace(planned, warnings=(*planned.warnings, told))


class _Matching:
    """Finds for each row the entry it means; remembers which rows of the file came before."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._by_card: dict[str, Entry] = {}
        self._by_name_and_club: dict[tuple[str, str], list[Entry]] = {}
        self._by_likely_name: dict[str, list[Entry]] = {}
        for entry in entries:
            if entry.card:
                self._by_card.setdefault(card_key(entry.card), entry)
            self._by_name_and_club.setdefault(_name_and_club(entry), []).append(entry)
            self._by_likely_name.setdefault(same_person_key(entry.name), []).append(entry)
        self._taken: dict[uuid.UUID, Registration] = {}
        self._cards: dict[str, Registration] = {}
        self._names: dict[tuple[str, str], Registration] = {}
        self._names_without_card: dict[tuple[str, str], Registration] = {}

    def place(self, read: _Read) -> PlannedRow:
        registration, details = read.registration, read.details
        reason = read.wrong or self._repeated(details)
        if reason:
            return PlannedRow(registration, REJECTED, details, reason=reason)
        entry = self._find(details)
        if entry is None:
            return self._place_new(registration, details)
        earlier = self._taken.setdefault(entry.pk, registration)
        if earlier is not registration:
            return PlannedRow(registration, REJECTED, details, reason=_same_as(earlier))
        if details.card:
            self._cards.setdefault(card_key(details.card), registration)
        return PlannedRow(
            registration,
            UPDATED,
            details,
            entry=entry,
            changes=_changes(entry, details, registration.fee_paid),
            warnings=(*_cut(registration), *_doubts(entry, details, registration.fee_paid)),
        )

    def _place_new(self, registration: Registration, details: Details) -> PlannedRow:
        person = _name_and_club(details)
        self._names.setdefault(person, registration)
        if details.card:
            self._cards.setdefault(card_key(details.card), registration)
        else:
            self._names_without_card.setdefault(person, registration)
        warnings = (*_cut(registration), *self._alike(details))
        return PlannedRow(registration, NEW, details, warnings=warnings)

    def _find(self, details: Details) -> Entry | None:
        """By card, else by name and club where the cards do not contradict each other."""
        if details.card and (holder := self._by_card.get(card_key(details.card))):
            return holder
        alike = self._by_name_and_club.get(_name_and_club(details), [])
        open_to = [entry for entry in alike if not (entry.card and details.card)]
        # Of two namesakes of one club the file means first the one whose card it leaves empty too.
        open_to.sort(key=lambda entry: (entry.pk in self._taken, bool(entry.card), entry.number))
        return open_to[0] if open_to else None

    def _repeated(self, details: Details) -> str:
        """Why the row is somebody of an earlier row; two cards are two people, be they of one name."""
        if details.card:
            earlier = self._cards.get(card_key(details.card))
            earlier = earlier or self._names_without_card.get(_name_and_club(details))
        else:
            earlier = self._names.get(_name_and_club(details))
        return _same_as(earlier) if earlier else ""

    def _alike(self, details: Details) -> list[str]:
        """Likely matches in the tournament; those inside the file were told by its reader."""
        return [
            _("Stejné nebo podobné jméno má v turnaji už %(who)s. %(name)s se zapíše jako další hráč.")
            % {"name": details.name, "who": described(entry)}
            for entry in self._by_likely_name.get(same_person_key(details.name), [])
        ]


def _same_as(earlier: Registration) -> str:
    return _("Stejný hráč je už na řádku %(row)s.") % {"row": earlier.row}


def _name_and_club(known: Entry | Details) -> tuple[str, str]:
    return same_name_key(known.name), club_key(known.club)


def _details(registration: Registration) -> Details:
    """A name keeps the capitals it was typed in: whether they stay is for the organiser to say."""
    details = Details(
        name=registration.name,
        club=registration.club,
        card=registration.card,
        team=registration.team,
        note=registration.note[:LONGEST_NOTE],
    ).tidy()
    return replace(details, name=normalise(registration.name))


def _cut(registration: Registration) -> tuple[str, ...]:
    """A player is not turned away for a long note; what did not fit is told."""
    if len(registration.note) <= LONGEST_NOTE:
        return ()
    lost = registration.note[LONGEST_NOTE:]
    return (
        _("Poznámka je delší než %(most)s znaků, nevejde se: „%(lost)s“.")
        % {"most": LONGEST_NOTE, "lost": lost},
    )


def _wrong(details: Details) -> str:
    if not details.name:
        return _("Chybí jméno hráče.")
    values = texts_of(details=details)
    if all(len(value) <= LONGEST[name] for name, value in values.items()):
        # Tidy texts can be wrong in nothing else; asking the model takes ten times as long.
        return ""
    try:
        check_fields(row=Entry(**values), fields=values.keys())
    except Refused as refusal:
        labels = {field.name: field.verbose_name for field in Entry._meta.fields}
        return " ".join(f"{labels[name]}: {text}" for name, text in refusal.fields.items())
    return ""


def _changes(entry: Entry, details: Details, fee_paid: bool | None) -> dict[str, Any]:
    """Fields that will differ. A name, club or card only typed otherwise stays as the organiser has it."""
    wanted: dict[str, Any] = {name: value for name, value in texts_of(details=details).items() if value}
    if same_name_key(entry.name) == same_name_key(details.name):
        wanted.pop("name")
    if club_key(entry.club) == club_key(details.club):
        wanted.pop("club", None)
    if card_key(entry.card) == card_key(details.card):
        wanted.pop("card", None)
    if fee_paid:
        wanted["fee_paid"] = True
    return {name: value for name, value in wanted.items() if getattr(entry, name) != value}


def _doubts(entry: Entry, details: Details, fee_paid: bool | None) -> list[str]:
    texts = []
    if same_person_key(entry.name) != same_person_key(details.name):
        texts.append(
            _("Průkaz %(card)s má v turnaji %(who)s, v souboru je u něj %(name)s. Jméno se změní.")
            % {"card": entry.card, "who": described(entry), "name": details.name}
        )
    if fee_paid is False and entry.fee_paid:
        texts.append(
            _("%(who)s má v turnaji zaplaceno, v souboru ne. Zůstává zaplaceno.") % {"who": described(entry)}
        )
    if entry.withdrawn_after is not None:
        texts.append(_("%(who)s z turnaje odstoupil a zůstává odstoupen.") % {"who": described(entry)})
    return texts
