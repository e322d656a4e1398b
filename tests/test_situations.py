"""Situations S01–S19, each with the tests that prove it; a situation without a test fails.

Names are those of pytest: path, class, function. They are looked up in the source: a renamed test fails here.
"""

import ast
from functools import lru_cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

DRAWING = "tournament/test_drawing.py"
TOLD = "tournament/test_draw_situations.py"
PAGES = "tournament/test_draw_pages.py"
SIZES = "tournament/test_sizes.py"
DISCARDING = "tournament/test_discarding.py"
RESEATING = "tournament/test_reseating.py"
SEATING = "tournament/test_seating.py"
ENTRIES = "tournament/test_entries.py"
WITHDRAWING = "tournament/test_withdrawing.py"
STANDINGS = "scoring/test_standings.py"
CLOSING = "scoring/test_closing.py"

SITUATIONS = {
    "S01 five rounds of 24, results favour the same leaders": (
        f"{TOLD}::test_five_rounds_of_24_by_standings_that_favour_the_same_leaders",
        f"{DRAWING}::test_five_rounds_of_24_without_a_repeat",
        f"{DRAWING}::test_repeat_that_cannot_be_avoided_is_named",
        f"{PAGES}::TestDraft::test_quality_and_clashes_at_the_names",
    ),
    "S02 every number of players": (
        f"{TOLD}::test_every_number_of_players_sits_at_the_fewest_threes",
        f"{TOLD}::test_named_sizes",
        f"{DRAWING}::test_refused_with_a_sentence_and_nothing_stored",
    ),
    "S03 nobody, one, two, everybody absent": (
        f"{DRAWING}::test_refused_with_a_sentence_and_nothing_stored",
        f"{DRAWING}::test_everybody_marked_absent",
    ),
    "S04 an error inside the draw": (
        f"{DRAWING}::test_failing_engine_leaves_nothing_and_the_next_attempt_works",
    ),
    "S05 a plan for 16, only 14 came": (
        f"{SIZES}::test_fourteen_of_sixteen_sit_at_two_fours_and_two_threes",
        f"{RESEATING}::test_planned_for_sixteen_and_fourteen_came",
        f"{SIZES}::test_twelve_players_are_told_what_each_size_costs",
        f"{SIZES}::TestForm::test_the_draw_asks_and_obeys",
    ),
    "S06 standings with a table that is not confirmed": (
        f"{DRAWING}::TestResultsOfEarlierRounds::test_table_not_confirmed_is_named_with_its_players",
        f"{TOLD}::TestByStandings::test_unconfirmed_results_are_never_used",
        f"{CLOSING}::test_obstacle_names_the_table_and_its_players_and_changes_nothing",
    ),
    "S07 by standings in round 3": (
        f"{DRAWING}::TestResultsOfEarlierRounds::test_standings_used_stay_with_the_draw",
        f"{TOLD}::TestByStandings::test_uses_the_results_of_both_rounds",
        f"{TOLD}::TestByStandings::test_a_later_correction_changes_nothing_about_the_draw",
    ),
    "S08 everyone present sits exactly once": (f"{TOLD}::test_everybody_present_sits_exactly_once",),
    "S09 twelve of sixteen from one club": (f"{TOLD}::test_twelve_of_sixteen_from_one_club",),
    "S10 the same seed": (
        f"{TOLD}::TestTheSameSeed::test_a_hundred_times",
        f"{TOLD}::TestTheSameSeed::test_after_a_restart",
        f"{TOLD}::TestTheSameSeed::test_the_stored_draw_is_the_truth_when_the_algorithm_changes",
    ),
    "S11 seats and table numbers spread": (f"{TOLD}::test_seats_and_table_numbers_are_spread",),
    "S12 a draw with confirmed tables discarded": (
        f"{DISCARDING}::test_nothing_is_deleted_and_everything_comes_back",
        f"{DISCARDING}::test_the_name_must_be_typed",
        f"{DISCARDING}::test_only_an_organiser_may",
        f"{DISCARDING}::test_both_acts_are_logged",
        f"{DISCARDING}::test_the_archive_holds_discarded_rounds",
        f"{DISCARDING}::TestPages::test_discarded_and_restored",
    ),
    "S13 the sixteenth comes late": (
        f"{RESEATING}::test_latecomer_joins_a_table_of_three_without_a_new_draw",
    ),
    "S14 a player leaves after round 2 of 5": (
        f"{RESEATING}::test_player_leaves_after_two_rounds_of_five",
        f"{RESEATING}::test_withdrawn_elsewhere_is_offered_for_re_seating",
        f"{ENTRIES}::test_who_leaves_is_withdrawn_and_never_deleted",
    ),
    "S15 the wrong person withdrawn, eleven at once": (
        f"{ENTRIES}::test_a_wrong_person_withdrawn_is_put_back",
        f"{WITHDRAWING}::test_eleven_at_once_are_put_back_exactly",
        f"{WITHDRAWING}::TestPages::test_names_and_count_stand_before_the_act",
    ),
    "S16 withdrawal after round 3": (
        f"{STANDINGS}::test_withdrawal_leaves_earlier_standings_to_the_letter",
        f"{RESEATING}::test_closed_round_stays_whoever_leaves",
    ),
    "S17 Jan Novák twice": (
        f"{ENTRIES}::test_a_likely_namesake_is_asked_about",
        f"{ENTRIES}::test_two_real_namesakes_are_told_apart_by_number_and_club",
        f"{PAGES}::TestRound::test_namesakes_are_told_apart",
        "tournament/test_players_pages.py::test_a_namesake_is_asked_about_and_then_registered",
        "tournament/test_races.py::test_two_desks_register_one_person_once",
    ),
    "S18 a substitute for one round": (
        f"{SEATING}::TestSubstitute::test_belongs_to_the_seat_of_the_round",
        f"{DRAWING}::test_history_counts_the_substitute_and_not_the_player",
        f"{PAGES}::TestChangesOnTheDay::test_substitute",
        f"{STANDINGS}::test_substitute_plays_for_the_player_of_the_seat",
    ),
    "S19 a fixed table": (
        f"{DRAWING}::TestWhoIsDrawn::test_fixed_table_is_respected",
        f"{DRAWING}::TestWhoIsDrawn::test_fixed_table_is_not_the_leaders_table",
    ),
}
"""What went wrong elsewhere → the tests that say it does not go wrong here."""


@lru_cache
def defined(path: str) -> frozenset[str]:
    """Names of the tests in a module, those of classes as ``Class::test``."""
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
    classes = [("", tree.body)] + [
        (f"{node.name}::", node.body) for node in tree.body if isinstance(node, ast.ClassDef)
    ]
    return frozenset(
        f"{prefix}{node.name}"
        for prefix, body in classes
        for node in body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def test_all_situations_of_the_draw_are_here() -> None:
    assert [name.split()[0] for name in SITUATIONS] == [f"S{number:02}" for number in range(1, 20)]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_is_proved_by_tests_that_exist(situation: str) -> None:
    proofs = SITUATIONS[situation]
    missing = [one for one in proofs if one.split("::", 1)[1] not in defined(one.split("::", 1)[0])]

    assert proofs, "a situation without a test"
    assert missing == []


@pytest.mark.parametrize("situation", SITUATIONS)
def test_is_named_where_it_is_proved(situation: str) -> None:
    """Whoever reads the test finds the situation, and whoever looks for the situation finds the test."""
    code = situation.split()[0]
    silent = {
        path
        for path in {one.split("::", 1)[0] for one in SITUATIONS[situation]}
        if code not in (TESTS / path).read_text(encoding="utf-8")
    }
    assert silent == set()
