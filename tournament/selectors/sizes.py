"""Tables of four or of three, where the number of players allows both, and what each costs (S05)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from rules import seating
from tournament.enums import TableSize
from tournament.lib.counting import counted
from tournament.models import Tournament
from tournament.selectors.entries import seatable_entries
from tournament.selectors.seating import entrants_from, history_before


@dataclass(frozen=True, slots=True)
class SizeOffer:
    """One way of dividing the players, with what is known of repeats until the last round."""

    preferred: int
    sizes: tuple[int, ...]
    repeats: seating.Forecast

    @property
    def text(self) -> str:
        """«4 stoly po třech: při losování všech kol najednou 3 opakované dvojice»

        Nothing is said of repeats where nothing is certain, and no more than is.
        """
        known = []
        if self.repeats.least:
            known.append(
                _("do konce turnaje nejméně %(repeats)s") % {"repeats": _repeats_text(self.repeats.least)}
            )
        if self.repeats.scheduled is not None:
            count = self.repeats.scheduled
            repeats = count if self.repeats.least else _repeats_text(count)
            known.append(_("při losování všech kol najednou %(repeats)s") % {"repeats": repeats})
        return ": ".join(filter(None, (sizes_text(self.sizes), ", ".join(known))))


def _repeats_text(count: int) -> str:
    if not count:
        return _("žádná opakovaná dvojice")
    return counted(count, _("opakovaná dvojice"), _("opakované dvojice"), _("opakovaných dvojic"))


def sizes_text(sizes: Sequence[int]) -> str:
    """«5 stolů po čtyřech a 2 stoly po třech»"""
    return _(" a ").join(
        counted(count, _("stůl"), _("stoly"), _("stolů")) + " " + of_size
        for count, of_size in ((sizes.count(4), _("po čtyřech")), (sizes.count(3), _("po třech")))
        if count
    )


def size_offers(tournament: Tournament, number: int) -> tuple[SizeOffer, ...]:
    """Both sizes, the tournament's own first; empty where they give the same tables or there are none."""
    people = entrants_from(seatable_entries(tournament, number))
    found: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
    for preferred in sorted(TableSize.values, key=lambda size: size != tournament.table_size):
        try:
            sizes = seating.table_sizes(len(people), preferred)
        except seating.CannotSeat:
            return ()
        found.setdefault(tuple(sorted(sizes)), (preferred, sizes))
    if len(found) < len(TableSize):
        return ()
    history = history_before(tournament, number)
    return tuple(
        SizeOffer(preferred, sizes, _forecast(people, history, number, tournament.rounds_planned, preferred))
        for preferred, sizes in found.values()
    )


@lru_cache(maxsize=64)
def _forecast(
    people: tuple[seating.Entrant, ...],
    history: tuple[seating.PastTable, ...],
    number: int,
    rounds: int,
    preferred: int,
) -> seating.Forecast:
    return seating.forecast(
        seating.DrawRequest(number, people, seed="", history=history, preferred=preferred, rounds=rounds)
    )
