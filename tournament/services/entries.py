"""Writes about players of a tournament: registering, the door, withdrawing, taking a change back."""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.enums import Presence
from tournament.errors import Refused
from tournament.lib.counting import counted
from tournament.lib.names import club_key, normalise, readable_case, same_name_key
from tournament.lib.registrations import card_key
from tournament.models import Entry, LogEntry, Player, Tournament, next_version
from tournament.selectors.entries import (
    described,
    entries_of,
    last_closed_round,
    namesakes,
    registry_players,
    staying_among,
)
from tournament.selectors.log import (
    ENTRIES_MARKED_PRESENT,
    ENTRIES_WITHDRAWN,
    ENTRY_RETURNED,
    ENTRY_WITHDRAWN,
    TAPS,
)
from tournament.services.checks import check_fields, invalid
from tournament.services.writes import change_expected, conflict_about, log_write, run_once

CREATED = "tournament.entry.created"
CHANGED = "tournament.entry.changed"
PRESENCE_CHANGED = "tournament.entry.presence_changed"
FEE_CHANGED = "tournament.entry.fee_changed"
TAKEN_BACK = "tournament.entry.change_taken_back"


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
BULK = {ENTRIES_MARKED_PRESENT: "presence", ENTRIES_WITHDRAWN: "withdrawn_after"}
"""Changes of many players at once, and the field that the log keeps of each by his start number."""
WHOLE = ("number", *DETAILS, "presence", "fee_paid")
"""What the log keeps of a new entry."""


def entry_create(
    *,
    tournament: Tournament,
    by: Actor,
    details: Details,
    fee_paid: bool = False,
    player: Player | None = None,
    known_namesake: bool = False,
    submission: uuid.UUID | None = None,
) -> Entry:
    """Register a player under the next start number.

    ``player`` is the person of the registry; without one he is found there by card, or by name and club, or
    is new. Refuses ``same_name`` unless ``known_namesake`` says that a likely match is another person
    (S17), ``card_taken``, ``already_registered`` (the person of the registry), ``invalid`` fields.
    """
    tidy = details.tidy()

    def create() -> Entry:
        lock(tournament)
        if player is not None and entries_of(tournament).filter(player=player).exists():
            raise Refused(
                _("%(name)s už v turnaji přihlášen je.") % {"name": tidy.name}, code="already_registered"
            )
        if not known_namesake:
            refuse_namesake(tournament, tidy.name)
        return insert(tournament, [(tidy, fee_paid, player)], by=by)[0]

    return run_once(submission=submission, action=CREATED, model=Entry, create=create)


def entry_take_over(
    *,
    tournament: Tournament,
    by: Actor,
    player_id: uuid.UUID,
    known_namesake: bool = False,
    submission: uuid.UUID | None = None,
) -> Entry:
    """Register a person of the registry with the name, club and card he had last.

    Refuses ``unknown_player`` for anybody whom no organiser of this tournament has had in another one.
    """
    registered = entries_of(tournament).filter(player_id=player_id).first()
    if registered is not None:
        return registered
    player = registry_players(tournament).filter(pk=player_id).first()
    if player is None:
        raise Refused(_("Tohoto hráče v rejstříku nemáte. Přihlaste ho jménem."), code="unknown_player")
    return entry_create(
        tournament=tournament,
        by=by,
        details=Details(name=player.name, club=player.club, card=player.card),
        player=player,
        known_namesake=known_namesake,
        submission=submission,
    )


def entry_edit(
    *, entry: Entry, by: Actor, details: Details, fixed_table: int | None = None, expected: int | None = None
) -> Entry:
    """Change what is written down about a player; nothing is logged when nothing changes.

    Refuses ``invalid`` fields and ``card_taken``; ``Conflict`` when somebody else was faster.
    """
    wanted: dict[str, Any] = asdict(details.tidy()) | {"fixed_table": fixed_table}
    _check(wanted)
    changed = {name: value for name, value in wanted.items() if getattr(entry, name) != value}
    if not changed:
        return entry
    old = values_of(entry, changed)
    try:
        with transaction.atomic():
            change_expected(entry, expected=expected, **changed)
            update_player(entry)
            log_write(
                tournament=entry.tournament,
                by=by,
                action=CHANGED,
                subject=str(entry),
                object_id=entry.pk,
                old=old,
                new=values_of(entry, changed),
            )
    except IntegrityError as error:
        raise _card_refusal(entry.tournament, wanted["card"], error) from error
    return entry


def entry_set_presence(*, entry: Entry, by: Actor, presence: Presence) -> LogEntry | None:
    """Note what was seen at the door. Gives the line of the log, ``None`` when nothing changed."""
    return _set(entry, by=by, action=PRESENCE_CHANGED, presence=presence.value)


