"""What the tables of data say in words."""

from tournament.selectors.rounds import PresentSizes


def test_people_who_make_no_tables_are_only_counted() -> None:
    """S03; why they cannot be seated is said beside it."""
    assert PresentSizes(0, problem="Není přítomen žádný hráč.").text == "0 hráčů"
    assert PresentSizes(7, fours=1, threes=1).text == "7 hráčů: 1 stůl po čtyřech a 1 stůl po třech"
