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
    powers = next(filter(None, (_powers(low, prime, order) for low in product(range(prime), repeat=power))))
    exponents = {element: exponent for exponent, element in enumerate(powers)}
    products = tuple(
        tuple(powers[(exponents[a] + exponents[b]) % (order - 1)] if a and b else 0 for b in range(order))
        for a in range(order)
    )
    return GaloisField(order, sums, products)


def _powers(low: tuple[int, ...], prime: int, order: int) -> list[int] | None:
    """1, x, x**2, … modulo the polynomial x**k + low, if they are all elements but 0; otherwise None."""
    element = [1] + [0] * (len(low) - 1)
    found: list[int] = []
    for _ in range(order - 1):
        found.append(_number(element, prime))
        lead = element[-1]
        element = [
            (digit - lead * coefficient) % prime
            for digit, coefficient in zip([0, *element[:-1]], low, strict=True)
        ]
    return found if len(set(found)) == order - 1 and 0 not in found else None


def _digits(element: int, prime: int, power: int) -> list[int]:
    return [element // prime**place % prime for place in range(power)]


def _number(digits: list[int], prime: int) -> int:
    value = 0
    for digit in reversed(digits):
        value = value * prime + digit
    return value