def entry_set_fee(*, entry: Entry, by: Actor, paid: bool) -> LogEntry | None:
    """Note whether the fee (startovné) was paid. Gives the line of the log, ``None`` when nothing changed."""
    return _set(entry, by=by, action=FEE_CHANGED, fee_paid=paid)


def entry_withdraw(*, entry: Entry, by: Actor) -> LogEntry | None:
    """The player leaves: what he played up to the last closed round stays, he is drawn no more.

    Nobody is deleted, drawn or not: his start number is never given to somebody else.
    """
    if entry.withdrawn_after is not None:
        return None
    return _set(entry, by=by, action=ENTRY_WITHDRAWN, withdrawn_after=last_closed_round(entry.tournament))


def entry_return(*, entry: Entry, by: Actor) -> LogEntry | None:
    """A withdrawn player plays on from the next draw."""
    return _set(entry, by=by, action=ENTRY_RETURNED, withdrawn_after=None)


def entries_mark_present(*, tournament: Tournament, by: Actor, numbers: Collection[int]) -> LogEntry | None:
    """Mark everybody of ``numbers`` who is still only expected as present, in one step that can be undone.

    The numbers are those the person saw: whoever registered in the meantime stays as he is.
    """
    with transaction.atomic():
        lock(tournament)
        waiting = entries_of(tournament).filter(
            number__in=list(numbers), presence=Presence.EXPECTED, withdrawn_after=None
        )
        marked = list(waiting)
        if not marked:
            return None
        Entry.objects.filter(pk__in=[entry.pk for entry in marked]).update(
            presence=Presence.PRESENT, version=next_version()
        )
        return log_write(
            tournament=tournament,
            by=by,
            action=ENTRIES_MARKED_PRESENT,
            subject=counted(len(marked), _("hráč"), _("hráči"), _("hráčů")),
            old={str(entry.number): Presence.EXPECTED.value for entry in marked},
            new={str(entry.number): Presence.PRESENT.value for entry in marked},
        )


def entries_withdraw(*, tournament: Tournament, by: Actor, numbers: Collection[int]) -> LogEntry | None:
    """Those with these numbers leave together, in one step that can be undone; who has left already stays so.

    The numbers are those the person saw by name before he confirmed (S15).
    """
    with transaction.atomic():
        lock(tournament)
        leaving = staying_among(tournament, numbers)
        if not leaving:
            return None
        after = last_closed_round(tournament)
        Entry.objects.filter(pk__in=[entry.pk for entry in leaving]).update(
            withdrawn_after=after, version=next_version()
        )
        return log_write(
            tournament=tournament,
            by=by,
            action=ENTRIES_WITHDRAWN,
            subject=counted(len(leaving), _("hráč"), _("hráči"), _("hráčů")),
            old={str(entry.number): None for entry in leaving},
            new={str(entry.number): after for entry in leaving},
        )


def entry_change_take_back(*, tournament: Tournament, by: Actor, log_id: uuid.UUID) -> list[Entry]:
    """Undo a change of ``TAPS`` exactly: the old values return where the new ones still stand.

    Gives the entries put back; an empty list when it was taken back already. ``Conflict`` when the
    only player concerned was changed again, ``Refused`` for anything that cannot be taken back.
    """
    change = LogEntry.objects.filter(pk=log_id, tournament=tournament, action__in=TAPS).first()
    if change is None:
        raise Refused(_("Tuhle změnu už vrátit nejde. Opravte údaj u hráče."), code="not_undoable")
    with transaction.atomic():
        lock(tournament)
        steps = _steps_back(tournament, change)
        done = [entry for entry, old, new in steps if _put_back(entry, old=old, new=new)]
        if not done and any(values_of(entry, old) != old for entry, old, _new in steps):
            raise conflict_about(steps[0][0])
        if done:
            log_write(
                tournament=tournament,
                by=by,
                action=TAKEN_BACK,
                subject=change.subject,
                object_id=change.object_id,
                old=change.new,
                new=change.old,
            )
    return done


def insert(
    tournament: Tournament, people: Sequence[tuple[Details, bool, Player | None]], *, by: Actor
) -> list[Entry]:
    """Write new entries with their log inside the caller's transaction; the texts are tidy.

    Numbers come from the database in one step, so two desks never give the same one.
    """
    for details, _fee_paid, _player in people:
        _check(asdict(details))
    first = take_numbers(tournament, len(people))
    registry = Registry(tournament)
    made = []
    for number, (details, fee_paid, player) in enumerate(people, start=first):
        entry = Entry(
            tournament=tournament,
            player=player or registry.find(details) or Player.objects.create(**_of_player(details)),
            number=number,
            fee_paid=fee_paid,
            **asdict(details),
        )
        _save_new(entry)
        update_player(entry)
        log_write(
            tournament=tournament,
            by=by,
            action=CREATED,
            subject=str(entry),
            object_id=entry.pk,
            new=values_of(entry, WHOLE),
        )
        made.append(entry)
    return made


