"""The random numbers of the draws: a counter stream of SHA-256, the same on every machine and in every
language.

Block k (k = 0, 1, 2, …) is the SHA-256 of the bytes

    seed in UTF-8, 0x0A, purpose in UTF-8, 0x0A, k in decimal ASCII

read as eight big-endian words of 32 bits, used in order. `below(n)` takes the next word w, throws it away
while w >= 2**32 - 2**32 % n, and answers w % n, so that every answer is equally likely. `shuffled` is
Fisher–Yates from the last place down. Nothing else is random in a draw; Python's own `random` is not used
because its methods may change.
"""

import hashlib
import secrets
import struct
from collections.abc import Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item")

WORD = 1 << 32
SEED_BYTES = 16
_unpack = struct.Struct(">8I").unpack


def new_seed() -> str:
    """A seed to announce: 128 bits from the operating system as 32 hexadecimal digits."""
    return secrets.token_hex(SEED_BYTES)


def seed_digest(seed: str | int) -> str:
    """SHA-256 of the seed's UTF-8 text in hexadecimal: what is announced before the draw.

    >>> seed_digest("7") == seed_digest(7)
    True
    """
    return hashlib.sha256(str(seed).encode()).hexdigest()


class Generator:
    """One stream of numbers; the purpose keeps the streams of one seed apart.

    >>> Generator(7, "example").shuffled(range(6))
    [4, 0, 3, 1, 5, 2]
    """

    def __init__(self, seed: str | int, purpose: str) -> None:
        self._start = hashlib.sha256(f"{seed}\n{purpose}\n".encode())
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next 32 bits."""
        if not self._words:
            digest = self._start.copy()
            digest.update(b"%d" % self._block)
            self._block += 1
            self._words.extend(reversed(_unpack(digest.digest())))
        return self._words.pop()

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely; limit is 1 to 2**32."""
        usable = WORD - WORD % limit
        word = self.word()
        while word >= usable:
            word = self.word()
        return word % limit

    def choice(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """The items in a drawn order, as a new list."""
        drawn = list(items)
        for last in range(len(drawn) - 1, 0, -1):
            other = self.below(last + 1)
            drawn[last], drawn[other] = drawn[other], drawn[last]
        return drawn
