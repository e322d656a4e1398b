"""One value of an archive as its column wants it: every kind of column, the least and the most it takes.
Nothing here needs a database."""

import datetime as dt
import uuid
from decimal import Decimal
from typing import Any

import pytest
from django.apps import apps

from scoring.archive import SECTIONS, Section
from scoring.services.archive_values import complete, numbers, read_uuid, read_value, read_whole
from tournament.errors import Refused

ONE = "5b0c1c4e-5a8e-4a86-9b7e-3f0c5d1f7a10"


def field_of(column: str) -> Any:
    app, model, name = column.split(".")
    return apps.get_model(app, model)._meta.get_field(name)


def nested(depth: int) -> Any:
    value: Any = 1
    for _step in range(depth):
        value = [value]
    return value


TAKEN: dict[str, tuple[str, Any, Any]] = {
    "nothing": ("tournament.Entry.fixed_table", None, None),
    "a row": ("tournament.Seat.entry", ONE, uuid.UUID(ONE)),
    "a switch": ("scoring.Hand.removed", True, True),
    "zero": ("tournament.Entry.withdrawn_after", 0, 0),
    "the most of a small column": ("tournament.Entry.withdrawn_after", 32_767, 32_767),
    "the first of what counts from one": ("tournament.Round.number", 1, 1),
    "the most of a large column": ("tournament.Entry.version", 2_147_483_647, 2_147_483_647),
    "the most at one side of zero": ("scoring.Penalty.points", -100_000, -100_000),
    "a text": ("tournament.Entry.note", "ať žije", "ať žije"),
    "an empty text": ("tournament.Entry.note", "", ""),
    "as long as it may be": ("tournament.Entry.name", "x" * 100, "x" * 100),
    "a choice": ("tournament.Round.state", "draft", "draft"),
    "no choice where none is needed": ("scoring.TableResult.approval", "", ""),
    "a time": (
        "tournament.Round.created_at",
        "1990-01-01T00:00:01Z",
        dt.datetime(1990, 1, 1, 0, 0, 1, tzinfo=dt.UTC),
    ),
    "a date": ("tournament.Tournament.date", "2026-03-14", dt.date(2026, 3, 14)),
    "a fraction": ("tournament.Tournament.bp_coefficient", "0.050", Decimal("0.050")),
    "an object": ("tournament.Tournament.rulebook_overrides", {"a": [1]}, {"a": [1]}),
    "people apart": ("tournament.Entry.apart", [3, 1], [3, 1]),
    "nobody apart": ("tournament.Entry.apart", [], []),
    "criteria": ("tournament.Tournament.ranking_criteria", ["best_hand"], ["best_hand"]),
    "points by place": ("tournament.Tournament.bp_fixed", [99_999, 0, 0], [99_999, 0, 0]),
    "no protocol": ("tournament.Draw.protocol", {}, {}),
    "figures": ("scoring.Hand.money", {"A": -2_147_483_647, "B": 2}, {"A": -2_147_483_647, "B": 2}),
    "calls": ("scoring.Hand.auction", [], []),
    "a ruling": (
        "scoring.Decision.patch",
        {"renonce": [{"article": "C1", "by": "B"}], "premium": None},
        {"renonce": [{"article": "C1", "by": "B"}], "premium": None},
    ),
    "a ruling that takes an offence out": ("scoring.Decision.patch", {"renonce": None}, {"renonce": None}),
    "nothing before a change": ("tournament.LogEntry.old", None, None),
    "what was before a change": ("tournament.KeptChange.before", {"a": 1}, {"a": 1}),
    "the largest number in JSON": ("tournament.LogEntry.new", {"a": 10**15}, {"a": 10**15}),
    "the least number in JSON": ("tournament.LogEntry.new", {"a": -(10**15)}, {"a": -(10**15)}),
    "as deep as it may be": ("tournament.LogEntry.new", {"a": nested(10)}, {"a": nested(10)}),
}


