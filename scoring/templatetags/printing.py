"""What print templates need beside their records: the layouts, QR codes, dates in words."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html

from scoring.printing.lists import pairs, people_by_name, standings_shape
from scoring.printing.records import SheetPage
from scoring.printing.sheets import Fitted, Side, czech_date, forms, sides
from tournament.lib.qr import qr_svg

register = template.Library()
register.filter("sheet_forms", forms)
register.filter("in_pairs", pairs)
register.filter("seating_names", people_by_name)
register.filter("standings_shape", standings_shape)
register.filter("print_date", czech_date)
register.simple_tag(qr_svg, name="qr")


@register.filter
def sheet_sides(pages: Iterable[SheetPage]) -> list[Side]:
    """The pages of paper that the stolové lístky take."""
    return [side for page in pages for side in sides(page)]


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
