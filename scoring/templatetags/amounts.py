"""How figures stand on a page: Czech amounts, real minus, plus on results."""

from django import template

from rules import format_amount, format_points
from rules.ranking import format_bp
from tournament.lib.counting import counted

register = template.Library()

# Without a sign: crowns ``9,20``; whole points ``47``, ``−5``; BP kept in hundredths ``26,5``.
register.filter("amount", format_amount)
register.filter("points", format_points)
register.filter("bp", format_bp)


@register.filter
def money(haler: int) -> str:
    """A result in crowns with its sign: ``+12,40``, ``−0,80``, ``0,00``."""
    return format_amount(haler, sign=True)


@register.filter
def signed(points: int) -> str:
    """Whole points or crowns with their sign: ``+1 234``, ``−5``, ``0``."""
    return format_points(points, sign=True)


@register.filter
def tone(value: int) -> str:
    """The class of a result: a gain is green with a plus, nothing is quiet, a loss is ink with a minus."""
    if value > 0:
        return "plus"
    return "zero" if value == 0 else "minus"


@register.filter
def hands(count: int) -> str:
    """A number of hands with the right word: ``1 hra``, ``3 hry``, ``18 her``."""
    return counted(count, "hra", "hry", "her")
