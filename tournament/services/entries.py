"""Writes about players of a tournament: registering, the door, withdrawing, taking a change back."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import ports
from tournament.actors import Actor
from tournament.enums import Presence
from tournament.errors import Refused
from tournament.journal.actions import ENTRIES, Action, declare
from tournament.journal.reading import change_tapped
from tournament.journal.write import change_keep, log_lines, log_write
from tournament.lib.batches import Batch, changed, inserted
from tournament.lib.counting import counted
from tournament.lib.names import normalise, readable_case
from tournament.models import Entry, KeptChange, LogEntry, Player, Tournament, next_version
from tournament.selectors.entries import (
    described,
    entries_of,
    last_closed_round,
    namesakes,
    staying_among,
)
from tournament.selectors.people import KnownPeople, described_person, people_to_register
from tournament.services.checks import check_fields, invalid
from tournament.services.payments import payments_note
from tournament.services.writes import change_expected, conflict_about, lock_tournament, run_once

CREATED = declare("tournament.entry.created", gettext_lazy("Přihláška"), area=ENTRIES)
CHANGED = declare("tournament.entry.changed", gettext_lazy("Údaje hráče změněny"), area=ENTRIES)
PRESENCE_CHANGED = declare("tournament.entry.presence_changed", gettext_lazy("Prezence"), area=ENTRIES)
ENTRY_WITHDRAWN = declare("tournament.entry.withdrawn", gettext_lazy("Odstoupení z turnaje"), area=ENTRIES)
ENTRY_RETURNED = declare("tournament.entry.returned", gettext_lazy("Návrat do turnaje"), area=ENTRIES)
ENTRIES_WITHDRAWN = declare("tournament.entries.withdrawn", gettext_lazy("Hromadné odstoupení"), area=ENTRIES)
ENTRIES_MARKED_PRESENT = declare(
    "tournament.entries.marked_present", gettext_lazy("Hromadná prezence"), area=ENTRIES
)
TAKEN_BACK = declare("tournament.entry.change_taken_back", gettext_lazy("Změna vrácena"), area=ENTRIES)


@dataclass(frozen=True, slots=True)
class Details:
    """What is written down about a player; the texts are put in order, capitals made readable."""

    name: str
    club: str = ""
    card: str = ""
    team: str = ""
    note: str = ""

    def tidy(self) -> "Details":
        """Composed letters, single spaces, no shouting (``DVOŘÁK JOSEF`` → ``Dvořák Josef``)."""
        plain = {field.name: normalise(getattr(self, field.name)) for field in fields(self)}
        return Details(**plain | {"name": readable_case(plain["name"])})


DETAILS = tuple(field.name for field in fields(Details))
BY_THE_TABLE = "dle tabulky"
"""Note of a payment that somebody told us of, with the list or when he was registered."""
WHOLE = ("number", *DETAILS, "presence", "fee_paid")
"""What the log keeps of a new entry."""

OF_PLAYER = ("name", "club", "card")
"""What the registry keeps of a person."""


def entry_create(
    *,
    tournament: Tournament,
    by: Actor,
    details: Details,
    fee_paid: bool = False,
    player_id: uuid.UUID | None = None,
    new_person: bool = False,
    known_namesake: bool = False,
    submission: uuid.UUID | None = None,
) -> Entry:
    """Register a player under the next start number.

    ``player_id`` is the known person he is, ``new_person`` says that he is none; without either he is
    recognised (``selectors.people``) or is new. Refuses ``same_name`` unless ``known_namesake`` says that a
    likely match in the tournament is another person (S17), ``likely_person`` where he may be a known one,
    ``unknown_player``, ``already_registered``, ``card_taken``, ``invalid`` fields.
    """
    tidy = details.tidy()

    def create() -> Entry:
        lock_tournament(tournament=tournament)
        if not known_namesake:
            _refuse_namesake(tournament, tidy.name)
        player = None if new_person else _person_meant(tournament, by, tidy, player_id)
        _check(asdict(tidy))
        return insert(tournament=tournament, people=[(tidy, fee_paid, player)], by=by)[0]

    return run_once(submission=submission, action=CREATED, model=Entry, create=create)


def entry_edit(
    *, entry: Entry, by: Actor, details: Details, fixed_table: int | None = None, expected: int | None = None
) -> Entry:
    """KeptChange what is written down about a player; nothing is logged when nothing changes.

    Refuses ``invalid`` fields and ``card_taken``; ``Conflict`` when somebody else was faster.
    """
    wanted: dict[str, Any] = asdict(details.tidy()) | {"fixed_table": fixed_table}
    _check(wanted)
    changed = {name: value for name, value in wanted.items() if getattr(entry, name) != value}
    if not changed:
        return entry
    try:
        with transaction.atomic():
            lock_tournament(tournament=entry.tournament)
            rewrite(entry=entry, changes=changed, by=by, expected=expected)
    except IntegrityError as error:
        raise _card_refusal(entry.tournament, [wanted["card"]], error) from error
    return entry


def entry_set_presence(
    *, entry: Entry, by: Actor, presence: Presence, shown: Presence | None = None
) -> LogEntry | None:
    """Note what was seen at the door. Gives the line of the log, ``None`` when nothing changed.

    ``shown`` is what stood on the screen: where somebody else noted another thing in between, ``Conflict``
    names him. It is the presence and not the version of the row, because one person ticks who came while
    another one takes the fees of the same people.
    """
    seen = {"presence": shown} if shown else None
    return _set(entry, by=by, action=PRESENCE_CHANGED, shown=seen, presence=presence.value)


def entry_withdraw(*, entry: Entry, by: Actor) -> LogEntry | None:
    """The player leaves: what he played up to the last closed round stays, he is drawn no more.

    Nobody is deleted, drawn or not: his start number is never given to somebody else.
    """
    if entry.withdrawn_after is not None:
        return None
    return _set(entry, by=by, action=ENTRY_WITHDRAWN, withdrawn_after=last_closed_round(entry.tournament))


def entry_return(*, entry: Entry, by: Actor) -> LogEntry | None:
    """A withdrawn player plays on from the next draw. Raises ``Refused`` for one who is excluded."""
    if entry.pk in ports.kept_out(entry.tournament, None):
        raise Refused(
            _("%(who)s má trest vyloučení z turnaje. Návrat je možný, až se trest zruší.") % {"who": entry},
            code="excluded",
        )
    return _set(entry, by=by, action=ENTRY_RETURNED, withdrawn_after=None)


def entries_mark_present(*, tournament: Tournament, by: Actor, numbers: Collection[int]) -> LogEntry | None:
    """Mark everybody of ``numbers`` who is still only expected as present, in one step that can be undone.

    The numbers are those the person saw: whoever registered in the meantime stays as he is.
    """
    with transaction.atomic():
        lock_tournament(tournament=tournament)
        waiting = entries_of(tournament).filter(
            number__in=list(numbers), presence=Presence.EXPECTED, withdrawn_after=None
        )
        marked = list(waiting)
        if not marked:
            return None
        Entry.objects.filter(pk__in=[entry.pk for entry in marked]).update(
            presence=Presence.PRESENT, version=next_version()
        )
        old = {entry.number: Presence.EXPECTED.value for entry in marked}
        new = {entry.number: Presence.PRESENT.value for entry in marked}
        written = log_write(
            tournament=tournament,
            by=by,
            action=ENTRIES_MARKED_PRESENT,
            subject=counted(len(marked), _("hráč"), _("hráči"), _("hráčů")),
            old=_by_number(old),
            new=_by_number(new),
        )
        return _keep_taps(written, "presence", before=old, after=new)


def entries_withdraw(*, tournament: Tournament, by: Actor, numbers: Collection[int]) -> LogEntry | None:
    """Those with these numbers leave together, in one step that can be undone; who has left already stays so.

    The numbers are those the person saw by name before he confirmed (S15).
    """
    with transaction.atomic():
        lock_tournament(tournament=tournament)
        leaving = staying_among(tournament, numbers)
        if not leaving:
            return None
        after = last_closed_round(tournament)
        Entry.objects.filter(pk__in=[entry.pk for entry in leaving]).update(
            withdrawn_after=after, version=next_version()
        )
        old, new = ({entry.number: value for entry in leaving} for value in (None, after))
        written = log_write(
            tournament=tournament,
            by=by,
            action=ENTRIES_WITHDRAWN,
            subject=counted(len(leaving), _("hráč"), _("hráči"), _("hráčů")),
            old=_by_number(old),
            new=_by_number(new),
        )
        return _keep_taps(written, "withdrawn_after", before=old, after=new)


def entry_change_take_back(*, tournament: Tournament, by: Actor, log_id: uuid.UUID) -> list[Entry]:
    """Undo a change made by one tap exactly: the old values return where the new ones still stand.

    Gives the entries put back; an empty list when it was taken back already. ``Conflict`` when the
    only player concerned was changed again, ``Refused`` for anything that cannot be taken back.
    """
    change = change_tapped(tournament, log_id)
    if change is None:
        raise Refused(_("Tuhle změnu už vrátit nejde. Opravte údaj u hráče."), code="not_undoable")
    with transaction.atomic():
        lock_tournament(tournament=tournament)
        steps = _steps_back(tournament, change)
        if any("fee_paid" in old for _entry, old, _new in steps):
            raise Refused(_("Startovné se vrací u plateb hráče, ne tímto tlačítkem."), code="not_undoable")
        done = [entry for entry, old, new in steps if _put_back(entry, old=old, new=new)]
        if not done and any(values_of(entry=entry, names=old) != old for entry, old, _new in steps):
            raise conflict_about(row=steps[0][0])
        if done:
            log_write(
                tournament=tournament,
                by=by,
                action=TAKEN_BACK,
                subject=change.entry.subject,
                object_id=change.entry.object_id,
                old=change.entry.new,
                new=change.entry.old,
            )
            KeptChange.objects.filter(pk=change.pk).update(put_back=True)
    return done


def insert(
    *, tournament: Tournament, people: Sequence[tuple[Details, bool, Player | None]], by: Actor
) -> list[Entry]:
    """Write new entries with their log inside the caller's transaction; the texts are tidy and checked.

    Each comes with the known person he is; without one he is a new person.
    Numbers come from the database in one step, so two desks never give the same one.
    """
    first = take_numbers(tournament=tournament, count=len(people))
    made = entries_made(tournament=tournament, people=people, first=first)
    try:
        with transaction.atomic():
            for batch in entries_ready(tournament=tournament, by=by, new=made):
                batch.write()
    except IntegrityError as error:
        raise _card_refusal(tournament, [entry.card for entry in made], error) from error
    paid = [entry for entry in made if entry.fee_paid]
    payments_note(tournament=tournament, entries=paid, by=by, note=BY_THE_TABLE)
    return made


def entries_made(
    *, tournament: Tournament, people: Sequence[tuple[Details, bool, Player | None]], first: int
) -> list[Entry]:
    """Entries to be written, numbered from ``first``; who is not a known person becomes a new one."""
    return [
        Entry(
            tournament=tournament,
            player=player or Player(**_of_player(details)),
            number=number,
            fee_paid=fee_paid,
            **texts_of(details=details),
        )
        for number, (details, fee_paid, player) in enumerate(people, start=first)
    ]


def entries_ready(
    *,
    tournament: Tournament,
    by: Actor,
    new: Sequence[Entry] = (),
    changes: Sequence[tuple[Entry, Mapping[str, Any]]] = (),
) -> list[Batch]:
    """New and changed entries with their persons and their log, ready to be written in this order.

    The entries are changed here already; the caller's transaction makes sure that they are as they were.
    """
    lines = []
    for entry, wanted in changes:
        old = values_of(entry=entry, names=wanted)
        for name, value in wanted.items():
            setattr(entry, name, value)
        lines.append((str(entry), entry.pk, old, values_of(entry=entry, names=wanted)))
    touched = sorted({name for _entry, wanted in changes for name in wanted})
    rows = [entry for entry, _wanted in changes]
    known = [entry for entry in (*rows, *new) if not entry.player._state.adding]
    log = log_lines(tournament=tournament, by=by, action=CHANGED, lines=lines)
    log += log_lines(
        tournament=tournament,
        by=by,
        action=CREATED,
        lines=((str(entry), entry.pk, None, values_of(entry=entry, names=WHOLE)) for entry in new),
    )
    return [
        changed(Entry, rows, touched),
        inserted(Player, [entry.player for entry in new if entry.player._state.adding]),
        inserted(Entry, new),
        changed(Player, _with_newest(known), list(OF_PLAYER)),
        inserted(LogEntry, log),
    ]


def _with_newest(entries: Iterable[Entry]) -> list[Player]:
    """Persons whom the registry has otherwise; they are changed here."""
    found = []
    for entry in entries:
        newest = _newest(entry)
        for name, value in newest.items():
            setattr(entry.player, name, value)
        if newest:
            found.append(entry.player)
    return found


def rewrite(*, entry: Entry, changes: Mapping[str, Any], by: Actor, expected: int | None = None) -> None:
    """Write down changed details and who changed them, inside the caller's transaction."""
    old = values_of(entry=entry, names=changes)
    change_expected(row=entry, expected=expected, **changes)
    update_player(entry=entry)
    log_write(
        tournament=entry.tournament,
        by=by,
        action=CHANGED,
        subject=str(entry),
        object_id=entry.pk,
        old=old,
        new=values_of(entry=entry, names=changes),
    )


