"""What an organiser reads after an act that may have published standings anew."""

import uuid
from collections.abc import Collection

from scoring.services.standings import republished
from tournament.models import Tournament


def published_so_far(tournament: Tournament) -> frozenset[uuid.UUID]:
    """The versions that are published before the act."""
    return frozenset(tournament.publications.values_list("pk", flat=True))


def with_published(done: str, tournament: Tournament, before: Collection[uuid.UUID]) -> str:
    """What was done, and each version that was published since ``before``."""
    made = tournament.publications.exclude(pk__in=before).select_related("round").order_by("round__number")
    return " ".join([done, *map(str, republished(publications=made))])
