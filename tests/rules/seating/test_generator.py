"""The random numbers, reckoned here a second time from their description."""

import hashlib
from collections import Counter

import pytest

from rules.seating import Generator, new_seed, seed_digest


def words(seed: str, purpose: str, count: int) -> list[int]:
    """The stream as the module's docstring describes it."""
    found: list[int] = []
    block = 0
    while len(found) < count:
        digest = hashlib.sha256(f"{seed}\n{purpose}\n{block}".encode()).digest()
        found += [int.from_bytes(digest[start : start + 4], "big") for start in range(0, 32, 4)]
        block += 1
    return found[:count]


@pytest.mark.parametrize("seed", ["7", "", "Příliš žluťoučký kůň", "0" * 500, "a\nb"])
def test_stream_as_described(seed: str) -> None:
    generator = Generator(seed, "zkouška")
    assert [generator.word() for _ in range(20)] == words(seed, "zkouška", 20)


def test_known_words() -> None:
    """These numbers must never change: a seed means the same on every machine and in every version."""
    generator = Generator("7", "round 1")
    assert [generator.word() for _ in range(3)] == [3980049722, 2103935314, 2592922018]


def test_number_and_its_text_are_one_seed() -> None:
    assert Generator(7, "x").word() == Generator("7", "x").word()
    assert seed_digest(7) == seed_digest("7") == hashlib.sha256(b"7").hexdigest()


def test_purposes_have_streams_of_their_own() -> None:
    assert Generator(7, "round 1").word() != Generator(7, "round 2").word()


def test_below_throws_away_what_would_favour_small_numbers() -> None:
    generator = Generator("", "")
    generator._words = [5, 2**32 - 1]  # the last word comes first
    assert generator.below(3) == 2
    assert 2**32 - 1 >= 2**32 - 2**32 % 3


def test_below_and_shuffled_are_even() -> None:
    generator = Generator(1, "even")
    numbers = Counter(generator.below(6) for _ in range(6_000))
    assert set(numbers) == set(range(6))
    assert all(900 < times < 1_100 for times in numbers.values())
    orders = Counter(tuple(generator.shuffled("abc")) for _ in range(6_000))
    assert len(orders) == 6
    assert all(900 < times < 1_100 for times in orders.values())


def test_shuffled_leaves_its_argument() -> None:
    items = [1, 2, 3, 4]
    assert sorted(Generator(1, "x").shuffled(items)) == items == [1, 2, 3, 4]


def test_new_seed_has_128_bits() -> None:
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(seed) == 32 and int(seed, 16) < 2**128 for seed in seeds)
