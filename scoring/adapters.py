"""The bridge to ``rules``: a tournament becomes a rulebook, a stored record with its ruling a settlement.

Records are ``licitovany-hand/1`` with the seats ``A``–``D`` as players. They are stored without a rulebook,
because the tournament's applies.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules import (
    Hand,
    InvalidHand,
    Problem,
    Rulebook,
    RulesError,
    Settlement,
    check_agreed_crowns,
    find_rulebook,
    hand_to_json,
    load_json,
    parse_hand,
    settle,
    to_crowns,
)
from rules.notation import format_hand, to_record
from tournament.errors import Refused
from tournament.models import Tournament

Record = Mapping[str, Any]
Patch = Mapping[str, Any]

MISSING = "…"
"""Stands for a player whose result a table's sum lacks."""

NOTATION_LENGTH = 600

MONEY_LIMIT = 100_000_00
"""Haléře. No table ever played for more; a larger number is a slip of the finger."""


class InvalidRecord(Refused):
    """A record that cannot be settled; ``problems`` are all of them, ``fields`` maps their paths to texts."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        fields: dict[str, str] = {}
        for problem in self.problems:
            fields[problem.path] = " ".join(filter(None, (fields.get(problem.path), problem.text)))
        super().__init__(_sentence(self.problems), code="invalid_hand", fields=fields)


def rulebook_of(tournament: Tournament) -> Rulebook:
    """The rules this tournament plays by: its rulebook, version, base rate and changed fields."""
    overrides = {**tournament.rulebook_overrides, "base_rate": tournament.base_rate}
    return _rulebook(
        tournament.rulebook_id, tournament.rulebook_version, json.dumps(overrides, sort_keys=True)
    )


def parsed(data: object, rulebook: Rulebook) -> Hand:
    """The checked hand of a record. Raises ``InvalidRecord`` with every problem."""
    try:
        return parse_hand(data, rulebook=rulebook)
    except InvalidHand as error:
        raise InvalidRecord(error.problems) from error


def normalised(data: object, rulebook: Rulebook, seats: Sequence[str]) -> dict[str, Any]:
    """The record as it is stored: checked, defaults left out, no rulebook.

    Raises ``InvalidRecord`` with every problem, also for players that are not the seats of the table.
    """
    hand = parsed(data, rulebook)
    if hand.players != tuple(seats):
        raise InvalidRecord([_other_players(hand.players, seats)])
    record = hand_to_json(hand)
    record.pop("rulebook", None)
    return record


def notation_of(record: Record, rulebook: Rulebook) -> str:
    """The stored record as one line for logs and reports; empty where it would be longer than a line."""
    line = format_hand(parsed(record, rulebook))
    return line if len(line) <= NOTATION_LENGTH else ""


def record_problems(data: object, rulebook: Rulebook, seats: Sequence[str]) -> tuple[Problem, ...]:
    """Everything ``normalised`` would refuse, for a form; empty when it would not."""
    try:
        normalised(data, rulebook, seats)
    except InvalidRecord as error:
        return error.problems
    return ()


def with_ruling(record: Record, patch: Patch | None) -> dict[str, Any]:
    """The record as it is paid: the fields a referee set replace the written ones, ``null`` takes one out."""
    merged = {**record, **(patch or {})}
    return {name: value for name, value in merged.items() if value is not None}


def plain_outcome(hand: Hand) -> dict[str, Any]:
    """How a hand ended, part by part, also where its record gives points to compute it from."""
    outcome: dict[str, Any] = {}
    for play in hand.parts:
        if play.won is not None:
            sto = {"made": play.won, "steps": play.steps}
            outcome[play.part] = sto if play.part == "sto" else "won" if play.won else "lost"
    if hand.quiet_sto is not None:
        outcome["quiet_sto"] = {"side": hand.quiet_sto.side, "steps": hand.quiet_sto.steps}
    if hand.quiet_sedma is not None:
        outcome["quiet_sedma"] = {"side": hand.quiet_sedma.side, "won": hand.quiet_sedma.won}
    return outcome


def settlement_of(record: Record, patch: Patch | None, rulebook: Rulebook) -> Settlement:
    """What the hand is paid with the ruling in force (``None``: there is none). Raises ``InvalidRecord``."""
    return settle(parsed(with_ruling(record, patch), rulebook), rulebook)


def read_json(text: str | bytes) -> object:
    """A JSON value from a person's paste or file; raises ``Refused`` with one sentence."""
    try:
        return load_json(text)
    except RulesError as error:
        raise Refused(str(error), code="invalid_json") from error


def read_record(text: str) -> object:
    """A whole record a person pasted: JSON, or a hand on one line of notation; raises ``Refused``."""
    if text.lstrip().startswith(("{", "[")):
        return read_json(text)
    try:
        return to_record(" ".join(text.split()))
    except RulesError as error:
        raise Refused(str(error), code="invalid_notation") from error


def proposed_crowns(money: Mapping[str, int]) -> dict[str, int]:
    """ZB proposed for exact results in haléře (R-001).

    Where an organiser lets a sum stand that is not zero, what is missing is rounded like one more player's.
    """
    crowns = to_crowns(_balanced(money))
    return {seat: crowns[seat] for seat in money}


def crowns_problems(money: Mapping[str, int], zb: Mapping[str, int]) -> dict[str, str]:
    """What is wrong with the crowns agreed at a table, by seat (``""``: the whole); empty when nothing."""
    agreed = {**zb, MISSING: -sum(zb.values())} if sum(money.values()) else zb
    problems = check_agreed_crowns(_balanced(money), agreed)
    return {problem.path: problem.text for problem in problems if problem.path != MISSING}


def _balanced(amounts: Mapping[str, int]) -> dict[str, int]:
    total = sum(amounts.values())
    return {**amounts, MISSING: -total} if total else dict(amounts)


@lru_cache(maxsize=64)
def _rulebook(rulebook_id: str, version: str, overrides: str) -> Rulebook:
    try:
        number = int(version) if version else None
        return find_rulebook(rulebook_id, version=number, overrides=json.loads(overrides))
    except ValueError as error:  # RulesError is one
        raise Refused(
            _("Pravidla turnaje se nedají použít: %(why)s") % {"why": error}, code="invalid_rulebook"
        ) from error


def _other_players(players: Sequence[str], seats: Sequence[str]) -> Problem:
    return Problem(
        "players",
        "other_players",
        _("U stolu jsou místa %(seats)s v tomto pořadí, v záznamu je ale %(players)s.")
        % {"seats": ", ".join(seats), "players": ", ".join(players)},
    )


def _sentence(problems: Sequence[Problem]) -> str:
    first = problems[0]
    where = f"{first.path}: " if first.path else ""
    further = len(problems) - 1
    if not further:
        return f"{where}{first.text}"
    return f"{where}{first.text} " + ngettext(
        "(a ještě %(count)d chyba)", "(a dalších chyb: %(count)d)", further
    ) % {"count": further}
