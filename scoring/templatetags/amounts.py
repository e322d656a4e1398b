"""How figures stand on a page: Czech amounts, real minus, plus on results."""

from django import template
from django.utils.translation import gettext as _

from rules import format_amount
from rules.ranking import format_bp
from tournament.lib.counting import counted

register = template.Library()

NBSP = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"


@register.filter
def money(haler: int) -> str:
    """A result in crowns with its sign: ``+12,40``, ``−0,80``, ``0,00``."""
    return format_amount(haler, sign=True)


@register.filter
def amount(haler: int) -> str:
    """Crowns where a sign would say nothing: ``9,20``."""
    return format_amount(haler)


@register.filter
def signed(points: int) -> str:
    """Whole points or crowns with their sign: ``+1 234``, ``−5``, ``0``."""
    sign = MINUS if points < 0 else "+" if points else ""
    return f"{sign}{abs(points):,}".replace(",", NBSP)


@register.filter
def points(value: int) -> str:
    """Whole points where a gain is nothing special: ``47``, ``−5``."""
    return f"{MINUS if value < 0 else ''}{abs(value):,}".replace(",", NBSP)


@register.filter
def bp(hundredths: int) -> str:
    """BP kept in hundredths: ``26``, ``26,5``."""
    return format_bp(hundredths)


@register.filter
def tone(value: int) -> str:
    """The class of a result: a gain is green with a plus, nothing is quiet, a loss is ink with a minus."""
    if value > 0:
        return "plus"
    return "zero" if value == 0 else "minus"


@register.filter
def article(name: str) -> str:
    """An article as it is cited; article A, the sazebník, would read as a seat by its letter."""
    return _("sazebník") if name == "A" else name


@register.filter
def hands(count: int) -> str:
    """A number of hands with the right word: ``1 hra``, ``3 hry``, ``18 her``."""
    return counted(count, "hra", "hry", "her")
