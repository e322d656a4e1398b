"""The protocol of a draw: complete, plain JSON, recomputed without anything else."""

import json
from dataclasses import replace
from typing import Any

import pytest

from rules.seating import (
    DrawRequest,
    Entrant,
    Weights,
    draw_round,
    new_seed,
    protocol,
    seed_digest,
    verify,
)

from .counting import as_history, entrants

FIRST = draw_round(DrawRequest(1, entrants(14), "první kolo"))
PEOPLE = tuple(
    replace(one, club="Karlín" if one.key in (1, 3) else "", apart=frozenset({9, 3} if one.key == 7 else ()))
    for one in entrants(14)
)
REQUEST = DrawRequest(
    2,
    PEOPLE,
    "druhé kolo",
    history=as_history(1, FIRST.tables),
    method="standings",
    weights=Weights(club=150),
)


def document() -> dict[str, Any]:
    """A protocol as it comes from a file."""
    read: dict[str, Any] = json.loads(json.dumps(protocol(REQUEST, draw_round(REQUEST))))
    return read


def test_says_everything_the_draw_was_made_from() -> None:
    read = document()
    assert set(read) == {
        "format",
        "algorithm",
        "round",
        "method",
        "preferred",
        "rounds",
        "schedule_from",
        "final_size",
        "manual",
        "seed",
        "seed_sha256",
        "weights",
        "players",
        "history",
        "tables",
        "quality",
    }
    assert (read["round"], read["method"], read["seed"]) == (2, "standings", "druhé kolo")
    assert read["seed_sha256"] == seed_digest("druhé kolo")
    assert read["weights"]["club"] == 150
    assert [player["key"] for player in read["players"]] == list(range(1, 15))
    assert read["players"][6] == {
        "key": 7,
        "name": "Hráč 7",
        "club": "",
        "team": "",
        "rank": 7,
        "fixed_table": None,
        "apart": [3, 9],
    }
    assert len(read["history"]) == 4
    assert read["tables"][0].keys() == {"number", "seats", "scribe", "level"}


def test_verified() -> None:
    assert verify(document()) == ()


@pytest.mark.parametrize("method", ["random", "seeded", "standings", "moving", "final", "schedule", "manual"])
def test_every_method_is_verified(method: str) -> None:
    request = replace(
        REQUEST,
        method=method,
        rounds=3,
        seed=new_seed(),
        final_size=8,
        manual=tuple(table.seats for table in FIRST.tables) if method == "manual" else (),
        history=() if method == "schedule" else REQUEST.history,
    )
    read = json.loads(json.dumps(protocol(request, draw_round(request))))
    assert verify(read) == ()


def test_texts_as_keys_are_verified() -> None:
    people = tuple(Entrant(key) for key in "abcdefgh")
    request = DrawRequest(1, people, 5)
    assert verify(json.loads(json.dumps(protocol(request, draw_round(request))))) == ()


def changed(**fields: object) -> dict[str, Any]:
    return {**document(), **fields}


def swapped() -> dict[str, Any]:
    read = document()
    one, two = read["tables"][0]["seats"], read["tables"][1]["seats"]
    one[0], two[0] = two[0], one[0]
    read["tables"][0]["scribe"], read["tables"][1]["scribe"] = one[1], two[1]
    return read


def without_a_clash() -> dict[str, Any]:
    read = document()
    assert read["quality"]["same_club"]
    read["quality"]["same_club"] = []
    return read


@pytest.mark.parametrize(
    ("read", "codes"),
    [
        (changed(seed="jiné"), ["digest", "tables"]),
        (changed(seed_sha256="0" * 64), ["digest"]),
        (swapped(), ["tables"]),
        (changed(tables=document()["tables"][:3]), ["unseated", "unseated", "unseated", "tables"]),
        (without_a_clash(), ["quality"]),
        (changed(method="swiss"), ["method"]),
        (changed(method="schedule"), ["rounds"]),
        (changed(format="něco jiného"), ["format"]),
        (changed(algorithm="0"), ["other-version"]),
        ({**swapped(), "algorithm": "0"}, ["other-version", "quality"]),
    ],
    ids=[
        "another seed",
        "another digest",
        "two seats swapped",
        "a table missing",
        "a clash rubbed out",
        "unknown method",
        "schedule without rounds",
        "another file",
        "older program",
        "older program, seats swapped",
    ],
)
def test_what_is_wrong_is_told(read: dict[str, Any], codes: list[str]) -> None:
    assert [problem.code for problem in verify(read)] == codes


def test_told_in_czech() -> None:
    first, *_ = verify(changed(seed="jiné"))
    assert first.text == ("Otisk neodpovídá semínku; ohlášené semínko bylo jiné než to, kterým se losovalo.")
    texts = [problem.text for problem in verify(swapped())]
    assert texts == ["Podle semínka vychází jiné rozesazení; liší se stoly: 1, 2."]
    (older,) = verify(changed(algorithm="0"))
    assert older.text == "Losovala verze algoritmu 0, tento program má verzi 1; platí uložený výsledek."


@pytest.mark.parametrize(
    ("read", "path"),
    [
        (None, ""),
        ([], ""),
        ({}, ""),
        (changed(more=1), ""),
        (changed(round="2"), "round"),
        (changed(round=True), "round"),
        (changed(seed=7), "seed"),
        (changed(players=[{"key": 1}]), "players[0]"),
        (changed(tables=[[1, 2, 3]]), "tables[0]"),
        (changed(quality=[]), "quality"),
        (changed(weights={}), "weights"),
        (changed(weights={**document()["weights"], "club": -1}), "weights"),
        (changed(history={}), "history"),
        (changed(manual=[[1.5]]), "manual[0][0]"),
    ],
)
def test_unreadable(read: object, path: str) -> None:
    (problem,) = verify(read)
    assert problem.path == path
    assert problem.text.endswith(".")


@pytest.mark.parametrize("field", ["round", "rounds", "preferred", "final_size", "schedule_from"])
@pytest.mark.parametrize("value", [-1, 0, 10**6])
def test_impossible_numbers_never_raise(field: str, value: int) -> None:
    verify(changed(**{field: value}))
    verify(changed(method="final", **{field: value}))
    verify(
        changed(method="schedule", rounds=3, **{field: value}) if field != "rounds" else changed(rounds=value)
    )
