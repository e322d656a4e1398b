"""What the parts of a tournament depend on beside the person who looks."""

from django import template

from tournament.actors import Actor
from tournament.destinations import Destination, address_of
from tournament.models import Tournament
from tournament.selectors.hall import Notice, announcements_of
from tournament.selectors.tournaments import has_public_rounds, has_standings

register = template.Library()


@register.simple_tag
def sees_standings(tournament: Tournament, actor: Actor) -> bool:
    """Whether the page of standings has something for the person: for the public once they are published."""
    return actor.is_member or has_standings(tournament)


@register.simple_tag
def sees_rounds(tournament: Tournament, actor: Actor) -> bool:
    """Whether the list of rounds has something for the person: for the public once something is announced."""
    return actor.is_member or has_public_rounds(tournament)


@register.simple_tag
def said_to(tournament: Tournament, actor: Actor) -> tuple[Notice, ...]:
    """The announcements above a page that everybody sees; members have theirs elsewhere."""
    return () if actor.is_member else announcements_of(tournament)


@register.simple_tag
def address(destination: str, *arguments: object, **named: object) -> str:
    """The address of a page whose keeper only ``tournament.destinations`` knows."""
    return address_of(Destination(destination), *arguments, **named)
