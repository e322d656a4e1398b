"""What is typed becomes a record; what the rules refuse stands beside its field, the typed values stay."""

import json
from typing import Any

import pytest
from django import forms
from django.http import QueryDict

from rules import find_rulebook, rulebook_from
from scoring.forms.decisions import DecisionForm
from scoring.forms.fields import ClaimsField, PointsField, ResultField
from scoring.forms.hands import HandForm, hand_initial
from scoring.selectors.tables import SeatLine
from tests.scoring.records import betl

CSM = find_rulebook("csm")
FOUR = tuple(SeatLine(letter, number, f"Hráč {letter}", "", False) for number, letter in enumerate("ABCD", 1))
BASE = {"players": ["A", "B", "C", "D"], "dealer": "D", "declarer": "A"}

AMOUNTS: dict[str, int | None] = {
    "1 234,40": 123440,
    "1\u00a0234,40 Kč": 123440,
    "−12,4": -1240,
    "-12.40": -1240,
    "– 5": -500,
    "+5 Kč": 500,
    "0": 0,
    "": None,
}


@pytest.mark.parametrize(("typed", "haler"), AMOUNTS.items())
def test_amounts_as_people_type_them(typed: str, haler: int | None) -> None:
    assert ResultField(required=False).clean(typed) == haler


@pytest.mark.parametrize("typed", ["12,345", "dvanáct", "1,2,3", "5 €", "--5", "1234567890"])
def test_what_is_no_amount(typed: str) -> None:
    with pytest.raises(forms.ValidationError, match="korunovou částku"):
        ResultField().clean(typed)


@pytest.mark.parametrize(("typed", "points"), {"12": 12, "−5": -5, "+ 7": 7, "1 200": 1200}.items())
def test_points_as_people_type_them(typed: str, points: int) -> None:
    assert PointsField().clean(typed) == points


@pytest.mark.parametrize("typed", ["1,5", "a", "5-"])
def test_what_is_no_point(typed: str) -> None:
    with pytest.raises(forms.ValidationError, match="celé číslo"):
        PointsField().clean(typed)


@pytest.mark.parametrize(("typed", "claims"), {"7 10": [7, 10], "− 5": [-5], "0": [], "": []}.items())
def test_claims_of_one_player(typed: str, claims: list[int]) -> None:
    assert ClaimsField().clean(typed) == claims


def hand_form(rulebook: Any = CSM, **typed: Any) -> HandForm:
    data = QueryDict(mutable=True)
    for name, value in ({"kind": "hand", "dealer": "D", "declarer": "A"} | typed).items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return HandForm(data, seats=FOUR, rulebook=rulebook)


RECORDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "betl": ({"contract": "betl", "outcome_betl": "won"}, betl()),
    "red stays with trumps only": ({"contract": "betl", "outcome_betl": "won", "red": "on"}, betl()),
    "red sedma with fleks of both defenders": (
        {
            "contract": "sedma",
            "red": "on",
            "flek_hra": "3",
            "first_hra": "B",
            "third_hra": "C",
            "flek_sedma": "1",
            "first_sedma": "C",
            "outcome_hra": "won",
            "outcome_sedma": "lost",
            # Left over from another contract that was tapped before.
            "flek_betl": "2",
            "first_betl": "B",
            "outcome_betl": "won",
        },
        {
            **BASE,
            "contract": "sedma",
            "red": True,
            "fleks": {"hra": ["B", "A", "C"], "sedma": ["C"]},
            "outcome": {"hra": "won", "sedma": "lost"},
        },
    ),
    "sto by its points": (
        {"contract": "sto", "outcome_sto": "made-3", "quiet_sedma": "defence-lost"},
        {
            **BASE,
            "contract": "sto",
            "outcome": {
                "sto": {"made": True, "steps": 3},
                "quiet_sedma": {"side": "defence", "won": False},
            },
        },
    ),
    "quiet hundred goes to who won hra": (
        {"contract": "hra", "outcome_hra": "lost", "quiet_sto": "2"},
        {
            **BASE,
            "contract": "hra",
            "outcome": {"hra": "lost", "quiet_sto": {"side": "defence", "steps": 2}},
        },
    ),
    "counted from cards and marriages": (
        {
            "contract": "sedma",
            "points_cards": "60",
            "points_declarer": "40, 20",
            "points_defence": "20",
            "outcome_hra": "lost",
            "outcome_sedma": "won",
            "quiet_sto": "3",
        },
        {
            **BASE,
            "contract": "sedma",
            "points": {"declarer_cards": 60, "declarer_marriages": [40, 20], "defence_marriages": [20]},
            "outcome": {"sedma": "won"},
        },
    ),
    "premium, lozena, renonc": (
        {
            "contract": "betl",
            "outcome_betl": "won",
            "premium_A": "7 10",
            "premium_B": "−5",
            "lozena": ["betl", "sto"],
            "renonc0_article": "REF",
            "renonc0_by": "B",
            "renonc0_pausal": "2",
            "renonc1_article": "C4",
            "renonc1_by": "C",
            "renonc1_playout": "on",
            "bid": "7",
        },
        {
            **betl(),
            "bid": 7,
            "lozena": ["betl"],
            "renonce": [
                {"article": "REF", "by": "B", "pausal": 2, "lost": False},
                {"article": "C4", "by": "C", "playout": True},
            ],
            "premium": [
                {"to": "A", "points": 7},
                {"to": "A", "points": 10},
                {"to": "B", "points": -5},
            ],
        },
    ),
    "omyl stands on the rung of sedma": (
        {"kind": "omyl"},
        {**BASE, "kind": "omyl", "bid": 1},
    ),
    "misdeal has no declarer": (
        {"kind": "misdeal", "prior_misdeals": "1"},
        {"players": ["A", "B", "C", "D"], "dealer": "D", "kind": "misdeal", "prior_misdeals": 1},
    ),
    "pasted as JSON over everything else": (
        {"contract": "durch", "record_json": json.dumps(betl())},
        betl(),
    ),
}


