"""Numbers and amounts said in Czech sentences of templates."""

from django import template

from tournament.lib import counting
from tournament.lib.money import crowns_said

register = template.Library()

register.filter("in_round", counting.in_round)
register.filter("at_time", counting.at_time)
register.filter("crowns", crowns_said)
