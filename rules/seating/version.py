"""Version of the algorithm: any change that can change a drawn table gets a new one.

Version 2 gives schedules fewer second visits to odd tables; a single round is drawn as by version 1.
"""

ALGORITHM = "2"
ALIKE_BUT_SCHEDULES = "1"


def draws_alike(algorithm: str, method: str) -> bool:
    """Whether a draw by that version of the algorithm comes out the same today."""
    return algorithm == ALGORITHM or (algorithm == ALIKE_BUT_SCHEDULES and method != "schedule")
