"""Persons as their organiser keeps them: the list, one person with his starts, what was done about him."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.enums import PersonAct
from tournament.journal.words import Change, changes_in_words
from tournament.lib.collation import czech_key
from tournament.lib.counting import counted
from tournament.lib.names import filing_name, fold
from tournament.models import Entry, PersonChange, Player, Tournament
from tournament.selectors.people import KnownPeople, described_person, organised_by, people_of


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A line of the list: how many tournaments of the organiser the person plays, and the newest of them."""

    person: Player
    tournaments: int
    last: Tournament

    @property
    def played(self) -> str:
        """The count in words."""
        return counted(self.tournaments, _("turnaj"), _("turnaje"), _("turnajů"))


def person_of(by: Actor, person_id: uuid.UUID) -> Player | None:
    """One of the organiser's persons; ``None`` for anybody else's."""
    return people_of(by).filter(pk=person_id).first()


def starts_of(person: Player, by: Actor) -> list[Entry]:
    """His starts in tournaments that ``by`` organises, the newest first."""
    starts = Entry.objects.filter(player=person, tournament__in=organised_by(by)).select_related("tournament")
    return sorted(starts, key=lambda start: (start.tournament.date, start.created_at), reverse=True)


def persons_listed(by: Actor, *, query: str = "", label: str = "") -> list[ListedPerson]:
    """The organiser's persons in Czech order, those whose name, club or card holds every word of ``query``.

    Two queries, however many there are.
    """
    mine = list(organised_by(by))
    place = {tournament.pk: at for at, tournament in enumerate(mine)}
    played: dict[object, list[int]] = {}
    for person_id, tournament_id in Entry.objects.filter(tournament__in=mine).values_list(
        "player_id", "tournament_id"
    ):
        played.setdefault(person_id, []).append(place[tournament_id])
    words = fold(query).split()
    found = [
        ListedPerson(person=person, tournaments=len(played[person.pk]), last=mine[min(played[person.pk])])
        for person in Player.objects.filter(entries__tournament__in=mine).distinct()
        if _holds(person, words) and (not label or label in person.labels)
    ]
    return sorted(found, key=lambda one: (by_name(one.person), str(one.person.pk)))


def by_name(person: Player) -> tuple[str, str]:
    """For sorting: Czech order of surnames, then of clubs."""
    return czech_key(filing_name(person.name)), czech_key(person.club)


def _holds(person: Player, words: Iterable[str]) -> bool:
    # Letters are folded in Python, because neither database ignores Czech diacritics by itself.
    text = fold(f"{person.name} {person.club} {person.card}")
    return all(word in text for word in words)


def labels_used(by: Actor) -> list[str]:
    """Categories that the organiser's persons have, in Czech order."""
    used = {label for labels in people_of(by).values_list("labels", flat=True) for label in labels}
    return sorted(used, key=czech_key)


def likely_others(by: Actor, person: Player) -> list[ListedPerson]:
    """Others of the organiser's persons who may be the same one."""
    known = KnownPeople(people_of(by).exclude(pk=person.pk)).recognise(person)
    likely = {one.pk for one in (known.person, *known.likely) if one is not None}
    return [one for one in persons_listed(by) if one.person.pk in likely]


@dataclass(frozen=True, slots=True)
class ToldChange:
    """What was done about a person, in words."""

    change: PersonChange
    text: str
    changes: tuple[Change, ...]


def told_changes(person: Player, by: Actor) -> list[ToldChange]:
    """``changes_of`` in words."""
    return [
        ToldChange(change, _told(change, person), tuple(changes_in_words(change.before, change.after)))
        for change in changes_of(person, by)
    ]


def _told(change: PersonChange, person: Player) -> str:
    """Seen from the person whose page it is."""
    if change.other is None:
        return _("Údaje opraveny")
    words = {
        PersonAct.MERGED.value: _("Sloučeno: %(other)s"),
        PersonAct.SPLIT.value: _("Odděleno: %(other)s"),
        PersonAct.APART.value: _("Není táž osoba: %(other)s"),
    }
    other = change.other if change.person == person else change.person
    return words[change.kind] % {"other": described_person(other)}


def changes_of(person: Player, by: Actor) -> list[PersonChange]:
    """What was done about the person, the newest first; what moved starts of other organisers is theirs."""
    about = PersonChange.objects.filter(Q(person=person) | Q(other=person)).select_related("person", "other")
    return [change for change in about.order_by("-sequence") if may_see_change(change, by)]


def may_see_change(change: PersonChange, by: Actor) -> bool:
    """Whether every start that moved stands in a tournament of ``by``; where none did, he has the person."""
    if not change.entries:
        return person_of(by, change.person_id) is not None
    mine = Entry.objects.filter(pk__in=change.entries, tournament__in=organised_by(by)).count()
    return mine == len(change.entries)
