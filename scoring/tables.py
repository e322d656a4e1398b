"""The standings as a table of the screen, made from the rows every other form shows.

Written row by row into one text: three hundred players in ten rounds are five thousand cells with several
figures each, which a table made of objects and templates takes a second for.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rules import format_points
from rules.ranking import format_bp
from scoring.columns import Column, Kind, Listing, listing_of, standing_remark
from scoring.selectors.standings import Changes, RoundFigures, StandingRow, Standings, figure_key
from scoring.templatetags.amounts import money, signed, tone
from tournament.destinations import Destination, address_of


@dataclass(frozen=True, slots=True)
class TableRow:
    """A line: its id and class, and what stands in each of its cells as HTML."""

    id: str
    look: str
    cells: tuple[str, ...]

    def html(self, starts: tuple[str, ...]) -> str:
        """The line; ``starts``: the tags that open its cells."""
        look = f' class="{self.look}"' if self.look else ""
        cells = "</td>".join(map("".join, zip(starts, self.cells, strict=True)))
        return f'<tr id="{self.id}"{look}>{cells}</td></tr>\n'


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """Headings with the classes of their columns, and the lines from the best."""

    headings: tuple[tuple[str, str, str], ...]
    rows: tuple[TableRow, ...]

    def html(self) -> SafeString:
        """The whole table; its cells were escaped when they were made."""
        named = [(escape(words), head, cell) for words, head, cell in self.headings]
        heads = "".join(f'<th scope="col"{_class(head)}>{words}</th>' for words, head, _cell in named)
        starts = tuple(f'<td data-label="{words}"{_class(cell)}>' for words, _head, cell in named)
        lines = "".join(row.html(starts) for row in self.rows)
        return SafeString(
            f'<table class="table">\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table>'
        )


def standings_table(standings: Standings, changes: Changes, *, slug: str = "") -> StandingsTable:
    """The table of these standings: rounds side by side, then the sums, what decides the order last.

    ``changes``: the figures that differ from the last version are marked. ``slug``: of the tournament to
    whose pages of players the names lead; without it they lead nowhere.
    """
    listing = listing_of(standings)
    who = listing.shown(listing.columns.who, "page")
    total = listing.shown(listing.columns.total, "page")
    parts = _parts_of(listing)
    return StandingsTable(
        headings=(
            *((str(one.page), *LOOKS.get(one.kind, NUM)) for one in who),
            *((heading, *ROUND) for heading in listing.parts),
            *((str(one.page), *(DECIDES if one.key == listing.order else NUM)) for one in total),
        ),
        rows=tuple(
            TableRow(
                id=f"hrac-{row.number}",
                look="row-out" if standing_remark(row) else "",
                cells=(
                    *(_cell(one, row, changed, slug) for one in who),
                    *(parts(figures, changed) for figures in listing.parts_of(row)),
                    *(_cell(one, row, changed) for one in total),
                ),
            )
            for row in listing.rows
            for changed in (changes.get(row.number, frozenset()),)
        ),
    )


NUM = ("num", "num")
ROUND = ("num", "num round")
DECIDES = ("num deciding", "num strong deciding")
LOOKS = {
    Kind.TEXT: ("", ""),
    Kind.PERSON: ("stay", "key stay"),
    Kind.PLACE: ("num place", "num place strong"),
}
"""The classes of a heading and of the cells below it; what is not here is a column of numbers."""


def _class(look: str) -> str:
    return f' class="{look}"' if look else ""


def _cell(column: Column, row: StandingRow, changed: frozenset[str], slug: str = "") -> str:
    value = getattr(row, column.key)
    if column.kind is Kind.PERSON:
        return _person(value, row, changed, slug)
    text = _marked(TEXTS[column.kind](value), column.key in changed)
    below = escape(getattr(row, column.below)) if column.below else ""
    return f'{text}<small class="cell-note">{below}</small>' if below else text


def _parts_of(listing: Listing) -> Callable[[RoundFigures | None, frozenset[str]], str]:
    """Writes SB of a round, below it ZB + PB, the place in it, the table, what else the page has of it."""
    further = listing.shown(listing.columns.part, "page")

    def written(figures: RoundFigures | None, changed: frozenset[str]) -> str:
        if figures is None:
            return "–"
        lines = "".join(f'<small class="round-parts">{line}</small>' for line in lines_of(figures, changed))
        sb = _marked(_points(figures.sb), figure_key(figures.round, "sb") in changed)
        return f'<span class="round-sb">{sb}</span>{lines}'

    def lines_of(figures: RoundFigures, changed: frozenset[str]) -> Iterator[str]:
        def marked(key: str, text: str) -> str:
            return _marked(text, bool(changed) and figure_key(figures.round, key) in changed)

        sign = "−" if figures.premium < 0 else "+"
        premium = marked("premium", _points(abs(figures.premium)))
        yield f"{marked('zb', _points(figures.zb))} {sign} {premium}"
        yield marked("rank", _place_in_round(figures.rank))
        yield marked("table", _at_table(figures.table))
        for one in further:
            yield f"{one.page} {TEXTS[one.kind](getattr(figures, one.key))}"

    return written


def _place_in_round(rank: int) -> str:
    return _("%(rank)d. místo v kole") % {"rank": rank}


def _at_table(table: int) -> str:
    return _("u stolu %(table)d") % {"table": table}


def _person(name: str, row: StandingRow, changed: frozenset[str], slug: str) -> str:
    """His name and number; on a phone also what opens his line, and that something in it was corrected."""
    left = standing_remark(row)
    who: str = escape(name)
    if slug:
        address = address_of(Destination.PLAYER_PAGE, slug, row.number)
        who = f'<a class="to-player" href="{address}">{who}</a>'
    words = [who, f'<span class="row-number soft small nowrap">{_number(row.number)}</span>']
    if left:
        words.append(f'<span class="soft small">{left}</span>')
    if changed:
        words.append(f'<small class="row-corrected">{_("opraveno")}</small>')
    words.append(f'<details class="row-more"><summary>{_details()}</summary></details>')
    return " ".join(words)


def _number(number: int) -> str:
    return _("č. %(number)d") % {"number": number}


def _details() -> str:
    return f'<span class="visually-hidden">{_("Podrobnosti")}</span>'


def _marked(text: str, changed: bool) -> str:
    return f'<span class="changed">{text}</span>' if changed else text


def _money(value: int) -> str:
    return f'<span class="{tone(value)}">{money(value)}</span>'


@lru_cache(maxsize=4096)
def _points(value: int) -> str:
    return format_points(value)


TEXTS: dict[Kind, Callable[[Any], str]] = {
    Kind.TEXT: escape,
    Kind.PLACE: lambda place: f"{place}.",
    Kind.NUMBER: str,
    Kind.MONEY: _money,
    Kind.CROWNS: signed,
    Kind.POINTS: _points,
    Kind.BP: format_bp,
}
"""How the page writes each kind of column, escaped; a person is written with what belongs to him."""
