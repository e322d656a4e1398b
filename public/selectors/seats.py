"""Who sits where in the round that is played or comes next, by table, by name and asked for."""

from dataclasses import dataclass
from itertools import groupby

from tournament.lib.collation import czech_key
from tournament.lib.names import filing_name, fold
from tournament.models import Round, Tournament
from tournament.selectors.hall import clock_rounds, round_shown
from tournament.selectors.seating import seats_of


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """Who sits where; ``substitute`` is who plays for him."""

    table: int
    letter: str
    number: int
    name: str
    substitute: str


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table with its people in order."""

    number: int
    seats: tuple[PublicSeat, ...]


@dataclass(frozen=True, slots=True)
class FoundSeat:
    """Where somebody sits, and who sits there with him."""

    seat: PublicSeat
    others: tuple[PublicSeat, ...]


def round_seated(tournament: Tournament) -> Round | None:
    """The published round whose seats are to be taken: the one the clock is of; ``None`` between rounds."""
    return round_shown(clock_rounds(tournament))


def public_tables(round_: Round) -> tuple[PublicTable, ...]:
    """The tables of a published round by number."""
    return tuple(
        PublicTable(
            number,
            tuple(
                PublicSeat(number, seat.position, seat.entry.number, seat.entry.name, seat.substitute)
                for seat in seats
            ),
        )
        for number, seats in groupby(seats_of(round_), key=lambda seat: seat.table.number)
    )


def seats_by_name(tables: tuple[PublicTable, ...]) -> tuple[PublicSeat, ...]:
    """Everybody in Czech order by surname, namesakes by start number."""
    return tuple(sorted((seat for table in tables for seat in table.seats), key=_name_order))


def find_seats(round_: Round, asked: str) -> tuple[FoundSeat, ...]:
    """People by a start number, or by parts of a name in any order and without diacritics.

    Those who are played for are found by their substitutes too. Nobody for an empty question.
    """
    words = fold(asked).split()
    found = [
        FoundSeat(seat, tuple(one for one in table.seats if one is not seat))
        for table in (public_tables(round_) if words else ())
        for seat in table.seats
        if _is_asked_for(seat, words)
    ]
    return tuple(sorted(found, key=lambda one: _name_order(one.seat)))


def _is_asked_for(seat: PublicSeat, words: list[str]) -> bool:
    if len(words) == 1 and words[0].isdecimal():
        return seat.number == int(words[0])
    return any(all(word in fold(name) for word in words) for name in (seat.name, seat.substitute))


def _name_order(seat: PublicSeat) -> tuple[str, int]:
    return czech_key(filing_name(seat.name)), seat.number
