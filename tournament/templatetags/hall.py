"""What runs in the hall, for pages about something else."""

from django import template

from tournament.models import Tournament
from tournament.selectors import hall

register = template.Library()


@register.simple_tag
def clock_of(tournament: Tournament) -> hall.Clock:
    """The clock everybody sees."""
    return hall.clock_of(tournament)
