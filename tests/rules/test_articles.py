"""Cases worked out by hand for every article, and the list of them."""

import pytest

from rules import InvalidHand, parse_hand, settle
from tests.rules import articles
from tests.rules.articles import Case

CASES = articles.cases()


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{case.articles[0]} {case.id}") for case in CASES if case.money]
)
def test_worked_out_by_hand(case: Case) -> None:
    assert case.reckoning
    hand = parse_hand(case.hand_record)
    settlement = settle(hand)
    assert list(settlement.money.values()) == case.money
    assert list(settlement.premium.values()) == case.premium
    assert settlement.limited == case.limited
    assert [[refusal.to, refusal.article] for refusal in settlement.refused] == case.refused


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{case.articles[0]} {case.id}") for case in CASES if not case.money]
)
def test_refused(case: Case) -> None:
    with pytest.raises(InvalidHand) as caught:
        parse_hand(case.hand_record)
    assert [[problem.path, problem.code] for problem in caught.value.problems] == case.problems


@pytest.mark.parametrize("article", articles.REQUIRED)
def test_every_article_has_a_case(article: str) -> None:
    assert [case.id for case in CASES if article in case.articles]


def test_ids_are_unique() -> None:
    ids = [case.id for case in CASES]
    assert sorted(set(ids)) == sorted(ids)


def test_the_list_of_articles_is_up_to_date() -> None:
    assert articles.PAGE.read_text(encoding="utf-8") == articles.page()
