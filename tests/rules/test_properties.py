"""What must hold for every valid record, tried on records that hypothesis makes up."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import Hand, InvalidHand, check_record, hand_to_json, parse_hand, settle
from rules.notation import format_hand, parse
from rules.offences import judge
from tests.rules.recount import money_of
from tests.rules.strategies import Record, hand_records, records

# The records are large, and making them up is most of the work.
RULES = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@RULES
@given(records)
def test_money_sums_to_zero_and_the_lines_explain_it(record: Record) -> None:
    hand = parse_hand(record)
    settlement = settle(hand)
    assert sum(settlement.money.values()) == 0
    assert tuple(settlement.money) == tuple(settlement.premium) == hand.players
    explained: Counter[str] = Counter(dict.fromkeys(hand.players, 0))
    for line in settlement.lines:
        for payer, receiver, amount in line.payments:
            assert amount >= 0
            explained[payer] -= amount
            explained[receiver] += amount
    assert dict(explained) == settlement.money
    assert settlement.limited == any(line.part == "limit" for line in settlement.lines)
    assert json.loads(settlement.to_json_text()) == settlement.to_json()
    for line in settlement.lines:
        for sentence in (line.text, line.text_en):
            assert sentence.endswith(".")
            assert "{who}" not in sentence


PEOPLE = (
    ("A", "B", "C", "D"),
    ("Jan Novák", "Jan Novák ml.", "Anna D. z Prahy", "Božena Ó Súilleabháin-Dvořáková"),
)


@pytest.mark.parametrize("people", PEOPLE, ids=["seats", "names"])
@RULES
@given(record=records)
def test_a_player_can_recompute_the_money_from_the_sentences(people: tuple[str, ...], record: Record) -> None:
    hand = parse_hand(record)
    settlement = settle(hand).named(dict(zip(hand.players, people, strict=False)))
    assert money_of([line.text for line in settlement.lines], list(settlement.money)) == settlement.money


@RULES
@given(records)
def test_record_and_notation_round_trip(record: Record) -> None:
    hand = parse_hand(record)
    normal = hand_to_json(hand)
    assert check_record(normal) == ()
    assert parse_hand(normal) == hand
    assert hand_to_json(parse_hand(normal)) == normal
    assert json.loads(json.dumps(normal)) == normal
    line = format_hand(hand)
    assert line.isprintable()
    assert len(line.splitlines()) == 1
    assert parse(line) == hand
    assert settle(parse(line)) == settle(hand)


def renamed(record: Record, names: dict[str, str]) -> Record:
    """The record with other players, wherever one is named."""
    after = record | {"players": [names[name] for name in record["players"]]}
    after |= {field: names[record[field]] for field in ("dealer", "declarer") if field in record}
    if "fleks" in record:
        after["fleks"] = {part: [names[name] for name in who] for part, who in record["fleks"].items()}
    for field, key in (("renonce", "by"), ("premium", "to")):
        if field in record:
            after[field] = [entry | {key: names[entry[key]]} for entry in record[field]]
    return after


@RULES
@given(records)
def test_renaming_the_seats_renames_the_result(record: Record) -> None:
    names = {name: f"player {n}" for n, name in enumerate(reversed(record["players"]))}
    before = settle(parse_hand(record))
    after = settle(parse_hand(renamed(record, names)))
    assert after.money == {names[player]: amount for player, amount in before.money.items()}
    assert after.premium == {names[player]: points for player, points in before.premium.items()}
    assert after.limited == before.limited
    assert [refusal.article for refusal in after.refused] == [refusal.article for refusal in before.refused]


def highest_cap(hand: Hand, payer: str) -> int:
    """The most a player may pay another for the hand (R-008, R-009, R-013); higher for who pays for all."""
    book, count = hand.rulebook, len(hand.opponents)
    if payer == hand.declarer:
        return book.limit
    decider = judge(
        hand.renonce,
        contract=hand.contract,
        declarer=hand.declarer,
        four_helpers_against=hand.four_helpers_against,
    ).decider
    counted = [play.fleks[: book.max_fleks] for play in hand.parts]
    offends = decider is not None and decider.by == payer
    alone = any(payer in fleks and len({*fleks} - {hand.declarer}) == 1 for fleks in counted)
    together = any(payer in fleks and len({*fleks} - {hand.declarer}) == 2 for fleks in counted)
    caps = [book.limit]
    if offends or alone:
        caps.append(count * book.limit)
    if together and (count == 3 or book.raised_limit_at_three):
        caps.append(book.raised_limit)
    return max(caps)


@RULES
@given(hand_records())
def test_nobody_pays_above_his_cap(record: Record) -> None:
    hand = parse_hand(record)
    owed: Counter[tuple[str, str]] = Counter()
    for line in settle(hand).lines:
        if not line.part.startswith("pausal"):
            for payer, receiver, amount in line.payments:
                owed[payer, receiver] += amount
                owed[receiver, payer] -= amount
    for (payer, _), amount in owed.items():
        assert amount <= highest_cap(hand, payer)


@RULES
@given(hand_records())
def test_one_flek_more_never_lowers_the_value_of_its_part(record: Record) -> None:
    hand = parse_hand(record)
    before = {line.part: line.value for line in settle(hand).lines if line.part in record["fleks"]}
    for part, doublers in record["fleks"].items():
        by = hand.declarer if len(doublers) % 2 else hand.defenders[0]
        more = record | {"fleks": record["fleks"] | {part: [*doublers, by]}}
        after = {
            line.part: line.value for line in settle(parse_hand(more)).lines if line.part in record["fleks"]
        }
        for other, value in before.items():
            assert after[other] >= value
            if other != part:
                assert after[other] == value


@RULES
@given(hand_records())
def test_an_empty_renonc_changes_nothing(record: Record) -> None:
    """A REF without paušál and without loss is no renonc, wherever it stands in the list."""
    nothing = {"by": record["dealer"], "article": "REF", "pausal": 0, "lost": False, "playout": True}
    before, after = (
        settle(parse_hand(record)),
        settle(parse_hand(record | {"renonce": [*record["renonce"], nothing]})),
    )
    assert after == before


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 100),
    st.sampled_from([10**30, -1.0, 1.5, "", "A", "C1", "won", "declarer", "sto", "\ud800", "csm", "REF"]),
    st.lists(st.sampled_from(["A", "B", 1, None, {}, []]), max_size=3),
    st.dictionaries(
        st.sampled_from(["by", "to", "steps", "made", "base", "x"]), st.integers(0, 3), max_size=2
    ),
)


def spoiled(data: st.DataObject, value: Any) -> Any:
    """A record with junk somewhere: a value replaced, a field gone or a field too many."""
    if isinstance(value, dict) and value and data.draw(st.integers(0, 4)):
        name = data.draw(st.sampled_from(sorted(value)))
        what = data.draw(st.integers(0, 9))
        if what == 0:
            return {key: part for key, part in value.items() if key != name}
        if what == 1:
            return value | {data.draw(st.sampled_from(["x", "kind", "lost", "row", ""])): data.draw(JUNK)}
        return value | {name: spoiled(data, value[name])}
    if isinstance(value, list) and value and data.draw(st.integers(0, 4)):
        place = data.draw(st.integers(0, len(value) - 1))
        return [*value[:place], spoiled(data, value[place]), *value[place + 1 :]]
    return data.draw(JUNK)


@RULES
@given(records, st.data())
def test_a_spoiled_record_gets_problems_or_a_settlement(record: Record, data: st.DataObject) -> None:
    """Whatever comes, there are sentences or a result, never anything else; checking and parsing agree."""
    spoilt = spoiled(data, record)
    problems = check_record(spoilt)
    if problems:
        with pytest.raises(InvalidHand) as caught:
            parse_hand(spoilt)
        assert caught.value.problems == problems
        assert all(problem.text.endswith(".") and problem.text.isprintable() for problem in problems)
    else:
        assert sum(settle(parse_hand(spoilt)).money.values()) == 0
