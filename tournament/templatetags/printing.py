"""What print templates need beside their records: the layouts, QR codes, dates in words."""

from collections.abc import Iterable, Sequence
from datetime import date

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.lib.list_layout import Person, StandingsShape, pairs, people_by_name
from tournament.lib.list_layout import standings_shape as shape_of
from tournament.lib.print_data import SeatingPlan, SeatingTable, SheetPage, StandingsPrint
from tournament.lib.qr import qr_svg
from tournament.lib.sheet_layout import Fitted, Form, Side, czech_date, forms, sides

register = template.Library()


@register.filter
def sheet_sides(pages: Iterable[SheetPage]) -> list[Side]:
    """The pages of paper that the stolové lístky take."""
    return [side for page in pages for side in sides(page)]


@register.filter
def sheet_forms(laid_out: Sequence[Side]) -> tuple[Form, ...]:
    """The forms under those pages, each once."""
    return forms(laid_out)


@register.filter
def fitted_text(fitted: Fitted) -> str:
    """A text of one line in the size of type it fits in."""
    if not fitted.size:
        return fitted.lines[0]
    return format_html('<span class="{}">{}</span>', fitted.size, fitted.lines[0])


@register.filter
def fitted_row(fitted: Fitted) -> str:
    """The same in a column whose rows are two half-lines high; a text of one line stands between them.

    Lines are ended by line breaks of the text, which are set much faster than elements.
    """
    if len(fitted.lines) == 1:
        return format_html("{}\n", fitted_text(fitted))
    upper, lower = fitted.lines
    return format_html('<span class="two {}">{}\n{}</span>', fitted.size, upper, lower)


@register.filter
def in_pairs(tables: Sequence[SeatingTable]) -> tuple[tuple[SeatingTable, ...], ...]:
    """Tables two by two."""
    return pairs(tables)


@register.filter
def seating_names(plan: SeatingPlan) -> list[Person]:
    """Everybody in Czech order."""
    return people_by_name(plan)


@register.filter
def standings_shape(standings: StandingsPrint) -> StandingsShape:
    """The columns and lines of a ranking."""
    return shape_of(standings)


@register.filter
def print_date(day: date) -> str:
    """A date in words: 14. března 2026."""
    return czech_date(day)


@register.simple_tag
def qr(address: str) -> SafeString:
    """The QR code of an address as inline SVG."""
    return qr_svg(address)
