"""Rulebooks as data: rates, choices and ladders (R-002)."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rules import InvalidRulebook, UnknownRulebook, find_rulebook, load_rulebook, rulebook_from, rulebook_ids
from rules.rulebook import CHOICES, RATES

CSM_RATES = {
    "hra": 20,
    "sedma": 40,
    "sto": 80,
    "betl": 300,
    "durch": 600,
    "dve_sedmy": 800,
    "quiet_sedma": 20,
    "omyl": 120,
    "pausal1": 200,
    "pausal2": 1000,
    "misdeal": 200,
    "limit": 10000,
    "raised_limit": 15000,
}
CSM_CHOICES = {
    "sto_scaling": "linear",
    "sto_replaces_hra": True,
    "sto_marriage": "highest",
    "quiet_sto_scaling": "flat",
    "renonc_rate": "base",
    "raised_limit_at_three": False,
    "nobody_bids": "sedma",
    "opener": "zadak",
}
CSM_LADDER = [
    "sedma",
    "sedma červená",
    "sto",
    "sto a sedma",
    "sto červených",
    "sto a sedma červených",
    "betl",
    "durch",
    "dvě sedmy",
    "dvě sedmy a sto",
    "dvě sedmy, červená trumf",
    "dvě sedmy, červená trumf, a sto",
]
TWO_SEVENS = [
    "dvě sedmy / dvě sedmy, červená trumf",
    "dvě sedmy a sto / dvě sedmy, červená trumf, a sto",
]
TRADITIONAL_LADDER = ["hra", "hra červená", *CSM_LADDER[:8], *TWO_SEVENS]
PUB_LADDER = [*TRADITIONAL_LADDER]
PUB_LADDER[5:7] = ["sto červených", "sto a sedma"]
LADDERS = {"csm": CSM_LADDER, "traditional": TRADITIONAL_LADDER, "pub": PUB_LADDER, "online": CSM_LADDER}


@pytest.mark.parametrize("book_id", ["csm", "online", "pub", "traditional"])
def test_named_rulebooks(book_id: str) -> None:
    book = find_rulebook(book_id)
    assert {name: getattr(book, name) for name in RATES} == CSM_RATES
    assert {name: getattr(book, name) for name in CHOICES} == CSM_CHOICES | {
        "nobody_bids": "sedma" if book_id == "csm" else "hra"
    }
    assert [book.rung_name(n) for n in range(1, 13)] == LADDERS[book_id]
    assert (book.id, book.version, book.base_rate, book.max_fleks) == (book_id, 1, 20, 4)
    assert book.to_json() == book_id
    assert rulebook_from(book_id) is book


def test_all_are_listed_the_default_first() -> None:
    assert rulebook_ids() == ("csm", "online", "pub", "traditional")


@pytest.mark.parametrize("base_rate", [1, 7, 10, 25, 50, 100])
def test_base_rate_scales_every_rate(base_rate: int) -> None:
    book = find_rulebook("csm", overrides={"base_rate": base_rate})
    assert {name: getattr(book, name) for name in RATES} == {
        name: rate // 20 * base_rate for name, rate in CSM_RATES.items()
    }
    assert book.overrides() == {"base_rate": base_rate}


def test_a_rate_given_beside_the_base_rate_wins() -> None:
    book = find_rulebook("csm", overrides={"sedma": 70, "base_rate": 50})
    assert (book.hra, book.sedma, book.sto) == (50, 70, 200)
    assert book.to_json() == {"base": "csm", "base_rate": 50, "sedma": 70}


def test_values_that_change_nothing_are_no_change() -> None:
    book = rulebook_from({"base": "csm", "base_rate": 20, "sedma": 40, "ladder": "csm", "max_fleks": 4})
    assert book == find_rulebook("csm")
    assert book.to_json() == "csm"


OWN: list[dict[str, Any]] = [
    {"base": "csm", "sto_scaling": "doubling"},
    {"base": "pub", "base_rate": 10, "limit": 0, "max_fleks": 0},
    {"base": "csm", "ladder": [["hra"], ["sedma", "sedma red"], ["betl"]]},
    {"base": "online", "sto_replaces_hra": False, "raised_limit_at_three": True, "opener": "prostredni"},
]


@pytest.mark.parametrize("value", OWN, ids=str)
def test_own_rulebook_round_trip(value: dict[str, Any]) -> None:
    book = rulebook_from(value)
    assert book.to_json() == value
    assert rulebook_from(book.to_json()) == book
    fields = book.fields()
    named = find_rulebook(
        book.id,
        overrides={name: fields[name] for name in (*RATES, *CHOICES, "ladder", "base_rate", "max_fleks")},
    )
    assert named == book


@pytest.mark.parametrize(
    ("ladder", "rungs"),
    [
        ("traditional", TRADITIONAL_LADDER),
        (["hra", "sedma red"], ["hra", "sedma červená"]),
        ([["hra", "hra red"], ["betl"]], ["hra / hra červená", "betl"]),
    ],
)
def test_own_ladder(ladder: Any, rungs: list[str]) -> None:
    book = find_rulebook("csm", overrides={"ladder": ladder})
    assert [book.rung_name(n) for n in range(1, len(book.ladder) + 1)] == rungs


class Broken(NamedTuple):
    id: str
    overrides: dict[str, Any]
    problems: list[tuple[str, str]]


BROKEN = [
    Broken("base rate 0", {"base_rate": 0}, [("base_rate", "wrong_value")]),
    Broken("base rate 0,2", {"base_rate": 0.2}, [("base_rate", "wrong_value")]),
    Broken("base rate true", {"base_rate": True}, [("base_rate", "wrong_value")]),
    Broken("rate −1", {"limit": -1}, [("limit", "wrong_value")]),
    Broken("rate no database holds", {"limit": 10**13}, [("limit", "wrong_value")]),
    Broken("choice", {"sto_scaling": "cubic"}, [("sto_scaling", "wrong_value")]),
    Broken("choice null", {"opener": None}, [("opener", "wrong_value")]),
    Broken("choice a list", {"opener": []}, [("opener", "wrong_value")]),
    Broken(
        "id cannot be changed",
        {"id": "own", "version": 2},
        [("id", "unknown_field"), ("version", "unknown_field")],
    ),
    Broken("no ladder", {"ladder": []}, [("ladder", "wrong_type")]),
    Broken("ladder a number", {"ladder": 12}, [("ladder", "wrong_type")]),
    Broken("unknown ladder", {"ladder": "mine"}, [("ladder", "wrong_value")]),
    Broken(
        "unknown rung",
        {"ladder": ["hra", "poker", 7]},
        [("ladder[1]", "wrong_value"), ("ladder[2]", "wrong_value")],
    ),
    Broken("red betl", {"ladder": ["betl red"]}, [("ladder[0]", "wrong_value")]),
    Broken("contract twice", {"ladder": ["hra", ["sedma", "hra"]]}, [("ladder", "duplicate")]),
]


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.id)
def test_broken_overrides(case: Broken) -> None:
    with pytest.raises(InvalidRulebook) as caught:
        find_rulebook("csm", overrides=case.overrides)
    assert [(problem.path, problem.code) for problem in caught.value.problems] == case.problems


def test_unknown_id_and_version() -> None:
    with pytest.raises(
        UnknownRulebook, match="Pravidla „x“ neznám; na výběr jsou csm, online, pub, traditional"
    ):
        find_rulebook("x")
    assert find_rulebook("csm", version=1) is find_rulebook("csm")
    with pytest.raises(UnknownRulebook, match="Pravidla „csm“ nemají verzi 99"):
        find_rulebook("csm", version=99)


@pytest.mark.parametrize(
    "text", [b"base = ", b"\xff", b'base = "csm"\nsto = -1\n'], ids=["cut off", "no UTF-8", "a rate below 0"]
)
def test_broken_file(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(text)
    with pytest.raises(InvalidRulebook):
        load_rulebook(path)
