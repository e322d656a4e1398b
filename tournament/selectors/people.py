"""People over the years: whose they are, and who of them a registration means.

A person (``Player``) is the same one in every tournament of an organiser; ``Entry`` is what he was in one of
them. Nobody but the organisers of a tournament in which somebody plays learns of him: a club's list is never
offered to a stranger.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, Protocol

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.enums import Role
from tournament.lib.names import card_key, club_key, same_name_key, same_person_key
from tournament.models import Entry, Membership, Player, Tournament

SHORTEST = 8
"""Letters of a name that a wrong one may be suspected in: shorter names are near too many others."""


class Typed(Protocol):
    """A registration as somebody typed it, wherever it comes from."""

    @property
    def name(self) -> str: ...
    @property
    def club(self) -> str: ...
    @property
    def card(self) -> str: ...


class Keys(NamedTuple):
    """What a person is compared by: ``name`` in any order, ``likely`` also without diacritics and titles."""

    name: str
    likely: str
    club: str
    card: str


@dataclass(frozen=True, slots=True)
class Recognised:
    """Whom a registration means: ``person`` where that is sure, else ``likely`` ones to be asked about."""

    person: Player | None = None
    likely: tuple[Player, ...] = ()


def people_of(by: Actor) -> QuerySet[Player]:
    """Everybody who plays in a tournament that ``by`` organises."""
    return Player.objects.filter(entries__tournament__in=organised_by(by)).distinct()


def organised_by(by: Actor) -> QuerySet[Tournament]:
    """Tournaments whose organiser is ``by``, the newest first."""
    theirs = Membership.objects.filter(account__key=by.key, role=Role.ORGANISER).values("tournament")
    return Tournament.objects.filter(pk__in=theirs).order_by("-date", "-created_at", "slug")


def people_to_register(tournament: Tournament, by: Actor) -> QuerySet[Player]:
    """Those whom ``by`` may register in ``tournament``: his own people who are not in it yet.

    Who has no account (the command line) has the people of the tournament's organisers.
    """
    people = people_of(by)
    if not by.has_account:
        organisers = Membership.objects.filter(tournament=tournament, role=Role.ORGANISER).values("account")
        theirs = Membership.objects.filter(role=Role.ORGANISER, account__in=organisers).values("tournament")
        people = Player.objects.filter(entries__tournament__in=theirs).distinct()
    return people.exclude(entries__tournament=tournament)


def known_people(tournament: Tournament, by: Actor, registrations: Iterable[Typed]) -> list[Recognised]:
    """For each registration whom it means among ``people_to_register``, in one query.

    Nobody is meant twice: who was sure for one registration is not offered to the next.
    """
    known = KnownPeople(people_to_register(tournament, by))
    return [known.take(one) for one in registrations]


def likely_people(tournament: Tournament, by: Actor, typed: Typed) -> Sequence[Player]:
    """Those to be asked about before ``typed`` is registered."""
    return KnownPeople(people_to_register(tournament, by)).recognise(typed).likely


class KnownPeople:
    """People among whom registrations are looked for; built once, asked often."""

    def __init__(self, people: Iterable[Player]) -> None:
        self._free = {person.pk: person for person in people}
        self._by_card: dict[str, list[Player]] = {}
        self._by_likely: dict[str, list[Player]] = {}
        self._by_rest: dict[str, list[Player]] = {}
        for person in self._free.values():
            keys = keys_of(person)
            if keys.card:
                self._by_card.setdefault(keys.card, []).append(person)
            self._by_likely.setdefault(keys.likely, []).append(person)
            for rest in rests(keys.likely):
                self._by_rest.setdefault(rest, []).append(person)

    def take(self, typed: Typed) -> Recognised:
        """``recognise``, and who is sure is not given to anybody else."""
        found = self.recognise(typed)
        if found.person is not None:
            del self._free[found.person.pk]
        return found

    def recognise(self, typed: Typed) -> Recognised:
        """Whom the registration means.

        Sure is the one person with the same card and a name alike, else the one of the same name and club
        whose card is not another one. Likely is who has the same card under another name, a name alike
        in whatever club, or a name one letter away where the clubs do not differ.
        """
        if not self._free:
            return Recognised()
        keys = keys_of(typed)
        found = self._alike(keys)
        by_card = [one for one in found if same_card(keys, keys_of(one)) and alike(keys, keys_of(one))]
        sure = by_card or [one for one in found if same_name_and_club(keys, keys_of(one))]
        if len(sure) == 1:
            return Recognised(person=sure[0])
        return Recognised(likely=tuple(sure or found))

    def _alike(self, keys: Keys) -> list[Player]:
        """Everybody who may be meant, the likeliest first, each once."""
        near = chain.from_iterable(self._by_rest.get(rest, ()) for rest in rests(keys.likely))
        found = chain(
            self._by_card.get(keys.card, ()) if keys.card else (),
            self._by_likely.get(keys.likely, ()),
            (one for one in near if one_letter_away(keys, keys_of(one))),
        )
        return list({one.pk: one for one in found if one.pk in self._free}.values())


def same_card(one: Keys, other: Keys) -> bool:
    """Both have a card and it is the same one."""
    return bool(one.card) and one.card == other.card


def alike(one: Keys, other: Keys) -> bool:
    """The same name apart from diacritics and titles, or a letter away."""
    return one.likely == other.likely or differ_in_one_letter(one.likely, other.likely)


def same_name_and_club(one: Keys, other: Keys) -> bool:
    """The same name in the same club (a club is needed, S17), and no two cards that differ."""
    same = one.name == other.name and bool(one.club) and one.club == other.club
    return same and (not one.card or not other.card or one.card == other.card)


def one_letter_away(one: Keys, other: Keys) -> bool:
    """Names that a slip of a finger makes equal, unless their clubs or cards tell the two apart."""
    return not_told_apart(one, other) and differ_in_one_letter(one.likely, other.likely)


def not_told_apart(one: Keys, other: Keys) -> bool:
    """Neither two clubs nor two cards that differ."""
    pairs = ((one.club, other.club), (one.card, other.card))
    return not any(mine and its and mine != its for mine, its in pairs)


def keys_of(typed: Typed) -> Keys:
    """What somebody is compared by."""
    return _keys(typed.name, typed.club, typed.card)


@lru_cache(maxsize=20_000)  # because the same few thousand people are compared with each registration
def _keys(name: str, club: str, card: str) -> Keys:
    return Keys(same_name_key(name), same_person_key(name), club_key(club), card_key(card))


def rests(name: str) -> Iterator[str]:
    """The name and what is left of it without one of its letters: names a letter apart share one of them."""
    yield name
    if len(name) >= SHORTEST:
        yield from (name[:at] + name[at + 1 :] for at in range(len(name)))


def differ_in_one_letter(one: str, other: str) -> bool:
    """One letter more, less, another or changed places with its neighbour; short names never do.

    >>> [differ_in_one_letter("jan novak", other) for other in ("jan nova", "jan nobak", "jna novak", "jan")]
    [True, True, True, False]
    """
    if one == other or min(len(one), len(other)) < SHORTEST or abs(len(one) - len(other)) > 1:
        return False
    start = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    one, other = one[start:], other[start:]
    swapped = one[:2] == other[1::-1] and one[2:] == other[2:]
    return swapped or one[1:] == other[1:] or one[1:] == other or one == other[1:]


def earlier_start(entry: Entry, by: Actor) -> Entry | None:
    """The last start of the same person in another tournament that ``by`` organises."""
    others = Entry.objects.filter(player=entry.player_id, tournament__in=organised_by(by)).exclude(
        pk=entry.pk
    )
    return others.select_related("tournament").order_by("-tournament__date", "-created_at").first()


def described_person(person: Player) -> str:
    """A person told apart from his namesake: name, club, card."""
    card = _("průkaz %(card)s") % {"card": person.card} if person.card else ""
    return f"{person.name} ({', '.join(filter(None, (person.club or _('bez klubu'), card)))})"
