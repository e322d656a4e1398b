"""What programs of others read: plain data of what pages for everybody show (docs/api.md).

Money is haléře, points of a place (``bp``) are points, times are UTC as ISO 8601 writes them. A new key may
come with any version; what is taken away or means something else is another number after ``format``.
"""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from scoring.exports import standings_lines
from scoring.selectors.standings import Standings
from tournament.models import Round, Tournament
from tournament.selectors.hall import Clock, Coming, Notice
from tournament.selectors.rounds import TableCard

Feed = dict[str, Any]


def standings_feed(tournament: Tournament, standings: Standings | None) -> Feed:
    """The published standings; ``None`` where nothing was published yet."""
    return {
        "format": "forhont-standings/1",
        "tournament": _tournament(tournament),
        "standings": _standings(standings) if standings else None,
    }


def seating_feed(tournament: Tournament, rounds: Iterable[tuple[Round, Iterable[TableCard]]]) -> Feed:
    """Who sits where in each of these rounds, which are published ones."""
    return {
        "format": "forhont-seating/1",
        "tournament": _tournament(tournament),
        "rounds": [_round(round_, tables) for round_, tables in rounds],
    }


def clock_feed(
    tournament: Tournament, clock: Clock, coming: Iterable[Coming], announcements: Iterable[Notice]
) -> Feed:
    """The clock of the round, what is announced beforehand and the announcements on top of the pages."""
    return {
        "format": "forhont-clock/1",
        "tournament": _tournament(tournament),
        "clock": {
            "round": clock.round,
            "state": clock.state,
            "minutes": clock.minutes,
            "last_minutes": clock.last_minutes,
            "ends_at": _moment(clock.ends_at),
            "left": clock.left,
            "reason": clock.short_reason,
        },
        "coming": [
            {"kind": one.kind, "at": _moment(one.at), "text": one.text, "reason": one.reason}
            for one in coming
        ],
        "announcements": [{"text": one.text, "at": _moment(one.at)} for one in announcements],
    }


def _tournament(tournament: Tournament) -> Feed:
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "place": tournament.place,
        "finished": tournament.finished_at is not None,
    }


def _standings(standings: Standings) -> Feed:
    return {
        "round": standings.round,
        "version": standings.version,
        "published_at": _moment(standings.published_at),
        "reason": standings.reason,
        "order": standings.order,
        "notes": list(standings.further_notes),
        "rows": standings_lines(standings),
    }


def _round(round_: Round, tables: Iterable[TableCard]) -> Feed:
    return {
        "round": round_.number,
        "state": round_.state,
        "published_at": _moment(round_.published_at),
        "tables": [{"table": table.number, "seats": _seats(table)} for table in tables],
    }


def _seats(table: TableCard) -> list[Feed]:
    return [
        {
            "seat": seat.letter,
            "number": seat.number,
            "name": seat.name,
            "club": seat.club,
            "substitute": seat.substitute,
            "scribe": seat.is_scribe,
        }
        for seat in table.seats
    ]


def _moment(at: dt.datetime | None) -> str | None:
    return at.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at else None