class Registry:
    """People of earlier tournaments, read once for a whole import, each given at most once.

    A person is recognised by his card together with his name, or by name and club; somebody without a
    club is recognised by card only, since the name alone is not enough (S17).
    """

    def __init__(self, tournament: Tournament) -> None:
        self._free = {player.pk: player for player in registry_players(tournament).distinct().order_by("pk")}

    def find(self, details: Details) -> Player | None:
        """The one person that fits, taken out of the registry; ``None`` when nobody or more fit."""
        name = same_name_key(details.name)
        alike = [player for player in self._free.values() if same_name_key(player.name) == name]
        by_card = [
            player for player in alike if details.card and card_key(player.card) == card_key(details.card)
        ]
        club = club_key(details.club)
        by_club = [
            player
            for player in alike
            if club and club_key(player.club) == club and not (player.card and details.card)
        ]
        fitting = by_card or by_club
        return self._free.pop(fitting[0].pk) if len(fitting) == 1 else None


def take_numbers(tournament: Tournament, count: int) -> int:
    """Reserve ``count`` start numbers; gives the first. The row is locked until the transaction ends."""
    Tournament.objects.filter(pk=tournament.pk).update(next_number=F("next_number") + count)
    tournament.refresh_from_db(fields=["next_number"])
    return tournament.next_number - count


def lock(tournament: Tournament) -> None:
    """Let writers about one tournament's players go one after another, each seeing what the last one did.

    Without the key, as in ``rounds.lock_tournament``, which is the same lock.
    """
    Tournament.objects.select_for_update(no_key=True).filter(pk=tournament.pk).values_list("pk").first()


def refuse_namesake(tournament: Tournament, name: str) -> None:
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


def update_player(entry: Entry) -> None:
    """The registry keeps the newest name, club and card of a person; an empty one erases nothing."""
    player = entry.player
    newest = {name: value for name in ("name", "club", "card") if (value := getattr(entry, name))}
    if any(getattr(player, name) != value for name, value in newest.items()):
        Player.objects.filter(pk=player.pk).update(version=next_version(), **newest)
        player.refresh_from_db()


def values_of(entry: Entry, names: Collection[str]) -> dict[str, Any]:
    """The fields as they go into the log."""
    return {name: getattr(entry, name) for name in names}


def _set(entry: Entry, *, by: Actor, action: str, **values: Any) -> LogEntry | None:
    """One tap: the value that was on the screen becomes the one asked for, whoever tapped in between."""
    with transaction.atomic():
        lock(entry.tournament)
        entry.refresh_from_db()
        old = values_of(entry, values)
        if old == values:
            return None
        change_expected(entry, expected=None, **values)
        return log_write(
            tournament=entry.tournament,
            by=by,
            action=action,
            subject=str(entry),
            object_id=entry.pk,
            old=old,
            new=values,
        )


def _steps_back(
    tournament: Tournament, change: LogEntry
) -> list[tuple[Entry, dict[str, Any], dict[str, Any]]]:
    """Each entry of a change with its old and new values."""
    old, new = change.old or {}, change.new or {}
    field = BULK.get(change.action)
    if field is None:
        return [(entries_of(tournament).get(pk=change.object_id or ""), old, new)]
    found = {str(entry.number): entry for entry in entries_of(tournament)}
    return [(found[number], {field: old[number]}, {field: new[number]}) for number in old]


def _put_back(entry: Entry, *, old: dict[str, Any], new: dict[str, Any]) -> bool:
    if values_of(entry, new) != new:
        return False
    change_expected(entry, expected=None, **old)
    return True


def _check(values: dict[str, Any]) -> None:
    if not values["name"]:
        raise invalid({"name": _("Napište jméno hráče.")})
    check_fields(Entry(**values), values.keys())


def _save_new(entry: Entry) -> None:
    try:
        with transaction.atomic():
            entry.save(force_insert=True)
    except IntegrityError as error:
        raise _card_refusal(entry.tournament, entry.card, error) from error


def _card_refusal(tournament: Tournament, card: str, error: IntegrityError) -> Refused:
    """The sentence for a card that somebody else in the tournament has; any other error stays a bug."""
    holder = entries_of(tournament).filter(card=card).first() if card else None
    if holder is None:
        raise error
    text = _("Průkaz %(card)s už v turnaji má %(who)s. Opravte číslo, nebo ho nechte prázdné.") % {
        "card": card,
        "who": described(holder),
    }
    return Refused(text, code="card_taken", fields={"card": text})


def _of_player(details: Details) -> dict[str, str]:
    return {"name": details.name, "club": details.club, "card": details.card}