def take_numbers(*, tournament: Tournament, count: int) -> int:
    """Reserve ``count`` start numbers; gives the first. The row is locked until the transaction ends."""
    Tournament.objects.filter(pk=tournament.pk).update(next_number=F("next_number") + count)
    tournament.refresh_from_db(fields=["next_number"])
    return tournament.next_number - count


def _refuse_namesake(tournament: Tournament, name: str) -> None:
    """Ask about a likely match before the same person is registered twice (S17)."""
    matches = namesakes(entries_of(tournament), name)
    if not matches:
        return
    who = ", ".join(described(entry) for entry in matches)
    text = _(
        "Přihlášen už je %(who)s. Je-li to někdo jiný, potvrďte to a přihlaste ho; budou se lišit"
        " startovním číslem a klubem."
    ) % {"who": who}
    raise Refused(text, code="same_name", fields={"name": text})


def _person_meant(
    tournament: Tournament, by: Actor, details: Details, player_id: uuid.UUID | None
) -> Player | None:
    """The person that was chosen or is surely meant; a likely one is asked about, nobody is a new one."""
    if player_id is not None:
        return _known(tournament, by, player_id)
    found = KnownPeople(people_to_register(tournament, by)).recognise(details)
    if not found.likely:
        return found.person
    who = ", ".join(described_person(person) for person in found.likely)
    text = _("Z minulých turnajů znáte: %(who)s. Vyberte, jestli je to táž osoba.") % {"who": who}
    raise Refused(text, code="likely_person", fields={"name": text})


