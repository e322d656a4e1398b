"""What the commands of scoring share."""

from django.core.management.base import CommandError

from tournament.models import Round, Tournament
from tournament.selectors.rounds import round_named


def round_numbered(tournament: Tournament, number: int) -> Round:
    """The round with this number; ``CommandError`` says which rounds there are."""
    found = round_named(tournament, number)
    if found is not None:
        return found
    known = ", ".join(map(str, tournament.rounds.values_list("number", flat=True))) or "zatím žádné"
    raise CommandError(f"{number}. kolo turnaj „{tournament.slug}“ nemá. Kola: {known}.")
