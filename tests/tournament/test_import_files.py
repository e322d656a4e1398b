"""Files shaped like those that clubs send, in tests/data/imports (S55, S56, S57)."""

import json
from pathlib import Path
from typing import Any

import pytest

from tournament.actors import Actor
from tournament.lib.registrations import read_registrations
from tournament.models import Tournament
from tournament.selectors.entries import entries_of
from tournament.services.imports import ImportReport, entries_import

pytestmark = pytest.mark.django_db

FOLDER = Path(__file__).parents[1] / "data" / "imports"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))


def bring(tournament: Tournament, desk: Actor, name: str) -> ImportReport:
    content = read_registrations((FOLDER / name).read_bytes())
    return entries_import(
        tournament=tournament,
        by=desk,
        registrations=content.registrations,
        rejected=content.rejected,
        warnings=content.warnings,
    )


def is_expected(wanted: list[Any], person: tuple[Any, ...]) -> bool:
    """A person as [name, club, card, paid, team]; words of a name in any order, nothing is not compared."""
    same_name = {*wanted[0].lower().split()} == {*person[0].lower().split()}
    rest = zip(wanted[1:], person[1:], strict=False)
    return same_name and all(one in {None, other} for one, other in rest)


@pytest.mark.parametrize("name", EXPECTED)
def test_files_of_clubs(tournament: Tournament, desk: Actor, name: str) -> None:
    expected = EXPECTED[name]
    for file in filter(None, (expected.get("after"), name)):
        report = bring(tournament, desk, file)
    left = list(entries_of(tournament).values_list("name", "club", "card", "fee_paid", "team"))
    for wanted in expected.get("players", ()):
        found = next((person for person in left if is_expected(wanted, person)), None)
        assert found, f"{wanted} is missing from {left}"
        left.remove(found)
    if "players" in expected and not expected.get("more"):
        assert left == []
    assert report.updated == expected.get("updated", 0)
    told = {one.row for one in (*report.rejected, *report.warnings)}
    assert told.issuperset(expected.get("warned", ()))
    reasons = " ".join(one.reason for one in report.warnings)
    assert all(word in reasons for word in expected.get("says", ()))
