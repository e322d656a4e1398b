"""Layout of a stolový lístek: sides, lines, columns; nothing of a hand is lost (S34)."""

from dataclasses import replace

import pytest

from scoring.printing.records import HighPremium
from scoring.printing.sheets import Fitted, Form, HighLine, SeatColumn, fitted, forms, short_name, sides
from tests.scoring.printing.samples import BLANK, BLANK_OF_THREE, LONG_NAME, filled, hand

FIGURE = "\N{FIGURE SPACE}"


def test_blank_sheet_has_its_people_and_nothing_written() -> None:
    (side,) = sides(BLANK)
    assert side.form == Form(seats=4, filled=False, dense=False, last=True)
    assert (side.lines, side.high, side.remarks, side.summed) == ((), (), (), False)
    assert side.columns == tuple(
        SeatColumn(seat, Fitted((short,), ""), ())
        for seat, short in zip(BLANK.seats, ("Černý", "Novák", "Šíp", "Žák"), strict=True)
    )
    assert [(line.name, line.seat.is_scribe) for line in side.seats] == [
        (Fitted(("Černý Pavel",), ""), False),
        (Fitted(("Jan Novák",), ""), True),
        (Fitted(("Řehoř Šíp",), ""), False),
        (Fitted(("Žák Ďáblík",), ""), False),
    ]
    assert side.meta.lines == ("14. března 2026 · Hospoda U Lípy, Brno · sazebník ČSM, základ 0,20 Kč",)


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        pytest.param(1, [(1, 1, "four filled")], id="one hand"),
        pytest.param(28, [(1, 28, "four filled")], id="as many as a roomy page takes"),
        pytest.param(29, [(1, 29, "four filled dense")], id="closer lines"),
        pytest.param(32, [(1, 32, "four filled dense")], id="as many as a page takes"),
        pytest.param(33, [(1, 16, "four filled carried"), (17, 33, "four filled")], id="two pages, halved"),
        pytest.param(
            60,
            [(1, 20, "four filled carried"), (21, 40, "four filled carried"), (41, 60, "four filled")],
            id="three pages",
        ),
    ],
)
def test_every_hand_has_a_line_however_many_there_are(
    hands: int, expected: list[tuple[int, int, str]]
) -> None:
    laid_out = sides(filled(hands))
    assert [(side.lines[0].number, side.lines[-1].number, side.form.classes) for side in laid_out] == expected
    assert [line.number for side in laid_out for line in side.lines] == list(range(1, hands + 1))
    assert [(side.part, side.parts) for side in laid_out] == [
        (part, len(expected)) for part in range(1, len(expected) + 1)
    ]


def test_result_of_a_hand_and_sums_of_a_player() -> None:
    (side,) = sides(filled(2))
    assert side.columns[1] == SeatColumn(
        seat=BLANK.seats[1],
        short_name=Fitted(("Novák",), ""),
        results=(f"+1,80{FIGURE * 3}+7", f"+1,80{FIGURE * 3}+7"),
        amount_sum=Fitted(("+46,80",), ""),
        premium_sum="+182",
        zb="+46",
        sb="+228",
        order="1.",
    )
    assert side.columns[0].results == (f"−0,60{FIGURE * 5}", f"−0,60{FIGURE * 5}")


def test_first_of_two_sides_carries_the_sums_so_far() -> None:
    first, second = sides(filled(33))
    assert [(column.amount_sum.lines, column.premium_sum, column.order) for column in first.columns] == [
        (("−9,60",), "0", ""),
        (("+28,80",), "+112", ""),
        (("−9,60",), "0", ""),
        (("−9,60",), "0", ""),
    ]
    assert [column.order for column in second.columns] == ["2.", "1.", "2.", "4."]
    assert ([line.player for line in first.high], [line.player for line in second.high]) == ([], ["B"])


def test_three_seats_have_three_columns() -> None:
    (side,) = sides(BLANK_OF_THREE)
    assert (side.form.classes, side.form.letters, len(side.columns)) == ("three blank", "ABC", 3)


def test_forms_are_listed_once() -> None:
    laid_out = [side for page in (BLANK, BLANK_OF_THREE, BLANK, filled(40)) for side in sides(page)]
    assert [form.name for form in forms(laid_out)] == [
        "form-four-blank",
        "form-three-blank",
        "form-four-filled-carried",
        "form-four-filled",
    ]


FIT = (("", 10, 1), ("small", 12, 1), ("smaller", 12, 2))


@pytest.mark.parametrize(
    ("text", "taken", "expected"),
    [
        ("hra", 0, Fitted(("hra",), "")),
        ("", 0, Fitted(("",), "")),
        ("hra a sedma", 0, Fitted(("hra a sedma",), "small")),
        ("hra a sedma", 2, Fitted(("hra a", "sedma"), "smaller")),
        ("hra uhraná, tichá", 0, Fitted(("hra uhraná,", "tichá"), "smaller")),
        ("hra uhraná, sedma prohraná, sto", 0, Fitted(("hra uhraná,", "sedma…"), "smaller", whole=False)),
    ],
)
def test_text_is_set_in_the_largest_type_it_fits_in(text: str, taken: int, expected: Fitted) -> None:
    assert fitted(text, FIT, taken) == expected


@pytest.mark.parametrize(
    ("name", "short"),
    [("Novák Jan", "Novák"), ("Jan Novák", "Novák"), (LONG_NAME, "Nejedlá"), ("Řehoř", "Řehoř")],
)
def test_short_name_is_the_surname(name: str, short: str) -> None:
    assert short_name(name) == short


def test_notes_and_what_does_not_fit_stand_below_the_lines() -> None:
    long_result = "sto prohrané (o 3), " * 6
    page = filled(
        1,
        hands=(
            hand(1, note="renonc C4 (B)"),
            hand(2),
            hand(3, result=long_result.strip(), note="ložená hra"),
        ),
        note="Součet není nula: chyba v zápisu.",
    )
    (side,) = sides(page)
    assert side.remarks == (
        "Součet není nula: chyba v zápisu.",
        f"1. renonc C4 (B) · 3. {long_result.strip()}, ložená hra",
    )
    assert side.lines[2].result.lines[-1].endswith("…")


def test_high_premiums_beyond_the_third_line_share_it() -> None:
    entries = tuple(HighPremium("AB"[at % 2], at + 1, 50 + at) for at in range(4))
    (side,) = sides(replace(filled(1), high_premiums=entries))
    assert side.high == (
        HighLine("A", "1", "+50"),
        HighLine("B", "2", "+51"),
        HighLine("A v 3. hře +52, B v 4. hře +53", "", ""),
    )
