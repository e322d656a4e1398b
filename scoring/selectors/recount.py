"""Every hand of a tournament settled again and compared with what is stored."""

from collections.abc import Iterator
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from rules import Rulebook
from scoring.adapters import InvalidRecord, rulebook_of, stored_hand
from scoring.models import Decision, Hand
from tournament.models import Tournament

Values = dict[str, Any]
Row = tuple[int, int, int, Values, Values, Values, bool, Values | None]
COLUMNS = (
    "table__round__number",
    "table__number",
    "sequence",
    "record",
    "money",
    "premium",
    "limited",
    "patch",
)


def recount(tournament: Tournament) -> Iterator[str | None]:
    """For each hand the sentence about its difference, or ``None``; hands are never held all at once."""
    rulebook = rulebook_of(tournament)
    ruling = Decision.objects.filter(hand=OuterRef("pk"), current=True, cancels=False)
    hands = (
        Hand.objects.filter(table__round__tournament=tournament, table__round__discarded_at=None)
        .annotate(patch=Subquery(ruling.values("patch")))
        .order_by("table__round__number", "table__number", "sequence")
    )
    for row in hands.values_list(*COLUMNS).iterator(chunk_size=1000):
        yield _difference(row, rulebook)


def _difference(row: Row, rulebook: Rulebook) -> str | None:
    round_number, table, sequence, record, money, premium, limited, patch = row
    try:
        settlement = stored_hand(record, rulebook, patch).settlement
    except InvalidRecord as error:
        problem = error.text
    else:
        if (settlement.money, settlement.premium, settlement.limited) == (money, premium, limited):
            return None
        problem = _("uloženo %(stored)s a PB %(points)s, vychází %(money)s a PB %(premium)s") % {
            "stored": money,
            "points": premium,
            "money": settlement.money,
            "premium": settlement.premium,
        }
    return _("%(round)d. kolo, stůl %(table)d, hra %(hand)d: %(problem)s") % {
        "round": round_number,
        "table": table,
        "hand": sequence,
        "problem": problem,
    }
