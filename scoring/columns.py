"""The columns of standings, described once: page, XLSX, CSV, JSON and paper are all made from this.

A new column is one entry here. Standings of another kind (of a series, of teams) are another ``Description``
and their own ``Listing``; what writes them stays the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.selectors.standings import StandingRow, Standings

Words = str | Promise


class Kind(StrEnum):
    """What stands in a column; each output says once how it writes each kind."""

    TEXT = "text"
    PERSON = "person"
    """A name; where there is room, what belongs to the person stands beside it."""
    PLACE = "place"
    NUMBER = "number"
    """A number that counts nothing: of a start, of a table."""
    MONEY = "money"
    """Haléře."""
    CROWNS = "crowns"
    """Whole crowns (ZB)."""
    POINTS = "points"
    BP = "bp"
    """Hundredths of a point."""

    @property
    def is_text(self) -> bool:
        """Whether it is aligned like text, to the left; everything else goes to the right."""
        return self in (Kind.TEXT, Kind.PERSON)


@dataclass(frozen=True, slots=True)
class Column:
    """One column: ``key`` is the attribute of the row that it shows.

    ``page``, ``file`` (XLSX and CSV) and ``paper`` are its headings there, ``json`` its key; what has none
    does not show the column. A ``rare`` one stands on page and paper only where somebody has something in it.
    The ``decisive`` may decide the order: of many parts the paper shows nothing else. The ``legend`` of an
    abbreviation stands below the standings. What ``below`` names stands small under it on the page.
    """

    key: str
    kind: Kind
    page: Words | None = None
    file: Words | None = None
    paper: Words | None = None
    json: str | None = None
    rare: bool = False
    decisive: bool = False
    legend: Words | None = None
    below: str = ""


@dataclass(frozen=True, slots=True)
class Description:
    """The columns of one kind of standings.

    Whose the line is, then the same columns for each part (a round), then the sums. ``parts`` is the
    attribute of a row, and the key in JSON, that holds its parts in order, ``None`` where there is nothing.
    """

    who: tuple[Column, ...]
    part: tuple[Column, ...]
    total: tuple[Column, ...]
    parts: str


STANDINGS = Description(
    who=(
        Column(
            "rank",
            Kind.PLACE,
            page=gettext_lazy("Místo"),
            file=gettext_lazy("Pořadí"),
            paper=gettext_lazy("pořadí"),
            json="rank",
        ),
        Column("number", Kind.NUMBER, file=gettext_lazy("Číslo"), paper=gettext_lazy("č."), json="number"),
        Column(
            "name",
            Kind.PERSON,
            page=gettext_lazy("Hráč"),
            file=gettext_lazy("Jméno"),
            paper=gettext_lazy("hráč"),
            json="name",
        ),
        Column("club", Kind.TEXT, page=gettext_lazy("Klub"), file=gettext_lazy("Klub"), json="club"),
    ),
    part=(
        Column("round", Kind.NUMBER, json="round"),
        Column("table", Kind.NUMBER, file=gettext_lazy("stůl"), json="table"),
        Column("money", Kind.MONEY, file=gettext_lazy("zisk"), json="money"),
        Column("zb", Kind.CROWNS, file="ZB", paper="ZB", json="zb"),
        Column("premium", Kind.POINTS, file="PB", paper="PB", json="pb"),
        Column("sb", Kind.POINTS, file="SB", paper="SB", json="sb", decisive=True),
        Column("rank", Kind.PLACE, file=gettext_lazy("pořadí"), json="rank"),
        Column("bp", Kind.BP, file="BP", paper="BP", json="bp", decisive=True),
    ),
    total=(
        Column(
            "money",
            Kind.MONEY,
            page=gettext_lazy("Zisk"),
            file=gettext_lazy("Zisk"),
            paper=gettext_lazy("zisk Kč"),
            json="money",
        ),
        Column(
            "zb",
            Kind.CROWNS,
            page="ZB",
            file="ZB",
            paper="ZB",
            json="zb",
            legend=gettext_lazy("ziskové body, zisk v celých korunách"),
        ),
        Column(
            "premium",
            Kind.POINTS,
            page="PB",
            file="PB",
            paper="PB",
            json="pb",
            legend=gettext_lazy("prémiové body"),
        ),
        Column(
            "penalty",
            Kind.POINTS,
            page=gettext_lazy("Trest"),
            file=gettext_lazy("Tresty"),
            paper=gettext_lazy("tresty"),
            json="penalty",
            rare=True,
            below="penalty_why",
        ),
        Column("penalty_why", Kind.TEXT, file=gettext_lazy("Za co tresty")),
        Column(
            "sb",
            Kind.POINTS,
            page="SB",
            file="SB",
            paper="SB",
            json="sb",
            decisive=True,
            legend=gettext_lazy("soutěžní body, ZB a PB dohromady i s tresty"),
        ),
        Column(
            "bp",
            Kind.BP,
            page="BP",
            file="BP",
            paper="BP",
            json="bp",
            decisive=True,
            legend=gettext_lazy("body za pořadí v kole"),
        ),
    ),
    parts="rounds",
)
"""A tournament after a round. The page shows a round in one cell, so those columns have no heading there."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Standings as every output takes them.

    ``parts``: a heading for each part; ``rows`` from the best; ``order``: the key of the column that decides.
    """

    columns: Description
    parts: tuple[str, ...]
    rows: Sequence[Any]
    order: str

    def parts_of(self, row: Any) -> Sequence[Any]:
        """The parts of a row in the order of their headings."""
        parts: Sequence[Any] = getattr(row, self.columns.parts)
        return parts

    def shown(self, columns: Iterable[Column], output: str) -> list[Column]:
        """The columns that an output has (``page``, ``paper``); the one that decides stands last."""
        seen = [
            column
            for column in columns
            if getattr(column, output) is not None
            and not (column.rare and not any(getattr(row, column.key) for row in self.rows))
        ]
        return sorted(seen, key=lambda column: column.key == self.order)

    def legend(self, output: str) -> list[tuple[str, str]]:
        """The abbreviations among the headings of an output, and what they mean."""
        shown = sorted(self.shown(self.columns.total, output), key=self.columns.total.index)
        return [(str(getattr(one, output)), str(one.legend)) for one in shown if one.legend]

    def file_columns(self) -> Iterator[tuple[Column, str]]:
        """The columns of a file with their headings, the parts side by side."""
        for column in _in_file(self.columns.who):
            yield column, str(column.file)
        for part in self.parts:
            for column in _in_file(self.columns.part):
                yield column, f"{part} {column.file}"
        for column in _in_file(self.columns.total):
            yield column, str(column.file)

    def file_values(self, row: Any) -> Iterator[Any]:
        """What a row holds in those columns; ``None`` for a part that is missing."""
        for source, columns in (
            (row, self.columns.who),
            *((part, self.columns.part) for part in self.parts_of(row)),
            (row, self.columns.total),
        ):
            for column in _in_file(columns):
                yield None if source is None else getattr(source, column.key)


def listing_of(standings: Standings) -> Listing:
    """The standings of a tournament as outputs take them."""
    headings = tuple(_("%(n)d. kolo") % {"n": number} for number in standings.rounds)
    return Listing(STANDINGS, headings, standings.rows, standings.order)


def standing_remark(row: StandingRow) -> str:
    """What stands beside the name of somebody who plays no more."""
    if row.excluded:
        return _("vyloučení z turnaje")
    return _("odstoupení") if row.withdrawn else ""


def _in_file(columns: Iterable[Column]) -> Iterator[Column]:
    return (column for column in columns if column.file is not None)
