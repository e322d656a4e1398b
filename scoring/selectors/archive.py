"""A whole tournament as one JSON document."""

from typing import Any

from scoring.archive import FORMAT, SECTIONS, TOURNAMENT, Section, canonical_json, write_value
from scoring.models import SeatResult
from tournament.models import Membership, Tournament


def tournament_archive(tournament: Tournament) -> bytes:
    """Everything of the tournament, without loss (see ``scoring.archive``)."""
    return canonical_json(
        {
            "format": FORMAT,
            "tournament": _row(TOURNAMENT, tournament),
            "members": _members(tournament),
            "seat_results": _seat_results(tournament),
            **{section.key: _rows(section, tournament) for section in SECTIONS},
        }
    )


def _rows(section: Section, tournament: Tournament) -> list[dict[str, Any]]:
    # The base manager, because an archive holds discarded rounds too.
    rows = section.model._base_manager.filter(**{section.tournament_path: tournament}).distinct()
    # Sorted here, because the databases do not agree on the order of UUIDs.
    return sorted((_row(section, row) for row in rows.order_by()), key=lambda row: row["id"])


def _row(section: Section, row: Any) -> dict[str, Any]:
    return {name: write_value(getattr(row, field.attname)) for name, field in section.fields.items()}


def _members(tournament: Tournament) -> list[dict[str, Any]]:
    members = Membership.objects.filter(tournament=tournament).select_related("account")
    rows = [
        {
            "username": member.account.username,
            "first_name": member.account.first_name,
            "last_name": member.account.last_name,
            "role": member.role,
            "tables": member.tables,
        }
        for member in members
    ]
    return sorted(rows, key=lambda row: (row["username"], row["role"]))


def _seat_results(tournament: Tournament) -> dict[str, list[dict[str, Any]]]:
    """Lines of each version of a table's result, under the version's UUID."""
    lines = SeatResult.objects.filter(result__table__round__tournament=tournament)
    found: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        found.setdefault(str(line.result_id), []).append(
            {"seat": str(line.seat_id), "money": line.money, "zb": line.zb, "premium": line.premium}
        )
    return {result: sorted(rows, key=lambda row: row["seat"]) for result, rows in found.items()}
