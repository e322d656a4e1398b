"""The protocol of a draw as its page shows it: the stored document is the truth, this only reads it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from rules import format_points, seating
from tournament.enums import SEAT_NAMES
from tournament.journal.actions import SeenBy, declared
from tournament.journal.words import subject_words
from tournament.lib.importance import words_of_costs
from tournament.lifecycle import ALLOWED, Act
from tournament.models import Draw, KeptChange, LogEntry, Tournament
from tournament.selectors.seating import COUNTED, DrawFigure, figures_from


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
class SeatingStep:
    """One change of the seating after the draw; ``undone``: it put the one before it back."""

    at: datetime
    who: str
    subject: str
    reason: str
    undone: bool


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
    figures: tuple[DrawFigure, ...]
    was_announced: bool
    others: tuple[Draw, ...]
    changes: tuple[SeatingStep, ...]
    wishes: int
    sealed_digest: str

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
        draws = draws.filter(round__state__in=ALLOWED[Act.SHOW])
    return (draws.filter(current=True) if sequence is None else draws.filter(sequence=sequence)).first()


def protocol_of(draw: Draw, *, wishes: bool = False) -> Protocol:
    """Read the stored protocol; a draw brought from elsewhere without one shows only its seed and method.

    Private wishes are in it only when asked for, which organisers may.
    """
    public = seating.public_protocol(draw.protocol)
    stored = draw.protocol if wishes else public
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
        changes=tuple(_steps_after(draw)) if draw.current else (),
        wishes=public.get("wishes", 0),
        sealed_digest=public.get("sealed_sha256") or "",
    )


def _steps_after(draw: Draw) -> Iterator[SeatingStep]:
    """What came after the entry of the draw in its round's log, other draws left out; the newest first."""
    changes = KeptChange.objects.filter(entry__round=draw.round, after__draw=draw.sequence)
    drawn = changes.order_by("entry__sequence").values_list("entry__sequence", flat=True).first() or 0
    of_seating = [action for action in declared() if action.seen_by is SeenBy.SEATING]
    entries = LogEntry.objects.filter(round=draw.round, action__in=of_seating, sequence__gt=drawn)
    for entry in entries.select_related("change", "round").order_by("-sequence"):
        change = getattr(entry, "change", None)
        if change is None or change.after.get("draw") is None:
            yield SeatingStep(
                entry.at, entry.actor_name, subject_words(entry), entry.reason, undone=change is None
            )


def _weights(stored: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    """How much avoiding each blemish mattered, in words; a cost that no word stands for as it is."""
    return tuple(
        (
            meaning[0].upper() + meaning[1:],
            str(words_of_costs(usual).get(stored[name]) or format_points(stored[name])),
        )
        for name, usual, meaning in seating.Weights().describe()
        if name in stored
    )


def _player(stored: Mapping[str, Any]) -> ProtocolPlayer:
    return ProtocolPlayer(
        number=stored["key"],
        name=stored["name"],
        club=stored["club"],
        team=stored["team"],
        rank=stored["rank"],
        fixed_table=stored.get("fixed_table"),
        apart=tuple(sorted(stored.get("apart", ()))),
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


def _figures(stored: Mapping[str, Any]) -> tuple[DrawFigure, ...]:
    quality = stored.get("quality")
    if not quality:
        return ()
    counts = {name: len(quality.get(name, ())) for name in COUNTED}
    return figures_from(counts, [len(table["seats"]) for table in stored["tables"]])
