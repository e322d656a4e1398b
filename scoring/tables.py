"""The standings as a table of the screen, made from the rows every other form shows."""

from collections.abc import Callable
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.selectors.standings import RoundFigures, StandingRow, Standings
from scoring.templatetags.amounts import bp, money, points, signed, tone

NUM = {"th": {"class": "num"}, "td": {"class": "num"}}
STRONG = {"th": {"class": "num"}, "td": {"class": "num strong deciding"}}
PLACE = {"th": {"class": "num place"}, "td": {"class": "num place strong"}}
KEY = {"th": {"class": "stay"}, "td": {"class": "key stay"}}


class _PlayerColumn(tables.Column):
    def render(self, value: str, record: StandingRow) -> SafeString:
        left = _("odstoupil(a)") if record.withdrawn else ""
        out = format_html(' <span class="soft small">{}</span>', left) if left else ""
        return format_html('{} <span class="soft small nowrap">č. {}</span>{}', value, record.number, out)


class _RoundColumn(tables.Column):
    """SB of a round, below it what it is made of: ZB + PB, then the place and the table."""

    def __init__(self, place: int, **kwargs: Any) -> None:
        super().__init__(accessor="rounds", orderable=False, attrs=NUM, **kwargs)
        self.place = place

    def render(self, value: tuple[RoundFigures | None, ...]) -> SafeString | str:
        figures = value[self.place]
        if figures is None:
            return "–"
        return format_html(
            '<span class="round-sb">{}</span>'
            '<small class="round-parts">{} {} {}</small><small class="round-parts">{}</small>',
            points(figures.sb),
            points(figures.zb),
            "−" if figures.premium < 0 else "+",
            abs(figures.premium),
            _("%(rank)d. · stůl %(table)d") % {"rank": figures.rank, "table": figures.table},
        )


class _SumColumn(tables.Column):
    """A figure of the whole tournament; marked where the line changed since the last version."""

    def __init__(self, show: Callable[[int], str], *, marks: bool = False, **kwargs: Any) -> None:
        super().__init__(orderable=False, **kwargs)
        self.show, self.marks = show, marks

    def render(self, value: int, record: StandingRow, table: "StandingsTable") -> SafeString | str:
        text = self.show(value)
        if self.marks and record.number in table.changed_numbers:
            return format_html('<span class="changed">{}</span>', text)
        return text


class StandingsTable(tables.Table):
    """Players from the best; ``changed_numbers``: start numbers whose line differs from the last version."""

    frame = "table-cards standings-frame"
    changed_numbers: frozenset[int] = frozenset()

    rank = tables.Column(verbose_name=gettext_lazy("Místo"), orderable=False, attrs=PLACE)
    name = _PlayerColumn(verbose_name=gettext_lazy("Hráč"), orderable=False, attrs=KEY)
    club = tables.Column(verbose_name=gettext_lazy("Klub"), orderable=False, default="")

    class Meta:
        template_name = "includes/table.html"

    def render_rank(self, value: int) -> str:
        return f"{value}."


def standings_table(standings: Standings, changed: frozenset[int]) -> StandingsTable:
    """The table of these standings: rounds side by side, then the sums, what decides the order last."""
    columns: list[tuple[str, tables.Column]] = [
        (f"round{number}", _RoundColumn(place, verbose_name=_("%(n)d. kolo") % {"n": number}))
        for place, number in enumerate(standings.rounds)
    ]
    columns += [
        ("money", _SumColumn(_money, verbose_name=_("Zisk"), attrs=NUM)),
        ("zb", _SumColumn(signed, verbose_name="ZB", attrs=NUM)),
        ("premium", _SumColumn(points, verbose_name="PB", attrs=NUM)),
    ]
    if any(row.penalty for row in standings.rows):
        columns.append(("penalty", _SumColumn(points, verbose_name=_("Trest"), attrs=NUM)))
    deciding = {"sb": points, "bp": bp}
    for name in ("bp", "sb") if standings.order == "sb" else ("sb", "bp"):
        attrs = STRONG if name == standings.order else NUM
        columns.append((name, _SumColumn(deciding[name], marks=True, verbose_name=name.upper(), attrs=attrs)))
    table = StandingsTable(
        standings.rows,
        extra_columns=columns,
        row_attrs={
            "class": lambda record: _row_class(record, changed),
            "id": lambda record: f"hrac-{record.number}",
        },
    )
    table.changed_numbers = changed
    return table


def _money(value: int) -> SafeString:
    return format_html('<span class="{}">{}</span>', tone(value), money(value))


def _row_class(record: StandingRow, changed: frozenset[int]) -> str:
    if record.number in changed:
        return "row-attention"
    return "row-out" if record.withdrawn else ""
