"""Standings as text for other programs: JSON and CSV; XLSX and PDF stand apart."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.selectors.standings import RoundFigures, StandingRow, Standings

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def standings_json(standings: Standings) -> str:
    """The rows as tournament.md shows them: money in haléře, BP as a number."""
    return json.dumps([_object(row) for row in standings.rows], ensure_ascii=False)


def standings_csv(standings: Standings) -> str:
    """Semicolons and decimal commas, as a Czech spreadsheet opens it; rounds side by side."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow(_headings(standings.rounds))
    writer.writerows(_cells(row) for row in standings.rows)
    return text.getvalue()


def bp_number(hundredths: int) -> int | float:
    """BP for JSON: a whole number where it is one; the two decimals of another are exact when written."""
    return hundredths // 100 if hundredths % 100 == 0 else hundredths / 100


def _object(row: StandingRow) -> dict[str, Any]:
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
        "bp": bp_number(row.bp),
        "rounds": [_round(one) for one in row.rounds if one is not None],
    }


def _round(figures: RoundFigures) -> dict[str, Any]:
    return {
        "round": figures.round,
        "table": figures.table,
        "money": figures.money,
        "zb": figures.zb,
        "pb": figures.premium,
        "sb": figures.sb,
        "rank": figures.rank,
        "bp": bp_number(figures.bp),
    }


def _headings(rounds: Sequence[int]) -> list[str]:
    fixed = [_("Místo"), _("Číslo"), _("Jméno"), _("Klub"), _("Zisk Kč"), "ZB", "PB", _("Trest"), "SB", "BP"]
    each = (_("stůl"), _("zisk Kč"), "ZB", "PB", "SB", _("místo"), "BP")
    return fixed + [f"{number}. kolo {word}" for number in rounds for word in each]


def _cells(row: StandingRow) -> Iterator[str]:
    yield from (str(row.rank), str(row.number), _text(row.name), _text(row.club), _decimal(row.money))
    yield from (str(row.zb), str(row.premium), str(row.penalty), str(row.sb), _decimal(row.bp))
    for figures in row.rounds:
        yield from _round_cells(figures)


def _round_cells(figures: RoundFigures | None) -> Sequence[str]:
    if figures is None:
        return ("",) * 7
    return (
        str(figures.table),
        _decimal(figures.money),
        str(figures.zb),
        str(figures.premium),
        str(figures.sb),
        str(figures.rank),
        _decimal(figures.bp),
    )


def _decimal(hundredths: int) -> str:
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100},{abs(hundredths) % 100:02}"


def _text(value: str) -> str:
    """A name that a spreadsheet would take for a formula gets an apostrophe in front (S38)."""
    return f"'{value}" if value.startswith(FORMULA_SIGNS) else value
