"""Two seats swapped by hand: what it does, told at once."""

import pytest

from rules.seating import CannotSeat, DrawnTable, Entrant, PastTable, swap, swap_effect

CAST = (
    Entrant(1, "Anna", club="Karlín"),
    Entrant(2, "Bořek"),
    Entrant(3, "Cyril"),
    Entrant(4, "Dana"),
    Entrant(5, "Emil", club="Karlín"),
    Entrant(6, "Fanda"),
    Entrant(7, "Gita"),
)
TABLES = (DrawnTable(1, (1, 2, 3, 4), scribe=2, level=1), DrawnTable(2, (5, 6, 7), scribe=7, level=2))


def test_people_change_seats_and_the_rest_stays() -> None:
    assert swap(TABLES, 3, 5) == (
        DrawnTable(1, (1, 2, 5, 4), scribe=2, level=1),
        DrawnTable(2, (3, 6, 7), scribe=7, level=2),
    )


def test_pen_stays_at_the_table() -> None:
    assert [table.scribe for table in swap(TABLES, 2, 7)] == [7, 2]


def test_pen_stays_with_the_scribe_who_changes_seats_at_his_table() -> None:
    assert swap(TABLES, 2, 1)[0] == DrawnTable(1, (2, 1, 3, 4), scribe=2, level=1)


def test_swapping_back_restores() -> None:
    assert swap(swap(TABLES, 2, 7), 2, 7) == TABLES


@pytest.mark.parametrize(
    ("a", "b", "code", "text"),
    [
        (1, 9, "not-seated", r"Hráč č\. 9 v tomto kole nesedí u žádného stolu"),
        (1, 1, "same-player", "Vyměnit místa mohou dva různí hráči"),
    ],
)
def test_refused(a: int, b: int, code: str, text: str) -> None:
    with pytest.raises(CannotSeat, match=text) as caught:
        swap(TABLES, a, b)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("a", "b", "history", "better", "worse", "text"),
    [
        (4, 5, (), False, True, "Výměna přinese: Anna a Emil u stolu 1 jsou z jednoho klubu (Karlín)."),
        (
            4,
            6,
            (PastTable(1, 3, (4, 5)), PastTable(1, 4, (4, 7))),
            False,
            True,
            "Výměna přinese: Dana a Emil u stolu 2 už spolu hráli: 1. kolo u stolu 3. (a další: 1)",
        ),
        (
            4,
            6,
            (PastTable(1, 3, (4, 1)),),
            True,
            False,
            "Výměna odstraní: Anna a Dana u stolu 1 už spolu hráli: 1. kolo u stolu 3.",
        ),
        (2, 6, (), False, False, "Výměna na kvalitě losování nic nemění."),
        (
            1,
            2,
            (PastTable(1, 5, (1,)), PastTable(1, 6, (9, 2))),
            True,
            False,
            "Dvojice se nezmění; místa u stolů budou rozdělena rovnoměrněji.",
        ),
        (
            1,
            2,
            (PastTable(1, 5, (2,)), PastTable(1, 6, (9, 1))),
            False,
            True,
            "Dvojice se nezmění; místa u stolů budou rozdělena méně rovnoměrně.",
        ),
    ],
)
def test_verdict(
    a: int, b: int, history: tuple[PastTable, ...], better: bool, worse: bool, text: str
) -> None:
    effect = swap_effect(TABLES, a, b, round_=2, entrants=CAST, history=history)
    assert (effect.better, effect.worse, effect.text) == (better, worse, text)
    assert effect.tables == swap(TABLES, a, b)
