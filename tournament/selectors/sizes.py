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
from tournament.selectors.seating import history_before

COUNTED_PEOPLE = 32
"""Up to so many players the repeats are counted; with more, either size has enough tables for few or none."""

TRIAL_SEED = "velikost stolů"
"""Any fixed seed: the same players are told the same figure each time the form is shown."""


@dataclass(frozen=True, slots=True)
class SizeOffer:
    """One way of dividing the players. ``repeats`` until the last round; ``None`` where nobody counted."""

    preferred: int
    sizes: tuple[int, ...]
    repeats: int | None

    @property
    def text(self) -> str:
        """«4 stoly po třech: do konce turnaje 3 opakované dvojice»"""
        tables = sizes_text(self.sizes)
        if self.repeats is None:
            return tables
        repeats = counted(
            self.repeats, _("opakovaná dvojice"), _("opakované dvojice"), _("opakovaných dvojic")
        )
        cost = repeats if self.repeats else _("žádná opakovaná dvojice")
        return _("%(tables)s: do konce turnaje %(cost)s") % {"tables": tables, "cost": cost}


def sizes_text(sizes: Sequence[int]) -> str:
    """«5 stolů po čtyřech a 2 stoly po třech»"""
    return _(" a ").join(
        counted(count, _("stůl"), _("stoly"), _("stolů")) + " " + of_size
        for count, of_size in ((sizes.count(4), _("po čtyřech")), (sizes.count(3), _("po třech")))
        if count
    )


def size_offers(tournament: Tournament, number: int) -> tuple[SizeOffer, ...]:
    """Both sizes, the tournament's own first; empty where they give the same tables or there are none."""
    numbers = tuple(seatable_entries(tournament).values_list("number", flat=True))
    found: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
    for preferred in sorted(TableSize.values, key=lambda size: size != tournament.table_size):
        try:
            sizes = seating.table_sizes(len(numbers), preferred)
        except seating.CannotSeat:
            return ()
        found.setdefault(tuple(sorted(sizes)), (preferred, sizes))
    if len(found) < len(TableSize):
        return ()
    history = history_before(tournament, number)
    return tuple(
        SizeOffer(
            preferred=preferred,
            sizes=sizes,
            repeats=_repeats(numbers, history, number, tournament.rounds_planned, preferred)
            if len(numbers) <= COUNTED_PEOPLE
            else None,
        )
        for preferred, sizes in found.values()
    )


@lru_cache(maxsize=64)
def _repeats(
    numbers: tuple[int, ...],
    history: tuple[seating.PastTable, ...],
    first: int,
    rounds: int,
    preferred: int,
) -> int:
    """Pairs that meet again when this round and all later ones are drawn at such tables."""
    people = tuple(seating.Entrant(number) for number in numbers)
    draws = seating.draw_schedule(
        people, rounds, TRIAL_SEED, preferred=preferred, history=history, first_round=first
    )
    past, repeats = list(history), 0
    for number, draw in enumerate(draws, start=first):
        quality = seating.assess(draw.tables, people, past, round_=number, preferred=preferred)
        repeats += len(quality.repeats)
        past.extend(seating.PastTable(number, table.number, table.seats) for table in draw.tables)
    return repeats
