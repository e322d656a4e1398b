"""Finite fields for the designs: addition and multiplication tables of GF(q), q a prime power."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product


@dataclass(frozen=True, slots=True)
class GaloisField:
    """Elements are numbers from 0 to order - 1; 0 and 1 are the neutral elements."""

    order: int
    sums: tuple[tuple[int, ...], ...]
    products: tuple[tuple[int, ...], ...]


def prime_power(number: int) -> tuple[int, int] | None:
    """(p, k) when the number is p**k with p prime, otherwise None.

    >>> prime_power(9), prime_power(12)
    ((3, 2), None)
    """
    if number < 2:
        return None
    prime = next((p for p in range(2, number + 1) if number % p == 0), number)
    power, rest = 0, number
    while rest % prime == 0:
        rest //= prime
        power += 1
    return (prime, power) if rest == 1 else None


@lru_cache(maxsize=4)
def galois_field(order: int) -> GaloisField:
    """The field of this order; an element is read as the coefficients of a polynomial over GF(p) in base
    p.
    """
    found = prime_power(order)
    if found is None:
        raise ValueError(f"no field has {order} elements")
    prime, power = found
    digits = [_digits(element, prime, power) for element in range(order)]
    sums = tuple(
        tuple(_number([(a + b) % prime for a, b in zip(x, y, strict=True)], prime) for y in digits)
        for x in digits
    )
    for low in product(range(prime), repeat=power):
        products = tuple(
            tuple(_number(_reduced(_times(x, y), low, prime), prime) for y in digits) for x in digits
        )
        if all(1 in row for row in products[1:]):
            return GaloisField(order, sums, products)
    raise AssertionError("every order p**k has an irreducible polynomial")


def _digits(element: int, prime: int, power: int) -> list[int]:
    return [element // prime**place % prime for place in range(power)]


def _number(digits: list[int], prime: int) -> int:
    value = 0
    for digit in reversed(digits):
        value = value * prime + digit
    return value


def _times(x: list[int], y: list[int]) -> list[int]:
    result = [0] * (len(x) + len(y) - 1)
    for i, a in enumerate(x):
        for j, b in enumerate(y):
            result[i + j] += a * b
    return result


def _reduced(polynomial: list[int], low: tuple[int, ...], prime: int) -> list[int]:
    """The polynomial modulo x**k + low, where `low` holds the coefficients of x**0 to x**(k-1)."""
    rest = list(polynomial)
    size = len(low)
    for place in range(len(rest) - 1, size - 1, -1):
        lead = rest[place]
        for lower, coefficient in enumerate(low):
            rest[place - size + lower] -= lead * coefficient
        rest[place] = 0
    return [coefficient % prime for coefficient in rest[:size]]
