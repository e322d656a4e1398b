"""Czech alphabetical order: S36 and ČSN 97 6030."""

import random

import pytest

from tournament.lib.collation import czech_key

ORDERS = {
    "S36": "Cibulka, Čech, Dvořák, Hora, Chalupa, Ivan, Řehoř, Sova, Šíp, Zeman, Žák",
    "letters": "a b c č d e f g h ch i j k l m n o p q r ř s š t u v w x y z ž",
    "accents decide only between equal letters": "dal, ďal, dále, dalek, ďalek, dáleký",
    "order of accents": "e é è ê ě ë",
    "u, ú, ů": "Kun, Kún, Kůň, Kupec",
    "small before capital": "jan, Jan, JAN",
    "accent before case": "jan, Jan, ján, Ján",
    "word by word": "Novák Jan, Novák Pavel, Nováková Anna",
    "hyphen is a gap between words": "Nejedlá Jana, Nejedlá-Křečkovská Eva, Nejedlá Lucie, Nejedlák Jan",
    "ch inside a word": "Pecka, Peha, Pech, Pejr",
    "capital CH": "HORA, CHALUPA, Ivan",
    "no ch across words": "Mc Hugh, Mca",
    "foreign letters": "Lukas, Łukasz, Müller, Muller Jan, Öhm, Ostrý, Vu, Vũ",
    "Vietnamese": "Duc, Đức, Dvořák, Nguyen, Nguyễn",
    "Slovak": "Lajos, Lala, Ľalík, Mäsiar, Mrkva, Stôl, Stonoha",
    "sharp s": "Strase, Strasse, Straße, Strast",
    "digits after letters, by value": "Stůl, Stůl A, Stůl 2, Stůl 10, Stůl 100, 1. MK, 2. MK, 10. MK",
    "signs do not count": "Connor, O'Brien, Obrien Jan, Obrt",
    "other scripts last": "Žák, 7, Иван",
    "the empty text first": ", a",
}  # fmt: skip


@pytest.mark.parametrize("name", ORDERS)
def test_order(name: str) -> None:
    separator = ", " if "," in ORDERS[name] else " "
    expected = ORDERS[name].split(separator)
    shuffled = expected.copy()
    random.Random(name).shuffle(shuffled)
    assert sorted(shuffled, key=czech_key) == expected
    assert len({czech_key(text) for text in expected}) == len(expected)


def test_key_is_made_of_digits_so_that_no_collation_of_a_database_changes_the_order() -> None:
    keys = [czech_key(text) for order in ORDERS.values() for text in order.split(", ")]
    assert [key for key in keys if not (key.isascii() and key.isdecimal())] == []


@pytest.mark.parametrize("typed", ["Nova\u0301k  Jan", " Novák Jan\u200b", "Novák\u00a0Jan"])
def test_the_same_name_typed_otherwise_has_the_same_key(typed: str) -> None:
    assert czech_key(typed) == czech_key("Novák Jan")
