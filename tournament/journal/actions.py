"""What can be done and written down: each action is declared once, beside the service that does it.

The name stands in the log, everything else only here: what it is called, in which part of the log it is
found and who may read it. ``scoring`` declares its own actions; they are known as soon as the applications
have started, because each of them loads its services then (``load``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class SeenBy(Enum):
    """Who reads of an action beside the organisers, who read everything.

    Whatever it says, somebody who works for some tables only reads nothing about another table.
    """

    ORGANISERS = "organisers"
    """Nobody else: a private wish."""
    STAFF = "staff"
    """Everybody who works for the tournament."""
    SEATING = "seating"
    """The same, once the round is published: who sits where is nobody's but the organisers' before."""
    TABLE = "table"
    """The chief referee and the referees of the table."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the log to choose on its page: its key in the address, its name, its place in the list."""

    key: str
    name: "_StrPromise"
    place: int


def place_words(entry: Any) -> str:
    """Where it happened, from the columns of an entry: «1. kolo, stůl 4, hra 3»."""
    parts = (
        _("%(number)s. kolo") % {"number": entry.round.number} if entry.round is not None else "",
        _("stůl %(number)s") % {"number": entry.table_number} if entry.table_number is not None else "",
        _("hra %(number)s") % {"number": entry.hand_number} if entry.hand_number is not None else "",
    )
    return ", ".join(filter(None, parts))


class Action(str):
    """The dotted name of something that can be done, with what belongs to it.

    ``about`` says of an entry without a stored subject what it is about. ``public``: a page that everybody
    may see can look otherwise after it.
    """

    words: "_StrPromise"
    area: Area
    seen_by: SeenBy
    about: Callable[[Any], str]
    public: bool

    __slots__ = ("about", "area", "public", "seen_by", "words")


_AREAS: dict[str, Area] = {}
_ACTIONS: dict[str, Action] = {}


def declare_area(key: str, name: "_StrPromise", *, place: int) -> Area:
    """A new part of the log."""
    return _AREAS.setdefault(key, Area(key, name, place))


def declare(
    name: str,
    words: "_StrPromise",
    *,
    area: Area,
    seen_by: SeenBy = SeenBy.STAFF,
    about: Callable[[Any], str] = place_words,
    public: bool = True,
) -> Action:
    """A new action; a name can be declared once only, otherwise ``ValueError``.

    ``public`` is ``False`` only for what is done so often that pages for everybody could not be kept beside
    it, and changes nothing they show: hands, and how far the tables are (``public_state.tables_mark``).
    """
    if name in _ACTIONS:
        raise ValueError(f"the action {name} is declared twice")
    action = Action(name)
    action.words, action.area, action.seen_by, action.about = words, area, seen_by, about
    action.public = public
    _ACTIONS[name] = action
    return action


def load(package: str) -> None:
    """Import every module of a package of services, so that what they declare is known."""
    for module in iter_modules(import_module(package).__path__):
        import_module(f"{package}.{module.name}")


def declared() -> Sequence[Action]:
    """Every action there is."""
    return tuple(_ACTIONS.values())


def declared_as(name: str) -> Action | None:
    """The action of this name; ``None`` for one that only another version of the program knows."""
    return _ACTIONS.get(name)


def is_public(name: str) -> bool:
    """Whether a page for everybody may look otherwise after it; so does what only another version knows."""
    action = declared_as(name)
    return action is None or action.public


def areas() -> Sequence[Area]:
    """The parts of the log in their order."""
    return sorted(_AREAS.values(), key=lambda area: area.place)


ENTRIES = declare_area("entries", gettext_lazy("Hráči"), place=1)
ROUNDS = declare_area("rounds", gettext_lazy("Losování a stoly"), place=2)
CASH = declare_area("cash", gettext_lazy("Pokladna"), place=8)
SETTINGS = declare_area("people", gettext_lazy("Nastavení a lidé"), place=9)