def _known(tournament: Tournament, by: Actor, player_id: uuid.UUID) -> Player:
    if entries_of(tournament).filter(player_id=player_id).exists():
        raise Refused(_("Tato osoba už v turnaji přihlášená je."), code="already_registered")
    player = people_to_register(tournament, by).filter(pk=player_id).first()
    if player is None:
        raise Refused(_("Tuto osobu z minulých turnajů neznáte. Přihlaste ji jménem."), code="unknown_player")
    return player


def update_player(*, entry: Entry) -> None:
    """The registry keeps the newest name, club and card of a person."""
    if newest := _newest(entry):
        Player.objects.filter(pk=entry.player.pk).update(version=next_version(), **newest)
        entry.player.refresh_from_db()


def _newest(entry: Entry) -> dict[str, str]:
    """What the registry has otherwise; an empty text erases nothing."""
    newest = {name: value for name in OF_PLAYER if (value := getattr(entry, name))}
    return {name: value for name, value in newest.items() if getattr(entry.player, name) != value}


def values_of(*, entry: Entry, names: Collection[str]) -> dict[str, Any]:
    """The fields as they go into the log."""
    return {name: getattr(entry, name) for name in names}


def _by_number(values: Mapping[int, Any]) -> dict[str, Any]:
    """As the log keeps values of many players."""
    return {str(number): value for number, value in values.items()}


