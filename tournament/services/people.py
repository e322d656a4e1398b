"""Writes about persons: corrected, two merged, one split, two told apart, and each of that put back.

A merge or a split moves starts in tournaments of whoever does it and in no others; each tournament touched
has its line in the log, the change as a whole is a ``PersonChange``. Names in starts and whatever was
published stay as they are.
"""

import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actors import Actor
from tournament.enums import PersonAct
from tournament.errors import Conflict, Refused
from tournament.journal.actions import ENTRIES, Action, SeenBy, declare
from tournament.journal.write import log_write
from tournament.models import Entry, PersonChange, Player, next_version
from tournament.selectors.joining import TOLD, merge_of, split_of
from tournament.selectors.people import described_person
from tournament.selectors.persons import may_see_change, person_of
from tournament.services.checks import check_fields, invalid
from tournament.services.writes import (
    answer_once,
    change_expected,
    lock_tournaments,
    overtaken_by,
)

MERGED = declare(
    "tournament.person.merged",
    gettext_lazy("Sloučeno s jinou osobou"),
    area=ENTRIES,
    seen_by=SeenBy.ORGANISERS,
)
SPLIT = declare(
    "tournament.person.split",
    gettext_lazy("Odděleno jako jiná osoba"),
    area=ENTRIES,
    seen_by=SeenBy.ORGANISERS,
)
PUT_BACK = declare(
    "tournament.person.put_back",
    gettext_lazy("Sloučení nebo rozdělení osob vráceno"),
    area=ENTRIES,
    seen_by=SeenBy.ORGANISERS,
)

PERSON_FIELDS = (*TOLD, "birth_year", "labels", "note")
"""What is written down about a person."""


def person_edit(*, person: Player, by: Actor, values: Mapping[str, Any], expected: int) -> None:
    """Correct what is written down about a person; nothing is kept when nothing changes.

    His starts keep what stood in them. Refuses ``invalid`` fields; ``Conflict`` when somebody was faster.
    """
    if not values["name"]:
        raise invalid(wrong={"name": _("Napište jméno.")})
    check_fields(row=Player(**values), fields=values.keys())
    changed = {name: value for name, value in values.items() if getattr(person, name) != value}
    if not changed:
        return
    before = {name: getattr(person, name) for name in changed}
    with transaction.atomic():
        _change(person, expected, changed)
        _keep(PersonAct.EDITED, by, person, before=before, after=changed)


def people_merge(
    *,
    by: Actor,
    person_id: uuid.UUID,
    other_id: uuid.UUID,
    expected: int,
    expected_other: int,
    submission: uuid.UUID | None = None,
) -> uuid.UUID:
    """Make two persons one: the starts of ``other_id`` become those of ``person_id``. Gives the change.

    Refuses ``unknown_person`` for anybody who is not the organiser's, ``same_person``, ``plays_twice`` where
    both play in one tournament; ``Conflict`` when somebody did something with either meanwhile.
    """

    def create() -> dict[str, Any]:
        person, other = _mine(by, person_id), _mine(by, other_id)
        if person == other:
            raise Refused(_("Vyberte dvě různé osoby."), code="same_person")
        lock_tournaments(ids=_touched(person, other))
        merge = merge_of(person, other, by)
        if merge.clashes:
            raise _plays_twice(merge.clashes)
        before = {name: getattr(person, name) for name in merge.values}
        for one, version, values in sorted(
            ((person, expected, merge.values), (other, expected_other, {})), key=lambda each: each[0].pk
        ):
            _change(one, version, values)
        _move(merge.starts, other, person, by=by, action=MERGED)
        kept = _keep(
            PersonAct.MERGED, by, person, other=other, starts=merge.starts, before=before, after=merge.values
        )
        return {"change": str(kept.id)}

    return uuid.UUID(answer_once(submission=submission, action=MERGED, create=create)["change"])


def person_split(
    *,
    by: Actor,
    person_id: uuid.UUID,
    starts: Collection[uuid.UUID],
    expected: int,
    submission: uuid.UUID | None = None,
) -> uuid.UUID:
    """Make a new person of the chosen ``starts``. Gives the change, whose ``other`` is the new person.

    Refuses ``unknown_person``, ``nothing_to_split`` unless something moves and something stays; ``Conflict``
    when somebody did something with the person meanwhile.
    """

    def create() -> dict[str, Any]:
        person = _mine(by, person_id)
        lock_tournaments(ids=_touched(person))
        split = split_of(person, starts, by)
        if not split.moving or len(split.moving) == person.entries.count():
            raise Refused(
                _("Vyberte turnaje, ve kterých hrál někdo jiný; aspoň jeden musí osobě zůstat."),
                code="nothing_to_split",
            )
        before = {name: getattr(person, name) for name in split.values}
        _change(person, expected, split.values)
        new = Player.objects.create(**split.new)
        _move(split.moving, person, new, by=by, action=SPLIT)
        kept = _keep(
            PersonAct.SPLIT, by, person, other=new, starts=split.moving, before=before, after=split.values
        )
        return {"change": str(kept.id)}

    return uuid.UUID(answer_once(submission=submission, action=SPLIT, create=create)["change"])


