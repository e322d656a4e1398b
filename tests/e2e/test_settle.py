"""The reckoning of a device without a line is that of ``rules`` (static/js/settle.js, in Chromium)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from playwright.sync_api import Browser, Page

from rules import Hand, hand_to_json, parse_hand, settle
from rules.notation import format_hand, parse
from scoring.adapters import device_rules
from scoring.forms.renonce import PREFIX, renonc_data
from scoring.forms.stored_hands import hand_initial
from scoring.selectors.tables import SeatLine
from tests.rules.random_hands import plain_hands
from tests.rules.strategies import CONTRACTS, Record, records

pytestmark = pytest.mark.e2e

SCRIPT = Path(__file__).resolve().parents[2] / "static/js/settle.js"
PLAIN_HANDS = 5000
SETTLE = "hands => hands.map(([record, book]) => forhont.hand.settle(record, book))"
LATER = "hands => hands.map(record => forhont.hand.later(record))"
LINES = "hands => hands.map(record => forhont.hand.line(record))"
AGAIN = """lines => lines.map(([line, players, book]) =>
  forhont.hand.line(forhont.hand.typed(forhont.hand.fields(line), players, book)))"""
TYPED = "forms => forms.map(([fields, players, book]) => forhont.hand.typed(fields, players, book))"


def made_up(strategy: Any, count: int) -> list[Hand]:
    """Hands that hypothesis makes up; the same every time."""
    found: list[Hand] = []

    @settings(
        max_examples=count,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(record: Record) -> None:
        found.append(parse_hand(record))

    collect()
    return found


@pytest.fixture(scope="module")
def script(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.add_script_tag(path=SCRIPT)
    yield page
    page.close()


def by_rules(hand: Hand) -> dict[str, Any]:
    settlement = settle(hand)
    return {"money": settlement.money, "premium": settlement.premium, "limited": settlement.limited}


def test_money_and_points_are_those_of_the_rules(script: Page) -> None:
    """R-005 to R-011, R-018: contracts, fleks, quiet results, points, limits, rulebooks; omyl, misdeal."""
    written = list(plain_hands(PLAIN_HANDS, seed=1))
    hands = [parse_hand(record, rulebook=book) for record, book in written]

    reckoned = script.evaluate(SETTLE, [[record, device_rules(book)] for record, book in written])

    expected = [by_rules(hand) for hand in hands]
    wrong = [one for one in zip(written, expected, reckoned, strict=True) if one[1] != one[2]]
    assert wrong[:1] == []
    assert {hand.contract for hand in hands} == {*CONTRACTS, None}
    assert {hand.kind for hand in hands} == {"hand", "omyl", "misdeal"}
    assert sum(paid["limited"] for paid in expected) > 100


def test_what_a_referee_may_have_to_decide_waits_for_the_server(script: Page) -> None:
    hands = made_up(records, 200)
    expected = [
        bool(hand.renonce) or any(play.lozena for play in hand.parts) or hand.kind == "renonc"
        for hand in hands
    ]

    assert script.evaluate(LATER, [hand_to_json(hand) for hand in hands]) == expected
    assert 50 < sum(expected) < 190
    asked = [
        [hand_to_json(hand), device_rules(hand.rulebook)]
        for hand, later in zip(hands, expected, strict=True)
        if later
    ]
    assert set(script.evaluate(SETTLE, asked)) == {None}


def seats_only(hand: Hand) -> bool:
    return "".join(hand.players) in ("ABC", "ABCD")


def test_a_hand_is_rescued_as_one_line(script: Page) -> None:
    """docs/rules/notation.md: what a device shows to be typed elsewhere is the same hand."""
    hands = [hand._replace(premium=()) for hand in made_up(records, 1000) if seats_only(hand)]

    lines = script.evaluate(LINES, [hand_to_json(hand) for hand in hands])

    assert [parse(line, rulebook=hand.rulebook) for line, hand in zip(lines, hands, strict=True)] == hands
    assert len(hands) > 60


def sent(initial: dict[str, Any]) -> list[list[str]]:
    """The fields of a form as a browser sends them."""
    fields = initial | renonc_data(initial[PREFIX])
    del fields[PREFIX]
    return [
        [name, "on" if one is True else str(one)]
        for name, value in fields.items()
        for one in (value if isinstance(value, list) else [value])
        if one not in (None, False, "")
    ]


def test_the_form_is_read_as_the_server_reads_it(script: Page) -> None:
    forms, expected = [], []
    for hand in made_up(records, 1000):
        if not seats_only(hand):
            continue
        record = hand_to_json(hand)
        del record["rulebook"]
        seats = [SeatLine(letter, place, letter, "", False, "") for place, letter in enumerate(hand.players)]
        initial = hand_initial(record, seats, hand.rulebook)
        if "record_json" not in initial:
            forms.append([sent(initial), list(hand.players), device_rules(hand.rulebook)])
            expected.append(hand)

    typed = script.evaluate(TYPED, forms)

    read = [parse_hand(record, rulebook=hand.rulebook) for record, hand in zip(typed, expected, strict=True)]
    assert [as_typed(hand) for hand in read] == [as_typed(hand) for hand in expected]
    assert len(forms) > 20


def as_typed(hand: Hand) -> Hand:
    """Claims in the order of the seats, as the fields stand; their rows of the points table are not typed."""
    claims = sorted((claim._replace(row=None) for claim in hand.premium), key=lambda claim: claim.to)
    return hand._replace(premium=tuple(claims))


def test_a_stored_line_comes_back_into_the_form(script: Page) -> None:
    """A device without a line corrects a hand it has as a line; more than boty its fields cannot say."""
    hands = [
        as_typed(hand._replace(premium=tuple(claim for claim in hand.premium if claim.points)))
        for hand in made_up(records, 1000)
        if seats_only(hand) and not hand.renonce and all(len(play.fleks) <= 4 for play in hand.parts)
    ]
    asked = [[format_hand(hand), list(hand.players), device_rules(hand.rulebook)] for hand in hands]

    again = script.evaluate(AGAIN, asked)

    read = [parse(line, rulebook=hand.rulebook) for line, hand in zip(again, hands, strict=True)]
    assert read == [typeable(hand) for hand in hands]
    assert len(hands) > 30


def typeable(hand: Hand) -> Hand:
    """The form of a misdeal asks for no declarer."""
    return hand._replace(declarer=None) if hand.kind == "misdeal" else hand