def _set(
    entry: Entry, *, by: Actor, action: Action, shown: Mapping[str, Any] | None = None, **values: Any
) -> LogEntry | None:
    """One tap: the value becomes the one asked for, unless it is no more the one that was ``shown``."""
    with transaction.atomic():
        lock_tournament(tournament=entry.tournament)
        entry.refresh_from_db()
        old = values_of(entry=entry, names=values)
        if old == values:
            return None
        if shown is not None and old != shown:
            raise conflict_about(row=entry)
        change_expected(row=entry, expected=None, **values)
        written = log_write(
            tournament=entry.tournament,
            by=by,
            action=action,
            subject=str(entry),
            object_id=entry.pk,
            old=old,
            new=values,
        )
        [field] = values
        return _keep_taps(
            written, field, before={entry.number: old[field]}, after={entry.number: values[field]}
        )


def _steps_back(
    tournament: Tournament, change: KeptChange
) -> list[tuple[Entry, dict[str, Any], dict[str, Any]]]:
    """Each entry of a change with its old and new values."""
    pairs = list(zip((change.before or {})["entries"], change.after["entries"], strict=True))
    found = {
        entry.number: entry
        for entry in entries_of(tournament).filter(number__in=[old["number"] for old, _new in pairs])
    }
    return [(found[old["number"]], _without_number(old), _without_number(new)) for old, new in pairs]


