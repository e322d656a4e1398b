"""Archives as tests take them: the file of a tournament as bytes, and one with a value replaced."""

import io

from scoring.selectors.archive import write_archive
from tournament.models import Tournament


def tournament_archive(tournament: Tournament) -> bytes:
    """The whole file."""
    file = io.BytesIO()
    write_archive(tournament, file)
    return file.getvalue()
