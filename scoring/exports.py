"""Files to take away: XLSX, CSV and JSON from the rows that every screen shows."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.points_sheet import COLUMNS, LISTS, NUMBERS, table_to_sheet
from rules.points_table import PointsTable
from scoring import columns as described
from scoring.columns import Kind, listing_of
from scoring.enums import ResultSource
from scoring.printing.players import PlayerListKind
from scoring.printing.rulings import RulingPrint, RulingsPrint
from scoring.selectors.standings import Standings, standings_stamp
from scoring.selectors.tables import HandRow, TableAccount, round_stamp
from tournament.enums import SEAT_NAMES
from tournament.lib.excel import SheetColumn, SheetData, write_workbook
from tournament.lib.inert import inert
from tournament.models import Entry, Round, Tournament
from tournament.selectors.tournaments import tournament_stamp

XLSX_KINDS = {
    Kind.TEXT: "text",
    Kind.PERSON: "text",
    Kind.PLACE: "int",
    Kind.NUMBER: "int",
    Kind.MONEY: "money",
    Kind.CROWNS: "points",
    Kind.POINTS: "points",
    Kind.BP: "hundredths",
}
"""How a workbook writes each kind of column."""


def standings_workbook(tournament: Tournament, standings: Standings) -> bytes:
    """One sheet: a line per player, the rounds side by side; amounts are numbers, names are text."""
    title = _("Pořadí po %(number)d. kole") % {"number": standings.round}
    listing = listing_of(standings)
    sheet = SheetData(
        title=title,
        heading=f"{tournament.name} – {title}, {standings_stamp(standings).words}",
        columns=[SheetColumn(heading, XLSX_KINDS[column.kind]) for column, heading in listing.file_columns()],
        rows=[list(listing.file_values(row)) for row in listing.rows],
    )
    return write_workbook([sheet, *_notes_sheet(standings)])


def standings_csv(standings: Standings) -> str:
    """The same lines as text, separated by semicolons, with the byte order mark that Excel asks for.

    Amounts with a decimal comma, as a Czech spreadsheet reads them; a name can never become a formula.
    """
    listing = listing_of(standings)
    kinds = [column.kind for column, _heading in listing.file_columns()]
    rows = (
        [
            "" if value is None else CSV_TEXTS.get(kind, str)(value)
            for kind, value in zip(kinds, cells, strict=True)
        ]
        for cells in map(listing.file_values, listing.rows)
    )
    return _csv([[heading for _column, heading in listing.file_columns()], *rows])


def player_list_workbook(tournament: Tournament, kind: PlayerListKind, people: Sequence[Entry]) -> bytes:
    """A list of players in one sheet, which can be read again as registrations."""
    sheet = SheetData(
        title=str(kind.title),
        heading=f"{tournament.name} – {kind.title}, {tournament_stamp(tournament).words}",
        columns=[SheetColumn(str(column.heading), column.kind) for column in kind.columns],
        rows=[[column.value(entry) or None for column in kind.columns] for entry in people],
    )
    return write_workbook([sheet])


def player_list_csv(kind: PlayerListKind, people: Sequence[Entry]) -> str:
    """The same lines as text."""
    rows = ([inert(str(column.value(entry))) for column in kind.columns] for entry in people)
    return _csv([[str(column.heading) for column in kind.columns], *rows])


def _csv(rows: Iterable[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows(rows)
    return "\ufeff" + out.getvalue()


def standings_json(standings: Standings) -> str:
    """The lines for other programs: ``money`` in haléře, ``pb`` premium points, ``bp`` in points."""
    return json.dumps(standings_lines(standings), ensure_ascii=False)


def standings_lines(standings: Standings) -> list[dict[str, Any]]:
    """The same lines before they are written; a round that somebody did not play is left out."""
    listing = listing_of(standings)
    columns = listing.columns
    rows = []
    for row in listing.rows:
        parts = [_json_values(columns.part, part) for part in listing.parts_of(row) if part is not None]
        rows.append(_json_values((*columns.who, *columns.total), row) | {columns.parts: parts})
    return rows


def _decimal(hundredths: int) -> str:
    whole, rest = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole},{rest:02d}"


CSV_TEXTS: dict[Kind, Callable[[Any], str]] = {
    Kind.TEXT: inert,
    Kind.PERSON: inert,
    Kind.MONEY: _decimal,
    Kind.BP: _decimal,
}
"""How a text file writes the kinds that are not simply whole numbers."""


def _notes_sheet(standings: Standings) -> list[SheetData]:
    if not standings.notes:
        return []
    return [
        SheetData(
            title=_("Poznámky"), columns=[SheetColumn(_("Poznámka"))], rows=[[n] for n in standings.notes]
        )
    ]


def _json_values(columns: Iterable[described.Column], source: Any) -> dict[str, Any]:
    values = ((column, getattr(source, column.key)) for column in columns if column.json)
    return {str(column.json): _points(value) if column.kind is Kind.BP else value for column, value in values}


def _points(hundredths: int) -> int | float:
    """BP as a number of points: whole where it is whole, else with its two decimals."""
    return hundredths // 100 if hundredths % 100 == 0 else hundredths / 100


POINTS_HELP: dict[str, Any] = {
    "id": gettext_lazy("Krátké označení řádku, každé jen jednou: sto.1.ten."),
    "text": gettext_lazy("Slova řádku, jak se ukážou u hry."),
    "s": gettext_lazy("Body, když aktér vynáší. Prázdné: tabulka hodnotu neuvádí."),
    "bez": gettext_lazy("Body, když aktér nevynáší. Prázdné: tabulka hodnotu neuvádí."),
    "to": gettext_lazy("Kdo body dostane. Prázdné: aktér."),
    "times": gettext_lazy("Čím se body násobí. Prázdné: ničím."),
    "contracts": gettext_lazy("Závazky, ke kterým řádek patří, s čárkou mezi nimi."),
    "won": gettext_lazy("Části, které musí být uhrané, s čárkou mezi nimi."),
    "trumps_from": gettext_lazy("Nejmenší počet trumfů aktéra."),
    "trumps_to": gettext_lazy("Největší počet trumfů aktéra."),
    "tops": gettext_lazy("Co má aktér z trumfového esa a desítky."),
    "marriage": gettext_lazy("Hláška, na které sto stojí."),
    "helpers_from": gettext_lazy("Nejmenší počet pomocných."),
    "helpers_to": gettext_lazy("Největší počet pomocných."),
    "flekker_suits_from": gettext_lazy("Nejmenší počet barev, na které se flekovalo."),
    "flekker_suits_to": gettext_lazy("Největší počet barev, na které se flekovalo."),
    "six": gettext_lazy("Betl na šesteráka s chytákem v jedné barvě."),
    "lozena": gettext_lazy("Flekovaná část byla ložená; body bývají záporné."),
}
"""What a person writes into each column of a bodovací tabulka."""


def points_workbook(table: PointsTable) -> bytes:
    """A bodovací tabulka to fill in: its rows, and a sheet that says what belongs into which column."""
    _headings, *rows = table_to_sheet(table)
    columns = [
        SheetColumn(heading, "int" if name in NUMBERS else "text", 44 if name == "text" else None)
        for heading, name, _words in COLUMNS
    ]
    explained = [
        [heading, str(POINTS_HELP[name]), _cell_words(name, words)] for heading, name, words in COLUMNS
    ]
    return write_workbook(
        [
            SheetData(title=_("Bodovací tabulka"), columns=columns, rows=rows),
            SheetData(
                title=_("Vysvětlivky"),
                columns=[
                    SheetColumn(_("Sloupec")),
                    SheetColumn(_("Co tam patří"), width=60),
                    SheetColumn(_("Možné hodnoty"), width=60),
                ],
                rows=explained,
            ),
        ]
    )


def _cell_words(name: str, words: Any) -> str:
    if words is None:
        return _("celé číslo") if name in NUMBERS else _("text")
    several = _("jedna nebo víc hodnot: %(words)s") if name in LISTS else "%(words)s"
    return several % {"words": ", ".join(words)}


def hands_workbook(round_: Round, accounts: Sequence[TableAccount]) -> bytes:
    """Figures of a round: what every player has at his table, and a sheet with one hand on each line."""
    heading = f"{round_.tournament.name} – {round_}, {round_stamp(round_).words}".rstrip(", ")
    players = SheetData(
        title=_("Účty"),
        heading=heading,
        columns=[
            SheetColumn(_("Stůl"), "int"),
            SheetColumn(_("Místo")),
            SheetColumn(_("Číslo"), "int"),
            SheetColumn(_("Jméno")),
            SheetColumn(_("Her"), "int"),
            SheetColumn(_("Zisk"), "money"),
            SheetColumn("PB", "points"),
            SheetColumn(_("Odkud"), width=26),
        ],
        rows=[row for account in accounts for row in _player_rows(account)],
    )
    hands = SheetData(
        title=_("Hry"),
        heading=heading,
        columns=[
            SheetColumn(_("Stůl"), "int"),
            SheetColumn(_("Hra"), "int"),
            SheetColumn(_("Zápis"), width=48),
            SheetColumn(_("Závazek")),
            SheetColumn(_("Výsledek"), width=36),
            *(SheetColumn(_("%(seat)s zisk") % {"seat": seat}, "money") for seat in SEAT_NAMES),
            *(SheetColumn(_("%(seat)s PB") % {"seat": seat}, "points") for seat in SEAT_NAMES),
        ],
        rows=[_hand_cells(account, row) for account in accounts for row in account.hands],
    )
    return write_workbook([players, hands])


def _player_rows(account: TableAccount) -> list[list[Any]]:
    """The figures of the table; ``Odkud``: whether its result says so, or so far its hands, or none does."""
    figures = account.figures
    return [
        [
            account.table.number,
            seat.letter,
            seat.number,
            seat.name,
            figures.count,
            figures.money[seat.letter],
            figures.premium[seat.letter],
            _source_words(account),
        ]
        for seat in account.seats
    ]


def _source_words(account: TableAccount) -> str:
    if account.missing:
        return _("bez výsledku, nepočítá se: %(why)s") % {"why": account.missing}
    if account.result:
        return str(account.result.get_source_display())
    return str(ResultSource.HANDS.label) if account.figures.count else ""


def _hand_cells(account: TableAccount, row: HandRow) -> list[Any]:
    """One hand; the empty seat of a table of three stays empty."""
    by_seat = {amount.letter: amount for amount in row.amounts}
    amounts = [by_seat.get(seat) for seat in SEAT_NAMES]
    words = row.words
    return [
        account.table.number,
        row.hand.sequence,
        row.hand.notation,
        words.contract,
        ", ".join(filter(None, (words.result, words.note))),
        *(amount.money if amount else None for amount in amounts),
        *(amount.premium if amount else None for amount in amounts),
    ]


def rulings_workbook(tournament: Tournament, rulings: RulingsPrint) -> bytes:
    """Every ruling on a line: where, when, what, why, and how much it moves at each seat."""
    sheet = SheetData(
        title=_("Rozhodnutí"),
        heading=f"{tournament.name} – {_('Rozhodnutí rozhodčích')}",
        columns=[
            SheetColumn(_("Kolo"), "int"),
            SheetColumn(_("Stůl"), "int"),
            SheetColumn(_("Hra"), "int"),
            SheetColumn(_("Kdy"), width=18),
            SheetColumn(_("Rozhodnuto"), width=22),
            SheetColumn(_("Stav"), width=22),
            SheetColumn(_("Co se stalo"), width=48),
            SheetColumn(_("Námitka"), width=36),
            SheetColumn(_("Zjištění"), width=36),
            SheetColumn(_("Odůvodnění"), width=48),
            SheetColumn(_("Pro veřejnost"), width=36),
            *(
                column
                for seat in SEAT_NAMES
                for column in (
                    SheetColumn(_("Hráč %(seat)s") % {"seat": seat}, width=22),
                    SheetColumn(_("%(seat)s změna") % {"seat": seat}, "money"),
                    SheetColumn(_("%(seat)s změna PB") % {"seat": seat}, "points"),
                )
            ),
        ],
        rows=[_ruling_cells(one) for one in rulings.rulings],
    )
    return write_workbook([sheet])


def _ruling_cells(one: RulingPrint) -> list[Any]:
    """One ruling; the empty seat of a table of three stays empty."""
    moved = {seat.letter: (seat.name, money, premium) for seat, _all, _points, money, premium in one.amounts}
    ruling = one.row.ruling
    found = "; ".join((*one.found, *(f"{a.key} {a.title}" for a in one.articles if not one.found)))
    return [
        one.row.table.round.number,
        one.row.table.number,
        one.row.sequence,
        date_format(localtime(ruling.created_at), "j. n. Y H:i"),
        ruling.decided_by,
        one.standing,
        found,
        "; ".join(dispute.claim for dispute in one.disputes) or one.row.claim,
        ruling.facts,
        ruling.reason,
        ruling.public_reason,
        *(value for seat in SEAT_NAMES for value in moved.get(seat, (None, None, None))),
    ]
