"""The protocol of rulings: what was claimed and found, the articles, the reckoning, lines to sign."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules import Rulebook, Settlement
from scoring.adapters import InvalidRecord, ReadHand, rulebook_of, stored_hand
from scoring.models import Award, Decision
from scoring.selectors.decisions import RulingRow, seat_amounts
from scoring.selectors.disputes import DisputeRow, row_with, rows_about
from scoring.selectors.offences import ArticleWords, article_words
from scoring.selectors.tables import SeatLine, explained, seat_lines_of
from scoring.wording import Wording, wording_of
from tournament.journal.words import LABELS
from tournament.models import Tournament

CORRECTED = ("outcome", "fleks", "lozena", "minus_parts", "foreign_suits_flek", "trumps", "premium")
"""Fields of a record by which a ruling says that something was written wrong."""


@dataclass(frozen=True, slots=True)
class RulingPrint:
    """One ruling on paper. ``amounts`` are what is paid with it and how much of that is its doing, by seat.

    ``found`` are the renoncy with who committed them, ``corrected`` what was written wrong; ``words`` and
    ``settlement`` are those of the hand with the ruling, ``None`` where amounts were ruled or where the hand
    was changed later so that the ruling does not fit it any more.
    """

    row: RulingRow
    place: str
    standing: str
    seats: tuple[SeatLine, ...]
    disputes: tuple[DisputeRow, ...]
    found: tuple[str, ...]
    corrected: str
    articles: tuple[ArticleWords, ...]
    words: Wording | None
    settlement: Settlement | None
    amounts: tuple[tuple[SeatLine, int, int, int, int], ...]

    @property
    def facts(self) -> str:
        """What the referee found out."""
        return self.row.ruling.facts


@dataclass(frozen=True, slots=True)
class RulingsPrint:
    """The protocol of one ruling or of all of them."""

    tournament: str
    date: datetime.date
    place: str
    rulebook: Rulebook
    rulings: tuple[RulingPrint, ...]


def rulings_print(tournament: Tournament, rows: Iterable[RulingRow]) -> RulingsPrint:
    """The rulings in their order; no more queries than their rows have made."""
    rulebook = rulebook_of(tournament)
    return RulingsPrint(
        tournament=tournament.name,
        date=tournament.date,
        place=tournament.place,
        rulebook=rulebook,
        rulings=tuple(_printed(row, rulebook) for row in rows),
    )


def place_words(row: RulingRow) -> str:
    """«2. kolo, stůl 4, hra 7»."""
    hand = _("hra %(n)d") % {"n": row.sequence} if row.sequence is not None else ""
    return ", ".join(filter(None, (str(row.table.round), str(row.table), hand)))


def standing_words(row: RulingRow) -> str:
    """Whether a ruling is in force."""
    if row.cancels:
        return _("ruší předchozí rozhodnutí")
    return _("platí") if row.ruling.current else _("nahrazené, neplatí")


def _printed(row: RulingRow, rulebook: Rulebook) -> RulingPrint:
    seats = seat_lines_of(row.table)
    names = {seat.letter: seat.name for seat in seats}
    patch = row.ruling.patch
    offences = patch.get("renonce") or []
    cited = [one["article"] for one in offences] or list(row.articles)
    read = _read(row, rulebook)
    return RulingPrint(
        row=row,
        place=place_words(row),
        standing=standing_words(row),
        seats=seats,
        disputes=_disputes(row, seats),
        found=tuple(_found(one, names, rulebook) for one in offences),
        corrected=", ".join(str(LABELS[name]) for name in CORRECTED if name in patch),
        articles=tuple(article_words(key, rulebook) for key in dict.fromkeys(cited)),
        words=wording_of(read.hand) if read else None,
        settlement=explained(read.settlement, seats) if read else None,
        amounts=_amounts(row, seats, read, rulebook),
    )


def _read(row: RulingRow, rulebook: Rulebook) -> ReadHand | None:
    """The hand with the ruling; ``None`` where there is none, or where it does not fit it any more."""
    ruling = row.ruling
    record = ruling.hand.record if isinstance(ruling, Decision) else ruling.record
    try:
        return stored_hand(record, rulebook, ruling.patch) if record is not None else None
    except InvalidRecord:
        return None


def _disputes(row: RulingRow, seats: tuple[SeatLine, ...]) -> tuple[DisputeRow, ...]:
    if isinstance(row.ruling, Award):
        return (row_with(row.ruling.dispute, seats),)
    return rows_about(row.table, row.ruling.hand.sequence, seats)


def _amounts(
    row: RulingRow, seats: tuple[SeatLine, ...], read: ReadHand | None, rulebook: Rulebook
) -> tuple[tuple[SeatLine, int, int, int, int], ...]:
    ruling = row.ruling
    if isinstance(ruling, Decision):
        return seat_amounts(ruling, read, rulebook) if read else ()
    money = read.settlement.money if read else ruling.money
    premium = read.settlement.premium if read else ruling.premium
    return tuple(
        (
            seat,
            money[seat.letter],
            premium[seat.letter],
            ruling.money[seat.letter],
            ruling.premium[seat.letter],
        )
        for seat in seats
    )


def _found(offence: dict[str, str], names: dict[str, str], rulebook: Rulebook) -> str:
    """«C1 nepřiznání barvy: Čech Petr, dohráno»."""
    article = article_words(offence["article"], rulebook)
    playout = _(", dohráno") if offence.get("playout") else ""
    return f"{article.key} {article.title}: {names.get(offence['by'], offence['by'])}{playout}"
