"""What the tables of data say in words."""

import pytest

from tournament.lib.registrations import Rejected
from tournament.selectors.rounds import PresentSizes
from tournament.services.imports import ImportReport
from tournament.tables import import_summary

NOT_WRITTEN = {
    0: "Nezapíše se 0 řádků;",
    1: "Nezapíše se 1 řádek;",
    2: "Nezapíší se 2 řádky;",
    4: "Nezapíší se 4 řádky;",
    5: "Nezapíše se 5 řádků;",
}


@pytest.mark.parametrize(("rejected", "words"), NOT_WRITTEN.items())
def test_rows_that_are_not_written(rejected: int, words: str) -> None:
    rows = tuple(Rejected(row, "chybí jméno") for row in range(2, 2 + rejected))
    summary = import_summary(ImportReport(created=1, updated=0, rejected=rows, warnings=()))

    assert summary.text == f"{words} důvody a 0 upozornění jsou v tabulce."


def test_people_who_make_no_tables_are_only_counted() -> None:
    """S03; why they cannot be seated is said beside it."""
    assert PresentSizes(0, problem="Není přítomen žádný hráč.").text == "0 hráčů"
    assert PresentSizes(7, fours=1, threes=1).text == "7 hráčů: 1 stůl po čtyřech a 1 stůl po třech"
