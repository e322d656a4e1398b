"""What the projected screen shows: published things and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from public.selectors.seats import PublicSeat, PublicTable, public_tables, round_seated, seats_by_name
from scoring.selectors.standings import Standings, last_publication, published_of
from tournament.enums import ScreenPage
from tournament.lib.counting import counted
from tournament.lifecycle import ALLOWED_AT_TABLE, TableAct
from tournament.models import Round, Tournament
from tournament.selectors.hall import (
    Clock,
    ClockState,
    Coming,
    Notice,
    announcements_of,
    clock_of,
    coming_of,
)

CHOSEN = {
    ScreenPage.CLOCK: "screen_clock",
    ScreenPage.TABLES: "screen_tables",
    ScreenPage.NAMES: "screen_names",
    ScreenPage.MISSING: "screen_missing",
    ScreenPage.STANDINGS: "screen_standings",
}
"""Pages in the order in which they follow each other → the setting of the tournament that lets them.

Announcements are on top of all of them; they have a page for those that do not fit there.
"""

_HEADINGS = {
    ScreenPage.CLOCK: gettext_lazy("Hodiny"),
    ScreenPage.TABLES: gettext_lazy("Rozesazení podle stolů"),
    ScreenPage.NAMES: gettext_lazy("Rozesazení podle jmen"),
    ScreenPage.MISSING: gettext_lazy("Na které stoly se čeká"),
    ScreenPage.STANDINGS: gettext_lazy("Pořadí"),
    ScreenPage.ANNOUNCEMENTS: gettext_lazy("Hlášení"),
}

COMING = 3
"""So many of the coming events are read from the far end of a hall."""


@dataclass(frozen=True, slots=True)
class ScreenPart:
    """One page of the screen, or as many as it takes: what it is called and of what it is.

    ``news`` is another one when it became something else, which the screen then turns to at once; empty where
    a change is no news.
    """

    page: ScreenPage
    heading: str
    of: str = ""
    news: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything the screen has now; ``parts`` says which of it is shown and in which order.

    ``held`` is the page at which it stays, where there is something on it.
    """

    clock: Clock
    coming: Sequence[Coming]
    announcements: Sequence[Notice]
    tables: tuple[PublicTable, ...]
    names: tuple[PublicSeat, ...]
    missing: tuple[int, ...]
    standings: Standings | None
    parts: tuple[ScreenPart, ...] = field(default=())
    held: str = ""

    @property
    def has_clock(self) -> bool:
        """Whether there is a clock to be seen."""
        return self.clock.state != ClockState.NONE


def screen_of(tournament: Tournament) -> Screen:
    """What is to be seen: what is published, as far as the organiser lets it be shown."""
    round_ = round_seated(tournament)
    tables = public_tables(round_) if round_ else ()
    publication = last_publication(tournament)
    screen = Screen(
        clock=clock_of(tournament),
        coming=coming_of(tournament)[:COMING],
        announcements=announcements_of(tournament),
        tables=tables,
        names=seats_by_name(tables),
        missing=_missing(round_) if round_ else (),
        standings=published_of(publication) if publication else None,
    )
    parts = {part.page: part for part in _parts(screen, round_.number if round_ else 0)}
    chosen = [page for page, name in CHOSEN.items() if getattr(tournament, name)]
    held = [page for page in parts if page == tournament.screen_held]
    wanted = held or [*chosen, ScreenPage.ANNOUNCEMENTS]
    shown = tuple(parts[page] for page in wanted if page in parts)
    return replace(screen, held="".join(held), parts=shown)


def _missing(round_: Round) -> tuple[int, ...]:
    """Tables that have not handed in, once the first one has; before, all of them are only playing."""
    numbers = dict(round_.tables.values_list("number", "state"))
    writing = ALLOWED_AT_TABLE[TableAct.HAND_IN]
    missing = tuple(sorted(number for number, state in numbers.items() if state in writing))
    return missing if len(missing) < len(numbers) else ()


def _parts(screen: Screen, round_number: int) -> list[ScreenPart]:
    """Every page that has something on it, chosen or not."""
    of_round = _("%(number)s. kolo") % {"number": round_number} if round_number else ""
    parts = []
    if screen.has_clock or screen.coming:
        parts.append(_part(ScreenPage.CLOCK, of_round))
    if screen.tables:
        parts.append(_part(ScreenPage.TABLES, of_round, str(round_number)))
        parts.append(_part(ScreenPage.NAMES, of_round))
    if screen.missing:
        count = counted(len(screen.missing), _("stůl"), _("stoly"), _("stolů"))
        parts.append(_part(ScreenPage.MISSING, f"{of_round}, {count}"))
    if screen.standings and screen.standings.rows:
        after = _("po %(number)s. kole, součet %(order)s") % {
            "number": screen.standings.round,
            "order": screen.standings.order.upper(),
        }
        news = f"{screen.standings.round}-{screen.standings.version}"
        parts.append(_part(ScreenPage.STANDINGS, after, news))
    if screen.announcements:
        parts.append(_part(ScreenPage.ANNOUNCEMENTS))
    return parts


def _part(page: ScreenPage, of: str = "", news: str = "") -> ScreenPart:
    return ScreenPart(page, str(_HEADINGS[page]), of, news)
