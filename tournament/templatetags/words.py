"""Numbers said in Czech sentences of templates."""

from datetime import datetime

from django import template
from django.utils.timezone import localtime

from tournament.lib import counting

register = template.Library()


@register.filter
def in_round(number: int) -> str:
    """In which round: ``ve 2. kole``."""
    return counting.in_round(number)


@register.filter
def at_time(moment: datetime) -> str:
    """When: ``v 9:05``, ``ve 14:32``."""
    local = localtime(moment)
    return f"{counting.before_number(local.hour)} {local:%-H:%M}"
