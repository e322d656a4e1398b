"""Lists of players from the first registration on: the players, and the attendance list they sign.

A file of either list can be read again as registrations; nothing is lost on the way.
"""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.enums import Presence
from tournament.lib.counting import counted
from tournament.models import Entry, Tournament
from tournament.selectors.entries import PRESENCE_WORDS, entries_by_name, entries_of
from tournament.selectors.tournaments import tournament_stamp
from tournament.tables import gone_words

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

BY_NAME, BY_NUMBER = "jmena", "cisla"


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of a list in files; ``kind`` as in a workbook."""

    heading: "_StrPromise"
    value: Callable[[Entry], Any]
    kind: str = "text"


_WHO = (
    ListColumn(gettext_lazy("Č."), lambda entry: entry.number, "int"),
    ListColumn(gettext_lazy("Příjmení a jméno"), lambda entry: entry.name),
    ListColumn(gettext_lazy("Klub"), lambda entry: entry.club),
    ListColumn(gettext_lazy("Č. průkazu"), lambda entry: entry.card),
    ListColumn(gettext_lazy("Družstvo"), lambda entry: entry.team),
)
_WHAT = (
    ListColumn(gettext_lazy("Zaplaceno"), lambda entry: _("ano") if entry.fee_paid else ""),
    ListColumn(gettext_lazy("Poznámka"), lambda entry: entry.note),
)


@dataclass(frozen=True, slots=True)
class PlayerListKind:
    """A list: its name, the columns of its files, and whether its people sign it."""

    title: "_StrPromise"
    columns: tuple[ListColumn, ...]
    signed: bool = False


PLAYER_LISTS = {
    "hraci": PlayerListKind(
        gettext_lazy("Seznam hráčů"),
        (*_WHO, *_WHAT, ListColumn(gettext_lazy("Odstoupení"), gone_words)),
    ),
    "prezence": PlayerListKind(
        gettext_lazy("Prezenční listina"),
        (
            *_WHO,
            ListColumn(gettext_lazy("Prezence"), lambda entry: str(PRESENCE_WORDS[entry.presence])),
            *_WHAT,
            ListColumn(gettext_lazy("Podpis"), lambda entry: ""),
        ),
        signed=True,
    ),
}
"""By the beginning of their address."""


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A line on paper; a box is ticked where the desk knows it already."""

    number: int
    name: str
    below: str
    team: str
    gone: str
    here: bool
    paid: bool


@dataclass(frozen=True, slots=True)
class PlayersPrint:
    """A list of players on paper; ``teams``: somebody plays for a team."""

    tournament: str
    date: datetime.date
    place: str
    title: str
    people: tuple[ListedPlayer, ...]
    count: str
    teams: bool
    stamp: str


def listed_players(tournament: Tournament, kind: PlayerListKind, by: str) -> list[Entry]:
    """Who is on the list, in its order; who has withdrawn signs nothing."""
    people = entries_by_name(tournament) if by == BY_NAME else list(entries_of(tournament))
    return [entry for entry in people if not (kind.signed and entry.withdrawn_after is not None)]


def players_print(tournament: Tournament, kind: PlayerListKind, by: str) -> PlayersPrint:
    """The list on paper."""
    people = tuple(_line(entry) for entry in listed_players(tournament, kind, by))
    return PlayersPrint(
        tournament=tournament.name,
        date=tournament.date,
        place=tournament.place,
        title=str(kind.title),
        people=people,
        count=counted(len(people), _("hráč"), _("hráči"), _("hráčů")),
        teams=any(one.team for one in people),
        stamp=tournament_stamp(tournament).words,
    )


def _line(entry: Entry) -> ListedPlayer:
    card = _("průkaz %(card)s") % {"card": entry.card} if entry.card else ""
    return ListedPlayer(
        number=entry.number,
        name=entry.name,
        below=" · ".join(filter(None, (entry.club, card))),
        team=entry.team,
        gone=gone_words(entry),
        here=entry.presence == Presence.PRESENT,
        paid=entry.fee_paid,
    )
