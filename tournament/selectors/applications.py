"""Registration from home: whether it is open, how many places are left, who applied, who that may be."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.enums import ApplicationState, ShownFromHome
from tournament.lib.collation import czech_key
from tournament.lib.names import filing_name
from tournament.lib.stamps import moment_words
from tournament.lifecycle import ALLOWED, ALLOWED_FOR_APPLICATION, Act, ApplicationAct, allowed_for
from tournament.models import Application, Entry, Player, Tournament
from tournament.selectors.entries import entries_of
from tournament.selectors.people import Typed, keys_of, known_people

Someone = TypeVar("Someone", bound=Typed)


class Opening(StrEnum):
    """Whether applications are taken: never, not yet, now, no more."""

    OFF = "off"
    SOON = "soon"
    OPEN = "open"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Places:
    """How many people the tournament takes (``None``: anybody), how many of the places are taken, who waits.

    An application that waits has its place; a place that came free belongs to the first substitute.
    """

    capacity: int | None
    taken: int
    substitutes: int

    @property
    def free(self) -> int | None:
        """Places nobody has; ``None`` where there is no limit."""
        return None if self.capacity is None else max(0, self.capacity - self.taken)

    @property
    def left(self) -> int | None:
        """Places for whoever comes now: those that are free and that no substitute waits for."""
        return 0 if self.free and self.substitutes else self.free


@dataclass(frozen=True, slots=True)
class FromHome:
    """Registration from home in words: until ``when``, how much ``room`` there is; who is in, if public."""

    opening: Opening
    when: str
    room: str
    list_public: bool

    @property
    def is_open(self) -> bool:
        """Whether an application would be taken now, at least in time."""
        return self.opening == Opening.OPEN


@dataclass(frozen=True, slots=True)
class ApplicationRow:
    """An application as organisers decide about it.

    ``entry`` is who of the registered it may be, ``same``: by the same card, or the same name and club.
    ``person`` is the known person it means, ``people`` are those to be asked about. ``twice``: an earlier one
    that waits may come from the same person.
    """

    application: Application
    state: ApplicationState
    entry: Entry | None = None
    same: bool = False
    person: Player | None = None
    people: Sequence[Player] = ()
    twice: Application | None = None

    @property
    def is_asked_about(self) -> bool:
        """Whether a person has to say who that is."""
        return bool(self.entry or self.people or self.twice)


@dataclass(frozen=True, slots=True)
class ApplicationList:
    """All applications by what is to be done about them, each in the order of arrival."""

    waiting: Sequence[ApplicationRow]
    substitutes: Sequence[ApplicationRow]
    decided: Sequence[ApplicationRow]
    places: Places

    @property
    def unquestioned(self) -> list[ApplicationRow]:
        """Those that wait and that nobody has to be asked about."""
        return [row for row in self.waiting if not row.is_asked_about]

    @property
    def next_substitute(self) -> ApplicationRow | None:
        """Whose turn it is, because a place is free."""
        return self.substitutes[0] if self.substitutes and self.places.free else None


class Alike(Generic[Someone]):
    """People to be asked who of them an application may be; of several the first one is said."""

    def __init__(self, people: Iterable[Someone] = ()) -> None:
        self._by_card: dict[str, Someone] = {}
        self._by_club: dict[tuple[str, str], Someone] = {}
        self._by_name: dict[str, Someone] = {}
        for one in people:
            self.add(one)

    def add(self, one: Someone) -> None:
        """One more of them."""
        keys = keys_of(one)
        if keys.card:
            self._by_card.setdefault(keys.card, one)
        self._by_club.setdefault((keys.name, keys.club), one)
        self._by_name.setdefault(keys.likely, one)

    def same(self, typed: Typed) -> Someone | None:
        """The one with the same card, else with the same name and club."""
        keys = keys_of(typed)
        by_card = self._by_card.get(keys.card) if keys.card else None
        return by_card or self._by_club.get((keys.name, keys.club))

    def likely(self, typed: Typed) -> Someone | None:
        """The same, else one of a name alike."""
        return self.same(typed) or self._by_name.get(keys_of(typed).likely)


def opening_of(tournament: Tournament, now: datetime.datetime | None = None) -> Opening:
    """By its times and its state: once a round is published, people register at the door."""
    opening = opening_by_times(tournament, now or timezone.now())
    return Opening.OVER if opening != Opening.OFF and has_begun(tournament) else opening


def opening_by_times(tournament: Tournament, now: datetime.datetime) -> Opening:
    """The same of a tournament of which no round is published; asks nothing of the database."""
    if not tournament.home_open:
        return Opening.OFF
    if tournament.finished_at or (tournament.home_until and now >= tournament.home_until):
        return Opening.OVER
    return Opening.SOON if tournament.home_from and now < tournament.home_from else Opening.OPEN


def from_home(tournament: Tournament) -> FromHome | None:
    """What everybody reads about registration from home; ``None`` where there is none."""
    opening = opening_of(tournament)
    if opening == Opening.OFF:
        return None
    room = _room(tournament, places_of(tournament)) if opening == Opening.OPEN else ""
    return FromHome(opening, opening_words(tournament, opening), room, is_list_public(tournament))


def opening_words(tournament: Tournament, opening: Opening) -> str:
    """Whether one can register from home, and until when."""
    begins, ends = tournament.home_from, tournament.home_until
    if opening == Opening.OFF:
        return _("Tento turnaj přihlášky z domova nebere.")
    if opening == Opening.SOON and begins:
        return _("Přihlašování z domova začne %(when)s.") % {"when": moment_words(begins)}
    if opening == Opening.OVER:
        return _("Přihlašování z domova už skončilo.")
    if ends:
        return _("Přihlásit se z domova jde do %(when)s.") % {"when": moment_words(ends)}
    return _("Přihlásit se z domova jde do začátku turnaje.")


def _room(tournament: Tournament, places: Places) -> str:
    if places.left is None:
        return ""
    if places.left:
        return _("Volných míst: %(left)s z %(all)s.") % {"left": places.left, "all": places.capacity}
    if tournament.home_substitutes:
        return _("Místa jsou obsazená, přihlásit se dá jako náhradník.")
    return _("Místa jsou obsazená.")


def has_begun(tournament: Tournament) -> bool:
    """Whether everybody has seen who sits where."""
    return tournament.rounds.filter(state__in=ALLOWED[Act.SHOW]).exists()


def places_of(tournament: Tournament) -> Places:
    """Those who are registered and have not left, and those whose application waits."""
    states = tournament.applications.aggregate(
        waiting=Count("pk", filter=Q(state=ApplicationState.WAITING)),
        substitutes=Count("pk", filter=Q(state=ApplicationState.SUBSTITUTE)),
    )
    playing = entries_of(tournament).filter(withdrawn_after=None).count()
    return Places(tournament.capacity, playing + states["waiting"], states["substitutes"])


def state_in_line(tournament: Tournament, before: int | None = None) -> ApplicationState:
    """What an application becomes: it waits while there is a place and no substitute came earlier.

    ``before`` is its order of arrival; a new one comes after all others.
    """
    places = places_of(tournament)
    earlier = tournament.applications.filter(state=ApplicationState.SUBSTITUTE)
    if before is not None:
        earlier = earlier.filter(sequence__lt=before)
    if places.free is None or (places.free and not earlier.exists()):
        return ApplicationState.WAITING
    return ApplicationState.SUBSTITUTE


def state_shown(application: Application) -> ApplicationState:
    """Of whoever became an entry the entry says it: he may have left, or have come back."""
    state = ApplicationState(application.state)
    if application.entry is None:
        return state
    if application.entry.withdrawn_after is not None:
        return ApplicationState.WITHDRAWN
    return ApplicationState.ACCEPTED if state == ApplicationState.WITHDRAWN else state


def may_withdraw(application: Application) -> bool:
    """Whether its sender may still say from home that he will not come."""
    return allowed_for(ApplicationAct.WITHDRAW, state_shown(application)) and not has_begun(
        application.tournament
    )


def undecided(tournament: Tournament) -> QuerySet[Application]:
    """Applications that an organiser has to decide about, substitutes too."""
    states = ALLOWED_FOR_APPLICATION[ApplicationAct.ACCEPT]
    return tournament.applications.filter(state__in=states).order_by("sequence")


def application_list(tournament: Tournament, by: Actor) -> ApplicationList:
    """Every application as ``by`` decides about it, in a constant number of queries."""
    applications = list(tournament.applications.select_related("entry"))
    decided, open_ones = [], []
    for one in applications:
        if allowed_for(ApplicationAct.ACCEPT, state_shown(one)):
            open_ones.append(one)
        else:
            decided.append(ApplicationRow(one, state_shown(one), one.entry))
    rows = _open_rows(tournament, by, open_ones)
    return ApplicationList(
        waiting=[row for row in rows if row.state == ApplicationState.WAITING],
        substitutes=[row for row in rows if row.state == ApplicationState.SUBSTITUTE],
        decided=decided,
        places=places_of(tournament),
    )


def _open_rows(
    tournament: Tournament, by: Actor, applications: Sequence[Application]
) -> list[ApplicationRow]:
    """Those to be decided about, each with everybody it may be."""
    registered, earlier = Alike(entries_of(tournament)), Alike[Application]()
    rows = []
    for one, known in zip(applications, known_people(tournament, by, applications), strict=True):
        entry = registered.likely(one)
        rows.append(
            ApplicationRow(
                one,
                ApplicationState(one.state),
                entry=entry,
                same=entry is not None and registered.same(one) == entry,
                person=known.person,
                people=known.likely,
                twice=earlier.likely(one),
            )
        )
        earlier.add(one)
    return rows


def application_at(tournament: Tournament, token: str) -> Application | None:
    """The application whose own address holds this token."""
    found = Application.objects.filter(tournament=tournament, link__token=token)
    return found.select_related("entry", "link").first()


def is_list_public(tournament: Tournament) -> bool:
    """Whether everybody may read who is registered."""
    return tournament.home_open and tournament.home_shown == ShownFromHome.NAMES


def registered_publicly(tournament: Tournament) -> list[Entry]:
    """Who plays, in Czech order; whoever was not told that it would be public when he applied is left out."""
    shown = entries_of(tournament).filter(withdrawn_after=None).exclude(applications__public=False)
    return sorted(shown, key=lambda entry: (czech_key(filing_name(entry.name)), entry.number))
