"""Files of the standings: XLSX, CSV and JSON from the rows that every screen shows."""

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.points_sheet import COLUMNS, LISTS, NUMBERS, table_to_sheet
from rules.points_table import PointsTable
from scoring.selectors.standings import RoundFigures, StandingRow, Standings
from scoring.selectors.tables import HandRow, TableAccount
from tournament.enums import SEAT_NAMES
from tournament.lib.excel import Column, SheetData, write_workbook
from tournament.models import Round, Tournament

ROUND_FIELDS = ("table", "money", "zb", "premium", "sb", "rank", "bp")


def standings_workbook(tournament: Tournament, standings: Standings) -> bytes:
    """One sheet: a line per player, the rounds side by side; amounts are numbers, names are text."""
    title = _("Pořadí po %(number)d. kole") % {"number": standings.round}
    sheet = SheetData(
        title=title,
        heading=f"{tournament.name} – {title}",
        columns=_columns(standings),
        rows=[_workbook_row(row) for row in standings.rows],
    )
    return write_workbook([sheet, *_notes_sheet(standings)])


def standings_csv(standings: Standings) -> str:
    """The same lines as text, separated by semicolons, with the byte order mark that Excel asks for."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([column.header for column in _columns(standings)])
    writer.writerows([_text_row(row) for row in standings.rows])
    return "\ufeff" + out.getvalue()


def standings_json(standings: Standings) -> str:
    """The lines for other programs: ``money`` in haléře, ``pb`` premium points, ``bp`` in points."""
    return json.dumps([_json_row(row) for row in standings.rows], ensure_ascii=False)


def _columns(standings: Standings) -> list[Column]:
    columns = [
        Column(_("Pořadí"), "int"),
        Column(_("Číslo"), "int"),
        Column(_("Jméno")),
        Column(_("Klub")),
    ]
    for number in standings.rounds:
        columns += [
            Column(_("%(n)d. kolo stůl") % {"n": number}, "int"),
            Column(_("%(n)d. kolo zisk") % {"n": number}, "money"),
            Column(_("%(n)d. kolo ZB") % {"n": number}, "points"),
            Column(_("%(n)d. kolo PB") % {"n": number}, "points"),
            Column(_("%(n)d. kolo SB") % {"n": number}, "points"),
            Column(_("%(n)d. kolo pořadí") % {"n": number}, "int"),
            Column(_("%(n)d. kolo BP") % {"n": number}, "hundredths"),
        ]
    return [
        *columns,
        Column(_("Zisk"), "money"),
        Column("ZB", "points"),
        Column("PB", "points"),
        Column(_("Tresty"), "points"),
        Column("SB", "points"),
        Column("BP", "hundredths"),
    ]


def _workbook_row(row: StandingRow) -> list[Any]:
    cells: list[Any] = [row.rank, row.number, row.name, row.club]
    for figures in row.rounds:
        cells += [None if figures is None else getattr(figures, name) for name in ROUND_FIELDS]
    return [*cells, row.money, row.zb, row.premium, row.penalty, row.sb, row.bp]


def _text_row(row: StandingRow) -> list[str]:
    """Amounts with a decimal comma, as a Czech spreadsheet reads them; a name can never become a formula."""
    cells = [str(row.rank), str(row.number), _inert(row.name), _inert(row.club)]
    for figures in row.rounds:
        cells += [""] * len(ROUND_FIELDS) if figures is None else _round_text(figures)
    return [
        *cells,
        _decimal(row.money),
        str(row.zb),
        str(row.premium),
        str(row.penalty),
        str(row.sb),
        _decimal(row.bp),
    ]


def _round_text(figures: RoundFigures) -> list[str]:
    return [
        str(figures.table),
        _decimal(figures.money),
        str(figures.zb),
        str(figures.premium),
        str(figures.sb),
        str(figures.rank),
        _decimal(figures.bp),
    ]


def _decimal(hundredths: int) -> str:
    whole, rest = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole},{rest:02d}"


def _inert(text: str) -> str:
    """A spreadsheet takes a cell that begins so for a formula; the apostrophe makes it text."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def _notes_sheet(standings: Standings) -> list[SheetData]:
    if not standings.notes:
        return []
    return [
        SheetData(title=_("Poznámky"), columns=[Column(_("Poznámka"))], rows=[[n] for n in standings.notes])
    ]


def _json_row(row: StandingRow) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "number": row.number,
        "name": row.name,
        "club": row.club,
        "money": row.money,
        "zb": row.zb,
        "pb": row.premium,
        "penalty": row.penalty,
        "sb": row.sb,
        "bp": _points(row.bp),
        "rounds": [_json_round(figures) for figures in row.rounds if figures is not None],
    }


def _json_round(figures: RoundFigures) -> dict[str, Any]:
    return {
        "round": figures.round,
        "table": figures.table,
        "money": figures.money,
        "zb": figures.zb,
        "pb": figures.premium,
        "sb": figures.sb,
        "rank": figures.rank,
        "bp": _points(figures.bp),
    }


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
        Column(heading, "int" if name in NUMBERS else "text", 44 if name == "text" else None)
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
                    Column(_("Sloupec")),
                    Column(_("Co tam patří"), width=60),
                    Column(_("Možné hodnoty"), width=60),
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
    """Hands of a round: the account of every player, and a sheet with one hand on each line."""
    heading = f"{round_.tournament.name} – {round_}"
    players = SheetData(
        title=_("Účty"),
        heading=heading,
        columns=[
            Column(_("Stůl"), "int"),
            Column(_("Místo")),
            Column(_("Číslo"), "int"),
            Column(_("Jméno")),
            Column(_("Her"), "int"),
            Column(_("Zisk"), "money"),
            Column("PB", "points"),
        ],
        rows=[row for account in accounts for row in _player_rows(account)],
    )
    hands = SheetData(
        title=_("Hry"),
        heading=heading,
        columns=[
            Column(_("Stůl"), "int"),
            Column(_("Hra"), "int"),
            Column(_("Zápis"), width=48),
            Column(_("Závazek")),
            Column(_("Výsledek"), width=36),
            *(Column(_("%(seat)s zisk") % {"seat": seat}, "money") for seat in SEAT_NAMES),
            *(Column(_("%(seat)s PB") % {"seat": seat}, "points") for seat in SEAT_NAMES),
        ],
        rows=[_hand_cells(account, row) for account in accounts for row in account.hands],
    )
    return write_workbook([players, hands])


def _player_rows(account: TableAccount) -> list[list[Any]]:
    totals = account.totals
    return [
        [
            account.table.number,
            seat.letter,
            seat.number,
            seat.name,
            totals.count,
            totals.money[seat.letter],
            totals.premium[seat.letter],
        ]
        for seat in account.seats
    ]


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