@pytest.mark.parametrize(("column", "value", "read"), TAKEN.values(), ids=TAKEN)
def test_value_that_its_column_takes(column: str, value: Any, read: Any) -> None:
    found = read_value(field=field_of(column), value=value, path="x")
    assert (found, type(found)) == (read, type(read))


WRONG: dict[str, tuple[str, Any]] = {
    "nothing": ("tournament.Entry.number", None),
    "a row that is a number": ("tournament.Seat.entry", 5),
    "a row that is no UUID": ("tournament.Seat.entry", "pět"),
    "a number for a switch": ("scoring.Hand.removed", 0),
    "a switch for a number": ("tournament.Entry.withdrawn_after", True),
    "below zero": ("tournament.Entry.withdrawn_after", -1),
    "zero of what counts from one": ("tournament.Round.number", 0),
    "more than a small column takes": ("tournament.Entry.withdrawn_after", 32_768),
    "more than a large column takes": ("tournament.Entry.version", 2_147_483_648),
    "more than a column with a sign takes": ("scoring.SeatResult.money", 2_147_483_648),
    "less than a column with a sign takes": ("scoring.SeatResult.money", -2_147_483_648),
    "a text that is a number": ("tournament.Entry.note", 5),
    "NUL": ("tournament.Entry.note", "a\0"),
    "half a character": ("tournament.Entry.note", "\ud800"),
    "too long": ("tournament.Entry.name", "x" * 101),
    "blanks where a text must be": ("tournament.Entry.name", "  "),
    "another choice": ("tournament.Round.state", "snad"),
    "no choice where one is needed": ("tournament.Round.state", ""),
    "time before computers": ("tournament.Round.created_at", "1990-01-01T00:00:00Z"),
    "time after them": ("tournament.Round.created_at", "2200-01-01T00:00:00Z"),
    "time without a zone": ("tournament.Round.created_at", "2026-03-14T08:00:00"),
    "no time": ("tournament.Round.created_at", "včera"),
    "fraction that is a number": ("tournament.Tournament.bp_coefficient", 0.05),
    "list for an object": ("tournament.Tournament.rulebook_overrides", []),
    "nothing for an object": ("tournament.Tournament.rulebook_overrides", None),
    "nothing after a change": ("tournament.KeptChange.after", None),
    "object for a list": ("scoring.PointsTable.rows", {}),
    "apart from number zero": ("tournament.Entry.apart", [0]),
    "apart from a switch": ("tournament.Entry.apart", [True]),
    "apart from one twice": ("tournament.Entry.apart", [1, 1]),
    "apart is an object": ("tournament.Entry.apart", {}),
    "criterion twice": ("tournament.Tournament.ranking_criteria", ["best_hand", "best_hand"]),
    "criterion nobody knows": ("tournament.Tournament.ranking_criteria", ["best_hand", "luck"]),
    "criteria are an object": ("tournament.Tournament.ranking_criteria", {}),
    "more points for a place than there are": ("tournament.Tournament.bp_fixed", [100_000]),
    "points for a place below zero": ("tournament.Tournament.bp_fixed", [-1]),
    "points for a place that are a switch": ("tournament.Tournament.bp_fixed", [True]),
    "points by place are an object": ("tournament.Tournament.bp_fixed", {}),
    "protocol of nothing": ("tournament.Draw.protocol", {"players": None}),
    "protocol is a list": ("tournament.Draw.protocol", []),
    "figure too large": ("scoring.Hand.money", {"A": 2_147_483_648}),
    "figure that is a switch": ("scoring.Hand.money", {"A": 0, "B": True}),
    "figures are a list": ("scoring.Hand.premium", []),
    "ruling on who dealt": ("scoring.Decision.patch", {"dealer": "A"}),
    "ruling that is a list": ("scoring.Decision.patch", []),
    "offences are an object": ("scoring.Decision.patch", {"renonce": {"article": "C1"}}),
    "offence is a text": ("scoring.Decision.patch", {"renonce": ["C1"]}),
    "offence of nobody": ("scoring.Decision.patch", {"renonce": [{"article": "C1"}]}),
    "offence against nothing": ("scoring.Decision.patch", {"renonce": [{"by": "B"}]}),
    "number too large in JSON": ("tournament.LogEntry.new", {"a": [10**15 + 1]}),
    "fraction too large in JSON": ("tournament.LogEntry.new", {"a": -1e16}),
    "no number in JSON": ("tournament.LogEntry.new", {"a": float("nan")}),
    "too deep": ("tournament.LogEntry.new", {"a": nested(11)}),
    "NUL in JSON": ("tournament.LogEntry.new", {"a": "b\0"}),
    "half a character in JSON": ("tournament.LogEntry.new", {"a": "\ud800"}),
    "bare value in the log": ("tournament.LogEntry.old", "včera"),
}


