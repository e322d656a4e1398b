"""The draw: who sits at which table in each round, with the fewest repeated pairs, reproducible from a seed.

Plain records in, plain records out; each module says how its part works.
"""

from rules.errors import Problem

from .drawing import draw_round
from .errors import CannotSeat
from .generator import Generator, new_seed, seed_digest
from .methods import METHODS
from .protocol import protocol, verify
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
from .reseating import Move, Proposal, reseat
from .schedule import draw_schedule, plan
from .sizes import table_sizes
from .swapping import Verdict, swap, swap_verdict
from .version import ALGORITHM

__all__ = [
    "ALGORITHM",
    "METHODS",
    "CannotSeat",
    "Draw",
    "DrawRequest",
    "DrawnTable",
    "Entrant",
    "Generator",
    "Key",
    "Misplaced",
    "Move",
    "OddAgain",
    "PastTable",
    "Problem",
    "Proposal",
    "Quality",
    "RepeatedPair",
    "TableAgain",
    "Together",
    "UnevenSeats",
    "Verdict",
    "Weights",
    "assess",
    "check_tables",
    "draw_round",
    "draw_schedule",
    "new_seed",
    "plan",
    "protocol",
    "reseat",
    "seed_digest",
    "swap",
    "swap_verdict",
    "table_sizes",
    "verify",
]