def people_tell_apart(*, by: Actor, person_id: uuid.UUID, other_id: uuid.UUID) -> None:
    """The two are not one, and are suggested no more."""
    person, other = _mine(by, person_id), _mine(by, other_id)
    if person == other:
        raise Refused(_("Vyberte dvě různé osoby."), code="same_person")
    told = {"kind": PersonAct.APART, "person": person, "other": other, "put_back": False}
    with transaction.atomic():
        if not PersonChange.objects.filter(**told).exists():
            _keep(PersonAct.APART, by, person, other=other)


def person_change_put_back(*, by: Actor, change_id: uuid.UUID) -> PersonChange:
    """Undo a change exactly: starts go where they were, values return where the new ones still stand.

    Done once more it changes nothing. Refuses ``unknown_change``, ``moved_on`` where a later change has moved
    the starts elsewhere, ``plays_twice``.
    """
    with transaction.atomic():
        change = PersonChange.objects.select_related("person", "other").filter(id=change_id).first()
        if change is None or not may_see_change(change, by):
            raise Refused(_("Tuto změnu už vrátit nejde."), code="unknown_change")
        lock_tournaments(ids=_touched(change.person, *filter(None, (change.other,))))
        if PersonChange.objects.filter(pk=change.pk, put_back=False).update(put_back=True):
            _put_back(change, by)
    return change


def _put_back(change: PersonChange, by: Actor) -> None:
    person, other = change.person, change.other
    person.refresh_from_db()
    values = {name: change.before[name] for name, now in change.after.items() if getattr(person, name) == now}
    _change(person, person.version, values)
    if other is not None and change.entries:
        sides = (person, other) if change.kind == PersonAct.MERGED else (other, person)
        starts = list(
            Entry.objects.filter(pk__in=change.entries, player=sides[0]).select_related("tournament")
        )
        if len(starts) != len(change.entries):
            raise Refused(
                _("Přihlášky se mezitím přesunuly jinam. Vraťte nejdřív pozdější změnu."), code="moved_on"
            )
        _move(starts, *sides, by=by, action=PUT_BACK)
        _change(other, other.version, {})


def _mine(by: Actor, person_id: uuid.UUID) -> Player:
    person = person_of(by, person_id)
    if person is None:
        raise Refused(_("Tuto osobu mezi svými lidmi nemáte. Načtěte stránku znovu."), code="unknown_person")
    return person


def _touched(*people: Player) -> list[uuid.UUID]:
    """Tournaments in which they play: nobody registers there until the change is done."""
    return list(Entry.objects.filter(player__in=people).values_list("tournament_id", flat=True))


def _change(person: Player, expected: int, values: Mapping[str, Any]) -> None:
    """A new version in any case, so that whoever looks at the person notices."""
    try:
        change_expected(row=person, expected=expected, **values)
    except Conflict as conflict:
        last = PersonChange.objects.filter(person=person) | PersonChange.objects.filter(other=person)
        raise overtaken_by(last=last.order_by("-sequence").first()) from conflict


def _move(starts: Sequence[Entry], before: Player, after: Player, *, by: Actor, action: Action) -> None:
    """Give the starts of one person to another, with a line in the log of each tournament."""
    try:
        with transaction.atomic():
            moved = Entry.objects.filter(pk__in=[start.pk for start in starts], player=before).update(
                player=after, version=next_version()
            )
    except IntegrityError as error:
        raise Refused(
            _("Obě osoby mezitím hrají v jednom turnaji, proto je spojit nejde."), code="plays_twice"
        ) from error
    if moved != len(starts):
        raise overtaken_by(last=None)
    for start in starts:
        log_write(
            tournament=start.tournament,
            by=by,
            action=action,
            subject=str(start),
            object_id=start.pk,
            old={"person": described_person(before)},
            new={"person": described_person(after)},
        )


def _plays_twice(clashes: Sequence[tuple[Entry, Entry]]) -> Refused:
    where = "; ".join(
        _("%(tournament)s (%(one)s, %(other)s)")
        % {"tournament": one.tournament.name, "one": one, "other": other}
        for one, other in clashes
    )
    return Refused(
        _("Hrají spolu v jednom turnaji, takže to jsou dva lidé: %(where)s.") % {"where": where},
        code="plays_twice",
    )


def _keep(
    kind: PersonAct,
    by: Actor,
    person: Player,
    *,
    other: Player | None = None,
    starts: Sequence[Entry] = (),
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> PersonChange:
    return PersonChange.objects.create(
        actor_name=by.name,
        actor_key=by.key,
        kind=kind,
        person=person,
        other=other,
        entries=[str(start.pk) for start in starts],
        before=dict(before or {}),
        after=dict(after or {}),
    )
