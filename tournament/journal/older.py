"""What the log of version 0.1.0 only told: where («1. kolo, stůl 4, hra 3»), and what can be put back."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

_PLACE = re.compile(r"(?:pořadí po )?(\d{1,4})\. kol[oe](?:, stůl (\d{1,4})(?:, hra (\d{1,4}))?)?(?=$|[:,])")


class SaidPlace(NamedTuple):
    """Numbers of a round, of its table, of the table's hand; as many of them as were said."""

    round: int | None = None
    table: int | None = None
    hand: int | None = None


def place_said(subject: str) -> SaidPlace:
    """The place that a subject begins with.

    >>> place_said("1. kolo, stůl 4, hra 3"), place_said("2. kolo: prohozeni 1 Novák a 2 Čech").round
    (SaidPlace(round=1, table=4, hand=3), 2)
    """
    found = _PLACE.match(subject)
    return SaidPlace(*(int(group) if group else None for group in found.groups())) if found else SaidPlace()


def give_places(entries: Iterable[Any], rounds: Iterable[Any]) -> None:
    """Fill the columns of place of entries that have none, from their own rows or from their words.

    ``rounds`` are all rounds of the tournament, the discarded ones too. Of several with the number that was
    said it is the newest that was there by then. Nothing is saved.
    """
    known = sorted(rounds, key=lambda round_: round_.created_at)
    for entry in entries:
        place = place_said(entry.subject)
        there = [one for one in known if one.number == place.round and one.created_at <= entry.at]
        by_row = [one for one in known if one.pk == entry.object_id]
        found = by_row or there[-1:] or [one for one in known if one.number == place.round]
        entry.round_id = found[0].pk if found else None
        entry.table_number, entry.hand_number = place.table, place.hand


_UNDONE = "tournament.seats.undone"
_SEATING = (
    "tournament.round.drawn",
    "tournament.round.draft_discarded",
    "tournament.seats.swapped",
    "tournament.seats.reseated",
    "tournament.seat.substituted",
)
_TAPS = (
    "tournament.entry.presence_changed",
    "tournament.entry.fee_changed",
    "tournament.entry.withdrawn",
    "tournament.entry.returned",
)
_BULK = {"tournament.entries.marked_present": "presence", "tournament.entries.withdrawn": "withdrawn_after"}


def changes_told(entries: Iterable[Any], numbers: Mapping[Any, int]) -> Iterator[dict[str, Any]]:
    """The columns of a ``KeptChange`` for each entry that could be put back then.

    ``numbers`` are the start numbers of the players by their UUIDs.
    """
    told = list(entries)
    undone = {entry.new.get("undone") for entry in told if entry.action == _UNDONE and entry.new}
    for entry in told:
        before, after = entry.old, entry.new
        if entry.action in _TAPS and entry.object_id in numbers:
            before, after = (
                {"entries": [{"number": numbers[entry.object_id], **side}]} for side in (before, after)
            )
        elif entry.action in _BULK:
            before, after = (_by_number(side, _BULK[entry.action]) for side in (before, after))
        elif entry.action not in _SEATING:
            continue
        put_back = str(entry.id) in undone
        yield {"entry_id": entry.id, "before": before, "after": after or {}, "put_back": put_back}


def _by_number(side: Mapping[str, Any], field: str) -> dict[str, Any]:
    return {"entries": [{"number": int(number), field: value} for number, value in side.items()]}
