"""Numbers in Czech sentences."""

from datetime import UTC, datetime

import pytest

from tournament.lib.counting import at_time, before_number, counted, in_round

ALOUD = {
    "v": [1, 5, 6, 7, 8, 9, 10, 11, 15, 16, 19, 50, 64],
    "ve": [2, 3, 4, 12, 13, 14, 20, 21, 29, 30, 34, 40, 49],
}
"""Rounds up to 64: what the number begins with when it is said (ve dvanáctém, v jedenáctém)."""


@pytest.mark.parametrize(
    ("preposition", "number"), [(word, number) for word, numbers in ALOUD.items() for number in numbers]
)
def test_preposition_follows_the_number_said_aloud(preposition: str, number: int) -> None:
    assert before_number(number) == preposition
    assert in_round(number) == f"{preposition} {number}. kole"


@pytest.mark.parametrize(
    ("hour", "words"), [(8, "v 9:05"), (11, "ve 12:05"), (13, "ve 14:05"), (18, "v 19:05")]
)
def test_time_of_day_is_that_of_prague(hour: int, words: str) -> None:
    assert at_time(datetime(2026, 3, 14, hour, 5, tzinfo=UTC)) == words


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 her"), (1, "1 hra"), (2, "2 hry"), (4, "4 hry"), (5, "5 her"), (22, "22 her")]
)
def test_counted_word(count: int, words: str) -> None:
    assert counted(count, "hra", "hry", "her") == words
