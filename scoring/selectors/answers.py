"""Answers to the questions ``tournament.ports`` asks; connected when the application starts."""

import uuid
from collections.abc import Collection, Mapping, Sequence

from scoring.models import Hand, PointsTable, TableResult
from scoring.selectors import disputes, penalties, results, revision
from scoring.selectors.standings import counted_rounds, stale_publications, standings_of
from tournament.actors import Actor
from tournament.lifecycle import WITHOUT_RESULT
from tournament.models import Round, Table, Tournament


def tables_begun(round_: Round) -> Collection[uuid.UUID]:
    """Tables of a round with a hand or a result, or closed without one: their people stay where they are."""
    hands = Hand.objects.filter(table__round=round_, removed=False).values_list("table_id", flat=True)
    results = TableResult.objects.filter(table__round=round_).values_list("table_id", flat=True)
    given_up = Table.objects.filter(round=round_, state__in=WITHOUT_RESULT).values_list("pk", flat=True)
    return set(hands) | set(results) | set(given_up)


def standings_order(tournament: Tournament, rounds: int) -> Sequence[uuid.UUID] | None:
    """Entries from the best by the closed rounds up to ``rounds``; ``None`` when none of them is closed."""
    counted = counted_rounds(tournament, rounds)
    if not counted:
        return None
    entries = dict(tournament.entries.values_list("number", "pk"))
    return [entries[row.number] for row in standings_of(tournament, counted[-1]).rows]


def standings_published(tournament: Tournament) -> Collection[int]:
    """Numbers of the rounds after which standings are published."""
    published = tournament.publications.filter(round__discarded_at=None)
    return set(published.values_list("round__number", flat=True))


def standings_stale(tournament: Tournament) -> Sequence[int]:
    """Numbers of the rounds whose published standings are not what a recomputation gives."""
    return [publication.round.number for publication in stale_publications(tournament)]


def undecided_penalties(tournament: Tournament) -> int:
    """How many proposed penalties wait for somebody to decide them."""
    return penalties.undecided_penalties(tournament)


def running_revisions(tournament: Tournament) -> Mapping[int, str]:
    """Numbers of the rounds whose results may be claimed now, and until when."""
    return {one.round: one.text for one in revision.running_revisions(tournament)}


def kept_out(tournament: Tournament, number: int | None) -> Collection[uuid.UUID]:
    """Ids of the entries a round must not seat because of an exclusion in force."""
    return penalties.kept_out(tournament, number)


def waiting_corrections(tournament: Tournament) -> Sequence[str]:
    """Corrections that wait for a second person, by their places."""
    return [f"{one.table.round}, {one.table}" for one in results.waiting_corrections(tournament)]


def open_disputes(tournament: Tournament, actor: Actor) -> Sequence[str]:
    """Open disputes of the tables this person may read, the newest first."""
    found = disputes.open_disputes(tournament, actor)
    return [f"{row.dispute.table.round}, {row.dispute.table}, {row}" for row in found]


def own_points_tables(tournament: Tournament) -> Sequence[tuple[str, str]]:
    """Key and name of the tournament's own points tables in force."""
    own = PointsTable.objects.filter(tournament=tournament, current=True).order_by("key")
    return list(own.values_list("key", "name"))
