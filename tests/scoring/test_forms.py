"""What is typed becomes a record; what the rules refuse stands beside its field, the typed values stay."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django import forms
from django.http import QueryDict

from rules import find_rulebook, rulebook_from
from scoring.adapters import stored_hand
from scoring.forms.decisions import DecisionForm
from scoring.forms.fields import ClaimsField, PointsField, ResultField
from scoring.forms.hands import HandForm
from scoring.forms.stored_hands import hand_initial
from scoring.selectors.tables import SeatLine
from tests.scoring.records import betl, durch, renonce_typed

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
    ",60": 60,
    "-,6": -60,
    "12,-": 1200,
    "−12,–": -1200,
    "0": 0,
    "": None,
}


@pytest.mark.parametrize(("typed", "haler"), AMOUNTS.items())
def test_amounts_as_people_type_them(typed: str, haler: int | None) -> None:
    assert ResultField(required=False).clean(typed) == haler


@pytest.mark.parametrize(
    "typed", ["12,345", "dvanáct", "1,2,3", "5 €", "--5", "1234567890", ",", "-", ",-", "1.234,40"]
)
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
    "80 with the defence's 20 is lost by four tens": (
        {"contract": "sto", "outcome_sto": "lost-2", "sto_defence": "20"},
        {**BASE, "contract": "sto", "outcome": {"sto": {"made": False, "steps": 4}}},
    ),
    "hlášky left over from before it was made": (
        {"contract": "sto", "outcome_sto": "made-1", "sto_defence": "40"},
        {**BASE, "contract": "sto", "outcome": {"sto": {"made": True, "steps": 1}}},
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
            **renonce_typed(
                {"article": "REF", "by": "B", "pausal": "2"}, {"article": "C4", "by": "C", "playout": "on"}
            ),
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
        {"kind": "misdeal", "unwritten_misdeals": "1"},
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
        assert form.read_hand() is not None
        assert form.record() == record
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
        {"contract": "betl", "outcome_betl": "won", **renonce_typed({"article": "C7", "by": "B"})},
        {"renonce-0-by": "aktéra"},
    ),
    "second row without a person": (
        {
            "contract": "betl",
            "outcome_betl": "won",
            **renonce_typed({"article": "C1", "by": "B"}, {"article": "C1"}),
        },
        {"renonce-1-by": "kdo"},
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
    assert form.read_hand() is None
    rows = {row.add_prefix(name): text for row in form.renonce for name, text in row.errors.items()}
    errors = {**form.errors, **rows}
    assert set(errors) == set(expected)
    for name, text in expected.items():
        assert text in " ".join(errors[name])


MISDEAL = {"players": ["A", "B", "C", "D"], "dealer": "D", "kind": "misdeal"}
COUNTS: dict[str, tuple[dict[str, int], str, int]] = {
    "S63 one is written": ({"D": 1}, "", 1),
    "S63 one is written, one more was not": ({"D": 1}, "1", 2),
    "another player's do not count": ({"A": 3}, "", 0),
}


@pytest.mark.parametrize(("written", "typed", "prior"), COUNTS.values(), ids=COUNTS)
def test_misdeals_follow_from_those_written(written: dict[str, int], typed: str, prior: int) -> None:
    """B/5, S63: with a say for those that nobody wrote down."""
    data = {"kind": "misdeal", "dealer": "D", "unwritten_misdeals": typed}
    form = HandForm(data, seats=FOUR, rulebook=CSM, misdeals=lambda: written)
    assert form.read_hand() is not None, form.errors
    assert form.record() == {**MISDEAL, "prior_misdeals": prior}
    initial = hand_initial({**MISDEAL, "prior_misdeals": prior}, FOUR, CSM, lambda: written)
    assert (initial["unwritten_misdeals"], "record_json" in initial) == (typed, False)


SCRIBES: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "REF is no article of a scribe": (
        renonce_typed({"article": "REF", "by": "B", "pausal": "2"}),
        {"renonce-0-article": "určuje rozhodčí"},
    ),
    "a pasted record is not read": ({"record_json": json.dumps(durch())}, {}),
}


@pytest.mark.parametrize(("typed", "expected"), SCRIBES.values(), ids=SCRIBES)
def test_form_of_a_scribe(typed: dict[str, Any], expected: dict[str, str]) -> None:
    data = {"kind": "hand", "dealer": "D", "declarer": "A", "contract": "betl", "outcome_betl": "won"} | typed
    form = HandForm(data, seats=FOUR, rulebook=CSM, desk=False)
    read = form.read_hand()
    errors = form.problems_by_field()
    assert set(errors) == set(expected)
    assert all(text in errors[name][0] for name, text in expected.items())
    assert (read and read.record["contract"]) == (None if expected else "betl")


def test_hra_below_the_hundred_where_the_rulebook_says_so() -> None:
    book = rulebook_from({"base": "csm", "sto_replaces_hra": False})
    form = hand_form(book, contract="sto", outcome_sto="made-1", outcome_hra="won")
    assert form.read_hand() is not None
    assert form.record() == {
        **BASE,
        "contract": "sto",
        "outcome": {"hra": "won", "sto": {"made": True, "steps": 1}},
    }


STORED = {
    **{name: record for name, (_typed, record) in RECORDS.items() if "premium" not in record},
    "row of the table": betl(premium=[{"to": "A", "points": 10, "row": "betl.ace"}]),
    "sto lost by fifteen tens": betl(contract="sto", outcome={"sto": {"made": False, "steps": 15}}),
    "misdeal of a first time": {"players": ["A", "B", "C", "D"], "dealer": "D", "kind": "misdeal"},
}


@pytest.mark.parametrize("record", STORED.values(), ids=STORED)
def test_stored_record_comes_back_into_the_fields(record: dict[str, Any]) -> None:
    initial = hand_initial(record, FOUR, CSM)
    assert "record_json" not in initial


def test_every_stored_renonc_has_its_row() -> None:
    offences = [{"by": "B", "article": "C1"}, {"by": "C", "article": "C6"}] * 2
    record = betl(renonce=offences)
    initial = hand_initial(record, FOUR, CSM)
    assert "record_json" not in initial
    form = HandForm(seats=FOUR, rulebook=CSM, initial=initial)
    assert [(row["article"].value(), row["by"].value()) for row in form.renonce] == [
        (one["article"], one["by"]) for one in offences
    ]
    assert ruling_form(record).patch() == {}


CRAFTED_ROWS: dict[str, tuple[dict[str, str], str]] = {
    "hundreds of rows": (renonce_typed(*[{"article": "C1", "by": "B"}] * 560), "nejvýš 20 renonců"),
    "one row too many": (renonce_typed(*[{"article": "C1", "by": "B"}] * 21), "nejvýš 20 renonců"),
    "rows that nobody counted": ({"renonce-0-article": "C1", "renonce-0-by": "B"}, "není z této stránky"),
    "no number of rows": ({"renonce-TOTAL_FORMS": "x", "renonce-INITIAL_FORMS": "0"}, "není z této stránky"),
}


@pytest.mark.parametrize(("rows", "text"), CRAFTED_ROWS.values(), ids=CRAFTED_ROWS)
def test_crafted_rows_are_refused_by_a_sentence(rows: dict[str, str], text: str) -> None:
    form = hand_form(contract="betl", outcome_betl="won", **rows)
    assert form.read_hand() is None
    assert text in " ".join(form.non_field_errors())


UNTOUCHED_ROWS: dict[str, tuple[dict[str, str], bool]] = {
    "nothing about renonce": ({}, False),
    "two empty rows": (renonce_typed({}, {}), False),
    "two empty rows as a browser sends them": (
        renonce_typed({}, {}) | {"renonce-0-article": "", "renonce-0-by": "", "renonce-1-pausal": "1"},
        False,
    ),
    "an article": (renonce_typed({}, {"article": "C1", "by": "B"}), True),
    "nobody's": (renonce_typed({"by": "B"}), True),
    "a tick": (renonce_typed({"playout": "on"}), True),
    "a pausal that is none": (renonce_typed({"pausal": "7"}), True),
    "rows that nobody counted": ({"renonce-INITIAL_FORMS": "1"}, True),
}


@pytest.mark.parametrize(("rows", "filled"), UNTOUCHED_ROWS.values(), ids=UNTOUCHED_ROWS)
def test_rows_in_which_nothing_stands_are_not_looked_into(rows: dict[str, str], filled: bool) -> None:
    form = hand_form(contract="betl", outcome_betl="won", **rows)
    assert form.has_rows is filled
    read = form.read_hand()
    if not filled:
        assert read is not None
        assert "renonce" not in read.record
        assert form.renonce.is_valid()
        assert form.renonce.records() == form.renonce_records() == []


OTHERS = tuple(replace(seat, name=f"Jiný {seat.letter}") for seat in FOUR)


def test_the_forms_of_two_tables_know_their_own_people() -> None:
    names = [
        [str(label) for _value, label in form["dealer"].field.choices]
        + [str(label) for _value, label in form.renonce.forms[0]["by"].field.choices]
        + [str(one.label) for one in form.premiums()]
        for form in (HandForm(seats=seats, rulebook=CSM) for seats in (FOUR, OTHERS, FOUR))
    ]
    assert names[0] == names[2] != names[1]
    assert all("Jiný" in name for name in names[1] if name != "–")


def test_what_one_form_leaves_out_the_next_one_has() -> None:
    scribe = HandForm(seats=FOUR, rulebook=CSM, desk=False)
    assert "record_json" not in scribe.fields
    assert "record_json" in HandForm(seats=FOUR, rulebook=CSM).fields
    articles = [
        [
            value
            for value, _label in HandForm(seats=FOUR, rulebook=CSM, desk=desk)
            .renonce.forms[0]["article"]
            .field.choices
        ]
        for desk in (True, False, True)
    ]
    assert articles[0] == articles[2] == [*articles[1], "REF"]


def fields_as_they_are(form: forms.Form) -> dict[str, Any]:
    """Each field with everything it was made of."""
    return {
        name: {**vars(field), "widget": vars(field.widget) | {"choices": list(getattr(field, "choices", ()))}}
        for name, field in form.fields.items()
    }


@pytest.mark.parametrize("typed", [{}, {"dealer": "X", "premium_A": "x", "record_json": "{"}])
def test_a_form_that_is_read_and_shown_alters_no_field_of_the_next_one(typed: dict[str, str]) -> None:
    before = repr(fields_as_they_are(hand_form()))
    form = hand_form(contract="betl", **renonce_typed({"article": "X"}), **typed)
    form.read_hand()
    shown = [str(field) for one in (form, *form.renonce) for field in one]
    assert all(shown)
    assert repr(fields_as_they_are(hand_form())) == before


def test_who_sends_no_rows_has_none() -> None:
    read = hand_form(contract="betl", outcome_betl="won").read_hand()
    assert read is not None
    assert "renonce" not in read.record


BEYOND_THE_FIELDS = {
    "five fleks": betl(fleks={"betl": ["B", "A", "C", "A", "B"]}),
    "sto of 190": betl(contract="sto", outcome={"sto": {"made": True, "steps": 10}}),
}


@pytest.mark.parametrize("record", BEYOND_THE_FIELDS.values(), ids=BEYOND_THE_FIELDS)
def test_what_the_fields_cannot_say_is_kept_as_json(record: dict[str, Any]) -> None:
    initial = hand_initial(record, FOUR, CSM)
    assert json.loads(initial["record_json"]) == record


def ruling_form(record: dict[str, Any], patch: dict[str, Any] | None = None, **typed: Any) -> DecisionForm:
    written = stored_hand(record, CSM)
    shown = DecisionForm(seats=FOUR, written=written, patch=patch)
    data = QueryDict(mutable=True)
    for field in (*shown, *shown.renonce.management_form, *(field for row in shown.renonce for field in row)):
        value = field.value()
        if value is not False and value not in (None, "", []):
            data.setlist(field.html_name, value if isinstance(value, list) else [value])
    for name, value in {"reason": "uznáno", **typed}.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    form = DecisionForm(data, seats=FOUR, written=written, patch=patch)
    assert form.is_valid(), form.errors
    return form


RENONC = {"renonce-0-article": "C1", "renonce-0-by": "B"}
DVE_SEDMY = betl(
    contract="dve_sedmy", outcome={"dve_sedmy": "won"}, premium=[{"to": "A", "points": 20, "row": "2x7"}]
)
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
        {**RENONC, "renonce-0-playout": "on", "playout_betl": "lost"},
        {"renonce": [{"article": "C1", "by": "B", "playout": True}], "outcome": {"betl": "lost"}},
    ),
    "playout of a counted sto": (
        COUNTED,
        None,
        {**RENONC, "renonce-0-playout": "on", "playout_sto": "lost-2"},
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
        {"renonce-0-article": "", "renonce-0-by": ""},
        {"renonce": None},
    ),
    "starts from the ruling in force": (
        betl(),
        {"renonce": [{"by": "B", "article": "C1"}]},
        {"renonce-1-article": "C6", "renonce-1-by": "C"},
        {"renonce": [{"article": "C1", "by": "B"}, {"article": "C6", "by": "C"}]},
    ),
    "points only": (
        betl(premium=[{"to": "A", "points": 10}]),
        None,
        {"premium_A": ""},
        {"premium": None},
    ),
    "D6 is asked where it matters": (
        DVE_SEDMY,
        None,
        {**RENONC, "trumps": "2", "theoretically_playable": "yes"},
        {"renonce": [{"article": "C1", "by": "B"}], "trumps": 2, "theoretically_playable": True},
    ),
    "D6 is not asked elsewhere": (betl(), None, {"theoretically_playable": "yes"}, {}),
    "a flek was forgotten": (
        betl(),
        None,
        {"flek_betl": "1", "first_betl": "B"},
        {"fleks": {"betl": ["B"]}},
    ),
    "the hand was not won": (betl(), None, {"outcome_betl": "lost"}, {"outcome": {"betl": "lost"}}),
    "minus points of a flek": (
        betl(fleks={"betl": ["B"]}),
        None,
        {"minus_parts": "betl"},
        {"minus_parts": ["betl"]},
    ),
    "a quiet seven was forgotten": (
        betl(contract="hra", outcome={"hra": "won"}),
        None,
        {"quiet_sedma": "declarer-won"},
        {"outcome": {"hra": "won", "quiet_sedma": {"side": "declarer", "won": True}}},
    ),
    "the flek was on two foreign suits": (
        {**DVE_SEDMY, "fleks": {"dve_sedmy": ["B", "A"]}},
        None,
        {"foreign_suits_flek": "on"},
        {"foreign_suits_flek": True},
    ),
}


@pytest.mark.parametrize(("record", "patch", "typed", "expected"), PATCHES.values(), ids=PATCHES)
def test_ruling_sets_only_what_differs(
    record: dict[str, Any], patch: dict[str, Any] | None, typed: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert ruling_form(record, patch, **typed).patch() == expected


def test_only_what_matters_is_asked() -> None:
    """The contract and what was done wrong decide the questions; who can only be one is not asked."""

    def asked(record: dict[str, Any], **typed: str) -> tuple[set[str], str]:
        form = DecisionForm(
            {"renonce-TOTAL_FORMS": "1", "renonce-INITIAL_FORMS": "0", **typed},
            seats=FOUR,
            written=stored_hand(record, CSM),
        )
        return set(form.asked), form.rows()[0].only

    sto = betl(contract="dve_sedmy_sto", outcome={"dve_sedmy": "won", "sto": {"made": True, "steps": 1}})
    assert asked(betl()) == (set(), "")
    assert asked(betl(), **{"renonce-0-article": "C7"}) == (set(), "A")
    assert asked(betl(), **RENONC, **{"renonce-0-playout": "on"}) == ({"playout_betl"}, "")
    assert asked(sto, **RENONC) == ({"four_helpers_against"}, "")
    assert asked(sto, **{"renonce-0-article": "C1", "renonce-0-by": "A"}) == (set(), "")
    assert asked(DVE_SEDMY, **RENONC, premium_A="20") == ({"trumps"}, "")
    two = asked(DVE_SEDMY, **RENONC, premium_A="20", trumps="2")
    assert two == ({"trumps", "theoretically_playable"}, "")


def test_what_is_asked_must_be_answered() -> None:
    form = DecisionForm(
        {
            "renonce-TOTAL_FORMS": "1",
            "renonce-INITIAL_FORMS": "0",
            **RENONC,
            "renonce-0-playout": "on",
            "reason": "x",
        },
        seats=FOUR,
        written=stored_hand(betl(), CSM),
    )
    assert not form.is_valid()
    assert dict(form.errors) == {"playout_betl": ["Odpovězte, důsledek na tom závisí."]}


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ("talon", ["C7", "C9", "C10", "C14"]),
        ("barva", ["C1"]),
        ("c7", ["C7"]),
        ("b 19", ["B19"]),
    ],
)
def test_article_is_found_by_typing(sought: str, found: list[str]) -> None:
    """Only what can happen in the contract is found; what finds nothing shows everything."""
    hra = stored_hand(betl(contract="hra", outcome={"hra": "won"}), CSM)
    data = {"renonce-TOTAL_FORMS": "1", "renonce-INITIAL_FORMS": "0"}
    form = DecisionForm({**data, "renonce-0-find": sought}, seats=FOUR, written=hra)
    assert set(found) <= {one.key for one in form.rows()[0].listed}
    assert len(form.rows()[0].listed) < 14
    nothing = DecisionForm({**data, "renonce-0-find": "kniha"}, seats=FOUR, written=hra)
    assert nothing.rows()[0].found_nothing
    assert "C12" not in {one.key for one in nothing.rows()[0].listed}
