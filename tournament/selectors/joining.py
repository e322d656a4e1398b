"""What merging two persons or splitting one would do, shown beforehand; which two persons may be one."""

import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any

from django.utils.translation import gettext_lazy

from tournament.actors import Actor
from tournament.enums import PersonAct, Role
from tournament.lib.collation import czech_key
from tournament.models import Account, Entry, PersonChange, Player
from tournament.selectors.people import (
    Keys,
    keys_of,
    not_told_apart,
    one_letter_away,
    organised_by,
    people_of,
    rests,
)
from tournament.selectors.persons import by_name, starts_of

TOLD = ("name", "club", "card")
"""What a start says of a person; the rest of his columns is written at himself."""

PAIRS_SHOWN = 30
"""Most pairs of persons suggested at once."""

REASONS = {
    "card": gettext_lazy("stejný průkaz"),
    "name_and_club": gettext_lazy("stejné jméno a klub"),
    "name": gettext_lazy("stejné jméno"),
    "letter": gettext_lazy("jména se liší o písmeno"),
}
"""Why two persons may be one, the surest first."""

LARGEST_GROUP = 12
"""Most people of one card or one name whose pairs are looked at: more of them are no slip."""


@dataclass(frozen=True, slots=True)
class Merge:
    """What a merge would do: the starts of ``other`` that move, and the columns of ``person`` that change.

    ``clashes`` are tournaments in which both play, as pairs of their starts: then they are two people.
    ``stays`` says that ``other`` plays in tournaments of somebody else too and remains there. ``shown_to``
    are the organisers of those starts who do not have ``person`` yet and will.
    """

    person: Player
    other: Player
    starts: Sequence[Entry]
    clashes: Sequence[tuple[Entry, Entry]]
    values: dict[str, Any]
    stays: bool
    shown_to: Sequence[str]


@dataclass(frozen=True, slots=True)
class Split:
    """What a split would do: the starts that move to a new person, those that stay, the columns of both."""

    person: Player
    moving: Sequence[Entry]
    staying: Sequence[Entry]
    new: dict[str, Any]
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LikelyPair:
    """Two persons who may be one; ``reason`` is a key of ``REASONS``."""

    one: Player
    other: Player
    reason: str


def merge_of(person: Player, other: Player, by: Actor) -> Merge:
    """What merging ``other`` into ``person`` would do."""
    starts = starts_of(other, by)
    mine = {start.tournament_id: start for start in person.entries.select_related("tournament")}
    clashes = [(mine[start.tournament_id], start) for start in starts if start.tournament_id in mine]
    return Merge(
        person=person,
        other=other,
        starts=starts,
        clashes=clashes,
        values=_merged(person, other),
        stays=other.entries.count() > len(starts),
        shown_to=_organisers(starts, besides=person.entries.all()),
    )


def _organisers(starts: Iterable[Entry], *, besides: Iterable[Entry]) -> list[str]:
    """Names of those who organise a tournament of ``starts`` and none of ``besides``."""
    new, known = (
        Account.objects.filter(
            memberships__role=Role.ORGANISER,
            memberships__tournament__in=[start.tournament_id for start in some],
        )
        for some in (starts, besides)
    )
    found = new.exclude(pk__in=known.values("pk")).distinct()
    return sorted((account.display_name for account in found), key=czech_key)


def _merged(person: Player, other: Player) -> dict[str, Any]:
    """Columns of ``person`` that ``other`` fills in: what he has himself stays."""
    known = {name: getattr(other, name) for name in ("club", "card", "birth_year")}
    values = {name: value for name, value in known.items() if value and not getattr(person, name)}
    if labels := [label for label in other.labels if label not in person.labels]:
        values["labels"] = [*person.labels, *labels]
    if other.note and other.note not in person.note:
        longest = Player._meta.get_field("note").max_length
        values["note"] = "; ".join(filter(None, (person.note, other.note)))[:longest]
    return values


def split_of(person: Player, chosen: Collection[uuid.UUID], by: Actor) -> Split:
    """What splitting the ``chosen`` starts from ``person`` would do; starts elsewhere always stay."""
    starts = starts_of(person, by)
    moving = [start for start in starts if start.pk in chosen]
    staying = [start for start in starts if start.pk not in chosen]
    return Split(
        person=person,
        moving=moving,
        staying=staying,
        new={name: _newest(moving, name) for name in TOLD},
        values={
            name: _newest(staying, name)
            for name in TOLD
            if staying and _came_from(getattr(person, name), moving, staying, name)
        },
    )


def _newest(starts: Sequence[Entry], name: str) -> str:
    """The newest value that is there; ``starts`` begin with the newest."""
    return next((value for start in starts if (value := getattr(start, name))), "")


def _came_from(value: str, moving: Sequence[Entry], staying: Sequence[Entry], name: str) -> bool:
    """Whether only the starts that move know the value."""
    elsewhere = any(getattr(start, name) == value for start in staying)
    return not elsewhere and any(getattr(start, name) == value for start in moving)


def likely_pairs(by: Actor) -> list[LikelyPair]:
    """Persons of the organiser who may be one, the surest first; three queries, however many there are.

    Who have played in one tournament are two, and so are those whom somebody told apart.
    """
    people = list(people_of(by))
    played: dict[uuid.UUID, set[uuid.UUID]] = {}
    starts = Entry.objects.filter(tournament__in=organised_by(by))
    for person_id, tournament_id in starts.values_list("player_id", "tournament_id"):
        played.setdefault(person_id, set()).add(tournament_id)
    apart = _told_apart(by)
    found: dict[frozenset[uuid.UUID], LikelyPair] = {}
    for one, other, reason in _candidates(people):
        pair = frozenset((one.pk, other.pk))
        if pair not in apart and pair not in found and played[one.pk].isdisjoint(played[other.pk]):
            first, second = sorted((one, other), key=by_name)
            found[pair] = LikelyPair(first, second, reason)
    return list(found.values())[:PAIRS_SHOWN]


def _told_apart(by: Actor) -> set[frozenset[uuid.UUID]]:
    told = PersonChange.objects.filter(kind=PersonAct.APART, put_back=False, person__in=people_of(by))
    return {frozenset(pair) for pair in told.values_list("person_id", "other_id")}


def _candidates(people: Sequence[Player]) -> Iterator[tuple[Player, Player, str]]:
    """Pairs with the reason why they may be one: the same card, name and club, name, a name a letter away."""
    known = [(person, keys_of(person)) for person in people]
    for one, other in _pairs(known, lambda keys: filter(None, (keys.card,))):
        yield one[0], other[0], "card"
    for one, other in _pairs(known, lambda keys: (keys.likely,)):
        if one[1].club == other[1].club != "":
            yield one[0], other[0], "name_and_club"
        elif not_told_apart(one[1], other[1]):
            yield one[0], other[0], "name"
    for one, other in _pairs(known, lambda keys: rests(keys.likely)):
        if one_letter_away(one[1], other[1]):
            yield one[0], other[0], "letter"


Known = tuple[Player, Keys]


def _pairs(known: Sequence[Known], values: Callable[[Keys], Iterable[str]]) -> Iterator[tuple[Known, Known]]:
    """Everybody with everybody else who shares one of the values with him."""
    groups: dict[str, list[Known]] = {}
    for one in known:
        for value in values(one[1]):
            groups.setdefault(value, []).append(one)
    return chain.from_iterable(
        combinations(group, 2) for group in groups.values() if len(group) <= LARGEST_GROUP
    )
