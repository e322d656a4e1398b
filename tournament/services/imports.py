"""A file of registrations turned into entries: what each row becomes, then all of it in one transaction."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.errors import Refused
from tournament.lib.names import club_key, same_name_key, same_person_key
from tournament.lib.registrations import Doubt, Registration, Rejected, card_key
from tournament.models import Entry, LogEntry, Tournament
from tournament.selectors.entries import described, entries_of, namesakes
from tournament.services.checks import check_fields
from tournament.services.entries import CHANGED, Details, insert, lock, update_player, values_of
from tournament.services.writes import change_expected, log_write, run_once

IMPORTED = "tournament.entries.imported"

LONGEST_NOTE = Entry._meta.get_field("note").max_length or 0

NEW, UPDATED, REJECTED = "new", "updated", "rejected"


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """What one row of the file becomes.

    ``kind`` is ``new``, ``updated`` (``entry`` is the player found, ``changes`` the fields that will
    differ) or ``rejected`` with its ``reason``; ``warnings`` are what a person should look at.
    """

    row: int
    kind: str
    details: Details
    fee_paid: bool | None = None
    entry: Entry | None = None
    changes: Mapping[str, Any] | None = None
    reason: str = ""
    warnings: tuple[str, ...] = ()


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


def report_from(data: Mapping[str, Any]) -> ImportReport:
    """The report back from its JSON in the log."""
    return ImportReport(
        created=data["created"],
        updated=data["updated"],
        rejected=tuple(Rejected(row=one["row"], reason=one["reason"]) for one in data["rejected"]),
        warnings=tuple(Doubt(row=one["row"], reason=one["reason"]) for one in data["warnings"]),
    )


def entries_import_plan(*, tournament: Tournament, registrations: Sequence[Registration]) -> list[PlannedRow]:
    """What each registration becomes; reads only. Rows keep the order of the file."""
    plan = _Plan(entries_of(tournament))
    return [plan.place(registration) for registration in registrations]


def report_of(
    plan: Sequence[PlannedRow], *, rejected: Sequence[Rejected] = (), warnings: Sequence[Doubt] = ()
) -> ImportReport:
    """The report of a plan; ``rejected`` and ``warnings`` are those found while reading the file."""
    refused = [*rejected, *(Rejected(row=one.row, reason=one.reason) for one in plan if one.kind == REJECTED)]
    doubts = [*warnings, *(Doubt(row=one.row, reason=text) for one in plan for text in one.warnings)]
    return ImportReport(
        created=sum(one.kind == NEW for one in plan),
        updated=sum(one.kind == UPDATED for one in plan),
        rejected=tuple(sorted(refused, key=lambda one: one.row)),
        warnings=tuple(sorted(doubts, key=lambda one: one.row)),
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

    def create() -> LogEntry:
        lock(tournament)
        plan = entries_import_plan(tournament=tournament, registrations=registrations)
        for one in plan:
            if one.kind == UPDATED:
                _update(one, by=by)
        new = [(one.details, bool(one.fee_paid), None) for one in plan if one.kind == NEW]
        insert(tournament, new, by=by)
        report = report_of(plan, rejected=rejected, warnings=warnings)
        return log_write(
            tournament=tournament,
            by=by,
            action=IMPORTED,
            subject=source or _("přihlášky"),
            object_id=submission,
            new=report.to_json(),
        )

    summary = run_once(submission=submission, action=IMPORTED, model=LogEntry, create=create)
    return report_from(summary.new or {})


def finished_import(*, tournament: Tournament, submission: uuid.UUID) -> LogEntry | None:
    """The line of the log that a finished import left behind."""
    return LogEntry.objects.filter(tournament=tournament, action=IMPORTED, object_id=submission).first()


class _Plan:
    """Finds for each row the entry it means; remembers which rows of the file came before."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = list(entries)
        self._taken: dict[uuid.UUID, int] = {}
        self._new: list[PlannedRow] = []

    def place(self, registration: Registration) -> PlannedRow:
        details = _details(registration)
        reason = _wrong(details) or self._repeated(details)
        if reason:
            return PlannedRow(row=registration.row, kind=REJECTED, details=details, reason=reason)
        entry = self._find(details)
        if entry is None:
            return self._place_new(registration, details)
        earlier = self._taken.setdefault(entry.pk, registration.row)
        if earlier != registration.row:
            reason = _("Stejný hráč je už na řádku %(row)s.") % {"row": earlier}
            return PlannedRow(row=registration.row, kind=REJECTED, details=details, reason=reason)
        return PlannedRow(
            row=registration.row,
            kind=UPDATED,
            details=details,
            fee_paid=registration.fee_paid,
            entry=entry,
            changes=_changes(entry, details, registration.fee_paid),
            warnings=(*_cut(registration), *_doubts(entry, details, registration.fee_paid)),
        )

    def _place_new(self, registration: Registration, details: Details) -> PlannedRow:
        planned = PlannedRow(
            row=registration.row,
            kind=NEW,
            details=details,
            fee_paid=registration.fee_paid,
            warnings=(*_cut(registration), *self._alike(details)),
        )
        self._new.append(planned)
        return planned

    def _find(self, details: Details) -> Entry | None:
        """By card, else by name and club where the cards do not contradict each other."""
        if details.card:
            for entry in self._entries:
                if card_key(entry.card) == card_key(details.card):
                    return entry
        alike = [entry for entry in self._entries if _same_name_and_club(entry, details)]
        open_to = [entry for entry in alike if not (entry.card and details.card)]
        # Of two namesakes of one club the file means first the one whose card it leaves empty too.
        open_to.sort(key=lambda entry: (entry.pk in self._taken, bool(entry.card), entry.number))
        return open_to[0] if open_to else None

    def _repeated(self, details: Details) -> str:
        for one in self._new:
            both = details.card and one.details.card
            same_card = both and card_key(one.details.card) == card_key(details.card)
            if same_card or (not both and _same_name_and_club(one.details, details)):
                return _("Stejný hráč je už na řádku %(row)s.") % {"row": one.row}
        return ""

    def _alike(self, details: Details) -> list[str]:
        """Likely matches in the tournament; those inside the file were told by its reader."""
        return [
            _("Stejné nebo podobné jméno má v turnaji už %(who)s. %(name)s se zapíše jako další hráč.")
            % {"name": details.name, "who": described(entry)}
            for entry in namesakes(self._entries, details.name)
        ]