@pytest.mark.parametrize(("column", "value"), WRONG.values(), ids=WRONG)
def test_value_that_its_column_does_not_take(column: str, value: Any) -> None:
    with pytest.raises(Refused, match=r"^V archivu je na místě hands\[3\]\.x nepoužitelná") as refused:
        read_value(field=field_of(column), value=value, path="hands[3].x")
    assert refused.value.code == "archive_value"


@pytest.mark.parametrize("value", [-2_147_483_647, 0, 2_147_483_647])
def test_whole_number(value: int) -> None:
    assert read_whole(value=value, path="x") == value


@pytest.mark.parametrize("value", [-2_147_483_648, 2_147_483_648, True, 1.0, "1", None])
def test_no_whole_number(value: Any) -> None:
    with pytest.raises(Refused, match="na místě seat_results nepoužitelná"):
        read_whole(value=value, path="seat_results")


def test_whole_number_of_a_smaller_range() -> None:
    assert read_whole(value=-7, path="x", most=7) == -7
    with pytest.raises(Refused, match="„8“"):
        read_whole(value=8, path="x", most=7)


def test_uuid() -> None:
    assert read_uuid(value=ONE, path="x") == uuid.UUID(ONE)
    for wrong in ("pět", 5, f"{ONE}\0", None):
        with pytest.raises(Refused, match=r"na místě tournament\.id nepoužitelná"):
            read_uuid(value=wrong, path="tournament.id")


@pytest.mark.parametrize("value", [{}, "1", [0], [1, 1], [True], [1.0], ["1"]], ids=str)
def test_no_numbers_of_tables(value: Any) -> None:
    with pytest.raises(ValueError, match=r".*"):
        numbers(value=value)


def section_of(key: str) -> Section:
    return next(one for one in SECTIONS if one.key == key)


def test_row_is_filled_with_what_came_later() -> None:
    for key, later in (
        ("hands", {"written_by_key": None}),
        ("results", {"approval": "", "noted": True, "confirmed_by_key": None}),
    ):
        section = section_of(key)
        row = {name: "x" for name in section.fields if name not in later}
        whole = complete(section=section, row=row, path=key, program="0.1.0")
        assert whole == dict.fromkeys(section.fields, "x") | later


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"colour": "red"}, "archive_newer", "programu 0.1.0, navíc je v něm na místě hands[0]: colour."),
        ({"record": ...}, "archive_missing", "V archivu na místě hands[0] chybí: record."),
    ],
    ids=["a field nobody knows", "a field of every file"],
)
def test_row_of_another_shape(change: dict[str, Any], code: str, words: str) -> None:
    section = section_of("hands")
    row = dict.fromkeys(section.fields) | change
    with pytest.raises(Refused) as refused:
        complete(
            section=section,
            row={name: value for name, value in row.items() if value is not ...},
            path="hands[0]",
            program="0.1.0",
        )
    assert refused.value.code == code
    assert words in refused.value.text
