"""A player with a pencil: the money of a hand added up from nothing but its Czech sentences."""

import re
from collections.abc import Iterable, Sequence
from math import prod
from typing import Final

AMOUNT: Final = r"[0-9\xa0]+,[0-9]{2}\xa0Kč"
# What one of these sentences says is paid, by whom and to whom; each amount once for every two of them.
# NAMES stands for a list of names.
PAID: Final = (
    (rf"(?P<to>NAMES) dostává(?: po)? (?P<amount>{AMOUNT}) \(platí (?P<by>NAMES)\)", None),
    (rf"(?P<by>NAMES) platí(?: po)? (?P<amount>{AMOUNT}) \(dostáv(?:á|ají) (?P<to>NAMES)\)", None),
    (
        rf"(?P<by>NAMES) platí za (?:oba|všechny tři) (?P<times>[23]) × (?P<value>{AMOUNT}) = "
        rf"(?P<amount>{AMOUNT}) \(dostává (?P<to>NAMES)\)",
        1,
    ),
    (
        r"(?P<by>NAMES) platí napůl za všechny tři, každá polovina je "
        rf"(?P<times>3) × (?P<value>{AMOUNT}) : 2 = (?P<amount>{AMOUNT}) \(dostává (?P<to>NAMES)\)",
        2,
    ),
)
LIMIT: Final = (
    r"(?P<by>NAMES) platí za hru nejvýš "
    rf"(?:po )?(?:(?P<times>[23]) × (?P<one>{AMOUNT}) = )?(?P<most>{AMOUNT}) "
    r"\(limit(?:, [^)]+)?\), dostáv(?:á|ají) (?P<to>NAMES); "
    rf"(?:každá platba je )?o (?P<over>{AMOUNT}) (?:méně|menší), než vychází\.$"
)
FORMULA: Final = re.compile(
    rf": (?P<rate>{AMOUNT})(?P<factors>(?: × [0-9]+ \([^)]*\))*)(?: = (?P<value>{AMOUNT}))? – "
)
FACTOR: Final = r"× ([0-9]+) \(([^)]*)\)"
NOTHING_PAID: Final = ("neplatí se nic", "bez postihu", "prémiových bodů")
MARKS: Final = re.compile(
    r", body (?P<own>[0-9+ ]+?)(?: = (?P<total>[0-9]+))?"
    r"(?:, do sta chybí (?P<missing>[0-9]+)(?:, hlášky obrany (?P<against>[0-9+ ]+))?)?:"
)


def haler(text: str) -> int:
    return int(re.sub(r"[^0-9]", "", text))


class Names:
    """The people of a table as they stand in sentences, alone or in lists."""

    def __init__(self, table: Iterable[str]) -> None:
        one = "|".join(re.escape(name) for name in sorted(table, key=len, reverse=True))
        self.one = re.compile(one)
        self.list = rf"(?:{one})(?:(?:, | a )(?:{one}))*"

    def search(self, pattern: str, sentence: str) -> re.Match[str] | None:
        return re.search(pattern.replace("NAMES", self.list), sentence)

    def split(self, text: str) -> list[str]:
        return self.one.findall(text)


def money_of(sentences: Iterable[str], table: Sequence[str]) -> dict[str, int]:
    """What everybody gets, after checking that every formula on the way is right."""
    money, names = dict.fromkeys(table, 0), Names(table)
    for sentence in sentences:
        for payer, receiver, amount in _payments(sentence, _value(sentence), names):
            money[payer] -= amount
            money[receiver] += amount
    return money


def _value(sentence: str) -> int | None:
    """The value that a formula comes to: rate × factors, tens reckoned from the points."""
    found = FORMULA.search(sentence)
    if found is None:
        return None
    value = haler(found["rate"])
    factors = {words: int(times) for times, words in re.findall(FACTOR, found["factors"])}
    value *= prod(factors.values())
    assert value == haler(found["value"] or found["rate"]), sentence
    marks = MARKS.search(sentence)
    if marks is not None:
        own = sum(map(int, marks["own"].split(" + ")))
        assert own == int(marks["total"] or own), sentence
        assert marks["missing"] is None or int(marks["missing"]) == 100 - own, sentence
        against = sum(map(int, (marks["against"] or "0").split(" + ")))
        tens = 1 + (own - 100) // 10 if marks["missing"] is None else (100 - own + against) // 10
        assert factors.get("za desítky", 1) == tens, sentence
    return value


def _payments(sentence: str, value: int | None, names: Names) -> list[tuple[str, str, int]]:
    limit = names.search(LIMIT, sentence)
    if limit is not None:
        assert limit["times"] is None or int(limit["times"]) * haler(limit["one"]) == haler(limit["most"]), (
            sentence
        )
        return [
            (receiver, payer, haler(limit["over"]))
            for payer in names.split(limit["by"])
            for receiver in names.split(limit["to"])
        ]
    for pattern, shares in PAID:
        found = names.search(pattern, sentence)
        if found is None:
            continue
        amount = haler(found["amount"])
        if shares is not None:
            assert haler(found["value"]) == value, sentence
            assert int(found["times"]) * haler(found["value"]) == amount * shares, sentence
        elif value is not None:
            assert amount == value, sentence
        return [(by, to, amount) for by in names.split(found["by"]) for to in names.split(found["to"])]
    assert any(words in sentence for words in NOTHING_PAID), sentence
    return []
