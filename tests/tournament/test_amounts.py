"""Amounts as people type them into a form."""

import pytest
from django import forms

from tournament.forms.common import CrownsField


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("300", 300_00),
        (" 1 000 Kč ", 1000_00),
        ("0,2", 20),
        ("12.50", 12_50),
        ("200,-", 200_00),
        ("200.-", 200_00),
        ("200,–", 200_00),
        ("1 200,-- Kč", 1200_00),
        ("9999999,99", 999_999_999),
    ],
)
def test_an_amount_as_people_write_it(typed: str, amount: int) -> None:
    assert CrownsField().clean(typed) == amount


@pytest.mark.parametrize("typed", ["-5", "−5", "abc", "1e9", "200-", "200,", "0,001", "NaN", "1,-5"])
def test_no_amount(typed: str) -> None:
    with pytest.raises(forms.ValidationError, match=r"Napište částku v korunách, například 0,20 nebo 300\."):
        CrownsField().clean(typed)


@pytest.mark.parametrize("typed", ["10000000", "99999999 Kč", "0" * 5000, "9" * 5000 + ",-"])
def test_more_than_fits(typed: str) -> None:
    with pytest.raises(forms.ValidationError) as told:
        CrownsField().clean(typed)

    [text] = told.value.messages
    assert text.replace("\N{NO-BREAK SPACE}", " ") == "Nejvíc sem jde napsat 9 999 999,99 Kč."