def _without_number(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name != "number"}


def _keep_taps(
    entry: LogEntry, field: str, *, before: Mapping[int, Any], after: Mapping[int, Any]
) -> LogEntry:
    """One field of players by their start numbers, to be taken back by one tap."""
    sides = ([{"number": number, field: value} for number, value in side.items()] for side in (before, after))
    old, new = ({"entries": side} for side in sides)
    return change_keep(entry=entry, before=old, after=new)


def _put_back(entry: Entry, *, old: dict[str, Any], new: dict[str, Any]) -> bool:
    if values_of(entry=entry, names=new) != new:
        return False
    change_expected(row=entry, expected=None, **old)
    return True


def _check(values: dict[str, Any]) -> None:
    if not values["name"]:
        raise invalid(wrong={"name": _("Napište jméno hráče.")})
    check_fields(row=Entry(**values), fields=values.keys())


def _card_refusal(tournament: Tournament, cards: Sequence[str], error: IntegrityError) -> Refused:
    """The sentence for a card that somebody else in the tournament has; any other error stays a bug."""
    holder = entries_of(tournament).filter(card__in=[card for card in cards if card]).first()
    if holder is None:
        raise error
    text = _("Průkaz %(card)s už v turnaji má %(who)s. Opravte číslo, nebo ho nechte prázdné.") % {
        "card": holder.card,
        "who": described(holder),
    }
    return Refused(text, code="card_taken", fields={"card": text})


def _of_player(details: Details) -> dict[str, str]:
    return {name: getattr(details, name) for name in OF_PLAYER}


def texts_of(*, details: Details) -> dict[str, str]:
    """The texts by field, as ``asdict`` gives them, but quick enough for thousands."""
    return {name: getattr(details, name) for name in DETAILS}
