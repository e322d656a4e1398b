"""Sizes of tables (S02, S03, S05): threes and fours only, as few of the other size as can be."""

import pytest

from rules.seating import CannotSeat, table_sizes


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (3, (3,)),
        (4, (4,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (3, 3, 3)),
        (11, (4, 4, 3)),
        (12, (4, 4, 4)),
        (13, (4, 3, 3, 3)),
        (14, (4, 4, 3, 3)),
        (15, (4, 4, 4, 3)),
        (17, (4, 4, 3, 3, 3)),
        (26, (4, 4, 4, 4, 4, 3, 3)),
    ],
)
def test_fours_first(people: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(people) == sizes


@pytest.mark.parametrize(
    ("people", "sizes"),
    [(3, (3,)), (4, (4,)), (7, (3, 4)), (8, (4, 4)), (11, (3, 4, 4)), (12, (3, 3, 3, 3)), (14, (3, 3, 4, 4))],
)
def test_threes_preferred(people: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(people, preferred=3) == sizes


@pytest.mark.parametrize("preferred", [3, 4])
def test_every_number_from_3_to_130(preferred: int) -> None:
    for people in range(3, 131):
        if people == 5:
            continue
        sizes = table_sizes(people, preferred)
        possible = [
            (fours, threes)
            for fours in range(people // 4 + 1)
            for threes in range(people // 3 + 1)
            if 4 * fours + 3 * threes == people
        ]
        odd = min(threes if preferred == 4 else fours for fours, threes in possible)
        assert sum(sizes) == people
        assert set(sizes) <= {3, 4}
        assert sizes.count(7 - preferred) == odd
        assert list(sizes) == sorted(sizes, reverse=preferred == 4)


@pytest.mark.parametrize(
    ("people", "code", "text"),
    [
        (0, "nobody", "Není přítomen žádný hráč; k losování jsou potřeba aspoň 3."),
        (1, "too-few", "Přítomen je 1 hráč; k losování jsou potřeba aspoň 3."),
        (2, "too-few", "Přítomni jsou 2 hráči; k losování jsou potřeba aspoň 3."),
        (
            5,
            "no-division",
            "5 hráčů nelze rozsadit ke stolům po třech a po čtyřech; přidejte nebo uberte jednoho hráče.",
        ),
    ],
)
def test_refused(people: int, code: str, text: str) -> None:
    for preferred in (3, 4):
        with pytest.raises(CannotSeat) as caught:
            table_sizes(people, preferred)
        assert (caught.value.code, str(caught.value)) == (code, text)


def test_other_sizes_refused() -> None:
    with pytest.raises(CannotSeat, match="Stůl může být pro 3 nebo 4 hráče, ne pro 5"):
        table_sizes(20, preferred=5)
