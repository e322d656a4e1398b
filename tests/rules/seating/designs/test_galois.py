"""The finite fields behind the shifted pots: the axioms, checked element by element."""

import pytest

from rules.seating.designs.galois import galois_field, prime_power


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27])
def test_axioms(order: int) -> None:
    field = galois_field(order)
    elements = range(order)
    for a in elements:
        assert field.sums[a][0] == a
        assert field.products[a][1] == a
        assert field.products[a][0] == 0
        assert sorted(field.sums[a]) == list(elements)
        if a:
            assert sorted(field.products[a]) == list(elements)
        for b in elements:
            assert field.sums[a][b] == field.sums[b][a]
            assert field.products[a][b] == field.products[b][a]
            for c in range(min(order, 9)):
                assert (
                    field.products[a][field.sums[b][c]]
                    == field.sums[field.products[a][b]][field.products[a][c]]
                )
                assert field.products[a][field.products[b][c]] == field.products[field.products[a][b]][c]


@pytest.mark.parametrize(
    ("number", "power"),
    [(0, None), (1, None), (2, (2, 1)), (6, None), (8, (2, 3)), (12, None), (25, (5, 2)), (31, (31, 1))],
)
def test_prime_powers(number: int, power: tuple[int, int] | None) -> None:
    assert prime_power(number) == power


def test_no_field_of_six() -> None:
    with pytest.raises(ValueError, match="no field has 6 elements"):
        galois_field(6)