@pytest.mark.parametrize(("typed", "record"), RECORDS.values(), ids=RECORDS)
def test_typed_hand_as_a_record(typed: dict[str, Any], record: dict[str, Any]) -> None:
    form = hand_form(**typed)
    if "premium_B" in typed:
        # Minus points are for flekkers only, so the record is compared before the rules see it.
        form.is_valid()
        assert form.record() == record
    else:
        assert form.checked_record() == record
        assert form.errors == {}


PROBLEMS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "nothing tapped": ({"declarer": ""}, {"declarer": "Chybí aktér", "contract": "Chybí"}),
    "result of both parts missing": (
        {"contract": "sedma"},
        {"outcome_hra": "Chybí výsledek", "outcome_sedma": "Chybí výsledek"},
    ),
    "who flekked is missing": (
        {"contract": "betl", "outcome_betl": "won", "flek_betl": "1"},
        {"first_betl": "kdo flekoval"},
    ),
    "the pauzírující declares": (
        {"contract": "betl", "outcome_betl": "won", "declarer": "D"},
        {"declarer": "pauzíruje"},
    ),
    "declarer flekked himself": (
        {"contract": "betl", "outcome_betl": "won", "flek_betl": "1", "first_betl": "A"},
        {"flek_betl": "flek"},
    ),
    "article of somebody else": (
        {"contract": "betl", "outcome_betl": "won", "renonc0_article": "C7", "renonc0_by": "B"},
        {"renonc0_by": "aktéra"},
    ),
    "second row without a person": (
        {
            "contract": "betl",
            "outcome_betl": "won",
            "renonc0_article": "C1",
            "renonc0_by": "B",
            "renonc1_article": "C1",
        },
        {"renonc1_by": "kdo"},
    ),
    "points that are no points": (
        {"contract": "betl", "outcome_betl": "won", "premium_A": "sedm"},
        {"premium_A": "celým číslem"},
    ),
    "marriages in words": (
        {"contract": "sto", "points_cards": "60", "points_declarer": "dvacet"},
        {"points_declarer": "Hlášky napište"},
    ),
    "marriage of thirty": (
        {"contract": "sto", "points_cards": "60", "points_declarer": "30"},
        {"points_declarer": "Hláška platí 20 nebo 40"},
    ),
    "JSON that is none": ({"record_json": "{"}, {"record_json": ""}),
    "JSON with a problem": (
        {"record_json": json.dumps(betl(dealer="X"))},
        {"record_json": "dealer: "},
    ),
    "crafted seat": ({"dealer": "X", "contract": "betl", "outcome_betl": "won"}, {"dealer": ""}),
}


@pytest.mark.parametrize(("typed", "expected"), PROBLEMS.values(), ids=PROBLEMS)
def test_problem_stands_beside_its_field(typed: dict[str, Any], expected: dict[str, str]) -> None:
    form = hand_form(**typed)
    assert form.checked_record() is None
    assert set(form.errors) == set(expected)
    for name, text in expected.items():
        assert text in " ".join(form.errors[name])


