"""Answers to the questions ``tournament.ports`` asks; connected when the application starts."""

import uuid
from collections.abc import Collection, Sequence

from scoring.models import Hand, TableResult
from scoring.selectors.standings import counted_rounds, standings_of
from tournament.models import Round, Tournament


def tables_begun(round_: Round) -> Collection[uuid.UUID]:
    """Tables of a round with a hand or a result: their people stay where they are."""
    hands = Hand.objects.filter(table__round=round_, removed=False).values_list("table_id", flat=True)
    results = TableResult.objects.filter(table__round=round_).values_list("table_id", flat=True)
    return set(hands) | set(results)


def standings_order(tournament: Tournament, rounds: int) -> Sequence[uuid.UUID] | None:
    """Entries from the best by the closed rounds up to ``rounds``; ``None`` when none of them is closed."""
    counted = counted_rounds(tournament, rounds)
    if not counted:
        return None
    entries = dict(tournament.entries.values_list("number", "pk"))
    return [entries[row.number] for row in standings_of(tournament, counted[-1]).rows]
