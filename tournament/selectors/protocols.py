"""The protocol of a draw as its page shows it: the stored document is the truth, this only reads it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rules import seating
from tournament.enums import DRAWN_STATES, SEAT_NAMES
from tournament.models import Draw, LogEntry, Tournament
from tournament.selectors.rounds import DRAWN, changes_of
from tournament.selectors.seating import COUNTED, Figure, figures_from


@dataclass(frozen=True, slots=True)
class ProtocolPlayer:
    """Somebody who was drawn."""

    number: int
    name: str
    club: str
    team: str
    rank: int | None
    fixed_table: int | None
    apart: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ProtocolSeat:
    """One seat of a drawn or an earlier table."""

    letter: str
    number: str
    name: str
    is_scribe: bool


@dataclass(frozen=True, slots=True)
class ProtocolTable:
    """A drawn table or one of an earlier round."""

    number: int
    seats: tuple[ProtocolSeat, ...]


@dataclass(frozen=True, slots=True)
class Protocol:
    """A draw with everything needed to check it, and what was changed by hand after it."""

    draw: Draw
    digest: str
    algorithm: str
    weights: tuple[tuple[str, str], ...]
    players: tuple[ProtocolPlayer, ...]
    history: tuple[tuple[int, tuple[ProtocolTable, ...]], ...]
    tables: tuple[ProtocolTable, ...]
    figures: tuple[Figure, ...]
    was_announced: bool
    others: tuple[Draw, ...]
    changes: tuple[LogEntry, ...]

    @property
    def has_ranks(self) -> bool:
        """The draw knew an order of the players."""
        return any(player.rank for player in self.players)

    @property
    def has_fixed(self) -> bool:
        """Somebody has a table of his own."""
        return any(player.fixed_table for player in self.players)

    @property
    def has_apart(self) -> bool:
        """Somebody is not to sit with somebody."""
        return any(player.apart for player in self.players)


def draw_shown(tournament: Tournament, number: int, sequence: int | None, *, drafts: bool) -> Draw | None:
    """The draw asked for, the current one by default; of a draft only for those who may see ``drafts``."""
    draws = Draw.objects.select_related("round__tournament").filter(
        round__tournament=tournament, round__number=number, round__discarded_at=None
    )
    if not drafts:
        draws = draws.filter(round__state__in=DRAWN_STATES)
    return (draws.filter(current=True) if sequence is None else draws.filter(sequence=sequence)).first()


def protocol_of(draw: Draw) -> Protocol:
    """Read the stored protocol; a draw brought from elsewhere without one shows only its seed and method."""
    stored = draw.protocol
    names = {player["key"]: player["name"] for player in stored.get("players", ())}
    seed = draw.round.announced_seed
    return Protocol(
        draw=draw,
        digest=seating.seed_digest(draw.seed),
        algorithm=stored.get("algorithm", ""),
        weights=_weights(stored.get("weights", {})),
        players=tuple(_player(player) for player in stored.get("players", ())),
        history=tuple(_history(stored.get("history", ()), names)),
        tables=tuple(_table(table, names) for table in stored.get("tables", ())),
        figures=_figures(stored),
        was_announced=bool(seed) and draw.seed.startswith(seed),
        others=tuple(draw.round.draws.exclude(pk=draw.pk).order_by("sequence")),
        changes=tuple(
            change
            for change in changes_of(draw.round)
            if draw.current and change.at > draw.created_at and change.action != DRAWN
        ),
    )


def _weights(stored: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    """What each blemish cost, with thousands apart."""
    return tuple(
        (meaning[0].upper() + meaning[1:], f"{stored[name]:,}".replace(",", "\N{NO-BREAK SPACE}"))
        for name, _default, meaning in seating.Weights().describe()
        if name in stored
    )


def _player(stored: Mapping[str, Any]) -> ProtocolPlayer:
    return ProtocolPlayer(
        number=stored["key"],
        name=stored["name"],
        club=stored["club"],
        team=stored["team"],
        rank=stored["rank"],
        fixed_table=stored["fixed_table"],
        apart=tuple(sorted(stored["apart"])),
    )


def _history(
    stored: Sequence[Mapping[str, Any]], names: Mapping[int | str, str]
) -> Iterator[tuple[int, tuple[ProtocolTable, ...]]]:
    """Earlier rounds with their tables; they are stored by round and table."""
    for number, tables in groupby(stored, key=lambda table: table["round"]):
        yield number, tuple(_table(table, names) for table in tables)


def _table(stored: Mapping[str, Any], names: Mapping[int | str, str]) -> ProtocolTable:
    return ProtocolTable(
        number=stored["number"],
        seats=tuple(
            ProtocolSeat(
                letter=letter,
                number=str(key),
                name=names.get(key, ""),
                is_scribe=key == stored.get("scribe"),
            )
            for letter, key in zip(SEAT_NAMES, stored["seats"], strict=False)
        ),
    )


def _figures(stored: Mapping[str, Any]) -> tuple[Figure, ...]:
    quality = stored.get("quality")
    if not quality:
        return ()
    counts = {name: len(quality[name]) for name in COUNTED}
    return figures_from(counts, [len(table["seats"]) for table in stored["tables"]])