def _same_name_and_club(known: Entry | Details, details: Details) -> bool:
    return same_name_key(known.name) == same_name_key(details.name) and club_key(known.club) == club_key(
        details.club
    )


def _details(registration: Registration) -> Details:
    return Details(
        name=registration.name,
        club=registration.club,
        card=registration.card,
        team=registration.team,
        note=registration.note[:LONGEST_NOTE],
    ).tidy()


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
    values = asdict(details)
    try:
        check_fields(Entry(**values), values.keys())
    except Refused as refusal:
        labels = {field.name: field.verbose_name for field in Entry._meta.fields}
        return " ".join(f"{labels[name]}: {text}" for name, text in refusal.fields.items())
    return ""


def _changes(entry: Entry, details: Details, fee_paid: bool | None) -> dict[str, Any]:
    """Fields that will differ. A name, club or card only typed otherwise stays as the organiser has it."""
    wanted: dict[str, Any] = {name: value for name, value in asdict(details).items() if value}
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


def _update(planned: PlannedRow, *, by: Actor) -> None:
    entry, changes = planned.entry, planned.changes
    if entry is None or not changes:
        return
    old = values_of(entry, changes)
    change_expected(entry, expected=None, **changes)
    update_player(entry)
    log_write(
        tournament=entry.tournament,
        by=by,
        action=CHANGED,
        subject=str(entry),
        object_id=entry.pk,
        old=old,
        new=dict(changes),
    )
