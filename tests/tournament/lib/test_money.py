"""Amounts as people say and write them out."""

import pytest

from tournament.lib.money import crowns_in_words, crowns_said


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        (0, "nula korun"),
        (1_00, "jedna koruna"),
        (2_00, "dvě koruny"),
        (5_00, "pět korun"),
        (12_00, "dvanáct korun"),
        (19_00, "devatenáct korun"),
        (21_00, "dvacet jedna korun"),
        (34_00, "třicet čtyři koruny"),
        (100_00, "sto korun"),
        (101_00, "sto jedna korun"),
        (112_00, "sto dvanáct korun"),
        (200_00, "dvě stě korun"),
        (252_00, "dvě stě padesát dvě koruny"),
        (999_00, "devět set devadesát devět korun"),
        (1_000_00, "tisíc korun"),
        (1_001_00, "tisíc jedna korun"),
        (2_300_00, "dva tisíce tři sta korun"),
        (5_000_00, "pět tisíc korun"),
        (21_500_00, "dvacet jeden tisíc pět set korun"),
        (102_000_00, "sto dva tisíce korun"),
        (1_000_000_00, "milion korun"),
        (2_000_002_00, "dva miliony dvě koruny"),
        (5_600_000_00, "pět milionů šest set tisíc korun"),
        (20_50, "dvacet korun padesát haléřů"),
        (1_02, "jedna koruna dva haléře"),
        (-300_00, "tři sta korun"),
    ],
)
def test_in_words(amount: int, words: str) -> None:
    assert crowns_in_words(amount) == words


@pytest.mark.parametrize(
    ("amount", "said"),
    [(0, "0 Kč"), (200_00, "200 Kč"), (1_234_00, "1 234 Kč"), (50, "0,50 Kč"), (-20_05, "−20,05 Kč")],
)
def test_said(amount: int, said: str) -> None:
    assert crowns_said(amount) == said.replace(" ", "\xa0")