def test_hra_below_the_hundred_where_the_rulebook_says_so() -> None:
    book = rulebook_from({"base": "csm", "sto_replaces_hra": False})
    form = hand_form(book, contract="sto", outcome_sto="made-1", outcome_hra="won")
    record = form.checked_record()
    assert record == {**BASE, "contract": "sto", "outcome": {"hra": "won", "sto": {"made": True, "steps": 1}}}


STORED = {
    **{name: record for name, (_typed, record) in RECORDS.items() if "premium" not in record},
    "row of the table": betl(premium=[{"to": "A", "points": 10, "row": "betl.ace"}]),
    "misdeal of a first time": {"players": ["A", "B", "C", "D"], "dealer": "D", "kind": "misdeal"},
}


@pytest.mark.parametrize("record", STORED.values(), ids=STORED)
def test_stored_record_comes_back_into_the_fields(record: dict[str, Any]) -> None:
    initial = hand_initial(record, FOUR, CSM)
    assert "record_json" not in initial


BEYOND_THE_FIELDS = {
    "five fleks": betl(fleks={"betl": ["B", "A", "C", "A", "B"]}),
    "sto of 190": betl(contract="sto", outcome={"sto": {"made": True, "steps": 10}}),
}


@pytest.mark.parametrize("record", BEYOND_THE_FIELDS.values(), ids=BEYOND_THE_FIELDS)
def test_what_the_fields_cannot_say_is_kept_as_json(record: dict[str, Any]) -> None:
    initial = hand_initial(record, FOUR, CSM)
    assert json.loads(initial["record_json"]) == record


def ruling_form(record: dict[str, Any], patch: dict[str, Any] | None = None, **typed: Any) -> DecisionForm:
    shown = DecisionForm(seats=FOUR, rulebook=CSM, record=record, patch=patch)
    data = QueryDict(mutable=True)
    for name in shown.fields:
        value = shown[name].value()
        if value not in (None, "", False, []):
            data.setlist(name, value if isinstance(value, list) else [value])
    for name, value in {"reason": "uznáno", **typed}.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    form = DecisionForm(data, seats=FOUR, rulebook=CSM, record=record, patch=patch)
    assert form.is_valid(), form.errors
    return form


RENONC = {"renonc0_article": "C1", "renonc0_by": "B"}
COUNTED = {
    **betl(contract="sto", outcome={}),
    "points": {"declarer_cards": 80, "declarer_marriages": [40], "defence_marriages": []},
}
PATCHES: dict[str, tuple[dict[str, Any], dict[str, Any] | None, dict[str, Any], dict[str, Any]]] = {
    "rejected claim": (betl(), None, {}, {}),
    "renonc without a playout": (betl(), None, RENONC, {"renonce": [{"article": "C1", "by": "B"}]}),
    "playout ended otherwise": (
        betl(),
        None,
        {**RENONC, "renonc0_playout": "on", "outcome_betl": "lost"},
        {"renonce": [{"article": "C1", "by": "B", "playout": True}], "outcome": {"betl": "lost"}},
    ),
    "playout of a counted sto": (
        COUNTED,
        None,
        {**RENONC, "renonc0_playout": "on", "outcome_sto": "lost-2"},
        {
            "renonce": [{"article": "C1", "by": "B", "playout": True}],
            "outcome": {"sto": {"made": False, "steps": 2}},
            "points": None,
        },
    ),
    "counted sto as it was": (COUNTED, None, RENONC, {"renonce": [{"article": "C1", "by": "B"}]}),
    "renonc of the record is taken out": (
        betl(renonce=[{"by": "B", "article": "C1"}]),
        None,
        {"renonc0_article": "", "renonc0_by": ""},
        {"renonce": None},
    ),
    "starts from the ruling in force": (
        betl(),
        {"renonce": [{"by": "B", "article": "C1"}]},
        {"renonc1_article": "C6", "renonc1_by": "C"},
        {"renonce": [{"article": "C1", "by": "B"}, {"article": "C6", "by": "C"}]},
    ),
    "points only": (
        betl(premium=[{"to": "A", "points": 10}]),
        None,
        {"premium_A": ""},
        {"premium": None},
    ),
    "D6": (betl(), None, {"theoretically_playable": "on"}, {"theoretically_playable": True}),
}


@pytest.mark.parametrize(("record", "patch", "typed", "expected"), PATCHES.values(), ids=PATCHES)
def test_ruling_sets_only_what_differs(
    record: dict[str, Any], patch: dict[str, Any] | None, typed: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert ruling_form(record, patch, **typed).patch() == expected
