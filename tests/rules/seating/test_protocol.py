"""The protocol of a draw: complete, plain JSON, recomputed without anything else."""

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from rules.seating import (
    DrawRequest,
    Entrant,
    Weights,
    assess,
    draw_round,
    is_complete,
    new_seed,
    protocol,
    public_protocol,
    sealed_text,
    seed_digest,
    verify,
    verify_public,
)

from .counting import as_history, entrants

SALT = "0123456789abcdef" * 2
RELEASED = Path(__file__).parents[2] / "data" / "releases" / "0.1.0"

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
    read: dict[str, Any] = json.loads(json.dumps(protocol(REQUEST, draw_round(REQUEST), salt=SALT)))
    return read


def test_says_everything_the_draw_was_made_from() -> None:
    read = document()
    assert set(read) == {
        "format",
        "salt",
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
    read = json.loads(json.dumps(protocol(request, draw_round(request), salt=SALT)))
    assert verify(read) == ()


OLD_SCHEDULE = replace(REQUEST, round=1, method="schedule", rounds=3, history=())


@pytest.mark.parametrize(
    ("request_", "codes"),
    [(REQUEST, []), (replace(REQUEST, method="random"), []), (OLD_SCHEDULE, ["other-version"])],
    ids=["by standings", "random", "all rounds at once"],
)
def test_first_version_drew_single_rounds_alike(request_: DrawRequest, codes: list[str]) -> None:
    """S10: what version 1 drew is verified; only its schedules are said to have been drawn otherwise."""
    read = json.loads(json.dumps(protocol(request_, draw_round(request_), salt=SALT)))
    assert [problem.code for problem in verify({**read, "algorithm": "1"})] == codes


def test_released_protocols_are_verified() -> None:
    """Draws of version 1 as the first release of the program stored them."""
    archive = json.loads((RELEASED / "finished.json").read_text(encoding="utf-8"))
    kept = list(protocols_in(archive))
    assert [(one["algorithm"], one["round"]) for one in kept] == [("1", 1), ("1", 2)]
    assert [verify(one) for one in kept] == [(), ()]


def protocols_in(value: object) -> Iterator[dict[str, Any]]:
    """Every protocol of a draw in an archive."""
    if isinstance(value, dict):
        if value.get("format") == "forhont-draw-1":
            yield value
        value = list(value.values())
    for item in value if isinstance(value, list) else ():
        yield from protocols_in(item)


def test_texts_as_keys_are_verified() -> None:
    people = tuple(Entrant(key) for key in "abcdefgh")
    request = DrawRequest(1, people, 5)
    assert verify(json.loads(json.dumps(protocol(request, draw_round(request), salt=SALT)))) == ()


WISHING = (*(replace(one, fixed_table=2 if one.key == 5 else None) for one in PEOPLE),)
"""7 is not to sit with 3 and 9, 5 has a table of his own."""


def sealed(salt: str = SALT, people: tuple[Entrant, ...] = WISHING) -> dict[str, Any]:
    """A full protocol of a draw with three wishes, as it comes from a file."""
    request = replace(REQUEST, entrants=people)
    read: dict[str, Any] = json.loads(json.dumps(protocol(request, draw_round(request), salt=salt)))
    return read


def test_public_is_everything_but_the_wishes() -> None:
    """S54: who wishes what stands nowhere in it, their number and the digest of the full one do."""
    full = sealed()
    public = json.loads(json.dumps(public_protocol(full)))

    assert public["wishes"] == 3
    assert public["sealed_sha256"] == sha256(sealed_text(full).encode()).hexdigest()
    assert public["format"] == "forhont-draw-public-1"
    assert public.keys() == full.keys() - {"salt"} | {"wishes", "sealed_sha256"}
    assert public["players"][6] == {"key": 7, "name": "Hráč 7", "club": "", "team": "", "rank": 7}
    for name in full.keys() - {"format", "salt", "players", "quality"}:
        assert public[name] == full[name], name
    assert "apart" not in json.dumps(public | {"weights": {}})
    assert "fixed_table" not in json.dumps(public)


def test_public_figures_are_those_without_wishes() -> None:
    """A wish that could not be met, and a fixed table held again, must not be read from a figure."""
    people = tuple(
        replace(one, apart=frozenset(range(1, 15)) - {one.key}, fixed_table=1 if one.key == 2 else None)
        for one in entrants(14)
    )
    full = sealed(people=people)
    assert full["quality"]["apart"]
    before = assess(
        draw_round(replace(REQUEST, entrants=people)).tables,
        entrants(14),
        REQUEST.history,
        round_=2,
        weights=REQUEST.weights,
        shift=full["quality"]["shift"],
    )
    public = public_protocol(full)["quality"]
    assert (public["penalty"], len(public["table_again"])) == (before.penalty, len(before.table_again))
    assert public.keys() == full["quality"].keys() - {"apart", "misplaced"}


def test_digest_depends_on_the_random_value() -> None:
    one, two = (public_protocol(sealed(salt * 32)) for salt in "01")
    assert one.pop("sealed_sha256") != two.pop("sealed_sha256")
    assert one == two


def test_public_is_verified_as_far_as_it_goes() -> None:
    public = public_protocol(sealed())
    assert (verify(public), is_complete(public)) == ((), False)
    assert [problem.code for problem in verify(public | {"seed": "jiné"})] == ["digest"]
    assert [problem.code for problem in verify(public | {"tables": public["tables"][:3]})] == ["unseated"] * 3
    assert [problem.code for problem in verify(public | {"algorithm": "0"})] == ["other-version"]


def test_public_of_a_draw_without_wishes_is_drawn_again() -> None:
    public = public_protocol(sealed(people=entrants(14)))
    assert (public["wishes"], is_complete(public), verify(public)) == (0, True, ())
    swapped_seats = json.loads(json.dumps(public))
    one, two = swapped_seats["tables"][0], swapped_seats["tables"][1]
    one["seats"], two["seats"] = two["seats"], one["seats"]
    one["scribe"], two["scribe"] = two["scribe"], one["scribe"]
    assert [problem.code for problem in verify(swapped_seats)] == ["tables"]


def test_full_is_compared_with_public() -> None:
    full, public = sealed(), public_protocol(sealed())
    assert verify_public(full, public) == ()
    other = sealed("f" * 32)
    assert [one.text for one in verify_public(other, public)] == [
        "Veřejný protokol nepatří k tomuto úplnému; liší se v polích: sealed_sha256."
    ]
    assert [one.code for one in verify_public(public, public)] == ["format"]
    assert [one.code for one in verify_public(full, full)] == ["format"]


def test_protocol_of_an_earlier_version_has_a_public_part_too() -> None:
    """Stored before there was a random value: read, verified and shown without wishes, with no digest."""
    old = sealed() | {"format": "forhont-draw-1"}
    del old["salt"]
    assert verify(old) == ()
    public = public_protocol(old)
    assert (public["sealed_sha256"], public["wishes"], verify(public)) == (None, 3, ())
    assert "fixed_table" not in json.dumps(public)
    assert public_protocol({}) == {}


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
    assert older.text == "Losovala verze algoritmu 0, tento program má verzi 2; platí uložený výsledek."


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
        (changed(salt="7"), "salt"),
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
