"""Questions the tournament asks of whoever keeps the scores, without importing it.

``scoring`` connects its answers when the application starts (``ScoringConfig.ready``); until then each port
answers with its default. So the imports go one way and the question stands where it is asked.
"""

import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Generic, ParamSpec, TypeVar

from tournament.actors import Actor
from tournament.models import Round, Tournament

P = ParamSpec("P")
R = TypeVar("R")


class Port(Generic[P, R]):
    """One question with a default answer and at most one who knows better."""

    def __init__(self, default: Callable[P, R]) -> None:
        self._answer = default

    def connect(self, answer: Callable[P, R]) -> None:
        """Ask ``answer`` from now on."""
        self._answer = answer

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._answer(*args, **kwargs)


def _nothing_begun(round_: Round) -> Collection[uuid.UUID]:
    return ()


def _no_order(tournament: Tournament, rounds: int) -> Sequence[uuid.UUID] | None:
    return None


def _nothing_published(tournament: Tournament) -> Collection[int]:
    return ()


def _nothing_stale(tournament: Tournament) -> Sequence[int]:
    return ()


def _nothing_follows(*, tournament: Tournament, first: int, by: Actor, reason: str) -> object:
    return None


def _no_penalties(tournament: Tournament) -> int:
    return 0


def _nothing_waits(tournament: Tournament) -> Sequence[str]:
    return ()


def _no_revisions(tournament: Tournament) -> Mapping[int, str]:
    return {}


def _nobody_out(tournament: Tournament, number: int | None) -> Collection[uuid.UUID]:
    return ()


def _nothing_disputed(tournament: Tournament, actor: Actor) -> Sequence[str]:
    return ()


def _no_points_tables(tournament: Tournament) -> Sequence[tuple[str, str]]:
    return ()


tables_begun: Port[[Round], Collection[uuid.UUID]] = Port(_nothing_begun)
"""Ids of the tables of a round that have a hand or a result, whose people therefore stay where they are."""

standings_order: Port[[Tournament, int], Sequence[uuid.UUID] | None] = Port(_no_order)
"""Ids of the entries from the best, by the closed rounds 1 to the given number; ``None``: nobody knows."""

standings_published: Port[[Tournament], Collection[int]] = Port(_nothing_published)
"""Numbers of the rounds after which standings are published."""

standings_stale: Port[[Tournament], Sequence[int]] = Port(_nothing_stale)
"""Numbers of the rounds whose published standings a recomputation does not confirm."""

standings_follow: Port[..., object] = Port(_nothing_follows)
"""Publish the next version of whatever was published after round ``first`` or later and has changed.

Asked under the lock of the tournament by what changes standings without being a result.
"""

undecided_penalties: Port[[Tournament], int] = Port(_no_penalties)
"""How many proposed penalties wait for somebody to decide them."""

running_revisions: Port[[Tournament], Mapping[int, str]] = Port(_no_revisions)
"""Numbers of the rounds whose results may be claimed now, each with the sentence that says until when."""

kept_out: Port[[Tournament, int | None], Collection[uuid.UUID]] = Port(_nobody_out)
"""Ids of the entries that a round must not seat: excluded from it or from the tournament; without a number
those excluded from the tournament."""

waiting_corrections: Port[[Tournament], Sequence[str]] = Port(_nothing_waits)
"""Corrections of results that wait for a second person, each by its place: «1. kolo, stůl 2»."""

open_disputes: Port[[Tournament, Actor], Sequence[str]] = Port(_nothing_disputed)
"""Disputes that nobody has decided, at the tables this person may read, each in words, the newest first."""

own_points_tables: Port[[Tournament], Sequence[tuple[str, str]]] = Port(_no_points_tables)
"""Key and name of the tournament's own points tables (bodovací tabulky) in force, in order of their keys."""
