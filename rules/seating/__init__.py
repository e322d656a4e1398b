"""The draw: who sits at which table in each round, with the fewest repeated pairs, reproducible from a seed.

Plain records in, plain records out; each module says how its part works.
"""

from rules.errors import Problem

from .drawing import draw_round
from .errors import CannotSeat
from .field import METHODS
from .forecast import Forecast, forecast
from .generator import Generator, new_seed, seed_digest
from .one_round.reseating import Move, Reseating, join, reseat
from .one_round.swapping import SwapEffect, swap, swap_effect
from .protocol import (
    PRIVATE,
    check_protocol,
    is_complete,
    protocol,
    public_protocol,
    sealed_digest,
    sealed_text,
    verify,
    verify_public,
)
from .quality import assess, check_tables
from .records import (
    Draw,
    DrawnTable,
    DrawRequest,
    Entrant,
    Key,
    Misplaced,
    OddAgain,
    PastTable,
    Quality,
    RepeatedPair,
    TableAgain,
    Together,
    UnevenSeats,
    Weights,
)
from .schedule import draw_schedule, plan
from .sizes import table_sizes
from .version import ALGORITHM

__all__ = [
    "ALGORITHM",
    "METHODS",
    "PRIVATE",
    "CannotSeat",
    "Draw",
    "DrawRequest",
    "DrawnTable",
    "Entrant",
    "Forecast",
    "Generator",
    "Key",
    "Misplaced",
    "Move",
    "OddAgain",
    "PastTable",
    "Problem",
    "Quality",
    "RepeatedPair",
    "Reseating",
    "SwapEffect",
    "TableAgain",
    "Together",
    "UnevenSeats",
    "Weights",
    "assess",
    "check_protocol",
    "check_tables",
    "draw_round",
    "draw_schedule",
    "forecast",
    "is_complete",
    "join",
    "new_seed",
    "plan",
    "protocol",
    "public_protocol",
    "reseat",
    "sealed_digest",
    "sealed_text",
    "seed_digest",
    "swap",
    "swap_effect",
    "table_sizes",
    "verify",
    "verify_public",
]
