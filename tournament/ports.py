"""Questions the tournament asks of whoever keeps the scores, without importing it.

``scoring`` connects its answers when the application starts (``ScoringConfig.ready``); until then each port
answers with its default. So the imports go one way and the question stands where it is asked.
"""

import uuid
from collections.abc import Callable, Collection, Sequence
from typing import Generic, ParamSpec, TypeVar

from tournament.models import Round, Tournament

P = ParamSpec("P")
R = TypeVar("R")


class Port(Generic[P, R]):
    """One question with a default answer and at most one who knows better."""

    def __init__(self, default: Callable[P, R]) -> None:
        self._default = default
        self._answer = default

    def connect(self, answer: Callable[P, R]) -> None:
        """Ask ``answer`` from now on."""
        self._answer = answer

    def disconnect(self) -> None:
        """Back to the default."""
        self._answer = self._default

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._answer(*args, **kwargs)


def _nothing_begun(round_: Round) -> Collection[uuid.UUID]:
    return ()


def _no_order(tournament: Tournament, rounds: int) -> Sequence[uuid.UUID] | None:
    return None


tables_begun: Port[[Round], Collection[uuid.UUID]] = Port(_nothing_begun)
"""Ids of the tables of a round that have a hand or a result, whose people therefore stay where they are."""

standings_order: Port[[Tournament, int], Sequence[uuid.UUID] | None] = Port(_no_order)
"""Ids of the entries from the best, by the closed rounds 1 to the given number; ``None``: nobody knows."""
