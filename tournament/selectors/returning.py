"""People of earlier tournaments to be registered many at once: who they are, and about whom to ask."""

import uuid
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.lib.names import fold
from tournament.models import Entry, Player, Tournament
from tournament.selectors.entries import described, entries_of
from tournament.selectors.people import described_person, keys_of, organised_by, people_of
from tournament.selectors.persons import by_name

MOST_SHOWN = 400
"""Most people on the page; who looks for one among more of them writes a piece of his name."""


@dataclass(frozen=True, slots=True)
class Returning:
    """Somebody from an earlier tournament; ``number`` where he is registered here already.

    ``doubt`` says with whom he may be one, where that is asked about.
    """

    person: Player
    number: int | None
    search: str
    ticked: bool = False
    doubt: str = ""


def earlier_tournaments(tournament: Tournament, by: Actor) -> list[Tournament]:
    """Other tournaments of the organiser in which somebody is registered, the newest first."""
    others = organised_by(by).exclude(pk=tournament.pk).filter(entries__isnull=False)
    return list(others.distinct())


def returning_people(
    tournament: Tournament,
    by: Actor,
    *,
    of: Tournament | None,
    query: str = "",
    ticked: Collection[uuid.UUID] | None = (),
    doubts: dict[uuid.UUID, str] | None = None,
) -> list[Returning]:
    """People of an earlier tournament (``None``: of all of them) in Czech order; ``ticked`` ``None``: all."""
    people = people_of(by)
    if of is not None:
        people = people.filter(pk__in=Entry.objects.filter(tournament=of).values("player"))
    numbers = dict(entries_of(tournament).values_list("player_id", "number"))
    words = fold(query).split()
    found = []
    for person in people:
        search = fold(f"{person.name} {person.club} {person.card}")
        number = numbers.get(person.pk)
        # Letters are folded in Python, because neither database ignores Czech diacritics by itself.
        if (of is None and number is not None) or not all(word in search for word in words):
            continue
        chosen = number is None and (ticked is None or person.pk in ticked)
        found.append(Returning(person, number, search, chosen, (doubts or {}).get(person.pk, "")))
    return sorted(found, key=lambda one: (not one.doubt, by_name(one.person), str(one.person.pk)))


def doubts_about(tournament: Tournament, people: Iterable[Player]) -> dict[uuid.UUID, str]:
    """Who of the people may be registered already, or is likely the same as another one of them.

    By name without diacritics and titles, or by card; in two queries at most.
    """
    entries = list(entries_of(tournament))
    names: dict[str, str] = {}
    cards: dict[str, str] = {}
    for entry in entries:
        _note(names, cards, entry, _("Přihlášku už má %(who)s.") % {"who": described(entry)})
    doubts = {}
    for person in people:
        keys = keys_of(person)
        if known := names.get(keys.likely) or cards.get(keys.card):
            doubts[person.pk] = known
        _note(names, cards, person, _("Vybraná je i %(who)s.") % {"who": described_person(person)})
    return doubts


def _note(names: dict[str, str], cards: dict[str, str], one: Entry | Player, text: str) -> None:
    keys = keys_of(one)
    names.setdefault(keys.likely, text)
    if keys.card:
        cards.setdefault(keys.card, text)


def cards_taken(tournament: Tournament) -> set[str]:
    """Keys of the cards that somebody in the tournament has."""
    cards: Sequence[Entry] = list(entries_of(tournament))
    return {keys_of(entry).card for entry in cards} - {""}
