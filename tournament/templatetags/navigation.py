"""What the parts of a tournament depend on beside the person who looks."""

from django import template

from tournament.actors import Actor
from tournament.models import Tournament
from tournament.selectors.tournaments import has_standings

register = template.Library()


@register.simple_tag
def sees_standings(tournament: Tournament, actor: Actor) -> bool:
    """Whether the page of standings has something for the person: for the public once they are published."""
    return actor.is_member or has_standings(tournament)
